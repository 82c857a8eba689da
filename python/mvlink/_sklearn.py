"""What is used from scikit-learn, old or new, and its replacement if it is not installed."""

import inspect

import numpy as np

from ._errors import InputError, MvlinkWarning
from ._tables import is_sparse

FLOATS = (np.float64, np.float32)

try:
    from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
    from sklearn.exceptions import ConvergenceWarning as _ConvergenceWarning
    from sklearn.exceptions import NotFittedError
    from sklearn.utils.validation import check_array
    from sklearn.utils.validation import check_is_fitted as check_fitted

    _rules = inspect.signature(check_array).parameters
    FINITE = "ensure_all_finite" if "ensure_all_finite" in _rules else "force_all_finite"  # before 1.6
    try:
        from sklearn.utils.validation import validate_data
    except ImportError:  # before 1.6

        def validate_data(estimator, X, *, reset, **rules):
            return estimator._validate_data(X, reset=reset, **rules)

    HAVE_SKLEARN = True
except ImportError:
    HAVE_SKLEARN = False
    _ConvergenceWarning = UserWarning

    class NotFittedError(ValueError, AttributeError):
        """predict or save before fit."""

    class ClusterMixin:
        _estimator_type = "clusterer"

    class TransformerMixin:
        pass

    class ClassNamePrefixFeaturesOutMixin:
        pass

    class BaseEstimator:
        """get_params, set_params and a repr, as scikit-learn's."""

        @classmethod
        def _get_param_names(cls):
            return sorted(name for name in inspect.signature(cls.__init__).parameters if name != "self")

        def get_params(self, deep=True):
            return {name: getattr(self, name) for name in self._get_param_names()}

        def set_params(self, **params):
            for name, value in params.items():
                if name not in self._get_param_names():
                    raise ValueError(f"Invalid parameter {name!r} for estimator {self}.")
                setattr(self, name, value)
            return self

        def __repr__(self):
            defaults = inspect.signature(type(self).__init__).parameters
            shown = [
                f"{name}={value!r}" for name, value in self.get_params().items() if value is not defaults[name].default
            ]
            return f"{type(self).__name__}({', '.join(shown)})"

    def check_fitted(estimator):
        if not estimator.__sklearn_is_fitted__():
            raise NotFittedError(f"This {type(estimator).__name__} instance is not fitted yet. Call 'fit' first.")

    def _plain_check(X, name):
        if is_sparse(X):
            X = X.tocsr()
            return X if X.dtype in FLOATS else X.astype(np.float64)
        array = np.asarray(X)
        if array.ndim != 2:
            raise InputError(f"{name}: {array.ndim} dimensions; expected 2")
        if array.dtype.kind == "c":
            raise InputError(f"{name}: complex numbers; expected real ones")
        return array if array.dtype in FLOATS else array.astype(np.float64)


class ConvergenceWarning(MvlinkWarning, _ConvergenceWarning):
    """The iteration limit was reached, or clusters stayed empty."""


def refuse_dates(X, name):
    """NumPy would take dates as numbers: nanoseconds, days or whatever their unit is."""
    kinds = X.dtypes if hasattr(X, "dtypes") and hasattr(X, "columns") else [getattr(X, "dtype", None)]
    for kind in kinds:
        if getattr(kind, "kind", "") in ("M", "m"):
            raise InputError(f"{name}: values of type {kind}; expected numbers (for example days since a date)")


def check_table(X, name, estimator, *, accept_sparse):
    """A float32 or float64 array or matrix in compressed rows, not copied if it is one already. The library checks
    once whether its values are finite."""
    refuse_dates(X, name)
    if not HAVE_SKLEARN:
        return _plain_check(X, name)
    rules = {"accept_sparse": "csr" if accept_sparse else False, "dtype": list(FLOATS), FINITE: False}
    return check_array(X, input_name=name, estimator=estimator, **rules)


def check_only_table(X, estimator, *, accept_sparse, reset):
    """The same for the one matrix of an estimator, which also remembers or compares the features."""
    refuse_dates(X, "X")
    if not HAVE_SKLEARN:
        table = _plain_check(X, "X")
        if reset:
            estimator.n_features_in_ = table.shape[1]
        return table
    rules = {"accept_sparse": "csr" if accept_sparse else False, "dtype": list(FLOATS), FINITE: False}
    return validate_data(estimator, X, reset=reset, **rules)

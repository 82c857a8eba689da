"""Clusters data in one or several views, with must-link and cannot-link constraints.

>>> import numpy as np
>>> from mvlink import PCKMeans
>>> X = np.array([[0.0, 0.0], [0.0, 1.0], [4.0, 0.0], [4.0, 1.0]])
>>> PCKMeans(n_clusters=2, random_state=0).fit(X, must_link=[(0, 1)], cannot_link=[(1, 2)]).labels_.tolist()
[0, 0, 1, 1]

Estimators follow scikit-learn's conventions. `mvlink.metrics`, `mvlink.constraints`, `mvlink.datasets` and
`mvlink.questions` mirror the commands of the command line; `mvlink.plot` draws what the report shows.
"""

import importlib
import json
from typing import TYPE_CHECKING

from . import _core
from ._errors import FileError, InputError, InternalError, MvlinkError, MvlinkWarning, NumericalError

if TYPE_CHECKING:
    from . import constraints, datasets, metrics, model_selection, plot, questions
    from ._progress import Progress
    from ._choice import choose_method, cluster, load
    from ._estimators import *
    from ._limits import memory_limit, set_memory_limit
    from ._frames import views_of
    from ._results import StoredResult, compare_results, load_result

__version__ = _core.version()

_MODULES = {"constraints", "datasets", "metrics", "model_selection", "plot", "questions"}
_ESTIMATORS = {method["python_class"]: method["name"] for method in json.loads(_core.methods_json())}
_ELSEWHERE = {
    "_progress": {"Progress"},
    "_choice": {"choose_method", "cluster", "load"},
    "_limits": {"memory_limit", "set_memory_limit"},
    "_frames": {"views_of"},
    "_results": {"StoredResult", "compare_results", "load_result"},
}

__all__ = [
    "FileError",
    "InputError",
    "InternalError",
    "MvlinkError",
    "MvlinkWarning",
    "NumericalError",
    "Progress",
    "StoredResult",
    "choose_method",
    "cluster",
    "compare_results",
    "constraints",
    "datasets",
    "load",
    "load_result",
    "memory_limit",
    "metrics",
    "model_selection",
    "plot",
    "questions",
    "set_memory_limit",
    "views_of",
]
__all__.extend(sorted(_ESTIMATORS))


def __getattr__(name):
    # The estimators bring in scikit-learn, which takes longer to import than everything else: only when asked for.
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _ESTIMATORS:
        return getattr(importlib.import_module(f"{__name__}._estimators"), name)
    for module, names in _ELSEWHERE.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted([*__all__, "__version__"])

"""scikit-learn's own checks, every one of them and without expected failures."""

import pytest

from conftest import ESTIMATORS

pytest.importorskip("sklearn")
from sklearn.utils.estimator_checks import parametrize_with_checks


@parametrize_with_checks([estimator() for estimator in ESTIMATORS])
def test_of_scikit_learn_holds(estimator, check):
    check(estimator)

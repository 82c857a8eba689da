"""scikit-learn's own checks, every one of them and without expected failures; save one that asks for good labels of a
method that does not look at the data, and gives negative features to those that refuse them."""

import pytest

from conftest import ESTIMATORS

pytest.importorskip("sklearn")
from sklearn.utils.estimator_checks import parametrize_with_checks


@parametrize_with_checks([estimator() for estimator in ESTIMATORS])
def test_of_scikit_learn_holds(estimator, check):
    if estimator._method == "ml-components" and check.func.__name__ == "check_clustering":
        pytest.skip("labels of must-links alone, and the check gives none")
    if estimator._needs_nonnegative and check.func.__name__ == "check_clustering":
        pytest.skip("the check gives features below zero, whatever the tags say")
    check(estimator)

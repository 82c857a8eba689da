"""MVCSC: mapped views, constraints between objects, learnt weights of the views."""

import numpy as np
import pytest

from mvlink import MVCSC, InputError
from mvlink.datasets import mvcsc_synthetic


@pytest.fixture(scope="module")
def six():
    return mvcsc_synthetic(150, random_state=1)


def test_views_that_say_nothing_get_weight_zero(six):
    model = MVCSC(n_clusters=3, beta=2.0, random_state=0).fit(six)
    assert model.view_weights_.shape == (6,) and np.isclose(model.view_weights_.sum(), 1)
    assert model.view_weights_[4] == model.view_weights_[5] == 0
    assert "view-ignored" in {warning["code"] for warning in model.warnings_}
    assert len(model.labels_) == 6 and all(np.array_equal(labels, model.object_labels_) for labels in model.labels_)


def test_constraints_between_objects_are_used(six):
    pairs = [(i, j) for i in range(0, 60) for j in range(i + 1, 60) if (i * 7 + j) % 11 == 0]
    views = list(six.views.values())
    constraints = [
        ((0, i), (0, j), "must-link" if six.labels[i] == six.labels[j] else "cannot-link") for i, j in pairs
    ]
    free = MVCSC(n_clusters=3, beta=2.0, random_state=0).fit(views)
    held = MVCSC(n_clusters=3, beta=2.0, random_state=0).fit(views, constraints=constraints)

    def violated(model):
        return sum((model.object_labels_[i] == model.object_labels_[j]) != (six.labels[i] == six.labels[j]) for i, j in pairs)

    assert violated(held) < violated(free)


def test_unmapped_views_are_refused(six):
    views = list(six.views.values())
    with pytest.raises(InputError, match="mapped"):
        MVCSC(n_clusters=3).fit(views, mapping=None)

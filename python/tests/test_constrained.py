"""The constrained spectral methods that MVCSC is compared with."""

import numpy as np
import pytest

from mvlink import CSP, MMCP, MVMC, InputError, SelfTaughtSpectral

METHODS = [CSP, MMCP, MVMC, SelfTaughtSpectral]


def clusters(rows=60, noise=0.3):
    random = np.random.default_rng(2)
    classes = np.arange(rows) % 3
    views = [noise * random.standard_normal((rows, 3)) + 4 * np.eye(3)[classes] for _ in range(2)]
    pairs = [(i, j) for i in range(0, rows, 4) for j in range(i + 1, rows, 5)]
    links = [((0, i), (0, j), "must-link" if classes[i] == classes[j] else "cannot-link") for i, j in pairs]
    return views, classes, links


@pytest.mark.parametrize("method", METHODS)
def test_clusters_of_two_views_are_found(method):
    views, classes, links = clusters()
    model = method(n_clusters=3, random_state=0).fit(views, constraints=links)
    for k in range(3):
        assert len(set(model.object_labels_[classes == k])) == 1
    assert len(set(model.object_labels_)) == 3
    assert np.array_equal(model.predict(views)[0], model.labels_[0])


@pytest.mark.parametrize("method", METHODS)
def test_too_many_objects_are_refused(method):
    with pytest.raises(InputError, match="since it works on a table of all pairs of objects"):
        method(n_clusters=2).fit(np.zeros((5001, 2)))

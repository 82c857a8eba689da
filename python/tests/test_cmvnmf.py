"""CMVNMF: several views, joined by constraints, by a mapping or by nothing."""

import numpy as np
import pytest
import scipy.sparse as sp

from mvlink import CMVNMF, InputError, MvlinkWarning


@pytest.fixture
def views():
    """Two views of three classes whose rows have nothing in common, and pairs between them."""
    random = np.random.default_rng(0)
    truth = [np.arange(60) % 3, np.arange(45) // 15]
    words = (np.arange(9) % 3 == truth[0][:, None]) + 0.2 * random.random((60, 9))
    tones = (np.arange(6) // 2 == truth[1][:, None]) + 0.2 * random.random((45, 6))
    pairs = []
    for _ in range(40):
        i, j = int(random.integers(60)), int(random.integers(45))
        pairs.append(((0, i), (1, j), "must-link" if truth[0][i] == truth[1][j] else "cannot-link"))
    return [words, tones], truth, pairs


def test_labels_mean_the_same_in_both_views(views):
    X, truth, pairs = views
    model = CMVNMF(3, random_state=0).fit(X, mapping=None, constraints=pairs)
    names = {int(c): int(model.labels_[0][row]) for row, c in enumerate(truth[0])}
    assert sorted(names.values()) == [0, 1, 2]
    for labels, classes in zip(model.labels_, truth):
        assert np.array_equal(labels, [names[int(c)] for c in classes])
    assert not hasattr(model, "object_labels_")
    assert model.constraints_report_["violated"] == 0


def test_sparse_views_give_the_same_labels(views):
    X, _, pairs = views
    dense = CMVNMF(3, random_state=0).fit(X, mapping=None, constraints=pairs)
    sparse = CMVNMF(3, random_state=0).fit([sp.csr_matrix(x) for x in X], mapping=None, constraints=pairs)
    assert all(np.array_equal(a, b) for a, b in zip(dense.labels_, sparse.labels_))


def test_topics_name_the_heaviest_features(views):
    X, _, pairs = views
    model = CMVNMF(3, random_state=0).fit(X, mapping=None, constraints=pairs)
    assert [topic["cluster"] for topic in model.topics_] == [0, 1, 2, 0, 1, 2]
    assert {topic["features"][0][0] % 3 for topic in model.topics_[:3]} == {0, 1, 2}


def test_mapped_rows_have_a_consensus(views):
    X, truth, _ = views
    model = CMVNMF(3, random_state=0).fit([X[0], X[0][:, ::-1].copy()])
    assert model.object_labels_.shape == (60,)
    assert len({(int(a), int(b)) for a, b in zip(model.object_labels_, truth[0])}) == 3


def test_views_that_nothing_joins_are_told_of(views):
    X, _, _ = views
    with pytest.warns(MvlinkWarning, match="neither constraints nor a mapping join"):
        CMVNMF(3, random_state=0).fit(X, mapping=None)


def test_features_below_zero_are_refused_with_the_way_out(views):
    X, _, pairs = views
    X[1][4, 2] = -1
    expected = "Negative values in data: .*row 4, column 2 is -1; method cmvnmf needs features >= 0; try prep=.*minmax"
    with pytest.raises(InputError, match=expected):
        CMVNMF(3, random_state=0).fit(X, mapping=None, constraints=pairs)
    CMVNMF(3, prep="minmax", random_state=0).fit(X, mapping=None, constraints=pairs)


def test_predict_labels_each_view(views):
    X, _, pairs = views
    model = CMVNMF(3, random_state=0).fit(X, mapping=None, constraints=pairs)
    again = model.predict(X)
    assert all(np.array_equal(a, b) for a, b in zip(again, model.labels_))


def test_advice_is_given_in_the_words_of_python(blobs):
    X, _ = blobs
    with pytest.raises(InputError, match='prep={"view0": "minmax"}') as raised:
        CMVNMF(n_clusters=3).fit([X - 1, X])
    assert "--" not in str(raised.value)
    CMVNMF(n_clusters=3, max_iter=2, prep={"view0": "minmax"}, random_state=0).fit([X - 1, X])

"""at_most_one: every cluster holds at most one row of each group."""
import numpy as np
import pytest

from mvlink import KMeans, PCKMeans, cluster


def records(products=6, sources=3, seed=0):
    random = np.random.default_rng(seed)
    product, source = np.tile(np.arange(products), sources), np.repeat(np.arange(sources), products)
    X = np.column_stack([10 * product, 7 * (product % 3)]) + random.normal(size=(products * sources, 2))
    return X, product, source


def test_the_rule_is_kept_and_counted():
    X, product, source = records()
    fitted = PCKMeans(n_clusters=6, random_state=0).fit(X, at_most_one=source)
    assert all(len(set(fitted.labels_[source == s])) == 6 for s in range(3))
    groups = fitted.constraints_report_["groups"]
    assert groups == {"rule": "at_most_one", "given": 3, "satisfied": 3, "violated": 0, "largest": 6}
    assert len({tuple(sorted({p for p in product[fitted.labels_ == h]})) for h in range(6)}) == 6


def test_texts_and_numbers_mean_the_same_and_none_is_in_no_group():
    X, _, source = records()
    by_number = PCKMeans(n_clusters=6, random_state=0).fit(X, at_most_one=source).labels_
    by_text = PCKMeans(n_clusters=6, random_state=0).fit(X, at_most_one=[f"shop {s}" for s in source]).labels_
    assert (by_number == by_text).all()
    free = PCKMeans(n_clusters=2, random_state=0).fit(X, at_most_one=[None] * len(X))
    assert free.constraints_report_["groups"]["given"] == 0


def test_what_cannot_be_kept_is_refused():
    X, _, source = records()
    with pytest.raises(ValueError, match="6 rows have"):
        PCKMeans(n_clusters=5).fit(X, at_most_one=source)
    with pytest.raises(ValueError, match="kmeans cannot keep"):
        KMeans(n_clusters=6).fit(X, at_most_one=source)
    with pytest.raises(ValueError, match="at_most_one: 3 values for 18 rows"):
        PCKMeans(n_clusters=6).fit(X, at_most_one=source[:3])


def test_a_series_is_aligned_by_its_index():
    pandas = pytest.importorskip("pandas")
    X, _, source = records()
    names = [f"r{i}" for i in range(len(X))]
    frame, series = pandas.DataFrame(X, index=names), pandas.Series(source, index=names)
    straight = PCKMeans(n_clusters=6, random_state=0).fit(frame, at_most_one=series).labels_
    shuffled = PCKMeans(n_clusters=6, random_state=0).fit(frame, at_most_one=series.sample(frac=1, random_state=1)).labels_
    assert (np.asarray(straight) == np.asarray(shuffled)).all()


def test_cluster_chooses_a_method_that_keeps_it():
    X, _, source = records()
    chosen = cluster(X, 6, at_most_one=source, random_state=0)
    assert isinstance(chosen, PCKMeans)

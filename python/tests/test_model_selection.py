"""Held-out agreement of estimators, the choice of `cluster`, and ConstraintSearch."""

import json
import subprocess
import os
import pathlib

import mvlink
import numpy as np
import pytest
from mvlink import KMeans, PCKMeans, constraints
from mvlink.model_selection import ConstraintSearch

BINARY = os.environ.get("MVLINK_BIN", str(pathlib.Path(__file__).resolve().parents[2] / "build" / "bin" / "mvlink"))


@pytest.fixture
def judged():
    random = np.random.default_rng(0)
    labels = np.repeat([0, 1, 2], 30)
    X = np.array([[0, 0], [8, 0], [0, 8]])[labels] + 2.0 * random.normal(size=(90, 2))
    return X, labels, constraints.sample(labels, 60, random_state=0)


def test_every_fit_with_judgements_says_how_well_unseen_ones_are_kept(judged):
    X, _, links = judged
    model = PCKMeans(3, random_state=0).fit(X, constraints=links)
    assert 0.5 < model.held_out_agreement_ <= 1
    assert model.held_out_["folds"] == 5 and model.held_out_["low"] <= model.held_out_agreement_ <= model.held_out_["high"]
    assert "unguided" in model.held_out_
    off = PCKMeans(3, random_state=0, validate=None).fit(X, constraints=links)
    assert np.isnan(off.held_out_agreement_) and np.array_equal(off.labels_, model.labels_)
    assert KMeans(3, random_state=0).fit(X).held_out_ is None
    few = PCKMeans(3, random_state=0).fit(X, must_link=[(0, 1)])
    assert np.isnan(few.held_out_agreement_) and "too few" in few.held_out_["reason"]
    with pytest.raises(ValueError, match="validate: 1 is not a number of folds"):
        PCKMeans(3, validate=1).fit(X, constraints=links)


def test_cluster_decides_and_answers_as_the_command_does(judged, tmp_path):
    X, _, links = judged
    np.save(tmp_path / "view_x.npy", X)
    lines = [f"{link.a},{link.b},{link.type}" for link in links]
    (tmp_path / "constraints.csv").write_text("\n".join(["a,b,type", *lines]) + "\n")
    told = subprocess.run([BINARY, "cluster", str(tmp_path), "-k", "3", "-o", str(tmp_path / "out"), "--json"],
                          capture_output=True, text=True, check=True)
    stored = json.loads(told.stdout)
    estimator = mvlink.cluster(X, 3, constraints=links, random_state=0)
    assert estimator._method == stored["method"] and estimator.held_out_["kept"] == stored["held_out"]["kept"]
    assert [candidate["method"] for candidate in estimator.candidates_] == [one["method"] for one in stored["candidates"]]
    labels = mvlink.load_result(tmp_path / "out").labels["x"]
    assert np.array_equal(labels, estimator.labels_)
    assert mvlink.load_result(tmp_path / "out").held_out["kept"] == estimator.held_out_agreement_


def test_cluster_chooses_the_number_of_clusters(judged):
    X, _, links = judged
    assert mvlink.cluster(X, range(2, 6), constraints=links, random_state=0).n_clusters == 3
    assert mvlink.cluster(X, np.arange(2, 6), constraints=links, random_state=0).n_clusters == 3
    with pytest.raises(ValueError, match="n_clusters"):
        mvlink.cluster(X, "many")


def test_constraint_search_is_a_search_object(judged):
    X, labels, links = judged
    search = ConstraintSearch(3, budget=None, random_state=0).fit(X, constraints=links)
    assert search.cv_results_["mean_test_score"][search.best_index_] == search.best_score_
    assert len(search.cv_results_["params"]) == len(search.cv_results_["candidate"]) > 5
    assert search.best_params_["n_clusters"] == 3 and "held-out judgements" in search.recommendation_
    assert search.best_estimator_._method == search.best_params_["method"]
    assert np.array_equal(search.labels_, search.best_estimator_.labels_) and search.predict(X).shape == (90,)
    arguments = {name: value for name, value in search.best_params_.items() if name not in ("method", "views")}
    assert repr(type(search.best_estimator_)(random_state=0, **arguments)) == repr(search.best_estimator_)
    assert mvlink.metrics.ari(labels, search.labels_) > 0.8
    again = ConstraintSearch(3, budget=None, random_state=0, n_jobs=1).fit(X, constraints=links)
    assert again.recommendation_ == search.recommendation_
    pytest.importorskip("sklearn")
    from sklearn.base import clone

    assert clone(search).get_params() == search.get_params()


def test_a_search_without_refit_has_no_labels_of_an_earlier_one(judged):
    X, _, links = judged
    search = ConstraintSearch(3, method="pck-means", prep="none", budget=None, random_state=0)
    assert np.array_equal(search.fit_predict(X, constraints=links), search.labels_)
    search.set_params(refit=False).fit(X, constraints=links)
    assert not hasattr(search, "labels_") and not hasattr(search, "best_estimator_")
    with pytest.raises(ValueError, match="predict: refit=False"):
        search.predict(X)
    with pytest.raises(ValueError, match="fit_predict: refit=False"):
        search.fit_predict(X, constraints=links)


def test_constraint_search_refuses_what_it_cannot_do(judged):
    X, _, links = judged
    with pytest.raises(ValueError, match="held-out judgements"):
        ConstraintSearch(3).fit(X)
    with pytest.raises(ValueError, match="budget"):
        ConstraintSearch(3, budget=-1).fit(X, constraints=links)


def test_cluster_leaves_out_a_view_that_misleads_and_predicts_from_all(tmp_path):
    random = np.random.default_rng(0)
    labels, other = np.arange(100) % 4, np.arange(100) // 4 % 4
    corners = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    np.save(tmp_path / "view_good.npy", 1.5 * corners[labels] + random.uniform(-1, 1, size=(100, 2)))
    np.save(tmp_path / "view_bad.npy", 9 * corners[other] + random.uniform(-1, 1, size=(100, 2)))
    pairs = [random.choice(100, 2, replace=False) for _ in range(60)]
    judged = [f"{a},{b},{'must-link' if labels[a] == labels[b] else 'cannot-link'}" for a, b in pairs]
    (tmp_path / "constraints.csv").write_text("\n".join(["a,b,type", *judged]) + "\n")
    problem = mvlink.datasets.load_folder(tmp_path)
    model = mvlink.cluster(problem, 4, random_state=0)
    assert "the view bad was left out: held-out judgements are kept better without it" in model.reason_
    assert model.labels_.shape == (100,)
    predicted = model.predict(problem)
    assert predicted.shape == (100,) and np.mean(predicted == model.labels_) > 0.9

"""Pipelines and searches of scikit-learn hand known classes on with their rows, and pairs as they are."""

import numpy as np
import pytest

from mvlink import MPCKMeans, PCKMeans, constraints, metrics

pytest.importorskip("sklearn")
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def test_a_search_gives_each_fold_the_known_classes_of_its_rows(streaks):
    X, labels = streaks
    known = np.where(np.random.default_rng(0).random(len(X)) < 0.2, labels, -1)
    folds = KFold(3, shuffle=True, random_state=0)
    search = GridSearchCV(MPCKMeans(3, random_state=0), {"constraint_weight": [1, 10]}, scoring="adjusted_rand_score",
                          cv=folds, error_score="raise", refit=False)
    search.fit(X, labels, partial_labels=known)
    by_hand = []
    for train, test in folds.split(X):
        model = MPCKMeans(3, constraint_weight=10, random_state=0).fit(X[train], partial_labels=known[train])
        by_hand.append(metrics.ari(labels[test], model.predict(X[test])))
    assert search.cv_results_["mean_test_score"][1] == pytest.approx(np.mean(by_hand))


def test_a_pipeline_passes_pairs_on(streaks):
    X, labels = streaks
    links = constraints.sample(labels, 60, random_state=0)
    pipeline = make_pipeline(StandardScaler(), PCKMeans(3, random_state=0)).fit(X, pckmeans__constraints=links)
    alone = PCKMeans(3, random_state=0).fit(StandardScaler().fit_transform(X), constraints=links)
    assert np.array_equal(pipeline[-1].labels_, alone.labels_)

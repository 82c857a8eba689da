"""What a method learnt besides labels: weights of features, and constraints that look wrong."""

import numpy as np

from mvlink import KMeans, _base, _core

X = np.array([[0.0, 1.0], [0.0, 2.0], [9.0, 1.0], [9.0, 2.0]])


def test_a_method_that_learns_nothing_else_has_no_weights_and_no_suspects():
    model = KMeans(2, random_state=0).fit(X)
    assert model.suspect_constraints_ == [] and not hasattr(model, "feature_weights_")


def test_weights_and_suspects_are_kept_until_a_fit_without_them(monkeypatch):
    original = _core.run
    suspect = {"view_a": "X", "a": 0, "view_b": "X", "b": 2, "type": "must-link", "weight": 1.0, "score": 3.0,
               "violated_share": 0.5}
    metrics = [{"cluster": h, "weights": np.array([h + 1.0, 0.5]), "directions": []} for h in range(2)]
    monkeypatch.setattr(
        _base._core, "run", lambda *arguments: {**original(*arguments), "metrics": metrics, "suspects": [suspect]}
    )
    model = KMeans(2, random_state=0).fit(X)
    assert model.feature_weights_.tolist() == [[1.0, 0.5], [2.0, 0.5]]
    assert model.metrics_[1]["cluster"] == 1 and model.suspect_constraints_ == [suspect]
    monkeypatch.undo()
    model.fit(X)
    assert model.suspect_constraints_ == [] and not hasattr(model, "metrics_") and not hasattr(model, "feature_weights_")

"""What a fit leaves in the estimator: the learnt attributes."""

import contextlib

import numpy as np

# What only some fits leave: without it, an attribute of an earlier one would pass for this one's.
_OF_THIS_FIT = (
    "candidates_", "cluster_centers_", "clusterings_report_", "dimension_probabilities_", "embedding_", "feature_weights_",
    "metrics_", "object_labels_", "reason_", "topics_", "tried_", "view_weights_",
)


@contextlib.contextmanager
def as_before_if_it_fails(estimator):
    """What a failed fit set is taken back: an earlier fit stays whole, and without one the estimator is not fitted."""
    before = dict(vars(estimator))
    try:
        yield
    except BaseException:
        vars(estimator).clear()
        vars(estimator).update(before)
        raise


def keep_outcome(estimator, outcome, data, several):
    estimator._several = several
    estimator._mapped_by_rows = data.rows_are_objects
    for name in _OF_THIS_FIT:
        vars(estimator).pop(name, None)
    by_scope = {"view": [], "objects": [], "clustering": []}
    for partition in outcome["partitions"]:
        by_scope[partition["scope"]].append(partition)
    order = [view.name for view in data.views]
    by_scope["view"].sort(key=lambda partition: order.index(partition["name"]))
    if by_scope["clustering"]:
        estimator.clusterings_ = np.column_stack([partition["labels"] for partition in by_scope["clustering"]])
        estimator.clusterings_confidence_ = np.column_stack(
            [partition["confidence"] for partition in by_scope["clustering"]]
        )
        if outcome.get("clusterings"):
            estimator.clusterings_report_ = outcome["clusterings"]
            estimator.tried_ = outcome.get("tried", [])
        found = by_scope["clustering"][:1]
    else:
        found = by_scope["view"] or by_scope["objects"]
    labels = [partition["labels"] for partition in found]
    confidence = [partition["confidence"] for partition in found]
    estimator.labels_ = labels if several else labels[0]
    estimator.confidence_ = confidence if several else confidence[0]
    if by_scope["objects"]:
        estimator.object_labels_ = by_scope["objects"][0]["labels"]
        estimator._object_confidence = by_scope["objects"][0]["confidence"]
    estimator.objectives_ = outcome["objective"]
    estimator.objective_ = float(estimator.objectives_[-1]) if len(estimator.objectives_) else float("nan")
    estimator.n_iter_ = outcome["iterations"]
    estimator.stop_reason_ = outcome["stop_reason"]
    estimator.seconds_ = outcome["seconds"]
    estimator.constraints_report_ = outcome["constraints"]
    estimator.suspect_constraints_ = outcome.get("suspects", [])
    estimator.held_out_ = outcome.get("held_out")
    estimator.held_out_agreement_ = (estimator.held_out_ or {}).get("kept", float("nan"))
    estimator.judgements_ = outcome.get("judgements", {})
    estimator.warnings_ = outcome["warnings"]
    if outcome.get("metrics"):
        estimator.metrics_ = outcome["metrics"]
        estimator.feature_weights_ = np.array([metric["weights"] for metric in estimator.metrics_])
    if outcome.get("topics"):
        estimator.topics_ = outcome["topics"]
    if len(outcome["view_weights"]):
        estimator.view_weights_ = outcome["view_weights"]
    if estimator._returns_inertia:
        estimator.inertia_ = estimator.objective_
    keep_model(estimator, outcome["model"])


def keep_model(estimator, model):
    estimator._model = model
    if "centroids" in model.arrays:
        estimator.cluster_centers_ = model.arrays["centroids"]
    if "embedding" in model.arrays:
        estimator.embedding_ = model.arrays["embedding"]
    if "dimension_probabilities" in model.arrays:
        estimator.dimension_probabilities_ = model.arrays["dimension_probabilities"][:-1]  # the last: of no clustering

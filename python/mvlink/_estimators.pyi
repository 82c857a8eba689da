"""The estimators. Written by python/generate_estimators.py: change the declaration of the options."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._base import CentroidClusterer, PredictingClusterer, SeveralClusterer

Centres: TypeAlias = NDArray[Any] | Sequence[Sequence[float]]
Preparation: TypeAlias = str | Mapping[int | str, str] | None
RandomState: TypeAlias = int | np.random.RandomState | np.random.Generator | None

__all__ = [
    "KMeans",
    "PCKMeans",
    "MPCKMeans",
    "MKMeans",
    "COPKMeans",
    "SupervisedMeans",
    "RCAKMeans",
    "MLComponents",
    "ConstraintPropagation",
    "CMVNMF",
    "NMF",
    "ConcatNMF",
    "MultiNMF",
    "XRAY",
    "SpectralClustering",
    "CoRegSpectral",
    "AMGL",
    "MVCSC",
    "CSP",
    "SelfTaughtSpectral",
    "MMCP",
    "MVMC",
    "SMVC",
    "Orthogonal",
    "Alternative",
    "PROCLUS",
]

class KMeans(CentroidClusterer):
    n_clusters: int
    init: Literal["k-means++", "random"] | Centres
    n_init: int
    max_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32]
    confidence_: NDArray[np.float64]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    cluster_centers_: NDArray[np.float64]
    inertia_: float
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        init: Literal["k-means++", "random"] | Centres = "k-means++",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 1e-06,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class PCKMeans(CentroidClusterer):
    n_clusters: int
    mode: Literal["corrected", "paper"]
    init: Literal["constraints", "k-means++", "random"] | Centres
    farthest_first: Literal["mutual", "literal"]
    fill: Literal["auto", "perturbation", "k-means++"]
    n_init: int | Literal["auto"]
    max_iter: int
    tol: float
    constraint_weight: float | Literal["auto"]
    weight_scale: Literal["absolute", "relative"]
    closure: bool | Literal["auto"]
    order: Literal["random", "greedy", "index"]
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32]
    confidence_: NDArray[np.float64]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    cluster_centers_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        mode: Literal["corrected", "paper"] = "corrected",
        init: Literal["constraints", "k-means++", "random"] | Centres = "constraints",
        farthest_first: Literal["mutual", "literal"] = "mutual",
        fill: Literal["auto", "perturbation", "k-means++"] = "auto",
        n_init: int | Literal["auto"] = "auto",
        max_iter: int = 100,
        tol: float = 1e-06,
        constraint_weight: float | Literal["auto"] = "auto",
        weight_scale: Literal["absolute", "relative"] = "absolute",
        closure: bool | Literal["auto"] = "auto",
        order: Literal["random", "greedy", "index"] = "random",
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class MPCKMeans(CentroidClusterer):
    n_clusters: int
    mode: Literal["corrected", "paper"]
    metric: Literal["diagonal", "full"]
    per_cluster: bool
    init: Literal["constraints", "k-means++", "random"] | Centres
    farthest_first: Literal["mutual", "literal"]
    fill: Literal["auto", "perturbation", "k-means++"]
    n_init: int | Literal["auto"]
    max_iter: int
    tol: float
    constraint_weight: float | Literal["auto"]
    closure: bool | Literal["auto"]
    order: Literal["random", "greedy", "index"]
    memory: Literal["auto", "keep", "forget", "best"]
    farthest_pair: Literal["auto", "box", "exact"]
    freeze_after: int
    floor: float
    learn_from: Literal["all", "certain"]
    shrinkage: float | Literal["auto"]
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32]
    confidence_: NDArray[np.float64]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    cluster_centers_: NDArray[np.float64]
    metrics_: list[dict[str, Any]]
    feature_weights_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        mode: Literal["corrected", "paper"] = "corrected",
        metric: Literal["diagonal", "full"] = "diagonal",
        per_cluster: bool = False,
        init: Literal["constraints", "k-means++", "random"] | Centres = "constraints",
        farthest_first: Literal["mutual", "literal"] = "mutual",
        fill: Literal["auto", "perturbation", "k-means++"] = "auto",
        n_init: int | Literal["auto"] = "auto",
        max_iter: int = 100,
        tol: float = 1e-06,
        constraint_weight: float | Literal["auto"] = "auto",
        closure: bool | Literal["auto"] = "auto",
        order: Literal["random", "greedy", "index"] = "random",
        memory: Literal["auto", "keep", "forget", "best"] = "auto",
        farthest_pair: Literal["auto", "box", "exact"] = "auto",
        freeze_after: int = 10,
        floor: float = 0.01,
        learn_from: Literal["all", "certain"] = "all",
        shrinkage: float | Literal["auto"] = "auto",
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class MKMeans(CentroidClusterer):
    n_clusters: int
    metric: Literal["diagonal", "full"]
    per_cluster: bool
    init: Literal["k-means++", "random"] | Centres
    n_init: int
    max_iter: int
    tol: float
    constraint_weight: float
    closure: bool | Literal["auto"]
    farthest_pair: Literal["auto", "box", "exact"]
    freeze_after: int
    floor: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32]
    confidence_: NDArray[np.float64]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    cluster_centers_: NDArray[np.float64]
    metrics_: list[dict[str, Any]]
    feature_weights_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        metric: Literal["diagonal", "full"] = "diagonal",
        per_cluster: bool = False,
        init: Literal["k-means++", "random"] | Centres = "k-means++",
        n_init: int = 10,
        max_iter: int = 100,
        tol: float = 1e-06,
        constraint_weight: float = 1.0,
        closure: bool | Literal["auto"] = "auto",
        farthest_pair: Literal["auto", "box", "exact"] = "auto",
        freeze_after: int = 10,
        floor: float = 0.01,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class COPKMeans(CentroidClusterer):
    n_clusters: int
    init: Literal["k-means++", "random"] | Centres
    rule: Literal["chunk", "point"]
    order: Literal["saturation", "input"]
    on_dead_end: Literal["fail", "reorder", "soften"]
    n_init: int
    max_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32]
    confidence_: NDArray[np.float64]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    cluster_centers_: NDArray[np.float64]
    inertia_: float
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        init: Literal["k-means++", "random"] | Centres = "k-means++",
        rule: Literal["chunk", "point"] = "chunk",
        order: Literal["saturation", "input"] = "saturation",
        on_dead_end: Literal["fail", "reorder", "soften"] = "reorder",
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 1e-06,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class SupervisedMeans(CentroidClusterer):
    n_clusters: int
    init: Literal["constraints", "k-means++", "random"] | Centres
    farthest_first: Literal["mutual", "literal"]
    fill: Literal["auto", "perturbation", "k-means++"]
    n_init: int | Literal["auto"]
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32]
    confidence_: NDArray[np.float64]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    cluster_centers_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        init: Literal["constraints", "k-means++", "random"] | Centres = "constraints",
        farthest_first: Literal["mutual", "literal"] = "mutual",
        fill: Literal["auto", "perturbation", "k-means++"] = "k-means++",
        n_init: int | Literal["auto"] = "auto",
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class RCAKMeans(CentroidClusterer):
    n_clusters: int
    init: Literal["constraints", "k-means++", "random"] | Centres
    farthest_first: Literal["mutual", "literal"]
    fill: Literal["auto", "perturbation", "k-means++"]
    eigenvalue_floor: float
    n_init: int | Literal["auto"]
    max_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32]
    confidence_: NDArray[np.float64]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    cluster_centers_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        init: Literal["constraints", "k-means++", "random"] | Centres = "constraints",
        farthest_first: Literal["mutual", "literal"] = "mutual",
        fill: Literal["auto", "perturbation", "k-means++"] = "k-means++",
        eigenvalue_floor: float = 0.01,
        n_init: int | Literal["auto"] = "auto",
        max_iter: int = 300,
        tol: float = 1e-06,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class MLComponents(PredictingClusterer):
    n_clusters: int
    use_mapping: bool
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    cluster_centers_: NDArray[np.float64]
    object_labels_: NDArray[np.int32]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        use_mapping: bool = False,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class ConstraintPropagation(PredictingClusterer):
    n_clusters: int
    mode: Literal["corrected", "paper"]
    transfer: Literal["propagate", "direct", "membership", "none"]
    base: Literal["pck-means", "mpck-means", "mk-means"]
    threshold: float | Sequence[float] | Literal["auto"]
    covariance: Literal["auto", "learnt", "empirical", "diagonal"]
    gamma: float | Literal["auto"]
    closure: bool | Literal["auto"]
    view_order: Literal["fixed", "random"]
    restart: Literal["auto", "best", "never", "always"]
    max_propagated: int
    propagated_weight: float | Literal["auto"]
    max_iter: int
    tol: float
    base_mode: Literal["corrected", "paper"] | Literal["auto"]
    base_init: Literal["constraints", "k-means++", "random"] | Literal["auto"]
    base_farthest_first: Literal["mutual", "literal"] | Literal["auto"]
    base_fill: Literal["auto", "perturbation", "k-means++"]
    base_n_init: int | Literal["auto"]
    base_max_iter: int | Literal["auto"]
    base_tol: float | Literal["auto"]
    base_constraint_weight: float | Literal["auto"]
    base_weight_scale: Literal["absolute", "relative"] | Literal["auto"]
    base_closure: bool | Literal["auto"]
    base_order: Literal["random", "greedy", "index"] | Literal["auto"]
    base_metric: Literal["diagonal", "full"] | Literal["auto"]
    base_per_cluster: bool | Literal["auto"]
    base_memory: Literal["auto", "keep", "forget", "best"]
    base_farthest_pair: Literal["auto", "box", "exact"]
    base_freeze_after: int | Literal["auto"]
    base_floor: float | Literal["auto"]
    base_learn_from: Literal["all", "certain"] | Literal["auto"]
    base_shrinkage: float | Literal["auto"]
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        mode: Literal["corrected", "paper"] = "corrected",
        transfer: Literal["propagate", "direct", "membership", "none"] = "propagate",
        base: Literal["pck-means", "mpck-means", "mk-means"] = "pck-means",
        threshold: float | Sequence[float] | Literal["auto"] = 0.75,
        covariance: Literal["auto", "learnt", "empirical", "diagonal"] = "auto",
        gamma: float | Literal["auto"] = "auto",
        closure: bool | Literal["auto"] = "auto",
        view_order: Literal["fixed", "random"] = "fixed",
        restart: Literal["auto", "best", "never", "always"] = "auto",
        max_propagated: int = 200000,
        propagated_weight: float | Literal["auto"] = "auto",
        max_iter: int = 20,
        tol: float = 1e-06,
        base_mode: Literal["corrected", "paper"] | Literal["auto"] = "auto",
        base_init: Literal["constraints", "k-means++", "random"] | Literal["auto"] = "auto",
        base_farthest_first: Literal["mutual", "literal"] | Literal["auto"] = "auto",
        base_fill: Literal["auto", "perturbation", "k-means++"] = "auto",
        base_n_init: int | Literal["auto"] = "auto",
        base_max_iter: int | Literal["auto"] = "auto",
        base_tol: float | Literal["auto"] = "auto",
        base_constraint_weight: float | Literal["auto"] = "auto",
        base_weight_scale: Literal["absolute", "relative"] | Literal["auto"] = "auto",
        base_closure: bool | Literal["auto"] = "auto",
        base_order: Literal["random", "greedy", "index"] | Literal["auto"] = "auto",
        base_metric: Literal["diagonal", "full"] | Literal["auto"] = "auto",
        base_per_cluster: bool | Literal["auto"] = "auto",
        base_memory: Literal["auto", "keep", "forget", "best"] = "auto",
        base_farthest_pair: Literal["auto", "box", "exact"] = "auto",
        base_freeze_after: int | Literal["auto"] = "auto",
        base_floor: float | Literal["auto"] = "auto",
        base_learn_from: Literal["all", "certain"] | Literal["auto"] = "auto",
        base_shrinkage: float | Literal["auto"] = "auto",
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class CMVNMF(PredictingClusterer):
    n_clusters: int
    mode: Literal["corrected", "paper"]
    beta: float
    constraint_weight: float
    use_mapping: bool | Literal["auto"]
    scale: Literal["auto", "rows", "sum", "none"]
    rescale: bool | Literal["auto"]
    align: bool | Literal["auto"]
    ramp: int | Literal["auto"]
    n_init: int | Literal["auto"]
    max_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    topics_: list[dict[str, Any]]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        mode: Literal["corrected", "paper"] = "corrected",
        beta: float = 1.0,
        constraint_weight: float = 1.0,
        use_mapping: bool | Literal["auto"] = "auto",
        scale: Literal["auto", "rows", "sum", "none"] = "auto",
        rescale: bool | Literal["auto"] = "auto",
        align: bool | Literal["auto"] = "auto",
        ramp: int | Literal["auto"] = "auto",
        n_init: int | Literal["auto"] = "auto",
        max_iter: int = 150,
        tol: float = 1e-05,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class NMF(PredictingClusterer):
    n_clusters: int
    solver: Literal["hals", "mu"]
    assign: Literal["auto", "kmeans", "argmax"]
    normalize: Literal["l2", "sum", "none"]
    n_init: int
    max_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    topics_: list[dict[str, Any]]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        solver: Literal["hals", "mu"] = "hals",
        assign: Literal["auto", "kmeans", "argmax"] = "auto",
        normalize: Literal["l2", "sum", "none"] = "l2",
        n_init: int = 5,
        max_iter: int = 200,
        tol: float = 1e-05,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class ConcatNMF(PredictingClusterer):
    n_clusters: int
    solver: Literal["hals", "mu"]
    assign: Literal["auto", "kmeans", "argmax"]
    normalize: Literal["l2", "sum", "none"]
    n_init: int
    max_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    topics_: list[dict[str, Any]]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        solver: Literal["hals", "mu"] = "hals",
        assign: Literal["auto", "kmeans", "argmax"] = "auto",
        normalize: Literal["l2", "sum", "none"] = "l2",
        n_init: int = 5,
        max_iter: int = 200,
        tol: float = 1e-05,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class MultiNMF(PredictingClusterer):
    n_clusters: int
    consensus_weight: float
    assign: Literal["auto", "kmeans", "argmax"]
    normalize: Literal["l2", "sum", "none"]
    view_labels: Literal["own", "consensus"]
    n_init: int
    max_iter: int
    inner_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    topics_: list[dict[str, Any]]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        consensus_weight: float = 0.01,
        assign: Literal["auto", "kmeans", "argmax"] = "auto",
        normalize: Literal["l2", "sum", "none"] = "sum",
        view_labels: Literal["own", "consensus"] = "own",
        n_init: int = 10,
        max_iter: int = 30,
        inner_iter: int = 50,
        tol: float = 1e-06,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class XRAY(PredictingClusterer):
    n_clusters: int
    select: Literal["greedy", "max", "dist", "rand"]
    assign: Literal["auto", "kmeans", "argmax"]
    normalize: Literal["l2", "sum", "none"]
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    topics_: list[dict[str, Any]]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        select: Literal["greedy", "max", "dist", "rand"] = "greedy",
        assign: Literal["auto", "kmeans", "argmax"] = "kmeans",
        normalize: Literal["l2", "sum", "none"] = "none",
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class SpectralClustering(PredictingClusterer):
    n_clusters: int
    n_neighbors: int | Literal["auto"]
    metric: Literal["auto", "euclidean", "cosine", "precomputed"]
    affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"]
    sigma: float
    symmetry: Literal["either", "mutual"]
    search: Literal["auto", "exact", "approximate"]
    normalize_rows: bool
    n_init: int
    eigen_tol: float
    eigen_max_iter: int
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    embedding_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_neighbors: int | Literal["auto"] = "auto",
        metric: Literal["auto", "euclidean", "cosine", "precomputed"] = "auto",
        affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"] = "auto",
        sigma: float = 1.0,
        symmetry: Literal["either", "mutual"] = "either",
        search: Literal["auto", "exact", "approximate"] = "auto",
        normalize_rows: bool = True,
        n_init: int = 10,
        eigen_tol: float = 1e-08,
        eigen_max_iter: int = 5000,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class CoRegSpectral(PredictingClusterer):
    n_clusters: int
    scheme: Literal["pairwise", "centroid"]
    consensus_weight: float
    n_neighbors: int | Literal["auto"]
    metric: Literal["auto", "euclidean", "cosine", "precomputed"]
    affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"]
    sigma: float
    symmetry: Literal["either", "mutual"]
    search: Literal["auto", "exact", "approximate"]
    normalize_rows: bool
    n_init: int
    max_iter: int
    tol: float
    eigen_tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    embedding_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        scheme: Literal["pairwise", "centroid"] = "centroid",
        consensus_weight: float = 0.05,
        n_neighbors: int | Literal["auto"] = "auto",
        metric: Literal["auto", "euclidean", "cosine", "precomputed"] = "auto",
        affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"] = "auto",
        sigma: float = 1.0,
        symmetry: Literal["either", "mutual"] = "either",
        search: Literal["auto", "exact", "approximate"] = "auto",
        normalize_rows: bool = True,
        n_init: int = 10,
        max_iter: int = 30,
        tol: float = 0.0001,
        eigen_tol: float = 1e-08,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class AMGL(PredictingClusterer):
    n_clusters: int
    n_neighbors: int | Literal["auto"]
    metric: Literal["auto", "euclidean", "cosine", "precomputed"]
    affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"]
    sigma: float
    symmetry: Literal["either", "mutual"]
    search: Literal["auto", "exact", "approximate"]
    normalize_rows: bool
    n_init: int
    max_iter: int
    tol: float
    eigen_tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    view_weights_: NDArray[np.float64]
    embedding_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_neighbors: int | Literal["auto"] = "auto",
        metric: Literal["auto", "euclidean", "cosine", "precomputed"] = "auto",
        affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"] = "auto",
        sigma: float = 1.0,
        symmetry: Literal["either", "mutual"] = "either",
        search: Literal["auto", "exact", "approximate"] = "auto",
        normalize_rows: bool = False,
        n_init: int = 10,
        max_iter: int = 50,
        tol: float = 1e-06,
        eigen_tol: float = 1e-08,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class MVCSC(PredictingClusterer):
    n_clusters: int
    mode: Literal["corrected", "paper"]
    beta: float | Literal["auto"]
    gamma: float | Literal["auto"]
    constraint_weight: float
    n_neighbors: int | Literal["auto"]
    metric: Literal["auto", "euclidean", "cosine", "precomputed"]
    affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"]
    sigma: float
    symmetry: Literal["either", "mutual"]
    search: Literal["auto", "exact", "approximate"]
    normalize_rows: bool | Literal["auto"]
    init: Literal["auto", "spectral", "random"]
    n_init: int | Literal["auto"]
    max_iter: int | Literal["auto"]
    search_steps: int | Literal["auto"]
    admm_steps: int
    rho: float
    tol: float
    eigen_tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    view_weights_: NDArray[np.float64]
    embedding_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        mode: Literal["corrected", "paper"] = "corrected",
        beta: float | Literal["auto"] = "auto",
        gamma: float | Literal["auto"] = "auto",
        constraint_weight: float = 1.0,
        n_neighbors: int | Literal["auto"] = "auto",
        metric: Literal["auto", "euclidean", "cosine", "precomputed"] = "auto",
        affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"] = "auto",
        sigma: float = 1.0,
        symmetry: Literal["either", "mutual"] = "either",
        search: Literal["auto", "exact", "approximate"] = "auto",
        normalize_rows: bool | Literal["auto"] = "auto",
        init: Literal["auto", "spectral", "random"] = "auto",
        n_init: int | Literal["auto"] = "auto",
        max_iter: int | Literal["auto"] = "auto",
        search_steps: int | Literal["auto"] = "auto",
        admm_steps: int = 5,
        rho: float = 1.0,
        tol: float = 0.001,
        eigen_tol: float = 1e-08,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class CSP(PredictingClusterer):
    n_clusters: int
    strictness: float
    n_neighbors: int | Literal["auto"]
    metric: Literal["auto", "euclidean", "cosine", "precomputed"]
    affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"]
    sigma: float
    symmetry: Literal["either", "mutual"]
    search: Literal["auto", "exact", "approximate"]
    n_init: int
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    embedding_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        strictness: float = 0.25,
        n_neighbors: int | Literal["auto"] = "auto",
        metric: Literal["auto", "euclidean", "cosine", "precomputed"] = "auto",
        affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"] = "auto",
        sigma: float = 1.0,
        symmetry: Literal["either", "mutual"] = "either",
        search: Literal["auto", "exact", "approximate"] = "auto",
        n_init: int = 10,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class SelfTaughtSpectral(PredictingClusterer):
    n_clusters: int
    fusion: Literal["mean", "best"]
    graph_weight: float
    teaching_weight: float
    rank_penalty: float
    teach_every: int
    n_neighbors: int | Literal["auto"]
    metric: Literal["auto", "euclidean", "cosine", "precomputed"]
    affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"]
    sigma: float
    symmetry: Literal["either", "mutual"]
    search: Literal["auto", "exact", "approximate"]
    normalize_rows: bool
    n_init: int
    max_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    view_weights_: NDArray[np.float64]
    embedding_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        fusion: Literal["mean", "best"] = "mean",
        graph_weight: float = 0.1,
        teaching_weight: float = 0.1,
        rank_penalty: float = 0.1,
        teach_every: int = 20,
        n_neighbors: int | Literal["auto"] = "auto",
        metric: Literal["auto", "euclidean", "cosine", "precomputed"] = "auto",
        affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"] = "auto",
        sigma: float = 1.0,
        symmetry: Literal["either", "mutual"] = "either",
        search: Literal["auto", "exact", "approximate"] = "auto",
        normalize_rows: bool = False,
        n_init: int = 10,
        max_iter: int = 60,
        tol: float = 1e-05,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class MMCP(PredictingClusterer):
    n_clusters: int
    fusion: Literal["mixture", "average"]
    alpha: float
    scale: Literal["max", "none"]
    n_neighbors: int | Literal["auto"]
    metric: Literal["auto", "euclidean", "cosine", "precomputed"]
    affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"]
    sigma: float
    symmetry: Literal["either", "mutual"]
    search: Literal["auto", "exact", "approximate"]
    normalize_rows: bool
    n_init: int
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    embedding_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        fusion: Literal["mixture", "average"] = "mixture",
        alpha: float = 0.6,
        scale: Literal["max", "none"] = "max",
        n_neighbors: int | Literal["auto"] = "auto",
        metric: Literal["auto", "euclidean", "cosine", "precomputed"] = "auto",
        affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"] = "auto",
        sigma: float = 1.0,
        symmetry: Literal["either", "mutual"] = "either",
        search: Literal["auto", "exact", "approximate"] = "auto",
        normalize_rows: bool = True,
        n_init: int = 10,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class MVMC(PredictingClusterer):
    n_clusters: int
    n_components: int | Literal["auto"]
    completion_weight: float
    rank_penalty: float
    consensus_weight: float
    n_neighbors: int | Literal["auto"]
    metric: Literal["auto", "euclidean", "cosine", "precomputed"]
    affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"]
    sigma: float
    symmetry: Literal["either", "mutual"]
    search: Literal["auto", "exact", "approximate"]
    normalize_rows: bool
    n_init: int
    max_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32] | list[NDArray[np.int32]]
    confidence_: NDArray[np.float64] | list[NDArray[np.float64]]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int | list[int]
    feature_names_in_: NDArray[np.object_]
    object_labels_: NDArray[np.int32]
    embedding_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_components: int | Literal["auto"] = "auto",
        completion_weight: float = 1.0,
        rank_penalty: float = 1.0,
        consensus_weight: float = 1.0,
        n_neighbors: int | Literal["auto"] = "auto",
        metric: Literal["auto", "euclidean", "cosine", "precomputed"] = "auto",
        affinity: Literal["auto", "local-scaling", "median", "gaussian", "cosine", "binary"] = "auto",
        sigma: float = 1.0,
        symmetry: Literal["either", "mutual"] = "either",
        search: Literal["auto", "exact", "approximate"] = "auto",
        normalize_rows: bool = True,
        n_init: int = 10,
        max_iter: int = 200,
        tol: float = 1e-05,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class SMVC(SeveralClusterer):
    n_clusters: int | Sequence[int]
    n_clusterings: int | Literal["auto"]
    max_clusterings: int
    max_clusters: int
    constraint_weight: float
    mode: Literal["corrected", "paper"]
    background: bool | Literal["auto"]
    start: Literal["auto", "mutual-information", "correlation", "must-links", "random-groups", "random"]
    n_init: int
    n_finish: int
    warm_up: int | Literal["auto"]
    ramp: int
    prior_mean: float
    prior_shape: float
    prior_rate: float
    prior_size: float
    dimension_prior: float | Sequence[float]
    constraint_prior: float | Sequence[float]
    columns_of: str
    pairs_of: str
    belief: float
    image: str
    max_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32]
    confidence_: NDArray[np.float64]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    clusterings_: NDArray[np.int32]
    clusterings_confidence_: NDArray[np.float64]
    clusterings_report_: list[dict[str, Any]]
    dimension_probabilities_: NDArray[np.float64]
    tried_: list[dict[str, Any]]
    def __init__(
        self,
        n_clusters: int | Sequence[int] = 3,
        *,
        n_clusterings: int | Literal["auto"] = 2,
        max_clusterings: int = 5,
        max_clusters: int = 0,
        constraint_weight: float = 5.0,
        mode: Literal["corrected", "paper"] = "corrected",
        background: bool | Literal["auto"] = "auto",
        start: Literal["auto", "mutual-information", "correlation", "must-links", "random-groups", "random"] = "auto",
        n_init: int = 5,
        n_finish: int = 2,
        warm_up: int | Literal["auto"] = "auto",
        ramp: int = 20,
        prior_mean: float = 0.1,
        prior_shape: float = 1.0,
        prior_rate: float = 0.1,
        prior_size: float = 1.0,
        dimension_prior: float | Sequence[float] = 1.0,
        constraint_prior: float | Sequence[float] = 1.0,
        columns_of: str = "",
        pairs_of: str = "",
        belief: float = 1.0,
        image: str = "",
        max_iter: int = 300,
        tol: float = 0.01,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class Orthogonal(SeveralClusterer):
    n_clusters: int
    n_clusterings: int
    variant: Literal["clusters", "subspaces"]
    pca_share: float
    min_variance: float
    n_init: int
    max_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32]
    confidence_: NDArray[np.float64]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    clusterings_: NDArray[np.int32]
    clusterings_confidence_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_clusterings: int = 2,
        variant: Literal["clusters", "subspaces"] = "subspaces",
        pca_share: float = 0.9,
        min_variance: float = 0.1,
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 1e-06,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class Alternative(SeveralClusterer):
    n_clusters: int
    n_clusterings: int
    tradeoff: float
    eigenvalue_floor: float
    n_init: int
    max_iter: int
    tol: float
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32]
    confidence_: NDArray[np.float64]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    clusterings_: NDArray[np.int32]
    clusterings_confidence_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_clusterings: int = 2,
        tradeoff: float = 2.0,
        eigenvalue_floor: float = 0.001,
        n_init: int = 10,
        max_iter: int = 300,
        tol: float = 1e-06,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

class PROCLUS(PredictingClusterer):
    n_clusters: int
    n_dimensions: int | Literal["auto"]
    sample_factor: int
    medoid_factor: int
    min_deviation: float
    n_init: int
    max_stale: int
    max_iter: int
    prep: Preparation
    warm_start: bool
    validate: int | None
    n_jobs: int | None
    random_state: RandomState
    verbose: bool | int
    labels_: NDArray[np.int32]
    confidence_: NDArray[np.float64]
    objective_: float
    objectives_: NDArray[np.float64]
    n_iter_: int
    stop_reason_: Literal["converged", "max_iter", "cancelled"]
    constraints_report_: dict[str, Any]
    held_out_agreement_: float
    held_out_: dict[str, Any] | None
    suspect_constraints_: list[dict[str, Any]]
    judgements_: dict[str, Any]
    warnings_: list[dict[str, Any]]
    seconds_: dict[str, float]
    seed_: int
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    metrics_: list[dict[str, Any]]
    feature_weights_: NDArray[np.float64]
    def __init__(
        self,
        n_clusters: int = 8,
        *,
        n_dimensions: int | Literal["auto"] = "auto",
        sample_factor: int = 30,
        medoid_factor: int = 10,
        min_deviation: float = 0.1,
        n_init: int = 10,
        max_stale: int = 10,
        max_iter: int = 300,
        prep: Preparation = None,
        warm_start: bool = False,
        validate: int | None = 5,
        n_jobs: int | None = None,
        random_state: RandomState = None,
        verbose: bool | int = False,
    ) -> None: ...

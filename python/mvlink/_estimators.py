"""The estimators. Written by python/generate_estimators.py: change the declaration of the options."""

from typing import ClassVar

from ._base import CentroidClusterer, PredictingClusterer, SeveralClusterer

__all__ = [
    "KMeans",
    "PCKMeans",
    "MPCKMeans",
    "MKMeans",
    "COPKMeans",
    "SupervisedMeans",
    "RCAKMeans",
    "MLComponents",
    "CMVNMF",
    "NMF",
    "ConcatNMF",
    "MultiNMF",
    "XRAY",
    "SMVC",
    "Orthogonal",
    "Alternative",
    "PROCLUS",
]


class KMeans(CentroidClusterer):
    """K-Means: round clusters around their means, no constraints.

    Splits the rows of one view into K groups around their means (Lloyd's rounds from k-means++ starts). Fast, for dense
    and sparse data. It does not use constraints, only counts how many it keeps: the yardstick for every method that
    does.

    On the command line: kmeans.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    init : {"k-means++", "random"} or array of shape (n_clusters, n_features), default="k-means++"
        How the centroids start: k-means++ (greedy), or random rows. An array gives the centres themselves.
    n_init : int, default=10
        Number of starts; the lowest objective wins. At least 1.
    max_iter : int, default=300
        Most rounds of assignment and means in one start. At least 1.
    tol : float, default=1e-06
        Stop when the objective falls by less than this share. At least 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    inertia_ : float
        Sum of the squared distances of the rows to the centres of their clusters.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1].
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    """

    _method = "kmeans"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "init": "enum",
        "n_init": "int",
        "max_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = True
    _needs_nonnegative = False
    _minimises_inertia = True

    def __init__(
        self,
        n_clusters=8,
        *,
        init="k-means++",
        n_init=10,
        max_iter=300,
        tol=1e-06,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class PCKMeans(CentroidClusterer):
    """PCK-Means: K-Means that pays for every broken constraint.

    K-Means whose clusters start from the groups that must-links make, and whose objective adds the weight of every
    violated constraint. Constraints are wishes, not orders: a few wrong ones do not break it. constraint_weight is on
    the scale of squared distances: raise it if constraints are ignored, or standardise the data.

    On the command line: pck-means. Paper: bilenko2004.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    mode : {"corrected", "paper"}, default="corrected"
        What `auto` stands for in fill and n_init: what works best, or what the paper says.
    init : {"constraints", "k-means++", "random"} or array of shape (n_clusters, n_features), default="constraints"
        How the centroids start: from the neighbourhoods that must-links make, k-means++, or random rows. An array gives
        the centres themselves.
    farthest_first : {"mutual", "literal"}, default="mutual"
        Which neighbourhoods start clusters when there are more than K: by distance times sqrt(|Np||Nq|) (mutual, the
        authors' code) or times |Np| (literal, the paper's words).
    fill : {"auto", "perturbation", "k-means++"}, default="auto"
        Where clusters without a neighbourhood start: random perturbations of the global mean, or k-means++; auto:
        k-means++, in mode=paper perturbations.
    n_init : int or "auto", default="auto"
        Number of starts; the lowest objective wins. auto: 10, or 1 where neighbourhoods start every cluster and in
        mode=paper. At least 1.
    max_iter : int, default=100
        Most rounds of assignment and means in one start. At least 1.
    tol : float, default=1e-06
        Stop when no label changes and the objective falls by less than this share. At least 0.
    constraint_weight : float, default=1.0
        Cost of one violated constraint of weight 1; weight_scale says on which scale. At least 0.
    weight_scale : {"absolute", "relative"}, default="absolute"
        What constraint_weight counts: cost, to compare with squared distances between rows (absolute), or shares of the
        rows' mean squared distance from their mean (relative).
    closure : bool or "auto", default="auto"
        Also count the constraints that follow from the given ones. auto: unless the given ones contradict each other,
        since then some are wrong, and what follows from them is wrong too; in mode=paper always.
    order : {"random", "greedy", "index"}, default="random"
        Order in which constrained rows are assigned; greedy: fewest constraints first, then nearest to a centroid.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1].
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    """

    _method = "pck-means"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "mode": "enum",
        "init": "enum",
        "farthest_first": "enum",
        "fill": "enum",
        "n_init": "int or auto",
        "max_iter": "int",
        "tol": "float",
        "constraint_weight": "float",
        "weight_scale": "enum",
        "closure": "bool or auto",
        "order": "enum",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        mode="corrected",
        init="constraints",
        farthest_first="mutual",
        fill="auto",
        n_init="auto",
        max_iter=100,
        tol=1e-06,
        constraint_weight=1.0,
        weight_scale="absolute",
        closure="auto",
        order="random",
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.mode = mode
        self.init = init
        self.farthest_first = farthest_first
        self.fill = fill
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.constraint_weight = constraint_weight
        self.weight_scale = weight_scale
        self.closure = closure
        self.order = order
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MPCKMeans(CentroidClusterer):
    """MPCK-Means: PCK-Means that also learns which features count.

    Learns clusters and the metric in which they are round, from data and constraints together. metric=diagonal learns a
    weight a feature, metric=full also turns the axes (dense data, features that go together); per_cluster=true gives
    every cluster its own. Works on unscaled features, and says which ones count.

    On the command line: mpck-means. Paper: bilenko2004.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    mode : {"corrected", "paper"}, default="corrected"
        What `auto` stands for in fill, n_init and memory: what works best, or what the paper says.
    metric : {"diagonal", "full"}, default="diagonal"
        Form of the learnt metric: a weight a feature (diagonal), or a full matrix, which also turns the axes.
    per_cluster : bool, default=False
        Learn one metric a cluster, or one for all.
    init : {"constraints", "k-means++", "random"} or array of shape (n_clusters, n_features), default="constraints"
        How the centroids start: from the neighbourhoods that must-links make, k-means++, or random rows. An array gives
        the centres themselves.
    farthest_first : {"mutual", "literal"}, default="mutual"
        Which neighbourhoods start clusters when there are more than K: by distance times sqrt(|Np||Nq|) (mutual, the
        authors' code) or times |Np| (literal, the paper's words).
    fill : {"auto", "perturbation", "k-means++"}, default="auto"
        Where clusters without a neighbourhood start: random perturbations of the global mean, or k-means++; auto:
        k-means++, in mode=paper perturbations.
    n_init : int or "auto", default="auto"
        Number of starts; the lowest objective wins. auto: 10, where neighbourhoods start every cluster one there and
        the others by k-means++, beyond a million values only there; in mode=paper 1. At least 1.
    max_iter : int, default=100
        Most rounds of assignment, means and metrics in one start. At least 1.
    tol : float, default=1e-06
        Stop when no label changes and the objective falls by less than this share. At least 0.
    constraint_weight : float, default=1.0
        Cost of a violated constraint of weight 1, in units of the squared distance that it ought to bridge. At least 0.
    closure : bool or "auto", default="auto"
        Also count the constraints that follow from the given ones. auto: unless the given ones contradict each other,
        since then some are wrong, and what follows from them is wrong too; in mode=paper always.
    order : {"random", "greedy", "index"}, default="random"
        Order in which constrained rows are assigned; greedy: fewest constraints first, then nearest to a centroid.
    memory : {"auto", "keep", "forget", "best"}, default="auto"
        Whether assignments keep the labels of the round before, forget them in the first 15 rounds, or both are tried
        and the lower objective wins (best). auto: best, in mode=paper keep.
    farthest_pair : {"auto", "box", "exact"}, default="auto"
        What a violated cannot-link is measured against: the data's bounding box (diagonal metrics only), or the exact
        farthest pair of rows; auto: box for diagonal metrics, exact for full ones.
    freeze_after : int, default=10
        Keep the exact farthest pair after this many rounds, so that the objective settles; 0: never keep it. At least
        0.
    floor : float, default=0.01
        Least variance of a learnt metric, as a share of the feature's own, so that no direction counts without limit.
        Above 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1].
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    metrics_ : list of dict
        What was learnt of the features, for all clusters or one a cluster: weights, and of full metrics the directions
        that count most.
    feature_weights_ : ndarray of shape (n_metrics, n_features)
        What a difference of one standard deviation costs, feature by feature.
    """

    _method = "mpck-means"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "mode": "enum",
        "metric": "enum",
        "per_cluster": "bool",
        "init": "enum",
        "farthest_first": "enum",
        "fill": "enum",
        "n_init": "int or auto",
        "max_iter": "int",
        "tol": "float",
        "constraint_weight": "float",
        "closure": "bool or auto",
        "order": "enum",
        "memory": "enum",
        "farthest_pair": "enum",
        "freeze_after": "int",
        "floor": "float",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        mode="corrected",
        metric="diagonal",
        per_cluster=False,
        init="constraints",
        farthest_first="mutual",
        fill="auto",
        n_init="auto",
        max_iter=100,
        tol=1e-06,
        constraint_weight=1.0,
        closure="auto",
        order="random",
        memory="auto",
        farthest_pair="auto",
        freeze_after=10,
        floor=0.01,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.mode = mode
        self.metric = metric
        self.per_cluster = per_cluster
        self.init = init
        self.farthest_first = farthest_first
        self.fill = fill
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.constraint_weight = constraint_weight
        self.closure = closure
        self.order = order
        self.memory = memory
        self.farthest_pair = farthest_pair
        self.freeze_after = freeze_after
        self.floor = floor
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MKMeans(CentroidClusterer):
    """MK-Means: K-Means whose metric is learnt with constraints.

    The half of MPCK-Means that learns the metric: constraints shape it, but neither the start nor the assignment heeds
    them. A comparison method; without constraints, K-Means that scales its features.

    On the command line: mk-means. Paper: bilenko2004.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    metric : {"diagonal", "full"}, default="diagonal"
        Form of the learnt metric: a weight a feature (diagonal), or a full matrix, which also turns the axes.
    per_cluster : bool, default=False
        Learn one metric a cluster, or one for all.
    init : {"k-means++", "random"} or array of shape (n_clusters, n_features), default="k-means++"
        How the centroids start: k-means++ (greedy), or random rows. An array gives the centres themselves.
    n_init : int, default=10
        Number of starts; the lowest objective wins. At least 1.
    max_iter : int, default=100
        Most rounds of assignment, means and metrics in one start. At least 1.
    tol : float, default=1e-06
        Stop when no label changes and the objective falls by less than this share. At least 0.
    constraint_weight : float, default=1.0
        Weight of a violated constraint of weight 1 in the metric. At least 0.
    closure : bool or "auto", default="auto"
        Also count the constraints that follow from the given ones. auto: unless the given ones contradict each other,
        since then some are wrong, and what follows from them is wrong too.
    farthest_pair : {"auto", "box", "exact"}, default="auto"
        What a violated cannot-link is measured against: the data's bounding box (diagonal metrics only), or the exact
        farthest pair of rows; auto: box for diagonal metrics, exact for full ones.
    freeze_after : int, default=10
        Keep the exact farthest pair after this many rounds; 0: never keep it. At least 0.
    floor : float, default=0.01
        Least variance of a learnt metric, as a share of the feature's own, so that no direction counts without limit.
        Above 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1].
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    metrics_ : list of dict
        What was learnt of the features, for all clusters or one a cluster: weights, and of full metrics the directions
        that count most.
    feature_weights_ : ndarray of shape (n_metrics, n_features)
        What a difference of one standard deviation costs, feature by feature.
    """

    _method = "mk-means"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "metric": "enum",
        "per_cluster": "bool",
        "init": "enum",
        "n_init": "int",
        "max_iter": "int",
        "tol": "float",
        "constraint_weight": "float",
        "closure": "bool or auto",
        "farthest_pair": "enum",
        "freeze_after": "int",
        "floor": "float",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        metric="diagonal",
        per_cluster=False,
        init="k-means++",
        n_init=10,
        max_iter=100,
        tol=1e-06,
        constraint_weight=1.0,
        closure="auto",
        farthest_pair="auto",
        freeze_after=10,
        floor=0.01,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.metric = metric
        self.per_cluster = per_cluster
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.constraint_weight = constraint_weight
        self.closure = closure
        self.farthest_pair = farthest_pair
        self.freeze_after = freeze_after
        self.floor = floor
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class COPKMeans(CentroidClusterer):
    """COP-KMeans: K-Means that keeps every constraint, or says why it cannot.

    K-Means under orders: rows that must-links join go into one cluster as a whole, and never into that of a row they
    are cannot-linked with. Contradictions are refused, and so are constraints that it finds no clusters for
    (on_dead_end=soften breaks some and says which). Use it when every pair is certain; weights do not matter.

    On the command line: cop-kmeans.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    init : {"k-means++", "random"} or array of shape (n_clusters, n_features), default="k-means++"
        How the centroids start: k-means++ (greedy), or random rows. An array gives the centres themselves.
    rule : {"chunk", "point"}, default="chunk"
        What decides the cluster of rows that must-links join: all of them (chunk) or the first (point, the paper's
        way).
    order : {"saturation", "input"}, default="saturation"
        Who is assigned next: the rows with the most forbidden clusters (saturation) or those with the lowest number
        (input, the paper's way).
    on_dead_end : {"fail", "reorder", "soften"}, default="reorder"
        Where no cluster is left for a row: fail; reorder (visit such rows first, then start afresh, and fail at last);
        or soften (break as few cannot-links as possible, and say so).
    n_init : int, default=10
        Number of starts; the lowest objective wins. At least 1.
    max_iter : int, default=300
        Most rounds of assignment and means in one start. At least 1.
    tol : float, default=1e-06
        Stop when the objective changes by less than this share. At least 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    inertia_ : float
        Sum of the squared distances of the rows to the centres of their clusters.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1].
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    """

    _method = "cop-kmeans"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "init": "enum",
        "rule": "enum",
        "order": "enum",
        "on_dead_end": "enum",
        "n_init": "int",
        "max_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = True
    _needs_nonnegative = False
    _minimises_inertia = True

    def __init__(
        self,
        n_clusters=8,
        *,
        init="k-means++",
        rule="chunk",
        order="saturation",
        on_dead_end="reorder",
        n_init=10,
        max_iter=300,
        tol=1e-06,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.init = init
        self.rule = rule
        self.order = order
        self.on_dead_end = on_dead_end
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class SupervisedMeans(CentroidClusterer):
    """Supervised-Means: every row to the nearest group that must-links make.

    Takes the means of the groups that must-links make as centroids and gives every row to the nearest, once. What
    learning from the pairs alone is worth: methods that also learn from the other rows should beat it.

    On the command line: supervised-means. Paper: bilenko2004.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    init : {"constraints", "k-means++", "random"} or array of shape (n_clusters, n_features), default="constraints"
        Where the centroids are: in the neighbourhoods that must-links make, k-means++, or random rows. An array gives
        the centres themselves.
    farthest_first : {"mutual", "literal"}, default="mutual"
        Which neighbourhoods give clusters when there are more than K: by distance times sqrt(|Np||Nq|) (mutual, the
        authors' code) or times |Np| (literal, the paper's words).
    fill : {"auto", "perturbation", "k-means++"}, default="k-means++"
        Where clusters without a neighbourhood are: random perturbations of the global mean, or k-means++.
    n_init : int or "auto", default="auto"
        Number of tries; the lowest objective wins. auto: 10, or 1 where neighbourhoods give every cluster. At least 1.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1].
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    """

    _method = "supervised-means"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "init": "enum",
        "farthest_first": "enum",
        "fill": "enum",
        "n_init": "int or auto",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        init="constraints",
        farthest_first="mutual",
        fill="k-means++",
        n_init="auto",
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.init = init
        self.farthest_first = farthest_first
        self.fill = fill
        self.n_init = n_init
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class RCAKMeans(CentroidClusterer):
    """RCA + K-Means: a metric from must-links, then K-Means under it.

    Relevant Component Analysis: how rows differ that must-links join is what does not matter, so such directions are
    shrunk; then K-Means, started from the groups that must-links make. Corrects scales and correlations of features
    with few pairs. Cannot-links are only counted. Needs a dense view of not too many columns.

    On the command line: rca-kmeans. Paper: bilenko2004.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    init : {"constraints", "k-means++", "random"} or array of shape (n_clusters, n_features), default="constraints"
        How the centroids start: from the neighbourhoods that must-links make, k-means++, or random rows. An array gives
        the centres themselves.
    farthest_first : {"mutual", "literal"}, default="mutual"
        Which neighbourhoods start clusters when there are more than K: by distance times sqrt(|Np||Nq|) (mutual, the
        authors' code) or times |Np| (literal, the paper's words).
    fill : {"auto", "perturbation", "k-means++"}, default="k-means++"
        Where clusters without a neighbourhood start: random perturbations of the global mean, or k-means++.
    eigenvalue_floor : float, default=0.01
        Least variance inside neighbourhoods along any direction, features scaled to variance 1: what is below is raised
        to it. Above 0.
    n_init : int or "auto", default="auto"
        Number of starts; the lowest objective wins. auto: 10, or 1 where neighbourhoods start every cluster. At least
        1.
    max_iter : int, default=300
        Most rounds of assignment and means in one start. At least 1.
    tol : float, default=1e-06
        Stop when the objective falls by less than this share. At least 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1].
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    """

    _method = "rca-kmeans"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "init": "enum",
        "farthest_first": "enum",
        "fill": "enum",
        "eigenvalue_floor": "float",
        "n_init": "int or auto",
        "max_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = False
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        init="constraints",
        farthest_first="mutual",
        fill="k-means++",
        eigenvalue_floor=0.01,
        n_init="auto",
        max_iter=300,
        tol=1e-06,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.init = init
        self.farthest_first = farthest_first
        self.fill = fill
        self.eigenvalue_floor = eigenvalue_floor
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MLComponents(PredictingClusterer):
    """ML-Components: the answer of must-links alone, without looking at the data.

    The K largest groups that must-links make, in one view or across several, are the clusters; all other rows are
    counted to the largest. Features and cannot-links play no part: what a method reaches beyond this, it reaches by
    looking at the data.

    On the command line: ml-components.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    use_mapping : bool, default=False
        Also join the rows of several views that the mapping says are one object.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, where views are mapped.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1]; a list if X is several views.
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X; a list if X is several views.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    """

    _method = "ml-components"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "use_mapping": "bool",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        use_mapping=False,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.use_mapping = use_mapping
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class CMVNMF(PredictingClusterer):
    """CMVNMF: views that need not be mapped, joined by constraints between them.

    Explains every view as a mixture of K parts (nonnegative factorisation) and makes the mixtures of two rows agree
    where a must-link joins them and differ where a cannot-link does, in one view or across views. No row needs to be
    known in more than one view; a mapping is used where there is one (use_mapping). Features must be >= 0, as counts
    and tf-idf weights are: --prep minmax for others. Says which features mark each cluster.

    On the command line: cmvnmf. Paper: zhang2015.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, the same in every view. At least 1.
    mode : {"corrected", "paper"}, default="corrected"
        What `auto` stands for in the options below: what works best, or what the paper says.
    beta : float, default=1.0
        How much constraints (and the mapping) count against the features; anything from 0.1 to 1 does. At least 0.
    constraint_weight : float, default=1.0
        What a constraint of weight 1 counts beside a mapped pair of rows, which counts 1. At least 0.
    use_mapping : bool or "auto", default="auto"
        Take mapped rows as must-linked. auto: true; in mode=paper, which ignores the mapping, false.
    scale : {"auto", "rows", "sum", "none"}, default="auto"
        Scale of the features: every row of length 1, every view of sum 1, or as they are. auto: rows; in mode=paper
        sum.
    rescale : bool or "auto", default="auto"
        Keep the columns of U at length 1, without which constraints lose their force. auto: true; in mode=paper false.
    align : bool or "auto", default="auto"
        Number the clusters of the views alike before the first round, by the constraints between them. auto: true; in
        mode=paper false.
    ramp : int or "auto", default="auto"
        Rounds over which beta rises from a hundredth to its value. auto: 50; in mode=paper 0. At least 0.
    n_init : int or "auto", default="auto"
        Number of starts; the lowest objective wins. auto: 5; in mode=paper 1. At least 1.
    max_iter : int, default=150
        Most rounds in one start. At least 1.
    tol : float, default=1e-05
        Stop when the objective changes by less than this share a round, looked at every five rounds. At least 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, where views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1]; a list if X is several views.
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X; a list if X is several views.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    topics_ : list of dict
        What marks each cluster in each view: the features that weigh most, as (name or column, weight).
    """

    _method = "cmvnmf"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "mode": "enum",
        "beta": "float",
        "constraint_weight": "float",
        "use_mapping": "bool or auto",
        "scale": "enum",
        "rescale": "bool or auto",
        "align": "bool or auto",
        "ramp": "int or auto",
        "n_init": "int or auto",
        "max_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = True

    def __init__(
        self,
        n_clusters=8,
        *,
        mode="corrected",
        beta=1.0,
        constraint_weight=1.0,
        use_mapping="auto",
        scale="auto",
        rescale="auto",
        align="auto",
        ramp="auto",
        n_init="auto",
        max_iter=150,
        tol=1e-05,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.mode = mode
        self.beta = beta
        self.constraint_weight = constraint_weight
        self.use_mapping = use_mapping
        self.scale = scale
        self.rescale = rescale
        self.align = align
        self.ramp = ramp
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class NMF(PredictingClusterer):
    """NMF: every view by itself as non-negative parts, no constraints.

    Writes every row as a sum of K parts with non-negative weights, one view at a time, and clusters rows by these
    weights. The parts say what marks a cluster: words of a topic, regions of an image. For counts, text and other
    features that are never negative. Constraints are only counted.

    On the command line: nmf. Paper: zhang2015.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of columns of the factors. At least 1.
    solver : {"hals", "mu"}, default="hals"
        How the factors are found: hals (row by row, fast) or mu (multiplicative updates, as in the papers).
    assign : {"auto", "kmeans", "argmax"}, default="auto"
        How rows of V become labels: K-Means on them, or the column of their largest entry (argmax). auto: argmax where
        the view is sparse, as text is, else K-Means.
    normalize : {"l2", "sum", "none"}, default="l2"
        What the features are divided by first: the length of the row (l2), the sum of the view over its number of rows
        (sum), or nothing (none).
    n_init : int, default=5
        Number of starts; the lowest objective wins. At least 1.
    max_iter : int, default=200
        Most rounds in one start. At least 1.
    tol : float, default=1e-05
        Stop when the objective falls by less than this share in a round. At least 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, where views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1]; a list if X is several views.
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X; a list if X is several views.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    topics_ : list of dict
        What marks each cluster in each view: the features that weigh most, as (name or column, weight).
    """

    _method = "nmf"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "solver": "enum",
        "assign": "enum",
        "normalize": "enum",
        "n_init": "int",
        "max_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = True

    def __init__(
        self,
        n_clusters=8,
        *,
        solver="hals",
        assign="auto",
        normalize="l2",
        n_init=5,
        max_iter=200,
        tol=1e-05,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.solver = solver
        self.assign = assign
        self.normalize = normalize
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class ConcatNMF(PredictingClusterer):
    """ConcatNMF: NMF of all views side by side, no constraints.

    NMF of one table with the columns of all views, each view brought to the same scale. The simplest way to use several
    views at once; every object must have one row in every view. Constraints are only counted.

    On the command line: concat-nmf. Paper: zhang2015.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of columns of the factors. At least 1.
    solver : {"hals", "mu"}, default="hals"
        How the factors are found: hals (row by row, fast) or mu (multiplicative updates, as in the papers).
    assign : {"auto", "kmeans", "argmax"}, default="auto"
        How rows of V become labels: K-Means on them, or the column of their largest entry (argmax). auto: argmax where
        the view is sparse, as text is, else K-Means.
    normalize : {"l2", "sum", "none"}, default="l2"
        What the features are divided by first: the length of the row (l2), the sum of the view over its number of rows
        (sum), or nothing (none).
    n_init : int, default=5
        Number of starts; the lowest objective wins. At least 1.
    max_iter : int, default=200
        Most rounds in one start. At least 1.
    tol : float, default=1e-05
        Stop when the objective falls by less than this share in a round. At least 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, where views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1]; a list if X is several views.
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X; a list if X is several views.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    topics_ : list of dict
        What marks each cluster in each view: the features that weigh most, as (name or column, weight).
    """

    _method = "concat-nmf"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "solver": "enum",
        "assign": "enum",
        "normalize": "enum",
        "n_init": "int",
        "max_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = True

    def __init__(
        self,
        n_clusters=8,
        *,
        solver="hals",
        assign="auto",
        normalize="l2",
        n_init=5,
        max_iter=200,
        tol=1e-05,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.solver = solver
        self.assign = assign
        self.normalize = normalize
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MultiNMF(PredictingClusterer):
    """MultiNMF: an NMF a view, drawn to what all views share, no constraints.

    Factorises every view by itself, while the weights of an object in all views are drawn to a common one, which labels
    the objects. Every object must have one row in every view. Constraints are only counted.

    On the command line: multi-nmf. Paper: zhang2015.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of columns of the factors. At least 1.
    consensus_weight : float, default=0.01
        How much every view pulls towards what the views share (lambda). At least 0.
    assign : {"auto", "kmeans", "argmax"}, default="auto"
        How rows of V become labels: K-Means on them, or the column of their largest entry (argmax). auto: argmax where
        the view is sparse, as text is, else K-Means.
    normalize : {"l2", "sum", "none"}, default="sum"
        What the features are divided by first: the length of the row (l2), the sum of the view over its number of rows
        (sum), or nothing (none).
    view_labels : {"own", "consensus"}, default="own"
        Where the labels of a view's rows come from: its own factor, or the shared one, which labels the objects.
    n_init : int, default=10
        Number of short factorisations of the first view; the best one starts all views. At least 1.
    max_iter : int, default=30
        Most rounds over all views. At least 1.
    inner_iter : int, default=50
        Updates of one view in a round. At least 1.
    tol : float, default=1e-06
        Stop when the objective falls by less than this share in a round. At least 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, where views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1]; a list if X is several views.
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X; a list if X is several views.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    topics_ : list of dict
        What marks each cluster in each view: the features that weigh most, as (name or column, weight).
    """

    _method = "multi-nmf"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "consensus_weight": "float",
        "assign": "enum",
        "normalize": "enum",
        "view_labels": "enum",
        "n_init": "int",
        "max_iter": "int",
        "inner_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = True

    def __init__(
        self,
        n_clusters=8,
        *,
        consensus_weight=0.01,
        assign="auto",
        normalize="sum",
        view_labels="own",
        n_init=10,
        max_iter=30,
        inner_iter=50,
        tol=1e-06,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.consensus_weight = consensus_weight
        self.assign = assign
        self.normalize = normalize
        self.view_labels = view_labels
        self.n_init = n_init
        self.max_iter = max_iter
        self.inner_iter = inner_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class XRAY(PredictingClusterer):
    """XRAY: rows as mixtures of a few chosen rows, no constraints.

    Chooses K rows (anchors) of every view, one after the other, so that all rows are nearly non-negative mixtures of
    them, and clusters rows by these mixtures. No random start. select=max is fast and finds the corners of separable
    data; greedy and dist look at all pairs of rows. Constraints are only counted.

    On the command line: xray. Paper: zhang2015.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of anchors. At least 1.
    select : {"greedy", "max", "dist", "rand"}, default="greedy"
        Which row is the next anchor: what explains most of the rest (greedy), or an extreme row in the direction of the
        largest residual (max), of the one that has most to explain (dist), of a random one (rand). greedy and dist look
        at all pairs of rows.
    assign : {"auto", "kmeans", "argmax"}, default="kmeans"
        How rows of V become labels: K-Means on them, or the column of their largest entry (argmax). auto: argmax where
        the view is sparse, as text is, else K-Means.
    normalize : {"l2", "sum", "none"}, default="none"
        What the features are divided by first: the length of the row (l2), the sum of the view over its number of rows
        (sum), or nothing (none).
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, where views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1]; a list if X is several views.
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X; a list if X is several views.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    topics_ : list of dict
        What marks each cluster in each view: the features that weigh most, as (name or column, weight).
    """

    _method = "xray"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "select": "enum",
        "assign": "enum",
        "normalize": "enum",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = True

    def __init__(
        self,
        n_clusters=8,
        *,
        select="greedy",
        assign="kmeans",
        normalize="none",
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.select = select
        self.assign = assign
        self.normalize = normalize
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class SMVC(SeveralClusterer):
    """SMVC: several clusterings of one table at once, each in its own dimensions.

    Finds M clusterings of the same rows, divides the dimensions among them, and finds out of every constraint which
    clustering it speaks of: two rows may belong together in one and apart in another. Without constraints it finds
    groupings that a single partition would mix up. Dimensions that follow no grouping are set aside. Sparse rows are
    read as dense, block by block.

    On the command line: smvc. Paper: guennemann2014.

    Parameters
    ----------
    n_clusters : int or sequence of int, default=3
        Number of clusters K of every clustering: one for all, or one each (3,4). At least 1.
    n_clusterings : int or "auto", default=2
        Number of clusterings M. auto: as many as n_clusters lists; with one number, 1 to max_clusterings are tried and
        the bound decides. At least 1.
    max_clusterings : int, default=5
        Most clusterings that n_clusterings=auto tries. At least 1.
    max_clusters : int, default=0
        0: n_clusters as given. Else the bound chooses the number of clusters of every clustering, from 2 to this. At
        least 0.
    constraint_weight : float, default=5.0
        What a constraint of weight 1 is worth, in nats; weights of constraints multiply it. At least 0.
    mode : {"corrected", "paper"}, default="corrected"
        corrected: coordinate ascent on the bound, with the normaliser of must-links. paper: Eq. (10) to (14) as
        printed, but for beta and the prior.
    background : bool or "auto", default="auto"
        Whether dimensions may belong to no clustering. auto: yes, but not in mode=paper.
    start : {"auto", "mutual-information", "correlation", "must-links", "random-groups", "random"}, default="auto"
        What groups dimensions at the start. auto: mutual information, and must-links for two of the starts.
    n_init : int, default=5
        Number of starts. Every second one measures in the units of the data. At least 1.
    n_finish : int, default=2
        How many of the starts, the best by the bound, run to the end. At least 1.
    warm_up : int or "auto", default="auto"
        Rounds before constraints count. auto: 10, in mode=paper 0. At least 0.
    ramp : int, default=20
        Rounds over which constraints then gain their full weight. At least 0.
    prior_mean : float, default=0.1
        kappa0: in rows, how much the prior of a cluster mean counts. Above 0.
    prior_shape : float, default=1.0
        alpha0: shape of the prior of a precision. Above 0.
    prior_rate : float, default=0.1
        beta0: its rate, for dimensions of variance 1. Above 0.
    prior_size : float, default=1.0
        lambda0: rows that every cluster is given beforehand. Above 0.
    dimension_prior : float or sequence of float, default=1.0
        r: how likely a dimension belongs to each clustering, in any unit. Above 0.
    constraint_prior : float or sequence of float, default=1.0
        h: how likely a constraint speaks of each clustering, in any unit. Above 0.
    image : str, default=""
        The dimensions are the pixels of an image, row after row: its height x width, such as 20x20. The report then
        draws cluster means.
    max_iter : int, default=300
        Most rounds of one start. At least 1.
    tol : float, default=0.01
        Stop when the bound changes by less than this many nats. At least 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1].
    objective_ : float
        The lower bound that the method raises, in nats, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    clusterings_ : ndarray of shape (n_samples, n_clusterings)
        Cluster of each row in every clustering; labels_ is the first column, confidence_ goes with it.
    clusterings_confidence_ : ndarray of shape (n_samples, n_clusterings)
        How sure each of them is, in [0, 1].
    clusterings_report_ : list of dict
        What every clustering rests on: its dimensions and constraints with their probabilities, and how many nats a row
        it explains.
    dimension_probabilities_ : ndarray of shape (n_clusterings, n_features)
        How probably each dimension belongs to each clustering; what is missing to 1 belongs to none.
    tried_ : list of dict
        Numbers of clusters that were tried, with the bound; empty where all were given.
    """

    _method = "smvc"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int list",
        "n_clusterings": "int or auto",
        "max_clusterings": "int",
        "max_clusters": "int",
        "constraint_weight": "float",
        "mode": "enum",
        "background": "bool or auto",
        "start": "enum",
        "n_init": "int",
        "n_finish": "int",
        "warm_up": "int or auto",
        "ramp": "int",
        "prior_mean": "float",
        "prior_shape": "float",
        "prior_rate": "float",
        "prior_size": "float",
        "dimension_prior": "float list",
        "constraint_prior": "float list",
        "image": "text",
        "max_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=3,
        *,
        n_clusterings=2,
        max_clusterings=5,
        max_clusters=0,
        constraint_weight=5.0,
        mode="corrected",
        background="auto",
        start="auto",
        n_init=5,
        n_finish=2,
        warm_up="auto",
        ramp=20,
        prior_mean=0.1,
        prior_shape=1.0,
        prior_rate=0.1,
        prior_size=1.0,
        dimension_prior=1.0,
        constraint_prior=1.0,
        image="",
        max_iter=300,
        tol=0.01,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.n_clusterings = n_clusterings
        self.max_clusterings = max_clusterings
        self.max_clusters = max_clusters
        self.constraint_weight = constraint_weight
        self.mode = mode
        self.background = background
        self.start = start
        self.n_init = n_init
        self.n_finish = n_finish
        self.warm_up = warm_up
        self.ramp = ramp
        self.prior_mean = prior_mean
        self.prior_shape = prior_shape
        self.prior_rate = prior_rate
        self.prior_size = prior_size
        self.dimension_prior = dimension_prior
        self.constraint_prior = constraint_prior
        self.image = image
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class Orthogonal(SeveralClusterer):
    """Orthogonal clusterings: K-Means, take out what it explains, K-Means again.

    Finds several clusterings of one table one after the other: after each, what its means explain is taken out of the
    rows, so that the next one must be another (Cui, Fern, Dy 2007; variant=clusters and variant=subspaces are its two
    forms). It does not use constraints. A comparison method for smvc, which finds all clusterings at once and says
    which columns they rest on.

    On the command line: orthogonal. Paper: guennemann2014.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K of every clustering. At least 1.
    n_clusterings : int, default=2
        Number of clusterings. At least 1.
    variant : {"clusters", "subspaces"}, default="subspaces"
        What is taken out after a clustering: from every row its part along the mean of its cluster (clusters), or from
        all rows the space of the means (subspaces).
    pca_share : float, default=0.9
        Share of the variance that the principal components keep in which K-Means works; 1: no components. Above 0 and
        at most 1.
    min_variance : float, default=0.1
        Stop when less than this share of the variance is left. At least 0 and below 1.
    n_init : int, default=10
        Number of starts of each K-Means; the lowest objective wins. At least 1.
    max_iter : int, default=300
        Most rounds of each K-Means. At least 1.
    tol : float, default=1e-06
        K-Means stops when its objective falls by less than this share. At least 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1].
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    clusterings_ : ndarray of shape (n_samples, n_clusterings)
        Cluster of each row in every clustering; labels_ is the first column, confidence_ goes with it.
    clusterings_confidence_ : ndarray of shape (n_samples, n_clusterings)
        How sure each of them is, in [0, 1].
    """

    _method = "orthogonal"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "n_clusterings": "int",
        "variant": "enum",
        "pca_share": "float",
        "min_variance": "float",
        "n_init": "int",
        "max_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = False
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        n_clusterings=2,
        variant="subspaces",
        pca_share=0.9,
        min_variance=0.1,
        n_init=10,
        max_iter=300,
        tol=1e-06,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.n_clusterings = n_clusterings
        self.variant = variant
        self.pca_share = pca_share
        self.min_variance = min_variance
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class Alternative(SeveralClusterer):
    """Alternative clustering: another clustering than the one that is known.

    Given a clustering (a warm start, or K-Means), maps the rows so that they move towards the means of the other
    clusters, and clusters them again by K-Means (Qi, Davidson 2009). It does not use constraints. A comparison method
    for smvc.

    On the command line: alternative. Paper: guennemann2014.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K of every clustering. At least 1.
    n_clusterings : int, default=2
        Number of clusterings, the given one among them. At least 1.
    tradeoff : float, default=2.0
        How far rows leave the earlier clustering; 0: not at all, smaller stays closer to the data. At least 0.
    eigenvalue_floor : float, default=0.001
        Eigenvalues below this share of the largest are raised to it, so that constant features stay small. Above 0 and
        at most 1.
    n_init : int, default=10
        Number of starts of each K-Means; the lowest objective wins. At least 1.
    max_iter : int, default=300
        Most rounds of each K-Means. At least 1.
    tol : float, default=1e-06
        K-Means stops when its objective falls by less than this share. At least 0.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1].
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    clusterings_ : ndarray of shape (n_samples, n_clusterings)
        Cluster of each row in every clustering; labels_ is the first column, confidence_ goes with it.
    clusterings_confidence_ : ndarray of shape (n_samples, n_clusterings)
        How sure each of them is, in [0, 1].
    """

    _method = "alternative"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "n_clusterings": "int",
        "tradeoff": "float",
        "eigenvalue_floor": "float",
        "n_init": "int",
        "max_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = False
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        n_clusterings=2,
        tradeoff=2.0,
        eigenvalue_floor=0.001,
        n_init=10,
        max_iter=300,
        tol=1e-06,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.n_clusterings = n_clusterings
        self.tradeoff = tradeoff
        self.eigenvalue_floor = eigenvalue_floor
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class PROCLUS(PredictingClusterer):
    """PROCLUS: clusters around medoids, each in columns of its own.

    One clustering whose clusters each choose the columns in which they are narrow (Aggarwal et al. 1999). n_dimensions
    says how many on average. Rows far from every medoid are outliers: they keep the nearest label with confidence 0. It
    does not use constraints. A comparison method for smvc.

    On the command line: proclus. Paper: guennemann2014.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    n_dimensions : int or "auto", default="auto"
        Columns of a cluster on average, at least two each; auto: half of all. At least 2.
    sample_factor : int, default=30
        Rows drawn for each cluster to find medoids among. At least 1.
    medoid_factor : int, default=10
        Candidate medoids for each cluster. At least 1.
    min_deviation : float, default=0.1
        A medoid with fewer rows than this share of n / K is replaced. At least 0 and at most 1.
    n_init : int, default=10
        Number of starts; the lowest objective wins. At least 1.
    max_stale : int, default=10
        Rounds without gain that end a start. At least 1.
    max_iter : int, default=300
        Most rounds of a start. At least 1.
    prep : str, dict or None, default=None
        What is done to the features first, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D, joined
        by commas; {view: steps} for single views. None: the method's default, none. Centres are those of the prepared
        features.
    warm_start : bool, default=False
        Start from the labels of the earlier fit of this object on the same rows; cluster numbers stay.
    n_jobs : int, default=None
        Threads; None or -1 for all. The answer does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the answer that the command line gives with that seed; None a fresh one.
    verbose : bool, default=False
        Write a line to standard error after every round.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    confidence_ : ndarray of shape (n_samples,)
        How sure each label is, in [0, 1].
    objective_ : float
        What the method minimises, after the last round.
    objectives_ : ndarray of shape (n_iter_,)
        The same after each round.
    n_iter_ : int
        Rounds of the start that won.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features, by how much (score) and in which share of the starts they ended
        violated; the worst first. Empty from methods that do not look.
    warnings_ : list of dict
        Advice about the result, with stable codes; also issued as Python warnings.
    seconds_ : dict
        Time by phase.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Columns of X.
    feature_names_in_ : ndarray of str
        Names of the columns, if X was a DataFrame whose columns are strings.
    metrics_ : list of dict
        What was learnt of the features, for all clusters or one a cluster: weights, and of full metrics the directions
        that count most.
    feature_weights_ : ndarray of shape (n_metrics, n_features)
        What a difference of one standard deviation costs, feature by feature.
    """

    _method = "proclus"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "n_dimensions": "int or auto",
        "sample_factor": "int",
        "medoid_factor": "int",
        "min_deviation": "float",
        "n_init": "int",
        "max_stale": "int",
        "max_iter": "int",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = False
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        n_dimensions="auto",
        sample_factor=30,
        medoid_factor=10,
        min_deviation=0.1,
        n_init=10,
        max_stale=10,
        max_iter=300,
        prep=None,
        warm_start=False,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.n_dimensions = n_dimensions
        self.sample_factor = sample_factor
        self.medoid_factor = medoid_factor
        self.min_deviation = min_deviation
        self.n_init = n_init
        self.max_stale = max_stale
        self.max_iter = max_iter
        self.prep = prep
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

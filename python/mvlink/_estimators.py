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
    """K-Means: round clusters around their means, no constraints.

    Splits the rows of one view into K clusters around their means (Lloyd's iterations from k-means++ starts). Fast, for
    dense and sparse data. It does not use constraints; it only reports how many are satisfied. The baseline for every
    method that does use them.

    On the command line: kmeans.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    init : {"k-means++", "random"} or array of shape (n_clusters, n_features), default="k-means++"
        How the centroids are initialized: greedy k-means++, or random rows. An array gives the centres themselves.
    n_init : int, default=10
        Number of restarts; the one with the lowest objective wins. At least 1.
    max_iter : int, default=300
        Maximum number of iterations per restart. At least 1.
    tol : float, default=1e-06
        Stop when the objective decreases by less than this fraction. At least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    inertia_ : float
        Sum of the squared distances of the rows to the centres of their clusters.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1].
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    _returns_inertia = True
    _starts_from_centres = True

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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class PCKMeans(CentroidClusterer):
    """PCK-Means: K-Means with a penalty for every violated constraint.

    K-Means whose clusters start from the groups of must-linked rows, and whose objective adds the weight of every
    violated constraint. That weight and the error rate of the constraints are estimated, so wrong ones are outvoted and
    the result is hardly ever worse than without constraints. It also keeps a rule about groups, such as at most one
    record of each source per cluster.

    On the command line: pck-means. Paper: bilenko2004.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    mode : {"corrected", "paper"}, default="corrected"
        What `auto` stands for in fill, n_init, constraint_weight and closure: the value that works best, or the
        paper's.
    init : {"constraints", "k-means++", "random"} or array of shape (n_clusters, n_features), default="constraints"
        How the centroids are initialized: from the neighbourhoods (groups of must-linked rows), by k-means++, or at
        random rows. An array gives the centres themselves.
    farthest_first : {"mutual", "literal"}, default="mutual"
        How to choose among more than K neighbourhoods: distance times sqrt(|Np||Nq|) (mutual, as in the authors' code),
        or times |Np| (literal, as the paper says).
    fill : {"auto", "perturbation", "k-means++"}, default="auto"
        How clusters without a neighbourhood are initialized: random perturbations of the global mean, or k-means++.
        auto: k-means++; perturbation in mode=paper.
    n_init : int or "auto", default="auto"
        Number of restarts; the one with the lowest objective wins. auto: 10, but 1 if the neighbourhoods initialize
        every cluster, and 1 in mode=paper. If constraint_weight=auto, restarts from K-Means without constraints and
        from k-means++ are added. At least 1.
    max_iter : int, default=100
        Maximum number of iterations per restart. At least 1.
    tol : float, default=1e-06
        Stop when no label changes and the objective decreases by less than this fraction. At least 0.
    constraint_weight : float or "auto", default="auto"
        Penalty for violating a constraint of weight 1, in the unit that weight_scale sets. auto: calibrated. The scale
        of the distances and the error rate of the constraints are estimated, and a violation costs what an error of
        that probability is worth. 1 in mode=paper. At least 0.
    weight_scale : {"absolute", "relative"}, default="absolute"
        Unit of constraint_weight: a squared distance between rows (absolute), or the mean squared distance of the rows
        from their mean (relative).
    closure : bool or "auto", default="auto"
        Also use the constraints that follow from the given ones. auto: not if constraint_weight=auto, so that one wrong
        constraint does not spread; else yes, unless the given ones contradict each other; then some are wrong, and so
        is what follows from them. Always yes in mode=paper.
    order : {"random", "greedy", "index"}, default="random"
        Order in which constrained rows are assigned. greedy: rows with the fewest constraints first, then those nearest
        to a centroid.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1].
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        "constraint_weight": "float or auto",
        "weight_scale": "enum",
        "closure": "bool or auto",
        "order": "enum",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = True
    _needs_nonnegative = False
    _starts_from_centres = True

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
        constraint_weight="auto",
        weight_scale="absolute",
        closure="auto",
        order="random",
        prep=None,
        warm_start=False,
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MPCKMeans(CentroidClusterer):
    """MPCK-Means: PCK-Means that also learns which features count.

    Learns the clusters and a metric together, from data and constraints. metric=diagonal learns one weight per feature.
    metric=full also rotates the axes; use it on dense data with correlated features. per_cluster=true gives every
    cluster its own metric. Works on unscaled features and reports which ones count. By default a metric is learnt only
    if it predicts the constraints better than equal weights do.

    On the command line: mpck-means. Paper: bilenko2004.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    mode : {"corrected", "paper"}, default="corrected"
        What `auto` stands for in fill, n_init, constraint_weight, closure, memory and shrinkage: the value that works
        best, or the paper's.
    metric : {"diagonal", "full"}, default="diagonal"
        Form of the learnt metric: one weight per feature (diagonal), or a full matrix, which also rotates the axes.
    per_cluster : bool, default=False
        Learn one metric per cluster instead of one for all.
    init : {"constraints", "k-means++", "random"} or array of shape (n_clusters, n_features), default="constraints"
        How the centroids are initialized: from the neighbourhoods (groups of must-linked rows), by k-means++, or at
        random rows. An array gives the centres themselves.
    farthest_first : {"mutual", "literal"}, default="mutual"
        How to choose among more than K neighbourhoods: distance times sqrt(|Np||Nq|) (mutual, as in the authors' code),
        or times |Np| (literal, as the paper says).
    fill : {"auto", "perturbation", "k-means++"}, default="auto"
        How clusters without a neighbourhood are initialized: random perturbations of the global mean, or k-means++.
        auto: k-means++; perturbation in mode=paper.
    n_init : int or "auto", default="auto"
        Number of restarts; the one with the lowest objective wins. auto: 10. If the neighbourhoods initialize every
        cluster, only the first restart uses them and the others use k-means++; where an iteration reads more than a
        million values (the rows, and both rows of every constraint) the first is the only one. 1 in mode=paper. If
        constraint_weight=auto, one from K-Means without constraints is added. At least 1.
    max_iter : int, default=100
        Maximum number of iterations per restart. At least 1.
    tol : float, default=1e-06
        Stop when no label changes and the objective decreases by less than this fraction. At least 0.
    constraint_weight : float or "auto", default="auto"
        Penalty for violating a constraint of weight 1, relative to the squared distance that the constraint is about.
        auto: calibrated. The scale of the distances and the error rate of the constraints are estimated, and an average
        violation costs what an error of that probability is worth. 1 in mode=paper. At least 0.
    closure : bool or "auto", default="auto"
        Also use the constraints that follow from the given ones. auto: not if constraint_weight=auto, so that one wrong
        constraint does not spread; else yes, unless the given ones contradict each other; then some are wrong, and so
        is what follows from them. Always yes in mode=paper.
    order : {"random", "greedy", "index"}, default="random"
        Order in which constrained rows are assigned. greedy: rows with the fewest constraints first, then those nearest
        to a centroid.
    memory : {"auto", "keep", "forget", "best"}, default="auto"
        Whether an assignment starts from the previous labels (keep), ignores them in the first 15 iterations (forget),
        or tries both and keeps the lower objective (best). auto: best; keep in mode=paper.
    farthest_pair : {"auto", "box", "exact"}, default="auto"
        Reference distance for a violated cannot-link: across the data's bounding box (diagonal metrics only), or
        between the two rows that are farthest apart. auto: box for diagonal metrics, exact for full ones.
    freeze_after : int, default=10
        Keep the exact farthest pair fixed after this many iterations, so that the objective converges. 0: never. At
        least 0.
    floor : float, default=0.01
        Minimum variance that a learnt metric assumes, as a fraction of the feature's own variance. It keeps weights
        from growing without limit. Above 0.
    learn_from : {"all", "certain"}, default="all"
        Which constraints shape the metric: all, or given and implied ones alone, not those that propagation infers
        (certain).
    shrinkage : float or "auto", default="auto"
        How far learnt metrics are drawn towards equal weights of all features: 0 learns freely, 1 learns the common
        scale alone. auto: 0 or 1, whichever makes K-Means without constraints predict them better; 0 if
        constraint_weight is given. At least 0 and at most 1.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1].
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        The learnt metrics, one for all clusters or one per cluster: feature weights, and for full metrics also the
        directions that count most.
    feature_weights_ : ndarray of shape (n_metrics, n_features)
        Cost of a difference of one standard deviation, for each feature.
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
        "constraint_weight": "float or auto",
        "closure": "bool or auto",
        "order": "enum",
        "memory": "enum",
        "farthest_pair": "enum",
        "freeze_after": "int",
        "floor": "float",
        "learn_from": "enum",
        "shrinkage": "float or auto",
    }
    _preparation = "none"
    _most_views = 1
    _takes_sparse = True
    _needs_nonnegative = False
    _starts_from_centres = True

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
        constraint_weight="auto",
        closure="auto",
        order="random",
        memory="auto",
        farthest_pair="auto",
        freeze_after=10,
        floor=0.01,
        learn_from="all",
        shrinkage="auto",
        prep=None,
        warm_start=False,
        validate=5,
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
        self.learn_from = learn_from
        self.shrinkage = shrinkage
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MKMeans(CentroidClusterer):
    """MK-Means: K-Means with a metric learnt from constraints.

    Only the metric learning of MPCK-Means: constraints shape the metric, but affect neither the initialization nor the
    assignment. A comparison method. Without constraints it is K-Means that scales its features.

    On the command line: mk-means. Paper: bilenko2004.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    metric : {"diagonal", "full"}, default="diagonal"
        Form of the learnt metric: one weight per feature (diagonal), or a full matrix, which also rotates the axes.
    per_cluster : bool, default=False
        Learn one metric per cluster instead of one for all.
    init : {"k-means++", "random"} or array of shape (n_clusters, n_features), default="k-means++"
        How the centroids are initialized: greedy k-means++, or random rows. An array gives the centres themselves.
    n_init : int, default=10
        Number of restarts; the one with the lowest objective wins. At least 1.
    max_iter : int, default=100
        Maximum number of iterations per restart. At least 1.
    tol : float, default=1e-06
        Stop when no label changes and the objective decreases by less than this fraction. At least 0.
    constraint_weight : float, default=1.0
        How strongly a violated constraint of weight 1 shapes the metric. At least 0.
    closure : bool or "auto", default="auto"
        Also use the constraints that follow from the given ones. auto: yes, unless the given ones contradict each
        other; then some are wrong, and so is what follows from them.
    farthest_pair : {"auto", "box", "exact"}, default="auto"
        Reference distance for a violated cannot-link: across the data's bounding box (diagonal metrics only), or
        between the two rows that are farthest apart. auto: box for diagonal metrics, exact for full ones.
    freeze_after : int, default=10
        Keep the exact farthest pair fixed after this many iterations. 0: never. At least 0.
    floor : float, default=0.01
        Minimum variance that a learnt metric assumes, as a fraction of the feature's own variance. It keeps weights
        from growing without limit. Above 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1].
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        The learnt metrics, one for all clusters or one per cluster: feature weights, and for full metrics also the
        directions that count most.
    feature_weights_ : ndarray of shape (n_metrics, n_features)
        Cost of a difference of one standard deviation, for each feature.
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
    _starts_from_centres = True

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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class COPKMeans(CentroidClusterer):
    """COP-KMeans: K-Means that satisfies every constraint, or says why it cannot.

    K-Means with hard constraints: rows joined by must-links are assigned to one cluster as a whole, and never to the
    cluster of a row that they are cannot-linked with. It stops with an error if the constraints contradict each other,
    or if it finds no clusters that satisfy them (on_dead_end=soften violates some and reports which). Use it when every
    constraint is certain. Weights have no effect.

    On the command line: cop-kmeans.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    init : {"k-means++", "random"} or array of shape (n_clusters, n_features), default="k-means++"
        How the centroids are initialized: greedy k-means++, or random rows. An array gives the centres themselves.
    rule : {"chunk", "point"}, default="chunk"
        What decides the cluster of a chunk (rows joined by must-links): all its rows (chunk), or only the first (point,
        as in the paper).
    order : {"saturation", "input"}, default="saturation"
        Which chunk is assigned next: the one with the most forbidden clusters (saturation), or the one with the lowest
        row number (input, as in the paper).
    on_dead_end : {"fail", "reorder", "soften"}, default="reorder"
        What to do when no cluster is left for a chunk: fail; reorder (try such chunks first, then restart, and fail
        only if that does not help); or soften (violate as few cannot-links as possible and report them).
    n_init : int, default=10
        Number of restarts; the one with the lowest objective wins. At least 1.
    max_iter : int, default=300
        Maximum number of iterations per restart. At least 1.
    tol : float, default=1e-06
        Stop when the objective changes by less than this fraction. At least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    inertia_ : float
        Sum of the squared distances of the rows to the centres of their clusters.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1].
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    _returns_inertia = True
    _starts_from_centres = True

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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class SupervisedMeans(CentroidClusterer):
    """Supervised-Means: every row to the nearest group of must-linked rows.

    Takes the means of the groups of must-linked rows as centroids and assigns every row to the nearest, once. It shows
    what the constraints alone can teach: methods that also learn from the other rows should beat it.

    On the command line: supervised-means. Paper: bilenko2004.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    init : {"constraints", "k-means++", "random"} or array of shape (n_clusters, n_features), default="constraints"
        Where the centroids are: at the means of the neighbourhoods (groups of must-linked rows), by k-means++, or at
        random rows. An array gives the centres themselves.
    farthest_first : {"mutual", "literal"}, default="mutual"
        How to choose among more than K neighbourhoods: distance times sqrt(|Np||Nq|) (mutual, as in the authors' code),
        or times |Np| (literal, as the paper says).
    fill : {"auto", "perturbation", "k-means++"}, default="k-means++"
        Where the centroids of clusters without a neighbourhood are: random perturbations of the global mean, or
        k-means++.
    n_init : int or "auto", default="auto"
        Number of restarts; the one with the lowest objective wins. auto: 10, but 1 if the neighbourhoods supply every
        centroid. At least 1.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1].
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    _starts_from_centres = True

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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class RCAKMeans(CentroidClusterer):
    """RCA + K-Means: a metric from must-links, then K-Means under it.

    Relevant Component Analysis: differences between must-linked rows should not count, so these directions are shrunk.
    Then K-Means runs, started from the groups of must-linked rows. A few pairs are enough to correct the scales and
    correlations of the features. Cannot-links are counted, not used. Needs a dense view with a moderate number of
    columns.

    On the command line: rca-kmeans. Paper: bilenko2004.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    init : {"constraints", "k-means++", "random"} or array of shape (n_clusters, n_features), default="constraints"
        How the centroids are initialized: from the neighbourhoods (groups of must-linked rows), by k-means++, or at
        random rows. An array gives the centres themselves.
    farthest_first : {"mutual", "literal"}, default="mutual"
        How to choose among more than K neighbourhoods: distance times sqrt(|Np||Nq|) (mutual, as in the authors' code),
        or times |Np| (literal, as the paper says).
    fill : {"auto", "perturbation", "k-means++"}, default="k-means++"
        How clusters without a neighbourhood are initialized: random perturbations of the global mean, or k-means++.
    eigenvalue_floor : float, default=0.01
        Minimum variance inside neighbourhoods along any direction, with features scaled to variance 1. Smaller
        variances are raised to it. Above 0.
    n_init : int or "auto", default="auto"
        Number of restarts; the one with the lowest objective wins. auto: 10, but 1 if the neighbourhoods initialize
        every cluster. At least 1.
    max_iter : int, default=300
        Maximum number of iterations per restart. At least 1.
    tol : float, default=1e-06
        Stop when the objective decreases by less than this fraction. At least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1].
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    _starts_from_centres = True

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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MLComponents(PredictingClusterer):
    """ML-Components: clusters from must-links alone, without looking at the data.

    The clusters are the K largest groups of must-linked rows, in one view or across several. All other rows join the
    largest. Features and cannot-links are not used: whatever a method reaches beyond this baseline, it learnt from the
    data.

    On the command line: ml-components.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    use_mapping : bool, default=False
        Also join rows of different views that the mapping identifies as one object.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    cluster_centers_ : ndarray of shape (n_clusters, n_features)
        Centres of the clusters.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        validate=5,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.use_mapping = use_mapping
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class ConstraintPropagation(PredictingClusterer):
    """Constraint propagation: views with an incomplete mapping teach each other constraints.

    Clusters every view with a constrained K-Means (base), carries its constraints over to pairs of similar rows, and
    passes those between mapped rows on to the other views, round by round. Suits views of which only some rows are
    mapped, with constraints inside the views and clusters that are compact and separate. With one view, the propagated
    constraints help that view. transfer=direct, membership and none are the paper's comparison methods. Works best with
    few columns: prepare wide views with pca.

    On the command line: propagation. Paper: eaton2014.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, the same in every view. At least 1.
    mode : {"corrected", "paper"}, default="corrected"
        What `auto` stands for in covariance, restart, propagated_weight and the options of the base: the value that
        works best, or the paper's (learnt covariances, fresh starts in every round, weights of 1).
    transfer : {"propagate", "direct", "membership", "none"}, default="propagate"
        What the views tell each other: constraints carried over to similar pairs of mapped rows (propagate), only what
        given constraints and the mapping imply (direct), whether mapped rows share a cluster (membership), or nothing
        (none).
    base : {"pck-means", "mpck-means", "mk-means"}, default="pck-means"
        The method that clusters each view. Its own options are base.NAME.
    threshold : float or sequence of float or "auto", default=0.75
        Smallest weight of a propagated constraint; one for all views or one per view. auto: chosen by cross-validation
        on the constraints, which takes about 25 times as long. Above 0 and at most 1.
    covariance : {"auto", "learnt", "empirical", "diagonal"}, default="auto"
        Shape of the region that a constraint is carried over to: the learnt metric of the cluster, scaled to its rows
        (learnt), the covariance of its rows (empirical), or their variances alone (diagonal). auto: empirical; diagonal
        above 500 columns; in mode=paper learnt if the base learns metrics.
    gamma : float or "auto", default="auto"
        Added to every variance of a cluster, so that small clusters have a shape. auto: a thousandth of the mean
        variance of the view's columns. Above 0.
    closure : bool or "auto", default="auto"
        Use what constraints and mapping imply together, over all views. false: a constraint holds for its two rows and
        the rows that they are mapped to. auto: true, unless the constraints of one view contradict each other.
    view_order : {"fixed", "random"}, default="fixed"
        Order of the views in a round: as given, or drawn anew.
    restart : {"auto", "best", "never", "always"}, default="auto"
        How a view is clustered again when its constraints have changed: from where it was (never), afresh from its
        constraints (always), or both, and the lower objective wins (best). auto: best; always in mode=paper.
    max_propagated : int, default=200000
        Maximum number of constraints that a view propagates; the heaviest are kept. At least 0.
    propagated_weight : float or "auto", default="auto"
        Factor on the weights of propagated constraints when a view is clustered with them. auto: what one constraint
        tells one row counts once, however many pairs it is told in; 1 in mode=paper. At least 0.
    max_iter : int, default=20
        Maximum number of rounds over all views. At least 1.
    tol : float, default=1e-06
        Stop when the objective of every view changes by less than this fraction in a round. At least 0.
    base_mode : {"corrected", "paper"} or "auto", default="auto"
        What `auto` stands for in fill, n_init, constraint_weight and closure: the value that works best, or the
        paper's.
    base_init : {"constraints", "k-means++", "random"} or "auto", default="auto"
        How the centroids are initialized: from the neighbourhoods (groups of must-linked rows), by k-means++, or at
        random rows.
    base_farthest_first : {"mutual", "literal"} or "auto", default="auto"
        How to choose among more than K neighbourhoods: distance times sqrt(|Np||Nq|) (mutual, as in the authors' code),
        or times |Np| (literal, as the paper says).
    base_fill : {"auto", "perturbation", "k-means++"}, default="auto"
        How clusters without a neighbourhood are initialized: random perturbations of the global mean, or k-means++.
        auto: k-means++; perturbation in mode=paper.
    base_n_init : int or "auto", default="auto"
        Number of restarts; the one with the lowest objective wins. auto: 10, but 1 if the neighbourhoods initialize
        every cluster, and 1 in mode=paper. If constraint_weight=auto, restarts from K-Means without constraints and
        from k-means++ are added. At least 1.
    base_max_iter : int or "auto", default="auto"
        Maximum number of iterations per restart. At least 1.
    base_tol : float or "auto", default="auto"
        Stop when no label changes and the objective decreases by less than this fraction. At least 0.
    base_constraint_weight : float or "auto", default="auto"
        Penalty for violating a constraint of weight 1, in the unit that weight_scale sets. auto: calibrated. The scale
        of the distances and the error rate of the constraints are estimated, and a violation costs what an error of
        that probability is worth. 1 in mode=paper. At least 0.
    base_weight_scale : {"absolute", "relative"} or "auto", default="auto"
        Unit of constraint_weight: a squared distance between rows (absolute), or the mean squared distance of the rows
        from their mean (relative).
    base_closure : bool or "auto", default="auto"
        Also use the constraints that follow from the given ones. auto: not if constraint_weight=auto, so that one wrong
        constraint does not spread; else yes, unless the given ones contradict each other; then some are wrong, and so
        is what follows from them. Always yes in mode=paper.
    base_order : {"random", "greedy", "index"} or "auto", default="auto"
        Order in which constrained rows are assigned. greedy: rows with the fewest constraints first, then those nearest
        to a centroid.
    base_metric : {"diagonal", "full"} or "auto", default="auto"
        Form of the learnt metric: one weight per feature (diagonal), or a full matrix, which also rotates the axes. Not
        of pck-means.
    base_per_cluster : bool or "auto", default="auto"
        Learn one metric per cluster instead of one for all. auto: yes. Not of pck-means.
    base_memory : {"auto", "keep", "forget", "best"}, default="auto"
        Whether an assignment starts from the previous labels (keep), ignores them in the first 15 iterations (forget),
        or tries both and keeps the lower objective (best). auto: best; keep in mode=paper. Not of pck-means.
    base_farthest_pair : {"auto", "box", "exact"}, default="auto"
        Reference distance for a violated cannot-link: across the data's bounding box (diagonal metrics only), or
        between the two rows that are farthest apart. auto: box for diagonal metrics, exact for full ones. Not of
        pck-means.
    base_freeze_after : int or "auto", default="auto"
        Keep the exact farthest pair fixed after this many iterations, so that the objective converges. 0: never. Not of
        pck-means. At least 0.
    base_floor : float or "auto", default="auto"
        Minimum variance that a learnt metric assumes, as a fraction of the feature's own variance. It keeps weights
        from growing without limit. Not of pck-means. Above 0.
    base_learn_from : {"all", "certain"} or "auto", default="auto"
        Which constraints shape the metric: all, or given and implied ones alone, not those that propagation infers
        (certain). Not of pck-means.
    base_shrinkage : float or "auto", default="auto"
        How far learnt metrics are drawn towards equal weights of all features: 0 learns freely, 1 learns the common
        scale alone. auto: 0 or 1, whichever makes K-Means without constraints predict them better; 0 if
        constraint_weight is given. Not of pck-means. At least 0 and at most 1.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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

    _method = "propagation"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "mode": "enum",
        "transfer": "enum",
        "base": "enum",
        "threshold": "float list or auto",
        "covariance": "enum",
        "gamma": "float or auto",
        "closure": "bool or auto",
        "view_order": "enum",
        "restart": "enum",
        "max_propagated": "int",
        "propagated_weight": "float or auto",
        "max_iter": "int",
        "tol": "float",
        "base.mode": "enum or auto",
        "base.init": "enum or auto",
        "base.farthest_first": "enum or auto",
        "base.fill": "enum",
        "base.n_init": "int or auto",
        "base.max_iter": "int or auto",
        "base.tol": "float or auto",
        "base.constraint_weight": "float or auto",
        "base.weight_scale": "enum or auto",
        "base.closure": "bool or auto",
        "base.order": "enum or auto",
        "base.metric": "enum or auto",
        "base.per_cluster": "bool or auto",
        "base.memory": "enum",
        "base.farthest_pair": "enum",
        "base.freeze_after": "int or auto",
        "base.floor": "float or auto",
        "base.learn_from": "enum or auto",
        "base.shrinkage": "float or auto",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        mode="corrected",
        transfer="propagate",
        base="pck-means",
        threshold=0.75,
        covariance="auto",
        gamma="auto",
        closure="auto",
        view_order="fixed",
        restart="auto",
        max_propagated=200000,
        propagated_weight="auto",
        max_iter=20,
        tol=1e-06,
        base_mode="auto",
        base_init="auto",
        base_farthest_first="auto",
        base_fill="auto",
        base_n_init="auto",
        base_max_iter="auto",
        base_tol="auto",
        base_constraint_weight="auto",
        base_weight_scale="auto",
        base_closure="auto",
        base_order="auto",
        base_metric="auto",
        base_per_cluster="auto",
        base_memory="auto",
        base_farthest_pair="auto",
        base_freeze_after="auto",
        base_floor="auto",
        base_learn_from="auto",
        base_shrinkage="auto",
        prep=None,
        warm_start=False,
        validate=5,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.mode = mode
        self.transfer = transfer
        self.base = base
        self.threshold = threshold
        self.covariance = covariance
        self.gamma = gamma
        self.closure = closure
        self.view_order = view_order
        self.restart = restart
        self.max_propagated = max_propagated
        self.propagated_weight = propagated_weight
        self.max_iter = max_iter
        self.tol = tol
        self.base_mode = base_mode
        self.base_init = base_init
        self.base_farthest_first = base_farthest_first
        self.base_fill = base_fill
        self.base_n_init = base_n_init
        self.base_max_iter = base_max_iter
        self.base_tol = base_tol
        self.base_constraint_weight = base_constraint_weight
        self.base_weight_scale = base_weight_scale
        self.base_closure = base_closure
        self.base_order = base_order
        self.base_metric = base_metric
        self.base_per_cluster = base_per_cluster
        self.base_memory = base_memory
        self.base_farthest_pair = base_farthest_pair
        self.base_freeze_after = base_freeze_after
        self.base_floor = base_floor
        self.base_learn_from = base_learn_from
        self.base_shrinkage = base_shrinkage
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class CMVNMF(PredictingClusterer):
    """CMVNMF: views that need not be mapped, joined by constraints between them.

    Explains every view as a mixture of K parts (nonnegative matrix factorization). The mixtures of two rows become
    similar where a must-link joins them and different where a cannot-link does, in one view or across views. No row
    needs a known counterpart in another view; a mapping is used if there is one (use_mapping). Features must be >= 0,
    such as counts or tf-idf weights; prepare others with minmax. Reports the top features of each cluster.

    On the command line: cmvnmf. Paper: zhang2015.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, the same in every view. At least 1.
    mode : {"corrected", "paper"}, default="corrected"
        What `auto` stands for in the options below: the value that works best, or the paper's.
    beta : float, default=1.0
        How much constraints (and the mapping) count relative to the features. Values from 0.1 to 1 work well. At least
        0.
    constraint_weight : float, default=1.0
        How much a constraint of weight 1 counts, relative to a mapped pair of rows, which counts 1. At least 0.
    use_mapping : bool or "auto", default="auto"
        Treat mapped rows as must-linked. auto: true; false in mode=paper, which ignores the mapping.
    scale : {"auto", "rows", "sum", "none"}, default="auto"
        How the features are scaled: every row to length 1 (rows), every view to sum 1 (sum), or not at all (none).
        auto: rows; sum in mode=paper.
    rescale : bool or "auto", default="auto"
        Keep the columns of U at length 1; without this, constraints lose their effect. auto: true; false in mode=paper.
    align : bool or "auto", default="auto"
        Match the cluster numbers of the views before the first iteration, using the constraints between them. auto:
        true; false in mode=paper.
    ramp : int or "auto", default="auto"
        Number of iterations over which beta rises from a hundredth of its value to its value. auto: 50; 0 in
        mode=paper. At least 0.
    n_init : int or "auto", default="auto"
        Number of restarts; the one with the lowest objective wins. auto: 5; 1 in mode=paper. At least 1.
    max_iter : int, default=150
        Maximum number of iterations per restart. At least 1.
    tol : float, default=1e-05
        Stop when the objective changes by less than this fraction per iteration, checked every five iterations. At
        least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        The top features of each cluster in each view, as (name or column, weight).
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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class NMF(PredictingClusterer):
    """NMF: nonnegative parts of every view by itself, no constraints.

    Writes every row as a sum of K parts with nonnegative weights, one view at a time, and clusters the rows by these
    weights. The parts describe the clusters: words of a topic, regions of an image. For counts, text and other features
    that are never negative. Constraints are counted, not used.

    On the command line: nmf. Paper: zhang2015.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of columns of the factors. At least 1.
    solver : {"hals", "mu"}, default="hals"
        How the factors are computed: hals (row by row, fast) or mu (multiplicative updates, as in the papers).
    assign : {"auto", "kmeans", "argmax"}, default="auto"
        How the rows of V become labels: by K-Means (kmeans), or by their largest entry (argmax). auto: argmax for
        sparse views such as text, kmeans for dense ones.
    normalize : {"l2", "sum", "none"}, default="l2"
        What the features are divided by first: the length of the row (l2), the sum of the view divided by its number of
        rows (sum), or nothing (none).
    n_init : int, default=5
        Number of restarts; the one with the lowest objective wins. At least 1.
    max_iter : int, default=200
        Maximum number of iterations per restart. At least 1.
    tol : float, default=1e-05
        Stop when the objective decreases by less than this fraction in one iteration. At least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        The top features of each cluster in each view, as (name or column, weight).
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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class ConcatNMF(PredictingClusterer):
    """ConcatNMF: NMF of all views side by side, no constraints.

    NMF of one table with the columns of all views, each view brought to the same scale. The simplest way to use several
    views at once. Every object must have one row in every view. Constraints are counted, not used.

    On the command line: concat-nmf. Paper: zhang2015.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of columns of the factors. At least 1.
    solver : {"hals", "mu"}, default="hals"
        How the factors are computed: hals (row by row, fast) or mu (multiplicative updates, as in the papers).
    assign : {"auto", "kmeans", "argmax"}, default="auto"
        How the rows of V become labels: by K-Means (kmeans), or by their largest entry (argmax). auto: argmax for
        sparse views such as text, kmeans for dense ones.
    normalize : {"l2", "sum", "none"}, default="l2"
        What the features are divided by first: the length of the row (l2), the sum of the view divided by its number of
        rows (sum), or nothing (none).
    n_init : int, default=5
        Number of restarts; the one with the lowest objective wins. At least 1.
    max_iter : int, default=200
        Maximum number of iterations per restart. At least 1.
    tol : float, default=1e-05
        Stop when the objective decreases by less than this fraction in one iteration. At least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        The top features of each cluster in each view, as (name or column, weight).
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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MultiNMF(PredictingClusterer):
    """MultiNMF: one NMF per view, drawn towards a consensus, no constraints.

    Factorizes every view by itself, while the weights of an object in all views are drawn towards a common consensus,
    which labels the objects. Every object must have one row in every view. Constraints are counted, not used.

    On the command line: multi-nmf. Paper: zhang2015.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of columns of the factors. At least 1.
    consensus_weight : float, default=0.01
        How strongly every view is drawn towards the consensus (lambda). At least 0.
    assign : {"auto", "kmeans", "argmax"}, default="auto"
        How the rows of V become labels: by K-Means (kmeans), or by their largest entry (argmax). auto: argmax for
        sparse views such as text, kmeans for dense ones.
    normalize : {"l2", "sum", "none"}, default="sum"
        What the features are divided by first: the length of the row (l2), the sum of the view divided by its number of
        rows (sum), or nothing (none).
    view_labels : {"own", "consensus"}, default="own"
        Where the labels of a view's rows come from: its own factor, or the consensus, which labels the objects.
    n_init : int, default=10
        Number of short factorizations of the first view; the best one initializes all views. At least 1.
    max_iter : int, default=30
        Maximum number of iterations over all views. At least 1.
    inner_iter : int, default=50
        Number of updates of one view per iteration. At least 1.
    tol : float, default=1e-06
        Stop when the objective decreases by less than this fraction in one iteration. At least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        The top features of each cluster in each view, as (name or column, weight).
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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class XRAY(PredictingClusterer):
    """XRAY: rows as mixtures of a few chosen rows, no constraints.

    Chooses K rows (anchors) of every view, one after the other, so that all rows are nearly nonnegative mixtures of
    them, and clusters the rows by these mixtures. There is no random start. select=max is fast and finds the corners of
    separable data; greedy and dist compare all pairs of rows. Constraints are counted, not used.

    On the command line: xray. Paper: zhang2015.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of anchors. At least 1.
    select : {"greedy", "max", "dist", "rand"}, default="greedy"
        How the next anchor is chosen: the row that explains most of what is left (greedy), or an extreme row in the
        direction of a residual: the largest (max), the one with most left to explain (dist), or a random one (rand).
        greedy and dist compare all pairs of rows.
    assign : {"auto", "kmeans", "argmax"}, default="kmeans"
        How the rows of V become labels: by K-Means (kmeans), or by their largest entry (argmax). auto: argmax for
        sparse views such as text, kmeans for dense ones.
    normalize : {"l2", "sum", "none"}, default="none"
        What the features are divided by first: the length of the row (l2), the sum of the view divided by its number of
        rows (sum), or nothing (none).
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        The top features of each cluster in each view, as (name or column, weight).
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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class SpectralClustering(PredictingClusterer):
    """Spectral clustering: clusters of any shape, from a graph of nearest neighbours.

    Joins every row to its nearest neighbours and clusters the rows by the first K eigenvectors of the graph, so that
    clusters need not be round, only connected. Several views are joined by the mean of their Laplacians; an object may
    be missing in a view. A view may also be a graph itself (metric=precomputed). Constraints are counted, not used.

    On the command line: spectral. Paper: chen2019.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of eigenvectors. At least 1.
    n_neighbors : int or "auto", default="auto"
        Number of nearest neighbours that every row is joined to. Raise it if the graph falls into pieces. auto: 10, or
        fewer if there are fewer rows. At least 1.
    metric : {"auto", "euclidean", "cosine", "precomputed"}, default="auto"
        How near two rows are: euclidean, cosine, or precomputed if the views are graphs already (square and symmetric,
        weights >= 0). auto: cosine for sparse views such as text, euclidean for dense ones.
    affinity : {"auto", "local-scaling", "median", "gaussian", "cosine", "binary"}, default="auto"
        Weight of an edge: exp(-d^2 / (s_i s_j)) with s the distance to the farthest of the n_neighbors (local-scaling),
        exp(-d^2 / 2 s^2) with s the median of these distances (median) or s = sigma (gaussian), the cosine, or 1
        (binary). auto: cosine if the metric is cosine, else local-scaling.
    sigma : float, default=1.0
        Width of the Gaussian if affinity is gaussian; ignored otherwise. Above 0.
    symmetry : {"either", "mutual"}, default="either"
        Join two rows if either is among the nearest of the other, or only if the relation is mutual.
    search : {"auto", "exact", "approximate"}, default="auto"
        How neighbours are searched: exact compares all pairs of rows, approximate is faster from about 100,000 rows and
        reports how many neighbours it finds. auto: exact up to about 100,000 rows.
    normalize_rows : bool, default=True
        Scale the rows of the embedding to length 1 before K-Means, so that only their directions count.
    n_init : int, default=10
        Number of restarts of K-Means on the embedding; the best one wins. At least 1.
    eigen_tol : float, default=1e-08
        Largest residual of an eigenvector that is accepted, as a fraction of the width of the spectrum. Above 0.
    eigen_max_iter : int, default=5000
        Maximum number of products of the graph with the block of eigenvectors; more are refused with an error. At least
        1.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    embedding_ : ndarray of shape (n_objects, n_clusters)
        Coordinates in which K-Means finds the clusters, one row per object, before rows are scaled to length 1.
    """

    _method = "spectral"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "n_neighbors": "int or auto",
        "metric": "enum",
        "affinity": "enum",
        "sigma": "float",
        "symmetry": "enum",
        "search": "enum",
        "normalize_rows": "bool",
        "n_init": "int",
        "eigen_tol": "float",
        "eigen_max_iter": "int",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        n_neighbors="auto",
        metric="auto",
        affinity="auto",
        sigma=1.0,
        symmetry="either",
        search="auto",
        normalize_rows=True,
        n_init=10,
        eigen_tol=1e-08,
        eigen_max_iter=5000,
        prep=None,
        warm_start=False,
        validate=5,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.affinity = affinity
        self.sigma = sigma
        self.symmetry = symmetry
        self.search = search
        self.normalize_rows = normalize_rows
        self.n_init = n_init
        self.eigen_tol = eigen_tol
        self.eigen_max_iter = eigen_max_iter
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class CoRegSpectral(PredictingClusterer):
    """Co-regularized spectral clustering: an embedding per view, drawn together.

    Spectral clustering of every view, where the embeddings are drawn towards each other (scheme=pairwise) or towards a
    consensus (centroid). The views keep their own structure as far as they agree. For views that each show the
    clusters, with different noise. Constraints are counted, not used.

    On the command line: coreg-spectral. Paper: zhang2015.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of eigenvectors of each view. At least 1.
    scheme : {"pairwise", "centroid"}, default="centroid"
        What the embedding of a view is drawn to: those of the other views (pairwise), or a consensus of all (centroid).
    consensus_weight : float, default=0.05
        How strongly the embeddings are drawn together (lambda). 0: every view by itself. At least 0.
    n_neighbors : int or "auto", default="auto"
        Number of nearest neighbours that every row is joined to. Raise it if the graph falls into pieces. auto: 10, or
        fewer if there are fewer rows. At least 1.
    metric : {"auto", "euclidean", "cosine", "precomputed"}, default="auto"
        How near two rows are: euclidean, cosine, or precomputed if the views are graphs already (square and symmetric,
        weights >= 0). auto: cosine for sparse views such as text, euclidean for dense ones.
    affinity : {"auto", "local-scaling", "median", "gaussian", "cosine", "binary"}, default="auto"
        Weight of an edge: exp(-d^2 / (s_i s_j)) with s the distance to the farthest of the n_neighbors (local-scaling),
        exp(-d^2 / 2 s^2) with s the median of these distances (median) or s = sigma (gaussian), the cosine, or 1
        (binary). auto: cosine if the metric is cosine, else local-scaling.
    sigma : float, default=1.0
        Width of the Gaussian if affinity is gaussian; ignored otherwise. Above 0.
    symmetry : {"either", "mutual"}, default="either"
        Join two rows if either is among the nearest of the other, or only if the relation is mutual.
    search : {"auto", "exact", "approximate"}, default="auto"
        How neighbours are searched: exact compares all pairs of rows, approximate is faster from about 100,000 rows and
        reports how many neighbours it finds. auto: exact up to about 100,000 rows.
    normalize_rows : bool, default=True
        Scale the rows of the embedding to length 1 before K-Means, so that only their directions count.
    n_init : int, default=10
        Number of restarts of K-Means on the embedding; the best one wins. At least 1.
    max_iter : int, default=30
        Maximum number of iterations over all views. At least 1.
    tol : float, default=0.0001
        Stop when the objective decreases by less than this fraction in one iteration. At least 0.
    eigen_tol : float, default=1e-08
        Largest residual of an eigenvector that is accepted, as a fraction of the width of the spectrum. Above 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    embedding_ : ndarray of shape (n_objects, n_clusters)
        Coordinates in which K-Means finds the clusters, one row per object, before rows are scaled to length 1.
    """

    _method = "coreg-spectral"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "scheme": "enum",
        "consensus_weight": "float",
        "n_neighbors": "int or auto",
        "metric": "enum",
        "affinity": "enum",
        "sigma": "float",
        "symmetry": "enum",
        "search": "enum",
        "normalize_rows": "bool",
        "n_init": "int",
        "max_iter": "int",
        "tol": "float",
        "eigen_tol": "float",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        scheme="centroid",
        consensus_weight=0.05,
        n_neighbors="auto",
        metric="auto",
        affinity="auto",
        sigma=1.0,
        symmetry="either",
        search="auto",
        normalize_rows=True,
        n_init=10,
        max_iter=30,
        tol=0.0001,
        eigen_tol=1e-08,
        prep=None,
        warm_start=False,
        validate=5,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.scheme = scheme
        self.consensus_weight = consensus_weight
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.affinity = affinity
        self.sigma = sigma
        self.symmetry = symmetry
        self.search = search
        self.normalize_rows = normalize_rows
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.eigen_tol = eigen_tol
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class AMGL(PredictingClusterer):
    """AMGL: spectral clustering of several views with weights that need no parameter.

    Spectral clustering of a weighted sum of the Laplacians of the views. A view counts more if the embedding is smooth
    on its graph; the weights are found together with the embedding. It prefers smooth views, which are not always the
    informative ones. Constraints are counted, not used.

    On the command line: amgl. Paper: chen2019.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of eigenvectors. At least 1.
    n_neighbors : int or "auto", default="auto"
        Number of nearest neighbours that every row is joined to. Raise it if the graph falls into pieces. auto: 10, or
        fewer if there are fewer rows. At least 1.
    metric : {"auto", "euclidean", "cosine", "precomputed"}, default="auto"
        How near two rows are: euclidean, cosine, or precomputed if the views are graphs already (square and symmetric,
        weights >= 0). auto: cosine for sparse views such as text, euclidean for dense ones.
    affinity : {"auto", "local-scaling", "median", "gaussian", "cosine", "binary"}, default="auto"
        Weight of an edge: exp(-d^2 / (s_i s_j)) with s the distance to the farthest of the n_neighbors (local-scaling),
        exp(-d^2 / 2 s^2) with s the median of these distances (median) or s = sigma (gaussian), the cosine, or 1
        (binary). auto: cosine if the metric is cosine, else local-scaling.
    sigma : float, default=1.0
        Width of the Gaussian if affinity is gaussian; ignored otherwise. Above 0.
    symmetry : {"either", "mutual"}, default="either"
        Join two rows if either is among the nearest of the other, or only if the relation is mutual.
    search : {"auto", "exact", "approximate"}, default="auto"
        How neighbours are searched: exact compares all pairs of rows, approximate is faster from about 100,000 rows and
        reports how many neighbours it finds. auto: exact up to about 100,000 rows.
    normalize_rows : bool, default=False
        Scale the rows of the embedding to length 1 before K-Means, so that only their directions count.
    n_init : int, default=10
        Number of restarts of K-Means on the embedding; the best one wins. At least 1.
    max_iter : int, default=50
        Maximum number of updates of the weights of the views. At least 1.
    tol : float, default=1e-06
        Stop when no weight changes by more than this in one iteration. At least 0.
    eigen_tol : float, default=1e-08
        Largest residual of an eigenvector that is accepted, as a fraction of the width of the spectrum. Above 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    view_weights_ : ndarray of shape (n_views,)
        How much each view counts.
    embedding_ : ndarray of shape (n_objects, n_clusters)
        Coordinates in which K-Means finds the clusters, one row per object, before rows are scaled to length 1.
    """

    _method = "amgl"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "n_neighbors": "int or auto",
        "metric": "enum",
        "affinity": "enum",
        "sigma": "float",
        "symmetry": "enum",
        "search": "enum",
        "normalize_rows": "bool",
        "n_init": "int",
        "max_iter": "int",
        "tol": "float",
        "eigen_tol": "float",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        n_neighbors="auto",
        metric="auto",
        affinity="auto",
        sigma=1.0,
        symmetry="either",
        search="auto",
        normalize_rows=False,
        n_init=10,
        max_iter=50,
        tol=1e-06,
        eigen_tol=1e-08,
        prep=None,
        warm_start=False,
        validate=5,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.affinity = affinity
        self.sigma = sigma
        self.symmetry = symmetry
        self.search = search
        self.normalize_rows = normalize_rows
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.eigen_tol = eigen_tol
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MVCSC(PredictingClusterer):
    """MVCSC: spectral clustering of mapped views, constraints, learnt view weights.

    Joins every object to its nearest neighbours in each view and looks for one embedding that is smooth on all these
    graphs, agrees with the constraints, and leaves out views that contradict the others: their weight is 0. K-Means on
    the embedding gives the clusters, which may have any shape. Objects may be missing in some views. Works with few
    constraints and with none.

    On the command line: mvcsc. Paper: chen2019.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of columns of the embedding. At least 1.
    mode : {"corrected", "paper"}, default="corrected"
        How constraints enter: corrected works for any number of clusters; paper is the printed algorithm (ADMM), whose
        cannot-links only work for two clusters.
    beta : float or "auto", default="auto"
        How evenly views are weighed: with a small beta few views count, with a large one all count alike. auto: K, or
        less, so that views that have nothing to do with the clusters are ignored; 0.3, 0.1 or 0.03 times K if that
        satisfies clearly more constraints, and no fewer before it has seen them; 1 in mode=paper. At least 0.
    gamma : float or "auto", default="auto"
        How much constraints count relative to the graphs. 0: not at all. auto: 10, or less if there are few, so that
        none counts more than half the neighbours of an object; 0.01 in mode=paper, where the right value depends on the
        number of objects and constraints. At least 0.
    constraint_weight : float, default=1.0
        Factor of the weights of all constraints. At least 0.
    n_neighbors : int or "auto", default="auto"
        Number of nearest neighbours that every row is joined to. Raise it if the graph falls into pieces. auto: 10, or
        fewer if there are fewer rows. At least 1.
    metric : {"auto", "euclidean", "cosine", "precomputed"}, default="auto"
        How near two rows are: euclidean, cosine, or precomputed if the views are graphs already (square and symmetric,
        weights >= 0). auto: cosine for sparse views such as text, euclidean for dense ones.
    affinity : {"auto", "local-scaling", "median", "gaussian", "cosine", "binary"}, default="auto"
        Weight of an edge: exp(-d^2 / (s_i s_j)) with s the distance to the farthest of the n_neighbors (local-scaling),
        exp(-d^2 / 2 s^2) with s the median of these distances (median) or s = sigma (gaussian), the cosine, or 1
        (binary). auto: cosine if the metric is cosine, else local-scaling.
    sigma : float, default=1.0
        Width of the Gaussian if affinity is gaussian; ignored otherwise. Above 0.
    symmetry : {"either", "mutual"}, default="either"
        Join two rows if either is among the nearest of the other, or only if the relation is mutual.
    search : {"auto", "exact", "approximate"}, default="auto"
        How neighbours are searched: exact compares all pairs of rows, approximate is faster from about 100,000 rows and
        reports how many neighbours it finds. auto: exact up to about 100,000 rows.
    normalize_rows : bool or "auto", default="auto"
        Scale the rows of the embedding to length 1 before K-Means. Helps if clusters are equally large. auto: what
        satisfies more constraints, else true; false in mode=paper.
    init : {"auto", "spectral", "random"}, default="auto"
        Where the embedding starts: at the eigenvectors of the mean Laplacian (spectral), or at random. Without
        constraints the answer does not depend on it. auto: spectral; random in mode=paper.
    n_init : int or "auto", default="auto"
        Number of restarts; the one with the lowest objective wins. The first begins at the solution without
        constraints, the others are perturbed. Without constraints one is enough. auto: 2; 1 in mode=paper. At least 1.
    max_iter : int or "auto", default="auto"
        Maximum number of iterations (embedding, then weights of the views) per restart. auto: 20; 10 in mode=paper. At
        least 1.
    search_steps : int or "auto", default="auto"
        Maximum number of steps that improve the embedding per iteration. auto: 60; 5 in mode=paper. At least 1.
    admm_steps : int, default=5
        Number of ADMM steps per iteration of mode=paper. At least 1.
    rho : float, default=1.0
        Penalty parameter of ADMM in mode=paper. Above 0.
    tol : float, default=0.001
        Stop when neither the embedding nor the weights change by more than this fraction in one iteration, or the
        objective falls by less than a tenth of it. At least 0.
    eigen_tol : float, default=1e-08
        Largest residual of an eigenvector that is accepted, as a fraction of the width of the spectrum. Above 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    view_weights_ : ndarray of shape (n_views,)
        How much each view counts.
    embedding_ : ndarray of shape (n_objects, n_clusters)
        Coordinates in which K-Means finds the clusters, one row per object, before rows are scaled to length 1.
    """

    _method = "mvcsc"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "mode": "enum",
        "beta": "float or auto",
        "gamma": "float or auto",
        "constraint_weight": "float",
        "n_neighbors": "int or auto",
        "metric": "enum",
        "affinity": "enum",
        "sigma": "float",
        "symmetry": "enum",
        "search": "enum",
        "normalize_rows": "bool or auto",
        "init": "enum",
        "n_init": "int or auto",
        "max_iter": "int or auto",
        "search_steps": "int or auto",
        "admm_steps": "int",
        "rho": "float",
        "tol": "float",
        "eigen_tol": "float",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        mode="corrected",
        beta="auto",
        gamma="auto",
        constraint_weight=1.0,
        n_neighbors="auto",
        metric="auto",
        affinity="auto",
        sigma=1.0,
        symmetry="either",
        search="auto",
        normalize_rows="auto",
        init="auto",
        n_init="auto",
        max_iter="auto",
        search_steps="auto",
        admm_steps=5,
        rho=1.0,
        tol=0.001,
        eigen_tol=1e-08,
        prep=None,
        warm_start=False,
        validate=5,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.mode = mode
        self.beta = beta
        self.gamma = gamma
        self.constraint_weight = constraint_weight
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.affinity = affinity
        self.sigma = sigma
        self.symmetry = symmetry
        self.search = search
        self.normalize_rows = normalize_rows
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.search_steps = search_steps
        self.admm_steps = admm_steps
        self.rho = rho
        self.tol = tol
        self.eigen_tol = eigen_tol
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class CSP(PredictingClusterer):
    """CSP: the cheapest cuts of a graph that satisfy the constraints well enough.

    Spectral clustering whose cuts have to agree with the constraints to a given degree. Of several views it takes the
    mixture of their graphs. For comparison with mvcsc, up to 3000 objects. Needs must-links; works best if a few
    objects have many constraints among them.

    On the command line: csp. Paper: chen2019.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    strictness : float, default=0.25
        How well a cut has to satisfy the constraints, as a fraction of what the (K-1)th best direction reaches. Raise
        it if constraints are many; with few, a large value isolates the constrained objects. Above 0 and below 1.
    n_neighbors : int or "auto", default="auto"
        Number of nearest neighbours that every row is joined to. Raise it if the graph falls into pieces. auto: 10, or
        fewer if there are fewer rows. At least 1.
    metric : {"auto", "euclidean", "cosine", "precomputed"}, default="auto"
        How near two rows are: euclidean, cosine, or precomputed if the views are graphs already (square and symmetric,
        weights >= 0). auto: cosine for sparse views such as text, euclidean for dense ones.
    affinity : {"auto", "local-scaling", "median", "gaussian", "cosine", "binary"}, default="auto"
        Weight of an edge: exp(-d^2 / (s_i s_j)) with s the distance to the farthest of the n_neighbors (local-scaling),
        exp(-d^2 / 2 s^2) with s the median of these distances (median) or s = sigma (gaussian), the cosine, or 1
        (binary). auto: cosine if the metric is cosine, else local-scaling.
    sigma : float, default=1.0
        Width of the Gaussian if affinity is gaussian; ignored otherwise. Above 0.
    symmetry : {"either", "mutual"}, default="either"
        Join two rows if either is among the nearest of the other, or only if the relation is mutual.
    search : {"auto", "exact", "approximate"}, default="auto"
        How neighbours are searched: exact compares all pairs of rows, approximate is faster from about 100,000 rows and
        reports how many neighbours it finds. auto: exact up to about 100,000 rows.
    n_init : int, default=10
        Number of restarts of K-Means on the embedding; the best one wins. At least 1.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    embedding_ : ndarray of shape (n_objects, n_clusters)
        Coordinates in which K-Means finds the clusters, one row per object, before rows are scaled to length 1.
    """

    _method = "csp"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "strictness": "float",
        "n_neighbors": "int or auto",
        "metric": "enum",
        "affinity": "enum",
        "sigma": "float",
        "symmetry": "enum",
        "search": "enum",
        "n_init": "int",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        strictness=0.25,
        n_neighbors="auto",
        metric="auto",
        affinity="auto",
        sigma=1.0,
        symmetry="either",
        search="auto",
        n_init=10,
        prep=None,
        warm_start=False,
        validate=5,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.strictness = strictness
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.affinity = affinity
        self.sigma = sigma
        self.symmetry = symmetry
        self.search = search
        self.n_init = n_init
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class SelfTaughtSpectral(PredictingClusterer):
    """Self-taught spectral clustering: completes the constraints, taught by the cut.

    Fills a table of all pairs of objects from the constraints, as one of low rank that agrees with the cut of the
    graph, and clusters that table. Of several views it takes the mean of their graphs, or the best single one
    (fusion=best). For comparison with mvcsc, up to 1000 objects; slow.

    On the command line: self-taught. Paper: chen2019.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    fusion : {"mean", "best"}, default="mean"
        What is clustered: the mean of the graphs of all views (mean), or every view alone, of which the one that
        violates the fewest constraints is kept (best).
    graph_weight : float, default=0.1
        How much the graph counts for the cut (alpha). At least 0.
    teaching_weight : float, default=0.1
        How much the cut teaches the completed constraints, and they the cut (beta). At least 0.
    rank_penalty : float, default=0.1
        Weight of the nuclear norm of the completed constraints (mu). Well above teaching_weight it leaves nothing of
        what was not given. At least 0.
    teach_every : int, default=20
        Number of iterations after which the cut is made anew. At least 1.
    n_neighbors : int or "auto", default="auto"
        Number of nearest neighbours that every row is joined to. Raise it if the graph falls into pieces. auto: 10, or
        fewer if there are fewer rows. At least 1.
    metric : {"auto", "euclidean", "cosine", "precomputed"}, default="auto"
        How near two rows are: euclidean, cosine, or precomputed if the views are graphs already (square and symmetric,
        weights >= 0). auto: cosine for sparse views such as text, euclidean for dense ones.
    affinity : {"auto", "local-scaling", "median", "gaussian", "cosine", "binary"}, default="auto"
        Weight of an edge: exp(-d^2 / (s_i s_j)) with s the distance to the farthest of the n_neighbors (local-scaling),
        exp(-d^2 / 2 s^2) with s the median of these distances (median) or s = sigma (gaussian), the cosine, or 1
        (binary). auto: cosine if the metric is cosine, else local-scaling.
    sigma : float, default=1.0
        Width of the Gaussian if affinity is gaussian; ignored otherwise. Above 0.
    symmetry : {"either", "mutual"}, default="either"
        Join two rows if either is among the nearest of the other, or only if the relation is mutual.
    search : {"auto", "exact", "approximate"}, default="auto"
        How neighbours are searched: exact compares all pairs of rows, approximate is faster from about 100,000 rows and
        reports how many neighbours it finds. auto: exact up to about 100,000 rows.
    normalize_rows : bool, default=False
        Scale the rows of the embedding to length 1 before K-Means, so that only their directions count.
    n_init : int, default=10
        Number of restarts of K-Means on the embedding; the best one wins. At least 1.
    max_iter : int, default=60
        Maximum number of iterations; each decomposes a table of all pairs of objects. At least 1.
    tol : float, default=1e-05
        Stop when the objective changes by less than this fraction. At least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    view_weights_ : ndarray of shape (n_views,)
        How much each view counts.
    embedding_ : ndarray of shape (n_objects, n_clusters)
        Coordinates in which K-Means finds the clusters, one row per object, before rows are scaled to length 1.
    """

    _method = "self-taught"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "fusion": "enum",
        "graph_weight": "float",
        "teaching_weight": "float",
        "rank_penalty": "float",
        "teach_every": "int",
        "n_neighbors": "int or auto",
        "metric": "enum",
        "affinity": "enum",
        "sigma": "float",
        "symmetry": "enum",
        "search": "enum",
        "normalize_rows": "bool",
        "n_init": "int",
        "max_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        fusion="mean",
        graph_weight=0.1,
        teaching_weight=0.1,
        rank_penalty=0.1,
        teach_every=20,
        n_neighbors="auto",
        metric="auto",
        affinity="auto",
        sigma=1.0,
        symmetry="either",
        search="auto",
        normalize_rows=False,
        n_init=10,
        max_iter=60,
        tol=1e-05,
        prep=None,
        warm_start=False,
        validate=5,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.fusion = fusion
        self.graph_weight = graph_weight
        self.teaching_weight = teaching_weight
        self.rank_penalty = rank_penalty
        self.teach_every = teach_every
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.affinity = affinity
        self.sigma = sigma
        self.symmetry = symmetry
        self.search = search
        self.normalize_rows = normalize_rows
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MMCP(PredictingClusterer):
    """MMCP, E2CP: constraints spread over the graphs and refine their weights.

    Spreads constraints over the graphs of all views to all pairs of objects, raises and lowers the weights of the graph
    accordingly, and clusters it spectrally. With one view this is E2CP. For comparison with mvcsc, up to 5000 objects.

    On the command line: mmcp. Paper: chen2019.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of eigenvectors. At least 1.
    fusion : {"mixture", "average"}, default="mixture"
        How constraints spread over several views: on the mixture of their graphs, or on each graph by itself, then
        averaged (average).
    alpha : float, default=0.6
        How far constraints spread over the graph: the larger, the farther. Above 0 and below 1.
    scale : {"max", "none"}, default="max"
        Whether the spread constraints are scaled to a largest value of 1 (max), or left as they are (none): then few
        constraints change little.
    n_neighbors : int or "auto", default="auto"
        Number of nearest neighbours that every row is joined to. Raise it if the graph falls into pieces. auto: 10, or
        fewer if there are fewer rows. At least 1.
    metric : {"auto", "euclidean", "cosine", "precomputed"}, default="auto"
        How near two rows are: euclidean, cosine, or precomputed if the views are graphs already (square and symmetric,
        weights >= 0). auto: cosine for sparse views such as text, euclidean for dense ones.
    affinity : {"auto", "local-scaling", "median", "gaussian", "cosine", "binary"}, default="auto"
        Weight of an edge: exp(-d^2 / (s_i s_j)) with s the distance to the farthest of the n_neighbors (local-scaling),
        exp(-d^2 / 2 s^2) with s the median of these distances (median) or s = sigma (gaussian), the cosine, or 1
        (binary). auto: cosine if the metric is cosine, else local-scaling.
    sigma : float, default=1.0
        Width of the Gaussian if affinity is gaussian; ignored otherwise. Above 0.
    symmetry : {"either", "mutual"}, default="either"
        Join two rows if either is among the nearest of the other, or only if the relation is mutual.
    search : {"auto", "exact", "approximate"}, default="auto"
        How neighbours are searched: exact compares all pairs of rows, approximate is faster from about 100,000 rows and
        reports how many neighbours it finds. auto: exact up to about 100,000 rows.
    normalize_rows : bool, default=True
        Scale the rows of the embedding to length 1 before K-Means, so that only their directions count.
    n_init : int, default=10
        Number of restarts of K-Means on the embedding; the best one wins. At least 1.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    embedding_ : ndarray of shape (n_objects, n_clusters)
        Coordinates in which K-Means finds the clusters, one row per object, before rows are scaled to length 1.
    """

    _method = "mmcp"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "fusion": "enum",
        "alpha": "float",
        "scale": "enum",
        "n_neighbors": "int or auto",
        "metric": "enum",
        "affinity": "enum",
        "sigma": "float",
        "symmetry": "enum",
        "search": "enum",
        "normalize_rows": "bool",
        "n_init": "int",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        fusion="mixture",
        alpha=0.6,
        scale="max",
        n_neighbors="auto",
        metric="auto",
        affinity="auto",
        sigma=1.0,
        symmetry="either",
        search="auto",
        normalize_rows=True,
        n_init=10,
        prep=None,
        warm_start=False,
        validate=5,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.fusion = fusion
        self.alpha = alpha
        self.scale = scale
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.affinity = affinity
        self.sigma = sigma
        self.symmetry = symmetry
        self.search = search
        self.normalize_rows = normalize_rows
        self.n_init = n_init
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class MVMC(PredictingClusterer):
    """MVMC: similarities of low rank in each view, completed from the constraints.

    Looks for similarities of the objects within the leading singular vectors of each view that agree with the
    constraints and with each other, and clusters their mean spectrally. A reconstruction, for comparison with mvcsc, up
    to 5000 objects. Needs many constraints.

    On the command line: mvmc. Paper: chen2019.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K, and of eigenvectors. At least 1.
    n_components : int or "auto", default="auto"
        Number of singular vectors of each view, in whose products similarities are sought. auto: 30, or fewer if the
        view has fewer columns. At least 1.
    completion_weight : float, default=1.0
        How much constraints count (C). Above 0.
    rank_penalty : float, default=1.0
        Weight of the nuclear norm of the similarities of each view (mu). At least 0.
    consensus_weight : float, default=1.0
        How strongly the similarities of the views are drawn together (lambda). At least 0.
    n_neighbors : int or "auto", default="auto"
        Number of nearest neighbours that every row is joined to. Raise it if the graph falls into pieces. auto: 10, or
        fewer if there are fewer rows. At least 1.
    metric : {"auto", "euclidean", "cosine", "precomputed"}, default="auto"
        How near two rows are: euclidean, cosine, or precomputed if the views are graphs already (square and symmetric,
        weights >= 0). auto: cosine for sparse views such as text, euclidean for dense ones.
    affinity : {"auto", "local-scaling", "median", "gaussian", "cosine", "binary"}, default="auto"
        Weight of an edge: exp(-d^2 / (s_i s_j)) with s the distance to the farthest of the n_neighbors (local-scaling),
        exp(-d^2 / 2 s^2) with s the median of these distances (median) or s = sigma (gaussian), the cosine, or 1
        (binary). auto: cosine if the metric is cosine, else local-scaling.
    sigma : float, default=1.0
        Width of the Gaussian if affinity is gaussian; ignored otherwise. Above 0.
    symmetry : {"either", "mutual"}, default="either"
        Join two rows if either is among the nearest of the other, or only if the relation is mutual.
    search : {"auto", "exact", "approximate"}, default="auto"
        How neighbours are searched: exact compares all pairs of rows, approximate is faster from about 100,000 rows and
        reports how many neighbours it finds. auto: exact up to about 100,000 rows.
    normalize_rows : bool, default=True
        Scale the rows of the embedding to length 1 before K-Means, so that only their directions count.
    n_init : int, default=10
        Number of restarts of K-Means on the embedding; the best one wins. At least 1.
    max_iter : int, default=200
        Maximum number of iterations over all views. At least 1.
    tol : float, default=1e-05
        Stop when the objective decreases by less than this fraction. At least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row; a list of arrays if X is several views.
    object_labels_ : ndarray of shape (n_objects,)
        Cluster of each object, if the views are mapped.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1]; a list if X is several views.
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
    embedding_ : ndarray of shape (n_objects, n_clusters)
        Coordinates in which K-Means finds the clusters, one row per object, before rows are scaled to length 1.
    """

    _method = "mvmc"
    _options: ClassVar[dict[str, str]] = {
        "n_clusters": "int",
        "n_components": "int or auto",
        "completion_weight": "float",
        "rank_penalty": "float",
        "consensus_weight": "float",
        "n_neighbors": "int or auto",
        "metric": "enum",
        "affinity": "enum",
        "sigma": "float",
        "symmetry": "enum",
        "search": "enum",
        "normalize_rows": "bool",
        "n_init": "int",
        "max_iter": "int",
        "tol": "float",
    }
    _preparation = "none"
    _most_views = 0
    _takes_sparse = True
    _needs_nonnegative = False

    def __init__(
        self,
        n_clusters=8,
        *,
        n_components="auto",
        completion_weight=1.0,
        rank_penalty=1.0,
        consensus_weight=1.0,
        n_neighbors="auto",
        metric="auto",
        affinity="auto",
        sigma=1.0,
        symmetry="either",
        search="auto",
        normalize_rows=True,
        n_init=10,
        max_iter=200,
        tol=1e-05,
        prep=None,
        warm_start=False,
        validate=5,
        n_jobs=None,
        random_state=None,
        verbose=False,
    ):
        self.n_clusters = n_clusters
        self.n_components = n_components
        self.completion_weight = completion_weight
        self.rank_penalty = rank_penalty
        self.consensus_weight = consensus_weight
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.affinity = affinity
        self.sigma = sigma
        self.symmetry = symmetry
        self.search = search
        self.normalize_rows = normalize_rows
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class SMVC(SeveralClusterer):
    """SMVC: several clusterings of one table at once, each in its own dimensions.

    Finds M clusterings of the same rows and divides the dimensions among them. It infers which clustering each
    constraint is about: two rows may belong together in one clustering and apart in another. Without constraints it
    finds groupings that a single partition would mix up. Dimensions that support no clustering are set aside. Sparse
    rows are converted to dense ones block by block.

    On the command line: smvc. Paper: guennemann2014.

    Parameters
    ----------
    n_clusters : int or sequence of int, default=3
        Number of clusters K: one for all clusterings, or one per clustering (3,4). At least 1.
    n_clusterings : int or "auto", default=2
        Number of clusterings M. auto: as many as n_clusters lists; if it is a single number, 1 to max_clusterings are
        tried and the bound decides. At least 1.
    max_clusterings : int, default=5
        Maximum number of clusterings that n_clusterings=auto tries. At least 1.
    max_clusters : int, default=0
        0: use n_clusters. Otherwise the bound chooses the number of clusters of each clustering, from 2 to this value.
        At least 0.
    constraint_weight : float, default=5.0
        How much a constraint of weight 1 is worth, in nats; it is multiplied by the weight of the constraint. At least
        0.
    mode : {"corrected", "paper"}, default="corrected"
        corrected: coordinate ascent on the bound, including the normalizer of must-links. paper: Eq. (10) to (14) as
        printed, except for beta and the prior.
    background : bool or "auto", default="auto"
        Whether dimensions may belong to no clustering. auto: yes, except in mode=paper.
    start : {"auto", "mutual-information", "correlation", "must-links", "random-groups", "random"}, default="auto"
        How the dimensions are grouped initially. auto: by mutual information, and by must-links in two of the restarts.
    n_init : int, default=5
        Number of restarts. Every second one uses the units of the data instead of standardized dimensions. At least 1.
    n_finish : int, default=2
        How many of the restarts, those with the best bound, run to the end. At least 1.
    warm_up : int or "auto", default="auto"
        Number of iterations before constraints count. auto: 10; 0 in mode=paper. At least 0.
    ramp : int, default=20
        Number of iterations after that over which constraints gain their full weight. At least 0.
    prior_mean : float, default=0.1
        kappa0: weight of the prior of a cluster mean, as a number of rows. Above 0.
    prior_shape : float, default=1.0
        alpha0: shape of the prior of a precision. Above 0.
    prior_rate : float, default=0.1
        beta0: rate of the prior of a precision, for dimensions of variance 1. Above 0.
    prior_size : float, default=1.0
        lambda0: weight of the prior of the cluster sizes, as a number of rows per cluster. Above 0.
    dimension_prior : float or sequence of float, default=1.0
        r: prior probability that a dimension belongs to each clustering, up to a common factor. Above 0.
    constraint_prior : float or sequence of float, default=1.0
        h: prior probability that a constraint is about each clustering, up to a common factor. Above 0.
    columns_of : str, default=""
        Columns that are known to belong to a clustering, by number or name: colour:2,size:2,5:1. Clusterings count from
        1, columns from 0.
    pairs_of : str, default=""
        Constraints that are known to be about a clustering, by their two rows: 3+17:2,5+8:1. Rows by number, or by id
        if the view has ids.
    belief : float, default=1.0
        Prior probability of what columns_of and pairs_of say; the other clusterings share the rest. 1: it is certain.
        Above 0 and at most 1.
    image : str, default=""
        Set it if the dimensions are the pixels of an image, row by row: height x width, such as 20x20. The report then
        draws the cluster means.
    max_iter : int, default=300
        Maximum number of iterations per restart. At least 1.
    tol : float, default=0.01
        Stop when the bound changes by less than this many nats. At least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1].
    objective_ : float
        The lower bound that the method maximizes, in nats, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        Cluster of each row in every clustering; labels_ is the first column, and confidence_ belongs to it.
    clusterings_confidence_ : ndarray of shape (n_samples, n_clusterings)
        Confidence of each of these labels, in [0, 1].
    clusterings_report_ : list of dict
        The dimensions and constraints of every clustering with their probabilities, and how many nats per row it
        explains.
    dimension_probabilities_ : ndarray of shape (n_clusterings, n_features)
        Probability that each dimension belongs to each clustering; the rest to 1 is that it belongs to none.
    tried_ : list of dict
        Numbers of clusters that were tried, with the bound; empty if all were given.
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
        "columns_of": "text",
        "pairs_of": "text",
        "belief": "float",
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
        columns_of="",
        pairs_of="",
        belief=1.0,
        image="",
        max_iter=300,
        tol=0.01,
        prep=None,
        warm_start=False,
        validate=5,
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
        self.columns_of = columns_of
        self.pairs_of = pairs_of
        self.belief = belief
        self.image = image
        self.max_iter = max_iter
        self.tol = tol
        self.prep = prep
        self.warm_start = warm_start
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class Orthogonal(SeveralClusterer):
    """Orthogonal clusterings: K-Means, remove what it explains, K-Means again.

    Finds several clusterings of one table one after the other. After each, what its means explain is removed from the
    rows, so that the next clustering has to differ (Cui, Fern, Dy 2007; its two forms are variant=clusters and
    variant=subspaces). It does not use constraints. A comparison method for smvc, which finds all clusterings at once
    and reports the columns of each.

    On the command line: orthogonal. Paper: guennemann2014.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K of every clustering. At least 1.
    n_clusterings : int, default=2
        Number of clusterings. At least 1.
    variant : {"clusters", "subspaces"}, default="subspaces"
        What is removed after a clustering: from every row its component along the mean of its cluster (clusters), or
        from all rows the space that the means span (subspaces).
    pca_share : float, default=0.9
        K-Means runs on the principal components that keep this fraction of the variance. 1: no PCA. Above 0 and at most
        1.
    min_variance : float, default=0.1
        Stop when less than this fraction of the variance is left. At least 0 and below 1.
    n_init : int, default=10
        Number of restarts of each K-Means; the one with the lowest objective wins. At least 1.
    max_iter : int, default=300
        Maximum number of iterations of each K-Means restart. At least 1.
    tol : float, default=1e-06
        K-Means stops when its objective decreases by less than this fraction. At least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1].
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        Cluster of each row in every clustering; labels_ is the first column, and confidence_ belongs to it.
    clusterings_confidence_ : ndarray of shape (n_samples, n_clusterings)
        Confidence of each of these labels, in [0, 1].
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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class Alternative(SeveralClusterer):
    """Alternative clustering: a clustering that differs from a known one.

    Given a clustering (a warm start, or K-Means), maps the rows so that they move towards the means of the other
    clusters, and clusters them again by K-Means (Qi, Davidson 2009). It does not use constraints. A comparison method
    for smvc.

    On the command line: alternative. Paper: guennemann2014.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K of every clustering. At least 1.
    n_clusterings : int, default=2
        Number of clusterings, including the given one. At least 1.
    tradeoff : float, default=2.0
        How far rows move away from the earlier clustering. 0: not at all; smaller values stay closer to the data. At
        least 0.
    eigenvalue_floor : float, default=0.001
        Eigenvalues below this fraction of the largest are raised to it, so that constant features stay small. Above 0
        and at most 1.
    n_init : int, default=10
        Number of restarts of each K-Means; the one with the lowest objective wins. At least 1.
    max_iter : int, default=300
        Maximum number of iterations of each K-Means restart. At least 1.
    tol : float, default=1e-06
        K-Means stops when its objective decreases by less than this fraction. At least 0.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1].
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        Cluster of each row in every clustering; labels_ is the first column, and confidence_ belongs to it.
    clusterings_confidence_ : ndarray of shape (n_samples, n_clusterings)
        Confidence of each of these labels, in [0, 1].
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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose


class PROCLUS(PredictingClusterer):
    """PROCLUS: clusters around medoids, each in its own columns.

    One clustering in which each cluster chooses the columns where it is narrow (Aggarwal et al. 1999). n_dimensions
    sets their average number. Rows far from every medoid are outliers: they get the label of the nearest medoid with
    confidence 0. It does not use constraints. A comparison method for smvc.

    On the command line: proclus. Paper: guennemann2014.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters K. At least 1.
    n_dimensions : int or "auto", default="auto"
        Average number of columns per cluster; every cluster has at least two. auto: half of all columns. At least 2.
    sample_factor : int, default=30
        Number of rows drawn per cluster, among which medoids are sought. At least 1.
    medoid_factor : int, default=10
        Number of candidate medoids per cluster. At least 1.
    min_deviation : float, default=0.1
        A medoid with fewer rows than this fraction of n / K is replaced. At least 0 and at most 1.
    n_init : int, default=10
        Number of restarts; the one with the lowest objective wins. At least 1.
    max_stale : int, default=10
        End a restart after this many iterations without improvement. At least 1.
    max_iter : int, default=300
        Maximum number of iterations per restart. At least 1.
    prep : str, dict or None, default=None
        Preparation of the features, in fit and in predict: none, standardize, minmax, l2, tfidf, pca=D or spectral=D,
        separated by commas; {view: steps} for single views. None: the method's default, none. Centres refer to the
        prepared features.
    warm_start : bool, default=False
        Start from the labels of the previous fit of this object on the same rows; cluster numbers are kept.
    validate : int or None, default=5
        Number of folds in which judgements are held out, to see how well they are predicted (held_out_agreement_).
        None: they are not. It costs about as many further runs, with few restarts and on a sample if there are many
        rows.
    n_jobs : int, default=None
        Number of threads; None or -1: all. The result does not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        An integer gives the same result as the command line with that seed. None: a new seed for every fit.
    verbose : bool, default=False
        Write a line to standard error after every iteration.

    Attributes
    ----------
    labels_ : ndarray of shape (n_samples,)
        Cluster of each row.
    confidence_ : ndarray of shape (n_samples,)
        Confidence of each label, in [0, 1].
    objective_ : float
        The objective that the method minimizes, after the last iteration.
    objectives_ : ndarray of shape (n_iter_,)
        The objective after each iteration.
    n_iter_ : int
        Number of iterations of the best restart.
    stop_reason_ : str
        "converged", "max_iter" or "cancelled".
    constraints_report_ : dict
        How many constraints were given, implied, satisfied and violated, and which are violated.
    suspect_constraints_ : list of dict
        Constraints that disagree with the features: by how much (score), and in which fraction of the restarts they
        ended violated. The worst come first. Empty if the method does not look for them.
    held_out_agreement_ : float
        Share of held-out judgements that are predicted: the mean of the shares of must-links and cannot-links. NaN if
        it was not measured.
    held_out_ : dict or None
        The same with its interval (kept, low, high), without guidance (unguided), and the reason if nothing was
        measured. None without judgements.
    judgements_ : dict
        What the method learnt about the constraints: `estimated_error_rate` and `weight` (None if it does not calibrate
        them), and `ranking`, all constraints, those that look wrong first.
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
        The learnt metrics, one for all clusters or one per cluster: feature weights, and for full metrics also the
        directions that count most.
    feature_weights_ : ndarray of shape (n_metrics, n_features)
        Cost of a difference of one standard deviation, for each feature.
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
        validate=5,
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
        self.validate = validate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

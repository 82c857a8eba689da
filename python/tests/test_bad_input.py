"""What does not fit is refused before any work, by a message that names the argument and the value."""

import functools
import inspect

import numpy as np
import pytest
import scipy.sparse as sp

import mvlink
from conftest import ESTIMATORS
from mvlink import KMeans, PCKMeans, cluster, constraints, datasets, plot
from mvlink.model_selection import ConstraintSearch
from mvlink.questions import Session

X = np.random.default_rng(0).random((10, 3))
NAN = np.where(np.arange(30).reshape(10, 3) == 13, np.nan, X)
INFINITE = np.where(np.arange(30).reshape(10, 3) == 13, -np.inf, X)
SPARSE_NAN = sp.csr_matrix(NAN)

TABLES = {
    "one dimension": (X[0], ValueError, "Expected 2D array, got 1D array"),
    "three dimensions": (X.reshape(2, 5, 3), ValueError, "Found array with dim 3|expected <= 2"),
    "a number": (5.0, ValueError, "Expected 2D array, got scalar"),
    "no rows": (X[:0], ValueError, r"0 sample\(s\)"),
    "no columns": (X[:, :0], ValueError, r"0 feature\(s\)"),
    "an empty list": ([], ValueError, "Expected 2D array"),
    "an empty dict": ({}, ValueError, "X: a dict without views"),
    "nothing": (None, ValueError, "Expected 2D array|NoneType"),
    "words": (np.array([["a", "b"], ["c", "d"]]), ValueError, "dtype='numeric'|could not convert|convert strings"),
    "objects": (np.array([[{}, 1], [2, 3]], dtype=object), TypeError, "must be a string or a"),
    "object words": (np.array([["a", 1], [2, 3]], dtype=object), ValueError, "could not convert string to float: 'a'"),
    "complex numbers": (X + 1j, ValueError, "Complex data not supported"),
    "NaN": (NAN, ValueError, r'view "X": row 4, column 1 is NaN'),
    "infinity": (INFINITE, ValueError, r'view "X": row 4, column 1 is infinite'),
    "NaN in Fortran order": (np.asfortranarray(NAN), ValueError, "row 4, column 1 is NaN"),
    "NaN in float32": (NAN.astype(np.float32), ValueError, "row 4, column 1 is NaN"),
    "NaN in sparse rows": (SPARSE_NAN, ValueError, "row 4, column 1 is NaN"),
    "masked values": (np.ma.masked_less(X, 0.1), ValueError, "X: . values are masked"),
    "several views": ([X, X], ValueError, "X: 2 views; .* clusters one matrix"),
    "a dict of two views": ({"a": X, "b": X}, ValueError, "X: 2 views"),
    "a bad name of a view": ({"a b": X}, ValueError, 'view "a b"'),
    "a number as a name": ({1: X}, ValueError, "X: view 1 is not a string"),
    "a ragged list": ([[1, 2], [3]], ValueError, "inhomogeneous|sequence"),
}


@pytest.mark.parametrize("Estimator", ESTIMATORS)
@pytest.mark.parametrize("case", TABLES)
def test_table_is_refused(Estimator, case):
    table, error, message = TABLES[case]
    if "views" in case and Estimator._most_views != 1:
        pytest.skip("takes several views")
    if sp.issparse(table) and not Estimator._takes_sparse:
        error, message = TypeError, "dense data is required"
    model = Estimator(n_clusters=2)
    with pytest.raises(error, match=message):
        model.fit(table)
    assert not hasattr(model, "labels_")


SELF = sp.csr_matrix(([1.0], ([3], [3])), shape=(10, 10))
CONSTRAINTS = {
    "row beyond": ({"must_link": [(0, 1), (2, 10)]}, r"must_link\[1\]: row 10 does not exist \(X has 10 rows\)"),
    "row beyond in an array": ({"cannot_link": np.array([[0, 1], [99, 2]])}, r"cannot_link\[1\]: row 99 does not"),
    "negative row": ({"must_link": [(0, -1)]}, r"must_link\[0\]: row -1 does not exist"),
    "with itself": ({"must_link": [(0, 1), (4, 4)]}, r"must_link\[1\]: row 4 is linked with itself"),
    "with itself in tuples": ({"constraints": [(4, 4, "ml")]}, r"constraints\[0\]: row 4 is linked with itself"),
    "with itself in a matrix": ({"constraints": SELF}, r"constraints\[3, 3\]: row 3 is linked with itself"),
    "fractions": ({"must_link": [(0.5, 1)]}, r"must_link\[0\]: 0.5 is neither a row"),
    "float array": ({"must_link": np.array([[0.0, 1.0]])}, r"must_link\[0\]: .*0.0.* is neither a row"),
    "booleans": ({"must_link": [(True, False)]}, r"must_link\[0\]: True is neither a row"),
    "a boolean beside a row": ({"must_link": [(2, 3), (0, True)]}, r"must_link\[1\]: True is neither a row"),
    "a boolean of NumPy": ({"constraints": [(0, np.True_, "ml")]}, r"constraints\[0\]: True is neither a row"),
    "dicts": ({"must_link": [{0: 1, 4: 2}]}, r"must_link\[0\]: \{0: 1, 4: 2\} is not a pair"),
    "a dict as a constraint": ({"constraints": [{0: 1, 1: 2, 2: 3}]}, r"constraints\[0\]: .* is not a constraint"),
    "masked pairs": ({"must_link": np.ma.masked_equal([[0, 1], [2, 9]], 9)}, "must_link: 1 values are masked"),
    "a huge weight": ({"constraints": [(0, 1, "ml", 10**400)]}, r"constraints\[0\]: weight 10+\.* is not a finite"),
    "a weight of too many digits": ({"constraints": [(0, 1, "ml", 10**5000)]}, "weight an integer of 16610 bits is not"),
    "ids of a table without": ({"must_link": [("a", "b")]}, r"must_link\[0\]: 'a' is an id, but X has none"),
    "digits as an id": ({"must_link": [("0", "1")]}, r"must_link\[0\]: '0' is an id, but X has none"),
    "triples": ({"must_link": [(0, 1, 2)]}, r"must_link\[0\]: \(0, 1, 2\) is not a pair"),
    "flat": ({"must_link": [0, 1]}, r"must_link\[0\]: 0 is not a pair"),
    "word": ({"must_link": "ab"}, "must_link: 'ab' is of type str"),
    "number": ({"cannot_link": 3}, "cannot_link: 3 is of type int"),
    "a pair": ({"constraints": [(0, 1)]}, r"constraints\[0\]: \(0, 1\) is not a constraint"),
    "five items": ({"constraints": [(0, 1, "ml", 1, 2)]}, r"constraints\[0\]: .* is not a constraint"),
    "unknown type": ({"constraints": [(0, 1, "musst")]}, r"constraints\[0\]: type 'musst' is neither"),
    "type 2": ({"constraints": [(0, 1, 2)]}, r"constraints\[0\]: type 2 is neither"),
    "type True": ({"constraints": [(0, 1, True)]}, r"constraints\[0\]: type True is neither"),
    "negative weight": ({"constraints": [(0, 1, "ml", -1)]}, r"constraints\[0\]: weight -1 is not a finite"),
    "NaN as weight": ({"constraints": [(0, 1, "ml", np.nan)]}, r"constraints\[0\]: weight nan is not a finite"),
    "word as weight": ({"constraints": [(0, 1, "ml", "x")]}, r"constraints\[0\]: weight 'x' is not a finite"),
    "view for one only": ({"constraints": [((0, 1), 2, "ml")]}, r"constraints\[0\]: names a view for only one of the two"),
    "unknown view": ({"constraints": [((1, 1), (0, 2), "ml")]}, r"constraints\[0\]: view 1 does not exist"),
    "three of view": ({"constraints": [((0, 1, 2), (0, 2), "ml")]}, r"constraints\[0\]: \(0, 1, 2\) is not an instance"),
    "small matrix": ({"constraints": sp.eye(9).tocsr()}, "constraints: a 9 x 9 matrix; expected 10 x 10"),
    "dense matrix": ({"constraints": np.zeros((10, 10))}, "constraints: a dense 10 x 10 array; expected tuples"),
    "NaN in a matrix": (
        {"constraints": sp.csr_matrix(([np.nan], ([0], [1])), shape=(10, 10))},
        r"constraints\[0, 1\]: nan is not a finite",
    ),
    "complex matrix": ({"constraints": sp.csr_matrix((10, 10), dtype=complex)}, "constraints: values of type complex"),
    "dict of dense": ({"constraints": {(0, 0): np.zeros((10, 10))}}, r"constraints\[\(0, 0\)\]: of type ndarray"),
    "dict by number": ({"constraints": {0: sp.eye(10)}}, r"constraints\[0\]: the key is not a pair of views"),
    "few labels": ({"partial_labels": [0, 1]}, "partial_labels: 2 labels for 10 rows"),
    "fractional labels": ({"partial_labels": np.full(10, 0.5)}, r"partial_labels\[0\]: 0.5 is not a label"),
    "table of labels": ({"partial_labels": np.zeros((10, 2), dtype=int)}, "partial_labels"),
    "mapping": ({"mapping": [(0, 1)]}, "mapping: there is only one view"),
}


@pytest.mark.parametrize("case", CONSTRAINTS)
def test_constraint_is_refused(case):
    given, message = CONSTRAINTS[case]
    with pytest.raises(mvlink.InputError, match=message) as raised:
        PCKMeans(2).fit(X, **given)
    assert isinstance(raised.value, ValueError)


ARGUMENTS = {
    "no clusters": ({"n_clusters": 0}, "n_clusters: 0 is out of range; expected a number >= 1"),
    "negative clusters": ({"n_clusters": -3}, "n_clusters: -3"),
    "half a cluster": ({"n_clusters": 2.5}, "n_clusters: 2.5 is of type float; expected a whole number"),
    "a word of clusters": ({"n_clusters": "3"}, "n_clusters: '3' is of type str; expected a whole number"),
    "no number of clusters": ({"n_clusters": None}, "n_clusters: None is of type NoneType"),
    "true clusters": ({"n_clusters": True}, "n_clusters: True is of type bool"),
    "more clusters than rows": ({"n_clusters": 11}, "n_clusters: 11 clusters for n_samples=10"),
    "unknown start": ({"init": "kmeans++"}, r'init: "kmeans\+\+" is not a choice \(did you mean k-means\+\+\?\)'),
    "a number as start": ({"init": 3}, "init: 3 is of type int"),
    "centres of another shape": ({"init": np.zeros((2, 4))}, r"init: centres of shape \(2, 4\); expected .*\(2, 3\)"),
    "centres of words": ({"init": [["a", "b", "c"]] * 2}, "init: .* is not an array of centres"),
    "centres that are not finite": ({"init": np.full((2, 3), np.nan)}, "init: a centre is not finite"),
    "negative tol": ({"tol": -0.1}, "tol: -0.1 is out of range"),
    "NaN as tol": ({"tol": np.nan}, "tol: nan is out of range"),
    "tol as a word": ({"tol": "small"}, "tol: 'small' is of type str; expected a number"),
    "no rounds": ({"max_iter": 0}, "max_iter: 0 is out of range"),
    "an infinite weight": ({"constraint_weight": 10**400}, "constraint_weight: inf"),
    "rounds of too many digits": ({"max_iter": 10**5000}, "max_iter: an integer of 16610 bits is out of range"),
    "too many rounds": ({"max_iter": 10**30}, "max_iter: "),
    "negative seed": ({"random_state": -1}, "random_state: -1 is out of range"),
    "a seed too large": ({"random_state": 2**64}, "random_state: 18446744073709551616 is out of range"),
    "a word as seed": ({"random_state": "seed"}, "random_state: 'seed' is not a seed"),
    "a fraction as seed": ({"random_state": 0.5}, "random_state: 0.5 is not a seed"),
    "no threads": ({"n_jobs": 0}, "n_jobs: 0 is not a number of threads"),
    "half a thread": ({"n_jobs": 1.5}, "n_jobs: 1.5 is not a number of threads"),
}


def has_arguments(Estimator, case):
    about_centres = case.startswith("centres") or case == "unknown start"
    if about_centres and not Estimator._starts_from_centres:  # its init, if it has one, means something else
        return False
    return set(ARGUMENTS[case][0]) <= set(inspect.signature(Estimator).parameters)


@pytest.mark.parametrize(
    "Estimator, case", [(one, case) for case in ARGUMENTS for one in ESTIMATORS if has_arguments(one, case)]
)
def test_argument_is_refused(Estimator, case):
    given, message = ARGUMENTS[case]
    with pytest.raises(mvlink.InputError, match=message):
        Estimator(**{"n_clusters": 2, **given}).fit(X)


def test_auto_is_a_word_only_where_it_is_a_choice():
    PCKMeans(2, n_init="auto").fit(X)
    with pytest.raises(ValueError, match="n_init: 'auto' is of type str; expected a whole number"):
        KMeans(2, n_init="auto").fit(X)
    with pytest.raises(ValueError, match='n_init: 1.5 is of type float; expected a whole number or "auto"'):
        PCKMeans(2, n_init=1.5).fit(X)


def test_a_callback_that_cannot_be_called_is_a_type_error():
    with pytest.raises(TypeError, match="callback: 3 cannot be called"):
        KMeans(2).fit(X, callback=3)


def test_one_row_and_one_column_are_enough():
    assert KMeans(1).fit([[3.0]]).labels_.tolist() == [0]
    assert PCKMeans(1).fit(np.zeros((1, 4))).labels_.tolist() == [0]
    assert sorted(KMeans(2, random_state=0).fit([[0.0], [1.0]]).labels_) == [0, 1]
    with pytest.raises(ValueError, match="n_clusters: 2 clusters for n_samples=1"):
        KMeans(2).fit([[3.0]])


@pytest.mark.parametrize("Estimator", ESTIMATORS)
def test_predict_before_fit_is_not_fitted(Estimator):
    from mvlink._sklearn import NotFittedError

    with pytest.raises(NotFittedError, match="not fitted yet"):
        Estimator().predict(X)
    with pytest.raises(NotFittedError):
        Estimator().save("nowhere.npz")


def test_predict_on_other_columns_is_refused():
    model = KMeans(2, random_state=0).fit(X)
    with pytest.raises(ValueError, match="X has 2 features, but KMeans is expecting 3"):
        model.predict(X[:, :2])
    with pytest.raises(ValueError, match="row 4, column 1 is NaN"):
        model.predict(NAN)


def test_numbers_that_overflow_are_a_runtime_error():
    with pytest.raises(mvlink.NumericalError) as raised:
        KMeans(2, random_state=0).fit(np.array([[1e200], [-1e200], [3e200], [1.0]]))
    assert isinstance(raised.value, RuntimeError) and isinstance(raised.value, mvlink.MvlinkError)


def test_a_mask_without_masked_values_is_no_matter():
    masked = np.ma.masked_array(X, mask=np.zeros(X.shape, dtype=bool))
    assert np.array_equal(KMeans(2, random_state=0).fit(masked).labels_, KMeans(2, random_state=0).fit(X).labels_)
    with pytest.raises(mvlink.InputError, match="mapping: 2 values are masked"):
        mvlink.ConstraintPropagation(2).fit([X, X], mapping=np.ma.masked_equal([[0, 1], [1, 2]], 1))
    with pytest.raises(mvlink.InputError, match="init: 6 values are masked"):
        KMeans(2, init=np.ma.masked_equal(np.zeros((2, 3)), 0)).fit(X)


@pytest.mark.parametrize(("rows", "message"), [(10**12, "X: 1000000000000 rows; expected at most"), (0, "X: 0; expected"),
                                               (True, "X: True is of type bool"), (2.5, "X: 2.5 is of type float")])
def test_a_number_of_rows_is_checked(rows, message):
    with pytest.raises(mvlink.InputError, match=message):
        mvlink.constraints.check(rows)


def test_a_frame_of_constraints_is_checked():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [0.0, 4.0], "b": [1.0, 2.0], "type": ["must-link"] * 2, "weight": [1e20, np.nan]})
    assert sorted(PCKMeans(2).fit(X, constraints=frame)._run.data.constraints[2]) == [1, 1e20]
    twice = frame.set_axis(["a", "b", "type", "a"], axis=1)
    for wrong in (twice, twice.assign(view_a="X", view_b="X")):
        with pytest.raises(mvlink.InputError, match="constraints: column 'a' occurs twice"):
            PCKMeans(2).fit(X, constraints=wrong)


Y = np.arange(10) % 2
fitted = functools.lru_cache(lambda: KMeans(2, random_state=0).fit(X))
session = functools.lru_cache(lambda: Session(X, 2, random_state=0))
OTHER_ARGUMENTS = {
    "a number as title": (lambda: fitted().report(title=3), "title: 3 is of type int; expected text"),
    "no map": (lambda: fitted().report(map=None), "map: None is of type NoneType; expected text"),
    "no map of a plot": (lambda: plot.clusters(fitted(), map=None), "map: None is of type NoneType; expected text"),
    "no features of a plot": (lambda: plot.profiles(fitted(), n_features=0), "n_features: 0; expected a whole number >= 1"),
    "a number as person": (lambda: session().tell((0, 1), True, person=3), "person: 3 is of type int; expected text"),
    "nobody": (lambda: Session(X, 2, person=None), "person: None is of type NoneType; expected text"),
    "no weight of an answer": (lambda: session().tell((0, 1), True, weight=None), "weight: None is of type NoneType"),
    "no strategy": (lambda: Session(X, 2, strategy=None), "strategy: None is of type NoneType; expected text"),
    "no method": (lambda: Session(X, 2, method=None), "method: None is of type NoneType; expected text"),
    "no method to search": (lambda: ConstraintSearch(2, method=None).fit(X, partial_labels=Y), "method: None is of type"),
    "a word as budget": (lambda: ConstraintSearch(2, budget="3").fit(X, partial_labels=Y), "budget: '3' is of type str"),
    "too many questions": (lambda: session().ask(2**62), "n: 4611686018427387904; expected a whole number >= 0 and <= 21"),
    "a word of questions": (lambda: session().run(lambda a, b: True, "3"), "n: '3'; expected a whole number"),
    "a word as percentage": (lambda: constraints.sample(Y, percent="5"), "percent: '5' is of type str; expected a number"),
    "a word as share": (lambda: constraints.sample(Y, must_share="x"), "must_share: 'x' is of type str; expected a number"),
    "no share": (lambda: constraints.sample(Y, wrong_share=None), "wrong_share: None is of type NoneType"),
    "a number as two views": (lambda: constraints.sample([Y, Y], between=3), "between: 3; expected two different views"),
    "a list as choice": (lambda: constraints.from_labels(Y, pairs=["all"]), r"pairs: \['all'\] is not a choice"),
    "a number as views": (lambda: datasets.load_folder(".", views=[3]), "views: 3 is of type int; expected text"),
    "huge numbers of clusters": (lambda: cluster(X, [2, 10**30]), r"n_clusters: \[2, 10+\]; expected a whole number, several"),
    "clusters in a square": (lambda: cluster(X, np.array([[2]])), r"n_clusters: \[\[2\]\]; expected a whole number, several"),
    "a set of labels": (lambda: PCKMeans(2).fit(X, partial_labels={0, 1}), "partial_labels: a set has no order"),
}


@pytest.mark.parametrize("case", OTHER_ARGUMENTS)
def test_other_arguments_are_refused_in_one_line(case):
    call, message = OTHER_ARGUMENTS[case]
    with pytest.raises(mvlink.InputError, match=message) as raised:
        call()
    assert "\n" not in str(raised.value)


def test_a_frame_as_mapping_of_a_problem_is_refused():
    pandas = pytest.importorskip("pandas")
    problem = datasets.four_quadrants(20, random_state=0)
    for mapping in (pandas.DataFrame({"a": [0, 1], "b": [1, 2]}), np.array([[0, 1], [1, 2]])):
        for use in (mvlink.ConstraintPropagation(2).fit, Session):
            with pytest.raises(mvlink.InputError, match="mapping: the problem has its own mapping"):
                use(problem, mapping=mapping)

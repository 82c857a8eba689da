"""What fit learns and how it is steered."""

import copy
import inspect
import pickle
import subprocess
import threading
import time

import numpy as np
import pytest

import mvlink
from conftest import ESTIMATORS
from mvlink import KMeans, MPCKMeans, PCKMeans, Progress

pytestmark = pytest.mark.filterwarnings("ignore::mvlink.MvlinkWarning")


@pytest.mark.parametrize("Estimator", ESTIMATORS)
def test_fit_learns_what_it_says(blobs, Estimator):
    X, _ = blobs
    model = Estimator(n_clusters=3, random_state=0)
    assert model.fit(X, must_link=[(0, 1)]) is model
    assert model.labels_.shape == (len(X),) and set(model.labels_) == {0, 1, 2}
    assert model.confidence_.shape == (len(X),) and ((model.confidence_ >= 0) & (model.confidence_ <= 1)).all()
    assert model.n_iter_ == len(model.objectives_) and model.objective_ == model.objectives_[-1]
    if Estimator not in (mvlink.MultiNMF, mvlink.CMVNMF, mvlink.SelfTaughtSpectral):  # their rounds are few
        assert model.stop_reason_ == "converged"
    assert model.n_features_in_ == X.shape[1]
    assert model.seed_ == 0
    assert model.seconds_["total"] > 0
    assert model.constraints_report_["given"] == 1


def test_centres_are_the_means_of_their_rows(blobs):
    X, _ = blobs
    model = KMeans(3, random_state=0).fit(X)
    means = [X[model.labels_ == h].mean(axis=0) for h in range(3)]
    assert np.allclose(model.cluster_centers_, means)
    inertia = sum(((X[model.labels_ == h] - means[h]) ** 2).sum() for h in range(3))
    assert model.objective_ == pytest.approx(inertia)


def test_a_seed_decides_and_none_is_fresh(blobs):
    X = np.random.default_rng(0).random((200, 5))
    labels = [PCKMeans(6, init="random", n_init=1, random_state=seed).fit(X).labels_.tolist() for seed in (7, 7, 8)]
    assert labels[0] == labels[1] != labels[2]
    seeds = {KMeans(3).fit(X).seed_ for _ in range(3)}
    assert len(seeds) == 3


@pytest.mark.parametrize("maker", [np.random.RandomState, np.random.default_rng])
def test_random_generators_of_numpy_give_seeds(blobs, maker):
    X, _ = blobs
    first, second = maker(3), maker(3)
    one = KMeans(3, random_state=first).fit(X).seed_
    assert one == KMeans(3, random_state=second).fit(X).seed_
    assert one != KMeans(3, random_state=first).fit(X).seed_


def test_numpys_global_seed_counts_where_none_is_given(blobs):
    np.random.seed(5)
    first = KMeans(3).fit(blobs[0]).seed_
    np.random.seed(5)
    assert KMeans(3).fit(blobs[0]).seed_ == first


@pytest.mark.parametrize("Estimator", ESTIMATORS)
def test_threads_do_not_change_the_answer(Estimator):
    rows = 160 if Estimator.__name__ in ("CSP", "SelfTaughtSpectral", "MMCP", "MVMC") else 3000  # whose time grows as rows^3
    X = np.random.default_rng(0).random((rows, 6))
    pairs = np.random.default_rng(1).permutation(rows)[: rows // 8 * 2].reshape(-1, 2)
    fits = [
        Estimator(n_clusters=5, random_state=0, n_jobs=jobs, validate=None)
        .fit(X, must_link=pairs[: len(pairs) // 4], cannot_link=pairs[len(pairs) // 4 :])
        for jobs in (1, 2, 3, -1, None, -100)
    ]
    for fit in fits[1:]:
        assert np.array_equal(fit.labels_, fits[0].labels_)
        assert fit.objectives_.tobytes() == fits[0].objectives_.tobytes()


def test_two_python_threads_fit_at_once():
    X = np.random.default_rng(0).random((5000, 8))
    alone = PCKMeans(8, random_state=0).fit(X, must_link=[(0, 1)]).labels_
    found = [None] * 6
    shared = PCKMeans(8, random_state=0)

    def work(number):
        model = shared if number % 2 else PCKMeans(8, random_state=0)
        found[number] = model.fit(X, must_link=[(0, 1)]).labels_

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(labels, alone) for labels in found)


def test_other_threads_run_while_fitting():
    X = np.random.default_rng(0).random((60000, 20))
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.perf_counter()
    KMeans(20, n_init=1, max_iter=30, tol=0, random_state=0).fit(X)
    end = time.perf_counter()
    done.set()
    ticker.join()
    assert sum(begin < tick < end for tick in ticks) > 3


def test_the_callback_sees_every_round():
    seen = []
    X = np.random.default_rng(0).random((200, 4))
    model = KMeans(3, n_init=1, random_state=0).fit(X, callback=seen.append)
    assert all(isinstance(progress, Progress) for progress in seen)
    assert [progress.round for progress in seen] == list(range(1, len(seen) + 1))
    assert len(seen) in (model.n_iter_, model.n_iter_ - 1)
    assert seen[0].objective == model.objectives_[0] and seen[0].max_rounds == 300


def test_a_callback_that_returns_true_ends_the_fit():
    X = np.random.default_rng(0).random((500, 5))
    model = KMeans(8, random_state=0).fit(X, callback=lambda progress: progress.round == 2)
    assert model.stop_reason_ == "cancelled" and model.n_iter_ == 2
    assert set(model.labels_) == set(range(8))


def test_what_a_callback_raises_is_raised_and_the_rounds_are_kept():
    X = np.random.default_rng(0).random((500, 5))

    def fail(progress):
        if progress.round == 3:
            raise RuntimeError("enough")

    model = PCKMeans(8, random_state=0)
    with pytest.raises(RuntimeError, match="enough"):
        model.fit(X, callback=fail)
    assert model.stop_reason_ == "cancelled" and model.n_iter_ == 3 and len(model.labels_) == 500


def test_verbose_writes_to_standard_error(blobs, capsys):
    KMeans(3, n_init=1, verbose=True, random_state=0).fit(np.random.default_rng(0).random((300, 4)))
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert lines[0] == "[KMeans] X: 300 rows x 4 columns, 0 constraints"
    assert lines[1].startswith("[KMeans] iteration 1 of at most ") and "): objective " in lines[1]
    assert lines[-1].startswith("[KMeans] converged after ")


def test_an_array_of_centres_starts_there(blobs):
    X, truth = blobs
    centres = np.array([X[truth == h].mean(axis=0) for h in (2, 0, 1)])
    for Estimator in (KMeans, PCKMeans):
        model = Estimator(3, init=centres, random_state=0).fit(X)
        assert np.allclose(model.cluster_centers_, centres, atol=1)
        assert (model.labels_[truth == 2] == 0).mean() > 0.9
    assert np.array_equal(KMeans(3, init=centres.tolist()).fit(X).labels_, KMeans(3, init=centres).fit(X).labels_)


def test_a_warm_start_keeps_cluster_numbers(streaks):
    X, _ = streaks
    model = PCKMeans(3, warm_start=True, random_state=0).fit(X)
    before = model.labels_.copy()
    model.fit(X, must_link=[(0, 1)])
    assert (model.labels_ == before).mean() > 0.9
    assert model.n_iter_ <= 5
    again = KMeans(3, warm_start=True, random_state=0).fit(X)
    labels = again.labels_.copy()
    assert np.array_equal(again.set_params(random_state=99).fit(X).labels_, labels)


def test_a_warm_start_on_other_rows_is_refused(streaks):
    X, _ = streaks
    model = KMeans(3, warm_start=True, random_state=0).fit(X)
    with pytest.raises(ValueError, match="warm_start: earlier labels of 240 rows for X of 100"):
        model.fit(X[:100])


@pytest.mark.parametrize("Estimator", ESTIMATORS)
def test_predict_labels_rows_that_fit_has_not_seen(blobs, Estimator):
    X, _ = blobs
    model = Estimator(n_clusters=3, random_state=0).fit(X[:100])
    labels = model.predict(X[100:])
    if not hasattr(model, "cluster_centers_"):
        same = model.predict(X[:100].astype(np.float32)) == model.labels_
        assert same.all() or (Estimator in (mvlink.CMVNMF, mvlink.MVMC) and same.mean() > 0.9)  # extended, not refitted
        return
    distances = ((X[100:, None] - model.cluster_centers_) ** 2).sum(axis=2)
    assert np.array_equal(labels, distances.argmin(axis=1))
    if Estimator is not mvlink.MLComponents:  # its labels come from must-links, not from centres
        assert np.array_equal(model.predict(X[:100].astype(np.float32)), model.labels_)


@pytest.mark.parametrize("Estimator", ESTIMATORS)
def test_save_and_load_and_pickle_predict_the_same(blobs, tmp_path, Estimator):
    X, _ = blobs
    known = inspect.signature(Estimator).parameters
    given = {name: value for name, value in {"max_iter": 50, "tol": 0.001}.items() if name in known}
    model = Estimator(n_clusters=3, **given, random_state=0).fit(X)
    model.save(tmp_path / "model.npz")
    for other in [
        Estimator.load(tmp_path / "model.npz"),
        mvlink.load(str(tmp_path / "model.npz")),
        pickle.loads(pickle.dumps(model)),
        copy.deepcopy(model),
    ]:
        assert type(other) is Estimator
        assert np.array_equal(other.predict(X), model.predict(X))
        for name in {"cluster_centers_", "dimension_probabilities_"} & set(vars(model)):
            assert getattr(other, name).tobytes() == getattr(model, name).tobytes()
        assert other.n_clusters == 3 and all(getattr(other, name) == value for name, value in given.items())
    with np.load(tmp_path / "model.npz") as file:
        if hasattr(model, "cluster_centers_"):
            assert file["centroids"].tobytes() == model.cluster_centers_.tobytes()


def test_a_learnt_metric_is_saved_with_the_model(tmp_path, mvlink_command):
    along = np.arange(40) % 20
    X = np.column_stack([along, along + np.where(np.arange(40) < 20, 0, 3)]).astype(float)  # two diagonals
    model = mvlink.RCAKMeans(n_clusters=2, random_state=0).fit(X, must_link=[(0, 19), (20, 39)])
    assert model.labels_.tolist() == [model.labels_[0]] * 20 + [model.labels_[20]] * 20
    nearest = ((X[:, None] - model.cluster_centers_) ** 2).sum(axis=2).argmin(axis=1)
    assert not np.array_equal(model.predict(X), nearest)
    assert np.array_equal(model.predict(X), model.labels_)
    model.save(tmp_path / "model.npz")
    assert np.array_equal(mvlink.load(tmp_path / "model.npz").predict(X), model.labels_)
    np.save(tmp_path / "x.npy", X)
    command = [mvlink_command, "predict", tmp_path / "model.npz", "--view", f"x={tmp_path / 'x.npy'}", "-o", tmp_path]
    subprocess.run([*command, "--quiet"], check=True)
    written = np.loadtxt(tmp_path / "labels_x.csv", delimiter=",", skiprows=1, usecols=1, dtype=int)
    assert np.array_equal(written, model.labels_)


def test_a_model_of_another_method_is_refused(blobs, tmp_path):
    KMeans(3, random_state=0).fit(blobs[0]).save(tmp_path / "model.npz")
    with pytest.raises(mvlink.InputError, match="a model of kmeans; expected pck-means"):
        PCKMeans.load(tmp_path / "model.npz")
    with pytest.raises(mvlink.FileError, match="nowhere.npz"):
        mvlink.load(tmp_path / "nowhere.npz")
    with pytest.raises(OSError):
        KMeans(3, random_state=0).fit(blobs[0]).save(tmp_path / "no" / "such" / "folder.npz")


def test_a_warm_start_from_a_loaded_model_begins_at_its_centres(blobs, tmp_path):
    X, _ = blobs
    first = KMeans(3, random_state=0).fit(X)
    first.save(tmp_path / "model.npz")
    second = KMeans.load(tmp_path / "model.npz").set_params(warm_start=True).fit(X)
    assert np.array_equal(second.labels_, first.labels_) and second.n_iter_ <= 2


def test_advice_is_also_a_python_warning():
    X = np.random.default_rng(0).random((200, 4))
    with pytest.warns(mvlink.MvlinkWarning, match="does not use the constraints, it only counts them .1 given.") as seen:
        model = KMeans(3, random_state=0).fit(X, must_link=[(0, 1)])
    assert [warning["code"] for warning in model.warnings_] == ["constraints-ignored"] == [seen[0].message.code]
    sklearn = pytest.importorskip("sklearn.exceptions")
    with pytest.warns(sklearn.ConvergenceWarning, match="raise max_iter"):
        KMeans(5, max_iter=1, random_state=0).fit(X)


def test_violations_are_listed_with_their_cost():
    X = np.array([[0.0], [0.1], [9.0], [9.1]])
    model = PCKMeans(2, constraint_weight=0.01, random_state=0).fit(X, must_link=[(0, 3)])
    report = model.constraints_report_
    assert report["violated"] == 1 and report["must"]["violated"] == 1
    assert report["violations"] == [
        {"view_a": "X", "a": 0, "view_b": "X", "b": 3, "type": "must-link", "weight": 1.0, "cost": 0.01}
    ]


def test_a_problem_can_be_fitted_as_it_is():
    problem = mvlink.datasets.blobs(90, 3, random_state=0)
    labels = KMeans(3, random_state=0).fit(problem.X).labels_
    model = KMeans(3, random_state=0).fit(problem)
    assert np.array_equal(model.labels_, labels) and np.array_equal(model.predict(problem), labels)
    assert np.array_equal(model.predict(problem.X), labels)


def test_one_view_in_a_list_gives_a_list(blobs):
    X, _ = blobs
    model = KMeans(3, random_state=0).fit([X])
    assert isinstance(model.labels_, list)
    assert np.array_equal(model.labels_[0], KMeans(3, random_state=0).fit_predict(X))
    assert np.array_equal(model.predict([X])[0], model.labels_[0])
    named = KMeans(3, random_state=0).fit({"text": X}, constraints=[(("text", 0), ("text", 1), "ml")])
    assert named.constraints_report_["given"] == 1


def test_the_method_is_chosen_as_the_command_line_does(blobs):
    X, _ = blobs
    assert mvlink.choose_method(X) == (KMeans, "one view and no constraints")
    assert mvlink.choose_method(X, must_link=[(0, 1)]) == (MPCKMeans, "one view and 1 constraint")
    assert mvlink.choose_method(mvlink.datasets.blobs(random_state=0))[0] is KMeans


def test_names_of_columns_are_forgotten_with_the_table_that_had_them(blobs):
    pd, _ = pytest.importorskip("pandas"), pytest.importorskip("sklearn")
    model = KMeans(3, random_state=0).fit(pd.DataFrame(blobs[0], columns=list("abcd")))
    assert hasattr(model, "feature_names_in_")
    assert not hasattr(model.fit(mvlink.datasets.blobs(random_state=0)), "feature_names_in_")


def test_a_failed_fit_leaves_the_estimator_as_it_was(blobs, tmp_path):
    from mvlink._sklearn import NotFittedError

    X, _ = blobs
    model = KMeans(3, random_state=0)
    with pytest.raises(ValueError):
        model.fit(X, must_link=[(0, 10**6)])
    for use in (lambda: model.predict(X), lambda: model.transform(X), lambda: model.save(tmp_path / "model.npz"), model.describe):
        with pytest.raises(NotFittedError):
            use()
    labels = model.fit(X).labels_
    with pytest.raises(ValueError):
        model.fit(X[:, :2], must_link=[(0, 10**6)])
    assert model.n_features_in_ == 4 and np.array_equal(model.predict(X), labels)

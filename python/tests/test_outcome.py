"""What a fitted estimator hands out besides arrays: frames, the report, text, plots, files of constraints."""
import os
import pickle

import numpy as np
import pytest
import scipy.sparse as sp

import mvlink
from mvlink import KMeans, MLComponents, MPCKMeans, MVCSC, NMF, PCKMeans, SMVC, constraints, datasets
from mvlink.questions import Session

pd = pytest.importorskip("pandas")


@pytest.fixture
def frame():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3)) + np.repeat([[0, 0, 0], [6, 0, 0]], 20, axis=0)
    return pd.DataFrame(X, columns=["height", "width", "age"], index=[f"r{i}" for i in range(40)])


@pytest.fixture
def fitted(frame):
    links = constraints.sample(np.repeat([0, 1], 20), 30, random_state=0)
    return MPCKMeans(2, random_state=0).fit(frame, constraints=links)


def test_the_report_is_the_page_of_the_command(fitted, frame, tmp_path):
    page = fitted.report(tmp_path / "report.html", truth=["a"] * 20 + ["b"] * 20, title="My flowers")
    assert (tmp_path / "report.html").read_text() == page
    assert page.startswith("<!DOCTYPE html>") and "My flowers" in page
    for words in ("held out", "What marks each cluster", "height", "r3", "of the rows agree with the known classes"):
        assert words in page, words


@pytest.mark.parametrize("model, data", [
    (lambda: KMeans(3, random_state=0), lambda: datasets.blobs(random_state=0)),
    (lambda: NMF(2, random_state=0), lambda: {"a": np.random.default_rng(0).random((30, 4))}),
    (lambda: SMVC(n_clusters=2, n_clusterings=2, random_state=0), lambda: datasets.smvc_synthetic(200, 2, 2, 8, random_state=0)),
    (lambda: MVCSC(3, random_state=0), lambda: datasets.mvcsc_synthetic(120, random_state=0))])
def test_every_kind_of_answer_has_a_report_a_text_and_a_frame(model, data):
    fitted = model().fit(data())
    assert "</html>" in fitted.report()
    assert fitted.describe().startswith("Clusters")
    assert len(fitted.to_frame()) > 0


def test_the_report_of_prepared_features_is_made_after_the_fit(frame):
    page = KMeans(2, prep="standardize", random_state=0).fit(frame).report()
    assert "after standardize" in page


def test_a_choice_brings_its_evidence_to_the_report(frame):
    links = constraints.sample(np.repeat([0, 1], 20), 30, random_state=0)
    model = mvlink.cluster(frame, 2, constraints=links, random_state=0)
    page = model.report()
    assert "of held-out judgements kept" in page and "Chosen by auto" in page and "kmeans, standardize" in page
    assert "chosen by comparison" in model.describe()


def test_an_unpickled_estimator_predicts_and_says_why_it_has_no_report(fitted, frame):
    copy = pickle.loads(pickle.dumps(fitted))
    assert (copy.predict(frame) == fitted.predict(frame)).all()
    assert copy.to_frame().equals(fitted.to_frame())
    with pytest.raises(mvlink.InputError, match="fit it again"):
        copy.report()


def test_notebooks_show_the_answer(fitted):
    shown = fitted._repr_mimebundle_()["text/html"]
    assert "40 rows in 2 clusters of 20, 20" in shown and "held-out judgements kept" in shown
    assert "in 2 clusters" not in KMeans(2)._repr_mimebundle_().get("text/html", "")


def test_notebooks_escape_names():
    X = pd.DataFrame({"x": [0.0, 1.0, 9.0, 10.0]}, index=["<b>", "c", "d", "e"])
    model = PCKMeans(2, random_state=0).fit(X, must_link=[("<b>", "d")], cannot_link=[("<b>", "c")])
    model.warnings_ = [{"code": "x", "message": "<script>own"}]
    assert "<script>own" not in model._repr_mimebundle_()["text/html"]


def test_the_text_says_what_the_command_says(fitted):
    text = fitted.describe()
    assert "must-links satisfied" in text and "without guidance" in text and "MPCKMeans" in text


def test_frames_have_the_index_of_x(fitted, frame):
    table = fitted.to_frame()
    assert table.index.equals(frame.index) and list(table.columns) == ["cluster", "confidence"]
    assert (table["cluster"].to_numpy() == fitted.labels_).all()


def test_frames_of_mapped_views_have_one_row_per_object(frame):
    views = {"a": frame[["height", "width"]], "b": frame[["age"]].iloc[::-1]}
    model = MVCSC(2, random_state=0)
    labels = model.fit_predict(views)
    table = model.to_frame()
    assert labels.shape == (40,) and sorted(table.index) == sorted(frame.index)
    assert table.loc["r0", "cluster"] == table.loc["r1", "cluster"]
    by_name = dict(zip(views["b"].index, model.labels_[1]))
    assert all(by_name[name] == cluster for name, cluster in table["cluster"].items())


def test_frames_of_unmapped_views_follow_each_other():
    rng = np.random.default_rng(0)
    table = NMF(2, random_state=0).fit({"a": rng.random((9, 3)), "b": rng.random((7, 3))}, mapping=None).to_frame()
    assert table.index.names == ["view", "row"] and len(table.loc["a"]) == 9 and len(table.loc["b"]) == 7


def test_frames_of_several_clusterings_have_columns_for_each():
    model = SMVC(n_clusters=2, n_clusterings=2, random_state=0).fit(datasets.smvc_synthetic(200, 2, 2, 8, random_state=0))
    assert list(model.to_frame().columns) == ["cluster1", "confidence1", "cluster2", "confidence2"]


def test_profiles_name_the_features_that_mark_a_cluster(fitted, frame):
    table = fitted.profiles()
    assert list(table.columns) == list(frame.columns)
    own = (frame[fitted.labels_ == 0].mean() - frame.mean()) / frame.std(ddof=0)
    assert np.allclose(table.loc[0], own)
    assert table.abs().max().idxmax() == "height"


def test_profiles_of_sparse_rows():
    sp = pytest.importorskip("scipy.sparse")
    X = np.random.default_rng(0).random((30, 4)) * (np.arange(30)[:, None] % 2)
    dense, sparse = (KMeans(2, random_state=0).fit(table).profiles() for table in (X, sp.csr_matrix(X)))
    assert np.allclose(sorted(dense[0]), sorted(sparse[0]))


def test_plots_draw_what_the_report_shows(fitted):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    from mvlink import plot

    ax = Figure().subplots()
    assert plot.clusters(fitted, ax=ax) is ax
    assert sum(len(points.get_offsets()) for points in ax.collections) == 40 and len(ax.lines) == 30
    assert len(plot.profiles(fitted, ax=Figure().subplots()).images) == 1
    assert len(plot.objective(fitted, ax=Figure().subplots()).lines[0].get_ydata()) == fitted.n_iter_
    with pytest.raises(mvlink.InputError, match="view: 'z' does not exist"):
        plot.clusters(fitted, view="z", ax=ax)


def test_a_page_that_cannot_be_written_leaves_the_old_one(fitted, frame, tmp_path, monkeypatch):
    page, link = tmp_path / "report.html", tmp_path / "latest.html"
    link.symlink_to(page)
    fitted.report(link)
    page.chmod(0o640)
    old = page.read_text()

    def fail(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        with pytest.raises(mvlink.FileError, match="report.html: No space left on device; expected a file that can be written"):
            fitted.report(page, title="another")
        with pytest.raises(mvlink.FileError):
            constraints.write(tmp_path / "constraints.csv", frame, must_link=[("r0", "r1")])
    assert page.read_text() == old and sorted(os.listdir(tmp_path)) == ["latest.html", "report.html"]
    fitted.report(link, title="another")
    assert "another" in page.read_text() and link.is_symlink() and page.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("wrong", ["a\0b", "x" * 300])
def test_a_name_that_no_file_can_have_is_refused_in_one_line(fitted, wrong, tmp_path):
    path = str(tmp_path / wrong)
    uses = [mvlink.load, KMeans.load, mvlink.load_result, mvlink.compare_results, constraints.read, datasets.load_folder,
            datasets.load_mat, datasets.load_table, fitted.save, fitted.report, lambda path: constraints.write(path, 5),
            lambda path: Session(np.eye(5), journal=path)]
    for use in uses:
        with pytest.raises((mvlink.InputError, mvlink.FileError), match=r"^[^\n]*expected the name of a file$"):
            use(path)
    assert os.listdir(tmp_path) == []


def test_frames_of_several_views_have_the_values_of_their_index(frame):
    numbers = frame.set_axis(range(100, 140), axis=0)
    model = MVCSC(2, random_state=0).fit([numbers, numbers.iloc[::-1]])
    table = model.to_frame()
    assert table.index.tolist() == list(range(100, 140)) and table.index.dtype.kind == "i"
    assert table.loc[numbers.index, "cluster"].tolist() == model.labels_[0].tolist()
    levels = frame.set_axis(pd.MultiIndex.from_product([["p", "q"], range(20)]), axis=0)
    apart = NMF(2, random_state=0).fit({"a": numbers.abs(), "b": levels.abs()[:30], "c": frame.abs().to_numpy()}, mapping=None)
    table = apart.to_frame()
    assert table.index.names == ["view", "row"]
    assert table.loc["a"].index.tolist() == numbers.index.tolist() and table.loc["c"].index.tolist() == list(range(40))
    assert table.loc["b"].index.tolist() == levels.index[:30].tolist()
    assert table.loc["b"].cluster.tolist() == apart.labels_[1].tolist()


def test_constraints_written_are_read_back(frame, tmp_path):
    file = tmp_path / "constraints.csv"
    assert constraints.write(file, frame, must_link=[("r0", "r1")], cannot_link=[(1, 39)]) == 2
    assert file.read_text().splitlines()[0] == "a,b,type,weight"
    assert {(one.a, one.b, one.type) for one in constraints.read(file)} == {("r0", "r1", "must-link"), ("r1", "r39", "cannot-link")}
    model = PCKMeans(2, random_state=0).fit(frame, constraints=file)
    assert model.constraints_report_["given"] == 2
    views = {"a": frame, "b": frame}
    constraints.write(file, views, constraints=[(("a", "r0"), ("b", "r1"), "must-link")])
    assert file.read_text().splitlines() == ["view_a,a,view_b,b,type,weight", "a,r0,b,r1,must-link,1"]


def pairs_of(model):
    places, must, _ = model._run.data.constraints
    return sorted(zip(map(tuple, places.tolist()), must.tolist()))


@pytest.mark.parametrize("kind", [np.asarray, sp.csr_matrix])
def test_profiles_know_columns_far_from_zero_and_constant_ones(frame, kind):
    X = frame.to_numpy()
    far = np.column_stack([X, X[:, 0] + 1e9, np.full(40, 0.1), np.full(40, 1e9 + 0.1)])
    profiles = KMeans(2, random_state=0).fit(kind(far)).profiles().to_numpy()
    assert np.allclose(profiles[:, 3], profiles[:, 0], rtol=1e-5)
    assert (profiles[:, 4:] == 0).all()
    expected = (X[:20].mean(axis=0) - X.mean(axis=0)) / X.std(axis=0)
    assert np.allclose(np.abs(profiles[:, :3]), np.abs(expected))


@pytest.mark.parametrize("names", [None, [str(39 - i) for i in range(40)], [f"{i:03}" for i in range(40)], list(range(40, 0, -1))])
def test_constraints_that_were_read_mean_what_their_file_means(frame, names, tmp_path):
    X = frame.to_numpy() if names is None else frame.set_axis(names, axis=0)
    file = tmp_path / "constraints.csv"
    ends = [(str(names[0]), str(names[4])), (str(names[7]), str(names[9]))] if names else [(0, 4), (7, 9)]
    constraints.write(file, X, must_link=ends[:1], cannot_link=ends[1:])
    links = constraints.read(file)
    expected = [((0, 0, 0, 4), True), ((0, 7, 0, 9), False)]
    for given in (file, links, pickle.loads(pickle.dumps(links)), pd.read_csv(file, dtype=str)):
        assert pairs_of(PCKMeans(2, random_state=0).fit(X, constraints=given)) == expected
    views = {"a": X, "b": X}
    constraints.write(file, views, constraints=[(("a", ends[0][0]), ("b", ends[0][1]), "must-link")])
    between = [MLComponents(2).fit(views, constraints=given) for given in (file, constraints.read(file))]
    assert pairs_of(between[0]) == pairs_of(between[1]) == [((0, 0, 1, 4), True)]


def test_a_frame_of_constraints_is_read_by_the_names_of_its_columns():
    table = pd.DataFrame({"weight": [2.0, 1.0], "type": ["cannot-link", "must-link"], "b": [4, 3], "a": [2, 0]})
    assert constraints.among(table, [2, 3, 4]) == [(0, 2, "cannot-link", 2.0)]
    assert constraints.among(table.assign(answer=["no", "yes"])[["b", "a", "answer"]], [0, 3]) == [(0, 1, "must-link", 1.0)]


@pytest.mark.parametrize("columns", [("first", "second", "answer"), ("Bird 1", "Bird 2", "same species?")])
def test_judgements_as_people_write_them_are_a_frame_or_a_file(frame, columns, tmp_path):
    table = pd.DataFrame([("r0", "r1", "yes"), ("r0", "r30", "no"), ("r2", "r3", "not sure")], columns=columns)
    table.to_csv(tmp_path / "judgements.csv", index=False)
    for given in (table, tmp_path / "judgements.csv", str(tmp_path / "judgements.csv")):
        report = PCKMeans(2, random_state=0).fit(frame, constraints=given).constraints_report_
        assert (report["must"]["given"], report["cannot"]["given"]) == (1, 1)


def test_integers_are_refused_wherever_the_index_is_other_integers(frame):
    X = frame.reset_index(drop=True).iloc[::-1]
    for given in ({"must_link": [("3", "5"), (3, 5)]}, {"constraints": [(3, 5, "must-link")]},
                  {"constraints": [((0, 3), (0, 5), "must-link")]}):
        with pytest.raises(mvlink.InputError, match="integers that are not positions"):
            PCKMeans(2).fit(X, **given)
    named = PCKMeans(2, random_state=0).fit(X, constraints=pd.DataFrame({"first": [39], "second": [0], "answer": ["same"]}))
    assert named._run.data.constraints[0].tolist() == [[0, 0, 0, 39]]


def test_numbers_in_judgements_are_refused_where_the_index_is_other_integers_that_repeat(frame):
    X = frame.set_axis([7] + list(range(1, len(frame))))
    judgements = pd.DataFrame({"first": [1], "second": [2], "answer": ["same"]})
    with pytest.raises(mvlink.InputError, match="constraints line 2: the index of X is integers that are not positions"):
        PCKMeans(2).fit(X, constraints=judgements)


def test_a_wrong_name_gets_the_nearest_one(frame):
    with pytest.raises(mvlink.InputError, match="id 'r999' is not in X; did you mean 'r9'"):
        PCKMeans(2).fit(frame, must_link=[("r999", "r1")])


def test_a_gap_is_named_by_row_and_column(frame):
    frame.loc["r7", "width"] = np.nan
    with pytest.raises(mvlink.InputError, match=r"row 'r7', column 'width' is NaN; .*views_of"):
        KMeans(2).fit(frame)


def test_warnings_name_columns_and_point_at_the_callers_line(frame):
    frame["age"] *= 1e6
    with pytest.warns(mvlink.MvlinkWarning, match='column "age" of view "X" makes up') as caught:
        PCKMeans(2, random_state=0).fit(frame, must_link=[("r0", "r1")])
    assert all(one.filename == __file__ for one in caught)
    with pytest.warns(mvlink.MvlinkWarning, match='column "age"') as caught:
        mvlink.cluster(frame, 2, random_state=0, prep="none", must_link=[("r0", "r1")])
    assert all(one.filename == __file__ for one in caught)


def test_progress_says_how_much_is_done(frame, capsys):
    shares = []
    KMeans(3, n_init=4, random_state=0).fit(frame, callback=lambda progress: shares.append(progress.share))
    assert all(0 < share <= 1 for share in shares) and shares[-1] > 0.7 and shares == sorted(shares)
    KMeans(3, n_init=2, random_state=0, verbose=True).fit(frame)
    lines = capsys.readouterr().err.splitlines()
    assert "X: 40 rows x 3 columns" in lines[0] and "start 1 of 2" in lines[1] and "converged after" in lines[-1]


def test_a_table_is_read_as_the_command_reads_it(tmp_path):
    file = tmp_path / "records.csv"
    file.write_bytes("name;size;city\nJosé;1,5;Rome\nEva;2,5;Oslo\nAda;9,5;Rome\nBo;8,5;Oslo\n".encode("latin-1"))
    with pytest.warns(mvlink.MvlinkWarning, match="Windows-1252"):
        table = datasets.load_table(file)
    model = KMeans(2, random_state=0).fit(table)
    assert list(model.to_frame().index) == ["José", "Eva", "Ada", "Bo"]
    with pytest.raises(mvlink.InputError, match="nmae"):
        datasets.load_table(file, id="nmae")


def test_parquet_is_read_where_pandas_can(tmp_path, frame):
    pytest.importorskip("pyarrow")
    frame.to_parquet(tmp_path / "x.parquet")
    table = datasets.load_table(tmp_path / "x.parquet")
    assert list(KMeans(2, random_state=0).fit(table).to_frame().index) == list(frame.index)


def test_annotated_data_bring_names_and_modalities(frame):
    anndata = pytest.importorskip("anndata")
    data = anndata.AnnData(frame)
    model = KMeans(2, random_state=0).fit(mvlink.views_of(data))
    assert list(model.to_frame().index) == list(frame.index) and list(model.profiles().columns) == list(frame.columns)
    mudata = pytest.importorskip("mudata")
    both = mudata.MuData({"rna": data, "atac": anndata.AnnData(frame.iloc[::-1])})
    model = MVCSC(2, random_state=0).fit(mvlink.views_of(both), constraints=[("r0", "r1", "must-link")])
    assert sorted(model.to_frame().index) == sorted(frame.index)

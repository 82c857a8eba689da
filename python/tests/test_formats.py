"""Mistakes in files and objects of other programs: one clear line each, in little memory. Skipped where their readers are absent."""

import resource
import sys
import types

import numpy as np
import pytest

import mvlink
from mvlink import datasets

pandas = pytest.importorskip("pandas")
MOST_MEGABYTES = 256


@pytest.fixture(autouse=True)
def little_memory():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < MOST_MEGABYTES


def frame():
    return pandas.DataFrame({"name": [f"r{i}" for i in range(12)], "size": np.arange(12.0) % 5, "colour": ["red", "blue"] * 6})


def require_refused(call, *fragments):
    with pytest.raises((ValueError, OSError)) as refused:
        call()
    text = str(refused.value)
    assert "\n" not in text
    for fragment in fragments:
        assert fragment in text, text


@pytest.mark.parametrize("ending", ["parquet", "feather", "arrow"])
def test_mistakes_in_tables_of_arrow(tmp_path, ending):
    pytest.importorskip("pyarrow")
    file = tmp_path / f"records.{ending}"
    write = file.name.endswith("parquet") and frame().to_parquet or frame().to_feather
    write(file)
    whole = file.read_bytes()
    assert datasets.load_table(file, id="name").data.views[0].rows == 12
    require_refused(lambda: datasets.load_table(file, id="nmae"), "nmae", "name, size, colour")
    require_refused(lambda: datasets.load_table(tmp_path / f"nothing.{ending}"), "no such file")
    for content in (b"", b"anything else", whole[: len(whole) // 2], whole[:40] + b"\xff" * 60 + whole[100:-8], whole[:-4]):
        file.write_bytes(content)
        require_refused(lambda: datasets.load_table(file), f"records.{ending}")


def annotated(values, names=None, columns=None):
    """What AnnData shows of itself."""
    rows, cols = np.shape(values)
    return types.SimpleNamespace(X=values, obs_names=names or [f"cell{i}" for i in range(rows)],
                                 var_names=columns or [f"gene{i}" for i in range(cols)])


def test_mistakes_in_annotated_data():
    rows = np.arange(24.0).reshape(8, 3)
    assert mvlink.views_of(annotated(rows)).data.views[0].rows == 8
    gap = rows.copy()
    gap[2, 1] = np.nan
    require_refused(lambda: mvlink.views_of(annotated(gap)), "row 2", "NaN")
    require_refused(lambda: mvlink.views_of(annotated(rows, names=["same"] * 8)), "obs_names has duplicates")
    require_refused(lambda: mvlink.views_of(annotated(rows, names=["cell"])), "ids for 8 rows")
    require_refused(lambda: mvlink.views_of(annotated(rows, columns=["gene"])), "column names for 3 columns")
    require_refused(lambda: mvlink.views_of(annotated(rows[:0])), "no rows")
    require_refused(lambda: mvlink.views_of(annotated(np.array([["a", "b"]] * 4))), "view 'X'", "expected numbers")


def test_mistakes_in_several_modalities():
    rows = np.arange(24.0).reshape(8, 3)
    gap = rows.copy()
    gap[2, 1] = np.nan

    def both(second):
        """What MuData shows of itself."""
        return types.SimpleNamespace(obs_names=[f"cell{i}" for i in range(8)], mod={"rna": annotated(rows), "atac": second})

    assert [view.name for view in mvlink.views_of(both(annotated(rows))).data.views] == ["rna", "atac"]
    require_refused(lambda: mvlink.views_of(both(annotated(gap))), 'view "atac"', "row 2", "NaN")
    require_refused(lambda: mvlink.views_of(both(annotated(rows, names=["same"] * 8))), "atac: obs_names has duplicates")
    require_refused(lambda: mvlink.views_of(both(annotated(rows, names=["cell"]))), 'view "atac"', "ids for 8 rows")
    require_refused(lambda: mvlink.views_of(both(annotated(rows, columns=["gene"]))), 'view "atac"', "column names for 3 columns")
    require_refused(lambda: mvlink.views_of(both(annotated(rows[:0]))), 'view "atac"', "no rows")
    require_refused(lambda: mvlink.views_of(both(annotated(np.array([["a", "b"]] * 4)))), "view 'atac'", "expected numbers")


def test_mistakes_in_matlab_files(tmp_path):
    io = pytest.importorskip("scipy.io")
    file = tmp_path / "x.mat"
    io.savemat(file, {"X": np.arange(24.0).reshape(8, 3)})
    whole = file.read_bytes()
    assert datasets.load_mat(file).data.views[0].rows == 8
    require_refused(lambda: datasets.load_mat(tmp_path / "nothing.mat"), "nothing.mat", "No such file")
    for content in (b"", b"anything else", whole[:100], whole[: len(whole) - 40]):
        file.write_bytes(content)
        require_refused(lambda: datasets.load_mat(file), "x.mat")
    for variables, fragment in (({"A": np.eye(3), "B": np.eye(4)}, "which variable?"), ({"name": "words"}, "which variable?"),
                                ({"X": np.array([[1.0, np.nan], [2.0, 3.0]])}, "NaN")):
        io.savemat(file, variables)
        require_refused(lambda: datasets.load_mat(file), fragment)


def test_a_cell_array_is_several_views_with_classes(tmp_path):
    io = pytest.importorskip("scipy.io")
    cells = np.empty((1, 2), dtype=object)
    cells[0, 0], cells[0, 1] = np.arange(24.0).reshape(8, 3), np.arange(16.0).reshape(8, 2)
    io.savemat(tmp_path / "x.mat", {"X": cells, "gt": np.arange(8.0)[:, None] % 2 + 1})
    problem = datasets.load_mat(tmp_path / "x.mat")
    assert [view.cols for view in problem.data.views] == [3, 2] and problem.mapping == "rows"
    assert list(problem.labels) in ([1, 2] * 4, [0, 1] * 4)


def test_anndata_itself_is_read():
    anndata = pytest.importorskip("anndata")
    data = anndata.AnnData(np.arange(24, dtype=np.float32).reshape(8, 3))
    assert mvlink.views_of(data).data.views[0].rows == 8


def test_a_package_that_is_missing_is_an_import_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    model = mvlink.KMeans(2, random_state=0).fit([[0.0], [1.0], [9.0]])
    with pytest.raises(ImportError, match="mvlink.plot: needs matplotlib, which is not installed; pip install"):
        mvlink.plot.objective(model)

"""Mistakes in files and objects of other programs: one clear line each, in little memory. Skipped where their readers are absent."""

import resource
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


def test_anndata_itself_is_read():
    anndata = pytest.importorskip("anndata")
    data = anndata.AnnData(np.arange(24, dtype=np.float32).reshape(8, 3))
    assert mvlink.views_of(data).data.views[0].rows == 8

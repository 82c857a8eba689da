"""DataFrames: names of columns are remembered, the index is ids."""

import numpy as np
import pytest

from mvlink import KMeans, PCKMeans
from mvlink._given import given_dataset
from mvlink._tables import ids_of

pd = pytest.importorskip("pandas")


@pytest.fixture
def frame(blobs):
    X, _ = blobs
    return pd.DataFrame(X, columns=["a", "b", "c", "d"], index=[f"row{i}" for i in range(len(X))])


def test_names_of_columns_are_remembered_and_compared(frame):
    pytest.importorskip("sklearn")
    model = KMeans(3, random_state=0).fit(frame)
    assert model.feature_names_in_.tolist() == ["a", "b", "c", "d"]
    assert np.array_equal(model.predict(frame), model.labels_)
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(frame[["b", "a", "c", "d"]])


def test_the_index_is_ids(frame, blobs):
    X, _ = blobs
    links = {"must_link": [("row0", "row7")], "constraints": [("row2", 5, "cannot-link")]}
    by_id = PCKMeans(3, random_state=0).fit(frame, **links)
    by_row = PCKMeans(3, random_state=0).fit(X, must_link=[(0, 7)], cannot_link=[(2, 5)])
    assert np.array_equal(by_id.labels_, by_row.labels_)
    with pytest.raises(ValueError, match=r"must_link\[0\]: id 'row999' is not in X"):
        PCKMeans(3).fit(frame, must_link=[("row0", "row999")])


def test_violations_are_told_by_id():
    frame = pd.DataFrame({"x": [0.0, 0.1, 9.0, 9.1]}, index=list("abcd"))
    model = PCKMeans(2, constraint_weight=0.01, random_state=0).fit(frame, must_link=[("a", "d")])
    violation = model.constraints_report_["violations"][0]
    assert (violation["a"], violation["b"]) == ("a", "d")


def test_pairs_may_be_a_frame(frame):
    pairs = pd.DataFrame({"a": [0, 2], "b": [1, 3]})
    assert PCKMeans(3, random_state=0).fit(frame, must_link=pairs).constraints_report_["given"] == 2
    words = pd.DataFrame({"a": ["row0", "row2"], "b": ["row1", "row3"]})
    assert PCKMeans(3, random_state=0).fit(frame, must_link=words).constraints_report_["given"] == 2


def test_an_index_that_tells_nothing_is_no_ids(frame):
    assert ids_of(frame.reset_index(drop=True)) is None
    assert ids_of(frame.set_axis(["same"] * len(frame))) is None
    assert ids_of(frame.iloc[:3].set_axis([5, 3, 4])) == ["5", "3", "4"]


def test_a_frame_of_one_block_is_not_copied(frame):
    data, _, _ = given_dataset(KMeans(3), frame, "auto", reset=True)
    assert data.views[0].address == frame.to_numpy().__array_interface__["data"][0]
    assert data.views[0].column_names == ["a", "b", "c", "d"]


def test_frames_of_mixed_numbers_are_read(frame):
    mixed = frame.assign(e=1, f=np.float32(2), g=True)
    assert KMeans(3, random_state=0).fit(mixed).n_features_in_ == 7
    with pytest.raises(ValueError):
        KMeans(3).fit(frame.assign(word="x"))

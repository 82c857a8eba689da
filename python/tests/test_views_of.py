"""DataFrames of any columns; what is aligned by the index, and what is refused."""

import pathlib
import warnings

import numpy as np
import pytest

import mvlink
from mvlink import KMeans, MPCKMeans, PCKMeans

pd = pytest.importorskip("pandas")


@pytest.fixture
def records():
    rng = np.random.default_rng(0)
    kind = np.arange(60) % 2
    return pd.DataFrame({
        "age": np.where(kind == 1, 60, 20) + rng.normal(0, 3, 60),
        "city": pd.Categorical(np.where(kind == 1, "Oslo", "Rome")),
        "joined": pd.Timestamp("2020-01-01") + pd.to_timedelta(kind * 900 + np.arange(60), unit="D"),
        "note": [f"{'ships and harbours by the sea' if k else 'roads and bridges over land'} no {i}" for i, k in enumerate(kind)],
        "truth": np.where(kind == 1, "b", "a"),
    }, index=[f"r{i}" for i in range(60)])


def test_views_of_a_frame_are_recognised_by_dtype_and_values(records):
    records.loc["r3", "age"] = np.nan
    views = mvlink.views_of(records, truth="truth", layout="kinds")
    kinds = {name: kind for name, kind, *_ in views.plan}
    assert kinds == {"id": "ids", "age": "number", "city": "category", "joined": "date", "note": "text", "truth": "true classes"}
    assert list(views.views) == ["fields", "text"] and views.ids["fields"][3] == "r3"
    assert "age" in views.describe()


def test_a_model_of_a_table_predicts_from_a_frame(records, tmp_path):
    views = mvlink.views_of(records.drop(columns=["note", "truth"]))
    model = KMeans(2, random_state=0).fit(views)
    assert np.array_equal(model.predict(records), model.labels_)
    model.save(tmp_path / "model.npz")
    assert np.array_equal(mvlink.load(tmp_path / "model.npz").predict(records.iloc[::-1]), model.labels_[::-1])
    with pytest.raises(ValueError, match='no column "age"'):
        model.predict(records.drop(columns="age"))


def test_labels_come_back_with_the_index(records):
    views = mvlink.views_of(records.drop(columns=["note", "truth"]))
    found = KMeans(2, random_state=0).fit(views).to_frame()
    assert found.index.equals(records.index) and list(found.columns) == ["cluster", "confidence"]
    plain = KMeans(2, random_state=0).fit(records[["age"]]).to_frame()
    assert plain.index.equals(records.index)


def test_column_transformers_work_beside_it(records):
    pytest.importorskip("sklearn")
    from sklearn.compose import ColumnTransformer
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    features = ColumnTransformer([("n", StandardScaler(), ["age"]), ("c", OneHotEncoder(), ["city"]), ("t", TfidfVectorizer(), "note")])
    labels = make_pipeline(features, KMeans(2, random_state=0)).fit_predict(records)
    assert mvlink.metrics.ari(records["truth"].to_numpy(), labels) == 1


def test_partial_labels_are_aligned_by_the_index(records):
    X = records[["age"]]
    known = pd.Series([0, 1, 1], index=["r0", "r1", "r3"])
    model = PCKMeans(2, random_state=0)
    forward = model.fit(X, partial_labels=known).constraints_report_["given"]
    full = known.reindex(records.index)
    backward = PCKMeans(2, random_state=0).fit(X, partial_labels=full[::-1])
    same = PCKMeans(2, random_state=0).fit(X, partial_labels=full)
    assert forward == backward.constraints_report_["given"] == 2
    assert np.array_equal(backward.labels_, same.labels_)
    with pytest.raises(ValueError, match="partial_labels: 'r99' is not in the index of X"):
        model.fit(X, partial_labels=pd.Series([0, 1], index=["r0", "r99"]))


def test_a_series_of_labels_in_another_order_than_an_array_is_refused(records):
    X = records[["age"]].to_numpy()
    shuffled = pd.Series(range(60), index=range(60))[::-1]
    with pytest.raises(ValueError, match="partial_labels: a Series with an index of its own"):
        PCKMeans(2).fit(X, partial_labels=shuffled)


def test_integer_pairs_on_a_shuffled_integer_index_are_refused(records):
    X = records[["age"]].set_axis(np.random.default_rng(1).permutation(60))
    with pytest.raises(ValueError, match="must_link: the index of X is integers that are not positions"):
        PCKMeans(2).fit(X, must_link=[(0, 1)])
    PCKMeans(2).fit(X, must_link=[("0", "1")])
    PCKMeans(2).fit(X.reset_index(drop=True), must_link=[(0, 1)])


def test_ids_of_an_index_with_duplicates_are_refused_in_one_line(records):
    X = records[["age"]].set_axis(["same"] * 60)
    with pytest.raises(ValueError, match=r"must_link\[0\]: .*the index of X has duplicates"):
        PCKMeans(2).fit(X, must_link=[("same", "other")])


def test_dates_and_words_point_to_views_of(records):
    for column in ("joined", "note", "city"):
        with pytest.raises(ValueError, match=f"X: column '{column}'.*mvlink.views_of"):
            KMeans(2).fit(records[["age", column]])


def test_fit_predict_of_mapped_views_is_one_label_per_object(records):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        views = mvlink.views_of(records, truth="truth", layout="kinds")
        labels = mvlink.CMVNMF(2, prep={"fields": "minmax"}, random_state=0).fit_predict(views)
    assert labels.shape == (60,)


def test_rows_that_were_standardised_by_themselves_are_refused(records):
    views = mvlink.views_of(records.drop(columns="truth"), layout="kinds")
    model = mvlink.ConstraintPropagation(2, random_state=0).fit(views)
    few = records.iloc[:20]
    expected = model.predict(few)
    assert all(map(np.array_equal, model.predict(views.apply(few)), expected))
    with pytest.raises(mvlink.InputError, match=r"give the DataFrame, or views.apply\(frame\)"):
        model.predict(mvlink.views_of(few.drop(columns="truth"), layout="kinds"))
    one = KMeans(2, random_state=0).fit(views.select("fields"))
    assert np.array_equal(one.predict(few), one.predict(views.apply(few)))
    with pytest.raises(mvlink.InputError, match="by themselves"):
        one.transform(mvlink.views_of(few, layout="kinds"))


def test_chosen_views_keep_the_index_and_the_recipe(records):
    views = mvlink.views_of(records, truth="truth", layout="kinds")
    chosen = views.select("fields")
    assert chosen.index is views.index and chosen.recipe == views.recipe and list(chosen.views) == ["fields"]
    assert list(views.views) == ["fields", "text"] and list(chosen.apply(records[:5]).views) == ["fields"]
    model = KMeans(2, random_state=0).fit(chosen)
    assert model.to_frame().index.equals(records.index)
    assert np.array_equal(model.predict(records), model.labels_)


@pytest.mark.parametrize("names", [range(3), [5, 6, 7], [0.5, 1.5, 2.5], ["1", "2", "3"], ["a\tb", " a", "a"],
                                   pd.MultiIndex.from_tuples([("x", 1), ("x", 2), ("y", 1)])])
def test_the_names_of_the_columns_are_no_row_whatever_they_are(names):
    rows = np.random.default_rng(0).normal(size=(40, 3))
    rows[7] = np.nan
    frame = pd.DataFrame(rows, columns=names)
    views = mvlink.views_of(frame)
    assert views.data.views[0].rows == 40
    assert [column[0] for column in views.plan] == [str(name) for name in frame.columns]
    assert views.apply(frame.iloc[:5]).data.views[0].rows == 5


def test_a_column_alone_may_have_any_name():
    for name in ("a;b", "a|b", 0):
        frame = pd.DataFrame({name: [1.0, 2.0, np.nan, 9.0]})
        assert mvlink.views_of(frame).data.views[0].rows == 4


@pytest.mark.parametrize(("wrong", "message"), [({"truth": 1}, "truth: 1 is of type int; expected text"),
                                                ({"text": 3}, "text: 3 is of type int; expected names of columns")])
def test_columns_are_named_by_text(records, wrong, message):
    with pytest.raises(mvlink.InputError, match=message):
        mvlink.views_of(records, **wrong)

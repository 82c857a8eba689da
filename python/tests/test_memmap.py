"""Arrays over mapped files, which other programs may change while their rows are read."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest

import mvlink
from mvlink import KMeans, PCKMeans
from mvlink.questions import Session

PAGE = 4096


def stored(tmp_path, values, mode="r"):
    """The values in a file that was last changed long ago, mapped."""
    np.save(tmp_path / "rows.npy", values)
    os.utime(tmp_path / "rows.npy", (1, 1))
    return np.load(tmp_path / "rows.npy", mmap_mode=mode)


@pytest.fixture
def values():
    rng = np.random.default_rng(0)
    return rng.normal(size=(4000, 8)) + 6.0 * rng.integers(4, size=(4000, 1))


def in_a_child(tmp_path, code):
    """What the lines do to `X`, 4000 mapped rows, in a process of its own: they may end it."""
    file = tmp_path / "rows.npy"
    np.save(file, np.random.default_rng(0).normal(size=(4000, 8)))
    os.utime(file, (1, 1))
    start = f"import os\nimport numpy as np\nfrom mvlink import *\nfile = {str(file)!r}\nX = np.load(file, mmap_mode='r')\n"
    return subprocess.run([sys.executable, "-c", start + code], capture_output=True, text=True)


FIT = "KMeans(64, n_init=20, tol=0, random_state=0).fit(X, callback=callback)"


@pytest.mark.parametrize("layout", ["C", "F", "slice", "every other row", "backwards", "plain array", "float32", "int64"])
def test_a_mapped_array_gives_the_labels_of_one_in_memory(tmp_path, values, layout):
    if layout in ("float32", "int64"):
        values = values.astype(layout)
    values = np.asarray(values, order="F" if layout == "F" else "C")
    X = stored(tmp_path, values)
    change = {"slice": lambda x: x[100:3000, 2:7], "every other row": lambda x: x[::2], "backwards": lambda x: x[::-1],
              "plain array": np.asarray}.get(layout, lambda x: x)
    given, expected = change(X), change(values)
    model = KMeans(4, random_state=0).fit(given)
    plain = KMeans(4, random_state=0).fit(expected)
    np.testing.assert_array_equal(model.labels_, plain.labels_)
    np.testing.assert_array_equal(model.cluster_centers_, plain.cluster_centers_)
    np.testing.assert_array_equal(model.predict(given), plain.labels_)
    np.testing.assert_array_equal(model.transform(given), plain.transform(expected))


def test_views_that_are_mapped_are_guarded_too(tmp_path, values):
    X = stored(tmp_path, np.abs(values))
    model = mvlink.ConcatNMF(3, random_state=0, n_init=1, max_iter=5)
    with pytest.raises(mvlink.FileError, match=r"rows.npy: another program has changed it"):
        model.fit([X, np.abs(values)], callback=lambda progress: os.utime(tmp_path / "rows.npy", (2, 2)))


@pytest.mark.parametrize("length", [0, PAGE, 10 * PAGE + 100])
def test_a_file_that_is_shortened_during_a_fit_is_an_error_and_never_a_signal(tmp_path, length):
    done = in_a_child(tmp_path, f"""
def callback(progress):
    os.truncate(file, {length})
try:
    {FIT}
except FileError as error:
    print(error)
""")
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert "rows.npy: another program has changed it while it was used" in done.stdout


def test_a_file_that_was_shortened_before_the_fit_is_an_error(tmp_path):
    done = in_a_child(tmp_path, """
os.truncate(file, 4096)
for call in (lambda: KMeans(3).fit(X), lambda: cluster(X, 3), lambda: questions.Session(X, n_clusters=3),
             lambda: KMeans(3).fit([np.zeros((4000, 2)), X][1])):
    try:
        call()
    except FileError as error:
        print("refused")
""".replace("for call", "import mvlink.questions as questions\nfor call"))
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert done.stdout == "refused\n" * 4


def test_a_report_of_a_file_that_was_shortened_is_an_error(tmp_path):
    done = in_a_child(tmp_path, """
model = KMeans(3, random_state=0).fit(X)
os.truncate(file, 4096)
for call in (model.report, model.describe, model.profiles):
    try:
        call()
    except FileError as error:
        print("refused")
""")
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert "refused" in done.stdout


def test_a_file_that_is_rewritten_during_a_fit_is_an_error(tmp_path, values):
    X = stored(tmp_path, values)

    def rewrite(progress):
        with open(tmp_path / "rows.npy", "r+b") as file:
            file.seek(100 * PAGE // 2)
            file.write(b"\0" * 100)

    with pytest.raises(mvlink.FileError, match=r"rows.npy: another program has changed it while it was used"):
        KMeans(4, random_state=0).fit(X, callback=rewrite)


def test_a_file_that_is_replaced_by_another_of_its_name_does_no_harm(tmp_path, values):
    X = stored(tmp_path, values)

    def replace(progress):
        np.save(tmp_path / "new.npy", np.zeros((2, 2)))
        os.replace(tmp_path / "new.npy", tmp_path / "rows.npy")

    model = KMeans(4, random_state=0).fit(X, callback=replace)
    np.testing.assert_array_equal(model.labels_, KMeans(4, random_state=0).fit(values).labels_)


def test_rows_may_be_changed_between_fits(tmp_path, values):
    X = stored(tmp_path, values, "r+")
    model = PCKMeans(4, random_state=0).fit(X, must_link=[(0, 1)])
    X[:2000] += 1
    again = PCKMeans(4, random_state=0).fit(X, must_link=[(0, 1)])
    np.testing.assert_array_equal(again.labels_, PCKMeans(4, random_state=0).fit(np.array(X), must_link=[(0, 1)]).labels_)
    assert model.labels_.shape == again.labels_.shape


def test_a_map_of_its_own_pages_is_copied(tmp_path, values):
    X = stored(tmp_path, values, "c")
    X[:2000] += 100  # not in the file
    labels = KMeans(2, random_state=0).fit(X).labels_
    assert len(set(labels[:2000])) == 1 and len(set(labels[2000:])) == 1
    mvlink.set_memory_limit(200_000)
    try:
        with pytest.raises(mvlink.InputError, match=r'X: 0.000256 GB of a mapped file .* mapped with mode "r"'):
            KMeans(2, random_state=0).fit(X)
        with pytest.raises(mvlink.InputError, match=r"X: .* would be copied"):
            Session(stored(tmp_path, values), n_clusters=2)
    finally:
        mvlink.set_memory_limit(None)


def test_a_signal_about_other_pages_is_not_taken(tmp_path):
    done = in_a_child(tmp_path, """
import mmap
model = KMeans(3, random_state=0).fit(X)          # its guard is in place
other = open(file + ".other", "w+b")
other.write(b"1" * 8192)
other.flush()
pages = mmap.mmap(other.fileno(), 8192)
os.truncate(file + ".other", 0)
print("before", flush=True)
pages[5000]
print("after", flush=True)
""")
    assert done.returncode == -signal.SIGBUS and done.stdout == "before\n"


def test_many_fitted_models_of_mapped_rows_can_be_kept(tmp_path, values):
    X = stored(tmp_path, values[:50])
    models = [KMeans(2, random_state=0, n_init=1, max_iter=2).fit(X) for _ in range(300)]
    assert all((model.labels_ == models[0].labels_).all() for model in models)

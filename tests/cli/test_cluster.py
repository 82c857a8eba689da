"""mvlink cluster: answers, files, and that they do not depend on what they should not."""
import gzip
import json
import pathlib

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from conftest import assert_refused, json_of, read_labels, run_mvlink, same_partition, write_dataset

RESULT_KEYS = ["schema", "method", "options", "seed", "version", "machine_level", "objective", "iterations",
               "stop_reason", "seconds", "constraints", "views", "measures", "warnings"]
COUNTS = {"given", "implied", "satisfied", "violated"}


def check_result_json(result, method):
    """What section 2 of the surface promises of result.json."""
    assert set(RESULT_KEYS) <= set(result) and result["schema"] == 1 and result["method"] == method
    assert result["stop_reason"] in ("converged", "max_iter", "cancelled")
    assert all(isinstance(value, float) for value in result["objective"]) and result["objective"]
    assert isinstance(result["iterations"], int) and result["machine_level"] and result["version"]
    assert {"total", "read"} <= set(result["seconds"]) and all(s >= 0 for s in result["seconds"].values())
    constraints = result["constraints"]
    assert set(constraints) == {"given", "satisfied", "violated", "must", "cannot", "violations"}
    assert constraints["satisfied"] + constraints["violated"] == constraints["given"]
    for kind in ("must", "cannot"):
        counts = constraints[kind]
        assert set(counts) == COUNTS and counts["satisfied"] + counts["violated"] == counts["given"]
    for violation in constraints["violations"]:
        assert set(violation) == {"view_a", "a", "view_b", "b", "type", "weight", "cost"}
    for view in result["views"]:
        assert {"name", "rows", "cols", "kind"} <= set(view)
    for partitions in result["measures"].values():
        for measures in partitions.values():
            assert set(measures) == {"f_measure", "precision", "recall", "nmi", "acc", "ari", "purity"}
    for warning in result["warnings"]:
        assert set(warning) == {"code", "message", "value"}


@pytest.mark.sanitized
@pytest.mark.parametrize("method", ["kmeans", "pck-means"])
def test_every_promised_file_is_written(constrained, tmp_path, blob_arrays, method):
    out = tmp_path / "new" / "out"
    process = run_mvlink("cluster", constrained, "-k", "3", "--method", method, "-o", out)
    assert process.returncode == 0, process.stderr
    assert sorted(p.name for p in out.iterdir()) == ["labels_x.csv", "model.npz", "report.html", "result.json"]
    result = json.loads((out / "result.json").read_text())
    check_result_json(result, method)
    assert result["measures"]["x"]["labels"]["f_measure"] == 1
    ids, labels, confidence = read_labels(out / "labels_x.csv")
    assert ids == [f"r{i}" for i in range(90)]
    assert same_partition(labels, blob_arrays[1]) and ((0 <= confidence) & (confidence <= 1)).all()
    assert "header.json" in np.load(out / "model.npz").files or len(np.load(out / "model.npz").files) > 0
    assert "<html" in (out / "report.html").read_text()


@pytest.mark.sanitized
def test_json_on_standard_output_is_result_json(constrained, tmp_path):
    process = run_mvlink("cluster", constrained, "-k", "3", "--json", "-o", tmp_path / "out")
    result = json_of(process)
    check_result_json(result, "pck-means")
    assert result["held_out"]["kept"] == 1, "the blobs are separate, so the first candidate stays"
    assert result == json.loads((tmp_path / "out" / "result.json").read_text())
    assert result["options"]["n_clusters"] == 3 and result["seed"] == 0
    assert result["constraints"]["given"] == 20 and result["constraints"]["satisfied"] == 20


def test_without_o_the_summary_shows_sizes_and_how_to_keep_them(blobs, tmp_path):
    process = run_mvlink("cluster", blobs, "-k", "3", cwd=tmp_path)
    assert process.returncode == 0 and process.stderr == ""
    for fragment in ("90 rows x 3 columns", "kmeans, chosen by auto", "33.3 %", "objective", "F 1.000", "add -o DIR"):
        assert fragment in process.stdout
    assert [p.name for p in tmp_path.iterdir()] == ["blobs"]


def test_quiet_says_nothing(blobs, tmp_path):
    process = run_mvlink("cluster", blobs, "-k", "3", "--quiet", "-o", tmp_path / "out")
    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")
    assert (tmp_path / "out" / "labels_x.csv").exists()


def test_auto_chooses_by_the_constraints_and_says_why(blobs, constrained):
    assert "kmeans, chosen by auto" in run_mvlink("cluster", blobs, "-k", "3").stdout
    text = run_mvlink("cluster", constrained, "-k", "3").stdout
    assert "pck-means, chosen by auto" in text and "held-out judgements" in text


def test_broken_constraints_are_named_by_id(constrained, blob_arrays):
    labels = blob_arrays[1]
    other = next(i for i in range(1, 90) if labels[i] != labels[0])
    (constrained / "constraints.csv").write_text(f"a,b,type,weight\nr0,r{other},ml,0.5\n")
    process = run_mvlink("cluster", constrained, "-k", "3", "--method", "kmeans")
    assert "0 of 1 must-links satisfied" in process.stdout and f"must-link r0 and r{other}" in process.stdout


def test_options_reach_the_method(blobs):
    result = json_of(run_mvlink("cluster", blobs, "-k", "3", "--method", "pck-means", "--set", "constraint_weight=2.5",
                                "--set", "order=index", "--seed", "9", "--json"))
    assert result["options"]["constraint_weight"] == 2.5 and result["options"]["order"] == "index"
    assert result["seed"] == 9


def test_options_are_refused_before_the_data_are_read(tmp_path):
    assert_refused(run_mvlink("cluster", tmp_path / "nowhere", "-k", "0"), 2, "n_clusters")
    assert_refused(run_mvlink("cluster", tmp_path / "nowhere", "-k", "2", "-o", "/dev/null/x"), 5, "/dev/null/x")
    assert_refused(run_mvlink("cluster", tmp_path / "nowhere", "-k", "2", "--set", "n_clusters=3"), 2,
                   "-k sets it already")


HDF5 = pathlib.Path(__file__).resolve().parents[1] / "fixtures" / "hdf5"


def in_every_format(x, tmp_path):
    """One matrix of floats that every format holds exactly, in every format that can be written here."""
    rows, cols = x.shape
    lines = [[repr(float(v)) for v in row] for row in x]
    files = {}
    for kind, array in (("c", x), ("fortran", np.asfortranarray(x))):
        files[f"{kind}.npy"] = tmp_path / f"{kind}.npy"
        np.save(files[f"{kind}.npy"], array)
    files["x.npz"] = tmp_path / "x.npz"
    np.savez_compressed(files["x.npz"], x=x)
    for name, separator in (("x.csv", ","), ("x.tsv", "\t")):
        files[name] = tmp_path / name
        header = separator.join("abcdefgh"[:cols])
        files[name].write_text("\n".join([header] + [separator.join(row) for row in lines]) + "\n")
    files["plain.csv"] = tmp_path / "plain.csv"
    files["plain.csv"].write_text("\r\n".join(",".join(row) for row in lines))
    files["array.mtx"] = tmp_path / "array.mtx"
    body = "\n".join(lines[i][j] for j in range(cols) for i in range(rows))
    files["array.mtx"].write_text(f"%%MatrixMarket matrix array real general\n{rows} {cols}\n{body}\n")
    files["coordinate.mtx"] = tmp_path / "coordinate.mtx"
    scipy.io.mmwrite(files["coordinate.mtx"], scipy.sparse.coo_matrix(x), precision=17)
    files["packed.csv.gz"] = tmp_path / "packed.csv.gz"
    files["packed.csv.gz"].write_bytes(gzip.compress(files["x.csv"].read_bytes()))
    for name, packed in (("five.mat", False), ("seven.mat", True)):
        files[name] = tmp_path / name
        scipy.io.savemat(files[name], {"X": x}, do_compression=packed)
    return files


def require_equal_answers(files, tmp_path):
    answers = {}
    for name, file in files.items():
        out = tmp_path / "out" / name
        process = run_mvlink("cluster", "--view", f"x={file}", "-k", "3", "-o", out)
        assert process.returncode == 0, f"{name}: {process.stderr}"
        # Sparse sums run in another order: labels are equal, the fourth decimal of a confidence need not be.
        answers[name] = read_labels(out / "labels_x.csv")[1].tolist() if name == "coordinate.mtx" else \
            (out / "labels_x.csv").read_text()
    reference = answers["c.npy"]
    sparse = answers.pop("coordinate.mtx")
    assert all(answer == reference for answer in answers.values())
    assert [line.split(",")[1] for line in reference.splitlines()[1:]] == [str(label) for label in sparse]


def test_a_view_of_a_folder_may_be_packed(tmp_path):
    for name in ("plain", "packed"):
        (tmp_path / name).mkdir()
    text = "a,b\n" + "".join(f"{i % 3},{i % 3 * 2 + i / 100}\n" for i in range(30))
    (tmp_path / "plain" / "view_x.csv").write_text(text)
    (tmp_path / "packed" / "view_x.csv.gz").write_bytes(gzip.compress(text.encode()))
    labels = [run_mvlink("cluster", tmp_path / name, "-k", "3", "--quiet", "-o", "-").stdout for name in ("plain", "packed")]
    assert labels[0] == labels[1] and len(labels[0].splitlines()) == 31
    (tmp_path / "packed" / "view_x.csv").write_text(text)
    assert_refused(run_mvlink("cluster", tmp_path / "packed", "-k", "3"), 3, "a second file for view \"x\"")


def test_the_same_matrix_gives_the_same_labels_in_every_format(tmp_path):
    """HDF5 and MATLAB 7.3 are fixtures that h5py wrote, all of one matrix; the other formats are written of it here."""
    files = in_every_format(np.loadtxt(HDF5 / "matrix.csv", delimiter=","), tmp_path)
    files |= {name: HDF5 / name for name in ("plain.h5", "chunked.h5", "big_endian.h5", "latest.h5", "matrix73.mat")}
    require_equal_answers(files, tmp_path)


def test_more_rows_give_the_same_labels_in_every_format(tmp_path):
    random = np.random.default_rng(3)
    x = np.round(random.normal(size=(120, 4)) + 6 * random.integers(0, 3, size=(120, 1)), 3)
    require_equal_answers(in_every_format(x, tmp_path), tmp_path)


def test_cells_of_matlab_7_3_are_views():
    cells = run_mvlink("cluster", HDF5 / "cells73.mat", "-k", "3", "--method", "spectral", "--json")
    result = json.loads(cells.stdout)
    assert [view["name"] for view in result["views"]] == ["X1", "X2"]
    assert "labels" in result["measures"]["objects"]


@pytest.mark.parametrize("method", ["kmeans", "pck-means"])
def test_threads_and_repetition_do_not_change_a_byte(tmp_path, method):
    random = np.random.default_rng(5)
    labels = random.integers(0, 6, 6000)
    x = random.normal(size=(6000, 12)) + 1.5 * random.normal(size=(6, 12))[labels]
    pairs = [(i, i + 1, "ml" if labels[i] == labels[i + 1] else "cl") for i in range(0, 600, 2)]
    folder = write_dataset(tmp_path / "data", x, labels, constraints=pairs)
    written = set()
    for run, threads in enumerate(["1", "2", "7", "1"]):
        out = tmp_path / f"out{run}"
        process = run_mvlink("cluster", folder, "-k", "6", "--method", method, "--threads", threads, "--seed", "4",
                             "-o", out)
        assert process.returncode == 0, process.stderr
        written.add((out / "labels_x.csv").read_bytes())
    assert len(written) == 1


def test_warm_start_keeps_cluster_numbers(blobs, tmp_path, blob_arrays):
    first, second = tmp_path / "first", tmp_path / "second"
    assert run_mvlink("cluster", blobs, "-k", "3", "-o", first).returncode == 0
    labels = read_labels(first / "labels_x.csv")[1]
    turned = (labels + 1) % 3
    start = tmp_path / "start.csv"
    start.write_text("id,label,confidence\n" + "".join(f"{i},{label},1.0000\n" for i, label in enumerate(turned)))
    for method in ("kmeans", "pck-means"):
        process = run_mvlink("cluster", blobs, "-k", "3", "--method", method, "--warm-start", start, "--seed", "5",
                             "-o", second)
        assert process.returncode == 0, process.stderr
        assert (read_labels(second / "labels_x.csv")[1] == turned).all()


@pytest.mark.parametrize("given", ["folder", "model"])
def test_warm_start_from_a_run_gives_its_answer_back_and_needs_no_k(blobs, tmp_path, given):
    first, second = tmp_path / "first", tmp_path / "second"
    assert run_mvlink("cluster", blobs, "-k", "3", "--seed", "1", "-o", first).returncode == 0
    start = first if given == "folder" else first / "model.npz"
    process = run_mvlink("cluster", blobs, "--warm-start", start, "--seed", "2", "-o", second)
    assert process.returncode == 0, process.stderr
    assert (second / "labels_x.csv").read_bytes() == (first / "labels_x.csv").read_bytes()


def test_equal_figures_of_one_view_stand_on_one_line(tmp_path, blob_arrays):
    x, labels = blob_arrays
    folder = write_dataset(tmp_path / "data", x, labels)
    (folder / "labels_x.txt").write_text((folder / "labels.txt").read_text())
    (folder / "labels_other.txt").write_text("".join(f"{i // 30}\n" for i in range(90)))
    lines = [line for line in run_mvlink("cluster", folder, "-k", "3").stdout.splitlines() if " against " in line]
    assert len(lines) == 2 and sum("labels and x" in line or "x and labels" in line for line in lines) == 1


@pytest.mark.parametrize("method", ["pck-means", "mk-means", "mpck-means"])
def test_weights_that_overflow_are_named(blobs, method):
    # Of each pair one constraint is broken, and two such weights are more than a double holds.
    pairs = [f"{pair},{kind},1e308" for pair in ("0,1", "2,3") for kind in ("must-link", "cannot-link")]
    (blobs / "constraints.csv").write_text("a,b,type,weight\n" + "\n".join(pairs) + "\n")
    assert_refused(run_mvlink("cluster", blobs, "-k", "2", "--method", method), 4, "weights of constraints overflow")


def test_warm_start_follows_the_ids_of_a_file_of_labels(constrained, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    kmeans = ("-k", "3", "--method", "kmeans")
    assert run_mvlink("cluster", constrained, *kmeans, "-o", first).returncode == 0
    header, *rows = (first / "labels_x.csv").read_text().splitlines()
    start = tmp_path / "start.csv"
    start.write_text("\n".join([header, *sorted(rows)]) + "\n")
    assert run_mvlink("cluster", constrained, *kmeans, "--warm-start", start, "-o", second).returncode == 0
    assert (second / "labels_x.csv").read_bytes() == (first / "labels_x.csv").read_bytes()
    start.write_text("\n".join([header, *rows[1:], "other,0,1.0000"]) + "\n")
    assert_refused(run_mvlink("cluster", constrained, *kmeans, "--warm-start", start), 3, 'no id "r0"')


@pytest.mark.parametrize("method", ["orthogonal", "proclus", "ml-components"])
def test_a_method_that_always_starts_afresh_says_so(constrained, tmp_path, method):
    assert run_mvlink("cluster", constrained, "-k", "3", "-o", tmp_path / "first").returncode == 0
    process = run_mvlink("cluster", constrained, "-k", "3", "--method", method, "--warm-start", tmp_path / "first")
    assert_refused(process, 2, f"warm start: method {method} cannot start from labels; expected no earlier answer")


def test_alternative_takes_the_labels_of_an_earlier_run(blobs, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    assert run_mvlink("cluster", blobs, "-k", "3", "-o", first).returncode == 0
    process = run_mvlink("cluster", blobs, "--method", "alternative", "--warm-start", first, "-o", second)
    assert process.returncode == 0, process.stderr
    assert (read_labels(second / "labels_clustering1.csv")[1] == read_labels(first / "labels_x.csv")[1]).all()
    (first / "labels_x.csv").unlink()
    assert_refused(run_mvlink("cluster", blobs, "--method", "alternative", "--warm-start", first), 5, "labels_<view>")


def test_views_are_chosen_by_name(tmp_path, blob_arrays):
    x, labels = blob_arrays
    folder = write_dataset(tmp_path / "two", x, labels, name="left")
    write_dataset(folder, x[:, :2], name="right")
    one_view = ("--method", "kmeans")
    assert_refused(run_mvlink("cluster", folder, "-k", "3", *one_view), 2, "left", "right", "--views")
    result = json_of(run_mvlink("cluster", folder, "-k", "3", "--views", "right", "--json"))
    assert [(v["name"], v["cols"]) for v in result["views"]] == [("right", 2)]


def test_ids_come_from_a_named_csv_column(tmp_path, blob_arrays):
    x, _ = blob_arrays
    rows = "".join(f"n{i}," + ",".join(map(str, row)) + "\n" for i, row in enumerate(x))
    (tmp_path / "x.csv").write_text("name,a,b,c\n" + rows)
    process = run_mvlink("cluster", "--view", f"x={tmp_path}/x.csv", "--id-column", "name", "-k", "3", "-o",
                         tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert read_labels(tmp_path / "out" / "labels_x.csv")[0][:2] == ["n0", "n1"]


def test_a_second_run_replaces_its_files_and_leaves_others(blobs, tmp_path):
    out = tmp_path / "out"
    assert run_mvlink("cluster", blobs, "-k", "3", "-o", out).returncode == 0
    (out / "notes.txt").write_text("mine\n")
    assert run_mvlink("cluster", blobs, "-k", "2", "-o", out).returncode == 0
    assert (out / "notes.txt").read_text() == "mine\n"
    assert json.loads((out / "result.json").read_text())["options"]["n_clusters"] == 2
    assert len(list(out.iterdir())) == 5


def test_as_many_clusters_as_rows_is_allowed(blobs):
    assert json_of(run_mvlink("cluster", blobs, "-k", "90", "--json"))["options"]["n_clusters"] == 90


@pytest.mark.parametrize("method", ["orthogonal", "alternative"])
def test_several_clusterings_have_a_file_each_and_are_matched_with_the_truths(tmp_path, method):
    random = np.random.default_rng(0)
    truths = random.integers(3, size=(2, 180))
    x = np.hstack([strength * np.eye(3)[truth] for strength, truth in zip((30, 15), truths)])
    write_dataset(tmp_path / "data", x + random.normal(size=x.shape))
    for name, truth in zip(("strong", "weak"), truths):
        (tmp_path / "data" / f"labels_{name}.txt").write_text("".join(f"{label}\n" for label in truth))
    out = tmp_path / "out"
    process = run_mvlink("cluster", tmp_path / "data", "-k", "3", "--method", method, "-o", out)
    assert process.returncode == 0, process.stderr
    assert "E4FC 1.000" in process.stdout and "3 clusters of clustering2" in process.stdout
    assert sorted(p.name for p in out.iterdir()) == ["labels_clustering1.csv", "labels_clustering2.csv", "model.npz",
                                                     "report.html", "result.json"]
    result = json.loads((out / "result.json").read_text())
    check_result_json(result, method)
    assert result["e4fc"] == 1 and "e4sc" not in result
    matched = {name: list(truths) for name, truths in result["measures"].items()}
    assert sorted(matched) == ["clustering1", "clustering2"] and sorted(sum(matched.values(), [])) == ["strong", "weak"]
    again = run_mvlink("predict", out, tmp_path / "data", "-o", tmp_path / "again")
    assert again.returncode == 0, again.stderr
    for name in ("labels_clustering1.csv", "labels_clustering2.csv"):
        assert np.array_equal(read_labels(out / name)[1], read_labels(tmp_path / "again" / name)[1])
    lines = run_mvlink("predict", out, tmp_path / "data").stdout.splitlines()
    assert lines[0] == "clustering,id,label,confidence" and len(lines) == 361
    assert lines[-1].startswith("clustering2,179,")


def test_a_constraint_that_disagrees_with_the_features_is_named_and_right_ones_are_not(tmp_path):
    x = np.array([[i % 5, 0] for i in range(10)] + [[100 + i % 5, 0] for i in range(10)], dtype=float)
    right = [(i, i + 1, "must-link") for i in range(8)] + [(i, i + 10, "cannot-link") for i in range(8)]
    assert "disagree" not in run_mvlink("cluster", write_dataset(tmp_path / "right", x, constraints=right), "-k", 2).stdout
    folder = write_dataset(tmp_path / "wrong", x, constraints=[*right, (9, 19, "must-link")])
    process = run_mvlink("cluster", folder, "-k", 2, "--method", "pck-means", "-o", tmp_path / "out")
    told = " ".join(process.stdout.split())
    assert "1 of 17 judgements looks wrong: it disagrees with the features; look at it: must-link 9 and 19" in told, told
    suspect, = json.loads((tmp_path / "out" / "result.json").read_text())["suspects"]
    assert (suspect["a"], suspect["b"]) in ((9, 19), ("9", "19"))


def test_the_report_draws_the_rows_as_the_method_compared_them(blobs, tmp_path):
    def caption(method, *more):
        process = run_mvlink("cluster", blobs, "-k", "3", "--method", method, "-o", tmp_path / "out", *more)
        assert process.returncode == 0, process.stderr
        page = (tmp_path / "out" / "report.html").read_text()
        return page[page.index("<figcaption>"):page.index("</figcaption>")]

    features = "The map shows the first two principal components of the features"
    assert features in caption("kmeans")
    assert "The map shows the rows under the learnt metric" in caption("mk-means")
    assert "one per cluster" in caption("mpck-means", "--set", "per_cluster=true", "--map", "metric")
    assert features in caption("mpck-means", "--map", "pca")
    assert "the graph of nearest neighbours among these rows" in caption("kmeans", "--map", "spectral")
    assert "how much of each part" in caption("nmf", "--prep", "minmax")


def test_a_map_without_a_report_is_refused(tmp_path):
    assert_refused(run_mvlink("cluster", tmp_path, "-k", "2", "--map", "pca"), 2, "--map pca", "-o DIR")


def test_no_line_of_the_summary_begins_with_a_percent_sign(constrained):
    for columns in range(40, 100, 7):
        process = run_mvlink("cluster", constrained, "-k", "3", "--method", "pck-means", env={"COLUMNS": str(columns)})
        assert process.returncode == 0 and " %" in process.stdout
        assert not [line for line in process.stdout.splitlines() if line.strip().startswith("%")]

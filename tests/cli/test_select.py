"""Held-out agreement, the choice of auto, and mvlink select."""
import json
import shlex

import numpy as np
import pytest

from conftest import assert_refused, run_mvlink, write_dataset


def judged(folder, count, seed=0, wrong=0.0, spread=1.0):
    """Three blobs with judgements drawn from their classes, some of them wrong."""
    random = np.random.default_rng(seed)
    labels = np.repeat([0, 1, 2], 30)
    x = np.array([[0, 0], [8, 0], [0, 8]])[labels] + spread * random.normal(size=(90, 2))
    pairs = set()
    while len(pairs) < count:
        a, b = sorted(random.choice(90, 2, replace=False).tolist())
        pairs.add((a, b))
    rows = []
    for a, b in sorted(pairs):
        same = (labels[a] == labels[b]) != (random.uniform() < wrong)
        rows.append((a, b, "must-link" if same else "cannot-link"))
    return write_dataset(folder, x, labels=labels, constraints=rows)


def result_of(*arguments):
    process = run_mvlink("cluster", *arguments, "--json")
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)


def without_times(result):
    result.pop("seconds")
    for candidate in result.get("candidates", []):
        candidate.pop("seconds")
    return result


def test_the_summary_and_the_result_say_how_well_unseen_judgements_are_kept(tmp_path):
    folder = judged(tmp_path / "data", 60)
    told = " ".join(run_mvlink("cluster", folder, "-k", 3, "--method", "pck-means").stdout.split())
    assert "held-out judgements: " in told and "% kept (" in told and "without guidance" in told, told
    found = result_of(folder, "-k", 3, "--method", "pck-means")["held_out"]
    assert found["folds"] == 5 and found["judgements"] == 60 and found["must"] + found["cannot"] == 60
    assert found["low"] <= found["kept"] <= found["high"] and found["without"] == "pck-means"
    assert found["kept"] == pytest.approx((found["must_kept"] + found["cannot_kept"]) / 2)


def test_validation_can_be_set_and_turned_off_and_never_changes_the_answer(tmp_path):
    folder = judged(tmp_path / "data", 60)
    common = [folder, "-k", 3, "--method", "mpck-means"]
    three, off = result_of(*common, "--validate", 3), result_of(*common, "--validate", "off")
    assert three["held_out"]["folds"] == 3 and "held_out" not in off
    assert three["objective"] == off["objective"] and three["measures"] == off["measures"]
    assert_refused(run_mvlink("cluster", *common, "--validate", "1"), 2, "--validate 1", "from 2 to 1000, or off")
    assert_refused(run_mvlink("cluster", *common, "--validate", "many"), 2, "--validate many")


def test_too_few_judgements_are_said_to_be_too_few(tmp_path):
    folder = judged(tmp_path / "data", 5)
    told = " ".join(run_mvlink("cluster", folder, "-k", 3, "--method", "pck-means").stdout.split())
    assert "not measured: 5 judgements are too few to hold some out" in told, told


def test_auto_says_what_it_tried_and_gives_the_same_answer_for_any_number_of_threads(tmp_path):
    folder = judged(tmp_path / "data", 60, wrong=0.1, spread=2.5)
    first = without_times(result_of(folder, "-k", 3))
    assert len(first["candidates"]) >= 4 and sum(candidate["chosen"] for candidate in first["candidates"]) == 1
    for threads in (1, 2, 7):
        assert without_times(result_of(folder, "-k", 3, "--threads", threads)) == first
    told = " ".join(run_mvlink("cluster", folder, "-k", 3).stdout.split())
    assert "candidates" in told and "held-out judgements" in told


def test_the_number_of_clusters_is_chosen_from_a_range(tmp_path):
    folder = judged(tmp_path / "data", 80)
    assert result_of(folder, "-k", "2..6")["options"]["n_clusters"] == 3
    assert result_of(folder, "-k", "auto", "--method", "pck-means")["options"]["n_clusters"] == 3
    for bad in ("6..2", "2..", "..", "0..3", "2..x"):
        assert_refused(run_mvlink("cluster", folder, "-k", bad), 2, f"-k {bad}", "2..12")
    assert_refused(run_mvlink("cluster", folder, "-k", "2..6", "--set", "n_clusters=3"), 2, "-k sets it already")


def test_select_prints_a_table_a_recommendation_and_the_command_that_repeats_it(tmp_path):
    folder = judged(tmp_path / "data", 60)
    process = run_mvlink("select", folder, "-k", "2..4", "--budget", "20s")
    assert process.returncode == 0, process.stderr
    told = " ".join(process.stdout.split())
    assert "Recommended" in told and "held-out judgements" in told and "recommended" in told
    found = json.loads(run_mvlink("select", folder, "-k", "2..4", "--budget", "off", "--json").stdout)
    assert found["held_out"]["kept"] > 0.8 and len(found["candidates"]) > 8
    program, *words = shlex.split(found["command"])
    assert program == "mvlink" and words[0] == "cluster"
    again = json.loads(run_mvlink(*words, "--json").stdout)
    chosen, = [candidate for candidate in found["candidates"] if candidate["chosen"]]
    assert again["method"] == chosen["method"] and again["options"]["n_clusters"] == chosen["options"]["n_clusters"] == 3


def test_select_keeps_what_is_given_and_refuses_what_it_cannot_do(tmp_path):
    folder = judged(tmp_path / "data", 60)
    found = json.loads(run_mvlink("select", folder, "-k", 3, "--method", "pck-means", "--json").stdout)
    assert {candidate["method"] for candidate in found["candidates"]} == {"pck-means"}
    assert_refused(run_mvlink("select", folder, "-k", 3, "--budget", "soon"), 2, "--budget soon", "30s")
    assert_refused(run_mvlink("select", judged(tmp_path / "few", 4), "-k", 3), 3, "too few", "held-out judgements")


def test_a_column_that_decides_alone_is_named(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    rows = "".join(f"{i % 7},{1000 * i}\n" for i in range(40))
    (folder / "view_x.csv").write_text("age,salary\n" + rows)
    told = " ".join(run_mvlink("cluster", folder, "-k", 2, "--method", "kmeans").stdout.split())
    assert 'column "salary" makes up' in told and "--prep standardize" in told, told


def two_views(folder, seed=0):
    """View good has the four groups that the judgements are about, view bad four others, which are clearer."""
    random = np.random.default_rng(seed)
    labels, other = np.arange(100) % 4, np.arange(100) // 4 % 4
    corners = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    good = 1.5 * corners[labels] + random.uniform(-1, 1, size=(100, 2))
    bad = 9 * corners[other] + random.uniform(-1, 1, size=(100, 2))
    folder.mkdir()
    np.save(folder / "view_good.npy", good)
    np.save(folder / "view_bad.npy", bad)
    lines = ["a,b,type"]
    for _ in range(60):
        a, b = random.choice(100, 2, replace=False)
        lines.append(f"{a},{b},{'must-link' if labels[a] == labels[b] else 'cannot-link'}")
    (folder / "constraints.csv").write_text("\n".join(lines) + "\n")
    return folder


def test_auto_leaves_out_a_view_that_misleads_and_its_model_takes_data_with_all_views(tmp_path):
    folder = two_views(tmp_path / "data")
    process = run_mvlink("cluster", folder, "-k", 4, "-o", tmp_path / "out")
    told = " ".join(process.stdout.split())
    assert "the view bad was left out: held-out judgements are kept better without it" in told, told
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    assert [view["name"] for view in result["views"]] == ["good"]
    chosen = [candidate for candidate in result["candidates"] if candidate["chosen"]]
    assert [candidate["views"] for candidate in chosen] == [["good"]]
    assert "the view bad was left out" in (tmp_path / "out" / "report.html").read_text()
    predicted = run_mvlink("predict", tmp_path / "out", folder, "-o", tmp_path / "again")
    assert predicted.returncode == 0, predicted.stderr
    assert (tmp_path / "again" / "labels_good.csv").exists()

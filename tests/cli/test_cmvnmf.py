"""mvlink cluster --method cmvnmf: several views, their files, topics, and features below zero."""
import json

import numpy as np
import pytest

from conftest import assert_refused, json_of, read_labels, run_mvlink, same_partition


@pytest.fixture
def two_views(tmp_path):
    """Three classes: their words in 60 rows of one view, their tones in 45 rows of another; pairs between the views."""
    random = np.random.default_rng(3)
    classes = {"words": random.permutation(np.arange(60) % 3), "tones": random.permutation(np.arange(45) % 3)}
    folder = tmp_path / "two"
    folder.mkdir()
    for name, truth in classes.items():
        columns = np.arange(9) % 3 if name == "words" else np.arange(6) // 2
        np.save(folder / f"view_{name}.npy", (columns == truth[:, None]) + 0.2 * random.random((len(truth), len(columns))))
        (folder / f"labels_{name}.txt").write_text("".join(f"{c}\n" for c in truth))
    (folder / "terms_words.txt").write_text("".join(f"word{j}\n" for j in range(9)))
    lines = ["view_a,a,view_b,b,type"]
    for i in range(30):
        kind = "must-link" if classes["words"][i] == classes["tones"][i] else "cannot-link"
        lines.append(f"words,{i},tones,{i},{kind}")
    (folder / "constraints.csv").write_text("\n".join(lines) + "\n")
    return folder, classes


@pytest.mark.sanitized
def test_unmapped_views_get_labels_that_mean_the_same(two_views, tmp_path):
    folder, classes = two_views
    process = run_mvlink("cluster", folder, "-k", "3", "-o", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert "cmvnmf, chosen by auto" in process.stdout and "of 30 held-out judgements" in " ".join(process.stdout.split())
    names = sorted(p.name for p in (tmp_path / "out").iterdir())
    assert names == ["labels_tones.csv", "labels_words.csv", "model.npz", "report.html", "result.json"]
    labels = [read_labels(tmp_path / "out" / f"labels_{name}.csv")[1] for name in classes]
    assert same_partition(np.concatenate(labels), np.concatenate(list(classes.values())))


def test_topics_are_in_result_json_and_in_the_report(two_views, tmp_path):
    folder, _ = two_views
    assert run_mvlink("cluster", folder, "-k", "3", "-o", tmp_path / "out").returncode == 0
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    assert [(t["view"], t["cluster"]) for t in result["topics"]] == [
        (view, cluster) for view in ("tones", "words") for cluster in range(3)]
    for topic in result["topics"]:
        weights = [feature["weight"] for feature in topic["features"]]
        assert weights == sorted(weights, reverse=True) and len(weights) <= 10
    heaviest = {int(t["features"][0]["name"].removeprefix("word")) % 3 for t in result["topics"] if t["view"] == "words"}
    assert heaviest == {0, 1, 2}
    assert "Top features of the clusters" in (tmp_path / "out" / "report.html").read_text()


@pytest.mark.sanitized
def test_a_model_labels_new_rows_of_any_of_its_views(two_views, tmp_path):
    folder, _ = two_views
    assert run_mvlink("cluster", folder, "-k", "3", "-o", tmp_path / "out").returncode == 0
    for views in ("words", "tones", "tones,words"):
        process = run_mvlink("predict", tmp_path / "out" / "model.npz", folder, "--views", views, "-o", tmp_path / views)
        assert process.returncode == 0, process.stderr
        for name in views.split(","):
            known = read_labels(tmp_path / "out" / f"labels_{name}.csv")[1]
            assert (read_labels(tmp_path / views / f"labels_{name}.csv")[1] == known).all()


def test_mapped_rows_have_a_consensus(two_views, tmp_path):
    folder, _ = two_views
    words, tones = np.load(folder / "view_words.npy"), np.load(folder / "view_tones.npy")
    np.save(folder / "view_words.npy", words[:45])
    (folder / "labels_words.txt").write_text("".join((folder / "labels_words.txt").read_text().splitlines(True)[:45]))
    result = json_of(run_mvlink("cluster", folder, "-k", "3", "--method", "cmvnmf", "--json", "-o", tmp_path / "out"))
    assert len(read_labels(tmp_path / "out" / "labels_objects.csv")[1]) == len(tones)
    assert result["constraints"]["given"] == 30


def test_features_below_zero_are_refused_and_auto_prepares_them(two_views, tmp_path):
    folder, classes = two_views
    np.save(folder / "view_words.npy", np.load(folder / "view_words.npy") - 0.5)
    assert_refused(run_mvlink("cluster", folder, "-k", "3", "--method", "cmvnmf"), 3, 'view "words"', "column",
                   "--prep words:minmax")
    process = run_mvlink("cluster", folder, "-k", "3")
    assert process.returncode == 0, process.stderr
    assert "words: minmax" in process.stdout, process.stdout
    process = run_mvlink("cluster", folder, "-k", "3", "--method", "cmvnmf", "--prep", "words:minmax", "--json")
    assert json_of(process)["preparation"] == [{"view": "words", "steps": ["minmax"], "cols": 9}]


def test_threads_do_not_change_the_answer(two_views):
    folder, _ = two_views
    answers = [json_of(run_mvlink("cluster", folder, "-k", "3", "--threads", t, "--json")) for t in ("1", "3")]
    assert answers[0]["objective"] == answers[1]["objective"]

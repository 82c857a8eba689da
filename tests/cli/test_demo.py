"""mvlink demo: the story must be true."""
import json

import pytest

from conftest import json_of, run_mvlink


@pytest.mark.sanitized
def test_the_demo_tells_its_story_and_its_hints_work(tmp_path):
    process = run_mvlink("demo", cwd=tmp_path)
    assert process.returncode == 0, process.stderr
    for fragment in ("K-Means alone", "must-link", "cannot-link", "F = ", "mvlink-demo/report.html"):
        assert fragment in process.stdout
    out = tmp_path / "mvlink-demo"
    assert "<html" in (out / "report.html").read_text()
    assert json.loads((out / "result.json").read_text())["method"] == "pck-means"
    hints = [line.split("   ")[0].split()[1:] for line in process.stdout.splitlines() if line.startswith("  mvlink ")]
    assert len(hints) == 3
    for hint in hints:
        assert run_mvlink(*hint, cwd=tmp_path).returncode == 0, hint
    # The first one promises the demo's own answer.
    assert run_mvlink(*hints[0], "-o", "out", cwd=tmp_path).returncode == 0
    labels = [folder / "labels_points.csv" for folder in (tmp_path / "out", out)]
    assert labels[0].read_bytes() == labels[1].read_bytes()


def test_the_story_holds_for_nearly_every_seed(tmp_path):
    holds = 0
    for seed in range(20):
        answer = json_of(run_mvlink("demo", "--seed", seed, "--json", "-o", tmp_path / str(seed)))
        holds += (answer["kmeans"]["f_measure"] < 0.7 and answer["pck_means"]["f_measure"] > 0.98
                  and answer["pck_means"]["satisfied"] == answer["pairs"])
    assert holds >= 18


@pytest.mark.parametrize("columns, beside", [("120", True), ("80", False)])
def test_the_two_pictures_stand_side_by_side_where_they_fit(tmp_path, columns, beside):
    text = run_mvlink("demo", cwd=tmp_path, env={"COLUMNS": columns}).stdout
    titles = [line for line in text.splitlines() if line.startswith("K-Means alone: F")]
    assert ("constraints: F" in titles[0]) == beside
    picture = text[text.index("K-Means alone: F"):text.index("Open ")]
    assert max(len(line) for line in picture.splitlines()) <= int(columns)


def test_without_utf8_the_pictures_are_plain(tmp_path):
    text = run_mvlink("demo", cwd=tmp_path, env={"LC_ALL": "C"}).stdout
    assert text.isascii()


def test_the_demo_of_one_seed_is_always_the_same(tmp_path):
    texts = {run_mvlink("demo", "--threads", threads, cwd=tmp_path).stdout for threads in (1, 2)}
    assert len(texts) == 1

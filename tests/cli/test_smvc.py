"""mvlink cluster --method smvc: several clusterings of one table."""
import json
import random

from conftest import run_mvlink


def write_table(folder, rows=120):
    """Columns a..c follow one grouping, d..f another, g none."""
    folder.mkdir()
    draw = random.Random(1)
    lines = ["a,b,c,d,e,f,g"]
    truth = []
    for row in range(rows):
        first, second = draw.randrange(3), draw.randrange(2)
        truth.append((first, second))
        values = [10 * first] * 3 + [10 * second] * 3 + [0]
        lines.append(",".join(f"{value + draw.gauss(0, 1):.4f}" for value in values))
    (folder / "view_x.csv").write_text("\n".join(lines) + "\n")
    (folder / "labels_first.txt").write_text("".join(f"{a}\n" for a, _ in truth))
    (folder / "labels_second.txt").write_text("".join(f"{b}\n" for _, b in truth))
    return truth


def test_every_clustering_has_its_labels_dimensions_and_constraints(tmp_path):
    truth = write_table(tmp_path / "data")
    pairs = [(a, b) for a in range(120) for b in range(a) if truth[a][0] == truth[b][0] and truth[a][1] != truth[b][1]]
    text = "a,b,type\n" + "".join(f"{a},{b},must-link\n" for a, b in pairs[:20])
    (tmp_path / "data" / "constraints.csv").write_text(text + f"{pairs[0][0]},{pairs[0][1]},cannot-link\n")
    process = run_mvlink("cluster", tmp_path / "data", "-k", "3,2", "--method", "smvc", "-o", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert "3 clusters of clustering1 (dimensions a, b, c; " in process.stdout
    assert "2 clusters of clustering2 (dimensions d, e, f" in process.stdout
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    assert [[d["name"] for d in one["dimensions"]] for one in result["clusterings"]] == [list("abc"), list("def")]
    assert sum(len(one["constraints"]) for one in result["clusterings"]) == 21
    assert result["constraints"]["violated"] == 0
    assert result["options"]["n_clusters"] == "3,2"
    assert any(warning["code"] == "constraints-both-ways" for warning in result["warnings"])
    for number in (1, 2):
        assert (tmp_path / "out" / f"labels_clustering{number}.csv").read_text().startswith("id,label,confidence\n")
    process = run_mvlink("predict", tmp_path / "out", tmp_path / "data", "-o", tmp_path / "again")
    assert process.returncode == 0, process.stderr
    again = (tmp_path / "again" / "labels_clustering2.csv").read_text().splitlines()
    kept = (tmp_path / "out" / "labels_clustering2.csv").read_text().splitlines()
    assert [line.split(",")[:2] for line in again] == [line.split(",")[:2] for line in kept]


def test_the_number_of_clusterings_is_chosen_as_a_curve(tmp_path):
    write_table(tmp_path / "data")
    process = run_mvlink("cluster", tmp_path / "data", "-k", "2", "--method", "smvc", "--set", "n_clusterings=auto", "--set",
                         "max_clusters=4", "--set", "n_init=2", "-o", tmp_path / "out", "--quiet")
    assert process.returncode == 0, process.stderr
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    assert len(result["clusterings"]) == 2
    assert len(result["tried"]) >= 15 and all(isinstance(one["objective"], float) for one in result["tried"])


def test_what_does_not_fit_is_refused(tmp_path):
    write_table(tmp_path / "data", rows=5)

    def refused(status, *arguments):
        process = run_mvlink("cluster", tmp_path / "data", "--method", "smvc", *arguments)
        assert process.returncode == status, process.stderr
        return process.stderr

    assert "3 numbers for 2 clusterings" in refused(2, "-k", "3,4,5", "--set", "n_clusterings=2")
    assert "6 clusters for the 5 rows" in refused(3, "-k", "6")
    assert "8 clusterings for 7 dimensions" in refused(3, "-k", "2", "--set", "n_clusterings=8")
    assert "20x20" in refused(3, "-k", "2", "--set", "image=20x20")
    assert "such as 20x20" in refused(2, "-k", "2", "--set", "image=large")

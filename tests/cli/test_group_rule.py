"""--at-most-one: every cluster holds at most one row of each group."""
import json

import numpy as np
from conftest import assert_refused, run_mvlink


def records(folder, products=6, sources=("web", "shop", "mail"), seed=0):
    """Every source lists every product once, with a little noise: the clusters are the products."""
    random = np.random.default_rng(seed)
    lines = ["id,price,weight,source,product"]
    for source in sources:
        for product in range(products):
            price, weight = 10 * product + random.normal(), 7 * (product % 3) + random.normal()
            lines.append(f"{source}{product},{price:.4f},{weight:.4f},{source},p{product}")
    file = folder / "records.csv"
    file.write_text("\n".join(lines) + "\n")
    return file


def labels_of(folder):
    lines = (folder / "labels_fields.csv").read_text().splitlines()[1:]
    return {line.split(",")[0]: int(line.split(",")[1]) for line in lines}


def test_the_rule_is_kept_and_reported_everywhere(tmp_path):
    file = records(tmp_path)
    process = run_mvlink("cluster", file, "-k", "6", "--at-most-one", "source", "--truth-column", "product",
                         "-o", tmp_path / "out")
    assert process.returncode == 0, process.stderr
    assert "it keeps the rule of at most one" in process.stdout
    assert "3 of 3 groups kept" in process.stdout
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    assert result["method"] == "pck-means"
    assert result["constraints"]["groups"] == {"rule": "source", "given": 3, "satisfied": 3, "violated": 0, "largest": 6}
    labels = labels_of(tmp_path / "out")
    for source in ("web", "shop", "mail"):
        assert len({labels[f"{source}{product}"] for product in range(6)}) == 6
    assert result["measures"]["fields"]["product"]["ari"] == 1
    report = (tmp_path / "out" / "report.html").read_text()
    assert "At most one source per cluster" in report and "No cluster holds two rows of one source." in report


def test_the_column_of_groups_is_no_feature(tmp_path):
    process = run_mvlink("cluster", records(tmp_path), "-k", "6", "--at-most-one", "source", "--truth-column", "product")
    assert "a rule: at most one of each value per cluster" in " ".join(process.stdout.split())


def test_groups_from_a_file_give_the_same_labels_as_the_column(tmp_path):
    file = records(tmp_path)
    (tmp_path / "groups.txt").write_text("".join(f"{s}\n" for s in ("web", "shop", "mail") for _ in range(6)))
    arguments = ("cluster", file, "-k", "6", "--drop", "product")
    by_column = run_mvlink(*arguments, "--at-most-one", "source", "-o", tmp_path / "a")
    by_file = run_mvlink(*arguments, "--drop", "source", "--at-most-one", tmp_path / "groups.txt", "-o", tmp_path / "b")
    assert by_column.returncode == by_file.returncode == 0, by_column.stderr + by_file.stderr
    assert labels_of(tmp_path / "a") == labels_of(tmp_path / "b")


def test_ranges_of_k_begin_at_the_largest_group(tmp_path):
    process = run_mvlink("cluster", records(tmp_path), "-k", "2..8", "--at-most-one", "source", "--drop", "product",
                         "--json")
    assert process.returncode == 0, process.stderr
    options = {option["name"]: option["value"] for option in json.loads(process.stdout)["options"]} \
        if isinstance(json.loads(process.stdout)["options"], list) else json.loads(process.stdout)["options"]
    assert int(options["n_clusters"]) >= 6


def test_check_tells_the_least_k_and_proves_contradictions(tmp_path):
    file = records(tmp_path)
    (tmp_path / "pairs.csv").write_text("a,b,type\nweb0,shop1,same\nshop1,web2,same\n")
    process = run_mvlink("constraints", "check", file, "--at-most-one", "source", "--constraints", tmp_path / "pairs.csv")
    assert process.returncode == 0, process.stderr
    text = " ".join(process.stdout.split())
    assert 'at most one "source" per cluster: 3 groups, the largest ("web") has 6 rows' in text
    assert "at least 6" in text
    assert "web0 and web2 are both web" in text and "web0 and shop1, web2 and shop1" in text
    proofs = json.loads(run_mvlink("constraints", "check", file, "--at-most-one", "source", "--constraints",
                                   tmp_path / "pairs.csv", "--json").stdout)["proofs"]
    assert proofs[0]["group"] == "web" and len(proofs[0]["chain"]) == 2


def test_a_method_that_cannot_keep_it_refuses(tmp_path):
    assert_refused(run_mvlink("cluster", records(tmp_path), "-k", "6", "--at-most-one", "source", "--method", "mpck-means"),
                   2, "mpck-means cannot keep")

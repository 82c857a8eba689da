import pytest
import report

NAMES = ["kmeans rounds", "kmeans float32 k=16", "pck rounds", "pck peer float32", "mpck 1e6", "growth"]


def test_a_part_is_named_in_full_or_several_by_how_they_begin():
    assert report.chosen(["kmeans"], NAMES) == ["kmeans rounds", "kmeans float32 k=16"]
    assert report.chosen(["growth", "pck rounds"], NAMES) == ["pck rounds", "growth"]
    with pytest.raises(SystemExit, match='"pc" is not a part'):
        report.chosen(["pc"], NAMES)


def test_parts_without_figures_are_named_with_the_reason():
    found = {"mpck 1e6": {"failed": "not done in 400 s"}}
    filled = report.filled_sections(["mpck 1e6", "pck rounds"], found, None)
    assert filled == {"One iteration of PCK-Means": [["pck rounds", "-", "not measured yet", "missing"]],
                      "Whole calls with many constraints": [["mpck 1e6", "-", "not done in 400 s", "missing"]]}
    assert report.count_line(filled) == "0 of 0 targets reached; 2 without numbers"


def test_a_failed_part_is_kept_and_the_next_one_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(report, "WORK", tmp_path)

    def fails():
        raise report.PartFailed("no such library")

    report.measure("pck peer", fails, quick=True)
    kept = report.json.loads((tmp_path / "quick" / "pck_peer.json").read_text())
    assert kept["found"] == {"failed": "no such library"}
    assert len(kept["load"]) == 2 and kept["seconds"] >= 0
    assert "no such library" in capsys.readouterr().err


def watched(others, found):
    return {"date": "2026-01-31", "seconds": 90.0, "load": [0.1, 1.2], "others": others, "found": found}


def test_the_page_states_load_and_names_parts_that_others_disturbed(monkeypatch):
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Zen")
    levels = {"what": "K-Means", "load": 0.2, "milliseconds": {"x86-64-v3": 12.4}}
    figures = {"kmeans rounds": watched(0.0, {"failed": "?"}), "growth": watched(0.8, {"points": []})}
    filled = report.filled_sections(list(figures), {name: part["found"] for name, part in figures.items()}, levels)
    text = report.page(False, filled, figures, "numpy 1.26", "x86-64-v3")
    assert "OPENBLAS_CORETYPE Zen" in text
    assert "2026-01-31, 3 minutes; other processes used the machine during growth: those times are too high" in text
    assert "| growth | 90 | 0.1 | 1.2 | 0.80 |" in text
    assert "## Instruction sets" in text and "## Growth" not in text

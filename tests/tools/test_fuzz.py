import pathlib

import fuzz
import pytest

STATUS = "#8\tNEW    cov: 70 ft: 90 corp: 5/11b exec/s: 0 rss: 31Mb\n"


def target(build, name, script):
    """A stand-in for a fuzz target: a shell script with libFuzzer's arguments."""
    (build / "bin").mkdir(parents=True, exist_ok=True)
    program = build / "bin" / f"fuzz_{name}"
    program.write_text("#!/bin/bash\n" + script, encoding="utf-8")
    program.chmod(0o755)


def rows(capsys):
    return [line.split() for line in capsys.readouterr().out.splitlines()[1:]]


def test_a_search_ends_after_its_processor_time(tmp_path, capsys):
    target(tmp_path, "busy", f"trap 'exit 0' USR1\nprintf '{STATUS}'\nwhile true; do :; done\n")
    assert fuzz.main(["--build", str(tmp_path), "--seconds", "0.5"]) == 0
    [[name, seconds, executions, edges, features, inputs, found]] = rows(capsys)
    assert (name, executions, edges, features, inputs, found) == ("busy", "8", "70", "90", "5", "none")
    assert int(seconds) <= 3


def test_time_that_others_take_does_not_count(tmp_path):
    target(tmp_path, "idle", "sleep 1\n")
    status, used = fuzz.run_for([tmp_path / "bin" / "fuzz_idle"], 0.5, tmp_path / "log")
    assert status == 0 and used < 0.5


def test_a_finding_is_named_and_fails(tmp_path, capsys):
    target(tmp_path, "bad", f"prefix=${{1#-artifact_prefix=}}\ntouch ${{prefix}}crash-1\nprintf '{STATUS}'\nexit 77\n")
    assert fuzz.main(["--build", str(tmp_path), "bad"]) == 1
    assert rows(capsys)[0][-1] == "bad-crash-1"


def test_a_failure_without_a_finding_fails_too(tmp_path, capsys):
    target(tmp_path, "broken", "echo cannot start\nexit 3\n")
    assert fuzz.main(["--build", str(tmp_path)]) == 1
    out = capsys.readouterr()
    assert "status 3" in out.out and "cannot start" in out.err


def test_no_targets_is_a_failure(tmp_path, capsys):
    assert fuzz.main(["--build", str(tmp_path)]) == 1
    assert "no targets" in capsys.readouterr().err


@pytest.mark.parametrize("source", sorted((pathlib.Path(fuzz.ROOT) / "fuzz").glob("fuzz_*.cpp")), ids=lambda path: path.stem)
def test_every_target_has_inputs_to_begin_with(source):
    corpus = source.parent / "corpus" / source.stem.removeprefix("fuzz_")
    assert any(corpus.iterdir())

"""Help, version, and mistyped words."""
import subprocess

import pytest

from conftest import BINARY, assert_refused, run_mvlink

COMMANDS = ["cluster", "predict", "evaluate", "compare", "constraints", "constraints sample", "constraints check", "generate",
            "generate blobs", "generate four-quadrants", "generate streaks", "generate moons", "generate rings",
            "generate super-instances", "methods", "demo"]


def test_alone_it_shows_the_five_most_used_commands():
    process = run_mvlink()
    assert process.returncode == 0
    assert sum(line.startswith("  mvlink ") for line in process.stdout.splitlines()) == 5


@pytest.mark.sanitized
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_usage_and_examples(command):
    process = run_mvlink(*command.split(), "--help")
    assert process.returncode == 0 and process.stderr == ""
    assert f"Usage: mvlink {command}" in process.stdout
    assert "--quiet" in process.stdout or command in ("constraints", "generate")
    assert process.stdout.split("Examples:")[1].count(f"  mvlink {command}") >= 2
    assert run_mvlink("help", *command.split()).stdout == process.stdout


def test_help_fits_the_screen():
    process = run_mvlink("cluster", "--help", env={"COLUMNS": "60"})
    body = process.stdout.split("Examples:")[0]
    assert max(map(len, body.splitlines())) <= 60


def test_version_names_the_program_and_its_version():
    assert run_mvlink("--version").stdout.startswith("mvlink 0.")


@pytest.mark.parametrize("arguments, fragments", [
    (["clutser"], ["clutser", "did you mean cluster?"]),
    (["clsuter", "x", "-k", "3"], ["clsuter", "did you mean cluster?"]),
    (["constraints", "sampel", "x", "--n", "3"], ["sampel", "did you mean sample?"]),
    (["--verison"], ["--verison", "did you mean --version?"]),
    (["help", "evalute"], ["did you mean evaluate?"]),
    (["generate", "blob"], ["did you mean blobs?"]),
    (["generate"], ["blobs", "four-quadrants"]),
    (["constraints", "sampel", "x"], ["did you mean sample?"]),
    (["cluster", "x", "--metod", "kmeans"], ["--metod", "did you mean --method?"]),
    (["cluster", "x", "y", "-k", "2"], ["unexpected", "y"]),
    (["cluster", "x", "-k", "2", "--seed"], ["--seed", "value"]),
    (["cluster", "x", "-k", "2", "--seed", "1", "--seed", "2"], ["--seed", "more than once"]),
    (["cluster", "x", "-k", "2", "--seed=-4"], ["--seed", "-4"]),
    (["cluster", "x", "-k", "2", "--threads", "1.5"], ["--threads", "\"1.5\" is not a whole number"]),
    (["cluster", "-k", "2"], ["no data"]),
    (["evaluate"], ["--truth"]),
    (["methods", "pckmeans"], ["did you mean pck-means?"]),
    (["constraints", "sample", "x", "--n", "-5"], ["--n", '"-5" is not a whole number >= 0']),
    (["constraints", "sample", "x", "--n", "2.5"], ["--n", '"2.5" is not a whole number >= 0']),
    (["constraints", "sample", "x", "--n", "99999999999999999999"], ["--n", "too large"]),
    (["constraints", "sample", "x", "--per-row", "-1"], ["--per-row", '"-1" is not a number >= 0']),
    (["cluster", "x", "-k", "2", "--seed", "99999999999999999999"], ["--seed", "64 bits"]),
    (["constraints", "sample", "x", "--n", "3", "--wrong", "nan"], ["--wrong", "nan"]),
    (["constraints", "sample", "x", "--n", "3", "--must-share", "2"], ["--must-share", "2"]),
])
@pytest.mark.sanitized
def test_a_wrong_word_is_a_usage_error_with_the_nearest_right_one(arguments, fragments):
    assert_refused(run_mvlink(*arguments), 2, *fragments)


@pytest.mark.parametrize("arguments, name", [
    (["cluster", "DATA", "-k", "3", "-o", ""], "-o"),
    (["cluster", "DATA", "-k", "3", "--views", ""], "--views"),
    (["cluster", "DATA", "-k", "3", "--constraints", ""], "--constraints"),
    (["cluster", "DATA", "-k", "3", "--mapping", ""], "--mapping"),
    (["cluster", "DATA", "-k", "3", "--warm-start", ""], "--warm-start"),
    (["cluster", "DATA", "-k", "3", "--prep", "l2", "--prep", ""], "--prep"),
    (["cluster", "DATA", "-k", ""], "-k"),
    (["cluster", "", "-k", "3"], "DATA"),
    (["predict", "", "DATA"], "MODEL"),
    (["constraints", "sample", "DATA", "--n", "3", "--truth", ""], "--truth"),
    (["evaluate", "--truth", "", "--labels", "x"], "--truth"),
])
def test_an_empty_value_is_refused(blobs, arguments, name):
    words = [str(blobs) if word == "DATA" else word for word in arguments]
    assert_refused(run_mvlink(*words), 2, f"{name} is empty")


def test_a_reader_that_goes_away_is_no_error():
    process = subprocess.run(f"{BINARY} methods --json | head -c 1", shell=True, capture_output=True, text=True)
    assert process.stderr == ""
    closed = subprocess.Popen([BINARY, "cluster", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    closed.stdout.close()
    assert closed.wait(timeout=20) == 0 and closed.stderr.read() == b""
    closed.stderr.close()


def test_a_full_disk_under_standard_output_is_status_5():
    with open("/dev/full", "w") as full:
        process = subprocess.run([BINARY, "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert process.returncode == 5 and process.stderr.startswith("mvlink: standard output: ")


def test_a_dataset_may_be_called_like_a_command(tmp_path, blobs):
    blobs.rename(tmp_path / "demo")
    assert run_mvlink("cluster", "demo", "-k", "3", cwd=tmp_path).returncode == 0

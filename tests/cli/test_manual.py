"""What the command prints about itself for other programs: the manual page, completions; and where data come from."""
import json
import shutil
import subprocess

import pytest

from conftest import assert_refused, run_mvlink


def test_the_manual_page_has_every_command_and_option():
    page = run_mvlink("help", "--man").stdout
    assert page.startswith(".TH MVLINK 1")
    for words in (".SS mvlink cluster", ".SS mvlink constraints sample", r".B \-\-warm\-start PATH", ".SH EXIT STATUS"):
        assert words in page, words
    if shutil.which("groff"):
        formatted = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-P-cbou"], input=page, capture_output=True, text=True)
        assert formatted.stderr == "" and "EXIT STATUS" in formatted.stdout


def completed(*words):
    script = run_mvlink("completion", "bash").stdout
    line = " ".join(f"'{word}'" for word in words)
    call = f"{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _mvlink; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return subprocess.run(["bash", "-c", call], capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize("words, expected", [
    (["mvlink", "clu"], ["cluster"]),
    (["mvlink", "constraints", "from-l"], ["from-labels"]),
    (["mvlink", "cluster", "data", "--trut"], ["--truth-column"]),
    (["mvlink", "cluster", "data", "--method", "mpck"], ["mpck-means"]),
    (["mvlink", "cluster", "data", "--map", "emb"], ["embedding"]),
    (["mvlink", "methods", "prop"], ["propagation"]),
    (["mvlink", "reproduce", "bil"], ["bilenko2004"])])
def test_bash_completes_commands_options_and_values(words, expected):
    assert completed(*words) == expected


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_have_every_command_too(shell):
    script = run_mvlink("completion", shell).stdout
    assert "truth-column" in script and "mpck-means" in script and "from-journal" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


def test_an_unknown_shell_is_refused():
    assert_refused(run_mvlink("completion", "tcsh"), 2, "tcsh")


def test_data_says_where_the_papers_data_come_from(tmp_path):
    (tmp_path / "iris").mkdir()
    process = run_mvlink("data", "bilenko2004", "--data", tmp_path)
    assert process.returncode == 0
    assert "  from     UCI Machine Learning Repository, Wine" in process.stdout and str(tmp_path / "iris") in process.stdout
    assert "webkb" not in process.stdout
    listed = json.loads(run_mvlink("data", "--json", "--data", tmp_path).stdout)
    assert all(one["what"] and one["from"] for one in listed), "a dataset of a paper without its origin"
    assert_refused(run_mvlink("data", "bilenko2005"), 2, "bilenko2005", "bilenko2004")

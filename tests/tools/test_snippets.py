import pytest
import snippets


def run(tmp_path, text):
    """Exit status of the runner on one document."""
    document = tmp_path / "page.md"
    document.write_text(text)
    return snippets.main(["--build", str(tmp_path), str(document)])


def test_a_command_that_prints_what_is_shown_passes(tmp_path):
    assert run(tmp_path, "text\n```console\n$ echo one\none\n$ echo two\ntwo\n```\n") == 0


def test_a_mismatch_names_file_and_line(tmp_path, capsys):
    assert run(tmp_path, "text\n```console\n$ echo one\none\n$ echo two\nthree\n```\n") == 1
    assert "page.md:5: `echo two` printed\ntwo\ninstead of\nthree" in capsys.readouterr().out


def test_without_shown_output_only_the_status_counts(tmp_path):
    assert run(tmp_path, "```sh\n$ echo anything\n```\n") == 0
    assert run(tmp_path, "```sh\n$ false\n```\n") == 1


def test_a_command_shown_to_fail_must_fail_so(tmp_path):
    assert run(tmp_path, "```console\n$ exit 3\n[status 3]\n```\n") == 0
    assert run(tmp_path, "```console\n$ true\n[status 3]\n```\n") == 1


def test_standard_error_is_part_of_what_is_printed(tmp_path):
    assert run(tmp_path, "```console\n$ echo bad >&2; exit 2\nbad\n[status 2]\n```\n") == 0


def test_commands_of_one_document_share_a_folder(tmp_path):
    assert run(tmp_path, "```sh\n$ echo kept > file\n```\n```console\n$ cat file\nkept\n```\n") == 0
    assert run(tmp_path, "```sh\n$ cat file\n```\n") == 1


def test_a_continued_command_is_one(tmp_path):
    assert run(tmp_path, "```console\n$ echo one \\\n    two\none two\n```\n") == 0


def test_no_run_and_other_languages_are_left_alone(tmp_path):
    assert run(tmp_path, "```console no-run\n$ false\n```\n```\n$ false\n```\n```json\n$ false\n```\n") == 0


def test_python_blocks_run(tmp_path):
    assert run(tmp_path, "```python\nassert 1 + 1 == 2\n```\n") == 0
    assert run(tmp_path, "```python\nassert 1 + 1 == 3\n```\n") == 1


@pytest.mark.parametrize(
    "expected, printed, same",
    [
        (["a ... c"], "a b c\n", True),
        (["a ... c"], "a b\nc\n", False),
        (["a", "...", "c"], "a\nb\nb\nc\n", True),
        (["a", "...", "c"], "a\nc\n", True),
        (["a", "..."], "a\nb\n", True),
        (["a"], "a\nb\n", False),
        (["a"], "a  \n\n", True),
        (["a.c"], "abc\n", False),
    ],
)
def test_dots_stand_for_anything(expected, printed, same):
    assert snippets.matches(expected, printed) == same

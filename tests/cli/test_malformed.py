"""Bad input is refused with its status and one line that says where, what was found and what was expected."""
import pytest

from conftest import BINARY, SOURCE, assert_refused
from malformed import CASES
from malformed_table import line_of, run_case, size_of

MOST_MEGABYTES = 256  # beyond the data; sanitizers need more for themselves
DOCUMENTED = (SOURCE / "docs" / "errors.md").read_text().splitlines()


def test_there_are_at_least_forty_cases_with_distinct_names():
    assert len(CASES) >= 40
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.sanitized
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_malformed_input_is_refused_with_one_line_and_leaves_nothing(case, tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    process = run_case(case, folder)
    assert_refused(process, case.status, *case.fragments)
    assert process.stdout == ""
    assert "sanitize" in BINARY or process.peak - size_of(folder) < MOST_MEGABYTES
    assert not (tmp_path / "out").exists()
    assert line_of(case, process, folder) in DOCUMENTED, "docs/errors.md is stale: tests/cli/malformed_table.py prints its table"


def test_every_documented_refusal_is_tested():
    rows = [line for line in DOCUMENTED if line.startswith("| ") and line.count(" | ") >= 3]
    assert len(rows) == len(CASES) + 1  # and the head of the table

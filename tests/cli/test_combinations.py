"""A slice of tests/combinations, which `tools/check.sh combinations` runs in full."""
import pathlib
import random
import sys

import pytest

from conftest import BINARY

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from combinations import data, methods, pairs, values  # noqa: E402  (found by the line above)
from combinations.commands import COMMANDS, Case  # noqa: E402
from combinations.harness import Harness  # noqa: E402

SHARE = 4  # one in so many
BROKEN = """#!/bin/sh
echo "mvlink: one" >&2
echo "and another" >&2
echo x >>data/labels.txt
touch out.csv
exit 2
"""


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    place = tmp_path_factory.mktemp("combinations") / "fresh"
    data.write_all(place, BINARY)
    return place


def findings(cases, fresh, work, program=BINARY):
    harness = Harness(program, fresh, work)
    for case in cases:
        harness.run(case)
    return harness.report()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_values_to_try(name):
    assert set(pairs.options_of(BINARY, name)) <= {*values.VALUES, *values.WITHOUT_VALUE}


@pytest.mark.parametrize("name", COMMANDS)
def test_options_keep_the_promises_of_the_command_whatever_they_are_combined_with(name, fresh, tmp_path):
    chance = random.Random(name)
    cases = pairs.cases(BINARY, name, chance)
    found = findings(chance.sample(cases, len(cases) // SHARE), fresh, tmp_path / "work")
    assert not found, "\n".join(found)


def test_options_of_methods_keep_the_promises_of_the_command_at_odd_values(fresh, tmp_path):
    found = findings(methods.cases(BINARY, random.Random(0), 1000 // SHARE), fresh, tmp_path / "work")
    assert not found, "\n".join(found)


def test_a_command_that_breaks_its_promises_is_found(fresh, tmp_path):
    program = tmp_path / "broken"
    program.write_text(BROKEN)
    program.chmod(0o755)
    found = findings([Case(["cluster", "data/one"])], fresh, tmp_path / "work", program)
    kinds = [line.split(" (")[0] for line in found]
    assert kinds == ["error is not one line", "made although it failed", "input changed"]

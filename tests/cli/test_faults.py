"""A slice of tests/faults/harness.py, which `tools/check.sh faults` runs in full."""
import pathlib
import sys

import pytest

from conftest import BINARY

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "faults"))
import harness  # noqa: E402  (found by the line above)

pytestmark = pytest.mark.skipif(not pathlib.Path(harness.SHIM).exists() or "sanitize" in BINARY,
                                reason="this build has no library that lets calls fail")


def total(outcomes):
    return sum(sum(counter.values()) for counter in outcomes.values())


def test_a_run_killed_before_any_call_leaves_the_old_or_the_new_results():
    outcomes = harness.enumerate_points(harness.SCENARIOS["cluster"], ["files"], every=7)
    states = {state.split(",")[0] for counter in outcomes.values() for _, state in counter}
    assert states == {"old", "new"} and total(outcomes) > 20


def test_a_failed_rename_leaves_the_old_or_the_new_results():
    assert total(harness.enumerate_points(harness.SCENARIOS["cluster"], ["rename", "sync", "write"], every=2)) > 10


def test_failed_allocations_are_one_line_and_lose_nothing():
    assert total(harness.enumerate_points(harness.SCENARIOS["cluster"], ["alloc"], every=401, offset=13)) >= 5


def test_an_exception_that_nothing_can_catch_leaves_nothing_behind():
    """A JSON document allocates when it is destroyed. The last one is that of result.json, when the other files are staged."""
    outcomes = harness.enumerate_points(harness.SCENARIOS["cluster"], ["alloc"], every=9, last=800)
    states = {state for (status, state), _ in outcomes["alloc ENOMEM"].items() if status == "status 6, escaped"}
    assert states == {"old"}


def test_denied_threads_are_done_without():
    outcomes = harness.enumerate_points(harness.SCENARIOS["threads"], ["thread"])
    statuses = {status for counter in outcomes.values() for status, _ in counter}
    assert statuses == {"status 0"} and total(outcomes) >= 1


@pytest.mark.parametrize("name", ["predict", "reproduce", "generate"])
def test_other_commands_survive_failing_calls(name):
    assert total(harness.enumerate_points(harness.SCENARIOS[name], ["files", "write"], every=23)) >= 3

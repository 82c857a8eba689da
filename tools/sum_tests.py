#!/usr/bin/env python3
"""Sums the JUnit files that a run of tools/test.sh left and prints `N passed, N failed`; exit status 1 on a failure."""

import pathlib
import sys
import xml.etree.ElementTree as xml


def count(file):
    """Passed, failed and skipped tests of one JUnit file, of GoogleTest or of pytest."""
    passed = failed = skipped = 0
    for case in xml.parse(file).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None or case.get("result") == "skipped":
            skipped += 1
        elif case.get("status") != "notrun":
            passed += 1
    return passed, failed, skipped


def main(folder):
    passed, failed, skipped = (sum(counts) for counts in zip((0, 0, 0), *map(count, sorted(folder.rglob("*.xml")))))
    failed_stages = folder / "failed_stages"
    stages = failed_stages.read_text(encoding="utf-8").splitlines() if failed_stages.exists() else []
    if stages:
        print("failed:", ", ".join(stages))
    if skipped:
        print(f"{skipped} skipped")
    # A stage can fail without a failed test: a crash, a build, a check that is not a test program.
    failed = max(failed, len(stages))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))

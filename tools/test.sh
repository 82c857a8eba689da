#!/usr/bin/env bash
# Everything that must hold on every change, stage by stage with its seconds. A failed build ends it; after any other
# failure the remaining stages still run. The last line counts the tests of all programs.
set -uo pipefail
cd "$(dirname "$0")/.."

# Debian's own python3: another one may come first in PATH, without the packages.
python=/usr/bin/python3
[ "${MVLINK_PACKAGES:-}" != skip ] || python=${PYTHON:-python3}
reports=$PWD/build/test-reports
rm -rf "$reports"
mkdir -p "$reports"
export PYTHONDONTWRITEBYTECODE=1
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1:strict_string_checks=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}

# stage <name> <command...>: runs it, says how long it took, notes in $reports whether it failed.
stage() {
    local name=$1 start=$SECONDS status=0
    shift
    echo "== $name"
    "$@" || status=$?
    if [ $status = 0 ]; then
        echo "== $name: ok, $((SECONDS - start)) s"
    else
        echo "== $name: FAILED with status $status, $((SECONDS - start)) s"
        echo "$name" >>"$reports/failed_stages"
    fi
    return $status
}

finish() {
    local seconds=$SECONDS
    echo "== make test: $seconds s"
    exec "$python" tools/sum_tests.py "$reports"
}

# Runs the test programs of a build folder; each leaves its counts in $reports/<kind>.
run_programs() {
    local kind=$1 folder=$2
    shift 2
    GTEST_OUTPUT=xml:$reports/$kind/ GTEST_BRIEF=1 \
        ctest --test-dir "$folder" --output-on-failure --no-tests=error --parallel "${JOBS:-2}" "$@" >"$reports/$kind.log" 2>&1
    local status=$?
    [ $status = 0 ] || cat "$reports/$kind.log"
    return $status
}

# pytest, several files at once where it can.
at_once=()
if "$python" -c 'import xdist' 2>/dev/null; then at_once=(-n "${JOBS:-2}" --dist loadfile); fi
run_pytest() {
    local kind=$1
    shift
    "$python" -m pytest -q -p no:cacheprovider -o junit_logging=no --junitxml "$reports/$kind.xml" "${at_once[@]}" "$@"
}

# The page of `mvlink serve` in chromium, where there is one. One process: several browsers at once starve each other.
run_browser() {
    command -v "${MVLINK_CHROMIUM:-chromium}" >/dev/null || echo "page in a browser: no chromium, all of it is skipped"
    local at_once=()
    run_pytest browser tests/browser
}

# The folders of tests/ that have sources, of those named.
test_targets() {
    local folder
    for folder in "$@"; do
        if [ -n "$(find "tests/$folder" -name '*.cpp' 2>/dev/null | head -n 1)" ]; then echo "test_$folder"; fi
    done
}

sanitized_folders=(io data constraints serve)
export MVLINK_TESTS=ON
stage "release build" tools/build.sh release || finish
stage "layers" "$python" tools/check_layers.py
stage "links" "$python" tools/check_links.py
stage "test programs" run_programs release build --exclude-regex '^replay_'
stage "tools" run_pytest tools tests/tools
MVLINK_BIN=$PWD/build/bin/mvlink stage "command line" run_pytest cli tests/cli
MVLINK_BIN=$PWD/build/bin/mvlink stage "page in a browser" run_browser
MVLINK_BIN=$PWD/build/bin/mvlink PYTHONPATH=$PWD/build/python stage "python" run_pytest python python/tests
stage "python wheel" tools/wheel.sh "$python" "$reports/wheel.xml"
stage "documentation snippets" "$python" tools/snippets.py --build build
stage "installation" run_pytest install tests/install

mapfile -t sanitized < <(test_targets "${sanitized_folders[@]}")
if stage "sanitized build" tools/build.sh sanitize-input mvlink_cli fuzz_programs "${sanitized[@]}"; then
    pattern=$(IFS='|'; echo "${sanitized_folders[*]}")
    stage "sanitized test programs" run_programs sanitized build/sanitize-input --tests-regex "^($pattern|replay_.*)\$"
    MVLINK_BIN=$PWD/build/sanitize-input/bin/mvlink stage "sanitized command line" \
        run_pytest cli-sanitized tests/cli -m sanitized
fi
finish

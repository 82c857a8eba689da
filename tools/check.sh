#!/usr/bin/env bash
# The long checks. tools/check.sh runs all of them; tools/check.sh <name...> some: clang, lint, threads, sanitizers,
# faults, fuzz, coverage
# FUZZ_SECONDS=N searches N seconds with each fuzz target (default 60).
set -uo pipefail
cd "$(dirname "$0")/.."
export MVLINK_TESTS=ON

run_programs() {
    local folder=$1
    shift
    GTEST_BRIEF=1 ctest --test-dir "$folder" --output-on-failure --no-tests=error --parallel "${JOBS:-2}" "$@" | tail -n 40
}

check_clang() { tools/build.sh clang && run_programs build/clang; }

# Formatter, scripts, layers, and clang-tidy over the tree.
check_lint() { tools/lint.sh; }

check_threads() { tools/build.sh tsan && TSAN_OPTIONS=halt_on_error=1 run_programs build/tsan; }

check_sanitizers() { tools/build.sh sanitize && run_programs build/sanitize; }

# Every allocation, write, sync, rename and thread fails once; runs are killed before every call that touches a file.
check_faults() {
    tools/build.sh release mvlink_cli mvlink_python fault_shim && /usr/bin/python3 tests/faults/harness.py \
        && PYTHONPATH=$PWD/build/python /usr/bin/python3 tests/faults/python_faults.py
}

check_fuzz() {
    MVLINK_TESTS=OFF tools/build.sh fuzz fuzz_programs || return 1
    local target name corpus status=0
    for target in build/fuzz/bin/fuzz_*; do
        [ -x "$target" ] || continue
        name=${target##*/fuzz_}
        corpus=build/fuzz/corpus/$name
        mkdir -p "$corpus"
        echo "check: fuzzing $name for ${FUZZ_SECONDS:-60} s"
        "$target" -max_total_time="${FUZZ_SECONDS:-60}" -timeout=10 -rss_limit_mb=2048 -artifact_prefix="build/fuzz/" \
            "$corpus" $([ -d "fuzz/corpus/$name" ] && echo "fuzz/corpus/$name") >"build/fuzz/$name.log" 2>&1 \
            || { tail -n 30 "build/fuzz/$name.log"; status=1; }
    done
    return $status
}

check_coverage() {
    tools/build.sh coverage || return 1
    find build/coverage -name '*.gcda' -delete
    run_programs build/coverage || return 1
    MVLINK_BIN=$PWD/build/coverage/bin/mvlink /usr/bin/python3 -m pytest -q -p no:cacheprovider tests/cli || return 1
    gcovr --root . --filter src/ --object-directory build/coverage --exclude-throw-branches --exclude-unreachable-branches \
        --html-details build/coverage/index.html --txt build/coverage/lines.txt --print-summary | grep '^lines:'
    echo "check: line by line in build/coverage/index.html"
}

failed=()
names=("$@")
[ $# -gt 0 ] || names=(clang lint threads sanitizers faults fuzz coverage)
for name in "${names[@]}"; do
    start=$SECONDS
    echo "== $name"
    if "check_$name"; then echo "== $name: ok, $((SECONDS - start)) s"; else
        echo "== $name: FAILED, $((SECONDS - start)) s"
        failed+=("$name")
    fi
done
[ ${#failed[@]} = 0 ] || { echo "failed: ${failed[*]}"; exit 1; }
echo "all checks passed"

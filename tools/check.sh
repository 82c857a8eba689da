#!/usr/bin/env bash
# The long checks. tools/check.sh runs all of them; tools/check.sh <name...> some: lint, threads, sanitizers (with coverage), faults,
# combinations, fuzz
# FUZZ_SECONDS=N searches N processor seconds with each fuzz target (default 60).
set -uo pipefail
cd "$(dirname "$0")/.."
export MVLINK_TESTS=ON

run_programs() {
    local folder=$1
    shift
    GTEST_BRIEF=1 ctest --test-dir "$folder" --output-on-failure --no-tests=error --parallel "${JOBS:-2}" "$@" | tail -n 40
}

# Formatter, scripts, layers, and clang-tidy over the tree, which compiles every file by itself and so finds missing includes.
check_lint() { tools/lint.sh; }

# All test programs (inputs of fuzz targets are replayed with the other sanitizers), and every method through the command with
# 1, 2 and 7 threads.
check_threads() {
    tools/build.sh tsan || return 1
    export TSAN_OPTIONS=halt_on_error=1
    local status=0
    run_programs build/tsan --exclude-regex "^replay_" || status=1
    MVLINK_BIN=$PWD/build/tsan/bin/mvlink /usr/bin/python3 -m pytest -q -p no:cacheprovider tests/cli/test_cluster.py \
        -k threads_and_repetition || status=1
    return $status
}

# The programs, the command line, and the lines of src/ that they reach. This is also the build and the test run of clang: library,
# command, tests and fuzz targets, a warning is an error. A second one without sanitizers would show nothing more.
check_sanitizers() {
    tools/build.sh sanitize || return 1
    local status=0 profiles=$PWD/build/sanitize/profiles
    rm -rf "$profiles"
    export LLVM_PROFILE_FILE=$profiles/%m-%p.profraw
    run_programs build/sanitize || status=1
    MVLINK_BIN=$PWD/build/sanitize/bin/mvlink /usr/bin/python3 -m pytest -q -p no:cacheprovider -m "not unsanitized" tests/cli \
        || status=1
    unset LLVM_PROFILE_FILE
    report_coverage build/sanitize "$profiles" || status=1
    return $status
}

report_coverage() {
    local folder=$1 profiles=$2 objects=() program
    find "$profiles" -name '*.profraw' >"$profiles/list"
    llvm-profdata-14 merge --sparse --input-files "$profiles/list" -o "$folder/all.profdata" || return 1
    for program in "$folder"/bin/test_*; do objects+=(-object "$program"); done
    llvm-cov-14 report "$folder/lib/libmvlink.so" "${objects[@]}" -instr-profile "$folder/all.profdata" \
        --show-region-summary=false --show-branch-summary=false "$PWD/src" >"$folder/lines.txt" || return 1
    awk '/^TOTAL/ { print "check: the tests reach " $NF " of the lines of src/; by file in '"$folder"'/lines.txt" }' "$folder/lines.txt"
}

# Every allocation, write, sync, rename and thread fails once; runs are killed before every call that touches a file.
check_faults() {
    tools/build.sh release mvlink_cli mvlink_python fault_shim && /usr/bin/python3 tests/faults/harness.py \
        && PYTHONPATH=$PWD/build/python /usr/bin/python3 tests/faults/python_faults.py
}

# Every pair of options of every command, every option of every method at odd values.
check_combinations() { tools/build.sh release mvlink_cli && /usr/bin/python3 tests/combinations --draws 2; }

check_fuzz() {
    tools/build.sh sanitize fuzz_programs && /usr/bin/python3 tools/fuzz.py --seconds "${FUZZ_SECONDS:-60}"
}

failed=()
names=("$@")
[ $# -gt 0 ] || names=(lint threads sanitizers faults combinations fuzz)
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

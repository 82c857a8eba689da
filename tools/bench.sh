#!/usr/bin/env bash
# Builds and runs the benchmarks of bench/; arguments go to each program: tools/bench.sh --benchmark_filter=kmeans
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "$(find bench -name '*.cpp' 2>/dev/null | head -n 1)" ]; then
    echo "bench: there are no benchmarks in bench/"
    exit 0
fi
tools/configure.sh release
cmake build -DMVLINK_BENCH=ON >/dev/null
tools/build.sh release
for program in build/bin/bench_*; do
    "$program" "$@"
done

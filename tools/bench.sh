#!/usr/bin/env bash
# Benchmarks. tools/bench.sh runs all and writes docs/benchmarks.md, about ten minutes on a quiet machine.
#   --quick               a few minutes, written to build/bench/benchmarks.md
#   --only PART...        some parts measured again, and kept; --only without a part writes the page from what is kept
#   growth                the growth of time and memory alone, written to docs/images/growth.svg
#   kernels [argument...] the programs of bench/ alone; arguments go to each: kernels --benchmark_filter=sparse
# Peers are installed from the package index into a virtual environment under build/; one that cannot be had is named.
set -euo pipefail
cd "$(dirname "$0")/.."

build_all() {
    tools/configure.sh release
    cmake build -DMVLINK_BENCH=ON >/dev/null
    local programs
    programs=$(basename -s .cpp bench/bench_*.cpp)
    read -ra programs <<<"${programs//$'\n'/ }"
    tools/build.sh release mvlink mvlink_cli mvlink_python "${programs[@]}"
}

# The Python module is built against Debian's pybind11, which knows NumPy 1 only.
install_peers() {
    local venv=build/bench/venv package
    mkdir -p build/bench
    [ -x $venv/bin/python ] || /usr/bin/python3 -m venv $venv
    for package in numpy scipy threadpoolctl scikit-learn faiss-cpu active-semi-supervised-clustering; do
        $venv/bin/pip install --quiet --disable-pip-version-check 'numpy<2' "$package" 2>build/bench/pip.log \
            || echo "bench: $package cannot be installed: $(tail -n 1 build/bench/pip.log)"
    done
}

build_all
case ${1:-} in
    kernels)
        for program in build/bin/bench_*; do
            "$program" "${@:2}"
        done
        ;;
    growth)
        install_peers
        PYTHONPATH=build/python PYTHONWARNINGS=ignore build/bench/venv/bin/python bench/growth.py "${@:2}" \
            --json build/bench/growth.json --svg docs/images/growth.svg
        ;;
    *)
        install_peers
        /usr/bin/python3 bench/report.py "$@"
        ;;
esac

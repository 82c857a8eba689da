#!/usr/bin/env bash
# Benchmarks. tools/bench.sh runs all and writes docs/benchmarks.md, up to twenty minutes on a quiet machine.
#   --quick               a few minutes: fewer rows and turns, written to build/bench/benchmarks.md
#   --list                names the parts
#   --only PART...        some parts measured again, and kept; a part is named in full, or several by how they begin:
#                         --only growth "kmeans rounds" mpck
#   --only                measures nothing, writes the page from what is kept
#   kernels [argument...] the programs of bench/ alone; arguments go to each: kernels --benchmark_filter=sparse
#   neighbours [...]      nearest neighbours compared with other libraries, about ten minutes; --help says more
# Peers are installed from the package index into a virtual environment under build/; one that cannot be had is named.
# The speed of each instruction-set level is on the page where tools/package.sh has measured it.
set -euo pipefail
cd "$(dirname "$0")/.."

build_all() {
    tools/configure.sh release
    cmake build -DMVLINK_BENCH=ON >/dev/null
    local programs
    programs=$(basename -s .cpp bench/bench_*.cpp)
    read -ra programs <<<"${programs//$'\n'/ }"
    tools/build.sh release mvlink mvlink_cli mvlink_python solve_graph neighbours_of_file "${programs[@]}"
}

# The Python module is built against Debian's pybind11, which knows NumPy 1 only.
install_peers() {
    local venv=build/bench/venv package
    mkdir -p build/bench
    [ -x $venv/bin/python ] || /usr/bin/python3 -m venv $venv
    for package in numpy scipy threadpoolctl scikit-learn faiss-cpu hnswlib active-semi-supervised-clustering; do
        $venv/bin/pip install --quiet --disable-pip-version-check 'numpy<2' "$package" 2>build/bench/pip.log \
            || echo "bench: $package cannot be installed: $(tail -n 1 build/bench/pip.log)"
    done
}

# SLEPc comes from Debian, if at all: its wheel would be compiled for an hour.
install_slepc() {
    dpkg -s python3-slepc4py python3-petsc4py >/dev/null 2>&1 && return
    local needed=(python3-slepc4py python3-petsc4py python3-numpy)
    { [ "$(id -u)" = 0 ] && apt-get install -y --no-install-recommends "${needed[@]}"; } >build/bench/apt.log 2>&1 \
        || echo "bench: SLEPc cannot be installed (python3-slepc4py)"
}

if [ "${1:-}" = neighbours ]; then
    tools/configure.sh release
    cmake build -DMVLINK_BENCH=ON >/dev/null
    tools/build.sh release neighbours_of_file
    install_peers
    export PYTHONDONTWRITEBYTECODE=1
    kind=$(cd bench && /usr/bin/python3 -c 'import machine; print(*machine.blas_setting().values())')
    [ -z "$kind" ] || export OPENBLAS_CORETYPE=$kind
    PYTHONWARNINGS=ignore build/bench/venv/bin/python bench/neighbours.py "${@:2}"
    exit
fi
build_all
case ${1:-} in
    kernels)
        for program in build/bin/bench_*; do
            "$program" "${@:2}"
        done
        ;;
    *)
        install_peers
        install_slepc
        PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 bench/report.py "$@"
        ;;
esac

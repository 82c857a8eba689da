#!/usr/bin/env bash
# Builds the wheel and runs the Python tests on it in a clean virtual environment with the newest scikit-learn, where the
# Python package index can be reached; else says so and ends well: tools/wheel.sh [python [report.xml]]
set -euo pipefail
cd "$(dirname "$0")/.."

python=${1:-/usr/bin/python3}
report=${2:-build/wheel/tests.xml}
work=$PWD/build/wheel
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

[ -x "$work/tools/bin/pip" ] || "$python" -m venv "$work/tools"
if ! "$work/tools/bin/pip" --quiet --retries 0 --timeout 10 download --no-deps --dest "$work/probe" scikit-build-core; then
    echo "wheel: the Python package index cannot be reached; the package was tested from the build tree only"
    exit 0
fi
rm -rf "$work/venv" "$work/dist"
"$python" -m venv "$work/venv"
# What builds it and the folder of the objects are kept, and ccache knows the library's objects from the release build.
requires=$("$python" -c 'import tomllib
print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")')
mapfile -t requires <<<"$requires"
"$work/tools/bin/pip" --quiet install "${requires[@]}"
# Under another name of the same compiler, which scikit-build-core would choose, ccache would find nothing.
CC=${CC:-cc} CXX=${CXX:-c++} "$work/tools/bin/pip" --quiet wheel . --no-deps --no-build-isolation --wheel-dir "$work/dist" \
    --config-settings build-dir="$work/cmake"
"$work/venv/bin/pip" --quiet install "$work"/dist/mvlink-*.whl pytest pytest-xdist pandas scipy
"$work/venv/bin/python" -c 'import mvlink, numpy, sklearn
print(f"wheel: testing mvlink {mvlink.__version__} with scikit-learn {sklearn.__version__}, NumPy {numpy.__version__}")'
if [ -x "$work/venv/bin/mvlink" ]; then "$work/venv/bin/mvlink" --version; else echo "wheel: without the command (no CLI11 or Boost)"; fi
# SCIPY_ARRAY_API: else scikit-learn leaves one of its checks out.
SCIPY_ARRAY_API=1 MVLINK_BIN=$PWD/build/bin/mvlink "$work/venv/bin/python" -m pytest -q -p no:cacheprovider -o junit_logging=no \
    -n "${JOBS:-2}" --dist loadfile --junitxml "$report" python/tests

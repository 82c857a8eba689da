#!/usr/bin/env bash
# Configures a preset of CMakePresets.json where needed, then builds targets of it: tools/build.sh <preset> [target...]
# MVLINK_TESTS=ON adds the test programs to what is configured; a folder that has them keeps them.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
folder=build
[ "$preset" = release ] || folder=build/$preset
tests=${MVLINK_TESTS:-OFF}

has_tests() { grep -q '^MVLINK_TESTS:BOOL=ON$' "$folder/CMakeCache.txt"; }
if [ ! -f "$folder/build.ninja" ] || { [ "$tests" = ON ] && ! has_tests; }; then
    echo "build: configuring $folder"
    cmake --preset "$preset" -DMVLINK_TESTS="$tests" --log-level=WARNING >/dev/null
fi
echo "build: $folder (${*:-everything}), ${JOBS:-2} at once"
quiet=(-- --quiet)
[ ! -t 1 ] || quiet=()
cmake --build "$folder" --parallel "${JOBS:-2}" ${1:+--target "$@"} "${quiet[@]}"

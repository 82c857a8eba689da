#!/usr/bin/env bash
# Configures a preset of CMakePresets.json into its folder, where that is not done yet: tools/configure.sh <preset>
# MVLINK_TESTS=ON adds the test programs; a folder that has them keeps them.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
folder=build
[ "$preset" = release ] || folder=build/$preset
tests=${MVLINK_TESTS:-OFF}

has_tests() { grep -q '^MVLINK_TESTS:BOOL=ON$' "$folder/CMakeCache.txt"; }
if [ ! -f "$folder/build.ninja" ] || { [ "$tests" = ON ] && ! has_tests; }; then
    echo "build: configuring $folder"
    cmake --preset "$preset" -DMVLINK_TESTS="$tests" --log-level=WARNING >/dev/null
fi

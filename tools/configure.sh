#!/usr/bin/env bash
# Configures a preset of CMakePresets.json into its folder, where that is not done yet: tools/configure.sh <preset>
# MVLINK_TESTS=ON adds the test programs; a folder that has them keeps them.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
folder=build
[ "$preset" = release ] || folder=build/$preset
tests=${MVLINK_TESTS:-OFF}

cache=$folder/CMakeCache.txt
has_tests() { grep -qs '^MVLINK_TESTS:BOOL=ON$' "$cache"; }
if [ ! -f "$folder/build.ninja" ] || { [ "$tests" = ON ] && ! has_tests; } || [ CMakePresets.json -nt "$cache" ]; then
    echo "build: configuring $folder"
    ! has_tests || tests=ON
    cmake --preset "$preset" -DMVLINK_TESTS="$tests" --log-level=WARNING >/dev/null
    touch "$cache"
fi

#!/usr/bin/env bash
# Builds targets of a preset, all of them if none is named: tools/build.sh <preset> [target...]
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
folder=build
[ "$preset" = release ] || folder=build/$preset

tools/configure.sh "$preset"
echo "build: $folder (${*:-everything}), ${JOBS:-2} at once"
quiet=(-- --quiet)
[ ! -t 1 ] || quiet=()
cmake --build "$folder" --parallel "${JOBS:-2}" ${1:+--target "$@"} "${quiet[@]}"

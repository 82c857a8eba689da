#!/usr/bin/env bash
# Builds the package for any x86-64 Linux: the library once for each instruction-set level, of which the dynamic loader
# takes the best that a machine has (glibc-hwcaps); the command, the headers and the Python package once.
#   tools/package.sh          builds build/package/mvlink-<version>-linux-x86_64(.tar.gz), then checks it
#   tools/package.sh check    checks what is built, here and emulated, and times each level
set -euo pipefail
cd "$(dirname "$0")/.."

base=x86-64-v2 # what the command is compiled for, and the library where the loader knows no levels
better=(x86-64-v3 x86-64-v4)
version=$(sed -n 's/^project(mvlink VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
name=mvlink-$version-linux-x86_64
folder=$PWD/build/package
prefix=$folder/$name

# build_level <level> "<targets>" [cmake option...]
build_level() {
    local level=$1 targets
    read -ra targets <<<"$2"
    cmake -S . -B "$folder/$level" -G Ninja -DCMAKE_BUILD_TYPE=Release -DMVLINK_LEVEL="$level" -DMVLINK_TESTS=OFF \
        -DMVLINK_IMAGES=OFF \
        -DCMAKE_INSTALL_LIBDIR=lib --log-level=WARNING "${@:3}" >/dev/null
    echo "package: building for $level"
    cmake --build "$folder/$level" --parallel "${JOBS:-2}" --target "${targets[@]}" -- --quiet
}

build_package() {
    rm -rf "$prefix"
    build_level "$base" "mvlink mvlink_cli mvlink_python" -DMVLINK_PYTHON=ON
    cmake --install "$folder/$base" --prefix "$prefix" --strip >/dev/null
    mkdir -p "$prefix/python"
    cp -r "$folder/$base/python/mvlink" "$prefix/python/"
    strip "$prefix"/python/mvlink/_core*.so
    local level
    for level in "${better[@]}"; do
        build_level "$level" mvlink
        mkdir -p "$prefix/lib/glibc-hwcaps/$level"
        cp -a "$folder/$level"/lib/libmvlink.so.* "$prefix/lib/glibc-hwcaps/$level/"
        strip "$prefix/lib/glibc-hwcaps/$level"/libmvlink.so.*
    done
    cp LICENSE README.md CHANGELOG.md "$prefix/"
    tar -C "$folder" -czf "$folder/$name.tar.gz" "$name"
    echo "package: $folder/$name.tar.gz, $(du -h "$folder/$name.tar.gz" | cut -f1)"
}

# level_of <command that stands before mvlink...>: the level that result.json names.
level_of() {
    rm -rf "$folder/out"
    "$@" "$prefix/bin/mvlink" cluster "$folder/data" --method kmeans -k 3 --seed 1 -o "$folder/out" >/dev/null
    sed -n 's/.*"machine_level": *"\([^"]*\)".*/\1/p' "$folder/out/result.json"
}

expect() {
    local what=$1 expected=$2 found=$3
    if [ "$expected" = "$found" ]; then echo "package: $what: $found"; else
        echo "package: $what: found $found, expected $expected" >&2
        exit 1
    fi
}

# The best level that the loader says this machine has, of those in the package.
own_level() {
    local level found=$base
    for level in "${better[@]}"; do
        if /lib64/ld-linux-x86-64.so.2 --help | grep -q "$level (supported"; then found=$level; fi
    done
    echo "$found"
}

check_package() {
    rm -rf "$folder/data"
    "$prefix/bin/mvlink" generate streaks --seed 1 -o "$folder/data" >/dev/null
    expect "on this machine" "$(own_level)" "$(level_of env)"
    expect "with the better ones masked" "$base" "$(level_of /lib64/ld-linux-x86-64.so.2 --glibc-hwcaps-mask none)"
    if command -v qemu-x86_64 >/dev/null; then
        expect "emulated Nehalem" x86-64-v2 "$(level_of qemu-x86_64 -cpu Nehalem)"
        expect "emulated Haswell" x86-64-v3 "$(level_of qemu-x86_64 -cpu Haswell 2>/dev/null)"
    else
        echo "package: no qemu-x86_64 here, other machines are not emulated"
    fi
    expect "from Python" "$(own_level)" "$(PYTHONPATH=$prefix/python /usr/bin/python3 - <<'PYTHON'
import re
import mvlink  # noqa: F401  loads the library
print(re.search(r"glibc-hwcaps/(x86-64-v\d)/libmvlink", open("/proc/self/maps").read() + "glibc-hwcaps/x86-64-v2/libmvlink")[1])
PYTHON
)"
    time_levels
}

# The same K-Means on each level that this machine can run, in turn; the least of three counts. Kept in levels.json,
# which make bench shows.
time_levels() {
    local level mask turn
    /usr/bin/python3 - "$folder/large" <<'PYTHON'
import pathlib, sys
import numpy as np
folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)
random = np.random.default_rng(1)
centres = random.normal(size=(64, 64))
np.save(folder / "view_x.npy", (centres[np.arange(200_000) % 64] + random.normal(size=(200_000, 64))).astype(np.float32))
PYTHON
    rm -rf "$folder"/timed_*
    for turn in 1 2 3; do
        mask=none
        for level in "$base" "${better[@]}"; do
            [ "$level" = "$base" ] || mask=${mask/none/}${mask:+:}$level
            /lib64/ld-linux-x86-64.so.2 --glibc-hwcaps-mask "${mask#:}" "$prefix/bin/mvlink" cluster "$folder/large" \
                --method kmeans -k 64 --set init=random --set max_iter=20 --set n_init=1 --seed 1 --threads 1 \
                -o "$folder/timed_${level}_$turn" >/dev/null
        done
    done
    /usr/bin/python3 - "$folder" "$base" "${better[@]}" <<'PYTHON'
import json, os, pathlib, sys
folder, least = pathlib.Path(sys.argv[1]), {}
for level in sys.argv[2:]:
    results = [json.loads(path.read_text()) for path in folder.glob(f"timed_{level}_*/result.json")]
    times = [1000 * one["seconds"]["assign"] / one["iterations"] for one in results if one["machine_level"] == level]
    least[level] = min(times, default=None)
    print(f"package: {level}: " + (f"{least[level]:.0f} ms per iteration" if times else "this machine cannot run it"))
what = "K-Means, n = 200,000, d = 64, k = 64, f32, 1 thread"
kept = {"what": what, "load": os.getloadavg()[0], "milliseconds": least}
(folder / "levels.json").write_text(json.dumps(kept) + "\n")
PYTHON
    rm -rf "$folder"/timed_*
}

[ "${1:-}" = check ] || build_package
check_package

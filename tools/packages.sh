#!/usr/bin/env bash
# Installs the Debian packages that the named groups need and that are missing: tools/packages.sh build test
# Instant where nothing is missing. MVLINK_PACKAGES=skip trusts that everything is there, whatever dpkg thinks.
set -euo pipefail

# libpng and libjpeg-turbo read pictures; the build does without them.
packages_of() {
    case $1 in
        build) echo g++ cmake ninja-build ccache libeigen3-dev libcli11-dev libfmt-dev nlohmann-json3-dev \
            libfast-float-dev libboost-dev zlib1g-dev libpng-dev libjpeg62-turbo-dev python3-dev pybind11-dev python3-numpy ;;
        test) echo libgtest-dev libgmock-dev python3 python3-numpy python3-scipy python3-sklearn python3-pandas \
            python3-pytest python3-pytest-xdist python3-venv pkg-config ;;
        browser) echo chromium ;;
        check) echo clang-14 libclang-rt-14-dev llvm-14 ;;
        lint) echo git clang-format-14 clang-tidy-14 python3 ;;
        bench) echo libbenchmark-dev python3 python3-venv ;;
        package) echo qemu-user binutils python3 ;;
        docs) echo python3 ;;
        *) echo "tools/packages.sh: unknown group \"$1\" (expected build, test, browser, check, lint, bench, package or docs)" >&2; exit 2 ;;
    esac
}

# The ones of the arguments that dpkg does not have installed.
missing_of() {
    local installed
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | sed -n 's/ installed$//p') || true
    printf '%s\n' "$@" | sort -u | grep -vxF -e "$installed" || true
}

# How to become root: nothing, sudo, or not at all.
root_prefix() {
    if [ "$(id -u)" = 0 ]; then echo env; return; fi
    command -v sudo >/dev/null || return 1
    if [ -t 0 ] || sudo -n true 2>/dev/null; then echo sudo; else return 1; fi
}

[ "${MVLINK_PACKAGES:-}" != skip ] || exit 0
wanted=()
for group in "$@"; do
    names=$(packages_of "$group")
    read -ra names <<<"$names"
    wanted+=("${names[@]}")
done
if ! command -v dpkg-query >/dev/null; then
    echo "packages: this is not Debian; expecting what Debian calls ${wanted[*]}"
    exit 0
fi
mapfile -t missing < <(missing_of "${wanted[@]}")
[ ${#missing[@]} -gt 0 ] || exit 0

if ! become_root=$(root_prefix); then
    echo "packages: missing, and neither root nor sudo is at hand. Run this as root, then try again:" >&2
    echo "  apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
fi
echo "packages: installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { $become_root env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@"; }
if ! { apt update && apt install --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    echo "packages: apt-get failed, see above. By hand: apt-get update && apt-get install ${missing[*]}" >&2
    exit 1
fi

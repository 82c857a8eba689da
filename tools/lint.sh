#!/usr/bin/env bash
# Formatter, clang-tidy, scripts. tools/lint.sh checks everything; tools/lint.sh <base> runs clang-tidy, the slow part,
# only on what changed since that commit.
set -uo pipefail
cd "$(dirname "$0")/.."

status=0
failed() { echo "lint: $1"; status=1; }
mapfile -t cpp < <(git ls-files '*.cpp' '*.hpp')
mapfile -t shell < <(git ls-files '*.sh' .ci/run)
mapfile -t python < <(git ls-files '*.py')

echo "lint: clang-format on ${#cpp[@]} files"
clang-format-14 --dry-run -Werror "${cpp[@]}" || failed "run make format"

echo "lint: ${#shell[@]} shell scripts, ${#python[@]} Python files"
for script in "${shell[@]}"; do bash -n "$script" || failed "$script"; done
for script in "${python[@]}"; do
    /usr/bin/python3 -c 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read(), sys.argv[1])' "$script" \
        || failed "$script"
done
if command -v ruff >/dev/null; then ruff check --quiet "${python[@]}" || failed "ruff"; fi
/usr/bin/python3 tools/check_layers.py || failed "the arrows of docs/architecture.md"

# clang-tidy needs compile commands of the compiler it belongs to, without flags that only gcc knows.
tools/configure.sh clang || exit 1
changed=("${cpp[@]}")
[ $# = 0 ] || mapfile -t changed < <(git diff --name-only --diff-filter=d "$1" -- '*.cpp')
mapfile -t units < <(printf '%s\n' "${changed[@]}" | grep -E '^(src|cli|serve)/.*\.cpp$')
echo "lint: clang-tidy on ${#units[@]} files"
[ ${#units[@]} = 0 ] || tools/tidy.py --jobs "${JOBS:-2}" "${units[@]}" || failed "clang-tidy"
exit $status

#!/usr/bin/env bash
# Checks links and runs the snippets of the documentation.
set -euo pipefail
cd "$(dirname "$0")/.."

/usr/bin/python3 tools/check_links.py
/usr/bin/python3 tools/snippets.py

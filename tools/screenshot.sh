#!/bin/sh
# A picture of a page as a user would see it, for looking at reports and for the documentation.
#
#   tools/screenshot.sh PAGE.html WIDTH light|dark OUT.png [--height PIXELS] [--run SCRIPT]
#
# Needs chromium and python3, no network. What it does: tools/screenshot.py.
set -eu
exec /usr/bin/python3 "$(dirname "$0")/screenshot.py" "$@"

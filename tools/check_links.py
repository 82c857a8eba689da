#!/usr/bin/env python3
"""Checks that links between the Markdown files of the project lead somewhere: files exist, headings too.

tools/check_links.py [root]    prints one line per dead link (file:line: what) and exits with 1 if there is any
"""

import pathlib
import re
import subprocess
import sys

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)|\b(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
OUTSIDE = re.compile(r"^[a-z][a-z0-9+.-]*:")


def prose_lines(text):
    """Numbered lines outside fenced blocks."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced:
            yield number, line


def anchors_of(text):
    """The anchors that headings get, as code hosts make them."""
    anchors = set()
    for _, line in prose_lines(text):
        heading = HEADING.match(line)
        if heading:
            slug = re.sub(r"[^\w\- ]", "", heading[1].lower()).replace(" ", "-")
            anchors.add(slug if slug not in anchors else f"{slug}-1")
    return anchors


def dead_links(document, root):
    for number, line in prose_lines(document.read_text(encoding="utf-8")):
        for found in LINK.finditer(re.sub(r"`[^`]*`", "", line)):
            link = found[1] or found[2]
            if OUTSIDE.match(link):
                continue
            name, _, anchor = link.partition("#")
            target = (document.parent / name).resolve() if name else document
            where = f"{document.relative_to(root)}:{number}"
            if not target.exists():
                yield f"{where}: {link} does not exist"
            elif anchor and target.suffix == ".md" and anchor not in anchors_of(target.read_text(encoding="utf-8")):
                yield f"{where}: {link}: no such heading"


def documents_of(root):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=root, capture_output=True, text=True)
    if listed.returncode == 0:
        return [root / name for name in listed.stdout.splitlines() if (root / name).exists()]
    return [path for path in root.rglob("*.md") if "build" not in path.relative_to(root).parts]


def main(arguments):
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parent.parent).resolve()
    dead = [line for document in sorted(documents_of(root)) for line in dead_links(document, root)]
    for line in dead:
        print(line)
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

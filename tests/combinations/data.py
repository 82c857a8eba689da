"""The tiny data: twelve rows in three classes as every kind of input, and results of earlier runs."""
import itertools
import os
import shutil
import subprocess

import numpy as np

ROWS = 12
CLASSES = np.repeat([0, 1, 2], 4)
WORDS = [("red", "sweet juicy fruit on the tree today"), ("blue", "fast engine with four wheels and doors"),
         ("green", "many pages of words about old history")]
# 18 pairs, enough to hold some out.
JUDGED = [(a, b) for a, b in itertools.combinations(range(ROWS), 2) if (7 * a + 5 * b) % 3 == 0]
KEYS = "keys.txt"  # what a person types who is asked
RUNS = {"one": ["data/one"], "two": ["data/two", "--method", "mvcsc"], "t": ["data/t.csv"],
        "n": ["--view", "a=data/x.csv"], "c": ["data/two", "--method", "concat-nmf"],
        "smvc": ["data/one", "--method", "smvc"], "m": ["data/m.npy"], "proclus": ["data/one", "--method", "proclus"]}


def write_all(place, program):
    """data/, runs/ and some files beside them."""
    x, y = make_views()
    write_folders(place / "data", x, y)
    write_table(place / "data" / "t.csv", x)
    write_single_files(place / "data", x, y)
    (place / KEYS).write_text("y\nn\n?\nu\nr\nc\nfoo\nq\n")
    (place / "empty.txt").write_text("")
    (place / "bin.dat").write_bytes(bytes(range(256)) * 4)
    write_runs(place, program)


def make_views():
    random = np.random.default_rng(0)
    return [np.abs(random.normal(size=(ROWS, columns)) * .3 + CLASSES[:, None] * step).round(3)
            for columns, step in ((3, 3), (4, 2))]


def matrix(rows):
    return lines(",".join(map(str, row)) for row in rows)


def lines(texts):
    return "".join(f"{text}\n" for text in texts)


def pairs(pattern):
    """The judged pairs, each as a line of this pattern."""
    return lines(pattern.format(a, b, "ml" if CLASSES[a] == CLASSES[b] else "cl") for a, b in JUDGED)


def write_folders(data, x, y):
    """One view, two mapped views, two views of which one has a row less."""
    for name in ("one", "two", "un"):
        (data / name).mkdir(parents=True)
        (data / name / "view_a.csv").write_text(matrix(x))
    for name in ("one", "two"):
        (data / name / "labels.txt").write_text(lines(CLASSES))
        (data / name / "constraints.csv").write_text("a,b,type\n" + pairs("{},{},{}"))
    (data / "two" / "view_b.csv").write_text(matrix(y))
    unmapped = data / "un"
    (unmapped / "view_b.csv").write_text(matrix(y[:-1]))
    (unmapped / "labels_a.txt").write_text(lines(CLASSES))
    (unmapped / "labels_b.txt").write_text(lines(CLASSES[:-1]))
    (unmapped / "constraints.csv").write_text(
        "view_a,a,view_b,b,type\na,0,b,4,cl\nb,4,b,5,ml\n" + pairs("a,{},a,{},{}"))


def write_table(file, x):
    """A column of every kind: name, number, category, text, classes known of some rows, source, class."""
    rows = [f"r{i},{x[i, 0]},{WORDS[c][0]},{WORDS[c][1]} number{i} item{i % 5},{'ABC'[c] if i % 4 < 2 else ''},"
            f"s{i % 4},{'xyz'[c]}" for i, c in enumerate(CLASSES)]
    file.write_text(lines(["id,size,colour,note,known,src,class", *rows]))


def write_single_files(data, x, y):
    np.save(data / "m.npy", x)
    for name, text in {
            "x.csv": matrix(x), "y.csv": matrix(y), "labels.txt": lines(CLASSES),
            "pairs.csv": "a,b,type\n" + pairs("{},{},{}"), "tp.csv": "a,b,type\n" + pairs("r{},r{},{}"),
            "header.csv": "view_a,a,view_b,b,type,answer\n",
            "part.txt": lines("?" if i % 4 > 1 else c for i, c in enumerate(CLASSES)),
            "partid.csv": "id,label\nr0,A\nr1,A\nr4,B\n", "src.txt": lines(f"s{i % 4}" for i in range(ROWS)),
            "map.csv": "view_a,a,view_b,b\n" + lines(f"a,{i},b,{i}" for i in range(8)),
            "answers.csv": "view_a,a,view_b,b,answer\n,0,,1,same\n,0,,4,different\n",
            "answers_t.csv": "view_a,a,view_b,b,answer\n,r0,,r1,same\n,r0,,r4,not-sure\n"}.items():
        (data / name).write_text(text)


def write_runs(place, program):
    for name, arguments in RUNS.items():
        subprocess.run([program, "cluster", *arguments, "-k", "3", "-o", f"runs/{name}", "--quiet"], cwd=place,
                       check=True, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    shutil.copy(place / "runs" / "m" / "model.npz", place / "runs" / "m.npz")


def listing(place):
    """Every folder (None) and file below, by its path, with what differs once it was written."""
    found = {}
    for folder, folders, files in os.walk(place):
        below = folder[len(str(place)) + 1:]
        found.update({os.path.join(below, name): None for name in folders})
        for name in files:
            state = os.lstat(os.path.join(folder, name))
            found[os.path.join(below, name)] = (state.st_ino, state.st_size, state.st_mtime_ns)
    return found

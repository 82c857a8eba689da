#!/usr/bin/env python3
"""What `auto` loses, from the runs of `mvlink reproduce defaults`.

    tools/regret.py RUNS.CSV.. > docs/results/defaults/regret.md

Per dataset, number of judgements and share of wrong ones: mean ARI of auto, of the better of plain and prepared K-Means
(for several views: of co-regularized spectral clustering), and of the best method in hindsight.
"""

import collections
import csv
import math
import sys

AUTO = "auto"
UNGUIDED = {"K-Means", "K-Means, prepared", "co-regularized"}
TOLERANCE = 0.02


def rows_of(paths):
    for path in paths:
        with open(path, newline="", encoding="utf-8") as file:
            yield from csv.DictReader(file)


def read(paths):
    """{(half, wrong, dataset, sweep): {method: {repetition: ari}}}; runs without judgements serve every setting."""
    runs, shared = collections.defaultdict(dict), collections.defaultdict(dict)
    for row in rows_of(paths):
        half, _, wrong = row["experiment"].rsplit("-", 2)
        ari, repetition = float(row["ari"]), int(row["repetition"])
        if row["method"] in UNGUIDED:
            shared[row["dataset"], row["method"]][repetition] = ari
        else:
            key = half, int(wrong), row["dataset"], int(float(row["sweep"]))
            runs[key].setdefault(row["method"], {})[repetition] = ari
    for (dataset, method), values in shared.items():
        for key in runs:
            if key[2] == dataset:
                runs[key][method] = values
    return runs


def mean(values):
    return sum(values) / len(values)


def summary(methods):
    """Means of auto, of the better unguided method, of the best; and the paired loss to unguided with its error."""
    means = {name: mean(list(values.values())) for name, values in methods.items()}
    unguided = max((name for name in methods if name in UNGUIDED), key=means.get)
    best = max((name for name in methods if name != AUTO), key=means.get)
    pairs = [methods[unguided][r] - methods[AUTO][r] for r in methods[AUTO] if r in methods[unguided]]
    centre = mean(pairs)
    error = math.sqrt(sum((x - centre) ** 2 for x in pairs) / max(len(pairs) - 1, 1) / len(pairs))
    return means[AUTO], means[unguided], means[best], best, centre, error


def report(runs):
    for half in ("reported", "chosen"):
        keys = sorted(key for key in runs if key[0] == half and AUTO in runs[key])
        if not keys:
            continue
        found = {key: summary(runs[key]) for key in keys}
        print(f"## {half.capitalize()} half\n")
        print("| wrong | judgements | settings | regret to the best in hindsight | gain on unguided | worse than unguided |")
        print("|---|---|---|---|---|---|")
        for wrong in sorted({key[1] for key in keys}):
            for sweep in [None, *sorted({key[3] for key in keys})]:
                cells = [found[key] for key in keys if key[1] == wrong and (sweep is None or key[3] == sweep)]
                if not cells:
                    continue
                worse = sum(cell[4] > TOLERANCE and cell[4] > 2 * cell[5] for cell in cells)
                print(f"| {wrong} % | {'all' if sweep is None else sweep} | {len(cells)} | "
                      f"{mean([max(0, cell[2] - cell[0]) for cell in cells]):.3f} | "
                      f"{mean([cell[0] - cell[1] for cell in cells]):+.3f} | {worse} |")
        print("\n| dataset | wrong | judgements | auto | unguided | best in hindsight |\n|---|---|---|---|---|---|")
        for key in sorted(keys, key=lambda key: (key[2], key[1], key[3])):
            auto, unguided, best, name, loss, error = found[key]
            mark = " **" if loss > TOLERANCE and loss > 2 * error else ""
            print(f"| {key[2]} | {key[1]} % | {key[3]} | {auto:.3f}{mark} | {unguided:.3f} | {best:.3f} ({name}) |")
        print()


def main():
    print("# What `auto` loses\n")
    print("Mean ARI. Worse than unguided: more than .02 below the better of plain and prepared K-Means, beyond two standard "
          "errors of the paired difference (marked **). Written by `tools/regret.py`.\n")
    report(read(sys.argv[1:]))


if __name__ == "__main__":
    main()

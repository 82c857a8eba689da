"""Every option of every method at odd values, on one view and on two."""
import json
import subprocess

from combinations.commands import Case
from combinations.values import OF_METHODS

LARGEST = "2147483647"
AMOUNTS_OF_WORK = ("n_init", "inner_iter")  # the largest number of them takes hours: that is what was asked for


def cases(program, chance, most):
    """So many of them, drawn at random."""
    found = [case_of(method, option["name"], value, data)
             for method in declared(program) for option in method["options"]
             for value in OF_METHODS + (option.get("choices") or []) if not takes_long(option["name"], value)
             for data in ("data/one", "data/two")]
    return chance.sample(found, min(most, len(found)))


def declared(program):
    process = subprocess.run([program, "methods", "--json"], capture_output=True, check=True)
    return json.loads(process.stdout)


def takes_long(option, value):
    return value == LARGEST and option.split(".")[-1] in AMOUNTS_OF_WORK


def case_of(method, option, value, data):
    words = ["cluster", data, "--method", method["name"], "--set", f"{option}={value}", "--validate", "off", "--json"]
    if method["needs"]["max_views"] == 1:
        words += ["--views", "a"]
    if option != "n_clusters":
        words += ["-k", "3"]
    if method["name"] == "alternative" and option != "known":
        words += ["--set", "known=data/labels.txt"]
    return Case(words)

"""The commands, the arguments that each needs, and the data that they take."""
import dataclasses

INPUTS = {  # name: arguments, the file that standard input holds
    "one view": (["data/one"], None),
    "mapped views": (["data/two"], None),
    "unmapped views": (["data/un"], None),
    "table": (["data/t.csv"], None),
    "view x1": (["--view", "a=data/x.csv"], None),
    "view x2": (["--view", "a=data/x.csv", "--view", "b=data/y.csv"], None),
    "npy": (["data/m.npy"], None),
    "stdin": (["-"], "data/t.csv"),
    "no data": ([], None),
    "not there": (["nosuch"], None),
}
SHARES = {"no data": 0.1, "not there": 0.1}  # how often, beside 1 of the others
OF_TABLES = {"--text", "--category", "--drop", "--columns", "--truth-column", "--stop-words", "--layout", "--join",
             "--id"}
MODELS = {"one view": "runs/one", "mapped views": "runs/two", "table": "runs/t", "view x1": "runs/n",
          "npy": "runs/m.npz", "stdin": "runs/t"}  # fitted on this data
GENERATORS = ["blobs", "four-quadrants", "mvcsc-synthetic", "streaks", "smvc-synthetic", "stick-figures", "moons",
              "rings", "super-instances"]


@dataclasses.dataclass(frozen=True)
class Command:
    """`needed`: alternatives of arguments without which nothing would run. `few`: it is tried only once per pair."""
    name: str
    needed: list
    takes_data: bool = True
    few: bool = False


COMMANDS = {command.name: command for command in (
    Command("cluster", [["-k", "3"]]),
    Command("predict", [["runs/one"], ["runs/two"], ["runs/t"], ["runs/n"], ["runs/m.npz"], ["runs/c/model.npz"],
                        ["runs/smvc"], ["runs/proclus"], ["nosuch"]]),
    Command("evaluate", [["--truth", "data/labels.txt", "--labels", "data/labels.txt"], []], takes_data=False),
    Command("compare", [["runs/one", "runs/two"], ["runs/t", "runs/t"], ["runs/one"], [],
                        ["runs/smvc", "runs/one", "runs/c"], ["nosuch", "runs/one"],
                        ["runs/one/result.json", "data"]], takes_data=False),
    Command("constraints sample", [["--n", "4"]]),
    Command("constraints from-labels", [["--partial-labels", "data/part.txt"]]),
    Command("constraints check", [[]]),
    Command("constraints close", [[]]),
    Command("constraints folds", [["--folds", "2"]]),
    Command("constraints propagate", [["-k", "3"]]),
    Command("constraints from-journal", [[]]),
    Command("ask", [["-k", "3"], ["-k", "3", "--next", "2"]]),
    Command("select", [["-k", "2..3", "--method", "kmeans"], ["-k", "3"]]),
    Command("serve", [["-k", "3"]], few=True),
    Command("methods", [[], ["smvc"], ["nosuch"]], takes_data=False),
    Command("data", [[], ["zhang2015"], ["nosuch"]], takes_data=False),
    Command("demo", [[]], takes_data=False, few=True),
    Command("reproduce", [["nosuch"], ["--list"], ["--help"], ["bilenko2004", "nosuch"]], takes_data=False),
    *(Command(f"generate {name}", [["-o", "out"]], takes_data=False) for name in GENERATORS),
)}


@dataclasses.dataclass(frozen=True)
class Case:
    """One command line, and the file that its standard input holds."""
    words: list
    stdin: str = None

    @property
    def serves(self):
        return self.words[0] == "serve"

    @property
    def as_json(self):
        return "--json" in self.words and "--help" not in self.words


def merged(needed, chosen):
    """The needed arguments but those that the chosen options say anew, then the chosen ones."""
    return without(needed, {words[0] for words in chosen}) + [word for words in chosen for word in words]


def without(arguments, options):
    """What is left when these options and their values are taken out."""
    kept, position = [], 0
    while position < len(arguments):
        if arguments[position] in options:
            position += 2
            continue
        kept.append(arguments[position])
        position += 1
    return kept

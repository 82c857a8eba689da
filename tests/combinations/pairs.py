"""What is run: every option of a command alone and every two of them, values and data drawn anew each time."""
import itertools
import re
import subprocess

from combinations.commands import COMMANDS, INPUTS, MODELS, OF_TABLES, SHARES, Case, merged
from combinations.values import with_value


def cases(program, name, chance, draws=1):
    """Every pair of options so many times, every single one ten times as often."""
    command = COMMANDS[name]
    options = options_of(program, name)
    draws, singles = (1, 2) if command.few else (draws, 10 * draws)
    chosen = [*itertools.combinations(options, 2)] * draws + [(option,) for option in options] * singles
    return [draw(command, names, chance) for names in chosen]


def options_of(program, name):
    """As --help lists them."""
    text = subprocess.run([program, *name.split(), "--help"], capture_output=True, text=True, check=True).stdout
    return [option for option in re.findall(r"^  (-[-a-z]+)", text, re.M) if option != "-h"]


def draw(command, options, chance):
    """A command line with these options."""
    chosen = [with_value(command.name, option, chance) for option in options]
    needed = list(chance.choice(command.needed))
    if not command.takes_data:
        return Case(command.name.split() + merged(needed, chosen))
    kind = draw_input(options, chance)
    data, stdin = INPUTS[kind]
    if command.name == "predict":
        model = [MODELS[kind]] if kind in MODELS and chance.random() < 0.6 else needed
        return Case([command.name, *model, *data, *merged([], chosen)], stdin)
    if command.name == "cluster" and {"--map", "--force"} & set(options) and chance.random() < 0.8:
        needed += ["-o", "out"]
    return Case(command.name.split() + data + merged(needed, chosen), stdin)


def draw_input(options, chance):
    """Mostly data that the options say something about."""
    if OF_TABLES & set(options) and chance.random() < 0.85:
        return chance.choice(["table", "stdin"])
    if "--view" in options and chance.random() < 0.7:
        return "no data"
    return chance.choices(list(INPUTS), [SHARES.get(kind, 1) for kind in INPUTS])[0]

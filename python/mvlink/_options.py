"""Arguments of an estimator as the text that the library reads, and back."""

import numbers

import numpy as np

from ._errors import InputError
from ._rows import as_float, shown

AUTO = " or auto"
LIST = " list"


def argument_name(option):
    """The Python argument of an option: names of nested options are joined by an underscore."""
    return option.replace(".", "_")


def to_text(name, value, kind):
    """Raises InputError if the type is wrong; the library checks the value."""
    if kind.endswith(AUTO) and isinstance(value, str) and value == "auto":
        return "auto"
    base = kind.removesuffix(AUTO)
    if base.endswith(LIST) and isinstance(value, (list, tuple, range, np.ndarray)):
        if np.ndim(value) != 1 or len(value) == 0:
            raise InputError(f"{name}: {shown(value)} is not a list of numbers; expected one or several")
        return ",".join(to_text(name, one, base.removesuffix(LIST)) for one in value)
    base = base.removesuffix(LIST)
    is_bool = isinstance(value, (bool, np.bool_))
    if base == "bool" and is_bool:
        return "true" if value else "false"
    if base == "int" and isinstance(value, numbers.Integral) and not is_bool:
        if not -(2**63) <= value < 2**63:
            raise InputError(f"{name}: {shown(value)} is out of range; expected a number that fits into 64 bits")
        return str(int(value))
    if base == "float" and isinstance(value, numbers.Real) and not is_bool:
        return repr(as_float(value))
    if base in {"enum", "text"} and isinstance(value, str):
        return str(value)
    wanted = {"bool": "True or False", "int": "a whole number", "float": "a number", "enum": "a word", "text": "a word"}[base]
    if kind.removesuffix(AUTO).endswith(LIST):
        wanted += ", or several"
    also = ' or "auto"' if kind.endswith(AUTO) else ""
    raise InputError(f"{name}: {shown(value)} is of type {type(value).__name__}; expected {wanted}{also}")


def from_text(text, kind):
    """The Python value of an option's text."""
    if kind.endswith(AUTO) and text == "auto":
        return "auto"
    base = kind.removesuffix(AUTO)
    if base.endswith(LIST):
        values = tuple(from_text(part, base.removesuffix(LIST)) for part in text.split(","))
        return values[0] if len(values) == 1 else values
    if base == "bool":
        return text == "true"
    return {"int": int, "float": float, "enum": str, "text": str}[base](text)

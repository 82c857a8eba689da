"""Arguments of an estimator as the text that the library reads, and back."""

import numbers

import numpy as np

from ._errors import InputError
from ._rows import shown

AUTO = " or auto"


def argument_name(option):
    """The Python argument of an option: those of a nested method are joined by an underscore."""
    return option.replace(".", "_")


def to_text(name, value, kind):
    """Raises InputError where the type is wrong; whether the value fits is for the library to say."""
    if kind.endswith(AUTO) and isinstance(value, str) and value == "auto":
        return "auto"
    base = kind.removesuffix(AUTO)
    is_bool = isinstance(value, (bool, np.bool_))
    if base == "bool" and is_bool:
        return "true" if value else "false"
    if base == "int" and isinstance(value, numbers.Integral) and not is_bool:
        return str(int(value))
    if base == "float" and isinstance(value, numbers.Real) and not is_bool:
        return repr(float(value))
    if base == "enum" and isinstance(value, str):
        return str(value)
    wanted = {"bool": "True or False", "int": "a whole number", "float": "a number", "enum": "a word"}[base]
    also = ' or "auto"' if kind.endswith(AUTO) else ""
    raise InputError(f"{name}: {shown(value)} is of type {type(value).__name__}; expected {wanted}{also}")


def from_text(text, kind):
    """The Python value of an option's text."""
    if kind.endswith(AUTO) and text == "auto":
        return "auto"
    base = kind.removesuffix(AUTO)
    if base == "bool":
        return text == "true"
    return {"int": int, "float": float, "enum": str}[base](text)

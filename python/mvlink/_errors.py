"""What mvlink raises. Each class is also the built-in one that a reader would expect."""

import re


class MvlinkError(Exception):
    """Base of everything that mvlink raises by itself."""


class InputError(MvlinkError, ValueError):
    """Data or an argument that is malformed, or that do not fit each other. The message names it and its value."""


class NumericalError(MvlinkError, RuntimeError):
    """The numbers broke down."""


class InternalError(MvlinkError, RuntimeError):
    """More memory than there is, or a fault of mvlink."""


class FileError(MvlinkError, OSError):
    """A file that is missing, unreadable or unwritable."""


class MvlinkWarning(UserWarning):
    """Advice about a result; `code` is stable."""

    def __init__(self, message, code=""):
        super().__init__(message)
        self.code = code


def in_python(message):
    """A message of the library with arguments of estimators where it names options of the command line."""
    message = re.sub(r"--prep ([\w-]+):([\w=,]+)", r'prep={"\1": "\2"}', message)
    message = re.sub(r"--prep ([\w=,]+)", r'prep="\1"', message)
    return re.sub(r"--set (\w+)=", r"\1=", message)

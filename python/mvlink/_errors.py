"""What mvlink raises and warns of. Each class is also the built-in one that a user would expect."""

import os
import sys
import warnings

_PACKAGE = os.path.dirname(__file__) + os.sep


class MvlinkError(Exception):
    """Base of everything that mvlink raises by itself."""


class InputError(MvlinkError, ValueError):
    """Data or an argument that is malformed or does not fit. The message names it and its value."""


class NumericalError(MvlinkError, RuntimeError):
    """The computation failed numerically."""


class InternalError(MvlinkError, RuntimeError):
    """Out of memory, or a bug in mvlink."""


class FileError(MvlinkError, OSError):
    """A file that is missing, unreadable or unwritable."""


class MvlinkWarning(UserWarning):
    """Advice about a result; `code` is stable."""

    def __init__(self, message, code=""):
        super().__init__(message)
        self.code = code


def warn(warning):
    """Issues a warning at the line of the user's code that led to it."""
    level, frame = 1, sys._getframe()
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(warning, stacklevel=level)

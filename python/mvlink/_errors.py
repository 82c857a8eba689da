"""What mvlink raises. Each class is also the built-in one that a user would expect."""


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

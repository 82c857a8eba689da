"""Paths as the library takes them, and files that are replaced in one step."""

import errno
import os
import secrets
import stat

from ._errors import FileError, InputError
from ._rows import shown

_NOT_THERE = (errno.ENOENT, errno.ENOTDIR)  # which the library says itself, with what it expected there


def path_of(path):
    """A path as text. The library would end it at a NUL, and so write another file."""
    text = os.fsdecode(path)
    if "\0" in text:
        raise InputError(f"path: {shown(text)} holds a NUL character; expected the name of a file")
    try:
        os.lstat(text)
    except OSError as error:
        if error.errno not in _NOT_THERE:
            raise FileError(f"{shown(text)}: {error.strerror}; expected the name of a file") from None
    return text


def write_text(path, text):
    """The file has the old text or the new one, never a part: it is written beside and renamed."""
    path, content = path_of(path), text.encode("utf-8")
    try:
        if os.path.exists(path) and not os.path.isfile(path):  # a pipe or a device
            with open(path, "wb") as file:
                file.write(content)
        else:
            _replace(os.path.realpath(path), content)  # a link stays one
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}; expected a file that can be written") from None


def _replace(path, content):
    folder, name = os.path.split(path)
    beside = os.path.join(folder, f".{name[:100]}.{secrets.token_hex(4)}.tmp")
    if os.path.exists(path):
        with open(path, "ab"):  # refused if the file itself may not be written
            pass
    try:
        with open(beside, "xb") as file:
            if os.path.exists(path):
                os.chmod(beside, stat.S_IMODE(os.stat(path).st_mode))
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise

"""Landlock: which files can be read, and that nothing else can be done to files.

Threat
    A submission reads the reference, the cases or the judge's sources and answers with what it found;
    reads secrets of the user; writes, renames or removes files; talks to other processes over sockets
    or signals.
Mechanism
    A ruleset that handles every right which the running kernel knows, with rules for reading only, on a
    list of folders and files. What has no rule is denied, for the process and all its forks, and can't
    be undone. Rules can't subtract, so a folder with something secret in it is never on the list: its
    entries are, one by one. Where the kernel knows them, TCP (ABI 4) and, out to processes beyond
    this domain, abstract sockets and signals (ABI 6) are denied as well.
Left over
    ``stat``, ``access``, ``readlink`` and opening with O_PATH are not restricted: that a file exists, and
    how large it is, can be seen. Changing modes, owners, times and extended attributes is not
    restricted either; `seccomp` denies it.
"""

import ctypes
import os
from contextlib import suppress
from stat import S_ISDIR
from typing import TYPE_CHECKING

from .libc import syscall

if TYPE_CHECKING:
    from collections.abc import Iterable

# These three numbers are the same on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1  # flag of CREATE_RULESET: tell the ABI
_PATH_BENEATH = 1
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many rights on files an ABI knows: bit 13 is REFER, 14 TRUNCATE, 15 IOCTL_DEV."""
_LAST_ABI = max(_FILE_RIGHTS)
_ABI_NETWORK, _NETWORK_RIGHTS = 4, 0b11  # bind and connect of TCP
_ABI_SCOPED, _SCOPES = 6, 0b11  # abstract sockets and signals


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("access", ctypes.c_uint64), ("descriptor", ctypes.c_int32))


def abi() -> int:
    """Return the version of Landlock that the kernel speaks, 0 if none."""
    try:
        return syscall(_CREATE_RULESET, None, 0, _VERSION)
    except OSError:
        return 0


def _ruleset(version: int) -> tuple[_Ruleset, int]:
    rights = (1 << _FILE_RIGHTS[min(version, _LAST_ABI)]) - 1
    if version >= _ABI_SCOPED:
        return _Ruleset(rights, _NETWORK_RIGHTS, _SCOPES), 24
    if version >= _ABI_NETWORK:
        return _Ruleset(rights, _NETWORK_RIGHTS, 0), 16
    return _Ruleset(rights, 0, 0), 8


def restrict(readable: "Iterable[str]") -> None:
    """Leave this thread, and what it forks, nothing of the file system but reading `readable`.

    A path that does not exist is passed over. ``no_new_privs`` must be set.

    Raises
    ------
    OSError
        If the kernel has no Landlock, or refuses.
    """
    attributes, size = _ruleset(abi())
    ruleset = syscall(_CREATE_RULESET, ctypes.byref(attributes), size, 0)
    try:
        for path in readable:
            with suppress(FileNotFoundError):
                _allow(ruleset, path)
        syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        # READ_DIR on a plain file is EINVAL.
        is_folder = S_ISDIR(os.fstat(descriptor).st_mode)
        rights = _READ_FILE | _READ_DIR if is_folder else _READ_FILE
        syscall(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(_PathBeneath(rights, descriptor)), 0)
    finally:
        os.close(descriptor)

"""Send pickled objects over a socket between a run and its own worker process, each preceded by its size."""

import pickle
import socket
import struct
from typing import Any

_SIZE = struct.Struct("<Q")
_AT_ONCE_BYTES = 2**20


def send(link: socket.socket, what: object) -> None:
    """Send an object; returns when all of it is under way."""
    data = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
    link.sendall(_SIZE.pack(len(data)))
    link.sendall(data)


def receive(link: socket.socket) -> Any:
    """Return the next object.

    Raises
    ------
    EOFError
        The other side has gone.
    """
    (size,) = _SIZE.unpack(_read(link, _SIZE.size))
    return pickle.loads(_read(link, size))  # noqa: S301 - both ends are ours


def _read(link: socket.socket, size: int) -> bytearray:
    data = bytearray(size)
    rest = memoryview(data)
    while rest:
        count = link.recv_into(rest[:_AT_ONCE_BYTES])
        if not count:
            raise EOFError
        rest = rest[count:]
    return data

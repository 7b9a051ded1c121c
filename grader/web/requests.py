"""Parse requests: bounded bodies of JSON, with one line for a fault."""

import asyncio
import json
from typing import Any, Literal, NamedTuple, get_args

from starlette.requests import ClientDisconnect, Request

from grader.bounds import MAX_SOURCE_BYTES

MAX_BODY_BYTES = 2**20
# A larger body is read to its end, and dropped, if it was announced and is not larger than this: who is cut
# off while still sending does not get to read the answer.
_DROPPED_BYTES = 16 * 2**20
_LONGEST_BODY_S = 20.0

Kind = Literal["samples", "submit"]


class Refused(Exception):
    """A request that can't be answered as asked: a status, and a line for whoever asked."""

    def __init__(self, status: int, what: str) -> None:
        self.status = status
        self.what = what
        super().__init__(what)


class RunRequest(NamedTuple):
    """A run that is asked for."""

    source: str
    kind: Kind


async def read_order(request: Request) -> RunRequest:
    """Return what the body of a request asks for.

    Raises
    ------
    Refused
        It is too large, comes too slowly, or is not what it should be.
    """
    body = await read_body(request)
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "the body is not valid JSON") from None
    if not isinstance(value, dict) or set(value) != {"source", "kind"}:
        raise Refused(400, "the body must be an object with `source` and `kind`")
    source, kind = value["source"], value["kind"]
    if kind not in get_args(Kind):
        raise Refused(400, f"kind: must be one of {', '.join(get_args(Kind))}")
    return RunRequest(_checked(source), kind)


def _checked(source: Any) -> str:
    if not isinstance(source, str):
        raise Refused(400, "source: must be text")
    try:
        size_bytes = len(source.encode())
    except UnicodeEncodeError:
        raise Refused(400, "source: holds half of a surrogate pair, which no file can hold") from None
    if size_bytes > MAX_SOURCE_BYTES:
        raise Refused(
            413,
            f"the code is larger than {MAX_SOURCE_BYTES // 1024} KiB; a solution is one short Python file",
        )
    if "\0" in source:
        line = source.count("\n", 0, source.index("\0")) + 1
        raise Refused(400, f"the code holds a NUL character in line {line}")
    return source


async def read_body(request: Request) -> bytes:
    """Return the body of a request, which is bounded in size and in time.

    Raises
    ------
    Refused
        It is too large, or it comes too slowly.
    """
    too_large = Refused(413, f"the body is larger than {MAX_BODY_BYTES // 1024} KiB")
    body = bytearray()
    size_bytes = 0
    try:
        announced_bytes = int(request.headers.get("content-length", "0"))
        if announced_bytes > _DROPPED_BYTES:
            raise too_large
        async with asyncio.timeout(_LONGEST_BODY_S):
            async for chunk in request.stream():
                size_bytes += len(chunk)
                if size_bytes <= MAX_BODY_BYTES:
                    body += chunk
                elif size_bytes > announced_bytes:
                    raise too_large
    except (TimeoutError, ClientDisconnect):
        raise Refused(408, "the body did not arrive in time") from None
    except ValueError:
        raise Refused(400, "Content-Length: is not a number") from None
    if size_bytes > MAX_BODY_BYTES:
        raise too_large
    return bytes(body)

"""Who may talk to the server, and what its pages may do.

Theory of operation. The server runs code for whoever may post to it, and shows a learner's attempts. It
listens on the loopback address, which every program and every user of the machine can reach, and every
website that is open in the learner's browser can make that browser send requests to.

1. *Another user, or a program that is not the learner's*: the address that is printed holds a random token.
   Whoever brings it gets a cookie with another random value; nothing but that cookie opens anything. Both
   are compared in constant time. A browser that is started by ``--open`` finds a token that works once in a
   file that no other user can read (`grader.web.browser`), never on its command line.
2. *A website, by requests of its own* (cross-site posts): the cookie is ``SameSite=Strict``; browsers say
   where a request comes from, and anything but this very origin is refused; a post must name this origin
   and be JSON, which no form can send, and answers allow no other origin to read them. A page that is opened
   with a token for one use may come from elsewhere, as the file of ``--open`` does: the answer is a page of
   this origin that leads on, as a browser keeps the cookie back for as long as another page leads it.
3. *A website whose name points here after a while* (DNS rebinding): the Host header must be an address or a
   name of this server. A name that somebody else controls is none.
4. *A submission's texts in a page*: all text is escaped where it is put into a page, and a policy lets pages
   run and load nothing but the server's own files. Nothing may frame them, and types are not guessed.
5. *Requests without end*: sizes and times are bounded (`grader.web.requests`, `grader.web.server`), and no
   path of a request is ever joined to a folder: problems and files are looked up by name in what there is.

Left over: cookies are not kept apart by port, so that a server on another port of the same host, if the
learner visits it, is sent the cookie; on a host that others reach (``--host``) nothing is encrypted; whoever
can read the terminal can read the token; another user can take up connections, which keeps the learner out.
Programs that run as the learner can do all this anyway.
"""

import ipaddress
import secrets
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grader.web.browser import leading_to

TOKEN_BYTES = 32
_METHODS = ("GET", "HEAD", "POST")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
_FORBIDDEN = (
    "To open this page, paste the address that `grader serve` has printed "
    "into the address bar of the browser."
)
_CLOSED = (  # without a style sheet: to load one takes the cookie
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, '
    'initial-scale=1"><meta name="color-scheme" content="light dark"><title>grader</title>'
    f"<p>{_FORBIDDEN.replace('`grader serve`', '<code>grader serve</code>')}</p>"
)


@dataclass(frozen=True, slots=True)
class Keys:
    """The secrets of one run of the server."""

    token: str = field(default_factory=lambda: secrets.token_urlsafe(TOKEN_BYTES))
    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(TOKEN_BYTES))
    once: dict[str, Callable[[], object]] = field(default_factory=dict)

    def single_use(self, used: Callable[[], object] = bool) -> str:
        """Return one more token, that works once; `used` is called when it has."""
        made = secrets.token_urlsafe(TOKEN_BYTES)
        self.once[made] = used
        return made

    def opens(self, token: str) -> bool:
        """Say whether `token` is the one that works always."""
        return _same(token, self.token)

    def opens_once(self, token: str) -> bool:
        """Say whether `token` is one that works once; it does not any more."""
        for known in tuple(self.once):
            if _same(token, known):
                self.once.pop(known)()
                return True
        return False


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """Where the server listens: the address it is bound to, in numbers, and the port."""

    address: str
    port: int

    @property
    def everywhere(self) -> bool:
        """Whether it listens on all addresses of the machine."""
        return ipaddress.ip_address(self.address).is_unspecified

    @property
    def loopback(self) -> bool:
        """Whether no other machine can reach it."""
        return ipaddress.ip_address(self.address).is_loopback

    @property
    def shown(self) -> str:
        """Host and port as they stand in an address."""
        host = socket.gethostname() if self.everywhere else self.address
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"

    def is_here(self, host: str) -> bool:
        """Say whether a Host header names this server.

        Where it listens on all addresses any address will do: the name of another site is none.
        """
        name, colon, port = host.rpartition(":")
        if not colon or host.endswith("]"):  # browsers leave out the port 80
            name, port = host, "80"
        if port != str(self.port):
            return False
        if name.lower() in ("localhost", "127.0.0.1", "[::1]"):
            return True
        if name.lower() == socket.gethostname().lower():
            return self.everywhere
        with suppress(ValueError):
            address = ipaddress.ip_address(name[1:-1] if name.startswith("[") else name)
            return self.everywhere or address == ipaddress.ip_address(self.address)
        return False


def policy(nonce: str | None = None) -> str:
    """Return the Content-Security-Policy; style elements with `nonce` are allowed."""
    return _POLICY.format(style=f" 'nonce-{nonce}'" if nonce else "")


class Guard:
    """The outermost application: refuses what may not come in, and marks every answer."""

    def __init__(self, app: ASGIApp, place: ListenAddress, keys: Keys) -> None:
        self._app = app
        self._place = place
        self._keys = keys
        self._cookie = f"grader-{place.port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            refusal = self._refusal(scope)
            await (refusal or self._app)(scope, receive, _marked(send))

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the answer to a request that goes no further, None for one that may."""
        headers = Headers(scope=scope)
        if len(headers.getlist("host")) != 1 or not self._place.is_here(headers["host"]):
            return _error(421, "the Host header names another server than this one")
        elsewhere = headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
        # A page that is opened, and neither a picture of one nor what a script asks for.
        if elsewhere and headers.get("sec-fetch-dest") != "document":
            return self._forbidden(scope)
        if scope["method"] not in _METHODS:
            return _error(405, "only GET and POST are known here", Allow=", ".join(_METHODS))
        if (entered := self._entered(scope, elsewhere=elsewhere)) is not None:
            return entered
        if elsewhere:
            return self._forbidden(scope)
        cookies = _cookies(headers.getlist("cookie"), self._cookie)
        if not any(_same(value, self._keys.cookie) for value in cookies):
            return self._forbidden(scope)
        if scope["method"] == "POST":
            if headers.getlist("origin") != [f"http://{headers['host']}"]:
                return _error(403, "the request comes from another page")
            if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
                return _error(415, "the body must be JSON: Content-Type: application/json")
        return None

    def _entered(self, scope: Scope, *, elsewhere: bool) -> Response | None:
        """Return the answer by which a right token becomes a cookie; None without a right token."""
        if scope["method"] == "POST" or not scope["query_string"]:
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"), max_num_fields=None)
        tokens = [value for name, value in query if name == "token"]
        if len(tokens) != 1:
            return None
        once = scope["method"] == "GET" and self._keys.opens_once(tokens[0])
        if not once and (elsewhere or not self._keys.opens(tokens[0])):
            return None
        # One slash in front: with two it would be the name of another host.
        path = "/" + quote(scope["path"].lstrip("/\\"))
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        address = f"{path}?{rest}" if rest else path
        answer = HTMLResponse(leading_to(address)) if once else RedirectResponse(address, 303)
        answer.set_cookie(self._cookie, self._keys.cookie, path="/", httponly=True, samesite="strict")
        return answer

    @staticmethod
    def _forbidden(scope: Scope) -> Response:
        if scope["path"].startswith("/api/"):
            return _error(403, _FORBIDDEN)
        return HTMLResponse(_CLOSED, 403)


def _marked(send: Send) -> Send:
    """Return a `send` that puts the headers that every answer has to those which it has itself."""

    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers.setdefault("Content-Security-Policy", policy())
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return marked


def _error(status: int, what: str, **headers: str) -> Response:
    return JSONResponse({"message": what}, status, headers)


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode("utf-8", "surrogateescape"), other.encode())


def _cookies(lines: Iterable[str], name: str) -> list[str]:
    """Return the values of all cookies of this name: a server on another port may have set one, too."""
    parts = (part.strip().partition("=") for line in lines for part in line.split(";"))
    return [value for key, _, value in parts if key == name]

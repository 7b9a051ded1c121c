"""Access control of the server, and the policy of its pages.

Theory of operation. The server runs code from every client that it accepts, and shows a learner's attempts.
It listens on the loopback address. Every program and every user of the machine can reach it, and every
website in the learner's browser can make that browser send requests to it.

1. *Another user, or a program that is not the learner's*: the printed address contains a random token. A
   client with the token gets a cookie with another random value, and every request needs that cookie. Both
   are compared in constant time. A browser started by ``--open`` reads a single-use token from a file that
   no other user can read (`grader.web.browser`), never from its command line.
2. *A website, by requests of its own* (cross-site posts): the cookie is ``SameSite=Strict``; browsers report
   where a request comes from, and any other origin is refused; a POST must name this origin and be JSON,
   which no form can send, and responses allow no other origin to read them. A request with a single-use
   token may come from elsewhere, like the file of ``--open``: the response is a page of this origin that
   redirects, because the browser withholds the cookie from cross-site navigation.
3. *A website whose name points here after a while* (DNS rebinding): the Host header must be an address or a
   name of this server, so a name that an attacker controls is refused.
4. *A submission's texts in a page*: all text is escaped when it is put into a page, and a policy lets pages
   run and load only the server's own files. Framing and MIME sniffing are off.
5. *Requests without end*: sizes and times are bounded (`grader.web.requests`, `grader.web.server`), and no
   path of a request is ever joined to a folder: problems and files are looked up by name.

Residual risks: browsers do not separate cookies by port, so a server on another port of the same host
receives the cookie if the learner visits it. With ``--host`` nothing is encrypted. Anyone who can see the
terminal can read the token. Another user can occupy the connections, which locks the learner out. Programs
that run as the learner can do all this anyway.
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
    "To open this page, paste the address that `grader serve` printed into the address bar of the browser."
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
        """Host and port as written in an address."""
        host = socket.gethostname() if self.everywhere else self.address
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"

    def is_here(self, host: str) -> bool:
        """Say whether a Host header names this server.

        If it listens on all addresses, any IP address is accepted; the name of another site is not.
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
            return _error(421, "the Host header does not name this server")
        elsewhere = headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
        # A page that is opened, and neither a picture of one nor what a script asks for.
        if elsewhere and headers.get("sec-fetch-dest") != "document":
            return self._forbidden(scope)
        if scope["method"] not in _METHODS:
            return _error(405, "only GET and POST are supported", Allow=", ".join(_METHODS))
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

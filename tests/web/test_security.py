"""Who is let in, and what every answer says to the browser; without a server."""

import asyncio

import pytest

from grader.web.security import Guard, Keys, ListenAddress, policy

PORT = 8470
HERE = ListenAddress("127.0.0.1", PORT)
KEYS = Keys(token="the-token", cookie="the-cookie")
COOKIE = f"grader-{PORT}=the-cookie"
JSON = "application/json"
OWN = f"http://127.0.0.1:{PORT}"


async def inner(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x-inner", b"reached")]})
    await send({"type": "http.response.body", "body": b"inside"})


def ask(method="GET", path="/", query="", *, place=HERE, keys=KEYS, app=inner, **headers):
    """Return status, headers and body of the guard's answer; in names of headers - is _."""
    own = {"host": f"127.0.0.1:{place.port}", "cookie": COOKIE} | headers
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [
            (name.replace("_", "-").encode(), each.encode("latin-1"))
            for name, value in own.items()
            if value is not None
            for each in ([value] if isinstance(value, str) else value)
        ],
    }
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(Guard(app, place, keys)(scope, None, send))
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], told, b"".join(m.get("body", b"") for m in sent[1:])


def post(**how):
    return ask("POST", **{"content_type": JSON, "origin": OWN} | how)


def test_who_has_the_cookie_is_let_in():
    assert ask()[0] == 200
    assert post()[0] == 200


@pytest.mark.parametrize(
    "cookie",
    [
        None,
        "",
        f"grader-{PORT}=",
        f"grader-{PORT}=the-cooki",
        f"grader-{PORT}=the-cookie2",
        f"grader-{PORT}=the-token",
        f"grader-{PORT + 1}=the-cookie",
        f"x-grader-{PORT}=the-cookie",
        "the-cookie",
        f"grader-{PORT}=\xe9\xff",
    ],
)
@pytest.mark.parametrize("path", ["/", "/p/layer_norm", "/static/app.css", "/api/attempts/1", "/nothing"])
def test_without_the_right_cookie_nothing_is_reached(cookie, path):
    status, headers, body = ask(path=path, cookie=cookie)
    assert status == 403
    assert "x-inner" not in headers
    assert b"the address that `grader serve` printed" in body.replace(b"<code>", b"`").replace(
        b"</code>", b"`"
    )
    assert b"the-cookie" not in body
    assert "set-cookie" not in headers


def test_who_is_not_let_in_can_read_why_in_a_small_window_and_in_the_dark():
    body = ask(path="/", cookie=None)[2]
    assert b'<meta name="viewport" content="width=device-width' in body
    assert b'<meta name="color-scheme" content="light dark">' in body
    assert b"<code>grader serve</code>" in body


def test_a_cookie_beside_others_is_found():
    assert ask(cookie=f"a=b; grader-8471=x;{COOKIE}; c")[0] == 200
    assert ask(cookie=[f"grader-{PORT}=set by another server", COOKIE])[0] == 200


@pytest.mark.parametrize(
    "query", ["token=", "token=wrong", "token=the-toke", "token=the-token&token=x", "t=the-token"]
)
def test_a_wrong_token_opens_nothing(query):
    status, headers, _ = ask(query=query, cookie=None)
    assert status == 403
    assert "set-cookie" not in headers


@pytest.mark.parametrize(
    ("path", "query", "location"),
    [
        ("/", "token=the-token", "/"),
        ("/p/layer_norm", "token=the-token", "/p/layer_norm"),
        ("/p/a b", "x=1&token=the-token&y=%26", "/p/a%20b?x=1&y=%26"),
        ("//elsewhere.example/x", "token=the-token", "/elsewhere.example/x"),
        ("/\\elsewhere.example", "token=the-token", "/elsewhere.example"),
        ("/a\r\nSet-Cookie: x=y", "token=the-token", "/a%0D%0ASet-Cookie%3A%20x%3Dy"),
    ],
)
def test_the_right_token_becomes_a_cookie_and_leaves_the_address(path, query, location):
    status, headers, _ = ask(path=path, query=query, cookie=None)
    assert (status, headers["location"]) == (303, location)
    cookie, *attributes = headers["set-cookie"].split("; ")
    assert cookie == COOKIE
    assert sorted(attributes) == ["HttpOnly", "Path=/", "SameSite=strict"]


def test_a_token_in_a_post_is_none():
    assert post(query="token=the-token", cookie=None)[0] == 403


def test_a_token_for_one_use_works_once():
    keys, used = Keys(), []
    token = keys.single_use(lambda: used.append(1))
    assert [ask(query=f"token={token}", keys=keys, cookie=None)[0] for _ in range(3)] == [200, 403, 403]
    assert used == [1]
    assert ask(query=f"token={keys.token}", keys=keys, cookie=None)[0] == 303


FROM_A_FILE = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}


def test_a_token_for_one_use_may_come_from_a_file_and_leads_on_by_a_page_of_this_origin():
    keys = Keys(cookie="the-cookie")
    token = keys.single_use()
    how = {"keys": keys, "cookie": None, **FROM_A_FILE}
    status, headers, body = ask(path="/p/a<b", query=f"token={token}&x=1", **how)
    assert status == 200
    assert headers["set-cookie"].startswith(f"{COOKIE}; ")
    assert headers["cache-control"] == "no-store"
    assert b'content="0;url=/p/a%3Cb?x=1"' in body
    assert token.encode() not in body
    assert ask(query=f"token={token}", **how)[0] == 403


@pytest.mark.parametrize(
    "how",
    [{"sec_fetch_dest": "iframe"}, {"sec_fetch_dest": "empty"}, {"sec_fetch_dest": None}, {"method": "HEAD"}],
)
def test_a_token_for_one_use_is_kept_where_no_page_is_opened(how):
    keys = Keys()
    token = keys.single_use()
    assert ask(query=f"token={token}", keys=keys, **{"cookie": None, **FROM_A_FILE, **how})[0] == 403
    assert ask(query=f"token={token}", keys=keys, cookie=None, **FROM_A_FILE)[0] == 200


def test_the_printed_token_and_the_cookie_open_nothing_for_another_site():
    assert ask(query="token=the-token", cookie=None, **FROM_A_FILE)[0] == 403
    assert ask(**FROM_A_FILE)[0] == 403
    assert post(**FROM_A_FILE)[0] == 403


def test_secrets_are_long_and_of_their_own():
    keys = [Keys() for _ in range(10)]
    values = {value for k in keys for value in (k.token, k.cookie, k.single_use())}
    assert len(values) == 30
    assert all(len(value) >= 43 for value in values)  # 32 bytes in base 64


@pytest.mark.parametrize("host", ["127.0.0.1:8470", "localhost:8470", "LocalHost:8470", "[::1]:8470"])
def test_the_servers_own_names_are_known(host):
    assert ask(host=host)[0] == 200
    assert post(host=host, origin=f"http://{host}")[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "127.0.0.1",
        "localhost",
        "127.0.0.1:8471",
        "127.0.0.1:",
        "127.0.0.1:8470:8470",
        "127.0.0.2:8470",
        "rebound.example:8470",
        "rebound.example",
        "localhost.rebound.example:8470",
        "127.0.0.1.rebound.example:8470",
        "127.0.0.1:8470@rebound.example",
        "0x7f.1:8470",
        "2130706433:8470",
        "[::1:8470",
        "::1:8470",
        "[::1]",
        "0.0.0.0:8470",
        ["127.0.0.1:8470", "rebound.example:8470"],
    ],
)
@pytest.mark.parametrize("query", ["", "token=the-token"])
def test_a_name_that_is_not_the_servers_is_refused(host, query):
    status, headers, _ = ask(host=host, query=query)
    assert status == 421
    assert "set-cookie" not in headers
    assert "x-inner" not in headers


def test_on_all_addresses_any_address_is_the_servers_but_no_foreign_name():
    everywhere = ListenAddress("0.0.0.0", PORT)
    assert everywhere.is_here("192.0.2.7:8470")
    assert everywhere.is_here("[2001:db8::1]:8470")
    assert everywhere.is_here(everywhere.shown)
    assert not everywhere.is_here("rebound.example:8470")
    assert not everywhere.is_here("192.0.2.7:8471")
    assert not ListenAddress("192.0.2.7", PORT).is_here("192.0.2.8:8470")


def test_the_port_that_browsers_leave_out_is_left_out():
    assert ListenAddress("127.0.0.1", 80).is_here("localhost")
    assert ListenAddress("::1", 80).is_here("[::1]")
    assert not ListenAddress("127.0.0.1", 8080).is_here("localhost")


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "",
        "http://elsewhere.example",
        "http://127.0.0.1:8471",
        "http://127.0.0.1",
        "http://localhost:8470",
        "https://127.0.0.1:8470",
        f"{OWN}.elsewhere.example",
        [OWN, "http://elsewhere.example"],
    ],
)
def test_a_post_from_another_origin_is_refused(origin):
    status, headers, _ = post(path="/api/p/layer_norm/run", origin=origin)
    assert status == 403
    assert "x-inner" not in headers


@pytest.mark.parametrize(
    "kind",
    [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
     "text/json", "application/jsonx", "text/plain; application/json"],
)  # fmt: skip
def test_a_post_of_what_a_form_can_send_is_refused(kind):
    status, headers, _ = post(content_type=kind)
    assert status == 415
    assert "x-inner" not in headers


def test_json_may_name_its_charset():
    assert post(content_type="Application/JSON; charset=utf-8")[0] == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "bogus"])
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("query", ["", "token=the-token"])
def test_what_another_site_makes_a_browser_send_is_refused(site, method, query):
    status, headers, _ = ask(method, query=query, sec_fetch_site=site, origin=OWN, content_type=JSON)
    assert status == 403
    assert not {"x-inner", "set-cookie"} & set(headers)


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_what_the_page_itself_or_the_address_bar_sends_is_let_in(site):
    assert ask(sec_fetch_site=site)[0] == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"])
def test_other_methods_are_not_known(method):
    assert ask(method, origin=OWN, content_type=JSON)[0] == 405


@pytest.mark.parametrize(
    "how",
    [{}, {"cookie": None}, {"host": "rebound.example"}, {"query": "token=the-token"}, {"method": "PUT"},
     {"method": "POST"}],
)  # fmt: skip
def test_every_answer_says_what_it_may_do(how):
    _, headers, _ = ask(**how)
    assert headers["content-security-policy"] == policy()
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in headers


def test_the_policy_allows_the_servers_own_files_and_nothing_else():
    directives = dict(part.strip().partition(" ")[::2] for part in policy("abc").split(";"))
    assert directives == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self' 'nonce-abc'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "font-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    assert "nonce" not in policy()
    assert "unsafe" not in policy("abc")


def test_no_web_socket_is_opened():
    sent = []
    asyncio.run(Guard(inner, HERE, KEYS)({"type": "websocket", "headers": []}, None, sent.append))
    assert not sent

"""Reads HTML strictly, as a page's text is expected to be written."""

from html.parser import HTMLParser

VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "wbr"})


class Markup(HTMLParser):
    """The elements of a text, each with its attributes; fails where they are not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names)
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open, f"</{tag}> closes nothing"
        assert self._open.pop() == tag

    def handle_data(self, data):
        self.text += data

    @property
    def tags(self):
        return [tag for tag, _ in self.elements]

    def all(self, tag, kind=None):
        """Return the attributes of each element `tag`, of the class `kind` if that is given."""
        return [
            attrs
            for name, attrs in self.elements
            if name == tag and (kind is None or kind in (attrs.get("class") or "").split())
        ]


def harmless(text):
    """Read `text`; fail if anything in it has a style, a script or an event of its own, or loads something."""
    read = Markup(text)
    for tag, attrs in read.elements:
        assert tag not in {
            "script",
            "style",
            "link",
            "img",
            "iframe",
            "object",
            "embed",
            "base",
            "form",
            "svg",
        }
        for name, value in attrs.items():
            assert name not in ("style", "src", "srcset", "srcdoc", "action", "formaction", "ping")
            assert not name.startswith("on")
            assert name != "href" or (value or "").startswith(("#", "http://", "https://", "mailto:"))
    return read

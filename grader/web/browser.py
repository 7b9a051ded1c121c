"""Open the page in a browser without a secret on any command line.

Theory of operation. The page's address contains a token, and every user of the machine can read the command
line of a process: with the address on it, another user could use the token first. So the browser gets the
path of a file that only this user can read (mode 0600, in a new folder of mode 0700), and the file redirects
to the address. Its token works once (`grader.web.security`); the file is removed after that, and when the
server ends.

Residual risks: programs of the same user can read the file, like everything else of that user. A browser
without access to the folder for temporary files shows an error; the printed address still works.
"""

import html
import shutil
import tempfile
import webbrowser
from pathlib import Path

from grader.writing import write_file


class Opening:
    """A file that leads a browser to an address that holds a secret."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="grader-open-"))
        self.path = self.folder / "open.html"

    def lead_to(self, address: str) -> None:
        """Write the file."""
        write_file(self.path, leading_to(address), mode=0o600, overwrite=False)

    def show(self) -> None:
        """Start the browser; to be called beside other work, as some browsers are waited for."""
        webbrowser.open(self.path.as_uri())

    def close(self) -> None:
        """Remove the file; twice does no harm."""
        shutil.rmtree(self.folder, ignore_errors=True)


def leading_to(address: str) -> str:
    """Return a page that leads to an address at once."""
    shown = html.escape(address)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
        f'<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0;url={shown}">'
        f'<title>grader</title><p><a href="{shown}">Go on to the page</a></p></html>\n'
    )

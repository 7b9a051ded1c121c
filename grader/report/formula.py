r"""A formula's LaTeX as one line of Unicode text: ``\sigma^2 = \frac{1}{d} \sum_i x_i`` → ``σ² = 1/d ∑ᵢ xᵢ``.

A subset that mathematics on a problem's page needs. A command that it does not know becomes its name. What
TeX itself would refuse (braces that do not close, a fraction of one part, two superscripts, a bracket without
its other half) or what is too long or too deep can't be read; it is then for the caller to show its source.
"""

import re
from collections.abc import Mapping

_MAX_CHARACTERS = 4000
_MAX_DEPTH = 40

_SYMBOLS: Mapping[str, str] = {
    # Greek
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "vartheta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ",
    "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ",
    "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
    # operators and relations
    "sum": "∑", "prod": "∏", "int": "∫", "partial": "∂", "nabla": "∇", "cdot": "·", "times": "×", "div": "÷",
    "odot": "⊙", "otimes": "⊗", "oplus": "⊕", "pm": "±", "mp": "∓", "ast": "∗", "circ": "∘", "le": "≤",
    "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈", "sim": "∼", "equiv": "≡",
    "propto": "∝", "ll": "≪", "gg": "≫", "in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆", "cup": "∪",
    "cap": "∩", "setminus": "∖", "emptyset": "∅", "forall": "∀", "exists": "∃", "neg": "¬", "land": "∧",
    "lor": "∨", "to": "→", "rightarrow": "→", "leftarrow": "←", "gets": "←", "mapsto": "↦",
    "Rightarrow": "⇒", "Leftrightarrow": "⇔", "iff": "⇔", "implies": "⇒", "infty": "∞", "top": "ᵀ",
    "prime": "′", "dots": "…", "ldots": "…", "cdots": "⋯", "vdots": "⋮", "mid": "|", "parallel": "∥",
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "langle": "⟨", "rangle": "⟩", "vert": "|",
    "lvert": "|", "rvert": "|", "Vert": "‖", "lVert": "‖", "rVert": "‖", "ell": "ℓ", "hbar": "ℏ", "Re": "Re",
    "Im": "Im", "backslash": "\\",
    # spaces
    "quad": "\u2003", "qquad": "\u2003", ",": " ", ";": " ", ":": " ", " ": " ", "!": "", "\n": " ",
    # characters that LaTeX takes for itself
    "{": "{", "}": "}", "$": "$", "%": "%", "&": "&", "#": "#", "_": "_", "|": "‖", "\\": "\n",
    # said by layout only
    "big": "", "Big": "", "bigl": "", "bigr": "", "Bigl": "", "Bigr": "",
    "displaystyle": "", "textstyle": "", "limits": "", "nolimits": "", "tag": "", "label": "",
}  # fmt: skip
_ACCENTS: Mapping[str, str] = {
    "hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0305", "tilde": "\u0303",
    "widetilde": "\u0303", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308",
}  # fmt: skip
_NO_ARGUMENT = frozenset({"}", "^", "_", "&"})
_CHARACTERS: Mapping[str, str] = {"-": "−", "'": "′", "~": " ", "&": "", "\\": ""}
_PLAIN = frozenset(
    {"text", "mathrm", "operatorname", "mathbf", "mathit", "mathsf", "mathtt", "mathcal", "boldsymbol",
     "textbf", "textit", "texttt", "mbox"}
)  # fmt: skip
_DOUBLE = str.maketrans("RNZQCPE", "ℝℕℤℚℂℙ𝔼")
_RAISED = dict(zip("0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWᵀ′∗",
                   "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵀ′*",
                   strict=True))  # fmt: skip
_LOWERED = dict(zip("0123456789+-−=()aehijklmnoprstuvxβγρφχ",
                    "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True))  # fmt: skip
_TOKEN = re.compile(r"\\(?:[A-Za-z]+\*?|.|\n)|\s+|.", re.DOTALL)
# What needs no brackets in a fraction or under a root: a word or number with scripts, or a bracket.
_ATOM = re.compile(r"[\w.,^′\u0300-\u036f\u20d7⁰-₎ᵃ-ᶻᴬ-ᵂ∞…]+|√?\([^()]*\)|[|‖⌊⌈⟨][^|‖⌊⌈⟨]*[|‖⌋⌉⟩]")


class _UnreadableError(Exception):
    """The formula is none."""


def formula(source: str) -> str | None:
    r"""Return the LaTeX `source` as text, None if it can't be read.

    Parameters
    ----------
    source
        Without its dollar signs. Where it has ``\\``, the text has a line feed.
    """
    if len(source) > _MAX_CHARACTERS:
        return None
    try:
        text = _FormulaReader(_TOKEN.findall(source)).whole()
    except _UnreadableError:
        return None
    lines = (_spaced(line) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


class _FormulaReader:
    """Reads tokens from left to right."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._next = 0
        self._depth = 0
        self._open: list[str] = []  # environments by name, and ``\left`` for each one

    def whole(self) -> str:
        """Return the whole formula."""
        text = self._until(None)
        if self._open:
            raise _UnreadableError
        return text

    def _until(self, closing: str | None) -> str:
        """Return what comes before the token `closing` (or the end), and pass over that."""
        parts: list[str] = []
        scripts: set[str] = set()  # of what stands last
        outside = len(self._open)
        while (token := self._take()) != closing:
            if token in (None, "}") or token in scripts:
                raise _UnreadableError
            if token in ("^", "_"):
                scripts.add(token)
                parts.append(_scripted(self._argument(), token))
                continue
            if not token.isspace():
                scripts.clear()
            parts.append(self._one(token))
        if closing and len(self._open) != outside:
            raise _UnreadableError
        return "".join(parts)

    def _take(self) -> str | None:
        token = self._peek()
        self._next += 1
        return token

    def _peek(self) -> str | None:
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def _argument(self) -> str:
        """Return the next group in braces, or the next single thing."""
        while (token := self._take()) is not None and token.isspace():
            pass
        if token is None or token in _NO_ARGUMENT:
            raise _UnreadableError
        return self._one(token).strip()

    def _one(self, token: str) -> str:
        if self._depth > _MAX_DEPTH:
            raise _UnreadableError
        self._depth += 1
        try:
            if token == "{":  # noqa: S105 - no password
                return self._until("}")
            if token.startswith("\\"):
                return self._command(token[1:].rstrip("*"))
            return " " if token.isspace() else _CHARACTERS.get(token, token)
        finally:
            self._depth -= 1

    def _command(self, name: str) -> str:
        make = {
            "frac": self._fraction,
            "sqrt": self._root,
            "mathbb": lambda: self._argument().translate(_DOUBLE),
            "begin": self._begin,
            "end": lambda: self._end(self._argument()),
            "left": self._left,
            "right": self._right,
        }.get("frac" if name in ("dfrac", "tfrac") else name)
        if make is not None:
            return make()
        if name in _ACCENTS:
            return _accented(self._argument(), name)
        if name in _PLAIN:
            return self._argument()
        return _SYMBOLS.get(name, name)

    def _fraction(self) -> str:
        over = _atom(self._argument())
        return f"{over}/{_atom(self._argument())}"

    def _root(self) -> str:
        degree = ""
        if self._peek() == "[":
            self._next += 1
            degree = _scripted(self._until("]"), "^")
        return f"{degree}√{_atom(self._argument())}"

    def _begin(self) -> str:
        self._open.append(self._argument())
        return ""

    def _end(self, name: str) -> str:
        if not self._open or self._open.pop() != name:
            raise _UnreadableError
        return ""

    def _left(self) -> str:
        self._open.append("\\left")
        return self._delimiter()

    def _right(self) -> str:
        self._end("\\left")
        return self._delimiter()

    def _delimiter(self) -> str:
        """Drop the word, and the dot that stands for no delimiter."""
        if self._peek() in (None, "}"):
            raise _UnreadableError
        if self._peek() == ".":
            self._next += 1
        return ""


def _spaced(line: str) -> str:
    line = re.sub(r" +", " ", line).strip()
    line = re.sub(r"(?<=[(\[]) | (?=[)\]])", "", line)
    line = re.sub(r"(?<=[\w)])(?=[∑∏∫])", " ", line)
    return re.sub(r" *\u2003 *", "   ", line)


def _atom(text: str) -> str:
    text = text.strip()
    return text if _ATOM.fullmatch(text) else f"({text})"


def _scripted(text: str, mark: str) -> str:
    text = text.strip()
    table = _RAISED if mark == "^" else _LOWERED
    if text and all(character in table for character in text):
        return "".join(table[character] for character in text)
    return f"{mark}{text}" if re.fullmatch(r"[^\W_]+", text) else f"{mark}({text})"


def _accented(text: str, name: str) -> str:
    if len(text) <= 4:
        return "".join(c if c.isspace() else c + _ACCENTS[name] for c in text)
    return f"{name.removeprefix('wide')}({text})"

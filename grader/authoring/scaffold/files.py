"""The files of a new problem, as a person would write them."""

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.authoring.literal_file import as_toml
from grader.authoring.mutate.change import as_people_write
from grader.authoring.scaffold.probe import ProbeResult
from grader.authoring.scaffold.recipes import is_array, whole
from grader.authoring.scaffold.solution import Solution
from grader.errors import UsageError
from grader.problem.case import Case
from grader.problem.signature import Parameter, Signature

GENERATED = 20
_DRAWN = {
    False: "    return arrays.arrays(np.float64, shape, elements=numbers)\n",
    True: (
        "    return st.one_of(\n"
        "        arrays.arrays(np.float64, shape, elements=numbers),\n"
        "        arrays.arrays(np.float64, shape, elements=st.sampled_from([0.0, 1.0])),\n"
        "    )\n"
    ),
}
_SIZED = ("_WORD", "st.lists(", "st.dictionaries(")
PLACEHOLDER = "‹…›"
_KINDS = {
    "derived": '[comparison]\nkind = "derived"\n',
    "exact": '[comparison]\nkind = "exact"\n',
    "close": (
        '[comparison]\nkind = "close"\nrtol = 1e-9\natol = 1e-12\n'
        'why = "the reference computes outside of numpy\'s functions, where no tolerance can be derived"\n'
    ),
}
_SAMPLES = (
    ("first", {"m": 2, "n": 3, "k": 4}, 1, "a first example"),
    ("second", {"m": 3, "n": 4, "k": 2}, 2, "other values and another size"),
)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a new problem is made of."""

    slug: str
    title: str
    solution: Solution
    plan: ProbeResult
    kind: str
    result: Any

    @property
    def signature(self) -> Signature:
        """The entry point's."""
        return self.solution.signature

    @property
    def cited(self) -> str:
        """The sentence of the page that the first group checks."""
        summary = " ".join(self.solution.summary.split("\n\n")[0].split())
        return summary or self.asked

    @property
    def asked(self) -> str:
        """The first line of the page."""
        return f"Write `{_plain(self.signature)}`."


def samples(draft: Draft) -> tuple[Case, ...]:
    """Return two samples."""
    found = []
    for name, sizes, seed, why in _SAMPLES:
        args = draft.plan.draw(seed, sizes)
        if seed > 1:  # the first is called with the defaults
            others = {name: values[-1] for name, values in draft.plan.options.items()}
            # TOML has no None: this argument and those after it take their defaults.
            args |= dict(itertools.takewhile(lambda item: item[1] is not None, others.items()))
        omit = tuple(p.name for p in draft.signature.parameters if p.name not in args)
        found.append(Case(name, group="sample", args=args, omit=omit, why=why))
    return tuple(found)


def files_of(draft: Draft) -> dict[str, str]:
    """Return the text of each file by its path in the problem folder."""
    made = {
        "problem.toml": _problem(draft),
        "statement.md": _statement(draft),
        "starter.py": _starter(draft),
        "strategies.py": _strategies(draft),
        "mistakes.py": _mistakes(draft),
    }
    made = {name: as_people_write(text) for name, text in made.items()}
    made["reference.py"] = draft.solution.source
    for case in samples(draft):
        text = as_toml(case, draft.signature)
        if text is None:
            raise UsageError(f"{draft.signature.name}: its arguments can't be written as TOML")
        made[f"cases/sample/{case.name}.toml"] = text
    return made


def _problem(draft: Draft) -> str:
    import tomlkit  # noqa: PLC0415 - only where something is written

    def text(value: str) -> str:
        return str(tomlkit.item(value).as_string())

    imports = ", ".join(text(name) for name in draft.solution.packages)
    return f"""schema = 1
title = {text(draft.title)}
collection = "My problems"
difficulty = "Easy"
entry_point = {text(draft.signature.name)}
allowed_imports = [{imports}]
in_place = "reject"  # a solution that changes its arguments is wrong

# What a learner sees one at a time, the most general first.
hints = []

# What a solution must do; a group may cite one of these, too.
requirements = [
  "Each call stands alone and leaves its arguments as they are.",
]

# What may be passed.
constraints = [
  {text(_constraint(draft))},
]

{_KINDS[draft.kind]}
# Samples: shown to the learner, with their results.
[groups.sample]
visible = true

# Hidden cases, drawn by basic() in strategies.py; cases/basic/ may hold fixed ones besides.
[groups.basic]
points = 100
generated = {GENERATED}
cites = {text(draft.cited)}
"""


def _constraint(draft: Draft) -> str:
    if any(is_array(p.annotation) for p in draft.signature.parameters):
        return f"Arrays hold float64 values; every axis has a length of {draft.plan.least} or more."
    if any(word in recipe.strategy for recipe in draft.plan.recipes.values() for word in _SIZED):
        least = "may be empty" if draft.plan.empty else "have a length of 1 or more"
        return f"Lists, texts and dictionaries {least}."
    return "The inputs are valid; the function need not check them."


def _statement(draft: Draft) -> str:
    summary = draft.solution.summary or f"It returns {PLACEHOLDER}."
    rows = "\n".join(f"| `{p.name}` | {_described(p)} |" for p in draft.signature.parameters)
    return f"""{draft.asked}

{summary}

| argument | what it is |
| --- | --- |
{rows}

It returns {_returned(draft.result, draft.signature.returns)}.
"""


def _described(parameter: Parameter) -> str:
    what = "array of float64" if is_array(parameter.annotation) else f"`{parameter.annotation}`"
    return f"{what}; {parameter.default!r} by default" if parameter.has_default else what


def _returned(result: Any, annotation: str | None) -> str:
    if isinstance(result, np.ndarray):
        return f"a new {result.dtype.name} array"
    names = {"float": "a number", "int": "a whole number", "bool": "true or false", "str": "a text"}
    kind = type(result.item()).__name__ if isinstance(result, np.generic) else type(result).__name__
    return names.get(kind, f"a `{annotation}`" if annotation else f"a {kind}")


def _starter(draft: Draft) -> str:
    imports = "\n".join(draft.solution.imports)
    first = draft.solution.summary.split("\n")[0] or "Return what the problem asks for."
    head = f"{imports}\n\n\n" if imports else ""
    return f'{head}def {draft.signature}:\n    """{first}"""\n    pass\n'


def _mistakes(draft: Draft) -> str:
    return '''"""Wrong solutions to expect; the docstrings explain them to the learner.

Each function has the parameters of the solution; its docstring's last line may be "Hint: 1".
"""


def nothing_returned(draft_parameters):
    """The result is not returned.

    The function ends without a `return`, so what it has computed is lost and the call gives None.
    """
'''.replace("draft_parameters", _parameters(draft.signature))


def _parameters(signature: Signature) -> str:
    return ", ".join(f"{p.name}={p.default!r}" if p.has_default else p.name for p in signature.parameters)


def _plain(signature: Signature) -> str:
    return f"{signature.name}({_parameters(signature)})"


def _strategies(draft: Draft) -> str:
    plan = draft.plan
    drawn = {name: recipe.strategy for name, recipe in plan.recipes.items()}
    if plan.empty:
        drawn = {name: strategy.replace("min_size=1, ", "") for name, strategy in drawn.items()}
    required = [f'            "{name}": {strategy},' for name, strategy in drawn.items()]
    options = [f'            "{name}": st.sampled_from({_listed(v)}),' for name, v in plan.options.items()]
    sizes = [
        s
        for s in ("m", "n", "k")
        if any(f"{s}," in line or f" {s})" in line for line in required if "_array(" in line)
    ]
    body = "\n".join(required)
    call = f"_arguments({', '.join(sizes)})"
    if len(sizes) == 1:
        shown = f"st.integers({plan.least}, 6).flatmap(_arguments)"
    elif sizes:
        each = ", ".join(f"st.integers({plan.least}, 6)" for _ in sizes)
        shown = f"st.tuples({each}).flatmap(lambda sizes: _arguments(*sizes))"
    else:
        shown = call
    if options:
        both = "\n".join((*required, *options))
        made = "    return st.one_of(\n" + _dictionary(body, 8) + ",\n" + _dictionary(both, 8) + ",\n    )\n"
    else:
        made = "    return " + _dictionary(body, 4).lstrip() + "\n"
    helpers = _helpers(plan, made)
    uses_arrays = "_array(" in made
    imports = "import numpy as np\n" if uses_arrays else ""
    extra = "from hypothesis.extra import numpy as arrays\n" if uses_arrays else ""
    return f'''"""Generated cases: one function per group, which returns a Hypothesis strategy of arguments.

A parameter with a default may be missing. docs/authoring.md says what else a strategy can draw.
"""

{imports}from hypothesis import strategies as st
{extra}

def basic():
    """Ordinary values, small sizes."""
    return {shown}


def _arguments({", ".join(sizes)}):
{made}{helpers}'''


def _dictionary(body: str, indent: int) -> str:
    pad = " " * indent
    inner = "\n".join(pad + "        " + line.strip() for line in body.splitlines())
    return f"{pad}st.fixed_dictionaries(\n{pad}    {{\n{inner}\n{pad}    }}\n{pad})"


def _listed(values: list[Any]) -> str:
    return repr(values)


def _helpers(plan: ProbeResult, made: str) -> str:
    """Return what the strategies need besides: an array, a number, a word."""
    domain = plan.domain
    number = f"st.integers({domain.low}, {domain.high}).map(lambda k: k / {domain.parts})"
    least, largest = whole(domain)
    word = 'st.one_of(st.sampled_from("ab"), st.text("abcde", min_size=1, max_size=6))'
    parts = []
    if "_array(" in made:
        parts.append(
            f'def _array(shape):\n    """Return {domain.what}: short, and not in float32."""\n'
            f"    numbers = {number}\n{_DRAWN[plan.zeros]}"
        )
    constants = {"_NUMBER": number, "_WHOLE": f"st.integers({least}, {largest})", "_WORD": word}
    lines = [f"{name} = {text}" for name, text in constants.items() if name in made]
    if lines:
        parts.append("\n".join(lines) + "\n")
    text = "".join(f"\n\n{part}" for part in parts)
    return text.replace("min_size=1, ", "") if plan.empty else text

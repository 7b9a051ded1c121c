"""Made-up results, one of each kind, for the tests of reports and commands."""

import numpy as np

from grader.result import (
    CaseResult,
    Counterexample,
    Diagnosis,
    Environment,
    GroupResult,
    Note,
    ProblemInfo,
    Resources,
    Result,
    ShownValue,
    SubmissionInfo,
    Verdict,
)

ENVIRONMENT = Environment(
    grader="0.1.0",
    python="3.11.4",
    numpy="2.4.6",
    hypothesis="6.170.17",
    platform="Linux x86_64",
    isolation="kernel",
    seed=0,
)


def shown(value, **changes):
    """Return `value` as the judge would show it, for the few kinds that these results need."""
    if isinstance(value, np.ndarray):
        return ShownValue(
            type="ndarray", dtype=value.dtype.name, shape=value.shape, data=_text(value.tolist()), **changes
        )
    return ShownValue(type="None" if value is None else type(value).__name__, data=_text(value), **changes)


def _text(data):
    if isinstance(data, list | tuple):
        return [_text(item) for item in data]
    names = {float("inf"): "Infinity", float("-inf"): "-Infinity"}
    return "NaN" if data != data else names.get(data, data)


X = np.array([2.0, 6.0, -2.0, 4.0])
ARGS = ({"x": shown(X), "gamma": shown(np.ones(4)), "beta": shown(np.zeros(4)), "eps": shown(1e-6)},)
WANT = shown(np.array([-0.16903085, 1.18321595, -1.52127765, 0.50709255]))
GOT = shown(np.array([-0.14638501, 1.18321595, -1.31746509, 0.43915503]))


def result(verdict="AC", **changes):
    fields = {
        "problem": ProblemInfo(slug="layer_norm", title="Layer Normalization", digest="d" * 64),
        "submission": SubmissionInfo(path="solution.py", sha256="5" * 64, size_bytes=321),
        "verdict": Verdict(verdict),
        "score": None if verdict == "JE" else 100.0,
        "groups": groups(),
        "resources": Resources(wall_s=0.131, cpu_s=0.0871, memory_bytes=12 * 2**20),
        "environment": ENVIRONMENT,
    }
    return Result(**(fields | changes))


def groups(basic="AC", passed=66):
    return (
        group("sample", 0, "AC", 3, 3, visible=True),
        group("basic", 40, basic, passed, 66),
        group("shapes", 25, "AC", 48, 48),
        group("precision", 15, "AC", 30, 30),
        group("stability", 20, "AC", 30, 30),
        group("edge", 0, "AC", 5, 5, advisory=True),
    )


def group(name, points, verdict, passed, total, **changes):
    earned = points if verdict == "AC" else 0
    return GroupResult(
        name=name, points=earned, max_points=points, verdict=verdict, passed=passed, total=total, **changes
    )


def case(name="worked_example", group="sample", visibility="sample", verdict="AC", **changes):
    return CaseResult(name=name, group=group, visibility=visibility, verdict=verdict, **changes)


WRONG_SAMPLE = case(
    verdict="WA",
    reason="value",
    message="3 of 4 elements are wrong, first at [0]: got -0.146385, want -0.169031",
    args=ARGS,
    got=GOT,
    want=WANT,
    output="mean 2.5\nstd 3.41\n",
)
HIDDEN = case("eps_grid", "basic", "hidden", "WA", reason="value", message="the values are wrong")

MADE = {
    "accepted": result(),
    "accepted_with_warnings": result(
        warnings=(
            Note(code="in_place", message="x was changed in place"),
            Note(code="isolation_process", message="ran without the sandbox: only for files you trust"),
        ),
        environment=ENVIRONMENT.model_copy(update={"isolation": "process", "seed": None}),
        groups=(*groups()[:-1], group("edge", 0, "WA", 4, 5, advisory=True)),
        cases=(case("empty_batch", "edge", "hidden", "WA", reason="shape", message="the result has the wrong shape"),),
    ),
    "wrong_sample": result(
        "WA",
        score=0.0,
        groups=(group("sample", 0, "WA", 2, 3, visible=True), *groups("WA", 4)[1:]),
        cases=(WRONG_SAMPLE, HIDDEN, HIDDEN),
        diagnosis=(
            Diagnosis(
                mistake="sample variance (ddof=1)",
                matched=88,
                compared=88,
                message="sample variance (ddof=1): the variance is divided by d - 1; this problem divides by d.",
                hint=1,
            ),
        ),
    ),
    "wrong_hidden": result(
        "WA",
        score=60.0,
        groups=groups("WA", 64),
        cases=(case(), HIDDEN),
        counterexample=Counterexample(
            args={"x": shown(np.array([[0.0, 1.0]])), "eps": shown(0.1)},
            got=shown(np.array([[-0.99, float("nan")]])),
            want=shown(np.array([[-0.84515425, 0.84515425]])),
            code="import numpy as np\nlayer_norm(np.array([[0.0, 1.0]]), np.ones(2), np.zeros(2), 0.1)",
            message="found by search among generated cases",
        ),
    ),
    "wrong_type": result(
        "WA",
        score=0.0,
        groups=groups("WA", 0),
        cases=(
            case(
                verdict="WA",
                reason="type",
                message="the function returned None: is a `return` missing?",
                args=ARGS,
                got=shown(None),
                want=WANT,
            ),
        ),
    ),
    "wrong_shape": result(
        "WA",
        score=0.0,
        groups=groups("WA", 0),
        cases=(
            case(
                verdict="WA",
                reason="shape",
                message="got shape (1, 4), want shape (4,)",
                args=ARGS,
                got=shown(X[None]),
                want=WANT,
            ),
        ),
    ),
    "run_time_error": result(
        "RTE",
        score=0.0,
        groups=groups("RTE", 0),
        cases=(
            case(
                verdict="RTE",
                reason="raised",
                message="raised NameError: name 'nump' is not defined (line 7, in layer_norm)",
                args=ARGS,
                want=WANT,
            ),
        ),
    ),
    "time_limit": result(
        "TLE",
        score=40.0,
        groups=(*groups()[:2], group("shapes", 25, "TLE", 12, 48), *groups()[3:]),
        cases=(case("many_rows", "shapes", "hidden", "TLE", reason="limit", message="took longer than the time limit (2 s of CPU for a call)"),),
    ),
    "memory_limit": result(
        "MLE",
        score=40.0,
        groups=(*groups()[:2], group("shapes", 25, "MLE", 12, 48), *groups()[3:]),
        cases=(case("many_rows", "shapes", "hidden", "MLE", reason="limit", message="needed more memory than the limit (512 MiB)"),),
    ),
    "output_limit": result(
        "OLE",
        score=0.0,
        groups=groups("OLE", 0),
        cases=(case(verdict="OLE", reason="limit", message="printed more than the output limit (16 MiB)", output="spam\n" * 100, args=ARGS, want=WANT),),
    ),
    "compile_error": result("CE", score=0.0, groups=(), message="does not compile: SyntaxError: '(' was never closed (line 3)"),
    "judge_error": result("JE", groups=groups("JE", 3), cases=(case("eps_grid", "basic", "hidden", "JE", message="the judge failed on this case: KeyError: 'x'"),)),
}  # fmt: skip

"""Rules across the keys of `problem.toml` and the page: one function per rule."""

from collections.abc import Iterator
from pathlib import Path

from grader.problem.faults import did_you_mean, fault, said
from grader.problem.files import Files
from grader.problem.spec import GroupSpec, Spec

_COMPARE_NEEDS = "comparison.kind 'custom' needs it; add `def compare(got, want, args) -> str | None`"


def text_faults(place: Path, spec: Spec, doubtful: frozenset[str], files: Files) -> list[str]:
    """Return every fault that can be seen without running the folder's Python.

    Parameters
    ----------
    place
        The problem folder.
    spec, doubtful
        From `read_spec`: nothing is said of keys that are wrong in themselves.
    files
        The files of the folder.
    """
    toml = place / "problem.toml"
    tainted = {key.split(".")[0] for key in doubtful}
    faults: list[str] = []
    if "comparison" not in tainted:
        faults += _comparison_faults(toml, spec)
        faults += _compare_file_faults(place, spec, files)
    if "limits" not in tainted:
        faults += _limits_faults(toml, spec)
    for name, group in spec.groups.items():
        if not any(f"{key}.".startswith(f"groups.{name}.") for key in doubtful):
            faults += (fault(toml, f"groups.{name}.{key}", what) for key, what in _group_faults(group, spec))
    if "groups" not in tainted:
        faults += _whole_faults(toml, spec)
    if "statement.md" in files.sources and not {"requirements", "constraints"} & tainted:
        faults += _cites_faults(toml, spec, files.text("statement.md"))
    if "groups" not in doubtful:
        faults += _folder_faults(place, spec, files)
    return faults


def _comparison_faults(path: Path, spec: Spec) -> list[str]:
    c = spec.comparison
    faults = []
    if c.kind == "close":
        if not c.rtol and not c.atol:
            faults.append(fault(path, "comparison", "'close' needs rtol or atol above 0; add one"))
        if not c.why.strip():
            faults.append(
                fault(path, "comparison.why", "missing; say in one line why these tolerances are right")
            )
    else:
        faults += [
            fault(path, f"comparison.{key}", f"has no meaning for {c.kind!r}; remove it, or use 'close'")
            for key in ("rtol", "atol")
            if key in c.model_fields_set
        ]
        if "accepts" in c.model_fields_set and c.kind != "custom":
            what = f"has no meaning for {c.kind!r}; remove it, or use 'custom'"
            faults.append(fault(path, "comparison.accepts", what))
        if c.why and c.kind != "custom":
            faults.append(fault(path, "comparison.why", f"has no meaning for {c.kind!r}; remove it"))
    return faults


def _limits_faults(path: Path, spec: Spec) -> list[str]:
    if spec.limits.cpu_s_call <= spec.limits.cpu_s_total:
        return []
    return [
        fault(
            path,
            "limits.cpu_s_call",
            f"must not be above cpu_s_total ({spec.limits.cpu_s_total:g}), got {spec.limits.cpu_s_call:g}",
        )
    ]


def _compare_file_faults(place: Path, spec: Spec, files: Files) -> Iterator[str]:
    has, needs = "compare.py" in files.sources, spec.comparison.kind == "custom"
    if needs and not has:
        yield fault(place / "compare.py", "", f"missing; {_COMPARE_NEEDS}")
    if has and not needs:
        yield fault(place / "compare.py", "", "is never used; say comparison.kind = 'custom', or remove it")


def _group_faults(group: GroupSpec, spec: Spec) -> Iterator[tuple[str, str]]:
    if group.advisory and group.points:
        yield "points", "an advisory group has no points; remove one of them"
    if not group.advisory and not group.visible and not group.points:
        yield "points", "missing; give points, or say advisory = true or visible = true"
    if group.visible and group.advisory:
        yield "advisory", "samples are always judged; remove one of them"
    if group.visible and group.generated:
        yield "generated", "samples are fixed cases; set it to 0 in a visible group"
    if group.points and not group.cites.strip():
        yield "cites", "missing; quote the sentence of the page that the group checks"
    if group.forgives and spec.comparison.kind != "derived":
        yield "forgives", "applies to comparison 'derived' only; remove it"


def _whole_faults(path: Path, spec: Spec) -> Iterator[str]:
    if not any(group.points for group in spec.groups.values()):
        yield fault(path, "groups", "no group has points; give them to at least one")
    if not any(group.visible for group in spec.groups.values()):
        yield fault(path, "groups", "no group is visible; make a group of samples with visible = true")


def _cites_faults(path: Path, spec: Spec, statement: str) -> Iterator[str]:
    page = _plain("\n".join((statement, *spec.requirements, *spec.constraints)))
    for name, group in spec.groups.items():
        if group.cites.strip() and _plain(group.cites) not in page:
            yield fault(
                path,
                f"groups.{name}.cites",
                f"{said(group.cites)} is not on the page; quote statement.md, the requirements or the "
                "constraints word for word",
            )


def _plain(text: str) -> str:
    """Drop what Markdown and line breaks add to a sentence."""
    return " ".join(text.replace("*", "").replace("`", "").split())


def _folder_faults(place: Path, spec: Spec, files: Files) -> Iterator[str]:
    for group in sorted({group for group, _, _ in files.cases()} - set(spec.groups)):
        what = f"is not a group of problem.toml; {did_you_mean(group, spec.groups)}"
        yield fault(place / "cases" / group, "", what)

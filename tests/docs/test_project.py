"""What runs the checks elsewhere runs the checks of this project."""

import json
import re
import tomllib

from docs.layers import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
RUN = (ROOT / ".ci" / "run").read_text("utf-8")


def test_every_supported_python_is_in_the_matrix():
    supported = re.findall(r"Python :: (\d\.\d+)", "\n".join(PYPROJECT["project"]["classifiers"]))
    (matrix,) = re.findall(r"python: (\[.*\])", WORKFLOW)
    assert json.loads(matrix) == supported
    assert PYPROJECT["project"]["requires-python"] == f">={supported[0]}"


def test_hooks_run_programs_of_this_checkout():
    entries = re.findall(r"^ +entry: (\S+)", HOOKS, re.MULTILINE)
    assert len(entries) == HOOKS.count("language: system") >= 5
    assert [entry for entry in entries if not entry.startswith((".venv/", ".ci/out/", "bash"))] == []


def test_every_word_that_the_workflow_gives_to_the_checks_is_known():
    for word in re.findall(r"\.ci/run (\w+)", WORKFLOW + (ROOT / "CONTRIBUTING.md").read_text("utf-8")):
        assert re.search(rf"^  {word}\)", RUN, re.MULTILINE), word


def test_no_registry_is_named():
    """Where packages come from is the business of the machine."""
    texts = [WORKFLOW, HOOKS, RUN, (ROOT / ".ci" / "constraints.txt").read_text("utf-8")]
    texts += [path.read_text("utf-8") for path in (ROOT / ".ci" / "scripts").iterdir()]
    assert [text for text in texts if "://" in text] == []


def test_the_version_of_a_program_that_is_no_package_of_python_is_pinned():
    package = json.loads((ROOT / ".ci" / "scripts" / "package.json").read_text("utf-8"))
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in package["devDependencies"].values())

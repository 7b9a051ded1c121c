"""Every command and every option is in docs/commands.md, and nothing there is made up."""

import re
from pathlib import Path

import pytest

from grader.cli.app import COMMANDS, build

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")


def section(command):
    found = re.search(rf"^## grader {command}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/commands.md has no section '## grader {command}'"
    return found[1]


def options(command):
    return {name for p in build(command).params for name in p.opts if name.startswith("-")} - {"--help", "-h"}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_documented(command):
    text = section(command)
    assert [name for name in options(command) if f"`{name}" not in text] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_no_option_is_documented_that_the_command_does_not_have(command):
    documented = set(re.findall(r"^\| `(--?[a-z-]+)", section(command), re.MULTILINE))
    assert documented <= options(command)


def test_no_command_is_documented_that_does_not_exist():
    assert set(re.findall(r"^## grader (.+)$", PAGE, re.MULTILINE)) == set(COMMANDS)

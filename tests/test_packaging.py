"""The wheel, the sdist and the editable install give the same product, from any directory."""

import json
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from web.client import serving

ROOT = Path(__file__).resolve().parents[1]
SUBMISSION = ROOT / "submissions" / "layer_norm" / "accepted" / "vectorized.py"
# Of the bundled problem whose bank is quickest built: each way in builds its own.
QUICK = ROOT / "submissions" / "top_k_indices" / "accepted" / "argpartition.py"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    pytest.importorskip("build", reason="needs the package build (extra dev)")
    pytest.importorskip("hatchling", reason="needs the package hatchling (extra dev)")
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT],
        check=True,
        capture_output=True,
        timeout=300,
    )
    return out


def unpacked(archive, folder):
    opener = zipfile.ZipFile if archive.suffix == ".whl" else tarfile.open
    with opener(archive) as packed:
        packed.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def homes(built, tmp_path_factory):
    """Where `grader` can be imported from, by way of installation."""
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    from_wheel = unpacked(wheel, tmp_path_factory.mktemp("wheel"))
    (from_sdist,) = unpacked(sdist, tmp_path_factory.mktemp("sdist")).iterdir()
    return {"wheel": from_wheel, "sdist": from_sdist, "checkout": ROOT}


def grader(home, *arguments, cwd, cache):
    env = {**os.environ, "PYTHONPATH": str(home), "GRADER_CACHE_DIR": str(cache), "NO_COLOR": "1"}
    env.pop("GRADER_PROBLEMS", None)
    return subprocess.run(
        [sys.executable, "-m", "grader", *map(str, arguments)],
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.parametrize("way", ["wheel", "sdist", "checkout"])
def test_every_way_in_finds_the_bundled_problems(way, homes, tmp_path):
    done = grader(homes[way], "list", cwd=tmp_path, cache=tmp_path / "cache")
    assert done.returncode == 0, done.stderr
    assert "layer_norm" in done.stdout


def test_the_wheel_brings_its_own_problems(homes):
    assert (homes["wheel"] / "grader" / "_problems" / "layer_norm" / "problem.toml").is_file()
    assert not (homes["wheel"] / "tests").exists()


@pytest.mark.parametrize("way", ["wheel", "sdist"])
def test_pages_find_all_their_files(way, homes):
    for name in ("web/static", "web/templates", "web/editor", "report/templates"):
        there = {path.name for path in (homes[way] / "grader" / name).iterdir()}
        assert there == {path.name for path in (ROOT / "grader" / name).iterdir()}, name
    assert {"editor.js", "editor.LICENSES.txt"} <= {
        path.name for path in (homes[way] / "grader" / "web" / "static").iterdir()
    }


@pytest.mark.kernel
def test_every_way_in_gives_the_same_result(homes, tmp_path):
    results = {}
    for way, home in homes.items():
        done = grader(
            home, "submit", QUICK, "--format", "json", cwd=tmp_path, cache=tmp_path / f"cache-{way}"
        )
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout)
        results[way] = [
            result["verdict"],
            result["score"],
            result["problem"],
            [(c["name"], c["verdict"]) for c in result["cases"]],
        ]
    assert results["wheel"] == results["sdist"] == results["checkout"]
    assert results["wheel"][:2] == ["AC", 100.0]


@pytest.mark.kernel
def test_the_server_has_its_pages_and_files_and_grades(homes, tmp_path, cache):
    environment = {"PYTHONPATH": str(homes["wheel"]), "GRADER_CACHE_DIR": str(cache)}
    with serving(tmp_path, environment=environment) as client:
        page = client.get("/p/layer_norm").body.decode()
        for name in {*re.findall(r'(?:src|href)="(/static/[^"]+)"', page), "/static/editor.js"}:
            assert client.get(name).status == 200, name
        events = client.begin(SUBMISSION.read_text())
        assert events.until("result")["result"]["verdict"] == "AC"
        events.leave()


@pytest.mark.long
@pytest.mark.kernel
def test_a_fresh_environment_with_the_extra_serves(built, tmp_path):
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    (wheel,) = built.glob("*.whl")
    subprocess.run([python, "-m", "pip", "install", "-q", f"{wheel}[web]"], check=True, timeout=600)
    program = [tmp_path / "venv" / "bin" / "grader"]
    with serving(tmp_path, environment={"PYTHONPATH": ""}, program=program) as client:
        events = client.begin(SUBMISSION.read_text())
        assert events.until("result")["result"]["verdict"] == "AC"
        events.leave()


@pytest.mark.long
@pytest.mark.kernel
def test_a_fresh_environment_with_the_wheel_grades(built, tmp_path):
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    (wheel,) = built.glob("*.whl")
    subprocess.run([python, "-m", "pip", "install", "-q", wheel], check=True, timeout=600)
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "GRADER_PROBLEMS")}
    env["GRADER_CACHE_DIR"] = str(tmp_path / "cache")
    done = subprocess.run(
        [tmp_path / "venv" / "bin" / "grader", "submit", SUBMISSION],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "100" in done.stdout

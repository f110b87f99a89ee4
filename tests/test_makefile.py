"""Setting up: locked with hashes, and a sentence where something is missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def _install(folder: Path, *pythons: str) -> subprocess.CompletedProcess[str]:
    script = ROOT / "requirements" / "install.sh"
    return subprocess.run(
        ["sh", script, folder / ".venv", *pythons], capture_output=True, text=True, check=False, timeout=180
    )


def _python(folder: Path, body: str) -> str:
    file = folder / "python"
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)
    return str(file)


def test_without_a_new_enough_python_it_says_so(tmp_path: Path) -> None:
    answer = _install(tmp_path, "no-such-python", _python(tmp_path, "exit 1"))
    assert answer.returncode == 1
    assert answer.stderr.startswith("waypost: no Python 3.11 or newer was found; install one, or name it")


@pytest.mark.skipif(shutil.which("uv") is not None, reason="uv makes environments without the venv module")
def test_without_a_venv_module_it_says_so(tmp_path: Path) -> None:
    python = _python(tmp_path, 'case "$*" in *version_info*) exit 0;; *) exit 1;; esac')
    answer = _install(tmp_path, python)
    assert answer.returncode == 1
    assert "has no venv module; install it (Debian and Ubuntu: apt install python3-venv)" in answer.stderr


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_alone_lists_the_targets() -> None:
    answer = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=180)
    targets = re.findall(r"^  make (\w+)", answer.stdout, re.MULTILINE)
    assert targets == [
        "help",
        "install",
        "play",
        "test",
        "check",
        "golden",
        "messages",
        "sentences",
        "bench",
        "fuzz",
        "lives",
        "delves",
        "months",
        "towns",
        "year",
        "crash",
        "chaos",
        "mutants",
        "lock",
        "audit",
        "clean",
    ]


def _audited(folder: Path, answer: str) -> subprocess.CompletedProcess[str]:
    """A run of `make audit` whose auditor is this script."""
    environment = folder / ".venv"
    place = environment / "audit" / "bin"
    place.mkdir(parents=True)
    Path(_python(folder, answer)).rename(place / "pip-audit")
    Path(_python(folder, "exit 0")).rename(folder / "uv")
    return subprocess.run(
        ["sh", ROOT / "requirements" / "audit.sh", environment],
        env={"PATH": f"{folder}:{os.defpath}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
    )


def test_an_audit_asks_about_every_lock_and_passes_over_nothing(tmp_path: Path) -> None:
    answer = _audited(tmp_path, f'echo "$@" >>{tmp_path}/asked')
    assert answer.returncode == 0
    asked = (tmp_path / "asked").read_text().splitlines()
    named = {Path(line.split()[-1]).name for line in asked}
    # Everything that runs is locked for the tests too, in the same version.
    assert named == {lock.name for lock in LOCKS} - {"run.txt"}
    assert all("--strict --require-hashes" in line for line in asked)


def test_an_audit_lists_what_it_finds_and_fails(tmp_path: Path) -> None:
    answer = _audited(
        tmp_path, "echo 'Found 1 known vulnerability in 1 package'; echo 'mako 1.0 X-1'; exit 1"
    )
    assert answer.returncode == 1
    assert "mako 1.0 X-1" in answer.stdout


@pytest.mark.parametrize("error", ["ConnectionError", "ProxyError", "ReadTimeout"])
def test_an_audit_without_a_network_says_so(tmp_path: Path, error: str) -> None:
    script = f"echo 'Traceback (most recent call last):' >&2; echo requests.exceptions.{error} >&2; exit 1"
    answer = _audited(tmp_path, script)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr.splitlines() == [
        "waypost: PyPI can't be reached, so requirements/dev.txt wasn't checked; try again with a network"
    ]


def test_an_audit_that_fails_otherwise_says_what_the_auditor_said_last(tmp_path: Path) -> None:
    answer = _audited(tmp_path, "echo 'uv: not found on PyPI and could not be audited' >&2; exit 1")
    assert answer.returncode == 2
    assert answer.stderr.endswith(
        "dev.txt couldn't be checked: uv: not found on PyPI and could not be audited\n"
    )


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_locked_package_has_hashes(lock: Path) -> None:
    packages = re.split(r"(?m)^(?=[\w.-]+(?:\[[\w,]+\])?==)", lock.read_text())[1:]
    assert packages
    assert all("--hash=sha256:" in package for package in packages)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_registry_and_no_machine(lock: Path) -> None:
    assert not re.search(r"://|--(extra-)?index-url|--find-links|(?m:^\s*# .* /)", lock.read_text())


def test_what_runs_is_what_was_tested() -> None:
    run, dev = (
        dict(re.findall(r"(?m)^([\w.-]+)==(\S+)", (ROOT / f"requirements/{n}.txt").read_text()))
        for n in ("run", "dev")
    )
    assert run.items() <= dev.items()


def test_every_test_that_a_target_runs_is_there() -> None:
    named = re.findall(r"\btests/[\w/.]+", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert "tests/crash" in named
    assert [each for each in named if not (ROOT / each).exists()] == []

"""The image, as far as it can be checked without building it: what it copies, runs, and runs as."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.config import load

ROOT = Path(__file__).parents[1]
LINES = [
    line
    for line in re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text()).splitlines()
    if line and not line.startswith("#")
]
LAST_STAGE = LINES[max(n for n, line in enumerate(LINES) if line.startswith("FROM ")) :]


def _of(instruction: str, lines: list[str] = LINES) -> list[str]:
    return [line.removeprefix(instruction).strip() for line in lines if line.startswith(f"{instruction} ")]


def _copied() -> list[str]:
    return [copy.split()[0] for copy in _of("COPY") if not copy.startswith("--from")]


def test_what_it_copies_is_there_and_not_ignored() -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for source in _copied():
        assert (ROOT / source).exists()
        assert source in allowed
    assert {"bot", "migrations"} <= set(_copied())


def test_the_context_leaves_out_whatever_is_not_copied() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored[0] == "*"
    assert {line[1:] for line in ignored if line.startswith("!")} == set(_copied())


def test_every_image_it_begins_with_is_pinned() -> None:
    """By digest: a tag may name another image tomorrow. The tag says for a reader which it was."""
    froms = [re.fullmatch(r"(\S+)(?: AS (\w+))?", line) for line in _of("FROM")]
    stages: set[str] = set()
    for found in froms:
        assert found is not None
        image, stage = found.groups()
        assert image in stages or re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}", image)
        stages |= {stage} if stage else set()
    assert len({image for image in _of("FROM") if "@" in image}) == 1


def test_it_runs_as_a_user_without_rights() -> None:
    """By number: what starts it can see that it isn't root. The owner of a volume never changes."""
    (user,) = _of("USER", LAST_STAGE)
    assert user == "10001:10001"
    (made,) = _of("RUN", LAST_STAGE)
    commands = [" ".join(each.split()) for each in made.split("&&")]
    assert commands == [
        "groupadd --system --gid 10001 waypost",
        "useradd --system --uid 10001 --gid 10001 --no-create-home waypost",
        "install -d -o 10001 -g 10001 /data",
    ]


@pytest.mark.parametrize(
    "command",
    [
        json.loads(_of("ENTRYPOINT")[0]) + json.loads(_of("CMD")[0]),
        json.loads(_of("HEALTHCHECK")[0].partition(" CMD ")[2]),
    ],
    ids=["run", "health"],
)
def test_what_it_runs_is_a_command_of_ours(command: list[str]) -> None:
    assert command[:3] == ["python", "-m", "bot"]
    answer = subprocess.run(
        [sys.executable, *command[1:], "--help"], cwd=ROOT, capture_output=True, check=False, timeout=60
    )
    assert answer.returncode == 0


def test_data_lies_in_the_volume(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (volume,), (workdir,) = _of("VOLUME"), _of("WORKDIR")
    settings = load()
    for path in (settings.database.address.path, settings.backup.folder):
        assert Path(workdir, path).is_relative_to(volume)


def test_it_is_configured_by_its_environment_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (given,) = _of("ENV", LAST_STAGE)
    for name, value in (pair.split("=", 1) for pair in given.split()):
        if name.startswith("WAYPOST_"):
            monkeypatch.setenv(name, value)
    assert load().log.format == "json"


def test_it_is_stopped_as_the_bot_expects_it() -> None:
    assert _of("STOPSIGNAL") == ["SIGTERM"]

"""An export is checked on one's own machine: by `python -m bot verify`, and by the program in docs."""

from __future__ import annotations

import hmac
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.engine.dice.source import Seed, die_value
from bot.errors import UserError
from bot.verify import verify
from tests.engine.dice.exports import (
    SEED,
    TAMPERINGS,
    Lines,
    a_changed_die,
    a_dropped_roll,
    a_repeated_draw,
    a_wrong_seed,
    export,
    tampered,
)

ROOT = Path(__file__).parents[1]
ALONE = ROOT / "docs" / "verify.py"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the export lies."""
    return tmp_path / "dice-chapter-2-open.jsonl"


def by_bot(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`python -m bot verify`, with neither settings nor a database about."""
    environment = {k: v for k, v in os.environ.items() if not k.upper().startswith("WAYPOST_")}
    return subprocess.run(
        [sys.executable, "-m", "bot", "verify", *arguments],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def alone(file: Path) -> subprocess.CompletedProcess[str]:
    """The program in docs, which may use nothing but Python: isolated from every installed package."""
    return subprocess.run(
        [sys.executable, "-I", "-S", ALONE, file], capture_output=True, text=True, timeout=60, check=False
    )


def test_a_sound_export_passes_both(file: Path) -> None:
    file.write_text(export(), encoding="utf-8")

    bot, other = by_bot(file.parent, file.name), alone(file)

    assert (bot.returncode, other.returncode) == (0, 0), bot.stderr + other.stderr
    assert "Chapter 2 of campaign abc-0, open dice" in bot.stdout
    assert "draws: 5 (1 of them undone later), numbers 1 to 5 of 5\ndice:  10\n" in bot.stdout
    assert "All as sealed." in bot.stdout
    assert SEED.commitment in bot.stdout
    assert "draws 1 to 5 of 5, 10 dice" in other.stdout
    assert "All as sealed." in other.stdout
    assert SEED.commitment in other.stdout
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("change", TAMPERINGS, ids=lambda change: change.__name__)
def test_every_tampering_is_caught_by_both(file: Path, change: Callable[[Lines], object]) -> None:
    file.write_text(tampered(change), encoding="utf-8")

    finding, other = verify(file), alone(file)

    assert not finding.is_sound
    assert "NOT as sealed" in str(finding)
    assert other.returncode == 1
    assert "All as sealed" not in other.stdout
    assert other.stderr == ""


def test_the_command_names_the_first_faults_and_fails(file: Path) -> None:
    file.write_text(tampered(a_changed_die), encoding="utf-8")

    answer = by_bot(file.parent, file.name)

    assert answer.returncode == 1
    right, wrong = verify(file).check.faults[0].expected, verify(file).check.faults[0].found
    assert (
        f"NOT as sealed: 1 fault.\n- entry #6, draw 2, die 2: expected {right}, found {wrong}\n"
        in answer.stdout
    )
    assert right.endswith(" on the d6")


def test_a_missing_and_a_repeated_draw_are_told_where_they_show(file: Path) -> None:
    file.write_text(tampered(a_dropped_roll), encoding="utf-8")
    missing = str(verify(file))
    file.write_text(tampered(a_repeated_draw), encoding="utf-8")
    repeated = str(verify(file))

    assert "entry #12, draw 4: expected draw 3 here, found draw 4" in missing
    assert "entry #6, draw 2: expected draw 3 here, found draw 2" in repeated


def test_many_faults_are_counted_and_five_shown(file: Path) -> None:
    file.write_text(tampered(a_wrong_seed), encoding="utf-8")
    report = str(verify(file))
    assert report.count("\n- entry #") == 5
    assert "… and " in report


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty"),
        ("hello\n", "line 1 is not JSON"),
        ('{"waypost": "dice"}\n', "line 1 lacks 'format'"),
        (export().replace('"format": 1', '"format": 9'), "line 1 holds something that cannot be right"),
        (export().replace('"open"', '"\\u001b[2J"'), "line 1 holds something that cannot be right"),
        (export().replace(SEED.commitment, "\\u001b[2J"), "line 1 holds something that cannot be right"),
        (export().replace(SEED.value.hex(), "00"), "line 1 holds something that cannot be right"),
        (export() + "[" * 100_000, "line 7 is not JSON"),
        (export() + '{"draw": 6}\n', "line 7 lacks 'entry'"),
        (export().replace('"draw": 2', '"draw": -2'), "line 3 holds something that cannot be right"),
        (export().replace('"draw": 2', f'"draw": {10**30}'), "line 3 holds something that cannot be right"),
        (export().replace('"dice": [[8', '"dice": [[0'), "line 6 holds something that cannot be right"),
        (export().replace('"dice": [[8', '"dice": [[true'), "line 6 holds something that cannot be right"),
        (export() + "7\n", "line 7 holds something that cannot be right"),
    ],
)
def test_what_is_no_export_is_refused_in_a_sentence(file: Path, text: str, why: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as refusal:
        verify(file)
    assert str(refusal.value) == f"{file} is not what `/dice verify` gave: {why}. Get the file again."


def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(file: Path) -> None:
    missing = by_bot(file.parent, "nowhere.jsonl")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert missing.stderr == "nowhere.jsonl can't be read (No such file or directory). Name another place.\n"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="isn't text"):
        verify(file)


def test_the_command_has_help_with_an_example(tmp_path: Path) -> None:
    answer = by_bot(tmp_path, "--help")
    assert answer.returncode == 0
    assert "Example: python -m bot verify" in answer.stdout


def test_the_die_done_by_hand_in_docs_is_right() -> None:
    page = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    seed = Seed(b"\x01" * 32)
    message = bytes.fromhex("0000000000000003112210f47de9811500000000")
    digest = hmac.digest(seed.value, message, "sha256").hex()
    first, counter = die_value(seed, 3, 1_234_567_890_123_456_789, 0, 20)
    second, _ = die_value(seed, 3, 1_234_567_890_123_456_789, counter, 6)

    assert seed.value.hex() in page
    assert f"gives `{seed.commitment}`" in page
    assert f"gives `{digest}`" in page
    assert f'"dice": [[20, {first}, "1d20"], [6, {second}, "1d6"]]' in page
    number = int(digest[:8], 16)
    assert f"`{digest[:8]}` is {number}." in page
    assert f"{number} = 20 × {number // 20} + {number % 20}, so the d20 shows **{first}**" in page


def test_the_program_in_docs_is_short_and_stands_alone() -> None:
    lines = ALONE.read_text(encoding="utf-8").splitlines()
    assert len(lines) < 60
    assert [line for line in lines if line.startswith(("import", "from"))] == [
        "import hashlib",
        "import hmac",
        "import json",
        "import sys",
    ]

"""One form for every line of the process, and no secret in any."""

from __future__ import annotations

import json
import logging
import warnings
from collections.abc import Iterator
from urllib.parse import quote

import pytest
import structlog

from bot.config import LogSection
from bot.logs import MASK, Masker, configure
from tests.tables import Table

TOKEN = "MTAxMjM0NTY3ODkwMTIzNDU2Nzg.GabcDE.abcdefghijklmnopqrstuvwxyz-0123456789AB"
PASSWORD = 'p"ä\\ss/word'


@pytest.fixture(autouse=True)
def _put_back() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    before = structlog.get_config()
    yield
    logging.captureWarnings(False)
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**before)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_librarys_line_is_written_like_ours(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure(LogSection.model_validate({"format": form}))
    structlog.get_logger("waypost").info("turn taken", campaign=7)
    logging.getLogger("discord.gateway").warning("lost %s", "contact")
    ours, theirs = capsys.readouterr().err.splitlines()
    for line, event, name in ((ours, "turn taken", "waypost"), (theirs, "lost contact", "discord.gateway")):
        assert event in line
        assert name in line


def test_json_lines_can_be_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    configure(LogSection(format="json"))
    structlog.get_logger("waypost").info("turn taken", campaign=7)
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["campaign"], line["level"]) == ("turn taken", 7, "info")


async def test_an_action_is_one_line_of_ids_alone(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    configure(LogSection(level="debug", format="json"))
    await table.deacon.slash(table.channel, "roll", dice="1d20+7 canary", secrecy="gm")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    (kept,) = (line for line in lines if line["event"] == "kept")
    assert (kept["level"], kept["action"], kept["logger"]) == ("info", "RollDice", "waypost")
    ids = {"interaction", "campaign", "entry", "action"}
    assert kept.keys() == {"event", "level", "logger", "timestamp"} | ids
    assert "canary" not in json.dumps(lines)


def test_the_level_is_held(capsys: pytest.CaptureFixture[str]) -> None:
    configure(LogSection(level="warning"))
    structlog.get_logger("waypost").info("hello")
    logging.getLogger("discord").info("hello")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "name", ["gateway", "client", "state", "http", "webhook.async_", "ui.view", "app_commands.tree"]
)
def test_discords_payloads_are_not_logged_at_any_level(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure(LogSection(level="debug"))
    logging.getLogger(f"discord.{name}").debug('{"token": "aW50ZXJhY3Rpb24", "rating": 3}')
    assert capsys.readouterr().err == ""
    structlog.get_logger("waypost").debug("ours")
    assert "ours" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_configured_secret_is_masked_everywhere(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    configure(LogSection.model_validate({"format": form}), [PASSWORD])
    log = structlog.get_logger("waypost")
    log.info(f"with {PASSWORD}", key=PASSWORD, nested={"list": [PASSWORD]})
    logging.getLogger("sqlalchemy").error("%s and %r", PASSWORD, PASSWORD)
    try:
        raise ValueError(PASSWORD)
    except ValueError:
        log.exception("failed")
    written = capsys.readouterr().err
    assert written.count(MASK) >= 6
    for shown in (PASSWORD, repr(PASSWORD)[1:-1], json.dumps(PASSWORD)[1:-1], "ss/word"):
        assert shown not in written


def test_a_warning_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    configure(LogSection())
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("mind the gap", stacklevel=1)
    assert "mind the gap" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        f"token is {TOKEN}",
        f"Authorization: Bot {TOKEN}",
        f"https://discord.com/api/v10/webhooks/1234567890/{TOKEN}/messages/@original",
        "https://discord.com/api/v10/interactions/1234567890/aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA/callback",
        f"postgresql://way:{quote(PASSWORD, safe='')}@db/name",
    ],
)
def test_what_is_shaped_like_a_secret_is_masked(text: str) -> None:
    masked = Masker().mask(text)
    assert MASK in masked
    assert TOKEN not in masked
    assert "aW50" not in masked
    assert "word@" not in masked


@pytest.mark.parametrize(
    "text", ["bot.systems.second_kingdom", "1.2.3", "https://discord.com/channels/1/2/3", "a@b.example"]
)
def test_other_text_is_left_alone(text: str) -> None:
    assert Masker([""]).mask(text) == text


def test_another_try_to_connect_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure(LogSection())
    try:
        raise ConnectionError("503, no room")
    except ConnectionError:
        logging.getLogger("discord.client").exception("Attempting a reconnect in %.2fs", 1.5)
    (line,) = capsys.readouterr().err.splitlines()
    assert "warning" in line
    assert "Attempting a reconnect in 1.50s: 503, no room" in line


def test_suggestions_that_come_too_late_are_one_line_and_a_bug_keeps_its_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure(LogSection())
    tree = logging.getLogger("discord.app_commands.tree")
    for error in (ConnectionError("reset by peer"), LookupError("a bug")):
        try:
            raise error
        except (ConnectionError, LookupError):
            tree.exception("Ignoring exception in autocomplete for %r", "sk sheet")
    late, bug, *trace = capsys.readouterr().err.splitlines()
    assert "reset by peer" in late
    assert "Ignoring exception in autocomplete" in bug
    assert any("LookupError: a bug" in line for line in trace)

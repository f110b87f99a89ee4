"""What people are told when something fails, and what the log keeps."""

from __future__ import annotations

import re

import pytest

from bot.errors import Busy, Crowded, Undecided, Unusable, UserError
from bot.storage.address import Address
from bot.ui.errors import error_card
from tests.tables import Table, said
from tests.throwaway import execute


async def broken(address: Address) -> None:
    """A fault that no code expects."""
    await execute(address, "ALTER TABLE changes RENAME TO gone")


async def test_an_unexpected_error_shows_an_id_and_changes_nothing(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    await broken(table.address)

    failed = await table.deacon.slash(table.channel, "sk set", hero="Evander", courage=9)

    told = said(failed)
    assert failed.ephemeral
    assert "nothing was changed" in told
    incident = re.search(r"E[0-9A-F]{8}", told)
    assert incident is not None
    assert "changes" not in told
    assert "SQL" not in told
    logged = capsys.readouterr().out
    assert incident[0] in logged
    assert "no such table" in logged
    await execute(table.address, "ALTER TABLE gone RENAME TO changes")
    assert "Courage **6**" in said(await table.deacon.slash(table.channel, "sk sheet"))


@pytest.mark.parametrize("error", [Busy(), Undecided(), Crowded(), Unusable("the disk is full")])
def test_once_an_entry_is_kept_no_failure_says_that_nothing_was_changed(error: UserError) -> None:
    (line,) = error_card(error, None, entry=12).lines
    assert line == "It's done, as entry #12 in the journal, but showing it failed."


async def test_what_fails_after_the_deed_does_not_take_it_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy() -> None:
        raise Busy

    monkeypatch.setattr(table.bot.dispatcher, "learn_habits", busy)
    told = said(await table.deacon.slash(table.channel, "preferences plain", on=True))
    assert "It's done, as entry #" in told
    assert "nothing was changed" not in told


async def test_an_error_in_an_autocomplete_is_an_empty_list(table: Table) -> None:
    await execute(table.address, "ALTER TABLE records RENAME TO gone")
    assert await table.gm.autocomplete(table.channel, "sk challenge", "heroes", "ev") == []


async def test_an_error_in_a_button_shows_an_id(table: Table) -> None:
    challenge = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}
    await table.gm.slash(table.channel, "sk challenge", **challenge)
    await table.settle()
    card = table.last()
    await broken(table.address)

    failed = await table.deacon.click(card, label="Roll")

    assert re.search(r"E[0-9A-F]{8}", said(failed))
    assert failed.ephemeral


async def test_whatever_escapes_a_listener_or_the_daily_work_is_logged_in_full(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    await execute(table.address, "ALTER TABLE offers RENAME TO gone")

    await table.bot._tidy()
    try:
        raise KeyError("a listener's fault")
    except KeyError:
        await table.bot.on_error("on_message")

    logged = capsys.readouterr().out
    assert "no such table" in logged
    assert "a listener's fault" in logged
    assert "on_message" in logged


async def test_delivery_goes_on_after_an_error_of_its_own(table: Table) -> None:
    await execute(table.address, "ALTER TABLE messages RENAME TO gone")
    await table.settle()
    await execute(table.address, "ALTER TABLE gone RENAME TO messages")

    challenge = {"heroes": "Evander", "action": "Leap", "virtue": "courage", "rating": 4}
    await table.gm.slash(table.channel, "sk challenge", **challenge)
    rolled = await table.deacon.click(table.last(), label="Roll")
    await table.settle()

    assert rolled.response is not None
    assert "What came of it" in str([message.embeds[0].description for message in table.messages()])

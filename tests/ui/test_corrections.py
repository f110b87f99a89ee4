"""A refused form comes back with what was typed, and opens again, filled in, for the one who typed it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from simcord import InteractionResult

from bot.engine.people import Actor
from bot.engine.record import FormField
from bot.errors import NotAllowed, Stale
from bot.play import Form, Request
from bot.play.offers import LASTS
from bot.storage.address import Address
from bot.ui import corrections
from bot.ui.modal import modal
from tests.systems.table.libraries import FLAME, edited, open_lantern, saved
from tests.tables import Table, reply_of, said

WRONG = {"name": "Red flame", "text": "Blood on the road.\nNobody's.", "number": "77", "secret": ["yes"]}
NOBODY = 5


@pytest.fixture
async def lantern(address: Address) -> AsyncIterator[Table]:
    """A table that plays The Lantern."""
    async with open_lantern(address) as made:
        yield made


async def refused(table: Table) -> InteractionResult:
    """A form filled in wrong."""
    form = await table.deacon.slash(table.channel, "library add", kind="omen")
    told = await table.deacon.submit_modal(form, WRONG)
    assert "Number is a whole number from 0 to 9." in said(told)
    return told


def filled(form: InteractionResult) -> dict[str, Any]:
    """What stands in a form as it opens."""
    assert form.modal is not None
    parts = [each["component"] for each in form.modal["components"]]
    return {part["custom_id"]: part.get("value") or _chosen(part) for part in parts}


def _chosen(part: dict[str, Any]) -> list[str]:
    return [each["value"] for each in part.get("options", ()) if each.get("default")]


def correction(told: InteractionResult) -> list[str]:
    """The ids behind the button that corrects."""
    rows = reply_of(told).components
    ids = [str(part.get("custom_id")) for row in rows for part in row["components"]]
    return [each.partition("|")[2] for each in ids if each.startswith("correct|")]


async def test_a_refused_form_opens_again_with_what_was_typed(lantern: Table) -> None:
    told = await refused(lantern)
    assert reply_of(told).ephemeral
    words = said(told).partition("You wrote:")[2]
    assert "Name: Red flame" in words
    # A text of several lines stands below what it was written into.
    assert "Text:\nBlood on the road.\nNobody's." in words
    # What was chosen reads as it did in the list, not as it is kept.
    assert "Yes" in words
    assert "yes" not in words

    again = await lantern.deacon.click(reply_of(told), label="Fix it")

    assert again.modal is not None
    assert again.modal["title"] == "Add an omen"
    assert filled(again) == WRONG
    done = await lantern.deacon.submit_modal(again, WRONG | {"number": "7"})
    assert "Red flame (draft)" in said(done)
    assert correction(done) == []


async def test_the_button_works_after_a_restart_and_what_it_opens_can_be_refused_too(lantern: Table) -> None:
    told = await refused(lantern)
    await lantern.restart()
    again = await lantern.deacon.click(reply_of(told), label="Fix it")
    assert filled(again) == WRONG
    worse = await lantern.deacon.submit_modal(again, WRONG | {"number": "x"})
    last = await lantern.deacon.click(reply_of(worse), label="Fix it")
    assert filled(last) == WRONG | {"number": "x"}


async def test_a_form_from_before_a_restart_is_given_back_in_words(lantern: Table) -> None:
    form = await lantern.deacon.slash(lantern.channel, "library add", kind="omen")
    await lantern.restart()
    told = await lantern.deacon.submit_modal(form, WRONG)
    assert "Blood on the road." in said(told)
    assert correction(told) == []


async def test_any_form_can_be_corrected(lantern: Table) -> None:
    await lantern.gm.slash(lantern.channel, "campaign home")
    await lantern.settle()
    form = await lantern.wren.click(lantern.last(), label="Roll")
    told = await lantern.wren.submit_modal(form, {"dice": "2d"})
    assert filled(await lantern.wren.click(reply_of(told), label="Fix it")) == {"dice": "2d"}


async def test_what_no_correction_can_help_has_no_button(lantern: Table) -> None:
    await saved(lantern, lantern.gm, FLAME)
    late = await lantern.deacon.slash(lantern.channel, "library edit", entry="Red flame")
    first = await edited(lantern, lantern.gm, "Red flame", FLAME | {"number": "4"})
    await lantern.gm.click(reply_of(first), label="Save")
    told = await lantern.deacon.submit_modal(late, FLAME | {"number": "5"})
    assert "Not saved: somebody changed" in said(told)
    assert correction(told) == []


async def test_only_who_typed_it_gets_it_back_and_no_longer_than_an_offer(lantern: Table) -> None:
    (kept,) = correction(await refused(lantern))
    play = lantern.bot.play
    assert (await play.kept_form(lantern.deacon.id, kept)).title == "Add an omen"
    with pytest.raises(NotAllowed):
        await play.kept_form(lantern.wren.id, kept)
    # It is no offer, and no offer is a form.
    with pytest.raises(Stale):
        await play.take(Actor(lantern.deacon.id), Request(1, lantern.guild.id, lantern.channel.id), kept)
    with pytest.raises(Stale):
        await play.kept_form(lantern.deacon.id, kept.removeprefix("form-"))

    now = play.context.now()
    play.context = replace(play.context, now=lambda: now + LASTS + timedelta(seconds=1))
    await play.tidy()
    with pytest.raises(Stale):
        await play.kept_form(lantern.deacon.id, kept)


async def test_so_many_forms_are_remembered_and_not_what_stood_in_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(corrections, "MOST", 2)
    known: Any = corrections.Corrections(NOBODY)  # type: ignore[arg-type]
    for name in ("a", "b", "a", "c"):
        known.opened(1, modal(name, "A form", (FormField("why", "Why", value="a secret"),)))
    assert list(known._opened) == [(1, "a"), (1, "c")]
    assert known._opened[1, "a"] == Form("a", "A form", (FormField("why", "Why"),))

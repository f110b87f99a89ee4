"""What an undo is said to change: part by part, in words where a game has them, and to whom."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.engine.people import GAME_MASTER, PUBLIC
from bot.engine.system import PlainEvent, RecordId
from bot.play import Difference
from bot.play.reversal import HOW_IT_IS
from bot.storage import journal
from bot.storage.address import Address
from tests.play.registry import DEACON, MARISOL, WREN, Office, Part

CHAIN, LOCK, BELL = Part("Chain"), Part("Lock", 2), Part("Bell", 3)


@pytest.fixture
async def office(sqlite_address: Address) -> AsyncIterator[Office]:
    """A campaign under way."""
    made = Office(sqlite_address)
    await made.begin()
    yield made
    await made.play.database.dispose()


def _worded(what: str, field: str, before: Any, after: Any, **more: bool) -> Difference:
    return Difference(what, field, before, after, is_worded=True, **more)


def _is(what: str, how: str) -> Difference:
    return _worded(what, HOW_IT_IS, None, how)


async def _told(office: Office, before: dict[str, Any], after: dict[str, Any]) -> tuple[Difference, ...]:
    """What undoing that change of a sheet is said to change."""
    sheet = await office.open("sheet", "Keys", **before)
    number = await office.change(sheet, **after)
    return (await office.preview(number)).differences


# -- the parts of a record ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({}, {"player": DEACON}, [_worded("Keys", "player", "3", None)]),
        ({"player": DEACON}, {"player": WREN}, [_worded("Keys", "player", "4", "3")]),
        # A kind's own bookkeeping is told by nobody.
        ({}, {"ledger": 5}, []),
        # Of a text its words are not repeated, though it differs; and that there was none is said.
        ({"notes": "old"}, {"notes": "new"}, [_worded("Keys", "notes", None, "the earlier text")]),
        # Some things are so again, and that is all there is to say.
        ({}, {"is_lit": True}, [_is("Keys", "dark again")]),
        ({"is_lit": True}, {"is_lit": False}, [_is("Keys", "lit again")]),
        # A mapping is told key by key, each by the name that it has there.
        ({"tags": {"a": "x"}}, {"tags": {"a": "x", "b": "y"}}, [_worded("Keys", "tags y", "y", None)]),
        ({"tags": {"a": "x"}}, {"tags": {"a": "z"}}, [_worded("Keys", "tags z", "z", "x")]),
        ({"tags": {"a": "x"}}, {"tags": {}}, [_worded("Keys", "tags a", None, "x")]),
        (
            {"player": DEACON, "end": "lost"},
            {"player": None, "end": "found"},
            [_worded("Keys", "player", None, "3"), _worded("Keys", "end", "found", "lost")],
        ),
    ],
)
async def test_a_part_goes_back_to_what_it_was(
    office: Office, before: dict[str, Any], after: dict[str, Any], told: list[Difference]
) -> None:
    assert list(await _told(office, before, after)) == told


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        # What goes out of a list and what comes back.
        ((CHAIN,), (CHAIN, BELL), [_worded("Keys", "parts", "Bell", None, is_list=True)]),
        ((CHAIN, BELL), (CHAIN,), [_worded("Keys", "parts", None, "Bell", is_list=True)]),
        ((CHAIN, LOCK), (CHAIN, BELL), [_worded("Keys", "parts", "Bell", "Lock", is_list=True)]),
        # A thing that stays what it is: what of it changes.
        ((CHAIN, LOCK), (CHAIN, Part("Lock", 7)), [_worded("Keys's Lock", "parts size", "7", "2")]),
        (
            (LOCK,),
            (Part("Lock", 7, is_whole=False), BELL),
            [
                _worded("Keys's Lock", "parts size", "7", "2"),
                _worded("Keys's Lock", r"parts is\_whole", "False", "True"),
                _worded("Keys", "parts", "Bell", None, is_list=True),
            ],
        ),
        # Where that has no words, that it does.
        ((LOCK,), (Part("Lock", 2, note="rusty"),), [_is("Keys's Lock", "as it was")]),
        # A list within it is told as a whole.
        (
            (Part("Lock", marks=("x",)),),
            (Part("Lock", marks=("y",)),),
            [_worded("Keys's Lock", "parts marks", "y", "x")],
        ),
        # Each is paired with one alone.
        (
            (Part("Lock", 1), Part("Lock", 2)),
            (Part("Lock", 3), Part("Lock", 4)),
            [
                _worded("Keys's Lock", "parts size", "3", "1"),
                _worded("Keys's Lock", "parts size", "4", "2"),
            ],
        ),
        (
            (Part("Lock", 1),),
            (Part("Lock", 3), Part("Lock", 4)),
            [
                _worded("Keys's Lock", "parts size", "3", "1"),
                _worded("Keys", "parts", "Lock", None, is_list=True),
            ],
        ),
        # Another order shows only in the whole.
        ((CHAIN, BELL), (BELL, CHAIN), [_worded("Keys", "parts", "Bell, Chain", "Chain, Bell")]),
        ((CHAIN, CHAIN), (CHAIN,), [_worded("Keys", "parts", "Chain", "Chain, Chain")]),
    ],
)
async def test_of_a_list_is_told_what_of_its_things_changes_and_which_go_or_come(
    office: Office, before: tuple[Part, ...], after: tuple[Part, ...], told: list[Difference]
) -> None:
    assert list(await _told(office, {"parts": before}, {"parts": after})) == told


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        # Where its words tell no difference, that there is one.
        ((LOCK,), (Part("Lock", 7),), [_is("Lock", "as it was")]),
        ((), (LOCK,), [_worded("Keys", "seals", "Lock", None, is_list=True)]),
        ((LOCK,), (BELL,), [_worded("Keys", "seals", "Bell", "Lock", is_list=True)]),
        ((LOCK, BELL), (BELL, LOCK), [_worded("Keys", "seals", "Bell, Lock", "Lock, Bell")]),
        (
            (LOCK, LOCK, BELL),
            (LOCK, BELL, LOCK),
            [_worded("Keys", "seals", "Lock, Bell, Lock", "Lock, Lock, Bell")],
        ),
    ],
)
async def test_of_things_that_are_never_the_same_is_told_which_go_and_come(
    office: Office, before: tuple[Part, ...], after: tuple[Part, ...], told: list[Difference]
) -> None:
    assert list(await _told(office, {"seals": before}, {"seals": after})) == told


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"player": DEACON}, {"player": WREN}, Difference("Keys", "player", WREN, DEACON)),
        ({"tags": {"a": "x"}}, {"tags": {"a": "z"}}, Difference("Keys", "tags a", "z", "x")),
        ({"parts": (CHAIN,)}, {"parts": ()}, Difference("Keys", "parts", "", "Chain, 1, True, , ")),
    ],
)
async def test_a_game_without_words_is_told_by_bare_names_and_values(
    office: Office, before: dict[str, Any], after: dict[str, Any], told: Difference
) -> None:
    thing = await office.open("matter", "Keys", **before)
    number = await office.change(thing, **after)
    assert (await office.preview(number)).differences == (told,)


async def test_a_setting_is_told_in_its_own_words_and_the_rest_of_a_campaign_in_the_campaigns(
    office: Office,
) -> None:
    campaign = RecordId(office.id)
    put = {"settings": {"table.pings": "nobody", "who.knows": "5"}, "name": "Embers"}
    number = await office.change(None, also={campaign: put})
    plan = await office.preview(number)
    found = {each.field: (each.record, each.before, each.after) for each in plan.differences}
    known = office.play.context.catalogue.settings_of(["table"])
    pings = next(setting for setting in known if setting.key == "table.pings")
    now, then = pings.option("nobody").label, pings.option(pings.of({})).label
    assert found.pop(pings.title) == ("Embers", now, then)
    assert found.pop("name") == ("Embers", "Embers", "Ashes")
    # One that no game knows any more is told as it stands.
    assert list(found.values()) == [("Embers", "5", None)]


# -- the record itself ----------------------------------------------------------------------------


async def test_what_leaves_the_game_or_comes_back_is_told_beside_what_changes(office: Office) -> None:
    sheet = await office.open("sheet", "Keys")
    archived = await office.change(sheet, archive=True, end="lost", player=DEACON)
    # How it ended is said by its coming back.
    plan = await office.preview(archived)
    assert plan.stands == (Difference("Keys", "", False, True),)
    assert plan.differences == (_worded("Keys", "player", "3", None),)
    restored = await office.change(sheet, restore=True, end="found")
    plan = await office.preview(restored)
    assert plan.stands == (Difference("Keys", "", True, False),)
    assert plan.differences == (_worded("Keys", "end", "found", "lost"),)


async def test_what_goes_is_told_by_its_title_and_what_is_a_case_by_that(office: Office) -> None:
    thing = await office.open("matter", "Keys", player=DEACON)
    plan = await office.preview()
    assert (plan.opened, plan.hidden, plan.differences) == (("Keys",), (), ())
    offer = await office.open("offer", "Rope")
    plan = await office.preview()
    assert (plan.opened, plan.stands, plan.differences) == ((), (_is("Offer of Rope", "gone"),), ())
    archived = await office.change(offer, archive=True, player=DEACON)
    plan = await office.preview(archived)
    assert (plan.stands, plan.differences) == ((_is("Offer of Rope", "open again"),), ())
    restored = await office.change(offer, restore=True)
    plan = await office.preview(restored)
    assert (plan.stands, plan.differences) == ((_is("Offer of Rope", "closed again"),), ())
    # Else of a case is told what of it changes.
    renamed = await office.change(offer, name="Ropes", also={thing: {"name": "Key"}})
    assert (await office.preview(renamed)).differences == (
        Difference("Ropes", "name", "Ropes", "Rope"),
        Difference("Key", "name", "Key", "Keys"),
    )


async def test_all_that_goes_is_told_whatever_stands_before_it(office: Office) -> None:
    sheet = await office.open("sheet", "Lamp")
    hidden = await office.open("matter", "Cellar", is_hidden=True)
    offer = await office.open("offer", "Rope", links=(hidden,))
    other = await office.open("sheet", "Door", links=(hidden,))
    # All of these follow of the cellar.
    await office.change(hidden, also={offer: {}, other: {}, sheet: {"player": DEACON}})
    plan = await office.preview(5)
    assert plan.undone == (5, 6, 7, 8)
    assert plan.opened == ("Cellar", "Door")
    assert plan.stands == (_is("Offer of Rope", "gone"),)
    assert plan.differences == (_worded("Lamp", "player", "3", None),)
    shown = await office.press(plan)
    row = await _row(office, 9)
    public, secret = (office.play.context.entry(row, who) for who in (PUBLIC, GAME_MASTER))
    # Everybody reads no title of what is hidden, and the game masters all of it besides.
    assert [event.facts["opened"] for event in public.events] == [["Door"]]
    assert [event.facts["opened"] for event in secret.events] == [["Door"], ["Cellar", "Door"]]
    for event in secret.events:
        assert event.facts["differences"] == [each.row for each in plan.differences]
    assert shown.public.entry.events == public.events


async def _row(office: Office, number: int) -> Any:
    return await office.play.database.read(lambda c: journal.entry(c, office.id, number))


async def test_what_goes_out_of_sight_is_told_as_that_and_what_everybody_sees_told_once(
    office: Office,
) -> None:
    thing = await office.open("matter", "Keys", is_hidden=True)
    shown = await office.change(thing, is_hidden=False, name="Key")
    plan = await office.undo(shown)
    assert plan.hidden == ()
    (public, secret) = office.play.context.entry(await _row(office, 6), GAME_MASTER).events
    assert (public.facts["hidden"], public.facts["differences"]) == (["Key"], [])
    assert secret.facts["hidden"] == []
    assert [row[:2] for row in secret.facts["differences"]] == [["Key", "name"], ["Key", "is_hidden"]]
    # What was hidden when it came is gone without a word about whether it is still there.
    theirs = await office.open("matter", "Rope", is_hidden=True)
    await office.change(theirs, is_hidden=False)
    plan = await office.preview(7)
    assert (plan.opened, plan.hidden) == (("Rope",), ())
    await office.press(plan)
    (public, secret) = office.play.context.entry(await _row(office, 9), GAME_MASTER).events
    assert (public.facts["opened"], public.facts["hidden"]) == ([], ["Rope"])
    assert (secret.facts["opened"], secret.facts["hidden"]) == (["Rope"], [])


async def test_what_is_the_same_for_all_is_told_once_whoever_undoes_it_and_says_if_it_is_brought_back(
    office: Office,
) -> None:
    sheet = await office.open("sheet", "Keys")
    await office.undo(await office.change(sheet, player=DEACON))
    (told,) = office.play.context.entry(await _row(office, 6), GAME_MASTER).events
    assert isinstance(told, PlainEvent)
    assert (told.kind, told.facts["is_redo"]) == ("Undone", False)
    plan = await office.undo(redo=True)
    assert (plan.entry.number, plan.is_redo) == (6, True)
    (told,) = office.play.context.entry(await _row(office, 7), GAME_MASTER).events
    assert (told.kind, told.facts["is_redo"], told.facts["who"]) == ("Redone", True, [MARISOL])


async def test_who_looks_sees_in_the_preview_what_they_may_see(office: Office) -> None:
    hidden = await office.open("matter", "Cellar", is_hidden=True, words="", whispered="A cellar.")
    shed = await office.open("matter", "Hut", by=DEACON)
    plan = await office.preview(by=DEACON)
    assert [entry.number for entry in plan.entries] == [5]
    assert plan.entry.number == 5
    # The entry that is taken back is the one that was meant, not the first or the last that goes with it.
    await office.change(shed, name="Shed")
    await office.change(hidden)
    plan = await office.preview(5)
    assert (plan.entry.number, plan.undone) == (5, (5, 6))

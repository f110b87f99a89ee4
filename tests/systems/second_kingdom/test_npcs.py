"""The game master's own (K1, Q19): made, changed and revealed, and who may read of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC, Permit
from bot.engine.portraits import Portrait
from bot.engine.system import Open, Record, RecordId
from bot.errors import RuleViolation
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.heroes.people import (
    NPC,
    PORTRAIT,
    CreateNpc,
    EditNpc,
    NpcCreated,
    NpcEdited,
    NpcNoted,
    NpcRevealed,
    RevealNpc,
)
from bot.systems.second_kingdom.settings import RATINGS, hides_rating
from bot.systems.second_kingdom.state import Counter, Defence, Known, Npc
from tests.refusals import refuses
from tests.systems.second_kingdom.scenes import after, play, scene

DUKE, FACE, NEW = RecordId("duke"), RecordId("face"), RecordId("new-1")
VIRTUES = (("courage", 6), ("temperance", 3))
SLASH = RecordId("slash")


def npc(**changes: Any) -> Npc:
    """The Duke, of whom only the game masters know, with all that an NPC can have."""
    whole = Npc(
        "The Duke",
        courage=6,
        temperance=3,
        counters={"Wounds": Counter(2)},
        defences=(Defence("Mail", block=(1, 0)),),
        maneuvers=(SLASH,),
        about="Wants the crown.",
        portrait="https://example.org/duke.png",
    )
    return replace(whole, **changes)


def duke(**changes: Any) -> Record[Any]:
    return Record(DUKE, NPC.name, npc(**changes))


def edit(**changes: Any) -> EditNpc:
    """The form as it was opened, but for these changes."""
    return replace(EditNpc(DUKE, "The Duke", courage=6, temperance=3, about="Wants the crown."), **changes)


# -- who sees what ------------------------------------------------------------------------------------


def test_a_hidden_npc_exists_for_no_player() -> None:
    assert NPC.view(npc(), PUBLIC) is None


def test_of_a_named_npc_only_name_and_portrait_are_seen() -> None:
    seen = NPC.view(npc(known=Known.NAMED), PUBLIC)
    assert seen == Npc("The Duke", Known.NAMED, portrait="https://example.org/duke.png")


def test_of_an_open_npc_all_but_the_notes_is_seen() -> None:
    assert NPC.view(npc(known=Known.OPEN), PUBLIC) == npc(known=Known.OPEN, about="")


@pytest.mark.parametrize("known", Known)
def test_game_masters_see_everything(known: Known) -> None:
    assert NPC.view(npc(known=known), GAME_MASTER) == npc(known=known)


# -- made ---------------------------------------------------------------------------------------------


def test_k1_a_new_npc_is_hidden_and_told_to_the_game_masters_alone() -> None:
    turn = play(scene(), CreateNpc(" The\u200b Duke ", courage=6, temperance=3))
    assert turn.changes == (Open(NEW, "npc", Npc("The Duke", courage=6, temperance=3)),)
    assert turn.events == (NpcCreated(NEW, "The Duke", False, Known.HIDDEN, VIRTUES, audience=GAME_MASTERS),)


def test_a_new_npc_known_by_name_tells_the_table_no_virtues() -> None:
    turn = play(scene(), CreateNpc("The Duke", courage=6, temperance=3, known=Known.NAMED))
    assert turn.events == (
        NpcCreated(NEW, "The Duke", False, Known.NAMED, (), audience=EVERYONE),
        NpcCreated(NEW, "The Duke", False, Known.NAMED, VIRTUES, audience=GAME_MASTERS),
    )


def test_q20_an_open_horde_is_one_npc_that_everybody_reads_of() -> None:
    turn = play(scene(), CreateNpc("Demons", is_horde=True, known=Known.OPEN))
    assert turn.changes == (Open(NEW, "npc", Npc("Demons", Known.OPEN, is_horde=True)),)
    assert turn.events == (NpcCreated(NEW, "Demons", True, Known.OPEN, (), audience=EVERYONE),)


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        (CreateNpc("\u200b"), "An NPC's name can have 1 to 60 characters."),
        (CreateNpc("n" * 61), "An NPC's name can have 1 to 60 characters, not 61."),
        (CreateNpc("THE DUKE"), "There's already an NPC by that name. Choose another name."),
        (CreateNpc("Tam", courage=0), "Courage can be 1 to 10, not 0."),
        (CreateNpc("Tam", temperance=11), "Temperance can be 1 to 10, not 11."),
        (edit(about="a" * 4001), "Notes can have at most 4000 characters, not 4001."),
        (edit(name="The Abbot"), "There's already an NPC by that name. Choose another name."),
        (edit(prudence=11), "Prudence can be 1 to 10, not 11."),
        (edit(), "That's how it already is; nothing was changed."),
    ],
)
def test_what_makes_no_npc_is_refused(action: Any, wrong: str) -> None:
    other = Record(RecordId("abbot"), NPC.name, Npc("The Abbot"))
    with pytest.raises(RuleViolation) as refused:
        play(scene(duke(), other), action)
    assert str(refused.value) == wrong


@pytest.mark.parametrize("action", [CreateNpc, EditNpc, RevealNpc])
def test_q19_npcs_are_the_game_masters(action: type[Any]) -> None:
    assert next(kind.may for kind in SYSTEM.actions if kind.action is action) is Permit.GAME_MASTERS


# -- changed ------------------------------------------------------------------------------------------


def test_an_edit_leaves_alone_what_the_form_has_not() -> None:
    before = scene(duke())
    turn = play(
        before, edit(name=" Duke\nFerris", courage=None, about=" Has the\u200b crown.\r\n\nWants more.\n")
    )
    wanted = npc(name="Duke Ferris", courage=None, about="Has the crown.\n\nWants more.")
    assert after(before, turn).get(NPC, DUKE).state == wanted


@pytest.mark.parametrize(
    ("known", "audience"),
    [(Known.HIDDEN, GAME_MASTERS), (Known.NAMED, GAME_MASTERS), (Known.OPEN, EVERYONE)],
)
def test_changed_virtues_are_told_to_those_who_know_them(known: Known, audience: Any) -> None:
    turn = play(scene(duke(known=known)), edit(courage=7))
    assert turn.events == (NpcEdited("The Duke", "The Duke", (("courage", 6, 7),), audience=audience),)


@pytest.mark.parametrize("known", Known)
def test_no_player_reads_that_the_notes_changed(known: Known) -> None:
    turn = play(scene(duke(known=known)), edit(about="Has the crown."))
    assert turn.events == (NpcNoted("The Duke", audience=GAME_MASTERS),)


# -- revealed -----------------------------------------------------------------------------------------


def revealed(before: Known, known: Known, *records: Record[Any]) -> Any:
    """The event of that step, and the scene after it."""
    then = scene(duke(known=before, picture=records[0].id if records else None), *records)
    turn = play(then, RevealNpc(DUKE, known))
    assert after(then, turn).get(NPC, DUKE).state.known is known
    (event,) = turn.events
    return event, after(then, turn)


def test_the_table_meets_somebody_by_name_and_reads_no_number() -> None:
    event, _ = revealed(Known.HIDDEN, Known.NAMED)
    assert event == NpcRevealed(DUKE, "The Duke", False, Known.HIDDEN, Known.NAMED, (), audience=EVERYONE)


@pytest.mark.parametrize("before", [Known.HIDDEN, Known.NAMED])
def test_who_is_open_shows_virtues(before: Known) -> None:
    event, _ = revealed(before, Known.OPEN)
    assert event == NpcRevealed(DUKE, "The Duke", False, before, Known.OPEN, VIRTUES, audience=EVERYONE)


@pytest.mark.parametrize(
    ("before", "known"),
    [(Known.OPEN, Known.NAMED), (Known.OPEN, Known.HIDDEN), (Known.NAMED, Known.HIDDEN)],
)
def test_that_the_table_shall_know_less_is_told_to_the_game_masters_alone(
    before: Known, known: Known
) -> None:
    event, _ = revealed(before, known)
    assert (event.virtues, event.audience) == ((), GAME_MASTERS)


@pytest.mark.parametrize(("before", "known"), [(Known.HIDDEN, Known.NAMED), (Known.NAMED, Known.OPEN)])
def test_without_a_word_the_table_learns_the_next_of_somebody(before: Known, known: Known) -> None:
    then = scene(duke(known=before))
    assert after(then, play(then, RevealNpc(DUKE))).get(NPC, DUKE).state.known is known


def test_of_who_is_open_there_is_no_more_to_reveal() -> None:
    with refuses("npc.known_so"):
        play(scene(duke(known=Known.OPEN)), RevealNpc(DUKE))


def test_what_the_table_knows_already_is_not_revealed_again() -> None:
    with refuses("npc.known_so", "The Duke", "known by name"):
        play(scene(duke(known=Known.NAMED)), RevealNpc(DUKE, Known.NAMED))


@pytest.mark.parametrize(
    ("before", "known", "is_secret"),
    [(Known.HIDDEN, Known.NAMED, False), (Known.HIDDEN, Known.OPEN, False), (Known.OPEN, Known.HIDDEN, True)],
)
def test_an_uploaded_portrait_is_as_secret_as_whom_it_shows(
    before: Known, known: Known, is_secret: bool
) -> None:
    face = Record(FACE, PORTRAIT.name, Portrait(DUKE, "UklGRg==", is_secret=not is_secret))
    _, then = revealed(before, known, face)
    picture = then.get(PORTRAIT, FACE).state
    assert picture.is_secret is is_secret
    assert (PORTRAIT.view(picture, PUBLIC) is None) is is_secret
    assert PORTRAIT.view(picture, GAME_MASTER) == picture


# -- The rulings that leave the campaign a choice -------------------------------------------------------


@pytest.mark.parametrize(
    ("decided", "said", "hidden"),
    [
        ({}, None, False),
        ({RATINGS.key: "shown"}, None, False),
        ({RATINGS.key: "hidden"}, None, True),
        ({RATINGS.key: "hidden"}, False, False),
        ({}, True, True),
    ],
)
def test_q4_a_rating_is_hidden_as_said_or_else_as_decided(
    decided: dict[str, str], said: bool | None, hidden: bool
) -> None:
    assert hides_rating(decided, said) is hidden

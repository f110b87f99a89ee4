"""Adventurers written about, settled, retired; and nothing is done with those who are gone (A39, Q23)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.people import Permit
from bot.engine.system import Record, RecordId
from bot.errors import NotAllowed, RuleViolation
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import ADVENTURER
from bot.systems.adventuria.combat.state import Fight
from bot.systems.adventuria.offers.rules import Offer, OfferEnd, OfferKind
from bot.systems.adventuria.sheet.rules import (
    AdventurerEdited,
    AdventurerRetired,
    AdventurerSettled,
    EditAdventurer,
    RetireAdventurer,
    SettleAdventurer,
    mark,
)
from bot.systems.adventuria.state import THE_CITY, End, Gain, Loss, Quest, Stage, Ware
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    DEACON,
    DEAL,
    HOME,
    MARISOL,
    WREN,
    adventurer_of,
    after,
    ally,
    bran,
    foe,
    having,
    item,
    play,
    scene,
    spell,
)


def refusal(action: Any, *states: Any, dice: tuple[int, ...] = (), **options: Any) -> str:
    """The sentence that an action is refused with."""
    with pytest.raises((RuleViolation, NotAllowed)) as refused:
        play(scene(*states, **options), action, *dice)
    return str(refused.value)


# -- edited, settled ----------------------------------------------------------------------------------


def test_name_and_notes_are_written_anew() -> None:
    before = scene(bran())
    turn = play(before, EditAdventurer(BRAN, "Brand", "  A scar. \n\n\n Fears crows.\n"))
    state = adventurer_of(after(before, turn))
    assert (state.name, state.about) == ("Brand", "A scar.\n\nFears crows.")
    assert turn.events == (AdventurerEdited("Bran", "Brand", has_new_notes=True),)


def test_notes_can_be_written_in_camp_and_with_something_undecided() -> None:
    """They are no part of the game."""
    waiting = bran(stage=Stage.CAMP, losses=(Loss(Ware.ITEM, 1),))
    assert play(scene(waiting), EditAdventurer(BRAN, about="A scar.")).changes


OTHER = Record(RecordId("ada"), ADVENTURER.name, bran(name="Ada", player=WREN))


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        (EditAdventurer(BRAN, "Ada"), "This campaign has an adventurer of that name already"),
        (EditAdventurer(BRAN, ""), "this one has 0"),
        (EditAdventurer(BRAN, about="n" * 1001), "Notes have at most 1000 characters; these have 1001."),
        (EditAdventurer(BRAN, about="n\n" * 21), "Notes have at most 20 lines; these have 21."),
        (EditAdventurer(BRAN, "Bran"), "nothing was changed"),
        (EditAdventurer(BRAN, "Brand", seen="0badcafe"), "were changed after this form was opened"),
    ],
)
def test_an_edit_that_cannot_be_is_refused(action: EditAdventurer, wrong: str) -> None:
    assert wrong in refusal(action, bran(), OTHER)


def test_a_form_of_the_sheet_as_it_stands_gets_through() -> None:
    action = EditAdventurer(BRAN, "BRAN", seen=mark(bran()))
    assert adventurer_of(after(scene(bran()), play(scene(bran()), action))).name == "BRAN"


def test_another_home_gets_everything_from_then_on() -> None:
    before = scene(bran())
    turn = play(before, SettleAdventurer(BRAN, 99))
    assert turn.channel == adventurer_of(after(before, turn)).home == 99
    assert turn.events == (AdventurerSettled("Bran", 99),)


def test_the_same_home_is_no_other() -> None:
    assert "posted here already" in refusal(SettleAdventurer(BRAN, HOME), bran())


# -- A39, Q23 -----------------------------------------------------------------------------------------

RICH = having(
    item("Lamp"),
    spell("Spark"),
    ally("Dog"),
    gold=7,
    wounds=2,
    quest=Quest("The Crown"),
    gains=(Gain(item("Rope")),),
    losses=(Loss(Ware.ITEM, 1),),
    felled=3,
)


def test_a39_who_retires_loses_what_the_fallen_lose() -> None:
    state = adventurer_of(after(scene(RICH), play(scene(RICH), RetireAdventurer(BRAN))))
    assert (state.gold, state.possessions, state.quest, state.gains, state.losses) == (0, (), None, (), ())


def test_q23_the_sheet_keeps_its_numbers_and_is_put_away() -> None:
    later = after(scene(RICH), play(scene(RICH), RetireAdventurer(BRAN)))
    state = adventurer_of(later)
    assert (state.natural, state.wounds, state.felled, state.end) == (RICH.natural, 2, 3, End.RETIRED)
    assert (later.records[BRAN].is_archived, state.stage, state.ended) == (True, Stage.GONE, 50)


def test_retiring_tells_what_is_lost() -> None:
    turn = play(scene(RICH), RetireAdventurer(BRAN))
    lost = ("Lamp", "Spark", "Dog")
    told = AdventurerRetired("Bran", DEACON, 1, 3, THE_CITY, 7, lost, "The Crown")
    assert turn.events == (told,)


def test_who_retires_leaves_fight_and_offers_behind() -> None:
    fight = Fight(BRAN, "Bran", DEACON, (foe(),))
    offer = Offer(BRAN, "Bran", DEACON, OfferKind.GAIN)
    before = scene(bran(fight=BOUT), fight, offer)
    later = after(before, play(before, RetireAdventurer(BRAN)))
    assert later.records[BOUT].is_archived
    assert later.records[DEAL].state.end is OfferEnd.LAPSED
    assert adventurer_of(later).fight is None


def test_nothing_waits_in_who_has_retired() -> None:
    state = adventurer_of(after(scene(RICH), play(scene(RICH), RetireAdventurer(BRAN))))
    assert ADVENTURER.waiting(BRAN, state) == ()


def test_a_narrator_who_retires_somebody_acts_for_them() -> None:
    assert play(scene(bran(), actor=MARISOL), RetireAdventurer(BRAN)).on_behalf_of == DEACON


@pytest.mark.parametrize("action", [EditAdventurer, SettleAdventurer, RetireAdventurer])
def test_the_player_and_narrators_edit_settle_and_retire(action: type[Any]) -> None:
    (kind,) = [kind for kind in SYSTEM.actions if kind.action is action]
    assert kind.may is Permit.OWNER_OR_GAME_MASTER
    assert kind.owner is not None
    assert (
        kind.owner(scene(bran()), action(BRAN, 1) if action is SettleAdventurer else action(BRAN)) == DEACON
    )


# What only shows something changes nothing.
SHOWING = ("ShowSheet",)
NAMED = {"adventurer": BRAN, "fight": BOUT, "offer": DEAL}
ON_ADVENTURERS = [
    kind
    for kind in SYSTEM.actions
    if not NAMED.keys().isdisjoint(kind.action.__dataclass_fields__) and kind.name not in SHOWING
]


@pytest.mark.parametrize("kind", ON_ADVENTURERS, ids=[kind.name for kind in ON_ADVENTURERS])
@pytest.mark.parametrize("end", End)
def test_a39_q23_nothing_is_done_any_more_with_who_fell_or_retired(kind: Any, end: End) -> None:
    """Each action of the game that names an adventurer, a fight or an offer, on what is put away."""
    over = {
        BRAN: Record(BRAN, ADVENTURER.name, bran(end=end, stage=Stage.GONE), is_archived=True),
        BOUT: Record(BOUT, "fight", Fight(BRAN, "Bran", DEACON, (foe(),)), is_archived=True),
        DEAL: Record(DEAL, "offer", Offer(BRAN, "Bran", DEACON, OfferKind.GAIN), is_archived=True),
    }
    # The rest of the action may be anything: whom it is about comes first.
    action = kind.action(**{name: NAMED.get(name) for name in kind.action.__dataclass_fields__})
    with pytest.raises(RuleViolation, match="no longer in play; nothing was changed"):
        play(scene(*over.values()), action)

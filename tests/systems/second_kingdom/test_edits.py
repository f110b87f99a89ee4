"""Changes to a sheet that wait for a game master (ruling Q25 leaves the numbers to the table)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import Permit
from bot.engine.system import Record, RecordId, Replace, Scene
from bot.errors import RuleViolation
from bot.storage import codec
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.heroes.edits import (
    EDIT,
    PERFORMS,
    Answer,
    ApproveEdit,
    DeclineEdit,
    Edit,
    EditAnswered,
    EditAsked,
    SheetAction,
    wanted,
)
from bot.systems.second_kingdom.heroes.people import HERO, SetVirtues, VirtuesSet
from bot.systems.second_kingdom.heroes.sheet import (
    Changed,
    CounterSet,
    EditSheet,
    LearnManeuver,
    Part,
    SetCounter,
    SetPortrait,
    mark,
)
from bot.systems.second_kingdom.state import Counter, Hero
from tests.systems.second_kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    EVANDER,
    MARISOL,
    after,
    evander,
    hero_of,
    play,
    scene,
)
from tests.systems.second_kingdom.sheet_changes import CHANGES, FACE, GALE, IRON_GALE, WOUNDS

CAREFUL = replace(CAMPAIGN, settings={"table.edits": "approval"})
TO_SEVEN = SetVirtues(EVANDER, courage=7)


def table(actor: int = DEACON, **hero: Any) -> Scene:
    """Evander at a table where changes are approved."""
    return scene(evander(**hero), IRON_GALE, actor=actor, campaign=CAREFUL)


def asked(action: SheetAction = TO_SEVEN, **hero: Any) -> tuple[Scene, RecordId]:
    """What the game master finds once that was asked for."""
    before = table(**hero)
    turn = play(before, action)
    found = replace(after(before, turn), actor=MARISOL, standing=CAREFUL.standing(MARISOL))
    return found, turn.changes[0].id


def edited(where: Scene, **hero: Any) -> Scene:
    """The same after the hero's sheet has changed otherwise."""
    changed = Record(EVANDER, "hero", replace(hero_of(where), **hero))
    return replace(where, records={**where.records, EVANDER: changed})


@pytest.mark.parametrize(
    ("settings", "event"), [({}, VirtuesSet), ({"table.edits": "at_once"}, VirtuesSet), (None, EditAsked)]
)
def test_a_players_change_waits_where_the_campaign_wants_it(
    settings: dict[str, str] | None, event: type[Any]
) -> None:
    campaign = CAREFUL if settings is None else replace(CAMPAIGN, settings=settings)
    turn = play(scene(evander(), actor=DEACON, campaign=campaign), TO_SEVEN)
    assert type(turn.events[0]) is event


def test_a_game_masters_change_takes_effect_at_once() -> None:
    assert play(table(MARISOL), TO_SEVEN).events == (VirtuesSet("Evander", (("courage", 6, 7),)),)
    counted = play(table(MARISOL), SetCounter(EVANDER, "Wounds", 2)).events
    assert counted == (CounterSet("Evander", "Wounds", 0, 2),)


def test_what_is_asked_for_leaves_the_sheet_as_it_is_and_waits_for_the_game_master() -> None:
    found, edit = asked()
    assert hero_of(found) == evander()
    (step,) = EDIT.waiting(edit, found.get(EDIT, edit).state)
    assert (step.who, step.label) == (None, "Evander: courage 6 → 7")
    assert [choice.action for choice in step.choices] == [ApproveEdit(edit), DeclineEdit(edit)]


def test_what_could_not_be_set_can_not_be_asked_for() -> None:
    with pytest.raises(RuleViolation, match="Courage is 1 to 10, not 11"):
        play(table(), SetVirtues(EVANDER, courage=11))


def test_every_change_of_a_sheet_can_be_asked_for() -> None:
    assert {type(action) for action, *_ in CHANGES} == set(PERFORMS)


@pytest.mark.parametrize(("action", "hero", "result", "told"), CHANGES)
def test_an_approved_change_takes_effect(
    action: SheetAction, hero: dict[str, Any], result: Hero, told: str
) -> None:
    found, edit = asked(action, **hero)
    turn = play(found, ApproveEdit(edit))
    assert hero_of(after(found, turn)) == result
    assert turn.events[0].is_approved
    settled = turn.changes[0]
    assert isinstance(settled, Replace)
    assert settled.archive
    assert turn.subject == edit


@pytest.mark.parametrize(("action", "hero", "result", "told"), CHANGES)
def test_what_is_asked_for_is_kept_and_told_before_and_after(
    action: SheetAction, hero: dict[str, Any], result: Hero, told: str
) -> None:
    found, edit = asked(action, **hero)
    state = found.get(EDIT, edit).state
    assert EDIT.title(state) == f"Evander: {told}"
    assert state.wanted.action == action
    # What it needs when it is approved is found again, also after it was stored.
    assert codec.load(Edit, codec.dump(state)) == state
    assert set(EDIT.links(state)) >= {each for each in (GALE,) if "Iron Gale" in told}


def test_a_threshold_is_told_once_the_change_is_approved() -> None:
    found, edit = asked(SetCounter(EVANDER, "Wounds", 6), counters={"Wounds": WOUNDS})
    assert play(found, ApproveEdit(edit)).events[0].reached == ("Staggered",)
    assert play(found, DeclineEdit(edit)).events[0].reached == ()


def test_a_declined_change_leaves_the_sheet_as_it_is() -> None:
    found, edit = asked()
    turn = play(found, DeclineEdit(edit))
    assert [change.id for change in turn.changes] == [edit]
    assert turn.changes[0].state.answer is Answer.DECLINED
    assert turn.events == (EditAnswered("Evander", DEACON, (Changed("courage", 6, 7, Part.VIRTUE),), False),)


def test_a_change_of_what_has_changed_meanwhile_can_only_be_declined() -> None:
    found, edit = asked()
    with pytest.raises(RuleViolation, match="since this was asked: 8 stands there, not 6"):
        play(edited(found, courage=8), ApproveEdit(edit))
    assert play(edited(found, courage=8), DeclineEdit(edit)).changes


def test_a_picture_in_the_place_of_another_is_a_change_and_has_one() -> None:
    found, edit = asked(SetPortrait(EVANDER, data="d2VicA=="), picture=FACE)
    assert EDIT.title(found.get(EDIT, edit).state) == "Evander: portrait a picture → another picture"
    with pytest.raises(RuleViolation, match="since this was asked: another picture stands there"):
        play(edited(found, picture=RecordId("another")), ApproveEdit(edit))


def test_a_counter_that_has_changed_meanwhile_is_found_however_it_is_written() -> None:
    found, edit = asked(SetCounter(EVANDER, "Wounds", 2))
    with pytest.raises(RuleViolation, match="1 stands there, not none"):
        play(edited(found, counters={"WOUNDS": Counter(1)}), ApproveEdit(edit))


def test_a_change_of_something_else_meanwhile_is_no_hindrance() -> None:
    found, edit = asked()
    changed = edited(found, prudence=9, conviction=0)
    kept = hero_of(after(changed, play(changed, ApproveEdit(edit))))
    assert kept == evander(courage=7, prudence=9, conviction=0)


def test_only_what_was_changed_in_the_form_is_written_when_it_is_approved() -> None:
    found, edit = asked(EditSheet(EVANDER, name="Evan", seen=mark(evander())))
    changed = edited(found, prudence=9, about="Sings.")
    kept = hero_of(after(changed, play(changed, ApproveEdit(edit))))
    assert kept == evander(name="Evan", prudence=9, about="Sings.")


def test_a_name_taken_meanwhile_is_not_given_twice() -> None:
    found, edit = asked(EditSheet(EVANDER, name="Ysolde"))
    other = Record(RecordId("ysolde"), HERO.name, Hero("Ysolde", 3, 4, 5, 3))
    taken = replace(found, records={**found.records, other.id: other})
    with pytest.raises(RuleViolation, match="This campaign has a hero of that name already"):
        play(taken, ApproveEdit(edit))


def test_a_maneuver_that_left_the_library_meanwhile_is_not_learned() -> None:
    found, edit = asked(LearnManeuver(EVANDER, GALE))
    gone = replace(found, records={**found.records, GALE: replace(IRON_GALE, is_archived=True)})
    with pytest.raises(RuleViolation, match="no longer in play"):
        play(gone, ApproveEdit(edit))


def test_one_thing_waits_once() -> None:
    found, _ = asked()
    players = replace(found, actor=DEACON, standing=CAREFUL.standing(DEACON))
    with pytest.raises(RuleViolation, match="A change of that waits for a game master already"):
        play(players, SetVirtues(EVANDER, courage=8, prudence=6))
    assert play(players, SetVirtues(EVANDER, prudence=6)).changes
    # A counter may be called as a virtue is.
    assert play(players, SetCounter(EVANDER, "courage", 1)).changes


def waits(action: SetCounter) -> Edit:
    """Such a change of Evander's sheet, as it waits."""
    change = Changed(action.counter, None, Counter(action.value))
    return Edit(EVANDER, "Evander", DEACON, (change,), wanted(action))


def test_a_sheet_has_room_for_ten_that_wait() -> None:
    waiting = {
        RecordId(f"e{n}"): Record(RecordId(f"e{n}"), EDIT.name, waits(SetCounter(EVANDER, f"c{n}", 1)))
        for n in range(10)
    }
    full = replace(table(), records={**table().records, **waiting})
    with pytest.raises(RuleViolation, match="10 changes of this sheet wait"):
        play(full, TO_SEVEN)


def test_a_handed_over_change_is_the_new_players() -> None:
    found, edit = asked()
    assert EDIT.hand_over is not None
    assert EDIT.hand_over(found.get(EDIT, edit).state, 9, EVANDER).player == 9


def test_only_game_masters_answer() -> None:
    may = {kind.action: kind.may for kind in SYSTEM.actions}
    assert {may[ApproveEdit], may[DeclineEdit]} == {Permit.GAME_MASTERS}


@pytest.mark.parametrize("action", PERFORMS)
def test_a_sheet_is_changed_by_its_player_or_a_game_master(action: type[Any]) -> None:
    may = {kind.action: kind.may for kind in SYSTEM.actions}
    assert may[action] is Permit.OWNER_OR_GAME_MASTER


# -- of earlier days --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "is_counter", "action", "told"),
    [
        (
            [{"name": "courage", "before": 6, "after": 7}, {"name": "prudence", "before": 5, "after": 4}],
            False,
            SetVirtues(EVANDER, courage=7, prudence=4),
            "Evander: courage 6 → 7, prudence 5 → 4",
        ),
        (
            [{"name": "Wounds", "before": 0, "after": 2}],
            True,
            SetCounter(EVANDER, "Wounds", 2),
            "Evander: Wounds none → 2",
        ),
    ],
)
def test_a_change_asked_for_before_there_were_other_kinds_is_approved(
    changes: list[dict[str, Any]], is_counter: bool, action: SheetAction, told: str
) -> None:
    old = {
        "hero": EVANDER,
        "hero_name": "Evander",
        "player": DEACON,
        "changes": changes,
        "is_counter": is_counter,
        "answer": "waits",
    }
    lifted = codec.from_plain(Edit, EDIT.upgrade(1, old))
    assert (lifted.wanted.action, EDIT.title(lifted)) == (action, told)
    found = scene(evander(), Record(RecordId("edit"), EDIT.name, lifted), campaign=CAREFUL)
    approved = after(found, play(found, ApproveEdit(RecordId("edit"))))
    assert hero_of(approved) == hero_of(after(found, play(found, action)))

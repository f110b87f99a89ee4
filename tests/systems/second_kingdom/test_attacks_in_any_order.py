"""Attacks on each other and on the same target, carried on by anybody in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.engine.people import PUBLIC
from bot.engine.settings import Setting
from bot.engine.system import Choice, RecordId
from bot.errors import NotAllowed, RuleViolation
from bot.systems.second_kingdom.attacks.state import (
    Attack,
    DamageApplied,
    DeclareAttack,
    End,
    Phase,
    attack_view,
)
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.settings import CAP, DAMAGE, FLOOR
from bot.systems.second_kingdom.state import Known
from tests.systems.second_kingdom.fights import CLAWS, GALE, HORDE, YSOLDE, Fight, horde, ysolde
from tests.systems.second_kingdom.scenes import DEACON, EVANDER, MARISOL, STRANGER, WREN

PEOPLE = (MARISOL, DEACON, WREN, STRANGER)
FACES = st.integers(1, 10)
SETTINGS = st.fixed_dictionaries(
    {
        setting: st.sampled_from([option.value for option in setting.options])
        for setting in (FLOOR, CAP, DAMAGE)
    }
)
PAIRS = [(DEACON, EVANDER, HORDE, GALE), (MARISOL, HORDE, YSOLDE, CLAWS), (DEACON, EVANDER, YSOLDE, GALE)]


def offered(fight: Fight) -> Iterator[tuple[RecordId, Choice]]:
    """What carries each attack on, what stops the fourth, and a counter-attack for each that is held."""
    for place, record in enumerate(fight.scene.all(ATTACK)):
        for step in ATTACK.waiting(record.id, record.state):
            choices = (
                choice for choice in step.choices if choice.key not in ("withdraw", "veto") or place == 3
            )
            yield from ((record.id, choice) for choice in choices)
        if record.state.phase is Phase.HELD:
            maneuver = GALE if record.state.target.player else CLAWS
            sides = (record.state.target.id, record.state.attacker.id)
            yield record.id, Choice("answer", "", DeclareAttack(*sides, maneuver, answers=record.id))


def dice_for(key: str, data: st.DataObject) -> list[int]:
    """As many dice as that choice rolls."""
    count = {"roll": 3, "defend": 2}.get(key, 0)
    return data.draw(st.lists(FACES, min_size=count, max_size=count))


def require_sound(fight: Fight) -> None:
    """What holds of every attack at any time."""
    for record in fight.scene.records.values():
        if record.kind != ATTACK.name:
            continue
        state: Attack = record.state
        # A veto leaves what fell.
        if state.end is not End.VETOED:
            has = (
                len(state.dice),
                state.final is not None,
                len(state.defence_dice),
                state.outcome is not None,
            )
            assert has == HAS[state.end if state.end is End.WITHDRAWN else state.phase]
        assert record.is_archived == (state.phase is Phase.OVER) == (state.end is not None)
        assert (state.applied is not None) == (state.end is End.APPLIED)
        assert len(ATTACK.waiting(record.id, state)) == (state.phase is not Phase.OVER)
        assert attack_view(state, PUBLIC).acting == state.acting
        assert not state.is_secret or attack_view(state, PUBLIC).defences is None


HAS: dict[Any, tuple[int, bool, int, bool]] = {
    Phase.DECLARED: (0, False, 0, False),
    End.WITHDRAWN: (0, False, 0, False),
    Phase.ROLLED: (3, False, 0, False),
    Phase.ASSIGNED: (3, True, 0, False),
    Phase.DEFENDED: (3, True, 2, False),
    Phase.STRUCK: (3, True, 2, True),
    Phase.HELD: (3, True, 2, True),
    Phase.OVER: (3, True, 2, True),
}


@given(data=st.data(), settings=SETTINGS, known=st.sampled_from([Known.NAMED, Known.OPEN]))
def test_whatever_is_pressed_in_any_order_every_attack_stays_sound(
    data: st.DataObject, settings: dict[Setting, str], known: Known
) -> None:
    fight = Fight(target=ysolde(maneuvers=(GALE,)), npc=horde(known=known), settings=settings)
    wounds = 0
    for _ in range(data.draw(st.integers(10, 40))):
        choices = list(offered(fight))
        if not choices or data.draw(st.integers(0, 9)) == 9:
            fight.declares(*data.draw(st.sampled_from(PAIRS)))
        else:
            wounds += pressed(fight, *data.draw(st.sampled_from(choices)), data)
        require_sound(fight)
    counted = sum(n.value for who in (EVANDER, YSOLDE, HORDE) for n in fight.sheet(who).counters.values())
    assert counted == wounds


def pressed(fight: Fight, attack: RecordId, choice: Choice, data: st.DataObject) -> int:
    """Somebody presses it, mostly who is asked but now and then anybody; the damage that is told of it."""
    before = fight.scene
    state = before.get(ATTACK, attack).state
    who = data.draw(st.sampled_from((state.acting or MARISOL, *PEOPLE)))
    asked = {"amount": 3, "counter": ""} if any(ask.field == "amount" for ask in choice.asks) else {}
    try:
        turn = fight.does(who, replace(choice.action, **asked), *dice_for(choice.key, data))
    except (NotAllowed, RuleViolation):
        assert fight.scene is before
        return 0
    assert who in (MARISOL, state.acting) or (choice.key == "pass" and who == state.target.player)
    return sum(
        each.amount for each in turn.events if isinstance(each, DamageApplied) and each.audience.everyone
    )


def test_every_way_an_attack_ends_is_reached_by_its_choices() -> None:
    """So that the search above can't go about in a corner: one course for each end."""
    ends = set()
    for phase, who, key in (
        ("declared", DEACON, "withdraw"),
        ("assigned", MARISOL, "veto"),
        ("struck", MARISOL, "apply"),
        ("struck", MARISOL, "leave"),
        ("held", WREN, "pass"),
    ):
        fight = Fight(target=ysolde(maneuvers=(GALE,)))
        fight.until(phase, target=YSOLDE, by=WREN)
        fight.presses(who, key)
        ends.add(fight.of().end)
    fight = Fight(target=ysolde(maneuvers=(GALE,)))
    answered = fight.until("held", target=YSOLDE, by=WREN)
    fight.declares(WREN, YSOLDE, EVANDER, GALE, answers=answered)
    assert ends | {fight.of(answered).end} == set(End)

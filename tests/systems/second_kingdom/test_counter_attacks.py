"""A full defense, answered or let pass: K24, Q15."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import GAME_MASTER, PUBLIC
from bot.errors import NotAllowed, RuleViolation
from bot.systems.second_kingdom.attacks.state import (
    AllowCounter,
    AttackDeclared,
    AttackEnded,
    CounterAllowed,
    End,
    LetPass,
    Phase,
    attack_view,
)
from bot.systems.second_kingdom.state import Defence, Guard, Known
from tests.systems.second_kingdom.fights import (
    CLAWS,
    DICE,
    GALE,
    HORDE,
    IRON_GALE,
    RENDING,
    SHIELD,
    YSOLDE,
    Fight,
    horde,
    struck,
    ysolde,
)
from tests.systems.second_kingdom.scenes import EVANDER, MARISOL, WREN

# -- a full defense -----------------------------------------------------------------------------------


def held(counters: tuple[Guard, ...], **made: Any) -> Fight:
    """A full defense of Ysolde's by a block."""
    target = ysolde(maneuvers=(GALE,), defences=(Defence("Shield", block=(2, 1), counters=counters),))
    fight = Fight(target=target, **made)
    fight.until("held", target=YSOLDE, by=WREN)
    return fight


def test_k24_q15_where_the_guard_allows_it_the_defender_is_asked() -> None:
    fight = held((Guard.BLOCK,))
    assert (fight.step().who, fight.offered()) == (WREN, ["pass"])
    answered = fight.newest
    fight.declares(WREN, YSOLDE, EVANDER, GALE, answers=answered)
    assert (fight.of(answered).phase, fight.of(answered).end) == (Phase.OVER, End.COUNTERED)
    assert (fight.of().answers, fight.of().phase, fight.of().place) == (answered, Phase.DECLARED, 1)
    assert fight.last.events == (AttackDeclared("Ysolde", "Evander", IRON_GALE, 1, is_counter=True),)


@pytest.mark.parametrize("counters", [(), (Guard.DODGE, Guard.PARRY)])
def test_q15_otherwise_a_game_master_is_asked(counters: tuple[Guard, ...]) -> None:
    fight = held(counters)
    assert (fight.step().who, fight.offered()) == (None, ["allow", "pass"])
    with pytest.raises(RuleViolation, match=r"^Ysolde doesn't strike back with a block unasked; "):
        fight.declares(WREN, YSOLDE, EVANDER, GALE, answers=fight.newest)


def test_q15_a_game_master_allows_a_counter_attack() -> None:
    fight = held(())
    answered, before = fight.newest, fight.step().revision
    (told,) = fight.presses(MARISOL, "allow").events
    assert told == CounterAllowed("Evander", "Ysolde")
    assert (fight.step().who, fight.offered(), fight.step().revision) == (WREN, ["pass"], before + 1)
    with pytest.raises(RuleViolation, match="That is allowed already"):
        fight.does(MARISOL, AllowCounter(answered))
    fight.declares(WREN, YSOLDE, EVANDER, GALE, answers=answered)
    assert fight.of(answered).end is End.COUNTERED


def test_q15_players_allow_themselves_nothing() -> None:
    fight = held(())
    with pytest.raises(NotAllowed):
        fight.presses(WREN, "allow")


def test_q15_the_game_masters_strike_back_with_their_own_unasked() -> None:
    fight = Fight(npc=horde(defences=(Defence("Scales", block=(2, 1)),)))
    answered = fight.until("held")
    fight.declares(MARISOL, HORDE, EVANDER, CLAWS, answers=answered)
    assert (fight.of().maneuver, fight.of(answered).end) == (RENDING, End.COUNTERED)


def test_k24_a_full_defense_may_be_left_without_an_answer() -> None:
    fight = held(())
    (told,) = fight.presses(WREN, "pass").events
    assert told == AttackEnded("Evander", "Ysolde", "Iron Gale", End.DEFENDED)
    assert fight.of().phase is Phase.OVER


def test_k24_a_full_defense_is_answered_once() -> None:
    fight = held((Guard.BLOCK,))
    answered = fight.newest
    fight.declares(WREN, YSOLDE, EVANDER, GALE, answers=answered)
    with pytest.raises(RuleViolation, match="is no longer in play"):
        fight.declares(WREN, YSOLDE, EVANDER, GALE, answers=answered)
    with pytest.raises(RuleViolation, match="is no longer in play"):
        fight.does(WREN, LetPass(answered))


def test_k24_only_a_full_defense_is_answered_and_only_its_attacker() -> None:
    for phase, target in (("struck", EVANDER), ("held", HORDE)):
        fight = Fight(target=ysolde(maneuvers=(GALE,)))
        attack = fight.until(phase, target=YSOLDE, by=WREN)
        with pytest.raises(RuleViolation, match=r"^There is no full defense to answer: "):
            fight.declares(WREN, YSOLDE, target, GALE, answers=attack)
        assert fight.newest == attack


def test_a_strike_is_nothing_to_let_pass() -> None:
    fight = struck()
    with pytest.raises(RuleViolation, match="waits for a game master to apply the strike now"):
        fight.does(WREN, LetPass(fight.newest))
    assert fight.of().dice == DICE


def test_whose_guard_allows_an_answer_is_the_game_masters_secret() -> None:
    quick, slow = (
        Fight(npc=horde(known=Known.NAMED, defences=(replace(SHIELD, counters=counters),)))
        for counters in ((Guard.BLOCK,), ())
    )
    for fight in (quick, slow):
        fight.until("held")
    assert quick.step() == slow.step()
    assert attack_view(quick.of(), PUBLIC) == attack_view(slow.of(), PUBLIC)
    assert attack_view(quick.of(), GAME_MASTER).may_answer

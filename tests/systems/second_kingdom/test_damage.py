"""Damage applied, in the order of declaration and without secrets told: K27, Q18, Q20 and Q25."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC
from bot.engine.settings import Setting
from bot.engine.system import RecordId
from bot.errors import NotAllowed, RuleViolation
from bot.systems.second_kingdom.attacks.maneuvers import Strike
from bot.systems.second_kingdom.attacks.state import (
    AllowCounter,
    ApplyDamage,
    AttackDeclared,
    AttackEnded,
    AttackResolved,
    CounterAllowed,
    DamageApplied,
    End,
    LeaveStrike,
    LetPass,
    Phase,
    SetGuard,
    attack_view,
)
from bot.systems.second_kingdom.settings import AT_ONCE, DAMAGE
from bot.systems.second_kingdom.state import Counter, Defence, Guard, Known
from tests.refusals import refuses
from tests.systems.second_kingdom.fights import (
    BLOODED,
    CLAWS,
    DICE,
    GALE,
    HORDE,
    IRON_GALE,
    RENDING,
    SHIELD,
    YSOLDE,
    Fight,
    faced,
    horde,
    struck,
    ysolde,
)
from tests.systems.second_kingdom.scenes import DEACON, EVANDER, MARISOL, WREN, evander

# -- applied ------------------------------------------------------------------------------------------


def test_q18_damage_goes_to_the_strikes_counter_as_the_sheet_spells_it() -> None:
    fight = Fight(attacker=evander(counters={"blood": Counter(1), "Wounds": Counter(3)}))
    fight.declares(MARISOL, HORDE, EVANDER, CLAWS)
    fight.presses(MARISOL, "roll", 9, 1, 9)
    fight.presses(MARISOL, "assign0")
    fight.presses(DEACON, "defend", 5, 7)
    fight.presses(DEACON, "guard0")
    fight.presses(MARISOL, "apply")
    assert fight.sheet(EVANDER).counters == {"blood": Counter(4), "Wounds": Counter(3)}


def test_q18_damage_goes_to_the_first_counter_where_the_strike_names_none() -> None:
    fight = struck(target=ysolde(counters=BLOODED))
    (told,) = fight.presses(MARISOL, "apply").events
    assert told == DamageApplied("Evander", "Ysolde", "Blood", 8, 2, 10, ("Staggered", "Down"))


def test_q25_a_falling_counter_is_taken_from() -> None:
    fight = struck(target=ysolde(counters={"Health": Counter(5, falls=True)}))
    (told,) = fight.presses(MARISOL, "apply").events
    assert (told.before, told.after) == (5, 0)
    assert fight.sheet(YSOLDE).counters["Health"].value == 0


def test_a_game_master_applies_another_amount_to_another_counter() -> None:
    fight = struck(target=ysolde(counters=BLOODED))
    fight.presses(MARISOL, "edit", amount=3, counter=" Fear ")
    assert fight.sheet(YSOLDE).counters == {**BLOODED, "Fear": Counter(3)}
    assert (fight.of().applied, fight.of().counter) == (3, "Fear")


@pytest.mark.parametrize("amount", [-5, 0, 1000])
def test_an_amount_that_is_no_damage_is_refused(amount: int) -> None:
    fight = struck()
    with pytest.raises(RuleViolation) as refused:
        fight.presses(MARISOL, "edit", amount=amount)
    assert str(refused.value) == (
        f"Damage can be 1 to 999, not {amount}. “Leave it” counts none.".replace("-", "−")
    )
    assert fight.of().phase is Phase.STRUCK


def test_a_full_sheet_takes_no_further_counter() -> None:
    fight = struck(target=ysolde(counters={f"n{n}": Counter(1) for n in range(10)}))
    with refuses("attack.no_room", "Ysolde", "10", "Fear"):
        fight.presses(MARISOL, "edit", amount=3, counter="Fear")


def test_damage_to_a_mistyped_counter_makes_no_new_one() -> None:
    fight = struck(target=ysolde(counters={"Wounds": Counter(1)}))
    with refuses("sheet.mistyped", "Wound", "Wounds"):
        fight.presses(MARISOL, "edit", amount=3, counter="Wound")
    fight.presses(MARISOL, "edit", amount=3, counter="wounds")
    assert fight.sheet(YSOLDE).counters == {"Wounds": Counter(4)}


def test_a_strike_is_left_with_nothing_counted() -> None:
    fight = struck()
    (told,) = fight.presses(MARISOL, "leave").events
    assert told == AttackEnded("Evander", "Ysolde", "Iron Gale", End.LEFT)
    assert fight.sheet(YSOLDE).counters == {}


def test_trap_a_strike_is_applied_once() -> None:
    fight = struck()
    attack = fight.newest
    fight.presses(MARISOL, "apply")
    for again in (ApplyDamage(attack), LeaveStrike(attack)):
        with refuses("record.archived"):
            fight.does(MARISOL, again)
    assert fight.sheet(YSOLDE).counters == {"Wounds": Counter(8)}


@pytest.mark.parametrize("key", ["apply", "edit", "leave"])
def test_q18_players_apply_nothing(key: str) -> None:
    fight = struck()
    for who in (DEACON, WREN):
        with pytest.raises(NotAllowed):
            fight.presses(who, key)


def test_q18_locking_the_guard_applies_at_once_where_the_campaign_wants_it() -> None:
    fight = struck(settings={DAMAGE: AT_ONCE})
    assert [type(event) for event in fight.last.events] == [AttackResolved, DamageApplied]
    assert (fight.of().end, fight.of().applied) == (End.APPLIED, 8)
    assert fight.sheet(YSOLDE).counters == {"Wounds": Counter(8)}


def test_q18_words_alone_wait_for_a_game_master_even_then() -> None:
    fight = faced((10, 10, 10), (1, 1), settings={DAMAGE: AT_ONCE}, maneuver=IRON_GALE)
    fight.does(WREN, SetGuard(fight.newest, 0))
    assert (fight.of().phase, fight.last.events[1:]) == (Phase.STRUCK, ())


@pytest.mark.parametrize("is_full", [True, False])
def test_what_cannot_be_applied_at_once_waits_for_a_game_master(is_full: bool) -> None:
    counters = {f"n{n}": Counter(1) for n in range(10)} if is_full else {}
    blooded = replace(IRON_GALE, minor=Strike("Pierce", damage="accuracy", counter="Blood"))
    fight = Fight(target=ysolde(counters=counters), settings={DAMAGE: AT_ONCE}, maneuver=blooded)
    attack = fight.until("defended", target=YSOLDE, by=WREN)
    fight.change(YSOLDE, is_archived=not is_full)
    fight.does(WREN, SetGuard(attack, 8))
    assert fight.of().phase is Phase.STRUCK
    fight.presses(MARISOL, "leave")
    assert fight.of().end is End.LEFT


# -- in order -----------------------------------------------------------------------------------------


def two_on_one(settings: dict[Setting, str] | None = None) -> tuple[Fight, RecordId, RecordId]:
    """Two attacks on the horde that wait for their guards, the first one declared first."""
    fight = Fight(target=ysolde(maneuvers=(GALE,)), settings=settings)
    first = fight.until("defended")
    second = fight.until("defended", who=WREN, attacker=YSOLDE)
    return fight, first, second


@pytest.mark.parametrize("key", ["apply", "leave"])
def test_q20_strikes_on_one_target_are_applied_in_the_order_of_declaration(key: str) -> None:
    fight, first, second = two_on_one()
    for attack in (second, first):
        fight.presses(MARISOL, "guard8", attack=attack)
    with pytest.raises(RuleViolation) as refused:
        fight.presses(MARISOL, key, attack=second)
    assert str(refused.value) == (
        "“Attack by Evander on Smoldering Demons: Iron Gale” (#1) was declared earlier. "
        "Apply or leave that strike first."
    )
    fight.presses(MARISOL, "apply", attack=first)
    fight.presses(MARISOL, key, attack=second)
    assert fight.sheet(HORDE).counters == {"Wounds": Counter(16 if key == "apply" else 8)}


def test_an_earlier_attack_that_is_no_strike_yet_holds_nobody_up() -> None:
    fight, _, second = two_on_one()
    fight.presses(MARISOL, "guard8", attack=second)
    fight.presses(MARISOL, "apply", attack=second)
    assert fight.of(second).end is End.APPLIED


def test_an_attack_on_somebody_else_holds_nobody_up() -> None:
    fight = Fight()
    fight.until("struck", target=YSOLDE, by=WREN)
    fight.until("struck")
    fight.presses(MARISOL, "apply")
    assert fight.of().end is End.APPLIED


def test_what_is_applied_at_once_keeps_the_order_too() -> None:
    fight, first, second = two_on_one()
    fight.presses(MARISOL, "guard8", attack=first)
    fight.scene = replace(fight.scene, campaign=replace(fight.scene.campaign, settings={DAMAGE.key: AT_ONCE}))
    fight.presses(MARISOL, "guard8", attack=second)
    assert fight.of(second).phase is Phase.STRUCK


# -- what the table doesn't know ----------------------------------------------------------------------


def test_damage_to_an_unknown_npc_is_told_without_its_numbers() -> None:
    fight = Fight(npc=horde(known=Known.NAMED, counters=BLOODED))
    fight.until("struck")
    assert fight.step().choices[0].label == "Apply 8 damage"
    public, secret = fight.presses(MARISOL, "apply").events
    assert public == DamageApplied("Evander", "Smoldering Demons", "", 8, None, None)
    assert secret == DamageApplied(
        "Evander", "Smoldering Demons", "Blood", 8, 2, 10, ("Staggered", "Down"), audience=GAME_MASTERS
    )
    assert "Blood" not in repr(attack_view(fight.of(), PUBLIC))


def test_a_counter_that_the_strike_names_is_no_secret() -> None:
    pierce = replace(IRON_GALE, minor=Strike("Pierce", damage="accuracy", counter="blood"))
    fight = Fight(npc=horde(known=Known.NAMED, counters=BLOODED), maneuver=pierce)
    fight.until("struck")
    assert fight.step().choices[0].label == "Apply 8 to blood"
    public, secret = fight.presses(MARISOL, "apply").events
    assert (public.counter, public.before, public.audience) == ("Blood", None, EVERYONE)
    assert (secret.counter, secret.before, secret.audience) == ("Blood", 2, GAME_MASTERS)


def test_a_counter_that_a_game_master_names_stays_secret() -> None:
    fight = Fight(npc=horde(known=Known.NAMED, counters=BLOODED))
    fight.until("struck")
    public, secret = fight.presses(MARISOL, "edit", amount=1, counter="Blood").events
    assert (public.counter, secret.counter, fight.of().counter) == ("", "Blood", "")


# -- A full defense, answered or let pass: K24, Q15 -----------------------------------------------------


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
    with refuses("attack.not_allowed", "Ysolde"):
        fight.declares(WREN, YSOLDE, EVANDER, GALE, answers=fight.newest)


def test_q15_a_game_master_allows_a_counter_attack() -> None:
    fight = held(())
    answered, before = fight.newest, fight.step().revision
    (told,) = fight.presses(MARISOL, "allow").events
    assert told == CounterAllowed("Evander", "Ysolde")
    assert (fight.step().who, fight.offered(), fight.step().revision) == (WREN, ["pass"], before + 1)
    with refuses("attack.allowed"):
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
    with refuses("record.archived"):
        fight.declares(WREN, YSOLDE, EVANDER, GALE, answers=answered)
    with refuses("record.archived"):
        fight.does(WREN, LetPass(answered))


def test_k24_only_a_full_defense_is_answered_and_only_its_attacker() -> None:
    for phase, target in (("struck", EVANDER), ("held", HORDE)):
        fight = Fight(target=ysolde(maneuvers=(GALE,)))
        attack = fight.until(phase, target=YSOLDE, by=WREN)
        with refuses("attack.nothing_to_answer"):
            fight.declares(WREN, YSOLDE, target, GALE, answers=attack)
        assert fight.newest == attack


def test_a_strike_is_nothing_to_let_pass() -> None:
    fight = struck()
    with refuses("attack.not_now", "a game master to apply the strike"):
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

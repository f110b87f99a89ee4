"""How fights read: both sides, what adds to what, whose move it is, and who is mentioned."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.text import MORE
from bot.play import Link, Post
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria import cards as adventuria_cards
from bot.systems.adventuria.combat import cards as combat_cards
from bot.systems.adventuria.combat.state import (
    Combat,
    CombatFought,
    Fight,
    FightEnd,
    FightEnded,
    FightOpened,
    Order,
    Phase,
    Rolled,
)
from bot.systems.adventuria.library.rules import read_effects
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Cause,
    Change,
    Gain,
    Manner,
    Subject,
    Told,
    Until,
)
from bot.ui.renderer import Renderer
from tests.systems.adventuria.fights_posts import FIGHTS, RULES, post
from tests.systems.adventuria.posts import LONG_ID
from tests.systems.adventuria.scenes import DEACON, MARISOL, bran, foe, having, item, weapon

RENDERER = Renderer({SYSTEM.name: adventuria_cards})
ROLL = Rolled(0, 4, 8, 3, 5)
FOUGHT = CombatFought(
    "Bran", Combat.MELEE, 1, (ROLL,), ("Rat",), changes=(Told(Subject.FOE, Manner.LOST, "Rat"),)
)
OPENED = FightOpened("Bran", ("Rat",), Combat.MELEE)


def fight(**changes: Any) -> Fight:
    """Bran's fight with a rat, before its first exchange."""
    begun = Fight(LONG_ID, "Bran", DEACON, (foe(),), Combat.MELEE, revision=7)
    return replace(begun, **changes)


def card(event: Any, state: Fight, adventurer: Adventurer | None = None, actor: int = DEACON) -> Card:
    """The card about that event."""
    return RENDERER.card(post(event, state, adventurer or bran(fight=LONG_ID), actor=actor))


def body(event: Any, state: Fight, adventurer: Adventurer | None = None) -> str:
    """What it says."""
    return "\n".join(card(event, state, adventurer).lines)


def labels(shown: Card) -> list[str]:
    """Its buttons."""
    return [button.label for button in shown.buttons]


# -- both sides -----------------------------------------------------------------------------------------


def test_a21_a_weapon_in_hand_is_named_with_what_it_adds() -> None:
    armed = having(weapon("Sword", "held: arms +2"), weapon("Axe", "held: arms +3", is_wielded=False))
    assert "**Bran** · Arms **6** (4, Sword +2) · " in body(OPENED, fight(), armed)


def test_a42_what_counts_in_one_kind_of_combat_alone_stands_there_alone() -> None:
    helped = having(item("Ring", "held: magic +1 in magic", "held: roll +1 in melee"))
    assert "Arms **4** +1 on the roll" in body(OPENED, fight(), helped)
    assert "Magic **3** (2, Ring +1)" in body(OPENED, fight(kind=Combat.MAGICAL), helped)


def test_q18_a_total_that_would_be_below_1_says_so() -> None:
    cursed = bran(changes=(Change(Attribute.ARMS, -9, Cause.SPELL, "Curse", Until.FIGHT),))
    assert "Arms **1** (4, Curse −9, at least 1)" in body(OPENED, fight(), cursed)


def test_many_sources_are_summed_up_beyond_the_first_three() -> None:
    rich = having(*(item(name, "held: arms +1") for name in ("A", "B", "C", "D", "E")))
    assert "Arms **9** (4, A +1, B +1, C +1, others +2)" in body(OPENED, fight(), rich)


def test_a12_a_changed_monster_shows_by_how_much() -> None:
    weak = foe(arms=4, changes=(Change(Attribute.ARMS, -1, Cause.SPELL, "Daze", Until.FIGHT),))
    assert "**Rat** · Arms **3** (4, now −1)" in body(OPENED, fight(foes=(weak,)))


def test_a40_a_fallen_one_stays_on_the_card_in_words() -> None:
    two = (foe("Rat 1", kin="Rat", wounds=2), foe("Rat 2", kin="Rat"))
    shown = card(FOUGHT, fight(foes=two, phase=Phase.AGAIN))
    assert shown.title == "Bran against 2 × Rat"
    assert "✕ Rat 1: fallen." in shown.lines


# -- what happened --------------------------------------------------------------------------------------


def test_a29_dice_and_totals_of_both_sides_are_written_out() -> None:
    standoff = replace(FOUGHT, rolls=(Rolled(0, 4, 7, 5, 7),), changes=())
    lines = body(standoff, fight(phase=Phase.AGAIN))
    assert "◐ 🎲 4 + 3 = **7** against 🎲 5 + 2 = **7** for Rat: **a standoff**" in lines
    weak = replace(FOUGHT, rolls=(Rolled(0, 4, 3, 5, 5),), changes=())
    assert "○ 🎲 4 − 1 = **3** against 🎲 **5** for Rat: **lost**" in body(weak, fight(phase=Phase.AGAIN))


def test_an_older_card_folds_to_what_happened_without_buttons() -> None:
    older = replace(
        post(FOUGHT, fight(phase=Phase.AGAIN), bran(fight=LONG_ID), actor=DEACON), newer=Link(1, 2, 3)
    )
    folded = RENDERER.card(older)
    assert "● 🎲 4 + 4 = **8** against 🎲 3 + 2 = **5** for Rat: **won**" in folded.lines
    assert (folded.buttons, folded.asks) == ((), ())
    assert not any("Next exchange" in line for line in folded.lines)


@pytest.mark.parametrize("end", FightEnd)
def test_how_a_fight_ended_is_said_with_the_sheet_below(end: FightEnd) -> None:
    event = FightEnded("Bran", ("Rat",), end, "Dawn" if end is FightEnd.STOPPED else "")
    shown = card(event, fight().over(end))
    assert any(line.startswith("The fight is over") for line in shown.lines)
    assert any("Gold **1**" in line for line in shown.lines)
    assert ("Reason: Dawn" in shown.lines) is (end is FightEnd.STOPPED)


def test_each_event_is_one_line_in_the_journal() -> None:
    for name, each in FIGHTS.items():
        line = RENDERER.line(each.entry)
        assert "\n" not in line, name
        assert r"\*" in line


# -- whose move it is -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"phase": Phase.KIND, "kind": None}, ["Melee Combat: Arms", "Magical Combat: Magic", "Use…"]),
        ({}, ["Roll", "Use…"]),
        ({"can_avoid": True}, ["Roll", "Use…", "Avoid them"]),
        ({"phase": Phase.AGAIN}, ["Again", "Use…", "End the fight"]),
        ({"phase": Phase.ROLLED, "rolls": (ROLL,)}, ["Let the dice stand"]),
        (
            {"order": Order.CHOOSE, "foes": (foe("Rat"), foe("Bat"))},
            ["Roll against Rat", "Roll against Bat", "Use…"],
        ),
    ],
)
def test_each_phase_has_its_buttons_and_the_narrators(changes: dict[str, Any], expected: list[str]) -> None:
    assert labels(card(OPENED, fight(**changes))) == [*expected, "Narrator…"]


def test_the_player_is_mentioned_for_what_somebody_else_did_and_when_it_opens() -> None:
    again = fight(phase=Phase.AGAIN)
    assert card(OPENED, fight(), actor=MARISOL).asks == (DEACON,)
    assert card(FOUGHT, again, actor=DEACON).asks == ()
    assert card(FOUGHT, again, actor=MARISOL).asks == (DEACON,)


def test_q5_what_must_be_decided_comes_before_the_next_exchange() -> None:
    waits = having(item(), gains=(Gain(replace(item("Bell"), number=9)),), fight=LONG_ID)
    shown = card(FOUGHT, fight(phase=Phase.AGAIN), waits)
    assert "Again" not in labels(shown)
    assert any("Bell" in line for line in shown.lines)


def test_the_encounters_own_words_keep_their_lines() -> None:
    lines = card(OPENED, fight(instructions="No light.\n\nThe *door* is shut.")).lines
    assert "» No light." in lines
    assert "» The *door* is shut." in lines


def test_of_many_special_rules_as_many_are_told_as_there_is_room_for() -> None:
    longest: Post = FIGHTS["fight fought"]
    rules = [line for line in RENDERER.card(longest).lines if "When wounded" in line]
    assert 0 < len(rules) < len(RULES)
    assert any(line == MORE(n=len(RULES) - len(rules)) for line in RENDERER.card(longest).lines)


def test_a32_chances_that_are_alike_stand_there_once() -> None:
    two = (foe("Rat 1", kin="Rat"), foe("Rat 2", kin="Rat"))
    lines = body(OPENED, fight(foes=two, order=Order.TOGETHER))
    assert "Next exchange against each of them: win **72.2%**" in lines
    mixed = (*two, foe("Bat", arms=3))
    lines = body(OPENED, fight(foes=mixed, order=Order.CHOOSE))
    assert "Next exchange against Rat 1, Rat 2: win **72.2%**" in lines
    assert "Next exchange against Bat: win **58.3%**" in lines


def test_a_rule_that_the_narrator_applies_stands_once() -> None:
    sings = foe("Eel", effects=read_effects("It sings, and nobody runs."))
    lines = body(OPENED, fight(foes=(sings,)))
    assert lines.count("It sings, and nobody runs.") == 1
    assert "Not counted" not in lines


# -- counted apart from the event loop ------------------------------------------------------------------


async def test_what_a_fight_may_come_to_is_counted_in_a_thread_before_its_card_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[int] = []
    count = combat_cards.lines_of_fight

    def counting(*given: Any) -> list[str]:
        counted.append(threading.get_ident())
        return count(*given)

    monkeypatch.setattr(combat_cards, "lines_of_fight", counting)
    await RENDERER.prepared(post(OPENED, fight(), bran(fight=LONG_ID)))
    assert counted
    assert threading.get_ident() not in counted


async def test_nothing_is_counted_for_a_card_that_shows_no_odds() -> None:
    over = post(FOUGHT, fight(phase=Phase.OVER, end=FightEnd.WON), bran())
    assert adventuria_cards.prepare(over) is None
    assert await RENDERER.prepared(over) is over

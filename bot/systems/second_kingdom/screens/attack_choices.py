"""What may be chosen in an attack, for the eyes of who may: ways to lay the dice, guards, counter-attacks.

Choosing from a list only marks: what locks is the button of the attack's own step, with the step's revision.
A counter-attack is declared by a button of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from bot.engine.dice.odds import percent
from bot.errors import RuleViolation
from bot.play import Shown
from bot.systems.second_kingdom.rules.attack import Attack
from bot.systems.second_kingdom.rules.attack_odds import odds_of
from bot.systems.second_kingdom.rules.maneuvers import ATTACK_DICE, Maneuver
from bot.systems.second_kingdom.rules.strikes import (
    FACES,
    Guarding,
    Outcome,
    Triple,
    assignments,
    damage,
    guardings,
    strike_of,
)
from bot.systems.second_kingdom.screens import attack_cards
from bot.systems.second_kingdom.screens.attack_acting import Acting
from bot.systems.second_kingdom.words import attack_cards as words
from bot.systems.second_kingdom.words import maneuvers
from bot.ui.card import Button, Card, Pick, Select, Tone, step_buttons
from bot.ui.text import person, safe


def _panel(acting: Acting, lines: Sequence[str], select: Select, unchosen: str = words.LOCKS_NOTHING) -> Card:
    absent = [words.for_absent(person(acting.absent))] if acting.absent is not None else []
    chosen = [line for pick in select.picks if pick.is_chosen for line in _chosen(pick)]
    hint = [] if chosen else [f"-# {unchosen}"]
    title = attack_cards.title(acting.attack)
    return Card(title, (*absent, *lines, *chosen, *hint), tone=Tone.ASKS, selects=(select,))


def _chosen(pick: Pick) -> list[str]:
    label = words.chosen(safe(pick.label))
    return [label, f"-# {safe(pick.meaning)}"] if pick.meaning else [label]


def _lock(acting: Acting, prefix: str, chosen: str | None) -> tuple[Button, ...]:
    """The step's own button for what was chosen."""
    buttons = step_buttons(acting.shown.id, (acting.step,), [f"{prefix}{chosen}"])
    return tuple(replace(button, label=words.LOCK, is_main=True) for button in buttons)


# -- dice assigned --------------------------------------------------------------------------------


def assign_panel(acting: Acting, chosen: str | None = None) -> Card:
    """The ways to lay the dice that differ, with the exact odds if the reader may know them (K17, Q6)."""
    attack = acting.attack
    ways = assignments(attack.attack_dice, attack.maneuver, attack.floor)
    picks = tuple(
        Pick(str(order), words.in_line(final), _chances(attack, final), is_chosen=str(order) == chosen)
        for order, final in ways
    )
    select = Select(words.HOW_TO_ASSIGN, "assign_dice", picks, (acting.shown.id,))
    maneuver = attack.maneuver
    odds = words.NO_ODDS if attack.defences is None else words.EXACT_ODDS
    lines = (
        words.fell(attack.dice),
        maneuvers.bonuses(maneuver.accuracy, maneuver.speed, maneuver.power),
        f"-# {odds}",
    )
    return _panel(acting, lines, select).add(buttons=_lock(acting, "assign", chosen))


def _chances(attack: Attack, final: Triple) -> str:
    """How likely each outcome is against the best guard; nothing where the defences are secret."""
    if attack.defences is None:
        return ""
    odds = odds_of(final, attack.defences, attack.cap)
    return words.chances([(outcome, percent(odds[outcome])) for outcome in Outcome])


# -- a guard chosen -------------------------------------------------------------------------------


def guard_panel(acting: Acting, chosen: str | None = None) -> Card:
    """The guards that differ, the best first, each with what would come of it (K20 to K23, Q10, Q12)."""
    attack = acting.attack
    ways = guardings(attack.line, attack.guard_dice, attack.pairs, attack.cap)
    # Who acts for somebody absent is told which is best (Q29); who acts for themselves finds it first.
    suggested = ways[0][0] if acting.absent is not None else None
    picks = tuple(_guard_pick(attack, way, guard, chosen, suggested) for way, guard in ways)
    select = Select(words.HOW_TO_GUARD, "choose_guard", picks, (acting.shown.id,))
    lines = (f"**{words.in_line(attack.line)}**", words.defence_fell(attack.defence_dice))
    return _panel(acting, lines, select).add(buttons=_lock(acting, "guard", chosen))


def _guard_pick(attack: Attack, way: int, guard: Guarding, chosen: str | None, suggested: int | None) -> Pick:
    label = words.comes_to(
        guard.outcome, guard.guard, _damage(attack, guard.outcome), is_suggested=way == suggested
    )
    return Pick(str(way), label, words.facing(_halves(attack, guard)), str(way) == chosen)


def _halves(attack: Attack, guard: Guarding) -> list[str]:
    return [
        words.half(
            guard.dice[place],
            guard.bonuses[place],
            guard.totals[place],
            (ATTACK_DICE[die], attack.line[die]),
            is_beaten=guard.beaten[place],
        )
        for place, die in enumerate(FACES[guard.guard])
    ]


def _damage(attack: Attack, outcome: Outcome) -> int | None:
    strike = strike_of(attack.maneuver, outcome)
    return damage(strike, attack.line) if strike is not None else None


# -- a counter-attack -----------------------------------------------------------------------------


def counter_panel(acting: Acting, known: Sequence[Shown], chosen: str | None = None) -> Card:
    """What the defender may strike back with, and the button that declares it. Raises RuleViolation."""
    if not known:
        raise RuleViolation(words.knows_none(safe(acting.attack.target.name)))
    picks = tuple(_maneuver_pick(each, is_chosen=each.id == chosen) for each in known)
    select = Select(words.WHICH_MANEUVER, "counter_attack", picks, (acting.shown.id,))
    buttons = tuple(
        Button(words.strike_back(pick.label), "strike_back", (acting.shown.id, pick.value), is_main=True)
        for pick in picks
        if pick.is_chosen
    )
    return _panel(acting, (), select, words.DECLARES_NOTHING).add(buttons=buttons)


def _maneuver_pick(shown: Shown, *, is_chosen: bool) -> Pick:
    maneuver = cast(Maneuver, shown.state)
    bonuses = maneuvers.bonuses(maneuver.accuracy, maneuver.speed, maneuver.power)
    meaning = "; ".join(part for part in (bonuses, maneuver.requirement) if part)
    return Pick(shown.id, maneuver.name, meaning, is_chosen)

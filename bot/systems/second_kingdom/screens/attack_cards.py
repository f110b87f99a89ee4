"""Attacks on cards and in the journal: each step in a message of its own, with what is public of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

from bot.engine.campaign import Campaign
from bot.play import Post, Shown
from bot.systems.second_kingdom.rules.attack import Attack, End, Phase
from bot.systems.second_kingdom.rules.attacks import ATTACK
from bot.systems.second_kingdom.rules.blows import (
    AttackDeclared,
    AttackEnded,
    AttackResolved,
    AttackRolled,
    CounterAllowed,
    DamageApplied,
    DefenceRolled,
    DiceAssigned,
)
from bot.systems.second_kingdom.rules.maneuvers import ATTACK_DICE, Maneuver, Strike
from bot.systems.second_kingdom.rules.settings import has_left
from bot.systems.second_kingdom.rules.strikes import (
    FACES,
    ORDERS,
    Guarding,
    Outcome,
    Triple,
    assigned,
    finals,
)
from bot.systems.second_kingdom.screens.attack_lines import TELLERS, change
from bot.systems.second_kingdom.words import attack_cards as words
from bot.systems.second_kingdom.words import maneuvers
from bot.ui.card import Button, Card, Tone, step_buttons
from bot.ui.text import person, safe

__all__ = ["TELLERS", "draw", "show", "standing", "title"]

SIGNS = {Outcome.FULL_DEFENSE: "○", Outcome.MINOR: "◐", Outcome.MAJOR: "●"}
# What is chosen and locked in a panel that only one person sees.
IN_PANELS = ("assign", "guard")


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about an attack."""
    if post.subject is None or post.subject.kind != ATTACK.name:
        return None
    attack = cast(Attack, post.subject.state)
    told = [(event, of(attack, event)) for event, of in _told(post)]
    if not told:
        return None
    lines = [line for event, lines in told for line in (*lines, *_answered(attack, event))]
    # A strike that is applied at once is told with its guard: what both say stands there once.
    card = Card(title(attack), tuple(dict.fromkeys((*_on_behalf(post), *lines))), tone=Tone.QUIET)
    return card if post.newer is not None else _asking(card, post.subject, post.campaign)


def _answered(attack: Attack, event: Any) -> list[str]:
    """A counter-attack is told on its own card, and in a word on that of the attack it answers."""
    is_held = isinstance(event, AttackResolved | CounterAllowed)
    return [words.ended(attack.end)] if is_held and attack.end is End.COUNTERED else []


def show(shown: Shown, post: Post) -> Card | None:
    """An attack as it stands."""
    return standing(shown, post.campaign) if shown.kind == ATTACK.name else None


def standing(shown: Shown, campaign: Campaign) -> Card:
    """All that is public of an attack by now, and who acts next."""
    attack = cast(Attack, shown.state)
    ended = [words.ended(attack.end)] if attack.end is not None else []
    return _asking(Card(title(attack), (*_so_far(attack), *ended), tone=Tone.QUIET), shown, campaign)


def title(attack: Attack) -> str:
    """Who attacks whom with what."""
    names = (attack.attacker.name, attack.target.name, attack.maneuver.name)
    return words.title(*map(safe, names), is_counter=attack.answers is not None)


def _told(post: Post) -> list[tuple[Any, Callable[[Attack, Any], Sequence[str]]]]:
    events = ((_most_told(post, event), of) for event, of in LINES.items())
    return [(event, of) for event, of in events if event is not None]


def _most_told(post: Post, event: type[Any]) -> Any:
    """The event of that class; of two about one thing the game masters' own, which tells more."""
    found = [each for each in post.entry.events if isinstance(each, event)]
    return min(found, key=lambda each: each.audience.everyone, default=None)


def _on_behalf(post: Post) -> list[str]:
    entry = post.entry
    if entry.on_behalf_of is None:
        return []
    return [words.on_behalf(person(entry.actor), person(entry.on_behalf_of))]


# -- what is told of each step --------------------------------------------------------------------


def _declared(attack: Attack, _event: Any = None) -> list[str]:
    maneuver = attack.maneuver
    lines = [_bonuses(maneuver)]
    if maneuver.requirement:
        lines.append(f"**{maneuvers.requirement(safe(maneuver.requirement))}**")
    lines.append(f"-# {maneuvers.minor(_in_short(maneuver.minor))}")
    lines.append(f"-# {maneuvers.major(_in_short(maneuver.major))}")
    if attack.place > 1:
        lines.append(words.queue(attack.place, safe(attack.target.name)))
    return lines


def _bonuses(maneuver: Maneuver) -> str:
    return maneuvers.bonuses(maneuver.accuracy, maneuver.speed, maneuver.power)


def _in_short(strike: Strike | None) -> str:
    if strike is None:
        return maneuvers.LEFT_OPEN
    return maneuvers.strike(safe(strike.name), safe(strike.damage), safe(strike.counter), safe(strike.effect))


def _rolled(attack: Attack, _event: Any = None) -> list[str]:
    return [words.fell(attack.dice), f"-# {_bonuses(attack.maneuver)}"]


def _assigned(attack: Attack, _event: Any = None) -> list[str]:
    """The attack dice in line, and small what each is made of (K19)."""
    if attack.final is None:
        return []
    line, maneuver = f"**{words.in_line(attack.final)}**", attack.maneuver
    bonuses = (maneuver.accuracy, maneuver.speed, maneuver.power)
    sums = map(words.total, _as_they_fell(attack, attack.final), bonuses)
    return [line, f"-# {' · '.join(sums)}"] if any(bonuses) else [line]


def _as_they_fell(attack: Attack, final: Triple) -> Triple:
    """The dice that were assigned, without their bonuses."""
    orders = (assigned(attack.attack_dice, order) for order in ORDERS)
    return next(each for each in orders if finals(each, attack.maneuver, attack.floor) == final)


def _defended(attack: Attack, _event: Any = None) -> list[str]:
    return [*_assigned(attack), words.defence_fell(attack.defence_dice)]


def _resolved(attack: Attack, _event: Any = None) -> list[str]:
    """What faced what, what held, and what the strike does (K23 to K27)."""
    if attack.final is None or attack.guarding is None:
        return []
    return [*_assigned(attack), *guard_lines(attack.final, attack.guarding), *_strike(attack)]


def guard_lines(final: Triple, guarding: Guarding) -> list[str]:
    """Each guarded attack die against its defence die, and the one that nothing stands against."""
    lines = [words.guard(guarding.guard)]
    faces = FACES[guarding.guard]
    for place, die in enumerate(faces):
        told = words.beaten if guarding.beaten[place] else words.held
        sums = words.total(guarding.dice[place], guarding.bonuses[place])
        lines.append(told(ATTACK_DICE[die], final[die], guarding.totals[place], sums))
    free = next(die for die in range(3) if die not in faces)
    return [*lines, f"-# {words.unguarded(ATTACK_DICE[free])}"]


def _strike(attack: Attack) -> list[str]:
    if attack.outcome is None:
        return []
    strike, lines = attack.strike, [_outcome_line(attack)]
    if strike is None:
        return lines if attack.outcome is Outcome.FULL_DEFENSE else [*lines, words.OPEN_STRIKE]
    if attack.damage is not None:
        lines.append(words.damage(safe(strike.damage), attack.damage))
    return [*lines, safe(strike.effect)] if strike.effect else lines


def _outcome_line(attack: Attack) -> str:
    outcome = attack.outcome or Outcome.FULL_DEFENSE
    return f"{SIGNS[outcome]} {words.outcome(outcome, safe(attack.strike.name) if attack.strike else '')}"


def _so_far(attack: Attack) -> list[str]:
    if attack.guarding is not None:
        return _resolved(attack)
    if attack.defence_dice:
        return _defended(attack)
    if attack.final is not None:
        return _assigned(attack)
    return _rolled(attack) if attack.dice else _declared(attack)


def _applied(attack: Attack, event: DamageApplied) -> list[str]:
    return [_outcome_line(attack), change(event), *map(safe, event.reached)]


def _ended(attack: Attack, event: AttackEnded) -> list[str]:
    return [words.ended(event.end), *([words.reason(safe(event.reason))] if event.reason else [])]


def _allowed(attack: Attack, _event: Any = None) -> list[str]:
    return [_outcome_line(attack)]


LINES: dict[type[Any], Callable[[Attack, Any], Sequence[str]]] = {
    AttackDeclared: _declared,
    AttackRolled: _rolled,
    DiceAssigned: _assigned,
    DefenceRolled: _defended,
    AttackResolved: _resolved,
    DamageApplied: _applied,
    CounterAllowed: _allowed,
    AttackEnded: _ended,
}


# -- who acts now ---------------------------------------------------------------------------------


def _asking(card: Card, shown: Shown, campaign: Campaign) -> Card:
    """The card with who acts next and the buttons for it; game masters act for whoever has left."""
    if not shown.steps:
        return card
    step, attack = shown.steps[0], cast(Attack, shown.state)
    keys = [choice.key for choice in step.choices if not choice.key.startswith(IN_PANELS)]
    buttons = (*_opens_panel(shown, attack, keys), *step_buttons(shown.id, (step,), keys))
    asked = () if step.who is None or has_left(campaign, step.who) else (step.who,)
    who = person(asked[0]) if asked else words.A_GAME_MASTER
    return replace(card.add(_who_acts(attack, who, keys), buttons=buttons), tone=Tone.ASKS, asks=asked)


def _opens_panel(shown: Shown, attack: Attack, keys: Sequence[str]) -> tuple[Button, ...]:
    if attack.phase is Phase.ROLLED:
        return (Button(words.ASSIGN, "assign_dice", (shown.id,), is_main=True),)
    if attack.phase is Phase.DEFENDED:
        return (Button(words.CHOOSE_GUARD, "choose_guard", (shown.id,), is_main=True),)
    if attack.phase is Phase.HELD and not must_be_allowed(keys):
        return (Button(words.COUNTER_ATTACK, "counter_attack", (shown.id,), is_main=True),)
    return ()


def must_be_allowed(keys: Sequence[str]) -> bool:
    """Whether a counter-attack waits for a game master's leave, as the open choices say (Q15)."""
    return "allow" in keys


def _who_acts(attack: Attack, who: str, keys: Sequence[str]) -> str:
    target = safe(attack.target.name)
    if attack.phase is Phase.DECLARED:
        return words.to_roll(who, has_requirement=bool(attack.maneuver.requirement))
    if attack.phase is Phase.ROLLED:
        return words.to_assign(who)
    if attack.phase is Phase.ASSIGNED:
        return words.to_defend(who, target)
    if attack.phase is Phase.DEFENDED:
        return words.to_guard(who, target)
    if attack.phase is Phase.HELD:
        return words.TO_ALLOW if must_be_allowed(keys) else words.to_answer(who, target)
    # Without a number that was computed there is nothing to edit.
    return words.TO_APPLY if "edit" in keys else words.TO_COUNT

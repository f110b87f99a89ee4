"""Both sides of a fight on a card: what each adds to its die and by what, its wounds, a monster's rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.systems.adventuria.rules.battle import Battle
from bot.systems.adventuria.rules.effect import Effect, Fray, Verb, When
from bot.systems.adventuria.rules.fight import Combat, Fight, Order
from bot.systems.adventuria.rules.foe import Foe
from bot.systems.adventuria.rules.ledger import held_bonus, own, total
from bot.systems.adventuria.rules.state import NAME_LENGTH, Adventurer, Attribute, Change
from bot.systems.adventuria.screens.sheet_cards import hearts
from bot.systems.adventuria.words import fight_cards as words
from bot.systems.adventuria.words import sheets
from bot.systems.adventuria.words.effects import said
from bot.ui.text import fitting, safe

# Of six monsters with long names; the encounter's own words come before special rules.
SIDES_ROOM, INSTRUCTIONS_ROOM, NAME = 1100, 600, 30
# Of what adds to an attribute, so many are named.
MOST_PARTS = 3
Part = tuple[str, int]


def of_fight(fight: Fight, adventurer: Adventurer | None, room: int) -> list[str]:
    """The adventurer, each monster, and what is special about the encounter, in that much room."""
    own_side = [] if adventurer is None else [_own_side(adventurer, fight.kind)]
    lines = fitting([*own_side, *_their_side(fight.foes, fight.kind, fight.order)], SIDES_ROOM)
    told = fitting(_instructions(fight.instructions), INSTRUCTIONS_ROOM)
    left = room - sum(len(line) + 1 for line in (*lines, *told))
    return [*lines, *fitting(_rules(fight.foes), left), *told]


def of_battle(battle: Battle, room: int) -> list[str]:
    """Both sides of a fight that may be."""
    own_side = _own_side(battle.adventurer, battle.kind)
    lines = fitting([own_side, *_their_side(battle.foes, battle.kind, battle.order)], SIDES_ROOM)
    return [*lines, *fitting(_rules(battle.foes), room - SIDES_ROOM)]


def _instructions(text: str) -> list[str]:
    """The encounter's own words, line by line."""
    return [words.instructions(safe(line, len(line))) for line in text.splitlines() if line.strip()]


def _their_side(foes: Sequence[Foe], kind: Combat | None, order: Order) -> list[str]:
    lines = [_foe_line(foe, kind) for foe in foes]
    is_one = sum(foe.is_standing for foe in foes) < 2
    return lines if is_one else [*lines, words.rule(words.ORDERS[order])]


# -- the adventurer ---------------------------------------------------------------------------------


def _own_side(adventurer: Adventurer, kind: Combat | None) -> str:
    return words.side(safe(adventurer.name, NAME_LENGTH), strength_of(adventurer, kind), hearts(adventurer))


def strength_of(adventurer: Adventurer, kind: Combat | None) -> str:
    """What an adventurer adds to the die, and by what; both attributes while the kind is open."""
    if kind is None:
        return words.both(total(adventurer, Attribute.ARMS), total(adventurer, Attribute.MAGIC))
    attribute, fray = kind.attribute, kind.fray
    parts = [*_held(adventurer, Verb(attribute.value), fray), *_passing(adventurer.changes, attribute)]
    whole = total(adventurer, attribute, fray)
    line = _attribute(attribute, whole, own(adventurer, attribute), parts)
    more = held_bonus(adventurer, Verb.ROLL, fray)
    return f"{line} {words.roll(more)}" if more else line


def _held(adventurer: Adventurer, verb: Verb, fray: Fray) -> Iterator[Part]:
    """What each thing at work adds, as `ledger.held_bonus` sums it."""
    for possession in adventurer.possessions:
        effects = possession.effects if possession.is_at_work else ()
        amount = sum(each.amount for each in effects if _counts(each, verb, fray))
        if amount:
            yield possession.name, amount


def _counts(effect: Effect, verb: Verb, fray: Fray) -> bool:
    is_so = effect.when is When.HELD and effect.verb is verb and not effect.to_foe
    return is_so and effect.fray in (Fray.ANY, fray)


def _passing(changes: Sequence[Change], attribute: Attribute) -> Iterator[Part]:
    """What exempt changes add; those that aren't exempt are in the number before."""
    for change in changes:
        if change.attribute is attribute and change.cause.is_exempt:
            yield change.source, change.amount


def _attribute(attribute: Attribute, whole: int, first: int, parts: Sequence[Part]) -> str:
    told = [str(first), *(words.part(amount, safe(source, NAME)) for source, amount in parts[:MOST_PARTS])]
    rest = sum(amount for _, amount in parts[MOST_PARTS:])
    told += [words.part(rest, words.OTHERS)] if rest else []
    if first + sum(amount for _, amount in parts) != whole:
        told.append(words.AT_LEAST_1)
    return words.attribute(attribute, whole, told)


# -- monsters ---------------------------------------------------------------------------------------


def _foe_line(foe: Foe, kind: Combat | None) -> str:
    """One monster: what it adds to its die, and its wounds."""
    name = safe(foe.name, NAME)
    if not foe.is_standing:
        return words.fallen(name)
    vitae = foe.value(Attribute.VITAE)
    wounds = " ".join(filter(None, (sheets.hearts(foe.wounds, vitae), sheets.wounds(foe.wounds, vitae))))
    return words.side(name, _foes_strength(foe, kind), wounds)


def _foes_strength(foe: Foe, kind: Combat | None) -> str:
    if kind is None:
        return words.both(foe.value(Attribute.ARMS), foe.value(Attribute.MAGIC))
    attribute, fray = kind.attribute, kind.fray
    changed = sum(each.amount for each in foe.changes if each.attribute is attribute)
    always = foe.always(Verb(attribute.value), fray)
    parts = [part for part in ((words.NOW, changed), (words.ABILITY, always)) if part[1]]
    line = _attribute(attribute, foe.value(attribute, fray), foe.now.of(attribute), parts)
    more = foe.always(Verb.ROLL, fray)
    return f"{line} {words.roll(more)}" if more else line


def _rules(foes: Sequence[Foe]) -> Iterator[str]:
    """The special rules of the monsters, those that several share once."""
    told: dict[str, list[str]] = {}
    for foe in foes:
        for effect in foe.effects if foe.is_standing else ():
            told.setdefault(said(effect, is_monsters=True), []).append(foe.kin or foe.name)
    for rule, names in told.items():
        whose = ", ".join(safe(name, NAME) for name in dict.fromkeys(names))
        yield words.rule(words.rule_of(whose, rule))

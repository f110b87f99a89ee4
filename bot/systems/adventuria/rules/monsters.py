"""Monsters: entries of the campaign's library (A11, A33, A40)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from bot.engine.library import Field, Shelf, Texts
from bot.engine.system import ActionKind, Kind, RecordId
from bot.engine.words import one_line, safe, whole_number
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.effect import Effect, Verb, When
from bot.systems.adventuria.rules.effects import ROOM, read_effects, write_effects
from bot.systems.adventuria.rules.fight import Combat
from bot.systems.adventuria.rules.foe import Foe
from bot.systems.adventuria.rules.state import NAME_LENGTH, Attribute, Attributes
from bot.systems.adventuria.rules.wares import (
    ABOUT_LENGTH,
    RULES_LENGTH,
    read_about,
    read_name,
    seen_by,
    wrong_rule,
)
from bot.systems.adventuria.words import monsters as words
from bot.systems.adventuria.words.effects import ATTRIBUTES

MOST = 99
USUAL_CRAFT = 1
CHOICE = "choice"
# Room for the two words beside the rules.
MARKS_LENGTH = 20
_PAIR = re.compile(r"\s*([^\W\d_]+)\s*[:=]?\s*([+-]?[0-9]+)\s*(?:[,;·]|$|(?=\s))", re.ASCII)
_MINUS_SIGNS = str.maketrans({"−": "-", "–": "-"})


@dataclass(frozen=True, slots=True)
class Monster:
    """A monster of the library; `kind` None leaves the kind of Combat to the player (Q11)."""

    name: str
    attributes: Attributes
    kind: Combat | None = Combat.MELEE
    effects: tuple[Effect, ...] = ()
    about: str = ""
    # Once it has fallen, it is never met again (A40).
    is_unique: bool = False
    is_secret: bool = False


def foe(entry: RecordId | None, monster: Monster) -> Foe:
    """The monster as it is met: without wounds (A40), a copy that later edits leave alone."""
    return Foe(
        monster.name,
        monster.attributes,
        monster.attributes,
        effects=monster.effects,
        about=monster.about,
        is_unique=monster.is_unique,
        entry=entry,
    )


# -- written and read -------------------------------------------------------------------------------


def read_monster(texts: Texts) -> Monster:
    """The monster of those texts. Raises RuleViolation, one sentence, where they make none."""
    rules, marks = _apart(texts["rules"])
    effects = read_effects(rules)
    for effect in effects:
        _require_a_monsters(effect)
    return Monster(
        read_name(texts["name"]),
        read_attributes(texts["attributes"]),
        None if texts["combat"] == CHOICE else Combat(texts["combat"] or Combat.MELEE),
        effects,
        read_about(texts["about"]),
        is_unique=words.UNIQUE in marks,
        is_secret=words.SECRET in marks,
    )


def _apart(text: str) -> tuple[str, set[str]]:
    """The rules without the words that stand among them, each line where it was, and those words."""
    lines = [one_line(line) for line in text.splitlines()]
    marks = {line.casefold() for line in lines} & {words.UNIQUE, words.SECRET}
    return "\n".join("" if line.casefold() in marks else line for line in lines), marks


def _require_a_monsters(effect: Effect) -> None:
    """See that a monster can have such a rule. Raises RuleViolation."""
    refused = (
        (effect.verb in ROOM, words.NO_ROOM),
        (effect.when is When.USE, words.NOT_USED),
        (effect.is_spent, words.NOT_SPENT),
        (effect.verb is Verb.GOLD and not effect.to_foe, words.OWN_GOLD),
    )
    for is_so, wrong in refused:
        if is_so:
            raise RuleViolation(wrong_rule(effect, wrong))


def read_attributes(text: str) -> Attributes:
    """Attributes as in “Arms 3, Magic 1, Vitae 2”, each 1 to 99, Craft optional. Raises RuleViolation."""
    found: dict[Attribute, int] = {}
    typed = one_line(text.replace("\n", ", ")).translate(_MINUS_SIGNS)
    at = 0
    while at < len(typed):
        match = _PAIR.match(typed, at)
        if match is None:
            raise RuleViolation(words.not_read(safe(typed[at:], 40)))
        attribute = _attribute(match[1])
        if attribute in found:
            raise RuleViolation(words.attribute_twice(ATTRIBUTES[attribute]))
        found[attribute], at = _value(attribute, match[2]), match.end()
    return _whole(found)


def _attribute(word: str) -> Attribute:
    if word.lower() not in list(Attribute):
        raise RuleViolation(words.no_attribute(safe(word, 30), tuple(ATTRIBUTES.values())))
    return Attribute(word.lower())


def _value(attribute: Attribute, text: str) -> int:
    value = whole_number(text)
    if value is None or not 1 <= value <= MOST:
        raise RuleViolation(words.bad_attribute(ATTRIBUTES[attribute], MOST, text[:10]))
    return value


def _whole(found: dict[Attribute, int]) -> Attributes:
    values = {Attribute.CRAFT: USUAL_CRAFT, **found}
    for attribute in Attribute:
        if attribute not in values:
            raise RuleViolation(words.attribute_missing(ATTRIBUTES[attribute]))
    return Attributes(*(values[attribute] for attribute in Attribute))


def write_monster(monster: Monster) -> dict[str, str]:
    """The texts of a monster, as `read_monster` reads them."""
    marks = ((monster.is_unique, words.UNIQUE), (monster.is_secret, words.SECRET))
    rules = (write_effects(monster.effects), *(mark for is_so, mark in marks if is_so))
    values = monster.attributes
    return {
        "name": monster.name,
        "attributes": ", ".join(f"{ATTRIBUTES[each]} {values.of(each)}" for each in Attribute),
        "combat": monster.kind or CHOICE,
        "rules": "\n".join(filter(None, rules)),
        "about": monster.about,
    }


# -- in the library ---------------------------------------------------------------------------------

COMBATS = ((Combat.MELEE.value, words.MELEE), (Combat.MAGICAL.value, words.MAGICAL), (CHOICE, words.CHOICE))

MONSTER: Kind[Monster] = Kind(
    "monster", Monster, title=lambda state: state.name, view=seen_by, word=words.part
)

MONSTERS: Shelf[Monster] = Shelf(
    "adventuria",
    MONSTER,
    words.NOUN,
    words.PLURAL,
    (
        Field("name", words.NAME, words.NAME_HINT, NAME_LENGTH),
        Field("attributes", words.VALUES, words.VALUES_HINT, 80),
        Field("combat", words.COMBAT, words.COMBAT_HINT, options=COMBATS, is_optional=True),
        Field(
            "rules",
            words.RULES,
            words.RULES_HINT,
            RULES_LENGTH + MARKS_LENGTH,
            is_long=True,
            is_optional=True,
        ),
        Field("about", words.ABOUT, words.ABOUT_HINT, ABOUT_LENGTH, is_long=True, is_optional=True),
    ),
    read_monster,
    write_monster,
)

KINDS: tuple[Kind[Any], ...] = (MONSTER,)
ACTIONS: tuple[ActionKind[Any], ...] = ()
EVENTS: tuple[type[Any], ...] = ()

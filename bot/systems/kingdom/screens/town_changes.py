"""What something would change in a settlement: people, size, base value, Defense and modifiers."""

from __future__ import annotations

from collections.abc import Iterator

from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.rules.worth import base_value, defense, modifiers, population, size_of, value_sum
from bot.systems.kingdom.words import building_previews as words
from bot.systems.kingdom.words.buildings import MODIFIERS
from bot.systems.kingdom.words.names import number
from bot.ui.text import safe


def town_changes(before: Town, after: Town, realm: Realm) -> Iterator[str]:
    """Each of its numbers before and after, in a line; nothing where none changes."""
    rulings = realm.rulings
    around = realm.land.hexes.get(before.spot)
    pairs = (
        (words.PEOPLE, _people(before, rulings), _people(after, rulings)),
        (words.SIZE, _size(before, rulings), _size(after, rulings)),
        (words.VALUE, words.gold(base_value(before, rulings)), words.gold(base_value(after, rulings))),
        (words.DEFENSE, number(defense(before, around)), number(defense(after, around))),
        *_modifiers(before, after, rulings),
    )
    changed = [each for each in pairs if each[1] != each[2]]
    if changed:
        yield words.town_changes(safe(before.name, 60), changed)
    value = base_value(after, rulings)
    if value == base_value(before, rulings) and value_sum(after) != value_sum(before):
        yield words.value_kept(value, value_sum(after))


def _people(town: Town, rulings: Rulings) -> str:
    return f"{population(town, rulings):,}"


def _size(town: Town, rulings: Rulings) -> str:
    return words.size_name(size_of(town, rulings))


def _modifiers(before: Town, after: Town, rulings: Rulings) -> Iterator[tuple[str, str, str]]:
    old, new = modifiers(before, rulings), modifiers(after, rulings)
    return ((MODIFIERS[each.value], number(old[each]), number(new[each])) for each in old)

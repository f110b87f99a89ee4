"""Entries of the library on cards: what they do in plain English, and what they say in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.play import Post, Shown
from bot.systems.adventuria.rules.effect import Effect
from bot.systems.adventuria.rules.experience import worth
from bot.systems.adventuria.rules.fight import Combat
from bot.systems.adventuria.rules.monsters import Monster, foe
from bot.systems.adventuria.rules.state import Attribute
from bot.systems.adventuria.rules.wares import Thing
from bot.systems.adventuria.words import monsters as monster_words
from bot.systems.adventuria.words import wares as words
from bot.systems.adventuria.words.effects import said
from bot.ui.card import Card
from bot.ui.text import safe


def draw(post: Post) -> Card | None:
    """None: what happens to an entry is told by the library."""
    return None


def show(shown: Shown, post: Post) -> Card | None:
    """An item, spell, ally or monster as it stands in the library."""
    if isinstance(shown.state, Thing):
        return _thing(shown.state)
    return _monster(shown.state) if isinstance(shown.state, Monster) else None


def rules(effects: Iterable[Effect], *, is_monsters: bool = False) -> tuple[str, ...]:
    """Special rules in plain English, a line each."""
    return tuple(words.rule(said(effect, is_monsters=is_monsters)) for effect in effects)


def _thing(thing: Thing) -> Card:
    lines = [words.what(thing.ware, is_weapon=thing.is_weapon), *(rules(thing.effects) or (words.NO_RULES,))]
    return _card(thing, lines)


def _monster(monster: Monster) -> Card:
    values = [(each.value, monster.attributes.of(each)) for each in Attribute]
    lines = [
        monster_words.attributes(values),
        monster_words.KINDS[monster.kind],
        monster_words.worth(_worth(monster)),
        *((monster_words.ONLY_ONE,) if monster.is_unique else ()),
        *rules(monster.effects, is_monsters=True),
    ]
    return _card(monster, lines)


def _worth(monster: Monster) -> list[tuple[str, int]]:
    kinds = Combat if monster.kind is None else (monster.kind,)
    return [(kind.value, worth(foe(None, monster), kind, is_current=False)) for kind in kinds]


def _card(entry: Thing | Monster, lines: list[str]) -> Card:
    lines += ["", safe(entry.about, 1000)] if entry.about else []
    lines += [words.FOR_NARRATORS] if entry.is_secret else []
    return Card(safe(entry.name), tuple(lines))


TELLERS: dict[type[Any], Any] = {}

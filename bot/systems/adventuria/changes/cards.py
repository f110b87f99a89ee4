"""Entries of the library on cards: what they do in plain English, and their descriptions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.card import Card
from bot.engine.drawing import draws, shows
from bot.engine.text import Safe, T
from bot.play import Post, RecordView
from bot.systems.adventuria.adventurer import AdventurerChanged
from bot.systems.adventuria.changed import lines
from bot.systems.adventuria.combat.exchange import experience_worth
from bot.systems.adventuria.combat.state import MONSTER, Combat, Monster, foe
from bot.systems.adventuria.library.rules import Thing, rules_said
from bot.systems.adventuria.sheet import cards as sheet_cards
from bot.systems.adventuria.sheet.cards import on_behalf, with_question
from bot.systems.adventuria.state import Adventurer, Attribute, Manner, Told, Ware
from bot.ui.text import fitting, prose, safe


@shows(*(ware.value for ware in Ware), MONSTER.name)
def show_entry(record: RecordView, _post: Post) -> Card:
    """An item, spell, ally or monster as it stands in the library."""
    return _monster(record.state) if isinstance(record.state, Monster) else _thing(record.state)


def _thing(thing: Thing) -> Card:
    what = T("Spell: used once, then gone")() if thing.ware is Ware.SPELL else thing.ware.label
    if thing.is_weapon:
        what = T("Weapon: works while in hand")()
    return _card(thing, [what, *(rules_said(thing.effects) or (T("No special rules")(),))])


def _monster(monster: Monster) -> Card:
    value = T("**{attribute}** {value}")
    values = [value(attribute=each, value=monster.attributes.of(each)) for each in Attribute]
    told = [
        " · ".join(values),
        FIGHTS[monster.kind](),
        T("Brings {worth:or}")(worth=_worth(monster)),
        *((T("There is only one")(),) if monster.is_unique else ()),
        *rules_said(monster.effects, is_monsters=True),
    ]
    return _card(monster, told)


FIGHTS = {
    Combat.MELEE: T("Fights in Melee"),
    Combat.MAGICAL: T("Fights with Magic"),
    None: T("Melee or Magical, the player chooses"),
}


def _worth(monster: Monster) -> list[Safe]:
    """The XP that it brings by each kind of Combat in which it may be met (A34)."""
    kinds, met = Combat if monster.kind is None else (monster.kind,), foe(None, monster)
    xp = T("{amount} {kind} XP")
    return [xp(amount=experience_worth(met, kind, is_current=False), kind=kind) for kind in kinds]


def _card(entry: Thing | Monster, told: list[str]) -> Card:
    told += ["", prose(entry.about)] if entry.about else []
    told += [T("-# Only narrators know about it.")()] if entry.is_secret else []
    return Card(safe(entry.name), tuple(told))


# -- What changed on a sheet, on cards and in the journal --------------------------------------------------


# As much of what changed as has room.
LINES_LENGTH = 1200


@draws(AdventurerChanged, rank=6)
def _draw(event: AdventurerChanged, post: Post) -> Card:
    """The message about a changed sheet: what changed, where that leaves it, and what is open now."""
    record = post.subject
    due = (event.due,) if event.due else ()
    told = (*on_behalf(post), *fitting(lines(event.changes), LINES_LENGTH), *due)
    card = Card(T("{name}: sheet updated")(name=event.name), told)
    # An older message about the sheet tells what changed then, and nothing of today.
    if record is None or post.newer is not None or record.state.end is not None:
        return card
    does = fitting(_what_it_does(event.changes, record.state), LINES_LENGTH // 2)
    return with_question(card.add(*does, *sheet_cards.brief(record.state)), record, post)


def _what_it_does(told: Sequence[Told], state: Adventurer) -> Iterator[str]:
    """The special rules of what was gained."""
    for name in (each.name for each in told if each.how is Manner.GAINED):
        thing = next((each for each in reversed(state.possessions) if each.name == name), None)
        yield from rules_said(thing.effects) if thing is not None else ()

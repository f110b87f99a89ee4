"""Settlements on cards and in the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.engine.system import RecordId
from bot.play import Post
from bot.systems.kingdom.rules.capital import CapitalNamed
from bot.systems.kingdom.rules.land import Land
from bot.systems.kingdom.rules.losing import LossFollowed
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.settlements import DistrictAdded, SettlementFounded, SettlementRenamed
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.rules.towns_told import SettlementPlaced, SettlementSet
from bot.systems.kingdom.rules.worth import population, size_of
from bot.systems.kingdom.screens import loss_cards
from bot.systems.kingdom.screens.upkeep_cards import check_line
from bot.systems.kingdom.screens.worth_lines import (
    building_lines,
    realm_lines,
    shore_line,
    told_line,
    worth_lines,
)
from bot.systems.kingdom.words import founding_towns
from bot.systems.kingdom.words import settlements as words
from bot.systems.kingdom.words.names import TERRAINS
from bot.ui.card import Card, Tone
from bot.ui.text import safe

MOST_LISTED = 15


def draw(post: Post) -> Card | None:
    """The message about an entry, where a settlement was founded or another is the capital."""
    events = post.entry.events
    event = next((each for each in events if isinstance(each, SettlementFounded | CapitalNamed)), None)
    if event is None:
        return None
    lines = _founded(event) if isinstance(event, SettlementFounded) else _named(event)
    cut_off = [loss_cards.TELLERS[LossFollowed](each) for each in events if isinstance(each, LossFollowed)]
    is_bad = isinstance(event, CapitalNamed) and event.unrest > 0
    tone = Tone.BAD if is_bad else Tone.GOOD
    return Card(safe(event.name, 100), (*lines, *cut_off), tone=tone)


def _founded(event: SettlementFounded) -> Iterator[str]:
    yield _founding(event)
    if event.borders:
        yield words.borders([each.value for each in event.borders])
    if event.inherits is not None:
        yield founding_towns.INHERITS[event.inherits.value]
    if event.xp:
        yield words.milestone(event.xp)


def _founding(event: SettlementFounded) -> str:
    named = safe(event.name, 60), safe(event.settlement, 60), safe(event.spot, 20)
    return words.founded(*named, is_capital=event.is_capital)


def _named(event: CapitalNamed) -> Iterator[str]:
    if event.check is not None:
        yield check_line(event.check)
    yield words.named(safe(event.name, 60), safe(event.settlement, 60), safe(event.before, 60))
    if event.unrest:
        yield words.unrest(event.unrest)


# -- shown to whoever asks ----------------------------------------------------------------------------


def overview(realm: Realm) -> Card:
    """All settlements of a kingdom, in a line each."""
    title = safe(realm.kingdom.name, 100)
    if not realm.towns:
        return Card(title, (words.NO_SETTLEMENTS,), tone=Tone.QUIET)
    listed = list(realm.towns.items())
    lines = [_entry(realm, id_, town) for id_, town in listed[:MOST_LISTED]]
    if len(listed) > MOST_LISTED:
        lines.append(words.more_of_them(len(listed) - MOST_LISTED))
    return Card(title, tuple(lines), tone=Tone.QUIET)


def _entry(realm: Realm, id_: RecordId, town: Town) -> str:
    where = safe(realm.land.name_of(town.spot), 20)
    is_capital = id_ == realm.kingdom.capital
    size, people = size_of(town, realm.rulings), population(town, realm.rulings)
    return words.entry(safe(town.name, 60), where, size, people, is_capital=is_capital)


def page(id_: RecordId, town: Town, land: Land | None, rulings: Rulings, realm: Realm | None) -> Card:
    """One settlement in full; `realm` is that of its kingdom, None for a Free City."""
    kingdom = realm.kingdom.name if realm is not None else ""
    is_capital = realm is not None and realm.kingdom.capital == id_
    around = land.hexes.get(town.spot) if land is not None else None
    lines = [
        words.whose(safe(kingdom, 60), town.founded, is_capital=is_capital),
        *_place(town, land),
        *worth_lines(town, rulings, around),
        *(realm_lines(town, realm, id_) if realm is not None else ()),
        shore_line(town),
        *building_lines(town, rulings),
    ]
    return Card(safe(town.name, 100), tuple(lines), tone=Tone.QUIET, note=told_line(town))


def _place(town: Town, land: Land | None) -> Iterator[str]:
    """Where it lies, as far as its viewer may know the hex."""
    if land is not None and town.spot in land.hexes:
        terrain = TERRAINS[land.hexes[town.spot].terrain.value]
        yield words.lies_in(safe(land.name_of(town.spot), 20), terrain)


# -- in a line ----------------------------------------------------------------------------------------


def _renamed(event: SettlementRenamed) -> str:
    return words.renamed(safe(event.before, 60), safe(event.settlement, 60))


def _grown(event: DistrictAdded) -> str:
    grown = words.grown(safe(event.settlement, 60), event.districts, event.price)
    water = words.borders([each.value for each in event.borders])
    return f"{grown} {water}" if water else grown


def _set(event: SettlementSet) -> str:
    line = words.told(safe(event.settlement, 60), event.districts, event.lots, event.base_value)
    return f"{line} {words.beside(event.buildings)}" if event.buildings else line


def _placed(event: SettlementPlaced) -> str:
    named = safe(event.settlement, 60), safe(event.spot, 20), safe(event.name, 60)
    placed = words.placed(*named, is_hidden=event.is_hidden)
    return f"{placed} {founding_towns.INHERITS[event.inherits.value]}" if event.inherits else placed


TELLERS: Mapping[type[Any], Callable[[Any], str]] = {
    SettlementFounded: _founding,
    CapitalNamed: lambda event: " ".join(_named(event)),
    SettlementRenamed: _renamed,
    DistrictAdded: _grown,
    SettlementSet: _set,
    SettlementPlaced: _placed,
}
# With what may follow from it: territories cut off.
TOLD: Mapping[type[Any], Callable[[Any], str]] = {**loss_cards.TELLERS, **TELLERS}

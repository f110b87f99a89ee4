"""Settlements on cards and in the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.engine.system import RecordId
from bot.play import Post
from bot.systems.kingdom.rules.book import LOTS_IN_DISTRICT
from bot.systems.kingdom.rules.capital import CapitalNamed
from bot.systems.kingdom.rules.land import Land
from bot.systems.kingdom.rules.losing import LossFollowed
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settlements import DistrictAdded, SettlementFounded, SettlementRenamed
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.rules.towns_told import SettlementPlaced, SettlementSet
from bot.systems.kingdom.screens import loss_cards
from bot.systems.kingdom.screens.upkeep_cards import check_line
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
        yield words.INHERITS[event.inherits.value]
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
    return words.entry(safe(town.name, 60), where, town.size, town.population, is_capital=is_capital)


def page(town: Town, land: Land | None, kingdom: str, *, is_capital: bool) -> Card:
    """One settlement in full; `kingdom` is whose it is, empty for a Free City."""
    lines = [
        words.whose(safe(kingdom, 60), town.founded, is_capital=is_capital),
        *_place(town, land),
        words.people(town.size, town.population),
        words.grid(town.districts, town.lots, LOTS_IN_DISTRICT * town.districts),
        words.value(town.base_value, town.most_value),
        words.water([each.value for each in town.borders]),
    ]
    if town.gives:
        lines.append(words.gives({stat.value: amount for stat, amount in town.gives.items()}))
    return Card(safe(town.name, 100), tuple(lines), tone=Tone.QUIET, note=words.UNTOLD)


def _place(town: Town, land: Land | None) -> Iterator[str]:
    """Where it lies, as far as its viewer may know the hex."""
    if land is not None and town.spot in land.hexes:
        terrain = TERRAINS[land.hexes[town.spot].terrain.value]
        yield words.lies_in(safe(land.name_of(town.spot), 20), terrain)


# -- in a line ----------------------------------------------------------------------------------------


def _renamed(event: SettlementRenamed) -> str:
    return words.renamed(safe(event.before, 60), safe(event.settlement, 60))


def _grown(event: DistrictAdded) -> str:
    return words.grown(safe(event.settlement, 60), event.districts, event.price)


def _set(event: SettlementSet) -> str:
    return words.told(safe(event.settlement, 60), event.districts, event.lots, event.base_value)


def _placed(event: SettlementPlaced) -> str:
    named = safe(event.settlement, 60), safe(event.spot, 20), safe(event.name, 60)
    return words.placed(*named, is_hidden=event.is_hidden)


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

"""One hex as its reader may see it: what it is, what Table 4-6 says of it, what stands there, what could."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.play import Shown
from bot.systems.kingdom.rules.book import TERRAINS
from bot.systems.kingdom.rules.hexes import Spot
from bot.systems.kingdom.rules.land import Hex, Land
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.settings import Rulings
from bot.systems.kingdom.rules.siting import buildable, cost
from bot.systems.kingdom.rules.terms import Improvement, Terrain
from bot.systems.kingdom.rules.town import Town
from bot.systems.kingdom.rules.worth import size_of
from bot.systems.kingdom.words import land as land_words
from bot.systems.kingdom.words import land_shown as words
from bot.systems.kingdom.words.names import SETTLEMENT_SIZES
from bot.ui.card import FIELD, Card
from bot.ui.text import fitting, safe


@dataclass(frozen=True, slots=True)
class Place:
    """A hex with all of its surroundings that its reader may see."""

    land: Land
    spot: Spot
    towns: tuple[Town, ...] = ()
    owner: Shown | None = None
    realm: Realm | None = None
    rulings: Rulings = field(default_factory=lambda: Rulings({}))

    @property
    def hex(self) -> Hex:
        """The hex itself."""
        return self.land.hexes[self.spot]


def card(place: Place) -> Card:
    """All that can be said of it."""
    name, each = safe(place.land.name_of(place.spot), 40), place.hex
    lines = (*_now(place), "", *_table(each), *_notes(each))
    fields = tuple(_building(place.realm, place.spot)) if place.realm is not None else ()
    return Card(words.heading(name, each.terrain.value, place.spot), lines, fields)


def _now(place: Place) -> Iterator[str]:
    each = place.hex
    yield words.state(is_explored=each.is_explored, is_cleared=each.is_cleared, is_revealed=each.is_known)
    parts = land_words.specials(each.specials)
    parts += land_words.waters(is_coast=each.is_coast, has_lake=each.has_lake, has_river=False)
    parts += [words.rivers(each.rivers)] if each.has_river else []
    if parts:
        yield words.there(parts)
    if place.owner is not None:
        yield words.claimed(safe(place.owner.title, 60))
        if each.prepared is not None:
            yield words.prepared(each.prepared, place.owner.state.month.number)
    else:
        yield words.UNCLAIMED
    if each.improvements:
        yield words.improvements(each.improvements)
    for town in place.towns:
        size = SETTLEMENT_SIZES[size_of(town, place.rulings)]
        yield words.town(safe(town.name, 60), size, is_free=town.kingdom is None)


def _table(each: Hex) -> Iterator[str]:
    """What Table 4-6 says: printed days of exploring (R075), preparation, farm and road."""
    row = TERRAINS[each.terrain]
    if not each.is_explored:
        yield words.exploring(row.explore_days)
    if each.terrain is Terrain.WATER:
        yield words.ON_WATER
    else:
        yield words.preparing(row.prepare, row.prepare_months)
        road = cost(each, Improvement.ROAD)
        yield words.costs(row.farm, row.road, road if road != row.road else None)
    if each.terrain is Terrain.CAVERN:
        yield words.CAVERN
    if each.is_coast:
        yield words.COAST


def _notes(each: Hex) -> Iterator[str]:
    if each.notes:
        yield words.notes(safe(each.notes))
    if each.secret:
        yield words.secret_note(safe(each.secret))


def _building(realm: Realm, spot: Spot) -> Iterator[tuple[str, str]]:
    """What could be built and what not, and why."""
    found = buildable(realm, spot)
    can = [words.can_build(each.improvement.value, each.price) for each in found if each.price is not None]
    cannot = [words.cannot_build(each.improvement.value, each.why) for each in found if each.price is None]
    if can:
        yield words.BUILDABLE, "\n".join(fitting(can, FIELD))
    if cannot:
        yield words.NOT_BUILDABLE, "\n".join(fitting(cannot, FIELD))

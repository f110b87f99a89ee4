"""Hexes on cards: what changed, was claimed, lost and improved; `/hex show`, and the map as a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.engine.card import Attachment, Card, Tone
from bot.engine.declare import Options, command, look, option
from bot.engine.drawing import draws
from bot.engine.event import sentence
from bot.engine.files import Row
from bot.engine.finders import Asker
from bot.engine.people import PUBLIC, Permit
from bot.engine.system import RecordId
from bot.engine.text import Safe, T
from bot.engine.views import CampaignView
from bot.play import Post, RecordView
from bot.systems.kingdom import kingdom_view
from bot.systems.kingdom.book import TERRAINS, Improvement, Limit, Spot, Stage, Terrain
from bot.systems.kingdom.kingdom_view import realm_on
from bot.systems.kingdom.land.claims import FreeCityAsked, HexAbandoned, HexClaimed
from bot.systems.kingdom.land.edits import MOVED, UNCHANGED, DrawMap, HexesSet, HexesTold, MapChange, Sight
from bot.systems.kingdom.land.files import MAP, ReadMap, places
from bot.systems.kingdom.land.hex_lists import EVERYTHING, land_in
from bot.systems.kingdom.land.improvements import (
    ImprovementBuilt,
    ImprovementPlaced,
    ImprovementRazed,
    SitePrepared,
    buildable,
    cost,
)
from bot.systems.kingdom.land.losses import (
    HexesLost,
    LossFollowed,
    PartDecided,
    SettlementReclaimed,
    TerritoryRejoined,
    doomed,
    must_recover,
)
from bot.systems.kingdom.land.state import Hex, Land, seen, spot_of
from bot.systems.kingdom.realm import HEX, KINGDOM, Realm, known_spots, left_line
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.settling import FiguresChanged
from bot.systems.kingdom.sources import shifted
from bot.systems.kingdom.towns.cards import defense_lines
from bot.systems.kingdom.towns.state import TOWN, Town, fortified, size_of
from bot.ui.text import fitting, in_brief, safe

# Letters of a note: of the only hex told, and of one among several.
NOTE, AMONG_OTHERS = 300, 60
# Letters for the hexes of a card.
ROOM = 1200
# What is said of a hex besides its terrain, where that was done to it.
_NOTED = (MapChange.NOTED, MapChange.CHANGED, MapChange.DRAWN)


@draws(HexesTold, HexesSet, rank=4)
def _draw_land_cards(_event: HexesTold | HexesSet, post: Post) -> Card | None:
    """The message about a change of the map."""
    # A block that is drawn has a picture in place of its lines.
    if post.entry.action == DrawMap.__name__:
        return None
    found = [each for each in post.entry.events if isinstance(each, HexesTold | HexesSet)]
    lines = [line for each in found for line in _lines(each, ROOM // len(found))]
    lines += _moved([each for each in post.entry.events if isinstance(each, FiguresChanged)])
    return Card(found[0].deed.label, tuple(lines))


def _lines(event: HexesTold | HexesSet, room: int) -> list[str]:
    if not event.sights:
        return [UNCHANGED()]
    lines: list[str] = []
    for each in event.sights:
        line = _sight(each, event)
        room -= len(line) + 1
        if room < 0 and lines:
            break
        lines.append(line)
    left = event.count - len(lines)
    lines += [T("… and {left:,} more.")(left=left)] if left > 0 else []
    return [T("*Only game masters know:*")(), *lines] if isinstance(event, HexesSet) else lines


def _sight(each: Sight, event: HexesTold | HexesSet) -> str:
    room = NOTE if event.count == 1 else AMONG_OTHERS
    parts: list[Any] = [*each.specials, *_waters(each)]
    parts += [T("river")] if each.has_river else []
    parts += [T("“{notes}”")(notes=in_brief(each.notes, room))] if each.notes and event.deed in _NOTED else []
    if isinstance(event, HexesSet) and each.secret:
        parts.append(T("secret: “{secret}”")(secret=safe(each.secret, room)))
    says = T("{name:40} · {terrain}; {parts:,}") if parts else T("{name:40} · {terrain}")
    return says(name=each.name, terrain=each.terrain, **({"parts": parts} if parts else {}))


def _waters(each: Sight | Hex) -> Iterator[T]:
    if each.is_coast:
        yield T("coast")
    if each.has_lake:
        yield T("lake")


def _moved(events: list[FiguresChanged]) -> list[str]:
    says = T("{name:60}: {shifts}")
    return fitting([says(name=each.name, shifts=shifted(each.shifts)) for each in events], MOVED)


@dataclass(frozen=True, slots=True)
class Place:
    """A hex with all of its surroundings that its reader may see."""

    land: Land
    spot: Spot
    towns: tuple[Town, ...] = ()
    owner: RecordView | None = None
    realm: Realm | None = None
    rulings: Rulings = field(default_factory=lambda: Rulings({}))

    @property
    def hex(self) -> Hex:
        """The hex itself."""
        return self.land.hexes[self.spot]


def card(place: Place) -> Card:
    """A card with all that is known of a place."""
    name, each = safe(place.land.name_of(place.spot), 40), place.hex
    lines = (*_now(place), "", *_table(each), *_notes(each))
    fields = tuple(_building(place.realm, place.spot)) if place.realm is not None else ()
    says = T("{name} · {terrain}") if place.spot == name else T("{name} · {terrain} ({spot})")
    spot = {} if place.spot == name else {"spot": place.spot}
    return Card(says(name=name, terrain=each.terrain, **spot), lines, fields)


def _now(place: Place) -> Iterator[str]:
    each = place.hex
    explored = T("Explored") if each.is_explored else T("Not explored yet")
    cleared = T("cleared") if each.is_cleared else T("not cleared yet")
    says = (
        T("{explored}, {cleared}.") if each.is_known else T("{explored}, {cleared}. **Hidden from players.**")
    )
    yield says(explored=explored, cleared=cleared)
    parts: list[Any] = [*each.specials, *_waters(each)]
    parts += [T("river ({rivers:,})")(rivers=[way.value for way in each.rivers])] if each.has_river else []
    if parts:
        yield T("{parts:upper}.")(parts=T("{parts:,}")(parts=parts))
    if place.owner is not None:
        yield T("Claimed by **{kingdom:60}**.")(kingdom=place.owner.title)
        if each.prepared is not None:
            now = each.prepared <= place.owner.state.month.number
            ready = T("Ready for a settlement.")
            later = T("Ready for a settlement in month {month}.")
            yield ready() if now else later(month=each.prepared)
    else:
        yield T("Unclaimed.")()
    if each.improvements:
        yield T("Built here: {improvements:,}.")(improvements=each.improvements)
        yield from defense_lines(fortified(each))
    for town in place.towns:
        says = T("Settlement: **{name:60}**, {size}.")
        free = T("Settlement: **{name:60}**, {size}, a Free City.")
        size = size_of(town, place.rulings)
        yield (free if town.kingdom is None else says)(name=town.name, size=size)


def _table(each: Hex) -> Iterator[str]:
    """What Table 4-6 says: printed days of exploring (R075), preparation, farm and road."""
    row = TERRAINS[each.terrain]
    if not each.is_explored:
        yield T("Exploring: {n} {n:day|days} at speed 30")(n=row.explore_days)
    if each.terrain is Terrain.WATER:
        yield T("Water: no settlements, Farms or Roads, but you can build a Fishery.")()
    else:
        yield _site(row.prepare, row.prepare_months)
        yield T("{farms}, {roads}")(
            farms=T("no Farms")() if row.farm is None else T("Farm {price} BP")(price=row.farm),
            roads=_road(each, row.road),
        )
    if each.terrain is Terrain.CAVERN:
        yield T(
            "A Cavern is its own hex, underground. It's claimed and counted separately from the one above."
        )()
    if each.is_coast:
        yield T("Coastline: counts as this terrain in every way. The sea next to it is claimed with it.")()


def _site(points: int | None, months: int | None) -> str:
    if points is None or months is None:
        return T("No settlement possible here")()
    if not months:
        return T("Preparing a site: {points} BP, ready right away")(points=points)
    return T("Preparing a site: {points} BP, {n} {n:month|months}")(points=points, n=months)


def _road(each: Hex, price: int | None) -> Safe:
    """Its price; over a river it costs twice as much."""
    if price is None:
        return T("no Roads")()
    wet = cost(each, Improvement.ROAD)
    if wet is None or wet == price:
        return T("Road {price} BP")(price=price)
    return T("Road {price} BP ({wet} BP with the river)")(price=price, wet=wet)


def _notes(each: Hex) -> Iterator[str]:
    if each.notes:
        yield T("Note: {notes:prose}")(notes=each.notes)
    if each.secret:
        yield T("Game masters only: {secret}")(secret=each.secret)


def _building(realm: Realm, spot: Spot) -> Iterator[tuple[str, str]]:
    """What could be built and what not; the panel that builds says why."""
    found = buildable(realm, spot)
    can = [T("{name} {price} BP").of(each, name=each.improvement) for each in found if each.price is not None]
    cannot = [each.improvement for each in found if each.price is None]
    if can:
        yield T("Can be built").plain(), " · ".join(can)
    if cannot:
        yield T("Can't be built").plain(), T("{names:,}. `/hex improve` says why.")(names=cannot)


# -- Losing hexes on cards and in the journal --------------------------------------------------------------


OURS = (HexesLost, PartDecided, SettlementReclaimed)


# A claim tells what is lost with it, too.
@draws(*OURS, rank=5)
def _draw_loss_cards(event: HexesLost | PartDecided | SettlementReclaimed, post: Post) -> Card:
    """The message about an entry, where hexes were lost, decided about or reclaimed by it."""
    followed = [line for each in post.entry.events if isinstance(each, LossFollowed) for line in each.lines()]
    return Card(
        safe(event.name, 100), (*_loss_cards_lines(event), *followed, *_doom(post)), tone=_tone(event)
    )


def _tone(event: Any) -> Tone:
    if isinstance(event, SettlementReclaimed):
        return Tone.GOOD if event.check.is_success else Tone.BAD
    if isinstance(event, PartDecided) and event.is_held:
        return Tone.PLAIN
    return Tone.BAD


def _loss_cards_lines(event: Any) -> Iterator[str]:
    if isinstance(event, HexesLost):
        yield _said(event)
    elif isinstance(event, PartDecided):
        yield from event.lines()
    else:
        yield event.check.sentence()
        yield event.outcome
        if event.bonus:
            yield T(
                "That includes {bonus:+}, because the city used to be yours. The bonus shrinks each month."
            ).of(event)


def _doom(post: Post) -> Iterator[str]:
    """What a kingdom without hexes must do, and until when."""
    realm = realm_on(post)
    if realm is not None and must_recover(realm):
        until = T("Before this month closes") if doomed(realm) else T("By the end of next month")
        yield T(
            "**The last hex is lost.** {until} the kingdom must claim a hex and found or claim a settlement, "
            "or it is destroyed."
        )(until=until)


def _said(event: Any) -> str:
    return sentence(event) or ""


# -- Claimed and abandoned hexes on cards and in the journal -----------------------------------------------


CLAIMS = (FreeCityAsked, HexClaimed, HexAbandoned)
# With what may follow from it: territories lost and found.
FOLLOWING = (*CLAIMS, *OURS, LossFollowed, TerritoryRejoined)


@draws(*CLAIMS, rank=4)
def _draw_claim_cards(_event: FreeCityAsked | HexClaimed | HexAbandoned, post: Post) -> Card | None:
    """The message about an entry, where it is about a claim or a hex given up; all that followed with it."""
    if post.subject is None:
        return None
    found = (event for event in post.entry.events if isinstance(event, FOLLOWING))
    lines = [line for event in found for line in _claim_cards_lines(event)]
    asked = post.entry.event(FreeCityAsked)
    tone = Tone.PLAIN if asked is None else Tone.GOOD if asked.check.is_success else Tone.BAD
    return Card(safe(post.subject.title, 100), tuple(lines), tone=tone)


def _claim_cards_lines(event: Any) -> Iterator[str]:
    """What is told of an event, and what the card says besides."""
    if isinstance(event, FreeCityAsked):
        yield event.check.sentence()
    yield _said(event)
    if isinstance(event, HexClaimed):
        yield from (each.meaning for each in event.specials if each.meaning)
        if event.cities:
            yield T("{cities:60} now {cities:belongs|belong} to it.").of(event)
        yield left_line(Limit.CLAIMS, event.left)


# -- Improvements and sites on cards and in the journal ----------------------------------------------------


IMPROVING = (ImprovementBuilt, SitePrepared, ImprovementPlaced, ImprovementRazed)


@draws(*IMPROVING, rank=4)
def _draw_improvement_cards(_event: Any, post: Post) -> Card | None:
    """The message about an entry, where it is about an improvement or a site."""
    lines = [
        line
        for event in post.entry.events
        if isinstance(event, IMPROVING)
        for line in _improvement_cards_lines(event)
    ]
    if post.subject is None or not lines:
        return None
    return Card(safe(post.subject.title, 100), tuple(lines))


def _improvement_cards_lines(event: Any) -> Iterator[str]:
    """What is told of an event, and what the card says besides."""
    yield _said(event)
    if isinstance(event, ImprovementPlaced) and event.instead_of is not None:
        yield T("It replaces the {instead_of}.").of(event)
    if isinstance(event, ImprovementBuilt):
        if event.completed:
            yield T("{completed:The Aqueduct is|{completed} Aqueducts are} complete.").of(event)
        yield left_line(Limit.TERRAIN, event.left)


# -- A hex shown, and the map as a file: out of a campaign for everybody, into one by game masters ---------


class OnHex(Options):
    """Which hex is meant."""

    hex: str = option(HEX, suggest=known_spots, max_length=100)


@look("hex show", may=Permit.EVERYONE)
def show_hex(asker: Asker, asked: OnHex) -> Card:
    """See a hex: its terrain, what's there, and what you can and can't build"""
    found = asker.look(EVERYTHING)
    land = land_in(found)
    return card(_place(found, land, spot_of(land, asked.hex)))


def _place(view: CampaignView, land: Land, spot: Spot) -> Place:
    """A hex with what lies there; with whose it is, what could be built there."""
    owner = view.records.get(land.hexes[spot].realm or RecordId(""))
    towns = tuple(each.state for each in view.all(TOWN.name) if each.state.spot == spot)
    realm = None
    if owner is not None and owner.state.stage is Stage.STANDING:
        realm = kingdom_view.realm_seen(owner, view.records, view.campaign.settings)
    return Place(land, spot, towns, owner, realm, Rulings(view.campaign.settings))


# -- The map as a file: out of a campaign for everybody, into one by game masters --------------------------


WRITERS = {"csv": MAP.csv, "json": MAP.json}


def _named(name: str, data: bytes) -> tuple[str, tuple[Row, ...]]:
    return name, MAP.read(name, data)


@command("hex gm import", may=Permit.GAME_MASTERS, previewed=True)
class MapFiled(Options):
    """Import the map from a file; shows the changes first"""

    file: tuple[str, tuple[Row, ...]] = option("A CSV table or JSON, as made by /hex gm export", reads=_named)
    replace: bool = option("Remove hexes that aren't in the file; no by default", default=False)

    def to_action(self, asker: Asker) -> ReadMap:
        """What stands in it."""
        return ReadMap(*self.file, self.replace)


class Format(Options):
    """How a file is written."""

    format: str = option(
        "csv for spreadsheets, json for programs", default="csv", choices=[(each, each) for each in WRITERS]
    )


@look("hex gm export", may=Permit.GAME_MASTERS)
def export_all(asker: Asker, asked: Format) -> Card:
    """Get the whole map as a file, including what players don't see"""
    return _exported(asker, asked.format, with_secrets=True)


@look("hex export", may=Permit.EVERYONE)
def export_known(asker: Asker, asked: Format) -> Card:
    """Get the map as a file, as players know it"""
    return _exported(asker, asked.format, with_secrets=False)


def _exported(asker: Asker, kind: str, *, with_secrets: bool) -> Card:
    view = asker.look(EVERYTHING)
    land = land_in(view)
    # What game masters hand on to players tells nothing that these may not know.
    land = land if with_secrets else seen(land, PUBLIC)
    realms = {each.id: each.title for each in view.all(KINGDOM.name)}
    data = WRITERS[kind](places(land, realms), with_secrets=with_secrets)
    secret = T("The whole map as a file, secrets included: don't show it to players.")
    line = secret() if with_secrets else T("The map as players know it.")()
    says = T("{n:,} {n:hex|hexes}. The guide to the map explains the columns.")
    file = Attachment(f"map.{kind}", data)
    return Card(safe(land.name, 60), (line, says(n=len(land.hexes))), file=file)

"""The buttons about hexes under the month's card: each opens a private list of those it may be about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.card import Card, Pick, Select, Tone
from bot.engine.event import sentence
from bot.engine.text import Safe, T
from bot.play import Post, RecordView
from bot.systems.kingdom.book import TERRAINS, Improvement, Limit, Spot, Task, Terrain
from bot.systems.kingdom.book import Step as book_Step
from bot.systems.kingdom.finding import RealmView, realm_on, whose
from bot.systems.kingdom.land.claims import FreeCityAsked, HexAbandoned, HexClaimed
from bot.systems.kingdom.land.edits import MOVED, UNCHANGED, Deed, DrawMap, HexesSet, HexesTold, Sight
from bot.systems.kingdom.land.improvements import (
    Buildable,
    ImprovementBuilt,
    ImprovementPlaced,
    ImprovementRazed,
    SitePrepared,
    buildable,
    cost,
    require_own,
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
from bot.systems.kingdom.land.state import Hex, Land, what_is_there
from bot.systems.kingdom.outcome import FiguresChanged
from bot.systems.kingdom.realm import Realm, affords, left, left_line
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.sources import shifted
from bot.systems.kingdom.steps import is_open
from bot.systems.kingdom.towns.cards import defense_lines
from bot.systems.kingdom.towns.state import Town, fortified, size_of
from bot.ui.text import fitting, safe

# Letters of a note: of the only hex told, and of one among several.
NOTE, AMONG_OTHERS = 300, 60
# Letters for the hexes of a card.
ROOM = 1200
# What is said of a hex besides its terrain, where that was done to it.
_NOTED = (Deed.NOTED, Deed.CHANGED, Deed.DRAWN)


def _draw_land_cards(post: Post) -> Card | None:
    """The message about a change of the map."""
    found = [each for each in post.entry.events if isinstance(each, HexesTold | HexesSet)]
    # A block that is drawn has a picture in place of its lines.
    if not found or post.entry.action == DrawMap.__name__:
        return None
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
    parts += [T("“{notes}”")(notes=safe(each.notes, room))] if each.notes and event.deed in _NOTED else []
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
    """All that can be said of it."""
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
        yield T("{farms}, {roads}")(farms=_farm(row.farm), roads=_road(each, row.road))
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


def _farm(price: int | None) -> Safe:
    return T("no Farms")() if price is None else T("Farm {price} BP")(price=price)


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
        yield T("Note: {notes}")(notes=each.notes)
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


def _draw_loss_cards(post: Post) -> Card | None:
    """The message about an entry, where hexes were lost, decided about or reclaimed by it."""
    events = post.entry.events
    event = next((each for each in events if isinstance(each, OURS)), None)
    if event is None:
        return None
    followed = [line for each in events if isinstance(each, LossFollowed) for line in each.lines()]
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


def _draw_claim_cards(post: Post) -> Card | None:
    """The message about an entry, where it is about a claim or a hex given up; all that followed with it."""
    if post.subject is None or not any(isinstance(event, CLAIMS) for event in post.entry.events):
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


CLAIMS = (FreeCityAsked, HexClaimed, HexAbandoned)
# With what may follow from it: territories lost and found.
FOLLOWING = (*CLAIMS, *OURS, LossFollowed, TerritoryRejoined)


# -- Improvements and sites on cards and in the journal ----------------------------------------------------


def _draw_improvement_cards(post: Post) -> Card | None:
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


IMPROVING = (ImprovementBuilt, SitePrepared, ImprovementPlaced, ImprovementRazed)


# -- What can be built in a hex ------------------------------------------------------------------------------


BUILD, IMPROVEMENT_PREVIEWS_LIST = "hex_improve", "hex_improve_list"
REASONS = 1400


def panel(view: RealmView, spot: Spot) -> Card:
    """Every improvement of a hex: those that can be built to pick from, the others with the reason.

    Raises RuleViolation for a hex that is not the kingdom's.
    """
    realm = view.realm
    require_own(realm, spot)
    found = [one(realm, spot, each) for each in buildable(realm, spot)]
    can = [each for each in found if each.price is not None]
    cannot = [T("**{improvement}:** {why}.").of(each) for each in found if each.price is None]
    here = realm.land.hexes[spot]
    lines = (
        T("{terrain} · {built}")(
            terrain=Safe(what_is_there(here)), built=here.improvements or T("nothing built yet")
        ),
        T("Treasury: {treasury} BP")(treasury=realm.kingdom.treasury),
        *_timing(realm),
        here_now(can, is_now=_is_now(realm)),
        *whose(view, Task.TERRAIN),
    )
    picks = tuple(_pick(each) for each in can)
    selects = (Select(T("What to build…").plain(), BUILD, picks, (view.id, spot)),) if picks else ()
    reasons = (T("\n**Not here now**")(), *fitting(cannot, REASONS)) if cannot else ()
    title = T("Build in {hex:30}")(hex=realm.land.name_of(spot))
    return Card(title, (*lines, *reasons), tone=Tone.QUIET, selects=selects)


def here_now(can: Sequence[Buildable], *, is_now: bool) -> Safe:
    """What can be built in a hex, with prices in BP: now, or only when its step allows one more."""
    if not can:
        return T("Nothing can be built here now.")()
    heading = T("Here now") if is_now else T("Possible here, but not now")
    each = Safe(" · ".join(T("{improvement} {price} BP").of(each) for each in can))
    return T("**{heading}:** {each}")(heading=heading, each=each)


def _pick(found: Buildable) -> Pick:
    label = T("{improvement} · {price} BP").of(found)
    return Pick(found.improvement.value, label, found.improvement.meaning)


def one(realm: Realm, spot: Spot, found: Buildable) -> Buildable:
    """An improvement with what the Treasury says of it: one too dear for it can't be built now."""
    if found.price is None:
        return found
    if not affords(realm, found.price):
        why = T("It costs {price} BP, and the Treasury holds {treasury}")
        told = why(price=found.price, treasury=realm.kingdom.treasury)
        return Buildable(found.improvement, None, told)
    return found


def _is_now(realm: Realm) -> bool:
    """Whether the month allows one more improvement now."""
    return is_open(realm.kingdom, book_Step.TERRAIN) and left(realm, Limit.TERRAIN) != 0


def _timing(realm: Realm) -> Iterator[str]:
    """How many more the month allows, or that its Terrain step is not open."""
    if is_open(realm.kingdom, book_Step.TERRAIN):
        yield left_line(Limit.TERRAIN, left(realm, Limit.TERRAIN))
    else:
        yield T("This is for planning: the Terrain step of the Edict phase isn't open.")()


def suggestion(realm: Realm, spot: Spot, found: Buildable) -> tuple[str, str]:
    """An improvement as an autocomplete lists it: with its price, or why not."""
    found = one(realm, spot, found)
    line = T("{improvement} · no: {why}")
    if found.price is not None:
        line = T("{improvement} · {price} BP · {effect}")
    values = {"improvement": found.improvement, "price": found.price, "why": found.why}
    values["effect"] = found.improvement.meaning
    return line.plain(**{name: values[name] for name in line.names}), found.improvement.label


def draw(post: Post) -> Card | None:
    """The message about an entry of this chapter."""
    drawn = (
        each(post)
        for each in (_draw_land_cards, _draw_claim_cards, _draw_improvement_cards, _draw_loss_cards)
    )
    return next((card for card in drawn if card is not None), None)

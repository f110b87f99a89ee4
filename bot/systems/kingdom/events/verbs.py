"""What outcomes of events do besides changing numbers: to buildings, hexes, leaders and magic items."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.engine.dice.source import Dice
from bot.engine.system import RecordId
from bot.engine.text import Safe, T
from bot.systems.kingdom.abroad.book import Tie
from bot.systems.kingdom.abroad.state import OtherKingdom
from bot.systems.kingdom.book import Alignment, BuildingType, Gift, Grade, Improvement, ItemKind, Spot, Until
from bot.systems.kingdom.checks import CheckResult, one_of
from bot.systems.kingdom.events.book import OFFERED, BookEvent, Does, Outcome
from bot.systems.kingdom.land.improvements import rushed, with_improvement
from bot.systems.kingdom.land.losses import loss_events, without_hexes
from bot.systems.kingdom.land.state import distance, neighbours, without_improvement
from bot.systems.kingdom.leaders.leaving import mourn
from bot.systems.kingdom.realm import Realm, most_price
from bot.systems.kingdom.settings import ADJACENCY, DIPLOMATIC
from bot.systems.kingdom.state import LASTING_MONTHS, MOST_HAPPENINGS, ActiveEvent, with_unrest
from bot.systems.kingdom.towns.book import Lot, beside
from bot.systems.kingdom.towns.corrections import lots_lost, with_grant
from bot.systems.kingdom.towns.state import (
    TREASURE_PERCENT,
    Building,
    ItemsGone,
    Town,
    Ware,
    described,
    items_gone,
    kinds_of,
    located,
    place_of,
    slots_of,
    sound,
    vacancies,
    with_ware,
)
from bot.systems.kingdom.towns.wrecking import MOST_NAMED, BuildingRef, fallen, refs

PERCENT: Final = 100
EXHIBITS: Final = 10_000
# Up to this d% a second den opens in the same settlement, and a find is a minor item.
HERE, MINOR = 50, 70
BETTER: Final = {Grade.MINOR: Grade.MEDIUM, Grade.MEDIUM: Grade.MAJOR, Grade.MAJOR: Grade.MAJOR}


@dataclass(frozen=True, slots=True)
class Razed:
    """A terrain improvement that was lost, and the name of its hex."""

    improvement: Improvement
    hex: str


@dataclass(frozen=True, slots=True)
class EffectDone:
    """What was done: to what, and in which settlement, hex, or to which leader that `name` is.

    `amount` is in gp, or Unrest, or the last month of a vacancy; `more` are lots of which nobody knows what
    stood on them. `spared` are buildings, `spared_hexes` hexes and `spared_more` such lots whose check held.
    `is_treasure`: a find that no slot was free for.
    """

    does: Does
    name: str = ""
    amount: int = 0
    stood: tuple[BuildingRef, ...] = ()
    razed: tuple[Razed, ...] = ()
    building: BuildingType | None = None
    improvement: Improvement | None = None
    grade: Grade | None = None
    kind: ItemKind | None = None
    tie: Tie | None = None
    alignment: Alignment | None = None
    more: int = 0
    spared: tuple[BuildingRef, ...] = ()
    spared_hexes: tuple[str, ...] = ()
    spared_more: int = 0
    is_treasure: bool = False

    def sentence(self) -> Safe:
        """What was done."""
        return _SAID[self.does](self)


def _ruined(deed: EffectDone) -> Safe:
    unrest = T(" · **Unrest {amount:+}** for the lots").of(deed) if deed.amount else ""
    destroyed = _named(deed.stood, deed.more)
    return T("Destroyed: {what:,}{unrest}.{spared}")(
        what=destroyed, unrest=unrest, spared=_spared(_named(deed.spared, deed.spared_more))
    )


def _spared(found: Sequence[Safe | str]) -> Safe | str:
    """The end of a sentence: what the disaster reached and did no harm to."""
    return T(" Spared: {found:,}.")(found=found) if found else ""


def _named(found: Sequence[BuildingRef], more: int) -> list[Safe]:
    """Buildings and where they stood, and how many lots of which nobody knows."""
    named = T("{building} {at}")
    told = [named(building=each.building, at=located(place_of(each.place))) for each in found[:MOST_NAMED]]
    told += [T("{n} more")(n=len(found) - MOST_NAMED)] if len(found) > MOST_NAMED else []
    return [*told, T("{more:one lot more|{more} lots more}")(more=more)] if more else told


def _razed(deed: EffectDone) -> Safe:
    named = T("{improvement} at {hex:40}")
    spared = [T("{hex:40}")(hex=each) for each in deed.spared_hexes]
    return T("Lost: {what:,}.{spared}")(what=[named.of(each) for each in deed.razed], spared=_spared(spared))


def _hex_lost(deed: EffectDone) -> Safe:
    if not deed.name:
        return T("No hex is lost: nobody said where it is.")()
    return T("**{name:40} is lost.**").of(deed)


def _killed(deed: EffectDone) -> Safe:
    if not deed.amount:
        return T("**{name:40} is dead.**").of(deed)
    return T("**{name:40} is dead**, and the role is vacant through month {amount}.").of(deed)


def _found(deed: EffectDone) -> Safe:
    if deed.grade is None:
        return T("{name:60} has no building that could sell it, so nothing comes of it.").of(deed)
    return T(
        "{why}A **{grade} item** comes to {name:60} in the next Upkeep; unsold it's gone when the next Event "
        "phase begins."
    )(
        why=T("No slot for magic items is vacant, so the treasure is a find. ") if deed.is_treasure else "",
        grade=deed.grade,
        name=deed.name,
    )


def _treasure(deed: EffectDone) -> Safe:
    return T("**A {what}** comes to the market of {name:60} ({building}), for up to {amount:,} gp.")(
        what=described(deed.grade, deed.kind), name=deed.name, building=deed.building, amount=deed.amount
    )


def _feasted(deed: EffectDone) -> Safe:
    if not deed.name:
        return T(
            "For 12 months Fame toward that realm is 1 higher, and edict checks about it get +2. You keep "
            "track of that."
        )()
    return T(
        "Through month {amount} Fame toward **{name:60}** is 1 higher, and edict checks about it get +2."
    ).of(deed)


def _offered(deed: EffectDone) -> Safe:
    if not deed.name:
        return T("They are a kingdom that you don't know yet: **{alignment}**, as drawn.").of(deed)
    return T("An envoy of **{name:60}** offers {one}.").of(deed, one=(deed.tie or Tie.NONE).one)


_SAID: Final[Mapping[Does, Callable[[EffectDone], Safe]]] = {
    Does.EXHIBIT: T("The Museum in {name:60} gets exhibits worth **{amount:,} gp**.").of,
    Does.KILL: _killed,
    Does.GRANT: T(
        "**{building}** for {name:60}, for free: build it in the Settlements step of any month."
    ).of,
    Does.RAZE: _razed,
    Does.RUIN: _ruined,
    Does.DAMAGE: lambda deed: T("Damaged, and of no use until half the price is paid for repairs: {what:,}.")(
        what=_named(deed.stood, deed.more)
    ),
    Does.LOSE_HEX: _hex_lost,
    Does.RUSH: T("Settlers build a **{improvement}** at {name:40}, outside the kingdom.").of,
    Does.SPREAD: T("It will also come up in **{name:60}** in the next Event phase.").of,
    Does.FIND: _found,
    Does.TREASURE: _treasure,
    Does.FEAST: _feasted,
    Does.ENVOY: _offered,
}


@dataclass(slots=True)
class Doing:
    """An event under way: the realm so far, what was done to it, and what else is told of it."""

    realm: Realm
    found: ActiveEvent
    dice: Dice
    results: tuple[CheckResult, ...] = ()
    entry: int = 0
    die: int = 0
    deeds: list[EffectDone] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)
    # The outcome that comes about.
    outcome: Outcome = field(init=False)

    def run(self, outcome: Outcome) -> None:
        """Do what an outcome does besides changing numbers, as far as it can be done."""
        self.outcome = outcome
        if outcome.does is not None:
            _DOES[outcome.does](self)

    @property
    def town(self) -> Town | None:
        """The settlement struck, while it is the kingdom's."""
        return self.realm.towns.get(self.found.town) if self.found.town is not None else None

    def having(self, id_: RecordId, town: Town) -> None:
        """Put the settlement, as changed, into the realm."""
        self.realm = replace(self.realm, towns={**self.realm.towns, id_: town})

    def did(self, does: Does, **facts: Any) -> None:
        """Tell of an effect that was carried out."""
        self.deeds.append(EffectDone(does, **facts))

    def percent(self, reason: T) -> int:
        """Roll d%."""
        (die,) = self.dice.roll(1, PERCENT, reason=reason.plain())
        return die


# -- gifts --------------------------------------------------------------------------------------------


def _exhibit(doing: Doing) -> None:
    """The Museum that shows least gets them: of several the book lets one be chosen."""
    found = [
        (each.display, id_, each)
        for id_, town in doing.realm.towns.items()
        for each in sound(town, BuildingType.MUSEUM)
    ]
    if not found:
        return
    _, id_, museum = min(found, key=lambda each: each[0])
    town = doing.realm.towns[id_]
    shown = replace(museum, display=museum.display + EXHIBITS)
    doing.having(id_, replace(town, buildings=_with(town, shown)))
    doing.did(Does.EXHIBIT, name=town.name, amount=EXHIBITS)


def _grant(doing: Doing) -> None:
    town, id_ = doing.town, doing.found.town
    building = next((each for last, each in doing.outcome.grants if doing.die <= last), None)
    if town is not None and id_ is not None and building is not None:
        doing.having(id_, with_grant(town, Gift.GIFT, building))
        doing.did(Does.GRANT, name=town.name, building=building)


def _find(doing: Doing, *, is_treasure: bool = False) -> None:
    """One more slot, filled in the next Upkeep; of which grade the outcome's d% says, or one of its own."""
    town, id_ = doing.town, doing.found.town
    if town is None or id_ is None:
        return
    if not town.buildings:
        doing.did(Does.FIND, name=town.name)
    else:
        die = doing.die or doing.percent(T("the grade of what was found"))
        grade = Grade.MINOR if die <= MINOR else Grade.MEDIUM
        doing.having(id_, replace(town, finds=(*town.finds, grade)))
        doing.did(Does.FIND, name=town.name, grade=grade, is_treasure=is_treasure)


def _treasure_found(doing: Doing) -> None:
    """A vacant slot is filled one grade better; with none vacant it is an Unexpected Find."""
    town, id_ = doing.town, doing.found.town
    if town is None or id_ is None:
        return
    free = [each for number in range(1, town.districts + 1) for each in vacancies(town, number)]
    if not free:
        _find(doing, is_treasure=True)
        return
    building, slot = one_of(free, doing.dice, T("which slot").plain())
    row = slots_of(building.type)[slot]
    kind = one_of(kinds_of(row), doing.dice, T("which kind of item").plain())
    ware = Ware(slot, kind, opened=doing.entry, grade=BETTER[row.grade], is_treasure=True)
    doing.having(id_, with_ware(town, building, slot, ware))
    most = most_price(doing.realm, town) * TREASURE_PERCENT // PERCENT
    doing.did(Does.TREASURE, name=town.name, building=building.type, grade=ware.grade, kind=kind, amount=most)


# -- other kingdoms -----------------------------------------------------------------------------------


def _feast(doing: Doing) -> None:
    """A festival helps toward whoever invited; where nobody knows who that is the table keeps track."""
    kingdom, found = doing.realm.kingdom, doing.found
    others = tuple(
        replace(each, festival=doing.realm.month) if each.name == found.other else each
        for each in kingdom.others
    )
    doing.realm = replace(doing.realm, kingdom=replace(kingdom, others=others))
    doing.did(Does.FEAST, name=found.other, amount=doing.realm.month + LASTING_MONTHS[Until.YEAR])


def _envoy(doing: Doing) -> None:
    """Who sent the envoy: one with whom the tie would be the next, where diplomatic edicts are used.

    Where there is none it is a kingdom that nobody knows yet, of an alignment that is drawn (1591).
    """
    realm = doing.realm
    if not realm.rulings.has(DIPLOMATIC, "yes"):
        return
    tie = offered(doing.die)
    senders = [each.name for each in realm.kingdom.others if may_send(each) and each.tie.next is tie]
    if senders:
        name = one_of(senders, doing.dice, T("which kingdom sends an envoy").plain())
        doing.found = replace(doing.found, other=name)
        doing.did(Does.ENVOY, name=name, tie=tie)
        return
    alignment = one_of(tuple(Alignment), doing.dice, T("the alignment of who sends an envoy").plain())
    doing.did(Does.ENVOY, tie=tie, alignment=alignment)


def offered(die: int) -> Tie:
    """The tie that an envoy offers, by d%."""
    return next(tie for last, tie in OFFERED if die <= last)


def may_send(other: OtherKingdom) -> bool:
    """Whether it may send an envoy: players know it, nobody plays it, and nothing is under way with it."""
    is_busy = other.is_at_war or other.talks is not None
    return not (other.is_hidden or is_busy or other.kingdom is not None)


# -- losses -------------------------------------------------------------------------------------------


def _kill(doing: Doing) -> None:
    kingdom, found = doing.realm.kingdom, doing.found
    held = kingdom.held_by(found.role) if found.role is not None else ()
    leader = next((each for each in held if each.name == found.leader and not each.has_died), None)
    if leader is None:
        return
    after, event = mourn(kingdom, leader, at_once=True)
    doing.realm = replace(doing.realm, kingdom=after)
    doing.did(Does.KILL, name=leader.name, amount=event.last)


def _raze(doing: Doing) -> None:
    """One improvement, drawn at random, in each hex whose check failed: the hex struck, then those around."""
    spot = doing.found.spot
    if spot is None:
        return
    around = [each for each in neighbours(spot) if each in doing.realm.hexes]
    near = [each for each in around if doing.realm.hexes[each].improvements]
    razed, spared = list[Razed](), list[str]()
    for number, result in enumerate(doing.results):
        here: Spot | None = spot
        if number:
            here = one_of(near, doing.dice, T("which hex").plain()) if near else None
            near = [each for each in near if each != here]
        each = doing.realm.hexes.get(here) if here is not None else None
        if here is None or each is None or not each.improvements:
            continue
        if result.is_success:
            spared.append(doing.realm.land.name_of(here))
            continue
        improvement = one_of(each.improvements, doing.dice, T("which improvement").plain())
        land = doing.realm.land.having({here: without_improvement(each, improvement)})
        doing.realm = replace(doing.realm, land=land)
        razed.append(Razed(improvement, land.name_of(here)))
    if razed:
        doing.did(Does.RAZE, razed=tuple(razed), spared_hexes=tuple(spared))


def _ruin(doing: Doing) -> None:
    """What stands on each lot whose check failed; the first d6 lots anywhere, further ones beside those.

    Its Unrest is that of the failed checks alone (R134).
    """
    town, id_ = doing.town, doing.found.town
    if town is None or id_ is None:
        return
    drawn = list[tuple[int, Lot]]()
    gone, more = list[Building](), 0
    held, held_more = list[Building](), 0
    built = (each for each in town.buildings if not each.is_natural)
    left = sorted({(each.place.district, lot) for each in built for lot in each.place.lots})
    told = town.lots
    for number, result in enumerate(doing.results):
        near = [each for each in left if number >= FIRST_LOTS and _is_beside(doing, each, drawn)] or left
        if not near and not told:
            break
        at = one_of([*near, *[None] * told], doing.dice, T("which lot").plain())
        if at is None:
            told -= 1
            more, held_more = more + (not result.is_success), held_more + result.is_success
            continue
        drawn.append(at)
        left = [each for each in left if each != at]
        hit = held if result.is_success else gone
        hit += [each for each in _on(town, at) if each not in hit]
    if gone or more:
        _destroyed(doing, id_, replace(town, lots=town.lots - more), gone, (held, held_more), more=more)


# The lots of the first d6 lie anywhere; what comes on top of a 6 lies beside them.
FIRST_LOTS: Final = 6


def _is_beside(doing: Doing, at: tuple[int, Lot], drawn: Sequence[tuple[int, Lot]]) -> bool:
    (district, lot), adjacency = at, doing.realm.rulings.of(ADJACENCY)
    return any(district == there and lot in beside(other, adjacency) for there, other in drawn)


def _on(town: Town, at: tuple[int, Lot]) -> list[Building]:
    district, lot = at
    there = (each for each in town.in_district(district) if lot in each.place.lots)
    return [each for each in there if not each.is_natural]


def _destroyed(
    doing: Doing,
    id_: RecordId,
    town: Town,
    gone: Sequence[Building],
    spared: tuple[Sequence[Building], int] = ((), 0),
    *,
    more: int = 0,
    unrest: int = 0,
) -> None:
    """Take them down; `spared` are buildings, and lots of which nobody knows, that only were in danger."""
    fell = list[Building]()
    items = tuple[ItemsGone, ...]()
    for each in gone:
        if each not in fell:
            after, also = fallen(town, each)
            items += tuple(
                one for gone in (each, *also) for one in items_gone(doing.realm.kingdom.name, town, gone)
            )
            fell += [each, *also]
            town = after
    doing.having(id_, town)
    doing.realm = replace(doing.realm, kingdom=with_unrest(doing.realm.kingdom, unrest))
    doing.events += items
    held = refs([each for each in spared[0] if each not in fell])
    doing.did(
        Does.RUIN,
        name=town.name,
        stood=refs(fell),
        more=more,
        amount=unrest,
        spared=held,
        spared_more=spared[1],
    )


def _targets(town: Town) -> list[Building]:
    """What vandals may turn against: buildings, not lots, whole ones (R144)."""
    return [each for each in town.buildings if not each.is_natural and not each.is_damaged]


def _wreck(doing: Doing) -> None:
    """One is destroyed, with Unrest for each of its lots, and 1d3 others are damaged."""
    town, id_ = doing.town, doing.found.town
    if town is None or id_ is None or not (found := _targets(town)):
        return
    building = one_of(found, doing.dice, T("which building is destroyed").plain())
    _, also = fallen(town, building)
    _destroyed(doing, id_, town, [building], unrest=lots_lost(town, (building, *also)))
    _broken(doing, doing.die)


def _broken(doing: Doing, count: int) -> None:
    town, id_ = doing.town, doing.found.town
    if town is None or id_ is None:
        return
    broken = list[Building]()
    left = _targets(town)
    while left and len(broken) < count:
        each = one_of(left, doing.dice, T("which building is damaged").plain())
        left = [one for one in left if one is not each]
        broken.append(each)
    for each in broken:
        town = replace(town, buildings=_with(town, replace(each, is_damaged=True)))
    if broken:
        doing.having(id_, town)
        doing.did(Does.DAMAGE, name=town.name, stood=refs(broken))


def _with(town: Town, building: Building) -> tuple[Building, ...]:
    return tuple(building if each.number == building.number else each for each in town.buildings)


def _lose_hex(doing: Doing) -> None:
    spot, before = doing.found.spot, doing.realm
    if spot is None or spot not in before.hexes:
        doing.did(Does.LOSE_HEX)
        return
    # What goes on does so elsewhere: a game master says where.
    doing.found = replace(doing.found, spot=None, town=None)
    own = (doing.found if each.number == doing.found.number else each for each in before.kingdom.happenings)
    before = replace(before, kingdom=replace(before.kingdom, happenings=tuple(own)))
    doing.realm = without_hexes(before, (spot,))
    doing.events += loss_events(before, doing.realm)
    doing.did(Does.LOSE_HEX, name=before.land.name_of(spot))


def _rush(doing: Doing) -> None:
    """Settlers build what was drawn for them, where that can still stand."""
    realm, spot = doing.realm, doing.found.spot
    built = next((each for each in Improvement if each.value == doing.found.wanted), None)
    if spot is None or built is None or spot not in realm.land.hexes or built not in rushed(realm, spot):
        return
    there = with_improvement(realm.land.hexes[spot], built, None)
    doing.realm = replace(realm, land=realm.land.having({spot: there}))
    doing.did(Does.RUSH, name=realm.land.name_of(spot), improvement=built)


# -- what comes up elsewhere --------------------------------------------------------------------------


def _spreads(doing: Doing) -> None:
    """One more of its kind from the next Event phase on; a plague in a hex beside it, where one is free."""
    realm, found = doing.realm, doing.found
    if len(realm.kingdom.happenings) >= MOST_HAPPENINGS:
        return
    if found.event == BookEvent.PLAGUE:
        place = _infected(doing)
    else:
        is_here = doing.percent(T("where the second one opens")) <= HERE
        place = _here(realm, found) if is_here else _nearest(realm, found)
    if place is None:
        return
    spot, town = place
    number = realm.kingdom.counted + 1
    more = ActiveEvent(
        number,
        found.event,
        realm.month + 1,
        is_continuous=True,
        spot=spot,
        town=town,
        resolved=realm.month,
        own=found.own,
    )
    kingdom = replace(realm.kingdom, counted=number, happenings=(*realm.kingdom.happenings, more))
    doing.realm = replace(realm, kingdom=kingdom)
    name = realm.towns[town].name if town is not None else realm.land.name_of(spot)
    doing.did(Does.SPREAD, name=name)


Where = tuple[Spot, RecordId | None]


def _infected(doing: Doing) -> Where | None:
    realm, spot = doing.realm, doing.found.spot
    ill = {each.spot for each in realm.kingdom.happenings if each.event == BookEvent.PLAGUE}
    free = [each for each in neighbours(spot) if each in realm.hexes and each not in ill] if spot else []
    if not free:
        return None
    there = one_of(free, doing.dice, T("where it spreads").plain())
    return there, next(iter(realm.towns_at(there)), None)


def _here(realm: Realm, found: ActiveEvent) -> Where | None:
    town = realm.towns.get(found.town) if found.town is not None else None
    return (town.spot, found.town) if town is not None else None


def _nearest(realm: Realm, found: ActiveEvent) -> Where | None:
    """The nearest other settlement; there where it struck, if it is the only one."""
    others = [(id_, town) for id_, town in realm.towns.items() if id_ != found.town]
    if not others or found.spot is None:
        return _here(realm, found)
    id_, town = min(others, key=lambda each: distance(found.spot or "", each[1].spot))
    return town.spot, id_


_DOES: Final[Mapping[Does, Callable[[Doing], None]]] = {
    Does.EXHIBIT: _exhibit,
    Does.KILL: _kill,
    Does.GRANT: _grant,
    Does.RAZE: _raze,
    Does.RUIN: _ruin,
    Does.DAMAGE: lambda doing: _broken(doing, 1),
    Does.WRECK: _wreck,
    Does.LOSE_HEX: _lose_hex,
    Does.RUSH: _rush,
    Does.SPREAD: _spreads,
    Does.FIND: _find,
    Does.TREASURE: _treasure_found,
    Does.FEAST: _feast,
    Does.ENVOY: _envoy,
}

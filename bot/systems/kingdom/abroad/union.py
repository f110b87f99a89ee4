"""Kingdoms that are divided, and two that become one, as game masters set it up in the Event phase (R163)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.finders import Asker, Pair
from bot.engine.people import Permit
from bot.engine.saying import NOTHING, Clause, Label, Name, say
from bot.engine.system import Open, RecordId, Replace, Result, World
from bot.engine.text import T, refused
from bot.engine.words import one_line
from bot.systems.kingdom.abroad.book import Cargo, Tie
from bot.systems.kingdom.abroad.pacts import played_kingdoms
from bot.systems.kingdom.abroad.partners import PartnerChanged, changed_partner, with_all_kingdoms
from bot.systems.kingdom.abroad.state import Route
from bot.systems.kingdom.book import Alignment, Number, Phase, Spot, Stage, Stat, Until
from bot.systems.kingdom.founding.rules import new_name, require_new
from bot.systems.kingdom.land.losses import redraw
from bot.systems.kingdom.land.state import spots_of
from bot.systems.kingdom.month.edicts import armies
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import (
    KINGDOM,
    OnKingdom,
    Realm,
    founded_realm,
    join_town,
    own_spots,
    realm_of,
    require_standing,
    separate,
)
from bot.systems.kingdom.settings import INDEPENDENCE
from bot.systems.kingdom.settling import moved_on, settle
from bot.systems.kingdom.state import MOST_POINTS, NAME_LENGTH, Army, Kingdom, Parted, with_change

MOST_TYPED, MOST_KINGDOMS = 500, 6


def _require_used(realm: Realm) -> None:
    """See that the campaign uses the rule, and that it is the time for it. Raises RuleViolation."""
    if not realm.rulings.has(INDEPENDENCE, "yes"):
        raise refused(
            "union.unused",
            "This campaign doesn't use independence and union (`/campaign settings`).",
        )
    if realm.kingdom.month.phase is not Phase.EVENT:
        raise refused(
            "union.not_now",
            "That happens in the Event phase, and {name:60} isn't in it.",
            name=realm.kingdom.name,
        )


# -- what ends with either --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Over:
    """What ends when kingdoms part or unite: a tie, a trade route, or an expedition without either."""

    name: str
    other: str
    tie: Tie = Tie.NONE
    cargo: Cargo | None = None

    def clause(self) -> Clause:
        """Whose, and with whom or where to."""
        name, other = Name(self.name), Name(self.other)
        if self.cargo is not None:
            return Clause(
                T("the trade route of {name:60} to {other:60} ({cargo:lower})"),
                name=name,
                other=other,
                cargo=Label(self.cargo),
            )
        if self.tie is not Tie.NONE:
            return Clause(
                T("the {tie} of {name:60} and {other:60}"), name=name, other=other, tie=Label(self.tie)
            )
        return Clause(T("the explorers of {name:60} to {other:60}"), name=name, other=other)


def _over_route(kingdom: Kingdom, route: Route) -> Over:
    return Over(kingdom.name, route.partner, cargo=route.cargo)


# So many of what goes with a kingdom, and of what ends with it, are named; the rest is counted. A kingdom has
# one trade route of each of four types.
MOST_NAMED, MOST_ENDED, MOST_ROUTES = 3, 7, len(Cargo)


def _ended(over: Sequence[Over], most: int = MOST_ENDED) -> Clause:
    """A sentence of it, where anything ends."""
    told = _first([each.clause() for each in over], most)
    return Clause(T(" That ends {over:and}."), over=told) if over else NOTHING


def _named(name: str) -> Clause:
    return Clause(T("{name:60}"), name=Name(name))


def _first(told: list[Clause], most: int) -> list[Clause]:
    """So many of them, and how many more there are."""
    more = len(told) - most
    return [*told[:most], Clause(T("{more} more"), more=more)] if more > 0 else told


# -- independence --------------------------------------------------------------------------------------------


class DivideKingdom(OnKingdom):
    """Make part of a kingdom independent; shows what both have then"""

    name: str = option("The new kingdom's name", max_length=NAME_LENGTH)
    hexes: str = option(
        "The hexes that go, with their settlements; not the capital's",
        suggest=own_spots,
        several=" ",
        max_length=MOST_TYPED,
    )
    points: int = option(
        "BP that go with it", label="BP that go with it", default=0, least=0, most=MOST_POINTS
    )
    kingdoms: int | None = option(
        "How many kingdoms come of the old one in all this month; 2 if left out",
        label="Kingdoms in all",
        default=None,
        least=2,
        most=MOST_KINGDOMS,
    )
    armies: str = option(
        "The armies that go with it, by name, with commas between",
        label="The armies that go with it",
        suggest=armies,
        several=",",
        default="",
        max_length=MOST_TYPED,
    )
    alignment: Alignment | None = option(
        "The new kingdom's alignment; the old one's if left out", default=None
    )


@action(
    "kingdom gm independence",
    may=Permit.GAME_MASTERS,
    scope=with_all_kingdoms,
    previewed=True,
    watches=(Number.TREASURY, Number.UNREST, Number.LOYALTY, Number.SIZE),
    button="Divide the kingdom",
)
def divide_kingdom(world: World, action: DivideKingdom, dice: Dice) -> Result:
    """Divide a kingdom: Unrest is split, at least 1 each; Loyalty +1 a kingdom for 6 months (R163).

    Into more than two they leave one by one in a month: what comes of it is counted with the first. Raises
    RuleViolation.
    """
    realm = founded_realm(world, action.kingdom)
    _require_used(realm)
    name = new_name(action.name)
    require_new(world, name)
    spots = _parting(realm, action.hexes)
    kingdom = realm.kingdom
    if action.points > max(0, kingdom.treasury):
        raise refused(
            "union.points", "The Treasury holds {treasury} BP; no more can go.", treasury=kingdom.treasury
        )
    parted, is_first = _parted(kingdom, action.kingdoms)
    leaving, staying = _shared_armies(kingdom, action.armies)
    unrest, count = parted.share, parted.kingdoms
    towns = {id_: town for id_, town in realm.towns.items() if town.spot in spots}
    id_ = world.new_id()
    land = realm.land.having({spot: replace(realm.land.hexes[spot], realm=id_) for spot in spots})
    source = T("Independence").plain()
    left = replace(
        kingdom,
        treasury=kingdom.treasury - action.points,
        unrest=unrest if is_first else kingdom.unrest,
        armies=staying,
        parted=parted,
        settlements=tuple(each for each in kingdom.settlements if each not in towns),
        routes=tuple(each for each in kingdom.routes if each.town not in towns),
    )
    if is_first:
        left = with_change(left, Stat.LOYALTY, count, source, Until.HALF_YEAR)
    stays = {each: town for each, town in realm.towns.items() if each not in towns}
    after = redraw(realm, replace(realm, kingdom=left, land=land, towns=stays))
    daughter = Kingdom(
        name,
        kingdom.land,
        alignment=action.alignment or kingdom.alignment,
        terms=replace(kingdom.terms, sponsor="", points=action.points, debt=0),
        stage=Stage.STANDING,
        home=world.place,
        treasury=action.points,
        unrest=unrest,
        armies=leaving,
        milestones=("kingdom",),
    )
    daughter = with_change(daughter, Stat.LOYALTY, count, source, Until.HALF_YEAR)
    new = Realm(id_, daughter, land, {}, realm.rulings)
    for each, town in towns.items():
        new = join_town(new, each, town)
    new = separate(new)
    names = _first([_named(town.name) for town in towns.values()], MOST_NAMED)
    taken = [Clause(T("{points} BP"), points=action.points), *(_named(each.name) for each in leaving)]
    over = [_over_route(kingdom, each) for each in kingdom.routes if each.town in towns]
    further = count - 1 - parted.gone
    told = say(
        "kingdom.divided",
        T(
            "**{daughter:60} is independent of {name:60}**: {hexes:1 hex|{hexes} hexes}{towns}, {going:and}."
            "{alignment} {each} with Unrest {unrest}, and Loyalty {loyalty:+} for 6 months.{over}{more} Name "
            "its leaders with `/leader assign`; whoever leaves a role in {name:60} for it resigns there."
        ),
        name=Name(kingdom.name),
        daughter=Name(name),
        hexes=len(spots),
        towns=Clause(T(" with {names:and}"), names=names) if names else NOTHING,
        going=_first(taken, MOST_NAMED + 1),
        alignment=Clause(T(" It is {alignment:lower}."), alignment=Label(action.alignment))
        if action.alignment is not None
        else NOTHING,
        each=Clause(T("Both begin"))
        if count == 2
        else Clause(T("Each of the {kingdoms} begins"), kingdoms=count),
        unrest=unrest,
        loyalty=count,
        over=_ended(over, MOST_ROUTES),
        more=Clause(T(" {further:One more|{further} more} can leave this month."), further=further)
        if further
        else NOTHING,
    )
    result = settle(world, realm, after, told)
    # What the old kingdom lets go are no Free Cities: they belong to the new one.
    kept = tuple(change for change in result.changes if change.id not in towns)
    going = tuple(Replace(each, town) for each, town in new.towns.items())
    return replace(result, changes=(*kept, Open(id_, KINGDOM.name, moved_on(world, new)), *going))


def _parted(kingdom: Kingdom, kingdoms: int | None) -> tuple[Parted, bool]:
    """The division with one more that leaves, and whether it is the first of it. Raises RuleViolation."""
    parted, month = kingdom.parted, kingdom.month.number
    if parted is None or parted.month != month or parted.is_over:
        count = kingdoms or 2
        return Parted(month, count, max(1, kingdom.unrest // count)), True
    if kingdoms not in (None, parted.kingdoms):
        raise refused(
            "union.kingdoms",
            "{name:60} is being divided into {kingdoms} this month, so leave `kingdoms` out.",
            name=kingdom.name,
            kingdoms=parted.kingdoms,
        )
    return replace(parted, gone=parted.gone + 1), False


def _shared_armies(kingdom: Kingdom, text: str) -> tuple[tuple[Army, ...], tuple[Army, ...]]:
    """Those armies, which go, and the others. Raises RuleViolation for one that isn't there."""
    named = {one_line(each).casefold(): each for each in text.split(",") if each.strip()}
    known = {each.name.casefold() for each in kingdom.armies}
    unknown = next((each for name, each in named.items() if name not in known), None)
    if unknown is not None:
        raise refused(
            "union.no_army",
            "{name:60} has no army called “{army:60}”{there}.",
            name=kingdom.name,
            army=one_line(unknown),
            there=T(": there {armies:is|are} {armies:and}")(armies=[each.name for each in kingdom.armies])
            if kingdom.armies
            else "",
        )
    going = tuple(each for each in kingdom.armies if each.name.casefold() in named)
    return going, tuple(each for each in kingdom.armies if each not in going)


def _parting(realm: Realm, text: str) -> tuple[Spot, ...]:
    """The hexes that go. Raises RuleViolation for what isn't the kingdom's, and for its capital."""
    spots = spots_of(realm.land, text)
    capital = realm.towns.get(realm.kingdom.capital) if realm.kingdom.capital is not None else None
    for spot in spots:
        if spot not in realm.hexes:
            raise refused(
                "union.not_its",
                "{hex} doesn't belong to {name:60}.",
                hex=realm.land.name_of(spot),
                name=realm.kingdom.name,
            )
        if capital is not None and capital.spot == spot:
            raise refused("union.capital", "The capital's hex stays with {name:60}.", name=realm.kingdom.name)
    return spots


# -- union ---------------------------------------------------------------------------------------------------


def others_played(asker: Asker) -> list[Pair]:
    """The kingdoms that stand in this campaign but the one meant."""
    return [pair for pair in played_kingdoms(asker) if pair[1] != asker.given.get("kingdom")]


class UniteKingdoms(OnKingdom):
    """Make two kingdoms one; shows what it has then"""

    other: str = option("The kingdom that joins this one, and ends", suggest=others_played)


def _over(kingdom: Kingdom, partners: Collection[str] | None = None) -> tuple[Over, ...]:
    """The ties and trade routes of a kingdom with those partners; of one that ends all, and its explorers."""
    found = [
        Over(kingdom.name, each.name, each.tie)
        for each in kingdom.others
        if each.tie is not Tie.NONE and (partners is None or each.name in partners)
    ]
    found += [
        _over_route(kingdom, each) for each in kingdom.routes if partners is None or each.partner in partners
    ]
    found += [Over(kingdom.name, each.route) for each in kingdom.expeditions if partners is None]
    return tuple(found)


def _names_of(kingdom: Kingdom, partner: RecordId) -> frozenset[str]:
    """Under which name a kingdom keeps another one that is played here, if it does."""
    return frozenset(each.name for each in kingdom.others if each.kingdom == partner)


def _without_partners(kingdom: Kingdom, partners: Collection[str]) -> Kingdom:
    """The kingdom without those others, and without what it had with them."""
    return replace(
        kingdom,
        others=tuple(each for each in kingdom.others if each.name not in partners),
        bonds=tuple(each for each in kingdom.bonds if not {each.first, each.second} & set(partners)),
        routes=tuple(each for each in kingdom.routes if each.partner not in partners),
    )


@move(
    "kingdom gm union",
    may=Permit.GAME_MASTERS,
    scope=with_all_kingdoms,
    previewed=True,
    watches=(Number.TREASURY, Number.UNREST, Number.SIZE),
    button="Unite them",
)
def unite_kingdoms(move: Move, action: UniteKingdoms, dice: Dice) -> None:
    """Unite two: Treasuries and armies are combined, Unrest is the average, at least 1 (R163).

    The ties and trade routes of the one that joins end, on both sides; those of the other go on, but for what
    the two had with each other. Raises RuleViolation.
    """
    world, realm = move.world, move.realm
    _require_used(realm)
    record = world.find(KINGDOM, action.other)
    if record.id == realm.id:
        raise refused("union.itself", "{name:60} can't be united with itself.", name=move.name)
    require_standing(record.state)
    other = realm_of(record.id, world.records.items(), world.campaign.settings, record.state)
    kingdom, joining = realm.kingdom, other.kingdom
    unrest = max(1, (kingdom.unrest + joining.unrest) // 2)
    land = realm.land.having({spot: replace(each, realm=realm.id) for spot, each in other.hexes.items()})
    partners = _names_of(kingdom, record.id)
    both = replace(
        _without_partners(kingdom, partners),
        treasury=kingdom.treasury + joining.treasury,
        stored=kingdom.stored + joining.stored,
        unrest=unrest,
        armies=(*kingdom.armies, *joining.armies),
    )
    after = replace(realm, kingdom=both, land=land)
    for id_, town in other.towns.items():
        after = join_town(after, id_, town)
    after = redraw(realm, after)
    ended = replace(
        joining, stage=Stage.ENDED, treasury=0, stored=0, armies=(), settlements=(), capital=None, parts=()
    )
    over = [*_over(joining), *_over(kingdom, partners)]
    also, told = [Replace(RecordId(record.id), ended, archive=True)], list[PartnerChanged]()
    for third in _thirds(world, realm.id, other.id):
        names = _names_of(third.kingdom, other.id)
        over += _over(third.kingdom, names)
        changes, shifts = changed_partner(world, third, _without_partners(third.kingdom, names))
        also, told = [*also, *changes], [*told, *shifts]
    move.realm = after
    move.also += also
    move.say(
        "kingdom.united",
        T(
            "**{other:60} joins {name:60}**: {hexes:1 hex|{hexes} hexes}, "
            "{settlements:1 settlement|{settlements} settlements} and {points} BP. Unrest is now {unrest}, "
            "the average of both.{over} Name the leaders of the union with `/leader assign`."
        ),
        name=Name(kingdom.name),
        other=Name(joining.name),
        hexes=other.size,
        settlements=len(other.towns),
        points=joining.treasury,
        unrest=unrest,
        over=_ended(_each_once(over)),
    )
    move.tell(*told)


def _thirds(world: World, realm: RecordId, joining: RecordId) -> Iterator[Realm]:
    """The campaign's other kingdoms that keep the one that joins."""
    for id_, each in world.records.items():
        is_other = each.kind == KINGDOM.name and id_ != realm and not each.is_archived
        if is_other and _names_of(each.state, joining):
            yield realm_of(id_, world.records.items(), world.campaign.settings, each.state)


def _each_once(over: Iterable[Over]) -> tuple[Over, ...]:
    """A tie is both sides' own, and told once."""
    found = dict[Any, Over]()
    for each in over:
        both = (each.name, each.other)
        found.setdefault((frozenset(both) if each.cargo is None else both, each.tie, each.cargo), each)
    return tuple(found.values())

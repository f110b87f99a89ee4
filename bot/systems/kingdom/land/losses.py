"""Losing hexes: what a realm is without them, and what follows from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, Final

from bot.engine.declare import called, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import DECIDES, WAITS
from bot.engine.people import Permit
from bot.engine.picking import opening
from bot.engine.record import AtStep, Press
from bot.engine.steps import waits
from bot.engine.system import RecordId, Scope, Step, Want, World
from bot.engine.text import Safe, T, refused
from bot.errors import UserError
from bot.systems.kingdom.book import RECLAIM_BONUS, Attribute, MonthStep, Special, Spot, Stage, Task
from bot.systems.kingdom.checks import Check, CheckResult, check, roll_check
from bot.systems.kingdom.events.book import Strikes, event_name
from bot.systems.kingdom.land.hex_lists import LISTED, HexPick, Offered, which_hex
from bot.systems.kingdom.land.state import Hex, connected, spot_meant, spots_of, with_free_city
from bot.systems.kingdom.moves import Move, correction, move
from bot.systems.kingdom.realm import (
    KINGDOM,
    OnKingdom,
    Realm,
    found_realm,
    join_town,
    kingdom_scope,
    known_spots,
    own_spots,
    running_realm,
    separate,
)
from bot.systems.kingdom.state import ActiveEvent, CutOff, Kingdom, LostTown, under_way
from bot.systems.kingdom.steps import assignee, done, goes_on
from bot.systems.kingdom.towns.state import TOWN

READY = 0
# How the names begin of what waits: a territory's number, or the id of a settlement to reclaim, follows.
PART: Final = "part-"
RECLAIM: Final = "reclaim-"
# What `even_so` is, where more than the hex may be lost.
YES = "yes"
# Of so many names a card tells the first.
MOST_NAMED = 3


def _freed(names: Sequence[str]) -> Iterator[Safe]:
    """Lines on the settlements that are Free Cities now."""
    some, more = names[:MOST_NAMED], len(names) - MOST_NAMED
    if more > 0:
        yield T("{some:,} and {more} more settlements are now Free Cities.")(some=some, more=more)
    elif some:
        yield T("{some} {some:is now a Free City|are now Free Cities}.")(some=some)


class LossFollowed(Event):
    """What came of hexes that are gone: Free Cities, no capital, territories cut off (hexes of each).

    `ended` are the events that had struck there.
    """

    name: str
    freed: tuple[str, ...] = ()
    capital: str = ""
    cut_off: tuple[int, ...] = ()
    is_empty: bool = False
    ended: tuple[str, ...] = ()

    def lines(self) -> Iterator[Safe]:
        """What is told of it, a sentence each."""
        if self.capital:
            yield T("**The capital {capital:60} is lost.**")(capital=self.capital)
        yield from _freed(self.freed)
        if self.ended:
            yield T("Over for the kingdom: {events:,}.")(events=[event_name(each) for each in self.ended])
        if len(self.cut_off) > MOST_NAMED:
            yield T("Cut off: **{n} territories, {hexes:1 hex|{hexes} hexes} in all**.")(
                n=len(self.cut_off), hexes=sum(self.cut_off)
            )
        elif self.cut_off:
            which = [T("{n:1 hex|{n} hexes}")(n=size) for size in self.cut_off]
            yield T("Cut off from the capital: **{which}**{which:|, separate from each other}.")(which=which)
        if self.cut_off:
            yield T("Is a leader there? A game master decides below: held or lost.")()
        if self.capital and self.is_empty:
            yield T("The next settlement becomes the capital, for free.")()
        elif self.capital:
            yield T(
                "Name a new capital for free with `/act deed: capital`. Until then, the largest territory "
                "counts as the capital's."
            )()

    def sentence(self) -> Safe:
        """All of it in a line."""
        return Safe(" ".join(self.lines()))


def without_hexes(realm: Realm, spots: Collection[Spot]) -> Realm:
    """The realm without those hexes: their improvements stay on the map and count for nothing (R077).

    Settlements there are no longer among its own: `settle` makes Free Cities of them. Events that struck
    there are over. No Unrest that something once took away comes back. What is no longer connected with the
    capital's territory is cut off (R078).
    """
    gone = {spot: _let_go(realm, spot) for spot in spots if spot in realm.hexes}
    if not gone:
        return realm
    towns = {id_: town for id_, town in realm.towns.items() if town.spot not in gone}
    left = tuple(id_ for id_ in realm.kingdom.settlements if id_ in towns)
    capital = realm.kingdom.capital if realm.kingdom.capital in left else None
    kingdom = replace(realm.kingdom, settlements=left, capital=capital)
    return redraw(realm, replace(realm, kingdom=kingdom, land=realm.land.having(gone), towns=towns))


def redraw(before: Realm, after: Realm) -> Realm:
    """The realm as its hexes are now: marked where its last one is gone, and with what is cut off.

    What was under way in a hex it has no more is over; what it got is no longer lost.
    """
    gone = before.hexes.keys() - after.hexes.keys()
    got = frozenset(after.hexes.keys() - before.hexes.keys())
    happenings = tuple(_without_place(before, each, gone) for each in after.kingdom.happenings)
    parts = tuple(_without(part, gone) for part in after.kingdom.parts)
    now = replace(after, kingdom=replace(after.kingdom, happenings=happenings, parts=parts))
    now = _with_lost_parts(now, got, frozenset(), 0) if got else now
    return separate(replace(now, kingdom=_emptied(before, now)))


def _let_go(realm: Realm, spot: Spot) -> Hex:
    """The hex as nobody's. A site that was ready stays so, work under way on one is in vain."""
    each = realm.hexes[spot]
    is_ready = each.prepared is not None and each.prepared <= realm.month
    freed = (Special.FREE_CITY,) if realm.towns_at(spot) and Special.FREE_CITY not in each.specials else ()
    specials = (*each.specials, *freed)
    return replace(each, realm=None, prepared=READY if is_ready else None, specials=specials)


def _without(part: CutOff, gone: Collection[Spot]) -> CutOff:
    """A lost part without settlements that were to be reclaimed where its hexes are lost once more."""
    towns = tuple(each for each in part.towns if each.revision is None or each.spot not in gone)
    return part if towns == part.towns else replace(part, towns=towns)


def _without_place(realm: Realm, each: ActiveEvent, gone: Collection[Spot]) -> ActiveEvent:
    """An event as it is once those hexes are lost: over, if it struck a settlement or hex there."""
    town = realm.towns.get(each.town) if each.town is not None else None
    is_in_hex = each.row is not None and each.row.strikes in (Strikes.HEX, Strikes.IMPROVED)
    is_there = town.spot in gone if town is not None else is_in_hex and each.spot in gone
    return replace(each, is_continuous=False, resolved=realm.month, left="") if is_there else each


def _ended(before: Realm, after: Realm) -> Iterator[str]:
    """The events that were under way, and are over since."""
    left = {each.number for each in under_way(after.kingdom)}
    return (each.event for each in under_way(before.kingdom) if each.number not in left)


def _emptied(before: Realm, after: Realm) -> Kingdom:
    """The kingdom, marked with the month where its last hex is gone; one that had recovered begins anew."""
    since = None if before.hexes and before.towns else before.kingdom.emptied
    if not after.hexes and since is None:
        since = before.month
    return replace(after.kingdom, emptied=since)


def doomed(realm: Realm) -> bool:
    """Whether the kingdom is destroyed if its month is closed now (R022).

    In the month after it lost its last hex it needs a hex and a settlement again.
    """
    emptied = realm.kingdom.emptied
    return emptied is not None and realm.month > emptied and not (realm.hexes and realm.towns)


def must_recover(realm: Realm) -> bool:
    """Whether it lost its last hex and has not yet a hex and a settlement again."""
    return realm.kingdom.emptied is not None and not (realm.hexes and realm.towns)


def loss_events(before: Realm, after: Realm) -> tuple[Any, ...]:
    """What came of losing hexes besides their number, as an event to be told; none where nothing did."""
    capital = before.kingdom.capital
    numbers = {part.number for part in before.kingdom.parts}
    event = LossFollowed(
        after.kingdom.name,
        tuple(town.name for id_, town in before.towns.items() if id_ not in after.towns),
        before.towns[capital].name if capital is not None and after.kingdom.capital is None else "",
        tuple(len(part.spots) for part in after.kingdom.parts if part.number not in numbers),
        bool(before.hexes) and not after.hexes,
        tuple(_ended(before, after)),
    )
    return () if event == LossFollowed(after.kingdom.name) else (event,)


# -- Territories that a claim connects again: what was lost with them comes back (R078) --------------------


class TerritoryRejoined(Event):
    """A territory is connected again: its hexes, and the settlements there that can be reclaimed.

    Of one that a leader held nothing was lost.
    """

    name: str
    hexes: int
    settlements: tuple[str, ...] = ()
    was_held: bool = False

    def sentence(self) -> Safe:
        """A territory that was lost, or one that a leader held."""
        if self.was_held:
            return T(
                "**Connected again**: the {n:1 hex|{n} hexes} cut off from {name:60}. Checks about "
                "{n:it|them} are back to normal."
            )(n=self.hexes, name=self.name)
        back = T(
            "**Connected again**: {name:60} gets back {n:1 hex with its|{n} hexes with their} improvements."
        )(n=self.hexes, name=self.name)
        some, more = self.settlements[:MOST_NAMED], len(self.settlements) - MOST_NAMED
        if more > 0:
            return T("{back} You can reclaim {some:,} and {more} more with a Stability check each.")(
                back=back, some=some, more=more
            )
        if some:
            return T("{back} You can reclaim {some} with a Stability check{some:| each}.")(
                back=back, some=some
            )
        return back


def rejoin(realm: Realm, spot: Spot, entry: int) -> tuple[Realm, tuple[Any, ...]]:
    """The realm with what a claim of that hex brings back, and the events that tell it.

    Of a lost territory those hexes come back that nobody claimed meanwhile; the settlements in them wait for
    a Stability check each. `entry` is the number that the claim's entry will have.
    """
    events: list[Any] = []
    back = _reached(realm, spot)
    if back:
        towns = (town for part in realm.kingdom.parts for town in part.towns if town.revision is None)
        names = tuple(town.name for town in towns if town.spot in back)
        events = [TerritoryRejoined(realm.kingdom.name, len(back), names)]
        # What a kingdom claims is known to everybody, whatever became of it meanwhile.
        known = partial(replace, realm=realm.id, is_explored=True, is_cleared=True, is_revealed=True)
        regained = {each: known(realm.land.hexes[each]) for each in back}
        realm = replace(realm, land=realm.land.having(regained))
    after = separate(_with_lost_parts(realm, back | {spot}, back, entry))
    return after, (*_rejoined_while_held(realm, after), *events)


def _reached(realm: Realm, spot: Spot) -> frozenset[Spot]:
    """The free hexes of lost territories that the claimed one connects with the capital's territory."""
    if spot not in realm.primary:
        return frozenset()
    lost = {each for part in realm.kingdom.parts if part.is_lost for each in part.spots}
    hexes = realm.land.hexes
    free = {each for each in lost if each in hexes and hexes[each].realm is None}
    return connected((spot,), free | {spot}) - {spot}


def _with_lost_parts(realm: Realm, own: frozenset[Spot], back: frozenset[Spot], entry: int) -> Realm:
    """With what is left of the lost territories: those hexes are its own again, and no longer lost."""
    parts = tuple(_left_of(part, own, back, entry) if part.is_lost else part for part in realm.kingdom.parts)
    return replace(realm, kingdom=replace(realm.kingdom, parts=parts))


def _left_of(part: CutOff, own: frozenset[Spot], back: frozenset[Spot], entry: int) -> CutOff:
    """A settlement whose hex was claimed by itself is not remembered: that claim decided about it."""
    towns = [
        replace(town, revision=entry) if town.revision is None and town.spot in back else town
        for town in part.towns
        if town.revision is not None or town.spot in back or town.spot not in own
    ]
    return replace(part, spots=tuple(spot for spot in part.spots if spot not in own), towns=tuple(towns))


def _rejoined_while_held(before: Realm, after: Realm) -> Iterator[TerritoryRejoined]:
    """Territories that were cut off, and are connected with the capital's now."""
    for part in (part for part in before.kingdom.parts if not part.is_lost):
        if after.primary.issuperset(part.spots):
            yield TerritoryRejoined(after.kingdom.name, len(part.spots), was_held=True)


# -- Reclaiming the settlements of a lost territory that a claim connected again (R078) --------------------


@dataclass(frozen=True, slots=True)
class ReclaimSettlement:
    """Attempt the Stability check for a settlement in a territory that was connected again."""

    kingdom: RecordId
    settlement: RecordId


class SettlementReclaimed(Event):
    """The check to reclaim a settlement, with its bonus; where it failed there is another next month."""

    name: str
    settlement: str
    check: CheckResult
    bonus: int

    @property
    def outcome(self) -> Safe:
        """Whose it is."""
        if self.check.is_success:
            return T("**{settlement:60} belongs to {name:60} again.**").of(self)
        return T("**{settlement:60} stays a Free City** for now. Try again next month.").of(self)

    def sentence(self) -> Safe:
        """The check, and what came of it."""
        return T("{check} {outcome}")(check=self.check.sentence(), outcome=self.outcome)


def bonus_of(realm: Realm, part: CutOff) -> int:
    """What is added to the checks for a territory's settlements: +5, and 1 less each month since its loss."""
    return max(0, RECLAIM_BONUS - (realm.month - part.since))


def reclaim_check(realm: Realm, settlement: RecordId) -> Check | None:
    """The check for a settlement that waits for one; None for any other."""
    return next(
        (
            check(realm, Attribute.STABILITY, bonus_of(realm, part))
            for part in realm.kingdom.parts
            for town in part.towns
            if town.id == settlement and town.revision is not None
        ),
        None,
    )


def reclaim_scope(action: ReclaimSettlement) -> Scope:
    """The kingdom with its land, and every settlement: the one that may come back is none of its own."""
    return Scope(ids=(action.kingdom, action.settlement), wants=(Want(TOWN.name),), links=True)


def _reclaiming(_kingdom: RecordId, state: Kingdom, step: Step) -> Iterator[Press]:
    town = next((each for each in reclaimable(state) if each.id == step.which), None)
    if town is not None:
        label = T("Roll Stability to reclaim {town:40}").plain(town=town.name)
        yield Press("roll", label, {"settlement": town.id}, is_main=True)


@move(by=Task.STABILITY, scope=reclaim_scope, step=AtStep(RECLAIM, _reclaiming))
def reclaim_settlement(move: Move, action: ReclaimSettlement, dice: Dice) -> None:
    """Attempt the Stability check: the settlement is the kingdom's again, or stays a Free City this month.

    Raises RuleViolation where it can't be reclaimed now, NotAllowed for who may not roll.
    """
    part, town = _waiting(move.realm, action.settlement)
    bonus = bonus_of(move.realm, part)
    made = check(move.realm, Attribute.STABILITY, bonus)
    result = roll_check(made, dice, T("Stability: reclaim {settlement}").plain(settlement=town.name))
    move.realm = (
        _back(move.world, move.realm, town)
        if result.is_success
        else _with_towns(move.realm, town, replace(town, tried=move.realm.month))
    )
    move.tell(SettlementReclaimed(move.name, town.name, result, bonus))


def _waiting(realm: Realm, settlement: RecordId) -> tuple[CutOff, LostTown]:
    town = next((each for each in reclaimable(realm.kingdom) if each.id == settlement), None)
    if town is None:
        raise refused(
            "losses.not_reclaimable",
            "You can't reclaim that settlement now. Its hex has to be connected to the capital, and it gets "
            "one Stability check a month.",
        )
    return next(part for part in realm.kingdom.parts if town in part.towns), town


def _back(world: World, realm: Realm, town: LostTown) -> Realm:
    state = world.get(TOWN, town.id).state
    if state.kingdom is not None:
        raise refused(
            "losses.has_kingdom",
            "{settlement:60} now belongs to a kingdom, so you can't reclaim it.",
            settlement=town.name,
        )
    realm = _with_towns(realm, town, None)
    others = [
        record
        for record in world.all(TOWN)
        if record.state.spot == state.spot and record.state.kingdom is None and record.id != town.id
    ]
    each = with_free_city(realm.land.hexes[state.spot], is_one=bool(others))
    return join_town(replace(realm, land=realm.land.having({state.spot: each})), town.id, state)


def _with_towns(realm: Realm, town: LostTown, instead: LostTown | None) -> Realm:
    """The realm with another word about a lost settlement, or none."""

    def left(part: CutOff) -> Iterator[LostTown]:
        for each in part.towns:
            if each is not town:
                yield each
            elif instead is not None:
                yield instead

    parts = (replace(part, towns=tuple(left(part))) for part in realm.kingdom.parts)
    remembered = tuple(part for part in parts if part.spots or part.towns)
    return replace(realm, kingdom=replace(realm.kingdom, parts=remembered))


# -- Losing hexes to Unrest, by a game master's word, and with what was cut off ----------------------------


class LoseChosenHex(OnKingdom):
    """Name the hex that is lost to Unrest: its label or coordinates.

    With `even_so` "yes" also one with which more than the hex is lost.
    """

    hex: str = option(
        LISTED,
        default="",
        suggest=own_spots,
        pick=HexPick(
            T("Lose which hex?"),
            T("The kingdom has no hex to lose."),
            MonthStep.LOSE_HEX,
            lambda realm: (Offered(spot, T("no Unrest")()) for spot in realm.hexes),
            is_single=True,
        ),
    )
    even_so: str = ""


class LoseHexes(OnKingdom):
    """Take hexes from a kingdom"""

    hexes: str = option("Labels or coordinates, separated by spaces", suggest=known_spots, several=" ")
    reason: str = option("How they were lost", default="")


@dataclass(frozen=True, slots=True)
class DecidePart:
    """Say whether a leader is in a territory that was cut off."""

    kingdom: RecordId
    number: int
    has_leader: bool


class HexesLost(Event):
    """Hexes that are no longer the kingdom's, by name. Without a reason Unrest took them (R019)."""

    name: str
    hexes: tuple[str, ...]
    reason: str = ""
    by_unrest: bool = False

    def sentence(self) -> Safe:
        """Of many only the first are named."""
        some, more = self.hexes[:MOST_NAMED], len(self.hexes) - MOST_NAMED
        why = T(": {reason:100}")(reason=self.reason) if self.reason else ""
        if more > 0:
            return T("**{name:60} loses {n} hexes** ({some:,} and {more} more){why}.")(
                name=self.name, n=len(self.hexes), some=some, more=more, why=why
            )
        why = T(" to Unrest")() if self.by_unrest else why
        return T("**{name:60} loses {some}**{why}.")(name=self.name, some=some, why=why)


class PartDecided(Event):
    """It is known whether a leader is in a territory that was cut off: so many hexes, and its settlements."""

    name: str
    hexes: int
    is_held: bool
    freed: tuple[str, ...] = ()

    def lines(self) -> Iterator[Safe]:
        """What is told of it, a sentence each."""
        if self.is_held:
            yield T("A leader holds the {n:1 hex|{n} hexes} cut off from {name:60}.")(
                n=self.hexes, name=self.name
            )
            yield T(
                "Checks there count Unrest 1 higher, and 1 more each month, until a claim reconnects the "
                "territory."
            )()
            return
        yield T("**{name:60} loses the {n:1 hex|{n} hexes} cut off**: no leader was there.")(
            name=self.name, n=self.hexes
        )
        yield from _freed(self.freed)
        yield T(
            "If a claim reconnects the territory, its unclaimed hexes come back and each settlement gets "
            "a check."
        )()

    def sentence(self) -> Safe:
        """All of it in a line."""
        return Safe(" ".join(self.lines()))


# -- the hex that Unrest takes ------------------------------------------------------------------------


def _losing(kingdom: RecordId, _state: Kingdom, _step: Step) -> Iterator[Press]:
    opens = opening("hex lose", kingdom=kingdom)
    yield Press("do", T("Choose the hex to lose…"), asks=(which_hex(),), is_main=True, opens=opens)


@called("hex lose", "Choose the hex that Unrest takes: see first what goes with it", even_so=YES)
@move(
    at=MonthStep.LOSE_HEX,
    step=AtStep(MonthStep.LOSE_HEX, _losing),
    by=Task.HEXES,
    found=running_realm,
    scope=kingdom_scope,
    button="Lose this hex",
    previewed=True,
)
def lose_chosen_hex(move: Move, action: LoseChosenHex, dice: Dice) -> None:
    """Lose exactly the hex that the leaders choose; no Unrest for it (R019).

    Raises RuleViolation, also where more than the hex would go and nobody said that this is meant.
    """
    spot = own_spot(move.world, move.realm, action.hex)
    move.realm = without_hexes(move.realm, (spot,))
    events = loss_events(move.before, move.realm)
    if built := move.before.hexes[spot].improvements:
        move.note(T("{built}: also lost, until you claim the hex again.")(built=built))
    elif not events:
        move.note(T("Nothing else goes with it."))
    move.note(T("It adds no Unrest; abandoning it would."))
    if events and action.even_so.strip().casefold() != YES:
        raise refused(
            "losses.more",
            "With {hex:40} you'd also lose {losses}. Choose another hex, or confirm that you want to lose it "
            "anyway.",
            hex=move.hex_name(spot),
            losses=list(_with_it(events[0])),
        )
    move.realm = replace(move.realm, kingdom=done(move.kingdom, MonthStep.LOSE_HEX))
    move.tell(HexesLost(move.name, (move.hex_name(spot),), by_unrest=True), *events)


def _with_it(event: LossFollowed) -> Iterator[Safe]:
    """Lines on what is lost together with a hex."""
    if event.freed:
        yield T("{towns} ({towns:a Free City|Free Cities} then)")(towns=event.freed)
    if cut := sum(event.cut_off):
        yield T("the connection to {cut:1 hex|{cut} of your hexes}")(cut=cut)
    if event.is_empty:
        yield T("the kingdom's last hex")()


def own_spot(world: World, realm: Realm, text: str) -> Spot:
    """A hex of the realm. Raises RuleViolation for another's."""
    spot = spot_meant(world, realm.land, text)
    if spot not in realm.hexes:
        raise _not_its(realm, [realm.land.name_of(spot)])
    return spot


def _not_its(realm: Realm, foreign: Sequence[str]) -> UserError:
    """The refusal to lose hexes that belong to others or to nobody."""
    return refused(
        "losses.not_its",
        "{name:60} doesn't own {foreign}. Name a hex it claims.",
        foreign=foreign[:5],
        name=realm.kingdom.name,
    )


# -- hexes that a game master takes -------------------------------------------------------------------


@correction("hex gm lose")
def lose_hexes(move: Move, action: LoseHexes, dice: Dice) -> None:
    """Take hexes from a kingdom: war, monsters, disaster; in any phase. Raises RuleViolation."""
    if move.kingdom.stage is not Stage.STANDING:
        raise refused(
            "losses.nothing",
            "{name:60} has no hexes: it isn't founded yet, or has ended.",
            name=move.name,
        )
    meant = spots_of(move.realm.land, action.hexes)
    if not meant:
        raise refused(
            "losses.none_named",
            "Name at least one hex of {name:60}, by its label or coordinates.",
            name=move.name,
        )
    if foreign := [move.hex_name(spot) for spot in meant if spot not in move.realm.hexes]:
        raise _not_its(move.realm, foreign)
    move.realm = without_hexes(move.realm, meant)
    gone = tuple(move.hex_name(spot) for spot in dict.fromkeys(meant))
    move.tell(HexesLost(move.name, gone, move.reason), *loss_events(move.before, move.realm))


# -- territories that were cut off --------------------------------------------------------------------


def _deciding(_kingdom: RecordId, state: Kingdom, step: Step) -> Iterator[Press]:
    for part in state.parts:
        if str(part.number) == step.which:
            about = {"number": part.number}
            held = T("{place}: a leader is there").plain(place=part.place)
            gone = T("{place}: no leader, it's lost").plain(place=part.place)
            yield Press("held", held, about | {"has_leader": True})
            yield Press("lost", gone, about | {"has_leader": False})


@move(may=Permit.GAME_MASTERS, found=found_realm, scope=kingdom_scope, step=AtStep(PART, _deciding))
def decide_part(move: Move, action: DecidePart, dice: Dice) -> None:
    """Say whether a leader is in a territory that was cut off: it is held, or all its hexes are lost (R078).

    Raises RuleViolation where nothing is to be decided about it.
    """
    part = next((each for each in move.kingdom.parts if each.number == action.number), None)
    if part is None or not part.is_undecided:
        raise refused(
            "losses.decided",
            "That's already decided. The kingdom's newest card shows what's next.",
        )
    size = len(part.spots)
    if action.has_leader:
        move.change(
            parts=tuple(replace(each, is_held=True) if each is part else each for each in move.kingdom.parts)
        )
        move.tell(PartDecided(move.name, size, is_held=True))
        return
    move.realm = part_lost(move.realm, part)
    freed = tuple(town.name for id_, town in move.before.towns.items() if id_ not in move.realm.towns)
    move.tell(PartDecided(move.name, size, is_held=False, freed=freed))
    if ended := tuple(_ended(move.before, move.realm)):
        move.tell(LossFollowed(move.name, ended=ended))


def part_lost(realm: Realm, part: CutOff) -> Realm:
    """The realm without that territory, which is remembered with its settlements for the day it is reached.

    Control is lost in this month: the bonus of reclaiming falls from here on.
    """
    there = ((id_, town) for id_, town in realm.towns.items() if town.spot in part.spots)
    own = [LostTown(id_, town.name, town.spot) for id_, town in there]
    waiting = [
        replace(town, revision=None)
        for each in realm.kingdom.parts
        for town in each.towns
        if town.revision is not None and town.spot in part.spots
    ]
    after = without_hexes(realm, part.spots)
    gone = replace(part, since=realm.month, is_lost=True, towns=(*own, *waiting))
    return replace(after, kingdom=replace(after.kingdom, parts=(*after.kingdom.parts, gone)))


# -- What waits after a territory was cut off, or connected again ------------------------------------------


# A card has room for so many buttons only: the next are asked when these are answered.
MOST_ASKED: Final = 3


@waits(KINGDOM.name, PART, RECLAIM, of="parts", when=goes_on, rank=3)
def part_steps(_kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    """Territories to be decided about, and settlements that may come back."""
    yield from islice(_parts(state), MOST_ASKED)
    yield from islice(_reclaims(state), MOST_ASKED)


def _parts(state: Kingdom) -> Iterator[Step]:
    for part in state.parts:
        if part.is_undecided:
            says = T("{kingdom:60}: is a leader in the cut-off territory with {place} ({n:1 hex|{n} hexes})?")
            label = says.plain(kingdom=state.name, place=part.place, n=len(part.spots))
            yield Step(f"{PART}{part.number}", label, None, silent=WAITS, sort=PART)


def reclaimable(state: Kingdom) -> Iterator[LostTown]:
    """The settlements whose check can be attempted now: each once a month."""
    for part in state.parts:
        for town in part.towns:
            if town.revision is not None and town.tried < state.month.number:
                yield town


def _reclaims(state: Kingdom) -> Iterator[Step]:
    who = assignee(state, Task.STABILITY)
    for town in reclaimable(state):
        label = T("{kingdom:60}: reclaim {town:60}").plain(kingdom=state.name, town=town.name)
        opened = town.revision or 1
        yield Step(f"{RECLAIM}{town.id}", label, who, revision=opened, silent=DECIDES, sort=RECLAIM)

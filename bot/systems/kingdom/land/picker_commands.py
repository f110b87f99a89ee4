"""Hexes picked from a list beside a small map, several at once where the month allows it.

Each list opens from a command without its hex, from a step's button, and from `open_picker`. Where more must
be said than which hex, the step's form comes after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from bot.engine.card import Button, Card, Pick, Select, Tone
from bot.engine.declare import option
from bot.engine.pages import MOST, Turns, page_of
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, refused
from bot.play import Pressed
from bot.systems.kingdom import finding
from bot.systems.kingdom.book import CLAIM_COST, TERRAINS, Improvement, Limit, Spot, Step
from bot.systems.kingdom.finding import RealmView, marked, what_stands_there
from bot.systems.kingdom.founding.rules import DRAFT, ChooseFirstHex, can_begin
from bot.systems.kingdom.land.cards import panel
from bot.systems.kingdom.land.claims import AbandonHex, ClaimHex, unclaimable, unrest_of
from bot.systems.kingdom.land.improvements import (
    BuildImprovement,
    PrepareSite,
    buildable,
    improvement_of,
    unprepared,
)
from bot.systems.kingdom.land.losses import YES, LoseChosenHex
from bot.systems.kingdom.land.map_commands import chart_of, charted
from bot.systems.kingdom.land.state import neighbours, spot_of
from bot.systems.kingdom.realm import (
    OnKingdom,
    Realm,
    affords,
    left,
    left_line,
    own_spots,
    require_left,
    require_standing,
    spots,
)
from bot.systems.kingdom.settings import PREPARATION_COUNTS
from bot.systems.kingdom.steps import HEX_LIST, require_open
from bot.systems.kingdom.towns.settlements import FoundSettlement, is_site
from bot.ui.commands import handler
from bot.ui.controls import Do, button, number, select
from bot.ui.dispatcher import Dispatcher, in_time
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply

# The list that keeps to one kind of improvement, and what stands for all of them.
KINDS, ALL = "hex_kinds", "all"
CLAIM: Final = "claim"
IMPROVE: Final = "improve"
# The button and list after which a step's form comes, and the list of first hexes.
FORM: Final = "hex_form"
FIRST: Final = "hex_first"
# So many hexes around those that are listed, and around the realm, are on the small map.
MARGIN: Final = 1


PREVIEWED: Final = T("Nothing is done before you have seen what it comes to.")


class Offered(NamedTuple):
    """Something that can be done in a hex: what it is called, what it costs or does, and its price in BP."""

    spot: Spot
    what: Safe
    price: int = 0
    kind: Improvement | None = None

    @property
    def value(self) -> str:
        """What a list hands back."""
        return self.spot if self.kind is None else f"{self.spot}/{self.kind.value}"


@dataclass(frozen=True, slots=True)
class Deed:
    """What may be done with hexes: in which step, where and for what, and within which limit of a month."""

    title: T
    none: T
    # None before the kingdom is founded.
    step: Step | None
    offers: Callable[[Realm], Iterable[Offered]]
    action: Callable[..., Any]
    limit: Callable[[Realm], Limit | None] = lambda _realm: None
    is_single: bool = False
    # Where there is nothing to offer, a better reason than `none`: raises it.
    see: Callable[[Realm], None] = lambda _realm: None
    # The list that takes the choice up, and the step's choice whose form asks for what is still lacking;
    # `typed` opens that without a hex of the list.
    control: str = HEX_LIST
    form: str = ""
    typed: T | None = None
    says: T = PREVIEWED


def _claims(realm: Realm) -> Iterator[Offered]:
    for spot in realm.land.hexes:
        if not unclaimable(realm, spot):
            yield Offered(spot, T("{price} BP")(price=CLAIM_COST), CLAIM_COST)


def _see_beyond(realm: Realm) -> None:
    """See that the map goes on round the kingdom. Raises RuleViolation."""
    around = {near for spot in realm.hexes for near in neighbours(spot)} & realm.land.hexes.keys()
    if realm.size and not around - realm.hexes.keys():
        raise refused(
            "hex.map_ends",
            "The players' map has no other hex next to the kingdom. A game master draws, explores and clears "
            "more: **Terrain and exploring…** under `/hex map`.",
        )


def _abandoned(realm: Realm) -> Iterator[Offered]:
    for spot in realm.hexes:
        yield Offered(spot, T("Unrest {unrest:+}")(unrest=unrest_of(realm, spot)))


def _improvements(realm: Realm) -> Iterator[Offered]:
    """The nearest to the Treasury first: of every kind its cheapest hex, then of every kind the next."""
    found = [
        Offered(spot, T("{improvement}, {price} BP").of(each), each.price, each.improvement)
        for spot in realm.hexes
        for each in buildable(realm, spot)
        if each.price is not None
    ]
    found.sort(key=lambda each: (each.price, realm.land.name_of(each.spot)))
    earlier: Counter[Improvement | None] = Counter()
    rank = {}
    for each in found:
        rank[each] = earlier[each.kind]
        earlier[each.kind] += 1
    return iter(sorted(found, key=lambda each: (not affords(realm, each.price), rank[each])))


def _sites(realm: Realm) -> Iterator[Offered]:
    for spot in realm.hexes:
        if not unprepared(realm, spot):
            row = TERRAINS[realm.hexes[spot].terrain]
            takes = T("{price} BP, {n} {n:month|months}") if row.prepare_months else T("{price} BP, at once")
            values = {"price": row.prepare, "n": row.prepare_months}
            yield Offered(spot, takes(**{name: values[name] for name in takes.names}), row.prepare or 0)


def _lost(realm: Realm) -> Iterator[Offered]:
    for spot in realm.hexes:
        yield Offered(spot, T("no Unrest")())


def _ready(realm: Realm) -> Iterator[Offered]:
    for spot in realm.hexes:
        if is_site(realm, spot):
            yield Offered(spot, T("ready")())


def _see_sites(realm: Realm) -> None:
    """See that no site is still being prepared. Raises RuleViolation."""
    coming = [
        (each.prepared, spot) for spot, each in realm.hexes.items() if (each.prepared or 0) > realm.month
    ]
    if coming:
        month, spot = min(coming)
        raise refused(
            "hex.no_site_yet",
            "No site is ready yet: {hex:40} will be in month {month}.",
            hex=realm.land.name_of(spot),
            month=month,
        )


def _beginnings(realm: Realm) -> Iterator[Offered]:
    for spot, each in realm.land.hexes.items():
        if can_begin(realm, spot):
            yield Offered(spot, T("explored")() if each.is_explored else T("not explored")())


DEEDS: Final = {
    CLAIM: Deed(
        T("Claim which hexes?"),
        T(
            "No hex can be claimed now: it must be next to the kingdom, nobody's, explored and cleared. A "
            "game master marks that with `/hex-gm explore` and `/hex-gm clear`."
        ),
        Step.HEXES,
        _claims,
        ClaimHex,
        lambda _realm: Limit.CLAIMS,
        see=_see_beyond,
    ),
    "abandon": Deed(
        T("Abandon which hexes?"),
        T("The kingdom has no hex to abandon."),
        Step.HEXES,
        _abandoned,
        AbandonHex,
    ),
    IMPROVE: Deed(
        T("Build which improvements?"),
        T("Nothing more can be built in the kingdom's hexes."),
        Step.TERRAIN,
        _improvements,
        BuildImprovement,
        lambda _realm: Limit.TERRAIN,
    ),
    "prepare": Deed(
        T("Prepare which hexes for a settlement?"),
        T("No site can be prepared now: every hex of the kingdom is prepared, settled or open water."),
        Step.TERRAIN,
        _sites,
        PrepareSite,
        lambda realm: Limit.TERRAIN if realm.rulings.is_on(PREPARATION_COUNTS) else None,
    ),
    "lose": Deed(
        T("Lose which hex?"),
        T("The kingdom has no hex to lose."),
        Step.LOSE_HEX,
        _lost,
        lambda kingdom, spot: LoseChosenHex(kingdom, spot, YES),
        is_single=True,
    ),
    "found": Deed(
        T("Where do you found a settlement?"),
        T("No site is ready. Prepare one first with `/hex prepare`."),
        Step.SETTLEMENTS,
        _ready,
        FoundSettlement,
        is_single=True,
        see=_see_sites,
        control=FORM,
        form="found",
        says=T("Pick a prepared site; next you name the settlement."),
    ),
    "first": Deed(
        T("Where does the kingdom begin?"),
        T("No hex on the map is free."),
        None,
        _beginnings,
        ChooseFirstHex,
        is_single=True,
        control=FIRST,
        form="hex",
        typed=T("A new hex…"),
        says=T("The hex becomes explored and cleared, and everybody sees it."),
    ),
}


# -- the card -----------------------------------------------------------------------------------------


def listed(view: RealmView, name: str, page: int = 0, kind: str = ALL) -> Card:
    """What a deed may be about. Raises RuleViolation where there is nothing, or it is not the time."""
    realm, deed = view.realm, _deed(name)
    if deed.step is not None:
        require_standing(realm.kingdom)
        require_open(realm.kingdom, deed.step)
    limit = deed.limit(realm)
    if limit is not None:
        require_left(realm, limit)
    every = list(deed.offers(realm))
    if not every:
        deed.see(realm)
        raise refused("hex.none_to_list", "{none}", none=deed.none)
    if all(each.kind is None for each in every):
        every.sort(key=lambda each: realm.land.name_of(each.spot))
    found = [each for each in every if each.kind is None or kind in (ALL, each.kind.value)]
    held = (view.id, name) if kind == ALL else (view.id, name, kind)
    shown = page_of(found, Turns(HEX_LIST, held), page)
    numbers = {spot: str(n) for n, spot in enumerate(dict.fromkeys(each.spot for each in shown.rows), 1)}
    most = 1 if deed.is_single else min(len(shown.rows), _most(realm, limit))
    picks = tuple(_pick(realm, each, numbers[each.spot]) for each in shown.rows)
    hint = T("Which…") if most == 1 else T("Up to {most} at once…")
    label = hint.plain(**({"most": most} if most > 1 else {}))
    choose = Select(label, deed.control, picks, (view.id, name), most)
    lines = (
        *([] if deed.form else [T("Treasury: {treasury} BP")(treasury=realm.kingdom.treasury)]),
        *([left_line(limit, left(realm, limit))] if limit is not None else []),
        deed.says(),
    )
    typed = [Button(deed.typed.plain(), FORM, (view.id, name))] if deed.typed is not None else []
    return Card(
        deed.title(),
        lines,
        tone=Tone.QUIET,
        selects=(*kinds(every, kind, KINDS, view.id), choose),
        buttons=(*shown.buttons, *typed),
        note=shown.span,
        picture=charted(chart_of(view.campaign_view).near(numbers, MARGIN)).picture,
    )


def _most(realm: Realm, limit: Limit | None) -> int:
    """How many can be picked at once."""
    allowed = left(realm, limit) if limit is not None else None
    return MOST_AT_ONCE if allowed is None else min(allowed, MOST_AT_ONCE)


# A preview of more would not fit one message.
MOST_AT_ONCE: Final = 8


def _pick(realm: Realm, each: Offered, number: str) -> Pick:
    label = T("{number} · {what} in {hex:30}") if each.kind is not None else T("{number} · {hex:30} · {what}")
    told = label.plain(number=number, what=each.what, hex=realm.land.name_of(each.spot))
    return marked(Pick(each.value, told, what_stands_there(realm.land.hexes[each.spot])), realm, each.price)


def kinds(every: Sequence[Offered], chosen: str, control: str, *args: str) -> Iterator[Select]:
    """The list that keeps to one kind, where all of them don't fit one list; what has no kind is claimed."""
    count = Counter(each.kind for each in every)
    if len(every) <= MOST or len(count) < 2:
        return
    says = T("{kind}: {n} {n:hex|hexes}")
    claims = [Pick(CLAIM, says.plain(kind=T("Claims"), n=count[None]))] if count[None] else []
    picks = [
        Pick(each.value, says.plain(kind=each, n=count[each]), each.meaning)
        for each in Improvement
        if count[each]
    ]
    found = (Pick(ALL, T("Everything").plain()), *claims, *picks)
    shown = tuple(replace(each, is_chosen=each.value == chosen) for each in found)
    yield Select(T("Only…").plain(), control, shown, args)


def _deed(name: str) -> Deed:
    if name not in DEEDS:
        raise damaged_button()
    return DEEDS[name]


# -- what opens and answers it ------------------------------------------------------------------------


async def open_picker(
    dispatcher: Dispatcher, reply: Reply, kingdom: str | None, name: str, improvement: str | None = None
) -> None:
    """Show privately what a deed may be about, by its name in `DEEDS`. Raises UserError."""
    kind = improvement_of(improvement).value if improvement is not None else ALL
    looking = finding.seen(dispatcher, reply.interaction, kingdom)
    seen = await (looking if reply.can_defer else in_time(looking))
    deed = _deed(name)
    if deed.typed is not None and not any(deed.offers(seen.realm)):
        await _fill_in(dispatcher, reply, seen, deed)
        return
    # The map beside the list takes a while to draw.
    reply.may_defer()
    await reply.private(listed(seen, name, kind=kind))


async def _fill_in(dispatcher: Dispatcher, reply: Reply, view: RealmView, deed: Deed, **picked: str) -> None:
    """Open the form of the deed's step. Raises Stale where that waits no more."""
    name = deed.step or DRAFT
    revision = next((step.revision for step in view.shown.steps if step.name == name), 0)
    await dispatcher.fill_in(reply, Pressed(view.id, name, revision, deed.form), **picked)


@button(FORM, may=Permit.MEMBERS, can_defer=False)
async def type_it(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, name: str) -> None:
    """The form, with no hex of the list."""
    seen = await in_time(finding.seen(dispatcher, reply.interaction, kingdom))
    await _fill_in(dispatcher, reply, seen, _deed(name))


@select(FORM, may=Permit.MEMBERS, can_defer=False)
async def fill_in(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, name: str, chosen: str) -> None:
    """The form with the hex that was chosen in it."""
    seen = await in_time(finding.seen(dispatcher, reply.interaction, kingdom))
    hex_name = seen.realm.land.name_of(spot_of(seen.realm.land, chosen))
    await _fill_in(dispatcher, reply, seen, _deed(name), hex=hex_name)


@select(FIRST, may=Permit.GAME_MASTERS)
async def begin_there(
    _dispatcher: Dispatcher, _reply: Reply, kingdom: RecordId, _name: str, chosen: str
) -> Do:
    """The hex that a kingdom begins with: nothing more is asked."""
    return Do(ChooseFirstHex(kingdom, chosen))


async def _picked(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, name: str, hex_name: str | None
) -> None:
    """Preview the deed with the hex that was named, or open the list of hexes."""
    if hex_name is None:
        await open_picker(dispatcher, reply, kingdom, name)
    else:
        await dispatcher.preview(reply, DEEDS[name].action(kingdom, hex_name))


LISTED: Final = "Its label or coordinates; without it you pick from a list"


class Claiming(OnKingdom):
    """Which hex."""

    hex: str | None = option(
        LISTED, default=None, suggest=spots(lambda realm, spot: not unclaimable(realm, spot))
    )


@handler("hex claim", may=Permit.MEMBERS)
async def claim(dispatcher: Dispatcher, reply: Reply, asked: Claiming) -> None:
    """Claim hexes next to the kingdom, once you have seen what they cost"""
    await _picked(dispatcher, reply, asked.kingdom, CLAIM, asked.hex)


class OnOwnHex(OnKingdom):
    """Which hex of the kingdom's."""

    hex: str | None = option(LISTED, default=None, suggest=own_spots)


@handler("hex abandon", may=Permit.MEMBERS)
async def abandon(dispatcher: Dispatcher, reply: Reply, asked: OnOwnHex) -> None:
    """Give up hexes of the kingdom, once you have seen what it costs"""
    await _picked(dispatcher, reply, asked.kingdom, "abandon", asked.hex)


@handler("hex lose", may=Permit.MEMBERS)
async def lose(dispatcher: Dispatcher, reply: Reply, asked: OnOwnHex) -> None:
    """Choose the hex that Unrest takes: see first what goes with it"""
    await _picked(dispatcher, reply, asked.kingdom, "lose", asked.hex)


class Preparing(OnKingdom):
    """Which hex."""

    hex: str | None = option(
        LISTED, default=None, suggest=spots(lambda realm, spot: not unprepared(realm, spot))
    )


@handler("hex prepare", may=Permit.MEMBERS)
async def prepare(dispatcher: Dispatcher, reply: Reply, asked: Preparing) -> None:
    """Prepare hexes for a settlement, once you have seen what it costs"""
    await _picked(dispatcher, reply, asked.kingdom, "prepare", asked.hex)


@button(HEX_LIST, may=Permit.MEMBERS)
async def open_list(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, name: str, first: str = "", second: str = ""
) -> None:
    """Open the list, or turn to another page of it; before the page stands the kind that it keeps to."""
    if not first:
        await open_picker(dispatcher, reply, kingdom, name)
        return
    kind, page = (first, second) if second else (ALL, first)
    seen = await finding.seen(dispatcher, reply.interaction, kingdom)
    await reply.update(listed(seen, name, number(page), kind))


@select(KINDS, may=Permit.MEMBERS)
async def keep_to(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, kind: str) -> Card:
    """The improvements of one kind, or of all."""
    return listed(await finding.seen(dispatcher, reply.interaction, kingdom), IMPROVE, kind=kind)


@select(HEX_LIST, may=Permit.MEMBERS)
async def choose(
    dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, name: str, *chosen: str
) -> Card | None:
    """Preview what was chosen, in a row; of a hex that an earlier version listed, what can be built there."""
    deed = _deed(name)
    if name == IMPROVE and len(chosen) == 1 and "/" not in chosen[0]:
        seen = await finding.seen(dispatcher, reply.interaction, kingdom)
        return panel(seen, spot_of(seen.realm.land, chosen[0]))
    actions = [deed.action(kingdom, *_meant(name, each)) for each in chosen]
    await dispatcher.preview(reply, *actions, in_place=True)
    return None


def _meant(name: str, value: str) -> tuple[Any, ...]:
    """The hex of a value, and the improvement."""
    spot, _, kind = value.partition("/")
    if name != IMPROVE and not kind:
        return (spot,)
    if name != IMPROVE or kind not in set(Improvement):
        raise damaged_button()
    return spot, Improvement(kind)

"""`/settlement advise`: what can be had, and what each would do; sorted, not chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.card import Card, Pick, Select, Tone
from bot.engine.declare import look, option
from bot.engine.finders import Asker
from bot.engine.pages import Turns, page_of
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.engine.text import T
from bot.systems.kingdom import kingdom_view
from bot.systems.kingdom.realm import (
    OnKingdom,
    Realm,
    asked_realm,
    require_standing,
    settlement_of,
    settlements,
)
from bot.systems.kingdom.towns import panel_cards
from bot.systems.kingdom.towns.bills import AdviceOffer, Cut, Sorting, advice, why_less
from bot.systems.kingdom.towns.panel_cards import gains, in_hand, limits, timing
from bot.ui.controls import button, number, select
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply
from bot.ui.text import safe

PAGE, SORT = "advice_page", "advice_sort"


ON_A_PAGE: Final = 12


# What stands in a control for the BP in hand, and for whether it names a kingdom or a settlement.
IN_HAND: Final = ""


KINGDOM, SETTLEMENT = "k", "s"


MOST_POINTS: Final = 999_999


@dataclass(frozen=True, slots=True)
class AdviceQuery:
    """What the list is asked for: a kingdom's or one settlement's, for so many BP, sorted, from a page on."""

    realm: Realm
    settlement: RecordId | None = None
    points: int | None = None
    sort: Sorting = Sorting.PRICE
    page: int = 0

    @property
    def args(self) -> tuple[str, ...]:
        """What a control holds of it, but for its page."""
        what = (KINGDOM, self.realm.id) if self.settlement is None else (SETTLEMENT, self.settlement)
        points = IN_HAND if self.points is None else str(self.points)
        return (*what, points)


class Advising(OnKingdom):
    """What the list is asked for."""

    points: int | None = option(
        "For how many BP; what the Treasury holds if left out",
        default=None,
        kw_only=True,
        least=0,
        most=MOST_POINTS,
    )
    settlement: str | None = option(
        "Which settlement; all of the kingdom's if left out",
        default=None,
        kw_only=True,
        suggest=settlements,
    )
    sort: Sorting = option("What to sort by; price if left out", default=Sorting.PRICE, kw_only=True)


@look("settlement advise", may=Permit.MEMBERS)
def advise(asker: Asker, asked: Advising) -> Card:
    """See what you can afford and what it would do, sorted as you like"""
    realm = asked_realm(asker, asked.kingdom)
    require_standing(realm.kingdom)
    where = settlement_of(realm, asked.settlement)[0] if asked.settlement is not None else None
    return advice_card(AdviceQuery(realm, where, asked.points, asked.sort))


def advice_card(asked: AdviceQuery) -> Card:
    """A page of what can be had."""
    realm = asked.realm
    found = advice(realm, asked.points, asked.settlement, asked.sort)
    turns = Turns(PAGE, (*asked.args, asked.sort.value))
    current = page_of(found, turns, asked.page, most=ON_A_PAGE)
    lines = (
        in_hand(realm),
        *([T("What {points} BP can buy")(points=asked.points)] if asked.points is not None else []),
        *limits(realm),
        *timing(realm.kingdom),
        T("Sorted by {sort}: {first} to {last} of {count}")(
            sort=asked.sort, first=current.first, last=current.first + len(current.rows) - 1, count=len(found)
        )
        if found
        else T("You can't build anything for that.")(),
        "",
        *(line for each in current.rows for line in _offer(asked, each)),
    )
    name = realm.towns[asked.settlement].name if asked.settlement is not None else realm.kingdom.name
    title = T("What {name:60} could build")(name=name)
    sortings = tuple(Pick(each.value, each.label, is_chosen=each is asked.sort) for each in Sorting)
    sort = Select(T("Sort by…").plain(), SORT, sortings, asked.args)
    note = T("Anything not listed costs too much or has no place: /settlement build says why.")()
    if asked.sort is Sorting.PER_POINT:
        total = T("The total is Economy, Loyalty and Stability, minus any Unrest it adds.")
        note = T("{note} {total}")(note=note, total=total)
    return Card(title, lines, tone=Tone.QUIET, buttons=current.buttons, selects=(sort,), note=note)


def _offer(asked: AdviceQuery, found: AdviceOffer) -> Iterator[str]:
    """A building in two lines: what it costs, and in small print what it does."""
    is_one_of_several = asked.settlement is None and len(asked.realm.towns) > 1
    name = found.building.label
    if found.over is not None:
        name = T("{old} → {name}")(old=found.over.type, name=name)
    price = T("{price} BP")(price=found.price)
    if reasons := list(_reasons(asked.realm, found)):
        price = T("{price} ({reasons:,})")(price=price, reasons=reasons)
    yield " · ".join((f"**{name}**", price, *([safe(found.town, 60)] if is_one_of_several else [])))
    gain = found.gain
    numbers = {each: getattr(gain, each) for each in NUMBERS}
    parts = [gains(numbers, gain.modifiers)]
    if gain.consumption:
        parts.append(T("Consumption {consumption:+}")(consumption=gain.consumption))
    if found.slots:
        kinds = [T("{count} {grade}")(count=each.count, grade=each.grade.value) for each in found.slots]
        parts.append(T("magic items: {kinds}")(kinds=kinds))
    if found.opens:
        parts.append(T("halves {opens:,}")(opens=found.opens))
    if asked.sort is Sorting.PER_POINT:
        parts.append(T("{total:.2f} a BP")(total=found.per_point) if found.price else T("free")())
    yield f"-# {' · '.join(parts)}"


NUMBERS: Final[Sequence[str]] = (
    "economy",
    "loyalty",
    "stability",
    "unrest",
    "consumption",
    "defense",
    "value",
)


def _reasons(realm: Realm, found: AdviceOffer) -> Iterator[str]:
    """Why it costs less than the book says, and what else is in the price."""
    cut = found.bill.cut
    if cut is not None:
        source = realm.towns[found.settlement].building(found.bill.by) if cut is Cut.DISCOUNT else None
        yield why_less(cut, source.type if source is not None else None)
    if found.with_watergate:
        yield T("with its Watergate")()


@button(PAGE, may=Permit.MEMBERS)
async def _turn_advice(
    dispatcher: Dispatcher, reply: Reply, kind: str, id_: str, points: str, sort: Sorting, page: int
) -> Card:
    asked = await _asked(dispatcher, reply, kind, id_, points)
    return advice_card(replace(asked, sort=sort, page=page))


@select(SORT, may=Permit.MEMBERS)
async def _sort_advice(
    dispatcher: Dispatcher, reply: Reply, kind: str, id_: str, points: str, sort: Sorting
) -> Card:
    asked = await _asked(dispatcher, reply, kind, id_, points)
    return advice_card(replace(asked, sort=sort))


async def _asked(dispatcher: Dispatcher, reply: Reply, kind: str, id_: str, points: str) -> AdviceQuery:
    """What a control asks for. Raises Stale where it holds something else, RuleViolation for what is gone."""
    if kind not in (KINGDOM, SETTLEMENT):
        raise damaged_button()
    limit = None if points == IN_HAND else number(points)
    if kind == SETTLEMENT:
        yard = await panel_cards.build_context(dispatcher, reply.interaction, id_)
        return AdviceQuery(yard.realm, yard.id, limit)
    seen = await kingdom_view.seen(dispatcher, reply.interaction, id_)
    require_standing(seen.realm.kingdom)
    return AdviceQuery(seen.realm, None, limit)

"""`/build advise`: what can be had, and what each would do; sorted, not chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId
from bot.errors import Stale
from bot.handlers import Interaction, Register
from bot.systems.kingdom.rules.advice import Offer, Sorting, advice
from bot.systems.kingdom.rules.bills import Cut
from bot.systems.kingdom.rules.realm import Realm, require_standing
from bot.systems.kingdom.rules.settling import settlement_of
from bot.systems.kingdom.screens import building_yard, finding, groups
from bot.systems.kingdom.screens.building_panels import limits, timing
from bot.systems.kingdom.screens.building_yard import page_in
from bot.systems.kingdom.screens.previews import exactly, number_of
from bot.systems.kingdom.words import advice as words
from bot.systems.kingdom.words.building_screens import in_hand, short_reason
from bot.ui.card import Button, Card, Pick, Select, Tone
from bot.ui.reply import Reply
from bot.ui.text import safe
from bot.ui.words import DAMAGED_BUTTON

PAGE, SORT = "advice_page", "advice_sort"
ON_A_PAGE: Final = 12
# What stands in a control for the BP in hand, and for whether it names a kingdom or a settlement.
IN_HAND: Final = ""
KINGDOM, SETTLEMENT = "k", "s"
MOST_POINTS: Final = 999_999
REGISTER: Register = {
    "/build advise": Permit.MEMBERS,
    f"button {PAGE}": Permit.MEMBERS,
    f"select {SORT}": Permit.MEMBERS,
}
SORTINGS = [app_commands.Choice(name=words.SORTED[each.value], value=each.value) for each in Sorting]


@dataclass(frozen=True, slots=True)
class Asked:
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


class AdviceCommands(commands.Cog):
    """What could be built, for whoever plans."""

    _desk: Desk

    @groups.build.command(name="advise")
    @app_commands.describe(
        points="For how many BP; without it, those in hand",
        settlement="Where; without it, in all of the kingdom's settlements",
        sort="By what to sort; without it, by price",
        kingdom="Which kingdom, where there are several",
    )
    @app_commands.choices(sort=SORTINGS)
    @app_commands.guild_only()
    async def build_advise(
        self,
        interaction: Interaction,
        points: app_commands.Range[int, 0, MOST_POINTS] | None = None,
        settlement: str | None = None,
        sort: str = Sorting.PRICE.value,
        kingdom: str | None = None,
    ) -> None:
        """See what can be had for the BP in hand and what each would do, sorted as you like"""
        async with self._desk.reply(interaction) as reply:
            seen = await finding.seen(self._desk, interaction, kingdom, settlement=settlement or "")
            require_standing(seen.realm.kingdom)
            where = settlement_of(seen.realm, settlement)[0] if settlement is not None else None
            await reply.private(advice_card(Asked(seen.realm, where, points, _sorting(sort))))

    @build_advise.autocomplete("settlement")
    async def _advised_towns(self, interaction: Interaction, typed: str) -> Choices:
        return await building_yard.suggested_towns(self._desk, interaction, typed)

    @build_advise.autocomplete("kingdom")
    async def _advised_kingdoms(self, interaction: Interaction, typed: str) -> Choices:
        return await finding.suggested(self._desk, interaction, typed)


# -- the card -----------------------------------------------------------------------------------------


def advice_card(asked: Asked) -> Card:
    """A page of what can be had."""
    realm = asked.realm
    found = advice(realm, asked.points, asked.settlement, asked.sort)
    pages = max(1, -(-len(found) // ON_A_PAGE))
    page = min(asked.page, pages - 1)
    first = page * ON_A_PAGE
    shown = found[first : first + ON_A_PAGE]
    lines = (
        in_hand(realm.kingdom.treasury),
        *([words.scope(asked.points)] if asked.points is not None else []),
        *limits(realm),
        *timing(realm.kingdom),
        words.order(asked.sort.value, first + 1, first + len(shown), len(found)) if found else words.NOTHING,
        "",
        *(line for each in shown for line in _offer(asked, each)),
    )
    town = realm.towns[asked.settlement].name if asked.settlement is not None else ""
    title = words.title(safe(realm.kingdom.name, 60), safe(town, 60))
    sort = Select(words.SORT_HINT, SORT, _sortings(asked), asked.args)
    note = f"{words.WHY_NOT} {words.TOTAL}" if asked.sort is Sorting.PER_POINT else words.WHY_NOT
    buttons = _pagers(replace(asked, page=page), pages)
    return Card(title, lines, tone=Tone.QUIET, buttons=buttons, selects=(sort,), note=note)


def _sortings(asked: Asked) -> tuple[Pick, ...]:
    return tuple(Pick(each.value, words.SORTED[each.value], is_chosen=each is asked.sort) for each in Sorting)


def _pagers(asked: Asked, pages: int) -> tuple[Button, ...]:
    def to(label: str, page: int) -> Button:
        return Button(label, PAGE, (*asked.args, asked.sort.value, str(page)))

    earlier = (to(words.EARLIER, asked.page - 1),) if asked.page else ()
    return (*earlier, *((to(words.MORE, asked.page + 1),) if asked.page < pages - 1 else ()))


def _offer(asked: Asked, found: Offer) -> Iterator[str]:
    """A building in two lines: what it costs, and in small print what it does."""
    is_one_of_several = asked.settlement is None and len(asked.realm.towns) > 1
    town = safe(found.town, 60) if is_one_of_several else ""
    old = found.over.type.value if found.over is not None else ""
    yield words.offer(found.building.value, found.price, ", ".join(_reasons(asked.realm, found)), town, old)
    gain = found.gain
    numbers = {each: getattr(gain, each) for each in NUMBERS}
    modifiers = {each.value: amount for each, amount in gain.modifiers.items()}
    slots = [(each.count, each.grade.value) for each in found.slots]
    halves = [each.value for each in found.opens]
    yield words.gain(numbers, modifiers, slots, halves, _per_point(asked, found))


NUMBERS: Final[Sequence[str]] = (
    "economy",
    "loyalty",
    "stability",
    "unrest",
    "consumption",
    "defense",
    "value",
)


def _reasons(realm: Realm, found: Offer) -> Iterator[str]:
    """Why it costs less than the book says, and what else is in the price."""
    cut = found.bill.cut
    if cut is not None:
        source = realm.towns[found.settlement].building(found.bill.by) if cut is Cut.DISCOUNT else None
        yield short_reason(cut.value, source.type.value if source is not None else "")
    if found.with_watergate:
        yield words.WITH_WATERGATE


def _per_point(asked: Asked, found: Offer) -> str:
    if asked.sort is not Sorting.PER_POINT:
        return ""
    return words.per_point(found.per_point) if found.price else words.FREE


# -- controls -----------------------------------------------------------------------------------------


def answer(desk: Desk) -> None:
    """Enter its pages, and the list that sorts it anew."""

    async def turned(reply: Reply, args: tuple[str, ...]) -> None:
        kind, id_, points, sort, page = exactly(args, 5)
        asked = await _asked(desk, reply, kind, id_, points)
        await reply.update(advice_card(replace(asked, sort=_sorting(sort), page=page_in(page))))

    async def sorted_(reply: Reply, args: tuple[str, ...]) -> None:
        kind, id_, points, sort = exactly(args, 4)
        asked = await _asked(desk, reply, kind, id_, points)
        await reply.update(advice_card(replace(asked, sort=_sorting(sort))))

    desk.add_button(PAGE, turned)
    desk.add_select(SORT, sorted_)


async def _asked(desk: Desk, reply: Reply, kind: str, id_: str, points: str) -> Asked:
    """What a control asks for. Raises Stale where it holds something else, RuleViolation for what is gone."""
    if kind not in (KINGDOM, SETTLEMENT):
        raise Stale(DAMAGED_BUTTON)
    number = None if points == IN_HAND else number_of(points)
    if number is not None and number < 0:
        raise Stale(DAMAGED_BUTTON)
    if kind == SETTLEMENT:
        yard = await building_yard.yard_of(desk, reply.interaction, id_)
        return Asked(yard.realm, yard.id, number)
    seen = await finding.seen(desk, reply.interaction, id_)
    require_standing(seen.realm.kingdom)
    return Asked(seen.realm, None, number)


def _sorting(text: str) -> Sorting:
    """The order in a control. Raises Stale where there is none of that name."""
    if text not in set(Sorting):
        raise Stale(DAMAGED_BUTTON)
    return Sorting(text)

"""What taxes, mines and gold bring, and what a sponsor takes of it; nothing here is rolled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Final

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.record import AtStep, FormField, Press, Step
from bot.engine.steps import at
from bot.engine.system import RecordId
from bot.engine.text import Safe, T, refused
from bot.engine.words import clip, one_line
from bot.systems.kingdom.book import (
    DEPOSIT_RATE,
    EXPENSIVE,
    IMPROVEMENTS,
    LOSE_HEX_AT,
    SCRATCH_RATES,
    TAX_DIVISOR,
    WITHDRAW_RATE,
    Attribute,
    Backing,
    BuildingType,
    Improvement,
    MonthStep,
    Number,
    Phase,
    Special,
    Task,
    Tribute,
)
from bot.systems.kingdom.checks import SIDES, Check, CheckResult, check, note_check, roll_check, situational
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import OnKingdom, Realm, asked_realm, settlement_of
from bot.systems.kingdom.settings import FROM_SCRATCH, RESOURCES_ON_FAILURE, TAX_ON_FAILURE, VOLUNTARY_DEBT
from bot.systems.kingdom.sources import figures, served
from bot.systems.kingdom.state import Kingdom, Terms, Work, with_points, with_unrest
from bot.systems.kingdom.steps import left_open, require_open
from bot.systems.kingdom.towns.state import Town, base_value

TRIBUTE_DIVISOR = 10


@dataclass(frozen=True, slots=True)
class Yield:
    """What all improvements of one kind bring with the taxes (BP), or the Foundries that have a Mine."""

    improvement: Improvement | BuildingType
    count: int
    points: int

    def sentence(self) -> Safe:
        """What they are, and what they bring."""
        what = (
            self.improvement.label if isinstance(self.improvement, Improvement) else T("Foundry with a Mine")
        )
        return T("{what} × {count}: {points:+} BP")(what=what, count=self.count, points=self.points)


@dataclass(frozen=True, slots=True)
class Earned:
    """What a tax check brings: BP in taxes, by improvement, and what a sponsor takes of it."""

    taxes: int
    resources: tuple[Yield, ...]
    tribute: int

    @property
    def income(self) -> int:
        """All BP that come in."""
        return _income(self.taxes, self.resources)

    @property
    def net(self) -> int:
        """What the Treasury grows by; below 0 where a tribute is owed and nothing came in."""
        return self.income - self.tribute


def _income(taxes: int, resources: tuple[Yield, ...]) -> int:
    return taxes + sum(each.points for each in resources)


def resources(realm: Realm) -> tuple[Yield, ...]:
    """1 BP for each Mine, Quarry and Sawmill, 1 more on a Resource (R072).

    1 for each Foundry that has a Mine (R116).
    """
    found: list[Yield] = []
    for improvement, row in IMPROVEMENTS.items():
        hexes = realm.territory.with_improvement(improvement).values() if row.tax else ()
        if hexes:
            rich = sum(Special.RESOURCE in each.specials for each in hexes)
            found.append(Yield(improvement, len(hexes), row.tax * len(hexes) + rich))
    if foundries := len(served(realm)):
        found.append(Yield(BuildingType.FOUNDRY, foundries, foundries))
    return tuple(found)


def earned(realm: Realm, result: CheckResult) -> Earned:
    """What that check brings: a third of its total, never less than nothing (R049 to R051)."""
    has_taxes = result.is_success or realm.rulings.has(TAX_ON_FAILURE, "third")
    has_resources = result.is_success or realm.rulings.has(RESOURCES_ON_FAILURE, "yes")
    taxes = max(0, result.total // TAX_DIVISOR) if has_taxes else 0
    found = resources(realm) if has_resources else ()
    return Earned(taxes, found, tribute(realm.kingdom.terms, _income(taxes, found)))


def tribute(terms: Terms, income: int) -> int:
    """What the sponsor is owed whenever taxes are collected, whatever they brought (R028).

    A tenth of the income, rounded down, at least 1 BP; or 1 BP a month until all is paid back.
    """
    if terms.tribute is Tribute.TENTH:
        return max(1, income // TRIBUTE_DIVISOR)
    return 1 if terms.tribute is Tribute.ONE and terms.debt > 0 else 0


@dataclass(frozen=True, slots=True)
class Expected:
    """What taxes may bring as things are: the check, and what each face of the die earns, from 1 to 20."""

    check: Check
    by_die: tuple[Earned, ...]

    @property
    def mean(self) -> Fraction:
        """What the Treasury grows by on average, failures counted (BP)."""
        return Fraction(sum(each.net for each in self.by_die), SIDES)

    @property
    def if_success(self) -> Fraction | None:
        """The same over the successes alone; None in anarchy, which has none."""
        made = [each.net for die, each in enumerate(self.by_die, 1) if self.check.of(die).is_success]
        return Fraction(sum(made), len(made)) if made else None


def expected(realm: Realm) -> Expected:
    """The taxes that this realm can expect."""
    made = check(realm, Attribute.ECONOMY)
    return Expected(made, tuple(earned(realm, made.of(die)) for die in range(1, SIDES + 1)))


def rates(realm: Realm) -> tuple[int, int]:
    """gp for 1 BP deposited, and gp that 1 BP withdrawn comes to (R053, R054).

    From scratch, where the campaign has that and no sponsor paid, both depend on Size.
    """
    if not realm.rulings.has(FROM_SCRATCH, "yes") or realm.kingdom.terms.backing is not Backing.SCRATCH:
        return DEPOSIT_RATE, WITHDRAW_RATE
    return next(
        (deposited, withdrawn)
        for up_to, deposited, withdrawn in SCRATCH_RATES
        if up_to is None or realm.size <= up_to
    )


# -- Income: withdrawals, deposits, items sold, and taxes --------------------------------------------------


MOST_GOLD: Final = 999_999
MOST_WITHDRAWN: Final = 9_999
NOTE_LENGTH: Final = 100


class Withdraw(OnKingdom):
    """Take BP as gold for yourselves, once a month; shows the price first"""

    points: int = option(
        "Number of BP; each adds 1 Unrest", label="Number of BP", least=1, most=MOST_WITHDRAWN
    )


class Deposit(OnKingdom):
    """Give coins, gems and items to the Treasury"""

    gold: int = option(
        "Total value, in gp",
        label="Value in gp, no item above 4,000 gp",
        least=1,
        most=MOST_GOLD,
    )
    note: str = option("What it is", default="")
    dearest: int = option(
        f"Value of the most valuable item; {EXPENSIVE:,} gp at most",
        least=0,
        most=MOST_GOLD,
        label="The most valuable item",
        default=0,
    )


def buyers(asker: Asker) -> list[Pair]:
    """The settlements of the kingdom meant, by what they pay for one item."""
    realm = asked_realm(asker)
    values = [(base_value(town, realm.rulings), id_, town.name) for id_, town in realm.towns.items()]
    line = T("{name} · base value {value:,} gp")
    return [
        (line.plain(name=name, value=value), str(id_))
        for value, id_, name in sorted(values, key=lambda found: -found[0])
    ]


class SellItem(OnKingdom):
    """Sell an expensive item of yours, for the Treasury

    `for_nothing` where the seller knows that it brings 0 BP.
    """

    settlement: str = option("Settlement that buys it; its base value must cover the price", suggest=buyers)
    price: int = option(
        f"The item's value, more than {EXPENSIVE:,} gp", label="Price in gp", least=1, most=MOST_GOLD
    )
    item: str = option("What it is", default="")
    for_nothing: bool = False

    def to_action(self, asker: Asker) -> SellItem:
        """The command asks first where it brings nothing."""
        return replace(self, for_nothing=True)


class CollectTaxes(OnKingdom):
    """Roll Economy for the taxes"""


class Withdrawn(Event):
    """BP were taken out of the Treasury for personal use, and came to so much gold (gp)."""

    work: ClassVar[Work] = Work.WITHDRAWAL
    says = T("The leaders of {name:60} take **{points} BP** from the Treasury as {gold:,} gp.")
    name: str
    points: int
    gold: int


class Deposited(Event):
    """Gold, gems and items were offered: their worth (gp), what that bought, and what was left over (gp)."""

    work: ClassVar[Work] = Work.DEPOSIT
    name: str
    gold: int
    points: int
    rest: int
    note: str = ""

    def sentence(self) -> Safe:
        """What was given for what."""
        return T("{used:,} gp{what} goes into the Treasury of {name:60}: **{points:+} BP**.{over}").of(
            self,
            used=self.gold - self.rest,
            what=T(" ({note:100})")(note=self.note) if self.note else "",
            over=T(" The other {rest:,} gp stay with the giver.")(rest=self.rest) if self.rest else "",
        )


class ItemSold(Event):
    """An item was sold; `left` are the sales that this settlement has left this month."""

    work: ClassVar[Work] = Work.SALE
    name: str
    settlement: str
    item: str
    price: int
    points: int
    left: int

    def sentence(self) -> Safe:
        """What it brought, and what is still bought there."""
        return T(
            "{town:60} buys {item:100} for {price:,} gp: **{points:+} BP**. It can buy {left} more "
            "this month."
        )(
            town=self.settlement,
            item=self.item or T("an item"),
            price=self.price,
            points=self.points,
            left=self.left or T("nothing"),
        )


class TaxesCollected(Event):
    """The tax check as it was made, and what it brought.

    `bonus` is what counts in such checks alone; `debt` is what a sponsor is owed from now on.
    """

    work: ClassVar[Work] = Work.TAXES
    name: str
    die: int
    economy: int
    bonus: int
    unrest: int
    total: int
    dc: int
    is_success: bool
    taxes: int
    resources: tuple[Yield, ...] = ()
    tribute: int = 0
    sponsor: str = ""
    debt: int | None = None
    # What else of Income was still open, and is over with them.
    closed: tuple[MonthStep, ...] = ()

    @property
    def made(self) -> CheckResult:
        """The check."""
        of, die = Attribute.ECONOMY, self.die
        return CheckResult(of, die, self.total, self.dc, self.is_success, self.unrest, self.bonus)

    @property
    def net(self) -> int:
        """The amount by which the Treasury grew."""
        return self.taxes + sum(each.points for each in self.resources) - self.tribute

    def sentence(self) -> Safe:
        """How the check went, and what it brought."""
        return T("{name:60} collects taxes, **{net:+} BP**: {rolled}.").of(self, rolled=self.made.sentence())


# -- withdrawals --------------------------------------------------------------------------------------


def _withdrawing(_kingdom: RecordId, _state: Kingdom, _step: Step) -> Iterator[Press]:
    points = FormField("points", T("Number of BP").plain(), 6, is_number=True)
    yield Press("do", T("Withdraw BP…"), asks=(points,))


@move(
    "kingdom withdraw",
    step=AtStep(MonthStep.WITHDRAW, _withdrawing),
    previewed=True,
    watches=(Number.TREASURY, Number.UNREST),
    button="Withdraw BP",
)
def withdraw(move: Move, action: Withdraw, dice: Dice) -> None:
    """Take BP out for personal use, once a month for all leaders together: Unrest + 1 for each (R025, R053).

    Raises RuleViolation for a second time, and for more than there is.
    """
    require_withdrawal(move.realm, action.points)
    move.require_task(Task.TREASURY)
    before = move.kingdom
    move.put(with_less(before, action.points))
    move.finish(MonthStep.WITHDRAW)
    if before.unrest < LOSE_HEX_AT <= move.kingdom.unrest:
        move.note(T("⚠ From Unrest {unrest} on, the kingdom loses a hex in each Upkeep.")(unrest=LOSE_HEX_AT))
    move.note(T("-# The kingdom can withdraw once a month, whichever leader does it."))
    move.tell(Withdrawn(move.name, action.points, action.points * rates(move.before)[1]))


def require_withdrawal(realm: Realm, points: int) -> None:
    """See that so many BP can be withdrawn now: what is in hand, unless the campaign allows debts (R007).

    Raises RuleViolation saying what can be.
    """
    kingdom = realm.kingdom
    if kingdom.month.has_withdrawn and kingdom.month.phase is Phase.INCOME:
        raise refused(
            "income.withdrawn_already",
            "The kingdom already withdrew BP this month. Wait until next month; the Treasury holds "
            "{treasury} BP, and Unrest is {unrest}.",
            treasury=kingdom.treasury,
            unrest=kingdom.unrest,
        )
    require_open(kingdom, MonthStep.WITHDRAW)
    most = MOST_WITHDRAWN if realm.rulings.has(VOLUNTARY_DEBT, "yes") else max(0, kingdom.treasury)
    if not most:
        raise refused(
            "income.nothing_to_withdraw",
            "There's nothing to withdraw: the Treasury holds {treasury} BP.",
            treasury=kingdom.treasury,
        )
    if not 1 <= points <= most:
        raise refused(
            "income.cant_withdraw",
            "You can withdraw 1 to {most:,} BP; the Treasury holds {treasury}.",
            treasury=kingdom.treasury,
            most=most,
        )


def with_less(kingdom: Kingdom, points: int) -> Kingdom:
    """The kingdom after a withdrawal of so many BP."""
    month = replace(kingdom.month, has_withdrawn=True)
    return with_unrest(with_points(replace(kingdom, month=month), -points), points)


# -- deposits -----------------------------------------------------------------------------------------


# "12,000,000", and what somebody adds to it.
GOLD_LENGTH: Final = 12


def _depositing(_kingdom: RecordId, _state: Kingdom, _step: Step) -> Iterator[Press]:
    says = T("Gold in gp (by the book 4,000 gp = 1 BP)").plain()
    hint = T("Coins, gems and items; no item above 4,000 gp").plain()
    gold = FormField("gold", says, GOLD_LENGTH, hint=hint, is_number=True)
    yield Press("do", T("Deposit gold…"), asks=(gold,))


@move(
    "kingdom deposit",
    step=AtStep(MonthStep.DEPOSIT, _depositing),
    at=MonthStep.DEPOSIT,
    by=Task.TREASURY,
    confirms=True,
    watches=(Number.TREASURY,),
    button="Deposit gold",
)
def deposit(move: Move, action: Deposit, dice: Dice) -> None:
    """Give gold, gems and items worth up to 4,000 gp each: the whole batch counts together (R054).

    Raises RuleViolation for an item worth more, and where it is too little for 1 BP.
    """
    if not 1 <= action.gold <= MOST_GOLD:
        raise refused("income.gold", "A deposit can be worth 1 to {most:,} gp.", most=MOST_GOLD)
    if action.dearest > EXPENSIVE:
        raise refused(
            "income.too_expensive",
            "You can't deposit an item worth {dearest:,} gp: the limit is {most:,} gp each. Leave it out and "
            "sell it with `/act deed: sell`.",
            dearest=action.dearest,
            most=EXPENSIVE,
        )
    if not 0 <= action.dearest <= action.gold:
        raise refused(
            "income.dearest",
            "The most valuable item can't be worth more than the whole deposit, {gold:,} gp.",
            gold=action.gold,
        )
    rate = rates(move.realm)[0]
    points, rest = divmod(action.gold, rate)
    if not points:
        raise refused(
            "income.too_little",
            "{gold:,} gp buys nothing: 1 BP takes {rate:,} gp. Deposit more at once.",
            gold=action.gold,
            rate=rate,
        )
    move.earn(points)
    if rest:
        move.note(
            T("{used:,} gp = {points} BP; {rest:,} gp stay yours.")(
                used=action.gold - rest, points=points, rest=rest
            )
        )
    move.tell(Deposited(move.name, action.gold, points, rest, clip(one_line(action.note), NOTE_LENGTH)))


# -- items --------------------------------------------------------------------------------------------


def worth(price: int) -> int:
    """What an item of that price (gp) brings, in BP: half of it by 4,000, at any rate of gold (R055)."""
    return price // 2 // DEPOSIT_RATE


def sales_left(kingdom: Kingdom, id_: RecordId, town: Town) -> int:
    """How many items can still be sold there this month: one for each district."""
    return max(0, town.districts - kingdom.month.sold.get(id_, 0))


def _selling(_kingdom: RecordId, _state: Kingdom, _step: Step) -> Iterator[Press]:
    asks = (
        FormField("settlement", T("Settlement").plain(), 60),
        FormField("price", T("Price in gp").plain(), 6, is_number=True),
        FormField("item", T("What it is").plain(), 100, is_optional=True),
    )
    yield Press("do", T("Sell an item…"), asks=asks)


@move(
    "kingdom sell",
    step=AtStep(MonthStep.SELL, _selling),
    at=MonthStep.SELL,
    by=Task.TREASURY,
    watches=(Number.TREASURY,),
    button="Sell it for 0 BP",
    at_once=True,
)
def sell_item(move: Move, action: SellItem, dice: Dice) -> None:
    """Sell an item for more than 4,000 gp and up to the settlement's base value (R055).

    Raises RuleViolation naming what can be sold where, and for a sale that would bring nothing.
    """
    id_, town = require_sale(move.realm, action.settlement, action.price)
    points = worth(action.price)
    if not points and not action.for_nothing:
        raise refused(
            "income.brings_nothing",
            "At {price:,} gp the item brings 0 BP: each BP takes 8,000 gp. To sell it anyway, use "
            "`/act deed: sell`, which asks first.",
            price=action.price,
        )
    if not points:
        move.note(
            T("The item would bring **0 BP**: half of {price:,} gp, divided by 4,000 and rounded down.")(
                price=action.price
            )
        )
    sold = move.kingdom.month.sold
    move.change_month(sold={**sold, id_: sold.get(id_, 0) + 1})
    move.earn(points)
    item, left = clip(one_line(action.item), NOTE_LENGTH), sales_left(move.kingdom, id_, town)
    move.tell(ItemSold(move.name, town.name, item, action.price, points, left))


def require_sale(realm: Realm, text: str, price: int) -> tuple[RecordId, Town]:
    """The settlement meant, where an item of that price can be sold there now. Raises RuleViolation."""
    id_, town = settlement_of(realm, text)
    if price <= EXPENSIVE:
        raise refused(
            "income.too_cheap",
            "You can only sell an item worth more than {least:,} gp. Deposit this one ({price} gp) with "
            "`/act deed: deposit`.",
            least=EXPENSIVE,
            price=price,
        )
    if price > MOST_GOLD:
        raise refused("income.price", "An item's price can be {most:,} gp at most.", most=MOST_GOLD)
    value = base_value(town, realm.rulings)
    if price > value:
        towns = realm.towns.values()
        richer = [each.name for each in towns if base_value(each, realm.rulings) >= price]
        raise refused(
            "income.too_poor",
            "{name} has a base value of {value:,} gp and can't buy an item for {price:,} gp; {elsewhere}",
            name=town.name,
            value=value,
            price=price,
            elsewhere=T("{richer:or} can.")(richer=richer)
            if richer
            else T("none of the kingdom's settlements can."),
        )
    if not sales_left(realm.kingdom, id_, town):
        raise refused(
            "income.sold_out",
            "{name} can't buy more this month: it buys {districts:1 item|{districts} items}, one for each "
            "district. Sell elsewhere, or next month.",
            name=town.name,
            districts=town.districts,
        )
    return id_, town


# -- taxes --------------------------------------------------------------------------------------------


@move("kingdom collect", at=MonthStep.TAXES, step=at(MonthStep.TAXES, "do", T("Collect taxes"), is_main=True))
def collect_taxes(move: Move, action: CollectTaxes, dice: Dice) -> None:
    """The Economy check for taxes, and what it brings (R049 to R052); the sponsor's share leaves with it.

    It ends Income: who rolls while something can still be withdrawn, deposited or sold decides that too.
    """
    closed = tuple(left_open(move.kingdom))
    if closed:
        move.require_task(Task.TREASURY)
    move.require_task(Task.ECONOMY)
    result = roll_check(check(move.realm, Attribute.ECONOMY), dice, T("taxes").plain())
    brought = earned(move.realm, result)
    move.put(note_check(move.kingdom, MonthStep.TAXES, result))
    move.earn(brought.net)
    move.put(_paid_back(move.kingdom, brought))
    move.finish(*closed, MonthStep.TAXES)
    move.tell(replace(_collected(move.before, result, brought, move.kingdom), closed=closed))


def _paid_back(kingdom: Kingdom, brought: Earned) -> Kingdom:
    """With what a sponsor lent paid back by the tribute; a tenth of the income never ends."""
    terms = kingdom.terms
    if terms.tribute is not Tribute.ONE:
        return kingdom
    return replace(kingdom, terms=replace(terms, debt=terms.debt - brought.tribute))


def _collected(realm: Realm, result: CheckResult, brought: Earned, paid: Kingdom) -> TaxesCollected:
    economy, bonus, terms = figures(realm).economy, situational(realm, Attribute.ECONOMY), paid.terms
    return TaxesCollected(
        realm.kingdom.name,
        result.die,
        economy,
        bonus,
        result.unrest,
        result.total,
        result.dc,
        result.is_success,
        brought.taxes,
        brought.resources,
        brought.tribute,
        terms.sponsor if brought.tribute else "",
        terms.debt if brought.tribute and terms.tribute is Tribute.ONE else None,
    )

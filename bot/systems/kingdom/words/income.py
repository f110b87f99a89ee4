"""Income: what is told of withdrawals, deposits, sales and taxes, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

from bot.systems.kingdom.words.names import IMPROVEMENTS, listed, number, signed

TAX_CHECK = "taxes"

# -- refused ------------------------------------------------------------------------------------------


def withdrawn_already(treasury: int, unrest: int) -> str:
    """Once a month, whoever does it."""
    return (
        "BP were withdrawn this month already, and a kingdom can do that once a month. Nothing was taken; "
        f"the Treasury holds {number(treasury)} BP now, and Unrest is {unrest}."
    )


def unrest_changed(shown: int, unrest: int) -> str:
    """Unrest is not what a preview showed."""
    return (
        f"That changed since: Unrest was {shown} and is {unrest} now. Nothing was withdrawn; "
        "look again with `/treasury withdraw`."
    )


def cant_withdraw(most: int, treasury: int) -> str:
    """More than there is, or nothing."""
    if not most:
        return f"The Treasury holds {number(treasury)} BP: there is nothing to withdraw."
    return f"The Treasury holds {number(treasury)} BP; 1 to {most:,} can be withdrawn."


def gold_out_of_range(most: int) -> str:
    """Out of bounds."""
    return f"A deposit is worth 1 to {most:,} gp."


def too_expensive(dearest: int, most: int) -> str:
    """An item that must be sold."""
    return (
        f"An item worth {dearest:,} gp can't be deposited: each may be worth {most:,} gp at most. "
        "Leave it out and sell it with `/treasury sell`."
    )


def dearest_out_of_range(gold: int) -> str:
    """Dearer than all together."""
    return f"The dearest single item is worth 0 to {gold:,} gp, the worth of the whole deposit."


def too_little(gold: int, rate: int) -> str:
    """Less than 1 BP."""
    return f"{gold:,} gp bring nothing: 1 BP takes {rate:,} gp. Deposit it together with more."


def too_cheap(price: int, least: int) -> str:
    """No expensive item."""
    return (
        f"Only an item worth more than {least:,} gp is sold; at {number(price)} gp deposit it with "
        "`/treasury deposit`."
    )


def price_out_of_range(most: int) -> str:
    """Out of bounds."""
    return f"An item's price is {most:,} gp at most."


def too_poor(name: str, value: int, price: int, richer: Sequence[str]) -> str:
    """Dearer than the settlement's base value."""
    elsewhere = f"{listed(richer, 'or')} can." if richer else "no settlement of the kingdom can."
    return f"{name} has a base value of {value:,} gp and can't buy an item for {price:,} gp; {elsewhere}"


def sold_out(name: str, districts: int) -> str:
    """One for each district."""
    many = "1 item" if districts == 1 else f"{districts} items"
    return f"{name} buys {many} a month, one for each district, and has; sell elsewhere, or next month."


def brings_nothing(price: int) -> str:
    """0 BP."""
    return (
        f"At {price:,} gp the item would bring 0 BP: each takes 8,000 gp. Nothing was sold; "
        "to part with it all the same use `/treasury sell`, which asks first."
    )


# -- told ---------------------------------------------------------------------------------------------

WITHDRAW, SELL = "Withdraw {points} BP", "Sell it for 0 BP"


def withdrawn(name: str, points: int, gold: int) -> str:
    """BP for personal use."""
    return f"**{points} BP** are withdrawn from the Treasury of {name} for {gold:,} gp."


def deposited(name: str, gold: int, points: int, rest: int, note: str) -> str:
    """Gold for the Treasury."""
    over = f" {rest:,} gp are left over." if rest else ""
    what = f" ({note})" if note else ""
    return f"Worth {gold:,} gp{what} are deposited in the Treasury of {name}: **{signed(points)} BP**.{over}"


def sold(town: str, item: str, price: int, points: int) -> str:
    """An item sold."""
    return f"{town} buys {item or 'an item'} worth {price:,} gp: **{signed(points)} BP**."


def sales_left(town: str, left: int) -> str:
    """What it still buys."""
    return f"-# {town} buys {left or 'nothing'} more this month."


# -- taxes --------------------------------------------------------------------------------------------

NO_TREASURER = "No Treasurer: no taxes are collected this month, and mines bring nothing."


def taxes_title(name: str) -> str:
    """The tax check."""
    return f"{name}: taxes"


def check(die: int, economy: int, bonus: int, unrest: int) -> str:
    """What a check is made of."""
    parts = f"{die} + {number(economy)} Economy" if economy >= 0 else f"{die} − {-economy} Economy"
    parts += f" {'+' if bonus > 0 else '−'} {abs(bonus)} for checks" if bonus else ""
    return parts + (f" − {unrest} Unrest" if unrest else "")


def result(parts: str, total: int, dc: int, die: int, *, is_success: bool) -> str:
    """What it came to."""
    sign = "✓ **Success**" if is_success else "✗ **Failure**"
    natural = f" (a natural {die})" if die in (1, 20) else ""
    return f"{sign}{natural}: {parts} = **{number(total)}** against {dc}"


def earned(points: int) -> str:
    """What it brings to the Treasury in all."""
    return f"**{signed(points)} BP** for the Treasury"


def from_taxes(points: int) -> str:
    """A third of the total."""
    return f"Taxes: {signed(points)} BP"


FOUNDRIES = "Foundry with a Mine"


def from_improvement(improvement: str, count: int, points: int) -> str:
    """All of one kind."""
    name = FOUNDRIES if improvement == "foundry" else IMPROVEMENTS[improvement]
    return f"{name} × {count}: {signed(points)} BP"


def tribute(points: int, sponsor: str, debt: int | None) -> str:
    """What a sponsor takes."""
    to = sponsor or "the sponsor"
    if debt is None:
        return f"Tribute to {to}: −{points} BP"
    left = f"{debt} BP are still owed" if debt else "the debt is paid back"
    return f"Paid back to {to}: −{points} BP; {left}"


def collected(name: str, points: int, total: int, dc: int, *, is_success: bool) -> str:
    """Taxes, in a line."""
    made = "succeeds" if is_success else "fails"
    return (
        f"{name} collects taxes: the check {made} with {number(total)} against {dc}, **{signed(points)} BP**."
    )


# -- previews -----------------------------------------------------------------------------------------


def withdraw_title(name: str, points: int) -> str:
    """Before BP are withdrawn."""
    return f"{name}: withdraw {points} BP?"


def price(points: int, gold: int) -> str:
    """What it costs and brings."""
    return f"**{points} BP** become **{gold:,} gp** for you, and Unrest rises by {points}."


def before_and_after(what: str, before: int, after: int) -> str:
    """A number."""
    return f"{what} {number(before)} → **{number(after)}**"


ONCE = "-# A kingdom can withdraw once a month, whoever of its leaders does it."


def loses_hex(at: int) -> str:
    """Unrest from which a hex is lost every month."""
    return f"⚠ From Unrest {at} on the kingdom loses a hex in each Upkeep."


def anarchy(at: int) -> str:
    """Unrest from which on nothing goes."""
    return f"⚠ **At Unrest {at} the kingdom falls into anarchy**: it can do nothing more."


def nothing_title(town: str) -> str:
    """Before a sale that brings nothing."""
    return f"{town}: sell for 0 BP?"


def nothing(item: str, gold: int) -> str:
    """What such a sale comes to."""
    return (
        f"{item or 'The item'} is worth {gold:,} gp. Half of that by 4,000, rounded down, is **0 BP**: "
        "it would be gone for nothing."
    )


def forecast_title(name: str) -> str:
    """What taxes may bring."""
    return f"{name}: taxes as things are"


def needed(die: int, chance: int, modifier: int, dc: int) -> str:
    """What the check takes."""
    return f"Roll **{die}** or more: **{chance} %** (d20 {signed(modifier)} against {dc})"


NEVER = "In anarchy the check can't succeed."


def average(mean: str, if_success: str | None) -> str:
    """BP on average."""
    made = f"; {if_success} BP if it succeeds" if if_success is not None else ""
    return f"On average **{mean} BP**{made}"


def by_die(first: int, last: int, low: int, high: int) -> str:
    """What faces of the die bring."""
    faces = str(first) if first == last else f"{first}–{last}"
    points = signed(low) if low == high else f"{signed(low)} to {signed(high)}"
    return f"Die {faces}: {points} BP"


TENTH = "The sponsor's tenth, at least 1 BP, is taken off."


def included(yields: str, *, always: bool) -> str:
    """What mines add to it."""
    return f"Of that {'whatever the die' if always else 'with a success'}: {yields}"


def owed(debt: int) -> str:
    """A debt under way."""
    return f"1 BP is paid back to the sponsor; {debt} BP are owed."


NOW = "-# With the numbers of this moment; edicts and events may still change them."


def buyer(name: str, value: int) -> str:
    """A settlement in a list of where to sell."""
    return f"{name} · base value {value:,} gp"

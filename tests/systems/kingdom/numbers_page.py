"""The tables of docs/kingdom-numbers.md, from the rules: `python -m tests.systems.kingdom.numbers_page`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.engine.text import Labelled
from bot.engine.words import signed
from bot.systems.kingdom import book as kingdom_book
from bot.systems.kingdom.abroad.book import ATTACKS, CARGOES, RELATIONSHIPS, CargoRow
from bot.systems.kingdom.book import Attribute, Improvement, Role
from bot.systems.kingdom.land.improvements import GROUNDS, LAND

PAGE = Path(__file__).parents[3] / "docs" / "kingdom-numbers.md"
# What stands between such a pair of marks is written by this module.
MARKED = re.compile(r"(<!-- table: (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
SHORT = {Attribute.ECONOMY: "Economy", Attribute.LOYALTY: "Loyalty", Attribute.STABILITY: "Stability"}
NONE = "–"
CHOSEN = {Role.RULER: "see above", Role.SPYMASTER: "one of your choice"}


def page(text: str) -> str:
    """The page with every table as the rules have it."""
    return MARKED.sub(lambda found: f"{found[1]}{TABLES[found[2]]()}\n{found[4]}", text)


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table of Markdown."""
    cells = [list(head), *([str(cell) for cell in row] for row in rows)]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    return "\n".join((lines[0], "|---" * len(cells[0]) + "|", *lines[1:]))


def _amount(value: int | None) -> str:
    return NONE if value is None else signed(value) if value else "0"


def _amounts(of: Mapping[Attribute, int]) -> str:
    return ", ".join(f"{SHORT[attribute]} {_amount(amount)}" for attribute, amount in of.items()) or NONE


def alignments() -> str:
    """What an alignment gives."""
    rows = ((each.label, _amounts(of)) for each, of in kingdom_book.ALIGNMENTS.items())
    return table(("alignment", "gives"), rows)


def roles() -> str:
    """What each role adds, and what its vacancy costs."""
    return table(("role", "ability", "adds to", "vacant"), (_role(each) for each in Role))


def _role(role: Role) -> Iterator[str]:
    row = kingdom_book.ROLES[role]
    yield role.label
    yield " or ".join(each.value.title() for each in row.abilities)
    to = SHORT[row.attribute] if row.attribute else CHOSEN[role]
    yield f"{to}, half" if row.is_half else to
    costs = [f"{SHORT[attribute]} {_amount(amount)}" for attribute, amount in row.vacancy]
    costs += [f"Unrest {_amount(row.vacancy_unrest)} a month"] if row.vacancy_unrest else []
    yield ", ".join(costs) or NONE


def edicts() -> str:
    """The levels of the three edicts."""
    rows = [
        *_levels("Holidays", kingdom_book.HOLIDAYS, ("Loyalty", "Consumption")),
        *_levels("Promotion", kingdom_book.PROMOTIONS, ("Stability", "Consumption")),
        *_levels("Taxation", kingdom_book.TAXATIONS, ("Economy", "Loyalty")),
    ]
    return table(("edict", "level", "changes"), rows)


def _levels(
    title: str, rows: Mapping[Any, tuple[int, int]], of: tuple[str, str]
) -> Iterator[tuple[str, str, str]]:
    for level, amounts in rows.items():
        changes = [f"{name} {_amount(amount)}" for name, amount in zip(of, amounts, strict=True) if amount]
        yield title, level.label, ", ".join(changes) or NONE


def limits() -> str:
    """What a month allows, by Size."""
    rows, least = [], 1
    for each in kingdom_book.LIMITS:
        size = f"{least}–{each.up_to}" if each.up_to is not None else f"{least} or more"
        buildings = "no limit" if each.buildings is None else each.buildings
        rows.append((size, each.claims, each.terrain, each.settlements, buildings))
        least = (each.up_to or 0) + 1
    return table(("Size", "claims", "improvements", "settlements", "buildings"), rows)


def terrain() -> str:
    """What each terrain asks for."""
    rows = (
        (each.label, row.explore_days, _cell(row.prepare), _cell(row.prepare_months),
         _cell(row.farm), _cell(row.road))
        for each, row in kingdom_book.TERRAINS.items()
    )  # fmt: skip
    return table(("terrain", "days to explore", "prepare, BP", "months", "Farm, BP", "Road, BP"), rows)


def _cell(value: int | None) -> str:
    return NONE if value is None else str(value)


COSTS = {
    Improvement.AQUEDUCT: "as a Road, rivers aside",
    Improvement.BRIDGE: "in the Road's price",
    Improvement.CANAL: "twice a Road, rivers aside",
    Improvement.FARM: "by terrain",
    Improvement.HIGHWAY: "twice the Road, less the Road",
    Improvement.ROAD: "by terrain, double by a river",
}


def improvements() -> str:
    """What each improvement costs and gives, and where it stands."""
    rows = (
        (each.label, COSTS.get(each, f"{row.cost} BP"), _grounds(each),
         each.meaning or "no double price for a Road by a river")
        for each, row in kingdom_book.IMPROVEMENTS.items()
    )  # fmt: skip
    return table(("improvement", "costs", "where", "gives"), rows)


def _grounds(improvement: Improvement) -> str:
    if improvement is Improvement.FISHERY:
        return "coast, river, marsh, water"
    if improvement is Improvement.BRIDGE:
        return NONE
    found = GROUNDS.get(improvement, LAND)
    return "any land" if found == LAND else ", ".join(each.value for each in found)


def rates() -> str:
    """What gold buys from scratch."""
    rows, least = [], 1
    for up_to, deposit, withdraw in kingdom_book.SCRATCH_RATES:
        size = f"{least}–{up_to}" if up_to is not None else f"{least} or more"
        rows.append((size, f"{deposit:,} gp", f"{withdraw:,} gp"))
        least = (up_to or 0) + 1
    return table(("Size", "buys 1 BP", "1 BP withdrawn"), rows)


def milestones() -> str:
    """Experience, once each."""
    rows = [("a kingdom founded", kingdom_book.XP_KINGDOM), ("its first capital", kingdom_book.XP_CAPITAL)]
    rows += [(f"Size {size}", xp) for size, xp in kingdom_book.XP_SIZES]
    rows += [(f"{lots} lots in one settlement", xp) for lots, xp in kingdom_book.XP_LOTS]
    return table(("milestone", "XP"), ((what, f"{xp:,}") for what, xp in rows))


def relationships() -> str:
    """What a third party adds to the DC of a diplomatic edict."""
    rows = ((tie.label, bond.label, _amount(amount)) for (tie, bond), amount in RELATIONSHIPS.items())
    return table(("your tie with a third kingdom", "it and the one you ask are", "DC"), rows)


def attacks() -> str:
    """What it costs to attack a kingdom, by the closest tie with it."""
    rows = ((tie.label, _price(price.success), _price(price.failure)) for tie, price in ATTACKS.items())
    return table(("tie", "the Loyalty check succeeds", "it fails"), rows)


def _price(amounts: tuple[str, str]) -> str:
    named = zip(("Infamy", "Unrest"), amounts, strict=True)
    return ", ".join(f"{name} +{amount}" for name, amount in named if amount)


def cargoes() -> str:
    """What each type of trade route needs, and what it counts."""
    return table(
        ("type", "needs in its settlement", "Economy +1 for each 10"),
        ((cargo.label, _all(row.needs), _counted(row)) for cargo, row in CARGOES.items()),
    )


def _counted(row: CargoRow) -> str:
    where = "the settlement" if row.buildings else "the kingdom"
    return f"{_all((*row.buildings, *row.improvements))} in {where}"


def _all(what: Iterable[Labelled]) -> str:
    return ", ".join(each.label for each in what) or NONE


TABLES: Mapping[str, Callable[[], str]] = {
    each.__name__: each
    for each in (
        alignments,
        roles,
        edicts,
        limits,
        terrain,
        improvements,
        rates,
        relationships,
        attacks,
        cargoes,
        milestones,
    )
}


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))

"""A kingdom that is being drawn up: what was chosen, what is missing, and what founding it takes."""

from __future__ import annotations

from collections.abc import Iterator

from bot.systems.kingdom.rules.book import ALIGNMENTS
from bot.systems.kingdom.rules.drafts import lacking, prospect
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.state import Kingdom
from bot.systems.kingdom.rules.terms import Backing, Role
from bot.systems.kingdom.words import founding as words
from bot.systems.kingdom.words import founding_towns
from bot.systems.kingdom.words.names import ATTRIBUTES, ROLES
from bot.ui.text import safe

MOST_LEADERS = 6
SETTLED = (Backing.CONQUEST, Backing.FIEF, Backing.GRANT)


def lines(realm: Realm) -> Iterator[str]:
    """What was chosen, what is missing, who leads it, and what Found it takes and leaves."""
    kingdom, lacks = realm.kingdom, lacking(realm.kingdom)
    yield _line(words.ALIGNMENT_LINE, _alignment(kingdom) if "alignment" not in lacks else "")
    yield _line(words.TERMS_LINE, _terms(kingdom) if "points" not in lacks else "")
    yield _line(words.HEX_LINE, _first(realm) if "hex" not in lacks else "")
    yield _leaders(kingdom)
    if not kingdom.held_by(Role.RULER):
        yield f"-# {words.VACANT_RULER}"
    if kingdom.terms.backing in SETTLED:
        yield f"-# {words.MORE_HEXES}"
    yield ""
    yield from _cost(realm)
    if lacks:
        yield words.lacks(lacks)
    yield words.NOTHING_PAID
    yield f"-# {founding_towns.THEN}"


def _line(what: str, value: str) -> str:
    return words.chosen(what, value) if value else words.open_(what, words.NOT_CHOSEN)


def _alignment(kingdom: Kingdom) -> str:
    if kingdom.alignment is None:
        return ""
    amounts = ALIGNMENTS[kingdom.alignment].items()
    return words.alignment(kingdom.alignment.value, [(ATTRIBUTES[each.value], n) for each, n in amounts])


def _terms(kingdom: Kingdom) -> str:
    terms = kingdom.terms
    return words.terms(terms.points, terms.backing.value, safe(terms.sponsor, 60), terms.tribute.value)


def _first(realm: Realm) -> str:
    first = realm.kingdom.first
    each = realm.land.hexes.get(first) if first is not None else None
    if first is None or each is None:
        return ""
    return words.first_hex(safe(realm.land.name_of(first), 20), each.terrain.value)


def _leaders(kingdom: Kingdom) -> str:
    named = [f"{ROLES[each.role.value]} {safe(each.name, 40)}" for each in kingdom.leaders]
    count = len({each.role for each in kingdom.leaders})
    return words.leaders(count, len(Role), named[:MOST_LEADERS], max(0, len(named) - MOST_LEADERS))


def _cost(realm: Realm) -> Iterator[str]:
    cost, points = prospect(realm), realm.kingdom.terms.points
    if cost is None:
        return
    yield words.cost(cost.claim, cost.preparation, cost.months)
    if points:
        yield words.left(points, cost.claim + cost.preparation, cost.left)
    if cost.left < 0 < points:
        yield words.TOO_FEW

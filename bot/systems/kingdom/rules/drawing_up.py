"""A settlement as its plan would have it: what fits, what it would cost, and in which month it could come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.engine.system import RecordId
from bot.systems.kingdom.rules.bills import Bill, bill
from bot.systems.kingdom.rules.book import limits
from bot.systems.kingdom.rules.limits import allowed
from bot.systems.kingdom.rules.plots import Ground
from bot.systems.kingdom.rules.raising import is_free_of_limit, raised
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.terms import Limit, Step
from bot.systems.kingdom.rules.town import Building, Planned, Town
from bot.systems.kingdom.words import town_plans as words

_NO_BILL: Final = Bill(0, 0)


@dataclass(frozen=True, slots=True)
class Drawn:
    """An entry of a plan, once everything before it is built; `why` says why it no longer fits.

    The bill is in BP; `months` counts from the first one in which something can be built.
    """

    planned: Planned
    why: str = ""
    bill: Bill = _NO_BILL
    over: Building | None = None
    months: int = 0
    is_free: bool = False

    @property
    def fits(self) -> bool:
        """Whether it can be built in its turn."""
        return not self.why


def drawn_up(realm: Realm, id_: RecordId) -> tuple[Realm, tuple[Drawn, ...]]:
    """The realm with all of a settlement's plan built that fits, in its order; and each entry.

    Neither the Treasury nor anything else that time brings is looked at.
    """
    month, found = 1, []
    realm = _with_a_month(realm)
    for planned in realm.towns[id_].plans:
        realm, drawn = _drawn(realm, id_, planned)
        if drawn.fits and not drawn.is_free and _is_used_up(realm):
            month += 1
            realm = _next_month(realm)
        if drawn.fits:
            realm, drawn = _built(realm, id_, drawn)
        found.append(replace(drawn, months=month if drawn.fits else 0))
    return realm, tuple(found)


def _drawn(realm: Realm, id_: RecordId, planned: Planned) -> tuple[Realm, Drawn]:
    town = realm.towns[id_]
    over = town.building(planned.over) if planned.over is not None else None
    if planned.over is not None and over is None:
        return realm, Drawn(planned, words.NOTHING_TO_UPGRADE)
    why = Ground(town, realm.rulings, over).hindrance(planned.type, planned.place)
    if why:
        return realm, Drawn(planned, why, over=over)
    price = bill(realm, town, planned.type, planned.place, over)
    return realm, Drawn(planned, "", price, over, is_free=_is_free(realm, town, planned, price, over))


def _built(realm: Realm, id_: RecordId, drawn: Drawn) -> tuple[Realm, Drawn]:
    planned, over = drawn.planned, drawn.over
    is_free = _is_free(realm, realm.towns[id_], planned, drawn.bill, over)
    after, _ = raised(realm, id_, planned.type, planned.place, drawn.bill, over)
    return after, replace(drawn, is_free=is_free)


def _is_free(realm: Realm, town: Town, planned: Planned, price: Bill, over: Building | None) -> bool:
    return is_free_of_limit(realm.kingdom.month, town, planned.type, planned.place, price, over)


# -- months -------------------------------------------------------------------------------------------


def a_month(realm: Realm) -> int | None:
    """How many buildings a month allows, by the Size that counts now; None: any number."""
    if realm.kingdom.month.size:
        return allowed(realm, Limit.BUILDINGS)
    return limits(realm.size).buildings


def _is_used_up(realm: Realm) -> bool:
    most = a_month(realm)
    return most is not None and realm.kingdom.month.used.get(Limit.BUILDINGS, 0) >= most


def _with_a_month(realm: Realm) -> Realm:
    """The realm in the first month in which something can be built: this one, unless its step is over."""
    return _next_month(realm) if realm.kingdom.month.is_over(Step.SETTLEMENTS) else realm


def _next_month(realm: Realm) -> Realm:
    month = realm.kingdom.month
    fresh = replace(month, number=month.number + 1, used={}, has_housed=False, has_magic=False)
    return replace(realm, kingdom=replace(realm.kingdom, month=fresh))

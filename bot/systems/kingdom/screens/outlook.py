"""What an open step would do, in a line: the roll that is needed, the chance of each outcome, the price."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.engine.system import RecordId
from bot.systems.kingdom.rules.chances import event_chance
from bot.systems.kingdom.rules.checks import SIDES, Check, check
from bot.systems.kingdom.rules.granaries import board
from bot.systems.kingdom.rules.keeping import with_unrest
from bot.systems.kingdom.rules.losing import doomed, must_recover
from bot.systems.kingdom.rules.markets import open_districts
from bot.systems.kingdom.rules.part_steps import RECLAIM
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.reclaiming import reclaim_check
from bot.systems.kingdom.rules.revenue import earned
from bot.systems.kingdom.rules.slots import vacancies
from bot.systems.kingdom.rules.terms import Attribute, Step
from bot.systems.kingdom.rules.upkeep import grievances
from bot.systems.kingdom.screens import event_lines
from bot.systems.kingdom.words import checks, item_market, losses, upkeep
from bot.systems.kingdom.words import months as words
from bot.ui.text import safe

# So many settlements are told of by name.
MOST_MARKETS = 5


def outlook(realm: Realm, step: str) -> str:
    """What that step would do now, by its name; empty where there is nothing to foretell."""
    if step.startswith(RECLAIM):
        return _reclaim(realm, RecordId(step.removeprefix(RECLAIM)))
    tell = _TELLERS.get(step)
    return tell(realm) if tell is not None else event_lines.foretold(realm, step)


def _needs(made: Check) -> str:
    if made.needed is None:
        return checks.void(made.attribute.value)
    return checks.needs(made.attribute.value, made.needed, made.chance)


def _stability(realm: Realm) -> str:
    made = check(realm, Attribute.STABILITY)
    bad = 1 - made.chance - made.mild
    return upkeep.stability_odds(
        _needs(made),
        upkeep.stability_success(is_calm=not realm.kingdom.unrest) if made.chance else "",
        checks.chance(made.mild) if made.mild else "",
        checks.chance(bad) if bad else "",
    )


def _consumption(realm: Realm) -> str:
    bill = board(realm)
    return upkeep.will_pay(bill.paid, realm.kingdom.treasury, bill.stored)


def _items(realm: Realm) -> str:
    """Where an item may come up, and how likely; once for each district."""
    found: dict[RecordId, tuple[int, int]] = {}
    for id_, district in open_districts(realm):
        districts, slots = found.get(id_, (0, 0))
        found[id_] = districts + 1, slots + len(vacancies(realm.towns[id_], district))
    shown = list(found.items())[:MOST_MARKETS]
    told = [(safe(realm.towns[id_].name, 40), *counts) for id_, counts in shown]
    return item_market.odds(told, len(found) - len(told)) if told else ""


def _unrest(realm: Realm) -> str:
    return upkeep.will_settle([(each.what, each.unrest) for each in grievances(realm)])


def _stand_in(realm: Realm) -> str:
    return upkeep.stand_in_odds(_needs(check(realm, Attribute.LOYALTY)))


def _enforcer(realm: Realm) -> str:
    calmer = replace(realm, kingdom=with_unrest(realm.kingdom, -1))
    return upkeep.enforcer_odds(_needs(check(calmer, Attribute.LOYALTY)))


def _lose_hex(realm: Realm) -> str:
    return upkeep.lose_hex(realm.kingdom.unrest)


def _taxes(realm: Realm) -> str:
    """The least and the most that a success and a failure bring, what a sponsor takes off."""
    made = check(realm, Attribute.ECONOMY)
    results = [made.of(die) for die in range(1, SIDES + 1)]
    good = [earned(realm, each).net for each in results if each.is_success]
    bad = [earned(realm, each).net for each in results if not each.is_success]
    return words.tax_odds(_needs(made), _range(good), _range(bad))


def _range(amounts: list[int]) -> tuple[int, int] | None:
    return (min(amounts), max(amounts)) if amounts else None


def _event(realm: Realm) -> str:
    return words.event_odds(event_chance(realm))


def _reclaim(realm: Realm, settlement: RecordId) -> str:
    made = reclaim_check(realm, settlement)
    return losses.reclaim_odds(_needs(made)) if made is not None else ""


def _close(realm: Realm) -> str:
    """What becomes of a kingdom that lost its last hex, unless it recovers before (R022)."""
    return losses.recover(is_last=doomed(realm)) if must_recover(realm) else ""


_TELLERS: Mapping[str, Callable[[Realm], str]] = {
    Step.STABILITY.value: _stability,
    Step.CONSUMPTION.value: _consumption,
    Step.ITEMS.value: _items,
    Step.UNREST.value: _unrest,
    Step.STAND_IN.value: _stand_in,
    Step.ENFORCER.value: _enforcer,
    Step.LOSE_HEX.value: _lose_hex,
    Step.TAXES.value: _taxes,
    Step.EVENT.value: _event,
    Step.CLOSE.value: _close,
}

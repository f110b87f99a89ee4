"""Messages about magic items: what came to the market, was named, bought, or driven off it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.item_trade import ItemBought, ItemPurged
from bot.systems.kingdom.rules.items import ItemNamed, ItemPut, ItemsRolled, Offer
from bot.systems.kingdom.rules.slots import ItemsGone
from bot.systems.kingdom.screens.upkeep_cards import check_line
from bot.systems.kingdom.words import items as words
from bot.ui.card import Card, Tone
from bot.ui.text import fitting, safe

# So much of a message is for the rolls of all districts.
ROLLS = 1500
# A line of the journal names so many of those that came.
MOST_TOLD = 3


def draw(post: Post) -> Card | None:
    """The message about the rolls of Upkeep, and about a slot that was to be emptied."""
    rolled, purged = post.entry.event(ItemsRolled), post.entry.event(ItemPurged)
    if rolled is not None:
        lines = fitting(map(_offer, rolled.offers), ROLLS)
        has_come = any(each.building is not None for each in rolled.offers)
        tone = Tone.GOOD if has_come else Tone.PLAIN
        return Card(words.rolled_title(safe(rolled.name, 60)), tuple(lines), tone=tone)
    if purged is None:
        return None
    tone = Tone.GOOD if purged.result.is_success else Tone.BAD
    return Card(
        words.rolled_title(safe(purged.name, 60)), (check_line(purged.result), _outcome(purged)), tone=tone
    )


def _offer(offer: Offer) -> str:
    where = words.where(safe(offer.settlement, 60), offer.district)
    if offer.building is None or offer.grade is None or offer.kind is None:
        return words.none_came(where, offer.die)
    what = words.item(offer.grade.value, offer.kind.value)
    return words.came(where, offer.die, what, offer.building.value)


def _outcome(event: ItemPurged) -> str:
    town, item = safe(event.settlement, 60), safe(event.item, 60)
    return words.purged(town, item, is_success=event.result.is_success, cost=event.cost)


# -- in a line ----------------------------------------------------------------------------------------


def _rolled(event: ItemsRolled) -> str:
    come = [_arrived(each) for each in event.offers if each.building is not None]
    shown = come[:MOST_TOLD]
    return words.rolled(safe(event.name, 60), shown, len(come) - len(shown), len(event.offers))


def _arrived(offer: Offer) -> str:
    grade, kind, building = (each.value if each else "" for each in (offer.grade, offer.kind, offer.building))
    return words.arrived(safe(offer.settlement, 60), words.item(grade, kind), building)


def _named(event: ItemNamed) -> str:
    town, item = safe(event.settlement, 60), safe(event.item, 60)
    return words.told_name(town, event.building.value, item, event.price)


def _bought(event: ItemBought) -> str:
    town, item = safe(event.settlement, 60), safe(event.item, 60)
    return words.bought(town, item, event.price, event.how.value, event.points)


def _purged(event: ItemPurged) -> str:
    return f"{check_line(event.result)} · {_outcome(event)}"


def _put(event: ItemPut) -> str:
    named = safe(event.item, 60), event.price, safe(event.before, 60), safe(event.reason, 100)
    return words.put(safe(event.settlement, 60), event.building.value, *named)


def _gone(event: ItemsGone) -> str:
    names = [safe(each, 60) for each in event.items]
    return words.gone(safe(event.settlement, 60), event.building.value, names, event.unnamed)


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    ItemsRolled: _rolled,
    ItemNamed: _named,
    ItemBought: _bought,
    ItemPurged: _purged,
    ItemPut: _put,
    ItemsGone: _gone,
}

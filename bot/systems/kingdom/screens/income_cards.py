"""Income on cards: taxes as they were rolled, what they may bring, and what a withdrawal or a sale costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from bot.play import Post
from bot.systems.kingdom.rules.book import ANARCHY_AT, LOSE_HEX_AT
from bot.systems.kingdom.rules.income import (
    Deposited,
    ItemSold,
    TaxesCollected,
    Withdrawn,
    with_less,
)
from bot.systems.kingdom.rules.realm import Realm
from bot.systems.kingdom.rules.revenue import Expected, Yield, expected, rates, resources
from bot.systems.kingdom.rules.settings import RESOURCES_ON_FAILURE
from bot.systems.kingdom.rules.terms import Role, Tribute
from bot.systems.kingdom.rules.vacancy import is_vacant
from bot.systems.kingdom.screens.finding import Seen
from bot.systems.kingdom.words import income as words
from bot.systems.kingdom.words.names import NUMBERS
from bot.ui.card import Button, Card, Tone
from bot.ui.text import clip, safe

WITHDRAW, SELL = "kingdom_withdraw", "kingdom_sell"
# What a button can carry of an item's name beside two ids and a price.
ITEM_LENGTH: Final = 100


def draw(post: Post) -> Card | None:
    """The message about taxes: the check first, then what it brought and from where."""
    event = post.entry.event(TaxesCollected)
    if event is None:
        return None
    parts = words.check(event.die, event.economy, event.bonus, event.unrest)
    lines = [
        words.result(parts, event.total, event.dc, event.die, is_success=event.is_success),
        words.earned(_net(event)),
        *_from(event),
    ]
    tone = Tone.GOOD if event.is_success else Tone.BAD
    return Card(words.taxes_title(safe(event.name, 60)), tuple(lines), tone=tone)


def _net(event: TaxesCollected) -> int:
    return event.taxes + sum(each.points for each in event.resources) - event.tribute


def _from(event: TaxesCollected) -> Iterator[str]:
    """Where it comes from, where that is more than one place."""
    if event.resources or event.tribute:
        yield words.from_taxes(event.taxes)
    yield from _yields(event.resources)
    if event.tribute:
        yield words.tribute(event.tribute, safe(event.sponsor, 60), event.debt)


def _yields(found: tuple[Yield, ...]) -> Iterator[str]:
    for each in found:
        yield words.from_improvement(each.improvement.value, each.count, each.points)


# -- previews -----------------------------------------------------------------------------------------


def withdrawal(seen: Seen, points: int) -> Card:
    """What a withdrawal costs; its button carries the Unrest that was shown."""
    kingdom = seen.realm.kingdom
    after = with_less(kingdom, points)
    lines = [
        words.price(points, points * rates(seen.realm)[1]),
        words.before_and_after(NUMBERS["treasury"], kingdom.treasury, after.treasury),
        words.before_and_after(NUMBERS["unrest"], kingdom.unrest, after.unrest),
    ]
    if kingdom.unrest < LOSE_HEX_AT <= after.unrest:
        lines.append(words.loses_hex(LOSE_HEX_AT))
    if after.unrest >= ANARCHY_AT:
        lines.append(words.anarchy(ANARCHY_AT))
    args = (seen.id, str(points), str(kingdom.unrest))
    button = Button(words.WITHDRAW.format(points=points), WITHDRAW, args, is_main=True)
    title = words.withdraw_title(safe(kingdom.name, 60), points)
    return Card(title, (*lines, words.ONCE), tone=Tone.ASKS, buttons=(button,))


def sale_for_nothing(seen: Seen, town: str, price: int, item: str) -> Card:
    """What such a sale comes to; `town` is an id, `item` its name."""
    name = safe(next(each.name for id_, each in seen.realm.towns.items() if id_ == town), 60)
    button = Button(words.SELL, SELL, (seen.id, town, str(price), ""), is_main=True)
    room = ITEM_LENGTH - len(button.custom_id)
    kept = clip(item.replace("|", "/"), room) if room > 1 else ""
    button = replace(button, args=(*button.args[:-1], kept))
    return Card(
        words.nothing_title(name),
        (words.nothing(safe(item, 100), price),),
        tone=Tone.ASKS,
        buttons=(button,),
    )


def forecast(realm: Realm) -> Card:
    """What the tax check needs, its chance, and what it may bring."""
    title = words.forecast_title(safe(realm.kingdom.name, 60))
    if is_vacant(realm.kingdom, Role.TREASURER):
        return Card(title, (words.NO_TREASURER,))
    found = expected(realm)
    lines = [*_odds(found), "", *_faces(found), *_included(realm), words.NOW]
    return Card(title, tuple(lines))


def _odds(found: Expected) -> Iterator[str]:
    made = found.check
    if made.needed is None:
        yield words.NEVER
    else:
        yield words.needed(made.needed, int(made.chance * 100), made.modifier, made.dc)
    success = found.if_success
    yield words.average(_points(found.mean), _points(success) if success is not None else None)


def _points(mean: Fraction) -> str:
    """With hundredths where there are any."""
    sign = "−" if mean < 0 else ""
    return sign + f"{float(abs(mean)):.2f}".rstrip("0").rstrip(".")


def _faces(found: Expected) -> Iterator[str]:
    """What each face brings: those next to each other that fail, or succeed, together."""
    numbered = list(enumerate(found.by_die, 1))
    for _, group in groupby(numbered, key=lambda pair: found.check.of(pair[0]).is_success):
        faces = list(group)
        nets = [each.net for _, each in faces]
        yield words.by_die(faces[0][0], faces[-1][0], min(nets), max(nets))


def _included(realm: Realm) -> Iterator[str]:
    found = resources(realm)
    if found:
        always = realm.rulings.is_on(RESOURCES_ON_FAILURE)
        yield words.included("; ".join(_yields(found)), always=always)
    terms = realm.kingdom.terms
    if terms.tribute is Tribute.TENTH:
        yield words.TENTH
    elif terms.tribute is Tribute.ONE and terms.debt > 0:
        yield words.owed(terms.debt)


# -- in a line ----------------------------------------------------------------------------------------


def _withdrawn(event: Withdrawn) -> str:
    return words.withdrawn(safe(event.name, 60), event.points, event.gold)


def _deposited(event: Deposited) -> str:
    note = safe(event.note, 100)
    return words.deposited(safe(event.name, 60), event.gold, event.points, event.rest, note)


def _sold(event: ItemSold) -> str:
    town = safe(event.settlement, 60)
    line = words.sold(town, safe(event.item, 100), event.price, event.points)
    return f"{line}\n{words.sales_left(town, event.left)}"


def _collected(event: TaxesCollected) -> str:
    return words.collected(
        safe(event.name, 60), _net(event), event.total, event.dc, is_success=event.is_success
    )


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    Withdrawn: _withdrawn,
    Deposited: _deposited,
    ItemSold: _sold,
    TaxesCollected: _collected,
}

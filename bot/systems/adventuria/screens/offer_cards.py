"""Offers on cards and in the journal: what there is, what it costs, what would come of it, and what came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from bot.engine.people import Standing
from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.play import Post, Shown
from bot.systems.adventuria.rules.adventurer import ADVENTURER, OFFER
from bot.systems.adventuria.rules.holding import gain
from bot.systems.adventuria.rules.ledger import limit
from bot.systems.adventuria.rules.offer import Offer, OfferClosed, OfferMade
from bot.systems.adventuria.rules.offer_steps import NARRATORS_KEYS, price
from bot.systems.adventuria.rules.owned import is_meant
from bot.systems.adventuria.rules.payment import paid
from bot.systems.adventuria.rules.settings import ALL_OF_NOTHING, ASKED, BUYS, FULL_OF_SPELLS
from bot.systems.adventuria.rules.state import NAME_LENGTH, Adventurer, Possession
from bot.systems.adventuria.screens import sheet_cards, ware_cards
from bot.systems.adventuria.screens.asking import asking, on_behalf
from bot.systems.adventuria.screens.change_cards import told_lines
from bot.systems.adventuria.words import offers as words
from bot.ui.card import Button, Card, Tone, step_buttons
from bot.ui.text import person, safe

PANEL_BUTTON = "adv_offer"
ABOUT, TEXT = 1000, 500


def draw(post: Post) -> Card | None:
    """The message about an entry, where it is about an offer."""
    closed, shown = post.entry.event(OfferClosed), post.subject
    if shown is None:
        return None
    if closed is not None:
        return _closed(closed, shown, post)
    return show(shown, post) if post.entry.event(OfferMade) is not None else None


def show(shown: Shown, post: Post) -> Card | None:
    """An offer as it stands, with its player's buttons and one for narrators."""
    if shown.kind != OFFER:
        return None
    offer = cast(Offer, shown.state)
    card = _card(offer)
    if offer.end is not None:
        return card.add(words.ENDS[offer.end])
    if post.newer is not None or not shown.steps:
        return card
    card = card.add(*_means(offer, post.records, Rulings.of(post.campaign.settings)))
    keys = [each.key for each in shown.steps[0].choices if each.key not in NARRATORS_KEYS]
    narrators = Button(words.NARRATORS, PANEL_BUTTON, (post.entry.campaign, shown.id))
    buttons = (*step_buttons(shown.id, shown.steps, keys), narrators)
    plays = post.campaign.standing(offer.player) in (Standing.PLAYER, Standing.GAME_MASTER)
    card = card.add(words.ASKED[offer.kind](person(offer.player)), buttons=buttons)
    return replace(card, tone=Tone.ASKS, asks=(offer.player,) if plays else ())


def panel(shown: Shown) -> Card:
    """What a narrator may do about an open offer."""
    buttons = step_buttons(shown.id, shown.steps, NARRATORS_KEYS)
    return _card(cast(Offer, shown.state)).add(words.NARRATORS_MAY, buttons=buttons)


def _card(offer: Offer) -> Card:
    """What is offered; what a thing says in words stands apart, for it may be long."""
    gift = offer.gift
    fields = ((words.ITS_TEXT, safe(gift.about, ABOUT)),) if gift is not None and gift.about else ()
    return Card(_title(offer), tuple(_offered(offer)), fields, tone=Tone.QUIET)


def _title(offer: Offer) -> str:
    return words.TITLES[offer.kind](safe(offer.name, NAME_LENGTH))


# -- what there is, and what it costs -------------------------------------------------------------------


def _offered(offer: Offer) -> Iterator[str]:
    if offer.quest is not None:
        yield words.strong(safe(offer.quest.name, NAME_LENGTH))
    if offer.text:
        yield safe(offer.text, TEXT)
    if offer.gift is not None:
        yield from _thing(offer.gift)
    if offer.gold:
        yield words.strong(words.gold(offer.gold))
    for option in offer.options:
        yield words.option(safe(option, TEXT))
    if offer.price is not None:
        yield words.costs(safe(price(offer.price), NAME_LENGTH))


def _thing(gift: Possession) -> Iterator[str]:
    yield words.thing(safe(gift.name, NAME_LENGTH), gift.ware, is_weapon=gift.is_weapon)
    yield from ware_cards.rules(gift.effects)


# -- what taking it would mean ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rulings:
    """What a campaign decided that matters to an offer (Q3, Q4, Q9)."""

    sheet: sheet_cards.Rulings
    asks: bool
    buys_with_nothing: bool

    @classmethod
    def of(cls, settings: Mapping[str, str]) -> Rulings:
        """Those of a campaign's settings."""
        asks = FULL_OF_SPELLS.of(settings) == ASKED
        return cls(sheet_cards.Rulings.of(settings), asks, ALL_OF_NOTHING.of(settings) == BUYS)


def _means(offer: Offer, records: Mapping[RecordId, Shown], rulings: Rulings) -> Iterator[str]:
    """What the adventurer has for it, and what would come of it: known before it costs anything."""
    found = records.get(offer.adventurer)
    if found is None:
        return
    state = cast(Adventurer, found.state)
    if offer.price is not None:
        yield _has(offer, state)
        try:
            state, _ = paid(state, offer.price, buys_with_nothing=rulings.buys_with_nothing)
        except RuleViolation:
            yield words.CANT_PAY
            return
    if offer.gift is not None:
        yield _room(offer.gift, state, rulings)
    if offer.quest is not None and state.quest is not None:
        yield words.on_one(safe(state.quest.name, NAME_LENGTH))


def _has(offer: Offer, state: Adventurer) -> str:
    name = safe(state.name, NAME_LENGTH)
    if offer.price is None or not offer.price.name:
        return words.has_gold(name, state.gold)
    held = any(is_meant(each, offer.price.name) for each in state.possessions)
    return words.has_thing(name, safe(offer.price.name, NAME_LENGTH), is_held=held)


def _room(gift: Possession, state: Adventurer, rulings: Rulings) -> str:
    """Whether there is room once it is paid for, and what happens where there is none (A20, A23)."""
    one_at_three = rulings.sheet.one_at_three
    _, told = gain(state, gift, one_at_three=one_at_three, asks=rulings.asks)
    most = limit(state, gift.ware, one_at_three=one_at_three)
    return words.room(gift.ware, told.how, len(state.held(gift.ware)), most)


# -- what came of it ------------------------------------------------------------------------------------


def _closed(event: OfferClosed, shown: Shown, post: Post) -> Card:
    lines = [*on_behalf(post), _line(event), *told_lines(event.told)]
    card = Card(words.closed_title(safe(event.name, NAME_LENGTH)), tuple(lines))
    if post.newer is not None:
        return card
    if shown.kind == ADVENTURER.name:
        return asking(card.add(*sheet_cards.brief(shown.state)), shown, post)
    found = post.records.get(cast(Offer, shown.state).adventurer)
    return card.add(*sheet_cards.brief(found.state)) if found is not None and event.told else card


def _line(event: OfferClosed) -> str:
    name, title = safe(event.name, NAME_LENGTH), safe(event.title)
    return words.closed(event.end, name, title, safe(event.answer), is_free=event.is_free)


def _in_short(event: OfferClosed) -> str:
    told = told_lines(event.told)
    return f"{_line(event)} {'; '.join(told)}" if told else _line(event)


TELLERS: dict[type[Any], Any] = {
    OfferMade: lambda event: words.made(safe(event.name, NAME_LENGTH), safe(event.title)),
    OfferClosed: _in_short,
}

"""How an offer is made: what each kind of it has, and what it can't have (A14, A16, A18, A27)."""

from __future__ import annotations

from bot.engine.dice.source import Dice
from bot.engine.system import Open, Scene, Turn
from bot.engine.words import one_line
from bot.errors import RuleViolation
from bot.systems.adventuria.rules.adventurer import ADVENTURER, OFFER, require_turn
from bot.systems.adventuria.rules.change import GOAL_LENGTH
from bot.systems.adventuria.rules.offer import (
    ALL_GOLD,
    MOST_OPTIONS,
    OPTION_LENGTH,
    TEXT_LENGTH,
    MakeOffer,
    Offer,
    OfferKind,
    OfferMade,
    Price,
)
from bot.systems.adventuria.rules.offer_steps import title
from bot.systems.adventuria.rules.state import MOST_GOLD, NAME_LENGTH, Possession, Quest, Ware
from bot.systems.adventuria.rules.things import from_library, made_up
from bot.systems.adventuria.words import game
from bot.systems.adventuria.words import offers as words

LEAST_OPTIONS = 2
# What can be a part of each kind of offer besides its text.
PARTS: dict[OfferKind, tuple[str, ...]] = {
    OfferKind.GAIN: ("thing", "gold"),
    OfferKind.PAY: ("thing", "gold", "price"),
    OfferKind.CHOICE: ("options",),
    OfferKind.QUEST: ("thing",),
}


def make_offer(scene: Scene, action: MakeOffer, dice: Dice) -> Turn:
    """Offer something during the adventurer's turn. Raises RuleViolation: no turn, or what is missing."""
    record = scene.get(ADVENTURER, action.adventurer)
    require_turn(record.state)
    _require_fitting(action)
    is_quest = action.kind is OfferKind.QUEST
    offer = Offer(
        record.id,
        record.state.name,
        record.state.player,
        action.kind,
        _short(words.TEXT, action.text, GOAL_LENGTH if is_quest else TEXT_LENGTH),
        _price(action),
        _within(words.GOLD, action.gold, 0),
        None if is_quest else _gift(scene, action),
        _quest(action) if is_quest else None,
        _options(action) if action.kind is OfferKind.CHOICE else (),
        revision=scene.entry,
    )
    _require_whole(offer)
    opened = Open(scene.new_id(), OFFER, offer)
    return Turn((opened,), (OfferMade(offer.name, title(offer)),), channel=record.state.home or None)


def _require_fitting(action: MakeOffer) -> None:
    given = {
        "thing": action.thing is not None or bool(action.called),
        "gold": bool(action.gold),
        "price": bool(action.price or action.price_thing),
        "options": bool(action.options),
    }
    odd = [part for part, is_given in given.items() if is_given and part not in PARTS[action.kind]]
    if odd:
        raise RuleViolation(words.does_not_fit(action.kind, odd[0]))
    if action.price and action.price_thing:
        raise RuleViolation(words.ONE_PRICE)


def _require_whole(offer: Offer) -> None:
    """See that there is something to be had, and a price where it is sold. Raises RuleViolation."""
    if offer.kind is OfferKind.PAY and offer.price is None:
        raise RuleViolation(words.NO_PRICE)
    has_something = bool(offer.gold or offer.gift)
    # What is paid for may be told alone: a night at the inn.
    is_told = offer.kind is OfferKind.PAY and bool(offer.text)
    if offer.kind in (OfferKind.GAIN, OfferKind.PAY) and not (has_something or is_told):
        raise RuleViolation(words.NOTHING_OFFERED)


# -- its parts ------------------------------------------------------------------------------------------


def _price(action: MakeOffer) -> Price | None:
    if action.price_thing:
        return Price(name=_short(words.PRICE, action.price_thing, NAME_LENGTH))
    if action.price == ALL_GOLD:
        return Price(ALL_GOLD)
    return Price(_within(words.PRICE, action.price, 1)) if action.price else None


def _gift(scene: Scene, action: MakeOffer) -> Possession | None:
    if action.thing is not None:
        return from_library(scene, action.thing)
    return made_up(action.called, action.ware or Ware.ITEM) if action.called else None


def _quest(action: MakeOffer) -> Quest:
    name = _short(words.NAME, action.called, NAME_LENGTH)
    if not name:
        raise RuleViolation(words.NAMELESS_QUEST)
    return Quest(name, one_line(action.text))


def _options(action: MakeOffer) -> tuple[str, ...]:
    found = dict.fromkeys(one_line(each) for each in action.options.split(";"))
    options = tuple(_short(words.AN_OPTION, each, OPTION_LENGTH) for each in found if each)
    if not LEAST_OPTIONS <= len(options) <= MOST_OPTIONS:
        raise RuleViolation(words.bad_options(LEAST_OPTIONS, MOST_OPTIONS, len(options)))
    return options


def _short(what: str, text: str, most: int) -> str:
    line = one_line(text)
    if len(line) > most:
        raise RuleViolation(words.too_long(what, most, len(line)))
    return line


def _within(what: str, number: int, least: int) -> int:
    if not least <= number <= MOST_GOLD:
        raise RuleViolation(game.not_within(what, least, MOST_GOLD, number))
    return number

"""What waits in an offer: one step for its player, with what a narrator may do about it besides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.engine.system import Choice, RecordId, Step
from bot.engine.words import clip
from bot.systems.adventuria.rules.offer import (
    ALL_GOLD,
    ChooseOption,
    DeclineOffer,
    Offer,
    OfferKind,
    Price,
    TakeOffer,
    WithdrawOffer,
)
from bot.systems.adventuria.words import offers as words

# Beside the player's own choices; the cards keep them for narrators.
NARRATORS_KEYS = ("free", "withdraw")
# As much of a text as names an offer.
TITLE_LENGTH = 80


def title(state: Offer) -> str:
    """The offer in a few words."""
    if state.kind is OfferKind.CHOICE:
        return _in_short(state.text) or words.A_CHOICE
    if state.quest is not None:
        return state.quest.name
    given = [state.gift.name] if state.gift is not None else []
    given += [words.gold(state.gold)] if state.gold else []
    got = words.several(given) or _in_short(state.text)
    return words.bought(got, price(state.price)) if state.price is not None else got


def _in_short(text: str) -> str:
    """The text in a title's length, without its full stop: a title stands within sentences."""
    short = clip(text, TITLE_LENGTH)
    return short.rstrip(".") or short


def price(asked: Price) -> str:
    """What is to be paid."""
    if asked.name:
        return asked.name
    return words.ALL_THE_GOLD if asked.gold == ALL_GOLD else words.gold(asked.gold)


def steps(offer: RecordId, state: Offer) -> Sequence[Step]:
    """The one step of an open offer."""
    if state.end is not None:
        return ()
    choices = (*_choices(offer, state), *_narrators(offer, state))
    label = words.label(state.kind, state.name, title(state))
    return (Step("offer", label, state.player, choices, state.revision),)


def _choices(offer: RecordId, state: Offer) -> Iterable[Choice]:
    if state.kind is OfferKind.CHOICE:
        for place, option in enumerate(state.options):
            yield Choice(f"option{place}", option, ChooseOption(offer, place))
        return
    take = words.pay(price(state.price)) if state.price is not None else words.TAKE[state.kind]
    yield Choice("take", take, TakeOffer(offer), is_main=True)
    yield Choice("decline", words.DECLINE[state.kind], DeclineOffer(offer))


def _narrators(offer: RecordId, state: Offer) -> Iterable[Choice]:
    if state.price is not None:
        yield Choice("free", words.GIVE_FREE, TakeOffer(offer, for_nothing=True))
    yield Choice("withdraw", words.WITHDRAW, WithdrawOffer(offer))

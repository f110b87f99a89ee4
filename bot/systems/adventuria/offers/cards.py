"""Offers on cards and in the journal: what there is, what it costs, what would come of it, and what came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast

from bot.engine.card import Button, Card, Tone, step_buttons
from bot.engine.drawing import draws, shows
from bot.engine.people import Permit, Standing
from bot.engine.prose import prose
from bot.engine.system import RecordId, Scope
from bot.engine.text import T, refused
from bot.errors import RuleViolation, Stale
from bot.play import Post, RecordView
from bot.systems.adventuria.adventurer import ADVENTURER, OFFER
from bot.systems.adventuria.changed import lines
from bot.systems.adventuria.ledger import gain, limit
from bot.systems.adventuria.library.rules import rules_said
from bot.systems.adventuria.offers.rules import (
    NARRATORS_KEYS,
    Offer,
    OfferClosed,
    OfferEnd,
    OfferKind,
    OfferMade,
    paid,
    price,
)
from bot.systems.adventuria.settings import Rulings
from bot.systems.adventuria.sheet import cards as sheet_cards
from bot.systems.adventuria.sheet.cards import on_behalf, with_question
from bot.systems.adventuria.state import Adventurer, Manner, Possession, Ware, is_meant
from bot.ui.controls import button
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import Reply

PANEL_BUTTON = "adv_offer"


@draws(OfferClosed, rank=4)
def _draw_closed(event: OfferClosed, post: Post) -> Card | None:
    """The message about an entry, where an offer was taken, declined or withdrawn."""
    return _closed(event, post.subject, post) if post.subject is not None else None


@draws(OfferMade, rank=4)
def _draw_made(_event: OfferMade, post: Post) -> Card | None:
    """The message about an entry, where something was offered."""
    if post.subject is None or post.subject.kind != OFFER:
        return None
    return _show(post.subject, post)


@shows(OFFER)
def _show(record: RecordView, post: Post) -> Card:
    """An offer as it stands, with its player's buttons and one for narrators."""
    offer = cast(Offer, record.state)
    card = _card(offer)
    if offer.end is not None:
        return card.add(ENDS[offer.end]())
    if post.newer is not None or not record.steps:
        return card
    card = card.add(*_means(offer, post.records, Rulings.of(post.campaign)))
    keys = [each.key for each in record.steps[0].choices if each.key not in NARRATORS_KEYS]
    narrators = Button(T("Narrator…").plain(), PANEL_BUTTON, (post.entry.campaign, record.id))
    buttons = (*step_buttons(record.id, record.steps, keys), narrators)
    plays = post.campaign.standing(offer.player) in (Standing.PLAYER, Standing.GAME_MASTER)
    card = card.add(MAY_DO[offer.kind](player=offer.player), buttons=buttons)
    return replace(card, tone=Tone.ASKS, asks=(offer.player,) if plays else ())


def panel(record: RecordView) -> Card:
    """A card with what a narrator can do about an open offer."""
    buttons = step_buttons(record.id, record.steps, NARRATORS_KEYS)
    may = T("-# A narrator can withdraw the offer or give it for free.")()
    return _card(cast(Offer, record.state)).add(may, buttons=buttons)


def _card(offer: Offer) -> Card:
    """What is offered; a thing's description stands apart, for it may be long."""
    gift = offer.gift
    its_text = T("Description")()
    fields = ((its_text, prose(gift.about)),) if gift is not None and gift.about else ()
    return Card(TITLES[offer.kind](name=offer.name), tuple(_offered(offer)), fields, tone=Tone.QUIET)


TITLES = {
    OfferKind.GAIN: T("Something for {name:60}"),
    OfferKind.PAY: T("A bargain for {name:60}"),
    OfferKind.CHOICE: T("{name:60} has a choice"),
    OfferKind.QUEST: T("A quest for {name:60}"),
}
MAY_DO = {
    OfferKind.GAIN: T("{player:@}: take it or leave it."),
    OfferKind.PAY: T("{player:@}: pay or don't, as you like."),
    OfferKind.CHOICE: T("{player:@}: choose one."),
    OfferKind.QUEST: T("{player:@}: accept or decline."),
}
ENDS = {
    OfferEnd.TAKEN: T("Done."),
    OfferEnd.DECLINED: T("Declined."),
    OfferEnd.LAPSED: T("The offer lapsed with the turn."),
    OfferEnd.WITHDRAWN: T("The offer was withdrawn."),
}


# -- what there is, and what it costs -------------------------------------------------------------------


def _offered(offer: Offer) -> Iterator[str]:
    if offer.quest is not None:
        yield T("**{name:60}**")(name=offer.quest.name)
    if offer.text:
        yield prose(offer.text)
    if (gift := offer.gift) is not None:
        what = T("a weapon") if gift.is_weapon else gift.ware.cause.meaning
        yield T("**{name:60}**, {what}")(name=gift.name, what=what)
        yield from rules_said(gift.effects)
    if offer.gold:
        yield T("**{gold:,} gold**")(gold=offer.gold)
    for option in offer.options:
        yield T("• {option}")(option=option)
    if offer.price is not None:
        yield T("Costs **{price:60}**")(price=price(offer.price))


# -- what taking it would mean ------------------------------------------------------------------------


def _means(offer: Offer, records: Mapping[RecordId, RecordView], rulings: Rulings) -> Iterator[str]:
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
            yield T("⚠ Not enough to pay for it.")()
            return
    if offer.gift is not None:
        yield _room(offer.gift, state, rulings)
    if offer.quest is not None and state.quest is not None:
        already = T("⚠ Already on a quest, “{quest:60}”, which must end first.")
        yield already(quest=state.quest.name)


def _has(offer: Offer, state: Adventurer) -> str:
    if offer.price is None or not offer.price.name:
        return T("{name:60} has {gold:,} gold.")(name=state.name, gold=state.gold)
    if any(is_meant(each, offer.price.name) for each in state.possessions):
        would = T("{name:60} has {thing:60} and would give it up.")
        return would(name=state.name, thing=offer.price.name)
    return T("{name:60} has no {thing:60}.")(name=state.name, thing=offer.price.name)


def _room(gift: Possession, state: Adventurer, rulings: Rulings) -> str:
    """Whether there is room once it is paid for, and what happens where there is none (A20, A23)."""
    _, told = gain(state, gift, rulings)
    if not gift.ware.is_limited:
        return T("There is always room for an ability.")()
    most = limit(state, gift.ware, one_at_three=rulings.one_at_three)
    held = len(state.held(gift.ware))
    room = T("{held} of {most} {wares:lower}")(held=held, most=most, wares=gift.ware.meaning)
    if told.how is Manner.GAINED:
        return T("There is room ({room}).")(room=room)
    if told.how is Manner.WAITS:
        return T("⚠ No room ({room}): {without}.")(room=room, without=WITHOUT_ROOM[gift.ware])
    return T("⚠ No room ({room}): it would be lost.")(room=room)


WITHOUT_ROOM = {
    Ware.ITEM: T("taking it means losing one"),
    Ware.SPELL: T("taking it means discarding one first"),
    Ware.ALLY: T("one must leave first"),
}


# -- what came of it ------------------------------------------------------------------------------------


def _closed(event: OfferClosed, record: RecordView, post: Post) -> Card:
    offered = (event.offered,) if event.offered else ()
    card = Card(event.came_of_it, (*on_behalf(post), *offered, *lines(event.changes)))
    if post.newer is not None:
        return card
    if record.kind == ADVENTURER.name:
        return with_question(card.add(*sheet_cards.brief(record.state)), record, post)
    found = post.records.get(cast(Offer, record.state).adventurer)
    return card.add(*sheet_cards.brief(found.state)) if found is not None and event.changes else card


@button(PANEL_BUTTON, may=Permit.GAME_MASTERS)
async def open_panel(dispatcher: Dispatcher, reply: Reply, campaign: str, offer: str) -> None:
    """Show the panel of an offer that is open, privately."""
    seen = await dispatcher.look(reply.interaction, Scope(ids=(RecordId(offer),)), campaign=campaign)
    record = seen.records.get(RecordId(offer))
    if record is None or record.kind != OFFER or record.is_archived:
        raise refused("offer.answered", "That offer is already closed; nothing was changed.", Stale)
    await reply.private(panel(record))

"""Offers: made by a narrator, answered by the player (A14, A16, A18, A27)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Permit, Standing
from bot.engine.system import ActionKind, Change, Kind, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.words import safe
from bot.errors import NotAllowed, RuleViolation
from bot.systems.adventuria.rules.adventurer import (
    ADVENTURER,
    FIGHT,
    OFFER,
    kept,
    require_free,
    require_turn,
)
from bot.systems.adventuria.rules.holding import gain
from bot.systems.adventuria.rules.offer import (
    ChooseOption,
    DeclineOffer,
    MakeOffer,
    Offer,
    OfferClosed,
    OfferEnd,
    OfferKind,
    OfferMade,
    TakeOffer,
    WithdrawOffer,
)
from bot.systems.adventuria.rules.offer_steps import steps, title
from bot.systems.adventuria.rules.offering import make_offer
from bot.systems.adventuria.rules.payment import paid, received_gold
from bot.systems.adventuria.rules.settings import (
    ALL_OF_NOTHING,
    ASKED,
    BUYS,
    FULL_OF_SPELLS,
    acted_for,
    has_one_at_three,
)
from bot.systems.adventuria.rules.state import Adventurer, Ware
from bot.systems.adventuria.rules.steps import must_decide
from bot.systems.adventuria.rules.telling import told_attributes
from bot.systems.adventuria.rules.told import How, Told, What
from bot.systems.adventuria.words import offers as words
from bot.systems.adventuria.words import records


def _handed_over(state: Offer, player: int, _of: RecordId) -> Offer:
    return replace(state, player=player)


KIND: Kind[Offer] = Kind(
    OFFER,
    Offer,
    title=title,
    owner=lambda state: state.player,
    parent=lambda state: state.adventurer,
    links=lambda state: (state.adventurer,),
    waiting=steps,
    hand_over=_handed_over,
    goes_along=True,
    word=records.part,
)


# -- answered -----------------------------------------------------------------------------------------


def take_offer(scene: Scene, action: TakeOffer, dice: Dice) -> Turn:
    """Take what is offered, pay for it, undertake it. Raises RuleViolation: not enough, or decide first.

    A narrator may hand it over for nothing (Q9). Raises NotAllowed where a player does that.
    """
    record = scene.get(KIND, action.offer)
    offer = record.state
    if offer.kind is OfferKind.CHOICE:
        raise RuleViolation(words.CHOOSE_ONE)
    player = _acted_for(scene, offer, is_free=action.for_nothing)
    adventurer = _ready(scene, offer)
    state, told = _traded(scene, adventurer.state, offer, is_free=action.for_nothing)
    closed = replace(offer, end=OfferEnd.TAKEN)
    event = OfferClosed(offer.name, title(offer), OfferEnd.TAKEN, "", told, action.for_nothing)
    return _answered(scene, record, closed, event, adventurer, state, player)


def _acted_for(scene: Scene, offer: Offer, *, is_free: bool) -> int | None:
    """Whom a narrator acts for; to hand it over for nothing is the narrator's own doing."""
    if not is_free:
        return acted_for(scene, offer.player)
    if scene.standing is not Standing.GAME_MASTER:
        raise NotAllowed(words.ONLY_NARRATORS_GIVE)
    if offer.price is None:
        raise RuleViolation(words.HAS_NO_PRICE)
    return None


def _ready(scene: Scene, offer: Offer) -> Record[Adventurer]:
    """The adventurer, whose turn it is and who has nothing to decide first. Raises RuleViolation."""
    adventurer = scene.get(ADVENTURER, offer.adventurer)
    require_turn(adventurer.state)
    require_free(adventurer.state)
    return adventurer


def _traded(
    scene: Scene, state: Adventurer, offer: Offer, *, is_free: bool
) -> tuple[Adventurer, tuple[Told, ...]]:
    """What is paid first, then what is got for it (A16): without the one there is no other."""
    before, told = state, list[Told]()
    if offer.price is not None and not is_free:
        _require_use(scene, state, offer)
        buys_with_nothing = scene.setting(ALL_OF_NOTHING) == BUYS
        state, line = paid(state, offer.price, buys_with_nothing=buys_with_nothing)
        told.append(line)
    if offer.gold:
        state, line = received_gold(state, offer.gold)
        told.append(line)
    if offer.gift is not None:
        asks = scene.setting(FULL_OF_SPELLS) == ASKED
        state, line = gain(state, offer.gift, one_at_three=has_one_at_three(scene), asks=asks)
        told.append(line)
    if offer.quest is not None:
        state, line = _undertaken(state, offer)
        told.append(line)
    return state, (*told, *told_attributes(before, state))


def _require_use(scene: Scene, state: Adventurer, offer: Offer) -> None:
    """See that a spell to be paid for would not be lost at once (A22, A23). Raises RuleViolation."""
    if offer.gift is None or offer.gift.ware is not Ware.SPELL:
        return
    one_at_three, asks = has_one_at_three(scene), scene.setting(FULL_OF_SPELLS) == ASKED
    _, line = gain(state, offer.gift, one_at_three=one_at_three, asks=asks)
    if line.how is How.NO_ROOM:
        raise RuleViolation(words.no_room(safe(state.name), safe(offer.gift.name)))


def _undertaken(state: Adventurer, offer: Offer) -> tuple[Adventurer, Told]:
    """One quest at a time (A27). Raises RuleViolation naming the one under way."""
    if state.quest is not None:
        raise RuleViolation(words.on_a_quest(safe(state.name), safe(state.quest.name)))
    return replace(state, quest=offer.quest), Told(What.QUEST, How.BEGUN, title(offer))


def choose_option(scene: Scene, action: ChooseOption, dice: Dice) -> Turn:
    """Choose one of the options. Raises RuleViolation where there is none of that place."""
    record = scene.get(KIND, action.offer)
    offer = record.state
    if not 0 <= action.option < len(offer.options):
        raise RuleViolation(words.no_such_option(len(offer.options)))
    player = acted_for(scene, offer.player)
    adventurer = _ready(scene, offer)
    answer = offer.options[action.option]
    closed = replace(offer, end=OfferEnd.TAKEN, answer=answer)
    event = OfferClosed(offer.name, title(offer), OfferEnd.TAKEN, answer)
    return _answered(scene, record, closed, event, adventurer, adventurer.state, player)


def decline_offer(scene: Scene, action: DeclineOffer, dice: Dice) -> Turn:
    """Leave it. Raises RuleViolation where one of several options must be chosen."""
    record = scene.get(KIND, action.offer)
    if record.state.kind is OfferKind.CHOICE:
        raise RuleViolation(words.CHOOSE_ONE)
    player = acted_for(scene, record.state.player)
    return _ended(scene, record, OfferEnd.DECLINED, player)


def withdraw_offer(scene: Scene, action: WithdrawOffer, dice: Dice) -> Turn:
    """A narrator takes it back."""
    return _ended(scene, scene.get(KIND, action.offer), OfferEnd.WITHDRAWN)


def _ended(scene: Scene, record: Record[Offer], end: OfferEnd, on_behalf_of: int | None = None) -> Turn:
    closed = replace(record.state, end=end)
    event = OfferClosed(closed.name, title(closed), end)
    # An undo may bring an offer back after its adventurer's days have ended.
    home = scene.records[closed.adventurer].state.home
    return Turn(_archived(record, closed), (event,), channel=home or None, on_behalf_of=on_behalf_of)


def _answered(
    scene: Scene,
    record: Record[Offer],
    closed: Offer,
    event: OfferClosed,
    adventurer: Record[Adventurer],
    state: Adventurer,
    on_behalf_of: int | None,
) -> Turn:
    """The offer is done with; what must be decided now stands on the adventurer's own card."""
    return kept(
        scene,
        adventurer,
        state,
        event,
        also=_archived(record, closed),
        subject=None if must_decide(state) else record.id,
        on_behalf_of=on_behalf_of,
    )


def _archived(record: Record[Offer], closed: Offer) -> tuple[Change, ...]:
    return (Replace(record.id, closed, archive=True),)


# -- registered ---------------------------------------------------------------------------------------


def offer_scope(action: Any) -> Scope:
    """The offer and its adventurer; the campaign's open fights and offers, for a fall ends some of them."""
    return Scope(ids=(action.offer,), wants=(Want(FIGHT), Want(OFFER)), links=True)


def offer_player(scene: Scene, action: Any) -> int | None:
    """Who plays the adventurer that is offered something."""
    return scene.get(KIND, action.offer).state.player


def _by_player(action: type[Any], perform: Any) -> ActionKind[Any]:
    return ActionKind(action, perform, Permit.OWNER_OR_GAME_MASTER, offer_scope, offer_player)


def _made_with(action: MakeOffer) -> Scope:
    things = (action.thing,) if action.thing is not None else ()
    return Scope(ids=(action.adventurer, *things))


KINDS: tuple[Kind[Any], ...] = (KIND,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(MakeOffer, make_offer, Permit.GAME_MASTERS, _made_with),
    _by_player(TakeOffer, take_offer),
    _by_player(DeclineOffer, decline_offer),
    _by_player(ChooseOption, choose_option),
    ActionKind(WithdrawOffer, withdraw_offer, Permit.GAME_MASTERS, offer_scope),
)
EVENTS: tuple[type[Any], ...] = (OfferMade, OfferClosed)

"""`/sk gm`: what game masters do in a player's place, and what they take back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.asking import Asking, Pair
from bot.engine.card import Card
from bot.engine.declare import Options, command, look, option
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scene, Scope, Want
from bot.engine.text import refused
from bot.engine.views import CampaignView, RecordView, Waiting
from bot.errors import RuleViolation, Stale, UserError
from bot.systems.second_kingdom.attacks import cards
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER
from bot.systems.second_kingdom.attacks.state import Attack, DeclareAttack, Phase
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.challenges import cards as challenges_cards
from bot.systems.second_kingdom.challenges.requests import REQUEST
from bot.systems.second_kingdom.challenges.rules import CHALLENGE
from bot.ui.controls import Do, button, number, select
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import Reply

SYSTEM = "second_kingdom"


# By the kind of record: its panel for one person's eyes.
PANELS: dict[str, Callable[[RecordView, CampaignView], Card]] = {
    CHALLENGE.name: challenges_cards.panel,
    REQUEST.name: challenges_cards.request_card,
    ATTACK.name: cards.panel,
}
# The choices that take back what waits.
CANCELS = ("withdraw", "decline")


@button("act_for", PANELS, may=Permit.GAME_MASTERS)
@button("challenge", (CHALLENGE.name,), may=Permit.EVERYONE)
async def open_panel(dispatcher: Dispatcher, reply: Reply, kinds: Collection[str], record: str) -> None:
    """A record's panel: of a challenge, or of what a game master may do in an absent player's place."""
    seen = await dispatcher.look(reply.interaction, Scope(ids=(RecordId(record),), links=True))
    await reply.private(_panel(seen, record, kinds))


# -- the panels of an attack: each belongs to one phase, its button and its list have one name ---------


@button("assign_dice", Phase.ROLLED, may=Permit.OWNER_OR_GAME_MASTER)
@button("choose_guard", Phase.DEFENDED, may=Permit.OWNER_OR_GAME_MASTER)
@button("counter_attack", Phase.HELD, may=Permit.OWNER_OR_GAME_MASTER)
async def open_choice(
    dispatcher: Dispatcher, reply: Reply, phase: Phase, record: str, page: str = ""
) -> None:
    """Show a panel privately, or another page of what it lists."""
    card = await _attack_panel(dispatcher, reply, phase, record, page=number(page) if page else 0)
    await (reply.update(card) if page else reply.private(card))


@select("assign_dice", Phase.ROLLED, may=Permit.OWNER_OR_GAME_MASTER)
@select("choose_guard", Phase.DEFENDED, may=Permit.OWNER_OR_GAME_MASTER)
@select("counter_attack", Phase.HELD, may=Permit.OWNER_OR_GAME_MASTER)
async def mark_choice(dispatcher: Dispatcher, reply: Reply, phase: Phase, record: str, chosen: str) -> Card:
    """The same with what was chosen, which locks nothing yet."""
    return await _attack_panel(dispatcher, reply, phase, record, chosen)


@button("strike_back", may=Permit.OWNER_OR_GAME_MASTER)
async def strike_back(dispatcher: Dispatcher, reply: Reply, record: str, maneuver: str) -> Do:
    """Declare the counter-attack that was chosen."""
    acting = await _acting(dispatcher, reply, Phase.HELD, record)
    attack = acting.attack
    return Do(DeclareAttack(attack.target.id, attack.attacker.id, RecordId(maneuver), acting.shown.id))


async def _attack_panel(
    dispatcher: Dispatcher,
    reply: Reply,
    phase: Phase,
    record: str,
    chosen: str | None = None,
    page: int = 0,
) -> Card:
    """The panel of that phase, with what was chosen."""
    acting = await _acting(dispatcher, reply, phase, record)
    if phase is Phase.ROLLED:
        return cards.assign_panel(acting, chosen)
    if phase is Phase.DEFENDED:
        return cards.guard_panel(acting, chosen)
    maneuvers = await _maneuvers(dispatcher, reply, acting.attack)
    return cards.counter_panel(acting, maneuvers, chosen, page)


async def _acting(dispatcher: Dispatcher, reply: Reply, phase: Phase, text: str) -> cards.Acting:
    """The attack of that id. Raises Stale where it has moved on, or NotAllowed saying who may."""
    record = RecordId(text)
    seen = await dispatcher.look(reply.interaction, Scope(ids=(record,)))
    view = seen.records.get(record)
    if view is None or view.kind != ATTACK.name:
        raise refused("attack.gone", "That attack is no longer here; nothing was changed.", Stale)
    return cards.acting_in(seen, view, phase)


async def _maneuvers(dispatcher: Dispatcher, reply: Reply, attack: Attack) -> Sequence[RecordView]:
    """Those the defender knows; of a game master's own without any, all of the library."""
    scope = Scope(ids=(attack.target.id,), links=True)
    known = (await dispatcher.look(reply.interaction, scope)).all(MANEUVER.name)
    if not known and attack.target.player is None:
        scope = Scope(wants=(Want(MANEUVER.name, part=""),))
        known = (await dispatcher.look(reply.interaction, scope)).all(MANEUVER.name)
    in_play = (each for each in known if not each.is_archived)
    return sorted(in_play, key=lambda each: each.title.casefold())


# -- in a player's place ------------------------------------------------------------------------------


def _panel(view: CampaignView, record: str, kinds: Collection[str] = PANELS) -> Card:
    """The panel of that record. Raises Stale where there is none."""
    found = view.records.get(RecordId(record))
    if found is None or found.kind not in kinds or found.is_archived:
        raise _nothing_waits(Stale)
    return PANELS[found.kind](found, view)


def _nothing_waits(error: type[UserError]) -> UserError:
    return refused(
        "waits.nothing", "Nothing of that name waits; pick it from the list, or see `/waiting`.", error
    )


def _cancelling(record: RecordView) -> Any:
    """The action that takes it back; None where nothing does."""
    choices = (choice for step in record.steps for choice in step.choices if record.kind in PANELS)
    return next((choice.action for choice in choices if choice.key in CANCELS), None)


@dataclass(frozen=True, slots=True)
class Waits:
    """Finds what waits in this game, by id or name; what fits is suggested."""

    fits: Callable[[RecordView], bool]
    is_implied: bool = False

    def find(self, asking: Asking, text: str | None) -> RecordId:
        """The one of that name. Raises RuleViolation."""
        named = text or ""
        near = named.strip().casefold()
        found = {
            each.record.id
            for each in self._waiting(asking)
            if named == each.record.id or near in (each.label.casefold(), each.record.title.casefold())
        }
        if not found:
            raise _nothing_waits(RuleViolation)
        if len(found) > 1:
            raise refused(
                "waits.several", "Several things of that name wait; pick the one you mean from the list."
            )
        return found.pop()

    def suggest(self, asking: Asking) -> Iterable[Pair]:
        """What fits, by its label."""
        near = asking.typed.strip().casefold()
        waiting = [each for each in self._waiting(asking) if self.fits(each.record)]
        found = {each.record.id: each.label for each in waiting if near in each.label.casefold()}
        return [(label, record) for record, label in found.items()]

    def _waiting(self, asking: Asking) -> list[Waiting]:
        return [each for each in asking.waiting() if each.record.system == SYSTEM]

    def scope(self, found: RecordId) -> Scope:
        """That record."""
        return Scope(ids=(found,))

    def owner(self, scene: Scene, found: RecordId) -> None:
        """Nobody's: it is for game masters."""


class Item(Options):
    """Something that waits."""

    item: RecordId = option(
        "What waits: a challenge, an attack, a request", finder=Waits(lambda shown: shown.kind in PANELS)
    )


@look("sk gm act-for", may=Permit.GAME_MASTERS)
def act_for(asking: Asking, what: Item) -> Card:
    """Open what waits for a player, and act in the player's place"""
    return _panel(asking.look(Scope(ids=(what.item,), links=True)), what.item)


@command("sk gm cancel", may=Permit.GAME_MASTERS)
class Cancel(Options):
    """Take back what is asked of a player, before any die falls; declines a request"""

    item: RecordId = option(
        "What is asked: a challenge, an attack, a request",
        finder=Waits(lambda shown: _cancelling(shown) is not None),
    )

    def to_action(self, asking: Asking) -> Any:
        """What takes it back. Raises RuleViolation where nothing does."""
        action = _cancelling(asking.get(self.item))
        if action is None:
            raise refused(
                "attack.not_cancelled",
                "Nothing is asked of a player there any more; `/undo` takes back what was done.",
            )
        return action

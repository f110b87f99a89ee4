"""`/sk gm`: what game masters do in a player's place, and what they take back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bot.engine.asking import Asking, Pair
from bot.engine.card import Card
from bot.engine.declare import Options, command, look, option
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scene, Scope
from bot.engine.text import T, refused
from bot.engine.views import CampaignView, RecordView, Waiting
from bot.errors import RuleViolation, Stale
from bot.systems.second_kingdom import words
from bot.systems.second_kingdom.attacks import cards
from bot.systems.second_kingdom.attacks.rules import ATTACK
from bot.systems.second_kingdom.challenges import cards as challenges_cards
from bot.systems.second_kingdom.challenges.rules import CHALLENGE, REQUEST, Answer, DeclineRequest
from bot.systems.second_kingdom.challenges.state import Status, WithdrawChallenge
from bot.ui.dispatcher import Dispatcher, Register
from bot.ui.reply import Reply

SYSTEM = "second_kingdom"


def _withdrawal(record: RecordView) -> Any:
    return WithdrawChallenge(record.id) if record.state.status is Status.OPEN else None


def _refusal(record: RecordView) -> Any:
    return DeclineRequest(record.id) if record.state.answer is Answer.WAITS else None


# By the kind of record: its panel for one person's eyes, and what takes it back (None where nothing does).
PANELS: dict[str, Callable[[RecordView, CampaignView], Card]] = {
    CHALLENGE.name: challenges_cards.panel,
    REQUEST.name: challenges_cards.request_cards_panel,
    ATTACK.name: cards.panel,
}
CANCELS: dict[str, Callable[[RecordView], Any]] = {
    CHALLENGE.name: _withdrawal,
    REQUEST.name: _refusal,
    ATTACK.name: cards.withdrawal,
}


def answer(dispatcher: Dispatcher) -> None:
    """Enter the buttons of the panels, and those that open one: for game masters, and of a challenge."""
    cards.answer(dispatcher)

    async def open_panel(reply: Reply, args: tuple[str, ...]) -> None:
        seen = await _look(dispatcher, reply, args)
        if not args:
            raise Stale(words.NOTHING_LIKE_IT)
        await reply.private(_panel(seen, args[0]))

    async def open_challenge(reply: Reply, args: tuple[str, ...]) -> None:
        seen = await _look(dispatcher, reply, args)
        if not seen.all(CHALLENGE.name):
            raise Stale(words.NOTHING_LIKE_IT)
        await reply.private(_panel(seen, args[0]))

    dispatcher.add_button("act_for", open_panel)
    dispatcher.add_button("challenge", open_challenge)


async def _look(dispatcher: Dispatcher, reply: Reply, args: tuple[str, ...]) -> CampaignView:
    """The record that a button names."""
    return await dispatcher.look(
        reply.interaction, Scope(ids=(RecordId(args[0] if args else ""),), links=True)
    )


def _panel(view: CampaignView, record: str) -> Card:
    """The panel of that record. Raises Stale where there is none."""
    found = view.records.get(RecordId(record))
    if found is None or found.kind not in PANELS or found.is_archived:
        raise Stale(words.NOTHING_LIKE_IT)
    return PANELS[found.kind](found, view)


def _cancelling(record: RecordView) -> Any:
    build = CANCELS.get(record.kind)
    return build(record) if build is not None else None


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
        if len(found) != 1:
            raise RuleViolation(
                T("Several things of that name wait; pick the one you mean from the list.")()
                if found
                else words.NOTHING_LIKE_IT
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


REGISTER: Register = {
    **cards.REGISTER,
    "button act_for": Permit.GAME_MASTERS,
    "button challenge": Permit.EVERYONE,
}

"""An attack's private panels: opened from its cards, redrawn by their lists, for who may act and nobody else.

Lists and buttons are found by name, so a panel works for days and in every later process.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import cast

from bot.desk import Desk
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.errors import Stale
from bot.handlers import Register
from bot.play import Scenery, Shown
from bot.systems.second_kingdom.rules.attack import Attack, Phase
from bot.systems.second_kingdom.rules.attacks import ATTACK
from bot.systems.second_kingdom.rules.blows import DeclareAttack, WithdrawAttack
from bot.systems.second_kingdom.rules.maneuvers import MANEUVER
from bot.systems.second_kingdom.screens import attack_cards
from bot.systems.second_kingdom.screens.attack_acting import Acting, acting_in
from bot.systems.second_kingdom.screens.attack_choices import assign_panel, counter_panel, guard_panel
from bot.systems.second_kingdom.words import attack_cards as words
from bot.ui.card import MOST_PICKS, Card
from bot.ui.reply import Reply

# The button that opens a panel and the list in it have one name; each belongs to one phase.
PANELS = {"assign_dice": Phase.ROLLED, "choose_guard": Phase.DEFENDED, "counter_attack": Phase.HELD}
REGISTER: Register = {
    "button assign_dice": Permit.OWNER_OR_GAME_MASTER,
    "select assign_dice": Permit.OWNER_OR_GAME_MASTER,
    "button choose_guard": Permit.OWNER_OR_GAME_MASTER,
    "select choose_guard": Permit.OWNER_OR_GAME_MASTER,
    "button counter_attack": Permit.OWNER_OR_GAME_MASTER,
    "select counter_attack": Permit.OWNER_OR_GAME_MASTER,
    "button strike_back": Permit.OWNER_OR_GAME_MASTER,
}


def answer(desk: Desk) -> None:
    """Answer for the panels' lists and buttons."""
    panels = AttackPanels(desk)
    for name, phase in PANELS.items():
        desk.add_button(name, partial(panels.open, phase))
        desk.add_select(name, partial(panels.mark, phase))
    desk.add_button("strike_back", panels.strike_back)


class AttackPanels:
    """Opens each panel, and redraws it with what was chosen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def open(self, phase: Phase, reply: Reply, args: tuple[str, ...]) -> None:
        """Show the panel of that phase, privately."""
        (record,) = _exactly(args, 1)
        acting = await self._acting(reply, record, phase)
        await reply.private(await self._panel(reply, acting))

    async def mark(self, phase: Phase, reply: Reply, args: tuple[str, ...]) -> None:
        """Redraw it with what was chosen, which locks nothing yet."""
        record, chosen = _exactly(args, 2)
        acting = await self._acting(reply, record, phase)
        await reply.update(await self._panel(reply, acting, chosen))

    async def strike_back(self, reply: Reply, args: tuple[str, ...]) -> None:
        """Declare the counter-attack that was chosen."""
        record, maneuver = _exactly(args, 2)
        acting = await self._acting(reply, record, Phase.HELD)
        attack = acting.attack
        action = DeclareAttack(attack.target.id, attack.attacker.id, RecordId(maneuver), acting.shown.id)
        await self._desk.carry_out(reply, action)

    async def _acting(self, reply: Reply, text: str, phase: Phase) -> Acting:
        """The attack of that id. Raises Stale where it has moved on, or NotAllowed saying who may."""
        record = RecordId(text)
        seen = await self._desk.look(reply.interaction, Scope(ids=(record,)))
        shown = seen.records.get(record)
        if shown is None or shown.kind != ATTACK.name:
            raise Stale(words.GONE)
        return acting_in(seen, shown, phase)

    async def _panel(self, reply: Reply, acting: Acting, chosen: str | None = None) -> Card:
        if acting.attack.phase is Phase.ROLLED:
            return assign_panel(acting, chosen)
        if acting.attack.phase is Phase.DEFENDED:
            return guard_panel(acting, chosen)
        return counter_panel(acting, await self._maneuvers(reply, acting.attack), chosen)

    async def _maneuvers(self, reply: Reply, attack: Attack) -> Sequence[Shown]:
        """Those the defender knows; of a game master's own without any, all of the library."""
        scope = Scope(ids=(attack.target.id,), links=True)
        known = (await self._desk.look(reply.interaction, scope)).all(MANEUVER.name)
        if not known and attack.target.player is None:
            scope = Scope(wants=(Want(MANEUVER.name, part=""),))
            known = (await self._desk.look(reply.interaction, scope)).all(MANEUVER.name)
        in_play = (each for each in known if not each.is_archived)
        return sorted(in_play, key=lambda each: each.title.casefold())[:MOST_PICKS]


def _exactly(args: tuple[str, ...], count: int) -> tuple[str, ...]:
    if len(args) != count:
        raise Stale(words.DAMAGED)
    return args


def panel(shown: Shown, seen: Scenery) -> Card:
    """What a game master opens in an absent player's place. Raises NotAllowed where the campaign waits."""
    attack = cast(Attack, shown.state)
    acting = acting_in(seen, shown, attack.phase)
    if attack.phase is Phase.ROLLED:
        return assign_panel(acting)
    if attack.phase is Phase.DEFENDED:
        return guard_panel(acting)
    return attack_cards.standing(shown, seen.campaign)


def withdrawal(shown: Shown) -> WithdrawAttack | None:
    """What takes an attack back; None once its dice fell."""
    attack = cast(Attack, shown.state)
    return WithdrawAttack(shown.id) if attack.phase is Phase.DECLARED else None

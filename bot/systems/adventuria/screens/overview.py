"""`/adv gm overview`: how every adventurer fares, and whose move it is."""

from __future__ import annotations

from collections.abc import Iterable

from discord.ext import commands

from bot.desk import Desk, actor_of, request_of
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.handlers import Interaction, Register
from bot.play import Scenery, Shown, Waiting
from bot.systems.adventuria.rules.adventurer import ADVENTURER, COMPANIONS
from bot.systems.adventuria.rules.ledger import total
from bot.systems.adventuria.rules.state import LOCATION_LENGTH, NAME_LENGTH, Adventurer, Attribute, Stage
from bot.systems.adventuria.screens.gm import gm
from bot.systems.adventuria.words import adventurers
from bot.systems.adventuria.words import hall as words
from bot.ui.card import BODY, Card
from bot.ui.text import fitting, person, safe, since

LABEL = 80
REGISTER: Register = {"/adv gm overview": Permit.GAME_MASTERS}


class OverviewCommands(commands.Cog):
    """Everybody at a glance, for narrators."""

    _desk: Desk

    @gm.command()
    async def overview(self, interaction: Interaction) -> None:
        """See how everybody fares, who waits longest first"""
        async with self._desk.reply(interaction) as reply:
            seen = await self._desk.look(interaction, Scope(wants=(Want(ADVENTURER.name),)))
            _, waiting = await self._desk.play.waiting(actor_of(interaction), request_of(interaction))
            await reply.private(_card(seen, waiting))


def _card(seen: Scenery, waiting: Iterable[Waiting]) -> Card:
    found = seen.all(ADVENTURER.name)
    name = safe(seen.campaign.name)
    if not found:
        return Card(name, (words.NOBODY,))
    moves = _moves(waiting)
    ordered = sorted(found, key=lambda each: _order(each, moves.get(each.id)))
    # Two lines for each, kept together.
    entries = ("\n".join(_lines(each, moves.get(each.id))) for each in ordered)
    return Card(words.overview(name, len(found)), tuple(fitting(entries, BODY)))


def _moves(waiting: Iterable[Waiting]) -> dict[RecordId, Waiting]:
    """What each adventurer waits for, in itself or in its fight and offers: a narrator's part first."""
    moves: dict[RecordId, Waiting] = {}
    # The longest first, as the house gives them.
    for each in sorted(waiting, key=lambda each: each.who is not None):
        moves.setdefault(_about(each.record), each)
    return moves


def _about(record: Shown) -> RecordId:
    adventurer: RecordId = record.state.adventurer if record.kind in COMPANIONS else record.id
    return adventurer


def _order(shown: Shown, move: Waiting | None) -> tuple[int, float, str]:
    """Who waits for the narrator, then who waits for a player, then the others; the longest first."""
    if move is None:
        return 2, 0.0, shown.title
    return int(move.who is not None), move.since.timestamp(), shown.title


def _lines(shown: Shown, move: Waiting | None) -> tuple[str, str]:
    state: Adventurer = shown.state
    who = words.at_a_glance(
        safe(state.name, NAME_LENGTH), person(state.player), adventurers.TYPES[state.type]
    )
    vitae = total(state, Attribute.VITAE)
    place = safe(state.location, LOCATION_LENGTH)
    fares = words.numbers(state.wounds, vitae, state.gold, state.turn, place)
    return f"{who} · {fares}", _move(state, move)


def _move(state: Adventurer, move: Waiting | None) -> str:
    if move is None:
        return words.CAMPS if state.stage is Stage.CAMP else words.NOTHING
    label = safe(move.label, LABEL)
    linked = f"[{label}]({move.link.url})" if move.link is not None else label
    return words.waits(person(move.who), linked, since(move.since))

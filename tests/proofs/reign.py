"""A random reign through the whole house: moves kept by a database, taken back one by one, and made again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import sqlalchemy as sa

from bot.engine.catalogue import Catalogue
from bot.engine.people import Actor, Permit
from bot.engine.system import Record
from bot.errors import UserError
from bot.play import Play, Request
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import records
from bot.storage.records import RecordRow
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.sources import within_room
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign
from tests.play.charter import CHARTER, Amend
from tests.playbooks import catalogue
from tests.proofs.machine import Snapshot, in_play, read_snapshot
from tests.systems.kingdom.autopilot import ACTIONS, Move, Reign
from tests.systems.kingdom.autopilot_schemes import next_move, opening
from tests.systems.kingdom.invariants import realms_in, require_sound
from tests.systems.kingdom.scenes import DEACON, MARISOL, WREN

GUILD, CHANNEL = 1, 2
KINDS = [kind.name for kind in SYSTEM.kinds]


class KeptReign:
    """A reign in a database; `done` are entries that changed something, with what stood before and after."""

    def __init__(self, address: Address, seed: int) -> None:
        games = Catalogue([*catalogue().systems.values(), CHARTER])
        self.play = Play(open_database(address), games, randomness=Random(seed).randbytes)
        self.reign = Reign(seed, Counter(), Counter())
        self.interaction = 1000
        self.done: list[tuple[int, Snapshot, Snapshot]] = []
        self._last: Snapshot | None = None

    async def begin(self) -> None:
        """A campaign with two players, and its rulings."""
        for user, action in (
            (MARISOL, CreateCampaign("Ashes", (SYSTEM.name, "charter"))),
            (DEACON, JoinCampaign()),
            (WREN, JoinCampaign()),
            (MARISOL, Amend(decide=self.reign.settings)),
        ):
            await self.play.act(Actor(user, manages_server=True), self.request(), action)
        self.reign.scheme = opening(self.reign)

    async def end(self) -> None:
        """Let go of the database."""
        await self.play.database.dispose()

    def request(self) -> Request:
        """Another interaction."""
        self.interaction += 1
        return Request(self.interaction, GUILD, CHANNEL)

    async def snapshot(self) -> Snapshot:
        """Every record as it is kept."""
        return await self.play.database.read(read_snapshot)

    # -- forward --------------------------------------------------------------------------------------

    async def go_on(self, moves: int) -> None:
        """So many moves; what is refused changes nothing."""
        for _ in range(moves):
            await self.take(next_move(self.reign))

    async def take(self, move: Move) -> None:
        """One move."""
        before = self._last if self._last is not None else await self.snapshot()
        number = await self._carried_out(move)
        after = self._last = await self.snapshot()
        if number is None:
            assert after == before, move
        elif after != before:
            self.done.append((number, before, after))
        await self.look()

    async def _carried_out(self, move: Move) -> int | None:
        self.reign.moves += 1
        is_led = ACTIONS[type(move.action)].may is Permit.GAME_MASTERS
        actor = Actor(MARISOL if is_led else move.actor)
        try:
            outcome = await self.play.act(actor, self.request(), move.action)
        except UserError:
            return None
        return outcome.public.entry.number

    async def look(self, *, is_undone: bool = False) -> None:
        """Take up the records as they are kept, and see that everything that holds of them holds.

        Grain for which an undo left no room spoils with the next deed.
        """
        kept = {each.id: each for each in await self._kept()}
        self.reign.scene = replace(self.reign.scene, records=kept)
        self.reign.realms = realms_in(kept, self.reign.settings, self.reign.realms)
        # What an undo took back is as if it had never been.
        there = {id_: each for id_, each in kept.items() if not each.is_archived}
        standing = {id_: realm for id_, realm in self.reign.realms.items() if id_ in there}
        if is_undone:
            standing = {id_: replace(each, kingdom=within_room(each)) for id_, each in standing.items()}
        require_sound(there, standing, self.reign.hexes)

    async def _kept(self) -> list[Record[object]]:
        query = sa.select(records).where(records.c.kind.in_(KINDS)).order_by(records.c.id)
        rows = await self.play.database.read(lambda c: [RecordRow(*row) for row in c.execute(query)])
        return [self.play.context.record(row) for row in rows]

    # -- back and forth -------------------------------------------------------------------------------

    async def undo(self, number: int) -> tuple[int, ...]:
        """Take an entry back; which ones went with it."""
        gm = Actor(MARISOL)
        self._last = None
        plan = await self.play.preview_undo(gm, self.request(), number)
        await self.play.undo(gm, self.request(), plan.entry.campaign, number, plan.undone[-1])
        return tuple(plan.undone)

    async def redo(self) -> None:
        """Take the latest undo back."""
        gm = Actor(MARISOL)
        self._last = None
        plan = await self.play.preview_undo(gm, self.request(), redo=True)
        await self.play.undo(gm, self.request(), plan.entry.campaign, plan.entry.number, plan.undone[-1])

    async def back_to_the_beginning(self) -> None:
        """Every entry undone, the newest first: each time what stood before it stands again."""
        known = {number for number, _, _ in self.done}
        for number, before, _ in reversed(self.done):
            # With it goes at most what told the same once more, and changed nothing.
            assert known & {*await self.undo(number)} == {number}
            known.discard(number)
            assert in_play(await self.snapshot()) == in_play(before)

    async def forward_again(self) -> None:
        """Every undo undone: each time what stood after the entry stands again."""
        for _, _, after in self.done:
            await self.redo()
            assert in_play(await self.snapshot()) == in_play(after)

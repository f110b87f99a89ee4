"""The same random delves through the real journal, with restarts; then undone to the start, and redone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.catalogue import Catalogue
from bot.engine.dice.source import VerifiableDice
from bot.engine.people import Actor
from bot.engine.system import Kind, RecordId, Scope, Want
from bot.errors import UserError
from bot.play import Outcome, Play, Request
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import records
from bot.systems.sovereign import SYSTEM
from bot.systems.sovereign.delves.rules import DELVE
from bot.systems.sovereign.parties.rules import PARTY, FormParty
from bot.systems.sovereign.people.files import ImportCharacter, file_of
from bot.systems.sovereign.people.rules import CHARACTER
from bot.systems.sovereign.settings import SETTINGS
from bot.systems.sovereign.sites.rules import AddThing, PrepareSite
from bot.systems.sovereign.state import Character, Party
from bot.systems.table import SYSTEM as TABLE
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign
from bot.systems.table.settings.rules import ChangeSetting
from tests.proofs.machine import Snapshot, in_play
from tests.systems.sovereign.delves_model import NOBODY, Cast, Delvers, Handed, Seen, cast, compare
from tests.systems.sovereign.scenes import DEACON, MARISOL
from tests.systems.sovereign.slow_dungeon import Refused, SlowDungeon

SERVER = 1
GM = Actor(MARISOL)


@dataclass(frozen=True)
class Noted:
    """An entry, and all that was kept before and after it."""

    number: int
    before: Snapshot
    after: Snapshot


class Played:
    """A delve in a campaign of its own, whose bot is started anew every now and then."""

    def __init__(self, address: Address, seed: int) -> None:
        self.address = address
        self.luck = Random(seed)
        self.server, self.here = SERVER, 1000 + seed
        self.secret = -self.here
        self.play = self._started()
        self.campaign = NOBODY
        self.restarts = 0
        self.noted: list[Noted] = []
        self._interactions = 5_000_000_000 + (seed << 40)
        self._fell: list[tuple[int, int]] = []

    def _started(self) -> Play:
        return Play(open_database(self.address), Catalogue([TABLE, SYSTEM]))

    async def begin(self) -> None:
        """A campaign with everybody in it, before the site."""
        made = cast(self.luck)
        founder = Actor(MARISOL, manages_server=True)
        created = CreateCampaign(f"Delve {self.here}", (SYSTEM.name,), self.secret)
        self.campaign = (await self.play.act(founder, self._request(), created)).public.entry.campaign
        for setting in SETTINGS:
            value = made.settings.get(f"sovereign.{setting.name}", setting.default)
            if value != setting.default:
                await self._act(MARISOL, ChangeSetting(setting.key, value, setting.default))
        await self._act(DEACON, JoinCampaign())
        ids = {name: await self._made(DEACON, ImportCharacter(DEACON, file_of(who)))
               for name, who in made.people.items()}  # fmt: skip
        bands: dict[str, tuple[str, ...]] = {}
        for name, members in made.bands.items():
            who = tuple(ids[each] for each in members)
            await self._act(MARISOL, FormParty(name.title(), who, who[0]))
            bands[next(i for i, each in (await self._all(PARTY)).items() if each.members == who)] = who
        await self._act(MARISOL, PrepareSite(made.site.name, made.site.frequency))
        (site,) = await self._all("site")
        for thing in made.site.things:
            await self._act(
                MARISOL, AddThing(site, thing.name, thing.sort, stuff=thing.stuff, shut=thing.shut)
            )
        people: dict[str, Character] = {ids[name]: state for name, state in made.people.items()}
        bare = replace(made.site, table=())
        self.slow: SlowDungeon = Cast(people, bands, bare, made.settings).model()
        self.delvers = Delvers(self.luck, self.slow, site)
        self.seen = await self.see()

    async def live(self, moves: int) -> None:
        """So many moves, each compared with the model, and with all that is kept noted down."""
        kept = await self._kept()
        for _ in range(moves):
            number = await self.step()
            if number is not None:
                before, kept = kept, await self._kept()
                # What changed nothing, such as a thing told of twice, can't be undone.
                if kept != before:
                    self.noted.append(Noted(number, before, kept))

    async def live_with_restarts(self, moves: int) -> None:
        """So many moves, each compared with the model, with a restart now and then and at the end."""
        for _ in range(moves):
            await self.step()
            if self.luck.random() < 0.05:
                await self.restart()
        await self.restart()
        compare(self.slow, await self.see())

    async def step(self) -> int | None:
        """One move of both, and the number of its entry; None where both refuse it."""
        move = self.delvers.move()
        self._fell.clear()
        number, refusal, objection = None, "", ""
        try:
            number = await self.take(move.actor, move.action)
        except UserError as error:
            refusal = error.code or str(error)
        handed = Handed(list(self._fell))
        try:
            move.told(handed)
        except Refused as no:
            objection = str(no)
        assert bool(refusal) == bool(objection), f"{move.action}: rules “{refusal}”, model “{objection}”"
        handed.all_used()
        self.seen = await self.see()
        self.delvers.delve = self.seen.delve_id
        compare(self.slow, self.seen)
        return number

    async def take(self, by: int, action: Any) -> int:
        """Carry it out and give the number of its entry. Raises UserError."""
        return (await self._act(by, action)).public.entry.number

    async def restart(self) -> None:
        """The process ends, and another takes up what is kept."""
        await self.play.database.dispose()
        self.play = self._started()
        self.restarts += 1

    async def undo_to_the_start_and_redo(self) -> None:
        """Entry by entry back, and forth again: every state is the one that was noted."""
        for each in reversed(self.noted):
            plan = await self.play.preview_undo(GM, self._request(), each.number)
            await self.play.undo(GM, self._request(), self.campaign, each.number, plan.undone[-1])
            assert in_play(await self._kept()) == in_play(each.before), each.number
        for each in self.noted:
            plan = await self.play.preview_undo(GM, self._request(), redo=True)
            await self.play.undo(GM, self._request(), self.campaign, plan.entry.number, plan.undone[-1])
            assert in_play(await self._kept()) == in_play(each.after), each.number
        compare(self.slow, await self.see())

    # -- what is kept ---------------------------------------------------------------------------------

    async def see(self) -> Seen:
        """People, parties and the delve, as the game master sees them."""
        delves = await self._all(DELVE)
        id_ = next(iter(delves), NOBODY)
        people: dict[Any, Character] = await self._all(CHARACTER)
        parties: dict[Any, Party] = await self._all(PARTY)
        return Seen(people, parties, delves.get(id_), id_)

    async def _all(self, kind: Kind[Any] | str) -> dict[Any, Any]:
        name = kind if isinstance(kind, str) else kind.name
        found = await self.play.look(GM, self._request(), Scope(wants=(Want(name),)))
        return {each.id: each.state for each in found.all(name)}

    async def _kept(self) -> Snapshot:
        found = sa.select(records.c.id, records.c.state, records.c.is_archived)
        ours = found.where(records.c.campaign_id == self.campaign)
        rows = await self.play.database.read(lambda connection: connection.execute(ours).all())
        return {str(i): (str(state), bool(archived)) for i, state, archived in rows}

    async def _made(self, by: int, action: Any) -> RecordId:
        subject = (await self._act(by, action)).public.subject
        assert subject is not None
        return subject.id

    async def _act(self, by: int, action: Any) -> Outcome:
        fell = self._fell

        class Noting(VerifiableDice):
            def _draw(self, count: int, sides: int, reason: str, secret: bool) -> tuple[int, ...]:
                values = super()._draw(count, sides, reason, secret)
                fell.extend((sides, each) for each in values)
                return values

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.play.act.VerifiableDice", Noting)
            return await self.play.act(Actor(by), self._request(), action)

    def _request(self) -> Request:
        self._interactions += 1 << 22
        return Request(self._interactions, self.server, self.here)

"""Where rules meet the database, and only here: act, look, undo, redo, and what delivery needs."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import sqlalchemy as sa

from bot.engine.people import Actor, Permit
from bot.engine.system import Catalogue, Choice, Scope
from bot.play import act, anew, look, post, undo
from bot.play.house import House
from bot.play.look import Known, Page
from bot.play.plan import Difference, Plan
from bot.play.post import Due
from bot.play.session import NoCampaign
from bot.play.shown import Entry, Link, Outcome, Post, Pressed, Request, Scenery, Shown, Waiting, Where
from bot.storage.database import Database
from bot.storage.outbox import MessageRow as Sent

__all__ = [
    "Difference", "Due", "Entry", "Known", "Link", "NoCampaign", "Outcome", "Page", "Plan", "Play", "Post",
    "Pressed", "Request", "Scenery", "Sent", "Shown", "Waiting", "Where",
]  # fmt: skip

T = TypeVar("T")


def utc_now() -> datetime:
    """The present, aware."""
    return datetime.now(UTC)


class Play:
    """Every way into the database. Each call is one transaction; nothing raw comes out."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        *,
        now: Callable[[], datetime] = utc_now,
        randomness: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.database = database
        self.catalogue = catalogue
        self.house = House(catalogue, now, randomness)

    async def act(self, actor: Actor, request: Request, action: Any) -> Outcome:
        """Carry out an action in the campaign that the request means, or found one.

        Raises UserError where it is refused: nothing was changed then.
        """
        return await self._write(lambda connection: act.act(connection, self.house, actor, request, action))

    async def press(
        self, actor: Actor, request: Request, pressed: Pressed, answers: Mapping[str, str] | None = None
    ) -> Outcome:
        """Carry out a choice of a step that waits. Raises UserError; Stale where the step moved on."""
        typed = dict(answers or {})
        return await self._write(
            lambda connection: act.press(connection, self.house, actor, request, pressed, typed)
        )

    async def offered(self, actor: Actor, request: Request, pressed: Pressed) -> Choice:
        """The choice a button stands for. Raises UserError."""
        return await self.database.read(
            lambda connection: look.offered(connection, self.house, actor, request, pressed)
        )

    async def look(
        self,
        actor: Actor,
        request: Request,
        scope: Scope | None = None,
        *,
        may: Permit = Permit.EVERYONE,
    ) -> Scenery:
        """The campaign and the scope's records, as the actor may see them. Raises UserError."""
        wanted = scope or Scope()
        return await self.database.read(
            lambda connection: look.look(connection, self.house, actor, request, wanted, may)
        )

    async def journal(
        self, actor: Actor, request: Request, *, before: int | None = None, campaign: str | None = None
    ) -> Page:
        """A page of the journal, as the actor may see it. Raises UserError."""
        return await self.database.read(
            lambda connection: look.journal_page(
                connection, self.house, actor, request, before=before, campaign=campaign
            )
        )

    async def waiting(
        self, actor: Actor, request: Request, *, mine: bool = False
    ) -> tuple[Scenery, tuple[Waiting, ...]]:
        """What the campaign waits for, or what it waits for from the actor. Raises UserError."""
        return await self.database.read(
            lambda connection: look.what_waits(connection, self.house, actor, request, mine=mine)
        )

    async def known_campaigns(self, request: Request) -> tuple[Known, ...]:
        """The server's campaigns."""
        return await self.database.read(
            lambda connection: look.known_campaigns(connection, self.house, request)
        )

    async def preview_undo(
        self, actor: Actor, request: Request, number: int | None = None, *, redo: bool = False
    ) -> Plan:
        """What undoing an entry (the actor's latest by default) would change. Raises UserError."""
        return await self.database.read(
            lambda connection: undo.preview(connection, self.house, actor, request, number, redo=redo)
        )

    async def undo(
        self, actor: Actor, request: Request, campaign: str, number: int, last: int, reason: str | None = None
    ) -> Outcome:
        """Take an entry back as previewed; for an undo this is redo. Raises UserError."""
        return await self._write(
            lambda connection: undo.undo(
                connection,
                self.house,
                actor,
                request,
                campaign=campaign,
                number=number,
                last=last,
                reason=reason,
            )
        )

    # -- for delivery -----------------------------------------------------------------------------

    async def due(self, busy: Collection[int] = ()) -> list[Due]:
        """What must still reach Discord, outside the busy channels."""
        return await self.database.read(lambda connection: post.due(connection, self.house, busy))

    async def delivered(self, rows: list[tuple[int, ...]], sent: list[Sent]) -> None:
        """Those messages appeared."""
        await self.database.write(lambda connection: post.delivered(connection, rows, sent, self.house.now()))

    async def put_off(self, rows: tuple[int, ...], wait: timedelta) -> None:
        """Those rows failed and are tried again after the wait."""
        await self.database.write(lambda connection: post.put_off(connection, rows, self.house.now(), wait))

    async def give_up(self, rows: tuple[int, ...], message: int | None) -> None:
        """Those rows have nowhere to go any more."""
        await self.database.write(
            lambda connection: post.give_up(connection, rows, self.house.now(), message)
        )

    async def post_anew(self, rows: tuple[int, ...], message: int, *, is_gone: bool) -> None:
        """That message can't be redrawn, and something still waits on it."""
        await self.database.write(
            lambda connection: post.post_anew(connection, rows, message, self.house.now(), is_gone=is_gone)
        )

    async def everything_anew(self) -> int:
        """Every message is gone: ask for a new one of all that waits. Gives how many that are."""
        return await self.database.write(lambda connection: anew.everything_anew(connection, self.house))

    async def _write(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            return await self.database.write(work)
        except sa.exc.IntegrityError:
            # Two of the same met where no campaign row could be locked yet; the second look finds the first.
            return await self.database.write(work)

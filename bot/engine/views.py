"""What leaves the campaign's book for one pair of eyes: records as their viewer may see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.people import Standing, Viewer
from bot.engine.record import RecordId, Step
from bot.engine.words import Safe, safe


@dataclass(frozen=True, slots=True)
class RecordView:
    """A record as its viewer may see it, with the steps open in it."""

    id: RecordId
    system: str
    kind: str
    title: str
    state: Any
    version: int
    owner: int | None = None
    steps: tuple[Step, ...] = ()
    is_archived: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """One of a server's campaigns: its name, where it is played, and what the asker is in it.

    `taken` are those of its channels, the game master's too, that belong to another campaign now; `is_run`
    says whether the asker may bind, archive and restore it.
    """

    id: RecordId
    name: str
    channels: tuple[int, ...]
    standing: Standing
    is_archived: bool = False
    taken: tuple[int, ...] = ()
    is_run: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """Where a message is."""

    guild: int
    channel: int
    message: int

    @property
    def url(self) -> str:
        """The address that opens it in any Discord client."""
        return f"https://discord.com/channels/{self.guild}/{self.channel}/{self.message}"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A step that waits, for whom, since when, and where its card is."""

    record: RecordView
    step: str
    label: str
    who: int | None
    since: datetime
    link: Link | None = None
    # Until when, where it has a deadline.
    deadline: datetime | None = None

    def linked(self, most: int = 300) -> Safe:
        """What is asked, as a link to its card where there is one."""
        label = safe(self.label, most)
        return Safe(f"[{label}]({self.link.url})") if self.link is not None else label

    @property
    def ago(self) -> Safe:
        """How long it waits, in each reader's own language."""
        return Safe(f"<t:{int(self.since.timestamp())}:R>")


@dataclass(frozen=True, slots=True)
class CampaignView:
    """What a look found: the campaign and records, as the viewer may see them."""

    campaign: Campaign
    campaign_id: RecordId
    viewer: Viewer
    records: Mapping[RecordId, RecordView]
    # Who is away and has the viewer act for them.
    in_place_of: frozenset[int] = frozenset()

    def all(self, kind: str) -> tuple[RecordView, ...]:
        """Every record found of that kind."""
        return tuple(record for record in self.records.values() if record.kind == kind)

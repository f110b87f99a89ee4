"""What leaves the campaign's book for one pair of eyes: records as their viewer may see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.people import Standing, Viewer
from bot.engine.record import RecordId, Step
from bot.engine.text import T
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
class KnownCampaign:
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

    def titled(self, most: int = 300) -> Safe:
        """What it waits in, as a link to its card where there is one."""
        title = safe(self.record.title, most)
        return Safe(f"[{title}]({self.link.url})") if self.link is not None else title

    @property
    def ago(self) -> Safe:
        """How long it waits, in each reader's own language."""
        return Safe(f"<t:{int(self.since.timestamp())}:R>")

    @property
    def when(self) -> Safe:
        """How long it waits, and until when where it has a deadline."""
        if self.deadline is None:
            return self.ago
        return T("{ago} · ⏳ {ends}")(ago=self.ago, ends=Safe(f"<t:{int(self.deadline.timestamp())}:R>"))


@dataclass(frozen=True, slots=True)
class InPlay:
    """A record in play: how it stands in a line, what waits in it, and where its card is."""

    record: RecordView
    line: Safe | None = None
    waits: tuple[Waiting, ...] = ()
    link: Link | None = None
    # Somebody in whom nothing waits.
    is_person: bool = False

    def titled(self, most: int = 60) -> Safe:
        """Its title, as a link to its card where there is one."""
        title = safe(self.record.title, most)
        return Safe(f"[{title}]({self.link.url})") if self.link is not None else title

    @property
    def due(self) -> datetime | None:
        """When the first of it is due, if anything is."""
        return min((each.deadline for each in self.waits if each.deadline is not None), default=None)


@dataclass(frozen=True, slots=True)
class Glance:
    """All that goes on in a campaign at a time, as one viewer may see it."""

    now: datetime
    in_play: tuple[InPlay, ...] = ()

    @property
    def scenes(self) -> tuple[InPlay, ...]:
        """What goes on: what is due first, then what waits longest, then what waits for nobody."""
        return tuple(sorted((each for each in self.in_play if not each.is_person), key=self._urgency))

    @property
    def people(self) -> tuple[InPlay, ...]:
        """The people in play, first those whom somebody plays."""
        found = (each for each in self.in_play if each.is_person)
        return tuple(sorted(found, key=lambda each: each.record.owner is None))

    def _urgency(self, scene: InPlay) -> tuple[bool, float, bool, float]:
        due, since = scene.due, [each.since.timestamp() for each in scene.waits]
        return due is None, due.timestamp() if due else 0.0, not since, min(since, default=0.0)


@dataclass(frozen=True, slots=True)
class CampaignView:
    """What a look found: the campaign and records, as the viewer may see them."""

    campaign: Campaign
    campaign_id: RecordId
    viewer: Viewer
    records: Mapping[RecordId, RecordView]
    # Who is away and has the viewer act for them.
    in_place_of: frozenset[int] = frozenset()

    def is_asked(self, who: int | None) -> bool:
        """Whether a step for them is the viewer's: in person, for somebody away, or as a game master."""
        if who is None or who == self.viewer.user:
            return who is not None or self.viewer.is_game_master
        return any(each.person == who and each.proxy == self.viewer.user for each in self.campaign.away)

    def all(self, kind: str) -> tuple[RecordView, ...]:
        """Every record found of that kind."""
        return tuple(record for record in self.records.values() if record.kind == kind)

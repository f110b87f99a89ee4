"""What leaves `play`: entries, records and posts as one viewer may see them. Raw states never do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, TypeVar

from bot.engine.campaign import Campaign
from bot.engine.dice.source import Die
from bot.engine.finders import Anywhere, Server
from bot.engine.people import GAME_MASTER, Viewer
from bot.engine.system import PlainEvent, RecordId
from bot.engine.text import T
from bot.engine.views import CampaignView, Glance, InPlay, Link, RecordView, Waiting
from bot.storage.journal import HOUSE

__all__ = [
    "EVERY_ENTRY",
    "HOUSE_ENTRIES",
    "CampaignView",
    "Entry",
    "Filter",
    "Glance",
    "HouseEntry",
    "InPlay",
    "Link",
    "Mentions",
    "Outcome",
    "Post",
    "Pressed",
    "RecordView",
    "Request",
    "Waiting",
    "Where",
]

E = TypeVar("E")
# The event that tells of a proxy.
STANDS_IN = "StandsIn"


@dataclass(frozen=True, slots=True)
class HouseEntry:
    """What the house itself enters: as people read it, and whether that is news to who was away."""

    label: T
    is_news: bool = False


# By its action, beside the actions of the games.
HOUSE_ENTRIES: Mapping[str, HouseEntry] = {
    "Undo": HouseEntry(T("Undo"), is_news=True),
    "Redo": HouseEntry(T("Redo"), is_news=True),
    "HandOver": HouseEntry(T("Hand over"), is_news=True),
    "EndChapter": HouseEntry(T("End chapter"), is_news=True),
    "RevealSecretDice": HouseEntry(T("Reveal secret dice")),
    "Nudge": HouseEntry(T("Nudge")),
    "Digest": HouseEntry(T("List what waits")),
    "Remind": HouseEntry(T("Remind")),
    "LetLapse": HouseEntry(T("Time ran out"), is_news=True),
    "LeaveServer": HouseEntry(T("Left the server"), is_news=True),
    "ListForOne": HouseEntry(T("List what waits for one")),
    "FallSilent": HouseEntry(T("Say that it's quiet")),
    "StartThread": HouseEntry(T("Start thread")),
    "RefuseThread": HouseEntry(T("Thread refused")),
    "RefusePost": HouseEntry(T("Message refused")),
    "LoseChannel": HouseEntry(T("Lost channel")),
    "LoseBoard": HouseEntry(T("Lost board")),
    "AskAboutReaders": HouseEntry(T("Others can read the game master's channel")),
    "CloseReaders": HouseEntry(T("Nobody else can read the game master's channel")),
}


class Where(Enum):
    """Which campaign an interaction means: the channel's, the server's own, or the first that there is."""

    CHANNEL = "channel"
    SERVER = "server"
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Request:
    """One interaction, as far as the house needs to know it.

    `campaign` names one of the server's campaigns by its id, whatever the channel.
    """

    interaction: int
    guild: int
    channel: int
    parent: int | None = None
    where: Where = Where.CHANNEL
    campaign: str | None = None
    server: Server = field(default_factory=Anywhere, compare=False)
    # Everybody's message whose control was used.
    message: int | None = None

    @property
    def places(self) -> tuple[int, ...]:
        """The channels whose campaign this may be: the thread's parent counts too."""
        return (self.channel,) if self.parent is None else (self.channel, self.parent)


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a button of a waiting step stands for."""

    record: RecordId
    step: str
    revision: int
    choice: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A journal entry with the events and dice its viewer may see."""

    campaign: RecordId
    number: int
    at: datetime
    actor: int
    channel: int
    system: str
    action: str
    events: tuple[Any, ...]
    dice: tuple[Die, ...]
    drawing: int | None = None
    chapter: int = 1
    on_behalf_of: int | None = None
    undoes: tuple[int, ...] = ()
    undone_by: int | None = None
    reason: str | None = None
    subject: RecordId | None = None

    def event(self, cls: type[E]) -> E | None:
        """The entry's first event of that class."""
        return next((event for event in self.events if isinstance(event, cls)), None)

    @property
    def doer(self) -> int | None:
        """Whose deed it is: what the house does for somebody silent is told as theirs."""
        return self.actor if self.actor != HOUSE else self.on_behalf_of

    @property
    def acted_for(self) -> int | None:
        """Whom its actor acted for, where that isn't told already: not by the house, nor by a proxy."""
        told = (each for each in self.events if isinstance(each, PlainEvent) and each.kind == STANDS_IN)
        return self.on_behalf_of if self.actor != HOUSE and next(told, None) is None else None

    @property
    def known_actor(self) -> int | None:
        """Who acted: nobody where the house did, or where the viewer may see nothing of it."""
        return self.actor if self.events and self.actor != HOUSE else None


@dataclass(frozen=True, slots=True)
class Mentions:
    """People and roles that a message mentions, so that Discord notifies them.

    `others` are asked nothing, but something happened to them: that is so whatever came after it.
    """

    people: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Post:
    """All that one message about an entry is drawn from.

    `newer` is the later message about the same record, where there is one: this one folds then. `mentions`
    are the game masters whom it tells of what its entry opened for them. `is_card` says whether its record
    has a live card; `earlier` is what that told before, the newest first. `as_of` is how many entries the
    campaign had when this was read. `deadlines` say by step until when its subject waits, `instead` who is
    mentioned in the place of somebody asked: their proxy, or nobody. `glance` is what goes on, where this is
    the campaign's board; `is_pinned` says whether its record's newest message is. `absent` are those of the
    people it may mention who did nothing for long before its entry. Of a live card of the game
    masters' `is_behind` says that its record has changed since its entry.
    """

    campaign: Campaign
    viewer: Viewer
    entry: Entry
    subject: RecordView | None
    records: Mapping[RecordId, RecordView]
    mark: str
    newer: Link | None = None
    mentions: Mentions = Mentions()
    is_card: bool = False
    earlier: tuple[Entry, ...] = ()
    as_of: int = 0
    deadlines: Mapping[str, datetime] = field(default_factory=dict)
    instead: Mapping[int, int | None] = field(default_factory=dict)
    glance: Glance | None = None
    is_pinned: bool = False
    absent: frozenset[int] = frozenset()
    is_behind: bool = False

    @property
    def is_secret(self) -> bool:
        """Whether this is the copy for the game master's channel."""
        return self.viewer == GAME_MASTER


@dataclass(frozen=True, slots=True)
class MadeEntry:
    """The entry that an interaction made: its number, and the message that tells it, where there is one."""

    number: int
    delivered: Link | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an accepted action came to: for everyone, and for who acted.

    `rows` are the outbox rows whose messages must appear; a repeat's are already under way. `in_place` says
    that no message is posted for everybody: the record's live card, at `card`, goes on to tell it. `pressed`
    is the card whose control was used, as it looks now. `is_acceptance` says that it was a draft or proposal.
    What `is_alone` asks for nothing but its own message: no card shows what it changed.
    """

    public: Post
    private: Post
    rows: Mapping[str, int] = field(default_factory=dict)
    is_repeat: bool = False
    delivered: Link | None = None
    in_place: bool = False
    card: Link | None = None
    pressed: Post | None = None
    is_acceptance: bool = False
    is_alone: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """Which journal entries are wanted; None is any."""

    player: int | None = None
    system: str | None = None
    record: str | None = None
    action: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether every entry is wanted."""
        return self == EVERY_ENTRY


EVERY_ENTRY = Filter()

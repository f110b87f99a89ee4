"""The contract between a game and the house: records, actions, steps that wait, and who sees what.

A game is a `System`: kinds of record (frozen dataclasses) and kinds of action (frozen dataclasses
in the imperative, each with a pure `perform`). The house loads what an action's `scope` names,
calls `perform`, and keeps what comes back; a game never sees a database, a clock or Discord.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, TypeAlias, TypeVar

from bot.engine.campaign import Campaign
from bot.engine.dice.source import Dice
from bot.engine.library import AnyShelf, Supplied
from bot.engine.orders import AnswerInAdvance
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.proposals import Proposing, Terms
from bot.engine.record import AtStep, Choice, Figure, FormField, Kind, Record, RecordId, Step
from bot.engine.settings import Setting
from bot.engine.text import Called, Declared, Safe, T, as_read, refused
from bot.engine.words import bare
from bot.errors import UserError

__all__ = [
    "ActionKind",
    "Change",
    "Choice",
    "FormField",
    "Kind",
    "Open",
    "PlainEvent",
    "Record",
    "RecordId",
    "Replace",
    "Result",
    "Scope",
    "Step",
    "System",
    "Want",
    "World",
    "applied",
    "together",
]  # fmt: skip

S = TypeVar("S")
A = TypeVar("A")


# -- what an action wants, and what comes of it -------------------------------------------------


@dataclass(frozen=True, slots=True)
class Want:
    """A search for records in play: by kind, and by name, owner, parent or what they link to.

    `text` is a name or an id; `part` is a piece of the name, of which at most 25 are found. With
    `archived` those are found instead that are no longer in play, with `latest` only the newest ten.
    """

    kind: str
    text: str | None = None
    owner: int | None = None
    parent: RecordId | None = None
    part: str | None = None
    # Only those of whoever acts or looks.
    is_own: bool = False
    linking: RecordId | None = None
    archived: bool = False
    latest: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """The records an action needs: by id, by search, and with `links` also all that those link to."""

    ids: tuple[RecordId, ...] = ()
    wants: tuple[Want, ...] = ()
    links: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """A new record comes to be: of the acting game, unless another `system` is named."""

    id: RecordId
    kind: str
    state: Any
    system: str | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """A record's state becomes another; `archive` ends its part in play, nothing is ever deleted."""

    id: RecordId
    state: Any
    archive: bool = False
    restore: bool = False


Change = Open | Replace


@dataclass(frozen=True, slots=True)
class PlainEvent:
    """The default event. Games define their own dataclasses with an `audience` where they read better."""

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class Result:
    """What an action comes to: records changed, in order, and events told.

    `subject` is the record whose card the public message shows; by default the first one changed.
    `channel` is where that message goes; by default where the action was taken. With `secret_first` it
    appears only after the game masters' message was delivered. With `starts_thread` a thread is started from
    it, in which the subject is settled (`Kind.settle`).
    """

    changes: tuple[Change, ...] = ()
    events: tuple[Any, ...] = ()
    subject: RecordId | None = None
    channel: int | None = None
    secret_first: bool = False
    starts_thread: bool = False
    # Whom a game master acted for.
    on_behalf_of: int | None = None
    # The proposal that is accepted: its action is carried out in the same entry, on behalf of its author.
    then: RecordId | None = None


def applied(
    records: Mapping[RecordId, Record[Any]], changes: Iterable[Change]
) -> dict[RecordId, Record[Any]]:
    """The records once those changes are made: what the next of several actions finds.

    Raises KeyError for a change of a record that isn't among them.
    """
    after = dict(records)
    for change in changes:
        if isinstance(change, Open):
            after[change.id] = Record(change.id, change.kind, change.state)
        else:
            before = after[change.id]
            is_archived = (before.is_archived or change.archive) and not change.restore
            after[change.id] = replace(before, state=change.state, is_archived=is_archived)
    return after


def together(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes of several actions as those of one, for an entry keeps one of each record: the last state.

    What was opened stays opened. Raises ValueError where it was put out of play besides.
    """
    whole: dict[RecordId, Change] = {}
    for change in changes:
        before = whole.get(change.id)
        if before is None or isinstance(change, Open):
            whole[change.id] = change
        elif isinstance(before, Replace):
            is_moved = change.archive or change.restore
            whole[change.id] = change if is_moved else replace(before, state=change.state)
        elif change.archive:
            raise ValueError(f"record {change.id} can't be opened and put out of play in one entry")
        else:
            whole[change.id] = replace(before, state=change.state)
    return tuple(whole.values())


def _refuse(error: UserError) -> None:
    raise error


def _unheard(_sentence: str) -> None:
    """Drop the note: only previews show notes."""


def _no_zone(_person: int) -> str:
    return ""


def _untried(_proposal: RecordId, _texts: Sequence[str] = ()) -> Terms:
    raise LookupError("only `play` tries what is proposed")


@dataclass(frozen=True, slots=True)
class Noted:
    """What everybody may know of an entry of the journal: whether it stands, and tells them anything."""

    stands: bool
    is_told: bool


def _unnoted(_number: int) -> Noted | None:
    raise LookupError("only `play` reads the journal")


class Settled(Safe):
    """A note of what comes of something whatever the dice show: they decide nothing worth a line then."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class World:
    """Everything an action may look at, frozen."""

    campaign: Campaign
    campaign_id: RecordId
    actor: int
    standing: Standing
    channel: int
    now: datetime
    records: Mapping[RecordId, Record[Any]]
    new_id: Callable[[], RecordId]
    content: Any = None
    # All that this campaign may decide: the table's settings and those of its games.
    settings: tuple[Setting, ...] = ()
    # The shelves of its library, those of all its games, and what comes with these.
    shelves: tuple[AnyShelf, ...] = ()
    supplied: Supplied = field(default_factory=dict)
    # The number that the entry about this action will have, and where everybody will read it.
    entry: int = 0
    place: int = 0
    # `world.refuse(error)` raises what only says "not now" or "not you"; a preview notes it and shows the
    # rest. `world.note(text)` is a sentence that only a preview tells; one that is `Settled` says what comes
    # of it whatever the dice show.
    refuse: Callable[[UserError], None] = _refuse
    note: Callable[[str], None] = _unheard
    # The answers that can be given in advance in its games; and the time zone that somebody named.
    advances: tuple[AnswerInAdvance, ...] = ()
    zone_of: Callable[[int], str] = _no_zone
    # `world.tried(proposal, texts)`: what is proposed as it would come out now, with those texts in its
    # fields where there are any. Raises UserError where it is refused.
    tried: Callable[..., Terms] = _untried
    # `world.noted(number)`: how an entry of the journal stands; None where there is none of that number.
    noted: Callable[[int], Noted | None] = _unnoted
    # The running chapter of dice.
    chapter: int = 1

    def setting(self, setting: Setting) -> str:
        """What this campaign decided, or the default."""
        return setting.of(self.campaign.settings)

    def get(self, kind: Kind[S], record_id: RecordId) -> Record[S]:
        """The record of that id. Raises RuleViolation where it is not this campaign's, or not in play."""
        found = self.records.get(record_id)
        if found is None or found.kind != kind.name:
            raise refused(
                "record.not_here", "That {kind} isn't part of this campaign.", kind=as_read(kind.name)
            )
        if found.is_archived:
            title = kind.title(found.state) or as_read(kind.name)
            raise refused("record.archived", "“{title}” is no longer in play.", title=title)
        return found

    def all(self, kind: Kind[S]) -> tuple[Record[S], ...]:
        """Every loaded record of a kind that is in play, in the order they were opened."""
        return tuple(r for r in self.records.values() if r.kind == kind.name and not r.is_archived)

    def find(self, kind: Kind[S], text: str) -> Record[S]:
        """The one in play with that id or name. Raises RuleViolation naming the near ones."""
        records = self.all(kind)
        matches = [r for r in records if r.id == text]
        matches = matches or [r for r in records if kind.title(r.state).casefold() == text.strip().casefold()]
        if len(matches) == 1:
            return matches[0]
        kind_name = as_read(kind.name)
        if matches:
            raise refused(
                "kind.several",
                "Several {kind} records are called “{name:60}”. Pick one from the list.",
                kind=kind_name,
                name=text,
            )
        raise refused(
            "kind.unknown",
            "There's no {kind} called “{name:60}” here. Pick one from the list.",
            kind=kind_name,
            name=text,
        )


@dataclass(frozen=True, slots=True)
class ActionKind(Generic[A]):
    """One kind of action. `owner` finds the player that `may` speaks of.

    An action that `founds` opens the root record of a campaign of its own; one that `revives` is
    allowed in an archived campaign.
    """

    action: type[A]
    perform: Callable[[World, A, Dice], Result]
    may: Permit
    scope: Callable[[A], Scope] = lambda _action: Scope()
    owner: Callable[[World, A], int | None] | None = None
    is_undoable: bool = True
    founds: bool = False
    revives: bool = False
    # As `bot.engine.declare` has it: its slash command, what that says of it, and where it stands among what
    # waits.
    command: str = ""
    summary: str = ""
    steps: tuple[AtStep, ...] = ()
    # Shown before it is done: `watches` are the figures told then even where they stay as they are, `button`
    # what its button says; where that is empty, the first words of its summary.
    previewed: bool = False
    # Shown before it is done where the rules note something, however it is given: what is final asks first.
    confirms: bool = False
    watches: tuple[Declared, ...] = ()
    button: str = ""
    # What it was called before: what was offered under those names can still be taken.
    formerly: tuple[str, ...] = ()
    # Where its actor may not do it alone, it becomes a proposal instead.
    proposed: Proposing[A] | None = None
    # Whether it belongs to what happened, as a recap tells it: the table's housekeeping doesn't.
    is_news: bool = True

    @property
    def name(self) -> str:
        """The name the journal keeps."""
        return self.action.__name__

    @property
    def spoken(self) -> Safe:
        """The same as people read it: `BuildQuarry` is "Build quarry"."""
        words = "".join(f" {each.lower()}" if each.isupper() else each for each in self.name)
        return as_read(words.strip().capitalize())

    @property
    def label(self) -> str:
        """What its button says, and what its preview asks."""
        if self.button:
            return as_read(self.button)
        return in_words(as_read(self.summary))[0] if self.summary else self.spoken


# How a text begins that is for game masters alone.
FOR_LEADERS = "For game masters:"
# A deed's line ends where its summary goes on with conditions.
_REST = re.compile(r"[;:] ")


def in_words(summary: str) -> tuple[str, str]:
    """What a deed is called, of what its command says of it, and what is to be known of it besides."""
    label, *rest = _REST.split(bare(summary).removeprefix(FOR_LEADERS).strip(), maxsplit=1)
    return capitalized(label), capitalized(rest[0]) if rest else ""


def capitalized(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


# A record that was changed, as it was (None where it is new) and as it is.
Changed: TypeAlias = tuple[Record[Any] | None, Record[Any]]


@dataclass(frozen=True, slots=True)
class Settling:
    """What a game changes besides, whichever of its actions changed its records.

    `needs` says what that is worked out of, besides the records changed; None where nothing follows of them.
    `changes` gives the states that follow of the world as the action leaves it, also what is so already.
    """

    needs: Callable[[Sequence[Changed]], Scope | None]
    changes: Callable[[World], Iterable[Replace]]


# By sort of step the actions that stand there, in the order of their buttons.
Stands = Mapping[str, Sequence[tuple[ActionKind[Any], AtStep]]]


def standing_at(actions: Iterable[ActionKind[Any]]) -> Stands:
    """Those actions, by the sort of step at which each stands."""
    found = [(kind, at) for kind in actions for at in kind.steps]
    found.sort(key=lambda each: each[1].place)
    standing: dict[str, list[tuple[ActionKind[Any], AtStep]]] = {}
    for kind, at in found:
        standing.setdefault(at.step, []).append((kind, at))
    return standing


def paths(group: str, *names: str) -> tuple[str, ...]:
    """The paths of commands of a group, of their names."""
    return tuple(f"{group} {each}" for each in names)


@dataclass(frozen=True, slots=True)
class System:
    """One game."""

    name: str
    # Its title as a template.
    called: str
    kinds: tuple[Kind[Any], ...] = ()
    actions: tuple[ActionKind[Any], ...] = ()
    events: tuple[type[Any], ...] = ()
    content: Any = None
    settings: tuple[Setting, ...] = ()
    shelves: tuple[AnyShelf, ...] = ()
    # The answers that people may give in advance.
    advances: tuple[AnswerInAdvance, ...] = ()
    # Its own word for its game master, if it has one: the house's sentences say it where this game is played.
    game_master: Called | None = None
    # What its deeds are about, by their commands or groups, where one record is about too much.
    headings: Mapping[str, T] = field(default_factory=dict)
    # Of a record's state and a step in it: the commands that begin what can be done there beside its choices.
    begins: Callable[[Any, Step], Mapping[str, T]] = lambda _state, _step: {}
    # The commands that Discord's list leaves out, by path: what they do is found on `/act` and `/gm`.
    unlisted: Collection[str] = ()
    # The figures of a record of that kind, with all that it links to: worked out of a world that has both.
    figures: Mapping[Kind[Any], Callable[[World, RecordId], Iterable[Figure]]] = field(default_factory=dict)
    # What follows at once where a setting of its own is changed: worked out of the world as it was, and the
    # same with the new settings. Both have every record of the kinds with figures, and what those link to.
    # Its events are `Followed`.
    resettled: Callable[[World, World], Result] | None = None
    # What follows at once where its records changed, such as whom others ask from now on.
    settling: Settling | None = None
    standing: Stands = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check that every step at which an action stands can wait. Raises ValueError."""
        standing = standing_at(self.actions)
        if unknown := standing.keys() - {each for kind in self.kinds for each in kind.steps}:
            raise ValueError(f"{self.name}: no step is called {sorted(unknown)}")
        object.__setattr__(self, "standing", standing)

    @property
    def title(self) -> Safe:
        """What it is called, as who reads it says it."""
        return as_read(self.called)

    def kind(self, name: str) -> Kind[Any]:
        """The kind of that name. Raises LookupError."""
        for kind in self.kinds:
            if kind.name == name:
                return kind
        raise LookupError(f"{self.called} has no record kind {name!r}")

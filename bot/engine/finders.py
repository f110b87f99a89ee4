"""Who asks, what they typed, and which record they mean: found as far as they may see.

A finder is declared once for a kind of record; every option that means one uses it, for what is suggested
and for what is found. Nothing that a view hides is ever listed, found or named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, TypeVar

from bot.engine.habits import Habits
from bot.engine.record import Kind, RecordId
from bot.engine.system import Scope, System, Want, World
from bot.engine.text import Declared, Safe, T, as_read, led_by, refused
from bot.engine.views import CampaignView, RecordView, Waiting
from bot.engine.words import key_of, safe
from bot.errors import RuleViolation, UserError


@dataclass(frozen=True, slots=True)
class KnownChannel:
    """A channel or forum of the server's: `lacks` names what the bot needs there and may not do."""

    id: int
    name: str = ""
    is_forum: bool = False
    # Whether everybody on the server can read it.
    is_open: bool = False
    lacks: tuple[str, ...] = ()


class Server(Protocol):
    """What there is on the server at the moment: a role or channel that is kept may be deleted."""

    def has_role(self, role: int) -> bool:
        """True if the server still has that role."""

    def channel(self, channel: int) -> KnownChannel | None:
        """That channel as it is now; None where it was deleted."""

    def is_seen(self, channel: int) -> bool:
        """Whether the asker can read it: the mention of any other shows them nothing."""

    def can_read(self, channel: int, person: int) -> bool:
        """Whether somebody whom the command names can read it."""


class Anywhere:
    """A server of which nothing is known: every role and channel counts as being there."""

    def has_role(self, role: int) -> bool:
        """True for every role."""
        return True

    def channel(self, channel: int) -> KnownChannel | None:
        """A channel in which the bot may do all it needs to, and which not everybody reads."""
        return KnownChannel(channel)

    def is_seen(self, channel: int) -> bool:
        """True for every channel."""
        return True

    def can_read(self, channel: int, person: int) -> bool:
        """True for everybody."""
        return True


V = TypeVar("V")

# What a suggestion reads as, and what it stands for.
Pair = tuple[str, str]
NAME = 60
# So many are named where a beginning is that of several.
MOST_BEGUN = 5


def _nobody_waits() -> tuple[Waiting, ...]:
    return ()


def _sees_nothing(_scope: Scope) -> CampaignView:
    raise LookupError("nothing can be looked up for this command: it is asked outside of any campaign")


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody at a command: what they gave so far, and what they may see.

    `look` reads what a scope names within the transaction under way, as views. `given` holds the options as
    they came, by field; `typed` is what stands in the one to suggest for.
    """

    look: Callable[[Scope], CampaignView]
    user: int
    # The channel; of a thread also its parent.
    places: tuple[int, ...]
    given: Mapping[str, Any] = field(default_factory=dict)
    typed: str = ""
    finders: Mapping[str, Finds] = field(default_factory=dict)
    # What the campaign waits for, longest first.
    waiting: Callable[[], Sequence[Waiting]] = _nobody_waits
    # What Discord still has of it, and what the bot plays, by name.
    server: Server = field(default_factory=Anywhere)
    systems: Mapping[str, System] = field(default_factory=dict)
    # For whom they may act: themself, and those away who left that to them. None where it may be anybody's.
    own: frozenset[int] | None = None
    # What a person keeps for themselves on this server, outside of any campaign.
    habits_of: Callable[[int], Habits] = Habits
    # How often they lately did what, by action: their own entries alone.
    often: Callable[[], Mapping[str, int]] = dict

    @property
    def habits(self) -> Habits:
        """What the asker keeps for themselves on this server."""
        return self.habits_of(self.user)

    @property
    def seen(self) -> CampaignView:
        """The campaign as the asker sees it, without any records."""
        return self.look(Scope())

    @property
    def is_outside(self) -> bool:
        """Whether it is asked outside of any campaign, where nothing can be looked up."""
        return self.look is _sees_nothing

    def all(self, kind: Kind[Any]) -> tuple[RecordView, ...]:
        """Every record of the kind in play."""
        return self.look(Scope(wants=(Want(kind.name),))).all(kind.name)

    def get(self, record: RecordId) -> RecordView:
        """The record of that id. Raises RuleViolation where there is none to be seen."""
        found = self.look(Scope(ids=(record,))).records.get(record)
        if found is None:
            raise refused("asked.not_here", "That isn't part of this campaign.")
        return found

    def record(self, name: str) -> RecordView:
        """The record that the option of that field means, named or not. Raises RuleViolation."""
        return self.get(self.finders[name].find(self, self.given.get(name)))


def asked_of(waits: Waiting, systems: Mapping[str, System]) -> Safe:
    """Whom a step waits for; its game's own word for its game master."""
    with led_by(systems[waits.record.system].game_master):
        return T("{who:@}")(who=waits.who)


def turns_to_come(found: Iterable[Waiting], user: int, systems: Mapping[str, System]) -> Iterator[Safe]:
    """What of all that waits comes to that person next, and after whom."""
    records = dict[RecordId, Waiting]()
    for each in found:
        records.setdefault(each.record.id, each)
    for each in records.values():
        system = systems[each.record.system]
        now, then = system.kind(each.record.kind).turns(each.record.state)
        if user in then and user not in now:
            with led_by(system.game_master):
                people = [T("{who:@}")(who=who) for who in dict.fromkeys(now)]
                yield T("You're next after {people:and}: {what}")(people=people, what=each.titled(100))


def outside(user: int, given: Mapping[str, Any]) -> Asker:
    """Somebody who asks where there may be no campaign."""
    return Asker(_sees_nothing, user, (), given)


class Finds(Protocol):
    """What finds the record that an option means, or the records, and suggests those it may mean."""

    @property
    def is_implied(self) -> bool:
        """True if a record may be meant without being named."""

    def find(self, asker: Asker, text: str | None) -> Any:
        """The id of the record meant, or ids. Raises RuleViolation."""

    def suggest(self, asker: Asker) -> Iterable[Pair]:
        """The records that may be meant, each as its name and id."""

    def scope(self, found: Any) -> Scope:
        """The scope of an action on the record that was found."""

    def owner(self, world: World, found: Any) -> int | None:
        """The player of the record that was found."""


class Near(Enum):
    """How closely a record belongs to somebody who names none."""

    # It is at home, or played, in this channel.
    HERE = "here"
    MINE = "mine"


# Which ones may be meant by saying nothing: of the first group that has exactly one record it is that.
Prefer = Sequence[tuple[Near, ...]]
HERE_OR_ONLY_ONE: Prefer = ((Near.HERE,), ())
HERE_OR_MINE: Prefer = ((Near.HERE, Near.MINE), (Near.HERE,), (Near.MINE,))
MINE: Prefer = ((Near.HERE, Near.MINE), (Near.MINE,))


def _anyone(_shown: RecordView) -> bool:
    return True


def _as_found(_asking: Asker, found: Sequence[RecordView]) -> Sequence[RecordView]:
    return found


def _only_it(record: RecordId) -> Scope:
    return Scope(ids=(record,))


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds one record of its kinds, by id, by name or, with `prefer`, unnamed. See `finder`."""

    kinds: tuple[Kind[Any], ...]
    unknown: Callable[[str], str]
    several: Callable[[str], str]
    which: Callable[[Sequence[str]], str]
    prefer: Prefer = ()
    is_own: bool = False
    is_ranked: bool = False
    archived: bool = False
    has_secrets: bool = False
    is_offered: Callable[[RecordView], bool] = _anyone
    among: Callable[[Asker, Sequence[RecordView]], Sequence[RecordView]] = _as_found
    here: Callable[[Any], Iterable[int]] | None = None
    gone: Callable[[Any], int | None] | None = None
    label: Callable[[RecordView], str] = lambda shown: shown.title
    lacking: Callable[[], UserError] | None = None
    wants: Callable[[RecordId], Scope] = _only_it

    @property
    def is_implied(self) -> bool:
        """True if a record may be meant without being named."""
        return bool(self.prefer)

    def find(self, asker: Asker, text: str | None) -> RecordId:
        """The record meant: in play, else the last one that was. Raises RuleViolation."""
        return self._named(asker, text) if text is not None else self._unnamed(asker)

    def suggest(self, asker: Asker) -> Iterable[Pair]:
        """Those with what was typed in their name, as the asker reads it, by name."""
        near = key_of(asker.typed)
        # Names are kept as they were written: other signs are compared here.
        part = None if self.has_secrets or not asker.typed.isascii() else asker.typed
        owners = asker.own if asker.own is not None else (None,)
        found = [each for owner in owners for each in self._found(asker, part=part, owner=owner)]
        named = [(self.label(each), str(each.id)) for each in found if near in key_of(each.title)]
        return sorted(named, key=lambda pair: pair[0].casefold())

    def scope(self, found: RecordId) -> Scope:
        """The scope of an action on the record that was found."""
        return self.wants(found)

    def owner(self, world: World, found: RecordId) -> int | None:
        """The player of the record that was found."""
        record = world.records.get(found)
        kind = next((kind for kind in self.kinds if record and record.kind == kind.name), self.kinds[0])
        return kind.owner(world.get(kind, found).state)

    def _found(
        self,
        asker: Asker,
        *,
        text: str | None = None,
        part: str | None = None,
        owner: int | None = None,
        gone: bool = False,
        is_named: bool = False,
    ) -> list[RecordView]:
        out = self.archived or gone
        own = self.is_own and text is None and not is_named
        wants = [
            Want(kind.name, text=text, part=part, owner=owner, is_own=own, archived=out)
            for kind in self.kinds
        ]
        found = asker.look(Scope(wants=tuple(wants))).records.values()
        return [each for each in found if self.is_offered(each)]

    def _named(self, asker: Asker, text: str) -> RecordId:
        found = self._ranked(self._found(asker, text=text))
        if len(found) > 1:
            raise RuleViolation(self.several(safe(text, NAME)))
        if found := found or self._gone(self._found(asker, text=text, gone=True)):
            return found[-1].id
        # Only now are all read: most names are picked from the list, or whole.
        every = self._found(asker, is_named=True)
        one = only_begun(text, self._ranked(begun(text, every)))
        if one is not None:
            return one.id
        if not every and self.lacking is not None:
            raise self.lacking()
        raise RuleViolation(self.unknown(safe(text, NAME)))

    def _ranked(self, found: Sequence[RecordView]) -> Sequence[RecordView]:
        """Those of the first kind that has any, where the kinds have ranks."""
        if not self.is_ranked:
            return found
        groups = ([each for each in found if each.kind == kind.name] for kind in self.kinds)
        return next((group for group in groups if group), [])

    def _unnamed(self, asker: Asker) -> RecordId:
        every = self.among(asker, self._found(asker))
        groups = [[each for each in every if self._is(each, near, asker)] for near in self.prefer]
        for group in groups:
            if len(group) == 1:
                return group[0].id
        if any(groups):
            raise RuleViolation(self.which([safe(each.title, NAME) for each in groups[-1]]))
        out = self._found(asker, gone=True) if self.gone is not None else []
        gone = (self._gone([each for each in out if self._is(each, (near,), asker)]) for near in Near)
        if meant := next((group for group in gone if group), None):
            return meant[-1].id
        if every and asker.seen.viewer.is_game_master:
            # Who leads has none of their own, and isn't asked to make one.
            raise refused("asked.name_one", "Name who you mean; the list shows everybody.")
        raise RuleViolation(self.which(()))

    def _is(self, record: RecordView, near: Sequence[Near], asker: Asker) -> bool:
        is_near = {Near.HERE: self._is_here(record, asker), Near.MINE: record.owner == asker.user}
        return all(is_near[each] for each in near)

    def _is_here(self, record: RecordView, asker: Asker) -> bool:
        kind = next(kind for kind in self.kinds if kind.name == record.kind)
        homes = self.here(record.state) if self.here is not None else (kind.home(record.state),)
        return not set(asker.places).isdisjoint(homes)

    def _gone(self, found: Sequence[RecordView]) -> list[RecordView]:
        """Those whose time is over, the last one last: the action then says so."""
        when = [(self.gone(each.state), each) for each in found] if self.gone is not None else []
        ended = [(end, each) for end, each in when if end is not None]
        return [each for _end, each in sorted(ended, key=lambda pair: pair[0])]


def begun(text: str, records: Iterable[RecordView]) -> list[RecordView]:
    """Those whose name, as the asker reads it, begins with that text."""
    start = key_of(text)
    found = [each for each in records if start and key_of(each.title).startswith(start)]
    # Its whole name, in other signs.
    return [each for each in found if key_of(each.title) == start] or found


def only_begun(text: str, found: Sequence[RecordView]) -> RecordView | None:
    """The one whose name begins so, if any. Raises RuleViolation where there are several."""
    if len(found) > 1:
        raise _too_short(text, [each.title for each in found])
    return found[0] if found else None


def only_named(text: str, named: Iterable[tuple[str, V]]) -> V | None:
    """What alone has that name, or else alone a name that begins so; None for none, or several of one name.

    Raises RuleViolation where several names begin so: hand over only what the asker may see.
    """
    wanted = key_of(text)
    every = list(named)
    if exact := [value for name, value in every if key_of(name) == wanted]:
        return exact[0] if len(exact) == 1 else None
    found = [(name, value) for name, value in every if wanted and key_of(name).startswith(wanted)]
    if len({name for name, _ in found}) > 1:
        raise _too_short(text, [name for name, _ in found])
    return found[0][1] if len(found) == 1 else None


def _too_short(text: str, names: Sequence[str]) -> UserError:
    return refused(
        "name.too_short",
        "“{name:40}” could be {names:or}. Type more of the name.",
        name=text.strip(),
        names=list(dict.fromkeys(names))[:MOST_BEGUN],
    )


def finder(
    *kinds: Kind[Any],
    noun: Declared = "",
    unknown: Callable[[str], str] | None = None,
    several: Callable[[str], str] | None = None,
    which: Callable[[Sequence[str]], str] | None = None,
    scope: Callable[[RecordId], Scope] = _only_it,
    **more: Any,
) -> Finder:
    """What finds a record of those kinds.

    `noun` makes the plain sentences; a game with better ones gives them: `unknown` and `several` for a name
    that none or several bear, `which` (with the names that could be meant) where nothing was named. `scope`
    is what an action on it wants. `prefer` says what is meant unnamed: without it a name is needed. `here`
    are the channels of a state (by default its home), `gone` tells when its time was over, so that an action
    can say so of what is out of play. `is_own` suggests only the asker's own; `is_offered` leaves some out;
    `among` narrows what may be meant unnamed; `label` names them in suggestions; with `is_ranked` the first
    kind that has the name wins; `archived` finds what is out of play; `lacking` is raised where there is
    none at all. Of a kind that `has_secrets` all are read for suggestions: a search that stops at 25 might
    find only hidden ones.
    """
    # Rendered when it is said.
    word = noun or kinds[0].name

    def no_such(name: str) -> str:
        return T("There's no {noun} called “{name}” here. Pick one from the list.")(
            noun=as_read(word), name=Safe(name)
        )

    def many(name: str) -> str:
        return T("Several here are called “{name}”. Pick one from the list.")(name=Safe(name))

    def name_it(names: Sequence[str]) -> str:
        if not names:
            return T("No {noun} here fits. Name one.")(noun=as_read(word))
        names = [Safe(name) for name in names]
        return T("That could be any of these: {names:,}. Name one.")(names=names)

    return Finder(kinds, unknown or no_such, several or many, which or name_it, wants=scope, **more)

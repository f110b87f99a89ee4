"""What somebody can do here and now: deeds by subject, out of what commands declare, as far as they may see.

    found = subjects(asker, actor, commands, leads=False)

What a command is about is the record of its first option that needs no name; where there is none, it stands
with its game. What is hidden from who asks is neither a subject nor the reason why something isn't possible.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.engine.card import Pick
from bot.engine.declare import (
    Command,
    Moment,
    Option,
    Person,
    about_of,
    options_of,
    require_moment,
    suggested,
)
from bot.engine.finders import Asker, Finds
from bot.engine.pages import MOST
from bot.engine.people import Actor, Permit, Standing, may_use
from bot.engine.record import RecordId
from bot.engine.several import Several
from bot.engine.system import System, in_words
from bot.engine.text import Safe, T, as_read, led_by
from bot.engine.views import RecordView
from bot.engine.words import bare
from bot.errors import UserError

# The permits of what players do, and of what game masters do besides.
PLAYING = (Permit.EVERYONE, Permit.MEMBERS, Permit.OWNER, Permit.OWNER_OR_GAME_MASTER)
LEADING = (Permit.GAME_MASTERS, Permit.GAME_MASTERS_OR_ADMINS, Permit.OWNER_OR_GAME_MASTER)
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be done: its command, how it reads, and why it isn't possible now, if so."""

    path: str
    # As the journal calls what comes of it.
    action: str
    label: str
    meaning: str = ""
    hindrance: str = ""

    @property
    def pick(self) -> Pick:
        """Its line in a list."""
        if not self.hindrance:
            return Pick(self.path, self.label, self.meaning)
        return Pick(self.path, f"✗ {self.label}", self.hindrance)


@dataclass(frozen=True, slots=True)
class Subject:
    """What deeds are about: a record, or a game as a whole; `key` tells it from the others on a page."""

    key: str
    title: str
    deeds: tuple[Deed, ...]
    record: RecordId | None = None


@dataclass(slots=True)
class _Found:
    """A subject while its deeds are gathered."""

    title: str
    place: int
    record: RecordView | None
    # The how manyth game it is of.
    game: int
    is_near: bool = False
    deeds: list[Deed] = field(default_factory=list)


def is_for(command: Command, actor: Actor, standing: Standing, *, leads: bool) -> bool:
    """Whether somebody finds that command among the deeds of players, or of who `leads`.

    Looks show, and handlers by hand and files that are attached need Discord's own command.
    """
    is_deed = command.show is None and command.handle is None
    is_deed &= not (command.is_pressed or command.is_typed)
    # What means another campaign than this channel's isn't done here.
    is_deed &= command.where != "named"
    is_typed = not any(each.is_attached and each.is_required for each in command.offered.values())
    is_theirs = command.may in (LEADING if leads else PLAYING) and may_use(command.may, standing, actor)
    return is_deed and is_typed and is_theirs


def about(command: Command) -> str:
    """The option of the record that a command is about; else empty."""
    return about_of(command.options)


def subjects(
    asker: Asker, actor: Actor, commands: Iterable[tuple[Command, System]], *, leads: bool
) -> tuple[Sequence[Subject], Sequence[str]]:
    """What there is to do, by subject, and why there is nothing that some deeds could be about.

    One's own comes first, then what is near, the games, and everybody else's. In each what is possible now
    comes first, then what the asker does often, the rest by the alphabet. No list is longer than Discord
    takes: what it has no room for is a subject of its own, after it.
    """
    gathered: dict[str, _Found] = {}
    meant = _Meant(asker)
    standing = asker.seen.viewer.standing
    games: dict[str, int] = {}
    for command, system in commands:
        game = games.setdefault(system.name, len(games))
        if is_for(command, actor, standing, leads=leads):
            with led_by(system.game_master):
                _gather(gathered, meant, command, system, game, leads=leads)
    _merge(gathered)
    _tell_apart(gathered.values())
    often = asker.often()
    ordered = sorted(gathered.items(), key=lambda each: _nearness(each[1], asker))
    found = [
        part
        for key, each in ordered
        for part in _parts(key, each, sorted(each.deeds, key=lambda deed: _rank(deed, often)))
    ]
    # Where there is something to act on, nobody asks what else there could be.
    return found, () if any(each.record for each in found) else tuple(meant.missing)


def matching(every: Sequence[Subject], typed: str) -> list[tuple[Subject, Deed]]:
    """The deeds whose words begin as those that were typed, in any order: first what is possible.

    A deed is known by its subject, its line and its command's words; by what is to be known of it besides,
    after those.
    """
    wanted = _WORD.findall(typed.casefold())
    found = [
        (subject, deed)
        for subject in every
        for deed in subject.deeds
        if _begins(f"{subject.title} {deed.label} {deed.meaning} {deed.path}", wanted)
    ]

    def nearness(each: tuple[Subject, Deed]) -> tuple[bool, bool]:
        subject, deed = each
        return bool(deed.hindrance), not _begins(f"{subject.title} {deed.label} {deed.path}", wanted)

    return sorted(found, key=nearness)


def meant_by(commands: Sequence[Command], words: str) -> list[Command]:
    """The commands whose deeds are called by those words, whatever they are about."""
    wanted = _WORD.findall(words.casefold())
    called = [each for each in commands if _begins(f"{named(each)[0]} {each.path}", wanted)]
    return called or [each for each in commands if _begins(" ".join((*named(each), each.path)), wanted)]


def _begins(words: str, wanted: Sequence[str]) -> bool:
    known = _WORD.findall(words.casefold())
    return all(any(each.startswith(part) for each in known) for part in wanted)


def _merge(gathered: dict[str, _Found]) -> None:
    """What is about nothing in particular stands with the only subject of that name."""
    for key, found in tuple(gathered.items()):
        alike = [each for each in gathered.values() if each.title == found.title and each is not found]
        if found.record is None and len(alike) == 1:
            alike[0].deeds += found.deeds
            del gathered[key]


def _tell_apart(found: Iterable[_Found]) -> None:
    """A delve and its site are called the same: what they are stands beside it."""
    every = list(found)
    named = Counter(each.title for each in every)
    for each in every:
        if named[each.title] > 1 and each.record is not None:
            says = T("{name} ({kind})")
            each.title = says.plain(name=Safe(each.title), kind=as_read(each.record.kind))


def _gather(
    gathered: dict[str, _Found], meant: _Meant, command: Command, system: System, game: int, *, leads: bool
) -> None:
    """Put a command's deed to each of its subjects."""
    option = about(command)
    is_own = _is_of_players(command, leads=leads)
    records = meant.records(command.finders[option], is_own=is_own) if option else (None,)
    heading = _heading(command.path, system)
    for record in records:
        found = _Found(*_titled(record, heading, system, is_only=len(records) == 1), record, game)
        # Two headings of one record are two subjects, in the order in which its game names them.
        found = gathered.setdefault(
            f"{record.id if record is not None else system.name}/{found.place}", found
        )
        found.is_near |= record is not None and meant.is_near(command.finders[option], record.id)
        given = {option: record.id} if record is not None else {}
        found.deeds.append(_deed(command, meant.hindrance(command, given, record)))
    if not records:
        meant.miss(command.finders[option])


def _is_of_players(command: Command, *, leads: bool) -> bool:
    """Whether each does it with their own alone."""
    return command.may is Permit.OWNER or (command.may is Permit.OWNER_OR_GAME_MASTER and not leads)


def _heading(path: str, system: System) -> T | None:
    """The heading of a command, or of the innermost group that has one."""
    while path not in system.headings and " " in path:
        path = path.rpartition(" ")[0]
    return system.headings.get(path)


def _titled(
    record: RecordView | None, heading: T | None, system: System, *, is_only: bool
) -> tuple[str, int]:
    """What a subject is called, and its place among those of its record."""
    name = bare(record.title if record is not None else system.title)
    if heading is None:
        return name, 0
    place = list(dict.fromkeys(system.headings.values())).index(heading) + 1
    if record is None or is_only:
        return heading.plain(), place
    return T("{name}: {heading}").plain(name=Safe(name), heading=heading), place


def named(command: Command) -> tuple[str, str]:
    """What a command's deed is called, and what is to be known of it besides."""
    return in_words(as_read(command.summary))


def _deed(command: Command, hindrance: str) -> Deed:
    return Deed(command.path, command.options.__name__, *named(command), hindrance)


def _rank(deed: Deed, often: Mapping[str, int]) -> tuple[bool, int, str]:
    return bool(deed.hindrance), -often.get(deed.action, 0), deed.label.casefold()


def _nearness(found: _Found, asker: Asker) -> tuple[int, int, int]:
    """One's own before what is near, before the games, before everybody else's."""
    is_own = found.record is not None and found.record.owner == asker.user
    others = 2 if found.record is None else 1 if found.is_near else 3
    return 0 if is_own else others, found.game, found.place


def _parts(key: str, found: _Found, deeds: Sequence[Deed]) -> Iterator[Subject]:
    record = found.record.id if found.record is not None else None
    more = T("{title}: more")
    for number, start in enumerate(range(0, len(deeds), MOST)):
        title = more.plain(title=Safe(found.title)) if number else found.title
        part = tuple(deeds[start : start + MOST])
        yield Subject(f"{key}+{number}" if number else key, title, part, record)


class _Meant:
    """What finders find for who asks, each looked for once."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._records: dict[tuple[int, bool], tuple[RecordView, ...]] = {}
        self._near: dict[int, str | UserError] = {}
        self._when: dict[tuple[int, str], str] = {}
        # Why there is nothing that some deeds could be about.
        self.missing: dict[str, None] = {}

    def miss(self, finder: Finds) -> None:
        """Note why that one finds nothing."""
        if isinstance(why := self._unnamed(finder), UserError):
            self.missing[str(why)] = None

    def records(self, finder: Finds, *, is_own: bool) -> tuple[RecordView, ...]:
        """Those that may be meant, as they are suggested; of what has players one's own alone, if so."""
        key = id(finder), is_own
        if key not in self._records:
            asker = replace(self._asker, given={}, typed="", own=None)
            ids = dict.fromkeys(RecordId(value) for _label, value in finder.suggest(asker))
            found = tuple(self._asker.get(each) for each in ids)
            # What is done in a delve is done by one's own character there: the delve is nobody's.
            if is_own and any(each.owner is not None for each in found):
                found = tuple(each for each in found if each.owner in (self._asker.own or ()))
            self._records[key] = found
        return self._records[key]

    def is_near(self, finder: Finds, record: RecordId) -> bool:
        """Whether that one is meant by saying nothing."""
        return self._unnamed(finder) == record

    def hindrance(self, command: Command, given: Mapping[str, Any], record: RecordView | None) -> str:
        """Why a command isn't possible now: its moment, or that there is nothing it could be about."""
        for name, finder in command.finders.items():
            is_lacking = (
                name not in given and finder.is_implied and not options_of(command.options)[name].has_default
            )
            if is_lacking and not self.records(finder, is_own=False):
                why = self._unnamed(finder)
                if isinstance(why, UserError):
                    return _said(why)
        if record is None or not command.when:
            return ""
        key = id(command.when), record.id
        if key not in self._when:
            self._when[key] = _refusal(command.when, record.state)
        return self._when[key]

    def _unnamed(self, finder: Finds) -> str | UserError:
        if id(finder) not in self._near:
            try:
                found: str | UserError = finder.find(replace(self._asker, given={}), None)
            except UserError as error:
                found = error
            self._near[id(finder)] = found
        return self._near[id(finder)]


def _refusal(when: Moment, state: Any) -> str:
    try:
        require_moment(when, state)
    except UserError as error:
        return _said(error)
    return ""


def _said(error: UserError) -> str:
    return bare(str(error))


# -- what a deed that was begun still lacks ---------------------------------------------------------------


def lacking(command: Command, given: Mapping[str, Any]) -> list[Option]:
    """What must still be said before a command can be shown: not what has a list of its own."""
    options = command.offered.values()
    return [
        each
        for each in options
        if command.needs(each) and each.spec.pick is None and given.get(each.field) is None
    ]


def picks(option: Option, asker: Asker, command: Command) -> list[Pick]:
    """What may be chosen for an option: what can be meant now first, and with the rest why not."""
    # A list of Discord's takes each value once, which suggestions needn't heed.
    first: dict[str, str] = {}
    for label, value in suggested(option, asker, command):
        first.setdefault(value, label)
    if option.field == about(command) and _is_of_players(command, leads=asker.seen.viewer.is_game_master):
        owned = {value: asker.get(RecordId(value)).owner for value in first}
        first = {
            each: first[each] for each in first if owned[each] is None or owned[each] in (asker.own or ())
        }
    if not option.spec.when:
        return [Pick(value, label) for value, label in first.items()]
    whys = {value: _refusal(option.spec.when, asker.get(RecordId(value)).state) for value in first}
    made = [Pick(each, f"✗ {first[each]}" if why else first[each], why) for each, why in whys.items()]
    return sorted(made, key=lambda each: bool(each.meaning))


def divider_of(option: Option) -> str:
    """What stands between several that are chosen for it at once; empty where it is one."""
    return "," if isinstance(option.spec.finder, Several) else option.spec.several


def require_readable(asker: Asker, command: Command, names: Iterable[str]) -> None:
    """See that what was written for those options can be read. Raises RuleViolation saying what is right."""
    for name, each in options_of(command.options).items():
        text = asker.given.get(name)
        if name not in names or text in (None, ""):
            continue
        if each.spec.finder is not None:
            each.spec.finder.find(asker, text)
        elif each.spec.means is None:
            each.taken(text)


def further(command: Command, *, leads: bool) -> list[Option]:
    """What forms may ask of it: what is needed first."""
    found = [each for each in _sayable(command, leads=leads) if is_written(each)]
    return sorted(found, key=lambda each: not command.needs(each))


def choosable(
    command: Command, *, leads: bool, refused_with: Mapping[str, Any] | None = None
) -> list[Option]:
    """What may be chosen besides, of lists: the records and people that it doesn't need.

    Of one that is refused with what was given, also all that was chosen before: it comes first.
    """
    given = refused_with or {}
    found = [
        each
        for each in _sayable(command, leads=leads)
        if not is_written(each) and (is_listed(each) or each.kind is Person)
    ]
    if given.get(about(command)) is not None:
        found.insert(0, command.offered[about(command)])
    found = [each for each in found if each.field in given or not is_needed(command, each)]
    return sorted(found, key=lambda each: not is_needed(command, each))


def is_needed(command: Command, option: Option) -> bool:
    """Whether nothing can be done without it: what it is about, and what must be given."""
    return option.field == about(command) or command.needs(option)


def _sayable(command: Command, *, leads: bool) -> Iterator[Option]:
    """What may be said of it, besides what it is about and what has a list of its own."""
    for each in command.offered.values():
        is_apart = each.field == about(command) or each.spec.pick is not None or each.is_attached
        if not is_apart and (leads or not each.is_for_leaders):
            yield each


# So many lines has a form.
MOST_FIELDS = 5


def is_written(option: Option) -> bool:
    """Whether a form can ask for it: a text, a number, or one of few."""
    is_list = bool(option.choices) and len(option.choices) <= MOST
    is_typed = option.is_text and option.spec.finder is None and option.spec.pick is None
    return is_list or is_typed or option.kind in (int, bool, float)


def is_listed(option: Option) -> bool:
    """Whether it is chosen from a list that is known here."""
    return option.spec.finder is not None or option.spec.suggest is not None or bool(option.choices)

"""An action tried: what it would come to over what the asker may see. Nothing is changed by it.

A try runs `perform` itself. Records are views, so a preview can tell nobody more than they may see; the
entry's number, new ids and the time are held still, so the same try later comes to the same words. It ends
where the dice decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

import structlog

from bot.engine.campaign import Campaign
from bot.engine.catalogue import Catalogue
from bot.engine.dice.trying import Branch, DiceDecide, Roll, TriedDice
from bot.engine.people import Standing, Viewer, may_use
from bot.engine.proposals import Propose
from bot.engine.record import Figure
from bot.engine.settings import Followed
from bot.engine.system import (
    ActionKind,
    Choice,
    Open,
    Record,
    RecordId,
    Result,
    Scope,
    Step,
    System,
    World,
    applied,
)
from bot.engine.text import Safe, T, as_read, led_by
from bot.errors import NotAllowed, UserError
from bot.play.context import audience, digest_of, essence_of, named
from bot.play.following import decided, followed, touched
from bot.play.session import Session
from bot.play.terms import accepted, again, foretold, joined, proposal_of
from bot.play.views import Entry
from bot.play.worlds import require_game, require_in_play, require_permit, world_of

log = structlog.get_logger("waypost")


# -- what a preview tells -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shift:
    """A figure of a record before and after; the same in both where it is only watched."""

    record: RecordId
    title: str
    label: str
    unit: str
    before: int | Fraction | str | None
    after: int | Fraction | str | None
    # Whether deeds are paid with it.
    is_spent: bool = False

    @property
    def by(self) -> int | Fraction | str:
        """By how much it changes; text and what is new say what they become."""
        if isinstance(self.before, int | Fraction) and isinstance(self.after, int | Fraction):
            return self.after - self.before
        return "" if self.before == self.after else f"{self.before} → {self.after}"


@dataclass(frozen=True, slots=True)
class Came:
    """What something would come to: the events told, and the figures that it changes."""

    entry: Entry
    shifts: tuple[Shift, ...] = ()


@dataclass(frozen=True, slots=True)
class Tried:
    """One action, tried. What the rules `note` is for previews alone.

    `refusals` say "not now" or "not you"; after a `refusal` nothing could be tried. Where the dice decide,
    `roll` says which, and `branches` what comes of those that the rules declare.
    """

    name: str
    came: Came
    notes: tuple[str, ...] = ()
    refusals: tuple[UserError, ...] = ()
    refusal: UserError | None = None
    roll: Roll | None = None
    branches: tuple[tuple[Branch, Came], ...] = ()
    # Whether the asker sees enough of it for the rules to say what it comes to.
    is_foretold: bool = True
    # Whether the change of a setting changes something in a game at once.
    is_followed: bool = False
    # Whose word it waits for, of what is proposed. It is no note: nobody is asked twice for it.
    asked: str = ""

    @property
    def goes(self) -> bool:
        """True if nothing known stands in the way of the action."""
        return self.refusal is None and not self.refusals


@dataclass(frozen=True, slots=True)
class Preview:
    """Actions tried in a row, for one person. `untried` are those after one that the dice decide.

    `offer` is what carries them out; none where something refuses it. `why` says why it is shown anew. Under
    `id` its actions are kept in either case: what puts them on a plan names it. The first `planned` actions
    are the asker's plan, where the last would not go without it.
    """

    campaign: Campaign
    viewer: Viewer
    deeds: tuple[Tried, ...]
    untried: tuple[str, ...] = ()
    # Of all deeds together.
    shifts: tuple[Shift, ...] = ()
    offer: str | None = None
    id: str = ""
    planned: int = 0
    why: str = ""
    # Whether the rules have something to note of what asks first: it may cost a life, or can't be mended.
    warns: bool = False
    # What was tried, and the records that the asker sees before and after it: a game may draw of them.
    actions: tuple[Any, ...] = ()
    before: Mapping[RecordId, Record[Any]] = field(default_factory=dict)
    after: Mapping[RecordId, Record[Any]] = field(default_factory=dict)

    @property
    def goes(self) -> bool:
        """True if nothing known stands in the way of any of its actions."""
        return all(deed.goes for deed in self.deeds)

    @property
    def is_whole(self) -> bool:
        """Whether all of it could be tried, though it may not be the time for it, or somebody else's."""
        return not self.untried and all(deed.refusal is None for deed in self.deeds)

    @property
    def name(self) -> str:
        """The text on the preview's button."""
        first = self.deeds[0].name
        n = len(self.deeds) + len(self.untried)
        if n == 1:
            return first
        if paid := self._paid:
            return T("Do all {n} for {paid}").plain(n=n, paid=paid)
        return T("Do all {n}").plain(n=n)

    @property
    def _paid(self) -> Safe | None:
        """What all of it costs together; None where that is nothing, or dice have a say in it."""
        if not self.goes or self.untried or any(deed.roll is not None for deed in self.deeds):
            return None
        costs = [-each.by for each in self.shifts if each.is_spent and isinstance(each.by, int)]
        units = {each.unit for each in self.shifts if each.is_spent}
        if len(units) != 1 or sum(costs) <= 0:
            return None
        return T("{n:,} {unit}")(n=sum(costs), unit=units.pop())


@dataclass(frozen=True, slots=True)
class Trial:
    """A preview, and what is kept to tell whether it would come out the same."""

    preview: Preview
    digest: str
    versions: dict[str, int]


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment that a try takes place in, whenever it does: how many entries there were, and the time."""

    entries: int
    at: datetime


def new_record(deed: int = 1, number: int = 1) -> RecordId:
    """The id, in a list of actions, of what the deed of that number opens: its first record, or a later."""
    return RecordId(f"new~{deed}~{number}")


# -- trying -------------------------------------------------------------------------------------------


def tried(session: Session, actions: Sequence[Any], moment: Moment | None = None) -> Trial:
    """Try actions in a row. Raises UserError where the only one is refused whatever else."""
    trial = _tried(session, actions, moment)
    for action, deed in zip(actions, trial.preview.deeds, strict=False):
        for refusal in (*deed.refusals, deed.refusal):
            if refusal is not None:
                offer_first(session, action, refusal)
    if len(actions) == 1 and trial.preview.deeds[0].refusal is not None:
        raise trial.preview.deeds[0].refusal
    return trial


def _tried(session: Session, actions: Sequence[Any], moment: Moment | None = None) -> Trial:
    world = _World(session, moment or Moment(session.row.entries, session.now))
    deeds, steps = [], list[dict[_Key, _Value]]()
    for number, action in enumerate(actions, 1):
        deed = _Deed(world, number, action)
        deeds.append(deed.tried())
        steps.append(deed.shifts)
        if not deed.is_done:
            break
    kinds = [session.context.catalogue.of_action(each)[1] for each in actions]
    untried = tuple(each.label for each in kinds[len(deeds) :])
    shifts = tuple(_told(_together(steps)))
    preview = Preview(
        session.campaign,
        session.viewer,
        tuple(deeds),
        untried,
        shifts,
        warns=any(kind.confirms and deed.notes for kind, deed in zip(kinds, deeds, strict=False)),
        actions=tuple(actions),
        before=world.before,
        after=world.records,
    )
    versions = {str(each): row.version for each, row in session.rows.items()}
    return Trial(preview, _digest(preview), versions)


def tried_at(session: Session, actions: Sequence[Any], entries: int, at: datetime) -> Trial:
    """Those actions tried as if it were an earlier moment."""
    return tried(session, actions, Moment(entries, at))


# -- what comes first ---------------------------------------------------------------------------------


def offer_first(session: Session, action: Any, refusal: UserError) -> None:
    """Let a refusal offer the steps that it says come first, as far as the asker may take them."""
    if refusal.first and not refusal.offers:
        records = session.context.catalogue.of_action(action)[1].scope(action).ids
        refusal.offers = tuple(each for id_ in records for each in _first(session, id_, refusal))


def shifts_back(session: Session, restore: Mapping[RecordId, Record[Any] | None]) -> tuple[Shift, ...]:
    """The figures that an undo would change, as its asker sees them; None is what goes."""
    world = _World(session, Moment(session.row.entries, session.now))
    world.load(Scope(ids=tuple(restore), links=True))
    if (root := restore.get(session.id)) is not None:
        for game in decided(session.context.catalogue, session.campaign, root.state):
            world.load(touched(game))
    before = {**world.records}
    after = {id_: record for id_, record in before.items() if id_ not in restore or restore[id_] is not None}
    for id_, earlier in restore.items():
        if earlier is not None and id_ in before:
            kind = session.context.catalogue.kind(session.rows[id_].system, earlier.kind)
            seen = kind.view(earlier.state, session.viewer)
            after[id_] = replace(earlier, state=seen) if seen is not None else before[id_]
    system = session.context.catalogue.systems[session.rows[next(iter(restore))].system]
    now = replace(world_of(session, system), records=before)
    then = replace(now, records=after, campaign=root.state if root is not None else now.campaign)
    found = world.figures(now, then)
    return tuple(_told({key: each for key, each in found.items() if each[1] != each[2]}))


def _first(session: Session, id_: RecordId, refusal: UserError) -> Iterator[tuple[RecordId, Step, Choice]]:
    record, row = session.records[id_], session.rows[id_]
    for step in session.context.catalogue.steps(row.system, record.kind, id_, record.state):
        for choice in step.choices:
            if (step.name, choice.key) in refusal.first and may_take(session, choice.action):
                yield id_, step, choice


def may_take(session: Session, action: Any) -> bool:
    """Whether an action is the asker's to take, whatever else speaks against it or is still to be asked."""
    try:
        require_own(session, action)
    except NotAllowed:
        return False
    return True


def require_own(session: Session, action: Any) -> None:
    """See that an action is the asker's to take, whatever is still to be asked. Raises NotAllowed."""
    (deed,) = _tried(session, [action]).preview.deeds
    for each in (*deed.refusals, deed.refusal):
        if isinstance(each, NotAllowed):
            raise each


@dataclass(slots=True)
class _World:
    """The records as the asker sees them, with what was tried so far."""

    session: Session
    moment: Moment
    # Of each record that the asker may see: the view, or what a try made of it.
    records: dict[RecordId, Record[Any]] = field(default_factory=dict)
    before: dict[RecordId, Record[Any]] = field(default_factory=dict)
    systems: dict[RecordId, str] = field(default_factory=dict)
    _read: set[RecordId] = field(default_factory=set)

    def load(self, scope: Scope) -> None:
        """See what the scope names, and what is linked to what a try changed."""
        self.session.load(scope)
        if scope.links:
            for each in scope.ids:
                record = self.records.get(each)
                if record is not None:
                    self.session.load_links(each, self._kind(record).links(record.state))
        for each, record in self.session.records.items():
            if each not in self._read:
                self._read.add(each)
                self._see(self.session.rows[each].system, record)

    def _see(self, system: str, record: Record[Any]) -> None:
        state = self.session.context.catalogue.kind(system, record.kind).view(
            record.state, self.session.viewer
        )
        if state is not None and record.id not in self.records:
            self.records[record.id] = self.before[record.id] = replace(record, state=state)
            self.systems[record.id] = system

    def world_of(self, system: System, number: int, deed: _Deed) -> World:
        """The world that one deed of the try finds."""
        root = self.records.get(self.session.id)
        running = count(1)
        return replace(
            world_of(self.session, system),
            campaign=root.state if root is not None else self.session.campaign,
            now=self.moment.at,
            entry=self.moment.entries + number,
            records=dict(self.records),
            new_id=lambda: new_record(number, next(running)),
            refuse=deed.refusals.append,
            note=deed.notes.append,
            tried=partial(again, self.session, tried_at),
        )

    def changed_by(self, result: Result, system: System) -> dict[RecordId, Record[Any]]:
        """The records after a result. Raises LookupError for a change of what the asker doesn't see."""
        for change in result.changes:
            if isinstance(change, Open):
                self.systems[change.id] = change.system or system.name
        return applied(self.records, result.changes)

    def title(self, record_id: RecordId, records: Mapping[RecordId, Record[Any]]) -> str:
        """A record's title."""
        record = records[record_id]
        return named(self._kind(record), record.state)

    def _kind(self, record: Record[Any]) -> Any:
        return self._catalogue.kind(self.systems[record.id], record.kind)

    @property
    def _catalogue(self) -> Catalogue:
        return self.session.context.catalogue

    # -- figures --

    def figures(self, before: World, after: World) -> dict[_Key, _Value]:
        """The figures of what changed, and of what links to it or is counted otherwise, before and after."""
        found: dict[_Key, _Value] = {}
        games = {each.name for each in decided(self._catalogue, before.campaign, after.campaign)}
        is_changed = {
            each
            for each, record in after.records.items()
            if before.records.get(each) is not record or self.systems[each] in games
        }
        # What has a game's first figures, as a whole kingdom has, comes before what is a part of it.
        order = {
            kind.name: place
            for game in self._catalogue.systems.values()
            for place, kind in enumerate(game.figures)
        }
        records = sorted(after.records.items(), key=lambda pair: (order.get(pair[1].kind, 0), pair[0]))
        for each, record in records:
            work_out = self._catalogue.figures_of(self.systems[each], record.kind)
            if work_out is not None and self._is_touched(record, before.records.get(each), is_changed):
                old = self._worked_out(work_out, before, each) if each in before.records else {}
                new = self._worked_out(work_out, after, each)
                title = self.title(each, after.records)
                for name in {**old, **new}:
                    found[each, name] = (title, old.get(name), new.get(name))
        return found

    def _is_touched(self, record: Record[Any], before: Record[Any] | None, changed: set[RecordId]) -> bool:
        if record.id in changed:
            return True
        states = [record.state] + ([before.state] if before is not None else [])
        return any(not changed.isdisjoint(self._kind(record).links(state)) for state in states)

    def _worked_out(
        self, work_out: Callable[[World, RecordId], Iterable[Figure]], at: World, record: RecordId
    ) -> dict[str, Figure]:
        try:
            return {each.label: each for each in work_out(at, record)}
        except Exception as error:  # noqa: BLE001  a view too small for it: then it has none
            _too_small(error, "figures")
            return {}


# A figure by its record and label: the record's title, and the figure before and after.
_Key = tuple[RecordId, str]
_Value = tuple[str, Figure | None, Figure | None]


@dataclass(slots=True)
class _Deed:
    """One action while it is tried."""

    world: _World
    number: int
    action: Any
    notes: list[str] = field(default_factory=list)
    refusals: list[UserError] = field(default_factory=list)
    shifts: dict[_Key, _Value] = field(default_factory=dict)
    is_followed: bool = False
    asked: str = ""
    # Whether it was tried to its end, so that the next can be.
    is_done: bool = False

    def tried(self) -> Tried:
        """Try the action."""
        system, kind = self.world.session.context.catalogue.of_action(self.action)
        with led_by(system.game_master):
            return self._tried(system, kind)

    def _tried(self, system: System, kind: ActionKind[Any]) -> Tried:
        session = self.world.session
        # Apart from what a small view excuses: a database that doesn't answer is another matter.
        self.world.load(kind.scope(self.action))
        made = Tried(kind.label, Came(self._entry(system, kind, ())))
        try:
            before = self._allowed(system, kind)
            # What is proposed is tried as if it were done.
            proposed = None if session.is_led else kind.proposed
            if proposed is not None and not proposed.needs(before, self.action):
                proposed = None
            if proposed is not None:
                self.action = proposal_of(session, self.action, tried_at)
                system, kind = session.context.catalogue.of_action(self.action)
                self.world.load(kind.scope(self.action))
                before = self._allowed(system, kind)
            came, after = self._performed(system, kind, before, TriedDice())
            if proposed is not None and not self.action.is_draft:
                came = self._asked(came, self.action, is_foretold=proposed.foretold is not None)
        except DiceDecide as decided:
            made = self._decided(made, decided.roll, system, kind)
        except UserError as refusal:
            made = replace(made, refusal=refusal)
        except Exception as error:  # noqa: BLE001  the rules met a view too small for them
            _too_small(error, kind.name)
            made = replace(made, is_foretold=False)
        else:
            made = replace(made, came=came)
            self.world.records = dict(after.records)
            self.is_done = True
        return replace(
            made,
            notes=tuple(self.notes),
            refusals=tuple(self.refusals),
            is_followed=self.is_followed,
            asked=self.asked,
        )

    def _asked(self, came: Came, asked: Propose, *, is_foretold: bool) -> Came:
        """The same with whom a proposal asks, and what its card says of what dice will decide."""
        session = self.world.session
        self.asked = T("It's up to {to:@} then.")(to=asked.to)
        if not is_foretold:
            return came
        told = foretold(session.context.catalogue, asked.terms)
        seen = (each for each in told if audience(each).includes(session.viewer))
        return replace(came, entry=replace(came.entry, events=(*came.entry.events, *seen)))

    def _allowed(self, system: System, kind: ActionKind[Any]) -> World:
        """The world it finds. Raises UserError where it is not even for the asker to look at."""
        session = self.world.session
        require_game(session, system)
        if not kind.revives:
            require_in_play(session)
        found = self.world.world_of(system, self.number, self)
        try:
            require_permit(session, kind, found, self.action)
        except NotAllowed as refusal:
            # It is for people of the asker's standing, though somebody else's.
            if not may_use(kind.may, session.standing, session.actor):
                raise
            found.refuse(refusal)
        return found

    def _performed(
        self, system: System, kind: ActionKind[Any], before: World, dice: TriedDice
    ) -> tuple[Came, World]:
        result = kind.perform(before, self.action, dice)
        if result.then is not None:
            result, system, kind = self._accepted(result, result.then, dice)
        result, before = self._followed(result, before)
        records = self.world.changed_by(result, system)
        root = records.get(before.campaign_id)
        after = replace(before, records=records, campaign=root.state if root else before.campaign)
        figures = self.world.figures(before, after)
        # Those that change, and those that are watched.
        watched = {str(as_read(each)) for each in kind.watches}
        self.shifts = {key: each for key, each in figures.items() if each[1] != each[2] or key[1] in watched}
        shifts = tuple(_told(self.shifts))
        self.is_followed = after.campaign.settings != before.campaign.settings and (
            bool(shifts) or any(isinstance(event, Followed) and event.is_at_once for event in result.events)
        )
        return Came(self._entry(system, kind, result.events), shifts), after

    def _followed(self, result: Result, before: World) -> tuple[Result, World]:
        """A result with what follows in games of which it changes a setting, and the world with those."""
        world = self.world
        catalogue = world.session.context.catalogue
        result = followed(
            catalogue, before, result, world.load, lambda game: world.world_of(game, self.number, self)
        )
        return result, replace(before, records=dict(world.records))

    def _accepted(
        self, result: Result, proposal: RecordId, dice: TriedDice
    ) -> tuple[Result, System, ActionKind[Any]]:
        """An acceptance with what is accepted, as its author would do it with the game masters behind it."""
        session = self.world.session
        system, action = accepted(session, result, proposal)
        _, kind = session.context.catalogue.of_action(action)
        self.world.load(kind.scope(action))
        author = session.records[proposal].state.author
        seen = replace(
            self.world.world_of(system, self.number, self), actor=author, standing=Standing.GAME_MASTER
        )
        return joined(result, kind.perform(seen, action, dice)), system, kind

    def _entry(self, system: System, kind: ActionKind[Any], events: Iterable[Any]) -> Entry:
        """The entry it would be, with the events that the asker would read; figures tell their own change."""
        session = self.world.session
        told = (each for each in events if audience(each).includes(session.viewer))
        return Entry(
            campaign=session.id,
            number=self.world.moment.entries + self.number,
            at=self.world.moment.at,
            actor=session.actor.user,
            channel=session.request.channel,
            system=system.name,
            action=kind.name,
            events=tuple(each for each in told if not getattr(each, "is_consequence", False)),
            dice=(),
        )

    # -- where the dice decide --

    def _decided(self, made: Tried, roll: Roll, system: System, kind: ActionKind[Any]) -> Tried:
        if roll.secret and not self.world.session.viewer.is_game_master:
            # That hidden dice are rolled is hidden too.
            return replace(made, is_foretold=False)
        branches = tuple(self._branches(roll, system, kind))
        self.shifts = {}
        return replace(made, roll=roll, branches=branches)

    def _branches(self, roll: Roll, system: System, kind: ActionKind[Any]) -> Iterator[tuple[Branch, Came]]:
        for branch in roll.branches:
            if branch.face is None:
                continue
            aside = _Deed(self.world, self.number, self.action)
            try:
                before = aside.world.world_of(system, aside.number, aside)
                came, _ = aside._performed(system, kind, before, TriedDice(branch.face))
            except DiceDecide:
                # More dice follow on this way.
                continue
            except Exception as error:  # noqa: BLE001  as above
                _too_small(error, kind.name)
                continue
            yield branch, came


def _too_small(error: Exception, name: str) -> None:
    if not isinstance(error, UserError):
        log.warning("a preview could not be foretold", action=name, exc_info=error)


def _together(steps: Iterable[dict[_Key, _Value]]) -> dict[_Key, _Value]:
    """From before the first deed that touches a figure to after the last."""
    whole: dict[_Key, _Value] = {}
    for step in steps:
        for key, (title, before, after) in step.items():
            whole[key] = (title, whole[key][1] if key in whole else before, after)
    return whole


def _told(found: dict[_Key, _Value]) -> Iterator[Shift]:
    for (record, name), (title, before, after) in found.items():
        unit = next(each.unit for each in (after, before) if each is not None)
        yield Shift(
            record,
            title,
            name,
            unit,
            before.value if before is not None else None,
            after.value if after is not None else None,
            is_spent=any(each.is_spent for each in (after, before) if each is not None),
        )


# -- whether it is still the same ---------------------------------------------------------------------


def _digest(preview: Preview) -> str:
    """All that was told, numbers by how much they change: others may have acted meanwhile."""
    told = [_essence(deed) for deed in preview.deeds]
    return digest_of([told, preview.untried])


def _essence(deed: Tried) -> list[Any]:
    branches = [
        [each.label, str(each.chance), next((_came(c) for b, c in deed.branches if b == each), None)]
        for each in (deed.roll.branches if deed.roll is not None else ())
    ]
    dice = [deed.roll.count, deed.roll.sides, deed.roll.reason, branches] if deed.roll is not None else None
    return [deed.name, deed.goes, deed.is_foretold, deed.notes, _came(deed.came), dice]


def _came(came: Came) -> list[Any]:
    events = [_by_change(essence_of(event)) for event in came.entry.events]
    return [events, [[each.record, each.label, str(each.by)] for each in came.shifts]]


def _by_change(data: Any) -> Any:
    """Plain data in which a number before and after is how much it changes."""
    if isinstance(data, list | tuple):
        return [_by_change(each) for each in data]
    if not isinstance(data, dict):
        return data
    before, after = data.get("before"), data.get("after")
    if type(before) is int and type(after) is int:
        data = {key: each for key, each in data.items() if key not in ("before", "after")}
        data["by"] = after - before
    return {key: _by_change(each) for key, each in data.items()}

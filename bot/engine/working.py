"""Working copies, which change while rules work, and corrections: what game masters set, with a reason.

    class SetTreasury(OnKingdom):
        \"\"\"Set how much is in the Treasury\"\"\"
        points: int = option("How many BP", least=0, most=MOST_POINTS)
        reason: str = option("The reason, for everybody to read")

    @correction("kingdom-gm treasury", of=KINGDOM)
    def set_treasury(found: RecordCopy[Kingdom], action: SetTreasury, dice: Dice) -> None:
        found.change(treasury=action.points)
        found.tell(TreasurySet(found.before.treasury, action.points, found.reason))

A correction is an action like any other: command, docs, samples and proofs follow from its declaration. What
others do is a `deed`, declared alike; without a record of its own it opens some. A game whose rules work on
more than one record at a time has a working copy of its own for that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Generic, TypeVar, overload

from bot.engine.campaign import Campaign
from bot.engine.declare import Moment, about_of, action, options_of, require_moment, whose_of
from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit
from bot.engine.record import Kind
from bot.engine.saying import Clause, Value, Words, say
from bot.engine.system import Change, Open, Record, RecordId, Replace, Result, World
from bot.engine.text import T
from bot.engine.words import clip, one_line
from bot.errors import RuleViolation, UserError

A = TypeVar("A")
S = TypeVar("S")

# Letters of a reason.
REASON_LENGTH = 100
# A refusal as a correction declares it: its code, and what is said.
Refusal = tuple[str, T]
ALREADY: Refusal = "correction.unchanged", T("That's how it already is; nothing was changed.")
WHY: Refusal = "correction.needs_reason", T("Give a reason, for everyone to read.")


@dataclass(slots=True)
class WorkingCopy:
    """Records as rules found them and as they are by now, and what is told of that.

    It is the one thing that changes while the rules work, and never leaves them.
    """

    world: World
    # Why somebody does it, where the action has a reason.
    reason: str = field(default="", kw_only=True)
    events: list[Any] = field(default_factory=list, kw_only=True)
    # The changes of other records, and what is opened.
    also: list[Change] = field(default_factory=list, kw_only=True)
    # Whom a game master acts for.
    on_behalf_of: int | None = field(default=None, kw_only=True)
    # Whose card is posted, where that isn't its own, or what was opened or changed first.
    subject: RecordId | None = field(default=None, kw_only=True)

    @property
    def audience(self) -> Audience:
        """Who may know of the record, and so of what is told of it."""
        return EVERYONE

    @property
    def is_changed(self) -> bool:
        """True if something differs from what was found."""
        return bool(self.also)

    def open(self, kind: Kind[S], state: S) -> RecordId:
        """Open a record; the id that it has."""
        opened = self.world.new_id()
        self.also.append(Open(opened, kind.name, state))
        return opened

    def put_other(self, record: RecordId, state: Any, *, archive: bool = False) -> None:
        """Let another record be that; with `archive` it leaves play."""
        self.also.append(Replace(record, state, archive=archive))

    def change_other(self, record: Record[Any], **changes: Any) -> None:
        """Change fields of another record as it was found."""
        self.put_other(record.id, replace(record.state, **changes))

    def note(self, *sentences: T | str) -> None:
        """Add sentences to the preview."""
        for each in sentences:
            self.world.note(each() if isinstance(each, T) else each)

    def tell(self, *events: Any) -> None:
        """Tell what happened; whoever may not know of the record isn't told."""
        if self.audience == EVERYONE:
            self.events += events
        else:
            self.events += (replace(each, audience=self.audience) for each in events)

    def say(self, code: str, template: T, /, **values: Value) -> None:
        """Tell what happened in a sentence that only people read."""
        self.events.append(say(code, template, audience=self.audience, **values))

    def reason_told(self) -> Clause:
        """The end of a sentence: why somebody does it, as they wrote it; a full stop where they don't say."""
        if not self.reason:
            return Clause(T("."))
        return Clause(T(": {reason}"), reason=Words(self.reason, by=self.world.actor))

    def result(self) -> Result:
        """The action's result: all changes and all events."""
        first = self.also[0].id if self.also else None
        subject, events = self.subject or first, tuple(self.events)
        return Result(tuple(self.also), events, subject, on_behalf_of=self.on_behalf_of)


@dataclass(slots=True)
class RecordCopy(WorkingCopy, Generic[S]):
    """One record, as it was found and as it is by now."""

    id: RecordId
    before: S
    state: S
    # Who may know of a record in that state.
    known: Callable[[S], Audience] = lambda _state: EVERYONE
    # Whether it leaves play.
    is_archived: bool = False

    @property
    def audience(self) -> Audience:
        """Who may know of the record in its new state."""
        return self.known(self.state)

    @property
    def is_changed(self) -> bool:
        """True if this or another record differs from what was found."""
        return self.is_archived or self.state != self.before or bool(self.also)

    def put(self, state: S) -> None:
        """Make that the record's state."""
        self.state = state

    def change(self, **changes: Any) -> None:
        """Change fields of the record's state."""
        whole: Any = self.state
        self.state = replace(whole, **changes)

    def archive(self) -> None:
        """Take the record out of play."""
        self.is_archived = True

    def result(self) -> Result:
        """The action's result: the record's new state, other changes, and the events."""
        is_otherwise = self.is_archived or self.state != self.before
        own = (Replace(self.id, self.state, archive=self.is_archived),) if is_otherwise else ()
        subject = self.subject or self.id
        return Result((*own, *self.also), tuple(self.events), subject, on_behalf_of=self.on_behalf_of)


def campaign_copy(world: World, _asked: Any) -> RecordCopy[Campaign]:
    """The campaign itself as it was found, and as it is by now."""
    return RecordCopy(world, world.campaign_id, world.campaign, world.campaign)


W = TypeVar("W", bound=WorkingCopy)
Perform = Callable[[World, A, Dice], Result]
# What declares an action that is carried out on a working copy.
Declares = Callable[[Callable[[W, A, Dice], None]], Perform[A]]


@overload
def correction(
    path: str = "",
    /,
    *,
    of: Kind[S],
    known: Callable[[S], Audience] = ...,
    already: Refusal | None = ...,
    why: Refusal = ...,
    **declared: Any,
) -> Declares[RecordCopy[S], A]: ...
@overload
def correction(
    path: str = "",
    /,
    *,
    on: Callable[[World, Any], W],
    already: Refusal | None = ...,
    why: Refusal = ...,
    **declared: Any,
) -> Declares[W, A]: ...
def correction(
    path: str = "",
    /,
    *,
    of: Kind[Any] | None = None,
    on: Callable[[World, Any], Any] | None = None,
    known: Callable[[Any], Audience] = lambda _state: EVERYONE,
    already: Refusal | None = ALREADY,
    why: Refusal = WHY,
    when: Moment = (),
    **declared: Any,
) -> Callable[[Callable[..., None]], Perform[Any]]:
    """Declare what game masters set, as `action` does, carried out by `perform(found, action, dice)`.

    What is found is a `RecordCopy` of the record that the action names first, one of the kind `of` that is
    still in play; whoever may not know of it (`known`) is told nothing. Or it is the working copy that `on`
    makes. An action with a `reason` gives it to that, in a line; unless that has a default, `why` is what is
    said where there is none. `already` is said where all stays as it was; None lets that be. Both may name
    fields of the working copy and of the action. With another `may` it is what others do to a record, too.
    """

    def declare(perform: Callable[..., None]) -> Perform[Any]:
        @action(path, **{"may": Permit.GAME_MASTERS, "when": when} | declared)
        @wraps(perform)
        def carried_out(world: World, asked: Any, dice: Dice) -> Result:
            found: WorkingCopy
            if on is not None:
                found = on(world, asked)
            elif of is not None:
                record = world.get(of, getattr(asked, whose_of(type(asked))))
                found = RecordCopy(world, record.id, record.state, record.state, known)
            _require_moments(world, asked, when)
            found.reason = clip(one_line(getattr(asked, "reason", "")), REASON_LENGTH)
            if not found.reason and _needs_reason(asked):
                raise _refused(found, asked, *why)
            perform(found, asked, dice)
            if already is not None and not found.is_changed:
                raise _refused(found, asked, *already)
            return found.result()

        return carried_out

    return declare


@overload
def deed(
    path: str = "",
    /,
    *,
    of: Kind[S],
    may: Permit,
    known: Callable[[S], Audience] = ...,
    **declared: Any,
) -> Declares[RecordCopy[S], A]: ...
@overload
def deed(
    path: str = "", /, *, on: Callable[[World, Any], W], may: Permit, **declared: Any
) -> Declares[W, A]: ...
@overload
def deed(path: str = "", /, *, may: Permit, **declared: Any) -> Declares[WorkingCopy, A]: ...
def deed(path: str = "", /, *, may: Permit, **declared: Any) -> Callable[[Callable[..., None]], Perform[Any]]:
    """Declare any other action on a working copy, as `correction` does; that all stays as it was is no fault.

    Without `of` and `on` it begins with no record: rules open some, or change those that they look up.
    """
    if "of" not in declared:
        declared = {"on": lambda world, _asked: WorkingCopy(world)} | declared
    return correction(path, may=may, already=None, **declared)


def _require_moments(world: World, asked: Any, when: Moment) -> None:
    """See that nothing has to come first, of the records that are meant. Raises RuleViolation."""
    if when:
        _require_moment(world, getattr(asked, about_of(type(asked)) or whose_of(type(asked))), when)
    for name, each in options_of(type(asked)).items():
        if each.spec.when:
            _require_moment(world, getattr(asked, name), each.spec.when)


def _require_moment(world: World, meant: RecordId | None, when: Moment) -> None:
    record = world.records.get(meant) if meant is not None else None
    # Of what isn't here, or no longer, the rules themselves say so.
    if record is not None and not record.is_archived:
        require_moment(when, record.state)


def _needs_reason(action: Any) -> bool:
    declared = options_of(type(action)).get("reason")
    return declared is not None and declared.is_required and not declared.has_default


def _refused(found: WorkingCopy, action: Any, code: str, says: T) -> UserError:
    values = {name: getattr(found if hasattr(found, name) else action, name) for name in says.names}
    refusal = RuleViolation(says(**values))
    refusal.code = code
    return refusal

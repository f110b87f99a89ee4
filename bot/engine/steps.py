"""What waits, and what can be done then: chapters name the steps of a record, actions stand at them.

@waits(LANTERN.name, BURNT_OUT)
def burnt_out(lantern: RecordId, state: Lantern) -> Iterator[Step]: ...

@action("lantern refill", may=Permit.OWNER, step=at(BURNT_OUT, "refill", T("Refill"), asks=("oil",)))
def refill(world: World, action: Refill, dice: Dice) -> Result: ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from typing import Any, TypeVar

from bot.engine.declare import Declaration, asks_of, declared, note
from bot.engine.people import ONLY_GAME_MASTERS
from bot.engine.record import AtStep, Choice, Kind, Press, RecordId, Step
from bot.engine.system import ActionKind, Stands, System
from bot.engine.text import T

F = TypeVar("F", bound=Callable[..., Any])
S = TypeVar("S")
Waits = Callable[[RecordId, Any], Iterable[Step]]


@dataclass(frozen=True, slots=True)
class Waiting(Declaration):
    """A chapter's declared function that finds what waits in records of one kind."""

    kind: str
    sorts: tuple[str, ...]
    steps: Waits
    rank: int


def waits(
    kind: str, *sorts: str, rank: int = 0, when: Callable[[Any], bool] | None = None, of: str | None = None
) -> Callable[[F], F]:
    """Declare what waits in records of that kind, of the id and the state: in all of them or only `when`.

    `sorts` are those of its steps at which actions stand. The steps of the lowest rank come first. `of` names
    the field without which there is nothing to wait for: a record that holds none never asks this chapter.
    """

    def declare(steps: F) -> F:
        def found(record: RecordId, state: Any) -> Iterable[Step]:
            is_asked = (of is None or getattr(state, of)) and (when is None or when(state))
            return steps(record, state) if is_asked else ()

        note(steps, Waiting(kind, sorts, found, rank))
        return steps

    return declare


def waiting_in(kind: str, chapters: Iterable[Any]) -> Callable[[RecordId, Any], Sequence[Step]]:
    """All that those chapters find waiting in a record of that kind."""
    every = _declared(kind, chapters)

    def waiting(record: RecordId, state: Any) -> Sequence[Step]:
        return tuple(step for each in every for step in each.steps(record, state))

    return waiting


def with_steps(chapters: Sequence[Any], *kinds: Kind[Any]) -> tuple[Kind[Any], ...]:
    """Those kinds, with what the chapters find waiting in their records."""
    return tuple(
        replace(
            kind,
            waiting=waiting_in(kind.name, chapters),
            steps=tuple(s for each in found for s in each.sorts),
        )
        if (found := _declared(kind.name, chapters))
        else kind
        for kind in kinds
    )


def _declared(kind: str, chapters: Iterable[Any]) -> list[Waiting]:
    every = [each for chapter in chapters for each in declared(chapter, Waiting) if each.kind == kind]
    return sorted(every, key=lambda each: each.rank)


# -- where actions stand ----------------------------------------------------------------------------


def at(
    step: str,
    key: str,
    label: T | str,
    *,
    when: Callable[[Any], bool] | None = None,
    place: int = 0,
    **more: Any,
) -> AtStep:
    """One button at steps of that sort, the same at each: always there, or only `when` the state is such."""
    press = Press(key, label, **more)
    return AtStep(step, lambda _record, state, _step: (press,) if when is None or when(state) else (), place)


def steps_in(system: System, kind: Kind[S], record: RecordId, state: S) -> tuple[Step, ...]:
    """What waits in a record, each step with what can be done at it.

    Raises ValueError where actions claim the same button.
    """
    return tuple(with_choices(system.standing, record, state, each) for each in kind.waiting(record, state))


def with_choices(standing: Stands, record: RecordId, state: Any, step: Step) -> Step:
    """A step with what can be done at it, of actions that stand so.

    Raises ValueError where several claim the same button.
    """
    choices = [
        _choice(kind, press, record)
        for kind, at_step in standing.get(step.at, ())
        for press in at_step.presses(record, state, step)
    ]
    keys = [each.key for each in choices]
    if len(set(keys)) < len(keys):
        raise ValueError(f"two actions stand at {step.name!r} with one key: {keys}")
    return replace(step, choices=(*step.choices, *choices)) if choices else step


def _choice(kind: ActionKind[Any], press: Press, record: RecordId) -> Choice:
    action = kind.action
    values = {fields(action)[0].name: record} | dict(press.values)
    named = [each for each in press.asks if isinstance(each, str)]
    lines = {each.field: each for each in asks_of(action, *named, **press.begin)} if named else {}
    asks = tuple(lines[each] if isinstance(each, str) else each for each in press.asks)
    # What is asked for comes with the form.
    blank = {each.field: 0 if each.is_number else "" for each in asks if each.field not in values}
    needed = {each.name for each in fields(action) if each.default is MISSING}
    made = action(**values, **{name: value for name, value in blank.items() if name in needed})
    label = press.label if isinstance(press.label, str) else press.label.plain()
    return Choice(
        press.key,
        label,
        made,
        asks,
        is_main=press.is_main,
        opens=press.opens,
        title=press.title,
        advance=press.advance,
        is_game_masters=kind.may in ONLY_GAME_MASTERS,
    )

"""Leaders on cards and in the journal: who took or left a role, what it cost, and who does what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bot.play import Post
from bot.systems.kingdom.rules.book import ROLES
from bot.systems.kingdom.rules.checks import Result
from bot.systems.kingdom.rules.departing import Departure
from bot.systems.kingdom.rules.leaders import LeaderAssigned, LeaderEdited
from bot.systems.kingdom.rules.leaving import LeaderDied, LeaderResigned, LeadersSwitched
from bot.systems.kingdom.rules.serving import AttributesChosen, DaysSet, ProxySet, StoodIn, TaskAssigned
from bot.systems.kingdom.rules.state import LEADER_LENGTH, Leader
from bot.systems.kingdom.rules.terms import Role
from bot.systems.kingdom.words import checks, serving
from bot.systems.kingdom.words import offices as words
from bot.ui.card import Card, Tone
from bot.ui.text import person, safe


def draw(post: Post) -> Card | None:
    """The message about an entry, where somebody took or left a role: each thing on a line of its own."""
    found = next((event for event in post.entry.events if type(event) in _LINES), None)
    if found is None or post.subject is None:
        return None
    lines = tuple(_LINES[type(found)](found))
    return Card(safe(post.subject.title, 100), lines, tone=_tone(found))


def _tone(event: Any) -> Tone:
    """By how the checks came out."""
    results = [each.result for each in _departures(event) if each.result is not None]
    if isinstance(event, LeaderDied) or any(not each.is_success for each in results):
        return Tone.BAD
    return Tone.GOOD if results or isinstance(event, LeaderAssigned) else Tone.PLAIN


def _departures(event: Any) -> Sequence[Departure]:
    if isinstance(event, LeadersSwitched):
        return event.moves
    departure = getattr(event, "departure", None)
    return (departure,) if departure is not None else ()


# -- line by line -------------------------------------------------------------------------------------


def _assigned_lines(event: LeaderAssigned) -> Iterator[str]:
    yield _assigned(event)
    if event.departure is not None:
        yield from _departure(event.departure)


def _resigned_lines(event: LeaderResigned) -> Iterator[str]:
    yield from _departure(event.departure)


def _switched_lines(event: LeadersSwitched) -> Iterator[str]:
    for each in event.moves:
        yield from _departure(each)


def _died_lines(event: LeaderDied) -> Iterator[str]:
    yield f"**{words.died(_name(event.leader), event.role.value)}**"
    yield words.mourned(event.role.value, event.first, event.last, at_once=event.at_once)


_LINES: dict[type[Any], Callable[[Any], Iterator[str]]] = {
    LeaderAssigned: _assigned_lines,
    LeaderResigned: _resigned_lines,
    LeadersSwitched: _switched_lines,
    LeaderDied: _died_lines,
}


def _departure(each: Departure) -> Iterator[str]:
    """Who leaves, what it costs at once, the check, and what came of it."""
    left = _left(each)
    yield f"{left} {words.rises(each.unrest)}" if each.unrest else left
    result = each.result
    if result is None:
        return
    role = each.role.value
    yield words.rolled(role, _sum(result))
    if each.until:
        yield words.vacant_until(role, each.until, cost_of(each.role), is_until_upkeep=each.is_until_upkeep)
    else:
        yield words.settled_in(role)


def _sum(result: Result) -> str:
    # In anarchy no die is rolled.
    if not result.die:
        return checks.in_anarchy(result.dc)
    return checks.sum_of(result.die, result.total, result.dc, result.unrest, is_success=result.is_success)


def _left(each: Departure) -> str:
    return _leaves(each.leader, each.role, each.to)


def left_line(leader: Leader, to: Role | None) -> str:
    """How somebody leaves a role."""
    return _leaves(leader.name, leader.role, to)


def _leaves(leader: str, role: Role, to: Role | None) -> str:
    if to is None:
        return words.stepped_down(_name(leader), role.value)
    return words.moved(_name(leader), role.value, to.value)


def cost_of(role: Role) -> str:
    """What a vacant role costs."""
    row = ROLES[role]
    amounts = [(attribute.value, amount) for attribute, amount in row.vacancy]
    return words.penalty(amounts, row.vacancy_unrest, is_ruler=role is Role.RULER)


# -- in a line ----------------------------------------------------------------------------------------


def _name(leader: str) -> str:
    return safe(leader, LEADER_LENGTH)


def who(leader: str, player: int | None) -> str:
    """A leader, and who plays them."""
    return f"{_name(leader)} ({person(player)})" if player is not None else _name(leader)


def _assigned(event: LeaderAssigned) -> str:
    gives = words.gives(event.amount, [each.value for each in event.attributes])
    return words.assigned(
        f"**{who(event.leader, event.player)}**", event.role.value, gives, is_married=event.is_married
    )


def _edited(event: LeaderEdited) -> str:
    lines = [words.renamed(_name(event.former), _name(event.leader))] if event.former else []
    lines += [words.handed(_name(event.leader), person(event.player))] if event.player is not None else []
    if not lines or event.before != event.amount:
        lines.append(words.edited(_name(event.leader), event.role.value, event.before, event.amount))
    return " ".join(lines)


def _told(*departures: Departure) -> Iterator[str]:
    """Departures in short."""
    for each in departures:
        yield _left(each)
        if each.result is not None:
            yield words.came_out(is_success=each.result.is_success)


def _days(event: DaysSet) -> str:
    return serving.days(
        _name(event.leader),
        event.role.value,
        event.days,
        is_vacant=event.is_vacant,
        has_left_ruler=event.has_left_ruler,
    )


def _stood_in(event: StoodIn) -> str:
    return serving.stood_in(_name(event.leader), event.role.value, is_checked=event.is_checked)


def _chosen(event: AttributesChosen) -> str:
    attributes = [each.value for each in event.attributes]
    return serving.chosen(_name(event.leader), event.role.value, event.amount, attributes)


def _task(event: TaskAssigned) -> str:
    roles = [each.value for each in event.roles]
    return serving.task_assigned(event.task.value, roles, is_as_printed=event.is_as_printed)


TELLERS: dict[type[Any], Callable[[Any], str]] = {
    LeaderAssigned: lambda event: " ".join((_assigned(event), *_told(*_departures(event)))),
    LeaderEdited: _edited,
    LeaderResigned: lambda event: " ".join(_told(event.departure)),
    LeadersSwitched: lambda event: " ".join(_told(*event.moves)),
    LeaderDied: lambda event: words.died(_name(event.leader), event.role.value),
    DaysSet: _days,
    StoodIn: _stood_in,
    AttributesChosen: _chosen,
    TaskAssigned: _task,
    ProxySet: lambda event: serving.proxy(person(event.person), is_on=event.is_on),
}

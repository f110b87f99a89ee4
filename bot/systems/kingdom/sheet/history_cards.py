"""`/kingdom history`: how a kingdom's numbers went over its months."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Final

from bot.engine.card import Card, Pick, Picture, Select, Tone
from bot.engine.declare import Invocation, look, option
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line
from bot.systems.kingdom.book import Number
from bot.systems.kingdom.events.book import event_name
from bot.systems.kingdom.realm import OnKingdom, asked_realm, require_founded
from bot.systems.kingdom.sheet.pictures import UNITS, ChartSubject, History
from bot.systems.kingdom.sources import NUMBERS, OPTIONAL, SNAPSHOT, Snapshot, snapshot
from bot.ui.controls import select
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply

SHOW = "kingdom_history"


USUAL, MOST = 24, 240


_MONTHS = re.compile(r"(\d{1,6})(?:\D{1,3}(\d{1,6}))?", re.ASCII)


class ChartOptions(OnKingdom):
    """Which months, and what of them."""

    what: ChartSubject = option(
        "Which numbers; the three attributes if left out", default=ChartSubject.ATTRIBUTES
    )
    months: int = option(
        f"How many of the last months; {USUAL} if left out", default=USUAL, least=1, most=MOST
    )
    compare: str = option("Compare two months, like 3 5, or one month with now", default="", is_read=True)


@look("kingdom history", may=Permit.EVERYONE)
def see_history(asker: Asker, asked: ChartOptions) -> Card:
    """See a kingdom's numbers over the months as a picture, or compare two months"""
    name, found = _months(asker, asked.kingdom)
    if asked.compare:
        return _compared(name, found, asked.compare)
    return _card(asked.kingdom, History(name, asked.what, found[-asked.months :]), asked.months)


def _months(asker: Asker, kingdom: RecordId) -> tuple[str, tuple[Snapshot, ...]]:
    """Every month that was closed, and the one under way. Raises RuleViolation before the founding."""
    realm = asked_realm(asker, kingdom)
    require_founded(realm.kingdom)
    view = asker.look(Scope(wants=(Want(SNAPSHOT.name, parent=kingdom),)))
    closed = {each.state.month: each.state for each in view.all(SNAPSHOT.name)}
    now = snapshot(realm)
    closed.pop(now.month, None)
    return asker.get(kingdom).title, (*(closed[month] for month in sorted(closed)), now)


def _drawn(history: History) -> bytes:
    # Pillow takes a while to load, and a start does not wait for it.
    from bot.systems.kingdom.sheet.pictures import draw_history

    return draw_history(history)


def _card(kingdom: RecordId, history: History, months: int) -> Card:
    picture = Picture("history.png", partial(_drawn, history), history.alt(), history.words)
    lines: list[str] = list(history.sentence())
    if len(history.months) == 1:
        lines.append(T("No month is closed yet; this is the current one.")())
    picks = tuple(Pick(each.value, each.label, is_chosen=each is history.what) for each in ChartSubject)
    others = Select(T("Show something else")(), SHOW, picks, (kingdom, str(months)))
    title = T("{kingdom:60} · {what}{unit}")(
        kingdom=history.name, what=history.what, unit=UNITS[history.what]
    )
    zoom = T("Tap the picture to see it larger.")()
    return Card(title, tuple(lines), tone=Tone.QUIET, picture=picture, note=zoom, selects=(others,))


@select(SHOW, may=Permit.EVERYONE)
async def show_else(
    dispatcher: Dispatcher, reply: Reply, kingdom: str, months: int, what: ChartSubject
) -> None:
    """Show something else of the same months."""
    if not 1 <= months <= MOST:
        raise damaged_button()
    given = {"kingdom": kingdom, "months": months, "what": what.value}
    await dispatcher.show_look(reply, Invocation(dispatcher.commands["kingdom history"], given), 0)


# What of two months stands side by side, by its name in a snapshot.
COMPARED: Final[Mapping[str, Number | T]] = {
    **{name: Number(name) for name in NUMBERS},
    "districts": T("Districts"),
    "population": T("Population"),
    "xp": T("XP of milestones"),
    **{stat.value: Number(stat.value) for stat in OPTIONAL},
}


def _compared(name: str, found: tuple[Snapshot, ...], text: str) -> Card:
    """Every number of two months. Raises RuleViolation where they are not told, or not kept."""
    meant = _MONTHS.fullmatch(one_line(text))
    if meant is None:
        raise refused(
            "history.no_months",
            "“{text:40}” doesn't name two months. Write `3 5`, for example, or one month to compare it with "
            "now.",
            text=text,
        )
    now = found[-1].month
    numbers = (int(meant[1]), int(meant[2]) if meant[2] else now)
    if numbers[0] == numbers[1]:
        raise refused(
            "history.same_month", "That's month {month} twice. Name two different months.", month=numbers[0]
        )
    months = [_kept(found, number) for number in sorted(numbers)]
    names = [
        (T("month {month} (now)") if each.month == now else T("month {month}")).of(each) for each in months
    ]
    title = T("{kingdom:60}: {first} → {second}")(kingdom=name, first=names[0], second=names[1])
    values = {name: [getattr(month, name) for month in months] for name in COMPARED}
    # Those of optional rules are told only where they ever were other than 0.
    lines = [
        _change(COMPARED[name], *pair) for name, pair in values.items() if name not in OPTIONAL or any(pair)
    ]
    for each, when in zip(months, names, strict=True):
        events = [event_name(event) for event in each.events] or [T("none")()]
        lines.append(T("-# Events of {when}: {events}")(when=when, events=events))
    return Card(title, tuple(lines), tone=Tone.QUIET)


def _change(what: Number | T, before: int, after: int) -> Safe:
    if before == after:
        return T("{what} {before}")(what=what, before=before)
    return T("**{what}** {before} → **{after}** ({by:+})")(
        what=what, before=before, after=after, by=after - before
    )


def _kept(found: tuple[Snapshot, ...], month: int) -> Snapshot:
    for each in found:
        if each.month == month:
            return each
    kept = (
        T("The records have months {first} to {last}")
        if len(found) > 1
        else T("The records only have month {last}")
    )
    known = {"first": found[0].month, "last": found[-1].month}
    raise refused(
        "history.no_such_month",
        "There's no record of month {month}. {kept}; the last one isn't over yet.",
        month=month,
        kept=kept(**{each: known[each] for each in kept.names}),
    )

"""The sheet of a kingdom, why each number is what it is, and how they went over its months."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Final

from bot.engine.card import Card, Pick, Picture, Select, Tone
from bot.engine.declare import option
from bot.engine.event import sentence
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line
from bot.play import Entry, Filter
from bot.systems.kingdom import finding
from bot.systems.kingdom.book import Number, Phase
from bot.systems.kingdom.checks import check
from bot.systems.kingdom.events.book import event_name
from bot.systems.kingdom.finding import RealmView
from bot.systems.kingdom.founding.rules import Page, ShowKingdom
from bot.systems.kingdom.outcome import KEPT_EVENTS, FiguresChanged, PhaseBegan
from bot.systems.kingdom.realm import KINGDOM, KINGDOM_MEANT, OnKingdom, require_founded
from bot.systems.kingdom.sheet import cards
from bot.systems.kingdom.sheet.pictures import UNITS, History, What
from bot.systems.kingdom.sheet.source_cards import CHECKS, explained
from bot.systems.kingdom.sources import NUMBERS, OPTIONAL, SNAPSHOT, Shift, Snapshot, number_of, snapshot
from bot.ui.commands import handler
from bot.ui.controls import select
from bot.ui.dispatcher import Dispatcher, Interaction, actor_of, request_of
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply
from bot.ui.text import clip, fitting

# How far back it reads, in pages of the journal, and how much of an entry one line tells.
MOST_PAGES, LINE = 8, 120
MOST_LINES = 15


async def changes(
    dispatcher: Dispatcher, interaction: Interaction, view: RealmView, number: str
) -> tuple[str, ...]:
    """Each change of that number since the month began, oldest first. Raises UserError."""
    found = await _entries(dispatcher, interaction, view, number)
    if not found:
        return ("", T("No change this month.")())
    lines = [
        T("**{amount:+}** {line}")(amount=shift.after - shift.before, line=Safe(_told(entry)))
        for entry, shift in found
    ]
    begun = T("**{amount}** before that")(amount=found[0][1].before)
    return ("", T("Changed this month:")(), begun, *lines)


async def _entries(
    dispatcher: Dispatcher, interaction: Interaction, view: RealmView, number: str
) -> list[tuple[Entry, Shift]]:
    """The entries of this month that changed it, oldest first."""
    actor, request = actor_of(interaction), request_of(interaction)
    found: list[tuple[Entry, Shift]] = []
    before: int | None = None
    for _ in range(MOST_PAGES):
        page = await dispatcher.play.journal(actor, request, before=before, wanted=Filter(record=view.id))
        for entry, _link in page.entries:
            shift = _shift(entry, number)
            if shift is not None:
                found.append((entry, shift))
            if _begins(entry, view.realm.month) or len(found) == MOST_LINES:
                return found[::-1]
        if page.older is None:
            break
        before = page.older
    return found[::-1]


def _told(entry: Entry) -> str:
    """What an entry was about, in a line: its first event that says more than which numbers moved."""
    told = (sentence(each) for each in entry.events if not isinstance(each, KEPT_EVENTS))
    line = next((line for line in told if line), T("a step of the month")()).split("\n")[0]
    # Bold that is cut off would not close.
    return clip(line.replace("**", ""), LINE)


def _shift(entry: Entry, number: str) -> Shift | None:
    """What an entry did to that number; None where it was taken back."""
    event = entry.event(FiguresChanged)
    if event is None or entry.undone_by is not None or entry.undoes:
        return None
    return next((each for each in event.shifts if each.number == number), None)


def _begins(entry: Entry, month: int) -> bool:
    event = entry.event(PhaseBegan)
    is_here = event is not None and event.month == month and Phase.UPKEEP in event.phases
    return is_here and entry.undone_by is None


# -- The part of `/kingdom` that shows numbers: the sheet, and why each of them is what it is --------------


# As long as an explanation gets on one card, with its notes.
ROOM = 3500
# These have no sources: they are what was done to them.
KEPT = ("unrest", "treasury")


class OnThatKingdom(OnKingdom):
    """Something about a kingdom that is looked at."""

    kingdom: RecordId = option("Which one, if there are several", finder=KINGDOM_MEANT)


class Sheet(OnThatKingdom):
    """The sheet, or a part of it."""

    part: Page = option("Only this part, in detail", default=Page.WHOLE)
    share: bool = option("Show it to everybody", default=False)


@handler("kingdom sheet", may=Permit.EVERYONE)
async def show_sheet(dispatcher: Dispatcher, reply: Reply, asked: Sheet) -> None:
    """See a kingdom's numbers, leaders, land and month"""
    if asked.share:
        await dispatcher.carry_out(reply, ShowKingdom(asked.kingdom, asked.part))
        return
    seen = await finding.seen(dispatcher, reply.interaction, asked.kingdom)
    await reply.private(cards.sheet(seen.shown, seen.realm, asked.part))


class Why(OnThatKingdom):
    """A number."""

    number: Number = option("The number to explain")


@handler("kingdom why", may=Permit.EVERYONE)
async def explain(dispatcher: Dispatcher, reply: Reply, asked: Why) -> None:
    """See where a number comes from: every source, its amount and its rule"""
    seen = await finding.seen(dispatcher, reply.interaction, asked.kingdom)
    told = await changes(dispatcher, reply.interaction, seen, asked.number) if asked.number in KEPT else ()
    await reply.private(why(seen, asked.number, told))


def why(view: RealmView, name: str, told: tuple[str, ...] = ()) -> Card:
    """A number explained."""
    lines = fitting((*explained(view.realm, name), *told), ROOM)
    of = view.realm
    value = check(of, CHECKS[name]).modifier if name in CHECKS else number_of(of, name)
    says = T("{kingdom:60} · {number} {value:+}") if name in CHECKS else T("{kingdom:60} · {number} {value}")
    return Card(says(kingdom=of.kingdom.name, number=Number(name), value=value), tuple(lines))


async def own_sheets(dispatcher: Dispatcher, interaction: Interaction) -> list[Card]:
    """The sheets of the kingdoms in which the asker has a role; of all there are for who has none."""
    found = await dispatcher.look(interaction, Scope(wants=(Want(KINGDOM.name),), links=True))
    every = found.all(KINGDOM.name)
    own = [
        each for each in every if any(leader.player == interaction.user.id for leader in each.state.leaders)
    ]
    realms = (
        (each, finding.realm_seen(each, found.records, found.campaign.settings)) for each in own or every
    )
    return [cards.sheet(each, realm, Page.WHOLE) for each, realm in realms]


# -- `/kingdom history`: how a kingdom's numbers went over its months --------------------------------------


SHOW = "kingdom_history"
USUAL, MOST = 24, 240

_MONTHS = re.compile(r"(\d{1,6})(?:\D{1,3}(\d{1,6}))?", re.ASCII)


class Past(OnKingdom):
    """Which months, and what of them."""

    what: What = option("Which numbers; the three attributes if left out", default=What.ATTRIBUTES)
    months: int = option(
        f"How many of the last months; {USUAL} if left out", default=USUAL, least=1, most=MOST
    )
    compare: str = option("Compare two months, like 3 5, or one month with now", default="")


@handler("kingdom history", may=Permit.EVERYONE)
async def show_history(dispatcher: Dispatcher, reply: Reply, asked: Past) -> None:
    """See a kingdom's numbers over the months as a picture, or compare two months"""
    id_, name, found = await _months(dispatcher, reply.interaction, asked.kingdom)
    if asked.compare:
        await reply.private(_compared(name, found, asked.compare))
    else:
        await reply.private(_card(id_, History(name, asked.what, found[-asked.months :]), asked.months))


async def _months(
    dispatcher: Dispatcher, interaction: Interaction, kingdom: str | None
) -> tuple[RecordId, str, tuple[Snapshot, ...]]:
    """Every month that was closed, and the one under way. Raises RuleViolation before the founding."""
    seen = await finding.seen(dispatcher, interaction, kingdom)
    require_founded(seen.realm.kingdom)
    want = Want(SNAPSHOT.name, parent=seen.id)
    view = await dispatcher.look(interaction, Scope(wants=(want,)), campaign=seen.campaign_view.campaign_id)
    closed = {each.state.month: each.state for each in view.all(SNAPSHOT.name)}
    now = snapshot(seen.realm)
    closed.pop(now.month, None)
    found = (*(closed[month] for month in sorted(closed)), now)
    return seen.id, seen.shown.title, found


# -- the picture --------------------------------------------------------------------------------------


def _drawn(history: History) -> bytes:
    # Pillow takes a while to load, and a start does not wait for it.
    from bot.systems.kingdom.sheet.pictures import draw_history

    return draw_history(history)


def _card(kingdom: RecordId, history: History, months: int) -> Card:
    picture = Picture("history.png", partial(_drawn, history), history.alt(), history.words)
    lines: list[str] = list(history.sentence())
    if len(history.months) == 1:
        lines.append(T("No month is closed yet; this is the current one.")())
    picks = tuple(Pick(each.value, each.label, is_chosen=each is history.what) for each in What)
    others = Select(T("Show something else")(), SHOW, picks, (kingdom, str(months)))
    title = T("{kingdom:60} · {what}{unit}")(
        kingdom=history.name, what=history.what, unit=UNITS[history.what]
    )
    zoom = T("Tap the picture to see it larger.")()
    return Card(title, tuple(lines), tone=Tone.QUIET, picture=picture, note=zoom, selects=(others,))


@select(SHOW, may=Permit.EVERYONE)
async def show_else(dispatcher: Dispatcher, reply: Reply, kingdom: RecordId, months: int, what: What) -> Card:
    """Show something else of the same months."""
    if not 1 <= months <= MOST:
        raise damaged_button()
    id_, name, found = await _months(dispatcher, reply.interaction, kingdom)
    return _card(id_, History(name, what, found[-months:]), months)


# -- two months ---------------------------------------------------------------------------------------


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

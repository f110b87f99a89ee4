"""A site on the game master's screen: all that is prepared, and the forms that write it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.card import Attachment, Button, Card, Tone
from bot.engine.declare import Options, Upload, asks_of, look, option
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope
from bot.engine.text import Safe, T, refused
from bot.engine.views import RecordView
from bot.systems.sovereign.dungeon import Being, Row, Site, Sort, Thing
from bot.systems.sovereign.sites.rules import SITE, AddRoom, AddThing, OnSite
from bot.systems.sovereign.sites.tables import ENCOUNTERS, TEXT_LENGTH, ReadTable, WriteTable, text_of
from bot.ui.commands import handler
from bot.ui.controls import Do, button
from bot.ui.controls import form as submitted
from bot.ui.dispatcher import Dispatcher, in_time
from bot.ui.errors import damaged_button
from bot.ui.modal import answers, modal
from bot.ui.reply import Reply
from bot.ui.text import safe
from bot.ui.upload import read

TABLE_BUTTON, ROOM_BUTTON, THING_BUTTON = "sov_site_table", "sov_site_room", "sov_site_thing"
TABLE_FORM, ROOM_FORM, THING_FORM = "sov_table", "sov_room", "sov_thing"


# -- looked at ----------------------------------------------------------------------------------------


@look("site show", may=Permit.GAME_MASTERS)
def show_site(asker: Asker, which: OnSite) -> Card:
    """See all you prepared of a site, and add to it"""
    record = asker.get(which.site)
    buttons = (
        Button(T("Edit table…")(), TABLE_BUTTON, (record.id,)),
        Button(T("Add room…")(), ROOM_BUTTON, (record.id,)),
        Button(T("Add thing…")(), THING_BUTTON, (record.id,)),
    )
    return Card(safe(record.title), tuple(site_lines(record.state)), buttons=buttons)


def site_lines(site: Site) -> Iterator[str]:
    """All that is prepared, room by room."""
    yield T("Encounter checks: **{frequency}**")(frequency=site.frequency)
    if site.notes:
        yield T("{notes:1000}")(notes=site.notes)
    for room in site.rooms:
        yield ""
        yield T("**{name}** {notes:1000}").of(room)
        yield from (thing_line(each) for each in site.things if each.room == room.name)
    if elsewhere := [each for each in site.things if not each.room]:
        yield ""
        yield T("**In no room**")()
        yield from map(thing_line, elsewhere)
    if site.table:
        yield ""
        yield T("**Encounters, d{sides}**").of(site)
        yield from map(row_line, site.table)


def thing_line(thing: Thing) -> Safe:
    """Something prepared, with all that the rules use of it."""
    facts: list[object] = []
    if thing.sort is Sort.DOOR:
        facts += [thing.stuff, thing.shut]
    facts += [T("{damage} damage").of(thing)] if thing.damage else []
    facts += [T("goes off once")()] if thing.is_single_use else []
    facts += [T("out of action")()] if thing.is_spent else []
    return T("• {sort:upper} {name}{facts}{notes}")(
        sort=thing.sort,
        name=thing.name,
        facts=T(" ({facts:,})")(facts=facts) if facts else "",
        notes=T(": {notes:1000}").of(thing) if thing.notes else "",
    )


def row_line(row: Row) -> Safe:
    """A line of the table."""
    faces = T("{low}–{high}") if row.high > row.low else T("{low}")
    number = T(", {number}").of(row) if row.number else ""
    hd = T("{hd} HD, ").of(row) if row.being is not Being.EVENT else ""
    return T("{faces}: {what}{number} ({hd}{being})")(
        faces=faces.of(row), what=row.what, number=number, hd=hd, being=row.being
    )


@look("site list", may=Permit.GAME_MASTERS)
def list_sites(asker: Asker) -> Card:
    """See all your sites"""
    found = sorted(asker.all(SITE), key=lambda each: each.title.casefold())
    if not found:
        line = T("There are no sites yet. Make one with `/site new`.")()
        return Card(lines=(line,), tone=Tone.QUIET)
    return Card(T("Sites")(), tuple(_listed(each.state) for each in found))


def _listed(site: Site) -> Safe:
    says = T("**{name}** · {frequency} · {rooms} {rooms:room|rooms} · {things} {things:thing|things}{table}")
    return says(
        name=site.name,
        frequency=site.frequency,
        rooms=len(site.rooms),
        things=len(site.things),
        table=T(" · d{sides} of encounters").of(site) if site.table else "",
    )


# -- the table as text and as a file ------------------------------------------------------------------


class TableFiled(OnSite):
    """Which site's table; a file instead of the form."""

    file: Upload | None = option("A CSV or JSON file like that of /site export", default=None)


@handler("site table", may=Permit.GAME_MASTERS, opens_form=lambda given: "file" not in given)
async def edit_table(dispatcher: Dispatcher, reply: Reply, options: TableFiled) -> None:
    """Write a site's encounter table in a form, or bring it as a file"""
    if options.file is None:
        await _open_table(dispatcher, reply, options.site)
        return
    rows = await read(options.file, ENCOUNTERS.read)
    await dispatcher.preview(reply, ReadTable(options.site, rows))


class Exported(OnSite):
    """Which site's table, and how it is written."""

    format: str = option(
        "csv for spreadsheets, json for programs",
        default="csv",
        choices=[(each, each) for each in ("csv", "json")],
    )


@look("site export", may=Permit.GAME_MASTERS)
def export(asker: Asker, options: Exported) -> Card:
    """Save a site's encounter table as a file"""
    record = asker.get(options.site)
    write = ENCOUNTERS.json if options.format == "json" else ENCOUNTERS.csv
    file = Attachment(f"encounters.{options.format}", write(record.state.table))
    line = T("Bring it back with `/site table`. Instead of `from` and `to` a file can have `weight`.")()
    return Card(safe(record.title), (line,), file=file)


# -- the forms ----------------------------------------------------------------------------------------


async def _seen(dispatcher: Dispatcher, reply: Reply, site: str) -> RecordView:
    """That site. Raises Stale where it is none, Busy when it takes too long."""
    seen = await in_time(dispatcher.look(reply.interaction, Scope(ids=(RecordId(site),))))
    found = seen.records.get(RecordId(site))
    if found is None or found.kind != SITE.name:
        raise damaged_button()
    return found


async def _open(
    dispatcher: Dispatcher,
    reply: Reply,
    form: str,
    title: T,
    site: RecordView,
    options: type[Options],
    *names: str,
    **texts: str,
) -> None:
    asks = asks_of(options, *names, **texts)
    await reply.modal(modal(f"{form}|{site.id}", title.plain(name=site.title), asks))


async def _open_table(dispatcher: Dispatcher, reply: Reply, site: str) -> None:
    """The table's form, as it is written so far. Raises RuleViolation where no form has room for it."""
    found = await _seen(dispatcher, reply, site)
    text = text_of(found.state.table)
    if len(text) > TEXT_LENGTH:
        raise refused(
            "table.too_long",
            "That table is too long for a form. Change it in the file of `/site export`, and bring that.",
        )
    await _open(
        dispatcher, reply, TABLE_FORM, T("Encounters of {name}"), found, WriteTable, "text", text=text
    )


@button(TABLE_BUTTON, may=Permit.GAME_MASTERS, can_defer=False)
async def open_table(dispatcher: Dispatcher, reply: Reply, site: str) -> None:
    """Open the table's form."""
    await _open_table(dispatcher, reply, site)


@button(ROOM_BUTTON, may=Permit.GAME_MASTERS, can_defer=False)
async def open_room(dispatcher: Dispatcher, reply: Reply, site: str) -> None:
    """Open the form of a new room."""
    found = await _seen(dispatcher, reply, site)
    await _open(dispatcher, reply, ROOM_FORM, T("New room in {name}"), found, AddRoom, "name", "notes")


@button(THING_BUTTON, may=Permit.GAME_MASTERS, can_defer=False)
async def open_thing(dispatcher: Dispatcher, reply: Reply, site: str) -> None:
    """Open the form of a new thing."""
    found = await _seen(dispatcher, reply, site)
    title = T("New in {name}")
    await _open(
        dispatcher, reply, THING_FORM, title, found, AddThing, "name", "sort", "room", "damage", "notes"
    )


@submitted(TABLE_FORM, may=Permit.GAME_MASTERS)
async def table_written(dispatcher: Dispatcher, reply: Reply, site: str) -> Do:
    """What was written."""
    return Do(WriteTable(RecordId(site), answers(reply.interaction.data).get("text", "")))


@submitted(ROOM_FORM, may=Permit.GAME_MASTERS)
async def room_written(dispatcher: Dispatcher, reply: Reply, site: str) -> Do:
    """What was written."""
    texts = answers(reply.interaction.data)
    return Do(AddRoom(RecordId(site), texts.get("name", ""), texts.get("notes", "")))


@submitted(THING_FORM, may=Permit.GAME_MASTERS)
async def thing_written(dispatcher: Dispatcher, reply: Reply, site: str) -> Do:
    """What was written."""
    texts = answers(reply.interaction.data)
    sort = texts.get("sort", "")
    if sort not in tuple(Sort):
        raise damaged_button()
    name, room, notes, damage = (texts.get(each, "") for each in ("name", "room", "notes", "damage"))
    return Do(AddThing(RecordId(site), name, Sort(sort), room, notes, damage))

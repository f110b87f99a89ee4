"""A site on the game master's screen: all that is prepared, and the forms that write it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.asking import asking
from bot.engine.card import Attachment, Card, Tone
from bot.engine.declare import Invocation, Upload, look, option
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.text import Safe, T
from bot.systems.sovereign.dungeon import Being, Row, Site, Sort, Thing
from bot.systems.sovereign.sites.rules import SITE, OnSite
from bot.systems.sovereign.sites.tables import ENCOUNTERS, ReadTable, WriteTable
from bot.ui.asking import ask_in_form
from bot.ui.commands import handler
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import Reply
from bot.ui.text import passage, safe
from bot.ui.upload import read

# -- looked at ----------------------------------------------------------------------------------------


@look("site show", may=Permit.GAME_MASTERS)
def show_site(asker: Asker, which: OnSite) -> Card:
    """See all you prepared of a site, and add to it"""
    record = asker.get(which.site)
    buttons = (
        asking(T("Edit table…"), WriteTable.__name__, record.id),
        asking(T("Add room…"), "site room add", record.id),
        asking(T("Add thing…"), "site thing add", record.id),
    )
    return Card(safe(record.title), tuple(site_lines(record.state)), buttons=buttons)


def site_lines(site: Site) -> Iterator[str]:
    """All that is prepared, room by room."""
    yield T("Encounter checks: **{frequency}**")(frequency=site.frequency)
    yield from passage(site.notes)
    for room in site.rooms:
        yield ""
        yield T("**{name}** {notes:prose}").of(room)
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
        notes=T(": {notes:prose}").of(thing) if thing.notes else "",
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
        written = Invocation(dispatcher.commands[WriteTable.__name__], {"site": options.site})
        await ask_in_form(dispatcher, reply, written)
        return
    rows = await read(options.file, ENCOUNTERS.read)
    await dispatcher.preview(reply, ReadTable(options.site, rows))


class Exported(OnSite):
    """The site whose table is wanted, and the format."""

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

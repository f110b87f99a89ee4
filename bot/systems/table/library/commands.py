"""`/library`: what a campaign's people write themselves, whatever its games keep there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.engine.card import Attachment, Card
from bot.engine.declare import KnownCampaign, Options, Upload, option
from bot.engine.files import MOST_BYTES
from bot.engine.finders import Pair
from bot.engine.library import AnyShelf, Texts
from bot.engine.people import Permit, Standing
from bot.engine.system import RecordId
from bot.engine.text import T, refused
from bot.errors import NotAllowed
from bot.systems.table.library.cards import EntryCards, Library, entry_form, listing, unwritten
from bot.systems.table.library.rules import (
    MOST_ENTRIES,
    ImportEntries,
    RemoveEntry,
    WriteEntry,
    a,
    file_of,
    no_shelf,
    read_file,
)
from bot.ui.commands import handler
from bot.ui.controls import Do, button, form
from bot.ui.dispatcher import Dispatcher, Interaction, in_time
from bot.ui.modal import answers
from bot.ui.reply import Reply
from bot.ui.text import bare
from bot.ui.upload import read


@form("entry", may=Permit.MEMBERS)
async def written(dispatcher: Dispatcher, reply: Reply, key: str, entry: str, version: int) -> Do:
    """A form of an entry was sent: it becomes a draft."""
    shelves = dispatcher.play.catalogue.shelves_of(dispatcher.play.catalogue.systems)
    shelf = next((each for each in shelves if each.key == key), None)
    if shelf is None:
        raise no_shelf(shelves)
    typed = answers(reply.interaction.data)
    texts = {field.name: typed.get(field.name, "") for field in shelf.fields}
    return Do(WriteEntry(key, texts, RecordId(entry) if entry else None, version))


@button("shelf", may=Permit.EVERYONE)
async def turn(dispatcher: Dispatcher, reply: Reply, kind: str, page: int) -> Card:
    """Show another page of a list."""
    return await _page(dispatcher, reply.interaction, kind, page)


@button("supply", may=Permit.GAME_MASTERS)
async def supply(dispatcher: Dispatcher, reply: Reply, kind: str) -> None:
    """Bring in what comes with the game."""
    shelf = (await Library(dispatcher).look(reply.interaction)).shelf(kind)
    seen = await Library(dispatcher).whole(reply.interaction, shelf)
    missing = seen.missing(shelf, dispatcher.play.catalogue.supplied)
    brought = _import(shelf, missing, dispatcher.play.catalogue.systems[shelf.system].title)
    # Answered in private: what the counts of secret entries say is nobody else's business.
    await dispatcher.carry_out(reply, brought, quietly=True)


# -- what is suggested ------------------------------------------------------------------------------


async def _kinds(dispatcher: Dispatcher, interaction: Interaction, typed: str) -> list[Pair]:
    """The kinds of entry, by name."""
    seen, near = await Library(dispatcher).look(interaction), typed.strip().casefold()
    return [(shelf.noun, shelf.key) for shelf in seen.shelves if near in shelf.noun.casefold()]


async def _entries(
    dispatcher: Dispatcher, interaction: Interaction, typed: str, *, with_drafts: bool = False
) -> list[Pair]:
    """Entries with that piece in their name, each with its kind.

    All are read and then filtered: a search that stops at 25 might find only what is hidden.
    """
    seen, near = await Library(dispatcher).whole(interaction), typed.strip().casefold()
    found = [(each.title, str(shelf.noun), each.id) for shelf in seen.shelves for each in seen.entries(shelf)]
    marked = T("{mark} {noun}")
    found += [
        (each.entry.name, marked.plain(mark=each.mark, noun=each.entry.noun), each.record.id)
        for each in (seen.drafts() if with_drafts else ())
    ]
    named = T("{name} ({noun})")
    return [
        (named.plain(name=bare(name), noun=noun), record)
        for name, noun, record in found
        if near in name.casefold()
    ]


async def _led(dispatcher: Dispatcher, interaction: Interaction, typed: str) -> list[Pair]:
    here = (await Library(dispatcher).look(interaction)).campaign_view.campaign_id
    found = await dispatcher.campaigns(interaction, typed)
    led = (each for each in found if each.standing is Standing.GAME_MASTER and each.id != here)
    return [(bare(each.name), each.id) for each in led]


class OfKind(Options):
    """A shelf."""

    kind: str = option("The kind of entry", max_length=100)


class OfKinds(Options):
    """A shelf, and all that stands there."""

    kind: str = option("The kind of entries", max_length=100)


class OfEntry(Options):
    """An entry."""

    entry: str = option("The entry", max_length=200)


# -- written ----------------------------------------------------------------------------------------


@handler("library add", may=Permit.MEMBERS, opens_form=lambda _given: True, suggests={"kind": _kinds})
async def add(dispatcher: Dispatcher, reply: Reply, wanted: OfKind) -> None:
    """Write a new entry; players propose it to the game masters"""
    shelf = (await in_time(Library(dispatcher).look(reply.interaction))).shelf(wanted.kind)
    await reply.modal(entry_form(shelf, T("Add {noun}").plain(noun=a(shelf.noun))))


@handler("library edit", may=Permit.MEMBERS, opens_form=lambda _given: True, suggests={"entry": _entries})
async def edit(dispatcher: Dispatcher, reply: Reply, wanted: OfEntry) -> None:
    """Change an entry; players propose the change to the game masters"""
    found = await in_time(Library(dispatcher).find(reply.interaction, wanted.entry))
    shelf, record = found.entry(wanted.entry)
    title = T("Edit {name}").plain(name=bare(record.title))
    await reply.modal(entry_form(shelf, title, record))


@handler("library remove", may=Permit.GAME_MASTERS, suggests={"entry": _entries})
async def remove(dispatcher: Dispatcher, reply: Reply, wanted: OfEntry) -> None:
    """Remove an entry from the library; /undo brings it back"""
    shelves = (await Library(dispatcher).look(reply.interaction)).shelves
    if not shelves:
        raise no_shelf(())
    kinds = tuple(sorted({shelf.kind.name for shelf in shelves}))
    await dispatcher.carry_out(reply, RemoveEntry(wanted.entry, kinds))


# -- read -------------------------------------------------------------------------------------------


class OfAny(Options):
    """An entry or a draft."""

    entry: str = option("The entry, or your draft", max_length=200)


@handler("library show", may=Permit.EVERYONE, suggests={"entry": partial(_entries, with_drafts=True)})
async def show(dispatcher: Dispatcher, reply: Reply, wanted: OfAny) -> None:
    """See an entry, a proposal or one of your drafts"""
    seen = await Library(dispatcher).find(reply.interaction, wanted.entry)
    draft = seen.draft(wanted.entry)
    if draft is not None and not any(seen.entries(shelf) for shelf in seen.shelves):
        post = unwritten(reply.interaction, seen, draft)
        await reply.private(dispatcher.renderer.record(draft, post))
        return
    shelf, record = seen.entry(wanted.entry)
    cards, post = EntryCards.of(dispatcher.renderer), unwritten(reply.interaction, seen, record)
    await reply.private(cards.entry(shelf, record, post))


@handler("library list", may=Permit.EVERYONE, suggests={"kind": _kinds})
async def list_entries(dispatcher: Dispatcher, reply: Reply, wanted: OfKinds) -> None:
    """See all entries of a kind, and what comes with the game"""
    await reply.private(await _page(dispatcher, reply.interaction, wanted.kind, 0))


async def _page(dispatcher: Dispatcher, interaction: Interaction, kind: str, page: int) -> Card:
    library = Library(dispatcher)
    shelf = (await library.look(interaction)).shelf(kind)
    seen = await library.whole(interaction, shelf)
    return listing(shelf, seen, seen.missing(shelf, dispatcher.play.catalogue.supplied), page)


# -- many at once -----------------------------------------------------------------------------------


class ImportOptions(OfKinds):
    """A file to be read."""

    file: Upload = option("A JSON file from /library export, or a CSV table", kw_only=True)


@handler("library import", may=Permit.GAME_MASTERS, suggests={"kind": _kinds})
async def import_file(dispatcher: Dispatcher, reply: Reply, options: ImportOptions) -> None:
    """Add and replace entries from a file, all or nothing"""
    shelf = (await Library(dispatcher).look(reply.interaction)).shelf(options.kind)
    catalogue = dispatcher.play.catalogue
    names = {
        each.key: f"{each.plural} ({catalogue.systems[each.system].title})"
        for each in catalogue.shelves_of(catalogue.systems)
    }
    texts = await read(options.file, partial(read_file, shelf, names))
    await dispatcher.preview(reply, _import(shelf, texts, options.file.filename))


@handler("library export", may=Permit.EVERYONE, suggests={"kind": _kinds})
async def export(dispatcher: Dispatcher, reply: Reply, wanted: OfKinds) -> None:
    """Get all entries of a kind that you can see, as a file"""
    library = Library(dispatcher)
    shelf = (await library.look(reply.interaction)).shelf(wanted.kind)
    found = (await library.whole(reply.interaction, shelf)).entries(shelf)
    if not found:
        raise refused(
            "library.nothing_to_export",
            "Nothing to export: the library has no {plural} yet.",
            plural=shelf.plural,
        )
    data = file_of(shelf, {}).listed(shelf.write(each.state) for each in found)
    says = T(
        "{n:{n} {noun}|{n} {plural}}, as far as you can see them. `/library import` reads this file in any "
        "campaign of the same game."
    )
    lines = [says(n=len(found), noun=shelf.noun, plural=shelf.plural)]
    if len(data) > MOST_BYTES or len(found) > MOST_ENTRIES:
        lines.append(T("That's more than `/library import` takes at once, so split it in two first.")())
    await reply.private(Card(lines=tuple(lines), file=Attachment(f"{shelf.kind.name}.json", data)))


class CopyOptions(OfKinds):
    """The entries to copy from another campaign."""

    origin: KnownCampaign = option(
        "The campaign to copy from; you must be its game master too", name="from", kw_only=True
    )


@handler("library copy", may=Permit.GAME_MASTERS, suggests={"kind": _kinds, "origin": _led})
async def copy(dispatcher: Dispatcher, reply: Reply, options: CopyOptions) -> None:
    """Copy another campaign's entries into this library"""
    library, other = Library(dispatcher), options.origin
    here = await library.look(reply.interaction)
    shelf = here.shelf(options.kind)
    if other.id == here.campaign_view.campaign_id:
        raise refused("library.same_campaign", "That's this campaign. Pick another one.")
    if other.standing is not Standing.GAME_MASTER:
        raise refused(
            "library.not_led",
            "Only a game master of “{campaign}” can copy from it.",
            NotAllowed,
            campaign=other.name,
        )
    there = (await library.whole(reply.interaction, shelf, other.id)).entries(shelf)
    if not there:
        raise refused(
            "library.nothing_there",
            "The library of “{campaign}” has no {plural}.",
            campaign=other.name,
            plural=shelf.plural,
        )
    texts = [shelf.write(each.state) for each in there]
    await dispatcher.preview(reply, _import(shelf, texts, other.name))


def _import(shelf: AnyShelf, texts: Sequence[Texts], source: str) -> ImportEntries:
    return ImportEntries(shelf.key, tuple(dict(each) for each in texts), source)

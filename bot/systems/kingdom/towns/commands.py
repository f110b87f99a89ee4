"""Settlements and magic items: looks, pictures, texts in and out, and the buttons of both."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.asking import Asking
from bot.engine.card import Attachment, Card, Tone
from bot.engine.declare import Options, Upload, look, option
from bot.engine.files import text_of
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import T, refused
from bot.play import CampaignView, RecordView
from bot.systems.kingdom import finding
from bot.systems.kingdom.land.maps import MOST, ShowSettlement, districts_of
from bot.systems.kingdom.realm import (
    KINGDOM,
    KINGDOM_MEANT,
    OnKingdom,
    asked_realm,
    settlement_of,
    settlements,
)
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.towns import cards
from bot.systems.kingdom.towns.cards import BUY, MAP, map_card
from bot.systems.kingdom.towns.files import EXAMPLE, MOST_BYTES, ReadTown
from bot.systems.kingdom.towns.grids import write_town
from bot.systems.kingdom.towns.items import BuyItem, Payment, PurgeItem, on_sale
from bot.systems.kingdom.towns.pictures import Plan, pictured
from bot.systems.kingdom.towns.settlements import AddDistrict, NameCapital
from bot.systems.kingdom.towns.state import MOST_DISTRICTS, TOWN, Town
from bot.systems.kingdom.towns.works import KNOWN_TOWNS
from bot.ui.commands import handler
from bot.ui.controls import button
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import OLD_PREVIEW, damaged_button
from bot.ui.reply import Reply
from bot.ui.text import safe
from bot.ui.upload import read


class Show(Options):
    """Which settlement, or whose."""

    settlement: RecordId | None = option(
        "Which settlement or Free City; all of the kingdom's if left out", default=None, finder=KNOWN_TOWNS
    )
    kingdom: RecordId | None = option(
        "Which kingdom, if there are several", default=None, finder=KINGDOM_MEANT
    )


@look("settlement show", may=Permit.EVERYONE)
def settlement_show(asking: Asking, show: Show) -> Card:
    """See a kingdom's settlements, or one of them"""
    if show.settlement is None:
        return cards.overview(asked_realm(asking, show.kingdom))
    record = asking.get(show.settlement)
    town: Town = record.state
    realm = asked_realm(asking, town.kingdom) if town.kingdom is not None else None
    seen = asking.look(Scope(ids=(record.id,), links=True))
    land = seen.records.get(town.land)
    hexes = land.state if land is not None else None
    card = cards.page(record.id, town, hexes, Rulings(seen.campaign.settings), realm)
    month = realm.kingdom.month.number if realm is not None else 0
    return replace(card, picture=pictured(Plan(town, districts_of(town, None), month)))


# Buttons of earlier versions' previews: they show what it would come to now.


@button("town_capital", may=Permit.MEMBERS)
async def _name_capital(dispatcher: Dispatcher, reply: Reply, kingdom: str, settlement: str) -> None:
    await dispatcher.preview(reply, NameCapital(RecordId(kingdom), settlement), why=OLD_PREVIEW())


@button("town_district", may=Permit.MEMBERS)
async def _add_district(
    dispatcher: Dispatcher, reply: Reply, first: str, second: str, third: str, building: str | None = None
) -> None:
    """The oldest hold kingdom, settlement, price; the others settlement, price, borders, what has no room."""
    if building is None:
        action = AddDistrict(RecordId(first), second)
    else:
        kingdom = await kingdom_of(dispatcher, reply, first)
        action = AddDistrict(kingdom, first, " ".join(third), building)
    await dispatcher.preview(reply, action, why=OLD_PREVIEW())


# -- `/settlement map`: a settlement as a picture ----------------------------------------------------------


class Mapped(Options):
    """Which settlement, and how much of it."""

    settlement: RecordId = option("Which settlement or Free City", finder=KNOWN_TOWNS)
    district: int | None = option(
        "Show one district larger; up to four together if left out",
        default=None,
        least=1,
        most=MOST_DISTRICTS,
    )
    share: bool = option("Show it to everybody", default=False)


@handler("settlement map", may=Permit.EVERYONE)
async def settlement_map(dispatcher: Dispatcher, reply: Reply, mapped: Mapped) -> None:
    """See a settlement as a picture: its lots, streets and borders"""
    record, view = await known_town(dispatcher, reply, mapped.settlement)
    if mapped.share:
        await dispatcher.carry_out(reply, ShowSettlement(record.id, record.state.kingdom, mapped.district))
    else:
        await reply.private(_map(record, view, districts_of(record.state, mapped.district)))


async def known_town(
    dispatcher: Dispatcher, reply: Reply, settlement: str
) -> tuple[RecordView, CampaignView]:
    """The settlement of that id, with whose it is. Raises Stale where there is none to be seen."""
    id_ = RecordId(settlement)
    view = await dispatcher.look(reply.interaction, Scope(ids=(id_,), wants=(Want(KINGDOM.name),)))
    record = view.records.get(id_)
    if record is None or record.kind != TOWN.name:
        raise damaged_button()
    return record, view


def _map(record: RecordView, view: CampaignView, districts: tuple[int, ...]) -> Card:
    town: Town = record.state
    kingdom = view.records.get(town.kingdom) if town.kingdom is not None else None
    month = kingdom.state.month.number if kingdom is not None else 0
    return map_card(record.id, Plan(town, districts, month))


@button(MAP, may=Permit.EVERYONE)
async def _turn_map(dispatcher: Dispatcher, reply: Reply, settlement: str, first: int, last: int) -> Card:
    """Other districts."""
    record, view = await known_town(dispatcher, reply, settlement)
    if not 0 <= last - first < MOST:
        raise damaged_button()
    named = (districts_of(record.state, each) for each in range(first, last + 1))
    return _map(record, view, tuple(number for some in named for number in some))


# -- `/build import` and `/build export`: a settlement as a text grid --------------------------------------


# What is longer is in the file alone.
SHOWN = 1500


class Import(Options):
    """A text, attached or pasted, and the settlement it is for."""

    settlement: RecordId = option(
        "Which settlement or Free City; its buildings are replaced", finder=KNOWN_TOWNS
    )
    file: Upload | None = option("A text file, as made by /build export", default=None)
    text: str = option("Or the text itself, pasted here", default="")


class Export(Options):
    """Which settlement."""

    settlement: RecordId = option("Which settlement or Free City", finder=KNOWN_TOWNS)


@handler("build import", may=Permit.GAME_MASTERS)
async def build_import(dispatcher: Dispatcher, reply: Reply, given: Import) -> None:
    """For game masters: import a settlement from text; shows the changes first"""
    record, _ = await known_town(dispatcher, reply, given.settlement)
    name, text = await _text(given.file, given.text)
    await dispatcher.preview(reply, ReadTown(record.id, name, text, record.state.kingdom))


async def _text(file: Upload | None, text: str) -> tuple[str, str]:
    """The name and the text of what was attached or pasted. Raises RuleViolation for neither, or both."""
    if file is None:
        if not text.strip():
            raise refused(
                "town_file.no_text",
                "Attach a text file as `file`, or paste the grid as `text`. `/build export` shows what the "
                "text looks like.",
            )
        return T("pasted text").plain(), text
    if text.strip():
        raise refused("town_file.both", "Either attach a file or paste a text, not both.")
    return file.filename, await read(file, lambda _, data: text_of(data, EXAMPLE, MOST_BYTES), MOST_BYTES)


@look("build export", may=Permit.EVERYONE)
def build_export(asking: Asking, given: Export) -> Card:
    """Get a settlement as text: a grid of codes you can edit and import"""
    record = asking.get(given.settlement)
    text = write_town(record.state)
    block = (f"```\n{text}```",) if len(text) <= SHOWN else ()
    # Letters and digits of its name.
    plain = (letter if letter.isalnum() and letter.isascii() else "-" for letter in record.title.casefold())
    name = "".join(plain).strip("-")[:40] or "settlement"
    intro = T("Its buildings as text, which `/build import` can read.")()
    # Small print, which shows marks as they are.
    note = T("! damaged · ~ natural · * needs nothing next to it").plain()
    file = Attachment(f"{name}.txt", text.encode())
    return Card(safe(record.title, 100), (intro, *block), tone=Tone.QUIET, note=note, file=file)


# -- `/item`: magic items on the market --------------------------------------------------------------------


class Listing(OnKingdom):
    """Whose market."""

    settlement: str | None = option("Only this settlement's market", default=None, suggest=settlements)


@look("item list", may=Permit.MEMBERS)
def item_list(asking: Asking, listing: Listing) -> Card:
    """See the magic items on the market, and which slots are vacant"""
    realm = asked_realm(asking, listing.kingdom)
    towns = list(realm.towns.items())
    found = towns if listing.settlement is None else [settlement_of(realm, listing.settlement)]
    return cards.listing(realm, found, asking)


class Buying(OnKingdom):
    """What is bought where, and how it is paid for."""

    settlement: str = option("Which settlement's market", suggest=settlements)
    item: str = option("Which item", suggest=on_sale)
    how: Payment | None = option("How to pay; leave out to see every way", default=None)


@handler("item buy", may=Permit.MEMBERS)
async def item_buy(dispatcher: Dispatcher, reply: Reply, buying: Buying) -> None:
    """Buy a magic item; shows the cost first"""
    if buying.how is not None:
        bought = BuyItem(buying.kingdom, buying.settlement, buying.item, buying.how.value)
        await dispatcher.preview(reply, bought)
    else:
        seen = await finding.seen(dispatcher, reply.interaction, buying.kingdom)
        await reply.private(cards.ways_to_buy(seen, buying.settlement, buying.item))


@button(BUY, may=Permit.MEMBERS)
async def _buy(
    dispatcher: Dispatcher, reply: Reply, settlement: str, slot: str, how: str, *previewed: str
) -> None:
    """One way to pay; earlier versions' buttons went on with what their preview showed."""
    if how not in tuple(Payment):
        raise damaged_button()
    kingdom = await kingdom_of(dispatcher, reply, settlement)
    action = BuyItem(kingdom, settlement, slot, how)
    await dispatcher.preview(reply, action, why=OLD_PREVIEW() if previewed else "")


@button("item_purge", may=Permit.MEMBERS)
async def _purge(
    dispatcher: Dispatcher, reply: Reply, settlement: str, slot: str, _opened: str, _cost: str
) -> None:
    kingdom = await kingdom_of(dispatcher, reply, settlement)
    await dispatcher.preview(reply, PurgeItem(kingdom, settlement, slot), why=OLD_PREVIEW())


async def kingdom_of(dispatcher: Dispatcher, reply: Reply, settlement: str) -> RecordId:
    """Whose settlement it is that a button stands for. Raises Stale for none, RuleViolation for nobody's."""
    record, _ = await known_town(dispatcher, reply, settlement)
    kingdom: RecordId | None = record.state.kingdom
    if kingdom is None:
        raise refused("settlement.free_city", "That settlement doesn't belong to a kingdom anymore.")
    return kingdom

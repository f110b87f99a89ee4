"""The part of `/hex` that everybody uses: a hex shown, a note on it, the map as a file."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import cast

from bot.engine.asking import Asking
from bot.engine.card import Attachment, Button, Card, Picture
from bot.engine.declare import Options, Upload, look, option
from bot.engine.people import PUBLIC, Permit
from bot.engine.system import RecordId, Scope, Want
from bot.engine.text import T, refused
from bot.engine.views import CampaignView
from bot.play import Post
from bot.systems.kingdom import finding
from bot.systems.kingdom.book import Spot, Stage
from bot.systems.kingdom.land import cards
from bot.systems.kingdom.land.cards import Place
from bot.systems.kingdom.land.edits import Deed, DrawMap, HexesSet, HexesTold
from bot.systems.kingdom.land.files import MAP, ReadMap, places
from bot.systems.kingdom.land.map_pictures import Chart
from bot.systems.kingdom.land.map_pictures import Place as map_pictures_Place
from bot.systems.kingdom.land.maps import (
    FARTHEST,
    USUAL,
    MapShown,
    ShowMap,
    centre_of,
    nothing_known,
    paths_of,
)
from bot.systems.kingdom.land.state import LAND, Land, seen, spot_of, within
from bot.systems.kingdom.realm import HEX, KINGDOM, known_spots
from bot.systems.kingdom.settings import Rulings
from bot.systems.kingdom.towns.state import TOWN
from bot.ui.commands import handler
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import Reply
from bot.ui.text import safe
from bot.ui.upload import read

# What lies on the map and whose it is.
EVERYTHING = Scope(wants=(Want(LAND.name), Want(KINGDOM.name), Want(TOWN.name)))

# The button to what game masters do with the map.
GROUND = "hex_ground"
ZOOM = T("To see a part of it larger, with labels: /hex map with center and radius.")
CROPPED = T("To see all of it: /hex map with whole. To see a part larger: center and radius.")


class OnHex(Options):
    """Which hex."""

    hex: str = option(HEX, suggest=known_spots, max_length=100)


@look("hex show", may=Permit.EVERYONE)
def show_hex(asking: Asking, asked: OnHex) -> Card:
    """See a hex: its terrain, what's there, and what you can and can't build"""
    found = asking.look(EVERYTHING)
    land = land_in(found)
    return cards.card(_place(found, land, spot_of(land, asked.hex)))


def land_in(view: CampaignView) -> Land:
    """The map as the asker sees it. Raises RuleViolation where there is none."""
    found = view.all(LAND.name)
    if not found or not found[0].state.hexes:
        raise refused(
            "map.none",
            "There's no map yet. A game master starts one with `/hex-gm new-map` or `/hex-gm set`.",
        )
    land: Land = found[0].state
    return land


def _place(view: CampaignView, land: Land, spot: Spot) -> Place:
    """A hex with what lies there; with whose it is, what could be built there."""
    owner = view.records.get(land.hexes[spot].realm or RecordId(""))
    towns = tuple(each.state for each in view.all(TOWN.name) if each.state.spot == spot)
    realm = None
    if owner is not None and owner.state.stage is Stage.STANDING:
        realm = finding.realm_seen(owner, view.records, view.campaign.settings)
    return Place(land, spot, towns, owner, realm, Rulings(view.campaign.settings))


# -- The map as a file: out of a campaign for everybody, into one by game masters --------------------------


WRITERS = {"csv": MAP.csv, "json": MAP.json}


class MapFiled(Options):
    """A file of the map."""

    file: Upload = option("A CSV table or JSON, as made by /hex-gm export")
    replace: bool = option("Remove hexes that aren't in the file; no by default", default=False)


@handler("hex-gm import", may=Permit.GAME_MASTERS)
async def import_map(dispatcher: Dispatcher, reply: Reply, asked: MapFiled) -> None:
    """Import the map from a file; shows the changes first"""
    await dispatcher.look(reply.interaction)
    rows = await read(asked.file, MAP.read)
    await dispatcher.preview(reply, ReadMap(asked.file.filename, rows, asked.replace))


class Format(Options):
    """How a file is written."""

    format: str = option(
        "csv for spreadsheets, json for programs", default="csv", choices=[(each, each) for each in WRITERS]
    )


@handler("hex-gm export", may=Permit.GAME_MASTERS)
async def export_all(dispatcher: Dispatcher, reply: Reply, asked: Format) -> None:
    """Get the whole map as a file, including what players don't see"""
    await _export(dispatcher, reply, asked.format, with_secrets=True)


@handler("hex export", may=Permit.EVERYONE)
async def export_known(dispatcher: Dispatcher, reply: Reply, asked: Format) -> None:
    """Get the map as a file, as players know it"""
    await _export(dispatcher, reply, asked.format, with_secrets=False)


async def _export(dispatcher: Dispatcher, reply: Reply, kind: str, *, with_secrets: bool) -> None:
    view = await dispatcher.look(reply.interaction, EVERYTHING)
    land = land_in(view)
    # What game masters hand on to players tells nothing that these may not know.
    land = land if with_secrets else seen(land, PUBLIC)
    realms = {each.id: each.title for each in view.all(KINGDOM.name)}
    data = await asyncio.to_thread(WRITERS[kind], places(land, realms), with_secrets=with_secrets)
    secret = T("The whole map as a file, secrets included: don't show it to players.")
    line = secret() if with_secrets else T("The map as players know it.")()
    says = T("{n:,} {n:hex|hexes}. The guide to the map explains the columns.")
    file = Attachment(f"map.{kind}", data)
    await reply.private(Card(safe(land.name, 60), (line, says(n=len(land.hexes))), file=file))


# -- `/hex map`: the map as a picture, whole or around a hex -----------------------------------------------


class Mapped(Options):
    """What part of the map, and for whom."""

    centre: str = option(
        "Label or coordinates of the hex in the middle; leave out to see the realm and what's around it",
        name="center",
        default="",
        suggest=known_spots,
    )
    radius: int = option("How many hexes to show around it", default=USUAL, least=1, most=FARTHEST)
    whole: bool = option("Show the whole map, however small its hexes get", default=False)
    share: bool = option("Show it to everybody, without secrets", default=False)


@handler("hex map", may=Permit.EVERYONE)
async def show_map(dispatcher: Dispatcher, reply: Reply, asked: Mapped) -> None:
    """See the map, or a part of it"""
    action = ShowMap(asked.centre, asked.radius, asked.whole)
    if asked.share:
        await dispatcher.carry_out(reply, action)
    else:
        view = await dispatcher.look(reply.interaction, EVERYTHING)
        card = map_card(chart_of(view), action)
        await reply.private(card.add(buttons=[ground_button()] if view.viewer.is_game_master else ()))


def chart_of(view: CampaignView) -> Chart:
    """All that this viewer may see of it. Raises RuleViolation where that is nothing."""
    lands = view.all(LAND.name)
    if not lands or not lands[0].state.hexes:
        raise nothing_known()
    kingdoms = [each for each in view.all(KINGDOM.name) if each.state.stage is Stage.STANDING]
    capitals = {each.state.capital for each in kingdoms}
    known = lands[0].state
    places = [
        map_pictures_Place(each.title, each.state.spot, each.id in capitals)
        for each in view.all(TOWN.name)
        if each.state.spot in known.hexes
    ]
    realms: dict[str, str] = {each.id: each.title for each in kingdoms}
    starts = {each.id: each.state.spot for each in view.all(TOWN.name)}
    routes = [path for each in kingdoms for path in paths_of(each.state, starts)]
    is_theirs = view.viewer.is_game_master
    return Chart(known.name, known, realms, places, is_for_game_masters=is_theirs, routes=routes)


def map_card(chart: Chart, action: ShowMap) -> Card:
    """The map, or the part of it that is meant. Raises RuleViolation for a hex it doesn't have."""
    centre = centre_of(chart.land, action.centre, action.radius)
    if centre is not None:
        return charted(chart.around(centre, action.radius))
    return charted(chart if action.is_whole else chart.cropped(), note=True)


def charted(chart: Chart, *, note: bool = False) -> Card:
    """A card with a map's picture, drawn apart from the event loop; with a note, how to see more of it."""
    # Pillow takes a while to load, and a start does not wait for it.
    from bot.systems.kingdom.land.map_pictures import draw_map, map_alt, map_words

    picture = Picture("map.png", partial(draw_map, chart), map_alt(chart), partial(map_words, chart))
    more = CROPPED() if chart.is_cut else "" if chart.shows_labels else ZOOM()
    return Card(T("The map")(), picture=picture, note=more if note else "")


# -- The map where it was drawn, or shown to everybody -----------------------------------------------------


def draw(post: Post) -> Card | None:
    """The message about a map that was drawn or shown."""
    event, record = post.entry.event(MapShown), post.subject
    if record is None or record.kind != LAND.name:
        return None
    land = cast(Land, record.state)
    if event is None:
        return _drawn(post, land) if post.entry.action == DrawMap.__name__ else None
    places = [map_pictures_Place(*place) for place in event.places if place[1] in land.hexes]
    chart = Chart(land.name, land, dict(event.realms), places, routes=event.routes)
    if not chart.hexes:
        return None
    if event.centre is not None:
        chart = chart.around(event.centre, event.radius)
        return charted(chart) if chart.hexes else None
    return charted(chart if event.is_whole else chart.cropped(), note=True)


def _drawn(post: Post, land: Land) -> Card:
    """A block of the map in short: how many hexes, what they look like, and what a game master does next."""
    told = [each for each in post.entry.events if isinstance(each, HexesTold | HexesSet)]
    hidden = T("{n:A hex is|{n} hexes are} drawn: {terrain:lower}. Players don't see {n:it|them} yet.")
    known = T("{n:A hex is|{n} hexes are} drawn: {terrain:lower}.")
    lines: list[str] = [
        (hidden if isinstance(each, HexesSet) else known)(n=each.count, terrain=each.sights[0].terrain)
        for each in told
    ]
    lines.append(T("Next: change the terrain where it differs, and explore where the kingdom begins.")())
    shown = _block(land, told[0])
    chart = Chart(land.name, shown, is_for_game_masters=post.viewer.is_game_master)
    picture = charted(chart).picture if chart.hexes else None
    buttons = (ground_button(),) if post.newer is None else ()
    return Card(Deed.DRAWN.label, tuple(lines), picture=picture, buttons=buttons)


def _block(land: Land, drawn: HexesTold | HexesSet) -> Land:
    """The hexes that were drawn, and those beside them; others may lie far away."""
    spots, name = [*land.hexes], drawn.sights[0].name
    first = next((n for n, spot in enumerate(spots) if land.name_of(spot) == name), len(spots))
    # New hexes stand after all that there were.
    near = {spot for each in spots[first : first + drawn.count] for spot in within(each, 1)}
    return replace(land, hexes={spot: each for spot, each in land.hexes.items() if spot in near})


def ground_button() -> Button:
    """The button by which game masters change terrain, draw what is missing, and explore."""
    return Button(T("Terrain and exploring…").plain(), GROUND)

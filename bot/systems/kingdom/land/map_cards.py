"""The map as a picture: `/hex map`, what was drawn of it, the part beside a list, editing by press."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple, cast

from bot.engine.card import Button, Card, Pick, Picture, Select, Tone
from bot.engine.declare import Invocation, look
from bot.engine.drawing import draws
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.picking import PICK, held_by
from bot.engine.text import T
from bot.engine.views import CampaignView
from bot.play import Post
from bot.systems.kingdom.book import Spot, Stage, Terrain
from bot.systems.kingdom.kingdom_view import realm_on
from bot.systems.kingdom.land.edits import GMS, DrawMap, HexesSet, HexesTold, MapChange, SetHexes
from bot.systems.kingdom.land.hex_lists import EVERYTHING, MARGIN, NEAR, land_in, none_to_mark
from bot.systems.kingdom.land.map_pictures import Chart
from bot.systems.kingdom.land.map_pictures import Place as map_pictures_Place
from bot.systems.kingdom.land.maps import MapShown, ShowMap, centre_of, nothing_known, paths_of
from bot.systems.kingdom.land.marking import MARKS, MarkHexes
from bot.systems.kingdom.land.state import LAND, Land, within
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.towns.state import TOWN
from bot.ui import picking
from bot.ui.controls import Do, button, drawing, select
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply

# The button to what game masters do with the map.
GROUND = "hex_ground"
ZOOM = T("To see a part of it larger, with labels: /hex map with center and radius.")
CROPPED = T("To see all of it: /hex map with whole. To see a part larger: center and radius.")


@look("hex map", may=Permit.EVERYONE, shared="share")
def see_map(asker: Asker, asked: ShowMap) -> Card:
    """See the map, or a part of it"""
    view = asker.look(EVERYTHING)
    card = map_card(chart_of(view), asked)
    return card.add(buttons=[ground_button()] if view.viewer.is_game_master else ())


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


def realm_picture(post: Post) -> Picture | None:
    """A kingdom's land as it is now, on the newest message about it alone: older ones fold."""
    realm = realm_on(post) if post.newer is None else None
    if realm is None or not realm.hexes:
        return None
    places = [
        map_pictures_Place(town.name, town.spot, id_ == realm.kingdom.capital)
        for id_, town in realm.towns.items()
        if town.spot in realm.land.hexes
    ]
    chart = Chart(realm.kingdom.name, realm.land, {realm.id: realm.kingdom.name}, places)
    return charted(chart.cropped()).picture


@drawing(NEAR)
def near(asker: Asker, numbers: Mapping[str, str]) -> Picture | None:
    """The part of the map with those hexes in it, numbered."""
    return charted(chart_of(asker.look(EVERYTHING)).near(numbers, MARGIN)).picture


@draws(MapShown, rank=5)
def _draw_shown(event: MapShown, post: Post) -> Card | None:
    """The message about a map that was shown."""
    record = post.subject
    if record is None or record.kind != LAND.name:
        return None
    land = cast(Land, record.state)
    places = [map_pictures_Place(*place) for place in event.places if place[1] in land.hexes]
    chart = Chart(land.name, land, dict(event.realms), places, routes=event.routes)
    if not chart.hexes:
        return None
    if event.centre is not None:
        chart = chart.around(event.centre, event.radius)
        return charted(chart) if chart.hexes else None
    return charted(chart if event.is_whole else chart.cropped(), note=True)


@draws(HexesTold, HexesSet, rank=5)
def _draw_block(_event: HexesTold | HexesSet, post: Post) -> Card | None:
    """A block of the map in short: how many hexes, what they look like, and what a game master does next."""
    record = post.subject
    if record is None or record.kind != LAND.name or post.entry.action != DrawMap.__name__:
        return None
    land = cast(Land, record.state)
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
    return Card(MapChange.DRAWN.label, tuple(lines), picture=picture, buttons=buttons)


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


# -- Terrain and exploring by press: what game masters do with the map under /hex map ----------------------


SURROUND, SURVEY, TERRAIN = "hex_surround", "hex_survey", "hex_terrain"


# So far around a capital it is drawn and explored at once.
RINGS: Final = (1, 2)
EXPLORE, CLEAR = T("Explore within {steps} of {name:40}"), T("Clear within {steps} of {name:40}")


@button(GROUND, may=GMS)
async def _open_ground(dispatcher: Dispatcher, reply: Reply) -> None:
    await reply.private(ground(await dispatcher.look(reply.interaction, EVERYTHING)))


def ground(view: CampaignView) -> Card:
    """What game masters do with the map by press: terrain by list, and what lies round each capital."""
    land = land_in(view)
    selects = [Select(T("Change terrain to…").plain(), TERRAIN, _terrains())]
    buttons = [
        Button(label.plain(), PICK, (*held_by(path, {}), "0"))
        for deed, label, path in (
            (MapChange.EXPLORED, T("Explore…"), "hex gm explore"),
            (MapChange.CLEARED, T("Clear…"), "hex gm clear"),
        )
        if any(MARKS[deed][1](each) for each in land.hexes.values())
    ]
    lines = list[str]()
    capitals = _capitals(view, land)[:MOST_CAPITALS]
    for name, spot in capitals:
        for steps in RINGS:
            missing, dark, wild = around(land, spot, steps)
            values = {"name": name, "steps": steps}
            if missing:
                says = T("Draw {n:the missing hex|{n} missing hexes} within {steps} of {name:40} as…")
                hint = says.plain(n=len(missing), **values)
                selects.append(Select(hint, SURROUND, _terrains(), (spot, str(steps))))
            for deed, says, left in ((MapChange.EXPLORED, EXPLORE, dark), (MapChange.CLEARED, CLEAR, wild)):
                if left:
                    buttons.append(Button(says.plain(**values), SURVEY, (spot, str(steps), deed.value)))
        if around(land, spot, RINGS[-1]).missing:
            says = T(
                "Round {name:40} some hexes aren't drawn. What you draw here is explored at once, and still "
                "has to be cleared."
            )
            lines.append(says(name=name))
    lines.append(T("Claims need explored and cleared hexes. `/hex gm set` changes everything about a hex.")())
    chart = chart_of(view).around(capitals[0][1], RINGS[-1] + 1) if capitals else None
    return Card(
        T("Terrain and exploring")(),
        tuple(lines),
        tone=Tone.QUIET,
        selects=tuple(selects),
        buttons=tuple(buttons),
        picture=charted(chart).picture if chart is not None else None,
    )


# Discord has room for five rows: two lists each, besides the list of terrain and the buttons.
MOST_CAPITALS: Final = 1


def _terrains() -> tuple[Pick, ...]:
    return tuple(Pick(each.value, each.label) for each in Terrain)


def _capitals(view: CampaignView, land: Land) -> list[tuple[str, Spot]]:
    """Where kingdoms have their capital, or will begin; first those round which something is missing."""
    found = []
    for each in view.all(KINGDOM.name):
        town = view.records.get(each.state.capital) if each.state.capital is not None else None
        spot = town.state.spot if town is not None else each.state.first
        if spot is not None and spot in land.hexes:
            found.append((town.title if town is not None else each.title, spot))
    return sorted(found, key=lambda each: not any(around(land, each[1], RINGS[-1])))


class Around(NamedTuple):
    """The hexes within some steps that aren't drawn, those that aren't explored, and those not cleared."""

    missing: list[Spot]
    dark: list[Spot]
    wild: list[Spot]


def around(land: Land, spot: Spot, steps: int) -> Around:
    """What is still to be done within so many steps of a hex."""
    near = [*within(spot, steps)]
    missing = [each for each in near if each not in land.hexes]
    drawn = [each for each in near if each in land.hexes]
    dark = [each for each in drawn if not land.hexes[each].is_explored]
    return Around(missing, dark, [each for each in drawn if not land.hexes[each].is_cleared])


@select(SURROUND, may=GMS)
async def _surround(dispatcher: Dispatcher, reply: Reply, spot: str, steps: int, terrain: Terrain) -> Do:
    """Draw what is missing there, explored, and so for everybody to see."""
    missing = (await _around(dispatcher, reply, spot, steps)).missing
    if not missing:
        raise none_to_mark()
    return Do(SetHexes(" ".join(missing), terrain, is_explored=True, is_revealed=True))


@button(SURVEY, may=GMS)
async def _survey(dispatcher: Dispatcher, reply: Reply, spot: str, steps: int, deed: MapChange) -> Do:
    """Explore all that is dark there; or clear what is explored by now."""
    _, dark, wild = await _around(dispatcher, reply, spot, steps)
    left = dark if deed is MapChange.EXPLORED else [each for each in wild if each not in dark]
    if not left:
        raise none_to_mark()
    return Do(
        MarkHexes(" ".join(left), MapChange.EXPLORED if deed is MapChange.EXPLORED else MapChange.CLEARED)
    )


async def _around(dispatcher: Dispatcher, reply: Reply, spot: str, steps: int) -> Around:
    """As it is now. Raises Stale for anywhere that isn't on the map."""
    land = land_in(await dispatcher.look(reply.interaction, EVERYTHING))
    if spot not in land.hexes or steps not in RINGS:
        raise damaged_button()
    return around(land, spot, steps)


@select(TERRAIN, may=GMS)
async def _choose_terrain(dispatcher: Dispatcher, reply: Reply, terrain: Terrain) -> None:
    """The hexes that are something else, to pick from."""
    asked = Invocation(dispatcher.commands["hex gm set"], {"terrain": terrain.value})
    await picking.show(dispatcher, reply, asked, in_place=True)

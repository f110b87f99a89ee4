"""The commands of `/hex-gm` that mark hexes or take them away: named, or picked beside a small map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from bot.engine.card import Button, Card, Pick, Select, Tone
from bot.engine.declare import Options, option
from bot.engine.pages import Turns, page_of
from bot.engine.text import Safe, T, refused
from bot.engine.views import CampaignView
from bot.errors import UserError
from bot.systems.kingdom.book import Spot, Terrain
from bot.systems.kingdom.finding import what_stands_there
from bot.systems.kingdom.land.edits import GMS, MOST_TYPED, SEVERAL, Deed, MarkHexes, RemoveHexes, SetHexes
from bot.systems.kingdom.land.map_commands import EVERYTHING, GROUND, chart_of, charted, land_in
from bot.systems.kingdom.land.picker_commands import MARGIN
from bot.systems.kingdom.land.state import Hex, Land, steps_between, within
from bot.systems.kingdom.realm import KINGDOM, known_spots
from bot.systems.kingdom.towns.state import TOWN
from bot.ui.commands import handler
from bot.ui.controls import Do, button, select
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply

MARK, MARK_PAGE = "hex_mark", "hex_mark_page"


class Marked(NamedTuple):
    """A list of hexes to mark: what it asks, which hexes are on it, and what a choice comes to."""

    title: Callable[[], Safe]
    fits: Callable[[Hex], bool]
    action: Callable[[str], Any]


def _marked(title: T, deed: Deed, fits: Callable[[Hex], bool]) -> Marked:
    return Marked(title, fits, lambda hexes: MarkHexes(hexes, deed))


def _turned(terrain: Terrain) -> Marked:
    """Hexes that become something else; on Water no kingdom's hex, where there may be a settlement."""
    return Marked(
        partial(T("Which hexes are {terrain:lower}?"), terrain=terrain),
        lambda each: each.terrain is not terrain and (each.realm is None or terrain is not Terrain.WATER),
        lambda hexes: SetHexes(hexes, terrain),
    )


MARKS: Final = {
    Deed.EXPLORED.value: _marked(T("Explore which hexes?"), Deed.EXPLORED, lambda each: not each.is_explored),
    Deed.CLEARED.value: _marked(
        T("Clear which hexes?"), Deed.CLEARED, lambda each: each.is_explored and not each.is_cleared
    ),
    Deed.REVEALED.value: _marked(T("Reveal which hexes?"), Deed.REVEALED, lambda each: not each.is_revealed),
    Deed.HIDDEN.value: _marked(
        T("Hide which hexes?"), Deed.HIDDEN, lambda each: each.is_revealed and each.realm is None
    ),
    Deed.REMOVED.value: Marked(
        T("Remove which hexes from the map?"), lambda each: each.realm is None, RemoveHexes
    ),
    **{each.value: _turned(each) for each in Terrain},
}


class Marking(Options):
    """Which hexes."""

    hexes: str | None = option(
        f"{SEVERAL}; leave out to pick from a list",
        default=None,
        suggest=known_spots,
        several=" ",
        max_length=MOST_TYPED,
    )


@handler("hex-gm explore", may=GMS)
async def explore(dispatcher: Dispatcher, reply: Reply, asked: Marking) -> None:
    """Explore hexes: players see them and their special terrain"""
    await _mark(dispatcher, reply, Deed.EXPLORED, asked)


@handler("hex-gm clear", may=GMS)
async def clear(dispatcher: Dispatcher, reply: Reply, asked: Marking) -> None:
    """Clear explored hexes of danger, so that they can be claimed"""
    await _mark(dispatcher, reply, Deed.CLEARED, asked)


@handler("hex-gm reveal", may=GMS)
async def reveal(dispatcher: Dispatcher, reply: Reply, asked: Marking) -> None:
    """Show hexes to players, but not what is hidden there"""
    await _mark(dispatcher, reply, Deed.REVEALED, asked)


@handler("hex-gm hide", may=GMS)
async def hide(dispatcher: Dispatcher, reply: Reply, asked: Marking) -> None:
    """Put hexes under the fog again"""
    await _mark(dispatcher, reply, Deed.HIDDEN, asked)


@handler("hex-gm remove", may=GMS)
async def remove(dispatcher: Dispatcher, reply: Reply, asked: Marking) -> None:
    """Remove unclaimed hexes from the map; /undo brings them back"""
    await _mark(dispatcher, reply, Deed.REMOVED, asked)


async def _mark(dispatcher: Dispatcher, reply: Reply, deed: Deed, asked: Marking) -> None:
    if asked.hexes is not None:
        await dispatcher.carry_out(reply, MARKS[deed.value].action(asked.hexes))
    else:
        await reply.private(marking(await dispatcher.look(reply.interaction, EVERYTHING), deed.value))


def none_left() -> UserError:
    """All of it is done."""
    return refused("hex.none_to_mark", "There's no hex left for that.")


def marking(view: CampaignView, name: str, page: int = 0) -> Card:
    """The hexes to pick from, those nearest to a realm first. Raises RuleViolation where there are none."""
    if name not in MARKS:
        raise damaged_button()
    marks, land = MARKS[name], land_in(view)
    settled = {each.state.spot for each in view.all(TOWN.name)} if name == Deed.REMOVED.value else set()
    found = [spot for spot, each in land.hexes.items() if marks.fits(each) and spot not in settled]
    if not found:
        raise none_left()
    held = [spot for spot, each in land.hexes.items() if each.realm is not None]
    nearest = {spot: min((steps_between(spot, each) for each in held), default=0) for spot in found}
    found.sort(key=lambda spot: (nearest[spot], land.name_of(spot)))
    shown = page_of(found, Turns(MARK_PAGE, (name,)), page)
    numbers = {spot: str(number) for number, spot in enumerate(shown.rows, 1)}
    picks = tuple(_pick(land, spot, number) for spot, number in numbers.items())
    return Card(
        marks.title(),
        (T("It's done as soon as you have picked them; `/undo` takes it back.")(),),
        tone=Tone.QUIET,
        selects=(Select(T("Which, one or several…").plain(), MARK, picks, (name,), len(picks)),),
        buttons=shown.buttons,
        note=shown.span,
        picture=charted(chart_of(view).near(numbers, MARGIN)).picture,
    )


def _pick(land: Land, spot: Spot, number: str) -> Pick:
    label = T("{number} · {hex:30}").plain(number=number, hex=land.name_of(spot))
    return Pick(spot, label, what_stands_there(land.hexes[spot]))


@button(MARK_PAGE, may=GMS)
async def _turn(dispatcher: Dispatcher, reply: Reply, name: str, page: int) -> Card:
    return marking(await dispatcher.look(reply.interaction, EVERYTHING), name, page)


@select(MARK, may=GMS)
async def _picked(_dispatcher: Dispatcher, _reply: Reply, name: str, *chosen: str) -> Do:
    if name not in MARKS:
        raise damaged_button()
    return Do(MARKS[name].action(" ".join(chosen)))


# -- terrain, and what is missing around a capital ----------------------------------------------------------


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
        Button(label.plain(), MARK_PAGE, (deed.value, "0"))
        for deed, label in ((Deed.EXPLORED, T("Explore…")), (Deed.CLEARED, T("Clear…")))
        if any(MARKS[deed.value].fits(each) for each in land.hexes.values())
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
            for deed, says, left in ((Deed.EXPLORED, EXPLORE, dark), (Deed.CLEARED, CLEAR, wild)):
                if left:
                    buttons.append(Button(says.plain(**values), SURVEY, (spot, str(steps), deed.value)))
        if around(land, spot, RINGS[-1]).missing:
            says = T(
                "Round {name:40} some hexes aren't drawn. What you draw here is explored at once, and still "
                "has to be cleared."
            )
            lines.append(says(name=name))
    lines.append(T("Claims need explored and cleared hexes. `/hex-gm set` changes everything of a hex.")())
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
        raise none_left()
    return Do(SetHexes(" ".join(missing), terrain, is_explored=True, is_revealed=True))


@button(SURVEY, may=GMS)
async def _survey(
    dispatcher: Dispatcher, reply: Reply, spot: str, steps: int, deed: Deed = Deed.EXPLORED
) -> Do:
    """Explore all that is dark there; or clear what is explored by now."""
    _, dark, wild = await _around(dispatcher, reply, spot, steps)
    left = dark if deed is Deed.EXPLORED else [each for each in wild if each not in dark]
    if not left:
        raise none_left()
    return Do(MarkHexes(" ".join(left), Deed.EXPLORED if deed is Deed.EXPLORED else Deed.CLEARED))


async def _around(dispatcher: Dispatcher, reply: Reply, spot: str, steps: int) -> Around:
    """As it is now. Raises Stale for anywhere that isn't on the map."""
    land = land_in(await dispatcher.look(reply.interaction, EVERYTHING))
    if spot not in land.hexes or steps not in RINGS:
        raise damaged_button()
    return around(land, spot, steps)


@select(TERRAIN, may=GMS)
async def _choose_terrain(dispatcher: Dispatcher, reply: Reply, terrain: Terrain) -> Card:
    """The hexes that are something else, to pick from."""
    return marking(await dispatcher.look(reply.interaction, EVERYTHING), terrain.value)

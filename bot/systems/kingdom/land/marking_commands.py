"""The commands of `/hex-gm` that mark hexes or take them away: named, or picked beside a small map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from bot.engine.card import Card, Pick, Select, Tone
from bot.engine.declare import Options, option
from bot.engine.pages import Turns, page_of
from bot.engine.text import T, refused
from bot.engine.views import CampaignView
from bot.systems.kingdom.book import Spot
from bot.systems.kingdom.finding import what_stands_there
from bot.systems.kingdom.land.edits import GMS, MOST_TYPED, SEVERAL, Deed, MarkHexes, RemoveHexes
from bot.systems.kingdom.land.map_commands import EVERYTHING, chart_of, charted, land_in
from bot.systems.kingdom.land.picker_commands import MARGIN
from bot.systems.kingdom.land.state import Hex, Land, steps_between
from bot.systems.kingdom.realm import known_spots
from bot.systems.kingdom.towns.state import TOWN
from bot.ui.commands import handler
from bot.ui.controls import Do, button, select
from bot.ui.dispatcher import Dispatcher
from bot.ui.errors import damaged_button
from bot.ui.reply import Reply

MARK, MARK_PAGE = "hex_mark", "hex_mark_page"


class Marked(NamedTuple):
    """A list of hexes to mark: what it asks, which hexes are on it, and what a choice comes to."""

    title: T
    fits: Callable[[Hex], bool]
    action: Callable[[str], Any]


def _marked(title: T, deed: Deed, fits: Callable[[Hex], bool]) -> Marked:
    return Marked(title, fits, lambda hexes: MarkHexes(hexes, deed))


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


def marking(view: CampaignView, name: str, page: int = 0) -> Card:
    """The hexes to pick from, those nearest to a realm first. Raises RuleViolation where there are none."""
    if name not in MARKS:
        raise damaged_button()
    marks, land = MARKS[name], land_in(view)
    settled = {each.state.spot for each in view.all(TOWN.name)} if name == Deed.REMOVED.value else set()
    found = [spot for spot, each in land.hexes.items() if marks.fits(each) and spot not in settled]
    if not found:
        raise refused("hex.none_to_mark", "There's no hex left for that.")
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

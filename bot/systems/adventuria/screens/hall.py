"""The part of `/adv` about those whose adventures are over: `/adv hall`."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.desk import Choices, Desk, actor_of, request_of
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope, Want
from bot.errors import RuleViolation, Stale
from bot.handlers import Interaction, Register
from bot.play import Entry, Filter, Link, Page, Scenery, Shown
from bot.systems.adventuria.rules.adventurer import ADVENTURER
from bot.systems.adventuria.rules.state import LOCATION_LENGTH, NAME_LENGTH, Adventurer
from bot.systems.adventuria.screens import sheet_cards
from bot.systems.adventuria.words import adventurers
from bot.systems.adventuria.words import hall as words
from bot.ui.card import PICK, Button, Card, Pick, Select
from bot.ui.reply import Reply
from bot.ui.text import caption, clip, person, safe, since
from bot.ui.words import undone_by

HALL_BUTTON, TALE_BUTTON, TALE_SELECT = "hall", "tale", "tale"
# A page of the list, and of a story as much of each line as leaves room for the sheet above it.
PAGE, LINE = 12, 250

REGISTER: Register = {
    "/adv hall": Permit.EVERYONE,
    f"button {HALL_BUTTON}": Permit.EVERYONE,
    f"button {TALE_BUTTON}": Permit.EVERYONE,
    f"select {TALE_SELECT}": Permit.EVERYONE,
}


class HallCommands(commands.Cog):
    """Those who fell or retired, and their stories."""

    _desk: Desk

    @app_commands.command()
    @app_commands.describe(adventurer="Whose story; all of them by default")
    @app_commands.guild_only()
    async def hall(self, interaction: Interaction, adventurer: str | None = None) -> None:
        """See who fell or retired, and read their stories"""
        async with self._desk.reply(interaction) as reply:
            if adventurer is None:
                await reply.private(await _hall(self._desk, interaction))
                return
            shown = await _named(self._desk, interaction, adventurer)
            await reply.private(await _tale(self._desk, interaction, shown.id))

    @hall.autocomplete("adventurer")
    async def _trophies(self, interaction: Interaction, typed: str) -> Choices:
        async def find() -> list[tuple[str, str]]:
            found = _ended(await self._desk.look(interaction, _scope(part=typed)))
            return [(each.title, str(each.id)) for each in found]

        return await self._desk.suggest(interaction, find)


def answer(desk: Desk) -> None:
    """Enter the buttons and the list."""

    async def turned(reply: Reply, args: tuple[str, ...]) -> None:
        campaign, page = _two(args)
        await reply.update(await _hall(desk, reply.interaction, campaign, _number(page)))

    async def picked(reply: Reply, args: tuple[str, ...]) -> None:
        campaign, record = _two(args)
        await reply.update(await _tale(desk, reply.interaction, RecordId(record), campaign))

    async def told(reply: Reply, args: tuple[str, ...]) -> None:
        campaign, record, before = _three(args)
        tale = await _tale(desk, reply.interaction, RecordId(record), campaign, _number(before))
        await reply.update(tale)

    desk.add_button(HALL_BUTTON, turned)
    desk.add_select(TALE_SELECT, picked)
    desk.add_button(TALE_BUTTON, told)


# -- all of them ------------------------------------------------------------------------------------


def _scope(*, text: str | None = None, part: str | None = None) -> Scope:
    return Scope(wants=(Want(ADVENTURER.name, text=text, part=part, archived=True),))


def _ended(seen: Scenery) -> list[Shown]:
    """Those who fell or retired, the last first; one whose making was undone is none of them."""
    ended = [each for each in seen.all(ADVENTURER.name) if each.state.end is not None]
    return sorted(ended, key=lambda each: each.state.ended, reverse=True)


async def _named(desk: Desk, interaction: Interaction, text: str) -> Shown:
    found = _ended(await desk.look(interaction, _scope(text=text)))
    if len(found) == 1:
        return found[0]
    # Names are free again once their bearers are gone.
    wrong = words.several_trophies if found else words.no_trophy
    raise RuleViolation(wrong(safe(text, NAME_LENGTH)))


async def _hall(desk: Desk, interaction: Interaction, campaign: str | None = None, page: int = 0) -> Card:
    seen = await desk.look(interaction, _scope(), campaign=campaign)
    every = _ended(seen)
    first = min(page * PAGE, max(0, len(every) - 1) // PAGE * PAGE)
    here = every[first : first + PAGE]
    name = safe(seen.campaign.name)
    if not here:
        return Card(words.hall(name), (words.EMPTY,))
    turns = [(words.NEWER, first // PAGE - 1)] if first else []
    turns += [(words.OLDER, first // PAGE + 1)] if len(every) > first + PAGE else []
    buttons = tuple(Button(label, HALL_BUTTON, (seen.campaign_id, str(to))) for label, to in turns)
    picks = tuple(Pick(each.id, caption(each.title, PICK), _brief(each.state)) for each in here)
    select = Select(words.PICK, TALE_SELECT, picks, (seen.campaign_id,))
    lines = tuple(_trophy(each.state) for each in here)
    return Card(words.hall(name), lines, buttons=buttons, selects=(select,))


def _trophy(state: Adventurer) -> str:
    name, type_ = safe(state.name, NAME_LENGTH), adventurers.TYPES[state.type]
    return words.trophy(name, type_, person(state.player), _end(state), words.felled(state.felled))


def _brief(state: Adventurer) -> str:
    return words.came_to(adventurers.TYPES[state.type], _end(state))


def _end(state: Adventurer) -> str:
    return words.ended(state.end or "", state.turn, safe(state.location, LOCATION_LENGTH))


# -- one of them --------------------------------------------------------------------------------------


async def _tale(
    desk: Desk,
    interaction: Interaction,
    record: RecordId,
    campaign: str | None = None,
    before: int | None = None,
) -> Card:
    """Its last sheet and a page of its story: what the journal tells of it to whoever asks."""
    page = await desk.play.journal(
        actor_of(interaction),
        request_of(interaction),
        before=before,
        campaign=campaign,
        wanted=Filter(record=record),
    )
    seen = await desk.look(interaction, Scope(ids=(record,), links=True), campaign=campaign)
    shown = seen.records.get(record)
    if shown is None or shown.kind != ADVENTURER.name or shown.state.end is None:
        raise Stale(words.DAMAGED)
    story = [_line(desk, *each) for each in page.entries]
    sheet = sheet_cards.sheet(shown, seen.records, sheet_cards.Rulings.of(seen.campaign.settings))
    told = ("", words.STORY, *(story or [words.NO_STORY]))
    return sheet.add(*told, buttons=_pages(page, record))


def _pages(page: Page, record: RecordId) -> tuple[Button, ...]:
    campaign = page.scenery.campaign_id
    turns = [(words.NEWER, page.newer), (words.OLDER, page.older)]
    return (
        *(
            Button(label, TALE_BUTTON, (campaign, record, str(number)))
            for label, number in turns
            if number is not None
        ),
        Button(words.BACK, HALL_BUTTON, (campaign, "0")),
    )


def _line(desk: Desk, entry: Entry, link: Link | None) -> str:
    number = f"[#{entry.number}]({link.url})" if link is not None else f"#{entry.number}"
    told = clip(desk.gallery.line(entry).replace("\n", " · "), LINE)
    undone = f" {undone_by(entry.undone_by)}" if entry.undone_by is not None else ""
    return f"{number} · {since(entry.at)} · {told}{undone}"


# -- out of buttons -----------------------------------------------------------------------------------


def _two(args: tuple[str, ...]) -> tuple[str, str]:
    if len(args) != 2:
        raise Stale(words.DAMAGED)
    return args[0], args[1]


def _three(args: tuple[str, ...]) -> tuple[str, str, str]:
    if len(args) != 3:
        raise Stale(words.DAMAGED)
    return args[0], args[1], args[2]


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 10:
        raise Stale(words.DAMAGED)
    return int(text)

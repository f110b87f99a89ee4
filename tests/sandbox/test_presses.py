"""How many taps a thing takes: counted on a phone, in the browser, by a script that plays the sandbox."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from tests.browser import appears, chromium, messages, overflow, press, sit, slash
from tests.sandbox.phones import Phone, public
from tests.sandbox.test_visit import sandbox

__all__ = ["chromium"]


# What a thing may take at most: presses of all together, and messages that everybody reads, where they count.
@dataclass(frozen=True)
class Most:
    """The bounds of something that people do."""

    presses: int
    messages: int | None = None


# Beside each what it took before, where that was counted.
BOUNDS = {
    # 5 presses.
    "an attack, from the sheet": Most(5),
    "an attack, by command": Most(5),
    # 3 presses.
    "a defense": Most(3),
    # 6 presses and 8 messages.
    "a month in which nobody decides anything": Most(6, 8),
    # 25 presses.
    "a typical month": Most(25),
    # 4 presses.
    "a player's Turn": Most(4),
    "a deed of a Turn, resolved": Most(1),
    # 9 presses, through a list of 49 switches.
    "a switch": Most(3),
    # By lists of its own, which each game had; 5 and more.
    "a deed by /act, about one's own": Most(2),
    "a deed by /act, about anything else": Most(4),
    "a deed by its words": Most(2),
    "a claim, by /act": Most(5),
    # 59 presses and 17 messages, before a kingdom was drawn up on one card.
    "from /kingdom found to month 1, for three people": Most(20, 6),
}


@pytest.mark.browser
async def test_an_attack_takes_five_taps_its_defense_three_and_what_waits_one(
    chromium: Browser, tmp_path: Path
) -> None:
    async with sandbox(tmp_path) as address:
        wren = Phone(await sit(chromium, address, "wren", "table", phone=True))
        deacon = Phone(await sit(chromium, address, "deacon", "table", phone=True))
        await wren.press("Waiting for me")
        await appears(wren.page, "The Drowned Bell: 1 thing is waiting for you")
        assert await wren.taken() == 1

        # From the sheet, against another than the form's first.
        await wren.press("My sheet")
        await wren.taken()
        await wren.press("Attack…")
        await wren.pick("Target", "Ilse Marrow")
        await wren.submit()
        await wren.assign()
        assert await wren.taken() <= BOUNDS["an attack, from the sheet"].presses

        await deacon.press_first("rolls the defense for Ilse Marrow")
        await deacon.press_first("chooses the guard for Ilse Marrow")
        assert await deacon.taken() <= BOUNDS["a defense"].presses

        # By command, against the same again.
        await wren.slash("sk attack")
        await wren.submit()
        await wren.assign()
        assert await wren.taken() <= BOUNDS["an attack, by command"].presses


# A month in which nobody decides anything, press by press.
QUIET = (
    "Open the month",
    "Roll Stability",
    "End the Edict phase for everybody",
    "Collect taxes",
    "Roll for an event",
    "Close the month",
)
# Whether it is one depends on the dice: an event comes up one time in four, and may go on for months.
MOST_REALMS = 8
# What would have to be decided otherwise: the demo's realm is restless, may be poor, and has bandits.
CALM = {"Stability": "40", "Unrest": "-19", "Treasury": "60"}
# What the game master does beforehand is typed, which isn't what is counted.
TYPED = {"WAYPOST_DISCORD__ALL_COMMANDS": "true"}
BANDITS, LAST_EVENT = "Bandit Activity", "Good Weather"


async def calmed(page: Page) -> None:
    """The game master ends what would ask for decisions, and the month; its event makes the next unlikely."""
    for number, amount in CALM.items():
        await slash(page, "kingdom gm place", number=number, amount=amount, reason="A calm year")
    await slash(page, "kingdom gm cancel-event", event=BANDITS, reason="Driven off")
    await slash(page, "kingdom gm event", event=LAST_EVENT)
    await slash(page, "kingdom gm next", to="Close the month", reason="A quiet month")
    await slash(page, "kingdom gm close")


async def offered(page: Page) -> tuple[str, ...]:
    """What the newest message of the channel that bears buttons offers."""
    return next(
        seen.buttons for seen in reversed(await messages(page)) if seen.buttons and not seen.is_private
    )


async def quiet_month(page: Page) -> int | None:
    """The messages of a month that its Ruler pressed through; None where something was to be decided."""
    before = len(await messages(page))
    for label in QUIET:
        if label not in await offered(page):
            return None
        await press(page, label)
    return len(await messages(page)) - before


@pytest.mark.browser
async def test_a_month_in_which_nobody_decides_anything_takes_six_presses_on_a_phone(
    chromium: Browser, tmp_path: Path
) -> None:
    posts = None
    realms = iter(range(MOST_REALMS))
    while posts is None:
        async with sandbox(tmp_path / f"{next(realms)}", **TYPED) as address:
            marisol = await sit(chromium, address, "marisol", "marches")
            deacon = await sit(chromium, address, "deacon", "marches", phone=True)
            await calmed(marisol)
            await appears(deacon, "Open the month")
            posts = await quiet_month(deacon)
            assert await overflow(deacon) == 0
    bound = BOUNDS["a month in which nobody decides anything"]
    assert len(QUIET) <= bound.presses
    assert posts <= (bound.messages or 0)


async def typical_month(ruler: Phone) -> bool:
    """A month in which the Ruler claims, improves, builds, sets edicts and deposits; False for an event."""
    await ruler.press("Open the month")
    await ruler.press("Roll Stability")
    await ruler.press("My moves")
    await ruler.choose("Claim or improve hexes…", "Claim", r"Road", r"Road")
    await ruler.choose("Build where there's room…", r"\S", r"\S")
    await appears(ruler.page, "Do all 5 for")
    labels = [label for seen in await messages(ruler.page) for label in seen.buttons]
    await ruler.press(next(label for label in reversed(labels) if label.startswith("Do all 5 for")))
    await ruler.press("Set edicts…")
    await ruler.pick("Holiday", "12 a year")
    await ruler.submit()
    await ruler.press("Issue edicts")
    await ruler.press("End the Edict phase for everybody")
    await ruler.press("Deposit gold…")
    await ruler.type("Gold in gp", "8000")
    await ruler.submit()
    await ruler.press("Collect taxes")
    if "Roll for an event" not in await offered(ruler.page):
        return False
    await ruler.press("Roll for an event")
    if "Close the month" not in await offered(ruler.page):
        return False
    await ruler.press("Close the month")
    return True


@pytest.mark.browser
async def test_a_typical_month_takes_at_most_25_taps_on_a_phone(chromium: Browser, tmp_path: Path) -> None:
    realms, is_typical, taps = iter(range(MOST_REALMS)), False, 0
    while not is_typical:
        async with sandbox(tmp_path / f"{next(realms)}", **TYPED) as address:
            marisol = await sit(chromium, address, "marisol", "marches")
            deacon = Phone(await sit(chromium, address, "deacon", "marches", phone=True))
            await calmed(marisol)
            await appears(deacon.page, "Open the month")
            is_typical = await typical_month(deacon)
            taps = await deacon.taken()
    assert taps <= BOUNDS["a typical month"].presses


@pytest.mark.browser
async def test_a_dungeon_turn_takes_a_player_four_taps_and_a_game_master_one_a_deed(
    chromium: Browser, tmp_path: Path
) -> None:
    async with sandbox(tmp_path) as address:
        marisol = Phone(await sit(chromium, address, "marisol", "barrow-gm", phone=True))
        deacon = Phone(await sit(chromium, address, "deacon", "barrow", phone=True))
        await deacon.press("Say what you do…")
        await deacon.pick("What you do", "search 10 by 10 feet")
        await deacon.type("Where and how", "the ledge by the pit")
        await deacon.submit()
        await appears(deacon.page, "search: the ledge by the pit")
        assert await deacon.taken() <= BOUNDS["a player's Turn"].presses
        await marisol.press("Resolve Aldous Pike")
        await appears(marisol.page, "the ledge by the pit (done)")
        assert await marisol.taken() <= BOUNDS["a deed of a Turn, resolved"].presses


@dataclass(frozen=True)
class Taken:
    """What it took, by whom."""

    presses: dict[str, int]
    messages: int


@pytest.mark.browser
async def test_a_kingdom_is_founded_within_its_bounds(chromium: Browser, tmp_path: Path) -> None:
    async with sandbox(tmp_path) as address:
        odile = Phone(await sit(chromium, address, "odile", "tavern", phone=True))
        deacon = Phone(await sit(chromium, address, "deacon", "tavern", phone=True))
        wren = Phone(await sit(chromium, address, "wren", "tavern", phone=True))
        await odile.slash("campaign create", name="The Weir", game="Kingdom turns")
        for player in (deacon, wren):
            await player.slash("campaign join")
        for each in (odile, deacon, wren):
            await each.taken()
        before = await public(odile.page)

        await odile.slash("kingdom found", name="Tarn")
        await odile.press("Draw it up…")
        await odile.pick("The kingdom's alignment", "Neutral good")
        await odile.type("First hex", "A1")
        await odile.pick("Its terrain, if it's new", "Plains")
        await odile.submit()
        await appears(deacon.page, "A1, Plains")
        for player, role in ((deacon, "Ruler"), (wren, "General")):
            await player.choose("Take a role…", role)
            await player.submit()
        await odile.press("NPC leaders…")
        await odile.type("A name behind each role, for NPCs", "Treasurer: Ada, Int 14\nCouncilor: Bran")
        await odile.submit()
        await odile.press("Found the kingdom…")
        await odile.type("The capital's name", "Weirhold")
        await odile.submit()
        await appears(deacon.page, "is founded at A1")
        await deacon.press("Open the month")
        if (await messages(deacon.page))[-1].is_private:
            await deacon.press("Open the month anyway")
        await appears(odile.page, "Month 1 of Tarn is open")

        people = {"odile": odile, "deacon": deacon, "wren": wren}
        presses = {name: await each.taken() for name, each in people.items()}
        taken = Taken(presses, await public(odile.page) - before)
    bound = BOUNDS["from /kingdom found to month 1, for three people"]
    print(taken)
    assert sum(taken.presses.values()) <= bound.presses, taken
    assert taken.messages <= (bound.messages or 0), taken


@pytest.mark.browser
async def test_a_switch_takes_three_presses(chromium: Browser, tmp_path: Path) -> None:
    async with sandbox(tmp_path) as address:
        marisol = Phone(await sit(chromium, address, "marisol", "marches", phone=True))
        await marisol.slash("kingdom settings", setting="Roads and Highways")
        await marisol.press("Counted together")
        await appears(marisol.page, "Counted together (current)")
        assert await marisol.taken() <= BOUNDS["a switch"].presses

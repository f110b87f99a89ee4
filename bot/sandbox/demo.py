"""The demo campaigns: what a newcomer finds on the tables, and what a returning one finds again."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from simcord import ChannelHandle, Env, MemberActor

from bot.app import Waypost
from bot.engine.campaign import Campaign
from bot.errors import UserError
from bot.sandbox import realm
from bot.sandbox.launcher import Suggestion
from bot.sandbox.world import MadeChannel, World
from bot.storage.backup import claim
from bot.storage.copies import BackupError, copy_database, draft_of, publish
from bot.storage.models import campaigns, channels, journal, messages, outbox, records
from bot.systems.adventuria.adventurer import ADVENTURER
from bot.systems.table.campaigns.rules import CAMPAIGN
from bot.systems.table.campaigns.secret_commands import MADE_FOR, channel_name

BELL, CITY, BARROW = "The Drowned Bell", "Lamps of the City", "The Sunken Barrow"
# Deacon's adventurer, whose thread bears its name, and Wren's.
ROOK, SORREL = "Rook", "Sorrel"

SUGGESTIONS = (
    Suggestion(
        "deacon",
        "table",
        "As Deacon, answer the challenge: each button rolls and spends that much conviction.",
    ),
    Suggestion(
        "wren",
        "table",
        "As Wren, roll the attack on the sailors, then pick an assignment: that locks the dice.",
    ),
    Suggestion(
        "marisol",
        "game-master",
        "As Marisol, the game master, reveal a roll. After Wren’s attack, defend for the sailors in #table.",
    ),
    Suggestion(
        "deacon", ROOK, "As Deacon in Adventuria, fight the robber on the bridge, then end your turn."
    ),
    Suggestion("marisol", SORREL, "As Marisol, the narrator, tell what happens to Wren's Sorrel."),
    Suggestion(
        "deacon",
        "marches",
        "As Deacon, the Ruler of a kingdom, type /kingdom month, claim a hex from /hex map, then "
        "type /settlement build.",
    ),
    Suggestion(
        "marisol",
        "barrow",
        "As Marisol in Sovereign, press Game master… and agree to what Deacon tries; in #barrow-gm, resolve "
        "and end the Turn.",
    ),
    Suggestion(
        "wren",
        "barrow",
        "Let two days pass on this page, then see as Wren who was reminded in Sovereign, and type /recap.",
    ),
)


@dataclass(frozen=True)
class Demo:
    """A campaign, what shows that the database has it, and how people would set it up, by commands."""

    title: str
    sign: sa.Select[Any]
    set_up: Callable[[], Awaitable[None]]


def _demos(world: World, waypost: Waypost) -> tuple[Demo, ...]:
    def played(game: str) -> sa.Select[Any]:
        return records.select().where(records.c.system == game)

    return (
        Demo(BELL, campaigns.select(), lambda: _bell(world)),
        Demo(CITY, played("adventuria"), lambda: _city(world)),
        Demo(realm.CAMPAIGN, played("kingdom"), lambda: _marches(world, waypost)),
        Demo(BARROW, played("sovereign"), lambda: _barrow(world)),
    )


async def seed(world: World, waypost: Waypost, say: Callable[[str], None] = lambda _: None) -> None:
    """Set up the demo campaigns that the database hasn't, each of them whole or not at all."""
    # Where a start was cut short, the first ones are there.
    lacking = [each for each in _demos(world, waypost) if not await _any(waypost, each.sign)]
    if lacking:
        say("Setting up the demo campaigns. That takes a moment, on a slow computer minutes.")
    for number, each in enumerate(lacking, 1):
        say(f"  {number} of {len(lacking)}: {each.title} …")
        with _whole(waypost.database.address.path), _in_no_crowd(waypost):
            await each.set_up()


def _copy_of(database: Path) -> Path:
    return database.with_name(f"{database.name}.before")


@contextmanager
def _whole(database: Path) -> Iterator[None]:
    """Keep a copy of the database from before beside it, and let it go once this has ended well."""
    before = _copy_of(database)
    with draft_of(before) as draft:
        copy_database(database, draft)
        publish(draft, before)
    yield
    before.unlink()


def take_back(database: Path) -> bool:
    """Undo what an earlier start left half done; whether it did. Nobody has played meanwhile.

    Raises UserError where that start is still at work.
    """
    before = _copy_of(database)
    if not before.exists():
        return False
    if not database.exists():  # deleted, to begin anew
        before.unlink()
        return False
    try:
        claim(database, "start again")
    except BackupError:
        raise UserError(
            f"Another sandbox is at work on {database}. Stop it, or name another file with --database."
        ) from None
    for suffix in ("-wal", "-shm"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)
    before.replace(database)
    return True


@contextmanager
def _in_no_crowd(waypost: Waypost) -> Iterator[None]:
    """Let deliveries follow at once: each command waits for them, and a newcomer for all the commands."""
    pause, waypost.delivery.pause = waypost.delivery.pause, 0.0
    try:
        yield
    finally:
        waypost.delivery.pause = pause


async def _any(waypost: Waypost, found: sa.Select[Any]) -> bool:
    return bool(
        await waypost.database.read(lambda connection: connection.scalar(sa.select(sa.exists(found))))
    )


async def _bell(world: World) -> None:
    """The Second Kingdom: two heroes, a challenge and an attack."""
    marisol, deacon, wren = world.marisol, world.deacon, world.wren
    title, backstage = BELL, world.game_master_channel
    with _as_admin(world, marisol):
        begin: dict[str, Any] = {"name": title, "game": "second_kingdom", "game_master_channel": backstage}
        await _do(world, marisol, "campaign create", **begin)
    for player in (deacon, wren):
        await _do(world, player, "campaign join")
    await _do(world, deacon, "sk new", name="Ilse Marrow", courage=5, prudence=3, temperance=4, conviction=3)
    await _do(world, wren, "sk new", name="Tam Fenwick", courage=3, prudence=6, temperance=3, conviction=2)
    await _do(world, wren, "roll", dice="4d6kh3 listen at the door")
    await _do(world, marisol, "roll", is_private=True, dice="1d20+2 does the bell stir", secrecy="hidden")
    for card in ("campaign home", "campaign board"):
        await _do(world, marisol, card)
    await _do(world, marisol, "campaign pace", rhythm="steady")
    leap: dict[str, Any] = {"action": "Leap the broken bridge", "virtue": "courage", "rating": 4}
    await _do(world, marisol, "sk challenge", heroes="Ilse Marrow", **leap)
    await _fight(world)


async def _fight(world: World) -> None:
    """A maneuver, somebody to use it on, and an attack that waits for its dice."""
    marisol, wren = world.marisol, world.wren
    await _supplied(world.table, marisol, "second_kingdom.maneuver")
    foes: dict[str, Any] = {"name": "Drowned Sailors", "horde": True, "known": "open"}
    await _do(world, marisol, "sk npc add", is_private=True, **foes)
    shields: dict[str, Any] = {"source": "Rotten shields", "block": "2/1"}
    await _do(world, marisol, "sk defense", hero="Drowned Sailors", **shields)
    await _do(world, wren, "sk learn", maneuver="Iron Gale")
    await _do(world, wren, "sk attack", target="Drowned Sailors", maneuver="Iron Gale")


async def _city(world: World) -> None:
    """Adventuria: a turn with a fight in it, and one that the narrator has to tell."""
    marisol, deacon, wren, city = world.marisol, world.deacon, world.wren, world.city
    with _as_admin(world, marisol):
        await _do(world, marisol, "campaign create", city, name=CITY, game="adventuria")
    for player in (deacon, wren):
        await _do(world, player, "campaign join", city)
    for ware in ("item", "spell", "ally", "monster"):
        await _supplied(city, marisol, f"adventuria.{ware}")
    for card in ("campaign home", "campaign board"):
        await _do(world, marisol, card, city)
    for player, name in ((deacon, ROOK), (wren, SORREL)):
        await _do(world, player, "adv new", city, name=name)
    # Their threads are started by the delivery's next round.
    await world.env.advance_time(6)
    rook, sorrel = city.threads
    for thing in ("Thornblade", "Red Clover Draught"):
        await _do(world, marisol, "adv gm gain", rook, thing=thing)
    await _do(world, deacon, "adv start", rook)
    scene = "The lamps are lit along the canal. On the bridge somebody leans, whistling, and stays there."
    await _do(world, marisol, "adv gm scene", rook, text=scene, ways="The Far Bank; The City")
    await _do(world, marisol, "adv fight", rook, monster="Toll Robber")
    await _do(world, wren, "adv start", sorrel)


async def _marches(world: World, waypost: Waypost) -> None:
    """Kingdom turns: a realm in the fifth month of its history."""
    marisol, deacon, wren, marches = world.marisol, world.deacon, world.wren, world.marches
    title, backstage = realm.CAMPAIGN, world.marches_backstage
    with _as_admin(world, marisol):
        begin: dict[str, Any] = {"name": title, "game": "kingdom", "game_master_channel": backstage}
        await _do(world, marisol, "campaign create", marches, **begin)
    for player in (deacon, wren):
        await _do(world, player, "campaign join", marches)
    await _do(world, marisol, "campaign home", marches)
    await realm.furnish(world, waypost)
    await _do(world, marisol, "campaign board", marches)
    # The whole story stands in the channel before anyone sits down at it.
    waypost.delivery.soon()
    await waypost.delivery.idle()


async def _barrow(world: World) -> None:
    """Sovereign: a party of three in its second Turn in a barrow, before a pit that one of them tries."""
    marisol, deacon, wren, barrow = world.marisol, world.deacon, world.wren, world.barrow
    title, backstage = BARROW, world.barrow_backstage
    with _as_admin(world, marisol):
        begin: dict[str, Any] = {"name": title, "game": "sovereign", "game_master_channel": backstage}
        await _do(world, marisol, "campaign create", barrow, **begin)
    for player in (deacon, wren):
        await _do(world, player, "campaign join", barrow)
    for card in ("campaign home", "campaign board"):
        await _do(world, marisol, card, barrow)
    await _do(world, marisol, "campaign pace", barrow, rhythm="steady")
    await _made(world, deacon, "Aldous Pike")
    await _made(world, wren, "Hester Quill")
    await _made(world, wren, "Nim")
    sheets: dict[str, dict[str, Any]] = {
        "Aldous Pike": {"strength": 15, "constitution": 14, "dexterity": 12, "stab": 1, "exert": 0},
        # Whatever was rolled, each can carry what they are given.
        "Hester Quill": {"strength": 9, "dexterity": 14, "wisdom": 15, "sneak": 1, "notice": 1, "heal": 0},
        "Nim": {"strength": 8, "dexterity": 16, "sneak": 1, "notice": 0},
    }
    for name, sheet in sheets.items():
        await _do(world, marisol, "sov set", barrow, character=name, max_hp=8, hp=8, ac=13, **sheet)
    kit: dict[str, Any] = {"character": "Hester Quill", "thing": "Healer's kit", "kit": "healer"}
    await _do(world, wren, "party pack add", barrow, **kit)
    for name, thing, size in (("Aldous Pike", "Spear", "two_hands"), ("Aldous Pike", "Rope", "two_hands")):
        await _do(world, deacon, "party pack add", barrow, character=name, thing=thing, size=size)
    for name in ("Hester Quill", "Nim"):
        torches: dict[str, Any] = {"character": name, "thing": "Torch", "kit": "torch", "count": 3}
        await _do(world, wren, "party pack add", barrow, **torches)
    await _do(world, wren, "party pack add", barrow, character="Nim", thing="Thieves' tools", kit="thief")
    party: dict[str, Any] = {"name": "The Lanterns", "who": ", ".join(sheets), "spokesperson": "Aldous Pike"}
    await _do(world, marisol, "party new", barrow, **party)
    await _do(world, wren, "sov pc consent", barrow, character="Nim")
    leap: dict[str, Any] = {
        "what": "Leap the spiked pit",
        "roll": "STR/Exert",
        "failure": "3d6 from the fall and the spikes, and he's down there.",
    }
    await _below(world)
    await _do(world, deacon, "sov try", barrow, **leap)


ENCOUNTERS = (
    "1-3 Giant rats | 2d4 | 0 | unintelligent",
    "4-5 Grave robbers | 1d4+1 | 1 | humanoid",
    "6 A far-off bell | event",
)


async def _below(world: World) -> None:
    """The barrow as Marisol prepared it, and the party's first Turn in it."""
    marisol, deacon, wren, barrow = world.marisol, world.deacon, world.wren, world.barrow
    backstage, title = world.barrow_backstage, "The Sunken Barrow"
    begun: dict[str, Any] = {"name": title, "frequency": "2", "notes": "Flooded each spring."}
    await _do(world, marisol, "site new", backstage, is_private=True, **begun)
    rooms = {
        "Stair": "Wet steps, a draught from below.",
        "Hall of jars": "Forty jars of ash; one holds a key.",
        "Wight's chamber": "It wakes if anybody takes the torc.",
    }
    for name, notes in rooms.items():
        await _do(world, marisol, "site room add", backstage, is_private=True, name=name, notes=notes)
    things: list[dict[str, Any]] = [
        {"name": "Key in a jar", "sort": "hidden", "room": "Hall of jars"},
        {"name": "Spiked pit", "sort": "trap", "room": "Stair", "damage": "3d6"},
        {
            "name": "Bronze door",
            "sort": "door",
            "room": "Hall of jars",
            "made_of": "reinforced",
            "shut": "locked",
        },
    ]
    for thing in things:
        await _do(world, marisol, "site thing add", backstage, is_private=True, **thing)
    form = await marisol.slash(backstage, "site table")
    await marisol.submit_modal(form, {"text": "\n".join(ENCOUNTERS)})
    await _do(world, marisol, "delve enter", barrow, room="Stair")
    await _do(world, wren, "party pack light", barrow, character="Hester Quill", what="torch")
    await _do(world, deacon, "delve plan", barrow, is_private=True, what="move", how="down to the pit")
    await _do(world, marisol, "delve resolve", barrow, is_private=True, who="the party")
    shown = await marisol.slash(barrow, "gm", deed="delve advance")
    if shown.response is None:
        raise RuntimeError("the demo campaign could not be set up: the Turn didn't end")
    await marisol.click(shown.response, label="Next Turn")


async def _made(world: World, player: MemberActor, name: str) -> None:
    """A new character with the scores that the bot rolls."""
    begun = await player.slash(world.barrow, "sov new", name=name)
    for label in ("Roll scores", "Done"):
        if begun.response is None:
            raise RuntimeError("the demo campaign could not be set up: no character was begun")
        begun = await player.click(begun.response, label=label)


async def _supplied(place: ChannelHandle, game_master: MemberActor, kind: str) -> None:
    """Have what comes with the game put into the campaign's library."""
    library = await game_master.slash(place, "library list", kind=kind)
    if library.response is None:
        raise RuntimeError("the demo campaign could not be set up: there is no library")
    await game_master.click(library.response, label="Add what comes with the game")


@contextmanager
def _as_admin(world: World, person: MemberActor) -> Iterator[None]:
    # Whoever creates a campaign becomes its game master, and only admins may create one.
    def wear(*roles: int) -> None:
        world.env.backend.edit_member(world.guild.id, person.id, {"role_ids": list(roles)})

    wear(world.guild.roles["Keeper"].id)
    try:
        yield
    finally:
        wear()


async def _do(
    world: World,
    who: MemberActor,
    command: str,
    place: ChannelHandle | None = None,
    /,
    *,
    is_private: bool = False,
    **options: Any,
) -> None:
    result = await who.slash(place or world.table, command, **options)
    answer = result.response
    if answer is None or answer.ephemeral is not is_private:
        said = answer.embeds[0].description if answer and answer.embeds else "nothing"
        raise RuntimeError(f"the demo campaign could not be set up: /{command} answered {said}")


async def repost(env: Env, world: World, waypost: Waypost) -> None:
    """Post again what waits for somebody: the messages and threads of the last process are gone."""
    await _reopen(env, world, waypost)
    # The delivery's next round, within seconds, posts them.
    await waypost.play.repost_all()


async def _reopen(env: Env, world: World, waypost: Waypost) -> None:
    """Open the threads of adventurers anew, with the ids that the database knows."""
    found = (
        sa.select(records.c.state, channels.c.channel_id)
        .join(channels, channels.c.campaign_id == records.c.campaign_id)
        .where(records.c.kind == ADVENTURER.name)
    )
    rows = await waypost.database.read(lambda connection: connection.execute(found).all())
    open_to_all = {world.table.id, world.tavern.id, world.city.id}
    for text, place in rows:
        state = json.loads(text)
        if place in open_to_all and state["home"] and state["home"] not in env.backend.channels:
            home = {"message_id": state["home"], "broadcast": False}
            thread = env.backend.create_thread(place, state["name"], env.backend.bot_user.id, **home)
            env.backend.announce_thread_create(thread)


async def made_channels(waypost: Waypost) -> tuple[MadeChannel, ...]:
    """The game masters' channels that the database knows; the bot may have made them with a button."""
    found = sa.select(records.c.state).where(records.c.kind == CAMPAIGN.name)
    states = await waypost.database.read(lambda connection: connection.scalars(found).all())
    kept = [state for state in map(json.loads, states) if state["game_master_channel"]]
    return tuple(
        MadeChannel(
            state["game_master_channel"],
            channel_name(Campaign(state["name"], state["guild"])),
            MADE_FOR.plain(campaign=state["name"]),
            (*state["game_masters"], *state["game_master_roles"]),
        )
        for state in kept
    )


async def latest_id(waypost: Waypost) -> int:
    """The highest Discord id the database remembers (interactions, messages), or 0."""
    columns = (journal.c.interaction_id, outbox.c.interaction_id, outbox.c.message_id, messages.c.message_id)
    highest = [sa.select(sa.func.coalesce(sa.func.max(column), 0)).scalar_subquery() for column in columns]
    row = await waypost.database.read(lambda connection: connection.execute(sa.select(*highest)).one())
    return max(map(int, row))

"""The demo campaign: what a newcomer finds on the table, and what a returning one finds again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from simcord import Env, MemberActor

from bot.sandbox.launcher import Suggestion
from bot.storage.models import campaigns, journal, messages, outbox

if TYPE_CHECKING:
    from bot.app import Waypost
    from bot.sandbox.world import World

SUGGESTIONS = (
    Suggestion("deacon", "table", "As Deacon, answer the challenge: choose your conviction and roll."),
    Suggestion("wren", "table", "As Wren, roll the attack on the sailors, assign the dice and lock them."),
    Suggestion(
        "marisol", "game-master", "As Marisol, the game master, reveal a roll, then defend for the sailors."
    ),
)


async def seed(env: Env, world: World, waypost: Waypost) -> None:
    """Set up the demo campaign as people would, by commands, unless the database has one."""
    exists = sa.select(sa.exists(campaigns.select()))
    if await waypost.database.read(lambda connection: connection.scalar(exists)):
        return
    marisol, deacon, wren = world.marisol, world.deacon, world.wren
    title, backstage = "The Drowned Bell", world.game_master_channel
    with _as_admin(world, marisol):
        begin: dict[str, Any] = {"name": title, "game": "second_kingdom", "game_master_channel": backstage}
        await _do(world, marisol, "campaign create", **begin)
    for player in (deacon, wren):
        await _do(world, player, "campaign join")
    await _do(world, deacon, "sk new", name="Ilse Marrow", courage=5, prudence=3, temperance=4, conviction=3)
    await _do(world, wren, "sk new", name="Tam Fenwick", courage=3, prudence=6, temperance=3, conviction=2)
    await _do(world, wren, "roll", dice="4d6kh3 listen at the door")
    await _do(world, marisol, "roll", is_private=True, dice="1d20+2 does the bell stir", secrecy="hidden")
    await _do(world, marisol, "home")
    leap: dict[str, Any] = {"action": "Leap the broken bridge", "virtue": "courage", "rating": 4}
    await _do(world, marisol, "sk challenge", heroes="Ilse Marrow", **leap)
    await _fight(world)


async def _fight(world: World) -> None:
    """A maneuver, somebody to use it on, and an attack that waits for its dice."""
    marisol, wren = world.marisol, world.wren
    library = await marisol.slash(world.table, "library list", kind="second_kingdom.maneuver")
    if library.response is None:
        raise RuntimeError("the demo campaign could not be set up: there is no library")
    await marisol.click(library.response, label="Add what comes with the game")
    foes: dict[str, Any] = {"name": "Drowned Sailors", "horde": True, "known": "open"}
    await _do(world, marisol, "sk npc add", is_private=True, **foes)
    shields: dict[str, Any] = {"source": "Rotten shields", "block": "2/1"}
    await _do(world, marisol, "sk defence", is_private=True, hero="Drowned Sailors", **shields)
    await _do(world, wren, "sk learn", maneuver="Iron Gale")
    await _do(world, wren, "sk attack", target="Drowned Sailors", maneuver="Iron Gale")


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
    world: World, who: MemberActor, command: str, *, is_private: bool = False, **options: Any
) -> None:
    result = await who.slash(world.table, command, **options)
    answer = result.response
    if answer is None or answer.ephemeral is not is_private:
        said = answer.embeds[0].description if answer and answer.embeds else "nothing"
        raise RuntimeError(f"the demo campaign could not be set up: /{command} answered {said}")


async def repost(env: Env, world: World, waypost: Waypost) -> None:
    """Post again what waits for somebody: the messages of the last process are gone."""
    if not env.backend.messages.get(world.table.id):
        # The delivery's next round, within seconds, posts them.
        await waypost.play.everything_anew()


async def latest_id(waypost: Waypost) -> int:
    """The highest Discord id the database remembers (interactions, messages), or 0."""
    columns = (journal.c.interaction_id, outbox.c.interaction_id, outbox.c.message_id, messages.c.message_id)
    highest = [sa.select(sa.func.coalesce(sa.func.max(column), 0)).scalar_subquery() for column in columns]
    row = await waypost.database.read(lambda connection: connection.execute(sa.select(*highest)).one())
    return max(map(int, row))

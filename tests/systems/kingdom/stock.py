"""What tests of kingdoms begin with: a campaign at a table, and what scenarios of a stage need first."""

from __future__ import annotations

from typing import Any

from bot.engine.people import Actor
from bot.engine.system import RecordId, Scope, Want
from bot.systems.kingdom.rules.founding import (
    AgreeTerms,
    BeginKingdom,
    ChooseAlignment,
    ChooseFirstHex,
    FoundKingdom,
)
from bot.systems.kingdom.rules.land import LAND, MOST_HEXES, Hex
from bot.systems.kingdom.rules.land_edits import RemoveHexes, SetHexes
from bot.systems.kingdom.rules.leaders import AssignLeader
from bot.systems.kingdom.rules.month import OpenMonth, SkipTo
from bot.systems.kingdom.rules.terms import Ability, Attribute, Role, Step, Terrain
from bot.systems.kingdom.rules.town import TOWN
from tests.kept import Beginning
from tests.playbooks import GAMES_OF_TESTS
from tests.stages import Stage, be_generous, open_stage
from tests.tables import Table

POINTS = 500
EVERY = dict.fromkeys(Ability, 14)
# The rest is vacant: each leader more is an action more in every scenario.
HELD = (Role.RULER, Role.HEIR, Role.ROYAL_ENFORCER, Role.TREASURER, Role.WARDEN)
# Plains around the first hex; each further kingdom lies farther east, after so many in a row of its own.
AROUND = ((1, 0), (2, 0), (0, 1), (1, 1), (2, 1))
ACROSS, APART = 90, 10
# With so many hexes a map has no room for many more kingdoms.
CROWDED = MOST_HEXES - 60


async def begin_realms(table: Table) -> None:
    """A campaign of kingdom turns, led by the game master, with two players."""
    options = {"name": "Ashes", "game": "kingdom", "game_master_channel": table.secret}
    await table.gm.slash(table.channel, "campaign create", **options)
    for player in (table.deacon, table.wren):
        await player.slash(table.channel, "campaign join")
    await table.settle()


async def act(stage: Stage, action: Any, by: int | None = None) -> None:
    """Carry out an action past Discord, as the game master."""
    interaction = int(stage.slash("month", by=stage.gm)["id"])
    await stage.bot.play.act(Actor(by or stage.gm.id), stage.request(interaction), action)


async def kingdom(stage: Stage) -> str:
    """A kingdom that stands, founded with POINTS BP; its name. Deacon is Ruler, Wren has four roles.

    The one that stands ready on the stage, or a new one.
    """
    return stage.ready.pop() if stage.ready else await _founded(stage)


async def known(stage: Stage) -> str:
    """A kingdom to look at, which nobody changes: the same one again and again; its name."""
    if not stage.known:
        stage.known = await kingdom(stage)
    return stage.known


async def _founded(stage: Stage) -> str:
    await _make_room(stage)
    name = stage.fresh_name()
    await act(stage, BeginKingdom(name))
    id_ = await id_of(stage, name)
    await act(stage, ChooseAlignment(id_, "N"))
    await act(stage, AgreeTerms(id_, POINTS))
    await act(stage, ChooseFirstHex(id_, spot(stage), Terrain.PLAINS.value))
    await act(stage, FoundKingdom(id_, f"{name} Hold"))
    around = " ".join(spot(stage, q, r) for q, r in AROUND)
    drawn = SetHexes(around, Terrain.PLAINS, is_explored=True, is_cleared=True, is_revealed=True)
    await act(stage, drawn)
    for role in HELD:
        player = stage.deacon.id if role is Role.RULER else stage.wren.id
        chosen = (Attribute.ECONOMY,) if role is Role.RULER else ()
        await act(stage, AssignLeader(id_, role, role.value.title(), player, EVERY, attributes=chosen))
    await stage.settle()
    return name


async def _make_room(stage: Stage) -> None:
    """Take the plains of earlier kingdoms off a crowded map, where nobody has come to use them."""
    scope = Scope(wants=(Want(LAND.name), Want(TOWN.name)))
    scenery = await stage.bot.play.look(Actor(stage.gm.id), stage.request(), scope)
    for land in scenery.all(LAND.name):
        settled = {each.state.spot for each in scenery.all(TOWN.name)}
        plain = Hex(Terrain.PLAINS, is_explored=True, is_cleared=True, is_revealed=True)
        free = [at for at, each in land.state.hexes.items() if each == plain and at not in settled]
        if len(land.state.hexes) > CROWDED and free:
            await act(stage, RemoveHexes(" ".join(free)))


async def _stand_ready(stage: Stage) -> None:
    """A generous campaign, and a kingdom for the first who asks."""
    await be_generous(stage)
    stage.ready.append(await _founded(stage))


STANDING = Beginning[Stage](
    "standing", lambda address, kept: open_stage(address, packages=GAMES_OF_TESTS, kept=kept), _stand_ready
)


async def kingdom_at(stage: Stage, step: Step) -> str:
    """The same in its first month, at that step: those before it were passed over; its name."""
    name = await kingdom(stage)
    id_ = await id_of(stage, name)
    if step is Step.STABILITY:
        await act(stage, OpenMonth(id_))
    elif step is not Step.OPEN:
        await act(stage, SkipTo(id_, step, "Not now"))
    await stage.settle()
    return name


def spot(stage: Stage, q: int = 0, r: int = 0) -> str:
    """A hex of the newest kingdom's part of the map, so far from its first one."""
    row, column = divmod(stage.names, ACROSS)
    return f"{APART * column + q},{r - APART * row}"


async def id_of(stage: Stage, name: str) -> RecordId:
    """A kingdom's id."""
    return RecordId((await shown(stage, name)).id)


async def shown(stage: Stage, name: str) -> Any:
    """A kingdom as the game master sees it."""
    found = await stage.bot.play.named(Actor(stage.gm.id), stage.request(), name)
    return next(each for each in found if each.kind == "kingdom" and each.title == name)

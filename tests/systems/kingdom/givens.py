"""What the commands about kingdoms are given in one use of each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.engine.declare import Command
from bot.engine.people import Permit
from bot.systems.kingdom.book import Holiday, Improvement, MonthStep, Role
from bot.systems.kingdom.land.edits import MapChange
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.land.improvements import PlaceImprovement, PrepareSite
from bot.systems.kingdom.land.marking import MarkHexes
from bot.systems.kingdom.land.rivers import DrawRiver
from bot.systems.kingdom.leaders.duties import SetDays
from bot.systems.kingdom.month.course import FinishStep
from bot.systems.kingdom.month.edicts import SetEdicts
from bot.systems.kingdom.settings import GOVERNMENTS, HOLY_SITES
from bot.systems.kingdom.towns.corrections import DamageBuilding
from bot.systems.kingdom.towns.wrecking import DemolishBuilding
from tests.givens import Finding, Given
from tests.stages import Stage
from tests.systems.kingdom import abroad_playbook as abroad
from tests.systems.kingdom import items_playbook as items
from tests.systems.kingdom import maps_playbook as maps
from tests.systems.kingdom.builders_playbook import built, town_at
from tests.systems.kingdom.buildings_gm_playbook import placed, shore
from tests.systems.kingdom.claims_playbook import sited
from tests.systems.kingdom.land_playbook import drawn, file_option
from tests.systems.kingdom.losses_playbook import at_loss, full, with_second
from tests.systems.kingdom.months_playbook import (
    GUARD,
    at_outcome,
    frozen,
    market,
    raised,
    sourced,
    stewarded,
    struck,
)
from tests.systems.kingdom.stock import act, id_of, kingdom, kingdom_at, known, spot, use
from tests.systems.kingdom.town_files_playbook import GRID

Options = Callable[[Stage], Awaitable[dict[str, Any]]]


async def _kingdom(stage: Stage, command: Command) -> str:
    """One to look at, or one whose month is not opened."""
    if command.show is not None or command.may is Permit.EVERYONE:
        return await known(stage)
    return await kingdom(stage)


async def _town(stage: Stage, _command: Command) -> str:
    return f"{await known(stage)} Hold"


def at(step: MonthStep, **more: Any) -> dict[str, Any]:
    """A kingdom at that step, and what else is given."""
    return {"kingdom": lambda stage: kingdom_at(stage, step), **more}


def here(q: int = 0, r: int = 0) -> Callable[[Stage], str]:
    """A hex of the newest kingdom's."""
    return lambda stage: spot(stage, q, r)


def on_hexes(option: str = "hexes", **drawing: bool) -> dict[str, Any]:
    """A hex that is new on the map."""

    async def made(stage: Stage) -> str:
        return (await drawn(stage, **drawing))[0]

    return {option: made}


async def two_hexes(stage: Stage) -> str:
    """Two of them, side by side."""
    return " ".join(await drawn(stage))


async def _river(stage: Stage) -> str:
    path = await two_hexes(stage)
    await act(stage, DrawRiver(path))
    return path


async def _explored(stage: Stage) -> str:
    spot_, _ = await drawn(stage)
    await act(stage, MarkHexes(spot_, MapChange.EXPLORED))
    return spot_


async def _corner(stage: Stage) -> str:
    spot_, _ = await drawn(stage)
    return spot_.replace(",300", ",410")


async def _road(stage: Stage) -> str:
    name = await kingdom(stage)
    await act(stage, PlaceImprovement(await id_of(stage, name), spot(stage), Improvement.ROAD, "Found"))
    await stage.settle()
    return name


async def _without_ruler(stage: Stage) -> str:
    name = await kingdom(stage)
    await act(stage, SetDays(await id_of(stage, name), Role.RULER, 0))
    return name


async def _beside(stage: Stage) -> str:
    """A hex next to a kingdom."""
    await kingdom(stage)
    return spot(stage, 1)


async def _site(stage: Stage) -> str:
    name = await kingdom_at(stage, MonthStep.TERRAIN)
    id_ = await id_of(stage, name)
    await act(stage, GiveHexes(id_, spot(stage, 1)))
    await act(stage, PrepareSite(id_, spot(stage, 1)))
    await act(stage, FinishStep(id_, MonthStep.TERRAIN))
    return id_


def in_town(make: Callable[[Stage], Awaitable[tuple[str, str]]], **more: Any) -> Options:
    """A kingdom and its settlement, and what else is given."""

    async def given(stage: Stage) -> dict[str, Any]:
        realm, town = await make(stage)
        return {"kingdom": realm, "settlement": town, **more}

    return given


def _housed(building: str = "house") -> Callable[[Stage], Awaitable[tuple[str, str]]]:
    return lambda stage: built(stage, building, "A1")


async def _demolished(stage: Stage) -> tuple[str, str]:
    realm, town = await built(stage, "house", "A1")
    await act(stage, DemolishBuilding(realm, town, "house"))
    await stage.settle()
    return realm, town


async def _damaged(stage: Stage) -> tuple[str, str]:
    realm, town = await built(stage, "house", "A1")
    await act(stage, DamageBuilding(town, "1", "A storm", realm))
    await stage.settle()
    return realm, town


async def _looked_at(stage: Stage) -> tuple[str, str]:
    name = await known(stage)
    return name, f"{name} Hold"


async def _own(stage: Stage) -> tuple[str, str]:
    name = await kingdom(stage)
    return name, f"{name} Hold"


async def _placed(stage: Stage) -> tuple[str, str]:
    name = await abroad.placed(stage)
    return name, f"{name} Hold"


async def _market(stage: Stage) -> tuple[str, str]:
    name = await market(stage)
    return name, f"{name} Hold"


async def _capital(stage: Stage) -> str:
    return (await town_at(stage, MonthStep.OPEN))[1]


async def _menagerie(stage: Stage) -> str:
    return await placed(stage, "menagerie", "A1+B1+A2+B2")


async def _shrine(stage: Stage) -> str:
    await use(stage, HOLY_SITES)
    return await placed(stage, "shrine")


async def _promised(stage: Stage) -> str:
    name = await kingdom_at(stage, MonthStep.EDICTS)
    await act(stage, SetEdicts(await id_of(stage, name), Holiday.SIX))
    return name


async def _governed(stage: Stage) -> str:
    name = await kingdom(stage)
    await use(stage, GOVERNMENTS)
    return name


FOUND: dict[str, Finding] = {"kingdom": _kingdom, "KnownTowns": _town}
GIVEN: dict[str, Given] = {
    # The realm, its months and its money.
    "kingdom events": {"kingdom": struck},
    "kingdom why": {"number": "consumption"},
    "kingdom government": {"kingdom": _governed, "government": "republic"},
    "kingdom alignment": {"alignment": "LG"},
    "kingdom history": {"what": "unrest"},
    "kingdom steward": {"reserve": 5},
    "kingdom dismiss": {"kingdom": stewarded},
    "kingdom run": {"kingdom": stewarded},
    "kingdom gm run": {"kingdom": stewarded, "months": 1},
    "kingdom gm next": at(MonthStep.STABILITY, reason="Quiet"),
    "kingdom gm thaw": {"kingdom": frozen, "reason": "Autumn"},
    "kingdom gm close": at(MonthStep.CLOSE),
    "kingdom gm event": {"event": "feud"},
    "kingdom gm cancel-event": {"kingdom": struck, "event": "Cult Activity"},
    "kingdom gm place": {"number": "loyalty", "amount": "-2", "until": "event"},
    "kingdom gm holidays": {"kingdom": _promised, "unrest": 2},
    "kingdom gm cancel": {"kingdom": sourced, "source": "A comet"},
    "edict set": at(MonthStep.EDICTS, taxation="light"),
    "edict army": at(MonthStep.ARMIES, **GUARD),
    "edict disband": {"kingdom": raised, "name": "The Guard"},
    "kingdom withdraw": at(MonthStep.WITHDRAW, points=3),
    "kingdom deposit": at(MonthStep.DEPOSIT, gold=8000),
    "kingdom sell": in_town(_market, price=8000),
    "kingdom collect": at(MonthStep.TAXES),
    "kingdom hire": {"kingdom": at_outcome, "check": "loyalty", "levels": "3-5"},
    # Leaders.
    "leader assign": at(MonthStep.LEADERSHIP, role="general", name="Brannoc", abilities="Cha 14"),
    "leader resign": at(MonthStep.LEADERSHIP, role="warden"),
    "leader switch": at(MonthStep.LEADERSHIP, leaves="warden", takes="general"),
    "leader choose": at(MonthStep.LEADERSHIP, role="ruler", attributes="loyalty"),
    "leader died": {"role": "warden"},
    "leader edit": {"role": "warden", "abilities": "Con 18"},
    "leader duty": {"role": "warden", "days": 3},
    "leader stand-in": {"kingdom": _without_ruler, "role": "heir"},
    "leader proxy": {"player": lambda stage: stage.wren},
    # Land.
    "hex show": on_hexes("hex"),
    "hex note": on_hexes("hex"),
    "hex map": maps.around,
    "hex export": {"format": lambda stage: maps.drawn_as(stage, "csv")},
    "hex claim": at(MonthStep.HEXES, hex=here(1)),
    "hex abandon": at(MonthStep.HEXES, hex=here()),
    "hex improve": at(MonthStep.TERRAIN, hex=here(), improvement="Road"),
    # A second hex, for the first has its settlement.
    "hex prepare": {"kingdom": sited, "hex": here(1)},
    "hex lose": {"kingdom": at_loss, "hex": here(1)},
    "hex gm new-map": {"columns": 2, "terrain": "hills", "labels": False, "corner": _corner},
    "hex gm set": on_hexes() | {"terrain": "hills"},
    "hex gm river": {"through": two_hexes},
    "hex gm unriver": {"through": _river},
    "hex gm explore": on_hexes(),
    "hex gm clear": {"hexes": _explored},
    "hex gm reveal": on_hexes(is_revealed=False),
    "hex gm hide": on_hexes(),
    "hex gm remove": on_hexes(),
    "hex gm give": on_hexes(),
    "hex gm import": {"file": file_option},
    "hex gm export": {"format": lambda stage: maps.drawn_as(stage, "csv")},
    "hex gm improve": {"kingdom": kingdom, "hex": here(), "improvement": "fort"},
    "hex gm raze": {"kingdom": _road, "hex": here(), "improvement": "road"},
    "hex gm lose": {"kingdom": kingdom, "hexes": here(), "reason": "A flood"},
    "hex gm settle": {"kingdom": None, "hex": _beside},
    # Settlements and buildings.
    "settlement found": {"kingdom": _site, "hex": here(1)},
    "settlement rename": in_town(_own, name="Keep"),
    "settlement capital": in_town(lambda stage: with_second(stage, MonthStep.EDICTS)),
    "settlement district": in_town(full),
    "settlement set": {"settlement": _capital, "lots": 4, "base_value": 500, "economy": 2},
    "settlement build": in_town(_looked_at, building="House", place="A1"),
    "settlement drafts": in_town(_looked_at),
    "settlement advise": in_town(_looked_at, points=20),
    "settlement place": in_town(town_at, building="House", place="A1"),
    # A home is outside the month's limit, which has room for one building more.
    "settlement upgrade": in_town(_housed("tenement"), building="Tenement", to="House"),
    "settlement rebuild": in_town(_demolished, site="A1"),
    "settlement demolish": in_town(_housed(), building="House"),
    "settlement repair": in_town(_damaged, building="House"),
    "settlement import": {"settlement": _capital, "text": GRID},
    "settlement gm place": {"settlement": _capital, "building": "house", "place": "A1"},
    "settlement gm grant": {"settlement": _capital, "gift": "gift", "building": "house"},
    "settlement gm set": {"settlement": _menagerie, "building": "menagerie", "cr": 8},
    "settlement gm dedicate": {
        "settlement": _shrine,
        "building": "shrine",
        "deity": "Erastil",
        "alignment": "LG",
    },
    "settlement gm borders": {"settlement": shore, "borders": "north"},
    "settlement gm destroy": {"settlement": placed, "building": "house"},
    "settlement gm damage": {"settlement": placed, "building": "house"},
    "settlement gm remove": {"settlement": placed, "building": "house"},
    # Other kingdoms.
    "edict envoy": {"kingdom": abroad.at_edicts, "other": "Vell", "modifier": 99},
    "edict balance": {"kingdom": abroad.favored, "other": "Vell"},
    "edict renegotiate": {"kingdom": abroad.with_treaty, "other": "Vell", "skills": abroad.SURE},
    "edict attack": {"kingdom": abroad.allied, "other": "Vell"},
    "edict station": {"kingdom": abroad.allied, "other": "Vell"},
    "edict residence": {"kingdom": abroad.tied, "other": "Vell", "building": "mansion"},
    "edict pact": {"kingdom": abroad.neighbored, "other": abroad.beside, "tie": "embassy"},
    "edict end": {"kingdom": abroad.allied, "other": "Vell"},
    "edict leave-route": {"kingdom": abroad.trading, "route": "Raw materials to Vell"},
    "edict gm kingdom": {"name": "Vell"},
    "edict gm remove": {"kingdom": abroad.neighbored, "other": "Vell"},
    "edict gm bond": {"kingdom": abroad.bonded, "first": "Vell", "second": "Ostra", "bond": "allies"},
    "edict gm tie": {"kingdom": abroad.neighbored, "other": "Vell", "tie": "treaty", "gain": 4},
    "edict gm refused": {"kingdom": abroad.allied, "other": "Vell"},
    "edict gm encounter": {"kingdom": abroad.exploring, "expedition": here(2), "cr": 1, "stealth": 60},
    "edict trade": in_town(_placed, other="Vell", cargo="raw_materials", points=10),
    "edict explore": {"kingdom": abroad.at_edicts, "months": 1, "route": here(2)},
    "edict vassal": {"kingdom": abroad.at_edicts, "name": "New Vell", "way": "colony"},
    "kingdom gm independence": {"kingdom": abroad.parting, "name": "Free Name", "hexes": here(1)},
    "kingdom gm union": {"kingdom": abroad.parting, "other": abroad.beside},
    "settlement item buy": in_town(lambda stage: items.stocked(stage, MonthStep.WITHDRAW), item=items.SLOT),
    "settlement item purge": in_town(lambda stage: items.stocked(stage, MonthStep.SELL), item=items.SLOT),
    "settlement item set": in_town(
        lambda stage: items.market(stage, MonthStep.UNREST), slot=items.SLOT, name="A bag", price=500
    ),
}

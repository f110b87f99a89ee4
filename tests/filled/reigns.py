"""What a filled database of a reign holds: a kingdom in the middle of all that events and others bring.

It is in the Event phase of its sixth month. Cultists of the month before ask for checks, monsters for the
game master's word, an invitation for a choice, and an event of the table's own for a check; another is kept
for later, and the omen of this month is drawn. With Ostra a treaty is negotiated, with Kern its terms are
open; raw materials reach Vell, and goods are on their way there. Explorers are out, Orlov is subjugated, and
of Kzland no player knows. A steward has orders, and Deacon has proposed an embassy to Wren's kingdom.
`test_reigns.py` plays on.
"""

from __future__ import annotations

import json

from bot.engine.system import RecordId
from bot.systems.kingdom.abroad.book import Bond, Cargo, Tie, Vassalage
from bot.systems.kingdom.abroad.diplomacy import Negotiate, SendEnvoy
from bot.systems.kingdom.abroad.expeditions import SendExpedition
from bot.systems.kingdom.abroad.kingdoms import NoteBond, NoteKingdom, SetTie
from bot.systems.kingdom.abroad.trade import PlanRoute
from bot.systems.kingdom.abroad.vassals import MakeVassal
from bot.systems.kingdom.book import Role, Step
from bot.systems.kingdom.events.own import OWN_EVENTS
from bot.systems.kingdom.events.rules import PlaceEvent
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.course import SkipTo
from bot.systems.kingdom.settings import FAME, INDEPENDENCE, OMENS
from bot.systems.kingdom.steward.orders import AppointSteward
from bot.systems.kingdom.towns.gifts import PlaceBuilding
from bot.systems.table.settings.rules import ChangeSetting
from tests.filled.towns import REASON
from tests.harness.inputs import components
from tests.harness.world import File
from tests.loaded import loaded
from tests.stages import Stage, be_generous, begin_campaign
from tests.systems.kingdom.abroad_playbook import SURE, WEAK, at_edicts, latest, next_month
from tests.systems.kingdom.plans_playbook import hold_of
from tests.systems.kingdom.stock import EVERY, act, id_of, kingdom, spot, use
from tests.systems.second_kingdom.stock import challenge

OTHERS = ("Ostra", "Kern", "Orlov")
LANTERNS = "Night of Lanterns"
WRITTEN = {
    "name": LANTERNS,
    "about": "Crowds fill the streets.",
    "rules": "roll: Loyalty\nfailure: Unrest +1, goes on",
}


async def fill_reigns(stage: Stage) -> None:
    """Six months of it; and a challenge, that the tests of all dumps roll for."""
    await begin_campaign(stage)
    await be_generous(stage)
    for rule in (FAME, INDEPENDENCE):
        await use(stage, rule)
    await act(stage, ChangeSetting(OMENS.key, "secret", OMENS.default))
    name = await at_edicts(stage)
    await _abroad(stage, name)
    await _struck(stage, name)
    await _proposed(stage, name)
    await challenge(stage, rating=4)
    await stage.settle()


async def _abroad(stage: Stage, name: str) -> None:
    """One special edict a month."""
    id_, hold = await id_of(stage, name), f"{name} Hold"
    await _known(stage, id_)
    town = await hold_of(stage, name)
    await act(stage, PlaceBuilding(town, "guildhall", "A1+B1", REASON, id_))
    with loaded(20, 20, 20, *[4] * 4):
        await act(stage, PlanRoute(id_, "Vell", hold, Cargo.RAW_MATERIALS, 10))
    await next_month(stage, name, Step.SPECIAL)
    with loaded(2, 20):
        await act(stage, MakeVassal(id_, "Orlov", Vassalage.SUBJUGATION))
    for other in ("Ostra", "Kern"):
        await next_month(stage, name, Step.SPECIAL)
        with loaded(10, 10, 10, 1):
            await act(stage, SendEnvoy(id_, other, 99, skills=SURE))
    await act(stage, Negotiate(id_, await latest(stage, name), WEAK))
    await next_month(stage, name, Step.SPECIAL)
    await act(stage, NoteKingdom(id_, "Vell", beyond=70))
    await act(stage, PlanRoute(id_, "Vell", hold, Cargo.GOODS, 10))
    await act(stage, PlaceEvent(id_, "cult_activity"))
    await next_month(stage, name, Step.SPECIAL)
    await act(stage, SendExpedition(id_, 6, spot(stage, 2)))
    await stage.settle()


async def _known(stage: Stage, id_: RecordId) -> None:
    """Who lives around."""
    await act(stage, NoteKingdom(id_, "Vell", hex=spot(stage, 1)))
    for other in OTHERS:
        await act(stage, NoteKingdom(id_, other, size=4, economy=30))
    for other in OTHERS[:2]:
        await act(stage, SetTie(id_, other, Tie.EMBASSY))
    await act(stage, NoteBond(id_, "Vell", "Ostra", Bond.ENEMIES))
    await act(stage, NoteKingdom(id_, "Kzland", note="Kznote", hidden=True))


async def _struck(stage: Stage, name: str) -> None:
    """What waits in the Event phase, and what is to come."""
    id_ = await id_of(stage, name)
    await _written(stage)
    for event in ("monster_attack", "festive_invitation"):
        await act(stage, PlaceEvent(id_, event))
    await stage.do("month-gm event", by=stage.gm, event=LANTERNS, kingdom=name)
    await act(stage, PlaceEvent(id_, "feud", later=True))
    await act(stage, AppointSteward(id_, reserve=5))
    await act(stage, SkipTo(id_, Step.CONTINUING, "Later"))
    await stage.settle()


async def _written(stage: Stage) -> None:
    """The table's own event, out of a file."""
    head = {"waypost": "library", "kind": OWN_EVENTS.key}
    file = File("events.json", json.dumps(head | {"entries": [WRITTEN]}).encode())
    shown = await stage.do("library import", by=stage.gm, kind=OWN_EVENTS.key, file=file)
    offers = (str(part.get("custom_id")) for part in components(shown.answer.data))
    offer = next(each for each in offers if each.startswith("offer|"))
    await stage.feeder.deliver(stage.say.press(offer, user=stage.gm))
    await stage.settle()


async def _proposed(stage: Stage, name: str) -> None:
    """What Deacon proposes to Wren."""
    other = await id_of(stage, await kingdom(stage))
    await act(stage, AssignLeader(other, Role.GRAND_DIPLOMAT, "Ysolde", stage.wren.id, EVERY))
    await stage.do("diplomacy pact", by=stage.deacon, kingdom=name, other=other, tie="embassy")
    await stage.settle()

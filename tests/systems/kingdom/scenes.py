"""Scenes of kingdoms without a house around them: records in, one action, records out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.dice.source import FixedDice
from bot.engine.finders import Asker
from bot.engine.people import Viewer
from bot.engine.record import Step
from bot.engine.steps import steps_in
from bot.engine.system import Record, RecordId, Result, Scope, World, applied
from bot.engine.views import CampaignView, RecordView
from bot.errors import RuleViolation
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.book import Ability, Alignment, Mark, MonthStep, Phase, Role, Stage, Stat, Terrain
from bot.systems.kingdom.events.resolving import AFTER, STEP
from bot.systems.kingdom.land.state import LAND, Hex, Land
from bot.systems.kingdom.realm import KINGDOM, Realm, realm_of
from bot.systems.kingdom.state import Change, Kingdom, Leader, Month
from bot.systems.kingdom.steps import STEPS, advance, steps_of
from bot.systems.kingdom.towns.state import TOWN, Town
from tests.refusals import refuses

MARISOL, DEACON, WREN, STRANGER = 1, 2, 3, 4
TARN, LANDS, HOLD = RecordId("tarn"), RecordId("lands"), RecordId("hold")
HOME = 7
# Every step of a month by itself, and in order: what most tests are about is one of them.
STEP_BY_STEP = {"kingdom.routine_steps": "one_by_one", "kingdom.edict_order": "in_order"}
CAMPAIGN = Campaign(
    "Ashes",
    guild=9,
    systems=(SYSTEM.name,),
    game_masters=(MARISOL,),
    players=(DEACON, WREN),
    channels=(HOME,),
    settings=STEP_BY_STEP,
)
PLAIN = Hex(Terrain.PLAINS, is_explored=True, is_cleared=True, is_revealed=True)
# In a row from west to east, the first with the capital; all of them Tarn's.
OWN = ("0,0", "1,0", "2,0")


def tarn(**changes: Any) -> Kingdom:
    """Deacon's kingdom: neutral, no leaders, 20 BP, in the Edict phase of its first month."""
    begun = Kingdom(
        "Tarn", LANDS, Alignment.NEUTRAL, stage=Stage.STANDING, home=HOME, treasury=20,
        settlements=(HOLD,), capital=HOLD,
    )  # fmt: skip
    return replace(begun, **{"month": month(Phase.EDICT, size=3), **changes})


def month(phase: Phase, *over: MonthStep, number: int = 1, **changes: Any) -> Month:
    """That month, in that phase, with the phases before and those of its steps over."""
    order = list(STEPS)
    made = Month(number, phase, **changes)
    before = [step for each in order[: order.index(phase)] for step in steps_of(made, each)]
    for step in (*before, *over):
        made = made.marked(step, Mark.DONE)
    if MonthStep.CONSUMPTION in over and phase is Phase.UPKEEP:
        # Nothing was to be rolled for, unless a test says otherwise.
        made = made.marked(MonthStep.ITEMS, Mark.NOT_NEEDED)
    return made


def leader(
    role: Role, player: int | None = DEACON, score: int = 10, name: str = "", **changes: Any
) -> Leader:
    """Who holds a role, with every score alike: 10 adds nothing, 14 adds 2."""
    scores = dict.fromkeys(Ability, score)
    return replace(Leader(role, name or role.value.title(), player, scores), **changes)


def everybody(player: int | None = DEACON, score: int = 10, *but: Role) -> tuple[Leader, ...]:
    """A holder for every role but those."""
    return tuple(leader(role, player, score) for role in Role if role not in but)


def change(stat: Stat, amount: int, name: str = "As told", number: int = 1, **more: Any) -> Change:
    """A named source."""
    return Change(number, stat, amount, name, **more)


def land(hexes: Mapping[str, Hex] | None = None, own: tuple[str, ...] = OWN) -> Land:
    """Plains, 6 by 3 around Tarn's hexes, all explored and cleared, unless given otherwise."""
    around = {f"{q},{r}": PLAIN for q in range(-1, 5) for r in range(-1, 2)}
    spots = around if hexes is None else dict(hexes)
    for spot in own:
        spots[spot] = replace(spots.get(spot, PLAIN), realm=TARN)
    return Land("The lands", spots)


def hexed(state: Land, spot: str, **changes: Any) -> Land:
    """With one hex changed, or drawn."""
    return state.having({spot: replace(state.hexes.get(spot, PLAIN), **changes)})


def hold(**changes: Any) -> Town:
    """Tarn's capital, bare."""
    return replace(Town("Hold", "0,0", LANDS, TARN), **changes)


def realm(
    kingdom: Kingdom | None = None, on: Land | None = None, *towns: Town, campaign: Campaign = CAMPAIGN
) -> Realm:
    """Tarn with its land and, unless others are given, its capital."""
    state = kingdom or tarn()
    held = dict(zip(state.settlements, towns or (hold(),), strict=False))
    records: list[tuple[RecordId, Record[Any]]] = [(LANDS, Record(LANDS, LAND.name, on or land()))]
    records += [(id_, Record(id_, TOWN.name, town)) for id_, town in held.items()]
    return realm_of(TARN, records, campaign.settings, state)


def scene(
    kingdom: Kingdom | None = None,
    on: Land | None = None,
    *others: Any,
    actor: int = MARISOL,
    campaign: Campaign = CAMPAIGN,
    entry: int = 50,
) -> World:
    """A scene of Tarn, its land and its capital, seen by who acts; `others` are records or bare Towns."""
    made = realm(kingdom, on, *(each for each in others if isinstance(each, Town)), campaign=campaign)
    found: list[Record[Any]] = [Record(TARN, KINGDOM.name, made.kingdom), Record(LANDS, LAND.name, made.land)]
    found += [Record(id_, TOWN.name, town) for id_, town in made.towns.items()]
    found += [each for each in others if isinstance(each, Record)]
    numbers = count(1)
    return World(
        campaign=campaign,
        campaign_id=RecordId("ashes"),
        actor=actor,
        standing=campaign.standing(actor),
        channel=HOME,
        now=datetime(2026, 5, 1, tzinfo=UTC),
        records={record.id: record for record in found},
        new_id=lambda: RecordId(f"new-{entry}-{next(numbers)}"),
        settings=SYSTEM.settings,
        entry=entry,
        place=HOME,
    )


def decided(**settings: str) -> Campaign:
    """The campaign with those settings of the game."""
    return replace(
        CAMPAIGN, settings=STEP_BY_STEP | {f"kingdom.{key}": value for key, value in settings.items()}
    )


def play(scene: World, action: Any, *dice: int) -> Result:
    """The action carried out with exactly these dice, no more and no fewer."""
    fixed = FixedDice(*dice)
    kind = next(kind for kind in SYSTEM.actions if kind.action is type(action))
    turn = kind.perform(scene, action, fixed)
    fixed.all_used()
    return turn


def require_refused(scene: World, action: Any, code: str, *named: object) -> None:
    """See that an action is refused with that code, in a sentence that names those values."""
    with refuses(code, *named):
        play(scene, action)


def why_not(scene: World, action: Any) -> str:
    """The sentence that refuses it."""
    with pytest.raises(RuleViolation) as refused:
        play(scene, action)
    return str(refused.value)


def after(scene: World, turn: Result) -> World:
    """The scene as the action left it."""
    records = applied(scene.records, turn.changes)
    numbers = count(1)
    entry = scene.entry + 1
    return replace(
        scene, records=records, entry=entry, new_id=lambda: RecordId(f"new-{entry}-{next(numbers)}")
    )


def by(scene: World, actor: int) -> World:
    """The same, seen by another."""
    return replace(scene, actor=actor, standing=scene.campaign.standing(actor))


def played(scene: World, action: Any, *dice: int) -> World:
    """The scene after an action."""
    return after(scene, play(scene, action, *dice))


def asker(seen: World, **given: Any) -> Asker:
    """Who acts at a command with those options so far, who sees all of the scene."""

    def look(scope: Scope) -> CampaignView:
        kinds = {want.kind for want in scope.wants}
        views = {
            id_: RecordView(id_, SYSTEM.name, record.kind, record.state.name, record.state, 1)
            for id_, record in seen.records.items()
            if not kinds or record.kind in kinds
        }
        return CampaignView(seen.campaign, seen.campaign_id, Viewer(seen.actor, seen.standing), views)

    return Asker(look, seen.actor, (HOME,), given)


def kingdom_of(scene: World) -> Kingdom:
    """Tarn as it is."""
    state: Kingdom = scene.records[TARN].state
    return state


def realm_in(scene: World) -> Realm:
    """Tarn's realm as it is."""
    return realm_of(TARN, scene.records.items(), scene.campaign.settings, kingdom_of(scene))


def ready(kingdom: Kingdom, size: int = 3) -> Kingdom:
    """As the rules would leave it: steps with nothing to do passed over, what is open opened by entry 10."""
    return advance(kingdom, size, in_any_order=False, entry=10)


def event_steps(record: RecordId, state: Kingdom) -> list[Step]:
    """What waits of a kingdom's events, with what can be done."""
    return [each for each in waiting(record, state) if each.at in (STEP, AFTER)]


def waiting(record: RecordId, state: Any, kind: str = KINGDOM.name) -> tuple[Step, ...]:
    """What waits in a kingdom, or a record of that kind, with what can be done."""
    return steps_in(SYSTEM, SYSTEM.kind(kind), record, state)

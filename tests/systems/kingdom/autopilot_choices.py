"""Which move comes next in a random reign: what fits, what waits, or anything at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.system import Ask, RecordId
from bot.engine.system import Step as Waits
from bot.systems.kingdom.rules import (
    armies,
    builders,
    choosing,
    claims,
    events,
    founding,
    improving,
    item_trade,
    land_giving,
    leaders,
    leaving,
    losses,
    month,
    serving,
    settlements,
    towns_told,
    wrecking,
)
from bot.systems.kingdom.rules.calendar import open_steps
from bot.systems.kingdom.rules.capital import NameCapital
from bot.systems.kingdom.rules.drafts import lacking
from bot.systems.kingdom.rules.terms import Stage, Step
from tests.systems.kingdom.autopilot import TAKEN, Reign
from tests.systems.kingdom.autopilot_hexes import BORDERS
from tests.systems.kingdom.autopilot_moves import MOVES
from tests.systems.kingdom.autopilot_picks import Builder, fresh, named, near_spot, own_spot, town
from tests.systems.kingdom.scenes import DEACON, MARISOL, WREN

# So often something is tried that was taken least of all.
CURIOUS = 0.15

# -- what fits ----------------------------------------------------------------------------------------

DRAFTING = (founding.ChooseAlignment, founding.AgreeTerms, founding.ChooseFirstHex, founding.FoundKingdom)
FITTING: dict[Step, tuple[type[Any], ...]] = {
    Step.OPEN: (month.OpenMonth, serving.SetDays, month.StandIn),
    Step.STABILITY: (month.RollStability,),
    Step.CONSUMPTION: (month.PayConsumption,),
    Step.ITEMS: (month.RollItems,),
    Step.UNREST: (month.SettleUnrest, month.StandIn),
    Step.STAND_IN: (month.RollStandIn,),
    Step.ENFORCER: (month.EnforceOrder,),
    Step.LOSE_HEX: (month.LoseChosenHex,),
    Step.LEADERSHIP: (
        leaders.AssignLeader,
        leaving.SwitchRole,
        leaving.ResignRole,
        choosing.ChooseAttributes,
    ),
    Step.HEXES: (claims.ClaimHex, claims.ClaimHex, claims.ClaimHex, claims.AbandonHex),
    Step.TERRAIN: (improving.BuildImprovement, improving.BuildImprovement, improving.PrepareSite),
    Step.SETTLEMENTS: (
        month.FoundSettlement,
        settlements.AddDistrict,
        *(builders.BuildBuilding,) * 5,
        *(builders.UpgradeBuilding,) * 2,
        wrecking.DemolishBuilding,
        wrecking.RepairBuilding,
    ),
    Step.ARMIES: (armies.RaiseArmy, armies.DisbandArmy),
    Step.EDICTS: (month.SetEdicts, NameCapital),
    Step.WITHDRAW: (month.Withdraw,),
    Step.DEPOSIT: (month.Deposit,),
    Step.SELL: (month.SellItem, item_trade.PurgeItem, towns_told.SetSettlement),
    Step.TAXES: (month.CollectTaxes,),
    Step.CONTINUING: (month.ResolveEvent,),
    Step.EVENT: (month.RollEvent, events.HireAdventurers),
    Step.RESOLVE: (month.ResolveEvent, events.HireAdventurers),
    Step.CLOSE: (month.CloseMonth, events.HireAdventurers),
}
RARELY = {
    founding.BeginKingdom: 0.2,
    founding.EndKingdom: 0.15,
    month.Freeze: 0.3,
    month.SkipTo: 0.3,
    losses.LoseHexes: 0.5,
    land_giving.GiveHexes: 0.6,
}
WEIGHTS = tuple(RARELY.get(kind, 1.0) for kind in MOVES)


def any_kind(reign: Reign) -> type[Any]:
    """What is tried next: what fits where the kingdom stands, or anything at all."""
    luck, state = reign.luck, reign.kingdom
    if luck.random() < CURIOUS:
        return min(MOVES, key=lambda kind: (reign.tally[kind.__name__, TAKEN], luck.random()))
    if state is None and luck.random() < 0.5:
        return founding.BeginKingdom
    if state is not None and luck.random() < 0.6:
        if state.stage is Stage.FOUNDING:
            return drafting(reign)
        fitting = [kind for step in open_steps(state) for kind in FITTING[step]]
        return luck.choice(fitting)
    return luck.choices(MOVES, WEIGHTS)[0]


def drafting(reign: Reign) -> type[Any]:
    """What a draft lacks, else its founding."""
    if reign.luck.random() < 0.2:
        return reign.luck.choice(DRAFTING)
    needs = {
        "alignment": founding.ChooseAlignment,
        "points": founding.AgreeTerms,
        "hex": founding.ChooseFirstHex,
    }
    missing = lacking(reign.kingdom) if reign.kingdom is not None else ()
    return next((needs[what] for what in missing), founding.FoundKingdom)


# -- what waits ---------------------------------------------------------------------------------------


def answered(reign: Reign, step: Waits) -> tuple[int, Any]:
    """One of a step's choices, filled in as somebody would, by whom it waits for or somebody else."""
    main = [each for each in step.choices if each.is_main]
    offered = [each for each in step.choices if each.key != "drop" or reign.luck.random() < 0.1]
    choice = reign.luck.choice((*offered, *main, *main))
    action = replace(choice.action, **{ask.field: answer(reign, ask) for ask in choice.asks})
    meant = getattr(action, "kingdom", None)
    if meant is not None:
        reign.meant = RecordId(meant)
    asked = step.who if step.who is not None else MARISOL
    return reign.luck.choice((asked, asked, asked, MARISOL, DEACON, WREN)), action


def answer(reign: Reign, ask: Ask) -> Any:
    """What is written or chosen."""
    if ask.options:
        values = [value for value, _ in ask.options]
        return reign.luck.choice([*values, *([ask.value] if ask.value else [])])
    if ask.is_number:
        return reign.luck.choice((int(ask.value or 3), 1, 5, 5000, 9000))
    if ask.is_optional and reign.luck.random() < 0.3:
        return ""
    texts: dict[str, Builder] = {
        "hex": lambda r: named(r, r.luck.choice((own_spot(r), near_spot(r)))),
        "name": lambda r: fresh(r, "Town"),
        "capital": lambda r: fresh(r, "Hold"),
        "settlement": town,
        "borders": lambda r: r.luck.choice(BORDERS),
        "outcome": lambda r: r.luck.choice(("It passed.", "They paid.", " ")),
    }
    written = texts.get(ask.field)
    return written(reign) if written is not None else reign.luck.choice(("", "Some words"))

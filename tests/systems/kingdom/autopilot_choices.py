"""Which move comes next in a random reign: what fits, what waits, or anything at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.declare import options_of
from bot.engine.system import FormField, RecordId, Step
from bot.systems.kingdom.abroad import union
from bot.systems.kingdom.book import MonthStep, Stage
from bot.systems.kingdom.events import resolving as events_resolving
from bot.systems.kingdom.events import rules as events_rules
from bot.systems.kingdom.founding import rules as founding_rules
from bot.systems.kingdom.founding.rules import lacking
from bot.systems.kingdom.land import claims, improvements, losses
from bot.systems.kingdom.land import giving as land_giving
from bot.systems.kingdom.leaders import duties as leaders_duties
from bot.systems.kingdom.leaders import leaving as leaders_leaving
from bot.systems.kingdom.leaders import rules as leaders_rules
from bot.systems.kingdom.month import course as month_course
from bot.systems.kingdom.month import edicts
from bot.systems.kingdom.month import edicts as month_edicts
from bot.systems.kingdom.month import income as month_income
from bot.systems.kingdom.month import rules as month_rules
from bot.systems.kingdom.steps import open_steps
from bot.systems.kingdom.towns import building, items, settlements, wrecking
from bot.systems.kingdom.towns.settlements import NameCapital
from tests.systems.kingdom.autopilot import TAKEN, Reign
from tests.systems.kingdom.autopilot_abroad import OF_SPECIAL
from tests.systems.kingdom.autopilot_hexes import BORDERS
from tests.systems.kingdom.autopilot_moves import MOVES
from tests.systems.kingdom.autopilot_picks import Builder, fresh, named, near_spot, own_spot, town
from tests.systems.kingdom.scenes import DEACON, MARISOL, WREN

# So often something is tried that was taken least of all.
CURIOUS = 0.15

# -- what fits ----------------------------------------------------------------------------------------

DRAFTING = (
    founding_rules.DrawUp,
    founding_rules.AgreeTerms,
    founding_rules.ChooseFirstHex,
    leaders_rules.GiveNpcs,
    founding_rules.FoundKingdom,
)
OF_EVENTS = (
    events_resolving.AttemptEvent,
    events_resolving.SettleEvent,
    events_resolving.ChooseEvent,
    events_resolving.JudgeEvent,
    events_resolving.LocateEvent,
    events_resolving.ReceiveEnvoy,
    events_resolving.ResolveEvent,
)
FITTING: dict[MonthStep, tuple[type[Any], ...]] = {
    MonthStep.OPEN: (month_course.OpenMonth, leaders_duties.SetDays, leaders_duties.StandIn),
    MonthStep.STABILITY: (month_rules.RollStability,),
    MonthStep.CONSUMPTION: (month_rules.PayConsumption,),
    MonthStep.ITEMS: (month_rules.RollItems,),
    MonthStep.UNREST: (month_rules.SettleUnrest, leaders_duties.StandIn),
    MonthStep.STAND_IN: (month_rules.RollStandIn,),
    MonthStep.ENFORCER: (month_rules.EnforceOrder,),
    MonthStep.LOSE_HEX: (losses.LoseChosenHex,),
    MonthStep.LEADERSHIP: (
        leaders_rules.AssignLeader,
        leaders_leaving.SwitchRole,
        leaders_leaving.ResignRole,
        leaders_duties.ChooseAttributes,
    ),
    MonthStep.HEXES: (claims.ClaimHex, claims.ClaimHex, claims.ClaimHex, claims.AbandonHex),
    MonthStep.TERRAIN: (
        improvements.BuildImprovement,
        improvements.BuildImprovement,
        improvements.PrepareSite,
    ),
    MonthStep.SETTLEMENTS: (
        settlements.FoundSettlement,
        settlements.AddDistrict,
        *(building.BuildBuilding,) * 5,
        *(building.UpgradeBuilding,) * 2,
        wrecking.DemolishBuilding,
        wrecking.RepairBuilding,
    ),
    MonthStep.ARMIES: (edicts.RaiseArmy, edicts.DisbandArmy),
    MonthStep.EDICTS: (month_edicts.SetEdicts, NameCapital, month_course.EndPhase),
    MonthStep.SPECIAL: OF_SPECIAL,
    MonthStep.WITHDRAW: (month_income.Withdraw, month_course.EndPhase),
    MonthStep.DEPOSIT: (month_income.Deposit,),
    MonthStep.SELL: (month_income.SellItem, items.PurgeItem, settlements.SetSettlement),
    MonthStep.TAXES: (month_income.CollectTaxes,),
    MonthStep.CONTINUING: (*OF_EVENTS, events_rules.HireAdventurers),
    MonthStep.EVENT: (events_rules.RollEvent, events_rules.HireAdventurers),
    MonthStep.RESOLVE: (*OF_EVENTS, events_rules.HireAdventurers),
    MonthStep.CLOSE: (month_rules.CloseMonth, events_rules.HireAdventurers),
}
RARELY = {
    founding_rules.BeginKingdom: 0.2,
    founding_rules.EndKingdom: 0.15,
    month_course.Freeze: 0.3,
    month_course.SkipTo: 0.3,
    losses.LoseHexes: 0.5,
    land_giving.GiveHexes: 0.6,
    union.UniteKingdoms: 0.2,
}
WEIGHTS = tuple(RARELY.get(kind, 1.0) for kind in MOVES)


def any_kind(reign: Reign) -> type[Any]:
    """What is tried next: what fits where the kingdom stands, or anything at all."""
    luck, state = reign.luck, reign.kingdom
    if luck.random() < CURIOUS:
        return min(MOVES, key=lambda kind: (reign.tally[kind.__name__, TAKEN], luck.random()))
    if state is None and luck.random() < 0.5:
        return founding_rules.BeginKingdom
    if state is not None and luck.random() < 0.6:
        if state.stage is Stage.FOUNDING:
            return drafting(reign)
        fitting = [kind for step in open_steps(state) for kind in FITTING[step]]
        # In a month that stands still none may be open.
        if fitting:
            return luck.choice(fitting)
    return luck.choices(MOVES, WEIGHTS)[0]


def drafting(reign: Reign) -> type[Any]:
    """What a draft lacks, else its founding."""
    if reign.luck.random() < 0.2:
        return reign.luck.choice(DRAFTING)
    needs = {
        "alignment": founding_rules.DrawUp,
        "points": founding_rules.AgreeTerms,
        "hex": founding_rules.ChooseFirstHex,
    }
    missing = lacking(reign.kingdom) if reign.kingdom is not None else ()
    return next((needs[what] for what in missing), founding_rules.FoundKingdom)


# -- what waits ---------------------------------------------------------------------------------------


def answered(reign: Reign, step: Step) -> tuple[int, Any]:
    """One of a step's choices, filled in as somebody would, by whom it waits for or somebody else."""
    main = [each for each in step.choices if each.is_main]
    offered = [each for each in step.choices if each.key != "drop" or reign.luck.random() < 0.1]
    choice = reign.luck.choice((*offered, *main, *main))
    given = {ask.field: filled_in(reign, choice.action, ask) for ask in choice.asks}
    action = replace(choice.action, **given)
    meant = getattr(action, "kingdom", None)
    if meant is not None:
        reign.meant = RecordId(meant)
    asked = step.who if step.who is not None else MARISOL
    return reign.luck.choice((asked, asked, asked, MARISOL, DEACON, WREN)), action


def filled_in(reign: Reign, action: Any, ask: FormField) -> Any:
    """What comes of the form's field: of a list its member, as the house takes it up."""
    given, option = answer(reign, ask), options_of(type(action)).get(ask.field)
    if option is not None and option.kind is int:
        # What is out of range the house refuses before the rules see it.
        least, most = option.spec.least or 0, option.spec.most
        return int(max(least, given if most is None else min(most, given)))
    return option.taken(given) if option is not None and (option.choices or option.kind is bool) else given


def answer(reign: Reign, ask: FormField) -> Any:
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

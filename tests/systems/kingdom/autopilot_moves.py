"""Moves of leaders and game masters through the months, and which of them fits where a month stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.engine.declare import Person
from bot.systems.kingdom.book import (
    Ability,
    Alignment,
    Area,
    Attribute,
    Backing,
    Government,
    Holiday,
    MonthStep,
    Phase,
    Promotion,
    Role,
    Stat,
    Task,
    Taxation,
    Terrain,
    Tribute,
    Until,
)
from bot.systems.kingdom.events import resolving as events_resolving
from bot.systems.kingdom.events import rules as events_rules
from bot.systems.kingdom.events.book import ADVENTURERS, EVENTS, Occasion
from bot.systems.kingdom.founding import rules as founding_rules
from bot.systems.kingdom.leaders import division as leaders_division
from bot.systems.kingdom.leaders import duties as leaders_duties
from bot.systems.kingdom.leaders import leaving as leaders_leaving
from bot.systems.kingdom.leaders import renown as leaders_renown
from bot.systems.kingdom.leaders import rules as leaders_rules
from bot.systems.kingdom.month import course as month_course
from bot.systems.kingdom.month import edicts as month_edicts
from bot.systems.kingdom.month import income as month_income
from bot.systems.kingdom.month import numbers as month_numbers
from bot.systems.kingdom.month import rules as month_rules
from bot.systems.kingdom.state import Leader, Trust
from bot.systems.kingdom.steps import open_steps
from bot.systems.kingdom.steward import orders as steward_orders
from tests.systems.kingdom import autopilot_hexes as on_map
from tests.systems.kingdom import autopilot_town_files as town_files
from tests.systems.kingdom import autopilot_towns as in_towns
from tests.systems.kingdom import autopilot_towns_gm as towns_gm
from tests.systems.kingdom.autopilot import Reign
from tests.systems.kingdom.autopilot_abroad import ABROAD, skills
from tests.systems.kingdom.autopilot_picks import ODD, Builder, any_spot, fresh, maybe, named, own_spot, town
from tests.systems.kingdom.own_events import OWN
from tests.systems.kingdom.scenes import DEACON, MARISOL, STRANGER, WREN

AMOUNTS = ("1", "-2", "3", "1d4", "-1d6!", "many", "0")
REASONS = ("Told", "", "A long war in the north")


def npcs(reign: Reign) -> Any:
    """Three roles for NPCs, of which one may be held."""
    roles = reign.luck.sample(list(Role), 3)
    lines = (f"{each.label}: N{reign.moves} {each.value}" for each in roles)
    return leaders_rules.GiveNpcs(reign.meant, "\n".join(lines))


def role(reign: Reign) -> Role:
    """A role, mostly one that somebody holds."""
    held = [each.role for each in reign.kingdom.leaders] if reign.kingdom is not None else []
    return reign.luck.choice(held if held and reign.luck.random() < 0.8 else list(Role))


def scores(reign: Reign) -> dict[Ability, int]:
    """Ability scores of any kind."""
    low, high = reign.luck.choice(((3, 18), (14, 30), (60, 61)))
    return {each: reign.luck.randint(low, high) for each in Ability}


def attributes(reign: Reign, most: int = 2) -> tuple[Attribute, ...]:
    """What a Ruler or Spymaster adds to."""
    return tuple(reign.luck.sample(list(Attribute), reign.luck.randint(0, most)))


def assign(reign: Reign) -> Any:
    luck = reign.luck
    vacant = [each for each in Role if reign.kingdom is not None and not reign.kingdom.held_by(each)]
    taken = luck.choice(vacant) if vacant and luck.random() < 0.8 else luck.choice(list(Role))
    chosen = attributes(reign, 1) if taken in (Role.RULER, Role.SPYMASTER) else ()
    return leaders_rules.AssignLeader(
        reign.meant,
        taken,
        fresh(reign, "Ada"),
        luck.choice((None, DEACON, DEACON, WREN, MARISOL, STRANGER)),
        scores(reign),
        has_leadership=luck.random() < 0.3,
        ranks=luck.choice((0, 0, 5, 41)),
        attributes=chosen,
        is_married=luck.random() < 0.1,
    )


def edit_leader(reign: Reign) -> Any:
    return leaders_rules.EditLeader(
        reign.meant,
        role(reign),
        scores=reign.luck.choice(({}, scores(reign))),
        ranks=maybe(reign, 3, 10),
        name=reign.luck.choice(("", "", fresh(reign, "Bel"))),
        player=maybe(reign, WREN),
    )


def leader_name(reign: Reign) -> str:
    """Whom, where two Rulers are married."""
    found: Sequence[Leader] = reign.kingdom.leaders if reign.kingdom is not None else ()
    return reign.luck.choice(("", "", *(each.name for each in found)))


def lose_leader(reign: Reign) -> Any:
    return leaders_leaving.LoseLeader(reign.meant, role(reign), leader_name(reign), reign.luck.random() < 0.4)


def edicts(reign: Reign) -> Any:
    luck = reign.luck
    return month_edicts.SetEdicts(
        reign.meant,
        luck.choice((None, *Holiday)),
        luck.choice((None, *Promotion)),
        luck.choice((None, *Taxation)),
    )


def sell(reign: Reign) -> Any:
    price = reign.luck.choice((4001, 8000, 8000, 16000, 100))
    return month_income.SellItem(reign.meant, town(reign), price, "A crown", reign.luck.random() < 0.6)


def event_number(reign: Reign) -> int:
    """An event under way."""
    found = [each.number for each in reign.kingdom.happenings] if reign.kingdom is not None else []
    return reign.luck.choice(found or [77])


def event_to_cancel(reign: Reign) -> str:
    """An event under way, or one kept for later."""
    coming = reign.kingdom.coming if reign.kingdom is not None else ()
    return reign.luck.choice([str(event_number(reign)), *(f"later-{each.number}" for each in coming)])


def change_number(reign: Reign) -> int:
    """A named source."""
    found = [each.number for each in reign.kingdom.changes] if reign.kingdom is not None else []
    return reign.luck.choice(found or [77])


def place_event(reign: Reign) -> Any:
    hex_ = reign.luck.choice(("", "", named(reign, own_spot(reign))))
    where = reign.luck.choice(("", "", town(reign)))
    later = reign.luck.random() < 1 / 3
    return events_rules.PlaceEvent(
        reign.meant, reign.luck.choice((*EVENTS, *OWN, ODD)), hex_, where, reign.luck.choice(REASONS), later
    )


def place_number(reign: Reign) -> Any:
    luck = reign.luck
    number = luck.choice((*Stat, *month_numbers.Stock, month_numbers.Stock.TREASURY, "luck"))
    amount = (
        luck.choice(("20", "50", "-30")) if number == month_numbers.Stock.TREASURY else luck.choice(AMOUNTS)
    )
    until = luck.choice(("", "", *Until)) if number in tuple(Stat) else luck.choice(("", "", "", "always"))
    return month_numbers.PlaceNumber(reign.meant, number, amount, luck.choice(REASONS), until)


def end_phase(reign: Reign) -> Any:
    return month_course.EndPhase(reign.meant, reign.luck.choice([*Phase]))


def finish(reign: Reign) -> Any:
    return month_course.FinishStep(reign.meant, any_step(reign))


def any_step(reign: Reign, *, is_open: bool = True) -> MonthStep:
    """A step, mostly one that is open."""
    state = reign.kingdom
    found = list(open_steps(state)) if state is not None else []
    return reign.luck.choice(found if is_open and found and reign.luck.random() < 0.8 else list(MonthStep))


def proxy(reign: Reign) -> Any:
    person = reign.luck.choice((DEACON, WREN, MARISOL, STRANGER))
    return leaders_duties.SetProxy(reign.meant, Person(person), reign.luck.random() < 0.7)


def agree(reign: Reign) -> Any:
    luck = reign.luck
    backing, tribute = luck.choice(list(Backing)), luck.choice(list(Tribute))
    sponsor = "" if backing is Backing.SCRATCH and luck.random() < 0.8 else "Brevoy"
    return founding_rules.AgreeTerms(reign.meant, luck.choice((20, 50, 300, -1)), backing, sponsor, tribute)


def first_hex(reign: Reign) -> Any:
    spot = any_spot(reign)
    terrain = reign.luck.choice(("", "", Terrain.PLAINS, Terrain.HILLS, Terrain.WATER))
    if terrain and reign.hexes:
        spot = on_map.beyond_the_edge(reign)
    return founding_rules.ChooseFirstHex(reign.meant, named(reign, spot) or "0,0", terrain)


def switch(reign: Reign) -> Any:
    return leaders_leaving.SwitchRole(
        reign.meant, role(reign), reign.luck.choice(list(Role)), leader_name(reign)
    )


def task_given(reign: Reign) -> Any:
    roles = tuple(reign.luck.sample(list(Role), reign.luck.randint(0, 3)))
    return leaders_duties.AssignTask(reign.meant, reign.luck.choice(list(Task)), roles)


def withdraw(reign: Reign) -> Any:
    return month_income.Withdraw(reign.meant, reign.luck.choice((1, 2, 3, 0, 20_000)))


def hire(reign: Reign) -> Any:
    levels = reign.luck.choice((*(each[0] for each in ADVENTURERS), "9"))
    event = reign.luck.choice(("", *EVENTS)) if reign.luck.random() < 0.3 else ""
    return events_rules.HireAdventurers(reign.meant, reign.luck.choice(list(Attribute)), levels, event)


def choose(reign: Reign) -> Any:
    chosen = " ".join(attributes(reign, 3))
    return leaders_duties.ChooseAttributes(
        reign.meant, reign.luck.choice(("ruler", "spymaster", "heir")), chosen
    )


def raise_army(reign: Reign) -> Any:
    name = reign.luck.choice(("Reds", "Blues", fresh(reign, "Host")))
    return month_edicts.RaiseArmy(
        reign.meant, name, maybe(reign, 0, 1, 2, 100), reign.luck.choice(("", "Horse"))
    )


def appoint(reign: Reign) -> Any:
    luck = reign.luck
    return steward_orders.AppointSteward(
        reign.meant,
        luck.choice((None, None, *Holiday)),
        luck.choice((None, None, *Promotion)),
        luck.choice((None, None, *Taxation)),
        luck.choice((0, 0, 5, 40)),
        luck.choice(list(Trust)),
    )


BUILDERS: dict[type[Any], Builder] = {
    **on_map.BUILDERS,
    **in_towns.BUILDERS,
    **towns_gm.BUILDERS,
    **town_files.BUILDERS,
    founding_rules.BeginKingdom: lambda reign: founding_rules.BeginKingdom(
        fresh(reign, "Tarn"), "x" * 301 * (reign.moves % 2)
    ),
    founding_rules.DrawUp: lambda reign: founding_rules.DrawUp(
        reign.meant, reign.luck.choice((*Alignment, "odd"))
    ),
    leaders_rules.GiveNpcs: npcs,
    founding_rules.AgreeTerms: agree,
    founding_rules.ChooseFirstHex: first_hex,
    founding_rules.FoundKingdom: lambda reign: founding_rules.FoundKingdom(
        reign.meant, reign.luck.choice(("", f"Hold {reign.moves}"))
    ),
    leaders_division.ShareTasks: lambda reign: leaders_division.ShareTasks(reign.meant),
    leaders_division.TakeShare: lambda reign: leaders_division.TakeShare(
        reign.meant, reign.luck.choice(list(Area))
    ),
    leaders_division.KeepTasks: lambda reign: leaders_division.KeepTasks(reign.meant),
    founding_rules.EndKingdom: lambda reign: founding_rules.EndKingdom(
        reign.meant, reign.luck.choice(REASONS)
    ),
    founding_rules.RenameKingdom: lambda reign: founding_rules.RenameKingdom(
        reign.meant, fresh(reign, "Tarn")
    ),
    founding_rules.ShowKingdom: lambda reign: founding_rules.ShowKingdom(
        reign.meant, reign.luck.choice(list(founding_rules.Page))
    ),
    leaders_rules.AssignLeader: assign,
    leaders_rules.EditLeader: edit_leader,
    leaders_leaving.ResignRole: lambda reign: leaders_leaving.ResignRole(
        reign.meant, role(reign), leader_name(reign)
    ),
    leaders_leaving.SwitchRole: switch,
    leaders_leaving.LoseLeader: lose_leader,
    leaders_duties.SetDays: lambda reign: leaders_duties.SetDays(
        reign.meant, role(reign), reign.luck.choice((0, 7, 7, 30, 40)), leader_name(reign)
    ),
    leaders_duties.StandIn: lambda reign: leaders_duties.StandIn(
        reign.meant, reign.luck.choice((Role.CONSORT, Role.HEIR, Role.HEIR, Role.WARDEN))
    ),
    leaders_duties.ChooseAttributes: choose,
    leaders_duties.AssignTask: task_given,
    leaders_duties.SetProxy: proxy,
    month_course.OpenMonth: lambda reign: month_course.OpenMonth(reign.meant),
    month_rules.CloseMonth: lambda reign: month_rules.CloseMonth(reign.meant),
    month_course.FinishStep: finish,
    month_course.EndPhase: end_phase,
    month_course.SkipStep: lambda reign: month_course.SkipStep(
        reign.meant, any_step(reign), reign.luck.choice(REASONS)
    ),
    month_course.SkipTo: lambda reign: month_course.SkipTo(reign.meant, any_step(reign, is_open=False), "On"),
    month_course.Freeze: lambda reign: month_course.Freeze(reign.meant, reign.luck.choice(REASONS)),
    month_course.Thaw: lambda reign: month_course.Thaw(reign.meant, "", reign.luck.choice((None, 5, 20))),
    month_rules.RollStability: lambda reign: month_rules.RollStability(reign.meant),
    month_rules.PayConsumption: lambda reign: month_rules.PayConsumption(reign.meant),
    month_rules.SettleUnrest: lambda reign: month_rules.SettleUnrest(reign.meant),
    month_rules.RollStandIn: lambda reign: month_rules.RollStandIn(reign.meant),
    month_rules.EnforceOrder: lambda reign: month_rules.EnforceOrder(reign.meant),
    month_edicts.SetEdicts: edicts,
    month_income.Withdraw: withdraw,
    month_income.Deposit: lambda reign: month_income.Deposit(
        reign.meant, reign.luck.choice((100, 9000, 70_000, 0)), "Gems", reign.luck.choice((0, 3000, 5000))
    ),
    month_income.SellItem: sell,
    month_income.CollectTaxes: lambda reign: month_income.CollectTaxes(reign.meant),
    events_rules.RollEvent: lambda reign: events_rules.RollEvent(reign.meant),
    events_resolving.ResolveEvent: lambda reign: events_resolving.ResolveEvent(
        reign.meant,
        event_number(reign),
        reign.luck.choice(("It passed.", "")),
        reign.luck.choice(("no", "yes", "?")),
    ),
    events_resolving.AttemptEvent: lambda reign: events_resolving.AttemptEvent(
        reign.meant, event_number(reign)
    ),
    events_resolving.SettleEvent: lambda reign: events_resolving.SettleEvent(
        reign.meant, event_number(reign), reign.luck.choice(list(Occasion))
    ),
    events_resolving.ChooseEvent: lambda reign: events_resolving.ChooseEvent(
        reign.meant,
        event_number(reign),
        reign.luck.choice((Occasion.SUCCESS, Occasion.FAILURE, Occasion.UNTRIED)),
    ),
    events_resolving.ReceiveEnvoy: lambda reign: events_resolving.ReceiveEnvoy(
        reign.meant, event_number(reign), reign.luck.random() < 0.7, skills(reign)
    ),
    events_resolving.JudgeEvent: lambda reign: events_resolving.JudgeEvent(reign.meant, event_number(reign)),
    events_resolving.LocateEvent: lambda reign: events_resolving.LocateEvent(
        reign.meant, event_number(reign), named(reign, own_spot(reign))
    ),
    leaders_renown.ChooseRenown: lambda reign: leaders_renown.ChooseRenown(
        reign.meant, reign.luck.choice((Stat.FAME, Stat.INFAMY)), reign.luck.choice((0, 0, 1, 2))
    ),
    leaders_renown.ShiftAlignment: lambda reign: leaders_renown.ShiftAlignment(
        reign.meant, reign.luck.choice(list(Alignment)), reign.luck.choice(REASONS)
    ),
    month_edicts.MissHolidays: lambda reign: month_edicts.MissHolidays(
        reign.meant, reign.luck.choice((1, 2)), reign.luck.choice(REASONS)
    ),
    leaders_renown.ChooseGovernment: lambda reign: leaders_renown.ChooseGovernment(
        reign.meant, reign.luck.choice(list(Government))
    ),
    events_rules.HireAdventurers: hire,
    events_rules.PlaceEvent: place_event,
    events_rules.CancelEvent: lambda reign: events_rules.CancelEvent(
        reign.meant, event_to_cancel(reign), "No"
    ),
    month_numbers.PlaceNumber: place_number,
    month_numbers.CancelSource: lambda reign: month_numbers.CancelSource(
        reign.meant, str(change_number(reign)), "Over"
    ),
    month_numbers.KeepSources: lambda reign: month_numbers.KeepSources(reign.meant),
    steward_orders.AppointSteward: appoint,
    steward_orders.DismissSteward: lambda reign: steward_orders.DismissSteward(reign.meant),
    steward_orders.RunMonth: lambda reign: steward_orders.RunMonth(reign.meant),
    steward_orders.RunMonths: lambda reign: steward_orders.RunMonths(
        reign.meant, reign.luck.choice((1, 2, 3, 0, 40))
    ),
    month_edicts.RaiseArmy: raise_army,
    month_edicts.DisbandArmy: lambda reign: month_edicts.DisbandArmy(
        reign.meant, reign.luck.choice(("Reds", "Blues"))
    ),
    **ABROAD,
}
MOVES = tuple(BUILDERS)

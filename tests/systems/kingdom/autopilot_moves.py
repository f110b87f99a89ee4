"""Moves of leaders and game masters through the months, and which of them fits where a month stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.systems.kingdom.rules import (
    armies,
    choosing,
    events,
    founding,
    leaders,
    leaving,
    month,
    placed_events,
    placing,
    realms,
    serving,
    showing,
)
from bot.systems.kingdom.rules.calendar import open_steps
from bot.systems.kingdom.rules.event_book import ADVENTURERS, EVENTS
from bot.systems.kingdom.rules.state import Leader
from bot.systems.kingdom.rules.terms import (
    Ability,
    Alignment,
    Attribute,
    Backing,
    Holiday,
    Promotion,
    Role,
    Stat,
    Step,
    Task,
    Taxation,
    Terrain,
    Tribute,
    Until,
)
from tests.systems.kingdom import autopilot_hexes as on_map
from tests.systems.kingdom import autopilot_town_files as town_files
from tests.systems.kingdom import autopilot_towns as in_towns
from tests.systems.kingdom import autopilot_towns_gm as towns_gm
from tests.systems.kingdom.autopilot import Reign
from tests.systems.kingdom.autopilot_picks import (
    ODD,
    Builder,
    any_spot,
    fresh,
    maybe,
    named,
    own_spot,
    town,
)
from tests.systems.kingdom.scenes import DEACON, MARISOL, STRANGER, WREN

AMOUNTS = ("1", "-2", "3", "1d4", "-1d6!", "many", "0")
REASONS = ("Told", "", "A long war in the north")


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
    return leaders.AssignLeader(
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
    return leaders.EditLeader(
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
    return leaving.LoseLeader(reign.meant, role(reign), leader_name(reign), reign.luck.random() < 0.4)


def edicts(reign: Reign) -> Any:
    luck = reign.luck
    return month.SetEdicts(
        reign.meant,
        luck.choice((None, *Holiday, "often")),
        luck.choice((None, *Promotion)),
        luck.choice((None, *Taxation)),
        luck.choice(("", "", "", "?")),
    )


def sell(reign: Reign) -> Any:
    price = reign.luck.choice((4001, 8000, 8000, 16000, 100))
    return month.SellItem(reign.meant, town(reign), price, "A crown", reign.luck.random() < 0.6)


def event_number(reign: Reign) -> int:
    """An event under way."""
    found = [each.number for each in reign.kingdom.happenings] if reign.kingdom is not None else []
    return reign.luck.choice(found or [77])


def change_number(reign: Reign) -> int:
    """A named source."""
    found = [each.number for each in reign.kingdom.changes] if reign.kingdom is not None else []
    return reign.luck.choice(found or [77])


def place_event(reign: Reign) -> Any:
    hex_ = reign.luck.choice(("", "", named(reign, own_spot(reign))))
    where = reign.luck.choice(("", "", town(reign)))
    return placed_events.PlaceEvent(
        reign.meant, reign.luck.choice((*EVENTS, ODD)), hex_, where, reign.luck.choice(REASONS)
    )


def place_number(reign: Reign) -> Any:
    luck = reign.luck
    number = luck.choice((*Stat, *placing.Stock, placing.Stock.TREASURY, "luck"))
    amount = luck.choice(("20", "50", "-30")) if number == placing.Stock.TREASURY else luck.choice(AMOUNTS)
    until = luck.choice(("", "", *Until)) if number in tuple(Stat) else luck.choice(("", "", "", "always"))
    return placing.PlaceNumber(reign.meant, number, amount, luck.choice(REASONS), until)


def finish(reign: Reign) -> Any:
    return month.FinishStep(reign.meant, any_step(reign))


def any_step(reign: Reign, *, is_open: bool = True) -> Step:
    """A step, mostly one that is open."""
    state = reign.kingdom
    found = list(open_steps(state)) if state is not None else []
    return reign.luck.choice(found if is_open and found and reign.luck.random() < 0.8 else list(Step))


def proxy(reign: Reign) -> Any:
    person = reign.luck.choice((DEACON, WREN, MARISOL, STRANGER))
    return serving.SetProxy(reign.meant, person, reign.luck.random() < 0.7)


def agree(reign: Reign) -> Any:
    luck = reign.luck
    backing, tribute = luck.choice(list(Backing)), luck.choice(list(Tribute))
    sponsor = "" if backing is Backing.SCRATCH and luck.random() < 0.8 else "Brevoy"
    return founding.AgreeTerms(reign.meant, luck.choice((20, 50, 300, -1)), backing, sponsor, tribute)


def first_hex(reign: Reign) -> Any:
    spot = any_spot(reign)
    terrain = reign.luck.choice(("", "", Terrain.PLAINS, Terrain.HILLS, Terrain.WATER))
    if terrain and reign.hexes:
        spot = on_map.beyond_the_edge(reign)
    return founding.ChooseFirstHex(reign.meant, named(reign, spot) or "0,0", terrain)


def switch(reign: Reign) -> Any:
    return leaving.SwitchRole(reign.meant, role(reign), reign.luck.choice(list(Role)), leader_name(reign))


def task_given(reign: Reign) -> Any:
    roles = tuple(reign.luck.sample(list(Role), reign.luck.randint(0, 3)))
    return serving.AssignTask(reign.meant, reign.luck.choice(list(Task)), roles)


def unrest(reign: Reign) -> int | None:
    """What a preview showed."""
    return reign.luck.choice((None, reign.kingdom.unrest if reign.kingdom is not None else 0, 3))


def withdraw(reign: Reign) -> Any:
    return month.Withdraw(reign.meant, reign.luck.choice((1, 2, 3, 0, 20_000)), unrest(reign))


def hire(reign: Reign) -> Any:
    levels = reign.luck.choice((*(each[0] for each in ADVENTURERS), "9"))
    return events.HireAdventurers(reign.meant, reign.luck.choice(list(Attribute)), levels)


def choose(reign: Reign) -> Any:
    chosen = " ".join(attributes(reign, 3))
    return choosing.ChooseAttributes(reign.meant, reign.luck.choice(("ruler", "spymaster", "heir")), chosen)


def raise_army(reign: Reign) -> Any:
    name = reign.luck.choice(("Reds", "Blues", fresh(reign, "Host")))
    return armies.RaiseArmy(reign.meant, name, maybe(reign, 0, 1, 2, 100), reign.luck.choice(("", "Horse")))


BUILDERS: dict[type[Any], Builder] = {
    **on_map.BUILDERS,
    **in_towns.BUILDERS,
    **towns_gm.BUILDERS,
    **town_files.BUILDERS,
    founding.BeginKingdom: lambda reign: founding.BeginKingdom(
        fresh(reign, "Tarn"), "x" * 301 * (reign.moves % 2)
    ),
    founding.ChooseAlignment: lambda reign: founding.ChooseAlignment(
        reign.meant, reign.luck.choice((*Alignment, "odd"))
    ),
    founding.AgreeTerms: agree,
    founding.ChooseFirstHex: first_hex,
    founding.FoundKingdom: lambda reign: founding.FoundKingdom(
        reign.meant, reign.luck.choice(("", f"Hold {reign.moves}"))
    ),
    founding.EndKingdom: lambda reign: founding.EndKingdom(reign.meant, reign.luck.choice(REASONS)),
    realms.RenameKingdom: lambda reign: realms.RenameKingdom(reign.meant, fresh(reign, "Tarn")),
    showing.ShowKingdom: lambda reign: showing.ShowKingdom(
        reign.meant, reign.luck.choice(list(showing.Page))
    ),
    leaders.AssignLeader: assign,
    leaders.EditLeader: edit_leader,
    leaving.ResignRole: lambda reign: leaving.ResignRole(reign.meant, role(reign), leader_name(reign)),
    leaving.SwitchRole: switch,
    leaving.LoseLeader: lose_leader,
    serving.SetDays: lambda reign: serving.SetDays(
        reign.meant, role(reign), reign.luck.choice((0, 7, 7, 30, 40)), leader_name(reign)
    ),
    month.StandIn: lambda reign: month.StandIn(
        reign.meant, reign.luck.choice((Role.CONSORT, Role.HEIR, Role.HEIR, Role.WARDEN))
    ),
    choosing.ChooseAttributes: choose,
    serving.AssignTask: task_given,
    serving.SetProxy: proxy,
    month.OpenMonth: lambda reign: month.OpenMonth(reign.meant),
    month.CloseMonth: lambda reign: month.CloseMonth(reign.meant),
    month.FinishStep: finish,
    month.SkipStep: lambda reign: month.SkipStep(reign.meant, any_step(reign), reign.luck.choice(REASONS)),
    month.SkipTo: lambda reign: month.SkipTo(reign.meant, any_step(reign, is_open=False), "On"),
    month.Freeze: lambda reign: month.Freeze(reign.meant, reign.luck.choice(REASONS)),
    month.Thaw: lambda reign: month.Thaw(reign.meant, "", reign.luck.choice((None, 5, 20))),
    month.RollStability: lambda reign: month.RollStability(reign.meant),
    month.PayConsumption: lambda reign: month.PayConsumption(reign.meant),
    month.SettleUnrest: lambda reign: month.SettleUnrest(reign.meant),
    month.RollStandIn: lambda reign: month.RollStandIn(reign.meant),
    month.EnforceOrder: lambda reign: month.EnforceOrder(reign.meant),
    month.SetEdicts: edicts,
    month.Withdraw: withdraw,
    month.Deposit: lambda reign: month.Deposit(
        reign.meant, reign.luck.choice((100, 9000, 70_000, 0)), "Gems", reign.luck.choice((0, 3000, 5000))
    ),
    month.SellItem: sell,
    month.CollectTaxes: lambda reign: month.CollectTaxes(reign.meant),
    month.RollEvent: lambda reign: month.RollEvent(reign.meant),
    month.ResolveEvent: lambda reign: month.ResolveEvent(
        reign.meant,
        event_number(reign),
        reign.luck.choice(("It passed.", "")),
        reign.luck.choice(("no", "yes", "?")),
    ),
    events.HireAdventurers: hire,
    placed_events.PlaceEvent: place_event,
    placed_events.CancelEvent: lambda reign: placed_events.CancelEvent(
        reign.meant, str(event_number(reign)), "No"
    ),
    placing.PlaceNumber: place_number,
    placing.CancelSource: lambda reign: placing.CancelSource(reign.meant, str(change_number(reign)), "Over"),
    armies.RaiseArmy: raise_army,
    armies.DisbandArmy: lambda reign: armies.DisbandArmy(reign.meant, reign.luck.choice(("Reds", "Blues"))),
}
MOVES = tuple(BUILDERS)

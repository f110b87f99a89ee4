"""How each action about months and their Upkeep comes about."""

from __future__ import annotations

from typing import Any

from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.systems.kingdom.book import MonthStep, Role
from bot.systems.kingdom.events.resolving import (
    AttemptEvent,
    ChooseEvent,
    JudgeEvent,
    LocateEvent,
    ResolveEvent,
    SettleEvent,
)
from bot.systems.kingdom.events.rules import CancelEvent, HireAdventurers, PlaceEvent, RollEvent
from bot.systems.kingdom.founding.rules import (
    AgreeTerms,
    BeginKingdom,
    ChooseFirstHex,
    DrawUp,
    EndKingdom,
    FoundKingdom,
    RenameKingdom,
    ShowKingdom,
)
from bot.systems.kingdom.leaders.division import KeepTasks, ShareTasks, TakeShare
from bot.systems.kingdom.leaders.duties import AssignTask, ChooseAttributes, SetDays, SetProxy, StandIn
from bot.systems.kingdom.leaders.leaving import LoseLeader, ResignRole, SwitchRole
from bot.systems.kingdom.leaders.renown import ChooseGovernment, ChooseRenown, ShiftAlignment
from bot.systems.kingdom.leaders.rules import AssignLeader, EditLeader, GiveNpcs
from bot.systems.kingdom.month.course import EndPhase, FinishStep, Freeze, OpenMonth, SkipStep, SkipTo, Thaw
from bot.systems.kingdom.month.edicts import DisbandArmy, MissHolidays, RaiseArmy, SetEdicts
from bot.systems.kingdom.month.income import CollectTaxes, Deposit, SellItem, Withdraw
from bot.systems.kingdom.month.numbers import CancelSource, KeepSources, PlaceNumber
from bot.systems.kingdom.month.rules import (
    CloseMonth,
    EnforceOrder,
    PayConsumption,
    RollStability,
    RollStandIn,
    SettleUnrest,
)
from bot.systems.kingdom.settings import EVENT_DECAY, FAME
from bot.systems.kingdom.steward.orders import AppointSteward, DismissSteward, RunMonth, RunMonths
from bot.systems.kingdom.towns.settlements import SetSettlement
from tests.givens import agreed, used
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom, kingdom_at, spot, use


def pressing(step: MonthStep, label: str) -> Scenario:
    """The press of a leader on the button of a step."""

    async def press(stage: Stage) -> Json:
        await kingdom_at(stage, step)
        return stage.press(label, by=stage.deacon)

    return Scenario(press)


async def at_enforcer(stage: Stage) -> str:
    """A kingdom whose Royal Enforcer may reduce the Unrest of its vacancies; its name."""
    name = await kingdom_at(stage, MonthStep.UNREST)
    await act(stage, SettleUnrest(await id_of(stage, name)))
    await stage.settle()
    return name


async def at_stand_in(stage: Stage) -> str:
    """A kingdom whose Heir stands in for a Ruler who missed the month's duties; its name."""
    name = await kingdom(stage)
    id_ = await id_of(stage, name)
    await act(stage, SetDays(id_, Role.RULER, 0))
    await act(stage, OpenMonth(id_))
    await act(stage, StandIn(id_, Role.HEIR))
    await act(stage, SkipTo(id_, MonthStep.STAND_IN))
    await stage.settle()
    return name


async def frozen(stage: Stage) -> str:
    """A kingdom whose clock stands; its name."""
    name = await kingdom(stage)
    await act(stage, Freeze(await id_of(stage, name), "Summer"))
    await stage.settle()
    return name


async def enforce(stage: Stage) -> Json:
    """The Royal Enforcer's press."""
    await at_enforcer(stage)
    return stage.press("Reduce Unrest", by=stage.wren)


async def roll_stand_in(stage: Stage) -> Json:
    """The press of the Heir's player, who acts as Ruler."""
    await at_stand_in(stage)
    return stage.press("Roll Loyalty", by=stage.wren)


async def skip(stage: Stage) -> Json:
    """The game master's command."""
    name = await kingdom_at(stage, MonthStep.STABILITY)
    return stage.slash("kingdom gm next", by=stage.gm, step="stability", reason="Quiet", kingdom=name)


async def skip_to(stage: Stage) -> Json:
    """The game master's command."""
    name = await kingdom_at(stage, MonthStep.STABILITY)
    return stage.slash("kingdom gm next", by=stage.gm, to="hexes", reason="Quiet", kingdom=name)


async def thaw(stage: Stage) -> Json:
    """The form of the game master's button, sent."""
    await frozen(stage)
    return stage.fill("Thaw the kingdom", by=stage.gm, reason="Autumn")


def confirming(step: MonthStep, label: str, then: str) -> Scenario:
    """The Ruler's press on what the button of a step asks first."""

    async def press(stage: Stage) -> Json:
        await kingdom_at(stage, step)
        asked = await stage.feeder.deliver(stage.press(label, by=stage.deacon))
        (yes,) = (each for each in components(asked.answer.data) if each.get("label") == then)
        return stage.say.press(str(yes["custom_id"]), user=stage.deacon)

    return Scenario(press)


async def stewarded(stage: Stage) -> str:
    """A kingdom with a steward, who can go on from its Edict phase; its name."""
    name = await kingdom_at(stage, MonthStep.LEADERSHIP)
    await act(stage, AppointSteward(await id_of(stage, name)))
    await stage.settle()
    return name


MONTHS: Playbook = {
    # Its capital has no building yet.
    OpenMonth: confirming(MonthStep.OPEN, "Open the month", "Open the month anyway"),
    RollStability: pressing(MonthStep.STABILITY, "Roll Stability"),
    PayConsumption: pressing(MonthStep.CONSUMPTION, "Pay Consumption"),
    SettleUnrest: pressing(MonthStep.UNREST, "Modify Unrest"),
    RollStandIn: Scenario(roll_stand_in),
    EnforceOrder: Scenario(enforce),
    FinishStep: pressing(MonthStep.HEXES, "No more hexes"),
    # Its edicts were never set.
    EndPhase: confirming(MonthStep.LEADERSHIP, "End the Edict phase", "End the phase"),
    SkipStep: Scenario(skip),
    SkipTo: Scenario(skip_to),
    Freeze: used("kingdom gm freeze"),
    Thaw: Scenario(thaw),
    CloseMonth: used("kingdom gm close"),
    AppointSteward: used("kingdom steward", "deacon"),
    DismissSteward: used("kingdom dismiss", "deacon"),
    RunMonth: used("kingdom run", "deacon"),
    RunMonths: used("kingdom gm run"),
}


# -- How each action about events, and what game masters set by hand, comes about -----------------------


OUTCOME: dict[str, Any] = {"outcome": "Two temples were searched", "goes_on": ("yes",)}
RESOLVE = "Cult Activity: how it turned out…"


async def struck(stage: Stage) -> str:
    """A kingdom with a cult that a game master placed; its name."""
    name = await kingdom(stage)
    await act(stage, PlaceEvent(await id_of(stage, name), "cult_activity"))
    await stage.settle()
    return name


async def at_outcome(stage: Stage) -> str:
    """The same in its Event phase, where the outcome is to be told; its name."""
    name = await struck(stage)
    await act(stage, SkipTo(await id_of(stage, name), MonthStep.CONTINUING, "Not now"))
    await stage.settle()
    return name


async def sourced(stage: Stage) -> str:
    """A kingdom with a named source; its name."""
    name = await kingdom(stage)
    await act(stage, PlaceNumber(await id_of(stage, name), "loyalty", "2", "A comet"))
    await stage.settle()
    return name


async def roll(stage: Stage) -> Json:
    """The Ruler's press."""
    await kingdom_at(stage, MonthStep.EVENT)
    return stage.press("Roll for an event", by=stage.deacon)


async def resolve(stage: Stage) -> Json:
    """The game master's form, sent."""
    await at_outcome(stage)
    ask = (await stage.gm_press(RESOLVE))["data"]["custom_id"]
    return stage.say.modal_submit(ask.replace("ask|", "tell|", 1), OUTCOME, user=stage.gm)


async def attempt(stage: Stage) -> Json:
    """The Ruler's press."""
    await at_outcome(stage)
    return stage.press("Roll Loyalty and Stability", by=stage.deacon)


async def placed(stage: Stage, event: str) -> None:
    """A kingdom with that event, in its Event phase."""
    id_ = await id_of(stage, await kingdom(stage))
    await act(stage, PlaceEvent(id_, event))
    await act(stage, SkipTo(id_, MonthStep.CONTINUING, "Not now"))
    await stage.settle()


async def choose_renown(stage: Stage) -> Json:
    """The Ruler's press."""
    name = await kingdom(stage)
    await use(stage, FAME)
    # The next thing that happens has it asked.
    await act(stage, PlaceNumber(await id_of(stage, name), "law", "1", "A good year"))
    await stage.settle()
    return stage.press("Fame +1", by=stage.deacon)


async def keep_sources(stage: Stage) -> Json:
    """The game master's press where it is asked whether a plague's harm fades."""
    name = await kingdom_at(stage, MonthStep.CLOSE)
    id_ = await id_of(stage, name)
    await use(stage, EVENT_DECAY)
    for action in (
        PlaceNumber(id_, "stability", "-4", "Plague"),
        CloseMonth(id_),
        OpenMonth(id_),
        SkipTo(id_, MonthStep.EVENT, "A dull month"),
    ):
        await act(stage, action)
    await stage.settle()
    return await stage.gm_press("All of it stays")


async def settle(stage: Stage) -> Json:
    """The game master's press on what was decided in play."""
    await placed(stage, "monster_attack")
    return await stage.gm_press("Beaten in play")


async def answer(stage: Stage) -> Json:
    """The Ruler's press on what the leaders decide."""
    await placed(stage, "festive_invitation")
    return stage.press("Stay away", by=stage.deacon)


async def judge(stage: Stage) -> Json:
    """The press that looks whether a demand was met."""
    await placed(stage, "improvement_demand")
    return stage.press("Wait and see", by=stage.deacon)


async def locate(stage: Stage) -> Json:
    """The game master's form, sent."""
    await placed(stage, "monster_attack")
    ask = (await stage.gm_press("Monster Attack: where it is…"))["data"]["custom_id"]
    return stage.say.modal_submit(ask.replace("ask|", "tell|", 1), {"hex": spot(stage)}, user=stage.gm)


async def place_number(stage: Stage) -> Json:
    """The game master's command, with dice."""
    options = {"number": "unrest", "amount": "+1d6", "reason": "A feud"}
    return stage.slash("kingdom gm place", by=stage.gm, **options, kingdom=await kingdom(stage))


EVENTS: Playbook = {
    RollEvent: Scenario(roll),
    AttemptEvent: Scenario(attempt),
    SettleEvent: Scenario(settle),
    ChooseRenown: Scenario(choose_renown),
    ChooseGovernment: used("kingdom government"),
    ShiftAlignment: used("kingdom alignment"),
    MissHolidays: used("kingdom gm holidays"),
    ChooseEvent: Scenario(answer),
    JudgeEvent: Scenario(judge),
    LocateEvent: Scenario(locate),
    ResolveEvent: Scenario(resolve),
    HireAdventurers: used("kingdom hire"),
    PlaceEvent: used("kingdom gm event", repeats=20),
    CancelEvent: used("kingdom gm cancel-event"),
    PlaceNumber: Scenario(place_number, repeats=50),
    CancelSource: used("kingdom gm cancel"),
    KeepSources: Scenario(keep_sources),
}


# -- How each action about edicts, armies and income comes about ----------------------------------------


LEVELS = {"holiday": ("6",), "promotion": ("none",), "taxation": ("heavy",)}
GUARD = {"name": "The Guard", "consumption": 3, "note": "On foot"}


async def issue(stage: Stage) -> Json:
    """The form of the step, sent by the Ruler, and the button of what it shows."""
    await kingdom_at(stage, MonthStep.EDICTS)
    return await agreed(stage, stage.fill("Set edicts…", by=stage.deacon, **LEVELS), stage.deacon)


async def raised(stage: Stage) -> str:
    """A kingdom with an army, still at its armies; its name."""
    name = await kingdom_at(stage, MonthStep.ARMIES)
    await act(stage, RaiseArmy(await id_of(stage, name), "The Guard", 3))
    await stage.settle()
    return name


async def withdraw(stage: Stage) -> Json:
    """The form of the step, sent by the Treasurer, and the button of what it shows."""
    await kingdom_at(stage, MonthStep.WITHDRAW)
    return await agreed(stage, stage.fill("Withdraw BP…", by=stage.wren, points="3"), stage.wren)


async def market(stage: Stage) -> str:
    """A kingdom at its sales, whose capital is a large city that buys for up to 8,000 gp; its name."""
    name = await kingdom_at(stage, MonthStep.SELL)
    large = SetSettlement(
        await hold_of(stage, name), await id_of(stage, name), districts=2, lots=41, base_value=8000
    )
    await act(stage, large)
    await stage.settle()
    return name


async def hold_of(stage: Stage, name: str) -> RecordId:
    """The id of its capital."""
    found = await stage.bot.play.named(Actor(stage.gm.id), stage.request(), f"{name} Hold")
    return next(RecordId(each.id) for each in found if each.kind == "settlement")


async def collect(stage: Stage) -> Json:
    """The Treasurer's press."""
    await kingdom_at(stage, MonthStep.TAXES)
    return stage.press("Collect taxes", by=stage.wren)


INCOME: Playbook = {
    SetEdicts: Scenario(issue),
    RaiseArmy: used("edict army"),
    DisbandArmy: used("edict disband"),
    Withdraw: Scenario(withdraw),
    Deposit: used("kingdom deposit", "wren", repeats=50),
    SellItem: used("kingdom sell", "wren", repeats=2),
    CollectTaxes: Scenario(collect),
}


# -- How each action about leaders comes about ----------------------------------------------------------


async def assign(stage: Stage) -> Json:
    """The game master's command, for a role that nobody holds."""
    options = {"role": "general", "player": stage.wren, "name": "Brannoc", "abilities": "Cha 14 Str 16"}
    return stage.slash("leader assign", by=stage.gm, kingdom=await kingdom(stage), **options)


async def pressed(stage: Stage, path: str, label: str, by: Person, **options: str) -> Json:
    """A press on the button of a preview that a command shows."""
    name = await kingdom(stage)
    await stage.do(path, by=by, kingdom=name, **options)
    await stage.settle()
    return stage.press(label, by=by)


async def resign(stage: Stage) -> Json:
    """The game master's press on the preview's button."""
    return await pressed(stage, "leader resign", "Step down", stage.gm, role="warden")


async def switch(stage: Stage) -> Json:
    """The same, for a role that nobody holds."""
    return await pressed(stage, "leader switch", "Switch", stage.gm, leaves="warden", takes="general")


async def choose(stage: Stage) -> Json:
    """The form of the step that asks a new Ruler, filled in."""
    name = await kingdom(stage)
    id_ = await id_of(stage, name)
    await act(stage, LoseLeader(id_, Role.RULER))
    await act(stage, AssignLeader(id_, Role.RULER, "Ilka", stage.deacon.id))
    await stage.settle()
    return stage.fill("Choose the Ruler's attributes…", by=stage.deacon, attributes=["loyalty"])


async def who(stage: Stage) -> Json:
    """The Ruler's command."""
    options = {"task": "stability", "roles": "General, Warden", "kingdom": await kingdom(stage)}
    return stage.slash("leader who", by=stage.deacon, **options)


def dividing(label: str, by: str) -> Scenario:
    """A press on what is suggested before the first month: claims for Wren, who has other roles."""

    async def press(stage: Stage) -> Json:
        await kingdom(stage)
        return await stage.gm_press(label) if by == "gm" else stage.press(label, by=getattr(stage, by))

    return Scenario(press)


LEADERS: Playbook = {
    ShareTasks: dividing("Share the tasks", "gm"),
    TakeShare: dividing("Take claims and improvements", "wren"),
    KeepTasks: dividing("Leave the tasks", "gm"),
    AssignLeader: Scenario(assign),
    ResignRole: Scenario(resign),
    SwitchRole: Scenario(switch),
    LoseLeader: used("leader died", is_shown=True),
    EditLeader: used("leader edit", "wren"),
    SetDays: used("leader duty", "wren", repeats=50),
    StandIn: used("leader stand-in", "wren"),
    ChooseAttributes: Scenario(choose),
    AssignTask: Scenario(who),
    SetProxy: used("leader proxy"),
}


# -- How each action about realms comes about -----------------------------------------------------------


DRAW, TERMS, FIRST_HEX, NPCS = "Draw it up…", "Terms…", "First hex…", "NPC leaders…"
FOUND = "Found the kingdom…"


async def draft(stage: Stage) -> str:
    """A kingdom that is being drawn up, of which nothing is chosen yet; its name."""
    name = stage.fresh_name()
    await act(stage, BeginKingdom(name))
    await stage.settle()
    return name


async def chosen(stage: Stage) -> str:
    """One that could be founded; its name."""
    name = await draft(stage)
    id_ = await id_of(stage, name)
    await act(stage, DrawUp(id_, "N"))
    await act(stage, AgreeTerms(id_, 50))
    await act(stage, ChooseFirstHex(id_, spot(stage, r=5), "plains"))
    await stage.settle()
    return name


async def end_form(stage: Stage, name: str) -> str:
    """The custom_id of the form that ends a kingdom."""
    return f"kingdom_end|{await id_of(stage, name)}"


async def begin(stage: Stage) -> Json:
    """The command."""
    return stage.slash("kingdom found", by=stage.gm, name=stage.fresh_name(), about="River folk")


async def drawn_up(stage: Stage) -> Json:
    """The form of the card, sent."""
    name = await draft(stage)
    typed = {"name": name, "points": "50", "hex": spot(stage, r=5), "terrain": ["hills"]}
    return stage.fill(DRAW, by=stage.gm, alignment=["LG"], **typed)


async def npcs(stage: Stage) -> Json:
    """The form of the card, sent."""
    await draft(stage)
    return stage.fill(NPCS, by=stage.gm, npcs="Ruler: Ada, Cha 14\nConsort:\nGeneral: Bran")


async def terms(stage: Stage) -> Json:
    """The form of the card, sent."""
    await draft(stage)
    typed = {"backing": ["fief"], "sponsor": "Queen Ada", "tribute": ["tenth"]}
    return stage.fill(TERMS, by=stage.gm, **typed)


async def first_hex(stage: Stage) -> Json:
    """The form of the card, sent: a hex that is drawn by it."""
    await draft(stage)
    return stage.fill(FIRST_HEX, by=stage.gm, hex=spot(stage, r=5), terrain=["hills"])


async def found(stage: Stage) -> Json:
    """The form of the card, sent, with the name of a capital."""
    await chosen(stage)
    return stage.fill(FOUND, by=stage.gm, capital="The Hold")


async def rename(stage: Stage) -> Json:
    """The command."""
    # By its id, as it is picked from the list: its name is another one afterwards.
    options = {"kingdom": await id_of(stage, await kingdom(stage)), "name": stage.fresh_name()}
    return stage.slash("kingdom rename", by=stage.gm, **options)


async def end(stage: Stage) -> Json:
    """The form that asks why, sent."""
    custom_id = await end_form(stage, await kingdom(stage))
    return stage.say.modal_submit(custom_id, {"reason": "The tale is told"}, user=stage.gm)


async def show(stage: Stage) -> Json:
    """The command, shared."""
    return stage.slash("kingdom sheet", by=stage.deacon, kingdom=await kingdom(stage), share=True)


REALMS: Playbook = {
    BeginKingdom: Scenario(begin),
    DrawUp: Scenario(drawn_up),
    GiveNpcs: Scenario(npcs),
    AgreeTerms: Scenario(terms),
    ChooseFirstHex: Scenario(first_hex),
    FoundKingdom: Scenario(found),
    RenameKingdom: Scenario(rename),
    EndKingdom: Scenario(end),
    ShowKingdom: Scenario(show, repeats=50),
}

"""How each action about other kingdoms comes about."""

from __future__ import annotations

from bot.systems.kingdom.abroad.book import Cargo, Tie
from bot.systems.kingdom.abroad.diplomacy import (
    BalanceTreaty,
    BuyResidence,
    Negotiate,
    Renegotiate,
    SendEnvoy,
    SettleTerms,
)
from bot.systems.kingdom.abroad.expeditions import EndExpedition, MeetHostiles, SendExpedition
from bot.systems.kingdom.abroad.kingdoms import NoteBond, NoteKingdom, RemoveKingdom, SetTie
from bot.systems.kingdom.abroad.pacts import AttackKingdom, EndTie, MakePact, RefuseAid, StationArmy
from bot.systems.kingdom.abroad.trade import EndRoute, MeetTraders, PlanRoute
from bot.systems.kingdom.abroad.union import DivideKingdom, UniteKingdoms
from bot.systems.kingdom.abroad.vassals import MakeVassal
from bot.systems.kingdom.book import MonthStep, Role
from bot.systems.kingdom.events.book import Occasion
from bot.systems.kingdom.events.resolving import ReceiveEnvoy, SettleEvent
from bot.systems.kingdom.events.rules import PlaceEvent
from bot.systems.kingdom.land.giving import GiveHexes
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.course import OpenMonth, SkipTo
from bot.systems.kingdom.month.rules import CloseMonth
from bot.systems.kingdom.settings import DIPLOMATIC, EXPLORATION, INDEPENDENCE, TRADE, VASSALAGE
from tests.givens import used
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import EVERY, act, id_of, kingdom, shown, spot, use

# Far above and below anybody else's: no die decides against them, or for them.
SURE, WEAK = " ".join(["99"] * 5), " ".join(["-99"] * 5)
ENVOYS = {Role.GRAND_DIPLOMAT: DIPLOMATIC, Role.MARSHAL: EXPLORATION, Role.VICEROY: VASSALAGE}


async def neighbored(stage: Stage) -> str:
    """A kingdom that knows one other, Vell; its name."""
    name = await kingdom(stage)
    await use(stage, DIPLOMATIC)
    await act(stage, NoteKingdom(await id_of(stage, name), "Vell", size=4))
    await stage.settle()
    return name


async def bonded(stage: Stage) -> str:
    """A kingdom that knows two others; its name."""
    name = await neighbored(stage)
    await act(stage, NoteKingdom(await id_of(stage, name), "Ostra"))
    await stage.settle()
    return name


async def at_edicts(stage: Stage) -> str:
    """The same with every envoy, at the special edicts of its month; its name."""
    for rule in (*ENVOYS.values(), TRADE):
        await use(stage, rule)
    name = await neighbored(stage)
    id_ = await id_of(stage, name)
    for role in ENVOYS:
        await act(stage, AssignLeader(id_, role, role.value.title(), stage.deacon.id, EVERY))
    await act(stage, SkipTo(id_, MonthStep.SPECIAL, "Not now"))
    await stage.settle()
    return name


async def tied(stage: Stage, tie: Tie = Tie.EMBASSY) -> str:
    """A kingdom with that tie to Vell; its name."""
    name = await at_edicts(stage)
    await act(stage, SetTie(await id_of(stage, name), "Vell", tie, 4 if tie is not Tie.EMBASSY else None))
    await stage.settle()
    return name


async def with_treaty(stage: Stage) -> str:
    """A kingdom with a treaty; its name."""
    return await tied(stage, Tie.TREATY)


async def allied(stage: Stage) -> str:
    """A kingdom with an ally; its name."""
    return await tied(stage, Tie.ALLIANCE)


async def negotiating(stage: Stage) -> str:
    """A kingdom whose treaty is being negotiated; its name."""
    name = await tied(stage)
    await act(stage, SendEnvoy(await id_of(stage, name), "Vell", 99, skills=SURE))
    await stage.settle()
    return name


async def advantaged(stage: Stage) -> str:
    """The same once the advantage is its own; its name."""
    name = await negotiating(stage)
    id_ = await id_of(stage, name)
    await act(stage, Negotiate(id_, await latest(stage, name), WEAK))
    await stage.settle()
    return name


async def favored(stage: Stage) -> str:
    """A kingdom that has the better of a treaty, with special edicts to issue again; its name."""
    name = await advantaged(stage)
    id_ = await id_of(stage, name)
    await act(stage, SettleTerms(id_, await latest(stage, name), is_balanced=False))
    await next_month(stage, name, MonthStep.SPECIAL)
    return name


async def latest(stage: Stage, name: str) -> int:
    """The number of what a kingdom began last: talks, a trade route, an expedition."""
    found = await shown(stage, name)
    return int(found.state.counted)


async def next_month(stage: Stage, name: str, step: MonthStep) -> None:
    """That step of the month after."""
    id_ = await id_of(stage, name)
    for action in (SkipTo(id_, MonthStep.CLOSE, "Later"), CloseMonth(id_), OpenMonth(id_)):
        await act(stage, action)
    await act(stage, SkipTo(id_, step, "Later"))
    await stage.settle()


async def placed(stage: Stage, beyond: int = 0) -> str:
    """A kingdom that knows where Vell's settlement lies, so far beyond the map; its name."""
    name = await at_edicts(stage)
    await act(stage, NoteKingdom(await id_of(stage, name), "Vell", hex=spot(stage, 2), beyond=beyond))
    await stage.settle()
    return name


async def trading(stage: Stage) -> str:
    """A kingdom whose traders are under way for more than a month; its name."""
    name = await placed(stage, beyond=40)
    id_ = await id_of(stage, name)
    await act(stage, PlanRoute(id_, "Vell", f"{name} Hold", Cargo.RAW_MATERIALS, 10))
    await stage.settle()
    return name


async def exploring(stage: Stage) -> str:
    """A kingdom whose explorers are under way for a month; its name."""
    name = await at_edicts(stage)
    await act(stage, SendExpedition(await id_of(stage, name), 1, spot(stage, 2)))
    await stage.settle()
    return name


async def parting(stage: Stage) -> str:
    """A kingdom of two hexes in its Event phase, where parts of it may leave; its name."""
    await use(stage, INDEPENDENCE)
    name = await kingdom(stage)
    id_ = await id_of(stage, name)
    await act(stage, GiveHexes(id_, spot(stage, 1)))
    await act(stage, SkipTo(id_, MonthStep.EVENT, "Not now"))
    await stage.settle()
    return name


async def beside(stage: Stage) -> str:
    """The id of a second kingdom; its newest part of the map is the second one's."""
    return await id_of(stage, await kingdom(stage))


async def negotiate(stage: Stage) -> Json:
    """The game master's form, sent."""
    await negotiating(stage)
    ask = (await stage.gm_press("Negotiate…"))["data"]["custom_id"]
    return stage.say.modal_submit(ask.replace("ask|", "tell|", 1), {"theirs": WEAK}, user=stage.gm)


async def settle_terms(stage: Stage) -> Json:
    """The Ruler's press."""
    await advantaged(stage)
    return stage.press("Balanced", by=stage.deacon)


async def meet_traders(stage: Stage) -> Json:
    """The Ruler's press in the month in which they arrive."""
    name = await trading(stage)
    await next_month(stage, name, MonthStep.TAXES)
    await next_month(stage, name, MonthStep.TAXES)
    return stage.press("Roll for the traders", by=stage.deacon)


async def receive_envoy(stage: Stage) -> Json:
    """The Ruler's press on an envoy: whatever tie is offered, somebody could offer it."""
    name = await bonded(stage)
    id_ = await id_of(stage, name)
    await act(stage, NoteKingdom(id_, "Kern"))
    for other, tie in (("Ostra", Tie.EMBASSY), ("Kern", Tie.TREATY)):
        await act(stage, SetTie(id_, other, tie))
    await act(stage, SkipTo(id_, MonthStep.EVENT, "Not now"))
    await act(stage, PlaceEvent(id_, "diplomatic_overture"))
    await act(stage, SkipTo(id_, MonthStep.RESOLVE, "Not now"))
    number = (await shown(stage, name)).state.happenings[-1].number
    await act(stage, SettleEvent(id_, number, Occasion.ALWAYS))
    await stage.settle()
    return stage.press("Send them home", by=stage.deacon)


async def end_expedition(stage: Stage) -> Json:
    """The game master's press."""
    await next_month(stage, await exploring(stage), MonthStep.TAXES)
    return await stage.gm_press("Their route is explored")


ABROAD: Playbook = {
    NoteKingdom: used("edict gm kingdom"),
    RemoveKingdom: used("edict gm remove"),
    NoteBond: used("edict gm bond"),
    SetTie: used("edict gm tie"),
    SendEnvoy: used("edict envoy"),
    Negotiate: Scenario(negotiate),
    SettleTerms: Scenario(settle_terms),
    BalanceTreaty: used("edict balance"),
    Renegotiate: used("edict renegotiate"),
    AttackKingdom: used("edict attack"),
    StationArmy: used("edict station"),
    RefuseAid: used("edict gm refused"),
    BuyResidence: used("edict residence"),
    MakePact: used("edict pact"),
    EndTie: used("edict end"),
    PlanRoute: used("edict trade"),
    MeetTraders: Scenario(meet_traders),
    EndRoute: used("edict leave-route"),
    SendExpedition: used("edict explore"),
    MeetHostiles: used("edict gm encounter"),
    EndExpedition: Scenario(end_expedition),
    MakeVassal: used("edict vassal"),
    ReceiveEnvoy: Scenario(receive_envoy),
    DivideKingdom: used("kingdom gm independence"),
    UniteKingdoms: used("kingdom gm union"),
}

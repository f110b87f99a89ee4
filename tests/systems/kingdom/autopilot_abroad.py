"""Random moves beyond the borders: envoys, traders, explorers, vassals, and kingdoms that part or join."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.engine.system import RecordId
from bot.systems.kingdom.abroad import diplomacy, expeditions, kingdoms, pacts, trade, union, vassals
from bot.systems.kingdom.abroad.book import Attitude, Balance, Bond, Cargo, Tie, Vassalage
from bot.systems.kingdom.abroad.state import OtherKingdom
from bot.systems.kingdom.book import Alignment, BuildingType, Improvement, MonthStep, Phase, Role
from bot.systems.kingdom.events import resolving, rules
from bot.systems.kingdom.events.book import Occasion
from bot.systems.kingdom.land.improvements import PlaceImprovement
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month import course, numbers
from bot.systems.kingdom.month import rules as month_rules
from bot.systems.kingdom.realm import KINGDOM
from tests.systems.kingdom.autopilot import NOBODY, Move, Reign
from tests.systems.kingdom.autopilot_picks import (
    ODD,
    Builder,
    any_spot,
    fresh,
    named,
    own_spot,
    several,
    town,
)
from tests.systems.kingdom.scenes import DEACON, MARISOL, WREN

NAMES = ("Vell", "Ostra", "Kern")


def known(reign: Reign) -> list[OtherKingdom]:
    """The other kingdoms of the one meant."""
    return list(reign.kingdom.others) if reign.kingdom is not None else []


def other(reign: Reign) -> str:
    """The name of one of them, now and then of none."""
    return reign.luck.choice([*(each.name for each in known(reign)), *NAMES, ODD])


def tied(reign: Reign) -> str:
    """The name of one with a tie, where there is one."""
    found = [each.name for each in known(reign) if each.tie is not Tie.NONE]
    return reign.luck.choice(found) if found and reign.luck.random() < 0.9 else other(reign)


def played(reign: Reign) -> str:
    """The id of another kingdom that is played, or of this one."""
    found = [str(each.id) for each in reign.of_kind(KINGDOM.name)]
    others = [each for each in found if each != reign.meant]
    return reign.luck.choice(others if others and reign.luck.random() < 0.9 else [*found, ODD])


def talks(reign: Reign) -> int:
    """The number of negotiations under way, or of none."""
    found = [each.talks.number for each in known(reign) if each.talks is not None]
    return reign.luck.choice([*found, *found, 999])


def which(reign: Reign) -> Tie | None:
    """Which tie with terms is meant, where it is said."""
    return reign.luck.choice((None, Tie.TREATY, Tie.ALLIANCE))


def skills(reign: Reign) -> str:
    """Modifiers as typed: of five skills, of one, or not at all."""
    return reign.luck.choice(("8 11 5 7 9", "2, 3, 4, 5, 6", "12", "many", ""))


def note(reign: Reign) -> Any:
    luck = reign.luck
    return kingdoms.NoteKingdom(
        reign.meant,
        luck.choice((*NAMES, *NAMES, fresh(reign, "Far"))) or "Vell",
        alignment=luck.choice((None, *Alignment)),
        size=luck.choice((None, 3, 40)),
        attitude=luck.choice((None, *Attitude)),
        hidden=luck.choice((None, None, False, True)),
        economy=luck.choice((None, 30)),
        skills=luck.choice(("", "", skills(reign))),
        hex=luck.choice(("", named(reign, any_spot(reign)))),
        beyond=luck.choice((None, 0, 40)),
        new_name=luck.choice(("", "", "", *NAMES)),
    )


def envoy(reign: Reign) -> Any:
    luck = reign.luck
    return diplomacy.SendEnvoy(
        reign.meant,
        other(reign),
        luck.choice((5, 30, 60)),
        luck.choice((0, 0, 3, 500)),
        luck.random() < 0.2,
        luck.choice(("8 11 5 7 9", skills(reign))),
    )


def a_route(reign: Reign) -> str:
    found = [str(each.number) for each in reign.kingdom.routes] if reign.kingdom is not None else []
    return reign.luck.choice([*found, *found, "999"])


def a_party(reign: Reign) -> str:
    found = [str(each.number) for each in reign.kingdom.expeditions] if reign.kingdom is not None else []
    return reign.luck.choice([*found, *found, "999"])


def plan(reign: Reign) -> Any:
    luck = reign.luck
    return trade.PlanRoute(
        reign.meant,
        other(reign),
        town(reign),
        luck.choice((Cargo.RAW_MATERIALS, *Cargo)),
        luck.choice((5, 12, 3)),
        luck.choice(("", "", several(reign, own_spot, 2))),
        luck.random() < 0.2,
    )


def vassal(reign: Reign) -> Any:
    luck = reign.luck
    way = luck.choice(list(Vassalage))
    return vassals.MakeVassal(
        reign.meant,
        fresh(reign, "Colony") if way is Vassalage.COLONY else other(reign),
        way,
        luck.choice((0, 2, 900)),
        luck.choice(list(Tie)),
        luck.choice(list(Balance)),
        luck.random() < 0.2,
    )


ABROAD: dict[type[Any], Builder] = {
    kingdoms.NoteKingdom: note,
    kingdoms.RemoveKingdom: lambda reign: kingdoms.RemoveKingdom(reign.meant, other(reign)),
    kingdoms.NoteBond: lambda reign: kingdoms.NoteBond(
        reign.meant, other(reign), other(reign), reign.luck.choice(list(Bond))
    ),
    kingdoms.SetTie: lambda reign: kingdoms.SetTie(
        reign.meant,
        other(reign),
        reign.luck.choice(list(Tie)),
        reign.luck.choice((None, 4)),
        reign.luck.choice((None, True, False)),
        reign.luck.choice((None, None, True, False)),
    ),
    diplomacy.SendEnvoy: envoy,
    diplomacy.Negotiate: lambda reign: diplomacy.Negotiate(reign.meant, talks(reign), skills(reign)),
    diplomacy.SettleTerms: lambda reign: diplomacy.SettleTerms(
        reign.meant, talks(reign), reign.luck.random() < 0.5
    ),
    diplomacy.BalanceTreaty: lambda reign: diplomacy.BalanceTreaty(reign.meant, tied(reign), which(reign)),
    diplomacy.Renegotiate: lambda reign: diplomacy.Renegotiate(
        reign.meant, tied(reign), skills(reign), which(reign)
    ),
    pacts.AttackKingdom: lambda reign: pacts.AttackKingdom(reign.meant, tied(reign)),
    pacts.StationArmy: lambda reign: pacts.StationArmy(reign.meant, tied(reign)),
    pacts.RefuseAid: lambda reign: pacts.RefuseAid(reign.meant, tied(reign)),
    diplomacy.BuyResidence: lambda reign: diplomacy.BuyResidence(
        reign.meant,
        tied(reign),
        reign.luck.choice((BuildingType.MANSION, BuildingType.NOBLE_VILLA, BuildingType.INN)),
    ),
    pacts.MakePact: lambda reign: pacts.MakePact(
        reign.meant,
        played(reign),
        reign.luck.choice((Tie.EMBASSY, Tie.TREATY, Tie.ALLIANCE)),
        reign.luck.choice(list(Balance)),
    ),
    pacts.EndTie: lambda reign: pacts.EndTie(reign.meant, tied(reign)),
    trade.PlanRoute: plan,
    trade.MeetTraders: lambda reign: trade.MeetTraders(reign.meant, int(a_route(reign))),
    trade.EndRoute: lambda reign: trade.EndRoute(reign.meant, a_route(reign)),
    expeditions.SendExpedition: lambda reign: expeditions.SendExpedition(
        reign.meant, reign.luck.choice((1, 1, 3, 12)), reign.luck.choice((several(reign, any_spot), "East"))
    ),
    expeditions.MeetHostiles: lambda reign: expeditions.MeetHostiles(
        reign.meant, a_party(reign), reign.luck.choice((0, 5, 30)), reign.luck.choice((-3, 9))
    ),
    expeditions.EndExpedition: lambda reign: expeditions.EndExpedition(
        reign.meant, int(a_party(reign)), reign.luck.random() < 0.7
    ),
    vassals.MakeVassal: vassal,
    union.DivideKingdom: lambda reign: union.DivideKingdom(
        reign.meant,
        fresh(reign, "Free"),
        several(reign, own_spot, 2),
        reign.luck.choice((0, 1, 900)),
        reign.luck.choice((None, None, 2, 3)),
        reign.luck.choice(("", "", "Reds", "Reds, Blues")),
        reign.luck.choice((None, *Alignment)),
    ),
    union.UniteKingdoms: lambda reign: union.UniteKingdoms(reign.meant, played(reign)),
}
OF_SPECIAL = (
    diplomacy.SendEnvoy,
    diplomacy.SendEnvoy,
    diplomacy.BalanceTreaty,
    trade.PlanRoute,
    expeditions.SendExpedition,
    vassals.MakeVassal,
    course.FinishStep,
)


def by_gm(action: Any) -> Move:
    """The game master's move."""
    return Move(MARISOL, action)


def to_edict(reign: Reign) -> Iterator[Move]:
    """The month hurried on to its special edicts, where it can be."""
    yield by_gm(numbers.PlaceNumber(reign.meant, "treasury", "60", "A loan"))
    for role in (Role.GRAND_DIPLOMAT, Role.VICEROY):
        # A new one may not be accepted at once.
        if reign.kingdom is None or not reign.kingdom.held_by(role):
            yield by_gm(AssignLeader(reign.meant, role, f"Envoy {reign.moves}", WREN))
    yield by_gm(course.SkipTo(reign.meant, MonthStep.SPECIAL, "On"))


def next_edict(reign: Reign) -> Iterator[Move]:
    """The special edicts of the month after this one."""
    yield by_gm(course.SkipTo(reign.meant, MonthStep.CLOSE, "On"))
    yield by_gm(month_rules.CloseMonth(reign.meant))
    yield from to_edict(reign)


def neighbor(reign: Reign, name: str = "Vell", **facts: Any) -> Move:
    """Somebody helpful next door."""
    given: dict[str, Any] = {"alignment": Alignment.NEUTRAL, "attitude": Attitude.HELPFUL, "hidden": False}
    given |= {"size": 4} | facts
    return by_gm(kingdoms.NoteKingdom(reign.meant, name, **given))


def embassies(reign: Reign) -> Iterator[Move]:
    """From a first envoy to an alliance and back, by a game master's word where it takes months."""
    name = f"Neighbor {reign.moves}"
    yield neighbor(reign, name)
    yield from to_edict(reign)
    if reign.luck.random() < 0.3:
        yield by_gm(diplomacy.SendEnvoy(reign.meant, name, 60))
    yield by_gm(kingdoms.SetTie(reign.meant, name, Tie.EMBASSY))
    yield Move(DEACON, diplomacy.BuyResidence(reign.meant, name, BuildingType.MANSION))
    yield by_gm(diplomacy.SendEnvoy(reign.meant, name, 60, skills="8 11 5 7 9"))
    for is_balanced in (False, True):
        yield by_gm(diplomacy.Negotiate(reign.meant, talks(reign), "1 2 3 4 5"))
        yield by_gm(diplomacy.SettleTerms(reign.meant, talks(reign), is_balanced))
        yield by_gm(diplomacy.Renegotiate(reign.meant, name, "8 11 5 7 9"))
    yield by_gm(kingdoms.SetTie(reign.meant, name, Tie.ALLIANCE, 4))
    yield Move(DEACON, pacts.StationArmy(reign.meant, name))
    yield by_gm(pacts.RefuseAid(reign.meant, name))
    yield Move(DEACON, pacts.AttackKingdom(reign.meant, name))
    yield Move(DEACON, pacts.EndTie(reign.meant, name))


def favors(reign: Reign) -> Iterator[Move]:
    """A treaty in the kingdom's own favor, and made balanced in another month."""
    name = f"Neighbor {reign.moves}"
    yield neighbor(reign, name)
    yield by_gm(kingdoms.SetTie(reign.meant, name, Tie.EMBASSY))
    yield from to_edict(reign)
    yield by_gm(diplomacy.SendEnvoy(reign.meant, name, 60, skills="60 60 60 60 60"))
    yield by_gm(diplomacy.Negotiate(reign.meant, talks(reign), "0 0 0 0 0"))
    yield by_gm(diplomacy.SettleTerms(reign.meant, talks(reign), is_balanced=False))
    yield from next_edict(reign)
    yield by_gm(diplomacy.BalanceTreaty(reign.meant, name))


def caravans(reign: Reign) -> Iterator[Move]:
    """A trade route near by or far away, and what becomes of it."""
    spot = own_spot(reign)
    for each in list(reign.realm.hexes if reign.realm is not None else ())[:8]:
        yield by_gm(PlaceImprovement(reign.meant, each, Improvement.ROAD, "Old"))
    yield neighbor(reign, "Ostra", hex=spot, beyond=reign.luck.choice((0, 45, 45)))
    yield from next_edict(reign)
    yield by_gm(trade.PlanRoute(reign.meant, "Ostra", town(reign), Cargo.RAW_MATERIALS, 10))
    for _ in range(3):
        yield from next_edict(reign)
        yield by_gm(trade.MeetTraders(reign.meant, int(a_route(reign))))
    # Where those traders came to nothing, others are called back on their way.
    yield by_gm(trade.PlanRoute(reign.meant, "Ostra", town(reign), Cargo.RAW_MATERIALS, 10))
    for route in reign.kingdom.routes[:1] if reign.kingdom is not None else ():
        yield by_gm(trade.EndRoute(reign.meant, str(route.number)))


def explorers(reign: Reign) -> Iterator[Move]:
    """Explorers who meet somebody, and come back or not."""
    yield from to_edict(reign)
    yield Move(WREN, expeditions.SendExpedition(reign.meant, 1, several(reign, any_spot, 3)))
    yield by_gm(expeditions.MeetHostiles(reign.meant, a_party(reign), 1, reign.luck.choice((-20, 9))))
    yield by_gm(expeditions.EndExpedition(reign.meant, int(a_party(reign))))


def subjects(reign: Reign) -> Iterator[Move]:
    """A colony, or a kingdom that is subjugated."""
    yield neighbor(reign, "Kern")
    yield from to_edict(reign)
    colony = vassals.MakeVassal(reign.meant, f"Colony {reign.moves}", Vassalage.COLONY, 2, Tie.ALLIANCE)
    conquest = vassals.MakeVassal(reign.meant, "Kern", Vassalage.SUBJUGATION, 1)
    yield Move(DEACON, reign.luck.choice((colony, conquest)))


def parted(reign: Reign) -> Iterator[Move]:
    """Part of a kingdom goes its own way; the two agree on ties, and are one again."""
    yield by_gm(course.SkipTo(reign.meant, MonthStep.EVENT, "On"))
    if reign.realm is not None and reign.kingdom is not None:
        towns = {each.spot for each in reign.realm.towns.values()}
        going = [spot for spot in reign.realm.hexes if spot not in towns]
        if going:
            yield by_gm(union.DivideKingdom(reign.meant, f"Free {reign.moves}", going[-1], 0))
    yield by_gm(numbers.PlaceNumber(reign.meant, "economy", "60", "A boom"))
    for tie in (Tie.EMBASSY, Tie.TREATY):
        yield by_gm(pacts.MakePact(reign.meant, played(reign), tie, reign.luck.choice(list(Balance))))
    other_ = RecordId(played(reign))
    if reign.kingdom is not None and reign.kingdom.month.phase is Phase.EVENT and other_ != NOBODY:
        yield by_gm(union.UniteKingdoms(reign.meant, str(other_)))


def overtures(reign: Reign) -> Iterator[Move]:
    """Neighbors of every tie, an envoy of one of them, and a feast at another's."""
    for number, tie in enumerate((Tie.NONE, Tie.EMBASSY, Tie.TREATY)):
        yield neighbor(reign, f"Neighbor {reign.moves}-{number}")
        yield by_gm(kingdoms.SetTie(reign.meant, known(reign)[-1].name if known(reign) else "Vell", tie))
    yield by_gm(course.SkipTo(reign.meant, MonthStep.EVENT, "On"))
    for event in ("diplomatic_overture", "festive_invitation"):
        yield by_gm(rules.PlaceEvent(reign.meant, event))
        yield by_gm(course.SkipTo(reign.meant, MonthStep.RESOLVE, "On"))
        number = reign.kingdom.happenings[-1].number if reign.kingdom and reign.kingdom.happenings else 77
        yield by_gm(resolving.SettleEvent(reign.meant, number, Occasion.ALWAYS))
        yield by_gm(resolving.ChooseEvent(reign.meant, number, Occasion.SUCCESS))
        for skill in ("12", "8 11 5 7 9"):
            yield Move(DEACON, resolving.ReceiveEnvoy(reign.meant, number, skills=skill))


ABROAD_SCHEMES = (embassies, favors, caravans, explorers, subjects, parted, overtures)

"""What waits beyond the borders: the month's special edicts, negotiations, traders and explorers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine.declare import asks_of
from bot.engine.pace import DECIDES, WAITS
from bot.engine.record import Ask, Choice, Step
from bot.engine.system import RecordId
from bot.engine.text import T
from bot.systems.kingdom.abroad.book import TALKS, Cargo, SpecialEdict, Tie, Vassalage
from bot.systems.kingdom.abroad.diplomacy import Negotiate, SendEnvoy, SettleTerms
from bot.systems.kingdom.abroad.expeditions import EndExpedition, SendExpedition
from bot.systems.kingdom.abroad.state import Expedition, OtherKingdom, Route, Talks
from bot.systems.kingdom.abroad.trade import MeetTraders, PlanRoute
from bot.systems.kingdom.abroad.vassals import MakeVassal
from bot.systems.kingdom.book import Phase, Task
from bot.systems.kingdom.state import Kingdom
from bot.systems.kingdom.steps import asked

TALKS_STEP, TRADERS_STEP, EXPEDITION_STEP = "talks-", "traders-", "expedition-"


def edict_choices(kingdom: RecordId, state: Kingdom) -> Sequence[Choice]:
    """The special edicts that can be issued, each with its form."""
    found = list[Choice]()
    for edict in state.month.special:
        made = _CHOICES[edict](kingdom, state)
        found += [made] if made is not None else []
    return found


def _known(state: Kingdom) -> tuple[tuple[str, str], ...]:
    """The other kingdoms that everybody knows, to pick from."""
    return tuple((each.name, each.name) for each in state.others if not each.is_hidden)


def _other(state: Kingdom) -> Ask:
    return Ask("other", T("Which kingdom").plain(), options=_known(state))


def _envoy(kingdom: RecordId, state: Kingdom) -> Choice | None:
    if not _known(state):
        return None
    asks = (_other(state), *asks_of(SendEnvoy, "modifier", "bribe", "threat", "skills"))
    return Choice("envoy", T("Send an envoy…").plain(), SendEnvoy(kingdom, "", 0), asks)


def _explorers(kingdom: RecordId, _state: Kingdom) -> Choice:
    asks = asks_of(SendExpedition, "months", "route")
    return Choice("explore", T("Send explorers…").plain(), SendExpedition(kingdom, 1, ""), asks)


def _traders(kingdom: RecordId, state: Kingdom) -> Choice | None:
    if not _known(state) or not state.settlements:
        return None
    asks = (_other(state), *asks_of(PlanRoute, "settlement", "cargo", "points", "via"))
    return Choice(
        "trade", T("Begin a trade route…").plain(), PlanRoute(kingdom, "", "", Cargo.GOODS, 0), asks
    )


def _vassal(kingdom: RecordId, _state: Kingdom) -> Choice:
    asks = asks_of(MakeVassal, "name", "way", "grant", "tie", "balance")
    made = MakeVassal(kingdom, "", Vassalage.COLONY)
    return Choice("vassal", T("Make a vassal…").plain(), made, asks)


_CHOICES = {
    SpecialEdict.DIPLOMATIC: _envoy,
    SpecialEdict.EXPLORATION: _explorers,
    SpecialEdict.TRADE: _traders,
    SpecialEdict.VASSALAGE: _vassal,
}


def abroad_steps(kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    """Negotiations, traders who arrive, and explorers who are under way or back."""
    for other in state.others:
        if other.talks is not None:
            yield _talks(kingdom, state, other, other.talks)
    if state.month.phase is Phase.BEFORE:
        return
    for route in state.routes:
        if not route.economy and state.month.number >= route.arrives:
            yield _arrival(kingdom, state, route)
    for party in state.expeditions:
        if state.month.number >= party.returns:
            yield _return(kingdom, state, party)


def _talks(kingdom: RecordId, state: Kingdom, other: OtherKingdom, talks: Talks) -> Step:
    name = f"{TALKS_STEP}{talks.number}"
    if talks.advantage is None:
        label = T("{kingdom:60}: negotiating the {tie} with {other:60}")
        hint = T("Bluff, Diplomacy, Knowledge (local), Knowledge (nobility), Sense Motive").plain()
        ask = T("Their five modifiers")
        if talks.tie is Tie.ALLIANCE:
            hint, ask = (
                T("Used in all {n} checks").plain(n=len(TALKS[talks.tie].opposed)),
                T("Their Diplomacy"),
            )
        asks = (Ask("theirs", ask.plain(), 40, hint=hint),)
        choice = Choice(
            "negotiate", T("Negotiate…").plain(), Negotiate(kingdom, talks.number), asks, is_main=True
        )
        said = label.plain(kingdom=state.name, tie=talks.tie, other=other.name)
        return Step(name, said, None, (choice,), silent=WAITS)
    label = T("{kingdom:60}: the terms of the {tie} with {other:60}")
    favor = T("In their favor")
    who = None
    if talks.advantage:
        favor, who = T("In our favor"), asked(state, Task.DIPLOMACY)
    choices = (
        Choice("balanced", T("Balanced").plain(), SettleTerms(kingdom, talks.number), is_main=True),
        Choice("favor", favor.plain(), SettleTerms(kingdom, talks.number, is_balanced=False)),
    )
    said = label.plain(kingdom=state.name, tie=talks.tie, other=other.name)
    return Step(name, said, who, choices, revision=2, silent=DECIDES)


def _arrival(kingdom: RecordId, state: Kingdom, route: Route) -> Step:
    label = T("{kingdom:60}: traders arriving in {other:60}").plain(kingdom=state.name, other=route.partner)
    choice = Choice(
        "roll", T("Roll for the traders").plain(), MeetTraders(kingdom, route.number), is_main=True
    )
    who = asked(state, Task.TRADE)
    return Step(f"{TRADERS_STEP}{route.number}", label, who, (choice,), silent=DECIDES)


def _return(kingdom: RecordId, state: Kingdom, party: Expedition) -> Step:
    label = T("{kingdom:60}: explorers back from {route:60}").plain(kingdom=state.name, route=party.route)
    whole = len(party.reached) == len(party.spots)
    back = Choice(
        "explored",
        (T("Their route is explored") if whole else T("What they reached is explored")).plain(),
        EndExpedition(kingdom, party.number),
        is_main=True,
    )
    nothing = Choice(
        "nothing",
        T("Back without results").plain(),
        EndExpedition(kingdom, party.number, is_explored=False),
    )
    choices = (back, nothing) if party.reached else (replace(nothing, label=T("They're back").plain()),)
    return Step(f"{EXPEDITION_STEP}{party.number}", label, None, choices, silent=WAITS)

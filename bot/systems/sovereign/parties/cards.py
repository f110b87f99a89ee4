"""A party at a glance: its clock, its people in marching order, what lasts, and the game master's buttons."""

from __future__ import annotations

from collections.abc import Iterator

from bot.engine.card import Button, Card
from bot.engine.declare import Options, look, option
from bot.engine.finders import Asker
from bot.engine.people import Permit
from bot.engine.system import RecordId, Scope
from bot.engine.text import Safe, T
from bot.engine.views import CampaignView, RecordView
from bot.systems.sovereign.book import DAYS_A_WEEK, ROUNDS_TO_LIVE, Unit
from bot.systems.sovereign.packs.rules import counted, room_of
from bot.systems.sovereign.parties.rest import Rest, Sleep
from bot.systems.sovereign.parties.rules import PARTY_MEANT, Advance, shown
from bot.systems.sovereign.people.cards import effect_line
from bot.systems.sovereign.state import Character, Party
from bot.ui.controls import Do, button
from bot.ui.dispatcher import Dispatcher
from bot.ui.reply import Reply
from bot.ui.text import safe

TIME_BUTTON, REST_BUTTON = "sov_time", "sov_rest"


class WhichParty(Options):
    """A party."""

    party: RecordId = option("Which party; this channel's by default", finder=PARTY_MEANT)


@look("party show", may=Permit.EVERYONE)
def show_party(asker: Asker, which: WhichParty) -> Card:
    """See the party: clock, marching order, HP, strain, and who needs help"""
    return card_of(asker.look(Scope((which.party,), links=True)), which.party)


def card_of(seen: CampaignView, party: RecordId) -> Card:
    """That party, as its reader sees it."""
    record = seen.records[party]
    state: Party = record.state
    lines = [T("**{now}**")(now=shown(state.clock)), ""]
    for place, member in enumerate(state.members, 1):
        view = seen.records.get(member)
        if view is not None:
            lines += _member(place, view, state, is_gm=seen.viewer.is_game_master)
    lines += _mounts(state)
    return Card(
        safe(state.name), tuple(lines), buttons=_buttons(party, state) if seen.viewer.is_game_master else ()
    )


def _buttons(party: RecordId, state: Party) -> tuple[Button, ...]:
    turn = T("End the fight") if state.clock.round else T("Next Turn")
    return (
        Button(T("Next Round")(), TIME_BUTTON, (party, Unit.ROUND.value)),
        Button(turn(), TIME_BUTTON, (party, Unit.TURN.value)),
        Button(T("Next hour")(), TIME_BUTTON, (party, Unit.HOUR.value)),
        Button(T("Night in bed…")(), REST_BUTTON, (party, Sleep.COMFORTABLE.value)),
        Button(T("Night in camp…")(), REST_BUTTON, (party, Sleep.ROUGH.value)),
        Button(T("Week in bed…")(), REST_BUTTON, (party, Sleep.COMFORTABLE.value, str(DAYS_A_WEEK))),
    )


def _member(place: int, view: RecordView, party: Party, *, is_gm: bool) -> Iterator[str]:
    state: Character = view.state
    speaks = T(" · speaks for the party")() if view.id == party.spokesperson else ""
    condition = T(" · **{condition}**")(condition=_condition(state, party)) if state.condition else ""
    numbers = T(" · HP {hp} of {most} · Strain {strain} of {limit}")(
        hp=state.hp, most=state.max_hp, strain=state.strain, limit=state.constitution
    )
    hides = state.is_npc and not is_gm
    yield T("{place}. **{name}**{numbers}{condition}{speaks}")(
        place=place,
        name=state.name,
        numbers="" if hides or state.is_dead else numbers,
        condition=condition,
        speaks=speaks,
    )
    for effect in state.effects:
        yield T("   {effect}")(effect=Safe(effect_line(effect)))


def _condition(state: Character, party: Party) -> Safe:
    if state.dying is None:
        return state.condition or Safe("")
    end = party.clock.round - state.dying.rounds + ROUNDS_TO_LIVE
    return T("Mortally Injured, dies at the end of Round {end}")(end=end)


def _mounts(state: Party) -> Iterator[str]:
    if state.mounts:
        yield ""
    for each in state.mounts:
        things = [counted(item) for item in each.items]
        yield T("{name} ({carrier}): {n} of {room} enc{things}")(
            name=each.name,
            carrier=each.carrier,
            n=each.carried,
            room=room_of(state, each),
            things=T(": {things:,}")(things=things) if things else "",
        )


@button(TIME_BUTTON, may=Permit.GAME_MASTERS)
async def let_pass(dispatcher: Dispatcher, reply: Reply, party: str, unit: Unit) -> Do:
    """Let one unit of time pass."""
    return Do(Advance(RecordId(party), unit))


@button(REST_BUTTON, may=Permit.GAME_MASTERS)
async def rest_for(dispatcher: Dispatcher, reply: Reply, party: str, sleep: Sleep, nights: int = 1) -> Do:
    """Show what that many nights come to."""
    return Do(Rest(RecordId(party), nights, sleep), is_previewed=True)

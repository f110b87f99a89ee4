"""Nights and weeks: sleep, food and water, healing, strain, Frailty and dawn, for everybody at once.

One night after another is settled (S33, S37 to S39, S55 to S57); what falls due in between stops the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import Permit
from bot.engine.saying import NOTHING, Clause, Label, Name, say
from bot.engine.system import Record, RecordId, Scope, Want, World
from bot.engine.text import Labelled, T, refused
from bot.engine.working import RecordCopy, deed
from bot.systems.sovereign.book import (
    CARRIERS,
    DEHYDRATION,
    HOURS_A_DAY,
    OUT_COLD,
    SLEEPLESSNESS,
    STARVATION,
    TURNS_AN_HOUR,
    WEEK,
    Carrier,
    Skill,
    Unit,
)
from bot.systems.sovereign.packs.rules import paid
from bot.systems.sovereign.parties.rules import (
    MET,
    PARTY,
    OnParty,
    members_of,
    passed,
    refilled,
    say_died,
    shown,
)
from bot.systems.sovereign.people.rules import audience_of, seen_by
from bot.systems.sovereign.settings import ONE_AFTER_ANOTHER, WANT
from bot.systems.sovereign.state import Character, Clock, Frail, Party, Refill, Tool, dead

MOST_NIGHTS, MORNING = 70, 8


class Sleep(Labelled):
    """How they sleep (S33, S38, S39)."""

    COMFORTABLE = "comfortable", "in a proper bed, safe and undisturbed"
    ROUGH = "rough", "eight hours in camp, tents or a guarded room"
    BROKEN = "broken", "under eight hours"


class Care(Labelled):
    """The person who looks after the Frail (S30)."""

    PARTY = "party", "somebody of the party with a healer's kit and Heal 0"
    HIRED = "hired", "a healer of the place"
    NOBODY = "nobody", "nobody"


class Rest(OnParty):
    """Let nights pass: sleep, food, water, healing, strain, Frailty and dawn, for all of the party"""

    nights: int = option("How many nights; 7 are a week", default=1, least=1, most=MOST_NIGHTS)
    sleep: Sleep = option("How they sleep", default=Sleep.COMFORTABLE)
    food: bool = option("Whether everybody has a ration a day", default=True)
    water: bool = option(
        "Whether everybody has a waterskin's worth a day",
        label="Whether everybody has a waterskin a day",
        default=True,
    )
    care: Care = option("Who looks after the Frail", default=Care.PARTY)


def carers(members: Sequence[Record[Character]]) -> list[Record[Character]]:
    """Who can look after the Frail: a healer's kit and Heal 0 or better (S30)."""
    return [
        each
        for each in members
        if not each.state.is_helpless
        and each.state.tool(Tool.HEALER) is not None
        and each.state.skill(Skill.HEAL) >= 0
    ]


@dataclass(frozen=True, slots=True)
class _Night:
    """One night of one character, as it is spent."""

    sleep: Sleep
    food: bool
    water: bool
    is_tended: bool
    is_sequential: bool


def _want(state: Character, night: _Night) -> Character | None:
    """What hunger, thirst and short sleep cost (S55 to S57); None for who dies of it (Q17 to Q19)."""
    start, most = state.strain, state.constitution
    costs = [(STARVATION, True)] if not night.food else []
    costs += [(DEHYDRATION, True)] if not night.water else []
    costs += [(SLEEPLESSNESS, False)] if night.sleep is Sleep.BROKEN else []
    for cost, is_deadly in costs:
        against = state.strain if night.is_sequential else start
        if is_deadly and against >= most:
            return None
        state = strained(state, cost)
    return state


def strained(state: Character, cost: int) -> Character:
    """With strain that can't be refused: beyond the maximum they fall unconscious for an hour (S36, Q17)."""
    if state.strain + cost > state.constitution:
        return replace(
            state,
            strain=max(state.strain, state.constitution),
            helpless=max(state.helpless, OUT_COLD),
            dragging=None,
        )
    return replace(state, strain=state.strain + cost)


def night_of(state: Character, night: _Night) -> tuple[Character, list[Event]]:
    """A character after one night, and the events of that night."""
    audience = seen_by(state)
    wanting = _want(replace(state, helpless=0, dragging=None), night)
    if wanting is None:
        cause = Clause(T("hunger")) if night.water else Clause(T("thirst"))
        return dead(state), [say_died(state.name, cause, audience)]
    state = refilled(wanting, Refill.DAWN)
    if night.sleep is Sleep.COMFORTABLE:
        state = refilled(replace(state, strain=max(0, state.strain - 1)), Refill.SLEEP)
        if night.food and state.frail is None:
            state = replace(state, hp=min(state.max_hp, state.hp + state.healing))
    return _frailty(state, night)


def _frailty(state: Character, night: _Night) -> tuple[Character, list[Event]]:
    """A day more of being Frail (S30, S31, Q22, Q55)."""
    frail = state.frail
    if frail is None:
        return state, []
    audience, is_bed = seen_by(state), night.sleep is Sleep.COMFORTABLE
    frail = replace(
        frail,
        days=frail.days + 1,
        nights=frail.nights + 1 if night.is_tended and is_bed else 0,
        tried=(),
        month=frail.month - is_bed if frail.month is not None else None,
        doom=frail.doom - 1 if frail.doom is not None else None,
    )
    if frail.doom == 0:
        return dead(state), [say_died(state.name, Clause(T("of Frailty, without care")), audience)]
    if frail.doom is None and (frail.nights >= WEEK or frail.month == 0):
        return replace(state, frail=None), [
            say(
                "rest.frailty_ended",
                T("{name} is no longer Frail."),
                name=Name(state.name),
                audience=audience,
            )
        ]
    if is_save_due(frail, is_tended=night.is_tended):
        return replace(state, frail=replace(frail, is_due=True)), [
            say(
                "rest.save_due",
                T("{name} has been Frail for a week without care: Physical save."),
                name=Name(state.name),
                audience=audience,
            )
        ]
    return replace(state, frail=frail), []


def is_save_due(frail: Frail, *, is_tended: bool) -> bool:
    """Whether a week has gone by without that care, and no save was made yet (S31)."""
    return frail.days >= WEEK and not is_tended and frail.month is None and frail.doom is None


def _ask_about_bed(world: World, party: Party) -> None:
    """Ask whether a proper bed can be where a dungeon or an encounter is."""
    delve = world.records.get(party.delve) if party.delve is not None else None
    met = [each.state.title for each in world.records.values() if each.kind == MET and not each.is_archived]
    asks = T("Is there really a proper bed, safe and undisturbed? Otherwise give another `sleep`.")()
    if delve is not None:
        world.note(T("{name} is in {site}. {asks}")(name=party.name, site=delve.state.name, asks=asks))
    elif met:
        world.note(T("{name} still faces {whom}. {asks}")(name=party.name, whom=met, asks=asks))


@deed(
    "party rest",
    of=PARTY,
    may=Permit.GAME_MASTERS,
    scope=lambda of: Scope((of.party,), (Want(MET, linking=of.party),), links=True),
    previewed=True,
    button="Rest",
)
def rest(found: RecordCopy[Party], action: Rest, dice: Dice) -> None:
    """Settle every night for every member. Raises RuleViolation where a save falls due before the last."""
    world, party, clock = found.world, found.state, found.state.clock
    if action.sleep is Sleep.COMFORTABLE:
        _ask_about_bed(world, party)
    members = [each for each in members_of(world, party) if not each.state.is_dead]
    healers = carers(members) if action.care is Care.PARTY else []
    turns = (MORNING + action.nights * HOURS_A_DAY - clock.hour) * TURNS_AN_HOUR - clock.turn
    found.change(clock=Clock(clock.day + action.nights, MORNING))
    found.say(
        "rest.nights",
        T("{name}: {n} {n:night|nights}, {sleep}. {now}."),
        name=Name(party.name),
        n=action.nights,
        sleep=Label(action.sleep),
        now=shown(found.state.clock),
    )
    people = dict[RecordId, Character]()
    for each in members:
        night = _Night(
            action.sleep,
            action.food,
            action.water,
            action.care is Care.HIRED or is_tended(each, healers),
            world.setting(WANT) == ONE_AFTER_ANOTHER,
        )
        people[each.id], told = _rested(each.state, action.nights, turns, night)
        found.tell(*_told(each.state, people[each.id]), *told)
    found.tell(*_pay_porters(party, action.nights, people))
    for each in members:
        if people[each.id] != each.state:
            found.put_other(each.id, people[each.id])


def _told(before: Character, after: Character) -> Iterator[Event]:
    """The line of one of them; who dies is told of already."""
    if after.is_dead:
        return
    full = [name for name, each in after.counters.items() if each.value > before.counters[name].value]
    yield say(
        "rest.rested",
        T("{name}: {hp}, {strain}{out}.{full}"),
        name=Name(after.name),
        hp=_hp(before, after),
        strain=Clause(T("Strain {strain}"), strain=after.strain)
        if after.strain == before.strain
        else Clause(T("Strain {strain_before} → {strain}"), strain_before=before.strain, strain=after.strain),
        out=Clause(T(", unconscious for an hour")) if after.helpless else NOTHING,
        full=Clause(T(" Full again: {counters:,}."), counters=Name.each(full)) if full else NOTHING,
        audience=audience_of(after),
    )


def _hp(before: Character, after: Character) -> Clause:
    """HP before → after; rest heals nobody Frail (S29)."""
    if before.hp != after.hp:
        return Clause(T("HP {hp_before} → {hp}"), hp_before=before.hp, hp=after.hp)
    if before.frail is not None:
        return Clause(T("HP {hp} (Frail: rest heals nothing)"), hp=after.hp)
    return Clause(T("HP {hp}"), hp=after.hp)


def _pay_porters(party: Party, days: int, people: dict[RecordId, Character]) -> Iterator[Event]:
    """The porters' days, out of the purse of who hired them, if there is as much in it (S51)."""
    for each in party.mounts:
        if each.carrier is not Carrier.PORTER:
            continue
        cost = CARRIERS[Carrier.PORTER].price * days
        payer = people.get(each.payer) if each.payer is not None else None
        if each.payer is None or payer is None or payer.coins < cost:
            yield say("rest.wages_owed", T("{name} is owed {cost:,} gold."), name=Name(each.name), cost=cost)
            continue
        people[each.payer] = paid(payer, -cost)
        yield say(
            "rest.wages_paid",
            T("{name}: {cost:,} gold, paid by {payer}."),
            name=Name(each.name),
            cost=cost,
            payer=Name(payer.name),
        )


def is_tended(patient: Record[Character], healers: Sequence[Record[Character]]) -> bool:
    """Whether somebody else of those looks after them."""
    return any(each.id != patient.id for each in healers)


def journey(state: Character, days: int, *, is_tended: bool) -> tuple[Character, list[Event]]:
    """One of them after so many days on the road: rough sleep, nothing wanting (S58, S60)."""
    night = _Night(Sleep.ROUGH, food=True, water=True, is_tended=is_tended, is_sequential=False)
    return _rested(state, days, days * HOURS_A_DAY * TURNS_AN_HOUR, night)


def _rested(state: Character, nights: int, turns: int, night: _Night) -> tuple[Character, list[Event]]:
    """One of them after all nights. Raises RuleViolation where a save has to be rolled before the last."""
    if state.frail is not None and state.frail.is_due:
        raise refused("rest.due", "{name}'s Physical save is due first: roll it.", name=state.name)
    state, told = passed(state, Unit.TURN, turns)
    for n in range(1, nights + 1):
        if state.is_dead:
            break
        state, more = night_of(state, night)
        told += more
        if n < nights and state.frail is not None and state.frail.is_due:
            raise refused(
                "rest.save_due",
                "{name}'s Physical save falls due after {n} {n:night|nights}. Let no more than that pass, "
                "roll it, then go on.",
                name=state.name,
                n=n,
            )
    return state, told

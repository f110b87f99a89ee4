"""What each does in a Turn (S62, S63): declared, settled beforehand for the silent, and resolved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.orders import ORDER_LENGTH, order_words
from bot.engine.people import Permit, Standing
from bot.engine.record import AtStep, Press, Step
from bot.engine.saying import Clause, Name, Words
from bot.engine.system import RecordId, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line
from bot.engine.working import RecordCopy, correction, deed
from bot.systems.sovereign.checks.means import known
from bot.systems.sovereign.delves.doors import (
    OPEN_ROLLS,
    OfCrew,
    Stopped,
    batter,
    by_player,
    door_of,
    known_doors,
    let_go_of_doors,
    member_of,
    of_crew,
    require_batterable,
    require_forceable,
    require_locked,
    require_shut,
)
from bot.systems.sovereign.delves.rules import DELVE, OfTurn, require_turn
from bot.systems.sovereign.delves.steps import ACT, deed_lines
from bot.systems.sovereign.dungeon import (
    THING_LENGTH,
    WORDS_LENGTH,
    Act,
    Activity,
    By,
    Delve,
    Door,
    Member,
    Silence,
    doing,
)
from bot.systems.sovereign.packs.rules import require_tool
from bot.systems.sovereign.parties.rules import PARTY, OnParty, members_of
from bot.systems.sovereign.people.rules import ANYBODY, CHARACTER
from bot.systems.sovereign.state import Character, Party, Tool

AT_A_DOOR = (Activity.PICK, Activity.FORCE, Activity.BATTER)


# -- declared -----------------------------------------------------------------------------------------


class Declare(OfCrew, OfTurn):
    """Say what your character does this Turn; you can change it until the Turn ends"""

    deed: Activity = option(
        "What you do", name="what", choices=tuple((e.value, e.texts[1]) for e in Activity)
    )
    words: str = option("Where and how", name="how", default="", max_length=WORDS_LENGTH)
    door: str = option("Which door", default="", suggest=known_doors, max_length=THING_LENGTH)


class Declared(Event):
    """Somebody said what they do, with the chance of what the book has rolled for it."""

    # The card shows it.
    stands_on_card = True
    name: str
    what: str
    roll: str = ""
    hits: int = 0
    of: int = 1

    def sentence(self) -> Safe:
        """What, and how likely."""
        means = known(self.roll) if self.roll else None
        chance = (
            T(", {roll}: {chance:.1%}")(roll=means.said, chance=self.hits / self.of)
            if means is not None
            else ""
        )
        return T("{name}: {what}{chance}.")(name=self.name, what=self.what, chance=chance)


def _saying(_delve: RecordId, state: Delve, step: Step) -> Iterator[Press]:
    character = state.crew[int(step.which)].character
    lines = deed_lines(doors=[(each.key, each.name) for each in state.doors])
    yield Press("act", T("Say what you do…"), {"character": character}, lines, is_main=True)
    yield Press("pass", T("Pass"), {"character": character, "deed": Activity.PASS})


@by_player("delve act", step=AtStep(ACT, _saying), button="Declare this")
def declare(found: RecordCopy[Delve], action: Declare, dice: Dice) -> None:
    """Note it (S62). Raises RuleViolation for who can't, who is busy, and what that door doesn't allow."""
    world, act = found.world, Act(action.deed, one_line(action.words), action.door)
    require_turn(action.turn, found.state)
    require_words(act)
    member = member_of(world, found.state, action.character)
    who = world.get(CHARACTER, action.character)
    _require_free(found.state, member)
    act, door = _at(world, found.state, who.state, act)
    if act == member.act:
        raise refused("act.same", "{name} has said that already; nothing was changed.", name=member.name)
    found.put(let_go_of_doors(world, found.state, who.id))
    member = replace(member, act=act, begun=found.state.turn, busy_until=0)
    found.tell(_told(who.state, act, door))
    if who.state.order and world.actor == who.state.player:
        silence = Silence.CALLER if member.silence is Silence.ORDER else member.silence
        member = replace(member, order="", silence=silence)
        found.change_other(who, order="")
        found.say("order.ended", T("{name} has spoken: the standing order ends."), name=Name(who.state.name))
    found.put(found.state.with_member(member))
    if act.deed is Activity.BATTER and door is not None:
        batter(found, member, found.state.door(door.key) or door, dice)


def require_words(act: Act) -> None:
    """Raises RuleViolation for something else that nobody says."""
    if act.deed is Activity.OTHER and not act.words:
        raise refused("act.words", "Say what it is: “something else” needs a few words.")


def _require_free(state: Delve, member: Member) -> None:
    """Raises RuleViolation for who is at work from an earlier Turn (Q47), or whose deed is done."""
    if state.is_busy(member) and (member.act is None or member.act.is_resolved or member.begun < state.turn):
        raise refused(
            "act.busy",
            "{name} is busy until the end of Turn {until}. `/act deed: stop` ends that.",
            name=member.name,
            until=member.busy_until,
        )
    if member.act is not None and member.act.is_resolved:
        raise refused("act.resolved", "{name}'s action this Turn is already resolved.", name=member.name)


def _at(world: World, state: Delve, who: Character, act: Act) -> tuple[Act, Door | None]:
    """The deed with the door it is about. Raises RuleViolation for what door or lock don't allow."""
    act, door = _at_door(state, act)
    if act.deed is Activity.PICK and door is not None:
        require_tool(world, who, Tool.THIEF)
        if door.key in who.locks:
            raise refused(
                "lock.barred",
                "{name} failed at this lock and can't try it again before the next level.",
                name=who.name,
            )
    return act, door


def _at_door(state: Delve, act: Act) -> tuple[Act, Door | None]:
    if act.door:
        door = door_of(state, act.door)
        act = replace(act, door=door.key)
    else:
        door = None
    if act.deed not in AT_A_DOOR:
        return act, door
    if door is None:
        if act.deed is Activity.BATTER or len(state.doors) > 0:
            raise refused("act.door", "Say which door.")
        return act, None
    require_shut(door)
    if act.deed is Activity.BATTER:
        require_batterable(door)
    if act.deed is Activity.PICK:
        require_locked(door)
    if act.deed is Activity.FORCE:
        require_forceable(door)
    return act, door


def _told(who: Character, act: Act, door: Door | None) -> Declared:
    what = doing(act, door)
    check = OPEN_ROLLS.get(act.deed)
    if check is None or who.is_npc:
        return Declared(who.name, what)
    chance = check.chance(who)
    return Declared(who.name, what, check.text, chance.numerator, chance.denominator)


class StopWork(OfCrew):
    """Stop what keeps your character busy, such as battering a door"""


@by_player("delve stop", button="Stop the work")
def stop_work(found: RecordCopy[Delve], action: StopWork, dice: Dice) -> None:
    """Free them (Q47); what they began in this Turn and is resolved stays their deed of it (S62).

    Raises RuleViolation for who isn't busy.
    """
    state, member = found.state, member_of(found.world, found.state, action.character)
    if not state.is_busy(member):
        raise refused("act.not_busy", "{name} isn't busy.", name=member.name)
    is_done = member.act is not None and member.act.is_resolved and member.begun == state.turn
    free = replace(member, busy_until=0, act=member.act if is_done else None)
    found.put(let_go_of_doors(found.world, state, member.character).with_member(free))
    found.tell(Stopped(member.name))


# -- the caller (S1) ------------------------------------------------------------------------------------


class CallForAll(OfTurn):
    """Say what the whole party does this Turn, as its caller; anyone can do something else"""

    deed: Activity = option(
        "What you all do", name="what", choices=tuple((e.value, e.texts[1]) for e in Activity)
    )
    words: str = option("Where and how", name="how", default="", max_length=WORDS_LENGTH)
    door: str = option("Which door", default="", suggest=known_doors, max_length=THING_LENGTH)


class CalledForAll(Event):
    """The caller's plan for all who don't say otherwise."""

    stands_on_card = True
    caller: str
    what: str

    says = T("{caller}'s plan for all: {what}.")


@deed("delve plan", of=DELVE, may=Permit.MEMBERS, button="Set the plan for all")
def call_for_all(found: RecordCopy[Delve], action: CallForAll, dice: Dice) -> None:
    """Note it. Raises UserError for who isn't the caller."""
    world, state = found.world, found.state
    require_turn(action.turn, state)
    caller = state.member(state.caller) if state.caller is not None else None
    if world.standing is not Standing.GAME_MASTER and (caller is None or caller.player != world.actor):
        raise refused(
            "call.caller",
            "{who} for this delve. `/act deed: who calls` changes that.",
            who=T("{name} calls")(name=caller.name) if caller is not None else T("Nobody calls")(),
        )
    if action.deed is Activity.BATTER:
        raise refused("call.batter", "Each who batters a door says so: it keeps them busy for several Turns.")
    if action.deed is Activity.PICK:
        raise refused(
            "call.pick", "Who picks a lock says so: it takes their own tools, and one failure bars it."
        )
    act, door = _at_door(state, Act(action.deed, one_line(action.words), action.door, by=By.CALLER))
    require_words(act)
    if act == state.call:
        raise refused("call.same", "That's the plan already; nothing was changed.")
    found.change(call=act)
    found.tell(CalledForAll(caller.name if caller is not None else state.name, doing(act, door)))


class SetCaller(OfCrew):
    """Choose who calls: whose plan counts for all who say nothing"""


@deed("delve caller", of=DELVE, may=Permit.MEMBERS, scope=of_crew, button="Let them call")
def set_caller(found: RecordCopy[Delve], action: SetCaller, dice: Dice) -> None:
    """Let them. Raises RuleViolation for who isn't along, and UserError for who isn't in the delve."""
    world, member = found.world, member_of(found.world, found.state, action.character)
    players = {each.player for each in found.state.crew}
    if world.standing is not Standing.GAME_MASTER and world.actor not in players:
        raise refused("delve.not_yours", "Only a {gm} or a player in the delve can do that.")
    if found.state.caller == member.character:
        raise refused("caller.same", "{name} calls already.", name=member.name)
    found.change(caller=member.character)
    found.say("delve.caller", T("{name} calls for the party from now on."), name=Name(member.name))


# -- what the silent do ---------------------------------------------------------------------------------


class SettleSilence(OfCrew):
    """Say what your character does if you're silent"""

    silence: Silence = option(
        "If you say nothing", name="then", choices=tuple((each.value, each.texts[1]) for each in Silence)
    )
    words: str = option(
        "Your standing order, in your words", name="order", default="", max_length=ORDER_LENGTH
    )


class SilenceSettled(Event):
    """What somebody does who says nothing; `words` are their standing order."""

    stands_on_card = True
    name: str
    words: str = ""
    silence: Silence = Silence.CALLER

    def sentence(self) -> Safe:
        """Which."""
        if self.words:
            return T("If {name} says nothing: {words}")(name=self.name, words=self.words)
        return T("If {name} says nothing: {silence}.")(name=self.name, silence=self.silence)


@by_player("delve silent", button="Settle what silence means")
def settle_silence(found: RecordCopy[Delve], action: SettleSilence, dice: Dice) -> None:
    """Keep it on the sheet, and for this delve. Raises RuleViolation where it is so already."""
    state, who = found.state, found.world.get(CHARACTER, action.character)
    member = state.member(who.id)
    if member is None:
        raise refused("delve.not_along", "{name} isn't in {delve}.", name=who.state.name, delve=state.name)
    typed = order_words(action.words)
    if typed and typed != member.order and action.silence is not Silence.ORDER:
        # Who writes an order means it, whatever stood in the list.
        action = replace(action, silence=Silence.ORDER)
    words = typed if action.silence is Silence.ORDER else ""
    if action.silence is Silence.ORDER and not (words or who.state.order):
        raise refused("order.none", "Write the standing order: what do they do?")
    order = words or (who.state.order if action.silence is Silence.ORDER else "")
    after = replace(member, silence=action.silence, order=order)
    if after == member:
        raise refused("silence.same", "That's how it is already; nothing was changed.")
    found.put(state.with_member(after))
    if order != who.state.order:
        found.change_other(who, order=order)
    found.tell(SilenceSettled(who.state.name, order, action.silence))


# -- what the party always does -------------------------------------------------------------------------


class SettleProcedures(OnParty):
    """Write down what the party always does, and who listens and goes ahead; the bot carries it out"""

    door: str | None = option("At a door", default=None, max_length=WORDS_LENGTH)
    corridor: str | None = option("In a corridor", default=None, max_length=WORDS_LENGTH)
    chest: str | None = option("Before a chest", default=None, max_length=WORDS_LENGTH)
    lights: str | None = option("Lights: who carries which", default=None, max_length=WORDS_LENGTH)
    watches: str | None = option("Watches", default=None, max_length=WORDS_LENGTH)
    listener: RecordId | None = option("Who listens at each door", default=None, finder=ANYBODY)
    scout: RecordId | None = option("Who goes ahead, nearest to what is hidden", default=None, finder=ANYBODY)


PROCEDURES: Mapping[str, Clause] = {
    "door": Clause(T("at a door")),
    "corridor": Clause(T("in a corridor")),
    "chest": Clause(T("before a chest")),
    "lights": Clause(T("lights")),
    "watches": Clause(T("watches")),
    "listener": Clause(T("listens at doors")),
    "scout": Clause(T("goes ahead")),
}


@correction(
    "party always",
    of=PARTY,
    may=Permit.MEMBERS,
    already=("party.same", T("That's how it already is; nothing was changed.")),
    button="Write it down",
)
def settle_procedures(found: RecordCopy[Party], action: SettleProcedures, dice: Dice) -> None:
    """Keep it with the party. Raises UserError for who isn't in it, and where nothing changes."""
    world, party = found.world, found.state
    members = members_of(world, party)
    if world.standing is not Standing.GAME_MASTER and world.actor not in [e.state.player for e in members]:
        raise refused("party.not_yours", "Only a {gm} or a player in the party can do that.")
    given = {name: value for name in PROCEDURES if (value := getattr(action, name)) is not None}
    texts: dict[str, Any] = {name: one_line(value) for name, value in given.items()}
    for name in ("listener", "scout"):
        if name in texts and texts[name] not in party.members:
            raise refused("party.not_along", "Whoever listens or goes ahead has to be in the party.")
    found.change(always=replace(party.always, **texts))
    names: dict[str, str] = {each.id: each.state.name for each in members}
    lines = [
        Clause(
            T("{label}: {text}"), label=PROCEDURES[name], text=Words(names.get(text, text), by=world.actor)
        )
        for name, text in texts.items()
        if text
    ]
    found.say("party.always", T("What {name} always does. {lines:,}"), name=Name(party.name), lines=lines)

"""Rolls: agreed on before they fall, made at once, asked of several, and made together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from bot.engine.declare import Action, Suggest, checked, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.pace import DECIDES, Tempo, acts
from bot.engine.people import GAME_MASTERS, Permit, Standing
from bot.engine.proposals import Proposing
from bot.engine.record import AtStep, Press
from bot.engine.saying import Clause, Name, Said, Words, say
from bot.engine.steps import at
from bot.engine.system import Kind, Record, RecordId, Scope, Step, World
from bot.engine.text import Labelled, Safe, T, of_length, refused
from bot.engine.words import one_line
from bot.engine.working import Declares, RecordCopy, WorkingCopy, correction, deed
from bot.errors import UserError
from bot.systems.sovereign.book import ROLLS_AT_ONCE, Attribute, Skill, group_share
from bot.systems.sovereign.checks.means import (
    TEXT_LENGTH,
    Check,
    Diced,
    Fall,
    Means,
    NoRoll,
    every,
    known,
    read,
    said,
)
from bot.systems.sovereign.parties.rules import SEVERAL
from bot.systems.sovereign.people.rules import (
    ANYBODY,
    CHARACTER,
    OnCharacter,
    audience_of,
    require_able,
    seen_by,
)
from bot.systems.sovereign.settings import AGREED, ROLLS
from bot.systems.sovereign.state import Character

WHAT_LENGTH, MOST_LEEWAY, MOST_CALLED = 200, 5, 12


def rolls(asker: Asker) -> list[Pair]:
    """What could be rolled, each with the chance of whoever is meant."""
    try:
        who = asker.record("character").state
    except (UserError, LookupError, KeyError):
        who = None
    return [(_suggested(each, who), each.text) for each in every()]


def falling(asker: Asker) -> list[Pair]:
    """The same where dice are to fall."""
    return [pair for pair in rolls(asker) if pair[1] != NoRoll().text]


def _suggested(means: Any, who: Character | None) -> str:
    if who is None or isinstance(means, NoRoll):
        return str(means.text)
    return T("{roll}: {chance:.1%}").plain(roll=means.said, chance=float(means.chance(who)))


def _written(hint: str, suggest: Suggest = falling, **more: Any) -> Any:
    return option(hint, label="Roll", suggest=suggest, max_length=TEXT_LENGTH, parse=checked(read), **more)


WHICH = "A check like DEX/Sneak, a save like Physical, 2 in 6, 40%, or no roll"


# -- what is told ---------------------------------------------------------------------------------------


class Rolled(Diced):
    """A roll, and what comes of it. `failure` is what was said to come of missing it."""

    what: str = ""
    failure: str = ""

    def sentence(self) -> Safe:
        """What was tried, the dice, and whether it succeeds."""
        means = known(self.roll)
        what = (
            T("{name}: {what}.")(name=self.name, what=self.what)
            if self.what
            else T("{name}:")(name=self.name)
        )
        if isinstance(means, NoRoll):
            return T("{what} It's done, without a roll.")(what=what)
        fails = T("**Fails.** {failure}")(failure=self.failure) if self.failure else T("**Fails.**")()
        return T("{what} {roll}: {dice}. {comes}")(
            what=what,
            roll=said(self.roll),
            dice=self.dice,
            comes=T("**Succeeds.**")() if self.is_success else fails,
        )


def _say_seen(name: Name, what: str, *, is_success: bool) -> Said:
    """What the players see of an NPC's roll; its numbers are the game master's."""
    if what:
        comes = Clause(T("**Succeeds.**")) if is_success else Clause(T("**Fails.**"))
        said_of = Words(what, by=None)
        return say("npc.rolled", T("{name}: {what}. {comes}"), name=name, what=said_of, comes=comes)
    if is_success:
        return say("npc.succeeds", T("{name} **succeeds**."), name=name)
    return say("npc.fails", T("{name} **fails**."), name=name)


def rolled(
    state: Character, means: Any, dice: Dice, what: str = "", failure: str = "", *, is_secret: bool = False
) -> tuple[Fall, list[Event]]:
    """Somebody's roll as it falls, and what is told of it; an NPC's dice are secret."""
    fall = means.roll(state, dice, is_secret=is_secret or state.is_npc)
    audience = GAME_MASTERS if is_secret else audience_of(state)
    event = Rolled.fell(state.name, means, fall, what=what, failure=failure, audience=audience)
    if not state.is_npc or is_secret or not seen_by(state).everyone:
        return fall, [event]
    return fall, [event, _say_seen(Name(state.name), what, is_success=fall.is_success)]


# -- agreed on (S2, S3) -----------------------------------------------------------------------------------


class Try(OnCharacter):
    """Say what you try and what you'd roll; a game master accepts, and the dice fall"""

    what: str = option("What is tried", label="What", max_length=WHAT_LENGTH)
    roll: str = _written(WHICH, rolls)
    cost: str = option("What it takes: a Turn, a torch", label="Takes", default="", max_length=100)
    failure: str = option("What happens if it fails", label="If it fails", default="", max_length=WHAT_LENGTH)
    leeway: int = option(
        "A number: how much harder you'd accept without being asked again",
        label="Harder by, unasked",
        default=0,
        least=0,
        most=MOST_LEEWAY,
    )


def _say_terms(means: Means, chance: Fraction) -> Said:
    """The roll and its exact chance."""
    if isinstance(means, NoRoll):
        return say("check.no_roll", T("No roll: it just works."))
    return say(
        "check.terms", T("**{roll}**: {chance:.1%} to succeed."), roll=means.said, chance=float(chance)
    )


def _offered(world: World, proposed: Any) -> tuple[Event, ...]:
    state, means = world.get(CHARACTER, proposed.character).state, read(proposed.roll)
    found: list[Event] = [_say_terms(means, means.chance(state))]
    if cost := proposed.cost:
        found.append(say("check.cost", T("Takes: {cost}"), cost=Words(cost, world.actor)))
    if failure := proposed.failure:
        found.append(say("check.failure", T("If it fails: {failure}"), failure=Words(failure, world.actor)))
    # A game master's own would bind the player.
    if proposed.leeway and world.actor == state.player:
        found.append(
            say("check.leeway", T("Up to {n} harder is fine without asking again."), n=proposed.leeway)
        )
    return tuple(found)


def _title(before: World, _after: World, proposed: Any) -> str:
    state = before.records[proposed.character].state
    what = proposed.what or read(proposed.roll).said
    return T("{name}: {what}").plain(name=state.name, what=what)


def _asked(world: World, proposed: Any) -> int | None:
    """The player, where a game master asks."""
    return world.get(CHARACTER, proposed.character).state.player if _is_led(world) else None


def _is_led(world: World) -> bool:
    return world.standing is Standing.GAME_MASTER


def _needs_word(world: World, proposed: Any) -> bool:
    """Whether the other side has to agree: always, but of one's own character as game master."""
    player = world.get(CHARACTER, proposed.character).state.player
    return not _is_led(world) or player not in (None, world.actor)


def _spelled(proposed: Any, *names: str) -> Mapping[str, str]:
    """The terms as the other side may change them; the roll with its target, about which one haggles."""
    found = {name: getattr(proposed, name) for name in names}
    means = known(proposed.roll)
    return found | {"roll": means.spelled} if isinstance(means, Check) else found


def _is_agreed(proposed: Try, changed: Try) -> bool:
    """Whether the terms are harder by no more than the player said is fine."""
    one, other = read(proposed.roll), read(changed.roll)
    if replace(changed, roll=proposed.roll) != proposed or type(one) is not type(other):
        return False
    pairs = ("attribute", "skill", "save", "of")
    is_same = all(getattr(one, name, None) == getattr(other, name, None) for name in pairs)
    return is_same and other.difficulty - one.difficulty <= proposed.leeway


TERMS: Proposing[Any] = Proposing(
    _needs_word,
    _title,
    lambda tried: _spelled(tried, "what", "roll", "cost", "failure"),
    to=_asked,
    foretold=_offered,
    about=lambda tried: (tried.character,),
    agreed=_is_agreed,
    accept=T("Agree and roll"),
    change=T("Negotiate…"),
)


@deed(
    "sov try",
    of=CHARACTER,
    may=Permit.OWNER_OR_GAME_MASTER,
    proposed=TERMS,
    when=(require_able,),
    button="Try this",
)
def try_it(found: RecordCopy[Character], action: Try, dice: Dice) -> None:
    """Roll what was agreed (S2). Raises RuleViolation for who can't act, or what is no roll."""
    what = of_length(
        one_line(action.what),
        WHAT_LENGTH,
        "try.what",
        "Say what you try in 1 to {most} characters{given}.",
        least=1,
    )
    _roll_at_once(found, action.roll, dice, what, action.failure)


def _roll_at_once(
    found: RecordCopy[Character],
    roll: str,
    dice: Dice,
    what: str,
    failure: str = "",
    *,
    is_secret: bool = False,
) -> None:
    means = read(roll)
    _, told = rolled(found.state, means, dice, one_line(what), one_line(failure), is_secret=is_secret)
    found.tell(*told)


# -- at once ----------------------------------------------------------------------------------------------


class RollNow(OnCharacter):
    """Roll a check, save or chance; a game master who rolls for a player asks them first"""

    roll: str = _written(WHICH)
    what: str = option("What for", name="why", default="", max_length=WHAT_LENGTH)
    is_secret: bool = option("For game masters: only they see it", name="secret", default=False)

    cost = ""
    failure = ""
    leeway = 0


def _must_ask(world: World, proposed: RollNow) -> bool:
    """Whether somebody has to agree: the player who let nobody roll; a game master, where it is so set."""
    state = world.get(CHARACTER, proposed.character).state
    if not _is_led(world):
        # A secret isn't theirs to propose: the roll refuses it.
        return world.setting(ROLLS) == AGREED and not proposed.is_secret
    return not (proposed.is_secret or state.is_consenting or state.player in (None, world.actor))


ROLLED: Proposing[Any] = replace(
    TERMS,
    needs=_must_ask,
    changes=lambda rolled: _spelled(rolled, "roll", "what"),
    agreed=lambda _proposed, _changed: False,
    accept=T("Roll"),
)


@deed(
    "sov roll",
    of=CHARACTER,
    may=Permit.OWNER_OR_GAME_MASTER,
    proposed=ROLLED,
    when=(require_able,),
    button="Roll now",
)
def roll_now(found: RecordCopy[Character], action: RollNow, dice: Dice) -> None:
    """Roll it. Raises UserError for who can't act, what is no roll, and a player's secret."""
    if action.is_secret and not _is_led(found.world):
        raise refused("roll.secret", "Only a {gm} can roll in secret.")
    means = read(action.roll)
    if not isinstance(means, NoRoll):
        says = T("{name} rolls {roll}: {chance:.1%} to succeed.")
        found.note(says(name=found.state.name, roll=means.said, chance=float(means.chance(found.state))))
    _roll_at_once(found, action.roll, dice, action.what, is_secret=action.is_secret)


# -- asked of several, and together (S18, S19) --------------------------------------------------------------


class Answer(Labelled):
    """Where one of the people asked for a roll stands."""

    WAITS = "waits", "no answer yet"
    JOINED = "joined", "in"
    OUT = "out", "out"
    SUCCEEDED = "succeeded", "succeeds"
    FAILED = "failed", "fails"


@dataclass(frozen=True, slots=True)
class Called:
    """One of those who are asked, with what they add and how likely they succeed."""

    character: RecordId
    name: str
    player: int | None
    adds: int
    hits: int
    of: int
    answer: Answer = Answer.WAITS

    @property
    def share(self) -> int:
        """What they add to a group check (S19)."""
        return group_share(self.adds)


@dataclass(frozen=True, slots=True)
class Call:
    """A roll asked of several; with a `roller` they roll one check together."""

    what: str
    roll: str
    failure: str
    members: tuple[Called, ...]
    roller: RecordId | None = None

    def member(self, character: RecordId) -> Called | None:
        """The one of that id."""
        return next((each for each in self.members if each.character == character), None)


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """Roll what one is asked."""

    call: RecordId
    character: RecordId


@dataclass(frozen=True, slots=True)
class JoinGroup:
    """Take part in a group check, or stay out."""

    call: RecordId
    character: RecordId
    is_in: bool


@dataclass(frozen=True, slots=True)
class RollGroup:
    """Roll the group check, without those who stay silent."""

    call: RecordId
    character: RecordId


@dataclass(frozen=True, slots=True)
class EndCall:
    """Call it off."""

    call: RecordId


ROLL, JOIN, GROUP = "roll", "join", "group"


def steps(_call: RecordId, state: Call) -> Sequence[Step]:
    """One step for each who is silent; the roller's, once there is a group."""
    found = [
        _step(state, n, each)
        for n, each in enumerate(state.members)
        if each.answer is Answer.WAITS and each.character != state.roller
    ]
    roller = state.member(state.roller) if state.roller is not None else None
    if roller is None:
        return found
    label = T("{name} rolls for the group: {what}").plain(name=roller.name, what=_about(state))
    return (*found, Step(GROUP, label, roller.player, silent=DECIDES, of=len(state.members)))


def _about(state: Call) -> str | Clause:
    return state.what or read(state.roll).said


def _step(state: Call, n: int, member: Called) -> Step:
    label = T("{name}: {what}").plain(name=member.name, what=_about(state))
    sort, silent = (ROLL, DECIDES) if state.roller is None else (JOIN, acts("out", T("stays out")))
    return Step(f"{sort}{n}", label, member.player, silent=silent, of=len(state.members), sort=sort)


def _handed_over(state: Call, player: int, of: RecordId) -> Call:
    members = tuple(replace(each, player=player) if each.character == of else each for each in state.members)
    return replace(state, members=members)


CALL: Kind[Call] = Kind(
    "call",
    Call,
    title=lambda state: T("{what}").plain(what=_about(state)),
    links=lambda state: tuple(each.character for each in state.members),
    tempo=Tempo.EXPLORATION,
    waiting=steps,
    steps=(ROLL, JOIN, GROUP),
    hand_over=_handed_over,
    goes_along=True,
    has_live_card=True,
    is_divisible=True,
    is_untold=True,
    case=lambda state: T("The call “{what}”")(what=_about(state)),
)


class OfSeveral(Action):
    """Something asked of several."""

    who: tuple[RecordId, ...] = option("Names separated by commas, or the party", label="Who", finder=SEVERAL)


class Ask(OfSeveral):
    """Call for a check or save; characters who let you roll are rolled for at once"""

    roll: str = _written("A check like WIS/Notice, or a save like Evasion")
    what: str = option("What for", name="why", default="", max_length=WHAT_LENGTH)
    failure: str = option("What happens to who fails", default="", max_length=WHAT_LENGTH)
    is_secret: bool = option("Roll all of them now, for game masters only", name="secret", default=False)


class Group(OfSeveral):
    """A group check: one rolls, everybody else who joins adds or takes 1"""

    roll: str = _written("A check like DEX/Sneak")
    roller: RecordId | None = option(
        "Who rolls; the one with the best chance by default",
        default=None,
        finder=ANYBODY,
    )
    what: str = option("What for", name="why", default="", max_length=WHAT_LENGTH)
    failure: str = option("What happens if it fails", default="", max_length=WHAT_LENGTH)


class GroupRolled(Diced):
    """A group check as it fell (S19)."""

    group: int
    helpers: tuple[str, ...]
    what: str = ""
    failure: str = ""

    def sentence(self) -> Safe:
        """Who rolled, who helped, and what comes of it."""
        helped = T(" with {names} ({n:+})")(names=list(self.helpers), n=self.group) if self.helpers else ""
        fails = T("**Fails.** {failure}")(failure=self.failure) if self.failure else T("**Fails.**")()
        return T("{name}{helped}{what}: {roll}: {dice}. {comes}")(
            name=self.name,
            helped=helped,
            what=T(", {what}")(what=self.what) if self.what else "",
            roll=said(self.roll),
            dice=self.dice,
            comes=T("**Succeeds.**")() if self.is_success else fails,
        )


def _member(record: Record[Character], means: Any) -> Called:
    state, chance = record.state, means.chance(record.state)
    adds = means.adds(state) if isinstance(means, Check) else 0
    return Called(record.id, state.name, state.player, adds, chance.numerator, chance.denominator)


def _is_free(world: World, state: Character) -> bool:
    """Whether a game master rolls for them without asking."""
    return state.is_consenting or state.player in (None, world.actor)


def _able(world: World, who: Sequence[RecordId]) -> list[Record[Character]]:
    records = [world.get(CHARACTER, each) for each in dict.fromkeys(who)]
    if len(records) > MOST_CALLED:
        raise refused("call.too_many", "You can ask at most {n} at once.", n=MOST_CALLED)
    for each in records:
        require_able(each.state)
    return records


@deed("sov ask", may=Permit.GAME_MASTERS, button="Call for the roll")
def ask(copy: WorkingCopy, action: Ask, dice: Dice) -> None:
    """Roll for who lets it, or in secret; ask the others. Raises RuleViolation for who can't act."""
    means, records = read(action.roll), _able(copy.world, action.who)
    what, failure = one_line(action.what), one_line(action.failure)
    if isinstance(means, NoRoll):
        raise refused("call.no_roll", "There's nothing to roll. Name a check or a save.")
    _note_asked(copy, action, means, records)
    members: list[Called] = []
    for record in records:
        member, state = _member(record, means), record.state
        if action.is_secret or _is_free(copy.world, state):
            fall, told = rolled(state, means, dice, what, failure, is_secret=action.is_secret)
            copy.tell(*told)
            member = replace(member, answer=Answer.SUCCEEDED if fall.is_success else Answer.FAILED)
        if not state.is_npc:
            members.append(member)
    waiting = [each.name for each in members if each.answer is Answer.WAITS]
    if waiting:
        copy.open(CALL, Call(what, means.text, failure, tuple(members)))
        copy.say("call.opened", T("{roll} for {names}."), roll=means.said, names=Name.each(waiting))
    else:
        copy.subject = records[0].id


def _note_asked(copy: WorkingCopy, action: Ask, means: Means, records: Sequence[Record[Character]]) -> None:
    """Note who is rolled for at once, and who is asked: where dice fall a preview tells nothing else."""
    at_once = [each.state for each in records if action.is_secret or _is_free(copy.world, each.state)]
    for state in at_once:
        says = T("{name} rolls {roll} at once: {chance:.1%}.")
        copy.note(says(name=state.name, roll=means.said, chance=float(means.chance(state))))
    asked = [each.state.name for each in records if each.state not in at_once]
    if at_once and asked:
        copy.note(T("{names:,} {n:is|are} asked for {roll}.")(names=asked, n=len(asked), roll=means.said))


@deed("sov group", may=Permit.GAME_MASTERS, button="Call for a group check")
def group(copy: WorkingCopy, action: Group, dice: Dice) -> None:
    """Open a group check (S19, Q6, Q7): who lets game masters roll is in. Raises RuleViolation."""
    means = read(action.roll)
    if not isinstance(means, Check):
        raise refused("group.check", "A group makes a check, like DEX/Sneak.")
    who = (*action.who, action.roller) if action.roller is not None else action.who
    records = _able(copy.world, who)
    for record in records:
        if not seen_by(record.state).everyone:
            raise refused("group.hidden", "The players don't know {name} yet.", name=record.state.name)
    if len(records) < 2:
        raise refused("group.alone", "A group check takes two or more. Use `/sov ask` for one.")
    members = [_member(each, means) for each in records]
    best = max(members, key=lambda each: each.adds).character
    roller = action.roller or best
    free = {each.id for each in records if _is_free(copy.world, each.state)} - {roller}
    joined = tuple(
        replace(each, answer=Answer.JOINED) if each.character in free else each for each in members
    )
    copy.open(CALL, Call(one_line(action.what), means.text, one_line(action.failure), joined, roller))
    rolling = next(each.state for each in records if each.id == roller)
    chance = float(means.chance(rolling))
    copy.note(T("{name} rolls for the group: {chance:.1%} alone.")(name=rolling.name, chance=chance))
    names = Name.each(each.name for each in members)
    copy.say("call.group", T("Group check, {roll}: {names}."), roll=means.said, names=names)


def _of_call(answer: Any) -> Scope:
    return Scope((answer.call,), links=True)


def _player(world: World, answer: Any) -> int | None:
    member = world.get(CALL, answer.call).state.member(answer.character)
    return member.player if member is not None else None


A = TypeVar("A")


def answering(step: AtStep) -> Declares[RecordCopy[Call], A]:
    """Declare how one of those who are asked answers, on a copy of the call as `correction` makes it."""
    permit = Permit.OWNER_OR_GAME_MASTER
    return correction(of=CALL, may=permit, scope=_of_call, owner=_player, step=step, already=None)


def _waiting(state: Call, answer: AnswerCall | JoinGroup) -> Called:
    member = state.member(answer.character)
    if member is None or member.answer is not Answer.WAITS:
        raise refused("call.answered", "That's answered already. The newest message says how.")
    return member


def _can_help(world: World, member: Called) -> bool:
    found = world.records[member.character]
    return not found.is_archived and not found.state.is_helpless


def _with(state: Call, member: Called) -> Call:
    members = tuple(member if each.character == member.character else each for each in state.members)
    return replace(state, members=members)


def _rolling(_call: RecordId, state: Call, step: Step) -> Iterator[Press]:
    member = state.members[int(step.which)]
    label = T("{name}: roll ({chance:.1%})").plain(name=member.name, chance=member.hits / member.of)
    yield Press("roll", label, {"character": member.character}, is_main=True, advance=ROLLS_AT_ONCE)


@answering(AtStep(ROLL, _rolling))
def answer_call(found: RecordCopy[Call], action: AnswerCall, dice: Dice) -> None:
    """Roll it, once. Raises RuleViolation for a second answer, or who can't act by now."""
    call, member = found.state, _waiting(found.state, action)
    state = found.world.get(CHARACTER, action.character).state
    require_able(state)
    fall, told = rolled(state, read(call.roll), dice, call.what, call.failure)
    found.put(_with(call, replace(member, answer=Answer.SUCCEEDED if fall.is_success else Answer.FAILED)))
    found.tell(*told)
    if all(each.answer is not Answer.WAITS for each in found.state.members):
        found.archive()


def _joining(_call: RecordId, state: Call, step: Step) -> Iterator[Press]:
    member = state.members[int(step.which)]
    joins = T("{name} joins ({n:+})").plain(name=member.name, n=member.share)
    yield Press("join", joins, {"character": member.character, "is_in": True}, is_main=True)
    out = T("{name} stays out").plain(name=member.name)
    yield Press("out", out, {"character": member.character, "is_in": False})


@answering(AtStep(JOIN, _joining))
def join_group(found: RecordCopy[Call], action: JoinGroup, dice: Dice) -> None:
    """Take part or stay out, once. Raises RuleViolation for a second answer."""
    member = _waiting(found.state, action)
    if action.is_in:
        require_able(found.world.get(CHARACTER, action.character).state)
        found.say("call.joined", T("{name} joins in: {n:+}."), name=Name(member.name), n=member.share)
    else:
        found.say("call.out", T("{name} stays out."), name=Name(member.name))
    found.put(_with(found.state, replace(member, answer=Answer.JOINED if action.is_in else Answer.OUT)))


def _rolling_together(_call: RecordId, state: Call, _step: Step) -> Iterator[Press]:
    roller = state.member(state.roller) if state.roller is not None else None
    if roller is not None:
        joined = sum(each.share for each in state.members if each.answer is Answer.JOINED)
        label = T("Roll ({n:+})").plain(n=roller.adds + joined)
        yield Press("roll", label, {"character": roller.character}, is_main=True)


@answering(AtStep(GROUP, _rolling_together))
def roll_group(found: RecordCopy[Call], action: RollGroup, dice: Dice) -> None:
    """Roll with all who joined (S19). Raises RuleViolation where another was to roll."""
    world, call = found.world, found.state
    state = world.get(CHARACTER, action.character).state
    if action.character != call.roller:
        raise refused("group.roller", "{name} doesn't roll for the group.", name=state.name)
    require_able(state)
    means = read(call.roll)
    helpers = [each for each in call.members if each.answer is Answer.JOINED and _can_help(world, each)]
    share = sum(each.share for each in helpers)
    fall = means.roll(state, dice, more=share)
    names = tuple(each.name for each in helpers)
    event = GroupRolled.fell(
        state.name, means, fall, group=share, helpers=names, what=call.what, failure=call.failure
    )
    found.archive()
    found.tell(event)


def _ending(call: RecordId, state: Call, step: Step) -> Iterator[Press]:
    """At the last who is asked to roll."""
    if step.name == steps(call, state)[-1].name:
        yield Press("end", T("Call it off"))


@correction(
    of=CALL,
    scope=_of_call,
    step=(AtStep(ROLL, _ending, place=1), at(GROUP, "end", T("Call it off"), place=1)),
)
def end_call(found: RecordCopy[Call], action: EndCall, dice: Dice) -> None:
    """Close a check without those who stay silent."""
    call = found.state
    what = Clause(T("{what}"), what=Words(call.what, by=None)) if call.what else read(call.roll).said
    found.archive()
    found.say("check.called_off", T("Called off: {what}."), what=what)


def best_pair(state: Character, pairs: Sequence[tuple[Attribute, Skill]]) -> tuple[Attribute, Skill]:
    """The pair that adds most."""
    return max(pairs, key=lambda pair: state.adds(*pair))

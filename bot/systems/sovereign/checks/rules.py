"""Rolls: agreed on before they fall, made at once, asked of several, and made together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.engine.asking import Asking, Pair
from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import DECIDES, Tempo, acts
from bot.engine.people import GAME_MASTERS, Permit, Standing
from bot.engine.proposals import Proposing
from bot.engine.system import Choice, Kind, Open, Record, RecordId, Replace, Scene, Scope, Step, Turn
from bot.engine.text import Labelled, Safe, T, of_length, refused
from bot.engine.words import one_line
from bot.errors import UserError
from bot.systems.sovereign.book import ROLLS_AT_ONCE, Attribute, Skill, group_share
from bot.systems.sovereign.checks.means import (
    TEXT_LENGTH,
    Check,
    Diced,
    Fall,
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


def rolls(asking: Asking) -> list[Pair]:
    """What could be rolled, each with the chance of whoever is meant."""
    try:
        who = asking.record("character").state
    except (UserError, LookupError, KeyError):
        who = None
    return [(_suggested(each, who), each.text) for each in every()]


def _suggested(means: Any, who: Character | None) -> str:
    if who is None or isinstance(means, NoRoll):
        return str(means.text)
    return T("{roll}: {chance:.1%}").plain(roll=means.said, chance=float(means.chance(who)))


def _written(hint: str, **more: Any) -> Any:
    return option(hint, label="Roll", suggest=rolls, max_length=TEXT_LENGTH, **more)


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


class NpcRolled(Event):
    """What the players see of an NPC's roll; its numbers are the game master's."""

    name: str
    what: str
    is_success: bool

    def sentence(self) -> T:
        """Whether it succeeds."""
        if self.what:
            return T("{name}: {what}. **Succeeds.**") if self.is_success else T("{name}: {what}. **Fails.**")
        return T("{name} **succeeds**.") if self.is_success else T("{name} **fails**.")


def rolled(
    state: Character, means: Any, dice: Dice, what: str = "", failure: str = "", *, is_secret: bool = False
) -> tuple[Fall, list[Event]]:
    """Somebody's roll as it falls, and what is told of it; an NPC's dice are secret."""
    fall = means.roll(state, dice, is_secret=is_secret or state.is_npc)
    audience = GAME_MASTERS if is_secret else audience_of(state)
    event = Rolled.fell(state.name, means, fall, what=what, failure=failure, audience=audience)
    is_seen = state.is_npc and seen_by(state).everyone and not is_secret
    return fall, [event, NpcRolled(state.name, what, fall.is_success)] if is_seen else [event]


# -- agreed on (S2, S3) -----------------------------------------------------------------------------------


class Try(OnCharacter):
    """Say what you try and what you'd roll; a game master accepts, and the dice fall"""

    what: str = option("What is tried", label="What", max_length=WHAT_LENGTH)
    roll: str = _written(WHICH)
    cost: str = option("What it takes: a Turn, a torch", label="Takes", default="", max_length=100)
    failure: str = option("What happens if it fails", label="If it fails", default="", max_length=WHAT_LENGTH)
    leeway: int = option(
        "A number: how much harder you'd accept without being asked again",
        label="Harder by, unasked",
        default=0,
        least=0,
        most=MOST_LEEWAY,
    )


class TermsOffered(Event):
    """What is rolled, and how likely it succeeds."""

    name: str
    roll: str
    hits: int
    of: int

    def sentence(self) -> Safe:
        """The roll and its exact chance."""
        if isinstance(known(self.roll), NoRoll):
            return T("No roll: it just works.")()
        return T("**{roll}**: {chance:.1%} to succeed.")(
            roll=said(self.roll), chance=self.hits / max(1, self.of)
        )


class CostOffered(Event):
    """What it takes."""

    says = T("Takes: {cost}")
    cost: str


class FailureOffered(Event):
    """What comes of missing it."""

    says = T("If it fails: {failure}")
    failure: str


class LeewayOffered(Event):
    """What the player agrees to in advance."""

    says = T("Up to {n} harder is fine without asking again.")
    n: int


def _offered(scene: Scene, proposed: Any) -> tuple[Event, ...]:
    state, means = scene.get(CHARACTER, proposed.character).state, read(proposed.roll)
    chance = means.chance(state)
    found: list[Event] = [TermsOffered(state.name, means.text, chance.numerator, chance.denominator)]
    found += [CostOffered(proposed.cost)] if proposed.cost else []
    found += [FailureOffered(proposed.failure)] if proposed.failure else []
    # A game master's own would bind the player.
    found += [LeewayOffered(proposed.leeway)] if proposed.leeway and scene.actor == state.player else []
    return tuple(found)


def _title(before: Scene, _after: Scene, proposed: Any) -> str:
    state = before.records[proposed.character].state
    what = proposed.what or read(proposed.roll).said
    return T("{name}: {what}").plain(name=state.name, what=what)


def _asked(scene: Scene, proposed: Any) -> int | None:
    """The player, where a game master asks."""
    return scene.get(CHARACTER, proposed.character).state.player if _is_led(scene) else None


def _is_led(scene: Scene) -> bool:
    return scene.standing is Standing.GAME_MASTER


def _needs_word(scene: Scene, proposed: Any) -> bool:
    """Whether the other side has to agree: always, but of one's own character as game master."""
    player = scene.get(CHARACTER, proposed.character).state.player
    return not _is_led(scene) or player not in (None, scene.actor)


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


@action("sov try", may=Permit.OWNER_OR_GAME_MASTER, proposed=TERMS)
def try_it(scene: Scene, action: Try, dice: Dice) -> Turn:
    """Roll what was agreed (S2). Raises RuleViolation for who can't act, or what is no roll."""
    what = of_length(
        one_line(action.what),
        WHAT_LENGTH,
        "try.what",
        "Say what you try in 1 to {most} characters, not {length}.",
        least=1,
    )
    return _at_once(scene, action.character, action.roll, what, action.failure, dice)


def _at_once(
    scene: Scene,
    character: RecordId,
    roll: str,
    what: str,
    failure: str,
    dice: Dice,
    *,
    is_secret: bool = False,
) -> Turn:
    record, means = scene.get(CHARACTER, character), read(roll)
    require_able(record.state)
    _, told = rolled(record.state, means, dice, one_line(what), one_line(failure), is_secret=is_secret)
    return Turn((), tuple(told), subject=record.id)


# -- at once ----------------------------------------------------------------------------------------------


class RollNow(OnCharacter):
    """Roll a check, save or chance; a game master who rolls for a player asks them first"""

    roll: str = _written(WHICH)
    what: str = option("What for", name="why", default="", max_length=WHAT_LENGTH)
    is_secret: bool = option("For game masters: only they see it", name="secret", default=False)

    cost = ""
    failure = ""
    leeway = 0


def _must_ask(scene: Scene, proposed: RollNow) -> bool:
    """Whether somebody has to agree: the player who let nobody roll; a game master, where it is so set."""
    state = scene.get(CHARACTER, proposed.character).state
    if not _is_led(scene):
        # A secret isn't theirs to propose: the roll refuses it.
        return scene.setting(ROLLS) == AGREED and not proposed.is_secret
    return not (proposed.is_secret or state.is_consenting or state.player in (None, scene.actor))


ROLLED: Proposing[Any] = replace(
    TERMS,
    needs=_must_ask,
    changes=lambda rolled: _spelled(rolled, "roll", "what"),
    agreed=lambda _proposed, _changed: False,
    accept=T("Roll"),
)


@action("sov roll", may=Permit.OWNER_OR_GAME_MASTER, proposed=ROLLED)
def roll_now(scene: Scene, action: RollNow, dice: Dice) -> Turn:
    """Roll it. Raises UserError for who can't act, what is no roll, and a player's secret."""
    if action.is_secret and not _is_led(scene):
        raise refused("roll.secret", "Only a {gm} can roll in secret.")
    return _at_once(scene, action.character, action.roll, action.what, "", dice, is_secret=action.is_secret)


# -- asked of several, and together (S18, S19) --------------------------------------------------------------


class Answer(Labelled):
    """Where one of those who are asked stands."""

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


def steps(call: RecordId, state: Call) -> Sequence[Step]:
    """One step for each who is silent; the roller's, once there is a group."""
    found = [_step(call, state, n, each) for n, each in enumerate(state.members) if _is_asked(state, each)]
    end = Choice("end", T("Call it off")(), EndCall(call))
    roller = state.member(state.roller) if state.roller is not None else None
    if roller is not None:
        joined = sum(each.share for each in state.members if each.answer is Answer.JOINED)
        label = T("{name} rolls for the group: {what}").plain(name=roller.name, what=_about(state))
        roll = Choice(
            "roll",
            T("Roll ({n:+})").plain(n=roller.adds + joined),
            RollGroup(call, roller.character),
            is_main=True,
        )
        return (
            *found,
            Step("group", label, roller.player, (roll, end), silent=DECIDES, of=len(state.members)),
        )
    return (*found[:-1], replace(found[-1], choices=(*found[-1].choices, end))) if found else ()


def _is_asked(state: Call, member: Called) -> bool:
    return member.answer is Answer.WAITS and member.character != state.roller


def _about(state: Call) -> str:
    return state.what or read(state.roll).said


def _step(call: RecordId, state: Call, n: int, member: Called) -> Step:
    label = T("{name}: {what}").plain(name=member.name, what=_about(state))
    if state.roller is not None:
        choices = (
            Choice(
                "join",
                T("{name} joins ({n:+})").plain(name=member.name, n=member.share),
                JoinGroup(call, member.character, is_in=True),
                is_main=True,
            ),
            Choice(
                "out",
                T("{name} stays out").plain(name=member.name),
                JoinGroup(call, member.character, is_in=False),
            ),
        )
        silent = acts("out", T("stays out"))
        return Step(f"join{n}", label, member.player, choices, silent=silent, of=len(state.members))
    roll = T("{name}: roll ({chance:.1%})").plain(name=member.name, chance=member.hits / member.of)
    choice = Choice("roll", roll, AnswerCall(call, member.character), is_main=True, advance=ROLLS_AT_ONCE)
    return Step(f"roll{n}", label, member.player, (choice,), silent=DECIDES, of=len(state.members))


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
    hand_over=_handed_over,
    goes_along=True,
    has_live_card=True,
    is_divisible=True,
    word=lambda path, value: ("", None),
    case=lambda state: T("The call “{what}”")(what=_about(state)),
)


class OfSeveral(Action):
    """Something asked of several."""

    who: tuple[RecordId, ...] = option("Names separated by commas, or the party", finder=SEVERAL)


class Ask(OfSeveral):
    """Call for a check or save of one or several; who lets you roll is rolled for at once"""

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


class CallOpened(Event):
    """Several are asked for a roll."""

    roll: str
    what: str
    names: tuple[str, ...]
    is_group: bool = False

    def sentence(self) -> Safe:
        """Who rolls what."""
        says = T("Group check, {roll}: {names}.") if self.is_group else T("{roll} for {names}.")
        return says(roll=said(self.roll), names=list(self.names))


class CallEnded(Event):
    """Nothing more is rolled for it."""

    says = T("Called off: {what}.")
    what: str


class Joined(Event):
    """Somebody takes part, or stays out."""

    name: str
    is_in: bool
    share: int

    def sentence(self) -> Safe:
        """Which."""
        if self.is_in:
            return T("{name} joins in: {n:+}.")(name=self.name, n=self.share)
        return T("{name} stays out.")(name=self.name)


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


def _is_free(scene: Scene, state: Character) -> bool:
    """Whether a game master rolls for them without asking."""
    return state.is_consenting or state.player in (None, scene.actor)


def _able(scene: Scene, who: Sequence[RecordId]) -> list[Record[Character]]:
    records = [scene.get(CHARACTER, each) for each in dict.fromkeys(who)]
    if len(records) > MOST_CALLED:
        raise refused("call.too_many", "You can ask {n} at once, not more.", n=MOST_CALLED)
    for each in records:
        require_able(each.state)
    return records


@action("sov ask", may=Permit.GAME_MASTERS)
def ask(scene: Scene, action: Ask, dice: Dice) -> Turn:
    """Roll for who lets it, or in secret; ask the others. Raises RuleViolation for who can't act."""
    means, records = read(action.roll), _able(scene, action.who)
    what, failure = one_line(action.what), one_line(action.failure)
    if isinstance(means, NoRoll):
        raise refused("call.no_roll", "There's nothing to roll. Name a check or a save.")
    events: list[Event] = []
    members: list[Called] = []
    for record in records:
        member, state = _member(record, means), record.state
        if action.is_secret or _is_free(scene, state):
            fall, told = rolled(state, means, dice, what, failure, is_secret=action.is_secret)
            events += told
            member = replace(member, answer=Answer.SUCCEEDED if fall.is_success else Answer.FAILED)
        if not state.is_npc:
            members.append(member)
    waiting = [each.name for each in members if each.answer is Answer.WAITS]
    if not waiting:
        return Turn((), tuple(events), subject=records[0].id)
    call = Call(what, means.text, failure, tuple(members))
    opened = CallOpened(means.text, what, tuple(waiting))
    return Turn((Open(scene.new_id(), CALL.name, call),), (*events, opened))


@action("sov group", may=Permit.GAME_MASTERS)
def group(scene: Scene, action: Group, dice: Dice) -> Turn:
    """Open a group check (S19, Q6, Q7): who lets game masters roll is in. Raises RuleViolation."""
    means = read(action.roll)
    if not isinstance(means, Check):
        raise refused("group.check", "A group makes a check, like DEX/Sneak.")
    who = (*action.who, action.roller) if action.roller is not None else action.who
    records = _able(scene, who)
    for record in records:
        if not seen_by(record.state).everyone:
            raise refused("group.hidden", "The players don't know {name} yet.", name=record.state.name)
    if len(records) < 2:
        raise refused("group.alone", "A group check takes two or more. Use `/sov ask` for one.")
    members = [_member(each, means) for each in records]
    best = max(members, key=lambda each: each.adds).character
    roller = action.roller or best
    free = {each.id for each in records if _is_free(scene, each.state)} - {roller}
    joined = tuple(
        replace(each, answer=Answer.JOINED) if each.character in free else each for each in members
    )
    call = Call(one_line(action.what), means.text, one_line(action.failure), joined, roller)
    opened = CallOpened(means.text, call.what, tuple(each.name for each in members), is_group=True)
    return Turn((Open(scene.new_id(), CALL.name, call),), (opened,))


def _of_call(answer: Any) -> Scope:
    return Scope((answer.call,), links=True)


def _player(scene: Scene, answer: Any) -> int | None:
    member = scene.get(CALL, answer.call).state.member(answer.character)
    return member.player if member is not None else None


answering = partial(action, may=Permit.OWNER_OR_GAME_MASTER, scope=_of_call, owner=_player)


def _open(scene: Scene, answer: Any) -> tuple[Record[Call], Called]:
    record = scene.get(CALL, answer.call)
    member = record.state.member(answer.character)
    if member is None or member.answer is not Answer.WAITS:
        raise refused("call.answered", "That's answered already. The newest message says how.")
    return record, member


def _can_help(scene: Scene, member: Called) -> bool:
    found = scene.records[member.character]
    return not found.is_archived and not found.state.is_helpless


def _with(state: Call, member: Called) -> Call:
    members = tuple(member if each.character == member.character else each for each in state.members)
    return replace(state, members=members)


@answering()
def answer_call(scene: Scene, action: AnswerCall, dice: Dice) -> Turn:
    """Roll it, once. Raises RuleViolation for a second answer, or who can't act by now."""
    record, member = _open(scene, action)
    call, state = record.state, scene.get(CHARACTER, action.character).state
    require_able(state)
    fall, events = rolled(state, read(call.roll), dice, call.what, call.failure)
    after = _with(call, replace(member, answer=Answer.SUCCEEDED if fall.is_success else Answer.FAILED))
    is_over = all(each.answer is not Answer.WAITS for each in after.members)
    return Turn((Replace(record.id, after, archive=is_over),), tuple(events))


@answering()
def join_group(scene: Scene, action: JoinGroup, dice: Dice) -> Turn:
    """Take part or stay out, once. Raises RuleViolation for a second answer."""
    record, member = _open(scene, action)
    if action.is_in:
        require_able(scene.get(CHARACTER, action.character).state)
    answer = Answer.JOINED if action.is_in else Answer.OUT
    after = _with(record.state, replace(member, answer=answer))
    return Turn((Replace(record.id, after),), (Joined(member.name, action.is_in, member.share),))


@answering()
def roll_group(scene: Scene, action: RollGroup, dice: Dice) -> Turn:
    """Roll with all who joined (S19). Raises RuleViolation where another was to roll."""
    record = scene.get(CALL, action.call)
    call, state = record.state, scene.get(CHARACTER, action.character).state
    if action.character != call.roller:
        raise refused("group.roller", "{name} doesn't roll for the group.", name=state.name)
    require_able(state)
    means = read(call.roll)
    helpers = [each for each in call.members if each.answer is Answer.JOINED and _can_help(scene, each)]
    share = sum(each.share for each in helpers)
    fall = means.roll(state, dice, more=share)
    names = tuple(each.name for each in helpers)
    event = GroupRolled.fell(
        state.name, means, fall, group=share, helpers=names, what=call.what, failure=call.failure
    )
    return Turn((Replace(record.id, call, archive=True),), (event,))


@action(may=Permit.GAME_MASTERS, scope=_of_call)
def end_call(scene: Scene, action: EndCall, dice: Dice) -> Turn:
    """Close it without those who stay silent."""
    record = scene.get(CALL, action.call)
    return Turn((Replace(record.id, record.state, archive=True),), (CallEnded(_about(record.state)),))


def best_pair(state: Character, pairs: Sequence[tuple[Attribute, Skill]]) -> tuple[Attribute, Skill]:
    """The pair that adds most."""
    return max(pairs, key=lambda pair: state.adds(*pair))

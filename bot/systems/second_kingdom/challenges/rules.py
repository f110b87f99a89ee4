"""The course of a challenge: opened, rolled or withdrawn, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from bot.engine.declare import Action, choices_of, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair, finder
from bot.engine.pace import DECIDES, WAITS, Tempo
from bot.engine.parts import Unlisted, short
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.record import AtStep, Press
from bot.engine.saying import Label, Name, Said, Words, say
from bot.engine.steps import at
from bot.engine.system import FormField, Kind, Record, RecordId, Scope, Step, Want, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import one_line
from bot.engine.working import RecordCopy, WorkingCopy, correction, deed
from bot.errors import UserError
from bot.systems.second_kingdom.challenges import state as challenges_state
from bot.systems.second_kingdom.challenges.state import (
    Challenge,
    ChallengeEdited,
    ChallengeOpened,
    ChallengeRolled,
    ConsequenceProposed,
    EditChallenge,
    LetBe,
    Level,
    ProposeConsequence,
    Roll,
    RollChallenge,
    RollChallengeFor,
    Status,
    WithdrawChallenge,
    WriteConsequence,
    challenge_view,
)
from bot.systems.second_kingdom.challenges.state import handed_over as state_handed_over
from bot.systems.second_kingdom.heroes.people import HERO, HEROES_MEANT, NPC, combatant
from bot.systems.second_kingdom.settings import hides_rating, require_may_act_for
from bot.systems.second_kingdom.state import (
    HIGHEST,
    LOWEST,
    Hero,
    Known,
    Note,
    NoteKind,
    Npc,
    Virtue,
    not_within,
)

NOTE_LENGTH = 300
RATING_LENGTH = 2

# The answer in advance: roll, and spend nothing.
ROLLS = "second_kingdom.rolls"
LEFT_BEHIND = {Level.PARTIAL: NoteKind.SETBACK, Level.EXCEPTIONAL: NoteKind.ADVANTAGE}


# -- what waits ---------------------------------------------------------------------------------


ROLL, CONSEQUENCE = "roll", "consequence"


def steps(_challenge: RecordId, state: Challenge) -> Sequence[Step]:
    """The player's roll; after a partial or exceptional success, the game master's word."""
    if state.status is Status.OPEN:
        label = T("{hero}: {action}").plain(hero=state.hero_name, action=state.action)
        return (Step(ROLL, label, state.player, revision=state.revision, silent=DECIDES),)
    if state.status is Status.ROLLED and state.roll is not None:
        label = T("{hero}: what's the {kind}?").plain(hero=state.hero_name, kind=_left(state))
        return (Step(CONSEQUENCE, label, None, revision=state.revision, silent=WAITS),)
    return ()


def _left(state: Challenge) -> NoteKind:
    """What its roll leaves behind. Raises LookupError where that is nothing."""
    if state.roll is None:
        raise LookupError("nothing was rolled")
    return LEFT_BEHIND[state.roll.level]


def virtue_ask(virtue: Virtue | None) -> FormField:
    """A form's list of the virtues, that one chosen to begin with, if any."""
    value = virtue.value if virtue is not None else ""
    return FormField("virtue", T("Virtue").plain(), value=value, options=choices_of(Virtue))


def rating_ask(rating: int | None) -> FormField:
    """A form's field for a rating."""
    value = "" if rating is None else str(rating)
    hint = T("{least} to {most}; higher is harder").plain(least=LOWEST, most=HIGHEST)
    return FormField("rating", T("Rating").plain(), RATING_LENGTH, hint=hint, value=value, is_number=True)


def line(state: Challenge) -> Safe | None:
    """Who attempts it, by what, and whether it was rolled."""
    if state.status not in (Status.OPEN, Status.ROLLED):
        return None
    rating = T("a hidden rating")() if state.rating is None else T("rating {n}")(n=state.rating)
    says = T("{hero:30}, {virtue:lower} against {rating} · {rolled}")
    rolled = T("{level:lower}")(level=state.roll.level) if state.roll is not None else T("not rolled yet")()
    return says(hero=state.hero_name, virtue=state.virtue, rating=rating, rolled=rolled)


CHALLENGE: Kind[Challenge] = Kind(
    "challenge",
    Challenge,
    title=lambda state: state.action,
    owner=lambda state: state.player,
    links=lambda state: (state.hero,),
    tempo=Tempo.EXPLORATION,
    line=line,
    waiting=steps,
    steps=(ROLL, CONSEQUENCE),
    view=challenge_view,
    hand_over=state_handed_over,
    goes_along=True,
)


# -- what happens -------------------------------------------------------------------------------


def challenge_scope(action: Any) -> Scope:
    """The challenge an action names, and its hero."""
    return Scope(ids=(action.challenge,), links=True)


def challenge_player(world: World, action: Any) -> int | None:
    """Whose challenge an action is about: it names the challenge."""
    return world.get(CHALLENGE, action.challenge).state.player


def _rolling(_challenge: RecordId, state: Challenge, _step: Step) -> Iterator[Press]:
    most = challenges_state.most_conviction(state.score, challenges_state.MOST_CONVICTION)
    for n in range(most + 1):
        label = T("Roll, spend {n}").plain(n=n) if n else T("Roll")
        yield Press(f"roll{n}", label, {"conviction": n}, is_main=n == 0, advance="" if n else ROLLS)


@deed(
    of=CHALLENGE,
    may=Permit.OWNER,
    scope=challenge_scope,
    owner=challenge_player,
    step=AtStep(ROLL, _rolling),
)
def roll_challenge(found: RecordCopy[Challenge], action: RollChallenge, dice: Dice) -> None:
    """Take the conviction and roll, in one step. Raises RuleViolation for conviction that can't be spent."""
    _roll(found, action.conviction, dice)


@deed(
    of=CHALLENGE,
    may=Permit.GAME_MASTERS,
    scope=challenge_scope,
    step=at(ROLL, "roll_for", T("Roll for them")),
)
def roll_challenge_for(found: RecordCopy[Challenge], action: RollChallengeFor, dice: Dice) -> None:
    """Roll in the player's place, without conviction (Q29). Raises NotAllowed where it must wait."""
    world, player = found.world, found.state.player
    if player == world.actor:
        raise refused(
            "challenge.own_hero", "This is your own hero. Roll with the buttons on the challenge's card."
        )
    require_may_act_for(world, player)
    found.on_behalf_of = player
    _roll(found, 0, dice, by=world.actor)


def _roll(found: RecordCopy[Challenge], spent: int, dice: Dice, by: int | None = None) -> None:
    hero = found.world.get(HERO, found.state.hero)
    state, rating = _require_open(found.state), found.state.true_rating
    _require_conviction(spent, state, hero.state.conviction)
    values = dice.roll(
        challenges_state.pool(state.score, rating, spent), challenges_state.SIDES, reason=state.action
    )
    count = challenges_state.successes(values)
    roll = Roll(spent, values, count, challenges_state.level(count))
    status = Status.ROLLED if roll.level in LEFT_BEHIND else Status.SETTLED
    left = hero.state.conviction - spent
    notes = tuple(note for note in hero.state.notes if note not in state.notes)
    rolled = ChallengeRolled(
        state.hero_name, state.player, state.action, state.virtue, state.score,
        state.terms.rating, roll, hero.state.conviction, left, by,
    )  # fmt: skip
    found.tell(rolled)
    found.change(status=status, roll=roll, revision=found.world.entry)
    if spent or notes != hero.state.notes:
        found.change_other(hero, conviction=left, notes=notes)


def _require_open(state: Challenge) -> Challenge:
    if state.status is not Status.OPEN:
        raise refused(
            "challenge.not_open",
            "This challenge is no longer open. Its latest message says how it ended.",
        )
    return state


def _require_conviction(spent: int, state: Challenge, held: int) -> None:
    counts = challenges_state.most_conviction(state.score, challenges_state.MOST_CONVICTION)
    if not 0 <= spent <= counts:
        raise refused(
            "challenge.conviction",
            "{most} for {virtue:lower} {score}, not {spent}: you can spend up to {a_roll} on a roll, and "
            "a virtue can't go above {highest}. Nothing was rolled.",
            most=T("At most {n} conviction counts")(n=counts) if counts else T("No conviction counts"),
            virtue=state.virtue,
            score=state.score,
            spent=spent,
            a_roll=challenges_state.MOST_CONVICTION,
            highest=HIGHEST,
        )
    if spent > held:
        raise refused(
            "challenge.holds_less",
            "This hero has {held} conviction left and can't spend {spent}. Nothing was rolled.",
            held=held,
            spent=spent,
        )


def _editing(_challenge: RecordId, state: Challenge, _step: Step) -> Iterator[Press]:
    # Everybody who may see the record may see its choices: a hidden rating is typed anew.
    rating = None if state.is_hidden else state.rating
    yield Press("edit", T("Edit"), asks=(virtue_ask(state.virtue), rating_ask(rating)))


@correction(of=CHALLENGE, scope=challenge_scope, step=AtStep(ROLL, _editing))
def edit_challenge(found: RecordCopy[Challenge], action: EditChallenge, dice: Dice) -> None:
    """Change what is rolled by: earlier buttons are stale. Raises RuleViolation once dice fell (Q27)."""
    world, state, virtue = found.world, _require_open(found.state), as_virtue(action.virtue)
    rating = require_rating(action.rating)
    if (virtue, rating) == (state.virtue, state.rating):
        raise refused("challenge.same", "That's already the virtue and rating; nothing was changed.")
    score = world.get(HERO, state.hero).state.score(virtue)
    found.change(virtue=virtue, score=score, rating=rating, revision=world.entry)
    found.tell(ChallengeEdited(state.hero_name, state.player, state.action, state.terms, found.state.terms))
    if state.is_hidden:
        found.tell(_say_rating(state.hero_name, state.action, rating))


def as_virtue(text: str) -> Virtue:
    """The virtue of that name, out of a form. Raises RuleViolation."""
    try:
        return Virtue(text)
    except ValueError:
        raise refused("challenge.virtue", "Choose a virtue: {virtues:,}.", virtues=tuple(Virtue)) from None


def require_rating(rating: int) -> int:
    """The rating, if it is one. Raises RuleViolation outside 1 to 10 (Q27)."""
    if not LOWEST <= rating <= HIGHEST:
        raise not_within(T("A challenge rating"), LOWEST, HIGHEST, rating)
    return rating


@correction(of=CHALLENGE, scope=challenge_scope, step=at(ROLL, "withdraw", T("Withdraw")))
def withdraw_challenge(found: RecordCopy[Challenge], action: WithdrawChallenge, dice: Dice) -> None:
    """Close an open challenge; nothing was spent yet. Raises RuleViolation once dice fell."""
    state = _require_open(found.state)
    found.change(status=Status.WITHDRAWN)
    found.say(
        "challenge.withdrawn",
        T("The challenge for {hero} is withdrawn: {action}. Nothing was rolled or spent."),
        hero=Name(state.hero_name),
        action=Words(state.action, by=None),
    )


# -- What a challenge leaves behind: a setback or an advantage, written or let be (K10, K12, Q21) ----------


def _text_ask(state: Challenge) -> FormField:
    label, hint = T("The {kind}").plain(kind=_left(state)), T("Shown at this hero's next challenge").plain()
    return FormField("text", label, NOTE_LENGTH, is_long=True, hint=hint, value=state.proposal)


def _writing(_challenge: RecordId, state: Challenge, _step: Step) -> Iterator[Press]:
    label = T("Write {kind}").plain(kind=_left(state))
    yield Press("write", label, asks=(_text_ask(state),), is_main=True)


@correction(of=CHALLENGE, scope=challenge_scope, step=AtStep(CONSEQUENCE, _writing))
def write_consequence(found: RecordCopy[Challenge], action: WriteConsequence, dice: Dice) -> None:
    """Keep the note with the hero for the next challenge. Raises RuleViolation for an empty or long one."""
    hero = found.world.get(HERO, found.state.hero)
    kind = _require_consequence(found.state)
    text = written(kind, action.text)
    note = Note(kind, text, found.id)
    found.change(status=Status.SETTLED, consequence=note)
    found.change_other(hero, notes=(*hero.state.notes, note))
    found.say(
        "challenge.consequence",
        T("{kind:upper} for {hero}: {text:prose}"),
        kind=Label(kind),
        hero=Name(found.state.hero_name),
        text=Words(text, by=found.world.actor),
    )


def _proposing(_challenge: RecordId, state: Challenge, _step: Step) -> Iterator[Press]:
    yield Press("propose", T("Propose {kind}").plain(kind=_left(state)), asks=(_text_ask(state),))


@correction(
    of=CHALLENGE,
    may=Permit.OWNER,
    already=("challenge.proposed", T("That's already proposed; nothing was changed.")),
    scope=challenge_scope,
    owner=challenge_player,
    step=AtStep(CONSEQUENCE, _proposing, place=2),
)
def propose_consequence(found: RecordCopy[Challenge], action: ProposeConsequence, dice: Dice) -> None:
    """Keep the player's words for the game masters. Raises RuleViolation for none, too many or the same."""
    kind = _require_consequence(found.state)
    found.change(proposal=written(kind, action.text))
    found.tell(ConsequenceProposed(found.state.hero_name, found.state.player, kind, found.state.proposal))


def written(kind: NoteKind, text: str) -> str:
    """The words of a note. Raises RuleViolation for none, or too many."""
    line = one_line(text)
    of_length(
        line,
        NOTE_LENGTH,
        "challenge.note",
        "The {kind} can have 1 to {most} characters{given}.",
        least=1,
        kind=kind,
    )
    return line


@correction(of=CHALLENGE, scope=challenge_scope, step=at(CONSEQUENCE, "let_be", T("Let it be"), place=1))
def let_be(found: RecordCopy[Challenge], action: LetBe, dice: Dice) -> None:
    """Settle the challenge without a note. Raises RuleViolation where none is due."""
    kind = _require_consequence(found.state)
    found.change(status=Status.SETTLED)
    hero = Name(found.state.hero_name)
    found.say("challenge.let_be", T("{hero}: no {kind} this time."), hero=hero, kind=Label(kind))


def _require_consequence(state: Challenge) -> NoteKind:
    if state.status is not Status.ROLLED or state.roll is None:
        raise refused("challenge.none_due", "No setback or advantage is due for this challenge.")
    return LEFT_BEHIND[state.roll.level]


ACTION_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Trial:
    """What is asked of a hero, whoever it is; `opponent` is a name."""

    action: str
    virtue: Virtue
    rating: int
    is_hidden: bool = False
    opponent: str = ""

    @property
    def told_rating(self) -> int | None:
        """The rating, where everybody may know it."""
        return None if self.is_hidden else self.rating

    def of(self, hero: Record[Hero]) -> Challenge:
        """The challenge for that hero, with its score as it is now."""
        state = hero.state
        return Challenge(
            hero=hero.id,
            hero_name=state.name,
            player=state.player,
            action=self.action,
            virtue=self.virtue,
            score=state.score(self.virtue),
            rating=self.rating,
            is_hidden=self.is_hidden,
            notes=state.notes,
            opponent=self.opponent,
        )


def attempted(text: str) -> str:
    """What is attempted, in one line. Raises RuleViolation for nothing, or too many words."""
    action = one_line(text)
    of_length(
        action,
        ACTION_LENGTH,
        "challenge.action",
        "Say what the hero attempts in 1 to {most} characters{given}.",
        least=1,
    )
    return action


def is_score_known(opponent: Hero | Npc) -> bool:
    """Whether everybody may read the virtues of whoever opposes."""
    return isinstance(opponent, Hero) or opponent.known is Known.OPEN


def _say_rating(heroes: str, action: str, rating: int) -> Said:
    """What only the game masters know of a challenge."""
    return say(
        "challenge.hidden_rating",
        T("{hero}, {action}: the hidden rating is {rating}."),
        hero=Name(heroes),
        action=Words(action, by=None),
        rating=rating,
        audience=GAME_MASTERS,
    )


def open_for(copy: WorkingCopy, hero: Record[Hero], trial: Trial) -> RecordId:
    """Open the challenge for that hero, and tell it to all, its hidden rating to game masters alone."""
    name, player = hero.state.name, hero.state.player
    copy.tell(ChallengeOpened(name, player, trial.action, trial.virtue, trial.told_rating, trial.opponent))
    if trial.is_hidden:
        copy.tell(_say_rating(name, trial.action, trial.rating))
    return copy.open(CHALLENGE, trial.of(hero))


# As many as one message has buttons for.
MOST_HEROES = 25


@dataclass(frozen=True, slots=True)
class Call:
    """What several heroes attempt; each challenge goes its own way."""

    action: Annotated[str, T("action"), short]
    challenges: Unlisted[tuple[RecordId, ...]]


class ChallengesOpened(Event):
    """Challenges wait for their players; `rating` is None where it is hidden."""

    heroes: tuple[str, ...]
    action: str
    virtue: Virtue
    rating: int | None
    opponent: str = ""

    def sentence(self) -> Safe:
        """What it asks for."""
        return challenges_state.opened(self.heroes, self.action, self.virtue, self.rating, self.opponent)


CALL: Kind[Call] = Kind(
    "call",
    Call,
    title=lambda call: call.action,
    links=lambda call: call.challenges,
)


def _suggested_ratings(asker: Asker) -> list[Pair]:
    """The opponent's score first, then all ratings there are."""
    ratings = {str(n): str(n) for n in range(LOWEST, HIGHEST + 1)}
    named, virtue = asker.given.get("opponent"), asker.given.get("virtue")
    wants = tuple(Want(kind.name, text=named) for kind in (HERO, NPC)) if named else ()
    opponents = [each for each in asker.look(Scope(wants=wants)).records.values() if wants]
    if len(opponents) == 1 and virtue in set(Virtue):
        score = str(opponents[0].state.score(Virtue(virtue)))
        if score in ratings:
            label = T("{score}: {opponent}, {virtue:lower}")
            first = {score: label.plain(score=score, virtue=Virtue(virtue), opponent=opponents[0].title)}
            ratings = first | ratings | first
    return [(name, value) for value, name in ratings.items() if value.startswith(asker.typed)]


class OpenChallenge(Action):
    """Set a challenge for one hero or several

    Left out, the rating is the opponent's score in that virtue (K3, Q22).
    """

    heroes: tuple[RecordId, ...] = option(
        "Who attempts it: one hero, several separated by commas, or all heroes",
        label="Who attempts it",
        finder=HEROES_MEANT,
    )
    action: str = option("What they attempt")
    virtue: Virtue = option("The virtue it tests")
    rating: int | None = option(
        "How hard it is, 1 to 10; the opponent's virtue by default",
        label="The rating",
        least=LOWEST,
        most=HIGHEST,
        default=None,
        suggest=_suggested_ratings,
        is_narrowed=False,
    )
    opponent: RecordId | None = option(
        "Who opposes it: a hero, or an NPC that the table knows",
        default=None,
        finder=finder(
            HERO,
            NPC,
            unknown=lambda name: T("There's no hero or NPC called “{name}” here. Pick one from the list.")(
                name=name
            ),
            several=lambda name: T("Several are called “{name}”. Pick one from the list.")(name=name),
        ),
    )
    hide_rating: bool | None = option(
        "Hide the rating until the roll: the dice give it away; the campaign's setting by default",
        default=None,
    )


@deed("sk challenge", may=Permit.GAME_MASTERS, is_discreet=True)
def open_challenge(copy: WorkingCopy, action: OpenChallenge, dice: Dice) -> None:
    """Open one for each hero, and the call of several. Raises RuleViolation for what can't be (Q27)."""
    meant = tuple(dict.fromkeys(action.heroes))
    if not 1 <= len(meant) <= MOST_HEROES:
        raise refused(
            "challenge.heroes",
            "You can challenge 1 to {most} heroes at once, not {n}.",
            most=MOST_HEROES,
            n=len(meant),
        )
    if action.opponent in meant:
        raise refused(
            "challenge.against_itself",
            "A hero can't be their own opponent. Name somebody else, or nobody.",
        )
    heroes = [copy.world.get(HERO, each) for each in meant]
    trial = _trial(copy.world, action)
    if len(heroes) == 1:
        open_for(copy, heroes[0], trial)
        return
    names = tuple(hero.state.name for hero in heroes)
    copy.tell(ChallengesOpened(names, trial.action, trial.virtue, trial.told_rating, trial.opponent))
    if trial.is_hidden:
        copy.tell(_say_rating(", ".join(names), trial.action, trial.rating))
    each_own = tuple(copy.open(CHALLENGE, trial.of(hero)) for hero in heroes)
    copy.subject = copy.open(CALL, Call(trial.action, each_own))


def _trial(world: World, action: OpenChallenge) -> Trial:
    """What it asks for: its rating, or its opponent's score (Q22), hidden where it would tell a secret.

    Raises RuleViolation where there is neither, or the table doesn't know the opponent.
    """
    text = attempted(action.action)
    opponent = _opponent(world, action.opponent) if action.opponent is not None else None
    is_hidden = hides_rating(world.campaign.settings, action.hide_rating)
    if opponent is not None and action.hide_rating is None and action.rating is None:
        is_hidden = is_hidden or not is_score_known(opponent)
    rating = action.rating if action.rating is not None else _score(opponent, action.virtue, is_hidden)
    name = opponent.name if opponent is not None else ""
    return Trial(text, action.virtue, require_rating(rating), is_hidden, name)


def _opponent(world: World, record: RecordId) -> Hero | Npc:
    found = combatant(world, record).state
    if isinstance(found, Npc) and found.known is Known.HIDDEN:
        raise refused(
            "challenge.hidden_opponent",
            "The card would name an opponent that the table hasn't met. Use `/sk npc reveal` first, or "
            "give a rating instead of the opponent.",
        )
    return found


def _score(opponent: Hero | Npc | None, virtue: Virtue, is_hidden: bool) -> int:
    if opponent is None:
        raise _lacks_rating(
            refused("challenge.no_rating", "Give a rating, or an opponent whose virtue is the rating.")
        )
    score = opponent.score(virtue)
    if score is None:
        raise _lacks_rating(
            refused(
                "challenge.no_score",
                "That opponent has no {virtue:lower}. Give a rating.",
                virtue=virtue,
            )
        )
    if not is_hidden and not is_score_known(opponent):
        raise refused(
            "challenge.unknown_score",
            "The card would show a virtue of that opponent that the table doesn't know. Give a rating, or "
            "hide it.",
        )
    return score


def _lacks_rating(refusal: UserError) -> UserError:
    refusal.lacks = "rating"
    return refusal

"""The course of a challenge: opened, rolled or withdrawn, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.asking import Asking, Pair, finder
from bot.engine.declare import Options, action, choices_of, command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import DECIDES, WAITS, Tempo
from bot.engine.parts import named
from bot.engine.people import Permit
from bot.engine.system import (
    Ask,
    Choice,
    Kind,
    Open,
    Record,
    RecordId,
    Replace,
    Scene,
    Scope,
    Step,
    Turn,
    Want,
)
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line
from bot.errors import UserError
from bot.systems.second_kingdom import state as sheets
from bot.systems.second_kingdom.challenges import state as challenges_state
from bot.systems.second_kingdom.challenges.state import (
    Challenge,
    ChallengeEdited,
    ChallengeOpened,
    ChallengeRolled,
    ChallengeWithdrawn,
    ConsequenceProposed,
    ConsequenceWritten,
    EditChallenge,
    LetBe,
    Level,
    OpenChallenge,
    ProposeConsequence,
    RatingHidden,
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


def steps(challenge: RecordId, state: Challenge) -> Sequence[Step]:
    """The player's roll; after a partial or exceptional success, the game master's word."""
    if state.status is Status.OPEN:
        label = T("{hero}: {action}").plain(hero=state.hero_name, action=state.action)
        choices = _roll_choices(challenge, state)
        return (Step("roll", label, state.player, choices, state.revision, silent=DECIDES),)
    if state.status is Status.ROLLED and state.roll is not None:
        return (_consequence_step(challenge, state, LEFT_BEHIND[state.roll.level]),)
    return ()


def _roll_choices(challenge: RecordId, state: Challenge) -> tuple[Choice, ...]:
    most = challenges_state.most_conviction(state.score, challenges_state.MOST_CONVICTION)
    rolls = [
        Choice(
            f"roll{n}",
            T("Roll, spend {n}").plain(n=n) if n else T("Roll").plain(),
            RollChallenge(challenge, n),
            is_main=n == 0,
            advance="" if n else ROLLS,
        )
        for n in range(most + 1)
    ]
    return (*rolls, *_game_masters_choices(challenge, state))


def _game_masters_choices(challenge: RecordId, state: Challenge) -> tuple[Choice, ...]:
    # Everybody who may see the record may see its choices: a hidden rating is typed anew.
    rating = None if state.is_hidden else state.rating
    asks = (virtue_ask(state.virtue), rating_ask(rating))
    return (
        Choice("roll_for", T("Roll for them").plain(), RollChallengeFor(challenge)),
        Choice("edit", T("Edit").plain(), EditChallenge(challenge), asks=asks),
        Choice("withdraw", T("Withdraw").plain(), WithdrawChallenge(challenge)),
    )


def virtue_ask(virtue: Virtue | None) -> Ask:
    """A form's list of the virtues, that one chosen to begin with, if any."""
    value = virtue.value if virtue is not None else ""
    return Ask("virtue", T("Virtue").plain(), value=value, options=choices_of(Virtue))


def rating_ask(rating: int | None) -> Ask:
    """A form's field for a rating."""
    value = "" if rating is None else str(rating)
    hint = T("{least} to {most}; higher is harder").plain(least=LOWEST, most=HIGHEST)
    return Ask("rating", T("Rating").plain(), RATING_LENGTH, hint=hint, value=value, is_number=True)


def _consequence_step(challenge: RecordId, state: Challenge, kind: NoteKind) -> Step:
    asks = (
        Ask(
            "text",
            T("The {kind}").plain(kind=kind),
            NOTE_LENGTH,
            is_long=True,
            hint=T("Shown at this hero's next challenge").plain(),
            value=state.proposal,
        ),
    )
    choices = (
        Choice(
            "write", T("Write {kind}").plain(kind=kind), WriteConsequence(challenge), asks=asks, is_main=True
        ),
        Choice("let_be", T("Let it be").plain(), LetBe(challenge)),
        Choice("propose", T("Propose {kind}").plain(kind=kind), ProposeConsequence(challenge), asks=asks),
    )
    label = T("{hero}: what's the {kind}?").plain(hero=state.hero_name, kind=kind)
    return Step("consequence", label, None, choices, state.revision, silent=WAITS)


FIELDS = {
    "hero": T("hero"),
    "action": T("action"),
    "virtue": T("virtue"),
    "score": T("score"),
    "rating": T("rating"),
    "roll": T("roll"),
    "consequence": T("consequence"),
    "opponent": T("opponent"),
    "answer": T("answer"),
    "status": T("status"),
    "is_hidden": T("hiding of the rating"),
    "hides_rating": T("hiding of the rating"),
    "proposal": T("player's proposal"),
}


def part(path: tuple[str, ...], value: Any) -> tuple[str, str | None]:
    """A part of a challenge or a request, as an undo lists it."""
    name = path[-1]
    label, said = sheets.part(path, value)
    if path == ("status",) and value:
        said = Status(value).label
    if path == ("roll",) and value:
        said = T("{level} ({dice:,})")(level=Level(value["level"]), dice=value["dice"])
    return named(FIELDS, name) or label, said


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
    view=challenge_view,
    hand_over=state_handed_over,
    goes_along=True,
    word=part,
)


# -- what happens -------------------------------------------------------------------------------


def challenge_scope(action: Any) -> Scope:
    """The challenge an action names, and its hero."""
    return Scope(ids=(action.challenge,), links=True)


def challenge_player(scene: Scene, action: Any) -> int | None:
    """Whose challenge an action is about: it names the challenge."""
    return scene.get(CHALLENGE, action.challenge).state.player


@action(may=Permit.OWNER, scope=challenge_scope, owner=challenge_player)
def roll_challenge(scene: Scene, action: RollChallenge, dice: Dice) -> Turn:
    """Take the conviction and roll, in one step. Raises RuleViolation for conviction that can't be spent."""
    return _roll(scene, action, action.conviction, dice)


@action(may=Permit.GAME_MASTERS, scope=challenge_scope)
def roll_challenge_for(scene: Scene, action: RollChallengeFor, dice: Dice) -> Turn:
    """Roll in the player's place, without conviction (Q29). Raises NotAllowed where it must wait."""
    player = scene.get(CHALLENGE, action.challenge).state.player
    if player == scene.actor:
        raise refused(
            "challenge.own_hero", "This is your own hero. Roll with the buttons on the challenge's card."
        )
    require_may_act_for(scene, player)
    return replace(_roll(scene, action, 0, dice, by=scene.actor), on_behalf_of=player)


def _roll(scene: Scene, action: Any, spent: int, dice: Dice, by: int | None = None) -> Turn:
    record = scene.get(CHALLENGE, action.challenge)
    hero = scene.get(HERO, record.state.hero)
    state, rating = _require_open(record.state), record.state.true_rating
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
    changes = [Replace(record.id, replace(state, status=status, roll=roll, revision=scene.entry))]
    if spent or notes != hero.state.notes:
        changes.append(Replace(hero.id, replace(hero.state, conviction=left, notes=notes)))
    return Turn(tuple(changes), (rolled,))


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


@action(may=Permit.GAME_MASTERS, scope=challenge_scope)
def edit_challenge(scene: Scene, action: EditChallenge, dice: Dice) -> Turn:
    """Change what is rolled by: earlier buttons are stale. Raises RuleViolation once dice fell (Q27)."""
    record = scene.get(CHALLENGE, action.challenge)
    state, virtue = _require_open(record.state), as_virtue(action.virtue)
    rating = require_rating(action.rating)
    if (virtue, rating) == (state.virtue, state.rating):
        raise refused("challenge.same", "That's already the virtue and rating; nothing was changed.")
    score = scene.get(HERO, state.hero).state.score(virtue)
    after = replace(state, virtue=virtue, score=score, rating=rating, revision=scene.entry)
    told = ChallengeEdited(state.hero_name, state.player, state.action, state.terms, after.terms)
    secret = (RatingHidden(state.hero_name, state.action, rating),) if state.is_hidden else ()
    return Turn((Replace(record.id, after),), (told, *secret))


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


@action(may=Permit.GAME_MASTERS, scope=challenge_scope)
def withdraw_challenge(scene: Scene, action: WithdrawChallenge, dice: Dice) -> Turn:
    """Close an open challenge; nothing was spent yet. Raises RuleViolation once dice fell."""
    record = scene.get(CHALLENGE, action.challenge)
    state = _require_open(record.state)
    gone = Replace(record.id, replace(state, status=Status.WITHDRAWN))
    return Turn((gone,), (ChallengeWithdrawn(state.hero_name, state.action),))


# -- What a challenge leaves behind: a setback or an advantage, written or let be (K10, K12, Q21) ----------


@action(may=Permit.GAME_MASTERS, scope=challenge_scope)
def write_consequence(scene: Scene, action: WriteConsequence, dice: Dice) -> Turn:
    """Keep the note with the hero for the next challenge. Raises RuleViolation for an empty or long one."""
    record = scene.get(CHALLENGE, action.challenge)
    hero = scene.get(HERO, record.state.hero)
    kind = _require_consequence(record.state)
    text = written(kind, action.text)
    note = Note(kind, text, record.id)
    settled = replace(record.state, status=Status.SETTLED, consequence=note)
    kept = replace(hero.state, notes=(*hero.state.notes, note))
    event = ConsequenceWritten(record.state.hero_name, kind, text)
    return Turn((Replace(record.id, settled), Replace(hero.id, kept)), (event,))


@action(may=Permit.OWNER, scope=challenge_scope, owner=challenge_player)
def propose_consequence(scene: Scene, action: ProposeConsequence, dice: Dice) -> Turn:
    """Keep the player's words for the game masters. Raises RuleViolation for none, too many or the same."""
    record = scene.get(CHALLENGE, action.challenge)
    kind = _require_consequence(record.state)
    text = written(kind, action.text)
    if text == record.state.proposal:
        raise refused("challenge.proposed", "That's already proposed; nothing was changed.")
    told = ConsequenceProposed(record.state.hero_name, record.state.player, kind, text)
    return Turn((Replace(record.id, replace(record.state, proposal=text)),), (told,))


def written(kind: NoteKind, text: str) -> str:
    """The words of a note. Raises RuleViolation for none, or too many."""
    line = one_line(text)
    if not 1 <= len(line) <= NOTE_LENGTH:
        raise refused(
            "challenge.note",
            "The {kind} can have 1 to {most} characters, not {n}.",
            kind=kind,
            most=NOTE_LENGTH,
            n=len(line),
        )
    return line


@action(may=Permit.GAME_MASTERS, scope=challenge_scope)
def let_be(scene: Scene, action: LetBe, dice: Dice) -> Turn:
    """Settle the challenge without a note. Raises RuleViolation where none is due."""
    record = scene.get(CHALLENGE, action.challenge)
    kind = _require_consequence(record.state)
    settled = replace(record.state, status=Status.SETTLED)
    return Turn((Replace(record.id, settled),), (ConsequenceWritten(record.state.hero_name, kind, ""),))


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
    if not 1 <= len(action) <= ACTION_LENGTH:
        raise refused(
            "challenge.action",
            "Say what the hero attempts in 1 to {most} characters, not {n}.",
            most=ACTION_LENGTH,
            n=len(action),
        )
    return action


def trial_of(scene: Scene, action: Any) -> Trial:
    """What an action asks for: its rating, or its opponent's score (Q22).

    Raises RuleViolation where there is neither, or the table doesn't know the opponent.
    """
    text = attempted(action.action)
    opponent = _opponent(scene, action.opponent) if action.opponent is not None else None
    rating = action.rating if action.rating is not None else _score(opponent, action)
    name = opponent.name if opponent is not None else ""
    return Trial(text, action.virtue, require_rating(rating), action.is_hidden, name)


def _opponent(scene: Scene, record: RecordId) -> Hero | Npc:
    found = combatant(scene, record).state
    if isinstance(found, Npc) and found.known is Known.HIDDEN:
        raise refused(
            "challenge.hidden_opponent",
            "The card would name an opponent that the table hasn't met. Use `/sk npc reveal` first, or "
            "give a rating instead of the opponent.",
        )
    return found


def _score(opponent: Hero | Npc | None, action: Any) -> int:
    if opponent is None:
        raise _lacks_rating(
            refused("challenge.no_rating", "Give a rating, or an opponent whose virtue is the rating.")
        )
    score = opponent.score(action.virtue)
    if score is None:
        raise _lacks_rating(
            refused(
                "challenge.no_score",
                "That opponent has no {virtue:lower}. Give a rating.",
                virtue=action.virtue,
            )
        )
    if not action.is_hidden and not is_score_known(opponent):
        raise refused(
            "challenge.unknown_score",
            "The card would show a virtue of that opponent that the table doesn't know. Give a rating, or "
            "hide it.",
        )
    return score


def _lacks_rating(refusal: UserError) -> UserError:
    refusal.lacks = "rating"
    return refusal


def is_score_known(opponent: Hero | Npc) -> bool:
    """Whether everybody may read the virtues of whoever opposes."""
    return isinstance(opponent, Hero) or opponent.known is Known.OPEN


def opening_scope(action: OpenChallenge) -> Scope:
    """The hero, and who opposes it."""
    return Scope(ids=(action.hero, *((action.opponent,) if action.opponent is not None else ())))


@action(may=Permit.GAME_MASTERS, scope=opening_scope)
def open_challenge(scene: Scene, action: OpenChallenge, dice: Dice) -> Turn:
    """Open the challenge's record. Raises RuleViolation for a rating outside 1 to 10 (Q27)."""
    hero = scene.get(HERO, action.hero)
    _require_other(action.opponent, (hero.id,))
    return opened(scene, hero, trial_of(scene, action), scene.new_id())


def _require_other(opponent: RecordId | None, heroes: Sequence[RecordId]) -> None:
    if opponent in heroes:
        raise refused(
            "challenge.against_itself",
            "A hero can't be their own opponent. Name somebody else, or nobody.",
        )


def opened(scene: Scene, hero: Record[Hero], trial: Trial, challenge: RecordId) -> Turn:
    """The challenge for that hero, and what is told of it, to all and to game masters alone."""
    name, player = hero.state.name, hero.state.player
    told = ChallengeOpened(name, player, trial.action, trial.virtue, trial.told_rating, trial.opponent)
    secret = (RatingHidden(name, trial.action, trial.rating),) if trial.is_hidden else ()
    return Turn((Open(challenge, CHALLENGE.name, trial.of(hero)),), (told, *secret))


# As many as one message has buttons for.
MOST_HEROES = 25


@dataclass(frozen=True, slots=True)
class Call:
    """What several heroes attempt; each challenge goes its own way."""

    action: str
    challenges: tuple[RecordId, ...]


@dataclass(frozen=True, slots=True)
class OpenChallenges:
    """The game master sets the same challenge for several heroes (K3)."""

    heroes: tuple[RecordId, ...]
    action: str
    virtue: Virtue
    rating: int | None = None
    is_hidden: bool = False
    opponent: RecordId | None = None


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
    word=part,
)


def call_scope(action: OpenChallenges) -> Scope:
    """The heroes, and who opposes them."""
    return Scope(ids=(*action.heroes, *((action.opponent,) if action.opponent is not None else ())))


@action(may=Permit.GAME_MASTERS, scope=call_scope)
def open_challenges(scene: Scene, action: OpenChallenges, dice: Dice) -> Turn:
    """Open a challenge for each hero, and their call. Raises RuleViolation for too many, or one opposed."""
    meant = tuple(dict.fromkeys(action.heroes))
    if not 1 <= len(meant) <= MOST_HEROES:
        raise refused(
            "challenge.heroes",
            "You can challenge 1 to {most} heroes at once, not {n}.",
            most=MOST_HEROES,
            n=len(meant),
        )
    _require_other(action.opponent, meant)
    heroes = [scene.get(HERO, each) for each in meant]
    trial = trial_of(scene, action)
    call = scene.new_id()
    opened = tuple(Open(scene.new_id(), CHALLENGE.name, trial.of(hero)) for hero in heroes)
    names = tuple(hero.state.name for hero in heroes)
    told = ChallengesOpened(names, trial.action, trial.virtue, trial.told_rating, trial.opponent)
    secret = (RatingHidden(", ".join(names), trial.action, trial.rating),) if trial.is_hidden else ()
    held = Open(call, CALL.name, Call(trial.action, tuple(each.id for each in opened)))
    return Turn((*opened, held), (told, *secret), subject=call)


def _suggested_ratings(asking: Asking) -> list[Pair]:
    """The opponent's score first, then all ratings there are."""
    ratings = {str(n): str(n) for n in range(LOWEST, HIGHEST + 1)}
    named, virtue = asking.given.get("opponent"), asking.given.get("virtue")
    wants = tuple(Want(kind.name, text=named) for kind in (HERO, NPC)) if named else ()
    opponents = [each for each in asking.look(Scope(wants=wants)).records.values() if wants]
    if len(opponents) == 1 and virtue in set(Virtue):
        score = str(opponents[0].state.score(Virtue(virtue)))
        if score in ratings:
            label = T("{score}: {opponent}, {virtue:lower}")
            first = {score: label.plain(score=score, virtue=Virtue(virtue), opponent=opponents[0].title)}
            ratings = first | ratings | first
    return [(name, value) for value, name in ratings.items() if value.startswith(asking.typed)]


@command("sk challenge", may=Permit.GAME_MASTERS, is_discreet=True)
class SetChallenge(Options):
    """Set a challenge for one hero or several"""

    heroes: tuple[RecordId, ...] = option(
        "Who attempts it: one hero, several separated by commas, or all heroes", finder=HEROES_MEANT
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

    def to_action(self, asking: Asking) -> OpenChallenge | OpenChallenges:
        """One challenge, or a call of several; its rating hidden where it would tell a secret."""
        is_hidden = hides_rating(asking.seen.campaign.settings, self.hide_rating)
        if self.hide_rating is None and self.rating is None and self.opponent is not None:
            is_hidden = is_hidden or not is_score_known(asking.get(self.opponent).state)
        trial = (self.action, self.virtue, self.rating, is_hidden, self.opponent)
        if len(self.heroes) == 1:
            return OpenChallenge(self.heroes[0], *trial)
        return OpenChallenges(self.heroes, *trial)

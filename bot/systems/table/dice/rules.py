"""What a roll came to, in the form that is kept: short however many dice it had, and in nobody's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.card import Card
from bot.engine.declare import Action, Labelled, action, declared, look, option
from bot.engine.dice.labels import LUCK_SAID, with_luck
from bot.engine.dice.notation import Rolls, parse, parse_all
from bot.engine.dice.source import Dice
from bot.engine.dice.throwing import Fallen, Pool, ThrowResult, throw
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.habits import HABITS_KIND, Habits
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit, Viewer
from bot.engine.system import ActionKind, Kind, Open, Record, RecordId, Replace, Result, Scope, Want, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import clip, key_of, nearest, one_line, plain_signs
from bot.errors import NotAllowed, RuleViolation, Stale, UserError
from bot.systems.table.settings.rules import FOR_GAME_MASTERS, ROLLS

DROPPED, REROLLED, EXPLODED, COUNTS_AS, SUCCESS, FAILURE = "~", "r", "!", ">", "+", "-"


# As much of an expression as a card has room for.
EXPRESSION = 120


class Secrecy(Labelled):
    """Who sees a roll; the values are those of the campaign's setting."""

    PUBLIC = "public", "Everyone sees it"
    GAME_MASTERS = "gm", "Game masters and you see it; the channel sees that you rolled"
    ME = "me", "Only you see it; nobody else knows"
    HIDDEN = "hidden", "Only game masters see it; the channel sees that you rolled"

    def audience(self, roller: int) -> Audience:
        """Who may see the dice and the total."""
        if self is Secrecy.PUBLIC:
            return EVERYONE
        if self is Secrecy.HIDDEN:
            return GAME_MASTERS
        return Audience(everyone=False, person=roller, with_game_masters=self is Secrecy.GAME_MASTERS)


@dataclass(frozen=True, slots=True)
class Handful:
    """One group of dice as typed, `4d6kh3`, and how it fell: a word for each die.

    A word is the face, `>` and what it counts as where that differs, then `!` for exploded, `r` for
    rerolled or `~` for dropped, and where successes count `+` for each, `-` for one that takes one off.
    """

    text: str
    dice: str
    total: int
    is_count: bool = False


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw of the whole roll: groups of dice, numbers, operators and parentheses, and the total."""

    total: int
    parts: tuple[str | Handful, ...]
    is_count: bool = False
    # What this one is for, where several rolls were made at once.
    label: str = ""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll that was made, or several at once: by whom, of what, what for, and the throws.

    Those that are a sum belong together: damage by its types.
    """

    roller: int
    expression: str
    label: str
    throws: tuple[Throw, ...]
    is_several: bool = False
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class SecretRoll:
    """A roll that not everybody saw: its entry, where it would have stood, and the entry that revealed it."""

    rolled: Rolled
    secrecy: Secrecy
    entry: int
    place: int
    revealed_in: int | None = None


def rolled_event(rolls: Rolls, roller: int, label: str, results: Sequence[Sequence[ThrowResult]]) -> Rolled:
    """What keeps the rolls of a message and how each was thrown."""
    if len(rolls.rolls) == 1:
        (roll,), (thrown,) = rolls.rolls, results
        return Rolled(roller, roll.expression, roll.label or label, tuple(map(_throw, thrown)))
    throws = (
        _throw(each, roll.label) for roll, thrown in zip(rolls.rolls, results, strict=True) for each in thrown
    )
    return Rolled(roller, rolls.text, label, tuple(throws), is_several=True, is_sum=rolls.is_sum)


def _throw(result: ThrowResult, label: str = "") -> Throw:
    return Throw(result.total, tuple(map(_part, result.parts)), result.is_count, label)


def _part(part: str | Pool) -> str | Handful:
    if isinstance(part, str):
        return part
    words = [str(die.face) + "".join(_marks(die, is_count=part.is_count)) for die in part.dice]
    fallen = " ".join(words)
    return Handful(part.text, fallen, part.total, part.is_count)


def _marks(die: Fallen, *, is_count: bool) -> Iterator[str]:
    if die.value != die.face:
        yield f"{COUNTS_AS}{die.value}"
    if die.is_exploded:
        yield EXPLODED
    if not die.is_kept:
        yield REROLLED if die.is_rerolled else DROPPED
    if is_count and die.worth:
        yield SUCCESS * die.worth if die.worth > 0 else FAILURE


def may_reveal(roll: SecretRoll, viewer: Viewer) -> bool:
    """Whether this person may show it to everybody: whose own it is, or a game master who sees it."""
    if roll.revealed_in is not None:
        return False
    return viewer.user == roll.rolled.roller if roll.secrecy is Secrecy.ME else viewer.is_game_master


def view(roll: SecretRoll, viewer: Viewer) -> SecretRoll | None:
    """The roll as the viewer may see it; everybody sees one that is revealed."""
    if roll.revealed_in is not None or roll.secrecy.audience(roll.rolled.roller).includes(viewer):
        return roll
    return None


# Its title is told to whoever names the record by a button: it says nothing of the roll.
ROLL: Kind[SecretRoll] = Kind(
    "roll",
    SecretRoll,
    title=lambda _: T("A secret roll").plain(),
    owner=lambda roll: roll.rolled.roller,
    view=view,
)


# -- Dice that belong to no game: rolled in the open or in secret, and a secret roll revealed


class RollDice(Action):
    """Roll dice, in the open or in secret

    `label` says what for where the text doesn't.
    """

    text: str = option(
        "For example 2d6+3, 4d6kh3, 8d10>=8, 3#d20 volley, or a roll you saved",
        label="What to roll",
        name="dice",
        max_length=500,
        suggest=lambda asker: rolls_for(asker.habits, asker.typed),
        is_narrowed=False,
    )
    secrecy: Secrecy | None = option("Who sees it; by default as this campaign's settings say", default=None)
    label: str = ""

    def to_action(self, asker: Asker) -> RollDice:
        """What is saved under that name; a name is never a roll itself, which so needs no look-up."""
        saved = None if is_roll(self.text) else saved_roll(asker.habits, self.text)
        return replace(self, label=saved[0], text=saved[1]) if saved is not None else self


# Before a saved roll's name how often, behind it what is added this time.
_AGAIN = re.compile(r"([0-9]{1,2})\s*#\s*")
_BONUS = re.compile(r"\s*((?:[+-]\s*(?:[0-9]*d)?[0-9]+\s*)+)(?!\w)", re.IGNORECASE)


def saved_roll(habits: Habits, text: str) -> tuple[str, str] | None:
    """What for and what, of a text that begins with a saved roll's name: `attack +2`, `3#attack vs goblin`.

    None where there is no such name. Raises RuleViolation where one is nearly meant, or can't be so rolled.
    """
    if (exact := habits.saved(text)) is not None:
        return exact
    typed = one_line(plain_signs(text))
    again = _AGAIN.match(typed)
    rest = typed[again.end() :] if again is not None else typed
    begins = (
        name
        for name in sorted(habits.rolls, key=len, reverse=True)
        if rest.casefold().startswith(key_of(name)) and not rest[len(key_of(name)) :][:1].isalnum()
    )
    name = next(begins, None)
    if name is None:
        _require_no_near(habits, rest)
        return None
    return _as_added(name, habits.rolls[name], rest[len(key_of(name)) :], again[1] if again else "")


def _as_added(name: str, saved: str, rest: str, again: str) -> tuple[str, str]:
    """The saved roll with what was typed behind its name; raises RuleViolation."""
    bonus = _BONUS.match(rest)
    luck, words = with_luck((rest[bonus.end() :] if bonus is not None else rest).strip())
    roll, *more = parse_all(saved).rolls
    if words and words not in LUCK_SAID:
        # Behind a name nothing that counts is swallowed either.
        parse(f"{roll.expression} {words}")
    if not (again or bonus or luck is not None):
        return f"{name} {words}".strip(), saved
    if more:
        raise refused(
            "dice.saved_several",
            "“{name}” is {n} rolls, so nothing can be added to it. Roll them one by one.",
            name=name,
            n=1 + len(more),
        )
    times = f"{int(again) * roll.repeats}#" if again else f"{roll.repeats}#" if roll.repeats > 1 else ""
    expression = roll._replace(repeats=1).expression
    added = "".join(bonus[1].split()) if bonus is not None else ""
    fortune = "" if luck is None else " adv" if luck else " dis"
    made = parse(f"{times}{expression}{added}{fortune}")
    said = words if luck is None or words not in LUCK_SAID else ""
    return " ".join(filter(None, (roll.label or name, said, made.label))), made.expression


def _require_no_near(habits: Habits, text: str) -> None:
    """See that it isn't a saved roll's name with a slip in it. Raises RuleViolation."""
    first = re.split(r"\s*[+#-]|\s+(?:adv|dis|vs)\b", text)[0]
    near = nearest(first, {name: name for name in habits.rolls}, alike=0.75)
    if near and not first[:1].isdigit():
        raise refused(
            "dice.near_saved",
            "“{text:40}” isn't dice, and no roll you saved. Did you mean “{name}”?",
            text=text,
            name=near[0],
        )


class RevealRoll(Action):
    """Show everybody what was rolled in secret."""

    roll: RecordId


class RollMade(Event):
    """Somebody rolled dice."""

    rolled: Rolled
    secrecy: Secrecy


class SecretRollAnnounced(Event):
    """Somebody rolled in secret; what and how it fell is told elsewhere."""

    says = T("{roller:@} rolls in secret.")
    roller: int


class RollRevealed(Event):
    """The secret roll of an earlier entry is everybody's now."""

    rolled: Rolled
    entry: int


@action("roll", may=Permit.EVERYONE, where="either")
def roll_dice(world: World, action: RollDice, dice: Dice) -> Result:
    """Roll what the text says. Raises RuleViolation with the fault, or where a secret can go nowhere."""
    rolls = parse_all(action.text)
    is_apart = world.channel == world.campaign.game_master_channel
    secrecy = _secrecy(world, action, is_apart=is_apart)
    results = [throw(each, dice, secret=secrecy is not Secrecy.PUBLIC) for each in rolls.rolls]
    rolled = rolled_event(rolls, world.actor, action.label, results)
    made = RollMade(rolled, secrecy, audience=secrecy.audience(world.actor))
    if secrecy is Secrecy.PUBLIC:
        return Result(events=(made,))
    opened = Open(world.new_id(), ROLL.name, SecretRoll(rolled, secrecy, world.entry, world.place))
    # What is rolled in the game master's own channel or for oneself is nobody else's business.
    is_quiet = is_apart or secrecy is Secrecy.ME
    announced = () if is_quiet else (SecretRollAnnounced(world.actor),)
    return Result((opened,), (made, *announced), secret_first=True)


def _secrecy(world: World, action: RollDice, *, is_apart: bool) -> Secrecy:
    wanted = action.secrecy or Secrecy(world.setting(ROLLS))
    if is_apart:
        return Secrecy.GAME_MASTERS if wanted is Secrecy.PUBLIC else wanted
    if wanted.value in FOR_GAME_MASTERS and world.campaign.game_master_channel is None:
        if world.campaign.is_server:
            raise refused(
                "dice.no_campaign",
                "Nothing was rolled: this channel has no campaign, so there's no game master to see it. "
                "Roll for everyone or only yourself, or in a campaign's channel.",
            )
        raise refused(
            "dice.no_secret_channel",
            "Nothing was rolled: the game master would read it in their channel, and this campaign has none. "
            "`/roll` with `secrecy` rolls anyway: “{public}” or “{me}”. A game master can make the "
            "channel in `/campaign info`, or set one with `/campaign bind`, `for_game_masters: True`.",
            public=Secrecy.PUBLIC,
            me=Secrecy.ME,
        )
    return wanted


# Whose secret it is decides the roll itself: a game master's, or that of whoever rolled for themselves.
@action(may=Permit.EVERYONE, scope=lambda reveal: Scope(ids=(reveal.roll,)), is_undoable=False)
def reveal_roll(world: World, action: RevealRoll, dice: Dice) -> Result:
    """Tell everybody, where the roll was made. Raises Stale the second time, NotAllowed for anybody else."""
    record = world.get(ROLL, action.roll)
    roll = record.state
    if roll.revealed_in is not None:
        raise refused(
            "dice.revealed_already",
            "That roll was already revealed, in #{entry}.",
            Stale,
            entry=roll.revealed_in,
        )
    if not may_reveal(roll, Viewer(world.actor, world.standing)):
        raise refused(
            "dice.not_yours_to_reveal",
            "You can't reveal that roll: it isn't your secret.",
            NotAllowed,
        )
    revealed = replace(roll, revealed_in=world.entry)
    told = RollRevealed(roll.rolled, roll.entry)
    return Result((Replace(record.id, revealed),), (told,), channel=roll.place)


MOST_ROLLS, NAME_LENGTH, LONGEST_CHOICE = 25, 40, 100


def rolls_for(habits: Habits, typed: str) -> list[Pair]:
    """What may be rolled: what is saved under such a name, and what was typed where that is a roll."""
    wanted = typed.strip().casefold()
    own = [pair for pair in _saved(habits) if wanted in pair[1].casefold()]
    if not 0 < len(typed) <= LONGEST_CHOICE:
        return own
    if is_roll(typed):
        return [*own, (typed, typed)]
    try:
        saved = saved_roll(habits, typed)
    except UserError:
        return own
    added = saved is not None and habits.saved(typed) is None
    return [(clip(f"{typed}: {saved[1]}", LONGEST_CHOICE), typed), *own] if saved and added else own


def _saved(habits: Habits) -> list[Pair]:
    return [(f"{name}: {text}", name) for name, text in habits.rolls.items()]


class SaveRoll(Action):
    """Save a roll under a name to roll it by; only you see it"""

    name: str = option("Its name, for example attack", max_length=100)
    dice: str = option("For example 1d20+5", max_length=500)


class ForgetRoll(Action):
    """Delete a roll you saved"""

    name: str = option("The saved roll", suggest=lambda asker: _saved(asker.habits), max_length=100)


class SetPlain(Action):
    """Get answers in plain text, without frames and pictures"""

    plain: bool = option("Plain text instead of cards, only for you", name="on", default=True)


class RollSaved(Event):
    """A roll has a name; `before` is what the name stood for."""

    name: str
    dice: str
    before: str

    def sentence(self) -> Safe:
        """What it stands for now."""
        was = T(", instead of {before:120}")(before=self.before) if self.before else ""
        says = T("Saved: **{name}** is {dice:120}{was}. You can now use the name with `/roll`.")
        return says(name=self.name, dice=self.dice, was=was)


class RollForgotten(Event):
    """A name stands for no roll any more."""

    says = T("Deleted: **{name}** was {dice:120}.")
    name: str
    dice: str


class PlainSet(Event):
    """A person's answers are plain text from now on, or cards."""

    plain: bool

    def sentence(self) -> T:
        """Which."""
        if self.plain:
            return T(
                "You now get answers in plain text, without frames and pictures. To go back: "
                "`/preferences plain on: False`."
            )
        return T("You now get cards again.")


HABITS: Kind[Habits] = Kind(
    HABITS_KIND,
    Habits,
    title=lambda _: T("Your own settings").plain(),
    owner=lambda state: state.user,
    view=lambda state, viewer: state if viewer.user == state.user else None,
    is_divisible=True,
)
OWN_HABITS = Scope(wants=(Want(HABITS.name, is_own=True),))


def _own(_action: SaveRoll | ForgetRoll | SetPlain) -> Scope:
    return OWN_HABITS


# These are kept in the server's own campaign, which nobody joins: each person has a record of their own.
@action("dice save", may=Permit.EVERYONE, scope=_own, where="server", is_news=False, button="Save the roll")
def save_roll(world: World, action: SaveRoll, dice: Dice) -> Result:
    """Enter a roll. Raises RuleViolation for a bad name, a bad roll, or one too many."""
    name, text = _name(action.name), action.dice.strip()
    parse_all(text)
    habits = kept_habits(world)
    known = habits.saved(name)
    if known == (name, text):
        raise refused(
            "dice.saved_already",
            "“{name}” is already saved with exactly these dice.",
            name=name,
        )
    others = {key: roll for key, roll in habits.rolls.items() if known is None or key != known[0]}
    if len(others) >= MOST_ROLLS:
        raise refused(
            "dice.too_many_saved",
            "You have {most} saved rolls, which is the maximum. Delete one with `/act deed: forget`.",
            most=MOST_ROLLS,
        )
    saved = RollSaved(name, text, known[1] if known else "", audience=only_own(world))
    return of_habits(world, replace(habits, rolls={**others, name: text}), saved)


@action("dice forget", may=Permit.EVERYONE, scope=_own, where="server", is_news=False)
def forget_roll(world: World, action: ForgetRoll, dice: Dice) -> Result:
    """Take a roll out. Raises RuleViolation where there is none of that name."""
    habits = kept_habits(world)
    known = habits.saved(action.name)
    if known is None:
        if not habits.rolls:
            raise refused("dice.none_saved", "{none}", none=NONE_SAVED)
        raise refused(
            "dice.not_saved",
            "You have no saved roll with that name. Yours: {names:,}.",
            names=list(habits.rolls),
        )
    others = {key: roll for key, roll in habits.rolls.items() if key != known[0]}
    return of_habits(world, replace(habits, rolls=others), RollForgotten(*known, audience=only_own(world)))


@action(
    "preferences plain",
    may=Permit.EVERYONE,
    scope=_own,
    where="server",
    is_news=False,
    button="Set plain answers",
)
def set_plain(world: World, action: SetPlain, dice: Dice) -> Result:
    """Change how answers are written. Raises RuleViolation where they are so already."""
    habits = kept_habits(world)
    if habits.plain == action.plain:
        raise refused(
            "plain.already",
            "Plain text is already {state}.",
            state=(T("on") if action.plain else T("off")),
        )
    told = PlainSet(action.plain, audience=only_own(world))
    return of_habits(world, replace(habits, plain=action.plain), told)


NONE_SAVED = T(
    "You have no saved rolls on this server yet. Save one: `/dice save name: attack dice: 1d20+5`."
)


@look("dice list", may=Permit.EVERYONE, where="server")
def saved_rolls(asker: Asker) -> Card:
    """See the rolls you saved"""
    line = T("**{name}**: {dice:120}")
    lines = [line(name=name, dice=dice) for name, dice in asker.habits.rolls.items()]
    return Card(T("Your saved rolls")(), tuple(lines) or (NONE_SAVED(),))


def _name(text: str) -> str:
    name = of_length(
        one_line(text),
        NAME_LENGTH,
        "dice.bad_name",
        "A saved roll's name can have 1 to {most} characters{given}.",
        least=1,
    )
    if is_roll(name):
        raise refused(
            "dice.name_is_roll",
            "“{name}” is a roll itself, so it can't be a name. Try something like “attack”.",
            name=name,
        )
    return name


def is_roll(text: str) -> bool:
    """Whether it can be rolled as it is."""
    try:
        parse_all(text)
    except RuleViolation:
        return False
    return True


def _record(world: World) -> Record[Habits] | None:
    return next((each for each in world.all(HABITS) if each.state.user == world.actor), None)


def kept_habits(world: World) -> Habits:
    """What the actor keeps on this server."""
    record = _record(world)
    return record.state if record is not None else Habits(world.actor)


def of_habits(world: World, habits: Habits, event: Event) -> Result:
    """The turn that keeps them."""
    record = _record(world)
    if record is None:
        return Result((Open(world.new_id(), HABITS.name, habits),), (event,))
    return Result((Replace(record.id, habits),), (event,))


def only_own(world: World) -> Audience:
    """The audience of whoever acts, and nobody else."""
    return Audience(everyone=False, person=world.actor)


KINDS: tuple[Kind[Any], ...] = (ROLL, HABITS)
ACTIONS = declared(__name__, ActionKind)
EVENTS = declared(__name__, Event)

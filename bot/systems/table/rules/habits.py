"""What a person keeps for themselves on a server: saved rolls, and how answers are written for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.engine.dice.notation import parse
from bot.engine.dice.source import Dice
from bot.engine.people import Audience
from bot.engine.system import Kind, Open, Record, Replace, Scene, Scope, Turn, Want
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.table.words import dice as words
from bot.systems.table.words import records

MOST_ROLLS, NAME_LENGTH = 25, 40


@dataclass(frozen=True, slots=True)
class Habits:
    """One person's own: whether answers to them are plain text, and their rolls by name."""

    user: int
    plain: bool = False
    rolls: Mapping[str, str] = field(default_factory=dict)

    def saved(self, name: str) -> tuple[str, str] | None:
        """The saved roll of that name, in whatever case: its name and its text."""
        wanted = one_line(name).casefold()
        return next((pair for pair in self.rolls.items() if pair[0].casefold() == wanted), None)


@dataclass(frozen=True, slots=True)
class SaveRoll:
    """Keep a roll under a name, or another roll under the same name."""

    name: str
    dice: str


@dataclass(frozen=True, slots=True)
class ForgetRoll:
    """Keep a roll no longer."""

    name: str


@dataclass(frozen=True, slots=True)
class SetPlain:
    """Have answers as plain text, or as cards."""

    plain: bool


@dataclass(frozen=True, slots=True)
class RollSaved:
    """A roll has a name; `before` is what the name stood for."""

    name: str
    dice: str
    before: str
    audience: Audience


@dataclass(frozen=True, slots=True)
class RollForgotten:
    """A name stands for no roll any more."""

    name: str
    dice: str
    audience: Audience


@dataclass(frozen=True, slots=True)
class PlainSet:
    """A person's answers are plain text from now on, or cards."""

    plain: bool
    audience: Audience


HABITS: Kind[Habits] = Kind(
    "habits",
    Habits,
    title=lambda _: words.OWN_WAYS,
    owner=lambda state: state.user,
    view=lambda state, viewer: state if viewer.user == state.user else None,
    is_divisible=True,
    word=records.habits,
)
OWN_HABITS = Scope(wants=(Want(HABITS.name, is_own=True),))


def own_scope(action: SaveRoll | ForgetRoll | SetPlain) -> Scope:
    """The habits of whoever acts."""
    return OWN_HABITS


def save_roll(scene: Scene, action: SaveRoll, dice: Dice) -> Turn:
    """Enter a roll. Raises RuleViolation for a bad name, a bad roll, or one too many."""
    name, text = _name(action.name), action.dice.strip()
    parse(text)
    habits = _habits(scene)
    known = habits.saved(name)
    if known == (name, text):
        raise RuleViolation(words.saved_already(safe(name)))
    others = {key: roll for key, roll in habits.rolls.items() if known is None or key != known[0]}
    if len(others) >= MOST_ROLLS:
        raise RuleViolation(words.too_many_saved(MOST_ROLLS))
    saved = RollSaved(name, text, known[1] if known else "", _only(scene))
    return _turn(scene, replace(habits, rolls={**others, name: text}), saved)


def forget_roll(scene: Scene, action: ForgetRoll, dice: Dice) -> Turn:
    """Take a roll out. Raises RuleViolation where there is none of that name."""
    habits = _habits(scene)
    known = habits.saved(action.name)
    if known is None:
        raise RuleViolation(words.not_saved(tuple(map(safe, habits.rolls))))
    others = {key: roll for key, roll in habits.rolls.items() if key != known[0]}
    return _turn(scene, replace(habits, rolls=others), RollForgotten(*known, _only(scene)))


def set_plain(scene: Scene, action: SetPlain, dice: Dice) -> Turn:
    """Change how answers are written. Raises RuleViolation where they are so already."""
    habits = _habits(scene)
    if habits.plain == action.plain:
        raise RuleViolation(words.plain_already(on=action.plain))
    return _turn(scene, replace(habits, plain=action.plain), PlainSet(action.plain, _only(scene)))


def _name(text: str) -> str:
    name = one_line(text)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise RuleViolation(words.bad_name(NAME_LENGTH, len(name)))
    if _is_roll(name):
        raise RuleViolation(words.name_is_roll(safe(name)))
    return name


def _is_roll(text: str) -> bool:
    try:
        parse(text)
    except RuleViolation:
        return False
    return True


def _record(scene: Scene) -> Record[Habits] | None:
    return next((each for each in scene.all(HABITS) if each.state.user == scene.actor), None)


def _habits(scene: Scene) -> Habits:
    record = _record(scene)
    return record.state if record is not None else Habits(scene.actor)


def _turn(scene: Scene, habits: Habits, event: RollSaved | RollForgotten | PlainSet) -> Turn:
    record = _record(scene)
    if record is None:
        return Turn((Open(scene.new_id(), HABITS.name, habits),), (event,))
    return Turn((Replace(record.id, habits),), (event,))


def _only(scene: Scene) -> Audience:
    return Audience(everyone=False, person=scene.actor)

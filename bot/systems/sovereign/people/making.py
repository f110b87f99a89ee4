"""A new character in steps: scores, class, skills and numbers, in any order, as many days as it takes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from bot.engine.asking import Asking
from bot.engine.declare import Action, Options, Person, action, asks_of, command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import Permit
from bot.engine.proposals import PROPOSAL, Proposing
from bot.engine.system import Choice, Kind, Open, Record, RecordId, Replace, Scene, Scope, Step, Turn, Want
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line, paragraphs, whole_number
from bot.systems.sovereign.book import LEAST_SCORE, LEAST_SKILL, MOST_SCORE, MOST_SKILL, Attribute, Skill
from bot.systems.sovereign.people.rules import (
    CHARACTER,
    CHARACTER_MEANT,
    MOST_NUMBER,
    free_name,
    hit_points_of,
    knows_die_hard,
    of_name,
    read_hit_points,
    require_nothing_proposed,
    require_their_player,
    rolled_hp,
    waits_for_approval,
)
from bot.systems.sovereign.settings import BEST_OF_FOUR, IN_ORDER, SCORES
from bot.systems.sovereign.state import ABOUT_LENGTH, NAME_LENGTH, TITLE_LENGTH, Character

STEP = "make"


@dataclass(frozen=True, slots=True)
class Making:
    """A character so far. `pool` are scores rolled and not yet placed."""

    character: Character
    pool: tuple[int, ...] = ()
    has_scores: bool = False
    has_class: bool = False
    has_skills: bool = False
    revision: int = 1

    @property
    def player(self) -> int | None:
        """Who makes it."""
        return self.character.player


@dataclass(frozen=True, slots=True)
class StartMaking:
    """Begin a character, one's own or, as game master, a player's."""

    name: str
    player: int
    follows: RecordId | None = None


class OfMaking(Action):
    """A choice in the making of a character."""

    making: RecordId


class RollScores(OfMaking):
    """Roll the five scores by the table's method (S4)."""


def _score(attribute: Attribute) -> Any:
    return option(attribute.texts[0], default=10, least=LEAST_SCORE, most=MOST_SCORE)


class EnterScores(OfMaking):
    """Enter the five scores, or place those that were rolled (S4)."""

    strength: int = _score(Attribute.STR)
    dexterity: int = _score(Attribute.DEX)
    constitution: int = _score(Attribute.CON)
    intelligence: int = _score(Attribute.INT)
    wisdom: int = _score(Attribute.WIS)


class ChooseClass(OfMaking):
    """Class, HP die, feats and foci."""

    title: str = option(
        "Warrior, Rogue, or whatever they are", label="Class", default="", max_length=TITLE_LENGTH
    )
    hit_points: str = option(
        "HP for each level, such as 1d6+2", label="HP for each level", default="1d6", max_length=10
    )
    foci: str = option(
        "Feats and foci; “Die Hard” adds 2 to each HP die",
        label="Feats and foci",
        default="",
        max_length=ABOUT_LENGTH,
        is_long=True,
    )


class ChooseSkills(OfMaking):
    """The trained skills; all others are −1."""

    skills: str = option(
        "Stab 1, Exert 0. There are Exert, Heal, Know, Magic, Notice, Sneak, Brawl, Shoot and Stab",
        label="Trained skills",
        max_length=200,
    )


class EnterNumbers(OfMaking):
    """What other chapters of the game bring."""

    armor_class: int = option("AC, without DEX", default=10, least=0, most=MOST_NUMBER)
    attack: int = option(
        "Attack bonus, without STR or DEX",
        label="Attack bonus",
        default=0,
        least=-MOST_NUMBER,
        most=MOST_NUMBER,
    )
    initiative: int = option("Initiative, without DEX", default=0, least=-MOST_NUMBER, most=MOST_NUMBER)
    effort: int = option("Effort, without INT", default=0, least=0, most=MOST_NUMBER)
    coins: int = option("Gold to begin with", default=0, least=0, most=999_999)


class FinishMaking(OfMaking):
    """Let them join: HP are rolled."""


class DropMaking(OfMaking):
    """Give it up."""


def steps(making: RecordId, state: Making) -> Sequence[Step]:
    """All that can still be chosen, and Done once there are scores."""
    who, them = state.character, making
    scores = {each.value: str(who.score(each)) for each in Attribute}
    enter = Choice(
        "enter",
        (T("Place the scores…") if state.pool else T("Enter scores…"))(),
        EnterScores(them),
        asks=asks_of(EnterScores, *scores, **(scores if state.has_scores else {})),
        is_main=bool(state.pool),
        title=T("Place {rolled:,}").plain(rolled=list(state.pool)) if state.pool else "",
    )
    roll = Choice("roll", T("Roll scores")(), RollScores(them), is_main=True)
    class_asks = asks_of(
        ChooseClass, "title", "hit_points", "foci",
        title=who.title, hit_points=hit_points_of(who), foci=who.foci,
    )  # fmt: skip
    numbers = ("armor_class", "attack", "initiative", "effort", "coins")
    kept = {name: str(getattr(who, name)) for name in numbers}
    choices = [
        *([] if state.has_scores or state.pool else [roll]),
        *([] if state.has_scores else [enter]),
        Choice("class", T("Class…")(), ChooseClass(them, "", "1d6", ""), asks=class_asks),
        Choice(
            "skills",
            T("Skills…")(),
            ChooseSkills(them, ""),
            asks=asks_of(ChooseSkills, "skills", skills=written(who.skills)),
        ),
        Choice("numbers", T("Numbers…")(), EnterNumbers(them), asks=asks_of(EnterNumbers, *numbers, **kept)),
        *([Choice("done", T("Done")(), FinishMaking(them), is_main=True)] if state.has_scores else []),
        Choice("drop", T("Give up")(), DropMaking(them)),
    ]
    label = T("{name}: finish your new character").plain(name=who.name)
    return (Step(STEP, label, state.player, tuple(choices), state.revision, silent=WAITS),)


MAKING: Kind[Making] = Kind(
    "making",
    Making,
    title=lambda state: state.character.name,
    owner=lambda state: state.player,
    links=lambda state: (state.character.follows,) if state.character.follows is not None else (),
    waiting=steps,
    hand_over=lambda state, player, _of: replace(state, character=replace(state.character, player=player)),
    has_live_card=True,
    word=lambda path, value: ("", None),
    case=lambda state: T("The making of {name}")(name=state.character.name),
)


def _owner(scene: Scene, of: Any) -> int | None:
    return scene.get(MAKING, of.making).state.player


making_action = partial(
    action,
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=lambda of: Scope((of.making,), links=True),
    owner=_owner,
    step=STEP,
)


# -- begun ------------------------------------------------------------------------------------------------


@command("sov new", may=Permit.MEMBERS)
class NewCharacter(Options):
    """Make a character or henchman, step by step"""

    name: str = option("What they are called", max_length=NAME_LENGTH)
    follows: RecordId | None = option(
        "For a henchman: whom they follow",
        name="henchman_of",
        default=None,
        finder=replace(CHARACTER_MEANT, prefer=(), is_offered=lambda shown: not shown.state.is_npc),
    )
    player: Person | None = option("For game masters: who plays them", default=None)

    def to_action(self, asking: Asking) -> StartMaking:
        """A character of whoever is named, or of the asker."""
        return StartMaking(self.name, asking.user if self.player is None else self.player, self.follows)


class MakingStarted(Event):
    """Somebody makes a character."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    says = T("{player:@} makes a character: {name}.")
    name: str
    player: int


def start_scope(of: StartMaking) -> Scope:
    """Whoever is called so already, and whom they follow."""
    making = Want(MAKING.name, text=one_line(of.name))
    return Scope((of.follows,) if of.follows is not None else (), (*of_name(of.name).wants, making))


@action(may=Permit.MEMBERS, scope=start_scope)
def start_making(scene: Scene, action: StartMaking, dice: Dice) -> Turn:
    """Open the record. Raises RuleViolation for a name in use, or a leader who isn't the player's."""
    name = free_name(scene, action.name)
    require_their_player(scene, action.player)
    if scene.all(MAKING):
        raise refused("making.begun", "Somebody is making {name} already.", name=name)
    if action.follows is not None:
        leader = scene.get(CHARACTER, action.follows).state
        if leader.player != action.player:
            raise refused(
                "making.leader",
                "{leader} isn't played by {player:@}.",
                leader=leader.name,
                player=action.player,
            )
    state = Making(Character(name, action.player, follows=action.follows))
    return Turn((Open(scene.new_id(), MAKING.name, state),), (MakingStarted(name, action.player),))


# -- chosen -------------------------------------------------------------------------------------------------


class ScoresRolled(Event):
    """Five scores as they fell."""

    name: str
    scores: tuple[int, ...]
    method: str

    def sentence(self) -> Safe:
        """In order, or to be placed."""
        if self.method == IN_ORDER:
            named = [
                T("{attribute} {n}")(attribute=attribute, n=n)
                for attribute, n in zip(Attribute, self.scores, strict=False)
            ]
            return T("{name} rolls 3d6 in order: {scores:,}.")(name=self.name, scores=named)
        says = (
            T("{name} rolls 4d6, best three: {scores:,}. Place them.")
            if self.method == BEST_OF_FOUR
            else T("{name} rolls 3d6: {scores:,}. Place them.")
        )
        return says(name=self.name, scores=list(self.scores))


class MakingChanged(Event):
    """More of a new character is decided."""

    says = T("{name}: {what:lower} written.")
    name: str
    what: str


def _in_making(scene: Scene, of: OfMaking) -> Record[Making]:
    return scene.get(MAKING, of.making)


def _changed(record: Record[Making], state: Making, *told: Event) -> Turn:
    return Turn((Replace(record.id, replace(state, revision=state.revision + 1)),), told)


@making_action()
def roll_scores(scene: Scene, action: RollScores, dice: Dice) -> Turn:
    """Roll the scores, once (S4). Raises RuleViolation for a second time."""
    record = _in_making(scene, action)
    state = record.state
    if state.has_scores or state.pool:
        raise refused("making.rolled", "The scores are rolled already.")
    method = scene.setting(SCORES)
    count = 4 if method == BEST_OF_FOUR else 3
    rolled = tuple(sum(sorted(dice.roll(count, 6, reason="score"), reverse=True)[:3]) for _ in Attribute)
    told = ScoresRolled(state.character.name, rolled, method)
    if method != IN_ORDER:
        return _changed(record, replace(state, pool=rolled), told)
    scores: dict[str, Any] = dict(zip(map(str, Attribute), rolled, strict=True))
    return _changed(
        record, replace(state, character=replace(state.character, **scores), has_scores=True), told
    )


@making_action()
def enter_scores(scene: Scene, action: EnterScores, dice: Dice) -> Turn:
    """Write the scores; what was rolled can only be placed. Raises RuleViolation for other numbers."""
    record = _in_making(scene, action)
    state = record.state
    if state.has_scores:
        raise refused("making.scored", "The scores stand already. `/sov set` changes them later.")
    scores: dict[str, Any] = {each.value: getattr(action, each.value) for each in Attribute}
    if state.pool and sorted(scores.values()) != sorted(state.pool):
        raise refused("making.placed", "Place exactly what was rolled: {rolled:,}.", rolled=list(state.pool))
    after = replace(state, character=replace(state.character, **scores), pool=(), has_scores=True)
    return _changed(record, after, MakingChanged(state.character.name, T("Scores").plain()))


@making_action()
def choose_class(scene: Scene, action: ChooseClass, dice: Dice) -> Turn:
    """Write class, HP die and feats. Raises RuleViolation for a die that is none."""
    record = _in_making(scene, action)
    state = record.state
    die, bonus = read_hit_points(action.hit_points)
    after = replace(
        state.character,
        title=one_line(action.title),
        hit_die=die,
        hit_bonus=bonus,
        foci=paragraphs(action.foci),
        is_die_hard=knows_die_hard(action.foci),
    )
    told = MakingChanged(state.character.name, T("Class").plain())
    return _changed(record, replace(state, character=after, has_class=True), told)


@making_action()
def choose_skills(scene: Scene, action: ChooseSkills, dice: Dice) -> Turn:
    """Write the trained skills (S16). Raises RuleViolation for what is no skill, or out of −1 to 4."""
    record = _in_making(scene, action)
    state = record.state
    after = replace(state.character, skills=read_skills(action.skills))
    told = MakingChanged(state.character.name, T("Skills").plain())
    return _changed(record, replace(state, character=after, has_skills=True), told)


@making_action()
def enter_numbers(scene: Scene, action: EnterNumbers, dice: Dice) -> Turn:
    """Write AC and the like."""
    record = _in_making(scene, action)
    state = record.state
    after = replace(
        state.character,
        armor_class=action.armor_class,
        attack=action.attack,
        initiative=action.initiative,
        effort=action.effort,
        coins=action.coins,
    )
    return _changed(record, replace(state, character=after), MakingChanged(after.name, T("Numbers").plain()))


_SKILL = re.compile(r"\s*([A-Za-z]+)\s*[:=]?\s*([+-]?[0-9]+)\s*", re.ASCII)


def read_skills(text: str) -> Mapping[str, int]:
    """The skills of “Stab 1, Exert 0”; a beginning of a name will do. Raises RuleViolation."""
    found: dict[str, int] = {}
    for piece in filter(str.strip, re.split(r"[,;\n]", text.replace("−", "-"))):
        match = _SKILL.fullmatch(piece)
        named = [each for each in Skill if match is not None and each.value.startswith(match[1].casefold())]
        level = whole_number(match[2]) if match is not None else None
        if len(named) != 1 or level is None:
            raise refused(
                "skills.unknown",
                "“{piece:30}” is no skill and level. Write them as Stab 1, Exert 0. The skills: {skills:,}.",
                piece=piece.strip(),
                skills=tuple(Skill),
            )
        if not LEAST_SKILL <= level <= MOST_SKILL:
            raise refused("skills.level", "{skill} can be −1 to 4, not {level}.", skill=named[0], level=level)
        found[named[0].value] = level
    return {name: level for name, level in found.items() if level != LEAST_SKILL}


def written(skills: Mapping[str, int]) -> str:
    """The same as it is typed."""
    return ", ".join(f"{Skill(name).texts[0]} {level}" for name, level in skills.items())


# -- finished ---------------------------------------------------------------------------------------------


class CharacterCreated(Event):
    """Somebody joins the game."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    name: str
    player: int | None
    title: str
    level: int
    hp: int
    rolled: tuple[int, ...] = ()

    def sentence(self) -> Safe:
        """Who, of what class, with how many HP."""
        says = (
            T("{name} joins, played by {player:@}: {title} with {hp} HP{die}.")
            if self.title
            else T("{name} joins, played by {player:@}, with {hp} HP{die}.")
        )
        die = T(", {n} on the die")(n=self.rolled[0]) if len(self.rolled) == 1 else ""
        return says.of(self, die=die)


class CharacterOffered(Event):
    """A new character as a game master is asked to let them in."""

    name: str
    title: str
    scores: tuple[int, ...]
    skills: tuple[tuple[Skill, int], ...]

    def sentence(self) -> Safe:
        """What there is on the sheet."""
        named = [
            T("{attribute} {n}")(attribute=each, n=n) for each, n in zip(Attribute, self.scores, strict=False)
        ]
        skills = [T("{skill} {n}")(skill=skill, n=n) for skill, n in self.skills]
        says = T("{scores:,}. {skills}")
        trained = T("Skills: {skills:,}.")(skills=skills) if skills else T("No trained skills.")()
        return says(scores=named, skills=trained)


def _offered(scene: Scene, of: FinishMaking) -> Sequence[Event]:
    who = _in_making(scene, of).state.character
    scores = tuple(who.score(each) for each in Attribute)
    return (
        CharacterOffered(
            who.name, who.title, scores, tuple((Skill(name), level) for name, level in who.skills.items())
        ),
    )


def _title(before: Scene, _after: Scene, of: FinishMaking) -> str:
    who = _in_making(before, of).state.character
    if not who.title:
        return T("New character: {name}").plain(name=who.name)
    return T("New character: {name}, {title}").plain(name=who.name, title=who.title)


JOINING: Proposing[FinishMaking] = Proposing(
    waits_for_approval, _title, foretold=_offered, about=lambda of: (of.making,)
)


@action(
    may=Permit.OWNER_OR_GAME_MASTER,
    # Somebody may bear the name by now.
    scope=lambda of: Scope((of.making,), (Want(CHARACTER.name),), links=True),
    owner=_owner,
    step=STEP,
    proposed=JOINING,
)
def finish_making(scene: Scene, action: FinishMaking, dice: Dice) -> Turn:
    """Roll HP and open the character's record (S7). Raises RuleViolation while there are no scores."""
    record = _in_making(scene, action)
    if not record.state.has_scores:
        raise refused("making.no_scores", "Roll or enter the scores first.")
    who = record.state.character
    free_name(scene, who.name)
    hp, rolled = rolled_hp(who, dice)
    who = replace(who, hp=hp, max_hp=hp)
    told = CharacterCreated(who.name, who.player, who.title, who.level, hp, rolled)
    opened = Open(scene.new_id(), CHARACTER.name, who)
    done = Replace(record.id, record.state, archive=True)
    return Turn((opened, done), (told,), subject=opened.id)


class MakingDropped(Event):
    """Somebody gives up a new character."""

    says = T("The new character {name} is given up.")
    name: str


@making_action(scope=lambda of: Scope((of.making,), (Want(PROPOSAL.name, linking=of.making),), links=True))
def drop_making(scene: Scene, action: DropMaking, dice: Dice) -> Turn:
    """Archive it. Raises RuleViolation while a game master is asked to let them in."""
    record = _in_making(scene, action)
    name = record.state.character.name
    require_nothing_proposed(scene, name)
    told = MakingDropped(name)
    return Turn((Replace(record.id, record.state, archive=True),), (told,))

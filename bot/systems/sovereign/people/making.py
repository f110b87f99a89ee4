"""A new character in steps: scores, class, skills and numbers, in any order, as many days as it takes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from bot.engine.declare import Action, Person, oneself, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import WAITS
from bot.engine.people import Permit
from bot.engine.proposals import PROPOSAL, Proposing
from bot.engine.record import AtStep, Press
from bot.engine.saying import Clause, Label, Name, Said, say
from bot.engine.steps import at
from bot.engine.system import Kind, RecordId, Scope, Step, Want, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line, paragraphs, plain_signs, whole_number
from bot.engine.working import Declares, RecordCopy, WorkingCopy, correction, deed
from bot.systems.sovereign.book import LEAST_SCORE, LEAST_SKILL, MOST_SCORE, MOST_SKILL, Attribute, Skill
from bot.systems.sovereign.people.rules import (
    CHARACTER,
    CHARACTER_MEANT,
    MOST_NUMBER,
    free_name,
    hit_die_bonus,
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
from bot.systems.sovereign.state import NAME_LENGTH, TITLE_LENGTH, Character

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
        """The player who makes the character."""
        return self.character.player


class StartMaking(Action):
    """Make a character or henchman, step by step"""

    name: str = option("Name", max_length=NAME_LENGTH)
    player: Person | int = option("For game masters: who plays them", implied=oneself)
    follows: RecordId | None = option(
        "For a henchman: who they follow",
        name="henchman_of",
        default=None,
        finder=replace(CHARACTER_MEANT, prefer=(), is_offered=lambda shown: not shown.state.is_npc),
    )


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
        "HP for each level, such as 1d6+2",
        label="HP for each level",
        default="1d6",
        max_length=10,
        is_read=True,
    )
    foci: str = option(
        "Feats and foci; “Die Hard” adds 2 to each HP die",
        label="Feats and foci",
        default="",
        is_prose=True,
    )


class ChooseSkills(OfMaking):
    """The trained skills; all others are −1."""

    skills: str = option(
        "Stab 1, Exert 0. There are Exert, Heal, Know, Magic, Notice, Sneak, Brawl, Shoot and Stab",
        label="Trained skills",
        max_length=200,
        is_read=True,
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
    """Give up making the character."""


def steps(_making: RecordId, state: Making) -> Sequence[Step]:
    """One, at which all that can still be chosen is."""
    label = T("{name}: finish your new character").plain(name=state.character.name)
    return (Step(STEP, label, state.player, revision=state.revision, silent=WAITS),)


MAKING: Kind[Making] = Kind(
    "making",
    Making,
    title=lambda state: state.character.name,
    owner=lambda state: state.player,
    links=lambda state: (state.character.follows,) if state.character.follows is not None else (),
    waiting=steps,
    steps=(STEP,),
    hand_over=lambda state, player, _of: replace(state, character=replace(state.character, player=player)),
    has_live_card=True,
    is_untold=True,
    case=lambda state: T("The making of {name}")(name=state.character.name),
)


def _owner(world: World, of: Any) -> int | None:
    return world.get(MAKING, of.making).state.player


A = TypeVar("A")


def making_action(
    **declared: Any,
) -> Declares[RecordCopy[Making], A]:
    """Declare what is chosen of a new character, on a copy of that as `correction` makes it."""
    declared = {"scope": lambda of: Scope((of.making,), links=True)} | declared
    permit = Permit.OWNER_OR_GAME_MASTER
    return correction(of=MAKING, may=permit, owner=_owner, already=None, **declared)


# -- begun ------------------------------------------------------------------------------------------------


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


@deed("sov new", may=Permit.MEMBERS, scope=start_scope, button="Make a character")
def start_making(copy: WorkingCopy, action: StartMaking, dice: Dice) -> None:
    """Open the record. Raises RuleViolation for a name in use, or a leader who isn't the player's."""
    world = copy.world
    name = free_name(world, action.name)
    require_their_player(world, action.player)
    if world.all(MAKING):
        raise refused("making.begun", "Somebody is making {name} already.", name=name)
    if action.follows is not None:
        leader = world.get(CHARACTER, action.follows).state
        if leader.player != action.player:
            raise refused(
                "making.leader",
                "{leader} isn't played by {player:@}.",
                leader=leader.name,
                player=action.player,
            )
    copy.open(MAKING, Making(Character(name, action.player, follows=action.follows)))
    copy.tell(MakingStarted(name, action.player))


# -- chosen -------------------------------------------------------------------------------------------------


def _say_rolled(who: str, rolled: Sequence[int], method: str) -> Said:
    """Five scores as they fell, in order, or to be placed."""
    name, scores = Name(who), [Clause(T("{n}"), n=each) for each in rolled]
    if method == IN_ORDER:
        named = _scores(rolled)
        return say("making.in_order", T("{name} rolls 3d6 in order: {scores:,}."), name=name, scores=named)
    if method == BEST_OF_FOUR:
        return say(
            "making.best_of_four",
            T("{name} rolls 4d6, best three: {scores:,}. Place them."),
            name=name,
            scores=scores,
        )
    return say("making.scores", T("{name} rolls 3d6: {scores:,}. Place them."), name=name, scores=scores)


def _scores(scores: Iterable[int]) -> list[Clause]:
    return [
        Clause(T("{attribute} {n}"), attribute=Label(attribute), n=n)
        for attribute, n in zip(Attribute, scores, strict=False)
    ]


def _choose(found: RecordCopy[Making], what: Clause, **changes: Any) -> None:
    """Set a choice, and tell what is decided so far."""
    found.change(**changes, revision=found.state.revision + 1)
    name = Name(found.state.character.name)
    found.say("making.changed", T("{name}: {what:lower} set."), name=name, what=what)


@making_action(
    step=at(
        STEP, "roll", T("Roll scores"), is_main=True, when=lambda state: not (state.has_scores or state.pool)
    )
)
def roll_scores(found: RecordCopy[Making], action: RollScores, dice: Dice) -> None:
    """Roll the scores, once (S4). Raises RuleViolation for a second time."""
    state = found.state
    if state.has_scores or state.pool:
        raise refused("making.rolled", "The scores are rolled already.")
    method = found.world.setting(SCORES)
    count = 4 if method == BEST_OF_FOUR else 3
    rolled = tuple(sum(sorted(dice.roll(count, 6, reason="score"), reverse=True)[:3]) for _ in Attribute)
    found.change(revision=state.revision + 1)
    found.tell(_say_rolled(state.character.name, rolled, method))
    if method == IN_ORDER:
        scores: dict[str, Any] = dict(zip(map(str, Attribute), rolled, strict=True))
        found.change(character=replace(state.character, **scores), has_scores=True)
    else:
        found.change(pool=rolled)


def _entering(_making: RecordId, state: Making, _step: Step) -> Iterator[Press]:
    """Enter the scores, or place what was rolled, as long as there are none."""
    if state.has_scores:
        return
    is_rolled, asks = bool(state.pool), [each.value for each in Attribute]
    label = T("Place the scores…") if is_rolled else T("Enter scores…")
    title = T("Place {rolled:,}").plain(rolled=list(state.pool)) if is_rolled else ""
    yield Press("enter", label, asks=asks, is_main=is_rolled, title=title)


@making_action(step=AtStep(STEP, _entering, place=1))
def enter_scores(found: RecordCopy[Making], action: EnterScores, dice: Dice) -> None:
    """Write the scores; what was rolled can only be placed. Raises RuleViolation for other numbers."""
    state = found.state
    if state.has_scores:
        raise refused("making.scored", "The scores stand already. `/sov set` changes them later.")
    scores: dict[str, Any] = {each.value: getattr(action, each.value) for each in Attribute}
    if state.pool and sorted(scores.values()) != sorted(state.pool):
        raise refused("making.placed", "Place exactly what was rolled: {rolled:,}.", rolled=list(state.pool))
    after = replace(state.character, **scores)
    _choose(found, Clause(T("Scores")), character=after, pool=(), has_scores=True)


def _choosing_class(_making: RecordId, state: Making, _step: Step) -> Iterator[Press]:
    who = state.character
    begin = {"title": who.title, "hit_points": hit_points_of(who), "foci": who.foci}
    yield Press("class", T("Class…"), asks=tuple(begin), begin=begin)


@making_action(step=AtStep(STEP, _choosing_class, place=2))
def choose_class(found: RecordCopy[Making], action: ChooseClass, dice: Dice) -> None:
    """Write class, HP die and feats. Raises RuleViolation for a die that is none."""
    die, bonus = read_hit_points(action.hit_points)
    after = replace(
        found.state.character,
        title=one_line(action.title),
        hit_die=die,
        hit_bonus=bonus,
        foci=paragraphs(action.foci),
        is_die_hard=knows_die_hard(action.foci),
    )
    _choose(found, Clause(T("Class")), character=after, has_class=True)


def _choosing_skills(_making: RecordId, state: Making, _step: Step) -> Iterator[Press]:
    yield Press("skills", T("Skills…"), asks=("skills",), begin={"skills": written(state.character.skills)})


@making_action(step=AtStep(STEP, _choosing_skills, place=3))
def choose_skills(found: RecordCopy[Making], action: ChooseSkills, dice: Dice) -> None:
    """Write the trained skills (S16). Raises RuleViolation for what is no skill, or out of −1 to 4."""
    after = replace(found.state.character, skills=read_skills(action.skills))
    _choose(found, Clause(T("Skills")), character=after, has_skills=True)


def _numbers(_making: RecordId, state: Making, _step: Step) -> Iterator[Press]:
    names = ("armor_class", "attack", "initiative", "effort", "coins")
    begin = {name: str(getattr(state.character, name)) for name in names}
    yield Press("numbers", T("Numbers…"), asks=names, begin=begin)


@making_action(step=AtStep(STEP, _numbers, place=4))
def enter_numbers(found: RecordCopy[Making], action: EnterNumbers, dice: Dice) -> None:
    """Set AC and the other numbers from other chapters."""
    after = replace(
        found.state.character,
        armor_class=action.armor_class,
        attack=action.attack,
        initiative=action.initiative,
        effort=action.effort,
        coins=action.coins,
    )
    _choose(found, Clause(T("Numbers")), character=after)


_SKILL = re.compile(r"\s*([A-Za-z]+)\s*[:=]?\s*([+-]?[0-9]+)\s*", re.ASCII)


def read_skills(text: str) -> Mapping[str, int]:
    """The skills of “Stab 1, Exert 0”; a beginning of a name will do. Raises RuleViolation."""
    found: dict[str, int] = {}
    for piece in filter(str.strip, re.split(r"[,;\n]", plain_signs(text))):
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
    """The skills as they are typed."""
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
    constitution: int = 0
    # What the class adds to a die, and Die Hard.
    bonus: int = 0

    def sentence(self) -> Safe:
        """Who, of what class, with how many HP."""
        says = (
            T("{name} joins, played by {player:@}: {title}, {hp} HP{die}.")
            if self.title
            else T("{name} joins, played by {player:@}: {hp} HP{die}.")
        )
        return says.of(self, die=self._die() if len(self.rolled) == 1 else "")

    def _die(self) -> Safe:
        """What was rolled for it, and what is added."""
        parts = [T("rolled {n}")(n=self.rolled[0])]
        if self.constitution:
            parts.append(T("{by:+} Constitution")(by=self.constitution))
        if self.bonus:
            parts.append(T("{by:+} class and feats")(by=self.bonus))
        return T(" ({parts:,})")(parts=parts)


def _offered(world: World, of: FinishMaking) -> Sequence[Event]:
    """What there is on the sheet of a new character, as a game master is asked to let them in."""
    who = world.get(MAKING, of.making).state.character
    scores = _scores(who.score(each) for each in Attribute)
    skills = [Clause(T("{skill} {n}"), skill=Label(Skill(name)), n=n) for name, n in who.skills.items()]
    trained = Clause(T("Skills: {skills:,}."), skills=skills) if skills else Clause(T("No trained skills."))
    return (say("making.offered", T("{scores:,}. {skills}"), scores=scores, skills=trained),)


def _title(before: World, _after: World, of: FinishMaking) -> str:
    who = before.get(MAKING, of.making).state.character
    if not who.title:
        return T("New character: {name}").plain(name=who.name)
    return T("New character: {name}, {title}").plain(name=who.name, title=who.title)


JOINING: Proposing[FinishMaking] = Proposing(
    waits_for_approval, _title, foretold=_offered, about=lambda of: (of.making,)
)


@deed(
    may=Permit.OWNER_OR_GAME_MASTER,
    # Somebody may bear the name by now.
    scope=lambda of: Scope((of.making,), (Want(CHARACTER.name),), links=True),
    owner=_owner,
    step=at(STEP, "done", T("Done"), is_main=True, when=lambda state: state.has_scores, place=5),
    proposed=JOINING,
)
def finish_making(copy: WorkingCopy, action: FinishMaking, dice: Dice) -> None:
    """Roll HP and open the character's record (S7). Raises RuleViolation while there are no scores."""
    record = copy.world.get(MAKING, action.making)
    if not record.state.has_scores:
        raise refused("making.no_scores", "Roll or enter the scores first.")
    who = record.state.character
    free_name(copy.world, who.name)
    hp, rolled = rolled_hp(who, dice)
    copy.open(CHARACTER, replace(who, hp=hp, max_hp=hp))
    copy.put_other(record.id, record.state, archive=True)
    copy.tell(
        CharacterCreated(
            who.name,
            who.player,
            who.title,
            who.level,
            hp,
            rolled,
            constitution=who.modifier(Attribute.CON),
            bonus=hit_die_bonus(who),
        )
    )


@making_action(
    scope=lambda of: Scope((of.making,), (Want(PROPOSAL.name, linking=of.making),), links=True),
    step=at(STEP, "drop", T("Cancel"), place=6),
)
def drop_making(found: RecordCopy[Making], action: DropMaking, dice: Dice) -> None:
    """Archive it. Raises RuleViolation while a game master is asked to let them in."""
    name = found.state.character.name
    require_nothing_proposed(found.world, name)
    found.archive()
    found.say("making.dropped", T("{name} won't join after all."), name=Name(name))

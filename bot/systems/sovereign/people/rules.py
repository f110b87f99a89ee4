"""Who is in the game: characters, henchmen and the game master's own, and what changes on their sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from bot.engine.asking import Asks
from bot.engine.declare import Action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import MINE, Asker, finder
from bot.engine.pace import Tempo
from bot.engine.parts import Untold, part_of
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit, Standing
from bot.engine.portraits import pictures
from bot.engine.proposals import PROPOSAL, Proposing
from bot.engine.roster import require_player
from bot.engine.saying import NOTHING, Clause, Name, Words, say
from bot.engine.settings import EDITS_WAIT
from bot.engine.system import Kind, RecordId, Scope, Want, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import one_line, paragraphs, signed
from bot.engine.working import Declares, RecordCopy, Refusal, correction
from bot.systems.sovereign.book import (
    DIE_HARD,
    HALF_HIT_DIE,
    HIT_DICE,
    LEAST_CHANGED,
    LEAST_SKILL,
    MOST_CHANGED,
    MOST_LEVEL,
    MOST_SKILL,
    NPC_HIT_DIE,
    Attribute,
    Skill,
)
from bot.systems.sovereign.state import (
    MOST_COUNTERS,
    NAME_LENGTH,
    TITLE_LENGTH,
    Character,
    Counter,
    Known,
    Refill,
    character_view,
    handed_over,
    line,
    links_of,
)
from bot.systems.sovereign.steps import STEPS, steps

PORTRAIT = pictures("portrait")

CHARACTER: Kind[Character] = Kind(
    "character",
    Character,
    title=lambda state: state.name,
    owner=lambda state: state.player,
    links=links_of,
    tempo=Tempo.EXPLORATION,
    line=line,
    is_person=True,
    waiting=steps,
    steps=STEPS,
    view=character_view,
    hand_over=handed_over,
    is_divisible=True,
    ending="is_retired",
)


# -- who is meant -------------------------------------------------------------------------------------


def _nobody(name: str) -> Safe:
    return T("There's nobody called “{name}” here. Pick one from the list.")(name=name)


def _which(names: Sequence[str]) -> Safe:
    if not names:
        return T("You don't have a character in this campaign yet. Make one with `/sov new`.")()
    says = T(
        "You have several characters: {names:,}. Name one, or choose who you play here with `/act deed: "
        "play`."
    )
    return says(names=list(names))


# Whoever is played in this channel, or the asker's only character; or anybody who is named.
CHARACTER_MEANT = finder(
    CHARACTER,
    prefer=MINE,
    here=lambda state: state.active_in,
    has_secrets=True,
    unknown=_nobody,
    several=_nobody,
    which=_which,
)
ANYBODY = replace(CHARACTER_MEANT, prefer=())
OWN_NAMED = replace(CHARACTER_MEANT, prefer=(), is_own=True)
PLAYED = replace(CHARACTER_MEANT, prefer=(), is_offered=lambda shown: not shown.state.is_npc)
NPC_NAMED = replace(ANYBODY, is_offered=lambda shown: shown.state.is_npc)
RETIRED = replace(ANYBODY, archived=True, is_offered=lambda shown: shown.state.is_retired)


class OnCharacter(Action):
    """An action on a character."""

    character: RecordId = option("Which character; your own by default", finder=CHARACTER_MEANT)


def audience_of(state: Character) -> Audience:
    """Who may be told what stands on their sheet: an NPC's is the game masters' alone."""
    return GAME_MASTERS if state.is_npc else EVERYONE


def seen_by(*states: Character) -> Audience:
    """Who may be told what is seen of them all: nobody, of an NPC whom the table doesn't know."""
    is_hidden = any(each.is_npc and each.known is Known.HIDDEN for each in states)
    return GAME_MASTERS if is_hidden else EVERYONE


A = TypeVar("A")
SAME: Refusal = "character.same", T("That's how it already is; nothing was changed.")


def on_character(
    path: str = "",
    /,
    *,
    known: Callable[[Character], Audience] = seen_by,
    already: Refusal | None = None,
    **declared: Any,
) -> Declares[RecordCopy[Character], A]:
    """Declare what happens to somebody, on a copy of them as `correction` makes it.

    The class of a button alone declares no options, so that scope and owner don't follow from it.
    """
    if not path:
        declared = {
            "scope": lambda of: Scope((of.character,)),
            "owner": lambda world, of: world.get(CHARACTER, of.character).state.player,
        } | declared
    declared = {"may": Permit.OWNER_OR_GAME_MASTER} | declared
    return correction(path, of=CHARACTER, known=known, already=already, **declared)


def free_name(world: World, text: str, own: RecordId | None = None, *, is_npc: bool = False) -> str:
    """A name. Raises RuleViolation for none, a long one, or one that somebody bears as all may know."""
    name = of_length(
        one_line(text),
        NAME_LENGTH,
        "character.name",
        "A name can have 1 to {most} characters{given}.",
        least=1,
    )
    others = (each.state for each in world.all(CHARACTER) if each.id != own)
    taken = [each.name.casefold() for each in others if is_npc or seen_by(each).everyone]
    if name.casefold() in taken:
        raise refused("character.taken", "Somebody here is already called {name}. Choose another.", name=name)
    return name


def of_name(text: str) -> Scope:
    """The scope that finds whoever already has that name."""
    return Scope(wants=(Want(CHARACTER.name, text=one_line(text)),))


def require_their_player(world: World, player: int) -> None:
    """See that a character can be that person's. Raises UserError."""
    require_player(world, player, T("a character"))


def require_nothing_proposed(world: World, name: str) -> None:
    """Raises RuleViolation while something proposed about them waits; the world has to hold it."""
    if waiting := world.all(PROPOSAL):
        raise refused(
            "character.still_waits",
            "{name} still has something waiting: “{title:100}”. Finish that first; `/waiting` lists it.",
            name=name,
            title=waiting[0].state.terms.title,
        )


# -- hit points (S7 to S9) ----------------------------------------------------------------------------


def rolled_hp(state: Character, dice: Dice) -> tuple[int, tuple[int, ...]]:
    """The HP of all levels, each die with CON and Die Hard, 1 at least (S7, Q1), of an NPC by HD (S9).

    With them, the dice as they fell.
    """
    if state.hd is not None:
        sides, count = (NPC_HIT_DIE, state.hd) if state.hd else (HALF_HIT_DIE, 1)
        faces = dice.roll(count, sides, reason="HP", secret=True)
        return sum(faces), faces
    faces = dice.roll(state.level, state.hit_die, reason="HP")
    return sum(map(partial(hp_of_die, state), faces)), faces


def hp_of_die(state: Character, face: int) -> int:
    """The HP that one die gives (Q1)."""
    return max(1, face + state.modifier(Attribute.CON) + hit_die_bonus(state))


def hit_die_bonus(state: Character) -> int:
    """What the class adds to each die, and Die Hard (Q1)."""
    return state.hit_bonus + DIE_HARD * state.is_die_hard


class LevelUp(OnCharacter):
    """Gain a level: roll all HP dice anew, and keep the new total if it is higher"""


# -- sheets -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Changed:
    """A part of a sheet before and after; of a skill its path is `skills/stab`."""

    path: str
    before: int | str | bool | None
    after: int | str | bool | None

    @property
    def said(self) -> Safe:
        """Its name, before → after."""
        path = tuple(self.path.split("/"))
        name, before = part_of(Character, path, self.before)
        _, after = part_of(Character, path, self.after)
        none = T("none")()
        if isinstance(after, Untold):
            return T("new {name}")(name=Safe(name))
        return T("{name} {before} → {after}")(
            name=Safe(name), before=Safe(before or none), after=Safe(after or none)
        )


class SheetChanged(Event):
    """A sheet reads otherwise."""

    says = T("{name}: {told:,}.{why}")
    name: str
    changes: tuple[Changed, ...]
    reason: str = ""

    @property
    def told(self) -> list[Safe]:
        """Every part that changed."""
        return [each.said for each in self.changes]

    @property
    def why(self) -> Safe:
        """The reason that was given, if any."""
        return T(" {reason}")(reason=self.reason) if self.reason else Safe("")


SHOWN_FIELDS = (
    "name", "title", "level", *(each.value for each in Attribute), "hp", "max_hp", "hit_die", "hit_bonus",
    "is_die_hard", "foci", "attack", "armor_class", "initiative", "effort", "xp", "strain", "hd",
    "is_unnamed", "coins", "about",
)  # fmt: skip


def differences(before: Character, after: Character) -> tuple[Changed, ...]:
    """The parts of a sheet that read differently now."""
    return tuple(_differences(before, after))


def _differences(before: Character, after: Character) -> Iterator[Changed]:
    for name in SHOWN_FIELDS:
        was, now = getattr(before, name), getattr(after, name)
        if was != now:
            yield Changed(name, was, now)
    for skill in Skill:
        if before.skill(skill) != after.skill(skill):
            yield Changed(f"skills/{skill.value}", before.skill(skill), after.skill(skill))


def waits_for_approval(world: World, _action: Any) -> bool:
    """Whether this campaign wants a player's changes approved."""
    return world.standing is not Standing.GAME_MASTER and EDITS_WAIT.holds(world.campaign.settings)


class SheetAction(OnCharacter):
    """Changes a sheet: at once, or once it is approved where the campaign wants that."""

    def written(self) -> Mapping[str, str]:
        """What a game master may write otherwise in it."""
        return {}


def _title(before: World, after: World, action: SheetAction) -> str:
    old, new = (each.records[action.character].state for each in (before, after))
    changes = [each.said for each in differences(old, new)]
    return T("{name}: {changes:,}").plain(name=old.name, changes=changes or [T("sheet")()])


PROPOSED: Proposing[Any] = Proposing(
    waits_for_approval,
    _title,
    lambda action: action.written(),
    about=lambda action: (action.character,),
)


def on_sheet(path: str = "", /, **declared: Any) -> Declares[RecordCopy[Character], A]:
    """Declare what changes a sheet: told to those who may read it, and approved where that is wanted."""
    declared = {"proposed": PROPOSED} | declared
    return on_character(path, known=audience_of, already=SAME, **declared)


def _score(attribute: Attribute) -> Any:
    hint = f"{attribute.texts[0]}; injury or magic may take it beyond 3 to 18"
    return option(hint, default=None, least=LEAST_CHANGED, most=MOST_CHANGED)


def _level_of(skill: Skill) -> Any:
    return option(f"{skill.texts[0]}, −1 to 4", default=None, least=LEAST_SKILL, most=MOST_SKILL)


def _number(hint: str, least: int = 0, most: int = 999) -> Any:
    return option(hint, default=None, least=least, most=most)


MOST_NUMBER, MOST_XP = 99, 999_999
# What of it is no part of the sheet.
UNCHANGED = ("character", "reason")


class SetSheet(SheetAction):
    """Change the numbers on a sheet: scores, skills, level, HP, AC and the like"""

    strength: int | None = _score(Attribute.STR)
    dexterity: int | None = _score(Attribute.DEX)
    constitution: int | None = _score(Attribute.CON)
    intelligence: int | None = _score(Attribute.INT)
    wisdom: int | None = _score(Attribute.WIS)
    exert: int | None = _level_of(Skill.EXERT)
    heal: int | None = _level_of(Skill.HEAL)
    know: int | None = _level_of(Skill.KNOW)
    magic: int | None = _level_of(Skill.MAGIC)
    notice: int | None = _level_of(Skill.NOTICE)
    sneak: int | None = _level_of(Skill.SNEAK)
    brawl: int | None = _level_of(Skill.BRAWL)
    shoot: int | None = _level_of(Skill.SHOOT)
    stab: int | None = _level_of(Skill.STAB)
    level: int | None = _number("Level; to gain one with its HP, level up instead", 1, MOST_LEVEL)
    hp: int | None = _number("HP now, up to the maximum", 1)
    max_hp: int | None = _number("Maximum HP", 1)
    attack: int | None = _number("Attack bonus, without STR or DEX", -MOST_NUMBER, MOST_NUMBER)
    armor_class: int | None = option("AC, without DEX", name="ac", default=None, least=0, most=MOST_NUMBER)
    initiative: int | None = _number("Initiative bonus, without DEX", -MOST_NUMBER, MOST_NUMBER)
    effort: int | None = _number("Effort, without INT", 0, MOST_NUMBER)
    xp: int | None = _number("XP", 0, MOST_XP)
    hd: int | None = _number("For an NPC: Hit Dice, 0 for less than one", 0, MOST_NUMBER)
    reason: str = option("Why, for everybody to read", default="")

    def written(self) -> Mapping[str, str]:
        """All that it changes."""
        names = (each for each in self.__dataclass_fields__ if each not in UNCHANGED)
        found = {name: getattr(self, name) for name in names}
        return {name: str(n) for name, n in found.items() if n is not None}


def _is_to_be_granted(world: World, action: SetSheet | LevelUp) -> bool:
    """Whether it waits: a level always does, for XP don't give one yet."""
    if isinstance(action, SetSheet):
        level = world.get(CHARACTER, action.character).state.level
        if (action.level or 0) <= level:
            return waits_for_approval(world, action)
    return world.standing is not Standing.GAME_MASTER


@on_sheet("sov set", proposed=replace(PROPOSED, needs=_is_to_be_granted), button="Change the numbers")
def set_sheet(found: RecordCopy[Character], action: SetSheet, dice: Dice) -> None:
    """Replace what is given. Raises RuleViolation for HP above the maximum, or where nothing changes."""
    before = found.state
    given = {
        name: value
        for name in SetSheet.__dataclass_fields__
        if name not in UNCHANGED and (value := getattr(action, name)) is not None
    }
    skills = {name: given.pop(name) for name in map(str, Skill) if name in given}
    if "hd" in given and not before.is_npc:
        raise refused("sheet.no_hd", "{name} goes by levels. Only NPCs have Hit Dice.", name=before.name)
    if "hp" in given:
        require_alive(before)
    if "hp" in given and before.hp == 0:
        raise refused(
            "sheet.hp_of_dying",
            "{name} is {how}. `/act deed: stabilize` comes before any HP, and `/undo` takes back a mistake.",
            name=before.name,
            how=before.condition or T("at 0 HP")(),
        )
    trained = {name: n for name, n in {**before.skills, **skills}.items() if n != before.untrained}
    after = replace(before, skills=trained, **given)
    if after.level > before.level:
        after = replace(after, locks=())
    if after.hp > after.max_hp:
        if "hp" in given:
            raise refused(
                "sheet.hp",
                "{name} has {most} HP at most. Raise the maximum first, or give less.",
                name=before.name,
                most=after.max_hp,
            )
        after = replace(after, hp=after.max_hp)
    _edit(found, after)


def _edit(found: RecordCopy[Character], after: Character) -> None:
    """Replace the sheet by this one."""
    found.put(after)
    found.tell(SheetChanged(found.before.name, differences(found.before, after), found.reason))


class EditSheet(SheetAction):
    """Write name, class, HP die, feats and notes in a form"""

    name: str = option("Name", max_length=NAME_LENGTH)
    title: str = option("Class", default="", max_length=TITLE_LENGTH)
    hit_points: str = option(
        "HP for each level, such as 1d6+2",
        label="HP for each level",
        default="1d6",
        max_length=10,
        is_read=True,
    )
    foci: str = option("Feats and foci", default="", is_prose=True)
    about: str = option("Notes", default="", is_prose=True)

    def written(self) -> Mapping[str, str]:
        """All of it."""
        return {name: getattr(self, name) for name in WRITTEN}


WRITTEN = ("name", "title", "hit_points", "foci", "about")


def _today(asker: Asker) -> Mapping[str, str]:
    state: Character = asker.record("character").state
    return {each: hit_points_of(state) if each == "hit_points" else getattr(state, each) for each in WRITTEN}


def edit_scope(action: EditSheet) -> Scope:
    """The sheet, and whoever is called as it shall be."""
    return Scope((action.character,), of_name(action.name).wants)


@on_sheet(
    "sov pc edit", scope=edit_scope, asks=Asks(T("Edit {name}"), WRITTEN, _today), button="Change the sheet"
)
def edit_sheet(found: RecordCopy[Character], action: EditSheet, dice: Dice) -> None:
    """Replace what is written. Raises RuleViolation for a name in use or a die that is none."""
    before = found.state
    die, bonus = read_hit_points(action.hit_points)
    after = replace(
        before,
        name=free_name(found.world, action.name, found.id, is_npc=before.is_npc),
        title=one_line(action.title),
        hit_die=die,
        hit_bonus=bonus,
        foci=paragraphs(action.foci),
        is_die_hard=knows_die_hard(action.foci),
        about=paragraphs(action.about),
    )
    _edit(found, after)


def knows_die_hard(foci: str) -> bool:
    """Whether Die Hard is among their feats (S7)."""
    return "die hard" in foci.casefold()


def read_hit_points(text: str) -> tuple[int, int]:
    """The die of a class's HP progression and what it adds to each, out of "1d6+2". Raises RuleViolation."""
    head, plus, bonus = text.replace(" ", "").replace("−", "-").casefold().replace("-", "+-").partition("+")
    die = head.removeprefix("1").removeprefix("d")
    is_number = die.isdecimal() and (not plus or bonus.removeprefix("-").isdecimal())
    if not is_number or int(die) not in HIT_DICE or abs(int(bonus or 0)) > 9:
        raise refused(
            "sheet.hit_points",
            "“{text:20}” is no HP die. Write the die of one level, such as 1d6 or 1d6+2.",
            text=text,
        )
    return int(die), int(bonus or 0)


def hit_points_of(state: Character) -> str:
    """Hit points as they are typed."""
    bonus = signed(state.hit_bonus) if state.hit_bonus else ""
    return f"1d{state.hit_die}{bonus}"


def _offered(world: World, action: LevelUp) -> Sequence[Event]:
    level = world.get(CHARACTER, action.character).state.level + 1
    return (
        say(
            "character.level_offered",
            T("Level {level}: HP for all levels are rolled anew."),
            level=level,
        ),
    )


def _rising(before: World, _after: World, action: LevelUp) -> str:
    return T("Level up: {name}").plain(name=before.records[action.character].state.name)


def _require_level(state: Character) -> None:
    """See that there is another level for them. Raises RuleViolation."""
    if state.is_npc:
        raise refused("level.npc", "NPCs have Hit Dice, no levels. Change those with `/sov set`.")
    require_alive(state)
    if state.level >= MOST_LEVEL:
        raise refused("level.most", "{name} is at level {n} already.", name=state.name, n=MOST_LEVEL)


@on_character(
    "sov pc levelup",
    when=(_require_level,),
    proposed=replace(
        PROPOSED, needs=_is_to_be_granted, title=_rising, changes=lambda _action: {}, foretold=_offered
    ),
)
def level_up(found: RecordCopy[Character], action: LevelUp, dice: Dice) -> None:
    """Roll all levels' HP, keep the higher total, and clear the locks (S8, Q2, Q43). Raises RuleViolation."""
    before = found.state
    risen = replace(before, level=before.level + 1, locks=())
    rolled, faces = rolled_hp(risen, dice)
    most = max(before.max_hp, rolled)
    found.put(replace(risen, max_hp=most, hp=before.hp + most - before.max_hp if before.hp else 0))
    n = len(before.locks)
    hp = (
        Clause(T("Maximum HP {before} → {after}"), before=before.max_hp, after=most)
        if most > before.max_hp
        else Clause(T("Maximum HP stays {after}"), after=most)
    )
    found.say(
        "character.leveled_up",
        T("{name} reaches level {level}. Rolled {dice}{rolled} HP for all levels. {hp}.{locks}"),
        name=Name(before.name),
        level=risen.level,
        dice=Clause(T("{faces:,}: "), faces=[Clause(T("{n}"), n=each) for each in faces])
        if faces
        else NOTHING,
        rolled=rolled,
        hp=hp,
        locks=Clause(T(" They can try {n:the lock|the {n} locks} they failed at again."), n=n)
        if n
        else NOTHING,
    )


def require_alive(state: Character) -> None:
    """Check that somebody lives. Raises RuleViolation for the dead."""
    if state.is_dead:
        raise refused(
            "character.dead",
            "{name} is dead. A game master can undo a mistake with `/undo`.",
            name=state.name,
        )


def require_able(state: Character) -> None:
    """Raises RuleViolation for who can't act (S24, S27, S36)."""
    require_alive(state)
    if state.is_helpless:
        raise refused(
            "character.helpless",
            "{name} is {how} and can't act.",
            name=state.name,
            how=state.condition or T("unconscious")(),
        )


# -- counters -----------------------------------------------------------------------------------------


class SetCounter(SheetAction):
    """Count something: uses of a power, charges, Effort; a maximum of 0 removes it"""

    counter: str = option(
        "What is counted; a new name adds it",
        suggest=lambda asker: [(name, name) for name in asker.record("character").state.counters],
        max_length=30,
    )
    value: int | None = option("How many now; full by default", default=None, least=0, most=MOST_NUMBER)
    most: int | None = option("How many at most; 0 removes it", default=None, least=0, most=MOST_NUMBER)
    refill: Refill | None = option("When it is full again", default=None)


def _say_counted(
    found: RecordCopy[Character], counter: str, before: int | None, value: int, most: int
) -> None:
    """Tell how a counter stands."""
    name, what = Name(found.state.name), Words(counter, by=None)
    now = Clause(T("{value} of {most}"), value=value, most=most)
    if most == 0:
        found.say("counter.gone", T("{name} no longer counts {counter}."), name=name, counter=what)
    elif before is None or before == value:
        found.say("counter.set", T("{name}: {counter} {now}."), name=name, counter=what, now=now)
    else:
        found.say(
            "counter.changed",
            T("{name}: {counter} {before} → {now}."),
            name=name,
            counter=what,
            before=before,
            now=now,
        )


@on_sheet("sov pc counter", button="Count it")
def set_counter(found: RecordCopy[Character], action: SetCounter, dice: Dice) -> None:
    """Add, change or remove a counter. Raises RuleViolation for one that can't be, or is so already."""
    state = found.state
    name = next(
        (each for each in state.counters if each.casefold() == one_line(action.counter).casefold()),
        one_line(action.counter),
    )
    before = state.counters.get(name)
    if not name or (before is None and not action.most):
        raise refused("counter.new", "A new counter needs a name and a maximum of 1 or more.")
    most = action.most if action.most is not None else before.most if before else 0
    value = action.value if action.value is not None else min(before.value, most) if before else most
    refill = action.refill or (before.refill if before else Refill.NEVER)
    if value > most:
        raise refused(
            "counter.above",
            "{counter} can be {most} at most, not {value}.",
            counter=name,
            most=most,
            value=value,
        )
    counters = {key: each for key, each in state.counters.items() if key != name or most}
    if most:
        counters[name] = Counter(value, most, refill)
    if len(counters) > MOST_COUNTERS:
        raise refused("counter.too_many", "A sheet can have {n} counters. Remove one first.", n=MOST_COUNTERS)
    found.change(counters=counters)
    _say_counted(found, name, before.value if before else None, value, most)

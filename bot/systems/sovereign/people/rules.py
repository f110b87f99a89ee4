"""Who is in the game: characters, henchmen and the game master's own, and what changes on their sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.engine.asking import MINE, Asking, Pair, finder
from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import Tempo
from bot.engine.parts import Untold
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit, Standing
from bot.engine.portraits import pictures
from bot.engine.proposals import PROPOSAL, Proposing
from bot.engine.roster import require_player
from bot.engine.settings import EDITS_WAIT
from bot.engine.system import Kind, Record, RecordId, Replace, Scene, Scope, Turn, Want
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.views import RecordView
from bot.engine.words import one_line, paragraphs, signed
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
    ABOUT_LENGTH,
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
    part,
)
from bot.systems.sovereign.steps import steps

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
    view=character_view,
    hand_over=handed_over,
    is_divisible=True,
    word=part,
    ending="is_retired",
)


# -- who is meant -------------------------------------------------------------------------------------


def _nobody(name: str) -> Safe:
    return T("There's nobody called “{name}” here. Pick one from the list.")(name=name)


def _which(names: Sequence[str]) -> Safe:
    if not names:
        return T("You don't have a character in this campaign yet. Make one with `/sov new`.")()
    says = T(
        "You have several characters: {names:,}. Name one, or choose who you play here with `/sov pc play`."
    )
    return says(names=list(names))


def _is_own_sort(shown: RecordView) -> bool:
    return not shown.state.is_npc


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
PLAYED = replace(CHARACTER_MEANT, prefer=(), is_offered=_is_own_sort)
NPC_NAMED = replace(ANYBODY, is_offered=lambda shown: shown.state.is_npc)
RETIRED = replace(ANYBODY, archived=True, is_offered=lambda shown: shown.state.is_retired)


class OnCharacter(Action):
    """Something about a character."""

    character: RecordId = option("Which character; your own by default", finder=CHARACTER_MEANT)


# Of a button alone, so that its class declares no options.
on_character = partial(
    action,
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=lambda of: Scope((of.character,)),
    owner=lambda scene, of: scene.get(CHARACTER, of.character).state.player,
)


def audience_of(state: Character) -> Audience:
    """Who may be told what stands on their sheet: an NPC's is the game masters' alone."""
    return GAME_MASTERS if state.is_npc else EVERYONE


def seen_by(*states: Character) -> Audience:
    """Who may be told what is seen of them all: nobody, of an NPC whom the table doesn't know."""
    is_hidden = any(each.is_npc and each.known is Known.HIDDEN for each in states)
    return GAME_MASTERS if is_hidden else EVERYONE


def free_name(scene: Scene, text: str, own: RecordId | None = None, *, is_npc: bool = False) -> str:
    """A name. Raises RuleViolation for none, a long one, or one that somebody bears as all may know."""
    name = of_length(
        one_line(text),
        NAME_LENGTH,
        "character.name",
        "A name can have 1 to {most} characters, not {length}.",
        least=1,
    )
    others = (each.state for each in scene.all(CHARACTER) if each.id != own)
    taken = [each.name.casefold() for each in others if is_npc or seen_by(each).everyone]
    if name.casefold() in taken:
        raise refused("character.taken", "Somebody here is already called {name}. Choose another.", name=name)
    return name


def of_name(text: str) -> Scope:
    """Whoever is called so already."""
    return Scope(wants=(Want(CHARACTER.name, text=one_line(text)),))


def require_their_player(scene: Scene, player: int) -> None:
    """See that a character can be that person's. Raises UserError."""
    require_player(scene, player, T("a character"))


def require_nothing_proposed(scene: Scene, name: str) -> None:
    """Raises RuleViolation while something proposed about them waits; the scene has to hold it."""
    if waiting := scene.all(PROPOSAL):
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
    """What one die comes to (Q1)."""
    more = state.modifier(Attribute.CON) + state.hit_bonus + DIE_HARD * state.is_die_hard
    return max(1, face + more)


class LevelUp(OnCharacter):
    """Gain a level: roll all HP dice anew, and keep the new total if it is higher"""


class LeveledUp(Event):
    """A level gained (S8): HP rolled for all levels, the higher total kept."""

    name: str
    level: int
    rolled: int
    before: int
    after: int
    locks: int = 0
    faces: tuple[int, ...] = ()

    def sentence(self) -> Safe:
        """The level, what was rolled, and the HP there are now."""
        hp = (
            T("Maximum HP {before} → {after}").of(self)
            if self.after > self.before
            else T("Maximum HP stays {after}").of(self)
        )
        says = T("{name} reaches level {level}. Rolled {dice}{rolled} HP for all levels. {hp}.{locks}")
        dice = T("{faces:,}: ")(faces=[T("{n}")(n=n) for n in self.faces]) if self.faces else ""
        locks = T(" They can try {n:the lock|the {n} locks} that beat them again.")
        return says(
            name=self.name,
            level=self.level,
            dice=dice,
            rolled=self.rolled,
            hp=hp,
            locks=locks(n=self.locks) if self.locks else "",
        )


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
        name, before = part(path, self.before)
        _, after = part(path, self.after)
        none = T("none")()
        if isinstance(after, Untold):
            return T("new {name}")(name=Safe(name))
        return T("{name} {before} → {after}")(
            name=Safe(name), before=Safe(before or none), after=Safe(after or none)
        )


class SheetChanged(Event):
    """A sheet reads otherwise."""

    says = T("{name}: {told:,}.")
    name: str
    changes: tuple[Changed, ...]

    @property
    def told(self) -> list[Safe]:
        """Every part that changed."""
        return [each.said for each in self.changes]


SHOWN_FIELDS = (
    "name", "title", "level", *(each.value for each in Attribute), "hp", "max_hp", "hit_die", "hit_bonus",
    "is_die_hard", "foci", "attack", "armor_class", "initiative", "effort", "xp", "strain", "hd",
    "is_unnamed", "coins", "about",
)  # fmt: skip


def differences(before: Character, after: Character) -> tuple[Changed, ...]:
    """What reads otherwise on a sheet."""
    return tuple(_differences(before, after))


def _differences(before: Character, after: Character) -> Iterator[Changed]:
    for name in SHOWN_FIELDS:
        was, now = getattr(before, name), getattr(after, name)
        if was != now:
            yield Changed(name, was, now)
    for skill in Skill:
        if before.skill(skill) != after.skill(skill):
            yield Changed(f"skills/{skill.value}", before.skill(skill), after.skill(skill))


def waits_for_approval(scene: Scene, _action: Any) -> bool:
    """Whether this campaign wants a player's changes approved."""
    return scene.standing is not Standing.GAME_MASTER and EDITS_WAIT.holds(scene.campaign.settings)


class SheetAction(OnCharacter):
    """Changes a sheet: at once, or once it is approved where the campaign wants that."""

    def written(self) -> Mapping[str, str]:
        """What a game master may write otherwise in it."""
        return {}


def _title(before: Scene, after: Scene, action: SheetAction) -> str:
    old, new = (each.records[action.character].state for each in (before, after))
    changes = [each.said for each in differences(old, new)]
    return T("{name}: {changes:,}").plain(name=old.name, changes=changes or [T("sheet")()])


PROPOSED: Proposing[Any] = Proposing(
    waits_for_approval,
    _title,
    lambda action: action.written(),
    about=lambda action: (action.character,),
)
sheet_action = partial(action, may=Permit.OWNER_OR_GAME_MASTER, proposed=PROPOSED)


def _score(attribute: Attribute) -> Any:
    hint = f"{attribute.texts[0]}; injury or magic may take it beyond 3 to 18"
    return option(hint, default=None, least=LEAST_CHANGED, most=MOST_CHANGED)


def _level_of(skill: Skill) -> Any:
    return option(f"{skill.texts[0]}, −1 to 4", default=None, least=LEAST_SKILL, most=MOST_SKILL)


def _number(hint: str, least: int = 0, most: int = 999) -> Any:
    return option(hint, default=None, least=least, most=most)


MOST_NUMBER, MOST_XP = 99, 999_999


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
    level: int | None = _number("Level; /sov pc levelup rolls HP as well", 1, MOST_LEVEL)
    hp: int | None = _number("HP now, up to the maximum", 1)
    max_hp: int | None = _number("Maximum HP", 1)
    attack: int | None = _number("Attack bonus, without STR or DEX", -MOST_NUMBER, MOST_NUMBER)
    armor_class: int | None = option("AC, without DEX", name="ac", default=None, least=0, most=MOST_NUMBER)
    initiative: int | None = _number("Initiative bonus, without DEX", -MOST_NUMBER, MOST_NUMBER)
    effort: int | None = _number("Effort, without INT", 0, MOST_NUMBER)
    xp: int | None = _number("XP", 0, MOST_XP)
    hd: int | None = _number("For an NPC: Hit Dice, 0 for less than one", 0, MOST_NUMBER)

    def written(self) -> Mapping[str, str]:
        """All that it changes."""
        names = (each for each in self.__dataclass_fields__ if each != "character")
        found = {name: getattr(self, name) for name in names}
        return {name: str(n) for name, n in found.items() if n is not None}


def _is_to_be_granted(scene: Scene, action: SetSheet | LevelUp) -> bool:
    """Whether it waits: a level always does, for XP don't give one yet."""
    if isinstance(action, SetSheet):
        level = scene.get(CHARACTER, action.character).state.level
        if (action.level or 0) <= level:
            return waits_for_approval(scene, action)
    return scene.standing is not Standing.GAME_MASTER


@action("sov set", may=Permit.OWNER_OR_GAME_MASTER, proposed=replace(PROPOSED, needs=_is_to_be_granted))
def set_sheet(scene: Scene, action: SetSheet, dice: Dice) -> Turn:
    """Replace what is given. Raises RuleViolation for HP above the maximum, or where nothing changes."""
    record = scene.get(CHARACTER, action.character)
    before = record.state
    given = {
        name: value
        for name in SetSheet.__dataclass_fields__
        if name != "character" and (value := getattr(action, name)) is not None
    }
    skills = {name: given.pop(name) for name in map(str, Skill) if name in given}
    if "hd" in given and not before.is_npc:
        raise refused("sheet.no_hd", "{name} goes by levels. Only NPCs have Hit Dice.", name=before.name)
    if "hp" in given:
        require_alive(before)
    if "hp" in given and before.hp == 0:
        raise refused(
            "sheet.hp_of_dying",
            "{name} is {how}. `/sov care stabilize` comes before any HP, and `/undo` takes back a mistake.",
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
    return edited(scene, record, after)


def edited(scene: Scene, record: Record[Character], after: Character) -> Turn:
    """The turn that makes the sheet this one. Raises RuleViolation where it is that already."""
    if after == record.state:
        raise refused("character.same", "That's how it already is; nothing was changed.")
    told = SheetChanged(record.state.name, differences(record.state, after), audience=audience_of(after))
    return Turn((Replace(record.id, after),), (told,))


class EditSheet(SheetAction):
    """Write name, class, HP die, feats and notes anew"""

    name: str = option("Name", max_length=NAME_LENGTH)
    title: str = option("Class", default="", max_length=TITLE_LENGTH)
    hit_points: str = option(
        "HP for each level, such as 1d6+2", label="HP for each level", default="1d6", max_length=10
    )
    foci: str = option("Feats and foci", default="", max_length=ABOUT_LENGTH, is_long=True)
    about: str = option("Notes", default="", max_length=ABOUT_LENGTH, is_long=True)

    def written(self) -> Mapping[str, str]:
        """All of it."""
        return {name: getattr(self, name) for name in ("name", "title", "hit_points", "foci", "about")}


def edit_scope(action: EditSheet) -> Scope:
    """The sheet, and whoever is called as it shall be."""
    return Scope((action.character,), of_name(action.name).wants)


@sheet_action(scope=edit_scope)
def edit_sheet(scene: Scene, action: EditSheet, dice: Dice) -> Turn:
    """Replace what is written. Raises RuleViolation for a name in use or a die that is none."""
    record = scene.get(CHARACTER, action.character)
    before = record.state
    die, bonus = read_hit_points(action.hit_points)
    after = replace(
        before,
        name=free_name(scene, action.name, record.id, is_npc=before.is_npc),
        title=one_line(action.title),
        hit_die=die,
        hit_bonus=bonus,
        foci=paragraphs(action.foci),
        is_die_hard=knows_die_hard(action.foci),
        about=paragraphs(action.about),
    )
    return edited(scene, record, after)


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
    """The same as it is written."""
    bonus = signed(state.hit_bonus) if state.hit_bonus else ""
    return f"1d{state.hit_die}{bonus}"


class LevelOffered(Event):
    """A level as a game master is asked to grant it."""

    says = T("{name} reaches level {level}: the HP of all levels are rolled anew.")
    name: str
    level: int


def _offered(scene: Scene, action: LevelUp) -> Sequence[Event]:
    state = scene.get(CHARACTER, action.character).state
    return (LevelOffered(state.name, state.level + 1),)


def _rising(before: Scene, _after: Scene, action: LevelUp) -> str:
    state = before.records[action.character].state
    return T("{name} reaches level {n}").plain(name=state.name, n=state.level + 1)


@action(
    "sov pc levelup",
    may=Permit.OWNER_OR_GAME_MASTER,
    proposed=replace(
        PROPOSED, needs=_is_to_be_granted, title=_rising, changes=lambda _action: {}, foretold=_offered
    ),
)
def level_up(scene: Scene, action: LevelUp, dice: Dice) -> Turn:
    """Roll all levels' HP, keep the higher total, and clear the locks (S8, Q2, Q43). Raises RuleViolation."""
    record = scene.get(CHARACTER, action.character)
    before = record.state
    if before.is_npc:
        raise refused("level.npc", "NPCs have Hit Dice, no levels. Change those with `/sov set`.")
    require_alive(before)
    if before.level >= MOST_LEVEL:
        raise refused("level.most", "{name} is at level {n} already.", name=before.name, n=MOST_LEVEL)
    risen = replace(before, level=before.level + 1, locks=())
    rolled, faces = rolled_hp(risen, dice)
    most = max(before.max_hp, rolled)
    after = replace(risen, max_hp=most, hp=before.hp + most - before.max_hp if before.hp else 0)
    told = LeveledUp(before.name, risen.level, rolled, before.max_hp, most, len(before.locks), faces)
    return Turn((Replace(record.id, after),), (told,))


def require_alive(state: Character) -> None:
    """Raises RuleViolation for the dead."""
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


def _counters_of(asking: Asking) -> list[Pair]:
    return [(name, name) for name in asking.record("character").state.counters]


class SetCounter(SheetAction):
    """Count something: uses of a power, charges, Effort; a maximum of 0 removes it"""

    counter: str = option("What is counted; a new name adds it", suggest=_counters_of, max_length=30)
    value: int | None = option("How many now; full by default", default=None, least=0, most=MOST_NUMBER)
    most: int | None = option("How many at most; 0 removes it", default=None, least=0, most=MOST_NUMBER)
    refill: Refill | None = option("When it is full again", default=None)


class CounterSet(Event):
    """A counter stands otherwise."""

    name: str
    counter: str
    before: int | None
    value: int
    most: int

    def sentence(self) -> Safe:
        """How it stands."""
        if self.most == 0:
            return T("{name} no longer counts {counter}.")(name=self.name, counter=self.counter)
        now = T("{value} of {most}")(value=self.value, most=self.most)
        if self.before is None or self.before == self.value:
            return T("{name}: {counter} {now}.")(name=self.name, counter=self.counter, now=now)
        return T("{name}: {counter} {before} → {now}.")(
            name=self.name, counter=self.counter, before=self.before, now=now
        )


@sheet_action("sov pc counter")
def set_counter(scene: Scene, action: SetCounter, dice: Dice) -> Turn:
    """Add, change or remove a counter. Raises RuleViolation for one that can't be, or is so already."""
    record = scene.get(CHARACTER, action.character)
    state = record.state
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
    if counters == state.counters:
        raise refused("character.same", "That's how it already is; nothing was changed.")
    told = CounterSet(
        state.name, name, before.value if before else None, value, most, audience=audience_of(state)
    )
    return Turn((Replace(record.id, replace(state, counters=counters)),), (told,))

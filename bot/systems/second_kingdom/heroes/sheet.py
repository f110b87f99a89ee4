"""A sheet as its player writes it: virtues, defences, maneuvers known, notes and portrait."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any

from bot.engine.asking import Asks
from bot.engine.declare import command, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker
from bot.engine.people import EVERYONE, Permit
from bot.engine.portraits import ADDRESS_LENGTH, PortraitAction, portrayed, require_address
from bot.engine.prose import PROSE_LENGTH
from bot.engine.system import RecordId, Replace, Result, Scope, Want, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import key_of, one_line, paragraphs
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER, MANEUVER_MEANT
from bot.systems.second_kingdom.heroes.changes import (
    LOST_MANEUVER,
    OnSheet,
    SheetAction,
    changed,
    sheet_action,
)
from bot.systems.second_kingdom.heroes.people import (
    COMBATANT_MEANT,
    HERO,
    HERO_MEANT,
    NAME_LENGTH,
    PORTRAIT,
    OnHero,
    audience_of,
    changed_to,
    combatant,
    free_name,
    require_score,
)
from bot.systems.second_kingdom.state import (
    NO_BONUS,
    Defence,
    Guard,
    Hero,
    Npc,
    Pair,
    Virtue,
    after,
    not_within,
)

# -- A hero's virtues (K4) ---------------------------------------------------------------------------------


class OnHerosSheet(SheetAction):
    """An action on a hero's sheet."""

    hero: RecordId = option("Which hero; your own by default", finder=HERO_MEANT)

    @property
    def sheet(self) -> RecordId:
        """The id of the hero's record."""
        return self.hero

    def written(self) -> Mapping[str, str]:
        """The changed values as a form shows them."""
        fields = ("name", "courage", "prudence", "temperance", "about", "portrait")
        found = {name: getattr(self, name, None) for name in fields}
        return {name: str(value) for name, value in found.items() if value is not None}


class SetVirtues(OnHerosSheet):
    """Change a hero's virtues; None leaves one as it is."""

    courage: int | None = option("Courage", default=None)
    prudence: int | None = option("Prudence", default=None)
    temperance: int | None = option("Temperance", default=None)


class VirtuesSet(Event):
    """A hero's virtues changed: (virtue, before, after) each."""

    says = T("{name}: {changes:,}.")
    name: str
    changed: tuple[tuple[str, int, int], ...]

    @property
    def changes(self) -> list[Safe]:
        """Each virtue, before → after."""
        return [changed_to(*each) for each in self.changed]


@sheet_action(button="Change the virtues")
def set_virtues(world: World, action: SetVirtues, dice: Dice) -> Result:
    """Replace the hero's virtues. Raises RuleViolation out of range or where nothing changes."""
    record = world.get(HERO, action.hero)
    hero, changed = record.state, []
    for virtue in Virtue:
        score = getattr(action, virtue.value)
        if score is None or score == hero.score(virtue):
            continue
        require_score(virtue, score)
        changed.append((virtue.value, hero.score(virtue), score))
        hero = replace(hero, **{virtue.value: score})
    if not changed:
        raise refused(
            "hero.same_virtues",
            "Those are already the virtues; nothing was changed. Give at least one a new value.",
        )
    return Result((Replace(record.id, hero),), (VirtuesSet(hero.name, tuple(changed)),))


# -- Defences: what armour, relics and abilities add to a guard's two dice (K22, Q11, Q15) -----------------


MOST_SOURCES = 10
SOURCE_LENGTH = 40
HIGHEST_BONUS = 10

_NUMBER = r"\s*([+-]?[0-9]{1,6})\s*"
_PAIR = re.compile(f"{_NUMBER}(?:/{_NUMBER})?", re.ASCII)


def read_pair(guard: Guard, text: str) -> Pair:
    """A pair of bonuses as people type it, "2/1"; one number is the first die's (K22, Q27).

    Raises RuleViolation for what are no whole numbers.
    """
    found = _PAIR.fullmatch(key_of(text))
    if found is None:
        raise refused(
            "sheet.pair",
            "{guard} takes two whole numbers, one for each die, such as `2/1`, not “{text:40}”.",
            guard=guard,
            text=text,
        )
    return int(found[1]), int(found[2] or 0)


def _pair(guard: Guard, hint: str) -> Any:
    return option(hint, default=NO_BONUS, parse=partial(read_pair, guard))


# The guards whose full defense may let somebody strike back: each, and each with others.
STRIKING_BACK = tuple(guards for n in (1, 2, 3) for guards in combinations(Guard, n))


class SetDefence(OnSheet):
    """Set what adds to the defense dice: armor, a relic or an ability

    All of it, to each guard; a source that adds nothing leaves the sheet.
    """

    source: str = option(
        "What it comes from, such as a shield; give nothing else to remove it",
        suggest=lambda asker: [(e.source, e.source) for e in asker.record("combatant").state.defences],
    )
    dodge: Pair = _pair(Guard.DODGE, "What it adds to the two dice of a dodge, such as 2/1")
    parry: Pair = _pair(Guard.PARRY, "What it adds to the two dice of a parry")
    block: Pair = _pair(Guard.BLOCK, "What it adds to the two dice of a block")
    counters: tuple[Guard, ...] = option(
        "The guards after which a full defense lets you strike back without asking",
        label="Guards that let you strike back unasked",
        name="strikes_back",
        default=(),
        choices=[(",".join(guards), after(guards)) for guards in STRIKING_BACK],
        parse=lambda text: tuple(guard for guard in Guard if guard in text.split(",")),
    )

    def written(self) -> Mapping[str, str]:
        """What the defense adds to each guard, as a form shows it."""
        pairs = {guard.value: getattr(self, guard.value) for guard in Guard}
        return {name: f"{first}/{second}" for name, (first, second) in pairs.items()}


@sheet_action("sk defense", button="Set the bonus")
def set_defence(world: World, action: SetDefence, dice: Dice) -> Result:
    """Add, change or remove one source. Raises RuleViolation out of range, or where nothing changes."""
    record = combatant(world, action.combatant)
    defences = record.state.defences
    source = _source(action.source, defences)
    kept = next((each for each in defences if each.source == source), None)
    guards = tuple(guard for guard in Guard if guard in action.counters)
    wanted = Defence(source, action.dodge, action.parry, action.block, guards)
    for guard in Guard:
        _require_bonuses(guard, wanted.pair(guard))
    is_empty = wanted == Defence(source)
    if kept is None and is_empty:
        raise refused(
            "sheet.adds_nothing",
            "The sheet has no {source} to remove. To add it, give dodge, parry or block, such as `2/1`.",
            source=source,
        )
    if kept == wanted:
        raise refused(
            "sheet.same_defence", "{source} already adds exactly that. Give different numbers.", source=source
        )
    if kept is None and len(defences) == MOST_SOURCES:
        raise refused(
            "sheet.too_many_sources",
            "A sheet can have at most {most} sources of defense. Remove one first.",
            most=MOST_SOURCES,
        )
    return changed(
        world, record, replace(record.state, defences=_defences_with(defences, wanted, is_empty=is_empty))
    )


def _source(text: str, known: Sequence[Defence]) -> str:
    """The source as it stands on the sheet, however its letters were typed."""
    name = one_line(text)
    of_length(
        name,
        SOURCE_LENGTH,
        "sheet.bad_source",
        "A source's name can have 1 to {most} characters{given}.",
        least=1,
    )
    return next((each.source for each in known if each.source.casefold() == name.casefold()), name)


def _require_bonuses(guard: Guard, pair: Pair) -> None:
    for bonus in pair:
        if not -HIGHEST_BONUS <= bonus <= HIGHEST_BONUS:
            raise not_within(T("A bonus to {guard:lower}")(guard=guard), -HIGHEST_BONUS, HIGHEST_BONUS, bonus)


def _defences_with(defences: Sequence[Defence], wanted: Defence, *, is_empty: bool) -> tuple[Defence, ...]:
    """The sources with that one: one that only changed keeps its place."""
    if is_empty:
        return tuple(each for each in defences if each.source != wanted.source)
    if all(each.source != wanted.source for each in defences):
        return (*defences, wanted)
    return tuple(wanted if each.source == wanted.source else each for each in defences)


# -- Maneuvers that a combatant knows: those of the campaign's library that it can attack with (K16) -------


# As many as one list of Discord's holds.
MOST_KNOWN = 25


class LearnManeuver(OnSheet):
    """Learn a maneuver"""

    combatant: RecordId = option(
        "Who learns it; your own hero by default", name="hero", finder=COMBATANT_MEANT
    )
    maneuver: RecordId = option("A maneuver in the library", finder=MANEUVER_MEANT)


@dataclass(frozen=True, slots=True)
class KnownManeuvers:
    """Finds a maneuver on the sheet that is meant; it may have left the library since.

    What is no maneuver's id is what somebody typed: nothing known is called so.
    """

    is_implied: bool = False

    def find(self, asker: Asker, text: str | None) -> RecordId:
        """The one of that name or id, or else what was typed."""
        wanted = (text or "").strip().casefold()
        known = self.suggest(asker)
        found = (each for title, each in known if wanted in (title.casefold(), each.casefold()))
        return RecordId(next(found, text or ""))

    def suggest(self, asker: Asker) -> list[tuple[str, str]]:
        """The maneuvers known, by name."""
        record = asker.record("combatant")
        records = asker.look(Scope(ids=(record.id,), links=True)).records
        near = asker.typed.strip().casefold()
        found = ((records.get(each), each) for each in record.state.maneuvers)
        titles = [(known.title if known else LOST_MANEUVER(), each) for known, each in found]
        return [pair for pair in titles if near in pair[0].casefold()]

    def scope(self, found: RecordId) -> Scope:
        """The scope of an action on that maneuver."""
        return Scope(ids=(found,))

    def owner(self, world: World, found: RecordId) -> None:
        """None: a maneuver has no one player."""


class ForgetManeuver(OnSheet):
    """Forget a maneuver"""

    combatant: RecordId = option(
        "Who forgets it; your own hero by default", name="hero", finder=COMBATANT_MEANT
    )
    maneuver: RecordId = option("Which maneuver", finder=KnownManeuvers())


@sheet_action("sk learn")
def learn_maneuver(world: World, action: LearnManeuver, dice: Dice) -> Result:
    """Know one more. Raises RuleViolation for what isn't in the library, is known, or is one too many."""
    record = combatant(world, action.combatant)
    maneuver = world.get(MANEUVER, action.maneuver)
    known = record.state.maneuvers
    if maneuver.id in known:
        raise refused(
            "sheet.known_already",
            "{maneuver} is already on the sheet of {name}.",
            name=record.state.name,
            maneuver=maneuver.state.name,
        )
    if len(known) >= MOST_KNOWN:
        raise refused(
            "sheet.knows_too_many",
            "A sheet can have at most {most} maneuvers. Remove one with `/act deed: forget`.",
            most=MOST_KNOWN,
        )
    return changed(world, record, replace(record.state, maneuvers=(*known, maneuver.id)))


@sheet_action("sk forget")
def forget_maneuver(world: World, action: ForgetManeuver, dice: Dice) -> Result:
    """Know one fewer. Raises RuleViolation where it isn't known."""
    record = combatant(world, action.combatant)
    known = record.state.maneuvers
    if action.maneuver not in known:
        title = _title(world, action.maneuver)
        raise refused(
            "sheet.not_known",
            "{maneuver:60} isn't on the sheet of {name}. Pick one from the list.",
            name=record.state.name,
            maneuver=title,
        )
    left = tuple(each for each in known if each != action.maneuver)
    return changed(world, record, replace(record.state, maneuvers=left))


def _title(world: World, text: RecordId) -> str:
    """The maneuver's name, or what somebody typed: any other record of that id may be a secret."""
    found = world.records.get(text)
    return MANEUVER.title(found.state) if found is not None and found.kind == MANEUVER.name else text


# -- A hero's sheet written anew in its form: name, virtues, notes and portrait ----------------------------


_SCORES = re.compile(r"[0-9]{1,6}(?:[\s,;/]+[0-9]{1,6}){2}", re.ASCII)


class EditSheet(OnHerosSheet):
    """Write parts of a hero's sheet anew; None leaves one as it is."""

    name: str | None = option("Name", default=None, max_length=NAME_LENGTH)
    courage: int | None = option("Courage", default=None)
    prudence: int | None = option("Prudence", default=None)
    temperance: int | None = option("Temperance", default=None)
    about: str | None = option("Notes", default=None, is_prose=True)
    portrait: str | None = option("Portrait: web address", default=None, max_length=ADDRESS_LENGTH)
    # The mark of the sheet that its form was filled with; a sheet that has changed since is left alone.
    seen: str = ""

    def later(self) -> EditSheet:
        """The same for any sheet, whatever has changed since."""
        return replace(self, seen="")

    def portrayed(self) -> tuple[str, str]:
        """The address of another portrait."""
        return self.portrait or "", ""


def read_virtues(text: str) -> tuple[int, int, int]:
    """The three virtues in one line, "6 5 3". Raises RuleViolation for anything else."""
    if not _SCORES.fullmatch(text.strip()):
        raise refused(
            "sheet.no_virtues",
            "Write the virtues as three whole numbers: courage, prudence, temperance, such as `6 5 3`.",
        )
    courage, prudence, temperance = (int(each) for each in re.findall("[0-9]+", text))
    return courage, prudence, temperance


def mark(state: Hero) -> str:
    """What tells a form filled with this sheet from one that was filled with an earlier one."""
    scores = [str(state.score(virtue)) for virtue in Virtue]
    written = "\n".join((state.name, *scores, state.portrait, state.about))
    return f"{zlib.crc32(written.encode()):08x}"


FORM = ("name", "virtues", "about", "portrait")


def _today(asker: Asker) -> Mapping[str, str]:
    hero: Hero = asker.record("hero").state
    scores = " ".join(str(hero.score(virtue)) for virtue in Virtue)
    texts = {"name": hero.name, "virtues": scores, "about": hero.about, "portrait": hero.portrait}
    return {**texts, "seen": mark(hero)}


@command(
    "sk edit",
    may=Permit.OWNER_OR_GAME_MASTER,
    asks=Asks(T("Edit {name}"), FORM, _today, holds=("seen",)),
)
class WriteSheet(OnHero):
    """Edit a sheet in a form: name, virtues, notes, portrait"""

    name: str = option("Name", max_length=NAME_LENGTH)
    virtues: str = option(
        "Courage, prudence, temperance: 6 5 3", label="Virtues", max_length=20, is_read=True
    )
    about: str = option("Notes", default="", is_prose=True)
    portrait: str = option(
        "https://example.org/face.png",
        label="Portrait: web address",
        empty="Leave it empty for no portrait.",
        default="",
        max_length=ADDRESS_LENGTH,
    )
    seen: str = ""

    def to_action(self, asker: Asker) -> EditSheet:
        """What it changes. Raises RuleViolation where the virtues can't be read."""
        texts = {each: getattr(self, each) for each in FORM}
        return rewritten(self.hero, asker.get(self.hero).state, texts, self.seen)


def rewritten(hero: RecordId, state: Hero, texts: Mapping[str, str], seen: str) -> EditSheet:
    """What the sent form changes of the sheet that it was filled with.

    Raises RuleViolation where the virtues can't be read.
    """
    scores = dict(zip(Virtue, read_virtues(texts["virtues"]), strict=True))
    about = "\n".join(texts["about"].splitlines())
    return EditSheet(
        hero,
        name=texts["name"] if texts["name"] != state.name else None,
        about=about if about != state.about else None,
        portrait=texts["portrait"] if texts["portrait"].strip() != state.portrait else None,
        seen=seen,
        **{virtue.value: score for virtue, score in scores.items() if score != state.score(virtue)},
    )


def edit_scope(action: EditSheet) -> Scope:
    """The sheet, and whoever is called so already."""
    named = (Want(HERO.name, text=one_line(action.name)),) if action.name is not None else ()
    return Scope(ids=(action.hero,), wants=named)


@sheet_action(scope=edit_scope, button="Change the sheet")
def edit_sheet(world: World, action: EditSheet, dice: Dice) -> Result:
    """Replace what is given.

    Raises RuleViolation for what no sheet may hold, from a form that is old, or where nothing changes.
    """
    record = world.get(HERO, action.hero)
    hero = record.state
    if action.seen not in ("", mark(hero)):
        raise refused(
            "sheet.form_is_old",
            "The sheet has changed since you opened this form; nothing was changed. Open the form again.",
        )
    edited = replace(
        hero,
        name=hero.name if action.name is None else free_name(world, action.name, action.hero),
        about=hero.about if action.about is None else _about(action.about),
    )
    for virtue in Virtue:
        score = getattr(action, virtue.value)
        if score is not None:
            require_score(virtue, score)
            edited = replace(edited, **{virtue.value: score})
    if action.portrait is not None and action.portrait.strip() != hero.portrait:
        # Another address takes the place of a picture that was uploaded.
        address = require_address(action.portrait) if action.portrait.strip() else ""
        edited = replace(edited, portrait=address, picture=None)
    if edited == hero:
        raise refused("sheet.same_sheet", "That's already what the sheet says; nothing was changed.")
    return changed(world, record, edited)


def _about(text: str) -> str:
    """The notes. Raises RuleViolation where they are too long."""
    about = paragraphs(text)
    if len(about) > PROSE_LENGTH:
        raise refused(
            "hero.long_notes",
            "Notes can have at most {most} characters, not {length}.",
            most=PROSE_LENGTH,
            length=len(about),
        )
    return about


# -- Portraits of heroes and NPCs: by an address, or by a picture that was uploaded ------------------------


class SetPortrait(PortraitAction, OnSheet):
    """Give a hero a portrait, or remove it"""

    combatant: RecordId = option(
        "Whose portrait; your own hero's by default. Game masters can choose NPCs too",
        name="hero",
        finder=COMBATANT_MEANT,
    )

    def portrayed(self) -> tuple[str, str]:
        """The address or the picture."""
        return self.address, self.data


@sheet_action("sk portrait", button="Set the portrait")
def set_portrait(world: World, action: SetPortrait, dice: Dice) -> Result:
    """Replace the portrait; what a hidden NPC looks like is a secret."""
    record = combatant(world, action.combatant)
    audience = audience_of(record.state.known) if isinstance(record.state, Npc) else EVERYONE
    return portrayed(world, record, PORTRAIT, action, audience=audience)

"""A hero as a file of JSON, and its import.

What the numbers may be is not asked by the file but by the actions that set them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, NamedTuple

from bot.engine.declare import Action, Person, action, oneself, option
from bot.engine.dice.source import Dice
from bot.engine.documents import Document
from bot.engine.event import Event
from bot.engine.files import WAYPOST
from bot.engine.people import Permit, Standing
from bot.engine.settings import EDITS_WAIT
from bot.engine.system import Open, Record, RecordId, Result, Scope, Want, World
from bot.engine.text import T, refused
from bot.engine.words import one_line
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER
from bot.systems.second_kingdom.challenges.rules import written
from bot.systems.second_kingdom.heroes.changes import SheetAction
from bot.systems.second_kingdom.heroes.counters import (
    SetCounter,
    ShapeCounter,
    is_shaped,
    set_counter,
    shape_counter,
)
from bot.systems.second_kingdom.heroes.people import HERO, CreateHero, new_hero
from bot.systems.second_kingdom.heroes.sheet import (
    MOST_KNOWN,
    EditSheet,
    LearnManeuver,
    SetDefence,
    edit_sheet,
    learn_maneuver,
    set_defence,
)
from bot.systems.second_kingdom.state import Counter, Defence, Hero, Note, NoteKind

# -- A hero as a file of JSON -----------------------------------------------------------------------------


class Noted(NamedTuple):
    """A setback or advantage in its words."""

    kind: NoteKind
    text: str


@dataclass(frozen=True, slots=True)
class HeroFile:
    """All of a hero that means something in another campaign: maneuvers by name, notes by their words."""

    name: str
    courage: int
    prudence: int
    temperance: int
    conviction: int = 0
    counters: Mapping[str, Counter] = field(default_factory=dict)
    defences: tuple[Defence, ...] = ()
    maneuvers: tuple[str, ...] = ()
    notes: tuple[Noted, ...] = ()
    about: str = ""
    portrait: str = ""


HERO_FILE: Final = Document(
    {WAYPOST: "hero", "game": "second_kingdom", "version": 1},
    "hero",
    HeroFile,
    "/sk export",
    {"hero": T("a hero"), "second_kingdom": T("a hero of this game"), "1": T("version 1")},
)


def file_of(hero: Hero, maneuvers: Sequence[str]) -> HeroFile:
    """What a file keeps of a hero who knows the maneuvers of those names."""
    return HeroFile(
        hero.name,
        hero.courage,
        hero.prudence,
        hero.temperance,
        hero.conviction,
        hero.counters,
        hero.defences,
        tuple(maneuvers),
        tuple(Noted(note.kind, note.text) for note in hero.notes),
        hero.about,
        hero.portrait,
    )


# -- A hero out of a file: made by the same rules as one made by hand, in one entry ------------------------


MOST_NOTES = 50
# The challenge that left a note is another campaign's.
ELSEWHERE = RecordId("")


class ImportHero(Action):
    """Bring in a hero from a file"""

    player: Person | int = option("For game masters: who will play the hero", implied=oneself)
    hero: HeroFile = option("A file from /sk export", name="file", reads=HERO_FILE.read)


class HeroImported(Event):
    """A hero came to the table out of a file; what had to stay behind is said."""

    concerns: ClassVar[tuple[str, ...]] = ("player",)
    says = T("New at the table from a file: {name}, played by {player:@}.")
    hero: RecordId
    name: str
    player: int
    courage: int
    prudence: int
    temperance: int
    conviction: int
    # Maneuvers that the library lacks, and conviction that only a game master brings along.
    maneuvers_left: tuple[str, ...] = ()
    conviction_left: int = 0
    # Whether counters, defences and maneuvers stayed behind: each of them waits for approval here.
    needs_approval: bool = False


def import_scope(action: ImportHero) -> Scope:
    """Whoever is called so already, and the library's maneuvers."""
    return Scope(wants=(Want(HERO.name, text=one_line(action.hero.name)), Want(MANEUVER.name)))


@action("sk import", may=Permit.MEMBERS, scope=import_scope, previewed=True, button="Import it")
def import_hero(world: World, action: ImportHero, dice: Dice) -> Result:
    """Make the hero, whole or not at all. Raises RuleViolation for whatever a sheet may not hold."""
    if world.all(HERO):
        raise refused(
            "hero_file.taken_name",
            "This campaign already has a hero by that name; nothing was changed. Change `name` in the "
            "file, or retire the other hero with `/act deed: retire`.",
        )
    file = _allowed(world, action.hero)
    scores = (file.courage, file.prudence, file.temperance, file.conviction)
    id_, state = world.new_id(), new_hero(world, CreateHero(file.name, action.player, *scores))
    library = {_key(record.state.name): record for record in world.all(MANEUVER)}
    names = {_key(name): one_line(name) for name in file.maneuvers}
    if len(names) > MOST_KNOWN:
        raise refused(
            "hero_file.too_many_maneuvers",
            "A hero can know at most {most} maneuvers; the file has {given}.",
            most=MOST_KNOWN,
            given=len(names),
        )
    known = [library[key].id for key in names if key in library]
    left = tuple(name for key, name in names.items() if key not in library)
    hero = _written(world, id_, state, file, known, dice)
    told = HeroImported(
        id_, hero.name, hero.player, *scores, left,
        conviction_left=action.hero.conviction - file.conviction,
        needs_approval=replace(file, conviction=action.hero.conviction) != action.hero,
    )  # fmt: skip
    return Result((Open(id_, HERO.name, hero),), (told,))


def _key(name: str) -> str:
    return one_line(name).casefold()


def _allowed(world: World, file: HeroFile) -> HeroFile:
    """What comes along: where players' changes wait for approval, a file is no way around it (Q25)."""
    if world.standing is Standing.GAME_MASTER or not EDITS_WAIT.holds(world.campaign.settings):
        return file
    return replace(file, conviction=min(file.conviction, 0), counters={}, defences=(), maneuvers=())


def _written(
    world: World, hero: RecordId, state: Hero, file: HeroFile, known: list[RecordId], dice: Dice
) -> Hero:
    """The hero after each of the changes that would write this sheet by hand."""
    for perform, change in _changes(hero, file, known):
        alone = replace(world, records={**world.records, hero: Record(hero, HERO.name, state)})
        (written,) = perform(alone, change, dice).changes
        state = written.state
    return replace(state, notes=tuple(_notes(file)))


def _changes(
    hero: RecordId, file: HeroFile, known: list[RecordId]
) -> Iterator[tuple[Callable[..., Result], SheetAction]]:
    """What a sheet is written with by hand, and what carries it out."""
    for name, counter in file.counters.items():
        if is_shaped(counter):
            shape = (counter.least, counter.most, counter.falls, counter.thresholds)
            yield shape_counter, ShapeCounter(hero, name, *shape)
        whole = counter.most if counter.falls and counter.most is not None else counter.least
        if counter.value != whole:
            yield set_counter, SetCounter(hero, name, counter.value)
    for each in file.defences:
        yield set_defence, SetDefence(hero, each.source, each.dodge, each.parry, each.block, each.counters)
    if one_line(file.about) or file.portrait.strip():
        yield edit_sheet, EditSheet(hero, about=file.about, portrait=file.portrait)
    for maneuver in known:
        yield learn_maneuver, LearnManeuver(hero, maneuver)


def _notes(file: HeroFile) -> Iterator[Note]:
    if len(file.notes) > MOST_NOTES:
        raise refused(
            "hero_file.too_many_notes",
            "A hero can have at most {most} setbacks and advantages; the file has {given}.",
            most=MOST_NOTES,
            given=len(file.notes),
        )
    for kind, text in file.notes:
        yield Note(kind, written(kind, text), ELSEWHERE)

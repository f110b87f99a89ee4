"""A hero as a file of JSON: written, and read with one sentence for whatever is wrong in it.

What the numbers may be is not asked here but by the actions that set them: see `imports`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import EVERYONE, Audience, Permit, Standing
from bot.engine.settings import EDITS_WAIT
from bot.engine.system import ActionKind, Kind, Open, Record, RecordId, Scene, Scope, Turn, Want
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.second_kingdom import words
from bot.systems.second_kingdom.attacks.state import MANEUVER
from bot.systems.second_kingdom.challenges.rules import written
from bot.systems.second_kingdom.heroes.edits import PERFORMS
from bot.systems.second_kingdom.heroes.people import HERO, CreateHero, create_hero
from bot.systems.second_kingdom.heroes.sheet import (
    MOST_KNOWN,
    EditSheet,
    LearnManeuver,
    SetCounter,
    SetDefence,
    ShapeCounter,
    is_shaped,
)
from bot.systems.second_kingdom.state import (
    NO_BONUS,
    Counter,
    Defence,
    Guard,
    Hero,
    Note,
    NoteKind,
    Pair,
    Threshold,
    Virtue,
)

# -- A hero as a file of JSON: written, and read with one sentence for whatever is wrong in it -------------


MOST_BYTES = 256 * 1024
HEAD = {"waypost": "hero", "game": "second_kingdom", "version": 1}
# Longer ones are no number of the game's, and would only swell the sentence that refuses them.
MOST_WHOLE = 999_999


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
    notes: tuple[tuple[NoteKind, str], ...] = ()
    about: str = ""
    portrait: str = ""


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
        tuple((note.kind, note.text) for note in hero.notes),
        hero.about,
        hero.portrait,
    )


# -- written ----------------------------------------------------------------------------------------


def write_file(hero: HeroFile) -> bytes:
    """The file."""
    data = {
        "name": hero.name,
        "courage": hero.courage,
        "prudence": hero.prudence,
        "temperance": hero.temperance,
        "conviction": hero.conviction,
        "counters": {name: _counter_data(counter) for name, counter in hero.counters.items()},
        "defences": [_defence_data(each) for each in hero.defences],
        "maneuvers": list(hero.maneuvers),
        "notes": [{"kind": kind.value, "text": text} for kind, text in hero.notes],
        "about": hero.about,
        "portrait": hero.portrait,
    }
    return json.dumps(HEAD | {"hero": data}, ensure_ascii=False, indent=1).encode()


def _counter_data(counter: Counter) -> dict[str, Any]:
    thresholds = [{"at": each.at, "text": each.text} for each in counter.thresholds]
    return {
        "value": counter.value,
        "least": counter.least,
        "most": counter.most,
        "falls": counter.falls,
        "thresholds": thresholds,
    }


def _defence_data(defence: Defence) -> dict[str, Any]:
    pairs = {guard.value: list(defence.pair(guard)) for guard in Guard}
    return {"source": defence.source, **pairs, "counters": [guard.value for guard in defence.counters]}


# -- read -------------------------------------------------------------------------------------------


def require_small(size: int) -> None:
    """See that a file of so many bytes may be read. Raises RuleViolation."""
    if size > MOST_BYTES:
        raise refused(
            "hero_file.too_big",
            "A hero's file has at most {most} KB; this one has {size:,} KB.",
            most=MOST_BYTES // 1024,
            size=size // 1024,
        )


def read_file(data: bytes) -> HeroFile:
    """The hero of a file. Raises RuleViolation for what is no such file, naming the field that is wrong."""
    require_small(len(data))
    whole = _Part("", _json(data))
    if not isinstance(whole.data, dict) or whole.data.get("waypost") != HEAD["waypost"]:
        raise refused(
            "hero_file.other_file",
            "That is no file of a hero; nothing was changed. `/sk export` shows what one looks like.",
        )
    if whole.data.get("game") != HEAD["game"]:
        raise refused(
            "hero_file.other_game",
            "That is a hero of another game, “{game:40}”; nothing was changed.",
            game=str(whole.data.get("game")),
        )
    if whole.data.get("version") != HEAD["version"]:
        raise refused(
            "hero_file.other_version",
            "That hero's file has another version than 1, the only one there is; nothing was changed.",
        )
    whole.require_fields((*HEAD, "hero"), required=("hero",))
    return _hero(whole.part("hero"))


def _json(data: bytes) -> Any:
    try:
        found = json.loads(data.decode("utf-8-sig"))
        # JSON can name halves of letters, which nothing can keep: a question mark stands for each.
        return json.loads(json.dumps(found, ensure_ascii=False).encode(errors="replace"))
    except (ValueError, RecursionError):
        # No UTF-8, no JSON, a number of thousands of digits, or brackets without end.
        raise refused(
            "hero_file.not_json",
            "That file is no JSON text; nothing was changed. `/sk export` shows what one looks like.",
        ) from None


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the file, and where it stands."""

    place: str
    data: Any

    def part(self, name: str, default: Any = None) -> _Part:
        return _Part(".".join(filter(None, (self.place, safe(name, 40)))), self.data.get(name, default))

    def require_fields(self, names: Sequence[str], required: Sequence[str] = ()) -> None:
        self.require(dict, words.AN_OBJECT)
        if odd := next((name for name in self.data if name not in names), None):
            raise refused(
                "hero_file.unknown",
                "“{name:40}” means nothing in {where}, which may have {names:,}; nothing was changed.",
                name=odd,
                where=Safe(f"“{self.place}”") if self.place else T("the file")(),
                names=[Safe(each) for each in names],
            )
        if missing := next((name for name in required if name not in self.data), None):
            raise refused(
                "hero_file.missing",
                "The file has no “{place}”; nothing was changed.",
                place=Safe(self.part(missing).place),
            )

    def require(self, kind: type[Any], what: str) -> Any:
        if not isinstance(self.data, kind) or (kind is int and isinstance(self.data, bool)):
            raise RuleViolation(words.wrong(self.place, what, safe(json.dumps(self.data)[:60], 40)))
        return self.data

    def whole(self) -> int:
        number: int = self.require(int, T("a whole number")())
        if abs(number) > MOST_WHOLE:
            raise RuleViolation(words.wrong(self.place, T("a smaller number")(), str(number)[:20]))
        return number

    def text(self) -> str:
        text: str = self.require(str, T("a text")())
        return text

    def one_of(self, options: Sequence[str]) -> str:
        if self.data not in options:
            raise RuleViolation(words.wrong(self.place, " or ".join(options), safe(str(self.data), 40)))
        return self.text()

    def each(self) -> list[_Part]:
        self.require(list, T("a list [ ]")())
        return [_Part(f"{self.place}.{number}", each) for number, each in enumerate(self.data, 1)]


def _hero(part: _Part) -> HeroFile:
    virtues = [virtue.value for virtue in Virtue]
    names = ("conviction", "counters", "defences", "maneuvers", "notes", "about", "portrait")
    part.require_fields(("name", *virtues, *names), required=("name", *virtues))
    counters = part.part("counters", {})
    counters.require(dict, words.AN_OBJECT)
    return HeroFile(
        part.part("name").text(),
        part.part("courage").whole(),
        part.part("prudence").whole(),
        part.part("temperance").whole(),
        part.part("conviction", 0).whole(),
        {name: _counter(counters.part(name)) for name in counters.data},
        tuple(_defence(each) for each in part.part("defences", []).each()),
        tuple(each.text() for each in part.part("maneuvers", []).each()),
        tuple(_note(each) for each in part.part("notes", []).each()),
        part.part("about", "").text(),
        part.part("portrait", "").text(),
    )


def _counter(part: _Part) -> Counter:
    part.require_fields(("value", "least", "most", "falls", "thresholds"), required=("value",))
    most = part.part("most")
    return Counter(
        part.part("value").whole(),
        part.part("least", 0).whole(),
        None if most.data is None else most.whole(),
        part.part("falls", False).require(bool, T("true or false")()),
        tuple(_threshold(each) for each in part.part("thresholds", []).each()),
    )


def _threshold(part: _Part) -> Threshold:
    part.require_fields(("at", "text"), required=("at", "text"))
    return Threshold(part.part("at").whole(), part.part("text").text())


def _defence(part: _Part) -> Defence:
    guards = [guard.value for guard in Guard]
    part.require_fields(("source", *guards, "counters"), required=("source",))
    counters = [Guard(each.one_of(guards)) for each in part.part("counters", []).each()]
    dodge, parry, block = (_pair(part.part(guard, list(NO_BONUS))) for guard in guards)
    return Defence(part.part("source").text(), dodge, parry, block, tuple(counters))


def _pair(part: _Part) -> Pair:
    bonuses = part.each()
    if len(bonuses) != 2:
        raise RuleViolation(
            words.wrong(part.place, T("a list of two whole numbers")(), safe(json.dumps(part.data)[:60], 40))
        )
    return bonuses[0].whole(), bonuses[1].whole()


def _note(part: _Part) -> tuple[NoteKind, str]:
    part.require_fields(("kind", "text"), required=("kind", "text"))
    kinds = [kind.value for kind in NoteKind]
    return NoteKind(part.part("kind").one_of(kinds)), part.part("text").text()


# -- A hero out of a file: made by the same rules as one made by hand, in one entry ------------------------


MOST_NOTES = 50
# The challenge that left a note is another campaign's.
ELSEWHERE = RecordId("")


@dataclass(frozen=True, slots=True)
class ImportHero:
    """Bring a hero out of a file into the campaign, for oneself or, as game master, for a player."""

    player: int
    hero: HeroFile


@dataclass(frozen=True, slots=True)
class HeroImported:
    """A hero came to the table out of a file; what had to stay behind is said."""

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
    audience: Audience = EVERYONE


def import_scope(action: ImportHero) -> Scope:
    """Whoever is called so already, and the library's maneuvers."""
    return Scope(wants=(Want(HERO.name, text=one_line(action.hero.name)), Want(MANEUVER.name)))


def import_hero(scene: Scene, action: ImportHero, dice: Dice) -> Turn:
    """Make the hero, whole or not at all. Raises RuleViolation for whatever a sheet may not hold."""
    if scene.all(HERO):
        raise refused(
            "hero_file.taken_name",
            "This campaign has a hero of the file's name already; nothing was changed. Change "
            "`name` in the file, or put the other hero out of play with `/sk retire`.",
        )
    file = _allowed(scene, action.hero)
    scores = (file.courage, file.prudence, file.temperance, file.conviction)
    (opened,) = create_hero(scene, CreateHero(file.name, action.player, *scores), dice).changes
    library = {_key(record.state.name): record for record in scene.all(MANEUVER)}
    names = {_key(name): one_line(name) for name in file.maneuvers}
    if len(names) > MOST_KNOWN:
        raise refused(
            "hero_file.too_many_maneuvers",
            "A hero knows at most {most} maneuvers; the file has {given}.",
            most=MOST_KNOWN,
            given=len(names),
        )
    known = [library[key].id for key in names if key in library]
    left = tuple(name for key, name in names.items() if key not in library)
    hero = _written(scene, opened.id, opened.state, file, known, dice)
    told = HeroImported(
        opened.id, hero.name, hero.player, *scores, left,
        conviction_left=action.hero.conviction - file.conviction,
        needs_approval=replace(file, conviction=action.hero.conviction) != action.hero,
    )  # fmt: skip
    return Turn((Open(opened.id, HERO.name, hero),), (told,))


def _key(name: str) -> str:
    return one_line(name).casefold()


def _allowed(scene: Scene, file: HeroFile) -> HeroFile:
    """What comes along: where players' changes wait for approval, a file is no way around it (Q25)."""
    if scene.standing is Standing.GAME_MASTER or not EDITS_WAIT.holds(scene.campaign.settings):
        return file
    return replace(file, conviction=min(file.conviction, 0), counters={}, defences=(), maneuvers=())


def _written(
    scene: Scene, hero: RecordId, state: Hero, file: HeroFile, known: list[RecordId], dice: Dice
) -> Hero:
    """The hero after each of the changes that would write this sheet by hand."""
    for change in (*_changes(hero, file), *(LearnManeuver(hero, each) for each in known)):
        alone = replace(scene, records={**scene.records, hero: Record(hero, HERO.name, state)})
        (written,) = PERFORMS[type(change)](alone, change, dice).changes
        state = written.state
    return replace(state, notes=tuple(_notes(file)))


def _changes(hero: RecordId, file: HeroFile) -> Iterator[Any]:
    for name, counter in file.counters.items():
        if is_shaped(counter):
            yield ShapeCounter(hero, name, counter.least, counter.most, counter.falls, counter.thresholds)
        whole = counter.most if counter.falls and counter.most is not None else counter.least
        if counter.value != whole:
            yield SetCounter(hero, name, counter.value)
    for each in file.defences:
        yield SetDefence(hero, each.source, each.dodge, each.parry, each.block, each.counters)
    if one_line(file.about) or file.portrait.strip():
        yield EditSheet(hero, about=file.about, portrait=file.portrait)


def _notes(file: HeroFile) -> Iterator[Note]:
    if len(file.notes) > MOST_NOTES:
        raise refused(
            "hero_file.too_many_notes",
            "A hero has at most {most} setbacks and advantages; the file has {given}.",
            most=MOST_NOTES,
            given=len(file.notes),
        )
    for kind, text in file.notes:
        yield Note(kind, written(kind, text), ELSEWHERE)


KINDS: tuple[Kind[Any], ...] = ()


ACTIONS: tuple[ActionKind[Any], ...] = (ActionKind(ImportHero, import_hero, Permit.MEMBERS, import_scope),)


EVENTS: tuple[type[Any], ...] = (HeroImported,)

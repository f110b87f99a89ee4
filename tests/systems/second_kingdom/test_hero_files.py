"""Heroes as files: the same hero comes out that went in, and whatever is wrong is named."""

from __future__ import annotations

import json
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.files import MOST_BYTES
from bot.engine.people import Permit
from bot.engine.settings import EDITS_WAIT
from bot.engine.system import Record, RecordId
from bot.errors import RuleViolation
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER, Maneuver
from bot.systems.second_kingdom.heroes.files import (
    HERO_FILE,
    HeroFile,
    HeroImported,
    ImportHero,
    Noted,
    file_of,
)
from bot.systems.second_kingdom.heroes.people import HERO
from bot.systems.second_kingdom.state import Counter, Defence, Guard, Hero, Note, NoteKind, Threshold
from tests.refusals import refuses
from tests.systems.second_kingdom.scenes import CAMPAIGN, DEACON, MARISOL, STRANGER, WREN, play, scene

GALE, NEW = RecordId("gale"), RecordId("new-1")
LIBRARY = (Record(GALE, MANEUVER.name, Maneuver("Iron Gale")),)
APPROVED = replace(CAMPAIGN, settings={EDITS_WAIT.key: EDITS_WAIT.value})
FALLING = Counter(7, -2, 10, falls=True, thresholds=(Threshold(0, "Falls"), Threshold(3, "Staggers")))
TAM = HeroFile(
    "Tam",
    courage=1,
    prudence=10,
    temperance=5,
    conviction=2,
    counters={"Wounds": Counter(3), "Life": FALLING},
    defences=(Defence("Mail", block=(1, -1), counters=(Guard.PARRY, Guard.BLOCK)),),
    maneuvers=("Iron Gale",),
    notes=(Noted(NoteKind.SETBACK, "The ledge is iced over"),),
    about="Grew up at sea.\n\nFears bells.",
    portrait="https://example.org/tam.png",
)


def imported(file: HeroFile, actor: int = DEACON, **options: Any) -> tuple[Hero, HeroImported]:
    """The hero made of a file, and what is told of it."""
    turn = play(scene(*LIBRARY, actor=actor, **options), ImportHero(DEACON, file))
    return turn.changes[0].state, turn.events[0]


def text(**changes: Any) -> bytes:
    """Tam's file with other fields; None takes one out."""
    data = json.loads(HERO_FILE.write(TAM))
    for path, value in changes.items():
        *places, last = path.split("__")
        part = data["hero"]
        for place in places:
            part = part[int(place) if place.isdigit() else place]
        if value is None:
            del part[last]
        else:
            part[last] = value
    return json.dumps(data).encode()


# -- there and back -----------------------------------------------------------------------------------


def test_a_hero_out_of_a_file_has_all_that_the_file_has() -> None:
    hero, told = imported(TAM)
    note = Note(NoteKind.SETBACK, "The ledge is iced over", RecordId(""))
    assert hero == Hero(
        "Tam", DEACON, 1, 10, 5, 2, (note,), TAM.counters, TAM.defences, (GALE,), TAM.about, TAM.portrait
    )
    assert told == HeroImported(NEW, "Tam", DEACON, 1, 10, 5, 2)


NAMES = st.text("abXYéß字1*", min_size=1, max_size=20)
BONUSES = st.tuples(st.integers(-10, 10), st.integers(-10, 10))


@st.composite
def counters(draw: st.DrawFn) -> Counter:
    """A counter as the rules allow it."""
    least = draw(st.integers(-99, 99))
    most = draw(st.none() | st.integers(least + 1, 200))
    inside = st.integers(least, 999 if most is None else most)
    places = sorted(draw(st.sets(inside, max_size=5)))
    thresholds = tuple(Threshold(at, draw(NAMES)) for at in places)
    counter = Counter(draw(inside), least, most, draw(st.booleans()), thresholds)
    # One without shape that stands at 0 leaves the sheet.
    return replace(counter, value=1) if counter == Counter(0) else counter


HEROES = st.builds(
    Hero,
    NAMES,
    st.just(DEACON),
    st.integers(1, 10),
    st.integers(1, 10),
    st.integers(1, 10),
    st.integers(0, 99),
    st.lists(st.builds(Note, st.sampled_from(NoteKind), NAMES, st.just(RecordId(""))), max_size=3).map(tuple),
    st.lists(st.tuples(NAMES, counters()), max_size=5, unique_by=lambda each: each[0].casefold()).map(dict),
    st.lists(
        st.builds(Defence, NAMES, BONUSES, BONUSES, st.tuples(st.integers(1, 10), st.just(0))),
        max_size=5,
        unique_by=lambda each: each.source.casefold(),
    ).map(tuple),
    st.sampled_from([(), (GALE,)]),
    NAMES,
    st.sampled_from(["", "https://example.org/tam.png?size=256"]),
)


@given(HEROES)
def test_a_hero_exported_and_imported_is_the_same_hero(hero: Hero) -> None:
    known = ["Iron Gale" for _ in hero.maneuvers]
    again, _ = imported(HERO_FILE.read("hero.json", HERO_FILE.write(file_of(hero, known))))
    assert again == hero


def test_only_name_and_virtues_have_to_be_there() -> None:
    head = {"waypost": "hero", "game": "second_kingdom", "version": 1}
    bare = {"name": "Tam", "courage": 1, "prudence": 10, "temperance": 5}
    file = HERO_FILE.read("", b"\xef\xbb\xbf" + json.dumps(head | {"hero": bare}).encode())
    assert imported(file)[0] == Hero("Tam", DEACON, 1, 10, 5)


# -- what stays behind --------------------------------------------------------------------------------


def test_maneuvers_that_the_library_lacks_are_named_and_left_out() -> None:
    hero, told = imported(replace(TAM, maneuvers=("Iron\u200b Gale", "Slash", "Slash ", "IRON GALE")))
    assert hero.maneuvers == (GALE,)
    assert told.maneuvers_left == ("Slash",)


@pytest.mark.parametrize(
    ("actor", "campaign", "held"),
    [(DEACON, CAMPAIGN, 2), (DEACON, APPROVED, 0), (MARISOL, APPROVED, 2), (MARISOL, CAMPAIGN, 2)],
)
def test_q25_a_file_is_no_way_around_approval_to_conviction(actor: int, campaign: Any, held: int) -> None:
    hero, told = imported(TAM, actor, campaign=campaign)
    assert (hero.conviction, told.conviction, told.conviction_left) == (held, held, 2 - held)


def test_q25_a_file_is_no_way_around_approval_to_counters_defences_and_maneuvers() -> None:
    full, told = imported(TAM, DEACON, campaign=CAMPAIGN)
    assert all((full.counters, full.defences, full.maneuvers))
    assert not told.needs_approval
    hero, told = imported(TAM, DEACON, campaign=APPROVED)
    assert (hero.counters, hero.defences, hero.maneuvers) == ({}, (), ())
    assert told.needs_approval
    assert imported(TAM, MARISOL, campaign=APPROVED)[0].defences == full.defences


def test_a_player_imports_no_hero_for_another() -> None:
    with refuses("roster.for_somebody_else"):
        imported(TAM, WREN)


def test_an_imported_hero_needs_a_player_of_the_campaign() -> None:
    with pytest.raises(RuleViolation, match=rf"^<@{STRANGER}> isn't a player"):
        play(scene(actor=MARISOL), ImportHero(STRANGER, TAM))


def test_a_name_in_use_is_refused() -> None:
    taken = Record(RecordId("tam"), HERO.name, Hero("TAM", WREN, 1, 1, 1))
    with refuses("hero_file.taken_name"):
        play(scene(taken, actor=DEACON), ImportHero(DEACON, TAM))


def test_heroes_are_imported_by_members() -> None:
    assert next(kind.may for kind in SYSTEM.actions if kind.action is ImportHero) is Permit.MEMBERS


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"name": "n" * 61}, "A hero's name can have 1 to 60 characters, not 61."),
        ({"prudence": 11}, "Prudence can be 1 to 10, not 11."),
        ({"conviction": 100}, "Conviction can be 0 to 99, not 100."),
        ({"conviction": -1}, "Conviction can be 0 to 99, not −1."),
        ({"counters": {"Wounds": Counter(1000)}}, "Wounds can be 0 to 999, not 1000."),
        ({"counters": {"c" * 31: Counter(1)}}, "A counter's name can have 1 to 30 characters, not 31."),
        ({"counters": {"Life": replace(FALLING, value=11)}}, "Life can be −2 to 10, not 11."),
        ({"counters": {"Life": replace(FALLING, most=-2)}}, "Maximum can be −1 to 999, not −2."),
        ({"defences": (Defence("Mail", dodge=(11, 0)),)}, "A bonus to dodge can be −10 to 10, not 11."),
        ({"about": "a" * 4001}, "Notes can have at most 4000 characters, not 4001."),
        ({"portrait": "http://example.org/a.png"}, "has to start with `https://`"),
        ({"notes": ((NoteKind.SETBACK, "x" * 301),)}, "301"),
        ({"maneuvers": tuple(map(str, range(26)))}, "A hero can know at most 25 maneuvers; the file has 26."),
        (
            {"notes": ((NoteKind.SETBACK, "x"),) * 51},
            "A hero can have at most 50 setbacks and advantages; the file",
        ),
    ],
)
def test_a_file_holds_nothing_that_no_sheet_may_hold(change: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        imported(replace(TAM, **change), MARISOL)
    assert wrong in str(refused.value)


# -- what is no such file -----------------------------------------------------------------------------


def whole(**changes: Any) -> bytes:
    """Tam's file with another head; None takes a field out."""
    data = json.loads(HERO_FILE.write(TAM)) | changes
    return json.dumps({name: value for name, value in data.items() if value is not None}).encode()


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"", "That file isn't JSON: line 1 can't be read"),
        (b"\xff\xfe", "That file isn't UTF-8 text"),
        (b"[" * 100_000, "That file isn't JSON: line 1 can't be read"),
        (b'{"waypost": ' + b"9" * 5000 + b"}", "That file isn't JSON: line 1 can't be read"),
        (b"[]", "That JSON file isn't from Waypost"),
        (b'"hero"', "That JSON file isn't from Waypost"),
        (whole(waypost="library"), "That file has “library”, not a hero."),
        (whole(waypost=None), "That JSON file isn't from Waypost"),
        (whole(game="lantern"), "That file has “lantern”, not a hero of this game"),
        (whole(version=2), "That file has “2”, not version 1"),
        (whole(hero=None), "The file has no “hero”"),
        (whole(hero=[]), "“hero” must be an object { }, not \\[\\]"),
        (whole(extra=1), "“extra” means nothing in the file"),
        (text(extra=1), "“extra” means nothing in “hero”, which can have name, courage"),
        (text(name=None), "The file has no “hero.name”"),
        (text(name=5), "“hero.name” must be a text, not 5"),
        (text(courage="6"), '“hero.courage” must be a whole number, not "6"'),
        (text(courage=True), "“hero.courage” must be a whole number, not true"),
        (text(courage=5.0), "“hero.courage” must be a whole number, not 5.0"),
        (text(courage=10**4000), "“hero.courage” must be a smaller number, not 1000"),
        (text(conviction={}), "“hero.conviction” must be a whole number, not {}"),
        (text(counters=[]), "“hero.counters” must be an object { }"),
        (text(counters__Wounds=3), "“hero.counters.Wounds” must be an object { }, not 3"),
        (text(counters__Wounds__value=None), "The file has no “hero.counters.Wounds.value”"),
        (text(counters__Wounds__falls=0), "“hero.counters.Wounds.falls” must be true or false, not 0"),
        (text(counters__Life__thresholds__0__at="x"), "“hero.counters.Life.thresholds.1.at” must be a whole"),
        (text(defences={}), "“hero.defences” must be a list [ ]"),
        (text(defences__0__block=[1]), "“hero.defences.1.block” must be a list of 2 values"),
        (text(defences__0__block=[1, "x"]), "“hero.defences.1.block.2” must be a whole number"),
        (
            text(defences__0__counters=["duck"]),
            "“hero.defences.1.counters.1” must be dodge, parry or block",
        ),
        (text(defences__0__counters=[{}]), "“hero.defences.1.counters.1” must be dodge, parry or block"),
        (text(maneuvers=["Slash", None]), "“hero.maneuvers.2” must be a text, not null"),
        (text(notes__0__kind="wound"), '“hero.notes.1.kind” must be setback or advantage, not "wound"'),
        (text(notes__0__text=[]), "“hero.notes.1.text” must be a text"),
        (text(about=1), "“hero.about” must be a text"),
        (text(portrait=[]), "“hero.portrait” must be a text"),
        (b" " * (MOST_BYTES + 1), "That file is too big: 256 KB, and the limit is 256 KB."),
    ],
)
def test_what_is_no_heros_file_is_refused_in_a_sentence_that_names_the_field(data: bytes, wrong: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        HERO_FILE.read("hero.json", data)
    assert wrong in str(refused.value)
    assert len(str(refused.value)) < 300


WRONG: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just([]) | st.just({})
)


@given(st.data())
def test_no_damage_to_a_file_does_more_than_a_refusal(data: st.DataObject) -> None:
    """Some part, wherever it stands, is something else."""
    damaged = deepcopy(json.loads(HERO_FILE.write(TAM)))
    part, depth = damaged, data.draw(st.integers(0, 5))
    while True:
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        key = data.draw(st.sampled_from(keys))
        inner = part[key]
        if depth == 0 or not isinstance(inner, dict | list) or not inner:
            part[key] = data.draw(WRONG)
            break
        part, depth = inner, depth - 1
    with suppress(RuleViolation):
        hero, told = imported(HERO_FILE.read("", json.dumps(damaged).encode()), MARISOL)
        assert (hero.name, hero.conviction) == (told.name, told.conviction)

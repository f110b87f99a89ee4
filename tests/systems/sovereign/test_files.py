"""A character as a file: what it keeps, and what no campaign takes in."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import Open
from bot.errors import RuleViolation, UserError
from bot.systems.second_kingdom.heroes.files import HERO_FILE, HeroFile
from bot.systems.sovereign.book import Unit
from bot.systems.sovereign.people.files import (
    CHARACTER_FILE,
    CharacterFile,
    FileCounter,
    FileItem,
    ImportCharacter,
    file_of,
)
from bot.systems.sovereign.state import Counter, Dying, Effect, Frail, Item, Refill, Tool
from tests.refusals import refuses
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    MARISOL,
    STRANGER,
    WREN,
    bo,
    mira,
    of,
    play,
    said,
    scene,
)

KIT = Item("kit", "Healer's kit", 1000, 2, is_readied=True, tool=Tool.HEALER)
WHOLE = mira(
    title="Thief", foci="Die Hard", is_die_hard=True, hit_die=4, hit_bonus=1, about="Owes the abbot.",
    attack=1, armor_class=13, initiative=-1, effort=2, xp=900, coins=55, strength=19, hp=9,
    counters={"Luck": Counter(1, 3, Refill.SLEEP)}, items=(KIT,),
)  # fmt: skip


def brought(file: CharacterFile, *, actor: int = DEACON, player: int = DEACON) -> Any:
    (opened,) = play(scene(of(BO, bo()), actor=actor), ImportCharacter(player, file)).changes
    assert isinstance(opened, Open)
    return opened.state


def test_a_character_comes_out_of_a_file_as_they_went_in() -> None:
    text = CHARACTER_FILE.write(file_of(WHOLE))
    came = brought(CHARACTER_FILE.read("mira.json", text))
    assert came == replace(WHOLE, items=(replace(KIT, key="new-1"),))


def test_wounds_secrets_and_places_stay_behind() -> None:
    worn = replace(
        WHOLE, hp=0, strain=5, dying=Dying(3), frail=Frail(), locks=("door",), active_in=(7,),
        is_consenting=True, effects=(Effect("Doom", 3, Unit.DAY, is_secret=True),), follows=BO,
        dragging=BO,
    )  # fmt: skip
    assert brought(file_of(worn)) == replace(WHOLE, items=(replace(KIT, key="new-1"),))
    assert "Doom" not in CHARACTER_FILE.write(file_of(worn)).decode()


def test_who_joins_is_told() -> None:
    turn = play(scene(actor=DEACON), ImportCharacter(DEACON, file_of(WHOLE)))
    assert said(turn) == ["Mira joins from a file, played by <@2>."]


def test_a_game_master_brings_one_in_for_a_player() -> None:
    assert brought(file_of(WHOLE), actor=MARISOL, player=WREN).player == WREN
    with refuses("roster.for_somebody_else"):
        brought(file_of(WHOLE), player=WREN)
    with refuses("roster.no_player"):
        brought(file_of(WHOLE), actor=MARISOL, player=STRANGER)


def test_a_name_in_use_is_refused() -> None:
    with refuses("character.taken"):
        brought(replace(file_of(WHOLE), name="bo"))


FILE = CharacterFile("Pip")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"strength": 0}, "import.number"),
        ({"strength": 31}, "import.number"),
        ({"level": 0}, "import.number"),
        ({"level": 21}, "import.number"),
        ({"max_hp": 0}, "import.number"),
        ({"coins": -1}, "import.number"),
        ({"hit_bonus": 10}, "import.number"),
        ({"skills": {"stab": 5}}, "import.number"),
        ({"skills": {"swim": 1}}, "import.skill"),
        ({"hit_die": 7}, "import.die"),
        ({"items": (FileItem("Rope", -1),)}, "import.item"),
        ({"items": (FileItem("Rope", 1000, 0),)}, "import.item"),
        ({"items": (FileItem("Rope", 0),) * 61}, "import.too_much"),
        ({"counters": {f"Wand {n}": FileCounter(1, 1) for n in range(21)}}, "import.too_much"),
        ({"counters": {"Luck": FileCounter(4, 3)}}, "import.counter"),
        ({"counters": {"Luck": FileCounter(0, 100)}}, "import.counter"),
        ({"items": (FileItem("Anvil", 11_000),)}, "import.load"),
        ({"items": (FileItem("Sword", 6_000, is_readied=True),)}, "import.load"),
        ({"coins": 1100}, "import.load"),
        ({"name": ""}, "character.name"),
        ({"name": "x" * 61}, "character.name"),
    ],
)  # fmt: skip
def test_what_no_sheet_can_hold_is_refused(changes: dict[str, Any], code: str) -> None:
    with refuses(code, error=RuleViolation):
        brought(replace(FILE, **changes))


def test_what_a_sheet_can_just_hold_comes_in() -> None:
    assert brought(replace(FILE, items=(FileItem("Anvil", 10_000),), coins=99)).coins == 99


def written(**changes: Any) -> bytes:
    """Pip's file with those fields."""
    data = json.loads(CHARACTER_FILE.write(FILE))
    return json.dumps(data | {"character": data["character"] | changes}).encode()


ROPE = {"name": "Rope", "enc": 1000}


@pytest.mark.parametrize(
    "data",
    [
        b"", b"nonsense", b"[]", b"\xff\xfe", b"{}", b'{"waypost": "character"}',
        HERO_FILE.write(HeroFile("Evander", 6, 5, 3)),
        written().replace(b'"sovereign"', b'"adventuria"'),
        written().replace(b'"version": 1', b'"version": 9'),
        written(strength="ten"), written(strength=1e999), written(strength=10.5), written(level=True),
        written(skills={"stab": None}), written(luck=3), written(name=None), written(items=ROPE),
        written(items=[ROPE | {"enc": float("nan")}]), written(items=[ROPE | {"tool": "crowbar"}]),
    ],
)  # fmt: skip
def test_what_is_no_characters_file_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(UserError) as caught:
        CHARACTER_FILE.read("pip.json", data)
    assert 10 < len(str(caught.value.args[0])) < 300

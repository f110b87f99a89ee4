"""Names may be plural, as "Drowned Sailors" is: no sentence about one has a verb that must agree with it."""

from __future__ import annotations

import re

import pytest
from babel.messages.extract import extract_from_dir

from tests.messages import CALLS, METHODS, ROOT

# By game, whose names may be plural. An adventurer is one person, of Adventuria's names only others may.
PLURAL = {
    "second_kingdom": ("attacker", "target", "hero", "hero_name", "name", "names"),
    "sovereign": ("party",),
    "adventuria": ("foe", "foes", "monster", "thing"),
}
# In these modules every name is one of a thing, an ally or a monster.
OF_OTHERS = ("changed.py",)
# What comes after these is not what the verb is about.
SUBJECT = r"(?<! of )(?<! for )(?<! with )(?<! against )"
ADVERB = r"\*{0,2}(?: already| still| now| no longer)?"
VERB = r" (?:is|was|has|does|isn't|hasn't|doesn't|(?!this\b)[a-z]+s)\b"
# What stands for "the foe", "your foe" in a rule.
ROLES = ("When {foe} is wounded", "When {foe} falls")


def templates(game: str) -> list[tuple[str, str]]:
    """The module and text of every template of a game."""
    found = extract_from_dir(ROOT / "bot" / "systems" / game, METHODS, keywords=CALLS)
    return [(path, text) for path, _line, text, *_ in found if isinstance(text, str)]


@pytest.mark.parametrize("game", PLURAL)
def test_no_verb_must_agree_with_a_name(game: str) -> None:
    def agrees(path: str, text: str) -> bool:
        names = (*PLURAL[game], *(("name",) if path in OF_OTHERS else ()))
        return re.search(rf"{SUBJECT}\{{(?:{'|'.join(names)})(?::\d+)?\}}{ADVERB}{VERB}", text) is not None

    found = [text for path, text in templates(game) if agrees(path, text)]
    assert [text for text in found if text not in ROLES] == []

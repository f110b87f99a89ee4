"""An undo says what goes back in sentences: before it is done what will, afterward what did."""

from __future__ import annotations

from typing import Any

import pytest

from bot.play import Difference
from bot.play.reversal import HOW_IT_IS
from bot.ui.undone import differences, how_it_stands


def told(*found: Difference, is_done: bool = False) -> list[str]:
    """The lines about those changes."""
    return list(differences(facts(differences=[each.row for each in found]), is_done=is_done))


def facts(**given: list[Any]) -> dict[str, list[Any]]:
    """What an undo changes: nothing but that."""
    return {"opened": [], "hidden": [], "stands": [], "differences": []} | given


VITAE = Difference("Ada", "Vitae", "7", "12", is_worded=True)
QUEST = Difference("Ada", "quest", None, "The crown", is_worded=True)
PORTRAIT = Difference("Ada", "portrait", "a picture", None, is_worded=True)
BARE = Difference("*Ada*", "is_odd", True, False)
ITEMS = Difference("Ada", "possessions", "Lamp", "Rope", is_worded=True, is_list=True)
OPEN = Difference("The offer of Lamp", HOW_IT_IS, None, "open again", is_worded=True)
GONE = Difference("Ada", "", True, False)
BACK = Difference("Ada", "", False, True)


@pytest.mark.parametrize(
    ("found", "before", "after"),
    [
        (VITAE, ["will go back from 7 to 12."], ["went back from 7 to 12."]),
        (QUEST, ["will go back to The crown."], ["went back to The crown."]),
        (PORTRAIT, ["will go back from a picture to none."], ["went back from a picture to none."]),
    ],
)
def test_a_part_goes_back_from_what_it_is(found: Difference, before: list[str], after: list[str]) -> None:
    whose = f"**Ada**'s {found.field} "
    assert told(found) == [whose + each for each in before]
    assert told(found, is_done=True) == [whose + each for each in after]


def test_whose_part_it_is_reads_well_of_a_plural_too() -> None:
    horde = Difference("Drowned Sailors", "Wounds", "2", "0", is_worded=True)
    assert told(horde) == ["**Drowned Sailors**' Wounds will go back from 2 to 0."]


def test_a_part_without_words_is_escaped() -> None:
    assert told(BARE) == [r"**\*Ada\***'s is\_odd will go back from yes to no."]


def test_of_a_list_is_said_what_goes_and_what_comes_back() -> None:
    assert told(ITEMS) == [
        "Lamp will be removed from **Ada**'s possessions.",
        "Rope will be back in **Ada**'s possessions.",
    ]
    assert told(ITEMS, is_done=True) == [
        "Removed from **Ada**'s possessions: Lamp.",
        "Back in **Ada**'s possessions: Rope.",
    ]


def test_a_thing_is_how_it_was_in_a_sentence_of_its_own() -> None:
    assert told(OPEN) == ["The offer of Lamp will be open again."]
    assert told(OPEN, is_done=True) == ["The offer of Lamp is open again."]


def test_a_record_leaves_the_game_or_comes_back() -> None:
    assert told(GONE, BACK) == ["**Ada** will be out of play again.", "**Ada** will be back in play."]
    assert told(GONE, BACK, is_done=True) == ["**Ada** is out of play again.", "**Ada** is back in play."]
    assert differences(facts(opened=["Ada"]), is_done=False) == ["**Ada** will be removed."]
    assert differences(facts(opened=["Ada"]), is_done=True) == ["**Ada** was removed."]


def test_what_goes_out_of_sight_is_not_said_to_be_removed() -> None:
    hidden = facts(hidden=["Ada"])
    assert differences(hidden, is_done=False) == ["The table will no longer know of **Ada**."]
    assert differences(hidden, is_done=True) == ["The table no longer knows of **Ada**."]


def test_how_things_stand_comes_first_and_numbers_say_nothing_of_it() -> None:
    found = facts(opened=["Ada"], stands=[OPEN.row], differences=[VITAE.row])
    assert how_it_stands(found, is_done=True) == "The offer of Lamp is open again."
    assert differences(found, is_done=True) == [
        "The offer of Lamp is open again.",
        "**Ada** was removed.",
        "**Ada**'s Vitae went back from 7 to 12.",
    ]
    assert how_it_stands(facts(differences=[VITAE.row]), is_done=True) is None

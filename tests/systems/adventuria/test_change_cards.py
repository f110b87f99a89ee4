"""How changes read: a line each, on cards and in the journal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.event import sentence
from bot.engine.system import RecordId
from bot.play import Link
from bot.storage import codec
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import AdventurerChanged
from bot.systems.adventuria.changed import line
from bot.systems.adventuria.cog import SCREENS
from bot.systems.adventuria.state import End, How, Stage, Told, Until, Ware, What
from bot.ui.renderer import Renderer
from tests.systems.adventuria.changes_posts import WAITING, changed, post
from tests.systems.adventuria.scenes import bran

RENDERER = Renderer({SYSTEM.name: SCREENS})
GOLD = Told(What.GOLD, before=3, after=5)
# What only a defect would bring about: a word of the code, or a number where there is none.
RAW = ("_", "None", "{", "-")


@pytest.mark.parametrize(
    ("told", "reads"),
    [
        (GOLD, "Gold 3 → 5"),
        (Told(What.GOLD, How.PAID, before=5, after=3), "2 gold paid: 5 → 3"),
        (Told(What.GOLD, How.AT_FLOOR), "No gold to lose"),
        (Told(What.WOUNDS, before=0, after=1, whose="Rat"), "Rat: Wounds 0 → 1"),
        (Told(What.WOUNDS, How.IGNORED, before=1, by="Shield"), "A wound is ignored (Shield)"),
        (Told(What.ALLY, How.IGNORED, name="Hound"), "Hound: its die missed, so nothing happens"),
        (Told(What.WOUNDS, How.IGNORED, before=2, after=0), "2 wounds are ignored"),
        (Told(What.ARMS, before=4, after=6, until=Until.TURN), "Arms 4 → 6 until the turn ends"),
        (
            Told(What.ARMS, How.AT_CAP, before=8, after=8),
            "Arms stays at 8: only an ability, item, spell or ally lifts it above twice its beginning value "
            "(A9)",
        ),
        (Told(What.VITAE, How.AT_FLOOR, before=1), "Vitae stays at 1: it never drops below 1 (A8)"),
        (Told(What.MELEE_XP, How.AT_CAP, before=4), None),
        (Told(What.ITEM, How.GAINED, "Lamp"), "Lamp gained"),
        (Told(What.ITEM, How.WAITS, "Lamp"), "No room for Lamp: waits for a decision"),
        (Told(What.SPELL, How.NO_ROOM, "Spark"), "No room for Spark: the new spell is lost"),
        (Told(What.ALLY, How.GAINED, "Dog"), "Dog joins"),
        (Told(What.ITEM, How.WAITS, before=5, after=3), "2 items to lose: the player decides which"),
        (Told(What.ALLY, How.WAITS, before=2, after=1), "1 ally to lose: the player decides which"),
        (Told(What.ALIGNMENT, before=0, after=2), "Alignment Good → Evil"),
        (Told(What.QUEST, How.BEGUN, "The crown", by="Find it"), "Quest begun: The crown (Find it)"),
        (Told(What.MELEE_XP, before=8, after=0), "Melee XP reaches 10 and is 0 again (A35)"),
        (Told(What.WAY, How.GAINED, "The Bridge"), "The turn may also end at The Bridge"),
        (Told(What.FOE, How.LOST, "Rat"), "Rat falls"),
    ],
)
def test_a_change_reads_as_good_english(told: Told, reads: str | None) -> None:
    assert line(told) == reads or (reads is None and "counts no more (A36)" in line(told))


@pytest.mark.parametrize("what", list(What))
@pytest.mark.parametrize("how", list(How))
def test_every_change_reads_as_a_sentence_without_a_word_of_the_code(what: What, how: How) -> None:
    said = line(Told(what, how, "Lamp", 5, 3, "Sword", Until.QUEST, "Rat"))
    assert said.startswith("Rat: ")
    assert said.endswith("until the quest ends (Sword)")
    assert not [each for each in RAW if each in said]


def test_names_are_made_safe() -> None:
    told = Told(What.ITEM, How.GAINED, "*Lamp*", by="`Sword`", whose="@everyone")
    assert "\\*Lamp\\*" in line(told)
    assert "\\`Sword\\`" in line(told)
    assert "@everyone" not in line(told)


def test_a_decision_is_asked_on_the_card_with_its_buttons_and_mentions_its_player() -> None:
    drawn = RENDERER.card(post(changed(Told(What.ITEM, How.WAITS, "Lamp")), replace(WAITING, player=2)))
    assert [button.label for button in drawn.buttons] == ["Lose one for it…", "Leave it"]
    assert drawn.asks == (2,)


def test_without_one_it_mentions_nobody_and_bears_what_is_open() -> None:
    drawn = RENDERER.card(post(changed(GOLD), bran(ways=("The City",))))
    assert drawn.asks == ()
    assert drawn.buttons
    assert any("Arms" in each for each in drawn.lines)


def test_an_older_card_tells_what_changed_then_and_nothing_of_today() -> None:
    older = replace(post(changed(GOLD), bran()), newer=Link(1, 2, 3))
    drawn = RENDERER.card(older)
    assert "Gold 3 → 5" in drawn.lines
    assert not [each for each in drawn.lines if "Arms" in each]
    assert drawn.buttons == ()


def test_of_who_fell_no_sheet_is_shown_below() -> None:
    drawn = RENDERER.card(post(changed(GOLD), bran(end=End.FALLEN, stage=Stage.GONE)))
    assert not [each for each in drawn.lines if "Arms" in each]


def test_what_it_is_due_to_is_told_with_combat_besides() -> None:
    event = AdventurerChanged("Bran", "item", "Bow", is_due_to_combat=True, changes=(GOLD,))
    assert "Due to Combat and an item: Bow." in RENDERER.card(post(event, bran())).lines


def test_the_journal_has_it_in_a_line() -> None:
    event = AdventurerChanged("Bran", "page", "A well", changes=(GOLD, Told(What.ITEM, How.GAINED, "Lamp")))
    entry = replace(post(event, bran()).entry, subject=RecordId("bran"))
    assert RENDERER.line(entry) == "Bran: Gold 3 → 5; Lamp gained. Due to the page: A well."


def test_what_a_player_decided_is_due_to_nothing() -> None:
    event = AdventurerChanged("Bran", changes=(Told(What.ITEM, How.LEFT, "Lamp"),))
    assert RENDERER.line(post(event, bran()).entry) == "Bran: Lamp left behind."


def test_every_ware_is_named_alone_and_in_the_plural() -> None:
    for ware in Ware:
        one, two = (line(Told(What(ware.value), How.WAITS, before=9, after=left)) for left in (8, 7))
        assert one.startswith("1 ")
        assert two.startswith("2 ")
        assert one.split()[1] != two.split()[1]


def test_what_an_older_journal_keeps_reads_the_same() -> None:
    kept = {"name": "Bran", "told": [{"what": "gold", "before": 3, "after": 5}], "cause": "page"}
    event = codec.from_plain(AdventurerChanged, AdventurerChanged.lift(kept))
    assert sentence(event) == "Bran: Gold 3 → 5. Due to the page."

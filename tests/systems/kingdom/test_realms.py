"""Kingdoms renamed, ended and shown: the rules, without Discord around them."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.system import Record, RecordId
from bot.systems.kingdom.book import Stage
from bot.systems.kingdom.founding.rules import (
    AgreeTerms,
    ChooseAlignment,
    ChooseFirstHex,
    EndKingdom,
    FoundKingdom,
    KingdomEnded,
    KingdomShown,
    Page,
    RenameKingdom,
    ShowKingdom,
)
from bot.systems.kingdom.realm import KINGDOM
from bot.systems.kingdom.state import Terms
from bot.systems.kingdom.towns.state import TOWN
from bot.systems.kingdom.waiting import waiting
from tests.systems.kingdom.drafting import draft, drawing, refusal
from tests.systems.kingdom.scenes import HOLD, HOME, LANDS, TARN, kingdom_of, play, played, scene, tarn

# -- renamed, ended, shown ----------------------------------------------------------------------------


def test_a_kingdom_is_renamed() -> None:
    assert kingdom_of(played(scene(), RenameKingdom(TARN, "  The  Tarn"))).name == "The Tarn"


def test_a_name_can_change_only_in_its_capitals() -> None:
    assert kingdom_of(played(scene(), RenameKingdom(TARN, "TARN"))).name == "TARN"


def test_a_name_that_another_has_or_the_same_is_refused() -> None:
    varn = Record(RecordId("varn"), KINGDOM.name, replace(tarn(), name="Varn"))
    both = scene(None, None, varn)
    assert "There is a kingdom called “varn” here already" in refusal(both, RenameKingdom(TARN, "varn"))
    assert "It is called “Tarn” already" in refusal(both, RenameKingdom(TARN, "Tarn"))
    assert "1 to 60 characters" in refusal(both, RenameKingdom(TARN, ""))


def test_an_ended_kingdom_frees_its_hexes_and_settlements() -> None:
    turn = play(scene(), EndKingdom(TARN, "The tale is told"))
    told = next(event for event in turn.events if isinstance(event, KingdomEnded))
    assert (told.hexes, told.settlements, told.was_draft) == (3, 1, False)
    ended = played(scene(), EndKingdom(TARN))
    assert ended.records[TARN].is_archived
    assert kingdom_of(ended).stage is Stage.ENDED
    assert not [each for each in ended.records[LANDS].state.hexes.values() if each.realm is not None]
    assert ended.records[HOLD].kind == TOWN.name
    assert ended.records[HOLD].state.kingdom is None


def test_a_kingdom_in_anarchy_or_standing_still_can_be_ended_and_renamed() -> None:
    for state in (tarn(is_in_anarchy=True, unrest=20), tarn(frozen="A break")):
        assert kingdom_of(played(scene(state), RenameKingdom(TARN, "Varn"))).name == "Varn"
        assert kingdom_of(played(scene(state), EndKingdom(TARN))).stage is Stage.ENDED


def test_a_draft_is_dropped_and_leaves_the_land_as_it_is() -> None:
    turn = play(drawing(), EndKingdom(TARN))
    assert len(turn.changes) == 1
    told = next(event for event in turn.events if isinstance(event, KingdomEnded))
    assert (told.was_draft, told.hexes) == (True, 0)


def test_nothing_waits_in_a_kingdom_that_ended() -> None:
    assert not waiting(TARN, kingdom_of(played(scene(), EndKingdom(TARN))))


def test_a_draft_offers_its_choices_and_50_build_points_to_begin_with() -> None:
    (step,) = waiting(TARN, draft(terms=Terms()))
    assert [choice.key for choice in step.choices] == ["alignment", "terms", "hex", "found", "drop"]
    points = next(ask for choice in step.choices for ask in choice.asks if ask.field == "points")
    assert points.value == "50"
    (agreed,) = waiting(TARN, draft(terms=Terms(points=12)))
    again = next(ask for choice in agreed.choices for ask in choice.asks if ask.field == "points")
    assert again.value == "12"


def test_each_choice_makes_the_buttons_before_it_stale() -> None:
    begun = drawing()
    for action in (ChooseAlignment(TARN, "CE"), AgreeTerms(TARN, 40), ChooseFirstHex(TARN, "1,1")):
        (step,) = waiting(TARN, kingdom_of(played(begun, action)))
        assert step.revision == begun.entry
    assert "found" not in kingdom_of(played(begun, FoundKingdom(TARN))).month.opened


def test_a_sheet_shown_to_everybody_changes_nothing() -> None:
    turn = play(scene(), ShowKingdom(TARN, Page.LEADERS))
    assert not turn.changes
    assert turn.events == (KingdomShown("Tarn", Page.LEADERS),)
    assert (turn.subject, turn.channel) == (TARN, HOME)

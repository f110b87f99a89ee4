"""A kingdom's alignment, which rarely shifts: by a game master's word (58)."""

from __future__ import annotations

import pytest

from bot.engine.event import sentence
from bot.engine.people import Permit
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.abroad.diplomacy import dc_of
from bot.systems.kingdom.book import ALIGNMENTS, Alignment, Attribute, Phase, Stage, Stat
from bot.systems.kingdom.leaders.renown import ShiftAlignment
from bot.systems.kingdom.sources import figures, sources
from tests.refusals import refuses
from tests.systems.kingdom.abroad_scenes import VELL, around
from tests.systems.kingdom.scenes import (
    TARN,
    kingdom_of,
    month,
    play,
    played,
    realm_in,
    require_refused,
    scene,
    tarn,
)


@pytest.mark.parametrize("alignment", [each for each in Alignment if each is not Alignment.NEUTRAL])
def test_the_alignment_of_a_standing_kingdom_shifts_by_its_game_master(alignment: Alignment) -> None:
    """Every number that it adds goes with it: Neutral's Stability +4 is gone."""
    begin = scene(tarn(month=month(Phase.EVENT, number=3, size=3)))
    then = played(begin, ShiftAlignment(TARN, alignment, "They serve Asmodeus now"))
    assert kingdom_of(then).alignment is alignment
    before, after = figures(realm_in(begin)), figures(realm_in(then))
    for attribute in Attribute:
        was, now = (ALIGNMENTS[each].get(attribute, 0) for each in (Alignment.NEUTRAL, alignment))
        assert after.of(attribute) - before.of(attribute) == now - was
    assert any(each.stat is Stat.ECONOMY or each.name == alignment.value for each in sources(realm_in(then)))


def test_a_shift_of_alignment_tells_from_which_to_which_and_why() -> None:
    (told, *_) = play(scene(), ShiftAlignment(TARN, Alignment.LAWFUL_GOOD, "They keep their word")).events
    assert sentence(told) == "Tarn, alignment: Neutral → **Lawful good**: They keep their word"


def test_other_kingdoms_deal_with_it_as_it_is_now() -> None:
    """The alignments of both count in the DC of an envoy (R155)."""
    begin = around(VELL)
    then = played(begin, ShiftAlignment(TARN, Alignment.CHAOTIC_EVIL))
    assert dc_of(realm_in(then), VELL) - dc_of(realm_in(begin), VELL) == 10


def test_also_in_anarchy_it_shifts() -> None:
    then = played(scene(tarn(is_in_anarchy=True, unrest=20)), ShiftAlignment(TARN, Alignment.CHAOTIC_EVIL))
    assert kingdom_of(then).alignment is Alignment.CHAOTIC_EVIL


def test_what_is_no_shift_is_refused() -> None:
    require_refused(scene(), ShiftAlignment(TARN, Alignment.NEUTRAL), "alignment.same")
    with refuses("kingdom.not_founded"):
        play(scene(tarn(stage=Stage.FOUNDING)), ShiftAlignment(TARN, Alignment.LAWFUL_GOOD))


def test_only_game_masters_shift_it() -> None:
    permits = {kind.action: kind.may for kind in SYSTEM.actions}
    assert permits[ShiftAlignment] is Permit.GAME_MASTERS

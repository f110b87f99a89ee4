"""What a Ruler and a Spymaster add to, and when they choose it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.declare import Person
from bot.errors import RuleViolation
from bot.systems.kingdom.book import Ability, Attribute, MonthStep, Phase, Role, Stage, Task
from bot.systems.kingdom.leaders.duties import AssignTask, ChooseAttributes, SetProxy
from bot.systems.kingdom.leaders.rules import AssignLeader
from bot.systems.kingdom.month.course import FinishStep
from bot.systems.kingdom.sources import attributes, figures
from tests.refusals import refuses
from tests.systems.kingdom.months_scenes import RULER, WARDEN, E, L, S, before
from tests.systems.kingdom.scenes import (
    DEACON,
    MARISOL,
    PLAIN,
    TARN,
    WREN,
    decided,
    kingdom_of,
    land,
    leader,
    month,
    play,
    played,
    ready,
    realm,
    realm_in,
    require_refused,
    scene,
    tarn,
    waiting,
)

# -- what they add to ---------------------------------------------------------------------------------


def wide(size: int) -> Any:
    """A land with that many hexes of Tarn's."""
    own = tuple(f"{number},0" for number in range(size))
    return land(dict.fromkeys(own, PLAIN), own)


def ruling(
    size: int, *chosen: Attribute, actor: int = DEACON, phase: Phase = Phase.EDICT, **settings: str
) -> Any:
    """Tarn of that Size, with a Ruler who added to those."""
    state = tarn(leaders=(replace(RULER, attributes=chosen),), month=month(phase, number=3, size=size))
    made = scene(state, wide(size), actor=actor, campaign=decided(**settings))
    return played(made, AssignTask(TARN, Task.ARMIES, (Role.HEIR,)))


@pytest.mark.parametrize(("size", "count"), [(1, 1), (25, 1), (26, 2), (100, 2), (101, 3)])
def test_r033_a_ruler_adds_to_as_many_attributes_as_the_size_allows(size: int, count: int) -> None:
    made = realm(tarn(leaders=(replace(RULER, attributes=(L, E, S)),)), wide(size))
    assert attributes(made, made.kingdom.leaders[0]) == (L, E, S)[:count]
    new = ruling(size)
    (step,) = [each for each in waiting(TARN, kingdom_of(new)) if each.name == "ruler"]
    assert step.who == DEACON
    ways = [value for value, _ in step.choices[0].asks[0].options]
    assert {len(way.split()) for way in ways} == {count}
    assert len(ways) == {1: 3, 2: 6, 3: 6}[count]


def test_r033_each_extra_one_is_chosen_when_the_size_is_reached_and_the_first_stays() -> None:
    made = ruling(26, E)
    (step,) = [each for each in waiting(TARN, kingdom_of(made)) if each.name == "ruler"]
    assert [value for value, _ in step.choices[0].asks[0].options] == ["economy loyalty", "economy stability"]
    after = played(made, ChooseAttributes(TARN, "ruler", "economy loyalty"))
    assert kingdom_of(after).held_by(Role.RULER)[0].attributes == (E, L)
    assert not [each for each in waiting(TARN, kingdom_of(after)) if each.name == "ruler"]
    assert kingdom_of(after).choice_opened == 0


def test_r033_only_a_game_master_changes_a_choice_unless_it_was_decided_otherwise() -> None:
    other = ChooseAttributes(TARN, "ruler", "loyalty")
    require_refused(ruling(3, E), other, "leaders.ruler_keeps")
    for made in (ruling(3, E, actor=MARISOL), ruling(3, E, ruler_rechoice="each_edict_phase")):
        assert kingdom_of(played(made, other)).held_by(Role.RULER)[0].attributes == (L,)
    late = ruling(3, E, phase=Phase.INCOME, ruler_rechoice="each_edict_phase")
    require_refused(late, other, "leaders.ruler_at_step")


def test_r033_the_last_chosen_is_dropped_first_when_the_size_shrinks_and_may_be_chosen_anew() -> None:
    small = ruling(3, E, L)
    assert attributes(realm_in(small), kingdom_of(small).leaders[0]) == (E,)
    grown = ruling(26, E, L)
    require_refused(grown, ChooseAttributes(TARN, "ruler", "economy stability"), "leaders.ruler_keeps")


def test_r033_no_more_than_the_size_allows_and_something_new() -> None:
    for wrong, sentence in (
        (
            "economy loyalty",
            r"at Size 3 a Ruler adds to one attribute \(two from Size 26, three from Size 101\)\.",
        ),
        ("", "at least one attribute"),
        ("economy", r"Ilka already adds to that\."),
        ("fame", "won't do: name Economy"),
    ):
        with pytest.raises(RuleViolation, match=sentence):
            play(ruling(3, E, actor=MARISOL), ChooseAttributes(TARN, "ruler", wrong))
    with refuses("leaders.adds_always", "Warden", "Loyalty"):
        play(before(WARDEN, actor=MARISOL), ChooseAttributes(TARN, "warden", "economy"))


def test_r034_both_rulers_change_their_choice_together() -> None:
    spouse = leader(Role.RULER, WREN, 10, "Joss", attributes=(E,))
    after = played(before(spouse, actor=MARISOL), ChooseAttributes(TARN, "ruler", "stability"))
    assert [each.attributes for each in kingdom_of(after).held_by(Role.RULER)] == [(S,), (S,)]


def test_a_new_rulers_choice_is_asked_of_that_player_by_the_entry_that_opened_it() -> None:
    made = scene(ready(tarn(month=month(Phase.EDICT, size=3))), entry=77)
    after = kingdom_of(played(made, AssignLeader(TARN, Role.RULER, "Ilka", WREN, {Ability.CHA: 12})))
    (step,) = [each for each in waiting(TARN, after) if each.name == "ruler"]
    assert (step.who, step.revision, step.label) == (
        WREN,
        77,
        "Tarn: the Ruler chooses an attribute to add to",
    )
    # Nothing else that happens asks again.
    later = scene(after, entry=80)
    again = kingdom_of(played(later, SetProxy(TARN, Person(DEACON))))
    assert again.choice_opened == 77


SPY = leader(Role.SPYMASTER, WREN, 16, "Nim")


def test_r035_a_spymaster_adds_to_nothing_before_choosing_and_keeps_the_last_choice() -> None:
    made = before(SPY, phase=Phase.EDICT, actor=WREN)
    numbers = figures(realm_in(made))
    chosen = played(made, ChooseAttributes(TARN, "spymaster", "loyalty"))
    assert figures(realm_in(chosen)).loyalty == numbers.loyalty + 3
    again = played(chosen, ChooseAttributes(TARN, "spymaster", "economy"))
    assert figures(realm_in(again)).loyalty == numbers.loyalty
    assert figures(realm_in(again)).economy == numbers.economy + 3


def asked(seen: Any) -> list[Any]:
    return [each for each in waiting(TARN, kingdom_of(seen)) if each.name == "spymaster"]


def test_r035_a_spymaster_who_never_chose_is_asked_once_in_the_leadership_step() -> None:
    made = scene(ready(tarn(leaders=(RULER,), month=month(Phase.EDICT, number=3, size=3))), entry=77)
    after = played(made, AssignLeader(TARN, Role.SPYMASTER, "Nim", WREN, {Ability.DEX: 16}))
    (step,) = asked(after)
    assert (step.who, step.revision) == (WREN, 77)
    assert [value for value, _ in step.choices[0].asks[0].options] == ["economy", "loyalty", "stability"]
    later = played(scene(kingdom_of(after), entry=80), SetProxy(TARN, Person(DEACON)))
    assert [each.revision for each in asked(later)] == [77]
    chosen = played(later, replace(step.choices[0].action, attributes="loyalty"))
    assert not asked(chosen)
    assert kingdom_of(chosen).spymaster_opened == 0
    over = played(later, FinishStep(TARN, MonthStep.LEADERSHIP))
    assert not asked(over)
    for phase in (Phase.BEFORE, Phase.UPKEEP, Phase.INCOME, Phase.EVENT):
        assert not asked(before(SPY, phase=phase))


def test_r035_a_spymaster_chooses_in_the_leadership_step() -> None:
    action = ChooseAttributes(TARN, "spymaster", "loyalty")
    for phase in (Phase.BEFORE, Phase.UPKEEP, Phase.INCOME, Phase.EVENT):
        require_refused(before(SPY, phase=phase, actor=WREN), action, "leaders.spymaster_at_step")
        play(before(SPY, phase=phase, actor=MARISOL), action)
    first = ready(tarn(leaders=(RULER, SPY), month=month(Phase.UPKEEP)))
    require_refused(scene(first), action, "leaders.spymaster_later")
    with refuses("leaders.one_of_spymaster"):
        play(before(SPY, phase=Phase.EDICT, actor=WREN), replace(action, attributes="loyalty economy"))


def test_in_anarchy_nobody_but_a_game_master_chooses() -> None:
    made = replace(before(SPY, phase=Phase.EDICT, actor=WREN, is_in_anarchy=True))
    require_refused(made, ChooseAttributes(TARN, "spymaster", "loyalty"), "kingdom.is_in_anarchy")


def test_while_a_kingdom_is_founded_its_ruler_chooses_as_they_like() -> None:
    state = tarn(leaders=(RULER,), stage=Stage.FOUNDING, month=month(Phase.BEFORE))
    after = played(scene(state, actor=DEACON), ChooseAttributes(TARN, "ruler", "stability"))
    assert kingdom_of(after).leaders[0].attributes == (S,)

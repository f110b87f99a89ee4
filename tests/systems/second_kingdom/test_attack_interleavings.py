"""What comes between: people away, people gone, hands changed, and whatever else is pressed in any order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.system import RecordId
from bot.errors import NotAllowed, RuleViolation
from bot.storage import codec
from bot.systems.second_kingdom.attacks.state import Attack, DeclareAttack, End, Phase, handed_over
from bot.systems.second_kingdom.attacks.steps import ATTACK, part
from bot.systems.second_kingdom.settings import ABSENT, WAIT
from tests.systems.second_kingdom.fights import (
    BLOCK,
    DEFENCE,
    DICE,
    GALE,
    HORDE,
    ORDER,
    YSOLDE,
    Fight,
    ysolde,
)
from tests.systems.second_kingdom.scenes import CAMPAIGN, DEACON, EVANDER, MARISOL, STRANGER, WREN

# In each phase: whose it is, the key that goes on, and the dice.
COURSE: list[tuple[str, int, str, tuple[int, ...]]] = [
    ("declared", DEACON, "roll", DICE),
    ("rolled", DEACON, f"assign{ORDER}", ()),
    ("assigned", WREN, "defend", DEFENCE),
    ("defended", WREN, f"guard{BLOCK}", ()),
    ("held", WREN, "pass", ()),
]
EACH = pytest.mark.parametrize(("phase", "player", "key", "dice"), COURSE)


def reached(phase: str, **made: Any) -> Fight:
    """An attack of Evander's on Ysolde in that phase, with each player's own presses."""
    fight = Fight(**made)
    fight.until(phase, target=YSOLDE, by=WREN)
    return fight


def without(player: int) -> Campaign:
    """The campaign after that player left."""
    return replace(CAMPAIGN, players=tuple(each for each in CAMPAIGN.players if each != player))


# -- somebody is away ---------------------------------------------------------------------------------


@EACH
def test_q29_a_game_master_acts_for_an_absent_player(
    phase: str, player: int, key: str, dice: tuple[int, ...]
) -> None:
    fight = reached(phase)
    assert fight.presses(MARISOL, key, *dice).on_behalf_of == player
    assert fight.of().phase != phase


@EACH
def test_q29_where_players_are_waited_for_only_they_act(
    phase: str, player: int, key: str, dice: tuple[int, ...]
) -> None:
    fight = reached(phase, settings={ABSENT: WAIT})
    with pytest.raises(NotAllowed, match="waits for its players"):
        fight.presses(MARISOL, key, *dice)
    assert fight.of().phase == phase
    assert fight.presses(player, key, *dice).on_behalf_of is None


@EACH
def test_q29_nobody_waits_for_a_player_who_has_left(
    phase: str, player: int, key: str, dice: tuple[int, ...]
) -> None:
    fight = reached(phase, settings={ABSENT: WAIT})
    settings = fight.scene.campaign.settings
    fight.scene = replace(fight.scene, campaign=replace(without(player), settings=settings))
    assert fight.presses(MARISOL, key, *dice).on_behalf_of == player


def test_q29_an_attack_is_declared_for_an_absent_player() -> None:
    fight = Fight()
    assert fight.does(MARISOL, DeclareAttack(EVANDER, HORDE, GALE)).on_behalf_of == DEACON
    waiting = Fight(settings={ABSENT: WAIT})
    with pytest.raises(NotAllowed, match="waits for its players"):
        waiting.declares(MARISOL)


def test_q29_withdrawing_for_a_player_is_no_choice_of_theirs() -> None:
    fight = reached("declared", settings={ABSENT: WAIT})
    assert fight.presses(MARISOL, "withdraw").on_behalf_of == DEACON
    assert fight.of().end is End.WITHDRAWN


def test_q15_what_a_game_master_is_asked_they_answer_for_themselves() -> None:
    fight = Fight(settings={ABSENT: WAIT}, target=ysolde(defences=()))
    fight.until("held", target=YSOLDE, by=WREN)
    assert fight.presses(MARISOL, "pass").on_behalf_of is None


# -- somebody is gone ---------------------------------------------------------------------------------


@pytest.mark.parametrize("gone", [EVANDER, YSOLDE, HORDE])
@pytest.mark.parametrize("phase", [*(each[0] for each in COURSE), "struck"])
def test_who_is_out_of_play_leaves_no_attack_without_an_end(phase: str, gone: RecordId) -> None:
    target = HORDE if gone == HORDE else YSOLDE
    fight = Fight()
    fight.until(phase, target=target, by=MARISOL if target == HORDE else WREN)
    fight.change(gone, is_archived=True)
    while fight.of().phase is not Phase.OVER:
        last = {"guard": f"guard{BLOCK}", "apply": "leave", "counter": "pass"}
        fight.presses(MARISOL, last.get(fight.step().name, "veto"))
    assert fight.scene.records[fight.newest].is_archived


def test_a_target_out_of_play_is_damaged_no_more() -> None:
    fight = reached("struck")
    fight.change(YSOLDE, is_archived=True)
    with pytest.raises(RuleViolation, match="“Ysolde” is no longer in play; nothing was changed"):
        fight.presses(MARISOL, "apply")


# -- a hero changes hands -----------------------------------------------------------------------------


@EACH
def test_whoever_plays_the_side_now_is_asked_next(
    phase: str, player: int, key: str, dice: tuple[int, ...]
) -> None:
    fight = reached(phase)
    hero = EVANDER if player == DEACON else YSOLDE
    before = fight.of()
    given = handed_over(before, STRANGER, hero)
    assert given.acting == STRANGER
    (step,) = ATTACK.waiting(fight.newest, given)
    assert step.who == STRANGER
    other = handed_over(before, STRANGER, YSOLDE if hero == EVANDER else EVANDER)
    assert other.acting == player
    assert handed_over(before, STRANGER, HORDE) == before


def test_an_attack_that_is_over_keeps_who_fought_it() -> None:
    fight = reached("struck")
    fight.presses(MARISOL, "leave")
    assert handed_over(fight.of(), STRANGER, EVANDER) == fight.of()


def test_after_the_hand_over_the_former_player_acts_no_more() -> None:
    fight = reached("assigned")
    record = fight.scene.records[fight.newest]
    given = replace(record, state=handed_over(record.state, DEACON, YSOLDE))
    fight.scene = replace(fight.scene, records={**fight.scene.records, record.id: given})
    with pytest.raises(NotAllowed):
        fight.presses(WREN, "defend", 5, 7)
    fight.presses(DEACON, "defend", 5, 7)
    assert fight.of().defence_dice == (5, 7)


# -- kept, and taken back -----------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [*(each[0] for each in COURSE), "struck"])
def test_an_attack_is_kept_as_it_is_in_every_phase(phase: str) -> None:
    state = reached(phase).of()
    assert codec.load(Attack, codec.dump(state)) == state


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("phase",), "assigned", ("stands", "dice assigned")),
        (("dice",), [2, 6, 9], ("attack dice", "2, 6, 9")),
        (("final",), None, ("accuracy, speed, power", None)),
        (("counters",), ["block"], ("strikes back after", "block")),
        (("guarding",), {"guard": "block", "totals": [7, 8]}, ("guard", "block, 7 and 8")),
        (("outcome",), "minor", ("outcome", "minor strike")),
        (("end",), "left", ("end", "left without damage")),
        (("target", "player"), 5, ("player", "<@5>")),
        (("counter",), "*Blood*", ("counter", r"\*Blood\*")),
        (("damage",), 0, ("damage", "0")),
    ],
)
def test_an_undo_has_words_for_each_part(
    path: tuple[str, ...], value: Any, words: tuple[str, str | None]
) -> None:
    assert part(path, value) == words

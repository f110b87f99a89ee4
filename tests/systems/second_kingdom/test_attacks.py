"""The course of an attack until the guard: K16 to K20, Q6, Q7, Q12, Q17, Q19, Q30 and the traps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.campaign import Campaign
from bot.engine.parts import part_of
from bot.engine.people import PUBLIC
from bot.engine.settings import Setting
from bot.engine.system import Choice, RecordId
from bot.errors import NotAllowed, RuleViolation
from bot.storage import codec
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.attacks.maneuvers import Maneuver
from bot.systems.second_kingdom.attacks.state import (
    AssignDice,
    Attack,
    AttackDeclared,
    AttackEnded,
    AttackRolled,
    DamageApplied,
    DeclareAttack,
    DefenceRolled,
    DiceAssigned,
    End,
    Phase,
    RollAttack,
    RollDefence,
    VetoAttack,
    WithdrawAttack,
    attack_view,
    handed_over,
)
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.settings import ABSENT, CAP, DAMAGE, FLOOR, NO_FLOOR, WAIT
from bot.systems.second_kingdom.state import Known
from tests.refusals import refuses
from tests.systems.second_kingdom.fights import (
    BLOCK,
    CLAWS,
    DEFENCE,
    DICE,
    GALE,
    HORDE,
    IRON_GALE,
    ORDER,
    YSOLDE,
    Fight,
    horde,
    ysolde,
)
from tests.systems.second_kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    EVANDER,
    MARISOL,
    STRANGER,
    WREN,
    evander,
    waiting,
)

# -- the attacker's dice ------------------------------------------------------------------------------


def test_k17_the_attacker_rolls_three_dice_once() -> None:
    fight = Fight()
    attack = fight.declares()
    (told,) = fight.presses(DEACON, "roll", *DICE).events
    assert told == AttackRolled("Evander", "Smoldering Demons", "Iron Gale", DICE)
    with pytest.raises(RuleViolation) as refused:
        fight.does(DEACON, RollAttack(attack), 10, 10, 10)
    assert (
        str(refused.value)
        == "This attack is now waiting for the attack dice to be assigned; nothing was changed."
    )
    assert fight.of().dice == DICE


def test_q5_conviction_has_no_part_in_an_attack() -> None:
    fight = Fight(attacker=evander(maneuvers=(GALE,), conviction=3))
    fight.until("struck")
    assert fight.sheet(EVANDER).conviction == 3
    for kind in SYSTEM.actions:
        if "attack" in kind.action.__dataclass_fields__:
            assert "conviction" not in kind.action.__dataclass_fields__


@pytest.mark.parametrize(
    ("requirement", "label"), [("", "Roll 3d10"), ("Against a horde", "Requirement met: roll 3d10")]
)
def test_q17_rolling_says_that_the_requirement_is_met(requirement: str, label: str) -> None:
    fight = Fight(maneuver=replace(IRON_GALE, requirement=requirement))
    fight.declares()
    roll = fight.step().choices[0]
    assert (roll.label, roll.is_main) == (label, True)


def test_q6_the_attacker_chooses_among_the_final_dice() -> None:
    fight = Fight()
    fight.until("rolled")
    labels = [choice.label for choice in fight.step().choices]
    assert labels == [
        "Accuracy 4, speed 10, power 8",
        "Accuracy 4, speed 10, power 5",
        "Accuracy 8, speed 6, power 8",
        "Accuracy 8, speed 10, power 1",
        "Accuracy 10, speed 6, power 5",
        "Accuracy 10, speed 10, power 1",
        "Veto",
    ]


def test_q6_orders_that_come_to_the_same_are_offered_once() -> None:
    fight = Fight(maneuver=Maneuver("Thrust"))
    fight.declares()
    fight.presses(DEACON, "roll", 5, 5, 7)
    assert fight.offered() == ["assign0", "assign1", "assign4", "veto"]


def test_q6_dice_that_lie_in_one_way_alone_are_assigned_with_the_roll() -> None:
    fight = Fight(maneuver=Maneuver("Thrust"))
    fight.declares()
    fight.presses(DEACON, "roll", 5, 5, 5)
    assert (fight.of().phase, fight.of().final) == (Phase.ASSIGNED, (5, 5, 5))
    assert [type(event) for event in fight.last.events] == [AttackRolled, DiceAssigned]


def test_k17_an_attack_is_declared_and_rolled_in_one() -> None:
    fight = Fight()
    fight.does(DEACON, DeclareAttack(EVANDER, HORDE, GALE, rolls=True), *DICE)
    assert (fight.of().phase, fight.of().dice) == (Phase.ROLLED, DICE)
    assert [type(event) for event in fight.last.events] == [AttackDeclared, AttackRolled]


def test_another_players_dice_are_theirs_to_roll() -> None:
    fight = Fight()
    fight.does(MARISOL, DeclareAttack(EVANDER, HORDE, GALE, rolls=True))
    assert (fight.of().phase, fight.of().dice) == (Phase.DECLARED, ())


@pytest.mark.parametrize("order", [-1, 6])
def test_an_order_that_there_is_not_is_refused(order: int) -> None:
    fight = Fight()
    attack = fight.until("rolled")
    with pytest.raises(RuleViolation, match=f"There are 6 ways, numbered from 0; .*{abs(order)} isn't one"):
        fight.does(DEACON, AssignDice(attack, order))


def test_k18_k19_q30_locking_lays_the_final_dice_open() -> None:
    fight = Fight()
    fight.until("rolled")
    (told,) = fight.presses(DEACON, "assign2").events
    assert told == DiceAssigned("Evander", "Smoldering Demons", "Iron Gale", DICE, (8, 6, 8))
    assert fight.of().final == (8, 6, 8)


@pytest.mark.parametrize(("setting", "power"), [({}, 1), ({FLOOR: NO_FLOOR}, 0)])
def test_q7_a_die_falls_below_1_only_where_the_campaign_says_so(
    setting: dict[Setting, str], power: int
) -> None:
    fight = Fight(settings=setting)
    fight.declares()
    fight.presses(DEACON, "roll", 5, 5, 1)
    fight.presses(DEACON, "assign0")
    assert fight.of().line == (7, 9, power)


def test_trap_dice_that_are_locked_stay_locked() -> None:
    fight = Fight()
    attack = fight.until("assigned")
    with pytest.raises(RuleViolation) as refused:
        fight.does(DEACON, AssignDice(attack, 0))
    assert str(refused.value) == "This attack is now waiting for the defense roll; nothing was changed."
    assert fight.of().final == (8, 6, 8)


# -- the defender's dice ------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["declared", "rolled"])
def test_trap_there_is_no_defence_before_the_dice_are_locked(phase: str) -> None:
    fight = Fight()
    attack = fight.until(phase)
    with refuses("attack.not_now"):
        fight.does(MARISOL, RollDefence(attack), 5, 7)


def test_k20_q12_the_defender_rolls_two_dice_once() -> None:
    fight = Fight()
    attack = fight.until("assigned", target=YSOLDE)
    (told,) = fight.presses(WREN, "defend", 5, 7).events
    assert told == DefenceRolled("Ysolde", "Evander", (5, 7))
    with refuses("attack.not_now", "a guard"):
        fight.does(WREN, RollDefence(attack), 10, 10)
    assert fight.of().defence_dice == (5, 7)


def test_q19_the_game_masters_roll_for_their_own() -> None:
    fight = Fight()
    attack = fight.until("assigned")
    assert fight.step().who is None
    with pytest.raises(NotAllowed):
        fight.does(DEACON, RollDefence(attack), 5, 7)
    assert fight.presses(MARISOL, "defend", 5, 7).on_behalf_of is None


@pytest.mark.parametrize(
    ("phase", "who"), [("declared", DEACON), ("rolled", DEACON), ("assigned", WREN), ("defended", WREN)]
)
def test_in_each_phase_one_side_is_asked(phase: str, who: int) -> None:
    fight = Fight()
    fight.until(phase, target=YSOLDE, by=WREN)
    assert (fight.step().who, fight.of().acting) == (who, who)


@pytest.mark.parametrize(
    ("phase", "key"),
    [("declared", "roll"), ("rolled", "assign2"), ("assigned", "defend"), ("defended", "guard8")],
)
def test_nobody_acts_for_the_other_side(phase: str, key: str) -> None:
    fight = Fight()
    fight.until(phase, target=YSOLDE, by=WREN)
    other = WREN if fight.of().acting == DEACON else DEACON
    for who in (other, STRANGER):
        with pytest.raises(NotAllowed):
            fight.presses(who, key)


# -- stopped ------------------------------------------------------------------------------------------


def test_an_attack_is_withdrawn_before_any_die_fell() -> None:
    fight = Fight()
    attack = fight.declares()
    (told,) = fight.presses(DEACON, "withdraw").events
    assert told == AttackEnded("Evander", "Smoldering Demons", "Iron Gale", End.WITHDRAWN)
    assert (fight.of().end, fight.of().phase) == (End.WITHDRAWN, Phase.OVER)
    assert fight.scene.records[attack].is_archived


def test_an_attack_is_not_withdrawn_once_dice_fell() -> None:
    fight = Fight()
    attack = fight.until("rolled")
    with refuses("attack.not_now", "the attack dice to be assigned"):
        fight.does(DEACON, WithdrawAttack(attack))


@pytest.mark.parametrize("phase", ["declared", "rolled", "assigned"])
def test_q17_a_game_master_vetoes_until_the_defence_is_rolled(phase: str) -> None:
    fight = Fight()
    fight.until(phase)
    (told,) = fight.presses(MARISOL, "veto", reason=" No horde\nhere ").events
    assert told == AttackEnded("Evander", "Smoldering Demons", "Iron Gale", End.VETOED, "No horde here")
    assert fight.of().dice == (() if phase == "declared" else DICE)


@pytest.mark.parametrize("phase", ["defended", "struck", "held"])
def test_q17_nothing_is_vetoed_once_the_defence_is_rolled(phase: str) -> None:
    fight = Fight()
    attack = fight.until(phase)
    assert "veto" not in fight.offered()
    with refuses("attack.not_now"):
        fight.does(MARISOL, VetoAttack(attack))


def test_a_veto_while_the_dice_are_in_hand_comes_first() -> None:
    fight = Fight()
    attack = fight.declares()
    fight.presses(MARISOL, "veto")
    with refuses("record.archived"):
        fight.does(DEACON, RollAttack(attack), *DICE)


def test_players_veto_nothing() -> None:
    fight = Fight()
    fight.declares()
    with pytest.raises(NotAllowed):
        fight.presses(DEACON, "veto")


def test_an_endless_reason_is_refused() -> None:
    fight = Fight()
    fight.declares()
    with refuses("attack.reason", "200", "201"):
        fight.presses(MARISOL, "veto", reason="a" * 201)


# -- Attacks on each other and on the same target, carried on by anybody in any order -------------------


PEOPLE = (MARISOL, DEACON, WREN, STRANGER)
FACES = st.integers(1, 10)
SETTINGS = st.fixed_dictionaries(
    {
        setting: st.sampled_from([option.value for option in setting.options])
        for setting in (FLOOR, CAP, DAMAGE)
    }
)
PAIRS = [(DEACON, EVANDER, HORDE, GALE), (MARISOL, HORDE, YSOLDE, CLAWS), (DEACON, EVANDER, YSOLDE, GALE)]


def offered(fight: Fight) -> Iterator[tuple[RecordId, Choice]]:
    """What carries each attack on, what stops the fourth, and a counter-attack for each that is held."""
    for place, record in enumerate(fight.scene.all(ATTACK)):
        for step in waiting(ATTACK, record.id, record.state):
            choices = (
                choice for choice in step.choices if choice.key not in ("withdraw", "veto") or place == 3
            )
            yield from ((record.id, choice) for choice in choices)
        if record.state.phase is Phase.HELD:
            maneuver = GALE if record.state.target.player else CLAWS
            sides = (record.state.target.id, record.state.attacker.id)
            yield record.id, Choice("answer", "", DeclareAttack(*sides, maneuver, answers=record.id))


def dice_for(key: str, data: st.DataObject) -> list[int]:
    """As many dice as that choice rolls."""
    count = {"roll": 3, "defend": 2}.get(key, 0)
    return data.draw(st.lists(FACES, min_size=count, max_size=count))


def require_sound(fight: Fight) -> None:
    """What holds of every attack at any time."""
    for record in fight.scene.records.values():
        if record.kind != ATTACK.name:
            continue
        state: Attack = record.state
        # A veto leaves what fell.
        if state.end is not End.VETOED:
            has = (
                len(state.dice),
                state.final is not None,
                len(state.defence_dice),
                state.outcome is not None,
            )
            assert has == HAS[state.end if state.end is End.WITHDRAWN else state.phase]
        assert record.is_archived == (state.phase is Phase.OVER) == (state.end is not None)
        assert (state.applied is not None) == (state.end is End.APPLIED)
        assert len(waiting(ATTACK, record.id, state)) == (state.phase is not Phase.OVER)
        assert attack_view(state, PUBLIC).acting == state.acting
        assert not state.is_secret or attack_view(state, PUBLIC).defences is None


HAS: dict[Any, tuple[int, bool, int, bool]] = {
    Phase.DECLARED: (0, False, 0, False),
    End.WITHDRAWN: (0, False, 0, False),
    Phase.ROLLED: (3, False, 0, False),
    Phase.ASSIGNED: (3, True, 0, False),
    Phase.DEFENDED: (3, True, 2, False),
    Phase.STRUCK: (3, True, 2, True),
    Phase.HELD: (3, True, 2, True),
    Phase.OVER: (3, True, 2, True),
}


@given(data=st.data(), settings=SETTINGS, known=st.sampled_from([Known.NAMED, Known.OPEN]))
def test_whatever_is_pressed_in_any_order_every_attack_stays_sound(
    data: st.DataObject, settings: dict[Setting, str], known: Known
) -> None:
    fight = Fight(target=ysolde(maneuvers=(GALE,)), npc=horde(known=known), settings=settings)
    wounds = 0
    for _ in range(data.draw(st.integers(10, 40))):
        choices = list(offered(fight))
        if not choices or data.draw(st.integers(0, 9)) == 9:
            fight.declares(*data.draw(st.sampled_from(PAIRS)))
        else:
            wounds += pressed(fight, *data.draw(st.sampled_from(choices)), data)
        require_sound(fight)
    counted = sum(n.value for who in (EVANDER, YSOLDE, HORDE) for n in fight.sheet(who).counters.values())
    assert counted == wounds


def pressed(fight: Fight, attack: RecordId, choice: Choice, data: st.DataObject) -> int:
    """Somebody presses it, mostly who is asked but now and then anybody; the damage that is told of it."""
    before = fight.scene
    state = before.get(ATTACK, attack).state
    who = data.draw(st.sampled_from((state.acting or MARISOL, *PEOPLE)))
    asked = {"amount": 3, "counter": ""} if any(ask.field == "amount" for ask in choice.asks) else {}
    try:
        turn = fight.does(who, replace(choice.action, **asked), *dice_for(choice.key, data))
    except (NotAllowed, RuleViolation):
        assert fight.scene is before
        return 0
    assert who in (MARISOL, state.acting) or (choice.key == "pass" and who == state.target.player)
    return sum(
        each.amount for each in turn.events if isinstance(each, DamageApplied) and each.audience.everyone
    )


def test_every_way_an_attack_ends_is_reached_by_its_choices() -> None:
    """So that the search above can't go about in a corner: one course for each end."""
    ends = set()
    for phase, who, key in (
        ("declared", DEACON, "withdraw"),
        ("assigned", MARISOL, "veto"),
        ("struck", MARISOL, "apply"),
        ("struck", MARISOL, "leave"),
        ("held", WREN, "pass"),
    ):
        fight = Fight(target=ysolde(maneuvers=(GALE,)))
        fight.until(phase, target=YSOLDE, by=WREN)
        fight.presses(who, key)
        ends.add(fight.of().end)
    fight = Fight(target=ysolde(maneuvers=(GALE,)))
    answered = fight.until("held", target=YSOLDE, by=WREN)
    fight.declares(WREN, YSOLDE, EVANDER, GALE, answers=answered)
    assert ends | {fight.of(answered).end} == set(End)


# -- What comes between: people away, people gone, hands changed, and whatever else is pressed in any order


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
    with refuses("absent.waits"):
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
    with refuses("absent.waits"):
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
    with refuses("record.archived", "Ysolde"):
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
    (step,) = waiting(ATTACK, fight.newest, given)
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
        (("phase",), "assigned", ("", "waiting for the defense roll again")),
        (("dice",), [2, 6, 9], ("attack dice", "2, 6, 9")),
        (("final",), None, ("accuracy, speed, power", None)),
        (("counters",), ["block"], ("guard for the counter", "block")),
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
    assert part_of(Attack, path, value) == words

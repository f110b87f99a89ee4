"""The end of a fight: won, left, stopped, fallen in, or by something used in it (A38 to A40, A45, Q16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.system import Record, World
from bot.systems.adventuria.adventurer import AdventurerChanged, AdventurerFell
from bot.systems.adventuria.combat.exchange import Bout
from bot.systems.adventuria.combat.rules import FIGHT, fight_scope, go_on_after, sides_of
from bot.systems.adventuria.combat.state import (
    AnswerRoll,
    CombatFought,
    CombatRolled,
    FightEnd,
    FightEnded,
    LeaveFight,
    LetStand,
    Order,
    Phase,
    RollCombat,
    StopFight,
)
from bot.systems.adventuria.ledger import total
from bot.systems.adventuria.offers.rules import Offer, OfferEnd, OfferKind
from bot.systems.adventuria.possessions.rules import UsePossession
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Cause,
    Change,
    End,
    Possession,
    Subject,
    Told,
    Until,
)
from tests.refusals import refuses
from tests.systems.adventuria.exchanges import (
    LOST,
    WON,
    again,
    by_narrator,
    fight_of,
    fighting,
    keys,
    pressed,
    roll,
    rolled,
    special,
)
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    DEAL,
    MARISOL,
    adventurer_of,
    after,
    ally,
    bran,
    foe,
    having,
    item,
    play,
    scene,
    spell,
    waiting,
    weapon,
)
from tests.systems.adventuria.scenes import adventurer_steps as steps

# -- won, fallen, stopped (A38 to A40) --------------------------------------------------------------


def test_a40_a_fight_is_won_when_the_last_monster_falls() -> None:
    turn = rolled(fighting(foe(wounds=1)), *WON)
    assert isinstance(turn.events[0], CombatFought)
    assert turn.events[1:] == (FightEnded("Bran", ("Rat",), FightEnd.WON),)
    won = after(fighting(), turn)
    assert (adventurer_of(won).fight, adventurer_of(won).felled) == (None, 1)
    assert won.records[BOUT].is_archived


def test_a38_the_last_wound_fells_and_everything_ends() -> None:
    deal = Offer(BRAN, "Bran", bran().player, OfferKind.GAIN)
    before = fighting(bran_is=having(item("Lamp"), wounds=3))
    before = replace(before, records={**before.records, **scene(deal).records})
    turn = rolled(before, *LOST)
    assert isinstance(turn.events[-1], AdventurerFell)
    done = after(before, turn)
    assert (adventurer_of(done).end, adventurer_of(done).possessions) == (End.FALLEN, ())
    assert (fight_of(done).end, fight_of(done).exchange) == (FightEnd.FELL, 1)
    assert done.records[DEAL].state.end is OfferEnd.LAPSED
    assert all(done.records[each].is_archived for each in (BRAN, BOUT, DEAL))


def test_what_falls_with_the_adventurer_is_in_the_scope() -> None:
    scope = fight_scope(RollCombat(BOUT))
    assert (scope.ids, scope.links, [want.kind for want in scope.wants]) == ((BOUT,), True, ["offer"])


def test_changes_until_the_fight_end_with_it() -> None:
    lent = Change(Attribute.ARMS, 2, Cause.SPELL, "Drum", Until.FIGHT)
    left = pressed(again(bran_is=bran(changes=(lent,))), LeaveFight(BOUT))
    assert total(adventurer_of(left), Attribute.ARMS) == 4


def test_q15_vitae_lent_for_the_fight_can_fell_at_its_end() -> None:
    lent = Change(Attribute.VITAE, 2, Cause.SPELL, "Pact", Until.FIGHT)
    left = pressed(again(bran_is=bran(changes=(lent,), wounds=5)), LeaveFight(BOUT))
    assert adventurer_of(left).end is End.FALLEN


def test_a_narrator_stops_a_fight_at_any_time_with_a_reason() -> None:
    turn = play(by_narrator(fighting()), StopFight(BOUT, " A bell\nrings "))
    assert turn.events == (FightEnded("Bran", ("Rat",), FightEnd.STOPPED, "A bell rings"),)
    assert adventurer_of(after(fighting(), turn)).fight is None


def test_a_long_reason_is_refused() -> None:
    with refuses("fight.too_long", "200", "201"):
        play(by_narrator(fighting()), StopFight(BOUT, "a" * 201))


# -- used between two Combats (A45, Q16) ------------------------------------------------------------


def used(before: World, **wounds: int) -> tuple[Any, ...]:
    """What is told, and the scene, after something gave the monster so many wounds."""
    record, foes = before.records[BOUT], fight_of(before).foes
    hit = tuple(replace(each, wounds=wounds.get(each.name.lower(), each.wounds)) for each in foes)
    bout = Bout(adventurer_of(before), hit, fight_of(before).kind)
    sides = sides_of(before, record)
    sides.tell("used")
    go_on_after(sides, bout)
    turn = sides.result()
    return turn.events, after(before, turn)


def test_a45_who_falls_by_a_spell_in_the_fight_brings_xp_of_its_kind() -> None:
    events, done = used(again(), rat=2)
    told = (Told(Subject.MELEE_XP, before=0, after=2, by="Rat"),)
    assert events == (
        "used",
        AdventurerChanged("Bran", Cause.EXPERIENCE, changes=told),
        FightEnded("Bran", ("Rat",), FightEnd.WON),
    )
    assert (adventurer_of(done).fight, adventurer_of(done).melee_xp) == (None, 2)


def test_q16_before_the_kind_of_combat_is_chosen_it_brings_none() -> None:
    _, done = used(fighting(kind=None, phase=Phase.KIND), rat=2)
    assert (adventurer_of(done).melee_xp, adventurer_of(done).felled) == (0, 1)


def test_the_fight_goes_on_with_who_stands() -> None:
    before = again(foe("Rat"), foe("Imp"), order=Order.CHOOSE)
    _, done = used(before, rat=2)
    assert (fight_of(done).phase, keys(done)) == (Phase.AGAIN, ["roll", "end"])
    assert fight_of(done).revision == 50


def test_a_wound_that_changes_nothing_to_decide_leaves_the_buttons_alone() -> None:
    _, done = used(again(foe(vitae=3)), rat=1)
    assert fight_of(done).revision == 1


def test_a43_what_was_used_works_again_once_the_next_combat_is_over() -> None:
    before = again(foe(arms=9, vitae=9), bran_is=having(item("Rod", "use: foe wound 1")))
    once = pressed(before, UsePossession(BRAN, "Rod"))
    with refuses("possessions.does_nothing", "until the next Combat is over"):
        play(once, UsePossession(BRAN, "Rod"))
    assert fight_of(pressed(roll(once, *LOST), UsePossession(BRAN, "Rod"))).foes[0].wounds == 2


# -- Dice that are known, and what may still be used on them: rolled anew, wounds ignored (A21, A25, A43)


LUCK = item("Luck", "use: reroll")


def lost(*things: Possession, **changes: Any) -> World:
    """A roll that Bran has lost, with those things to answer it: 1 + 4 against 6 + 2."""
    return roll(fighting(foe(vitae=9), bran_is=having(*things), **changes), *LOST)


def answer(before: World, place: int, *dice: int) -> World:
    """The scene after that answer."""
    return after(before, play(before, AnswerRoll(BOUT, place), *dice))


def labels(scene: World) -> list[str]:
    """The buttons of the fight."""
    return [choice.label for step in waiting(FIGHT, BOUT, fight_of(scene)) for choice in step.choices]


# -- offered ----------------------------------------------------------------------------------------


def test_dice_wait_where_something_can_be_used_on_them() -> None:
    waiting = lost(LUCK)
    assert (fight_of(waiting).phase, adventurer_of(waiting).wounds) == (Phase.ROLLED, 0)
    assert labels(waiting) == ["Luck: roll again", "Let the dice stand"]


def test_dice_that_nothing_answers_count_at_once() -> None:
    assert fight_of(lost(item("Lamp", "use: heal 1"))).phase is Phase.AGAIN


def test_dice_that_won_count_at_once() -> None:
    assert fight_of(roll(fighting(foe(vitae=9), bran_is=having(LUCK)), *WON)).phase is Phase.AGAIN


def test_a_standoff_can_be_rolled_anew_but_has_no_wound_to_ignore() -> None:
    both = having(LUCK, item("Ward", "use: ignore 1"))
    tied = roll(fighting(foe(vitae=9), bran_is=both), 2, 4)
    assert labels(tied) == ["Luck: roll again", "Let the dice stand"]


def test_a21_a_weapon_answers_only_in_hand() -> None:
    away = weapon("Sword", "use: reroll", is_wielded=False)
    assert fight_of(lost(away)).phase is Phase.AGAIN


def test_what_is_for_the_other_kind_of_combat_is_not_offered() -> None:
    assert fight_of(lost(item("Rod", "use: reroll in magic"))).phase is Phase.AGAIN


def test_things_alike_are_offered_once() -> None:
    assert labels(lost(LUCK, LUCK)) == ["Luck: roll again", "Let the dice stand"]


def test_the_dice_and_the_rules_of_the_start_are_told_while_they_wait() -> None:
    howler = special("Howler", "start: foe wound 1", vitae=9)
    turn = rolled(fighting(howler, bran_is=having(LUCK)), *LOST)
    (told,) = turn.events
    assert isinstance(told, CombatRolled)
    assert [each.by for each in told.changes] == ["Howler"]
    stood = play(after(fighting(howler), turn), LetStand(BOUT))
    assert [each.after for each in stood.events[0].changes] == [2]


# -- used -------------------------------------------------------------------------------------------


def test_ones_own_die_is_rolled_anew_and_counts() -> None:
    done = answer(lost(LUCK), 0, 6)
    assert fight_of(done).rolls[0].own_total == 10
    assert (adventurer_of(done).wounds, fight_of(done).foes[0].wounds) == (0, 1)


def test_a43_it_is_used_once_in_an_exchange() -> None:
    worse = answer(lost(LUCK), 0, 1)
    assert fight_of(worse).phase is Phase.AGAIN
    assert adventurer_of(worse).wounds == 1


def test_and_again_in_the_next() -> None:
    assert fight_of(roll(answer(lost(LUCK), 0, 1), *LOST)).phase is Phase.ROLLED


def test_once_is_once_in_a_fight() -> None:
    luck = item("Luck", "use: reroll once")
    assert fight_of(roll(answer(lost(luck), 0, 1), *LOST)).phase is Phase.AGAIN


def test_a25_a_spell_is_spent_by_it() -> None:
    done = answer(lost(spell("Second sight", "use: reroll")), 0, 6)
    assert adventurer_of(done).possessions == ()


def test_so_is_a_thing_that_says_so() -> None:
    assert adventurer_of(answer(lost(item("Coin", "use: reroll spent")), 0, 1)).possessions == ()


def test_a_monsters_die_is_rolled_anew() -> None:
    waiting = lost(item("Jinx", "use: foe reroll"))
    assert labels(waiting)[0] == "Jinx: roll again for Rat"
    done = answer(waiting, 0, 1)
    assert (fight_of(done).rolls[0].foe_total, fight_of(done).foes[0].wounds) == (3, 1)


def test_of_several_the_player_says_whose() -> None:
    foes = (foe("Rat", vitae=9), foe("Imp", vitae=9), foe("Bat", vitae=9))
    jinxed = having(item("Jinx", "use: foe reroll"))
    waiting = roll(fighting(*foes, bran_is=jinxed, order=Order.TOGETHER), 3, 6, 1, 6)
    assert labels(waiting) == ["Jinx: roll again for Rat", "Jinx: roll again for Bat", "Let the dice stand"]
    done = answer(waiting, 1, 1)
    assert [each.foe_die for each in fight_of(done).rolls] == [6, 1, 1]
    assert adventurer_of(done).wounds == 1


def test_wounds_are_ignored() -> None:
    done = answer(lost(spell("Ward", "use: ignore 1")), 0)
    assert (adventurer_of(done).wounds, adventurer_of(done).possessions) == (0, ())


def test_as_many_as_it_says_and_no_more() -> None:
    foes = (foe("Rat", vitae=9), foe("Imp", vitae=9))
    for line, wounds in (("use: ignore 1", 1), ("use: ignore all", 0), ("use: ignore 5", 0)):
        warded = having(item("Ward", line))
        waiting = roll(fighting(*foes, bran_is=warded, order=Order.TOGETHER), 1, 6, 6)
        assert adventurer_of(answer(waiting, 0)).wounds == wounds


@pytest.mark.parametrize(("die", "wounds"), [(1, 1), (6, 0)])
def test_a_chance_to_ignore_is_thrown_when_it_is_used(die: int, wounds: int) -> None:
    assert adventurer_of(answer(lost(item("Ward", "use: ignore 1 on 6")), 0, die)).wounds == wounds


def test_one_answer_after_the_other() -> None:
    second = answer(lost(LUCK, item("Ward", "use: ignore all")), 0, 1)
    assert labels(second) == ["Ward: ignore all wounds", "Let the dice stand"]
    assert adventurer_of(answer(second, 0)).wounds == 0


def test_an_ignored_wound_is_still_ignored_after_a_reroll() -> None:
    second = answer(lost(item("Ward", "use: ignore 1"), LUCK), 0)
    assert labels(second) == ["Luck: roll again", "Let the dice stand"]
    assert adventurer_of(answer(second, 0, 1)).wounds == 0


def test_what_a_thing_does_besides_is_done_as_well() -> None:
    kind = spell("Mercy", "use: reroll", "use: heal 1", "use: arms +2 until combat")
    waiting = roll(fighting(foe(vitae=9), bran_is=replace(having(kind), wounds=2)), *LOST)
    done = answer(waiting, 0, 2)
    assert (adventurer_of(done).wounds, fight_of(done).rolls[0].own_total) == (1, 8)


def test_what_an_answer_does_to_the_monster_counts_in_its_total() -> None:
    web = item("Web", "use: reroll", "use: foe arms -1 until combat", "use: arms +2 until combat")
    (rolls,) = fight_of(answer(lost(web), 0, 2)).rolls
    assert (rolls.own_total, rolls.foe_total) == (2 + 4 + 2, 6 + 2 - 1)


# -- left alone -------------------------------------------------------------------------------------


def test_dice_stand_where_the_player_lets_them() -> None:
    turn = play(lost(LUCK), LetStand(BOUT))
    assert isinstance(turn.events[0], CombatFought)
    assert adventurer_of(after(lost(LUCK), turn)).wounds == 1


def test_known_dice_can_not_be_run_away_from() -> None:
    for action in (LeaveFight(BOUT), RollCombat(BOUT)):
        with refuses("fight.not_now", "the dice are known"):
            play(lost(LUCK), action)


def test_a_narrator_can_stop_a_fight_in_between() -> None:
    waiting = lost(LUCK)
    narrated = replace(waiting, actor=MARISOL, standing=waiting.campaign.standing(MARISOL))
    done = after(narrated, play(narrated, StopFight(BOUT, "")))
    assert (adventurer_of(done).is_mid_combat, adventurer_of(done).wounds) == (False, 0)


@pytest.mark.parametrize("place", [-1, 1])
def test_an_answer_that_is_not_offered_is_refused(place: int) -> None:
    with refuses("fight.no_such_answer", "1"):
        play(lost(LUCK), AnswerRoll(BOUT, place))


def test_an_answer_by_something_dropped_meanwhile_is_refused() -> None:
    waiting = lost(LUCK)
    dropped: Adventurer = replace(adventurer_of(waiting), possessions=())
    records = {**waiting.records, BRAN: Record(BRAN, "adventurer", dropped)}
    with refuses("fight.not_at_hand"):
        play(replace(waiting, records=records), AnswerRoll(BOUT, 0))


def test_q5_nothing_is_to_be_dropped_between_the_dice_and_the_end_of_the_combat() -> None:
    chilling = special("Wraith", "start: foe arms -1 until combat", vitae=9)
    laden = having(LUCK, *(item("Lamp") for _ in range(7)))
    waiting = roll(fighting(chilling, bran_is=laden), *LOST)
    assert list(steps(BRAN, adventurer_of(waiting))) == []
    stood = after(waiting, play(waiting, LetStand(BOUT)))
    assert list(steps(BRAN, adventurer_of(stood))) == []


def test_who_falls_by_known_dice_falls_when_they_stand() -> None:
    waiting = roll(fighting(foe(), bran_is=having(ally("Imp", "use: reroll"), wounds=3)), *LOST)
    assert adventurer_of(waiting).end is None
    assert adventurer_of(after(waiting, play(waiting, LetStand(BOUT)))).end is not None

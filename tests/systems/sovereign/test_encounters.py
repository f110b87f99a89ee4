"""Encounters: S72 to S80, Q8, Q9, Q45, Q46 and Q49."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.engine.people import EVERYONE, GAME_MASTER, GAME_MASTERS, PUBLIC
from bot.engine.system import World
from bot.engine.views import RecordView
from bot.systems.sovereign.delves.rules import DELVE
from bot.systems.sovereign.dungeon import Act, Activity, Being, Door, Hit, Shut
from bot.systems.sovereign.encounters.cards import card_of
from bot.systems.sovereign.encounters.chases import StartChase
from bot.systems.sovereign.encounters.fights import SetOrder
from bot.systems.sovereign.encounters.rules import ENCOUNTER, NewEncounter, NoteLeverage, SpringHit
from bot.systems.sovereign.encounters.state import (
    Leverage,
    MeetingDeed,
    Reaction,
    Secret,
    Side,
    Stage,
    Wits,
    chances,
    could_win,
    decided,
    reaction_to,
    turns,
)
from bot.systems.sovereign.encounters.steps import (
    Acted,
    Announce,
    ChooseWay,
    ComeToBlows,
    DecideReaction,
    EndEncounter,
    GoFirst,
    Object,
    PassTurn,
    RollReaction,
)
from bot.systems.sovereign.encounters.surprise import Approach, Surprise
from bot.systems.sovereign.parties.rules import PARTY as PARTY_KIND
from bot.systems.sovereign.state import Clock, Dying
from tests.refusals import refuses
from tests.systems.sovereign.meetings import (
    DEEP,
    GOBLINS,
    announced,
    by,
    chosen,
    deep,
    fighting,
    is_over,
    labels,
    met,
    reacted,
    state_of,
    three,
    walking,
)
from tests.systems.sovereign.odds import odds, of_dice, reaching
from tests.systems.sovereign.scenes import (
    BO,
    DEACON,
    MIRA,
    ODO,
    PARTY,
    STRANGER,
    WREN,
    bo,
    mira,
    of,
    party,
    play,
    played,
    said,
    scene,
    waiting,
    who,
)

TABLE = [
    # S77, row by row: Fight, Talk, Run, Wait.
    (range(2, 6), (Reaction.COMBAT, Reaction.COULD_WIN, Reaction.CHASE, Reaction.COULD_WIN)),
    (range(6, 9), (Reaction.COULD_WIN, Reaction.PARLEY, Reaction.IGNORE, Reaction.IGNORE)),
    (range(9, 13), (Reaction.RUN, Reaction.PARLEY, Reaction.IGNORE, Reaction.IGNORE)),
]


# -- reactions (S76 to S79) -------------------------------------------------------------------------------


@pytest.mark.parametrize(("totals", "row"), TABLE)
@pytest.mark.parametrize("column", range(4))
def test_s77_the_table_row_by_row(totals: range, row: tuple[Reaction, ...], column: int) -> None:
    way = tuple(MeetingDeed)[column]
    for total in totals:
        assert reaction_to(way, total) is row[column]
        # Three HD against four levels: they couldn't win.
        assert reacted(way, total) is decided(row[column], 3, 4)


@pytest.mark.parametrize("way", MeetingDeed)
def test_s77_the_chances_are_exact(way: MeetingDeed) -> None:
    weak, strong = chances(way, 3, 4), chances(way, 12, 4)
    assert sum(weak.values()) == sum(strong.values()) == 36
    rolled = odds(chosen(way), RollReaction(GOBLINS, way), lambda left: state_of(left).secret.decided)
    assert rolled == {each: Fraction(n, 36) for each, n in weak.items()}
    expected = {
        MeetingDeed.FIGHT: {Reaction.COMBAT: 26, Reaction.RUN: 10},
        MeetingDeed.TALK: {Reaction.COMBAT: 10, Reaction.PARLEY: 26},
        MeetingDeed.RUN: {Reaction.CHASE: 10, Reaction.IGNORE: 26},
        MeetingDeed.WAIT: {Reaction.COMBAT: 10, Reaction.IGNORE: 26},
    }
    assert strong == expected[way]


def test_s77_it_is_two_dice_and_no_single_one() -> None:
    two = of_dice(2)
    low = sum(chance for total, chance in two.items() if total <= 5)
    assert low == Fraction(chances(MeetingDeed.RUN, 3, 4)[Reaction.CHASE], 36) == Fraction(10, 36)


@pytest.mark.parametrize(
    ("hd", "levels", "wins"), [(12, 4, True), (11, 4, False), (13, 4, True), (0, 1, False)]
)
def test_s78_q45_three_to_one_in_hit_dice_could_win(hd: int, levels: int, wins: bool) -> None:
    assert could_win(hd, levels) is wins
    assert decided(Reaction.COULD_WIN, hd, levels) is (Reaction.COMBAT if wins else Reaction.RUN)


@pytest.mark.parametrize(("number", "hd", "comes"), [(3, 4, Reaction.COMBAT), (11, 1, Reaction.RUN)])
def test_q45_all_of_them_count_against_all_the_partys_levels(number: int, hd: int, comes: Reaction) -> None:
    assert reacted(MeetingDeed.FIGHT, 7, number=number, hd=hd) is comes


def test_q45_who_can_not_act_counts_nothing() -> None:
    there = met(number=6, hd=1)
    down = replace(there, records=dict(there.records) | {MIRA: of(MIRA, mira(hp=0, dying=Dying()))})
    left = played(chosen(MeetingDeed.FIGHT, down), RollReaction(GOBLINS, MeetingDeed.FIGHT), 3, 4)
    # Six HD against Bo's and Odo's two levels.
    assert (state_of(left).secret.levels, state_of(left).secret.decided) == (2, Reaction.COMBAT)


def test_q45_the_game_master_decides_against_the_suggestion() -> None:
    left = played(chosen(MeetingDeed.FIGHT), RollReaction(GOBLINS, MeetingDeed.FIGHT), 3, 4)
    left = played(left, DecideReaction(GOBLINS, "parley"))
    assert state_of(left).secret.decided is Reaction.PARLEY
    with refuses("encounter.same_reaction"):
        play(left, DecideReaction(GOBLINS, "parley"))


def test_q46_a_game_master_may_just_choose_and_nothing_modifies_the_roll() -> None:
    turn = play(chosen(MeetingDeed.WAIT), DecideReaction(GOBLINS, "run"))
    assert said(turn) == ["They run away: not announced yet."]
    assert turn.events[0].audience == GAME_MASTERS


def test_s76_the_unintelligent_attack_at_once_without_a_roll() -> None:
    for secret in ({"being": Being.BEAST}, {"wits": Wits.NONE}):
        turn = play(walking(), NewEncounter(PARTY, "A slime", **secret))
        assert said(turn)[:2] == ["**A slime.**", "They attack at once."]
        there = met(**secret)
        assert state_of(there).stage is Stage.FIGHT
        assert labels(there) == ["The party goes first", "They go first", "Fight over"]
        for action in (ChooseWay(GOBLINS, MeetingDeed.TALK), RollReaction(GOBLINS, MeetingDeed.TALK)):
            with refuses("encounter.answered"):
                play(there, action)


def test_what_sort_a_creature_is_and_how_clever_are_two_words() -> None:
    assert {str(each.label) for each in Being}.isdisjoint(str(each.label) for each in Wits)


def test_s76_half_wits_still_react() -> None:
    assert state_of(met(wits=Wits.SEMI)).stage is Stage.MET


def test_s79_that_clever_ones_attack_at_once_is_noted_for_game_masters_alone() -> None:
    left = played(chosen(MeetingDeed.FIGHT), RollReaction(GOBLINS, MeetingDeed.FIGHT), 1, 1)
    assert "rarely attack at once" in card(left, is_gm=True)
    assert "rarely" not in card(left, is_gm=False)


def test_s77_the_roll_is_secret_until_it_is_announced() -> None:
    turn = play(chosen(MeetingDeed.TALK), RollReaction(GOBLINS, MeetingDeed.TALK), 3, 3)
    assert said(turn) == ["Reaction to “talk”: 2d6 (3, 3) = 6. They talk: not announced yet."]
    assert turn.events[0].audience == GAME_MASTERS
    left = played(chosen(MeetingDeed.TALK), RollReaction(GOBLINS, MeetingDeed.TALK), 3, 3)
    assert state_of(left).reaction is None
    turn = play(left, Announce(GOBLINS))
    assert said(turn) == ["**They're ready to talk.** Only leverage gets more than small talk."]
    assert turn.events[0].audience == EVERYONE


@pytest.mark.parametrize(
    ("reaction", "stage"),
    [
        (Reaction.COMBAT, Stage.FIGHT),
        (Reaction.RUN, Stage.FLED),
        (Reaction.CHASE, Stage.CHASE),
        (Reaction.PARLEY, Stage.PARLEY),
        (Reaction.IGNORE, Stage.CALM),
    ],
)
def test_s77_what_is_announced_is_what_goes_on(reaction: Reaction, stage: Stage) -> None:
    assert state_of(announced(reaction)).stage is stage
    with refuses("encounter.undecided"):
        play(announced(reaction), Announce(GOBLINS))


def test_a_reaction_to_what_was_chosen_before_is_not_rolled() -> None:
    with refuses("encounter.changed"):
        play(chosen(MeetingDeed.TALK), RollReaction(GOBLINS, MeetingDeed.FIGHT))
    for early in (RollReaction(GOBLINS, MeetingDeed.FIGHT), DecideReaction(GOBLINS, "run"), Object(GOBLINS)):
        with refuses("encounter.no_way" if not isinstance(early, Object) else "encounter.not_there"):
            play(met(), early)


# -- what is secret ---------------------------------------------------------------------------------------


def card(there: World, *, is_gm: bool) -> str:
    """The card as that reader has it."""
    record = there.records[GOBLINS]
    view = ENCOUNTER.view(record.state, GAME_MASTER if is_gm else PUBLIC)
    assert view is not None
    steps = tuple(waiting(ENCOUNTER, GOBLINS, record.state))
    shown = card_of(
        RecordView(GOBLINS, "sovereign", "encounter", view.title, view, 1, steps=steps), is_gm=is_gm
    )
    return "\n".join((*shown.lines, *(each.label for each in shown.buttons)))


def test_everybody_else_sees_none_of_the_game_masters_fields() -> None:
    secret: dict[str, Any] = {
        "number": 7,
        "hd": 9,
        "being": Being.FIEND,
        "wits": Wits.SEMI,
        "note": "Really the duke",
    }
    there = played(chosen(MeetingDeed.FIGHT, None, **secret), RollReaction(GOBLINS, MeetingDeed.FIGHT), 3, 4)
    seen = ENCOUNTER.view(state_of(there), PUBLIC)
    assert seen is not None
    assert seen.secret == Secret()
    assert replace(seen, secret=state_of(there).secret) == state_of(there)
    assert "They **attack** once you announce it." in card(there, is_gm=True)
    assert "Really the duke" in card(there, is_gm=True)
    for told in ("duke", "63", "9 HD", "fiend", "attack", "7"):
        assert told not in card(there, is_gm=False)


def test_only_game_masters_are_told_the_numbers_of_whom_they_meet() -> None:
    turn = play(walking(), NewEncounter(PARTY, "Shapes", number=7, hd=9, being=Being.FIEND, note="The duke"))
    assert turn.events[0].audience == EVERYONE
    assert said(turn)[1:] == ["7 of 9 HD each, fiend, intelligent. The duke"]
    assert turn.events[1].audience == GAME_MASTERS


def test_s80_the_game_master_reads_what_they_want_and_the_chances_beforehand() -> None:
    told = card(met(being=Being.GIANT), is_gm=True)
    assert "They want whatever raises them above other giants." in told
    assert "3 HD against 4 levels, short of 3 to 1: where it's about winning, they run." in told
    assert "Talk: talk 72.2%, run away 27.8%" in told
    assert told.count("%") == 8
    assert card(chosen(MeetingDeed.TALK, being=Being.GIANT), is_gm=True).count("%") == 2
    assert "%" not in card(met(), is_gm=False)


def test_an_event_is_no_creature_and_reacts_to_nothing() -> None:
    there = met(being=Being.EVENT, note="The ceiling drips")
    assert state_of(there).stage is Stage.CALM
    assert "HD" not in card(there, is_gm=True)


# -- sprung (S74) -----------------------------------------------------------------------------------------


def test_s74_springing_takes_the_first_hit_and_tells_the_players_only_then() -> None:
    hits = (Hit(3, "Ogres", 2, 4, Being.GIANT), Hit(3, "Rats", 5, 0, Being.BEAST))
    turn = play(deep(*hits), SpringHit(DEEP, "Heavy steps", "They come from the north."))
    assert said(turn) == [
        "**Heavy steps.** They come from the north.",
        "2 of 4 HD each, giant, intelligent. Ogres",
    ]
    left = played(deep(*hits), SpringHit(DEEP, "Heavy steps"))
    assert [each.what for each in left.get(DELVE, DEEP).state.hits] == ["Rats"]
    secret = state_of(left).secret
    assert (secret.number, secret.hd, secret.being, secret.levels) == (2, 4, Being.GIANT, 4)
    left = played(left, SpringHit(DEEP, "Squeaking"))
    with refuses("encounter.none"):
        play(left, SpringHit(DEEP, "More"))


def test_the_crew_comes_from_the_delve_and_a_party_on_one_is_met_there() -> None:
    left = played(deep(caller=BO), NewEncounter(DEEP, "Shapes"))
    state = state_of(left)
    assert [each.name for each in state.crew] == ["Mira", "Bo", "Odo"]
    assert (state.delve, state.parties, state.caller) == (DEEP, (PARTY,), BO)
    with refuses("encounter.in_delve"):
        play(deep(), NewEncounter(PARTY, "Shapes"))
    with refuses("encounter.title"):
        play(walking(), NewEncounter(PARTY, " \n"))


# -- the party's choice (S72) -----------------------------------------------------------------------------


def test_s72_the_spokesperson_alone_chooses_and_may_change_it() -> None:
    there = met(walking(spokesperson=MIRA))
    with refuses("encounter.speaker"):
        play(by(WREN, there), ChooseWay(GOBLINS, MeetingDeed.FIGHT))
    left = played(by(DEACON, there), ChooseWay(GOBLINS, MeetingDeed.TALK))
    assert said(play(by(DEACON, there), ChooseWay(GOBLINS, MeetingDeed.TALK))) == [
        "Mira decides for the party: **talk**."
    ]
    with refuses("encounter.same"):
        play(left, ChooseWay(GOBLINS, MeetingDeed.TALK))
    assert state_of(played(left, ChooseWay(GOBLINS, MeetingDeed.RUN))).way is MeetingDeed.RUN


def test_s72_without_a_spokesperson_the_first_press_stands_and_the_second_is_told() -> None:
    left = played(by(WREN, met()), ChooseWay(GOBLINS, MeetingDeed.FIGHT))
    with refuses("encounter.chosen") as refusal:
        play(by(DEACON, left), ChooseWay(GOBLINS, MeetingDeed.TALK))
    assert str(refusal.value) == "Bo chose for the party first: fight. Object if you see it differently."
    assert state_of(played(by(WREN, left), ChooseWay(GOBLINS, MeetingDeed.RUN))).way is MeetingDeed.RUN


def test_s72_a_game_master_chooses_for_them_and_over_them() -> None:
    assert said(play(met(), ChooseWay(GOBLINS, MeetingDeed.WAIT))) == [
        "The game master decides for the party: **wait**."
    ]
    with refuses("encounter.chosen"):
        play(by(WREN, chosen(MeetingDeed.WAIT)), ChooseWay(GOBLINS, MeetingDeed.FIGHT))


def test_s72_who_is_not_there_chooses_nothing_and_objects_to_nothing() -> None:
    for action in (ChooseWay(GOBLINS, MeetingDeed.FIGHT), Object(GOBLINS)):
        with refuses("encounter.not_there"):
            play(by(STRANGER, chosen(MeetingDeed.WAIT)), action)


def test_s72_others_object_by_name_until_the_reaction_is_rolled() -> None:
    left = played(by(WREN, met()), ChooseWay(GOBLINS, MeetingDeed.FIGHT))
    with refuses("encounter.own_choice"):
        play(left, Object(GOBLINS))
    left = played(by(DEACON, left), Object(GOBLINS))
    assert "✋ Mira objects." in card(left, is_gm=False)
    with refuses("encounter.objected"):
        play(left, Object(GOBLINS))
    assert state_of(played(by(WREN, left), ChooseWay(GOBLINS, MeetingDeed.TALK))).objections == ()
    rolled = played(by(1, left), RollReaction(GOBLINS, MeetingDeed.FIGHT), 1, 1)
    with refuses("encounter.answered"):
        play(by(DEACON, rolled), Object(GOBLINS))


def test_the_choice_waits_for_the_spokespersons_player_and_then_for_the_game_master() -> None:
    (step,) = waiting(ENCOUNTER, GOBLINS, state_of(met(walking(spokesperson=MIRA))))
    assert step.who == DEACON
    (step,) = waiting(ENCOUNTER, GOBLINS, state_of(met()))
    assert step.who is None
    (step,) = waiting(ENCOUNTER, GOBLINS, state_of(chosen(MeetingDeed.FIGHT)))
    assert (step.who, step.asked) == (None, 1)


def test_another_player_speaks_for_a_character_that_is_handed_over() -> None:
    assert ENCOUNTER.hand_over is not None
    after = ENCOUNTER.hand_over(state_of(met(walking(spokesperson=MIRA))), WREN, MIRA)
    (step,) = waiting(ENCOUNTER, GOBLINS, after)
    assert step.who == WREN


# -- surprise (S73) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("modifier", [-1, 0, 2])
@pytest.mark.parametrize(("how", "adds"), [(Approach.BURST, -1 - 2), (Approach.AMBUSH, 2 - 2)])
def test_s73_q8_the_party_needs_eight_and_what_they_add(how: Approach, adds: int, modifier: int) -> None:
    # Bursting in all add −1: one rolls, two take 1 away. Ambushing Mira adds 2, Bo and Odo take 1 each.
    found = odds(met(), Surprise(GOBLINS, how, modifier), lambda left: state_of(left).surprised)
    assert found.get(Side.THEM, 0) == reaching(8 + modifier, adds)


@pytest.mark.parametrize("modifier", [-1, 0, 2])
def test_s73_their_ambush_is_against_the_partys_notice(modifier: int) -> None:
    # Mira's WIS 18 and no Notice: +1; Bo and Odo take 1 each.
    action = Surprise(GOBLINS, Approach.AMBUSHED, modifier)
    found = odds(met(), action, lambda left: state_of(left).surprised)
    assert found[Side.PARTY] == reaching(8 + 1 - 2, modifier)


def test_q9_their_modifier_is_nobody_elses_to_read() -> None:
    turn = play(met(), Surprise(GOBLINS, Approach.AMBUSH, 3), 5, 6)
    assert said(turn) == [
        "Mira with Bo and Odo (−2), group DEX/Sneak: 2d6 (5, 6) = 11. "
        "**They're surprised and can't act in the first Round.**",
        "Surprise: 11 against 11.",
    ]
    assert [each.audience for each in turn.events] == [EVERYONE, GAME_MASTERS]
    turn = play(met(), Surprise(GOBLINS, Approach.AMBUSHED, 3), 1, 1)
    assert said(turn) == ["An ambush, but the party sees it coming.", "Surprise: 5 against 7."]


def test_s73_only_who_takes_part_counts_and_it_is_rolled_once_before_the_first_round() -> None:
    alone = Surprise(GOBLINS, Approach.AMBUSH, 0, (MIRA,))
    assert said(play(met(), alone, 3, 3))[0].startswith(
        "Mira, group DEX/Sneak: 2d6 (3, 3) + 2 = 8. **They're surprised"
    )
    with refuses("encounter.too_late"):
        play(played(met(), alone, 3, 3), alone)
    with refuses("encounter.too_late"):
        play(fighting(), alone)
    with refuses("encounter.nobody"):
        play(met(), replace(alone, who=(DEEP,)))


@pytest.mark.parametrize(("how", "faces"), [(Approach.AMBUSH, (6, 6)), (Approach.AMBUSHED, (6, 6))])
def test_s73_who_is_surprised_loses_the_first_round_alone(how: Approach, faces: tuple[int, int]) -> None:
    there = played(met(), Surprise(GOBLINS, how), *faces)
    surprised = state_of(there).surprised
    assert surprised is not None
    left = fighting(there, first=surprised)
    assert state_of(left).is_stunned
    assert state_of(left).due == ()
    left = played(played(left, PassTurn(GOBLINS)), PassTurn(GOBLINS))
    assert not state_of(left).is_stunned


# -- a fight by sides (S22) -------------------------------------------------------------------------------


def acted(there: World, *names: str) -> World:
    """They act, one after another."""
    for name in names:
        (found,) = (each for each in state_of(there).crew if each.name == name)
        there = played(there, Acted(GOBLINS, found.character))
    return there


def test_s22_a_side_acts_in_any_order_and_then_the_other_acts() -> None:
    left = fighting()
    assert [each.name for each in state_of(left).due] == ["Mira", "Bo", "Odo"]
    left = acted(left, "Odo", "Mira")
    assert "✔ Acted: Mira, Odo\n⏳ Still to act: Bo" in card(left, is_gm=False)
    with refuses("fight.not_due"):
        play(left, Acted(GOBLINS, ODO))
    left = acted(left, "Bo")
    assert (state_of(left).fight.up, state_of(left).fight.round) == (Side.THEM, 1)
    assert labels(left) == ["Next Round", "Fight over"]
    left = played(left, PassTurn(GOBLINS))
    assert (state_of(left).fight.up, state_of(left).fight.round) == (Side.PARTY, 2)
    assert left.get(PARTY_KIND, PARTY).state.clock.round == 2


def test_s22_the_round_begins_with_the_winners_side_and_ends_after_the_last() -> None:
    left = fighting(first=Side.THEM)
    with refuses("fight.not_due"):
        play(left, Acted(GOBLINS, MIRA))
    left = acted(played(left, PassTurn(GOBLINS)), "Mira", "Bo", "Odo")
    assert state_of(left).fight.up is None
    assert said(play(left, PassTurn(GOBLINS))) == ["**Round 2.** They act."]


def test_a_game_master_goes_on_without_the_silent() -> None:
    left = played(acted(fighting(), "Mira"), PassTurn(GOBLINS))
    assert state_of(left).fight.up is Side.THEM


def test_s24_the_next_round_counts_the_dying_and_the_first_does_not() -> None:
    there = scene(of(MIRA, mira()), of(BO, bo(hp=0, dying=Dying())), party(MIRA, BO))
    left = fighting(met(there))
    assert who(left, BO).dying == Dying()
    assert [each.name for each in state_of(left).due] == ["Mira"]
    for rounds in range(1, 7):
        left = played(played(left, PassTurn(GOBLINS)), PassTurn(GOBLINS))
        dying = who(left, BO).dying
        assert dying is not None
        assert dying.rounds == rounds
    assert who(played(played(left, PassTurn(GOBLINS)), PassTurn(GOBLINS)), BO).is_dead


def test_who_can_not_act_is_not_waited_for() -> None:
    there = scene(*three(hp=0, dying=Dying()), party(MIRA, BO, ODO))
    left = fighting(met(there))
    assert "✘ Can't act: Odo" in card(left, is_gm=False)
    assert state_of(acted(left, "Mira", "Bo")).fight.up is Side.THEM


def test_an_order_that_the_game_master_wrote_down_is_kept_to() -> None:
    left = played(announced(Reaction.COMBAT), SetOrder(GOBLINS, "Bo, The chief, Mira"))
    assert [each.name for each in state_of(left).due] == ["Bo"]
    with refuses("fight.not_due"):
        play(left, Acted(GOBLINS, MIRA))
    left = acted(left, "Bo")
    assert "✔ Bo · ▶ The chief · ⏳ Mira" in card(left, is_gm=False)
    left = acted(played(left, PassTurn(GOBLINS)), "Mira")
    assert labels(left) == ["Next Round", "Fight over"]
    left = played(left, PassTurn(GOBLINS))
    assert (state_of(left).fight.up, state_of(left).fight.round) == ("Bo", 2)
    with refuses("fight.same_order"):
        play(left, SetOrder(GOBLINS, "Bo, The chief, Mira"))
    assert state_of(played(left, SetOrder(GOBLINS, "-"))).fight.up is Side.PARTY
    with refuses("fight.order"):
        play(left, SetOrder(GOBLINS, ",".join(map(str, range(31)))))


def test_who_comes_next_is_known_by_order_and_by_sides() -> None:
    mira, bo = (each.player for each in state_of(met()).crew[:2])
    left = played(announced(Reaction.COMBAT), SetOrder(GOBLINS, "Bo, The chief, Mira"))
    assert turns(state_of(left)) == ((bo,), (None,))
    left = acted(left, "Bo")
    assert turns(state_of(left)) == ((None,), (mira,))
    # After the last of them the first acts again.
    left = played(left, PassTurn(GOBLINS))
    assert turns(state_of(left)) == ((mira,), (bo,))
    by_sides = state_of(fighting(met()))
    assert turns(by_sides) == ((mira, bo), (None,))
    assert turns(state_of(met())) == ((), ())


def test_outside_of_a_fight_nobody_acts_in_rounds() -> None:
    for action in (GoFirst(GOBLINS, Side.THEM), PassTurn(GOBLINS), SetOrder(GOBLINS, "Bo")):
        with refuses("fight.not_here"):
            play(met(), action)
    with refuses("fight.first"):
        play(announced(Reaction.COMBAT), PassTurn(GOBLINS))
    for again in (GoFirst(GOBLINS, Side.THEM), ComeToBlows(GOBLINS)):
        with refuses("fight.begun"):
            play(fighting(), again)


@pytest.mark.parametrize("reaction", [Reaction.PARLEY, Reaction.IGNORE, Reaction.RUN, Reaction.CHASE])
def test_it_may_come_to_a_fight_after_all(reaction: Reaction) -> None:
    assert state_of(played(announced(reaction), ComeToBlows(GOBLINS))).stage is Stage.FIGHT


# -- parley (S80) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", Leverage)
def test_s80_leverage_is_noted_for_everybody(kind: Leverage) -> None:
    there = by(WREN, announced(Reaction.PARLEY))
    turn = play(there, NoteLeverage(GOBLINS, kind, "The chief's crown"))
    assert said(turn) == [f"Bo has leverage, {kind.label}: The chief's crown"]
    left = played(there, NoteLeverage(GOBLINS, kind, "The chief's crown"))
    assert f"⚖ Leverage, {kind.label}: The chief's crown (Bo)" in card(left, is_gm=False)
    with refuses("leverage.same"):
        play(left, NoteLeverage(GOBLINS, kind, "The chief's crown"))
    for n in range(9):
        left = played(left, NoteLeverage(GOBLINS, kind, str(n)))
    with refuses("leverage.too_much"):
        play(left, NoteLeverage(GOBLINS, kind, "More"))
    with refuses("leverage.what"):
        play(there, NoteLeverage(GOBLINS, kind, " "))


# -- over (S21, Q49) --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reaction", "turns"),
    [
        (Reaction.COMBAT, 1),
        (Reaction.CHASE, 1),
        (Reaction.PARLEY, 1),
        (Reaction.IGNORE, 0),
        (Reaction.RUN, 0),
    ],
)
def test_s21_a_fight_a_chase_or_a_parley_is_one_turn(reaction: Reaction, turns: int) -> None:
    left = played(announced(reaction), EndEncounter(GOBLINS))
    assert is_over(left)
    assert left.get(PARTY_KIND, PARTY).state.clock == Clock(turn=turns)


def test_q49_however_many_rounds_a_fight_is_one_turn_and_its_rounds_are_gone() -> None:
    left = fighting()
    for _ in range(8):
        left = played(left, PassTurn(GOBLINS))
    assert said(play(left, EndEncounter(GOBLINS)))[0] == (
        "Three shapes: the fight is over after 5 Rounds. It takes one Turn."
    )
    assert played(left, EndEncounter(GOBLINS)).get(PARTY_KIND, PARTY).state.clock == Clock(turn=1)


def test_q49_on_a_delve_the_fight_is_what_they_do_this_turn_and_the_turn_is_the_delves() -> None:
    there = deep()
    delve = there.get(DELVE, DEEP).state
    busy = delve.with_member(replace(delve.crew[2], busy_until=3))
    done = busy.with_member(replace(busy.crew[1], act=Act(Activity.PICK, is_resolved=True)))
    said_before = done.with_member(replace(done.crew[0], act=Act(Activity.SEARCH)))
    there = replace(there, records=dict(there.records) | {DEEP: of(DEEP, said_before, DELVE.name)})
    left = played(there, NewEncounter(DEEP, "A slime", being=Being.BEAST))
    left = played(left, GoFirst(GOBLINS, Side.PARTY))
    left = played(left, EndEncounter(GOBLINS))
    acts = [each.act for each in left.get(DELVE, DEEP).state.crew]
    assert acts == [
        Act(Activity.OTHER, "fight", is_resolved=True),
        Act(Activity.PICK, is_resolved=True),
        None,
    ]
    assert left.get(PARTY_KIND, PARTY).state.clock == Clock()
    assert left.get(DELVE, DEEP).state.turn == 1


def test_what_is_over_is_over() -> None:
    left = played(met(), EndEncounter(GOBLINS))
    late: tuple[Any, ...] = (EndEncounter(GOBLINS), ChooseWay(GOBLINS, MeetingDeed.RUN), Announce(GOBLINS))
    for action in late:
        with refuses("record.archived"):
            play(left, action)


def test_q47_who_runs_leaves_the_door_behind() -> None:
    there = deep()
    delve = there.get(DELVE, DEEP).state
    batterer = delve.crew[2]
    door = Door("oak", "oak door", shut=Shut.LOCKED, opens=4, begun=1, batterers=(batterer.character,))
    at_work = replace(delve.with_member(replace(batterer, busy_until=4)), doors=(door,))
    there = replace(there, records=dict(there.records) | {DEEP: of(DEEP, at_work, DELVE.name)})
    left = played(there, NewEncounter(DEEP, "A slime", being=Being.BEAST))
    left = played(left, StartChase(GOBLINS, 60, Side.THEM))
    turn = play(left, EndEncounter(GOBLINS))
    assert f"{batterer.name} stops working on the door." in said(turn)
    after = played(left, EndEncounter(GOBLINS)).get(DELVE, DEEP).state
    assert after.doors[0].opens is None
    assert after.crew[2].busy_until == 0

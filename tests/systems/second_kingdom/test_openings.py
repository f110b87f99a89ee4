"""Challenges that are opposed (Q22), set for several at once, and changed before the roll."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.system import Open, Record, RecordId, World
from bot.errors import RuleViolation
from bot.systems.second_kingdom.challenges.rules import CALL, CHALLENGE, ChallengesOpened, OpenChallenge
from bot.systems.second_kingdom.challenges.state import (
    ChallengeEdited,
    ChallengeRolled,
    EditChallenge,
    Level,
    RollChallenge,
    RollChallengeFor,
    Status,
    Terms,
)
from bot.systems.second_kingdom.heroes.people import HERO, NPC
from bot.systems.second_kingdom.settings import ABSENT, WAIT
from bot.systems.second_kingdom.state import Hero, Known, Npc, Virtue
from tests.refusals import refuses
from tests.said import values
from tests.systems.second_kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    EVANDER,
    ICE,
    LEAP,
    MARISOL,
    WREN,
    after,
    challenge_of,
    evander,
    hero_of,
    leap,
    permit_of,
    play,
    rolled,
    scene,
)
from tests.systems.second_kingdom.scenes import challenge_steps as steps

YSOLDE, WARDEN = RecordId("ysolde"), RecordId("warden")
OUTSTARE = OpenChallenge((EVANDER,), "Outstare", Virtue.TEMPERANCE, opponent=WARDEN, hide_rating=False)
TOGETHER = OpenChallenge((EVANDER, YSOLDE), "Cross the ice", Virtue.COURAGE, 4)
WAITING = replace(CAMPAIGN, settings={ABSENT.key: WAIT})


def ysolde(**changes: Any) -> Record[Hero]:
    return Record(YSOLDE, HERO.name, replace(Hero("Ysolde", WREN, 4, 5, 7), **changes))


def warden(known: Known = Known.OPEN, temperance: int | None = 6) -> Record[Npc]:
    return Record(WARDEN, NPC.name, Npc("Gate Warden", known, temperance=temperance))


# -- opposed ----------------------------------------------------------------------------------------


def test_q22_left_out_the_rating_is_the_opponents_score_in_that_virtue() -> None:
    before = scene(evander(), warden())
    opened = challenge_of(after(before, play(before, OUTSTARE)))
    assert (opened.rating, opened.opponent) == (6, "Gate Warden")


def test_q22_a_hero_opposes_with_its_own_score() -> None:
    before = scene(evander(), ysolde())
    opened = challenge_of(after(before, play(before, replace(OUTSTARE, opponent=YSOLDE))))
    assert (opened.rating, opened.opponent) == (7, "Ysolde")


def test_q22_a_rating_that_is_said_counts_whoever_opposes() -> None:
    before = scene(evander(), warden(temperance=None))
    assert challenge_of(after(before, play(before, replace(OUTSTARE, rating=9)))).rating == 9


def test_q22_an_opponent_without_that_virtue_needs_a_rating() -> None:
    with refuses("challenge.no_score", "temperance"):
        play(scene(evander(), warden(temperance=None)), OUTSTARE)


def test_without_a_rating_somebody_must_oppose() -> None:
    with refuses("challenge.no_rating"):
        play(scene(evander()), replace(OUTSTARE, opponent=None))


@pytest.mark.parametrize("rating", [None, 5])
def test_an_opponent_the_table_does_not_know_is_never_named(rating: int | None) -> None:
    with refuses("challenge.hidden_opponent"):
        play(scene(evander(), warden(Known.HIDDEN)), replace(OUTSTARE, rating=rating, hide_rating=True))


def test_a_virtue_the_table_does_not_know_is_no_open_rating() -> None:
    where = scene(evander(), warden(Known.NAMED))
    with refuses("challenge.unknown_score"):
        play(where, OUTSTARE)
    assert challenge_of(after(where, play(where, replace(OUTSTARE, hide_rating=True)))).rating == 6


@pytest.mark.parametrize(
    "action", [replace(OUTSTARE, opponent=EVANDER), replace(TOGETHER, opponent=YSOLDE, rating=None)]
)
def test_nobody_opposes_itself(action: Any) -> None:
    with refuses("challenge.against_itself"):
        play(scene(evander(), ysolde()), action)


# -- several at once --------------------------------------------------------------------------------


def called(*states: Any, action: OpenChallenge = TOGETHER) -> World:
    before = scene(*(states or (evander(), ysolde())))
    return after(before, play(before, action))


def test_k3_each_hero_has_a_challenge_of_its_own() -> None:
    found = [record.state for record in called().all(CHALLENGE)]
    assert [(each.hero, each.player, each.score, each.rating) for each in found] == [
        (EVANDER, DEACON, 6, 4),
        (YSOLDE, WREN, 4, 4),
    ]


def test_the_call_links_to_every_challenge_and_is_what_the_message_shows() -> None:
    turn = play(scene(evander(), ysolde()), TOGETHER)
    done = called()
    (call,) = done.all(CALL)
    assert CALL.links(call.state) == tuple(record.id for record in done.all(CHALLENGE))
    assert turn.subject == call.id
    opened = ChallengesOpened(("Evander", "Ysolde"), "Cross the ice", Virtue.COURAGE, 4)
    assert turn.events == (opened,)


def test_q4_a_hidden_rating_of_a_call_is_an_event_of_the_game_masters() -> None:
    told, secret = play(scene(evander(), ysolde()), replace(TOGETHER, hide_rating=True)).events
    assert told.rating is None
    assert secret.audience == GAME_MASTERS
    assert values([secret], "challenge.hidden_rating") == {
        "hero": "Evander, Ysolde", "action": "Cross the ice", "rating": 4,
    }  # fmt: skip


def test_a_hero_named_twice_is_challenged_once() -> None:
    done = called(action=replace(TOGETHER, heroes=(EVANDER, YSOLDE, EVANDER)))
    assert len(done.all(CHALLENGE)) == 2


@pytest.mark.parametrize("count", [0, 26])
def test_a_call_is_for_as_many_heroes_as_a_message_has_buttons(count: int) -> None:
    heroes = tuple(RecordId(f"hero-{n}") for n in range(count))
    with pytest.raises(RuleViolation, match=f"^You can challenge 1 to 25 heroes at once, not {count}\\.$"):
        play(scene(), replace(TOGETHER, heroes=heroes))


def test_q27_a_call_has_a_rating_of_1_to_10() -> None:
    with refuses("number", "1", "10", "11"):
        play(scene(evander(), ysolde()), replace(TOGETHER, rating=11))


def test_a_roll_in_a_call_leaves_the_others_waiting() -> None:
    done = called()
    first, second = done.all(CHALLENGE)
    turn = play(replace(done, actor=DEACON), RollChallenge(first.id), 10, 1, 1)
    assert [change.id for change in turn.changes] == [first.id]
    assert second.state.status is Status.OPEN


def test_a_call_does_not_change_hands() -> None:
    assert CALL.hand_over is None


# -- changed before the roll ------------------------------------------------------------------------


def edited(action: EditChallenge, **changes: Any) -> World:
    before = scene(evander(), leap(**changes))
    return after(before, play(before, action))


def test_virtue_and_rating_change_until_the_roll() -> None:
    changed = challenge_of(edited(EditChallenge(LEAP, "prudence", 7)))
    assert (changed.virtue, changed.score, changed.rating) == (Virtue.PRUDENCE, 5, 7)


def test_buttons_of_before_the_change_are_stale() -> None:
    found = []
    where = scene(evander(), leap())
    for entry, rating in ((8, 7), (9, 3)):
        turn = play(replace(where, entry=entry), EditChallenge(LEAP, "courage", rating))
        (step,) = steps(LEAP, challenge_of(after(where, turn)))
        found.append(step.revision)
    # The second change finds the challenge as it was before the first: as after an undo.
    assert found == [8, 9]
    assert [step.revision for step in steps(LEAP, leap())] == [1]


def test_everyone_reads_what_changed() -> None:
    turn = play(scene(evander(), leap()), EditChallenge(LEAP, "prudence", 7))
    terms = Terms(Virtue.COURAGE, 6, 4), Terms(Virtue.PRUDENCE, 5, 7)
    assert turn.events == (ChallengeEdited("Evander", DEACON, "Leap", *terms),)


def test_q4_a_hidden_rating_stays_hidden_when_it_changes() -> None:
    told, secret = play(scene(evander(), leap(is_hidden=True)), EditChallenge(LEAP, "courage", 7)).events
    assert (told.before.rating, told.after.rating) == (None, None)
    assert values([secret], "challenge.hidden_rating") == {"hero": "Evander", "action": "Leap", "rating": 7}


def test_q4_the_form_to_change_a_hidden_rating_does_not_tell_it() -> None:
    (step,) = steps(LEAP, leap(is_hidden=True))
    edit = next(choice for choice in step.choices if choice.key == "edit")
    assert [ask.value for ask in edit.asks] == ["courage", ""]


@pytest.mark.parametrize("rating", [0, 11])
def test_q27_a_change_to_a_rating_outside_1_to_10_is_refused(rating: int) -> None:
    with pytest.raises(RuleViolation, match=f"can be 1 to 10, not {rating}"):
        play(scene(evander(), leap()), EditChallenge(LEAP, "courage", rating))


@pytest.mark.parametrize(
    ("virtue", "wrong"),
    [("courage", ("challenge.same",)), ("luck", ("challenge.virtue", "Courage, Prudence, Temperance"))],
)
def test_a_change_that_changes_nothing_or_names_no_virtue_is_refused(
    virtue: str, wrong: tuple[str, ...]
) -> None:
    with refuses(*wrong):
        play(scene(evander(), leap()), EditChallenge(LEAP, virtue, 4))


def test_once_dice_exist_nothing_is_changed() -> None:
    with refuses("challenge.not_open"):
        play(rolled(10, 1, 1), EditChallenge(LEAP, "courage", 7))


@pytest.mark.parametrize("action", [EditChallenge, RollChallengeFor, OpenChallenge])
def test_a_player_neither_changes_a_challenge_nor_rolls_for_another(action: type[Any]) -> None:
    assert permit_of(action) is Permit.GAME_MASTERS


# -- rolled in the player's place -------------------------------------------------------------------


def test_q29_a_game_master_rolls_for_a_player_without_conviction() -> None:
    before = scene(evander(notes=(ICE,)), leap(notes=(ICE,)))
    turn = play(before, RollChallengeFor(LEAP), 10, 1, 1)
    done = after(before, turn)
    (told,) = turn.events
    assert isinstance(told, ChallengeRolled)
    assert (told.by, told.player, turn.on_behalf_of) == (MARISOL, DEACON, DEACON)
    assert (told.roll.conviction, told.roll.level) == (0, Level.FULL)
    assert (hero_of(done).conviction, hero_of(done).notes) == (3, ())


def test_q29_where_the_campaign_waits_only_the_player_rolls() -> None:
    with refuses("absent.waits"):
        play(scene(evander(), leap(), campaign=WAITING), RollChallengeFor(LEAP))


def test_q29_a_challenge_waits_for_no_player_who_has_left() -> None:
    left = replace(WAITING, players=(WREN,))
    turn = play(scene(evander(), leap(), campaign=left), RollChallengeFor(LEAP), 10, 1, 1)
    assert turn.on_behalf_of == DEACON


def test_a_game_master_rolls_for_an_own_hero_as_its_player() -> None:
    with refuses("challenge.own_hero"):
        play(scene(evander(player=MARISOL), leap(player=MARISOL)), RollChallengeFor(LEAP))


def test_q28_nobody_is_rolled_for_twice() -> None:
    with refuses("challenge.not_open"):
        play(replace(rolled(10, 1, 1), actor=MARISOL), RollChallengeFor(LEAP))


def test_what_opens_a_call_comes_before_the_call() -> None:
    """A link is kept only to what is there."""
    turn = play(scene(evander(), ysolde()), TOGETHER)
    kinds = [change.kind for change in turn.changes if isinstance(change, Open)]
    assert kinds == ["challenge", "challenge", "call"]

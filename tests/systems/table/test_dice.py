"""`/roll`: in the open, in secret, revealed. The notation has its own tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.dice.source import Die, FixedDice
from bot.engine.people import GAME_MASTER, GAME_MASTERS, PUBLIC, Audience, Standing, Viewer
from bot.engine.system import Open, Record, RecordId, Replace, Scene, Turn
from bot.errors import NotAllowed, RuleViolation, Stale, UserError
from bot.systems.table.dice.rules import (
    ROLL,
    Handful,
    RevealRoll,
    RollDice,
    Rolled,
    RollMade,
    RollRevealed,
    Secrecy,
    SecretRoll,
    SecretRollAnnounced,
    Throw,
    reveal_roll,
    roll_dice,
)
from tests.systems.table.scenes import CAMPAIGN, DEACON, MARISOL, WREN, play, scene

APART = replace(CAMPAIGN, game_master_channel=8)
HOP = Rolled(DEACON, "2d6", "hop", (Throw(7, (Handful("2d6", "2 5", 7),)),))


def at(actor: int, *, setting: str = "public", channel: int = 7) -> Scene:
    """A scene of a campaign with a game master's channel, 8."""
    campaign = replace(APART, settings={"table.rolls": setting})
    return replace(scene(actor, campaign), channel=channel, entry=12, place=7)


def made(turn: Turn) -> RollMade:
    """What the roller and whoever else may see."""
    (event,) = (event for event in turn.events if isinstance(event, RollMade))
    return event


def secret_roll(turn: Turn) -> SecretRoll:
    """The record that a secret roll opens."""
    (change,) = turn.changes
    assert isinstance(change, Open)
    assert isinstance(change.state, SecretRoll)
    return change.state


# -- in the open --------------------------------------------------------------------------------------


def test_a_roll_tells_its_dice_total_and_label() -> None:
    turn = play(scene(DEACON), RollDice("2d6+3 sneak attack"), 2, 5)
    throw = Throw(10, (Handful("2d6", "2 5", 7), "+", "3"))
    rolled = Rolled(DEACON, "2d6+3", "sneak attack", (throw,))
    assert turn == Turn(events=(RollMade(rolled, Secrecy.PUBLIC),))


def test_what_became_of_each_die_is_kept() -> None:
    turn = play(scene(DEACON), RollDice("4d6kh2!"), 6, 1, 3, 2, 5)
    (throw,) = made(turn).rolled.throws
    assert throw == Throw(11, (Handful("4d6!kh2", "6! 5 1~ 3~ 2~", 11),))


def test_a_repeated_roll_keeps_every_throw() -> None:
    turn = play(scene(DEACON), RollDice("3#d6+1 volley"), 2, 5, 6)
    assert [throw.total for throw in made(turn).rolled.throws] == [3, 6, 7]


def test_a_label_given_apart_serves_where_the_text_has_none() -> None:
    assert made(play(scene(DEACON), RollDice("d6", label="hop"), 1)).rolled.label == "hop"
    assert made(play(scene(DEACON), RollDice("d6 leap", label="hop"), 1)).rolled.label == "leap"


@pytest.mark.parametrize("text", ["", "2x6", "0d6", "1001d6", "d1001", "2d6+"])
def test_what_is_no_roll_is_refused_before_any_die_falls(text: str) -> None:
    with pytest.raises(RuleViolation):
        play(scene(DEACON), RollDice(text))


# -- in secret ----------------------------------------------------------------------------------------

DEACON_ALONE = Audience(everyone=False, person=DEACON)
DEACON_AND_GAME_MASTERS = Audience(everyone=False, person=DEACON, with_game_masters=True)


@pytest.mark.parametrize(
    ("secrecy", "audience", "is_announced"),
    [
        (Secrecy.GAME_MASTERS, DEACON_AND_GAME_MASTERS, True),
        (Secrecy.HIDDEN, GAME_MASTERS, True),
        (Secrecy.ME, DEACON_ALONE, False),
    ],
)
def test_a_secret_roll_is_for_those_it_says(secrecy: Secrecy, audience: Audience, is_announced: bool) -> None:
    turn = play(at(DEACON), RollDice("d6 hop", secrecy), 4)
    assert made(turn).audience == audience
    announced = [event for event in turn.events if not isinstance(event, RollMade)]
    assert announced == ([SecretRollAnnounced(DEACON)] if is_announced else [])
    assert turn.secret_first
    assert secret_roll(turn) == SecretRoll(made(turn).rolled, secrecy, entry=12, place=7)


@pytest.mark.parametrize("secrecy", Secrecy)
def test_dice_that_not_everybody_sees_come_from_the_secret_seed(secrecy: Secrecy) -> None:
    dice = FixedDice(4)
    roll_dice(at(DEACON), RollDice("d6 hop", secrecy), dice)
    assert dice.rolled == (Die(6, 4, "d6", secret=secrecy is not Secrecy.PUBLIC),)


@pytest.mark.parametrize("secrecy", Secrecy)
def test_the_campaign_decides_where_nothing_is_said(secrecy: Secrecy) -> None:
    assert made(play(at(DEACON, setting=secrecy.value), RollDice("d6"), 4)).secrecy is secrecy
    said = RollDice("d6", Secrecy.PUBLIC)
    assert made(play(at(DEACON, setting=secrecy.value), said, 4)).secrecy is Secrecy.PUBLIC


@pytest.mark.parametrize("secrecy", [None, Secrecy.PUBLIC, Secrecy.HIDDEN])
def test_a_roll_in_the_game_masters_channel_stays_there(secrecy: Secrecy | None) -> None:
    turn = play(at(MARISOL, channel=8), RollDice("d6", secrecy), 4)
    assert not any(event.audience.everyone for event in turn.events)
    assert made(turn).audience.is_for_game_masters
    assert secret_roll(turn).place == 7


@pytest.mark.parametrize("secrecy", [Secrecy.GAME_MASTERS, Secrecy.HIDDEN])
def test_a_secret_without_a_channel_for_it_is_refused_with_the_way_out(secrecy: Secrecy) -> None:
    with pytest.raises(RuleViolation, match=r"nothing was rolled.*`/campaign bind`"):
        play(scene(DEACON), RollDice("d6", secrecy))
    with pytest.raises(RuleViolation, match="This channel has no campaign"):
        play(scene(DEACON, replace(CAMPAIGN, is_server=True)), RollDice("d6", secrecy))


def test_a_roll_for_oneself_needs_no_channel() -> None:
    assert made(play(scene(DEACON), RollDice("d6", Secrecy.ME), 4)).audience == DEACON_ALONE


# -- revealed -----------------------------------------------------------------------------------------


def revealing(actor: int, roll: SecretRoll) -> Turn:
    """That person reveals that roll in entry 20."""
    record = Record(RecordId("roll"), ROLL.name, roll)
    there = replace(at(actor), records={record.id: record}, entry=20)
    return reveal_roll(there, RevealRoll(record.id), FixedDice())


@pytest.mark.parametrize(
    ("secrecy", "who"),
    [(Secrecy.GAME_MASTERS, MARISOL), (Secrecy.HIDDEN, MARISOL), (Secrecy.ME, DEACON)],
)
def test_a_roll_is_revealed_where_it_was_made(secrecy: Secrecy, who: int) -> None:
    roll = SecretRoll(HOP, secrecy, entry=12, place=7)
    turn = revealing(who, roll)
    assert turn.events == (RollRevealed(HOP, 12),)
    assert turn.channel == 7
    assert turn.changes == (Replace(RecordId("roll"), replace(roll, revealed_in=20)),)


@pytest.mark.parametrize(
    ("secrecy", "who"),
    [
        (Secrecy.GAME_MASTERS, DEACON),
        (Secrecy.HIDDEN, DEACON),
        (Secrecy.HIDDEN, WREN),
        (Secrecy.ME, MARISOL),
        (Secrecy.ME, WREN),
    ],
)
def test_nobody_reveals_what_is_not_theirs(secrecy: Secrecy, who: int) -> None:
    with pytest.raises(NotAllowed, match="nothing was changed"):
        revealing(who, SecretRoll(HOP, secrecy, entry=12, place=7))


def test_a_roll_is_revealed_once() -> None:
    roll = SecretRoll(HOP, Secrecy.HIDDEN, entry=12, place=7, revealed_in=15)
    with pytest.raises(Stale, match="revealed already, in #15"):
        revealing(MARISOL, roll)


def test_a_secret_roll_that_was_undone_tells_nothing_in_its_refusal() -> None:
    record = Record(
        RecordId("roll"), ROLL.name, SecretRoll(HOP, Secrecy.ME, entry=12, place=7), is_archived=True
    )
    there = replace(at(WREN), records={record.id: record})
    with pytest.raises(UserError) as refused:
        reveal_roll(there, RevealRoll(record.id), FixedDice())
    assert "hop" not in str(refused.value)


@pytest.mark.parametrize(
    ("secrecy", "seen_by"),
    [(Secrecy.GAME_MASTERS, {"gm", "roller"}), (Secrecy.HIDDEN, {"gm"}), (Secrecy.ME, {"roller"})],
)
def test_the_record_is_seen_by_those_it_says_until_it_is_revealed(
    secrecy: Secrecy, seen_by: set[str]
) -> None:
    viewers = {
        "gm": Viewer(MARISOL, Standing.GAME_MASTER),
        "gm channel": GAME_MASTER,
        "roller": Viewer(DEACON, Standing.PLAYER),
        "player": Viewer(WREN, Standing.PLAYER),
        "everybody": PUBLIC,
    }
    roll = SecretRoll(HOP, secrecy, entry=12, place=7)
    seen = {name for name, viewer in viewers.items() if ROLL.view(roll, viewer) is not None}
    assert seen - {"gm channel"} == seen_by
    assert ("gm channel" in seen) == ("gm" in seen)
    revealed = replace(roll, revealed_in=15)
    assert all(ROLL.view(revealed, viewer) == revealed for viewer in viewers.values())

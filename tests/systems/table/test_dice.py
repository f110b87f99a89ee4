"""`/roll`: in the open, in secret, revealed. The notation has its own tests."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.dice.notation import parse_all
from bot.engine.dice.source import Die, FixedDice, Seed, VerifiableDice
from bot.engine.dice.throwing import throw
from bot.engine.habits import Habits
from bot.engine.people import GAME_MASTER, GAME_MASTERS, PUBLIC, Audience, Standing, Viewer
from bot.engine.system import Open, Record, RecordId, Replace, Result, World
from bot.errors import RuleViolation, UserError
from bot.play import Entry, Post
from bot.systems.table.cards import DRAWINGS
from bot.systems.table.dice import cards as dice_cards
from bot.systems.table.dice.cards import line_of
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
    rolled_event,
    rolls_for,
    saved_roll,
)
from bot.ui.card import BODY, embed_of
from tests.refusals import refuses
from tests.systems.table.scenes import ASHES, CAMPAIGN, DEACON, MARISOL, WREN, play, scene

APART = replace(CAMPAIGN, game_master_channel=8)
HOP = Rolled(DEACON, "2d6", "hop", (Throw(7, (Handful("2d6", "2 5", 7),)),))


def at(actor: int, *, setting: str = "public", channel: int = 7) -> World:
    """A scene of a campaign with a game master's channel, 8."""
    campaign = replace(APART, settings={"table.rolls": setting})
    return replace(scene(actor, campaign), channel=channel, entry=12, place=7)


def made(turn: Result) -> RollMade:
    """What the roller and whoever else may see."""
    (event,) = (event for event in turn.events if isinstance(event, RollMade))
    return event


def secret_roll(turn: Result) -> SecretRoll:
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
    assert turn == Result(events=(RollMade(rolled, Secrecy.PUBLIC),))


def test_what_became_of_each_die_is_kept() -> None:
    turn = play(scene(DEACON), RollDice("4d6kh2!"), 6, 1, 3, 2, 5)
    (throw,) = made(turn).rolled.throws
    assert throw == Throw(11, (Handful("4d6!kh2", "6! 5 1~ 3~ 2~", 11),))


def test_a_repeated_roll_keeps_every_throw() -> None:
    turn = play(scene(DEACON), RollDice("3#d6+1 volley"), 2, 5, 6)
    assert [throw.total for throw in made(turn).rolled.throws] == [3, 6, 7]


def test_several_rolls_of_one_message_are_kept_in_order_each_with_its_label() -> None:
    rolled = made(
        play(scene(DEACON), RollDice("1d20+5 to hit, 2#1d6 fire; 4d10>=8"), 11, 2, 5, 8, 9, 1, 1)
    ).rolled
    assert rolled.expression == "d20+5 to hit; 2#d6 fire; 4d10>=8"
    assert [(each.total, each.label) for each in rolled.throws] == [
        (16, "to hit"),
        (2, "fire"),
        (5, "fire"),
        (2, ""),
    ]
    assert (rolled.is_several, rolled.is_sum, rolled.label) == (True, False, "")


def test_damage_by_its_types_is_a_sum() -> None:
    rolled = made(play(scene(DEACON), RollDice("2d6 fire + 1d4 cold", label="flame blade"), 2, 5, 3)).rolled
    assert [(each.total, each.label) for each in rolled.throws] == [(7, "fire"), (3, "cold")]
    assert (rolled.is_sum, rolled.label) == (True, "flame blade")


def test_a_label_given_apart_serves_where_the_text_has_none() -> None:
    assert made(play(scene(DEACON), RollDice("d6", label="hop"), 1)).rolled.label == "hop"
    assert made(play(scene(DEACON), RollDice("d6 leap", label="hop"), 1)).rolled.label == "leap"


@pytest.mark.parametrize("text", ["", "2x6", "0d6", "1001d6", "d1001", "2d6+"])
def test_what_is_no_roll_is_refused_before_any_die_falls(text: str) -> None:
    with pytest.raises(RuleViolation):
        play(scene(DEACON), RollDice(text))


# -- what is saved, and what is added to it ------------------------------------------------------------

SAVED = Habits(
    DEACON,
    rolls={
        "attack": "1d20+5",
        "Sneak Attack": "1d20+7 stab",
        "blade": "1d20+5 to hit; 1d8+3 slashing",
        "O’Brien": "3#d6",
    },
)


@pytest.mark.parametrize(
    ("typed", "label", "dice"),
    [
        ("attack", "attack", "1d20+5"),
        ("ATTACK", "attack", "1d20+5"),
        ("attack +2", "attack", "d20+5+2"),
        ("attack — 1", "attack", "d20+5-1"),
        ("ａｔｔａｃｋ　＋２", "attack", "d20+5+2"),
        ("attack+1d4", "attack", "d20+5+d4"),
        ("attack adv", "attack advantage", "2d20kh1+5"),
        ("attack dis", "attack disadvantage", "2d20kl1+5"),
        ("attack vs goblin", "attack vs goblin", "1d20+5"),
        ("attack +2 adv vs goblin", "attack vs goblin advantage", "2d20kh1+5+2"),
        ("3#attack", "attack", "3#d20+5"),
        ("2#o'brien", "O’Brien", "6#d6"),
        ("sneak attack", "Sneak Attack", "1d20+7 stab"),
        ("sneak attack adv", "stab advantage", "2d20kh1+7"),
        ("blade vs goblin", "blade vs goblin", "1d20+5 to hit; 1d8+3 slashing"),
    ],
)
def test_a_saved_roll_takes_more(typed: str, label: str, dice: str) -> None:
    assert saved_roll(SAVED, typed) == (label, dice)
    assert parse_all(dice).rolls


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("attak", "dice.near_saved"),
        ("attak +2", "dice.near_saved"),
        ("3#atack", "dice.near_saved"),
        ("blade +2", "dice.saved_several"),
        ("2#blade", "dice.saved_several"),
        ("attack 2", "roll.no_operator"),
        ("attack vs 1d6 goblins", "roll.in_label"),
        ("26#attack", "roll.not_read"),
    ],
)
def test_what_a_saved_roll_cannot_take_is_refused(typed: str, code: str) -> None:
    with refuses(code):
        saved_roll(SAVED, typed)


@pytest.mark.parametrize("typed", ["banana", "", "attacker of the deep", "2d6 fire 1d4"])
def test_what_begins_with_no_saved_name_is_none(typed: str) -> None:
    assert saved_roll(SAVED, typed) is None


def test_a_saved_roll_with_more_is_suggested_as_it_will_be_rolled() -> None:
    assert rolls_for(SAVED, "attack +2")[0] == ("attack +2: d20+5+2", "attack +2")
    assert rolls_for(SAVED, "attack vs 1d6") == []
    assert rolls_for(SAVED, "blade") == [("blade: 1d20+5 to hit; 1d8+3 slashing", "blade")]


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
    with refuses("dice.no_secret_channel"):
        play(scene(DEACON), RollDice("d6", secrecy))
    with refuses("dice.no_campaign"):
        play(scene(DEACON, replace(CAMPAIGN, is_server=True)), RollDice("d6", secrecy))


def test_a_roll_for_oneself_needs_no_channel() -> None:
    assert made(play(scene(DEACON), RollDice("d6", Secrecy.ME), 4)).audience == DEACON_ALONE


# -- revealed -----------------------------------------------------------------------------------------


def revealing(actor: int, roll: SecretRoll) -> Result:
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
    with refuses("dice.not_yours_to_reveal"):
        revealing(who, SecretRoll(HOP, secrecy, entry=12, place=7))


def test_a_roll_is_revealed_once() -> None:
    roll = SecretRoll(HOP, Secrecy.HIDDEN, entry=12, place=7, revealed_in=15)
    with refuses("dice.revealed_already", "15"):
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


# -- How a roll reads: every die with what became of it, the total, and within a dozen lines on a phone


# What a line of a card holds on a screen 390 px wide.
PHONE_LINE = 45


def rolled(text: str, *dice: int) -> Rolled:
    """What is kept of that roll with those dice."""
    rolls, fixed = parse_all(text), FixedDice(*dice)
    return rolled_event(rolls, 3, "", [throw(each, fixed) for each in rolls.rolls])


def long_roll(text: str) -> Rolled:
    """The same with whatever dice come."""
    seeds = {"public": Seed(bytes(32)), "secret": Seed(bytes([1] * 32))}
    rolls, dice = parse_all(text), VerifiableDice(**seeds, drawing=1, secret_drawing=1, interaction=1)
    return rolled_event(rolls, 3, "", [throw(each, dice) for each in rolls.rolls])


def post(event: Any) -> Post:
    """A message about that event."""
    entry = Entry(
        RecordId(ASHES), 9, datetime(2026, 5, 1, tzinfo=UTC), 3, 7, "table", "RollDice", (event,), ()
    )
    return Post(CAMPAIGN, PUBLIC, entry, None, {}, "#9")


def card(roll: Rolled) -> Card:
    """The card of a public roll."""
    made = DRAWINGS.draw(post(RollMade(roll, Secrecy.PUBLIC)))
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("text", "dice", "line"),
    [
        ("2d6+3", (2, 5), "(2, 5) + 3 = **10**"),
        ("d4-9", (1,), "(1) − 9 = **−8**"),
        ("4d6kh3", (1, 6, 5, 4), "(~~1~~, 6, 5, 4) = **15**"),
        ("2d6!", (6, 3, 5), "(6!, 5, 3) = **14**"),
        ("2d6rr1", (1, 4, 5), "(~~1~~↻, 5, 4) = **9**"),
        ("2d6mi3", (1, 5), "(1→3, 5) = **8**"),
        ("4d10>=8", (8, 10, 2, 9), "(8✓, 10✓, 2, 9✓) = **3** successes"),
        ("1d10>=8", (9,), "(9✓) = **1** success"),
        ("4dF", (1, 2, 3, 3), "(−1, 0, 1, 1) = **1**"),
        ("(d20+5)*2", (7,), "((7) + 5) × 2 = **24**"),
        ("d6+2d4", (3, 1, 4), "d6 (3) + 2d4 (1, 4) = **8**"),
    ],
)
def test_a_result_shows_every_die_and_the_total(text: str, dice: tuple[int, ...], line: str) -> None:
    assert card(rolled(text, *dice)).lines[1] == line


def test_the_label_is_the_title_and_without_one_the_expression() -> None:
    assert card(rolled("2d6+1 sneak *attack*", 1, 2)).title == r"sneak \*attack\*"
    assert card(rolled("2d6+1", 1, 2)).title == ""


@pytest.mark.parametrize(
    ("text", "dice", "legend"),
    [
        ("4d6kh3", (1, 6, 5, 4), "-# 1 dropped (~~struck~~)"),
        ("2d6!", (6, 3, 5), "-# 1 exploded (!)"),
        ("3d6rr1", (1, 4, 1, 5, 2), "-# 2 rolled again (↻)"),
        ("2d6mi3", (1, 5), "-# 1 raised or lowered (→)"),
    ],
)
def test_marks_are_explained_and_counted_in_words(text: str, dice: tuple[int, ...], legend: str) -> None:
    assert card(rolled(text, *dice)).lines[-1] == legend


def test_a_plain_roll_needs_no_legend() -> None:
    assert len(card(rolled("2d6", 1, 2)).lines) == 2


def test_each_repeat_has_a_line() -> None:
    lines = card(rolled("3#d6+1", 2, 5, 6)).lines
    assert lines[1:] == ("(2) + 1 = **3**", "(5) + 1 = **6**", "(6) + 1 = **7**")


def test_many_repeats_are_folded_and_every_total_stays() -> None:
    roll = long_roll("25#2d6+1")
    lines = card(roll).lines
    totals = ", ".join(f"**{throw.total}**" for throw in roll.throws[7:])
    assert lines[-1] == f"… and 18 more: {totals}"
    assert len(lines) == 9


def test_each_of_several_rolls_names_its_dice_and_what_it_is_for() -> None:
    head, *lines = card(rolled("1d20+5, 2d6 *fire*", 11, 2, 5)).lines
    assert head == r"<@3> rolls d20+5; 2d6 \*fire\*"
    assert lines == ["d20 (11) + 5 = **16**", r"2d6 (2, 5) = **7** \*fire\*"]


def test_a_sum_of_several_rolls_is_told() -> None:
    made = rolled("2d6 fire + 1d4 cold", 2, 5, 3)
    assert card(made).lines[-1] == "Together **10**"
    told = RollMade(made, Secrecy.PUBLIC)
    assert line_of(told, post(told).entry) == "<@3> rolls 2d6 fire + d4 cold: **10** = **7** fire, **3** cold"


def test_a_long_result_is_folded_and_the_total_is_whole() -> None:
    roll = long_roll("300d6")
    (_, line) = card(roll).lines
    shown = line.count(",") - 1
    assert f" … and {299 - shown} more) = **{roll.throws[0].total:,}**" in line


@pytest.mark.parametrize(
    "text",
    [
        "1000d1000",
        "500d6kh3",
        "25#40d6",
        "25#20d10>=8",
        "; ".join(["10d6 fire"] * 25),
        "50d6!lim10",
        "+".join(["d6"] * 100),
        "998d1000+2d6",
    ],
)
def test_no_result_takes_more_than_a_dozen_lines_on_a_phone(text: str) -> None:
    made = card(long_roll(text))
    seen = [re.sub(r"\*\*|~~|^-# |\\", "", line) for line in made.lines]
    assert sum(-(-len(line) // PHONE_LINE) for line in seen) <= 12
    assert len(embed_of(made).description or "") < BODY
    assert "**" in made.lines[-1] or "**" in made.lines[-2]


def test_a_line_of_the_journal_marks_dropped_dice_without_striking_them() -> None:
    made = RollMade(rolled("4d6kh3 hop", 1, 6, 5, 4), Secrecy.PUBLIC)
    assert line_of(made, post(made).entry) == "<@3> rolls 4d6kh3 (hop): **15** = ([1], 6, 5, 4)"


def test_a_line_of_several_throws_tells_their_totals() -> None:
    revealed = RollRevealed(rolled("3#d6 hop", 2, 5, 6), 4)
    assert line_of(revealed, post(revealed).entry) == (
        "<@3> reveals a secret roll, 3#d6 (hop), from #4: **2**, **5**, **6**"
    )


def test_what_is_no_die_is_a_bug() -> None:
    with pytest.raises(ValueError, match="is no die"):
        dice_cards._face("x")

"""What people really type and paste as dice: read as they meant it, or refused with what would be right."""

from __future__ import annotations

import pytest

from bot.engine.dice.notation import parse, parse_all
from bot.errors import RuleViolation
from tests.refusals import refuses

# What was typed, and the rolls with their labels as they are echoed.
READ = {
    # dashes, widths, what can't be seen
    "2d6 — 1": "2d6-1",
    "2d6 – 1": "2d6-1",
    "2d6−1": "2d6-1",
    "2d6–1": "2d6-1",
    "2d6—1": "2d6-1",
    "2d6‒1": "2d6-1",
    "2d6﹣1": "2d6-1",
    "2d6‑1": "2d6-1",
    "2d\u200b6-1": "2d6-1",
    "\u200f2d6\u00a0-\u00a01": "2d6-1",
    "２ｄ６＋１": "2d6+1",
    "２ｄ６　忍び足": "2d6 忍び足",
    "٢d٦": "2d6",
    # several at once
    "1d8+2 slashing, 1d6 fire": "d8+2 slashing; d6 fire",
    "1d20+5 and 1d8+3": "d20+5; d8+3",
    "1d20+5 to hit, and 1d8+3 slashing": "d20+5 to hit; d8+3 slashing",
    "1d20+5 to hit, then 2d6": "d20+5 to hit; 2d6",
    "1d20+5 & 2d6": "d20+5; 2d6",
    "1d20+5; 1d8+3; 2#d6": "d20+5; d8+3; 2#d6",
    "1d20+5 to hit\n1d8+3 slashing\n\n1d6 fire": "d20+5 to hit; d8+3 slashing; d6 fire",
    "1d20\nd6": "d20; d6",
    "2d6 sneak\nattack": "2d6 sneak attack",
    "2d6 fire + 1d4 cold": "2d6 fire + d4 cold",
    "2d6+3 fire + 1d4 cold + d6": "2d6+3 fire + d4 cold + d6",
    "d20, stealth": "d20 stealth",
    # labels that stay labels
    "1d20 please don't break avrae": "d20 please don't break avrae",
    "1d20+6 dex save": "d20+6 dex save",
    "2d10+3 I like my kidneys": "2d10+3 I like my kidneys",
    "d6+6 test1": "d6+6 test1",
    "1d20 kill it": "d20 kill it",
    "1d20 t-rex": "d20 t-rex",
    "d20 against 3 goblins (prone)": "d20 against 3 goblins (prone)",
    "d20 sand and gravel": "d20 sand and gravel",
    "d20 x-ray": "d20 x-ray",
    "d20 “O’Brien’s — axe”": "d20 “O’Brien’s — axe”",
    "d20 — stealth": "d20 stealth",
    "d20 - stealth": "d20 stealth",
    # what labels begin with
    "1d20+5 (stealth)": "d20+5 (stealth)",
    "1d20+5 [stealth]": "d20+5 [stealth]",
    "1d20 *stealth*": "d20 *stealth*",
    "1d20 **stealth**": "d20 **stealth**",
    "1d20 1st attack": "d20 1st attack",
    "1d20 🔥": "d20 🔥",
    "1d20 👩‍🚀 up": "d20 👩‍🚀 up",
    "2d6 <:sword:123>": "2d6 <:sword:123>",
    "1d20 <@123>": "d20 <@123>",
    "1d20 ~~not~~": "d20 ~~not~~",
    # behind a # all is label, until another roll
    "2d6 # 3 goblins": "2d6 # 3 goblins",
    "d20 # for the d6 trap": "d20 # for the d6 trap",
    "d20 # fire; 1d4 # cold": "d20 fire; d4 cold",
    # advantage
    "2d20 adv": "2d20kh1 advantage",
    "d20 adv": "2d20kh1 advantage",
    "d20+5 with advantage stealth": "2d20kh1+5 stealth",
    "d20+5 stealth adv": "2d20kh1+5 stealth",
    "3#d20+2 dis": "3#2d20kl1+2 disadvantage",
    "2d20kh1 adv": "2d20kh1 adv",
    "2d6 adv": "2d6 adv",
    "d20 advance": "d20 advance",
    # what was right
    "2×d6": "2*d6",
    "(2d6+3) × 2": "(2d6+3)*2",
    "2d6 × 3 • 2 ÷ 4": "2d6*3*2/4",
    "1d20 t8": "d20>=8",
    "8d10>=8 x2=10": "8d10>=8x2=10",
    "2d20 d1": "2d20dl1",
    "2d20 +d1": "2d20+d1",
    "-1d6": "-d6",
    "10d6ro<3": "10d6ro<3",
}  # fmt: skip

REFUSED = [
    ("1d6 x 10", "roll.again_or_times", ("10#d6", "d6*10")),
    ("1d6 x10", "roll.again_or_times", ("10#d6", "d6*10")),
    ("1d6x10", "roll.again_or_times", ("10#d6", "d6*10")),
    ("4d6kh3 x6", "roll.again_or_times", ("6#4d6kh3", "4d6kh3*6")),
    ("4d6kh3 × 6", "roll.again_or_times", ("6#4d6kh3", "4d6kh3*6")),
    ("４ｄ６ｋｈ３　ｘ６", "roll.again_or_times", ("6#4d6kh3", "4d6kh3*6")),
    ("4d10>=8 x2", "roll.again_or_times", ("2#4d10>=8", "4d10>=8*2")),
    ("2d6+3 X2 damage", "roll.again_or_times", ("2#2d6+3 damage", "(2d6+3)*2 damage")),
    ("1d6 x 100", "roll.again_or_times", ("d6*100",)),
    ("1d20+5 t6", "roll.behind", ("d20>=1", "d20+5 # t6")),
    ("1d20+5 t15", "roll.behind", ("d20>=10", "d20+5 # t15")),
    ("1d20-2>=15", "roll.behind", ("d20>=17", "d20-2 # >=15")),
    ("5d10+2 t8", "roll.behind", ("5d10t8+2", "5d10+2 # t8")),
    ("2d20+5 kh1", "roll.behind", ("2d20kh1+5", "2d20+5 # kh1")),
    ("1d6 1d20", "roll.in_label", ("d6+1d20", "d6; 1d20", "d6 # 1d20")),
    ("2d6 fire 1d4 cold", "roll.in_label", ("2d6 fire; 1d4 cold", "2d6 # fire 1d4 cold")),
    ("2d6 fire - 1d4 cold", "roll.in_label", ("2d6-1d4 fire cold", "2d6 # fire - 1d4 cold")),
    ("d20 for the d6 trap", "roll.in_label", ("d20 for the; d6 trap", "d20 # for the d6 trap")),
    ("2d6 fire + 3", "roll.in_label", ("2d6+3 fire", "2d6 # fire + 3")),
    ("1d20 stealth —2", "roll.in_label", ("d20-2 stealth", "d20 # stealth -2")),
    ("2d6 3", "roll.no_operator", ("2d6+3", "2d6 # 3")),
    ("2d6 3 goblins", "roll.no_operator", ("2d6+3 goblins", "2d6 # 3 goblins")),
    ("2d6 (3)", "roll.no_operator", ("2d6 # (3)",)),
    ("2d6abc", "roll.not_apart", ("2d6 abc", "2d6 # abc")),
    ("2d6 !comment", "roll.not_apart", ("2d6! comment", "2d6! # comment")),
    ("2d6)", "roll.closes_nothing", ("2d6",)),
    ("2d6 % off", "roll.no_label", ("2d6 # % off",)),
    ("2d6 fire + 1d4 cold; 1d20", "roll.mixed", ()),
    ("2d6 d6", "roll.not_read", ()),
    ("1d20+5, 1d8+", "roll.not_read", ()),
    ("20#d6; 20#d8", "roll.not_read", ()),
    ("600d6; 600d8", "roll.not_read", ()),
    ("0d6", "roll.not_read", ()),
    ("6d0", "roll.not_read", ()),
    ("0d0", "roll.not_read", ()),
    ("1d-2", "roll.not_read", ()),
    ("1d1!", "roll.not_read", ()),
    ("1d6rr<=6", "roll.not_read", ()),
    ("200d10>=8!", "roll.not_read", ()),
    ("3d6dl1kh2", "roll.not_read", ()),
    ("3d6kh2dl1", "roll.not_read", ()),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "echo"), READ.items())
def test_what_people_type_is_read_as_meant_and_its_echo_reads_the_same(typed: str, echo: str) -> None:
    found = parse_all(typed)
    assert found.text == echo
    assert parse_all(echo) == found


@pytest.mark.parametrize(("typed", "code", "offers"), REFUSED)
def test_what_could_mean_two_things_is_refused_with_both(
    typed: str, code: str, offers: tuple[str, ...]
) -> None:
    with refuses(code) as caught:
        parse_all(typed)
    assert all(f"`{offer}`" in str(caught.value) for offer in offers)
    assert all(parse_all(offer).rolls for offer in offers)


def test_the_label_is_kept_as_it_was_written() -> None:
    assert parse("２ｄ６　“Ｆｉｒｅ” —\u2009ho").label == "“Ｆｉｒｅ” — ho"
    assert parse("2d6 \u200bfire").label == "fire"


def test_damage_by_type_is_one_sum_where_one_roll_is_asked_for() -> None:
    assert parse("2d6 fire + 1d4 cold") == parse("2d6+1d4 fire, cold")
    assert parse_all("2d6 fire + 1d4 cold").is_sum
    with refuses("roll.several", "3"):
        parse("d20; d6; d8")


def test_a_refusal_says_what_is_wrong_in_one_sentence() -> None:
    with pytest.raises(RuleViolation) as caught:
        parse_all("4d6kh3 x6")
    assert str(caught.value) == "`4d6kh3 x6`: `x6` could mean again or times. Try `6#4d6kh3` or `4d6kh3*6`."

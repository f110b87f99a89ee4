"""The dice are what the published algorithm says, fair, and independent of each other."""

import os
from collections import Counter
from hashlib import sha256

import pytest

from bot.engine.dice.source import Dice, Die, FixedDice, Seed, VerifiableDice, die_value, face_in

PUBLIC = Seed(bytes(range(32)))
SECRET = Seed(bytes(range(100, 132)))
INTERACTION = 1_234_567_890_123_456_789

# Found by search: the first word of this die's digest is above the last fair one for a d1000000.
REJECTING_COUNTER = 6_818


def dice(
    public: Seed = PUBLIC,
    secret: Seed = SECRET,
    drawing: int = 7,
    secret_drawing: int = 3,
    interaction: int = INTERACTION,
) -> VerifiableDice:
    return VerifiableDice(
        public=public, secret=secret, drawing=drawing, secret_drawing=secret_drawing, interaction=interaction
    )


def naive_digest(seed: bytes, drawing: int, interaction: int, counter: int) -> bytes:
    """HMAC-SHA-256 written out, from hexadecimal text, sharing nothing with the program."""
    key = seed + b"\0" * 32
    message = bytes.fromhex(f"{drawing:016x}{interaction:016x}{counter:08x}")
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def naive_dice(seed: bytes, drawing: int, interaction: int, sides: list[int]) -> list[int]:
    """What a suspicious player would write to check a drawing."""
    values: list[int] = []
    counter = 0
    while len(values) < len(sides):
        text = naive_digest(seed, drawing, interaction, counter).hex()
        words = [int(text[start : start + 8], 16) for start in range(0, 64, 8)]
        last_fair = 2**32 - 2**32 % sides[len(values)] - 1
        values += [word % sides[len(values)] + 1 for word in words if word <= last_fair][:1]
        counter += 1
    return values


def test_known_answers() -> None:
    assert dice().roll(12, 10, reason="challenge") == (10, 3, 6, 2, 5, 10, 10, 10, 2, 7, 1, 2)


def test_known_commitment() -> None:
    assert PUBLIC.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize("drawing", [0, 1, 255, 256, 2**64 - 1])
def test_a_player_can_recompute_every_die(drawing: int) -> None:
    sides = [1, 2, 3, 4, 6, 7, 8, 10, 12, 20, 100, 999_983, 1_000_000] * 5
    rolled = dice(drawing=drawing)
    for each in sides:
        rolled.roll(1, each, reason="check")
    assert [die.value for die in rolled.rolled] == naive_dice(PUBLIC.value, drawing, INTERACTION, sides)


def test_an_unfair_word_is_passed_over() -> None:
    digest = naive_digest(PUBLIC.value, 7, INTERACTION, REJECTING_COUNTER)
    first, second = int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big")
    assert first >= 2**32 // 1_000_000 * 1_000_000
    assert die_value(PUBLIC, 7, INTERACTION, REJECTING_COUNTER, 1_000_000) == (
        second % 1_000_000 + 1,
        REJECTING_COUNTER + 1,
    )


def test_the_last_fair_word_shows_the_highest_face() -> None:
    last_fair = 2**32 // 10 * 10 - 1
    assert face_in(last_fair.to_bytes(4, "big") * 8, 10) == 10


def test_a_digest_without_a_fair_word_shows_no_face() -> None:
    first_unfair = 2**32 // 10 * 10
    assert face_in(first_unfair.to_bytes(4, "big") * 8, 10) is None


def test_the_next_counter_continues_the_drawing() -> None:
    first, counter = die_value(PUBLIC, 7, INTERACTION, 0, 20)
    second, _ = die_value(PUBLIC, 7, INTERACTION, counter, 20)
    assert dice().roll(2, 20, reason="attack") == (first, second)


CRITICAL_AT_ONE_IN_A_THOUSAND = {4: 16.27, 6: 20.52, 8: 24.32, 10: 27.88, 12: 31.26, 20: 43.82, 100: 148.23}
DRAWS = int(os.environ.get("WAYPOST_TEST_DRAWS", "20000"))  # of each die; the long suite makes 10,000,000
AT_ONCE = 20_000


@pytest.mark.parametrize("sides", CRITICAL_AT_ONE_IN_A_THOUSAND)
def test_every_face_comes_up_equally_often(sides: int) -> None:
    seen: Counter[int] = Counter()
    for drawing in range(DRAWS // AT_ONCE):
        seen.update(dice(drawing=1_000_000 * drawing + sides).roll(AT_ONCE, sides, reason="chi-square"))
    expected = seen.total() / sides
    deviation = sum((seen[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert set(seen) == set(range(1, sides + 1))
    assert deviation < CRITICAL_AT_ONE_IN_A_THOUSAND[sides]


@pytest.mark.parametrize(
    "other",
    [dice(drawing=8), dice(interaction=INTERACTION + 1), dice(public=Seed(bytes(32)))],
    ids=["drawing", "interaction", "seed"],
)
def test_another_drawing_interaction_or_seed_gives_other_dice(other: VerifiableDice) -> None:
    assert other.roll(20, 100, reason="check") != dice().roll(20, 100, reason="check")


def test_the_same_action_gives_the_same_dice_again() -> None:
    assert dice().roll(20, 100, reason="check") == dice().roll(20, 100, reason="check")


def test_how_dice_are_grouped_changes_none() -> None:
    grouped = dice()
    assert grouped.roll(2, 6, reason="a") + grouped.roll(3, 6, reason="b") == dice().roll(5, 6, reason="c")


def test_secret_dice_leave_public_ones_alone() -> None:
    mixed = dice()
    first = mixed.roll(2, 100, reason="torch")
    mixed.roll(5, 20, reason="encounter", secret=True)
    assert first + mixed.roll(2, 100, reason="torch") == dice().roll(4, 100, reason="torch")


def test_public_dice_leave_secret_ones_alone() -> None:
    mixed = dice()
    mixed.roll(5, 20, reason="torch")
    expected = dice().roll(4, 100, reason="encounter", secret=True)
    assert mixed.roll(4, 100, reason="encounter", secret=True) == expected


def test_the_public_drawing_says_nothing_of_secret_dice() -> None:
    other = dice(public=Seed(bytes(32)), drawing=99).roll(9, 100, reason="encounter", secret=True)
    assert other == dice().roll(9, 100, reason="encounter", secret=True)


def test_secret_dice_come_from_the_secret_seed_and_drawing() -> None:
    expected = tuple(naive_dice(SECRET.value, 3, INTERACTION, [100] * 9))
    assert dice().roll(9, 100, reason="encounter", secret=True) == expected


def test_one_seed_cannot_serve_both_kinds() -> None:
    with pytest.raises(ValueError, match="different seeds"):
        dice(secret=PUBLIC)


def test_dice_are_recorded_in_order() -> None:
    rolled: Dice = (both := dice())
    (torch,) = rolled.roll(1, 6, reason="torch")
    (encounter,) = rolled.roll(1, 20, reason="encounter", secret=True)
    assert both.rolled == (Die(6, torch, "torch"), Die(20, encounter, "encounter", secret=True))


def test_a_drawing_is_used_only_by_its_own_kind() -> None:
    public, secret, neither = dice(), dice(), dice()
    public.roll(1, 6, reason="torch")
    secret.roll(1, 6, reason="encounter", secret=True)
    neither.roll(0, 6, reason="none")
    assert [(each.drew_public, each.drew_secret) for each in (public, secret, neither)] == [
        (True, False),
        (False, True),
        (False, False),
    ]


@pytest.mark.parametrize("sides", [0, -1, 1_000_001])
def test_impossible_dice_are_refused(sides: int) -> None:
    with pytest.raises(ValueError, match="1 to 1,000,000 sides"):
        dice().roll(1, sides, reason="check")


def test_a_negative_number_of_dice_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 dice"):
        dice().roll(-1, 6, reason="check")


def test_a_counter_that_does_not_fit_is_refused() -> None:
    with pytest.raises(OverflowError):
        die_value(PUBLIC, 7, INTERACTION, 2**32, 6)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Seed(bytes(size))


def test_printing_a_seed_does_not_reveal_it() -> None:
    assert repr(PUBLIC) == "Seed()"


def test_fixed_dice_fall_as_laid_out() -> None:
    fixed: Dice = (laid_out := FixedDice(2, 6, 9))
    assert fixed.roll(2, 10, reason="attack") == (2, 6)
    assert fixed.roll(1, 10, reason="attack", secret=True) == (9,)
    laid_out.all_used()
    assert laid_out.rolled == (Die(10, 2, "attack"), Die(10, 6, "attack"), Die(10, 9, "attack", secret=True))


def test_fixed_dice_say_when_they_run_out() -> None:
    with pytest.raises(AssertionError, match=r"3d10 for attack: only 2 left \(2, 6\)"):
        FixedDice(2, 6).roll(3, 10, reason="attack")


def test_fixed_dice_say_when_a_face_does_not_exist() -> None:
    with pytest.raises(AssertionError, match="2d6 for attack: 2, 9 does not fit a d6"):
        FixedDice(2, 9).roll(2, 6, reason="attack")


def test_fixed_dice_say_when_some_are_left() -> None:
    fixed = FixedDice(2, 6, 9)
    fixed.roll(1, 10, reason="attack")
    with pytest.raises(AssertionError, match="never rolled: 6, 9"):
        fixed.all_used()

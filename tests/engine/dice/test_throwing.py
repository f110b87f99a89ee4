"""Each die falls, is rerolled, explodes, is raised, dropped and counted as the notation says."""

import pytest

from bot.engine.dice.notation import parse
from bot.engine.dice.source import Die, FixedDice
from bot.engine.dice.throwing import Fallen, Pool, ThrowResult, throw
from bot.storage import codec


def thrown(text: str, *values: int) -> ThrowResult:
    """The roll, thrown once with exactly these dice."""
    dice = FixedDice(*values)
    (result,) = throw(parse(text), dice)
    dice.all_used()
    return result


def shown(text: str, *values: int) -> str:
    """The first pool's dice: dropped (5), rerolled ~1~, exploded 6!, raised 1>3; and the total."""
    pool = next(part for part in thrown(text, *values).parts if isinstance(part, Pool))
    return f"{' '.join(map(mark, pool.dice))} = {pool.total}"


def mark(die: Fallen) -> str:
    text = str(die.face) if die.face == die.value else f"{die.face}>{die.value}"
    text += "!" * die.is_exploded
    return f"~{text}~" if die.is_rerolled else text if die.is_kept else f"({text})"


@pytest.mark.parametrize(
    ("text", "values", "total"),
    [
        ("2d6+3", (4, 5), 12),
        ("d20-d4", (10, 3), 7),
        ("2+3*d6", (4,), 14),
        ("(2+3)*d6", (4,), 20),
        ("10-2-d6", (3,), 5),
        ("7/2*d6", (2,), 6),
        ("d6/4", (3,), 0),
        ("(d6-4)/2", (1,), -2),  # down, not towards zero
        ("-d6+2", (5,), -3),
        ("d20--2", (5,), 7),
        ("d%", (100,), 100),
        ("4dF", (1, 2, 3, 3), 1),
        ("4dFkh1", (1, 2, 2, 1), 0),
    ],
)
def test_the_total_is_worked_out_as_at_school(text: str, values: tuple[int, ...], total: int) -> None:
    assert thrown(text, *values).total == total


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("4d6kh3", (2, 6, 1, 4), "2 6 (1) 4 = 12"),
        ("4d6kl1", (2, 6, 1, 4), "(2) (6) 1 (4) = 1"),
        ("4d6dl1", (2, 6, 2, 4), "(2) 6 2 4 = 12"),
        ("4d6dh1", (2, 6, 6, 4), "2 6 (6) 4 = 12"),
        ("5d6dl1dh1", (2, 6, 1, 4, 3), "2 (6) (1) 4 3 = 9"),
        ("4d6kh4", (2, 6, 1, 4), "2 6 1 4 = 13"),
        ("2d6ro<3", (2, 5, 1), "~2~ 1 5 = 6"),
        ("2d6rr<3", (2, 5, 1, 2, 4), "~2~ ~1~ ~2~ 4 5 = 9"),
        ("1d6rr1lim2", (1, 1, 1), "~1~ ~1~ 1 = 1"),
        ("2d6!", (6, 3, 6, 2), "6! 6! 2 3 = 17"),
        ("2d6!>=5", (5, 3, 4), "5! 4 3 = 12"),
        ("2d6!lim1", (6, 6, 6, 1), "6! 6 6! 1 = 19"),
        ("1d6!rr1", (6, 1, 6, 2), "6! ~1~ 6! 2 = 14"),
        ("1d6!ro1", (1, 6, 1, 1), "~1~ 6! ~1~ 1 = 7"),
        ("2d6!kh2", (6, 3, 5), "6! 5 (3) = 11"),
        ("2d6!kh1", (6, 3, 6, 2), "(6!) 6! (2) (3) = 6"),
        ("3d6rr1kh2", (1, 4, 2, 3), "~1~ 3 4 (2) = 7"),
        ("3d6mi3ma5", (1, 6, 4), "1>3 6>5 4 = 12"),
        ("2d6mi6!", (6, 1, 2), "6! 2>6 1>6 = 18"),  # only a real 6 explodes
        ("3d6kh1mi5", (1, 2, 4), "(1>5) (2>5) 4>5 = 5"),
    ],
)
def test_what_becomes_of_each_die(text: str, values: tuple[int, ...], expected: str) -> None:
    assert shown(text, *values) == expected


@pytest.mark.parametrize(
    ("text", "values", "worths"),
    [
        ("4d10>=8", (8, 10, 7, 1), [1, 1, 0, 0]),
        ("4d10>7x2=10", (8, 10, 7, 1), [1, 2, 0, 0]),
        ("4d10>=8x2=10f1", (8, 10, 7, 1), [1, 2, 0, -1]),
        ("4d6=6", (6, 6, 1, 5), [1, 1, 0, 0]),
        ("3d6<=2f>=5", (2, 5, 6), [1, -1, -1]),
        ("3d10>=8kh1", (9, 10, 1), [0, 1, 0]),
        ("2d10>=8!", (10, 3, 8), [1, 1, 0]),
        ("2d10>=8rr9", (9, 3, 8), [0, 1, 0]),
    ],
)
def test_what_each_die_is_worth_where_successes_count(
    text: str, values: tuple[int, ...], worths: list[int]
) -> None:
    result = thrown(text, *values)
    (pool,) = result.parts
    assert isinstance(pool, Pool)
    assert [die.worth for die in pool.dice] == worths
    assert (pool.is_count, result.is_count, result.total) == (True, True, sum(worths))


def test_the_parts_stand_as_in_the_expression() -> None:
    result = thrown("(d6+2d8>=5)*2-1", 4, 8, 1)
    texts = [part if isinstance(part, str) else part.text for part in result.parts]
    assert texts == ["(", "d6", "+", "2d8>=5", ")", "*", "2", "-", "1"]
    assert result.total == 9


def test_repeats_are_thrown_one_after_another() -> None:
    results = throw(parse("3#d6+1"), FixedDice(4, 2, 6))
    assert [result.total for result in results] == [5, 3, 7]


def test_every_die_comes_from_the_source_in_order_with_its_reason() -> None:
    dice = FixedDice(6, 1, 2, 3)
    throw(parse("2d6!+d8"), dice, secret=True)
    assert dice.rolled == (
        Die(6, 6, "2d6!", secret=True),
        Die(6, 1, "2d6!", secret=True),
        Die(6, 2, "2d6!", secret=True),
        Die(8, 3, "d8", secret=True),
    )


def test_a_fudge_die_is_a_d3() -> None:
    dice = FixedDice(1, 3)
    throw(parse("2dF"), dice)
    assert dice.rolled == (Die(3, 1, "2dF"), Die(3, 3, "2dF"))


@pytest.mark.parametrize("text", ["2d6+3", "3d10>=8x2=10f1", "(d6+2)*2"])
def test_a_result_is_kept_and_read_back(text: str) -> None:
    result = thrown(text, *[3] * parse(text).groups[0].count)
    assert codec.load(ThrowResult, codec.dump(result)) == result

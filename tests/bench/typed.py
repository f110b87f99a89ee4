"""What reading typed text costs: brackets beside the same without, and the longest texts that may come."""

from __future__ import annotations

from collections.abc import Callable
from timeit import repeat

from bot.engine.dice.notation import LONGEST_TEXT, parse_all
from bot.errors import UserError
from tests.bench.figures import BRACKETS, LONG_TEXT
from tests.harness.stats import ratio, table

ROUNDS, LOOPS = 15, 400
# The same dice without brackets and with.
PAIRS = (
    ("1d20+5", "(1d20+5)"),
    ("2d6+3", "(2d6+3)*2"),
    ("2d6+3", "((2d6)+3)"),
    ("4d6kh3", "(4d6kh3)"),
    ("2d6+1d8+3", "(2d6+1d8)+3"),
    ("2d6+1d4-1+2", "(2d6+(1d4-1))+2"),
    ("8d10>=8!", "(8d10>=8!)"),
    ("d20+5 hit", "(d20+5) hit"),
    ("3#2d6+1", "3#(2d6+1)"),
)
LONGEST = (
    "d6+", "1d6 and ", "2d6 fire, ", "2d6 fire + ", "(", "((d6)", "d", "1d", " ", "\n", "\n1d6", "x2", "t6 ",
    "—", "２", "\u200b", "label d ", "- ", "* ", "# ", "; ", "adv ", "🔥", "d20 +5 ", "0", "1d6 x ",
)  # fmt: skip


def report(rounds: int = ROUNDS) -> str:
    """The tables of both."""
    title = f"Microseconds to read a roll without and with brackets, the quickest of {rounds} × {LOOPS}."
    rows = [_pair(plain, bracketed, rounds) for plain, bracketed in PAIRS]
    columns = ["without", "µs", "with", "µs", "ratio", "aim", ""]
    return "\n\n".join((table(title, columns, rows), _longest()))


def _pair(plain: str, bracketed: str, rounds: int) -> list[object]:
    spent = [_quickest(lambda text=text: parse_all(text), rounds) for text in (plain, bracketed)]  # type: ignore[misc]
    found = BRACKETS.found("", [ratio(spent[1], spent[0])], of=bracketed)
    return [plain, spent[0], bracketed, spent[1], found.middle, found.aim, found.verdict]


def _quickest(reading: Callable[[], object], rounds: int, loops: int = LOOPS) -> float:
    return min(repeat(reading, number=loops, repeat=rounds)) / loops * 1e6


def _longest() -> str:
    """The slowest of the longest texts: each made of one piece again and again, alone and as a label."""
    texts = [
        (start + piece * LONGEST_TEXT)[:LONGEST_TEXT] for piece in LONGEST for start in ("", "d20 ", "d6 a ")
    ]
    spent = {text: _quickest(lambda text=text: _answered(text), 3, 1) / 1000 for text in texts}  # type: ignore[misc]
    slowest = max(texts, key=lambda text: spent[text])
    found = LONG_TEXT.found("", [spent[slowest]], of=repr(slowest[:12]))
    return table(
        f"Milliseconds to answer the slowest of {len(texts)} texts of {LONGEST_TEXT} characters.",
        ["begins with", "ms", "aim", ""],
        [[repr(slowest[:12]), found.middle, found.aim, found.verdict]],
    )


def _answered(text: str) -> None:
    try:
        parse_all(text)
    except UserError:
        return


if __name__ == "__main__":
    print(report())

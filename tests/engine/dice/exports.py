"""A small sound export, and every way of tampering with it that a check must catch."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from bot.engine.dice.checking import Draw
from bot.engine.dice.export import Head, draw_line, head_line
from bot.engine.dice.source import Seed, VerifiableDice

SEED, OTHER = Seed(bytes(range(32))), Seed(bytes(range(1, 33)))
Lines = list[dict[str, Any]]


def draw(number: int, *sides: int, undone_by: int | None = None) -> Draw:
    """One honest draw; every third entry draws something."""
    interaction = 1_400_000_000_000_000_000 + number
    dice = VerifiableDice(
        public=SEED, secret=OTHER, drawing=number, secret_drawing=1, interaction=interaction
    )
    for each in sides:
        dice.roll(1, each, reason="attack")
    return Draw(number, number * 3, interaction, dice.rolled, undone_by)


DRAWS = (draw(1, 20), draw(2, 6, 6, 6, 6), draw(3, 100, 20, undone_by=10), draw(4, 20, 20), draw(5, 8))


def export(draws: tuple[Draw, ...] = DRAWS) -> str:
    """The file of those draws."""
    dice = sum(len(each.dice) for each in draws)
    head = Head("abc-0", 2, "open", SEED.commitment, SEED, len(draws), 1, len(draws), dice)
    return "".join(f"{line}\n" for line in (head_line(head), *map(draw_line, draws)))


def tampered(change: Callable[[Lines], object]) -> str:
    """The export with something changed in its lines."""
    lines = [json.loads(line) for line in export().splitlines()]
    change(lines)
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def a_changed_die(lines: Lines) -> None:
    """The second die of draw 2 shows another face."""
    die = lines[2]["dice"][1]
    die[1] = die[1] % 6 + 1


def a_dropped_roll(lines: Lines) -> None:
    """Draw 3 is gone."""
    lines.pop(3)


def the_last_roll_dropped(lines: Lines) -> None:
    """Draw 5 is gone."""
    lines.pop()


def a_dropped_die(lines: Lines) -> None:
    """Draw 4 has only one die left."""
    lines[4]["dice"].pop()


def a_swapped_order(lines: Lines) -> None:
    """Draws 2 and 3 change places."""
    lines[2], lines[3] = lines[3], lines[2]


def swapped_results(lines: Lines) -> None:
    """Draws 1 and 4 keep their numbers and exchange everything else."""
    for name in ("dice", "interaction"):
        lines[1][name], lines[4][name] = lines[4][name], lines[1][name]


def a_wrong_seed(lines: Lines) -> None:
    """Another seed, with the seal it gives: every die tells."""
    lines[0] |= {"seed": OTHER.value.hex(), "seal": OTHER.commitment}


def a_seed_of_another_seal(lines: Lines) -> None:
    """The seal is another seed's."""
    lines[0]["seal"] = OTHER.commitment


def a_repeated_draw(lines: Lines) -> None:
    """Draw 2 stands twice."""
    lines.insert(3, lines[2])


def a_die_with_other_sides(lines: Lines) -> None:
    """The d100 of draw 3 is said to have been a d12."""
    lines[3]["dice"][0][0] = 12


TAMPERINGS = (
    a_changed_die,
    a_dropped_roll,
    the_last_roll_dropped,
    a_dropped_die,
    a_swapped_order,
    swapped_results,
    a_wrong_seed,
    a_seed_of_another_seal,
    a_repeated_draw,
    a_die_with_other_sides,
)

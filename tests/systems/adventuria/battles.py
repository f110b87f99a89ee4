"""Fights between two exchanges, for tests of their odds."""

from __future__ import annotations

from fractions import Fraction

from bot.systems.adventuria.combat.odds import MANY, Battle, ToTheEnd, to_the_end
from bot.systems.adventuria.combat.state import Combat
from bot.systems.adventuria.library.rules import read_effects
from bot.systems.adventuria.state import Foe, Possession
from tests.systems.adventuria.scenes import foe, having


def ruled(*lines: str, **changes: object) -> Foe:
    """A rat (Arms 2, Vitae 2) with those special rules."""
    return foe(**{"effects": read_effects("\n".join(lines)), **changes})  # type: ignore[arg-type]


def rats(count: int, *lines: str) -> tuple[Foe, ...]:
    """So many of them, told apart as a fight tells them."""
    return tuple(ruled(*lines, name=f"Rat {number}", kin="Rat") for number in range(1, count + 1))


def duel(*things: Possession, against: Foe, **changes: object) -> Battle:
    """Bran (Arms 4, Vitae 4) with those things against one monster, in melee."""
    return Battle(having(*things, **changes), (against,), Combat.MELEE)


def counted(battle: Battle, most: int = MANY) -> ToTheEnd:
    """What comes of it, special rules and all."""
    found = to_the_end(battle, most)
    assert found is not None
    return found


def whole(found: ToTheEnd) -> tuple[Fraction, Fraction | None, Fraction]:
    """Felling the monsters, exchanges, wounds."""
    return found.fells, found.exchanges, found.wounds

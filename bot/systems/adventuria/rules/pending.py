"""What an adventurer decides before all else: room for a gain, what to lose (A20, Q4, Q5, Q10)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.system import RecordId


@dataclass(frozen=True, slots=True)
class MakeRoom:
    """Decide about the oldest gain that waits: take it for the possession `lose`, or leave it with None."""

    adventurer: RecordId
    # The number of the possession that waits, so that an old button decides about nothing else.
    gain: int
    lose: int | None = None


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Lose the possession of that number: one of those that must go (Q5), or of a number to be lost (Q10)."""

    adventurer: RecordId
    possession: int

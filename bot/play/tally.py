"""What the dice of a campaign came to: how often each face fell, and how unusual that is.

Only open dice are counted, of undone entries too: they were rolled. The journal is read a page at a time
and counted in another thread: nobody else has to wait.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from statistics import NormalDist

import sqlalchemy as sa

from bot.engine.dice.odds import die
from bot.engine.people import Actor
from bot.engine.system import Scope
from bot.play.context import Context
from bot.play.session import open_session
from bot.play.views import Request
from bot.storage import codec, journal
from bot.storage.database import Database

PAGE, MOST_ENTRIES, MOST_DICE = 250, 2_000, 100_000
# Up to so many outcomes a sum's chances are worked out exactly; beyond, the bell curve is as good.
MOST_OUTCOMES = 2_000


@dataclass(frozen=True, slots=True)
class Faces:
    """One kind of die: how often each face fell."""

    sides: int
    counts: Counter[int]

    @property
    def dice(self) -> int:
        """The number of dice that fell."""
        return self.counts.total()

    @property
    def sum(self) -> int:
        """The sum of all faces that fell."""
        return sum(face * count for face, count in self.counts.items())

    @property
    def mean(self) -> float:
        """The average of the faces that fell."""
        return self.sum / self.dice

    @property
    def expected(self) -> float:
        """The average face of a fair die."""
        return (self.sides + 1) / 2

    @property
    def is_low(self) -> bool:
        """Whether they fell below the average of a fair die."""
        return self.mean < self.expected


@dataclass(frozen=True, slots=True)
class Tally:
    """The dice of a campaign or of one of its people, the most rolled kind first.

    `is_capped`: there are more rolls than were read, and only the newest are counted.
    """

    campaign: str
    rolls: int
    kinds: tuple[Faces, ...]
    is_capped: bool

    @property
    def dice(self) -> int:
        """The number of dice that fell."""
        return sum(kind.dice for kind in self.kinds)


@dataclass(slots=True)
class _Count:
    rolls: int = 0
    dice: int = 0
    kinds: dict[int, Counter[int]] = field(default_factory=dict)

    def take(self, texts: Iterable[str]) -> None:
        """Count the open dice of those entries."""
        for text in texts:
            self.rolls += 1
            for each in codec.read(text):
                if not each["secret"]:
                    self.kinds.setdefault(each["sides"], Counter())[each["value"]] += 1
                    self.dice += 1


async def tally(
    database: Database, context: Context, actor: Actor, request: Request, who: int | None
) -> Tally:
    """Count the dice of the campaign meant, or of one person in it. Raises NoCampaign."""
    campaign, name = await database.read(lambda connection: _campaign(connection, context, actor, request))
    count, before, has_more = _Count(), None, True
    while has_more and count.rolls < MOST_ENTRIES and count.dice < MOST_DICE:
        rows = await database.read(partial(journal.open_dice, campaign, who, before, PAGE))
        await asyncio.to_thread(count.take, [text for _, text in rows])
        has_more = len(rows) == PAGE
        before = rows[-1][0] if rows else None
    kinds = (Faces(sides, counts) for sides, counts in count.kinds.items())
    most_first = sorted(kinds, key=lambda kind: (-kind.dice, kind.sides))
    return Tally(name, count.rolls, tuple(most_first), is_capped=has_more)


def _campaign(connection: sa.Connection, context: Context, actor: Actor, request: Request) -> tuple[str, str]:
    session = open_session(connection, context, actor, request)
    session.load(Scope())
    return session.row.id, session.campaign.name


# -- how unusual that is ------------------------------------------------------------------------------


def tail(faces: Faces) -> float:
    """The chance that as many fair dice add up to this, or to something further off on the same side."""
    if faces.dice * faces.sides <= MOST_OUTCOMES:
        sums = die(faces.sides).repeat(faces.dice)
        above = sums.at_least(faces.sum if not faces.is_low else faces.sum + 1)
        return float(1 - above if faces.is_low else above)
    # Sums are whole numbers: the one at hand belongs to its side with all its width.
    off = max(abs(faces.sum - faces.dice * faces.expected) - 0.5, 0)
    return _beyond(off / (sqrt(faces.dice) * _deviation(faces.sides)))


def tail_of_all(kinds: Sequence[Faces]) -> tuple[float, bool]:
    """The same of dice of every kind together, each measured by its own spread; and whether they fell low."""
    fair = [kind for kind in kinds if kind.sides > 1]
    dice = sum(kind.dice for kind in fair)
    if not dice:
        return 1.0, False
    off = sum((kind.sum - kind.dice * kind.expected) / _deviation(kind.sides) for kind in fair)
    return _beyond(abs(off) / sqrt(dice)), off < 0


def _deviation(sides: int) -> float:
    return sqrt((sides**2 - 1) / 12) or 1.0


def _beyond(deviations: float) -> float:
    return NormalDist().cdf(-deviations)

"""A monster in a fight: as it came, and as it is now (A11, A40)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.system import RecordId
from bot.systems.adventuria.rules.effect import Effect, Fray, Verb, When
from bot.systems.adventuria.rules.state import Attribute, Attributes, Change


@dataclass(frozen=True, slots=True)
class Foe:
    """One monster in a fight: as it came, and as it is now."""

    name: str
    # What XP is counted by (Q7), and what its attributes are without changes.
    printed: Attributes
    now: Attributes
    wounds: int = 0
    effects: tuple[Effect, ...] = ()
    about: str = ""
    is_unique: bool = False
    entry: RecordId | None = None
    # What doesn't last.
    changes: tuple[Change, ...] = ()
    # What it was called before several of a name were numbered.
    kin: str = ""

    @property
    def is_standing(self) -> bool:
        """Whether it has not fallen (A40)."""
        return self.wounds < self.value(Attribute.VITAE)

    def value(self, attribute: Attribute, fray: Fray = Fray.ANY) -> int:
        """The attribute as it counts now, in that kind of Combat: never below 1 (A11)."""
        passing = sum(each.amount for each in self.changes if each.attribute is attribute)
        return max(1, self.now.of(attribute) + passing + self.always(Verb(attribute.value), fray))

    def always(self, verb: Verb, fray: Fray = Fray.ANY) -> int:
        """What its abilities add all the time; those for one kind of Combat count in that kind alone."""
        return sum(
            effect.amount
            for effect in self.effects
            if effect.when is When.HELD and effect.verb is verb and effect.fray in (Fray.ANY, fray)
        )

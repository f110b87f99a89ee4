"""A fight between two exchanges, as odds are counted from it, and the XP at stake (A32, A34 to A36)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.systems.adventuria.rules import exchange, experience
from bot.systems.adventuria.rules.bout import Bout
from bot.systems.adventuria.rules.effect import Effect
from bot.systems.adventuria.rules.fight import Combat, Fight, Order
from bot.systems.adventuria.rules.foe import Foe
from bot.systems.adventuria.rules.ledger import has_fallen
from bot.systems.adventuria.rules.state import XP_FOR_A_RISE, Adventurer


@dataclass(frozen=True, slots=True)
class Battle:
    """An adventurer and the monsters that it fights, between two exchanges."""

    adventurer: Adventurer
    foes: tuple[Foe, ...]
    kind: Combat
    order: Order = Order.IN_TURN
    # Rules that act once in a fight, and have.
    used: tuple[str, ...] = ()
    # See rulings Q1 and Q7.
    one_number: bool = False
    is_current: bool = False

    @property
    def standing(self) -> tuple[int, ...]:
        """The places of the monsters that stand."""
        return tuple(place for place, foe in enumerate(self.foes) if foe.is_standing)

    @property
    def engaged(self) -> tuple[int, ...]:
        """Those of the next exchange; where the player chooses, one after the other."""
        return self.standing if self.order is Order.TOGETHER else self.standing[:1]

    @property
    def is_over(self) -> bool:
        """Whether one side has fallen."""
        return has_fallen(self.adventurer) or not self.standing

    def bout(self, engaged: Sequence[int]) -> Bout:
        """The next exchange with those."""
        return exchange.of(
            self.adventurer, self.foes, self.kind, engaged, self.used, one_number=self.one_number
        )

    def effects(self) -> Iterator[Effect]:
        """Every special rule of things at work and of monsters that stand."""
        for possession in self.adventurer.possessions:
            yield from possession.effects if possession.is_at_work else ()
        for place in self.standing:
            yield from self.foes[place].effects


def of_fight(
    fight: Fight, adventurer: Adventurer, *, one_number: bool = False, is_current: bool = False
) -> Battle:
    """A fight whose kind is chosen, as it stands. Raises LookupError before that."""
    return Battle(adventurer, fight.foes, fight.combat, fight.order, fight.used, one_number, is_current)


# -- XP ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Award:
    """What felling one monster would bring; beyond a rise and beyond the limit it is wasted (A35, A36)."""

    worth: int
    before: int
    after: int
    rises: bool
    wasted: int


def at_stake(battle: Battle) -> tuple[Award, ...]:
    """What felling all that stand would bring, one after the other (Q8)."""
    adventurer, awards = battle.adventurer, []
    for place in battle.standing:
        worth = experience.worth(battle.foes[place], battle.kind, is_current=battle.is_current)
        before = experience.held(adventurer, battle.kind)
        after, _ = experience.gained(adventurer, battle.kind, worth, one_number=battle.one_number)
        rises = after.natural != adventurer.natural
        kept = experience.held(after, battle.kind)
        wasted = before + worth - (XP_FOR_A_RISE if rises else kept)
        awards.append(Award(worth, before, kept, rises, wasted))
        adventurer = after
    return tuple(awards)

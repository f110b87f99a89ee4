"""An attack as it is kept: from its declaration, over days, to what came of it (K16 to K27)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.engine.people import Viewer
from bot.engine.system import RecordId
from bot.systems.second_kingdom.rules.maneuvers import Maneuver, Strike
from bot.systems.second_kingdom.rules.state import Guard, Pair
from bot.systems.second_kingdom.rules.strikes import Guarding, Outcome, Triple, strike_of


class Phase(StrEnum):
    """What an attack waits for; each has the one side that may act."""

    # The attacker rolls 3d10, once; a requirement is confirmed by that (K17, Q17).
    DECLARED = "declared"
    # The attacker assigns the dice (K17, K18, Q6).
    ROLLED = "rolled"
    # The defender rolls 2d10, once (K20, Q12).
    ASSIGNED = "assigned"
    # The defender chooses the guard (K20 to K22, Q10).
    DEFENDED = "defended"
    # A strike: the game master applies what it does (K25 to K27).
    STRUCK = "struck"
    # A full defense: somebody decides on a counter-attack (K24, Q15).
    HELD = "held"
    OVER = "over"


class End(StrEnum):
    """How an attack came to its end."""

    WITHDRAWN = "withdrawn"
    VETOED = "vetoed"
    APPLIED = "applied"
    # A strike without anything counted.
    LEFT = "left"
    # A full defense, with or without an answer.
    DEFENDED = "defended"
    COUNTERED = "countered"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an attack; without a player the game masters act for it (Q19)."""

    id: RecordId
    name: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """One combatant's attack on another (Q20).

    What it uses is copied when it is declared: the maneuver, the target's bonuses and the rulings in
    force. A later edit can't change a roll under way. `defences` is None only in the view of those from
    whom the game master keeps them.
    """

    attacker: Side
    target: Side
    maneuver: Maneuver
    defences: Mapping[Guard, Pair] | None
    # The guards whose full defense lets the target strike back without asking (Q15).
    counters: tuple[Guard, ...] = ()
    # Whether the target's defences are the game masters' secret.
    is_secret: bool = False
    # Rulings Q7 and Q9 as the campaign had them.
    floor: bool = True
    cap: bool = False
    phase: Phase = Phase.DECLARED
    # The entry that brought it to this phase: after an undo and another roll, old choices are stale.
    revision: int = 1
    dice: tuple[int, ...] = ()
    # Final attack dice, once they are locked: accuracy, speed, power (K19).
    final: Triple | None = None
    defence_dice: tuple[int, ...] = ()
    guarding: Guarding | None = None
    outcome: Outcome | None = None
    # What the strike's formula comes to; None where it has none.
    damage: int | None = None
    # What was applied in the end.
    applied: int | None = None
    # The target's counter that it goes to; empty where even its name is the game masters' secret.
    counter: str = ""
    end: End | None = None
    # The attack that this one answers, as a counter-attack.
    answers: RecordId | None = None
    # Where it stood among the attacks on that target when it was declared: 1 is first.
    place: int = 1
    # Its entry in the journal: earlier ones on the same target are applied first.
    declared: int = 0

    @property
    def acting(self) -> int | None:
        """The player who may act now; None where it is the game masters'."""
        if self.phase in (Phase.DECLARED, Phase.ROLLED):
            return self.attacker.player
        if self.phase in (Phase.ASSIGNED, Phase.DEFENDED):
            return self.target.player
        if self.phase is Phase.HELD and self.may_answer:
            return self.target.player
        return None

    @property
    def attack_dice(self) -> Triple:
        """The three dice as they fell. Raises ValueError before."""
        first, second, third = self.dice
        return first, second, third

    @property
    def guard_dice(self) -> Pair:
        """The two dice of the defence as they fell. Raises ValueError before."""
        first, second = self.defence_dice
        return first, second

    @property
    def line(self) -> Triple:
        """The final attack dice, for the rules. Raises LookupError before they are locked."""
        if self.final is None:
            raise LookupError("the dice of this attack are not assigned yet")
        return self.final

    @property
    def pairs(self) -> Mapping[Guard, Pair]:
        """The target's bonuses, for the rules. Raises LookupError in a view they are hidden from."""
        if self.defences is None:
            raise LookupError("this view of the attack has no defences")
        return self.defences

    @property
    def strike(self) -> Strike | None:
        """What the maneuver does, as the guard held; None for a full defense or a strike left open."""
        return None if self.outcome is None else strike_of(self.maneuver, self.outcome)

    @property
    def may_answer(self) -> bool:
        """Whether the guard it was held with allows a counter-attack without asking (Q15)."""
        return self.guarding is not None and self.guarding.guard in self.counters


def attack_view(state: Attack, viewer: Viewer) -> Attack:
    """The attack without the target's defences, where those are the game masters' secret."""
    if state.is_secret and not viewer.is_game_master:
        return replace(state, defences=None, counters=())
    return state


def handed_over(state: Attack, player: int, of: RecordId) -> Attack:
    """The attack as the new player of one of its sides has it; one that is over stays as it was."""
    if state.phase is Phase.OVER:
        return state
    if of == state.attacker.id:
        return replace(state, attacker=replace(state.attacker, player=player))
    if of == state.target.id:
        return replace(state, target=replace(state.target, player=player))
    return state

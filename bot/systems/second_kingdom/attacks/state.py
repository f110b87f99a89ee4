"""An attack as it is kept: its dice, its guard, and what is done and told in its course (K16 to K27)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations, product
from typing import Annotated, Any, ClassVar

from bot.engine.declare import Action
from bot.engine.event import Event
from bot.engine.formula import Formula
from bot.engine.parts import Unlisted, again_as, as_one, lowered, person, short
from bot.engine.people import Viewer
from bot.engine.system import RecordId
from bot.engine.text import Labelled, Safe, T
from bot.systems.second_kingdom.attacks.maneuvers import ATTACK_DICE, Maneuver, Strike, Triple
from bot.systems.second_kingdom.state import HIGHEST, LOWEST, Guard, Pair

# For accuracy, speed and power: which of the three rolled dice it takes.
ORDERS: tuple[Triple, ...] = tuple((a, s, p) for a, s, p in permutations(range(3)))

# The attack dice that each guard faces (K21), as they stand in a Triple.
FACES: dict[Guard, Pair] = {Guard.DODGE: (0, 1), Guard.PARRY: (0, 2), Guard.BLOCK: (1, 2)}

# Every way to defend: the guard, whether its dice and whether its bonuses change places (Q10).
WAYS = tuple(product(Guard, (False, True), (False, True)))


class Outcome(Labelled):
    """What an attack comes to (K24 to K26)."""

    FULL_DEFENSE = "full_defense", "full defense"
    MINOR = "minor", "minor strike"
    MAJOR = "major", "major strike"


OUTCOMES = (Outcome.FULL_DEFENSE, Outcome.MINOR, Outcome.MAJOR)


# -- the attacker ---------------------------------------------------------------------------------


def assigned(dice: Triple, order: Triple) -> Triple:
    """The rolled dice as accuracy, speed and power (K17); `order` is one of ORDERS."""
    first, second, third = order
    return dice[first], dice[second], dice[third]


def finals(raw: Triple, maneuver: Maneuver, floor: bool) -> Triple:
    """The assigned dice with their bonuses: at most 10, and at least 1 with the floor (K18, Q7, Q8)."""

    def final(die: int, bonus: int) -> int:
        total = min(die + bonus, HIGHEST)
        return max(total, LOWEST) if floor else total

    accuracy, speed, power = raw
    return (
        final(accuracy, maneuver.accuracy),
        final(speed, maneuver.speed),
        final(power, maneuver.power),
    )


def assignments(dice: Triple, maneuver: Maneuver, floor: bool) -> tuple[tuple[int, Triple], ...]:
    """Every way to assign the dice that leads to other final dice: its index among ORDERS, and these (Q6)."""
    found: dict[Triple, int] = {}
    for index, order in enumerate(ORDERS):
        found.setdefault(finals(assigned(dice, order), maneuver, floor), index)
    return tuple((index, attack) for attack, index in found.items())


# -- the defender ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Guarding:
    """One way to defend: dice, bonuses and totals stand against the guard's first and second attack die."""

    guard: Guard
    dice: Pair
    bonuses: Pair
    totals: Pair
    beaten: tuple[bool, bool]

    @property
    def outcome(self) -> Outcome:
        """None beaten is a full defense, one a minor strike, both a major one (K24 to K26, Q14)."""
        return OUTCOMES[sum(self.beaten)]


def guarding(
    index: int, attack: Triple, defence_dice: Pair, pairs: Mapping[Guard, Pair], cap: bool
) -> Guarding:
    """The way to defend of that index, 0 to 11: guard, then dice, then bonuses in order or exchanged.

    An attack die beats what it equals (K23, Q13). A total may pass 10 unless there is a `cap` (Q9).
    Raises LookupError for another index.
    """
    if index < 0:
        raise LookupError(index)
    guard, turns_dice, turns_bonuses = WAYS[index]
    dice = _placed(defence_dice, turns_dice)
    bonuses = _placed(pairs[guard], turns_bonuses)
    totals = (_total(dice[0] + bonuses[0], cap), _total(dice[1] + bonuses[1], cap))
    first, second = FACES[guard]
    return Guarding(guard, dice, bonuses, totals, (attack[first] >= totals[0], attack[second] >= totals[1]))


def _placed(pair: Pair, turns: bool) -> Pair:
    return (pair[1], pair[0]) if turns else pair


def _total(total: int, cap: bool) -> int:
    return min(total, HIGHEST) if cap else total


def guardings(
    attack: Triple, defence_dice: Pair, pairs: Mapping[Guard, Pair], cap: bool
) -> tuple[tuple[int, Guarding], ...]:
    """Every way to defend with its index; of ways to the same totals only one (Q10, K22).

    The best comes first, that with the fewest guards beaten (Q29): of as many, all lead to the same strike.
    """
    found: dict[tuple[Guard, Pair], tuple[int, Guarding]] = {}
    for index in range(len(WAYS)):
        way = guarding(index, attack, defence_dice, pairs, cap)
        found.setdefault((way.guard, way.totals), (index, way))
    return tuple(sorted(found.values(), key=lambda each: (sum(each[1].beaten), each[0])))


# -- what it does ---------------------------------------------------------------------------------


def strike_of(maneuver: Maneuver, outcome: Outcome) -> Strike | None:
    """The one strike that is applied; None for a full defense, or where it is left open (K25, K26)."""
    return {Outcome.MINOR: maneuver.minor, Outcome.MAJOR: maneuver.major}.get(outcome)


def damage(strike: Strike, attack: Triple) -> int | None:
    """What the strike's formula comes to with the final attack dice, never below 0 (K27, Q18).

    None where its effect is words alone.
    """
    if not strike.damage:
        return None
    return max(0, _formula(strike.damage).value(dict(zip(ATTACK_DICE, attack, strict=True))))


@lru_cache(maxsize=200)
def _formula(text: str) -> Formula:
    """Read once; odds ask for its value a thousand times."""
    return Formula.parse(text, ATTACK_DICE)


# -- An attack as it is kept: from its declaration, over days, to what came of it (K16 to K27) -------------


class Phase(Labelled):
    """Where an attack stands, and what it waits for; in each one side may act."""

    # The attacker rolls 3d10, once; a requirement is confirmed by that (K17, Q17).
    DECLARED = "declared", "declared", "the attack roll"
    # The attacker assigns the dice (K17, K18, Q6).
    ROLLED = "rolled", "dice rolled", "the attack dice to be assigned"
    # The defender rolls 2d10, once (K20, Q12).
    ASSIGNED = "assigned", "dice assigned", "the defense roll"
    # The defender chooses the guard (K20 to K22, Q10).
    DEFENDED = "defended", "defense rolled", "a guard"
    # A strike: the game master applies what it does (K25 to K27).
    STRUCK = "struck", "a strike", "a game master to apply the strike"
    # A full defense: somebody decides on a counter-attack (K24, Q15).
    HELD = "held", "a full defense", "a decision on the counterattack"
    OVER = "over", "over"


def _waits_again(phase: str) -> Safe:
    """What it waits for, where an undo takes it back to that phase."""
    if Phase(phase) is Phase.OVER:
        return T("over again")()
    return T("waiting for {what} again")(what=Phase(phase).meaning)


class End(Labelled):
    """How an attack came to its end, in a word and in a sentence."""

    WITHDRAWN = "withdrawn", "withdrawn", "withdrawn before any dice were rolled"
    VETOED = "vetoed", "vetoed", "vetoed by a game master"
    APPLIED = "applied", "applied", "the strike is applied"
    # A strike without anything counted.
    LEFT = "left", "left without damage", "no damage was counted"
    # A full defense, with or without an answer.
    DEFENDED = "defended", "full defense", "a full defense, and nobody strikes back"
    COUNTERED = "countered", "answered", "a full defense, answered with a counterattack"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an attack; without a player the game masters act for it (Q19)."""

    id: Unlisted[RecordId]
    name: Unlisted[str]
    player: Annotated[int | None, T("player"), person] = None


def _guarding(guarding: Mapping[str, Any]) -> Safe:
    return T("{guard:lower}, {totals}")(guard=Guard(guarding["guard"]), totals=guarding["totals"])


@dataclass(frozen=True, slots=True)
class Attack:
    """One combatant's attack on another (Q20).

    What it uses is copied when it is declared: the maneuver, the target's bonuses and the rulings in
    force. A later edit can't change a roll under way. `defences` is None only in the view of those from
    whom the game master keeps them.
    """

    attacker: Side
    target: Side
    maneuver: Unlisted[Maneuver]
    defences: Unlisted[Mapping[Guard, Pair] | None]
    # The guards whose full defense lets the target strike back without asking (Q15).
    counters: Annotated[tuple[Guard, ...], T("guard for the counter"), lowered(Guard)] = ()
    # Whether the target's defences are the game masters' secret.
    is_secret: Unlisted[bool] = False
    # Rulings Q7 and Q9 as the campaign had them.
    floor: Unlisted[bool] = True
    cap: Unlisted[bool] = False
    phase: Annotated[Phase, again_as(_waits_again)] = Phase.DECLARED
    # The entry that brought it to this phase: after an undo and another roll, old choices are stale.
    revision: Unlisted[int] = 1
    dice: Annotated[tuple[int, ...], T("attack dice")] = ()
    # Final attack dice, once they are locked: accuracy, speed, power (K19).
    final: Annotated[Triple | None, T("accuracy, speed, power")] = None
    defence_dice: Annotated[tuple[int, ...], T("defense dice")] = ()
    guarding: Annotated[Guarding | None, T("guard"), as_one(_guarding)] = None
    outcome: Annotated[Outcome | None, T("outcome"), lowered(Outcome)] = None
    # What the strike's formula comes to; None where it has none.
    damage: Annotated[int | None, T("damage")] = None
    # What was applied in the end.
    applied: Annotated[int | None, T("applied damage")] = None
    # The target's counter that it goes to; empty where even its name is the game masters' secret.
    counter: Annotated[str, T("counter"), short] = ""
    end: Annotated[End | None, T("end"), lowered(End)] = None
    # The attack that this one answers, as a counter-attack.
    answers: Unlisted[RecordId | None] = None
    # Where it stood among the attacks on that target when it was declared: 1 is first.
    place: Unlisted[int] = 1
    # Its entry in the journal: earlier ones on the same target are applied first.
    declared: Unlisted[int] = 0

    @property
    def names(self) -> tuple[str, str, str]:
        """The attacker's, the target's and the maneuver's."""
        return self.attacker.name, self.target.name, self.maneuver.name

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


# -- What is done in the course of an attack, and what is told of it (K16 to K27) --------------------------


# -- what is done ---------------------------------------------------------------------------------


class DeclareAttack(Action):
    """Somebody attacks with a maneuver (K16); `answers` names the attack that this counters.

    With `rolls` the attacker confirms the maneuver's requirement and rolls at once (K17, Q17).
    """

    attacker: RecordId
    target: RecordId
    maneuver: RecordId
    answers: RecordId | None = None
    rolls: bool = False


class OnAttack(Action):
    """An action in the course of an attack."""

    attack: RecordId


class RollAttack(OnAttack):
    """The attacker rolls 3d10, once, and so says that the requirement is met (K17, Q17)."""


class WithdrawAttack(OnAttack):
    """Whoever declared it takes it back before any die fell."""


class VetoAttack(OnAttack):
    """A game master stops an attack before the defence is rolled (Q17); dice that fell stay told."""

    reason: str = ""


class AssignDice(OnAttack):
    """The attacker locks one of the six orders: accuracy, speed, power (K17 to K19)."""

    order: int


class RollDefence(OnAttack):
    """The defender rolls 2d10, once (K20)."""


class SetGuard(OnAttack):
    """The defender locks one of the twelve guards (K20 to K22, Q10)."""

    guarding: int


class ApplyDamage(OnAttack):
    """A game master applies what the strike does (K27): as computed, or as they say."""

    amount: int | None = None
    counter: str = ""


class LeaveStrike(OnAttack):
    """A game master leaves a strike with nothing counted."""


class AllowCounter(OnAttack):
    """A game master lets the defender strike back where the guard alone does not (Q15)."""


class LetPass(OnAttack):
    """A full defense is left without an answer."""


# -- what is told ---------------------------------------------------------------------------------


class OfAttack(Event):
    """What happened between two; the attack's card shows it."""

    stands_on_card: ClassVar[bool] = True

    attacker: str
    target: str


class AttackDeclared(OfAttack):
    """An attack waits for its dice."""

    maneuver: Maneuver
    place: int
    is_counter: bool = False

    @property
    def name(self) -> str:
        """What the maneuver is called."""
        return self.maneuver.name

    def sentence(self) -> T:
        """Who attacks whom, of their own accord or in answer."""
        if self.is_counter:
            return T("Counterattack by {attacker} on {target} with {name}.")
        return T("Attack by {attacker} on {target} with {name}.")


class AttackRolled(OfAttack):
    """An attacker rolled three dice."""

    says = T("Attack by {attacker} on {target} with {maneuver}: {dice:,}.")
    maneuver: str
    dice: tuple[int, ...]


def in_line(final: Triple) -> Safe:
    """The final attack dice in line."""
    accuracy, speed, power = final
    return T("Accuracy {accuracy} · Speed {speed} · Power {power}")(
        accuracy=accuracy, speed=speed, power=power
    )


class DiceAssigned(OfAttack):
    """The attack dice lie in line (K19)."""

    says = T("{attacker} against {target}: {line}.")
    maneuver: str
    dice: tuple[int, ...]
    final: Triple

    @property
    def line(self) -> Safe:
        """The dice, named."""
        return in_line(self.final)


class DefenceRolled(Event):
    """A defender rolled two dice against an attack."""

    stands_on_card: ClassVar[bool] = True
    says = T("Defense by {target} against {attacker}: {dice:,}.")
    target: str
    attacker: str
    dice: tuple[int, ...]


class AttackResolved(OfAttack):
    """How the guard held, and what the strike does (K23 to K27)."""

    maneuver: str
    final: Triple
    guarding: Guarding
    outcome: Outcome
    strike: Strike | None = None
    damage: int | None = None

    def sentence(self) -> Safe:
        """The guard, and what got through."""
        return T("{target} against {attacker}: {guard:lower}, {outcome}{strike}{damage}.")(
            target=self.target,
            attacker=self.attacker,
            guard=self.guarding.guard,
            outcome=self.outcome,
            strike=T(", {name}")(name=self.strike.name) if self.strike is not None else "",
            damage=T(", {n} damage")(n=self.damage) if self.damage is not None else "",
        )


class DamageApplied(OfAttack):
    """A counter of the target changed; `reached` are the thresholds that it came to.

    Of what the table doesn't know, everybody hears the amount alone: `before` and `after` are None then,
    and `counter` is empty unless the strike names it. The game masters hear the rest in a second event.
    """

    counter: str
    amount: int
    before: int | None
    after: int | None
    reached: tuple[str, ...] = ()

    def sentence(self) -> Safe:
        """What changed, and what that means."""
        if not self.reached:
            return self.change
        return T("{change}: {reached:,}").of(self)

    @property
    def change(self) -> Safe:
        """The counter, or the amount where its numbers are the game masters' own."""
        if self.before is None or self.after is None:
            return T("{amount} damage to {target}.")(amount=self.amount, target=self.target)
        # Where the counter has a limit, it doesn't show how much it was.
        if abs(self.after - self.before) != self.amount:
            return T("{target}: {counter} {before} → **{after}** ({amount} damage)").of(self)
        return T("{target}: {counter} {before} → **{after}**").of(self)


class AttackEnded(OfAttack):
    """It ended in another way: withdrawn, vetoed, left, or held without an answer (`end` is an `End`)."""

    maneuver: str
    end: str
    reason: str = ""

    @property
    def how(self) -> Safe:
        """The end as a sentence."""
        return End(self.end).meaning

    def sentence(self) -> T:
        """How, and why."""
        if self.reason:
            return T("{maneuver} by {attacker} against {target}: {how}. {reason}")
        return T("{maneuver} by {attacker} against {target}: {how}.")


class CounterAllowed(OfAttack):
    """The defender may strike back."""

    says = T("{target} may strike back at {attacker}.")

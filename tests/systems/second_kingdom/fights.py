"""Fights without a house around them: Evander, Ysolde and a horde, one deed after another."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.dice.source import FixedDice
from bot.engine.people import Actor, is_permitted
from bot.engine.settings import Setting
from bot.engine.system import Open, Record, RecordId, Result, Step
from bot.errors import NotAllowed
from bot.systems.second_kingdom import SYSTEM
from bot.systems.second_kingdom.attacks.maneuvers import MANEUVER, Maneuver, Strike
from bot.systems.second_kingdom.attacks.state import Attack, DeclareAttack, Phase
from bot.systems.second_kingdom.attacks.steps import ATTACK
from bot.systems.second_kingdom.heroes.people import HERO, NPC
from bot.systems.second_kingdom.state import Counter, Defence, Guard, Hero, Known, Npc, Threshold
from tests.systems.second_kingdom.scenes import (
    CAMPAIGN,
    DEACON,
    EVANDER,
    MARISOL,
    WREN,
    evander,
    scene,
    waiting,
)

YSOLDE, HORDE, GALE, CLAWS = (RecordId(name) for name in ("ysolde", "horde", "gale", "claws"))
IRON_GALE = Maneuver("Iron Gale", 2, 4, -1, minor=Strike("Pierce", damage="accuracy"))
RENDING = Maneuver(
    "Rending Claws",
    requirement="Within reach",
    minor=Strike("Rip", damage="half down(power) - 1", counter="Blood"),
    major=Strike("Maul", "The target falls"),
)
PLAIN = Maneuver("Thrust", minor=Strike("Stab", damage="power"), major=Strike("Gore", damage="speed + power"))
SHIELD = Defence("Shield", block=(2, 1), counters=(Guard.BLOCK,))
BLOODED = {"Blood": Counter(2, most=20, thresholds=(Threshold(5, "Staggered"), Threshold(10, "Down")))}
# The worked example (K29): assigned 6, 2 and 9, guarded by a block with 5 against speed and 7 against power.
DICE, ORDER, DEFENCE, BLOCK = (2, 6, 9), 2, (5, 7), 8


def ysolde(**changes: Any) -> Hero:
    """Wren's hero: a shield, and no maneuver."""
    return replace(Hero("Ysolde", WREN, 4, 5, 6, defences=(SHIELD,)), **changes)


def horde(**changes: Any) -> Npc:
    """Smoldering demons that everybody knows, with a block of +2 and +1."""
    return replace(Npc("Smoldering Demons", Known.OPEN, is_horde=True, defences=(SHIELD,)), **changes)


class Fight:
    """A scene that goes on: each deed is asked the permit that the house would ask, and then carried out."""

    def __init__(
        self,
        *,
        attacker: Hero | None = None,
        target: Hero | None = None,
        npc: Npc | None = None,
        campaign: Campaign = CAMPAIGN,
        settings: dict[Setting, str] | None = None,
        maneuver: Maneuver = IRON_GALE,
    ) -> None:
        chosen = {setting.key: value for setting, value in (settings or {}).items()}
        self.scene = scene(
            Record(EVANDER, HERO.name, attacker or evander(maneuvers=(GALE,))),
            Record(YSOLDE, HERO.name, target or ysolde()),
            Record(HORDE, NPC.name, npc or horde()),
            Record(GALE, MANEUVER.name, maneuver),
            Record(CLAWS, MANEUVER.name, RENDING),
            campaign=replace(campaign, settings=chosen),
        )
        numbers = count(1)
        self.scene = replace(self.scene, new_id=lambda: RecordId(f"attack-{next(numbers)}"))
        self.last = Result()

    # -- done ---------------------------------------------------------------------------------------

    def does(self, who: int, action: Any, *dice: int) -> Result:
        """That person's deed, with exactly these dice. Raises NotAllowed and RuleViolation."""
        kind = next(kind for kind in SYSTEM.actions if kind.action is type(action))
        standing = self.scene.campaign.standing(who)
        before = replace(self.scene, actor=who, standing=standing, entry=self.scene.entry + 1)
        owner = kind.owner(before, action) if kind.owner is not None else None
        if not is_permitted(kind.may, standing, Actor(who), owner):
            raise NotAllowed(kind.may)
        fixed = FixedDice(*dice)
        turn = kind.perform(before, action, fixed)
        fixed.all_used()
        self.scene = replace(before, records={**before.records, **dict(map(self._after, turn.changes))})
        self.last = turn
        return turn

    def _after(self, change: Any) -> tuple[RecordId, Record[Any]]:
        if isinstance(change, Open):
            return change.id, Record(change.id, change.kind, change.state)
        record = self.scene.records[change.id]
        return change.id, replace(
            record, state=change.state, is_archived=record.is_archived or change.archive
        )

    def declares(
        self,
        who: int = DEACON,
        attacker: RecordId = EVANDER,
        target: RecordId = HORDE,
        maneuver: RecordId = GALE,
        answers: RecordId | None = None,
    ) -> RecordId:
        """An attack is declared; its id."""
        self.does(who, DeclareAttack(attacker, target, maneuver, answers))
        return self.newest

    def presses(
        self, who: int, key: str, *dice: int, attack: RecordId | None = None, **answers: Any
    ) -> Result:
        """That person's press on a choice of the attack's step. Raises LookupError where it isn't offered."""
        step = self.step(attack)
        choices = {choice.key: choice for choice in step.choices}
        wanted = {ask.field: answers[ask.field] for ask in choices[key].asks if ask.field in answers}
        return self.does(who, replace(choices[key].action, **wanted), *dice)

    def until(self, phase: str, *, by: int = MARISOL, **declared: Any) -> RecordId:
        """An attack on its way to that phase, as in the worked example; the target's side acts by `by`."""
        who = declared.get("who", DEACON)
        attack = self.declares(**declared)
        course: list[tuple[int, str, tuple[int, ...]]] = [
            (who, "roll", DICE),
            (who, f"assign{ORDER}", ()),
            (by, "defend", DEFENCE),
        ]
        for actor, key, dice in course:
            if self.of(attack).phase == phase:
                return attack
            self.presses(actor, key, *dice, attack=attack)
        if phase == "struck":
            self.presses(by, f"guard{BLOCK}", attack=attack)
        elif phase == "held":
            self.holds(attack, by)
        return attack

    def holds(self, attack: RecordId, by: int) -> None:
        """A guard that holds everything off; the worked example's dice have none, so these are others."""
        record = self.scene.records[attack]
        state = replace(record.state, defence_dice=(10, 10))
        self.scene = replace(self.scene, records={**self.scene.records, attack: replace(record, state=state)})
        self.presses(by, f"guard{BLOCK}", attack=attack)

    # -- seen ---------------------------------------------------------------------------------------

    @property
    def newest(self) -> RecordId:
        """The id of the attack declared last."""
        return [each.id for each in self.scene.records.values() if each.kind == ATTACK.name][-1]

    def of(self, attack: RecordId | None = None) -> Attack:
        """The state of an attack, the newest by default, over or not."""
        state: Attack = self.scene.records[attack or self.newest].state
        return state

    def step(self, attack: RecordId | None = None) -> Step:
        """The one step that waits in an attack. Raises ValueError where none does."""
        name = attack or self.newest
        (step,) = waiting(ATTACK, name, self.of(name))
        return step

    def offered(self, attack: RecordId | None = None) -> list[str]:
        """The choices that it offers."""
        return [choice.key for choice in self.step(attack).choices]

    def change(self, record: RecordId, **changes: Any) -> None:
        """A record changed by other means: its state, or whether it is out of play."""
        before = self.scene.records[record]
        archive = changes.pop("is_archived", before.is_archived)
        after = replace(before, state=replace(before.state, **changes), is_archived=archive)
        self.scene = replace(self.scene, records={**self.scene.records, record: after})

    def sheet(self, record: RecordId) -> Any:
        """The state of a combatant."""
        return self.scene.records[record].state


# -- against Ysolde -----------------------------------------------------------------------------------


def faced(dice: tuple[int, int, int], defence: tuple[int, int], **made: Any) -> Fight:
    """A plain thrust of those final dice against Ysolde, who waits to choose her guard."""
    made.setdefault("maneuver", PLAIN)
    fight = Fight(**made)
    fight.declares(target=YSOLDE)
    fight.presses(DEACON, "roll", *dice)
    if fight.of().phase is Phase.ROLLED:
        fight.presses(DEACON, "assign0")
    fight.presses(WREN, "defend", *defence)
    return fight


def struck(**made: Any) -> Fight:
    """The worked example's strike against Ysolde, which waits to be applied."""
    fight = Fight(**made)
    fight.until("struck", target=YSOLDE, by=WREN)
    return fight

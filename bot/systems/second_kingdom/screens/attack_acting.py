"""Who may act at an attack's step now, and what became of an attack that has moved on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from bot.engine.people import WHO_MAY, Permit
from bot.engine.system import Step
from bot.errors import NotAllowed, Stale
from bot.play import Scenery, Shown
from bot.play.words import only
from bot.systems.second_kingdom.rules.attack import Attack, Phase
from bot.systems.second_kingdom.rules.settings import waits_for
from bot.systems.second_kingdom.words import attack_cards as words
from bot.systems.second_kingdom.words import attacks, settings
from bot.ui.text import person

_ORDER = tuple(Phase)


@dataclass(frozen=True, slots=True)
class Acting:
    """An attack whose step is open, for somebody who may act at it."""

    shown: Shown
    step: Step
    # The player in whose place a game master looks.
    absent: int | None = None

    @property
    def attack(self) -> Attack:
        """The attack as the viewer may see it."""
        return cast(Attack, self.shown.state)


def acting_in(seen: Scenery, shown: Shown, phase: Phase) -> Acting:
    """The attack in that phase, for who acts in it. Raises Stale or NotAllowed, saying why or who may."""
    attack = cast(Attack, shown.state)
    if attack.phase is not phase or not shown.steps:
        raise Stale(_moved_on(attack, phase))
    step = shown.steps[0]
    if step.who is not None and step.who == seen.viewer.user:
        return Acting(shown, step)
    if not seen.viewer.is_game_master:
        raise NotAllowed(_who_may(seen, step.who))
    if step.who is not None and waits_for(seen.campaign, step.who):
        raise NotAllowed(settings.ONLY_ITS_PLAYER)
    return Acting(shown, step, step.who)


def _who_may(seen: Scenery, who: int | None) -> str:
    if who is None:
        return only(WHO_MAY[Permit.GAME_MASTERS])
    return only(person(who)) if waits_for(seen.campaign, who) else words.only_acting(person(who))


def _moved_on(attack: Attack, wanted: Phase) -> str:
    """What became of an attack since its panel for that phase was opened."""
    if attack.end is not None:
        return words.over_already(attack.end)
    if _ORDER.index(attack.phase) < _ORDER.index(wanted):
        # Something was undone since.
        return attacks.not_now(attack.phase)
    if attack.guarding is not None and attack.outcome is not None:
        return words.guarded_already(attack.guarding.guard, attack.outcome)
    return words.assigned_already(words.in_line(attack.line))

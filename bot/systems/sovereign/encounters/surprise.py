"""Surprise (S73): the party bursts in or lies in ambush, or they do; rolled once, before the first Round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.people import GAME_MASTERS, Permit
from bot.engine.system import Record, RecordId, Replace, Scene, Turn
from bot.engine.text import Labelled, Safe, T, refused
from bot.systems.sovereign.book import CHECK_DICE, CHECK_SIDES, OPPOSED_BASE, Attribute, Skill, group_share
from bot.systems.sovereign.checks.means import Check, dice_said
from bot.systems.sovereign.encounters.rules import ENCOUNTER, OnEncounter, able
from bot.systems.sovereign.encounters.state import Side
from bot.systems.sovereign.parties.rules import SEVERAL
from bot.systems.sovereign.state import Character


class Approach(Labelled):
    """How one side may surprise the other (S73)."""

    BURST = "burst", "the party bursts in: group STR/Exert"
    AMBUSH = "ambush", "the party ambushes them: group DEX/Sneak"
    AMBUSHED = "ambushed", "they ambush the party: against group WIS/Notice"


GROUP = {
    Approach.BURST: Check(Attribute.STR, Skill.EXERT),
    Approach.AMBUSH: Check(Attribute.DEX, Skill.SNEAK),
    Approach.AMBUSHED: Check(Attribute.WIS, Skill.NOTICE),
}
ROLLED = {Approach.BURST: T("group STR/Exert"), Approach.AMBUSH: T("group DEX/Sneak")}


class Surprise(OnEncounter):
    """Roll whether one side surprises the other: it needs 8 and what the others add"""

    how: Approach = option("How")
    modifier: int = option(
        "Secret: what they add to Notice, or to Sneak where they ambush", default=0, least=-5, most=15
    )
    who: tuple[RecordId, ...] | None = option(
        "Who takes part; everybody there by default", default=None, finder=SEVERAL
    )


class SurpriseSettled(Event):
    """Whether one side is surprised, with the party's own dice; what they needed is no player's."""

    how: Approach
    is_success: bool
    leader: str = ""
    helpers: tuple[str, ...] = ()
    share: int = 0
    faces: tuple[int, ...] = ()
    bonus: int = 0

    def sentence(self) -> Safe:
        """Who rolled, and what came of it."""
        if self.how is Approach.AMBUSHED:
            says = T("An ambush! **The party is surprised and can't act in the first Round.**")
            return says() if self.is_success else T("An ambush, but the party sees it coming.")()
        comes = T("**They're surprised and can't act in the first Round.**")
        return T("{leader}{helped}, {roll}: {dice}. {comes}").of(
            self,
            roll=ROLLED[self.how],
            helped=T(" with {helpers} ({share:+})").of(self) if self.helpers else "",
            dice=dice_said(GROUP[self.how].text, self.faces, self.bonus, OPPOSED_BASE),
            comes=comes() if self.is_success else T("They aren't surprised.")(),
        )


class SurpriseRolled(Event, audience=GAME_MASTERS):
    """What was needed, and what they rolled where the ambush is theirs."""

    total: int
    target: int

    says = T("Surprise: {total} against {target}.")


@action("encounter surprise", may=Permit.GAME_MASTERS, is_discreet=True)
def surprise(scene: Scene, action: Surprise, dice: Dice) -> Turn:
    """Roll it, once (S20, Q8, Q9). Raises RuleViolation when it is too late, or nobody takes part."""
    record = scene.get(ENCOUNTER, action.encounter)
    state = record.state
    if state.is_surprise_settled or state.fight.round:
        raise refused("encounter.too_late", "Surprise is settled once, before the first Round.")
    there = [each for each in able(scene, state) if action.who is None or each.id in action.who]
    if not there:
        raise refused("encounter.nobody", "Name somebody of the party who is there and can act.")
    check, is_theirs = GROUP[action.how], action.how is Approach.AMBUSHED
    leader, helpers, share = group_of(check, there)
    adds = check.adds(leader.state) + share
    bonus, against = (action.modifier, adds) if is_theirs else (adds, action.modifier)
    # What the dice were rolled for names neither target nor modifier.
    faces = dice.roll(CHECK_DICE, CHECK_SIDES, reason=check.text, secret=is_theirs)
    total, target = sum(faces) + bonus, OPPOSED_BASE + against
    if is_theirs:
        told = SurpriseSettled(action.how, total >= target)
    else:
        told = SurpriseSettled(action.how, total >= target, leader.state.name, helpers, share, faces, bonus)
    loser = Side.PARTY if is_theirs else Side.THEM
    after = replace(state, surprised=loser if total >= target else None, is_surprise_settled=True)
    return Turn((Replace(record.id, after),), (told, SurpriseRolled(total, target)))


def group_of(
    check: Check, there: Sequence[Record[Character]]
) -> tuple[Record[Character], tuple[str, ...], int]:
    """Who rolls, with the best chance, and what the others add: their signs (S19, Q6, Q7)."""
    leader = max(there, key=lambda each: check.adds(each.state))
    others = [each.state for each in there if each is not leader]
    adds = [check.adds(each) for each in others]
    return leader, tuple(each.name for each in others), sum(map(group_share, adds))

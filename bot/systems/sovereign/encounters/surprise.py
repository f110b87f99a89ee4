"""Surprise (S73): the party bursts in or lies in ambush, or they do; rolled once, before the first Round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.people import GAME_MASTERS
from bot.engine.saying import NOTHING, Clause, Name, say
from bot.engine.system import Record, RecordId
from bot.engine.text import Labelled, T, refused
from bot.engine.working import RecordCopy
from bot.systems.sovereign.book import CHECK_DICE, CHECK_SIDES, OPPOSED_BASE, Attribute, Skill, group_share
from bot.systems.sovereign.checks.means import Check, dice_said
from bot.systems.sovereign.encounters.rules import OnEncounter, able, on_encounter
from bot.systems.sovereign.encounters.state import Encounter, Side
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
ROLLED: Mapping[Approach, Clause] = {
    Approach.BURST: Clause(T("group STR/Exert")),
    Approach.AMBUSH: Clause(T("group DEX/Sneak")),
}


class Surprise(OnEncounter):
    """Roll whether one side surprises the other: it needs 8 and what the others add"""

    how: Approach = option("How")
    modifier: int = option(
        "Secret: what they add to Notice, or to Sneak where they ambush",
        label="Secret: what they add to Notice or Sneak",
        default=0,
        least=-5,
        most=15,
    )
    who: tuple[RecordId, ...] | None = option(
        "Who takes part; everybody there by default", default=None, finder=SEVERAL
    )


def _require_in_time(state: Encounter) -> None:
    if state.is_surprise_settled or state.fight.round:
        raise refused("encounter.too_late", "Surprise is settled once, before the first Round.")


@on_encounter(
    "party encounter surprise", is_discreet=True, when=(_require_in_time,), button="Roll for surprise"
)
def surprise(found: RecordCopy[Encounter], action: Surprise, dice: Dice) -> None:
    """Roll it, once (S20, Q8, Q9). Raises RuleViolation when it is too late, or nobody takes part."""
    state = found.state
    there = [each for each in able(found.world, state) if action.who is None or each.id in action.who]
    if not there:
        raise refused("encounter.nobody", "Name somebody of the party who is there and can act.")
    check, is_theirs = GROUP[action.how], action.how is Approach.AMBUSHED
    leader, helpers, share = group_of(check, there)
    adds = check.adds(leader.state) + share
    bonus, against = (action.modifier, adds) if is_theirs else (adds, action.modifier)
    # What the dice were rolled for names neither target nor modifier.
    faces = dice.roll(CHECK_DICE, CHECK_SIDES, reason=check.text, secret=is_theirs)
    total, target = sum(faces) + bonus, OPPOSED_BASE + against
    is_surprised = total >= target
    if is_theirs and is_surprised:
        found.say(
            "surprise.ambushed", T("An ambush! **The party is surprised and can't act in the first Round.**")
        )
    elif is_theirs:
        found.say("surprise.seen_coming", T("An ambush, but the party sees it coming."))
    else:
        helped = Clause(T(" with {helpers} ({share:+})"), helpers=Name.each(helpers), share=share)
        found.say(
            "surprise.rolled",
            T("{leader}{helped}, {roll}: {dice}. {comes}"),
            leader=Name(leader.state.name),
            helped=helped if helpers else NOTHING,
            roll=ROLLED[action.how],
            dice=dice_said(check.text, faces, bonus, OPPOSED_BASE),
            comes=Clause(T("**They're surprised and can't act in the first Round.**"))
            if is_surprised
            else Clause(T("They aren't surprised.")),
        )
    loser = Side.PARTY if is_theirs else Side.THEM
    found.change(surprised=loser if is_surprised else None, is_surprise_settled=True)
    numbers = say(
        "surprise.numbers",
        T("Surprise: {total} against {target}."),
        total=total,
        target=target,
        audience=GAME_MASTERS,
    )
    found.tell(numbers)


def group_of(
    check: Check, there: Sequence[Record[Character]]
) -> tuple[Record[Character], tuple[str, ...], int]:
    """Who rolls, with the best chance, and what the others add: their signs (S19, Q6, Q7)."""
    leader = max(there, key=lambda each: check.adds(each.state))
    others = [each.state for each in there if each is not leader]
    adds = [check.adds(each) for each in others]
    return leader, tuple(each.name for each in others), sum(map(group_share, adds))

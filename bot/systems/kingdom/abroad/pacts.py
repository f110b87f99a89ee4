"""Ties of two kingdoms that are both played here; how a tie with any kingdom ends, or is broken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.people import Permit, Standing
from bot.engine.proposals import Proposing
from bot.engine.record import FormField
from bot.engine.saying import Clause, Name
from bot.engine.system import World
from bot.engine.text import Safe, T, refused
from bot.systems.kingdom.abroad.book import ATTACKS, SHARES, Balance, Tie
from bot.systems.kingdom.abroad.diplomacy import NUMBER_OF, PactMade, share
from bot.systems.kingdom.abroad.edicts import diplomatic, is_noted, renown_told, with_other, with_renown
from bot.systems.kingdom.abroad.kingdoms import met, tied_kingdoms
from bot.systems.kingdom.abroad.partners import (
    PartnerChange,
    changed_partner,
    changed_there,
    mirror,
    with_all_kingdoms,
)
from bot.systems.kingdom.abroad.state import OtherKingdom, Pact
from bot.systems.kingdom.book import Attribute, Number, Stage, Stat, Task
from bot.systems.kingdom.checks import CheckResult, check, roll_check
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import (
    KINGDOM,
    OnKingdom,
    Realm,
    asked_realm,
    founded_realm,
    realm_of,
    require_standing,
)
from bot.systems.kingdom.sources import figures
from bot.systems.kingdom.state import with_unrest
from bot.systems.kingdom.steps import acted_for, assignee, players

# Under this name a kingdom keeps when it may try again to close an embassy.
CLOSE: Final = "close"
# A treaty in one's favor is in the other's eyes in theirs.
SEEN_FROM_THERE: Final = {
    Balance.BALANCED: Balance.BALANCED,
    Balance.OURS: Balance.THEIRS,
    Balance.THEIRS: Balance.OURS,
}


def played_kingdoms(asker: Asker) -> list[Pair]:
    """The kingdoms that stand in this campaign."""
    found = [each for each in asker.all(KINGDOM) if each.state.stage is Stage.STANDING]
    return [(each.state.name, str(each.id)) for each in found]


class MakePact(OnKingdom):
    """Propose a tie to a kingdom of this table; its leaders accept"""

    other: str = option("With which kingdom", suggest=played_kingdoms)
    tie: Tie = option("Which tie", choices=(Tie.EMBASSY, Tie.TREATY, Tie.ALLIANCE))
    balance: Balance = option("Which side a treaty or alliance favors", default=Balance.BALANCED)


def _partner(world: World, realm: Realm, text: str) -> Realm:
    """The other kingdom's realm. Raises RuleViolation for none, this one, and one that stands no more."""
    record = world.find(KINGDOM, text)
    if record.id == realm.id:
        raise refused("pact.itself", "{name:60} can't have a tie with itself.", name=realm.kingdom.name)
    require_standing(record.state)
    return realm_of(record.id, world.records.items(), world.campaign.settings, record.state)


def _needs_consent(world: World, action: MakePact) -> bool:
    """Whether the other side must agree. Raises NotAllowed for one who doesn't speak for this side."""
    realm = founded_realm(world, action.kingdom)
    acted_for(world, realm.kingdom, Task.DIPLOMACY)
    partner = _partner(world, realm, action.other)
    return world.standing is not Standing.GAME_MASTER and world.actor not in players(
        partner.kingdom, Task.DIPLOMACY
    )


def _who_agrees(world: World, action: MakePact) -> int | None:
    """The player who speaks for the other kingdom; None: the game masters."""
    realm = founded_realm(world, action.kingdom)
    return assignee(_partner(world, realm, action.other).kingdom, Task.DIPLOMACY)


def _title(before: World, _after: World, action: MakePact) -> str:
    realm = founded_realm(before, action.kingdom)
    partner = _partner(before, realm, action.other)
    says = _TITLES[Balance.BALANCED if action.tie is Tie.EMBASSY else action.balance]
    return says.plain(tie=action.tie, name=realm.kingdom.name, other=partner.kingdom.name)


_TITLES: Final = {
    Balance.BALANCED: T("{tie:upper} of {name} and {other}"),
    Balance.OURS: T("{tie:upper} of {name} and {other}, in favor of {name}"),
    Balance.THEIRS: T("{tie:upper} of {name} and {other}, in favor of {other}"),
}


def _lines(world: World, action: MakePact) -> Sequence[FormField]:
    """What the other side may want otherwise: whom it favors, by the names of both."""
    if action.tie is Tie.EMBASSY:
        return ()
    realm = founded_realm(world, action.kingdom)
    favors = T("In favor of {name}")
    options = (
        (Balance.BALANCED.value, Balance.BALANCED.label.capitalize()),
        (Balance.OURS.value, favors.plain(name=realm.kingdom.name)),
        (Balance.THEIRS.value, favors.plain(name=_partner(world, realm, action.other).kingdom.name)),
    )
    return (FormField("balance", T("Its terms").plain(), value=action.balance.value, options=options),)


AGREED: Proposing[MakePact] = Proposing(_needs_consent, _title, to=_who_agrees, lines=_lines)


@move(
    "edict pact",
    found=diplomatic,
    by=Task.DIPLOMACY,
    scope=with_all_kingdoms,
    proposed=AGREED,
    button="Propose the tie",
)
def make_pact(move: Move, action: MakePact, dice: Dice) -> None:
    """Have the tie stand in both kingdoms; what it adds is a share of the other's number as it is now.

    Unbalanced terms cost the one they favor Infamy 1.
    Raises RuleViolation where it isn't the next closer tie, or one there is on other terms.
    """
    world, realm = move.world, move.realm
    partner = _partner(world, realm, action.other)
    here, there = _seen(realm, partner), _seen(partner, realm)
    if action.tie.place > here.tie.place + 1:
        nearer = here.tie.next or action.tie
        raise refused(
            "pact.step_by_step",
            "Ties grow step by step: with {other:60} it's {nearer} first.",
            other=partner.kingdom.name,
            nearer=nearer.one,
        )
    ours = _tie(here, partner, action.tie, action.balance, realm.month)
    theirs = _tie(there, realm, action.tie, SEEN_FROM_THERE[action.balance], partner.month)
    if ours == here:
        raise refused(
            "pact.same",
            "You already have {tie} with {other:60} on these terms.",
            tie=action.tie.one,
            other=here.name,
        )
    favored = action.balance if action.tie in NUMBER_OF else Balance.BALANCED
    infamy, their_infamy = int(favored is Balance.OURS), int(favored is Balance.THEIRS)
    after = replace(realm, kingdom=with_other(realm.kingdom, ours))
    after = with_renown(after, Stat.INFAMY, infamy)
    event = PactMade(
        move.name,
        ours.name,
        action.tie,
        action.balance,
        _gain(ours, action.tie),
        _gain(theirs, action.tie),
        infamy=infamy,
        is_renewed=here.tie.place >= action.tie.place,
        is_noted=is_noted(realm),
    )
    tied = replace(partner, kingdom=with_other(partner.kingdom, theirs))
    tied = with_renown(tied, Stat.INFAMY, their_infamy)
    also, told = changed_partner(world, partner, tied.kingdom)
    move.realm = after
    move.also += also
    move.tell(event, *told)


def _seen(realm: Realm, partner: Realm) -> OtherKingdom:
    """The other kingdom as this one keeps it, as it is today."""
    known = mirror(realm.kingdom, partner.id)
    state = partner.kingdom
    known = known or OtherKingdom(state.name, kingdom=partner.id)
    return replace(known, alignment=state.alignment, size=partner.size)


def _tie(other: OtherKingdom, partner: Realm, tie: Tie, balance: Balance, month: int) -> OtherKingdom:
    """With that tie, which adds a share of what the other has now."""
    other = replace(other, has_embassy=True, has_attacked=False)
    if tie is Tie.EMBASSY:
        return other
    number = getattr(figures(partner), NUMBER_OF[tie])
    before = other.treaty if tie is Tie.TREATY else other.alliance
    pact = Pact(share(number, SHARES[balance][0]), balance, before.since if before is not None else month)
    return replace(other, treaty=pact) if tie is Tie.TREATY else replace(other, alliance=pact)


def _gain(other: OtherKingdom, tie: Tie) -> int:
    pact = {Tie.TREATY: other.treaty, Tie.ALLIANCE: other.alliance}.get(tie)
    return pact.gain if pact is not None else 0


# -- ties that end, here and there ---------------------------------------------------------------------------


def without(other: OtherKingdom, tie: Tie) -> OtherKingdom:
    """With that tie gone, and negotiations of it; with the embassy the building there, and old wrongs."""
    other = replace(other, talks=None)
    if tie is Tie.ALLIANCE:
        return replace(other, alliance=None)
    if tie is Tie.TREATY:
        return replace(other, treaty=None)
    return replace(other, has_embassy=False, residence=None, has_attacked=False)


class EndTie(OnKingdom):
    """End the closest tie with another kingdom: the alliance, the treaty or the embassy"""

    other: str = option("With which kingdom", suggest=tied_kingdoms)


class TieEnded(Event):
    """A tie was ended, or the people wouldn't have it; without a check by the side that was attacked."""

    name: str
    other: str
    tie: Tie
    result: CheckResult | None = None
    unrest: int = 0

    def sentence(self) -> Safe:
        """What is over, and how the people took it."""
        if self.result is None:
            says = T("**{name:60} ends its {tie} with {other:60}**, which attacked it. That costs nothing.")
            return says.of(self)
        says = T("**{name:60} ends its {tie} with {other:60}**{cost}. {check}")
        if self.tie is Tie.EMBASSY and not self.result.is_success:
            says = T(
                "The people of {name:60} won't give up the embassy in **{other:60}**: it stays open. {check}"
            )
        cost = T(": Unrest {unrest:+}").of(self) if self.unrest else ""
        return says.of(self, check=self.result.sentence(), cost=cost)


@move(
    "edict end",
    found=diplomatic,
    by=Task.DIPLOMACY,
    scope=with_all_kingdoms,
    previewed=True,
    watches=(Number.UNREST,),
    button="End it",
)
def end_tie(move: Move, action: EndTie, dice: Dice) -> None:
    """End the closest tie: Unrest +1, or +2 if the Loyalty check fails; an embassy closes if it succeeds.

    An embassy that stays open can be closed next month. With a kingdom that attacked this one, any tie ends
    without check and penalty. Raises RuleViolation or NotAllowed.
    """
    world, realm = move.world, move.realm
    other = met(world, realm, action.other)
    tie = other.tie
    if tie is Tie.NONE:
        raise refused("diplomacy.no_tie", "You have no tie with {name:60} to end.", name=other.name)
    result, unrest = None, 0
    if not other.has_attacked:
        _require_not_barred(realm, other, tie)
        result = roll_check(check(realm, Attribute.LOYALTY), dice, T("Loyalty check").plain(), is_plain=True)
        if tie is not Tie.EMBASSY:
            unrest = 1 if result.is_success else 2
    if tie is Tie.EMBASSY and result is not None and not result.is_success:
        other = replace(other, barred={**other.barred, CLOSE: realm.month + 1})
    else:
        other = without(other, tie)
    kingdom = with_unrest(with_other(realm.kingdom, other), unrest)
    event = TieEnded(kingdom.name, other.name, tie, result, unrest)
    kept: PartnerChange = ((), ())
    if other.tie is not tie:
        kept = changed_there(world, realm, other, lambda there: without(there, tie))
    also, told = kept
    move.put(kingdom)
    move.also += also
    move.tell(event, *told)


def _require_not_barred(realm: Realm, other: OtherKingdom, tie: Tie) -> None:
    """See that the people didn't keep the embassy open this month. Raises RuleViolation."""
    until = other.barred.get(CLOSE, 0)
    if tie is Tie.EMBASSY and realm.month < until:
        raise refused(
            "diplomacy.stays_open",
            "The people keep the embassy in {name:60} open this month. Try again in month {until}.",
            name=other.name,
            until=until,
        )


# -- deeds against those one is tied to ----------------------------------------------------------------------


_DICE: Final = re.compile(r"(\d+)d(\d+)", re.ASCII)


def _roll_amount(dice: Dice, amount: str, reason: T) -> int:
    """What that comes to: dice, a number, or nothing."""
    found = _DICE.fullmatch(amount)
    if found is None:
        return int(amount or 0)
    return sum(dice.roll(int(found[1]), int(found[2]), reason=reason.plain()))


class AttackKingdom(OnKingdom):
    """Attack a kingdom that you have a tie with: an embassy, a treaty or an alliance"""

    other: str = option("Which kingdom", suggest=tied_kingdoms)


class KingdomAttacked(Event):
    """A kingdom was attacked in spite of a tie: the Loyalty check, and what it costs in name and Unrest."""

    name: str
    other: str
    tie: Tie
    result: CheckResult
    infamy: int
    unrest: int
    is_noted: bool = False

    def sentence(self) -> Safe:
        """Who attacked whom, and what it costs."""
        says = T("**{name:60} attacks {other:60}** despite the {tie}: {cost:,}. {check}")
        cost: list[Safe | Clause] = [renown_told(Number.INFAMY, self.infamy, is_noted=self.is_noted)]
        cost += [T("**Unrest {unrest:+}**").of(self)] if self.unrest else []
        return says.of(self, cost=cost, check=self.result.sentence())


@move(
    "edict attack",
    found=diplomatic,
    by=(Task.ARMIES, Task.LEADERSHIP),
    scope=with_all_kingdoms,
    previewed=True,
    watches=(Number.UNREST,),
    button="Attack",
)
def attack_kingdom(move: Move, action: AttackKingdom, dice: Dice) -> None:
    """Attack somebody one is tied to: a Loyalty check says how dear that is. Both are at war then.

    The ties stay until the attacked side ends them, which costs it nothing. Raises RuleViolation, NotAllowed.
    """
    world, realm = move.world, move.realm
    other = met(world, realm, action.other)
    tie = other.tie
    if tie is Tie.NONE:
        raise refused(
            "diplomacy.no_tie_attacked",
            "You have no tie with {name:60}, so attacking it costs no Infamy and no Unrest.",
            name=other.name,
        )
    move.note(T("-# {other:60} may then end its ties with you without penalty.")(other=other.name))
    result = roll_check(check(realm, Attribute.LOYALTY), dice, T("Loyalty check").plain())
    price = ATTACKS[tie].success if result.is_success else ATTACKS[tie].failure
    infamy, unrest = (
        _roll_amount(dice, amount, what)
        for amount, what in zip(price, (T("Infamy"), T("Unrest")), strict=True)
    )
    kingdom = with_unrest(with_other(realm.kingdom, replace(other, is_at_war=True)), unrest)
    move.realm = with_renown(replace(realm, kingdom=kingdom), Stat.INFAMY, infamy)
    event = KingdomAttacked(kingdom.name, other.name, tie, result, infamy, unrest, is_noted(realm))
    also, told = changed_there(
        world, realm, other, lambda there: replace(there, is_at_war=True, has_attacked=True)
    )
    move.also += also
    move.tell(event, *told)


def allies(asker: Asker) -> list[Pair]:
    """The kingdoms with which there is an alliance."""
    return [(each.name, each.name) for each in asked_realm(asker).kingdom.others if each.alliance]


class StationArmy(OnKingdom):
    """Let an ally station an army in your land; a Loyalty check says if the people mind

    Not needed when you were attacked and called for their aid.
    """

    other: str = option("Whose army", suggest=allies)


@move("edict station", found=diplomatic, previewed=True, watches=(Number.UNREST,), button="Let it in")
def station_army(move: Move, action: StationArmy, dice: Dice) -> None:
    """Attempt the Loyalty check: 1d2 Unrest if it fails. Raises RuleViolation or NotAllowed."""
    world, realm = move.world, move.realm
    other = _ally(world, realm, action.other)
    move.require_task(Task.LOYALTY)
    result = roll_check(check(realm, Attribute.LOYALTY), dice, T("Loyalty check").plain(), is_alike=True)
    unrest = 0 if result.is_success else _roll_amount(dice, "1d2", T("Unrest"))
    move.put(with_unrest(realm.kingdom, unrest))
    minds = Clause(T(": **Unrest {unrest:+}**"), unrest=unrest)
    move.say(
        "army.stationed",
        T("An army of **{other:60}** is stationed in {name:60}{minds}. {check}"),
        name=Name(move.name),
        other=Name(other.name),
        minds=minds if unrest else Clause(T(", and the people don't mind")),
        check=result.clause(),
    )


def _ally(world: World, realm: Realm, text: str) -> OtherKingdom:
    other = met(world, realm, text)
    if other.alliance is None:
        raise refused("diplomacy.no_ally", "{name:60} isn't your ally.", name=other.name)
    return other


class RefuseAid(OnKingdom):
    """Note that this kingdom refused an ally aid"""

    other: str = option("Which ally", suggest=allies)


@move(
    "edict gm refused",
    found=diplomatic,
    may=Permit.GAME_MASTERS,
    previewed=True,
    button="Raise Infamy",
)
def refuse_aid(move: Move, action: RefuseAid, dice: Dice) -> None:
    """Infamy +1d4 for refused aid, where a game master says so. Raises RuleViolation."""
    world, realm = move.world, move.realm
    other = _ally(world, realm, action.other)
    infamy = _roll_amount(dice, "1d4", T("Infamy"))
    move.realm = with_renown(realm, Stat.INFAMY, infamy)
    move.say(
        "aid.refused",
        T("{name:60} leaves its ally **{other:60}** without aid: {cost}."),
        name=Name(move.name),
        other=Name(other.name),
        cost=renown_told(Number.INFAMY, infamy, is_noted=is_noted(realm)),
    )

"""Diplomatic edicts: envoys, threats, negotiations, treaties, alliances, what breaks them (R153 to R158)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Final

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.dice.trying import Branch
from bot.engine.event import Event
from bot.engine.finders import Asker, Pair
from bot.engine.pace import DECIDES, WAITS
from bot.engine.people import Permit, Standing
from bot.engine.record import AtStep, FormField, Press, Step
from bot.engine.saying import Label, Name
from bot.engine.steps import waits
from bot.engine.system import RecordId, World
from bot.engine.text import Safe, T, listed, refused
from bot.errors import NotAllowed
from bot.systems.kingdom.abroad.book import (
    ATTITUDE_STEP,
    DIPLOMACY,
    EXTREME,
    GIFTS_PART,
    RELATIONSHIPS,
    RESIDENCES,
    SHARES,
    TALKS,
    YEAR,
    Attitude,
    Balance,
    SpecialEdict,
    Tie,
    alignment_gap,
)
from bot.systems.kingdom.abroad.edicts import (
    diplomatic,
    fame_toward,
    festival_bonus,
    is_noted,
    issue,
    renown_told,
    require_expense,
    with_expense,
    with_other,
    with_renown,
)
from bot.systems.kingdom.abroad.kingdoms import (
    MOST_SKILL,
    asked_known,
    bond_with,
    met,
    modifiers_of,
    other_kingdoms,
    tied_kingdoms,
)
from bot.systems.kingdom.abroad.state import OtherKingdom, Pact, Talks
from bot.systems.kingdom.book import Attribute, BuildingType, MonthStep, Number, Stat, Task
from bot.systems.kingdom.checks import SIDES, check, percent, roll_check
from bot.systems.kingdom.moves import Move, move
from bot.systems.kingdom.realm import KINGDOM, OnKingdom, Realm, asked_realm, require_points
from bot.systems.kingdom.settings import BRIBES
from bot.systems.kingdom.sources import cut_at_zero, figures, number_of
from bot.systems.kingdom.state import Kingdom, Work, with_points
from bot.systems.kingdom.steps import assignee, goes_on
from bot.systems.kingdom.towns.book import row_of

MOST_BRIBE: Final = 999
# Under this name a kingdom keeps when it may threaten again.
THREAT: Final = "threat"
SIZE_PART: Final = 5
BASE_DC: Final = 10
# How the names of steps begin at which something is negotiated; the number of the talks follows.
TALKS_STEP: Final = "talks-"

# -- the checks of an envoy --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnvoyCheck:
    """A skill check as it was rolled: no die decides by itself."""

    die: int
    modifier: int
    dc: int

    @property
    def total(self) -> int:
        """The result."""
        return self.die + self.modifier

    @property
    def margin(self) -> int:
        """By how much it succeeded; below 0 it failed."""
        return self.total - self.dc

    def sentence(self) -> Safe:
        """14 (d20) + 9 = 23 against DC 20: success."""
        verdict = T("success") if self.margin >= 0 else T("failure")
        return T("{die} (d20) {modifier:+} = **{total}** against DC {dc}: **{verdict}**").of(
            self, verdict=verdict
        )


def needed_die(modifier: int, dc: int) -> int:
    """The lowest die that succeeds; 21 where none does."""
    return min(max(dc - modifier, 1), SIDES + 1)


def chance(modifier: int, dc: int) -> Fraction:
    """The chance of one check."""
    return Fraction(SIDES + 1 - needed_die(modifier, dc), SIDES)


def skill_check(dice: Dice, modifier: int, dc: int, reason: T) -> EnvoyCheck:
    """Roll a skill check."""
    odds = chance(modifier, dc)
    branches = (Branch("success", odds), Branch("failure", 1 - odds))
    certain = tuple(each for each in branches if each.chance)
    return EnvoyCheck(dice.check(SIDES, reason=reason.plain(), branches=certain), modifier, dc)


@dataclass(frozen=True, slots=True)
class Term:
    """One term of the sum that makes a DC."""

    amount: int
    what: Safe


def dc_terms(realm: Realm, other: OtherKingdom, bribe: int = 0, *, is_threat: bool = False) -> Iterator[Term]:
    """What a diplomatic edict's DC is made of (R153 to R156); those of 0 are left out."""
    found = (
        Term(BASE_DC, T("base")()),
        Term(0 if is_threat else number_of(realm, "infamy"), T("Infamy")()),
        Term(other.size // SIZE_PART, T("a fifth of its Size {size}").of(other)),
        Term(realm.size // SIZE_PART, T("a fifth of your Size {size}")(size=realm.size)),
        Term(_gap(realm, other), T("alignments")()),
        Term(sum(amount for _, amount in relationships(realm.kingdom, other)), T("allies and enemies")()),
        Term(ATTITUDE_STEP * tuple(Attitude).index(other.attitude), other.attitude.label),
        Term(0 if is_threat else -fame_toward(realm, other), T("Fame")()),
        Term(bribe if realm.rulings.has(BRIBES, "raise") else -bribe, T("gifts")()),
    )
    return (each for each in found if each.amount)


def _gap(realm: Realm, other: OtherKingdom) -> int:
    own = realm.kingdom.alignment
    return alignment_gap(own, other.alignment) if own is not None and other.alignment is not None else 0


def relationships(kingdom: Kingdom, other: OtherKingdom) -> Iterator[tuple[str, int]]:
    """What each third party adds, by its name: the one row of Table 4-13 that fits best (R156)."""
    for third in kingdom.others:
        amount = RELATIONSHIPS.get((third.tie, bond_with(kingdom, other.name, third.name)), 0)
        if amount and third.name != other.name:
            yield third.name, amount


def dc_of(realm: Realm, other: OtherKingdom, bribe: int = 0, *, is_threat: bool = False) -> int:
    """The DC of a diplomatic edict."""
    return sum(each.amount for each in dc_terms(realm, other, bribe, is_threat=is_threat))


def dc_line(realm: Realm, other: OtherKingdom, bribe: int = 0, *, is_threat: bool = False) -> Safe:
    """The DC and what it is made of."""
    part = T("{what} {amount:+}")
    terms = list(dc_terms(realm, other, bribe, is_threat=is_threat))
    total = sum(each.amount for each in terms)
    return T("DC **{total}**: {terms:,}")(
        total=total, terms=[part(what=each.what, amount=each.amount) for each in terms]
    )


def bonus_of(realm: Realm, other: OtherKingdom, *, is_threat: bool) -> int:
    """What the kingdom's name adds to its envoy: by ten Fame; behind a threat Infamy, by ten more, armies."""
    if is_threat:
        infamy = number_of(realm, "infamy")
        return infamy + infamy // 10 + len(realm.kingdom.armies)
    return fame_toward(realm, other) // 10


# -- envoys ------------------------------------------------------------------------------------------------


class SendEnvoy(OnKingdom):
    """Send an envoy to win an embassy, then a treaty, then an alliance"""

    other: str = option("To which kingdom", suggest=other_kingdoms)
    modifier: int = option(
        "Your envoy's Diplomacy modifier, or Intimidate for a threat",
        label="Diplomacy (or Intimidate) modifier",
        least=-MOST_SKILL,
        most=MOST_SKILL,
    )
    bribe: int = option(
        "BP for gifts and bribes; each lowers the DC by 1, unless your campaign decided otherwise",
        label="BP for gifts",
        default=0,
        least=0,
        most=MOST_BRIBE,
    )
    threat: bool = option(
        "Threaten them instead, for an embassy only; raises Infamy", label="Threaten instead", default=False
    )
    skills: str = option(
        "For a treaty: Bluff, Diplomacy, Knowledge (local), Knowledge (nobility), Sense Motive",
        label="For a treaty: the five modifiers",
        empty="Leave it empty for an embassy or an alliance.",
        default="",
        max_length=40,
        is_read=True,
    )


class EnvoySent(Event):
    """An envoy's checks, and what came of them.

    `spent` are the BP of the edict with `bribe`; `attitude` is the one afterward. `fame` and `infamy` are by
    how much those change where they are counted.
    """

    work: ClassVar[Work] = Work.SPECIAL_EDICT
    name: str
    other: str
    tie: Tie
    checks: tuple[EnvoyCheck, ...]
    is_success: bool
    spent: int
    bribe: int = 0
    is_threat: bool = False
    before: Attitude = Attitude.INDIFFERENT
    attitude: Attitude = Attitude.INDIFFERENT
    fame: int = 0
    infamy: int = 0
    is_war: bool = False
    is_noted: bool = False

    def sentence(self) -> Safe:
        """To whom, and what came of it."""
        first = T("{name:60} sends an envoy to **{other:60}**. {outcome}")
        if self.is_threat:
            first = T("{name:60} threatens **{other:60}**. {outcome}")
        gifts = T(", {bribe} BP for gifts").of(self) if self.bribe else ""
        paid = T("-# Paid: {spent} BP for travel{gifts}").of(self, gifts=gifts)
        checks = (T("-# {check}")(check=each.sentence()) for each in self.checks)
        return Safe("\n".join((first.of(self), *checks, paid)))

    @property
    def outcome(self) -> Safe:
        """What came of it."""
        if self.is_threat:
            says = T("**They give in**: there's an embassy now.")
            if not self.is_success:
                says = T("**They aren't impressed**, and can't be threatened again for a year.")
        elif not self.is_success:
            says = T("**No {tie}**, and they won't hear of one for a year.")
        elif self.tie is Tie.EMBASSY:
            says = T("**The embassy is agreed.**")
        else:
            says = T("**They're ready for {one}.** Now its terms are negotiated.")
        return Safe(" ".join((says.of(self, one=self.tie.one), *self.effects)))

    @property
    def effects(self) -> Iterator[Safe]:
        """What changed with it."""
        if self.attitude is not self.before:
            yield T("Their attitude: {before} → **{attitude}**.").of(self)
        if self.fame:
            yield T("{fame}.")(fame=renown_told(Number.FAME, self.fame, is_noted=self.is_noted))
        if self.infamy:
            yield T("{infamy}.")(infamy=renown_told(Number.INFAMY, self.infamy, is_noted=self.is_noted))
        if self.is_war:
            yield T("**They declare war.**")()


def _sending(_kingdom: RecordId, state: Kingdom, _step: Step) -> Iterator[Press]:
    other = asked_known(state)
    if other is not None and SpecialEdict.DIPLOMATIC in state.month.special:
        yield Press("envoy", T("Send an envoy…"), asks=(other, "modifier", "bribe", "threat", "skills"))


@move(
    "edict envoy",
    by=Task.DIPLOMACY,
    step=AtStep(MonthStep.SPECIAL, _sending),
    previewed=True,
    watches=(Number.TREASURY,),
    button="Send the envoy",
)
def send_envoy(move: Move, action: SendEnvoy, dice: Dice) -> None:
    """Attempt the checks for the next closer tie; a treaty and an alliance are then negotiated.

    Raises RuleViolation or NotAllowed.
    """
    world, realm = move.world, move.realm
    before = met(world, realm, action.other)
    tie = _next_tie(realm, before, is_threat=action.threat)
    ours = _ours(realm, before, action, tie)
    issued = replace(realm, kingdom=issue(world, realm, SpecialEdict.DIPLOMATIC))
    require_expense(realm, action.bribe)
    modifier = action.modifier + bonus_of(realm, before, is_threat=action.threat)
    modifier += festival_bonus(realm, before.name)
    move.note(*_foretold(realm, before, action, tie, modifier))
    checks, other = _attempt(issued, before, action, tie, modifier, dice)
    is_success = sum(each.margin >= 0 for each in checks) >= TALKS[tie].needed
    kingdom, spent = with_expense(issued.kingdom, dice, action.bribe)
    other, fame, infamy = _settle_mission(realm, other, action, tie, checks[-1], is_success=is_success)
    fame = cut_at_zero(realm, Stat.FAME, fame)
    if is_success and TALKS[tie].opposed:
        kingdom = replace(kingdom, counted=kingdom.counted + 1)
        other = replace(other, talks=Talks(kingdom.counted, tie, ours, gifts=action.bribe))
    is_war = action.threat and other.attitude is Attitude.HOSTILE and checks[-1].margin <= -EXTREME
    other = replace(other, is_at_war=other.is_at_war or is_war)
    after = replace(issued, kingdom=with_other(kingdom, other))
    after = with_renown(with_renown(after, Stat.FAME, fame), Stat.INFAMY, infamy)
    event = EnvoySent(
        kingdom.name,
        other.name,
        tie,
        checks,
        is_success,
        spent,
        action.bribe,
        action.threat,
        before.attitude,
        other.attitude,
        fame,
        infamy,
        is_war,
        is_noted(realm),
    )
    after, *told = negotiated_at_once(after, other, dice)
    move.realm = after
    move.tell(event, *told)


def _next_tie(realm: Realm, other: OtherKingdom, *, is_threat: bool) -> Tie:
    """Which tie an envoy would bring about now. Raises RuleViolation where there is none."""
    tie = other.tie.next
    _require_unplayed(other)
    if other.talks is not None:
        raise refused(
            "diplomacy.talks_first",
            "The {tie} with {name:60} is still being negotiated. Settle that first.",
            tie=other.talks.tie,
            name=other.name,
        )
    if tie is None:
        raise refused(
            "diplomacy.allied", "{name:60} is your ally already: there's no closer tie.", name=other.name
        )
    if is_threat and tie is not Tie.EMBASSY:
        raise refused(
            "diplomacy.no_threat",
            "A threat can only win an embassy, and you have one with {name:60} already.",
            name=other.name,
        )
    until = other.barred.get(THREAT if is_threat else tie.value, 0)
    if realm.month < until and is_threat:
        raise refused(
            "diplomacy.barred_threat",
            "{name:60} can't be threatened again before month {until}.",
            name=other.name,
            until=until,
        )
    if realm.month < until:
        raise refused(
            "diplomacy.barred",
            "The last attempt failed: {name:60} won't hear of {tie} again before month {until}.",
            name=other.name,
            tie=tie.one,
            until=until,
        )
    return tie


def _require_unplayed(other: OtherKingdom) -> None:
    """See that game masters speak for it: leaders of its own agree instead. Raises RuleViolation."""
    if other.kingdom is not None:
        raise refused(
            "diplomacy.played",
            "{name:60} is played at this table: propose it to its leaders with `/edict pact`.",
            name=other.name,
        )


def _ours(realm: Realm, other: OtherKingdom, action: SendEnvoy, tie: Tie) -> tuple[int, ...]:
    """The modifiers with which the envoy negotiates afterward. Raises RuleViolation without them."""
    if tie is Tie.EMBASSY:
        return ()
    given = (action.modifier,) if tie is Tie.ALLIANCE else modifiers_of(action.skills, asked_skills(tie))
    bonus = festival_bonus(realm, other.name)
    return tuple(each + bonus for each in negotiating(realm, other, tie, given))


def negotiating(realm: Realm, other: OtherKingdom, tie: Tie, given: Sequence[int]) -> tuple[int, ...]:
    """One modifier for each opposed check: the kingdom's name helps with Diplomacy there as well."""
    opposed = TALKS[tie].opposed
    bonus = bonus_of(realm, other, is_threat=False)
    each = zip(opposed, (*given,) * len(opposed), strict=False)
    return tuple(modifier + (bonus if skill is DIPLOMACY else 0) for skill, modifier in each)


def _foretold(
    realm: Realm, other: OtherKingdom, action: SendEnvoy, tie: Tie, modifier: int
) -> Iterator[Safe]:
    """What a preview says before the checks."""
    dc = dc_of(realm, other, action.bribe, is_threat=action.threat)
    yield dc_line(realm, other, action.bribe, is_threat=action.threat)
    talk, die = TALKS[tie], needed_die(modifier, dc)
    needs = T("{die} or more")(die=die) if die <= SIDES else T("more than a d20 can show")()
    says = T("To win {tie}, the envoy ({modifier:+}) needs {needs}: {chance}.")
    if talk.checks > 1:
        says = T(
            "To win {tie}, the envoy ({modifier:+}) needs {needs} in {needed} of {checks} checks: {chance} "
            "each."
        )
    odds = percent(chance(modifier, dc))
    yield says.of(talk, tie=tie.one, modifier=modifier, needs=needs, chance=odds)
    if tie in NUMBER_OF and (works := works_of(other, action.bribe)):
        yield T("Of the gifts {works} BP will count toward what {other:60} builds.")(
            works=works, other=other.name
        )
    yield T("-# The edict costs 1d4 BP for travel, and what the gifts cost.")()


def _attempt(
    realm: Realm, other: OtherKingdom, action: SendEnvoy, tie: Tie, modifier: int, dice: Dice
) -> tuple[tuple[EnvoyCheck, ...], OtherKingdom]:
    """The checks in order; one that goes far either way moves the attitude, and with it the next DC."""
    made = list[EnvoyCheck]()
    reason = T("threat") if action.threat else T("envoy's Diplomacy")
    for _ in range(TALKS[tie].checks):
        dc = dc_of(realm, other, action.bribe, is_threat=action.threat)
        found = skill_check(dice, modifier, dc, reason)
        made.append(found)
        if not action.threat:
            steps = -1 if found.margin >= EXTREME else 1 if found.margin <= -EXTREME else 0
            other = replace(other, attitude=other.attitude.worse(steps))
    return tuple(made), other


def _settle_mission(
    realm: Realm, other: OtherKingdom, action: SendEnvoy, tie: Tie, last: EnvoyCheck, *, is_success: bool
) -> tuple[OtherKingdom, int, int]:
    """The other kingdom once it has answered, and by how much Fame and Infamy change."""
    barred = {**other.barred, THREAT if action.threat else tie.value: realm.month + YEAR}
    if action.threat:
        steps = 0 if is_success else 2 if last.margin <= -EXTREME else 1
        other = replace(other, attitude=other.attitude.worse(steps))
        infamy = 1 if is_success else 2
        if is_success:
            return replace(other, has_embassy=True), 0, infamy
        return replace(other, barred=barred), 0, infamy
    if tie is Tie.EMBASSY:
        fame = (last.margin >= EXTREME) - (last.margin <= -EXTREME)
        other = replace(other, has_embassy=True) if is_success else replace(other, barred=barred)
        return other, fame, 0
    return (other, 0, 0) if is_success else (replace(other, barred=barred), -1, 0)


# -- negotiations ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opposed:
    """One opposed check: both results, ties rolled again."""

    ours: int
    theirs: int


class Negotiate(OnKingdom):
    """Make the opposed checks of negotiations: the modifiers of whoever speaks for the other kingdom."""

    talks: int = 0
    theirs: str = option("Their modifiers", default="", max_length=40, is_read=True)


class Negotiated(Event):
    """The opposed checks of negotiations, and who has the advantage."""

    name: str
    other: str
    tie: Tie
    checks: tuple[Opposed, ...]
    is_ours: bool

    def sentence(self) -> Safe:
        """Who has the advantage, by how many checks."""
        says = T(
            "**{other:60} has the advantage**, {theirs} to {ours}, and decides if the {tie} is balanced."
        )
        if self.is_ours:
            says = T(
                "**{name:60} has the advantage**, {ours} to {theirs}, and decides if the {tie} is balanced."
            )
        ours = sum(each.ours > each.theirs for each in self.checks)
        line = says.of(self, ours=ours, theirs=len(self.checks) - ours)
        rolls = listed([T("{ours} to {theirs}").of(each) for each in self.checks], ",")
        return T("{line}\n-# {rolls}")(line=line, rolls=rolls)


def _talks_at(state: Kingdom, step: Step) -> Talks | None:
    found = (each.talks for each in state.others if each.talks is not None)
    return next((each for each in found if str(each.number) == step.which), None)


@waits(KINGDOM.name, TALKS_STEP, of="others", when=goes_on, rank=6)
def talks_steps(_kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    """What is negotiated: first the checks, then the terms, for the side with the advantage."""
    for other in state.others:
        talks = other.talks
        if talks is None:
            continue
        name = f"{TALKS_STEP}{talks.number}"
        if talks.advantage is None:
            says = T("{kingdom:60}: negotiating the {tie} with {other:60}")
            label = says.plain(kingdom=state.name, tie=talks.tie, other=other.name)
            yield Step(name, label, None, silent=WAITS, sort=TALKS_STEP)
            continue
        says = T("{kingdom:60}: the terms of the {tie} with {other:60}")
        label = says.plain(kingdom=state.name, tie=talks.tie, other=other.name)
        who = assignee(state, Task.DIPLOMACY) if talks.advantage else None
        yield Step(name, label, who, revision=2, silent=DECIDES, sort=TALKS_STEP)


def _negotiating(_kingdom: RecordId, state: Kingdom, step: Step) -> Iterator[Press]:
    talks = _talks_at(state, step)
    if talks is None or talks.advantage is not None:
        return
    hint = T("Bluff, Diplomacy, Knowledge (local), Knowledge (nobility), Sense Motive").plain()
    says = T("Their five modifiers")
    if talks.tie is Tie.ALLIANCE:
        hint = T("Used in all {n} checks").plain(n=len(TALKS[talks.tie].opposed))
        says = T("Their Diplomacy")
    asks = (FormField("theirs", says.plain(), 40, hint=hint),)
    yield Press("negotiate", T("Negotiate…"), {"talks": talks.number}, asks, is_main=True)


@move(may=Permit.GAME_MASTERS, step=AtStep(TALKS_STEP, _negotiating))
def negotiate(move: Move, action: Negotiate, dice: Dice) -> None:
    """Make the opposed checks. Raises RuleViolation where nothing is negotiated, or for no such modifiers."""
    realm = move.realm
    other, talks = _talks(realm, action.talks)
    if talks.advantage is not None:
        raise _no_talks()
    theirs = modifiers_of(action.theirs, asked_skills(talks.tie))
    if talks.tie is Tie.TREATY:
        other = replace(other, skills=theirs)
    after, event = _with_advantage(realm, other, talks, theirs, dice)
    move.realm = after
    move.tell(event)


def asked_skills(tie: Tie) -> int:
    """How many modifiers one side has: in an alliance the same skill is used each time."""
    return len(TALKS[tie].opposed) if tie is Tie.TREATY else 1


def _talks(realm: Realm, number: int) -> tuple[OtherKingdom, Talks]:
    """The negotiations of that number. Raises RuleViolation where they are over."""
    for other in realm.kingdom.others:
        if other.talks is not None and other.talks.number == number:
            return other, other.talks
    raise _no_talks()


def _no_talks() -> Exception:
    return refused(
        "diplomacy.no_talks", "Those negotiations are over. `/edict diplomacy` shows where things stand."
    )


def negotiated_at_once(realm: Realm, other: OtherKingdom, dice: Dice) -> tuple[Realm, *tuple[Event, ...]]:
    """The opposed checks right away, where it is known who speaks for the other kingdom."""
    talks = other.talks
    if talks is None or not other.skills:
        return (realm,)
    theirs = other.skills if talks.tie is Tie.TREATY else other.skills[1:2]
    return _with_advantage(realm, other, talks, theirs, dice)


def _with_advantage(
    realm: Realm, other: OtherKingdom, talks: Talks, theirs: Sequence[int], dice: Dice
) -> tuple[Realm, Negotiated]:
    count = len(TALKS[talks.tie].opposed)
    pairs = zip(talks.ours, (tuple(theirs) * count)[:count], strict=True)
    checks = tuple(_opposed(dice, *pair) for pair in pairs)
    is_ours = 2 * sum(each.ours > each.theirs for each in checks) > len(checks)
    other = replace(other, talks=replace(talks, advantage=is_ours))
    after = replace(realm, kingdom=with_other(realm.kingdom, other))
    return after, Negotiated(realm.kingdom.name, other.name, talks.tie, checks, is_ours)


# So often a tie is rolled again; then the other side has it.
MAX_REROLLS: Final = 20


def _opposed(dice: Dice, ours: int, theirs: int) -> Opposed:
    for _ in range(MAX_REROLLS):
        mine, yours = dice.roll(2, SIDES, reason=T("opposed check").plain())
        if mine + ours != yours + theirs:
            return Opposed(mine + ours, yours + theirs)
    return Opposed(ours, ours + 1)


class SettleTerms(OnKingdom):
    """Say whether a treaty or an alliance is balanced, as the side with the advantage."""

    talks: int = 0
    is_balanced: bool = True


class PactMade(Event):
    """A treaty or an alliance begins. `gain` is what it adds here, `theirs` what it adds there.

    `spent` are the BP of an edict that was issued for it alone, `works` those of the gifts that count toward
    what a vassal builds.
    """

    name: str
    other: str
    tie: Tie
    balance: Balance
    gain: int
    theirs: int = 0
    fame: int = 0
    infamy: int = 0
    is_renewed: bool = False
    spent: int = 0
    is_noted: bool = False
    works: int = 0

    def sentence(self) -> Safe:
        """With whom, on what terms, what both get, and what it cost."""
        says = T("**{name:60} and {other:60} now have {one}**{terms}.{renown}{works}{paid}")
        if self.is_renewed:
            says = T(
                "**The {tie} between {name:60} and {other:60} has new terms**{terms}.{renown}{works}{paid}"
            )
        changed = [(Number.FAME, self.fame), (Number.INFAMY, self.infamy)]
        told = [renown_told(*each, is_noted=self.is_noted) for each in changed if each[1]]
        renown = T(" {told:,}.")(told=told) if told else ""
        paid = T("\n-# Paid: {spent} BP").of(self) if self.spent else ""
        works = T(" Of the gifts **{works} BP** count toward what {other:60} builds this month.").of(self)
        return says.of(
            self,
            one=self.tie.one,
            terms=self._terms,
            renown=renown,
            works=works if self.works else "",
            paid=paid,
        )

    @property
    def _terms(self) -> Safe | str:
        """On what terms, and what it adds; an embassy has none."""
        if self.tie not in NUMBER_OF:
            return ""
        says = {
            Balance.BALANCED: T(", balanced: **{number} {gain:+}**{there}"),
            Balance.OURS: T(", in favor of {name:60}: **{number} {gain:+}**{there}"),
            Balance.THEIRS: T(", in favor of {other:60}: **{number} {gain:+}**{there}"),
        }
        there = T(", and {theirs:+} for {other:60}").of(self) if self.theirs else ""
        return says[self.balance].of(self, number=Number(NUMBER_OF[self.tie]), there=there)


def _settling(_kingdom: RecordId, state: Kingdom, step: Step) -> Iterator[Press]:
    talks = _talks_at(state, step)
    if talks is None or talks.advantage is None:
        return
    favor = T("In our favor") if talks.advantage else T("In their favor")
    yield Press("balanced", T("Balanced"), {"talks": talks.number}, is_main=True)
    yield Press("favor", favor, {"talks": talks.number, "is_balanced": False})


@move(step=AtStep(TALKS_STEP, _settling))
def settle_terms(move: Move, action: SettleTerms, dice: Dice) -> None:
    """Settle the terms: 10 % of the other's Economy or Stability each, or 15 % and 5 % (R157, R158).

    With a subjugated kingdom half of the gifts counts toward its improvements and buildings of this month.
    What an NPC kingdom's is, where nobody told it, is estimated at 2d6 + its Size. Raises RuleViolation, and
    NotAllowed for the side without the advantage.
    """
    world, realm = move.world, move.realm
    other, talks = _talks(realm, action.talks)
    if talks.advantage is None:
        raise refused("diplomacy.not_yet", "Not yet: a game master rolls the opposed checks first.")
    if talks.advantage:
        move.require_task(Task.DIPLOMACY)
    else:
        _require_game_master(world)
    balance = Balance.BALANCED
    if not action.is_balanced:
        balance = Balance.OURS if talks.advantage else Balance.THEIRS
    works = works_of(other, talks.gifts)
    if works:
        other = replace(other, works=works, works_month=realm.month)
    other = with_estimate(replace(other, talks=None), talks.tie, dice)
    after, event = agree(realm, other, talks.tie, balance)
    event = replace(event, works=works)
    # The side with the advantage is known for its fairness, or for taking it.
    if talks.advantage:
        fame, infamy = (1, 0) if balance is Balance.BALANCED else (0, 1)
        after = with_renown(with_renown(after, Stat.FAME, fame), Stat.INFAMY, infamy)
        event = replace(event, fame=fame, infamy=infamy, is_noted=is_noted(realm))
    move.realm = after
    move.tell(event)


def _require_game_master(world: World) -> None:
    if world.standing is not Standing.GAME_MASTER:
        raise refused(
            "diplomacy.theirs",
            "They have the advantage: a game master says whether it's balanced.",
            NotAllowed,
        )


def works_of(other: OtherKingdom, gifts: int) -> int:
    """How many BP of gifts for a treaty or an alliance count toward what a vassal builds that month."""
    return gifts // GIFTS_PART if other.was_conquered else 0


NUMBER_OF: Final = {Tie.TREATY: "economy", Tie.ALLIANCE: "stability"}


def with_estimate(other: OtherKingdom, tie: Tie, dice: Dice) -> OtherKingdom:
    """With its Economy or Stability, estimated where nobody told it (R158)."""
    field = NUMBER_OF[tie]
    if getattr(other, field) is not None:
        return other
    reason = T("estimate of its {what}").plain(what=Number(field))
    estimate = sum(dice.roll(2, 6, reason=reason)) + other.size
    if tie is Tie.TREATY:
        return replace(other, economy=estimate)
    return replace(other, stability=estimate)


def agree(realm: Realm, other: OtherKingdom, tie: Tie, balance: Balance) -> tuple[Realm, PactMade]:
    """The realm with that treaty or alliance; what it adds stays as it was agreed (R158)."""
    ours, theirs = SHARES[balance]
    field = NUMBER_OF[tie]
    gain = share(getattr(other, field), ours)
    before = other.treaty if tie is Tie.TREATY else other.alliance
    pact = Pact(gain, balance, before.since if before is not None else realm.month)
    other = replace(other, treaty=pact) if tie is Tie.TREATY else replace(other, alliance=pact)
    other = replace(other, has_attacked=False)
    after = replace(realm, kingdom=with_other(realm.kingdom, other))
    given = share(getattr(figures(realm), field), theirs)
    event = PactMade(realm.kingdom.name, other.name, tie, balance, gain, given, is_renewed=before is not None)
    return after, event


def share(number: int, part: int) -> int:
    """So many per cent of it, rounded down; never less than nothing."""
    return max(0, number) * part // 100


# -- an unbalanced treaty made balanced, and one negotiated anew --------------------------------------------


def treaties(asker: Asker) -> list[Pair]:
    """The kingdoms with which there is a treaty, and for which game masters speak."""
    others = asked_realm(asker).kingdom.others
    return [(each.name, each.name) for each in others if each.treaty and each.kingdom is None]


WHICH: Final = "Which of the two, where there's a treaty and an alliance"


def _pacts(other: OtherKingdom) -> Iterator[tuple[Tie, Pact]]:
    """The treaty and the alliance with it, where there are."""
    for tie, pact in ((Tie.TREATY, other.treaty), (Tie.ALLIANCE, other.alliance)):
        if pact is not None:
            yield tie, pact


def _one_of(other: OtherKingdom, found: Sequence[Tie], tie: Tie | None) -> Tie:
    """The one that is meant. Raises RuleViolation where it may be either."""
    if tie is None and len(found) > 1:
        raise refused(
            "diplomacy.which_tie",
            "There's a treaty and an alliance with {name:60}. Say with `tie:` which of them.",
            name=other.name,
        )
    return found[0]


class BalanceTreaty(OnKingdom):
    """Balance a treaty or alliance in your favor, without a check"""

    other: str = option("With which kingdom", suggest=treaties)
    tie: Tie | None = option(WHICH, default=None, choices=(Tie.TREATY, Tie.ALLIANCE))


@move("edict balance", by=Task.DIPLOMACY, previewed=True, button="Balance it")
def balance_treaty(move: Move, action: BalanceTreaty, dice: Dice) -> None:
    """Balance what is in this kingdom's favor, as a special edict. Raises RuleViolation or NotAllowed."""
    world, realm = move.world, move.realm
    other = met(world, realm, action.other)
    _require_unplayed(other)
    found = [tie for tie, pact in _pacts(other) if pact.balance is Balance.OURS and action.tie in (None, tie)]
    if not found:
        raise refused(
            "diplomacy.nothing_to_balance",
            "You have no {what:or} with {name:60} in your favor to balance.",
            what=[action.tie] if action.tie is not None else [Tie.TREATY, Tie.ALLIANCE],
            name=other.name,
        )
    tie = _one_of(other, found, action.tie)
    issued = replace(realm, kingdom=issue(world, realm, SpecialEdict.DIPLOMATIC))
    require_expense(realm)
    move.note(T("-# The edict costs 1d4 BP.")())
    after, event = agree(issued, with_estimate(other, tie, dice), tie, Balance.BALANCED)
    kingdom, spent = with_expense(after.kingdom, dice)
    move.realm = replace(after, kingdom=kingdom)
    move.tell(replace(event, spent=spent))


class Renegotiate(OnKingdom):
    """Renegotiate a treaty or alliance, if a Loyalty check succeeds"""

    other: str = option("With which kingdom", suggest=treaties)
    skills: str = option(
        "Bluff, Diplomacy, Knowledge (local), Knowledge (nobility), Sense Motive; for an alliance Diplomacy",
        label="Your envoy's modifiers",
        max_length=40,
        is_read=True,
    )
    tie: Tie | None = option(WHICH, default=None, choices=(Tie.TREATY, Tie.ALLIANCE))


@move("edict renegotiate", found=diplomatic, by=Task.DIPLOMACY, previewed=True, button="Renegotiate")
def renegotiate(move: Move, action: Renegotiate, dice: Dice) -> None:
    """Attempt the Loyalty check, then negotiate: a failure leaves the treaty, and Unrest +1.

    Raises RuleViolation or NotAllowed.
    """
    world, realm = move.world, move.realm
    other = met(world, realm, action.other)
    _require_unplayed(other)
    found = [tie for tie, pact in _pacts(other) if action.tie in (None, tie)]
    if not found or other.talks is not None:
        raise refused(
            "diplomacy.nothing_to_renegotiate",
            "There's no {what:or} with {name:60} to renegotiate now.",
            what=[action.tie] if action.tie is not None else [Tie.TREATY, Tie.ALLIANCE],
            name=other.name,
        )
    tie = _one_of(other, found, action.tie)
    given = modifiers_of(action.skills, asked_skills(tie))
    result = roll_check(check(realm, Attribute.LOYALTY), dice, T("Loyalty check").plain())
    if not result.is_success:
        move.upset(1)
        move.say(
            "treaty.left_as_it_is",
            T(
                "The people of {name:60} want the {tie} with **{other:60}** left as it is: **Unrest "
                "{unrest:+}**. {check}"
            ),
            name=Name(move.name),
            other=Name(other.name),
            tie=Label(tie),
            unrest=1,
            check=result.clause(),
        )
        return
    move.say(
        "treaty.renegotiated",
        T("{name:60} renegotiates its {tie} with **{other:60}**. {check}"),
        name=Name(move.name),
        other=Name(other.name),
        tie=Label(tie),
        check=result.clause(),
    )
    number = realm.kingdom.counted + 1
    other = replace(other, talks=Talks(number, tie, negotiating(realm, other, tie, given)))
    kingdom = replace(with_other(realm.kingdom, other), counted=number)
    after, *told = negotiated_at_once(replace(realm, kingdom=kingdom), other, dice)
    move.realm = after
    move.tell(*told)


# -- a building for the embassy ------------------------------------------------------------------------------


class BuyResidence(OnKingdom):
    """Buy or build an embassy abroad: a Mansion or Noble Villa"""

    other: str = option("In which kingdom", suggest=tied_kingdoms)
    building: BuildingType = option("Which building", choices=RESIDENCES)


class ResidenceBought(Event):
    """An embassy has a building of its own."""

    says = T(
        "{name:60} now has a {building} in **{other:60}** as its embassy, for **{price} BP**. It counts "
        "like one at home, and adds Economy +2, Society +2 and Consumption +1."
    )
    name: str
    other: str
    building: BuildingType
    price: int


@move(
    "edict residence",
    found=diplomatic,
    by=(Task.DIPLOMACY, Task.SETTLEMENTS),
    previewed=True,
    watches=(Number.TREASURY,),
    button="Buy it",
)
def buy_residence(move: Move, action: BuyResidence, dice: Dice) -> None:
    """Pay a Mansion or Noble Villa in a kingdom with an embassy; it uses no building of the month.

    Raises RuleViolation or NotAllowed.
    """
    world, realm = move.world, move.realm
    other = met(world, realm, action.other)
    if not other.has_embassy:
        raise refused("diplomacy.no_embassy", "You have no embassy in {name:60} yet.", name=other.name)
    if action.building not in RESIDENCES:
        raise refused("diplomacy.residence", "An embassy can be a Mansion or a Noble Villa.")
    if other.residence is not None:
        raise refused(
            "diplomacy.has_residence",
            "Your embassy in {name:60} is in a {building} already.",
            name=other.name,
            building=other.residence,
        )
    price = row_of(action.building).cost
    require_points(realm, price)
    kingdom = with_points(with_other(realm.kingdom, replace(other, residence=action.building)), -price)
    move.put(kingdom)
    move.tell(ResidenceBought(kingdom.name, other.name, action.building, price))

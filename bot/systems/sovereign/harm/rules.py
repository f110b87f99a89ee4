"""Damage and healing, Mortal Injury, System Strain and Frailty (S10, S24 to S36)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from bot.engine.declare import Action, checked, option
from bot.engine.dice.notation import parse
from bot.engine.dice.source import Dice
from bot.engine.dice.terms import Roll
from bot.engine.dice.throwing import Pool, throw
from bot.engine.event import Event
from bot.engine.finders import MINE, finder
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit, Standing
from bot.engine.record import AtStep, Press
from bot.engine.saying import NOTHING, Clause, Name, Said, Words, say
from bot.engine.steps import at
from bot.engine.system import Record, RecordId, Scope, Step, Want, World
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line, signed, too_long, whole_number
from bot.engine.working import RecordCopy, correction, deed
from bot.systems.sovereign.book import (
    CHECK_TARGET,
    DOOM_SIDES,
    FIRST_AID_SIDES,
    MONTH,
    ROLLS_AT_ONCE,
    Attribute,
    Save,
    Skill,
    group_share,
)
from bot.systems.sovereign.checks.means import Check, Diced, Saving
from bot.systems.sovereign.checks.rules import best_pair
from bot.systems.sovereign.packs.rules import require_tool
from bot.systems.sovereign.parties.rest import strained
from bot.systems.sovereign.parties.rules import PARTY, SEVERAL, say_died
from bot.systems.sovereign.people.rules import (
    ANYBODY,
    CHARACTER,
    CHARACTER_MEANT,
    SAME,
    audience_of,
    on_character,
    require_able,
    require_alive,
    seen_by,
)
from bot.systems.sovereign.state import Character, Dying, Frail, Item, Tool, dead, fallen
from bot.systems.sovereign.steps import DYING, FRAIL, FRAIL_SAVE

AMOUNT_LENGTH, MOST_AMOUNT = 40, 999
# What a healer rolls: the better of the two (S25, S30).
HEALING_PAIRS = ((Attribute.DEX, Skill.HEAL), (Attribute.INT, Skill.HEAL))
CARE_SKILL = 1


def read_amount(text: str) -> int | Roll:
    """A number, or dice such as 2d6+1. Raises RuleViolation for what is neither, or no amount."""
    number, beyond = whole_number(text), too_long(text)
    if number is None and beyond is None:
        return parse(text)
    if number is None or not 1 <= number <= MOST_AMOUNT:
        given = beyond if number is None else number
        raise refused("harm.amount", "It can be 1 to {most}, not {given}.", given=given, most=MOST_AMOUNT)
    return number


class Amount(NamedTuple):
    """So much, and the dice as they fell where there were any: “3 + 4 + 1”."""

    n: int
    dice: str = ""

    @property
    def fell(self) -> Clause | None:
        """The dice, where they say more than what they come to."""
        return Clause(T("{dice}"), dice=Name(self.dice)) if self.dice not in ("", str(self.n)) else None


def amount_of(text: str, dice: Dice, *, is_secret: bool = False) -> Amount:
    """The same, rolled where it is dice: 0 at least. Raises RuleViolation as `read_amount` does."""
    amount = read_amount(text)
    if isinstance(amount, int):
        return Amount(amount)
    result = throw(amount, dice, secret=is_secret)[0]
    return Amount(min(MOST_AMOUNT, max(0, result.total)), " ".join(map(_fell, result.parts)))


def _fell(part: str | Pool) -> str:
    return part if isinstance(part, str) else summed([each.value for each in part.dice if each.is_kept])


def summed(faces: Iterable[int]) -> str:
    """Dice as they fell, as a sum to read."""
    return " + ".join(map(str, faces))


# -- hurt ---------------------------------------------------------------------------------------------


class Damage(Action):
    """Hurt somebody: a number or dice; at 0 HP they are Mortally Injured, or die"""

    character: RecordId = option("Who; your own character by default", finder=CHARACTER_MEANT)
    amount: str = option(
        "How much: 5, or dice such as 2d6+1", max_length=AMOUNT_LENGTH, parse=checked(read_amount)
    )
    cause: str = option("By what", default="", max_length=60)
    is_halved: bool = option(
        "A blunt or slashing weapon under water: half, rounded down, 1 at least",
        name="underwater",
        label="Under water",
        default=False,
    )


def _require_up(state: Character) -> None:
    require_alive(state)
    if state.hp == 0:
        raise refused(
            "harm.down",
            "{name} is at 0 HP already. If this kills them, a game master can use `/gm deed: death`.",
            name=state.name,
        )


def harmed(
    state: Character, amount: int, cause: Clause | None, dice: Clause | None = None
) -> tuple[Character, list[Event]]:
    """Somebody after so much damage (S10, S24, S28, S29). Raises RuleViolation for who is down."""
    _require_up(state)
    after = replace(state, hp=max(0, state.hp - amount))
    told: list[Event] = [
        say(
            "harm.hurt",
            T("{name} takes {much} damage{by}: HP {before} → {after}."),
            name=Name(state.name),
            much=Clause(T("{dice} = {amount}"), dice=dice, amount=amount)
            if dice is not None
            else Clause(T("{amount}"), amount=amount),
            by=Clause(T(" ({cause})"), cause=cause) if cause is not None else NOTHING,
            before=state.hp,
            after=after.hp,
            audience=audience_of(state),
        )
    ]
    if after.hp:
        return after, told
    after, audience = fallen(after), seen_by(state)
    why = Clause(T("Frail, and at 0 HP")) if state.frail is not None else None
    fell = (
        say_died(state.name, why, audience)
        if after.is_dead
        else say(
            "harm.fell",
            T(
                "**{name} is Mortally Injured** and dies at the end of the sixth Round from now unless "
                "somebody stabilizes them. This Round there's no penalty."
            ),
            name=Name(state.name),
            audience=audience,
        )
    )
    return after, [*told, fell]


def _cause(world: World, text: str) -> Clause | None:
    words = one_line(text)
    return Clause(T("{words}"), words=Words(words, by=world.actor)) if words else None


@on_character("sov harm damage", confirms=True, when=(_require_up,))
def damage(found: RecordCopy[Character], action: Damage, dice: Dice) -> None:
    """Take the HP. Raises RuleViolation for what is no amount, and for the dead."""
    state = found.state
    asked = read_amount(action.amount)
    if state.frail is not None and (not isinstance(asked, int) or asked >= state.hp):
        found.note(T("**{name} is Frail: at 0 HP they die at once.**")(name=state.name))
    rolled = amount_of(action.amount, dice, is_secret=state.is_npc)
    amount, fell = rolled.n, rolled.fell
    if action.is_halved:
        fell = Clause(T("half of {dice}"), dice=Name(rolled.dice or str(amount)))
        amount = max(min(1, amount), amount // 2)
    after, told = harmed(state, amount, _cause(found.world, action.cause), fell)
    found.put(after)
    found.tell(*told)


class Kill(Action):
    """Say that somebody dies, whatever their HP"""

    character: RecordId = option("Who", finder=ANYBODY, when=(require_alive,))
    cause: str = option("Of what", default="", max_length=60)


@correction("sov harm death", of=CHARACTER, known=seen_by, confirms=True, button="Let them die")
def kill(found: RecordCopy[Character], action: Kill, dice: Dice) -> None:
    """Let them die. Raises RuleViolation for the dead."""
    found.note(T("Nothing in the rules brings {name} back.")(name=found.state.name))
    found.put(dead(found.state))
    found.tell(say_died(found.state.name, _cause(found.world, action.cause), EVERYONE))


# -- healed -------------------------------------------------------------------------------------------


class Heal(Action):
    """Heal somebody by magic or otherwise; magic costs them System Strain"""

    character: RecordId = option("Who; your own character by default", finder=CHARACTER_MEANT)
    amount: str = option(
        "How much: 5, or dice such as 1d6+2", max_length=AMOUNT_LENGTH, parse=checked(read_amount)
    )
    strain: int = option("System Strain that it costs them", default=0, least=0, most=20)
    stabilizes: bool = option("Whether it stabilizes the Mortally Injured", default=False)


def _say_healed(before: Character, after: Character, start: Clause, fell: Clause, audience: Audience) -> Said:
    """The dice, HP, and the strain it cost, before → after."""
    strain = Clause(
        T(", Strain {strain_before} → {strain}"), strain_before=before.strain, strain=after.strain
    )
    return say(
        "harm.healed",
        T("{start}:{fell} HP {before} → {after}{strain}."),
        start=start,
        fell=fell,
        before=before.hp,
        after=after.hp,
        strain=strain if after.strain != before.strain else NOTHING,
        audience=audience,
    )


def _say_stabilized(state: Character) -> Said:
    """Somebody Mortally Injured will live (S27)."""
    return say(
        "harm.stabilized",
        T("**{name} is stabilized.** They come to in one Turn with 1 HP, and Frail."),
        name=Name(state.name),
        audience=seen_by(state),
    )


def stabilized(state: Character) -> Character:
    """Somebody who lies there for a Turn, and then comes to; Frail from now on (S27, Q22)."""
    return replace(state, dying=None, helpless=max(1, state.helpless), frail=Frail())


def require_strain(state: Character, more: int) -> None:
    """Raises RuleViolation where that would be too much for them (S35, Q17); the maximum itself is fine."""
    if state.strain + more > state.constitution:
        raise refused(
            "strain.too_much",
            "{name} has {strain} of {most} System Strain and can't take {more} more.",
            name=state.name,
            strain=state.strain,
            most=state.constitution,
            more=more,
        )


@on_character("sov care heal", when=(require_alive,))
def heal(found: RecordCopy[Character], action: Heal, dice: Dice) -> None:
    """Give HP up to the maximum (S35). Raises RuleViolation for the dead, the dying, and too much strain."""
    state = found.state
    if state.dying is not None and not action.stabilizes:
        raise refused(
            "heal.dying",
            "{name} is Mortally Injured and has to be stabilized first. If this power does that, say so "
            "with `stabilizes`.",
            name=state.name,
        )
    require_strain(state, action.strain)
    if state.dying is not None:
        found.put(replace(stabilized(state), strain=state.strain + action.strain))
        found.tell(_say_stabilized(state))
        return
    amount, fell = amount_of(action.amount, dice, is_secret=state.is_npc)
    after = replace(state, hp=min(state.max_hp, state.hp + amount), strain=state.strain + action.strain)
    if after == state:
        raise refused("heal.full", "{name} isn't hurt.", name=state.name)
    start = Clause(T("{name}"), name=Name(state.name))
    dice_ = Clause(T(" {dice};"), dice=Name(fell)) if fell else NOTHING
    found.put(after)
    found.tell(_say_healed(state, after, start, dice_, audience_of(state)))


class SetStrain(Action):
    """Add System Strain to somebody, or take it away"""

    character: RecordId = option("Who; your own character by default", finder=CHARACTER_MEANT)
    amount: int = option("How much; negative takes it away", least=-30, most=30)
    is_forced: bool = option(
        "Whether it can't be refused: beyond the maximum they fall unconscious for an hour",
        name="forced",
        label="Can't be refused",
        default=False,
    )


class Strained(Event):
    """Somebody's System Strain changed."""

    name: str
    before: int
    after: int
    most: int
    is_out: bool = False

    def sentence(self) -> T:
        """Before → after, and whether they are out cold (S36)."""
        if self.is_out:
            return T("{name}: Strain {before} → {after} of {most}. **Unconscious for an hour.**")
        return T("{name}: Strain {before} → {after} of {most}.")


@on_character("sov care strain", already=SAME, when=(require_alive,), button="Change the Strain")
def set_strain(found: RecordCopy[Character], action: SetStrain, dice: Dice) -> None:
    """Change it (S35, S36). Raises RuleViolation beyond the maximum unless it is forced."""
    state = found.state
    if action.amount > 0 and not action.is_forced:
        require_strain(state, action.amount)
    if action.amount > 0:
        found.put(strained(state, action.amount))
    else:
        found.change(strain=max(0, state.strain + action.amount))
    found.tell(strain_told(state, found.state))


def strain_told(before: Character, after: Character) -> Strained:
    """How much strain somebody has by now, and whether it was too much."""
    is_out = after.helpless > before.helpless
    return Strained(
        before.name, before.strain, after.strain, after.constitution, is_out, audience=audience_of(before)
    )


# -- a healer's kit -----------------------------------------------------------------------------------


HEALER_MEANT = finder(
    CHARACTER,
    prefer=MINE,
    here=lambda state: state.active_in,
    has_secrets=True,
    noun=T("healer"),
    which=lambda names: (
        T("Who tends them: {names:,}? Name one as the healer.")(names=list(names))
        if names
        else T("Name the healer: you have no character in this campaign.")()
    ),
)


class Tending(Action):
    """A healer, and the character they tend."""

    patient: RecordId = option("Who is tended", finder=ANYBODY, when=(require_alive,))
    # None is whoever of the actor's own does best, or for game masters of all, as buttons have it.
    healer: RecordId | None = option("Who tends them; your own character by default", finder=HEALER_MEANT)
    is_without_kit: bool = option(
        "For game masters: allow it without a healer's kit", name="no_kit", default=False
    )


def owner_of_healer(world: World, tending: Any) -> int | None:
    """The player of the healer."""
    if tending.healer is None:
        return world.actor
    return world.get(CHARACTER, tending.healer).state.player


def tending_scope(tending: Any) -> Scope:
    """Patient, healer and who helps; where no healer is named, all of the actor's own, and their party."""
    named = (tending.patient, *(getattr(tending, "assistants", None) or ()))
    if tending.healer is None:
        wants = (Want(CHARACTER.name, is_own=True), Want(PARTY.name, linking=tending.patient))
        return Scope(named, wants, links=True)
    return Scope((*named, tending.healer))


def healing(state: Character) -> int:
    """The number that a healer adds to their check."""
    return state.adds(*best_pair(state, HEALING_PAIRS))


def caring(state: Character) -> tuple[bool, int]:
    """Whether they can treat Frailty at all, and what they add."""
    return state.skill(Skill.HEAL) >= CARE_SKILL, healing(state)


def best_healer(
    world: World, patient: RecordId, worth: Callable[[Character], int | tuple[bool, int]] = healing
) -> RecordId:
    """The actor's own who does best, kit first; for a game master whoever of the patient's party does.

    Raises RuleViolation where none of them could.
    """
    able = [each for each in world.all(CHARACTER) if each.id != patient and not each.state.is_helpless]
    leads = world.standing is Standing.GAME_MASTER
    found = [each for each in able if leads or each.state.player == world.actor]
    if not found and leads:
        raise refused("tend.nobody_there", "Nobody who goes with them can do that now. Name a healer.")
    if not found:
        raise refused("tend.nobody", "None of your characters can do that now.")

    def how_well(healer: Record[Character]) -> tuple[bool, bool, int | tuple[bool, int]]:
        state = healer.state
        return state.tool(Tool.HEALER) is not None, state.player == world.actor, worth(state)

    return max(found, key=how_well).id


def tended(
    world: World, tending: Any, worth: Callable[[Character], int | tuple[bool, int]] = healing
) -> tuple[Record[Character], Record[Character], Item | None]:
    """Patient, healer and kit; the healer who is worth most where none is named.

    Raises RuleViolation without a kit, and where nobody could.
    """
    named = tending.healer if tending.healer is not None else best_healer(world, tending.patient, worth)
    patient, healer = world.get(CHARACTER, tending.patient), world.get(CHARACTER, named)
    if patient.id == healer.id:
        raise refused("tend.self", "{name} can't tend themself. Name another healer.", name=healer.state.name)
    kit = require_tool(world, healer.state, Tool.HEALER, is_waived=tending.is_without_kit)
    return patient, healer, kit


# -- stabilizing (S25, S26) ---------------------------------------------------------------------------


def _dying(state: Character) -> Dying:
    """How they die, before anybody tried this Round. Raises RuleViolation."""
    if state.dying is None:
        raise refused("stabilize.not_dying", "{name} isn't Mortally Injured.", name=state.name)
    if state.dying.is_treated:
        raise refused(
            "stabilize.once",
            "Somebody already tried this Round. The next try is in the next Round.",
        )
    return state.dying


class Stabilize(Tending):
    """Stabilize the Mortally Injured: DEX/Heal or INT/Heal, −1 for each Round since the fall"""

    patient: RecordId = option("Who is tended", finder=ANYBODY, when=(require_alive, _dying))
    assistants: tuple[RecordId, ...] | None = option("Who helps", default=None, finder=SEVERAL)


class StabilizingTried(Diced):
    """Somebody tried to stabilize somebody."""

    healer: str
    helpers: tuple[str, ...] = ()
    is_drawn: bool = False

    def sentence(self) -> Safe:
        """The dice, and whether it worked; a kit that was Stowed is drawn first (S48)."""
        helped = T(" with {names}")(names=list(self.helpers)) if self.helpers else ""
        comes = T("**Succeeds.**") if self.is_success else T("**Fails.**")
        drawn = T(" The kit was Stowed: a Main Action to draw it.")() if self.is_drawn else ""
        says = T("{healer}{helped} tends {name}: {dice} against {target}. {comes}{drawn}")
        return says.of(self, helped=helped, comes=comes(), drawn=drawn)


def stabilizing(patient: Character, healer: Character) -> Check:
    """What the healer rolls: the better pair, at −1 for each Round since the fall (S25, Q10)."""
    rounds = patient.dying.rounds if patient.dying is not None else 0
    return Check(*best_pair(healer, HEALING_PAIRS), CHECK_TARGET, -rounds)


def _stabilizers(_patient: RecordId, state: Character, _step: Step) -> Iterator[Press]:
    """The button of who has a kit; where nobody has one, game masters can allow it. One try a Round (S26)."""
    dying = state.dying
    if dying is None or dying.is_treated:
        return
    if dying.helpers:
        yield Press("stabilize", T("Stabilize"), {"healer": None}, is_main=True)
    elif dying.lacks_kit:
        values = {"healer": None, "is_without_kit": True}
        yield Press("no_kit", T("Stabilize without a kit"), values, is_main=True)


@deed(
    "sov care stabilize",
    of=CHARACTER,
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=tending_scope,
    owner=owner_of_healer,
    when=(require_able,),
    step=AtStep(DYING, _stabilizers),
    previewed=True,
    confirms=True,
    button="Stabilize",
)
def stabilize(found: RecordCopy[Character], action: Stabilize, dice: Dice) -> None:
    """Try it, once a Round (S25, S26). Raises RuleViolation for who isn't dying, and without a kit."""
    patient, healer, kit = tended(found.world, action)
    state, dying = found.state, _dying(found.state)
    is_drawn = kit is not None and not kit.is_readied
    if is_drawn:
        found.note(T("The kit is Stowed: drawing it takes a Main Action first."))
    helpers = _helpers(found.world, action, patient.id, healer.id)
    check = stabilizing(state, healer.state)
    more = sum(group_share(each.adds(check.attribute, check.skill)) for each in helpers)
    chance = replace(check, bonus=check.bonus + more).chance(healer.state)
    found.note(
        T("{healer} rolls {roll}: {chance:.1%}.")(
            healer=healer.state.name, roll=check.said, chance=float(chance)
        )
    )
    audience = seen_by(state, healer.state, *helpers)
    fall = check.roll(healer.state, dice, more=more, is_secret=not audience.everyone)
    names = tuple(each.name for each in helpers)
    tried = StabilizingTried.fell(
        state.name, check, fall, healer=healer.state.name, helpers=names, is_drawn=is_drawn, audience=audience
    )
    found.tell(tried)
    if fall.is_success:
        found.put(stabilized(state))
        found.tell(_say_stabilized(state))
    else:
        found.change(dying=replace(dying, is_treated=True))


def _helpers(world: World, action: Stabilize, *others: RecordId) -> list[Character]:
    found = [
        world.get(CHARACTER, each).state
        for each in dict.fromkeys(action.assistants or ())
        if each not in others
    ]
    for each in found:
        require_able(each)
    return found


# -- first aid (S34) ----------------------------------------------------------------------------------


def _require_wounded(state: Character) -> None:
    if state.hp == 0:
        raise refused(
            "aid.dying",
            "{name} has 0 HP. First aid helps once they're stabilized and have come to.",
            name=state.name,
        )
    if state.hp == state.max_hp:
        raise refused("heal.full", "{name} isn't hurt.", name=state.name)


class FirstAid(Tending):
    """Give first aid: 1d6 + Heal HP each time, and 1 System Strain for the patient"""

    patient: RecordId = option(
        "Who is tended",
        finder=ANYBODY,
        when=(require_alive, _require_wounded, lambda state: require_strain(state, 1)),
    )
    times: int = option("How many times", default=1, least=1, most=20)


@deed(
    "sov care first-aid",
    of=CHARACTER,
    may=Permit.OWNER_OR_GAME_MASTER,
    owner=owner_of_healer,
    when=(require_able,),
)
def first_aid(found: RecordCopy[Character], action: FirstAid, dice: Dice) -> None:
    """Heal them, at most to full HP (S34, Q12 to Q14). Raises RuleViolation for the dying, and too much."""
    _, healer, _ = tended(found.world, action)
    state, skill = found.state, healer.state.skill(Skill.HEAL)
    require_strain(state, action.times)
    gain = f"1d{FIRST_AID_SIDES}{signed(skill) if skill else ''}"
    says = T("{healer} gives {name} first aid{n:| up to {n} times}: {gain} HP and 1 Strain{n:| each time}.")
    found.note(says(healer=healer.state.name, name=state.name, n=action.times, gain=gain))
    audience = audience_of(state) if seen_by(healer.state).everyone else GAME_MASTERS
    faces = list[int]()
    while len(faces) < action.times and found.state.hp < state.max_hp:
        (face,) = dice.roll(1, FIRST_AID_SIDES, reason=T("first aid").plain(), secret=not audience.everyone)
        hp = found.state.hp + max(0, face + skill)
        found.change(hp=min(state.max_hp, hp), strain=found.state.strain + 1)
        faces.append(face)
    start = Clause(
        T("{healer} gives {name} first aid{n:| {n} times}"),
        healer=Name(healer.state.name),
        name=Name(state.name),
        n=max(1, len(faces)),
    )
    fell = Clause(T(" {dice};"), dice=Name(_aid_said(faces, skill)))
    found.tell(_say_healed(state, found.state, start, fell, audience))


def _aid_said(faces: Sequence[int], heal: int) -> str:
    """The dice of a Heal check as they fell."""
    more = f" {'+' if heal > 0 else '−'} {abs(heal)}" if heal else ""
    return ", ".join(f"{face}{more}" for face in faces)


# -- Frailty (S30, S31) -------------------------------------------------------------------------------


def _frail(state: Character) -> Frail:
    if state.frail is None:
        raise refused("frail.not", "{name} isn't Frail.", name=state.name)
    return state.frail


class TreatFrailty(Tending):
    """Treat a Frail patient for an hour: DEX/Heal or INT/Heal, by a healer with Heal 1 or more"""

    patient: RecordId = option("Who is tended", finder=ANYBODY, when=(require_alive, _frail))


class FrailtyTreated(Diced):
    """A healer spent an hour on somebody's Frailty."""

    healer: str

    def sentence(self) -> Safe:
        """The dice, and whether it is over."""
        comes = (
            T("**{name} is no longer Frail.**")
            if self.is_success
            else T("**Fails.** {healer} can try again tomorrow.")
        )
        says = T("{healer} treats {name} for an hour: {dice} against {target}. {comes}")
        return says.of(self, comes=comes.of(self))


@deed(
    "sov care treat",
    of=CHARACTER,
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=tending_scope,
    owner=owner_of_healer,
    when=(require_able,),
    step=at(
        FRAIL,
        "treat",
        T("Treat for an hour"),
        when=lambda state: state.frail is not None and state.frail.has_healer,
        values={"healer": None},
    ),
    previewed=True,
    confirms=True,
    button="Treat",
)
def treat_frailty(found: RecordCopy[Character], action: TreatFrailty, dice: Dice) -> None:
    """Try to end it, once a healer and day (S30, Q21). Raises RuleViolation for who can't, or isn't Frail."""
    _, healer, _ = tended(found.world, action, caring)
    state, frail = found.state, _frail(found.state)
    if healer.state.skill(Skill.HEAL) < CARE_SKILL:
        raise refused("frail.skill", "{name} needs Heal 1 or more for that.", name=healer.state.name)
    if healer.id in frail.tried:
        raise refused("frail.tried", "{name} already tried today.", name=healer.state.name)
    check = Check(*best_pair(healer.state, HEALING_PAIRS))
    says = T("{healer} rolls {roll}: {chance:.1%}.")
    chance = float(check.chance(healer.state))
    found.note(says(healer=healer.state.name, roll=check.said, chance=chance))
    audience = seen_by(state, healer.state)
    fall = check.roll(healer.state, dice, is_secret=not audience.everyone)
    found.change(frail=None if fall.is_success else replace(frail, tried=(*frail.tried, healer.id)))
    found.tell(FrailtyTreated.fell(state.name, check, fall, healer=healer.state.name, audience=audience))


@dataclass(frozen=True, slots=True)
class RollFrailSave:
    """The save that falls due after a week without care (S31)."""

    character: RecordId


@on_character(
    known=audience_of, step=at(FRAIL_SAVE, "roll", T("Roll the save"), is_main=True, advance=ROLLS_AT_ONCE)
)
def roll_frail_save(found: RecordCopy[Character], action: RollFrailSave, dice: Dice) -> None:
    """Roll it (S31). Raises RuleViolation where none is due."""
    state = found.state
    if state.frail is None or not state.frail.is_due:
        raise refused("frail.not_due", "{name} has no save to roll.", name=state.name)
    fall = Saving(Save.PHYSICAL).roll(state, dice, is_secret=state.is_npc)
    name, face = Name(state.name), fall.faces[0]
    if fall.is_success:
        found.change(frail=replace(state.frail, is_due=False, month=MONTH))
        found.say(
            "frailty.saved",
            T(
                "{name}'s Physical save: {face}, needs {target}. **Succeeds.** After another month of "
                "Comfortable Sleep they're no longer Frail."
            ),
            name=name,
            face=face,
            target=fall.target,
        )
        return
    (days,) = dice.roll(1, DOOM_SIDES, reason=T("days to live").plain(), secret=state.is_npc)
    found.change(frail=replace(state.frail, is_due=False, doom=days))
    found.say(
        "frailty.dies",
        T(
            "{name}'s Physical save: {face}, needs {target}. **Fails: {name} dies in {days} "
            "{days:day|days}**, unless a healer ends their Frailty."
        ),
        name=name,
        face=face,
        target=fall.target,
        days=days,
    )

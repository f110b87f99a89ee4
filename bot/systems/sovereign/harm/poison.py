"""Poison and disease: the save waits for the medic's minute, until it is rolled (S40 to S42, Q23, Q24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine.declare import Action, option
from bot.engine.dice.source import Dice
from bot.engine.pace import DECIDES, Tempo
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit
from bot.engine.record import AtStep, Press
from bot.engine.saying import NOTHING, Clause, Name, Said, Words, say
from bot.engine.steps import at
from bot.engine.system import Kind, RecordId, Scope, Step, Want
from bot.engine.text import T, refused
from bot.engine.words import one_line
from bot.engine.working import RecordCopy, WorkingCopy, correction, deed
from bot.systems.sovereign.book import (
    DEADLY_SIDES,
    POISON_LEAST,
    POISON_MOST,
    Save,
    Skill,
    Unit,
    saving_chance,
)
from bot.systems.sovereign.checks.means import Fall, Saving, dice_said
from bot.systems.sovereign.harm.rules import (
    AMOUNT_LENGTH,
    Tending,
    amount_of,
    harmed,
    owner_of_healer,
    read_amount,
    strain_told,
    tended,
    tending_scope,
)
from bot.systems.sovereign.parties.rest import strained
from bot.systems.sovereign.people.rules import (
    CHARACTER,
    CHARACTER_MEANT,
    audience_of,
    require_able,
    require_alive,
    seen_by,
)
from bot.systems.sovereign.state import NAME_LENGTH, NOTE_LENGTH, Character, Effect, Tool


@dataclass(frozen=True, slots=True)
class Poisoning:
    """Somebody poisoned or ill whose save is not rolled yet."""

    character: RecordId
    name: str
    player: int | None
    poison: str
    bonus: int = 0
    # What the medic adds, and who it was.
    care: int = 0
    medic: str = ""
    harm: str = ""
    damage: str = ""
    strain: int = 0
    lasts: str = ""
    is_deadly: bool = False
    is_hidden: bool = False
    # Whether somebody who goes with them could treat them; of who goes with nobody that isn't known.
    has_medic: bool = True
    # What the save has to reach, as it was then; of an NPC nothing, whose numbers are the game master's.
    target: int = 0


@dataclass(frozen=True, slots=True)
class RollPoison:
    """Roll the save now: the minute is over."""

    poisoning: RecordId


@dataclass(frozen=True, slots=True)
class EndPoison:
    """Call the poisoning off."""

    poisoning: RecordId


POISON = "poison"


def steps(_poisoning: RecordId, state: Poisoning) -> Sequence[Step]:
    """The steps of treating a poisoning, and of rolling its save."""
    chance = T(" ({chance:.1%})")(chance=float(saving_chance(state.target, state.bonus + state.care)))
    says = T("{name}: Physical save against {poison}{chance}")
    label = says.plain(name=state.name, poison=state.poison, chance=chance if state.target else "")
    return (Step(POISON, label, state.player, silent=DECIDES),)


POISONING: Kind[Poisoning] = Kind(
    "poisoning",
    Poisoning,
    title=lambda state: T("{name}: {poison}").plain(name=state.name, poison=state.poison),
    owner=lambda state: state.player,
    links=lambda state: (state.character,),
    tempo=Tempo.EXPLORATION,
    waiting=steps,
    steps=(POISON,),
    view=lambda state, viewer: state if viewer.is_game_master or not state.is_hidden else None,
    hand_over=lambda state, player, _of: replace(state, player=player),
    goes_along=True,
    is_untold=True,
    case=lambda state: T("The poisoning of {name}")(name=state.name),
)


class Poison(Action):
    """Poison somebody or make them ill; a medic can treat them before the save is rolled"""

    character: RecordId = option("Who; your own character by default", finder=CHARACTER_MEANT)
    poison: str = option("What it is: pit viper, swamp fever", max_length=NAME_LENGTH)
    bonus: int = option(
        "On the save: +4 for the weakest to −4 for the worst",
        label="What is added to the save",
        default=0,
        least=POISON_LEAST,
        most=POISON_MOST,
    )
    damage: str = option(
        "Damage if it takes hold: 5 or 2d6", default="", max_length=AMOUNT_LENGTH, is_read=True
    )
    strain: int = option("System Strain if it takes hold", default=0, least=0, most=20)
    harm: str = option("What else it does if it takes hold", default="", max_length=NOTE_LENGTH)
    lasts: str = option("For how many Turns: 12 or 2d6", default="", max_length=AMOUNT_LENGTH, is_read=True)
    is_deadly: bool = option(
        "Save or die: 1d4 Turns to live, or as many as you say", name="deadly", default=False
    )


@deed("sov harm poison", may=Permit.GAME_MASTERS, when=(require_alive,))
def poison(copy: WorkingCopy, action: Poison, dice: Dice) -> None:
    """Open it. Raises RuleViolation for the dead, and for amounts that are none."""
    state = copy.world.get(CHARACTER, action.character).state
    for text in filter(None, (action.damage.strip(), action.lasts.strip())):
        read_amount(text)
    name = one_line(action.poison) or T("poison").plain()
    kept = Poisoning(
        action.character,
        state.name,
        state.player,
        name,
        action.bonus,
        harm=one_line(action.harm),
        damage=action.damage.strip(),
        strain=action.strain,
        lasts=action.lasts.strip(),
        is_deadly=action.is_deadly,
        is_hidden=not seen_by(state).everyone,
        target=0 if state.is_npc else state.save(Save.PHYSICAL),
    )
    copy.open(POISONING, kept)
    copy.tell(
        say(
            "poison.poisoned",
            T("{name}: {poison}. Physical save{bonus}{deadly}, once a medic has had a minute to treat them."),
            name=Name(state.name),
            poison=Name(name),
            bonus=Clause(T(" {n:+}"), n=action.bonus) if action.bonus else NOTHING,
            deadly=Clause(T(" **or die**")) if action.is_deadly else NOTHING,
            audience=seen_by(state),
        )
    )


def care_of(heal: int) -> int:
    """What a medic adds (S41, Q23): twice Heal, 1 for Heal 0, nothing without training."""
    return 2 * heal if heal > 0 else 1 if heal == 0 else 0


def can_treat(healer: Character) -> bool:
    """Whether they have what it takes: a kit, and any training (S41)."""
    return healer.tool(Tool.HEALER) is not None and care_of(healer.skill(Skill.HEAL)) > 0


class TreatPoison(Tending):
    """Treat the poisoned or ill before their save: twice Heal is added to it, 1 for Heal 0"""

    # Of several saves to make the one that is meant; the first that nobody treats where it is None.
    poisoning: RecordId | None = None


def _treatable(poisoning: RecordId, state: Poisoning, _step: Step) -> Iterator[Press]:
    if state.has_medic and not state.medic:
        values = {"patient": state.character, "healer": None, "poisoning": poisoning}
        yield Press("treat", T("Treat them"), values)


def _treated_scope(treated: TreatPoison) -> Scope:
    scope = tending_scope(treated)
    return replace(scope, wants=(*scope.wants, Want(POISONING.name, linking=treated.patient)))


@deed(
    "sov care poison",
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=_treated_scope,
    owner=owner_of_healer,
    when=(require_able,),
    step=AtStep(POISON, _treatable, place=1),
    button="Treat them",
)
def treat_poison(copy: WorkingCopy, action: TreatPoison, dice: Dice) -> None:
    """Add the medic's help, once. Raises RuleViolation without a kit or training, and for a second medic."""
    patient, healer, _ = tended(copy.world, action, lambda state: state.skill(Skill.HEAL))
    found = [each for each in copy.world.all(POISONING) if each.state.character == patient.id]
    found = [each for each in found if action.poisoning in (None, each.id)]
    record = next((each for each in found if not each.state.medic), found[0] if found else None)
    if record is None:
        raise refused("poison.none", "{name} has no save against poison to make.", name=patient.state.name)
    state, care = record.state, care_of(healer.state.skill(Skill.HEAL))
    if state.medic:
        raise refused("poison.treated", "{medic} treats them already.", medic=state.medic)
    if not care:
        raise refused(
            "poison.untrained", "{name} isn't trained in Heal and can't help.", name=healer.state.name
        )
    copy.change_other(record, care=care, medic=healer.state.name)
    copy.tell(
        say(
            "poison.treated",
            T("{medic} treats {name} in time: {care:+} on the save."),
            name=Name(state.name),
            medic=Name(healer.state.name),
            care=care,
            audience=seen_by(patient.state, healer.state),
        )
    )


def _say_saved(kept: Poisoning, fall: Fall, audience: Audience) -> Said:
    """The save as it fell, and what takes hold."""
    name, poison = Name(kept.name), Name(kept.poison)
    rolled = dice_said(Save.PHYSICAL.texts[0], fall.faces, fall.bonus, fall.target)
    if fall.is_success:
        return say(
            "poison.saved",
            T("{name} saves against {poison}: {rolled}. **Succeeds.**"),
            name=name,
            poison=poison,
            rolled=rolled,
            audience=audience,
        )
    return say(
        "poison.failed",
        T("{name} saves against {poison}: {rolled}. **Fails**: it takes hold{more}."),
        name=name,
        poison=poison,
        rolled=rolled,
        more=Clause(T(": {harm}"), harm=Words(kept.harm, by=None)) if kept.harm else NOTHING,
        audience=audience,
    )


@deed(
    of=POISONING,
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=lambda rolled: Scope((rolled.poisoning,), links=True),
    owner=lambda world, rolled: world.get(POISONING, rolled.poisoning).state.player,
    # No answer in advance: whoever rolls before a medic came gives up their help.
    step=at(POISON, "roll", T("Roll now"), is_main=True),
)
def roll_poison(found: RecordCopy[Poisoning], action: RollPoison, dice: Dice) -> None:
    """Roll the save; what takes hold is carried out. Raises RuleViolation for who died meanwhile."""
    kept, state = found.state, found.world.get(CHARACTER, found.state.character).state
    require_alive(state)
    fall = Saving(Save.PHYSICAL, kept.bonus + kept.care).roll(state, dice, is_secret=state.is_npc)
    found.archive()
    found.tell(_say_saved(kept, fall, audience_of(state)))
    found.put_other(kept.character, state if fall.is_success else _taken_hold(found, state, dice))
    found.subject = kept.character


def _say_taken_hold(kept: Poisoning, turns: int, audience: Audience) -> Said:
    """How long it lasts, or how long they have: after this Turn, for who dies of it (S42, Q24)."""
    name = Name(kept.name)
    if kept.is_deadly:
        return say(
            "poison.kills",
            T("**{name} has this Turn and {turns} more to live.**"),
            name=name,
            turns=turns,
            audience=audience,
        )
    return say(
        "poison.takes_hold",
        T("{name}: {poison} for {turns} {turns:Turn|Turns}."),
        name=name,
        poison=Name(kept.poison),
        turns=turns,
        audience=audience,
    )


def _taken_hold(found: RecordCopy[Poisoning], victim: Character, dice: Dice) -> Character:
    """The victim by then."""
    kept, state, is_secret = found.state, victim, victim.is_npc
    if kept.strain:
        state = strained(state, kept.strain)
        found.tell(strain_told(victim, state))
    if kept.lasts or kept.is_deadly:
        if kept.lasts:
            turns = max(1, amount_of(kept.lasts, dice, is_secret=is_secret).n)
        else:
            (turns,) = dice.roll(1, DEADLY_SIDES, reason=kept.poison, secret=is_secret)
        # Who dies of it lives out this Turn besides (Q24).
        left = turns + 1 if kept.is_deadly else turns
        effect = Effect(kept.poison, left, Unit.TURN, kept.harm, is_deadly=kept.is_deadly)
        state = replace(state, effects=(*state.effects, effect))
        found.tell(_say_taken_hold(kept, turns, seen_by(state)))
    if kept.damage and state.hp:
        amount = amount_of(kept.damage, dice, is_secret=is_secret)
        cause = Clause(T("{poison}"), poison=Name(kept.poison))
        state, told = harmed(state, amount.n, cause, amount.fell)
        found.tell(*told)
    return state


@correction(
    of=POISONING,
    known=lambda kept: GAME_MASTERS if kept.is_hidden else EVERYONE,
    scope=lambda ended: Scope((ended.poisoning,)),
    step=at(POISON, "end", T("Call it off"), place=2),
)
def end_poison(found: RecordCopy[Poisoning], action: EndPoison, dice: Dice) -> None:
    """Close a poisoning that is called off."""
    found.archive()
    found.say(
        "poison.ended",
        T("Nothing comes of {poison} for {name}."),
        name=Name(found.state.name),
        poison=Name(found.state.poison),
    )

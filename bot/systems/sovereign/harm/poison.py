"""Poison and disease: the save waits for the medic's minute, until it is rolled (S40 to S42, Q23, Q24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.pace import DECIDES, Tempo
from bot.engine.people import EVERYONE, GAME_MASTERS, Permit
from bot.engine.system import Choice, Kind, Open, Record, RecordId, Replace, Scene, Scope, Step, Turn, Want
from bot.engine.text import Safe, T, refused
from bot.engine.words import one_line
from bot.systems.sovereign.book import (
    DEADLY_SIDES,
    POISON_LEAST,
    POISON_MOST,
    Save,
    Skill,
    Unit,
    saving_chance,
)
from bot.systems.sovereign.checks.means import Saving, dice_said
from bot.systems.sovereign.harm.rules import (
    AMOUNT_LENGTH,
    Tending,
    amount_of,
    best_healer,
    harmed,
    owner_of_healer,
    read_amount,
    strain_told,
    tended,
)
from bot.systems.sovereign.parties.rest import strained
from bot.systems.sovereign.people.rules import CHARACTER, CHARACTER_MEANT, audience_of, require_alive, seen_by
from bot.systems.sovereign.state import NAME_LENGTH, NOTE_LENGTH, Character, Effect


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
    # What the save has to reach, as it was then; of an NPC nothing, whose numbers are the game master's.
    target: int = 0


@dataclass(frozen=True, slots=True)
class TreatPoisonNow:
    """Treat it in time, with one's own best healer (S41)."""

    poisoning: RecordId


@dataclass(frozen=True, slots=True)
class RollPoison:
    """Roll the save now: the minute is over."""

    poisoning: RecordId


@dataclass(frozen=True, slots=True)
class EndPoison:
    """Call it off."""

    poisoning: RecordId


def steps(poisoning: RecordId, state: Poisoning) -> Sequence[Step]:
    """Treating it, and rolling."""
    chance = T(" ({chance:.1%})")(chance=float(saving_chance(state.target, state.bonus + state.care)))
    says = T("{name}: Physical save against {poison}{chance}")
    label = says.plain(name=state.name, poison=state.poison, chance=chance if state.target else "")
    treat = Choice("treat", T("Treat them")(), TreatPoisonNow(poisoning))
    choices = (
        # No answer in advance: whoever rolls before a medic came gives up their help.
        Choice("roll", T("Roll now")(), RollPoison(poisoning), is_main=True),
        *(() if state.medic else (treat,)),
        Choice("end", T("Call it off")(), EndPoison(poisoning)),
    )
    return (Step("poison", label, state.player, choices, silent=DECIDES),)


POISONING: Kind[Poisoning] = Kind(
    "poisoning",
    Poisoning,
    title=lambda state: T("{name}: {poison}").plain(name=state.name, poison=state.poison),
    owner=lambda state: state.player,
    links=lambda state: (state.character,),
    tempo=Tempo.EXPLORATION,
    waiting=steps,
    view=lambda state, viewer: state if viewer.is_game_master or not state.is_hidden else None,
    hand_over=lambda state, player, _of: replace(state, player=player),
    goes_along=True,
    word=lambda path, value: ("", None),
    case=lambda state: T("The poisoning of {name}")(name=state.name),
)


class Poison(Action):
    """Poison somebody or make them ill; a medic can treat them before the save is rolled"""

    character: RecordId = option("Whom; your own character by default", finder=CHARACTER_MEANT)
    poison: str = option("What it is: pit viper, swamp fever", max_length=NAME_LENGTH)
    bonus: int = option(
        "On the save: +4 for the weakest to −4 for the worst",
        default=0,
        least=POISON_LEAST,
        most=POISON_MOST,
    )
    damage: str = option("Damage if it takes hold: 5 or 2d6", default="", max_length=AMOUNT_LENGTH)
    strain: int = option("System Strain if it takes hold", default=0, least=0, most=20)
    harm: str = option("What else it does if it takes hold", default="", max_length=NOTE_LENGTH)
    lasts: str = option("For how many Turns: 12 or 2d6", default="", max_length=AMOUNT_LENGTH)
    is_deadly: bool = option(
        "Save or die: 1d4 Turns to live, or as many as you say", name="deadly", default=False
    )


class Poisoned(Event):
    """A poison or disease may take hold."""

    name: str
    poison: str
    bonus: int
    is_deadly: bool = False

    def sentence(self) -> Safe:
        """Of what, and what the save is at."""
        says = T(
            "{name}: {poison}. Physical save{bonus}{deadly}, once a medic has had a minute to treat them."
        )
        return says(
            name=self.name,
            poison=self.poison,
            bonus=T(" {n:+}")(n=self.bonus) if self.bonus else "",
            deadly=T(" **or die**")() if self.is_deadly else "",
        )


@action("sov harm poison", may=Permit.GAME_MASTERS)
def poison(scene: Scene, action: Poison, dice: Dice) -> Turn:
    """Open it. Raises RuleViolation for the dead, and for amounts that are none."""
    record = scene.get(CHARACTER, action.character)
    state = record.state
    require_alive(state)
    for text in filter(None, (action.damage.strip(), action.lasts.strip())):
        read_amount(text)
    name = one_line(action.poison) or T("poison").plain()
    kept = Poisoning(
        record.id,
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
    told = Poisoned(state.name, name, action.bonus, action.is_deadly, audience=seen_by(state))
    return Turn((Open(scene.new_id(), POISONING.name, kept),), (told,))


class PoisonTreated(Event):
    """A medic helps against it."""

    says = T("{medic} treats {name} in time: {care:+} on the save.")
    name: str
    medic: str
    care: int


def care_of(heal: int) -> int:
    """What a medic adds (S41, Q23): twice Heal, 1 for Heal 0, nothing without training."""
    return 2 * heal if heal > 0 else 1 if heal == 0 else 0


class TreatPoison(Tending):
    """Treat somebody poisoned or ill before their save: twice Heal is added to it, 1 for Heal 0"""


@action(
    "sov care poison",
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=lambda treated: Scope(
        (treated.patient, treated.healer), (Want(POISONING.name, linking=treated.patient),)
    ),
    owner=owner_of_healer,
)
def treat_poison(scene: Scene, action: TreatPoison, dice: Dice) -> Turn:
    """Add the medic's help, once. Raises RuleViolation without a kit or training, and for a second medic."""
    patient, healer, _ = tended(scene, action)
    found = [each for each in scene.all(POISONING) if each.state.character == patient.id]
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
    after = replace(state, care=care, medic=healer.state.name)
    audience = seen_by(patient.state, healer.state)
    told = PoisonTreated(state.name, healer.state.name, care, audience=audience)
    return Turn((Replace(record.id, after),), (told,))


@action(
    may=Permit.MEMBERS,
    scope=lambda treated: Scope((treated.poisoning,), (Want(CHARACTER.name, is_own=True),), links=True),
    step="poison",
)
def treat_poison_now(scene: Scene, action: TreatPoisonNow, dice: Dice) -> Turn:
    """The same with the actor's best healer. Raises RuleViolation as for a named one."""
    patient = scene.get(POISONING, action.poisoning).state.character
    healer = best_healer(scene, patient, lambda state: state.skill(Skill.HEAL))
    return treat_poison(scene, TreatPoison(patient, healer), dice)


class PoisonSaved(Event):
    """The save, and what takes hold."""

    name: str
    poison: str
    face: int
    bonus: int
    target: int
    is_success: bool
    harm: str = ""

    def sentence(self) -> Safe:
        """The die, and what comes of it."""
        rolled = dice_said(Save.PHYSICAL.texts[0], (self.face,), self.bonus, self.target)
        if self.is_success:
            return T("{name} saves against {poison}: {rolled}. **Succeeds.**").of(self, rolled=rolled)
        harm = T(": {harm}").of(self) if self.harm else ""
        says = T("{name} saves against {poison}: {rolled}. **Fails**: it takes hold{more}.")
        return says.of(self, rolled=rolled, more=harm)


class TakesHold(Event):
    """A poison lasts, or kills in a while (S42)."""

    name: str
    poison: str
    turns: int
    is_deadly: bool

    def sentence(self) -> T:
        """How long: after this Turn, for who dies of it (Q24)."""
        if self.is_deadly:
            return T("**{name} has this Turn and {turns} more to live.**")
        return T("{name}: {poison} for {turns} {turns:Turn|Turns}.")


def _player(scene: Scene, of: Any) -> int | None:
    return scene.get(POISONING, of.poisoning).state.player


@action(
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=lambda rolled: Scope((rolled.poisoning,), links=True),
    owner=_player,
    step="poison",
)
def roll_poison(scene: Scene, action: RollPoison, dice: Dice) -> Turn:
    """Roll the save; what takes hold is carried out. Raises RuleViolation for who died meanwhile."""
    record = scene.get(POISONING, action.poisoning)
    kept, victim = record.state, scene.get(CHARACTER, record.state.character)
    state = victim.state
    require_alive(state)
    fall = Saving(Save.PHYSICAL, kept.bonus + kept.care).roll(state, dice, is_secret=state.is_npc)
    audience = audience_of(state)
    told: list[Event] = [
        PoisonSaved(
            kept.name, kept.poison, fall.faces[0], fall.bonus, fall.target, fall.is_success, kept.harm,
            audience=audience,
        )
    ]  # fmt: skip
    if not fall.is_success:
        state, more = _taken_hold(kept, victim, dice)
        told += more
    changes = (Replace(record.id, kept, archive=True), Replace(victim.id, state))
    return Turn(changes, tuple(told), subject=victim.id)


def _taken_hold(kept: Poisoning, victim: Record[Character], dice: Dice) -> tuple[Character, list[Event]]:
    state, told, is_secret = victim.state, list[Event](), victim.state.is_npc
    if kept.strain:
        state = strained(state, kept.strain)
        told.append(strain_told(victim.state, state))
    if kept.lasts or kept.is_deadly:
        if kept.lasts:
            turns = max(1, amount_of(kept.lasts, dice, is_secret=is_secret).n)
        else:
            (turns,) = dice.roll(1, DEADLY_SIDES, reason=kept.poison, secret=is_secret)
        # Who dies of it lives out this Turn besides (Q24).
        left = turns + 1 if kept.is_deadly else turns
        effect = Effect(kept.poison, left, Unit.TURN, kept.harm, is_deadly=kept.is_deadly)
        state = replace(state, effects=(*state.effects, effect))
        told.append(TakesHold(kept.name, kept.poison, turns, kept.is_deadly, audience=seen_by(state)))
    if kept.damage and state.hp:
        amount, fell = amount_of(kept.damage, dice, is_secret=is_secret)
        state, more = harmed(state, amount, kept.poison, fell)
        told += more
    return state, told


class PoisonEnded(Event):
    """Nothing comes of it."""

    says = T("Nothing comes of {poison} for {name}.")
    name: str
    poison: str


@action(may=Permit.GAME_MASTERS, scope=lambda ended: Scope((ended.poisoning,)), step="poison")
def end_poison(scene: Scene, action: EndPoison, dice: Dice) -> Turn:
    """Close it."""
    record = scene.get(POISONING, action.poisoning)
    kept = record.state
    audience = GAME_MASTERS if kept.is_hidden else EVERYONE
    told = PoisonEnded(kept.name, kept.poison, audience=audience)
    return Turn((Replace(record.id, kept, archive=True),), (told,))

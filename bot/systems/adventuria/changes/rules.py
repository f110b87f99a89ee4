"""What a narrator may change on a sheet, as actions: each with what it is due to (A9, A42)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bot.engine.declare import option
from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.record import AtStep, FormField, Press, Step
from bot.engine.system import RecordId, Result, Scope, World
from bot.engine.text import T, of_length, refused
from bot.engine.words import one_line
from bot.engine.working import Perform, correction
from bot.errors import UserError
from bot.systems.adventuria import ledger
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    GIVE,
    ROOM,
    AdventurerChanged,
    GiveUp,
    MakeRoom,
    OnAdventurer,
    of_adventurer,
)
from bot.systems.adventuria.combat.exchange import Bout, Wound, cascade, gained
from bot.systems.adventuria.combat.state import Combat
from bot.systems.adventuria.ledger import expired, gain, held, lose, owe, owed, received, settled, told_of
from bot.systems.adventuria.library.rules import from_library, made_up
from bot.systems.adventuria.state import (
    MOST_GOLD,
    NAME_LENGTH,
    Adventurer,
    Alignment,
    Attribute,
    Cause,
    Gain,
    Manner,
    Possession,
    Quest,
    Stage,
    Subject,
    Told,
    Until,
    Ware,
    is_meant,
)
from bot.systems.adventuria.working import SheetCopy

A = TypeVar("A")

MOST_AT_ONCE = 99
MOST_CHANGE = 20
SOURCE_LENGTH = 60
GOAL_LENGTH = 300
# What a narrator's change may be due to; Combat is asked besides, and XP is given by itself.
CAUSES = (Cause.PAGE, Cause.ABILITY, Cause.MONSTER, Cause.ITEM, Cause.SPELL, Cause.ALLY)


class Due(OnAdventurer):
    """What is done to an adventurer, and what it is due to."""

    cause: Cause = option("What caused it", name="due", choices=CAUSES, default=Cause.PAGE, kw_only=True)
    source: str = option("The cause's name", default="", kw_only=True)


class GainGold(Due):
    """Give gold (A14)."""

    amount: int


class GainThing(Due):
    """Give an item, spell or ally (A18): an entry of the library, or one made up, `called` something.

    `rules` are the special rules of what is made up, a line each; `gold` comes with it.
    """

    thing: RecordId | None = None
    called: str = ""
    ware: Ware = Ware.ITEM
    rules: str = ""
    is_weapon: bool = False
    gold: int = 0


class LoseGold(Due):
    """Take gold, or all of it with None; with less than that, what there is (A15)."""

    amount: int | None = None


class LoseThing(Due):
    """Take a possession by its number or name (A15, Q10)."""

    thing: str


class LoseSome(Due):
    """Take so many items, spells or allies, of which the player chooses (Q10)."""

    ware: Ware
    count: int


class ReceiveWounds(Due):
    """Wound an adventurer

    (A37) A wound may be due to Combat beside its cause (A42, A44).
    """

    count: int = option("How many", least=1, most=MOST_AT_ONCE)
    is_due_to_combat: bool = option("Does it count as due to Combat?", name="combat", default=False)


class HealWounds(Due):
    """Heal wounds

    So many, or all of them with None (A37).
    """

    count: int | None = option("How many; all by default", default=None, least=1, most=MOST_AT_ONCE)


class ChangeAttribute(Due):
    """Raise or lower an attribute

    For good or for some time (A8, A9, Q1, Q2, Q14).
    """

    attribute: Attribute = option("Which attribute")
    amount: int = option("By how much, such as 1 or -2", least=-MOST_CHANGE, most=MOST_CHANGE)
    cause: Cause = option(
        "What caused it; some causes can pass the limit",
        name="due",
        choices=CAUSES,
        default=Cause.PAGE,
        kw_only=True,
    )
    until: Until = option("How long it lasts", default=Until.ALWAYS)


class ChangeAlignment(OnAdventurer):
    """Change the alignment

    (A13)
    """

    alignment: Alignment = option("The new alignment")
    cause: Cause = Cause.PAGE
    source: str = option("What caused it", default="")


class GrantExperience(OnAdventurer):
    """Give experience

    Of a kind, as a fallen monster would (A35, A36).
    """

    kind: Combat = option("Melee or Magical")
    amount: int = option("How much", least=1, most=MOST_AT_ONCE)
    cause: Cause = Cause.PAGE
    source: str = option("What caused it", default="")


class BeginQuest(OnAdventurer):
    """Send an adventurer on a quest; there is one at a time (A27)."""

    name: str
    goal: str = ""


class CompleteQuest(OnAdventurer):
    """Say that the quest is accomplished (A27)."""


class AbandonQuest(OnAdventurer):
    """Say that the quest is given up (A27)."""


# -- What a narrator changes on a sheet, each with its source (A8 to A18, A37, A38) ------------------------


@dataclass(slots=True)
class SheetChange(SheetCopy):
    """What a narrator changes on a sheet, and what that is due to."""

    cause: Cause | None = None
    source: str = ""
    is_due_to_combat: bool = False

    @property
    def is_changed(self) -> bool:
        """True: each rule refuses what changes nothing itself, and wounds that are held off are told."""
        return True

    def result(self) -> Result:
        """The changed sheet: what waited for room is had as far as there is room now."""
        state, told = settled(self.state, one_at_three=self.rulings.one_at_three)
        self.put(state, *told)
        due = self.cause.value if self.cause is not None else ""
        is_due = self.is_due_to_combat
        event = AdventurerChanged(self.name, due, self.source, is_due_to_combat=is_due, changes=self.changes)
        self.tell(event)
        return SheetCopy.result(self)


def _sheet(world: World, action: Any) -> SheetChange:
    """The adventurer, and what the action says it is due to. Raises RuleViolation for too long a name."""
    record = world.get(ADVENTURER, action.adventurer)
    source = of_length(
        one_line(getattr(action, "source", "")),
        SOURCE_LENGTH,
        "changes.long_source",
        "The cause's name can have at most {most} characters{given}.",
    )
    return SheetChange(
        world,
        record,
        record.state,
        cause=getattr(action, "cause", None),
        source=source,
        is_due_to_combat=getattr(action, "is_due_to_combat", False),
    )


def change(
    path: str = "", /, **declared: Any
) -> Callable[[Callable[[SheetChange, A, Dice], None]], Perform[A]]:
    """Declare what a narrator changes on a sheet, as the house's `correction` does."""
    return correction(path, on=_sheet, **declared)


def _require(count: int, most: int, what: T) -> None:
    """See that a number is 1 to `most`. Raises RuleViolation."""
    if not 1 <= count <= most:
        raise refused(
            "changes.not_within",
            "{what} must be 1 to {most}, not {count}.",
            what=what,
            most=most,
            count=count,
        )


GOLD, WOUNDS = T("The amount of gold"), T("The number of wounds")


# -- gold -------------------------------------------------------------------------------------------


@change(button="Give the gold")
def _gain_gold(sheet: SheetChange, action: GainGold, _dice: Dice) -> None:
    sheet.put(*_richer(sheet.state, action.amount))


def _richer(state: Adventurer, amount: int) -> tuple[Adventurer, Told]:
    """Give so much more gold. Raises RuleViolation where that is none, or too much."""
    _require(amount, MOST_GOLD, GOLD)
    require_room_for_gold(state, amount)
    after = replace(state, gold=state.gold + amount)
    return after, Told(Subject.GOLD, before=state.gold, after=after.gold)


def require_room_for_gold(state: Adventurer, amount: int) -> None:
    """See that a sheet can hold so much more. Raises RuleViolation naming how much it can."""
    if state.gold + amount > MOST_GOLD:
        raise refused(
            "changes.too_much_gold",
            "A sheet holds at most {most} gold; {name} has {had} and can take {room} more.",
            most=MOST_GOLD,
            name=state.name,
            had=state.gold,
            room=MOST_GOLD - state.gold,
        )


@change(button="Take the gold")
def _lose_gold(sheet: SheetChange, action: LoseGold, _dice: Dice) -> None:
    had = sheet.state.gold
    if action.amount is not None:
        _require(action.amount, MOST_GOLD, GOLD)
    if not had:
        raise refused("changes.no_gold", "{name} has no gold to lose; nothing was changed.", name=sheet.name)
    left = 0 if action.amount is None else max(0, had - action.amount)
    sheet.put(replace(sheet.state, gold=left), Told(Subject.GOLD, before=had, after=left))


# -- things -----------------------------------------------------------------------------------------


def _with_thing(action: GainThing) -> Scope:
    """The adventurer with what belongs to it, and the thing of the library that is meant, if any."""
    scope = of_adventurer(action.adventurer)
    return scope if action.thing is None else replace(scope, ids=(*scope.ids, action.thing))


@change(scope=_with_thing, button="Give it")
def _gain_thing(sheet: SheetChange, action: GainThing, _dice: Dice) -> None:
    thing = (
        from_library(sheet.world, action.thing)
        if action.thing is not None
        else made_up(action.called, action.ware, action.rules, is_weapon=action.is_weapon)
    )
    if action.gold:
        sheet.put(*_richer(sheet.state, action.gold))
    sheet.put(*gain(sheet.state, thing, sheet.rulings))


@change(button="Take it")
def _lose_thing(sheet: SheetChange, action: LoseThing, _dice: Dice) -> None:
    thing = one_line(action.thing)
    lost = next((each for each in sheet.state.possessions if is_meant(each, thing)), None)
    if lost is None:
        raise refused(
            "changes.not_had",
            "{name} has no “{thing:60}”; pick something from the list. Nothing was changed.",
            name=sheet.name,
            thing=thing,
        )
    sheet.put(*lose(sheet.state, lost.number))


@change(button="Take them")
def _lose_some(sheet: SheetChange, action: LoseSome, _dice: Dice) -> None:
    _require(action.count, MOST_AT_ONCE, T("The number to lose"))
    if not sheet.state.held(action.ware):
        raise refused(
            "changes.none_had",
            "{name} has no {wares:lower}, so nothing is lost.",
            name=sheet.name,
            wares=action.ware.meaning,
        )
    state, told = owe(sheet.state, action.ware, action.count)
    sheet.put(state, *told)


# -- wounds -----------------------------------------------------------------------------------------


@change("adv gm wound", confirms=True, button="Wound anyway")
def _receive_wounds(sheet: SheetChange, action: ReceiveWounds, dice: Dice) -> None:
    """Special rules that wounds set off do what they do, as in a fight (A41 to A44)."""
    _require(action.count, MOST_AT_ONCE, WOUNDS)
    due_to = {action.cause, Cause.COMBAT} if action.is_due_to_combat else {action.cause}
    wound = Wound(None, None, action.count, frozenset(due_to), "", ())
    bout = cascade(Bout(sheet.state, one_number=sheet.rulings.one_number), (wound,), (), dice)
    sheet.put(bout.adventurer, *bout.told)


@change("adv gm heal")
def _heal_wounds(sheet: SheetChange, action: HealWounds, _dice: Dice) -> None:
    if action.count is not None:
        _require(action.count, MOST_AT_ONCE, WOUNDS)
    had = sheet.state.wounds
    if not had:
        raise refused(
            "changes.no_wounds", "{name} has no wounds to heal; nothing was changed.", name=sheet.name
        )
    state = ledger.healed(sheet.state, action.count)
    sheet.put(state, Told(Subject.WOUNDS, before=had, after=state.wounds))


# -- attributes, alignment, experience --------------------------------------------------------------


@change("adv gm attribute")
def _change_attribute(sheet: SheetChange, action: ChangeAttribute, _dice: Dice) -> None:
    if not action.amount or abs(action.amount) > MOST_CHANGE:
        raise refused(
            "changes.too_far",
            "An attribute can go up or down by 1 to {most}, not by {amount}.",
            most=MOST_CHANGE,
            amount=action.amount,
        )
    _require_under_way(sheet.state, action.until)
    state = ledger.changed_by(
        sheet.state,
        action.attribute,
        action.amount,
        action.cause,
        sheet.source,
        action.until,
        one_number=sheet.rulings.one_number,
    )
    if state is sheet.state:
        raise _why_not(sheet, action)
    before, after = (ledger.total(each, action.attribute) for each in (sheet.state, state))
    sheet.put(state, Told(Subject(action.attribute.value), before=before, after=after, until=action.until))


def _require_under_way(state: Adventurer, until: Until) -> None:
    """See that what it lasts for is under way. Raises RuleViolation."""
    is_there = {
        Until.COMBAT: state.fight is not None,
        Until.FIGHT: state.fight is not None,
        Until.TURN: state.stage is Stage.TURN,
        Until.QUEST: state.quest is not None,
    }
    if not is_there.get(until, True):
        raise refused(
            "changes.not_under_way",
            "{name} isn't {under_way}, so a change can't last that long.",
            name=state.name,
            under_way=_UNDER_WAY[until],
        )


_UNDER_WAY = {
    Until.COMBAT: T("in a fight"),
    Until.FIGHT: T("in a fight"),
    Until.TURN: T("in a turn"),
    Until.QUEST: T("on a quest"),
}


def _why_not(sheet: SheetChange, action: ChangeAttribute) -> UserError:
    """Why that changes nothing: the sentence says what would be possible (A8, A9, Q2)."""
    state, attribute = sheet.state, action.attribute
    value = ledger.total(state, attribute)
    # The natural value may be higher, where things or what doesn't last lower it.
    if action.amount < 0 and value == ledger.LOWEST:
        return refused(
            "changes.at_lowest",
            "{attribute} stays at {value}: an attribute never counts as less.",
            attribute=attribute,
            value=value,
        )
    if action.amount < 0:
        return refused(
            "changes.at_floor",
            "{attribute} stays at {value}: its natural value is 1 and can't drop lower.",
            attribute=attribute,
            value=value,
        )
    one_number = sheet.rulings.one_number
    room = ledger.room_to_rise(state, attribute, one_number=one_number)
    is_natural = not one_number and value != state.natural.of(attribute)
    return refused(
        "changes.at_cap",
        "{attribute} stays at {value}: {amount:+} would lift {what} above {cap}, twice its beginning value."
        " {possible}",
        attribute=attribute,
        value=value,
        amount=action.amount,
        what=T("its natural value") if is_natural else T("it"),
        cap=ledger.cap(state, attribute),
        possible=T("{room:+} fits; only an ability, item, spell or ally can add more.")(room=room)
        if room
        else T("Only an ability, item, spell or ally can do that."),
    )


@change("adv gm align")
def _change_alignment(sheet: SheetChange, action: ChangeAlignment, _dice: Dice) -> None:
    was = sheet.state.alignment
    if action.alignment is was:
        raise refused(
            "changes.same_alignment",
            "{name} is already {alignment}; nothing was changed.",
            name=sheet.name,
            alignment=was,
        )
    before, after = (tuple(Alignment).index(each) for each in (was, action.alignment))
    state = replace(sheet.state, alignment=action.alignment)
    sheet.put(state, Told(Subject.ALIGNMENT, before=before, after=after))


@change("adv gm xp")
def _grant_experience(sheet: SheetChange, action: GrantExperience, _dice: Dice) -> None:
    _require(action.amount, MOST_AT_ONCE, T("The amount of XP"))
    one_number = sheet.rulings.one_number
    state, told = gained(sheet.state, action.kind, action.amount, one_number=one_number)
    if state == sheet.state:
        raise refused(
            "changes.counts_no_more",
            "{kind} XP no longer counts: {name}'s {attribute} is at its limit.",
            kind=action.kind,
            name=sheet.name,
            attribute=action.kind.attribute,
        )
    sheet.put(state, *told)


# -- Quests: one at a time, begun, accomplished or given up as the narrator says (A27) ---------------------


def quest_of(name: str, goal: str) -> Quest:
    """A quest as it is told. Raises RuleViolation for a name or goal that can't be kept."""
    name, goal = one_line(name), one_line(goal)
    if not name:
        raise refused("quest.nameless", "A quest needs a name.")
    if len(name) > NAME_LENGTH or len(goal) > GOAL_LENGTH:
        raise refused(
            "quest.too_long",
            "A quest's name can have at most {name} characters, and its goal {goal}.",
            name=NAME_LENGTH,
            goal=GOAL_LENGTH,
        )
    return Quest(name, goal)


@change(button="Begin the quest")
def _begin(sheet: SheetChange, action: BeginQuest, _dice: Dice) -> None:
    quest, under_way = quest_of(action.name, action.goal), sheet.state.quest
    if under_way is not None:
        raise refused(
            "quest.under_way",
            "{name} is already on a quest, “{quest}”, which must end first.",
            name=sheet.name,
            quest=under_way.name,
        )
    told = Told(Subject.QUEST, Manner.BEGUN, quest.name, by=quest.goal)
    sheet.put(replace(sheet.state, quest=quest), told)


@change(button="Complete the quest")
def _complete(sheet: SheetChange, action: CompleteQuest, _dice: Dice) -> None:
    quest = _under_way(sheet.state)
    state = replace(_over(sheet.state), quests_done=sheet.state.quests_done + 1)
    sheet.put(state, Told(Subject.QUEST, Manner.DONE, quest.name))


@change(button="Give up the quest")
def _abandon(sheet: SheetChange, action: AbandonQuest, _dice: Dice) -> None:
    quest = _under_way(sheet.state)
    sheet.put(_over(sheet.state), Told(Subject.QUEST, Manner.GIVEN_UP, quest.name))


def _under_way(state: Adventurer) -> Quest:
    """The quest under way. Raises RuleViolation where there is none."""
    if state.quest is None:
        raise refused(
            "quest.none",
            "{name} isn't on a quest; `/gm deed: quest` with a name begins one.",
            name=state.name,
        )
    return state.quest


def _over(state: Adventurer) -> Adventurer:
    """End the quest, and what lasted as long as it."""
    return replace(expired(state, Until.QUEST), quest=None)


# -- What a player decides before all else: what makes room, what goes (A20, A23, Q4, Q5, Q10) -------------


SWAP = {
    Ware.ITEM: T("Lose one for it…"),
    Ware.SPELL: T("Discard one first…"),
    Ware.ALLY: T("Give one up for it…"),
}
LEAVE = {Ware.ITEM: T("Leave it"), Ware.SPELL: T("Let it go"), Ware.ALLY: T("Let them go")}


def _making_room(_adventurer: RecordId, state: Adventurer, _step: Step) -> Iterator[Press]:
    gain = state.gains[0].possession
    if state.held(gain.ware):
        asks = (_which(state, gain.ware, field="lose"),)
        yield Press("swap", SWAP[gain.ware], {"gain": gain.number}, asks, is_main=True)
    yield Press("leave", LEAVE[gain.ware], {"gain": gain.number})


def _which(state: Adventurer, ware: Ware, field: str = "possession") -> FormField:
    listed = tuple((str(each.number), each.name) for each in state.held(ware))
    return FormField(field, T("Which one").plain(), options=listed, is_number=True)


@change(
    may=Permit.OWNER_OR_GAME_MASTER,
    step=AtStep(ROOM, _making_room),
    confirms=True,
    button="Lose it anyway",
)
def _make_room(sheet: SheetChange, action: MakeRoom, _dice: Dice) -> None:
    state = sheet.state
    sheet.act_for_player()
    waiting = next((each for each in state.gains if each.possession.number == action.gain), None)
    if waiting is None:
        raise refused(
            "decision.made",
            "That has been decided already; nothing was changed. The newest card shows what is left.",
        )
    if action.lose is None:
        sheet.put(_without(state, waiting), told_of(waiting.possession, Manner.LEFT))
        return
    _require_same_kind(_had(state, action.lose), waiting.possession)
    state, told = _swapped(state, waiting, action.lose)
    sheet.put(state, *told)


def _require_same_kind(lost: Possession, thing: Possession) -> None:
    if lost.ware is not thing.ware:
        gained, given = thing.ware.cause.meaning, lost.ware.cause.meaning
        raise refused(
            "decision.wrong_kind",
            "To make room for {gained}, lose {gained}, not {given}.",
            gained=gained,
            given=given,
        )


def _swapped(state: Adventurer, waiting: Gain, number: int) -> tuple[Adventurer, tuple[Told, ...]]:
    """Lose one and get the new one; a spell is discarded first, and may need a second (A23, A24)."""
    state, lost = lose(state, number)
    if waiting.possession.ware is Ware.SPELL:
        # It comes, where there is room by now, as anything that waits does.
        return state, (lost,)
    state, gained = received(_without(state, waiting), waiting.possession)
    return state, (lost, gained)


def _without(state: Adventurer, waiting: Gain) -> Adventurer:
    return replace(state, gains=tuple(each for each in state.gains if each is not waiting))


CHOOSE = {
    Ware.ITEM: T("Choose an item to lose…"),
    Ware.SPELL: T("Choose a spell to lose…"),
    Ware.ALLY: T("Choose an ally…"),
    Ware.ABILITY: T("Choose an ability to lose…"),
}


def _giving_up(_adventurer: RecordId, state: Adventurer, _step: Step) -> Iterator[Press]:
    for first in owed(state)[:1]:
        yield Press("give", CHOOSE[first.ware], asks=(_which(state, first.ware),), is_main=True)


@change(
    may=Permit.OWNER_OR_GAME_MASTER,
    step=AtStep(GIVE, _giving_up),
    confirms=True,
    button="Lose it anyway",
)
def _give_up(sheet: SheetChange, action: GiveUp, _dice: Dice) -> None:
    state = sheet.state
    sheet.act_for_player()
    losses = owed(state)
    if not losses:
        raise refused(
            "decision.nothing_owed",
            "{name} doesn't have to lose anything now; to part with something anyway, use `/adv drop`.",
            name=state.name,
        )
    ware = _had(state, action.possession).ware
    if ware not in [each.ware for each in losses]:
        must = [each.ware.some(each.count) for each in losses]
        raise refused(
            "decision.not_owed",
            "{name} must lose {must}, not {given}.",
            name=state.name,
            must=must,
            given=ware.cause.meaning,
        )
    sheet.put(*lose(_less_owed(state, ware), action.possession))


def _less_owed(state: Adventurer, ware: Ware) -> Adventurer:
    """Owe one less of them; nothing is owed where it is a limit that asks."""
    left = (replace(each, count=each.count - (each.ware is ware)) for each in state.losses)
    return replace(state, losses=tuple(each for each in left if each.count))


def _had(state: Adventurer, number: int) -> Possession:
    """The possession of that number. Raises RuleViolation where it is gone."""
    found = held(state, number)
    if found is None:
        raise refused(
            "decision.not_had",
            "{name} doesn't have that anymore; pick something from the newest card's list.",
            name=state.name,
        )
    return found

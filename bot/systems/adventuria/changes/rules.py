"""What a narrator may change on a sheet, as actions: each with what it is due to (A9, A42)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import Record, RecordId, Scene, Scope, Turn
from bot.engine.text import T, of_length, refused
from bot.engine.words import one_line
from bot.errors import UserError
from bot.systems.adventuria import ledger
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    AdventurerChanged,
    GiveUp,
    MakeRoom,
    OnAdventurer,
    of_adventurer,
    turn_of,
)
from bot.systems.adventuria.combat.exchange import Bout, Wound, cascade, gained
from bot.systems.adventuria.combat.state import Combat
from bot.systems.adventuria.ledger import (
    expired,
    gain,
    held,
    lose,
    owe,
    owed,
    received,
    settled,
    told_attributes,
    told_of,
)
from bot.systems.adventuria.library.rules import from_library, made_up
from bot.systems.adventuria.settings import Rulings, acted_for
from bot.systems.adventuria.state import (
    MOST_GOLD,
    NAME_LENGTH,
    Adventurer,
    Alignment,
    Attribute,
    Cause,
    Gain,
    How,
    Possession,
    Quest,
    Stage,
    Told,
    Until,
    Ware,
    What,
    is_meant,
)

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


def changed(
    scene: Scene,
    record: Record[Adventurer],
    state: Adventurer,
    told: Sequence[Told],
    cause: Cause | None = None,
    source: str = "",
    *,
    is_due_to_combat: bool = False,
    on_behalf_of: int | None = None,
) -> Turn:
    """The turn that keeps a changed sheet: what waited for room is had as far as there is room now."""
    state, more = settled(state, one_at_three=Rulings.of(scene.campaign).one_at_three)
    told = (*told, *more)
    told += told_attributes(record.state, state, told)
    due = cause.value if cause is not None else ""
    event = AdventurerChanged(state.name, due, source, is_due_to_combat=is_due_to_combat, changes=told)
    return turn_of(scene, record, state, event, on_behalf_of=on_behalf_of)


def _changed(
    scene: Scene, record: Record[Adventurer], action: Any, state: Adventurer, *told: Told, **more: Any
) -> Turn:
    """The same, due to what the action says. Raises RuleViolation where the source's name is too long."""
    source = of_length(
        one_line(action.source),
        SOURCE_LENGTH,
        "changes.long_source",
        "The cause's name can have at most {most} characters, not {length}.",
    )
    return changed(scene, record, state, told, action.cause, source, **more)


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


@action(may=Permit.GAME_MASTERS)
def _gain_gold(scene: Scene, action: GainGold, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    state, told = _richer(record.state, action.amount)
    return _changed(scene, record, action, state, told)


def _richer(state: Adventurer, amount: int) -> tuple[Adventurer, Told]:
    """With so much more gold. Raises RuleViolation where that is none, or too much."""
    _require(amount, MOST_GOLD, GOLD)
    require_room_for_gold(state, amount)
    after = replace(state, gold=state.gold + amount)
    return after, Told(What.GOLD, before=state.gold, after=after.gold)


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


@action(may=Permit.GAME_MASTERS)
def _lose_gold(scene: Scene, action: LoseGold, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    had = record.state.gold
    if action.amount is not None:
        _require(action.amount, MOST_GOLD, GOLD)
    if not had:
        raise refused(
            "changes.no_gold", "{name} has no gold to lose; nothing was changed.", name=record.state.name
        )
    state = replace(record.state, gold=0 if action.amount is None else max(0, had - action.amount))
    return _changed(scene, record, action, state, Told(What.GOLD, before=had, after=state.gold))


# -- things -----------------------------------------------------------------------------------------


def with_thing(action: Any) -> Scope:
    """The adventurer with what belongs to it, and the thing of the library that is meant, if any."""
    scope = of_adventurer(action.adventurer)
    return scope if action.thing is None else replace(scope, ids=(*scope.ids, action.thing))


@action(may=Permit.GAME_MASTERS, scope=with_thing)
def _gain_thing(scene: Scene, action: GainThing, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    thing = (
        from_library(scene, action.thing)
        if action.thing is not None
        else made_up(action.called, action.ware, action.rules, is_weapon=action.is_weapon)
    )
    state, gold = _richer(record.state, action.gold) if action.gold else (record.state, None)
    state, told = gain(state, thing, Rulings.of(scene.campaign))
    return _changed(scene, record, action, state, *((gold,) if gold is not None else ()), told)


@action(may=Permit.GAME_MASTERS)
def _lose_thing(scene: Scene, action: LoseThing, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    thing = one_line(action.thing)
    lost = next((each for each in record.state.possessions if is_meant(each, thing)), None)
    if lost is None:
        raise refused(
            "changes.not_had",
            "{name} has no “{thing:60}”; pick something from the list. Nothing was changed.",
            name=record.state.name,
            thing=thing,
        )
    state, told = lose(record.state, lost.number)
    return _changed(scene, record, action, state, told)


@action(may=Permit.GAME_MASTERS)
def _lose_some(scene: Scene, action: LoseSome, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    _require(action.count, MOST_AT_ONCE, T("The number to lose"))
    if not record.state.held(action.ware):
        raise refused(
            "changes.none_had",
            "{name} has no {wares:lower}, so nothing is lost.",
            name=record.state.name,
            wares=action.ware.meaning,
        )
    state, told = owe(record.state, action.ware, action.count)
    return _changed(scene, record, action, state, *told)


# -- wounds -----------------------------------------------------------------------------------------


@action("adv gm wound", may=Permit.GAME_MASTERS, asks=True, button="Wound anyway")
def _receive_wounds(scene: Scene, action: ReceiveWounds, dice: Dice) -> Turn:
    """Special rules that wounds set off do what they do, as in a fight (A41 to A44)."""
    record = scene.get(ADVENTURER, action.adventurer)
    _require(action.count, MOST_AT_ONCE, WOUNDS)
    due_to = {action.cause, Cause.COMBAT} if action.is_due_to_combat else {action.cause}
    wound = Wound(None, None, action.count, frozenset(due_to), "", ())
    bout = cascade(Bout(record.state, one_number=Rulings.of(scene.campaign).one_number), (wound,), (), dice)
    due = {"is_due_to_combat": action.is_due_to_combat}
    return _changed(scene, record, action, bout.adventurer, *bout.told, **due)


@action("adv gm heal", may=Permit.GAME_MASTERS)
def _heal_wounds(scene: Scene, action: HealWounds, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    if action.count is not None:
        _require(action.count, MOST_AT_ONCE, WOUNDS)
    if not record.state.wounds:
        raise refused(
            "changes.no_wounds", "{name} has no wounds to heal; nothing was changed.", name=record.state.name
        )
    state = ledger.healed(record.state, action.count)
    told = Told(What.WOUNDS, before=record.state.wounds, after=state.wounds)
    return _changed(scene, record, action, state, told)


# -- attributes, alignment, experience --------------------------------------------------------------


@action("adv gm attribute", may=Permit.GAME_MASTERS)
def _change_attribute(scene: Scene, action: ChangeAttribute, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    if not action.amount or abs(action.amount) > MOST_CHANGE:
        raise refused(
            "changes.too_far",
            "An attribute can go up or down by 1 to {most}, not by {amount}.",
            most=MOST_CHANGE,
            amount=action.amount,
        )
    _require_under_way(record.state, action.until)
    state = ledger.changed_by(
        record.state,
        action.attribute,
        action.amount,
        action.cause,
        one_line(action.source),
        action.until,
        one_number=Rulings.of(scene.campaign).one_number,
    )
    if state is record.state:
        raise _why_not(scene, state, action)
    before, after = (ledger.total(each, action.attribute) for each in (record.state, state))
    told = Told(What(action.attribute.value), before=before, after=after, until=action.until)
    return _changed(scene, record, action, state, told)


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


def _why_not(scene: Scene, state: Adventurer, action: ChangeAttribute) -> UserError:
    """Why that changes nothing: the sentence says what would be possible (A8, A9, Q2)."""
    attribute = action.attribute
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
    one_number = Rulings.of(scene.campaign).one_number
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


@action("adv gm align", may=Permit.GAME_MASTERS)
def _change_alignment(scene: Scene, action: ChangeAlignment, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    was = record.state.alignment
    if action.alignment is was:
        raise refused(
            "changes.same_alignment",
            "{name} is already {alignment}; nothing was changed.",
            name=record.state.name,
            alignment=was,
        )
    before, after = (tuple(Alignment).index(each) for each in (was, action.alignment))
    state = replace(record.state, alignment=action.alignment)
    return _changed(scene, record, action, state, Told(What.ALIGNMENT, before=before, after=after))


@action("adv gm xp", may=Permit.GAME_MASTERS)
def _grant_experience(scene: Scene, action: GrantExperience, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    _require(action.amount, MOST_AT_ONCE, T("The amount of XP"))
    one_number = Rulings.of(scene.campaign).one_number
    state, told = gained(record.state, action.kind, action.amount, one_number=one_number)
    if state == record.state:
        raise refused(
            "changes.counts_no_more",
            "{kind} XP no longer counts: {name}'s {attribute} is at its limit.",
            kind=action.kind,
            name=record.state.name,
            attribute=action.kind.attribute,
        )
    return _changed(scene, record, action, state, *told)


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


@action(may=Permit.GAME_MASTERS)
def _begin(scene: Scene, action: BeginQuest, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    quest, under_way = quest_of(action.name, action.goal), record.state.quest
    if under_way is not None:
        raise refused(
            "quest.under_way",
            "{name} is already on a quest, “{quest}”, which must end first.",
            name=record.state.name,
            quest=under_way.name,
        )
    told = Told(What.QUEST, How.BEGUN, quest.name, by=quest.goal)
    return changed(scene, record, replace(record.state, quest=quest), (told,))


@action(may=Permit.GAME_MASTERS)
def _complete(scene: Scene, action: CompleteQuest, _dice: Dice) -> Turn:
    record, quest = _under_way(scene, action.adventurer)
    state = replace(_over(record.state), quests_done=record.state.quests_done + 1)
    return changed(scene, record, state, (Told(What.QUEST, How.DONE, quest.name),))


@action(may=Permit.GAME_MASTERS)
def _abandon(scene: Scene, action: AbandonQuest, _dice: Dice) -> Turn:
    record, quest = _under_way(scene, action.adventurer)
    return changed(scene, record, _over(record.state), (Told(What.QUEST, How.GIVEN_UP, quest.name),))


def _under_way(scene: Scene, adventurer: RecordId) -> tuple[Record[Adventurer], Quest]:
    """The adventurer and its quest. Raises RuleViolation where it is on none."""
    record = scene.get(ADVENTURER, adventurer)
    if record.state.quest is None:
        raise refused(
            "quest.none",
            "{name} isn't on a quest; `/adv gm quest` with a name begins one.",
            name=record.state.name,
        )
    return record, record.state.quest


def _over(state: Adventurer) -> Adventurer:
    """Without the quest, and what lasted as long as it."""
    return replace(expired(state, Until.QUEST), quest=None)


# -- What a player decides before all else: what makes room, what goes (A20, A23, Q4, Q5, Q10) -------------


@action(may=Permit.OWNER_OR_GAME_MASTER, asks=True, button="Lose it anyway")
def _make_room(scene: Scene, action: MakeRoom, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    behalf = acted_for(scene, state.player)
    waiting = next((each for each in state.gains if each.possession.number == action.gain), None)
    if waiting is None:
        raise refused(
            "decision.made",
            "That has been decided already; nothing was changed. The newest card shows what is left.",
        )
    if action.lose is None:
        left = told_of(waiting.possession, How.LEFT)
        return changed(scene, record, _without(state, waiting), (left,), on_behalf_of=behalf)
    _require_same_kind(_had(state, action.lose), waiting.possession)
    state, told = _swapped(state, waiting, action.lose)
    return changed(scene, record, state, told, on_behalf_of=behalf)


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
    """One goes, and the new one comes; a spell is discarded before, and may need a second (A23, A24)."""
    state, lost = lose(state, number)
    if waiting.possession.ware is Ware.SPELL:
        # It comes, where there is room by now, as anything that waits does.
        return state, (lost,)
    state, gained = received(_without(state, waiting), waiting.possession)
    return state, (lost, gained)


def _without(state: Adventurer, waiting: Gain) -> Adventurer:
    return replace(state, gains=tuple(each for each in state.gains if each is not waiting))


@action(may=Permit.OWNER_OR_GAME_MASTER, asks=True, button="Lose it anyway")
def _give_up(scene: Scene, action: GiveUp, _dice: Dice) -> Turn:
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    behalf = acted_for(scene, state.player)
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
    state, told = lose(_less_owed(state, ware), action.possession)
    return changed(scene, record, state, (told,), on_behalf_of=behalf)


def _less_owed(state: Adventurer, ware: Ware) -> Adventurer:
    """With one less of them to lose; none where it is a limit that asks."""
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

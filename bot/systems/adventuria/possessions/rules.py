"""Possessions used: a weapon taken in hand, special rules done, spells spent (A21, A25, Q24, Q26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from bot.engine.declare import action, option
from bot.engine.dice.source import Dice
from bot.engine.finders import Asker, Pair
from bot.engine.people import Permit
from bot.engine.system import RecordId, Result, Scope, Want, World
from bot.engine.text import Safe, T, refused
from bot.errors import UserError
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    FIGHT,
    MEANT,
    ByPlayer,
    OnAdventurer,
    require_awake,
    require_free,
    require_turn,
    with_news,
    with_reply,
)
from bot.systems.adventuria.changed import TellsChanges, lines
from bot.systems.adventuria.combat import rules as combat_rules
from bot.systems.adventuria.combat.exchange import Bout, has_acted, key, needs_foe, needs_roll, used, used_of
from bot.systems.adventuria.combat.state import Fight, Phase
from bot.systems.adventuria.ledger import hands, lose, told_of
from bot.systems.adventuria.offers.rules import Price, gold_of, paid, thrown_away
from bot.systems.adventuria.state import (
    MOST_WAYS,
    Adventurer,
    Effect,
    Fray,
    Manner,
    Possession,
    Told,
    Trigger,
    Until,
    Verb,
    Ware,
    belonging,
    owned,
)
from bot.systems.adventuria.working import SheetCopy, player_action


def possessions(asker: Asker) -> Sequence[Pair]:
    """What the adventurer meant may part with: name and number."""
    had = asker.record("adventurer").state.possessions
    return [(each.name, str(each.number)) for each in had if each.ware.is_limited]


def usable(asker: Asker) -> Sequence[Pair]:
    """What the adventurer meant may use; of a weapon, that it is taken in hand or put away."""
    things = asker.record("adventurer").state.possessions
    return [(_use_of(each).plain(name=each.name), str(each.number)) for each in things]


def _use_of(thing: Possession) -> T:
    if not is_for_the_hand(thing):
        return T("{name}")
    return T("{name} (in hand: put it away)") if thing.is_wielded else T("{name} (take it in hand)")


def standing(asker: Asker) -> Iterable[Pair]:
    """The monsters that stand in its fight: name, and place from 1."""
    wants = (Want(FIGHT, parent=asker.record("adventurer").id),)
    for fight in asker.look(Scope(wants=wants)).all(FIGHT):
        yield from ((fight.state.foes[place].name, str(place + 1)) for place in fight.state.standing)


class UsePossession(ByPlayer):
    """Use an item, spell, ally or weapon

    Give its number or name, and the monster's name or number in the fight.
    """

    thing: str = option("What to use", suggest=usable)
    foe: str = option("Which monster to use it on", default="", suggest=standing)


class OfPossessions(TellsChanges):
    """What somebody did with possessions: the `title` of its card, and what changed by it."""

    name: str
    heading: ClassVar[T]

    @property
    def title(self) -> Safe:
        """What was done, and by whom."""
        return self.heading.of(self)

    @property
    def besides(self) -> tuple[Told, ...]:
        """What changed that the title doesn't say."""
        return self.changes

    def sentence(self) -> Safe:
        """What was done and what changed, in a line."""
        changes = Safe("; ".join(lines(self.besides)))
        told = T("{title}: {changes}.") if changes else T("{title}.")
        return told(title=self.title, **({"changes": changes} if changes else {}))


_BY_HAND = {
    Manner.WIELDED: T("{name:60} takes {thing:60} in hand"),
    Manner.PUT_AWAY: T("{name:60} puts {thing:60} away"),
}


class PossessionUsed(OfPossessions):
    """Something was used; `about` is what it does besides, in words."""

    thing: str
    about: str = ""
    foe: str = ""

    @property
    def by_hand(self) -> Manner | None:
        """Whether the weapon was taken in hand or put away, where that is all."""
        how = self.changes[0].how if self.changes else None
        return how if how in _BY_HAND else None

    @property
    def besides(self) -> tuple[Told, ...]:
        """What changed, but for what the title says."""
        return self.changes if self.by_hand is None else self.changes[1:]

    @property
    def title(self) -> Safe:
        """What was used, on whom; what the hand did with a weapon is no use of it."""
        if self.by_hand is not None:
            return _BY_HAND[self.by_hand].of(self)
        on_whom = T("{name:60} uses {thing:60} on {foe:60}")
        return (on_whom if self.foe else T("{name:60} uses {thing:60}")).of(self)


@action("adv use", may=Permit.OWNER_OR_GAME_MASTER, confirms=True, button="Use it anyway")
def use_possession(world: World, action: UsePossession, dice: Dice) -> Result:
    """Use it. Raises RuleViolation before anything is spent where it does nothing now (Q24)."""
    record = world.get(ADVENTURER, action.adventurer)
    fighting = record.state.fight
    sides = combat_rules.sides_of(world, world.records[fighting]) if fighting is not None else None
    sheet = SheetCopy(world, record, record.state) if sides is None else sides
    sheet.act_for_player()
    require_awake(sheet.state)
    require_free(sheet.state)
    thing = owned(sheet.state, action.thing)
    if sides is not None and sides.fight.phase is Phase.ROLLED:
        raise refused(
            "possessions.dice_known",
            "{name}'s dice are rolled; answer them on the fight's card first. Nothing was used.",
            name=sheet.name,
        )
    if is_for_the_hand(thing):
        _wield(sheet, thing)
        bout = _bout(sheet, sides)
        sheet.tell(PossessionUsed(sheet.name, thing.name, changes=sheet.changes))
    else:
        require_turn(sheet.state)
        fight = sides.fight if sides is not None else None
        able = working(sheet.state, thing, fight)
        foe = _target(able, thing, fight, action.foe)
        bout = _worked(_bout(sheet, sides), thing, able, foe, dice)
        whose = fight.foes[foe].name if fight is not None and foe is not None else ""
        words = (*_narrated(thing), *(() if uses(thing) else (thing.about,)))
        about = " ".join(filter(None, words))
        sheet.tell(PossessionUsed(sheet.name, thing.name, about, whose, changes=bout.told))
    if sides is not None:
        combat_rules.go_on_after(sides, bout)
    else:
        sheet.put(bout.adventurer)
        sheet.change(used=used_of(sheet.state, (*record.state.used, *bout.done)))
        if _is_for_the_narrator(thing):
            sheet.put(with_news(sheet.state))
    return sheet.result()


def uses(thing: Possession) -> tuple[Effect, ...]:
    """The special rules that its use sets off."""
    return tuple(effect for effect in thing.effects if effect.when is Trigger.USE)


def _is_for_the_narrator(thing: Possession) -> bool:
    """Whether the narrator tells what comes of its use: for its words, or where it has no rules."""
    return not is_for_the_hand(thing) and (not uses(thing) or any(_narrated(thing)))


def _narrated(thing: Possession) -> Iterator[str]:
    """What the thing does in words alone, which the narrator judges."""
    return (effect.text for effect in thing.effects if effect.verb is Verb.NARRATE)


def is_for_the_hand(thing: Possession) -> bool:
    """Whether to use it is to take it in hand or put it away: a weapon, unless it is at work already."""
    return thing.is_weapon and not (thing.is_wielded and uses(thing))


def _bout(sheet: SheetCopy, sides: combat_rules.Sides | None) -> Bout:
    return sides.bout() if sides is not None else Bout(sheet.state, one_number=sheet.rulings.one_number)


# -- in hand (A21, Q26) -------------------------------------------------------------------------------


def _wield(sheet: SheetCopy, weapon: Possession) -> None:
    """Take that weapon in hand, with no more than may be used; or put it away, where it was in hand."""
    others = [each for each in sheet.state.possessions if each.is_wielded and each is not weapon]
    _put_in_hand(sheet, weapon, is_wielded=not weapon.is_wielded)
    for other in others:
        if sum(each.is_wielded for each in sheet.state.possessions) <= hands(sheet.state):
            break
        _put_in_hand(sheet, other, is_wielded=False)


def _put_in_hand(sheet: SheetCopy, weapon: Possession, *, is_wielded: bool) -> None:
    changed = tuple(
        replace(each, is_wielded=is_wielded) if each.number == weapon.number else each
        for each in sheet.state.possessions
    )
    how = Manner.WIELDED if is_wielded else Manner.PUT_AWAY
    sheet.put(replace(sheet.state, possessions=changed), told_of(weapon, how))


# -- at work (A25, Q24) -------------------------------------------------------------------------------


def working(state: Adventurer, thing: Possession, fight: Fight | None) -> Sequence[Effect]:
    """Those of its rules that can do something now. Raises RuleViolation where it has some, and none can."""
    found = [
        (effect, obstacle(state, effect, fight) or _acted(state, thing, effect, fight))
        for effect in uses(thing)
    ]
    able = [effect for effect, why in found if why is None]
    if found and not able:
        raise _does_nothing(thing, next(why for _, why in found if why))
    return able


def _does_nothing(thing: Possession, why: str) -> UserError:
    """The refusal, before anything is spent, of what would do nothing (Q24)."""
    return refused(
        "possessions.does_nothing",
        "{thing} would do nothing now: {why}. Nothing was used.",
        thing=thing.name,
        why=why,
    )


def obstacle(state: Adventurer, effect: Effect, fight: Fight | None) -> Safe | None:
    """Why a rule can do nothing now; None where it can."""
    if needs_roll(effect):
        return T("it works on dice just rolled, from the fight's card")()
    if is_for_fights(effect) and (why := _no_such_fight(effect, fight)) is not None:
        return why
    if effect.verb is Verb.HEAL and not effect.to_foe and not state.wounds:
        return T("there are no wounds to heal")()
    if effect.verb is Verb.GO:
        return _no_way(state, effect.place)
    if effect.until != Until.QUEST or state.quest is not None:
        return None
    return T("it lasts for a quest, and there is none")()


def _no_such_fight(effect: Effect, fight: Fight | None) -> Safe | None:
    """Why what works in fights doesn't work in this one."""
    if fight is None:
        return T("it only works in a fight")()
    if fight.kind is None:
        return T("first choose the kind of Combat on the fight's card")()
    other = T("it only works in the other kind of Combat")
    return other() if effect.fray not in (Fray.ANY, fight.kind.fray) else None


def _no_way(state: Adventurer, place: str) -> Safe | None:
    """Why a place can't become one more way to end the turn (A47)."""
    if place.casefold() in map(str.casefold, state.ways):
        return T("the turn can already end there")()
    many = T("the turn already has as many places to end as it can")
    return many() if len(state.ways) >= MOST_WAYS else None


def _acted(state: Adventurer, thing: Possession, effect: Effect, fight: Fight | None) -> Safe | None:
    """Why a rule can do nothing more: each acts once in a Combat, some once in a fight (A43).

    Without a Combat to count by, each acts once in a turn.
    """
    rule = _rule(thing, effect)
    if fight is None:
        this_turn = T("outside fights it works once per turn, and it already has")
        return this_turn() if rule in state.used else None
    acted = T("it has done all it can until the next Combat is over")
    return acted() if has_acted(fight, rule, effect) else None


def _rule(thing: Possession, effect: Effect) -> str:
    return key(thing.number, thing.effects.index(effect))


def is_for_fights(effect: Effect) -> bool:
    """Whether it means nothing outside a fight."""
    lasts_for_fight = effect.until in (Until.COMBAT, Until.FIGHT)
    return needs_foe(effect) or lasts_for_fight or effect.fray is not Fray.ANY


def _target(able: Sequence[Effect], thing: Possession, fight: Fight | None, text: str) -> int | None:
    """On which monster: the one named or numbered from 1, or the only one that stands.

    Raises RuleViolation.
    """
    if fight is None or not any(map(needs_foe, able)):
        return None
    standing, foes = fight.standing, fight.foes
    if not text and len(standing) == 1:
        return standing[0]
    near = text.strip().casefold()
    meant = next((each for each in standing if near in (str(each + 1), foes[each].name.casefold())), None)
    if meant is None:
        names = [foes[each].name for each in standing]
        raise refused(
            "possessions.on_whom",
            "Choose the monster to use {thing} on: {foes:,}. Nothing was used.",
            thing=thing.name,
            foes=names,
        )
    return meant


def _worked(bout: Bout, thing: Possession, able: Sequence[Effect], foe: int | None, dice: Dice) -> Bout:
    """After its rules did what they do, in their order; what is used up by that is gone (A25).

    Raises RuleViolation where there is nothing left for them to change (Q24).
    """
    state, told = bout.adventurer, told_of(thing, Manner.USED)
    if thing.ware is Ware.SPELL or any(effect.is_spent for effect in able):
        state, told = lose(state, thing.number, Manner.SPENT)
    bout = replace(bout, adventurer=state, told=(told,))
    for effect in able:
        bout = used(bout, effect, thing.ware.cause, thing.name, foe, dice, _rule(thing, effect))
    idle = [each.how in (Manner.AT_FLOOR, Manner.AT_CAP) for each in bout.told[1:]]
    if idle and all(idle) and all(effect.is_sure for effect in able):
        raise _does_nothing(thing, T("it has nothing left to change")())
    return bout


# -- What a player does with what an adventurer has: use, drop, pay, wield (A16, A17, A21, A25) ------------


def payable(asker: Asker) -> Iterable[Pair]:
    """All the gold, and what the adventurer meant has, by name: a number is gold here."""
    names = dict.fromkeys(name for name, _number in possessions(asker))
    return [(T("All gold")(), "All gold"), *((name, name) for name in names)]


class Discard(OnAdventurer):
    """Drop gold or a possession

    A possession by its number or name (A17).
    """

    what: str = option(
        "Gold, an item, a spell or an ally",
        suggest=lambda asker: [(T("Gold")(), "Gold"), *possessions(asker)],
    )
    amount: str = option("How much gold: a number or “all”", default="", is_read=True)
    adventurer: RecordId = option("Which adventurer; yours by default", finder=MEANT)


class PayOut(ByPlayer):
    """Pay for something, in full or not at all

    It is so much gold, or a possession by its number or name (A16, A18).
    """

    what: str = option("Gold (a number or “all”) or a possession", suggest=payable)


class Discarded(OfPossessions):
    """Something was dropped, dismissed or thrown away."""

    heading = T("{name:60} parts with something")


class PaidOut(OfPossessions):
    """Something was paid."""

    heading = T("{name:60} pays")


@player_action("adv drop", confirms=True, button="Part with it anyway", when=(require_awake, require_free))
def discard(sheet: SheetCopy, action: Discard, dice: Dice) -> None:
    """Part with it, in a turn or between two, not while camped (A17, Q20). Raises RuleViolation."""
    if action.what.strip().casefold() != "gold":
        sheet.put(*lose(sheet.state, belonging(sheet.state, action.what).number))
    elif (gold := gold_of(action.amount)) is not None:
        sheet.put(*thrown_away(sheet.state, gold))
    else:
        raise refused(
            "possessions.how_much",
            "Say how much gold with `amount`: a number, or “all”. Nothing was changed.",
        )
    sheet.tell(Discarded(sheet.name, changes=sheet.changes))


@player_action("adv pay", confirms=True, button="Pay anyway", when=(require_turn, require_free))
def pay_out(sheet: SheetCopy, action: PayOut, dice: Dice) -> None:
    """Pay during the turn, all or nothing (A16). Raises RuleViolation: not enough, nothing happens."""
    gold = gold_of(action.what)
    price = Price(name=action.what) if gold is None else Price(gold)
    sheet.put(*paid(sheet.state, price, buys_with_nothing=sheet.rulings.buys_with_nothing))
    sheet.tell(PaidOut(sheet.name, changes=sheet.changes))
    sheet.put(with_reply(sheet.state))

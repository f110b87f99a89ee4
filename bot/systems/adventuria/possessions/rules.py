"""Possessions used: a weapon taken in hand, special rules done, spells spent (A21, A25, Q24, Q26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from bot.engine.asking import Asking, Pair
from bot.engine.declare import action, command, option
from bot.engine.dice.source import Dice
from bot.engine.people import Permit
from bot.engine.system import Record, RecordId, Scene, Scope, Turn, Want
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
    turn_of,
    with_news,
    with_reply,
)
from bot.systems.adventuria.changed import TellsChanges, lines
from bot.systems.adventuria.combat import rules as combat_rules
from bot.systems.adventuria.combat.exchange import Bout, has_acted, key, needs_foe, needs_roll, used, used_of
from bot.systems.adventuria.combat.state import Fight, Phase
from bot.systems.adventuria.ledger import hands, lose, told_attributes, told_of
from bot.systems.adventuria.offers.rules import ALL_GOLD, Price, gold_of, not_within, paid, thrown_away
from bot.systems.adventuria.settings import Rulings, acted_for
from bot.systems.adventuria.state import (
    MOST_GOLD,
    MOST_WAYS,
    Adventurer,
    Effect,
    Fray,
    How,
    Possession,
    Told,
    Until,
    Verb,
    Ware,
    When,
    belonging,
    owned,
)


def possessions(asking: Asking) -> Sequence[Pair]:
    """What the adventurer meant may part with: name and number."""
    had = asking.record("adventurer").state.possessions
    return [(each.name, str(each.number)) for each in had if each.ware.is_limited]


def usable(asking: Asking) -> Sequence[Pair]:
    """The same, with what a use does where that is to take a weapon in hand or put it away."""
    things = asking.record("adventurer").state.possessions
    return [(_use_of(each).plain(name=each.name), str(each.number)) for each in things]


def _use_of(thing: Possession) -> T:
    if not is_for_the_hand(thing):
        return T("{name}")
    return T("{name} (in hand: put it away)") if thing.is_wielded else T("{name} (take it in hand)")


def standing(asking: Asking) -> Iterable[Pair]:
    """The monsters that stand in its fight: name, and place from 1."""
    wants = (Want(FIGHT, parent=asking.record("adventurer").id),)
    for fight in asking.look(Scope(wants=wants)).all(FIGHT):
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
        """All of it in a line."""
        changes = Safe("; ".join(lines(self.besides)))
        told = T("{title}: {changes}.") if changes else T("{title}.")
        return told(title=self.title, **({"changes": changes} if changes else {}))


_BY_HAND = {
    How.WIELDED: T("{name:60} takes {thing:60} in hand"),
    How.PUT_AWAY: T("{name:60} puts {thing:60} away"),
}


class PossessionUsed(OfPossessions):
    """Something was used; `about` is what it does besides, in words."""

    thing: str
    about: str = ""
    foe: str = ""

    @property
    def by_hand(self) -> How | None:
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


@action("adv use", may=Permit.OWNER_OR_GAME_MASTER, asks=True, button="Use it anyway")
def use_possession(scene: Scene, action: UsePossession, dice: Dice) -> Turn:
    """Use it. Raises RuleViolation before anything is spent where it does nothing now (Q24)."""
    record = scene.get(ADVENTURER, action.adventurer)
    player = acted_for(scene, record.state.player)
    require_awake(record.state)
    require_free(record.state)
    thing = owned(record.state, action.thing)
    fight = scene.records[record.state.fight] if record.state.fight is not None else None
    if fight is not None and fight.state.phase is Phase.ROLLED:
        raise refused(
            "possessions.dice_known",
            "{name}'s dice are rolled; answer them on the fight's card first. Nothing was used.",
            name=record.state.name,
        )
    if is_for_the_hand(thing):
        state, told = _wielded(record.state, thing)
        told = (*told, *told_attributes(record.state, state))
        done, event = _bout(scene, state, fight), PossessionUsed(state.name, thing.name, changes=told)
    else:
        require_turn(record.state)
        able = working(record.state, thing, fight.state if fight is not None else None)
        foe = _target(able, thing, fight, action.foe)
        done = _worked(_bout(scene, record.state, fight), thing, able, foe, dice)
        whose = fight.state.foes[foe].name if fight is not None and foe is not None else ""
        words = (*_narrated(thing), *(() if uses(thing) else (thing.about,)))
        about = " ".join(filter(None, words))
        event = PossessionUsed(record.state.name, thing.name, about, whose, changes=done.told)
    if fight is None:
        state = replace(done.adventurer, used=used_of(done.adventurer, (*record.state.used, *done.done)))
        state = with_news(state) if _is_for_the_narrator(thing) else state
        return turn_of(scene, record, state, event, on_behalf_of=player)
    return replace(combat_rules.after_use(scene, record, fight, done, event), on_behalf_of=player)


def uses(thing: Possession) -> tuple[Effect, ...]:
    """The special rules that its use sets off."""
    return tuple(effect for effect in thing.effects if effect.when is When.USE)


def _is_for_the_narrator(thing: Possession) -> bool:
    """Whether the narrator tells what comes of its use: for its words, or where it has no rules."""
    return not is_for_the_hand(thing) and (not uses(thing) or any(_narrated(thing)))


def _narrated(thing: Possession) -> Iterator[str]:
    """What it does in words alone."""
    return (effect.text for effect in thing.effects if effect.verb is Verb.NARRATE)


def is_for_the_hand(thing: Possession) -> bool:
    """Whether to use it is to take it in hand or put it away: a weapon, unless it is at work already."""
    return thing.is_weapon and not (thing.is_wielded and uses(thing))


def _bout(scene: Scene, state: Adventurer, fight: Record[Fight] | None) -> Bout:
    one_number = Rulings.of(scene.campaign).one_number
    if fight is None:
        return Bout(state, one_number=one_number)
    now = fight.state
    return Bout(state, now.foes, now.kind, one_number=one_number, used=now.used, done=now.done)


# -- in hand (A21, Q26) -------------------------------------------------------------------------------


def _wielded(state: Adventurer, weapon: Possession) -> tuple[Adventurer, tuple[Told, ...]]:
    """With that weapon in hand and no more than may be used; or without it, where it was in hand."""
    how = How.PUT_AWAY if weapon.is_wielded else How.WIELDED
    others = [each for each in state.possessions if each.is_wielded and each is not weapon]
    state, told = _in_hand(state, weapon, is_wielded=not weapon.is_wielded), [told_of(weapon, how)]
    for other in others:
        if sum(each.is_wielded for each in state.possessions) <= hands(state):
            break
        state = _in_hand(state, other, is_wielded=False)
        told.append(told_of(other, How.PUT_AWAY))
    return state, tuple(told)


def _in_hand(state: Adventurer, weapon: Possession, *, is_wielded: bool) -> Adventurer:
    changed = (
        replace(each, is_wielded=is_wielded) if each.number == weapon.number else each
        for each in state.possessions
    )
    return replace(state, possessions=tuple(changed))


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
    """Refused before anything is spent (Q24)."""
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


def _target(able: Sequence[Effect], thing: Possession, fight: Record[Fight] | None, text: str) -> int | None:
    """On which monster: the one named or numbered from 1, or the only one that stands.

    Raises RuleViolation.
    """
    if fight is None or not any(map(needs_foe, able)):
        return None
    standing, foes = fight.state.standing, fight.state.foes
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
    state, told = bout.adventurer, told_of(thing, How.USED)
    if thing.ware is Ware.SPELL or any(effect.is_spent for effect in able):
        state, told = lose(state, thing.number, How.SPENT)
    bout = replace(bout, adventurer=state, told=(told,))
    for effect in able:
        bout = used(bout, effect, thing.ware.cause, thing.name, foe, dice, _rule(thing, effect))
    idle = [each.how in (How.AT_FLOOR, How.AT_CAP) for each in bout.told[1:]]
    if idle and all(idle) and all(effect.is_sure for effect in able):
        raise _does_nothing(thing, T("it has nothing left to change")())
    return bout


# -- What a player does with what an adventurer has: use, drop, pay, wield (A16, A17, A21, A25) ------------


class Discard(OnAdventurer):
    """Part with a possession by its number or name, or with so much gold (-1: all of it) (A17)."""

    thing: str = ""
    gold: int = 0


class PayOut(OnAdventurer):
    """Pay what the story asks: so much gold (-1: all of it), or a possession by number or name (A16, A18)."""

    gold: int = 0
    thing: str = ""


class Discarded(OfPossessions):
    """Something was dropped, dismissed or thrown away."""

    heading = T("{name:60} parts with something")


class PaidOut(OfPossessions):
    """Something was paid."""

    heading = T("{name:60} pays")


@action(may=Permit.OWNER_OR_GAME_MASTER, asks=True, button="Part with it anyway")
def discard(scene: Scene, action: Discard, dice: Dice) -> Turn:
    """Part with it, in a turn or between two, not while camped (A17, Q20). Raises RuleViolation."""
    record = scene.get(ADVENTURER, action.adventurer)
    player = acted_for(scene, record.state.player)
    require_awake(record.state)
    require_free(record.state)
    if action.thing:
        state, told = lose(record.state, belonging(record.state, action.thing).number)
    else:
        state, told = thrown_away(record.state, action.gold)
    changes = (told, *told_attributes(record.state, state))
    return turn_of(scene, record, state, Discarded(state.name, changes=changes), on_behalf_of=player)


@action(may=Permit.OWNER_OR_GAME_MASTER, asks=True, button="Pay anyway")
def pay_out(scene: Scene, action: PayOut, dice: Dice) -> Turn:
    """Pay during the turn, all or nothing (A16). Raises RuleViolation: not enough, nothing happens."""
    record = scene.get(ADVENTURER, action.adventurer)
    player = acted_for(scene, record.state.player)
    require_turn(record.state)
    require_free(record.state)
    buys_with_nothing = Rulings.of(scene.campaign).buys_with_nothing
    state, told = paid(record.state, _price(action), buys_with_nothing=buys_with_nothing)
    event = PaidOut(state.name, changes=(told, *told_attributes(record.state, state)))
    return turn_of(scene, record, with_reply(state), event, on_behalf_of=player)


def _price(action: PayOut) -> Price:
    if not action.thing and action.gold != ALL_GOLD and not 1 <= action.gold <= MOST_GOLD:
        raise not_within(T("A payment in gold"), 1, MOST_GOLD, action.gold)
    return Price(action.gold, name=action.thing)


@command("adv drop", may=Permit.OWNER_OR_GAME_MASTER, asks=True)
class Drop(OnAdventurer):
    """Drop gold or a possession"""

    what: str = option(
        "Gold, an item, a spell or an ally",
        suggest=lambda asking: [(T("Gold")(), "Gold"), *possessions(asking)],
    )
    amount: str = option("How much gold: a number or “all”", default="")
    adventurer: RecordId = option("Which adventurer; yours by default", finder=MEANT)

    def to_action(self, _asking: Asking) -> Discard:
        """What is to go. Raises RuleViolation where that is not said."""
        if self.what.strip().casefold() != "gold":
            return Discard(self.adventurer, self.what)
        gold = gold_of(self.amount)
        if gold is None:
            raise refused(
                "possessions.how_much",
                "Say how much gold with `amount`: a number, or “all”. Nothing was changed.",
            )
        return Discard(self.adventurer, gold=gold)


def payable(asking: Asking) -> Iterable[Pair]:
    """All the gold, and what the adventurer meant has, by name: a number is gold here."""
    names = dict.fromkeys(name for name, _number in possessions(asking))
    return [(T("All gold")(), "All gold"), *((name, name) for name in names)]


@command("adv pay", may=Permit.OWNER_OR_GAME_MASTER, asks=True)
class Pay(ByPlayer):
    """Pay for something, in full or not at all"""

    what: str = option("Gold (a number or “all”) or a possession", suggest=payable)

    def to_action(self, _asking: Asking) -> PayOut:
        """What is paid."""
        gold = gold_of(self.what)
        return PayOut(self.adventurer, thing=self.what) if gold is None else PayOut(self.adventurer, gold)

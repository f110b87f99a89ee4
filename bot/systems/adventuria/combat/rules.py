"""Monsters encountered: who they are, the kind of Combat, what they bring (A32, A33, A40, Q11, Q13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import wraps
from typing import Any, TypeVar

from bot.engine.declare import Moment, action
from bot.engine.dice.odds import percent
from bot.engine.dice.source import Dice
from bot.engine.pace import Tempo
from bot.engine.people import Permit, Standing, Viewer
from bot.engine.record import AtStep, Press, Step
from bot.engine.steps import at
from bot.engine.system import Kind, Open, Record, RecordId, Replace, Result, Scope, Settled, Want, World
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.words import one_line
from bot.engine.working import Perform
from bot.systems.adventuria import adventurer
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    AdventurerChanged,
    handed_over,
    of_adventurer,
    require_free,
    require_no_fight,
    require_turn,
)
from bot.systems.adventuria.adventurer import FIGHT as ADVENTURER_FIGHT
from bot.systems.adventuria.combat import exchange, odds
from bot.systems.adventuria.combat import state as fights
from bot.systems.adventuria.combat.exchange import (
    ALL_WOUNDS,
    Bout,
    has_acted,
    is_lucky,
    is_of_this_kind,
    key,
    needs_foe,
    needs_roll,
    used,
    used_of,
)
from bot.systems.adventuria.combat.state import (
    AGAIN,
    ANSWER,
    KIND,
    MONSTER,
    MOST_FOES,
    READY,
    SORTS,
    Answer,
    AnswerRoll,
    ChooseCombat,
    Combat,
    CombatChosen,
    CombatFought,
    CombatRolled,
    Exchanged,
    ExchangeResult,
    Fight,
    FightEnd,
    FightEnded,
    FightOpened,
    LeaveFight,
    LetStand,
    Monster,
    Named,
    OpenFight,
    Order,
    Phase,
    RollCombat,
    Rolled,
    StopFight,
    line,
    steps,
    title,
)
from bot.systems.adventuria.ledger import expired, has_fallen, held, lose, settled
from bot.systems.adventuria.state import (
    ALL,
    NAME_LENGTH,
    Adventurer,
    Attribute,
    Attributes,
    Cause,
    Effect,
    Foe,
    Manner,
    MetMonster,
    Possession,
    Trigger,
    Until,
    Verb,
    Ware,
)
from bot.systems.adventuria.working import SheetCopy, sheet_action

A = TypeVar("A")
E = TypeVar("E", bound=Exchanged)

INSTRUCTIONS_LENGTH = 500


def encounter_scope(action: Any) -> Scope:
    """The adventurer with what is open with it, and the monsters."""
    whole = of_adventurer(action.adventurer)
    return replace(whole, ids=(*whole.ids, *action.monsters))


# When a fight can begin.
BEFORE_A_FIGHT: Moment = (require_turn, require_no_fight, require_free)


@sheet_action(
    may=Permit.OWNER_OR_GAME_MASTER, scope=encounter_scope, when=BEFORE_A_FIGHT, button="Begin the fight"
)
def open_fight(sheet: SheetCopy, action: OpenFight, dice: Dice) -> None:
    """Let an adventurer encounter monsters in its turn. Raises RuleViolation where they can't be met."""
    state = sheet.state
    fight, left = _begun(sheet.world, action, state)
    sheet.subject = sheet.world.new_id()
    sheet.also.append(Open(sheet.subject, ADVENTURER_FIGHT, fight))
    sheet.change(fight=sheet.subject, met=left)
    sheet.tell(FightOpened(state.name, names(fight), fight.kind, fight.instructions))


def _begun(world: World, action: OpenFight, state: Adventurer) -> tuple[Fight, tuple[MetMonster, ...]]:
    """The fight before its first exchange, and whom else the adventurer met on this turn."""
    instructions = of_length(
        action.instructions.strip(),
        INSTRUCTIONS_LENGTH,
        "fight.too_long",
        "{what} can have at most {most} characters{given}.",
        what=T("The encounter's instructions"),
    )
    found = _found(world, action)
    foes = [fights.foe(*each) for each in found] + [invented(each) for each in action.named]
    numbered, left = met_again(_numbered(foes), state.met)
    _require_alive(state, numbered)
    kind = _kind(world, action, found)
    fight = Fight(
        action.adventurer,
        state.name,
        state.player,
        numbered,
        kind,
        action.order,
        instructions,
        action.can_avoid,
        Phase.READY if kind is not None else Phase.KIND,
        world.entry,
        done=state.used,
    )
    return fight, left


# -- who they are -----------------------------------------------------------------------------------


def _found(world: World, action: OpenFight) -> list[tuple[RecordId, Monster]]:
    """The monsters of the library. Raises RuleViolation for too many, none, or one not to be known of."""
    count = len(action.monsters) + len(action.named)
    if not count:
        raise refused("fight.nobody", "Name at least one monster to fight.")
    if count > MOST_FOES:
        raise refused(
            "fight.too_many",
            "At most {most} monsters fight at a time, not {count}.",
            most=MOST_FOES,
            count=count,
        )
    if action.named and world.standing is not Standing.GAME_MASTER:
        raise refused(
            "fight.narrators_invent",
            "Only a narrator makes up a monster; name one of the library, with the suggestions of"
            " `/adv fight`.",
        )
    return [(entry, _known(world, entry)) for entry in action.monsters]


def _known(world: World, entry: RecordId) -> Monster:
    """The monster, as far as who acts may know of it: a secret one is none, in the same words."""
    record = world.records.get(entry)
    viewer = Viewer(world.actor, world.standing)
    if record is None or record.kind != MONSTER.name or MONSTER.view(record.state, viewer) is None:
        raise refused("fight.no_monster", "That monster isn't part of this campaign.")
    return world.get(MONSTER, entry).state


def invented(named: Named) -> Foe:
    """A monster made up on the spot. Raises RuleViolation for a name or a number that can't be."""
    name = one_line(named.name)
    if not name:
        raise refused("fight.nameless", "A monster needs a name that can be read.")
    of_length(name, NAME_LENGTH, "fight.long_name", "A monster's name has at most {most} characters{given}.")
    values = ((Attribute.ARMS, named.arms), (Attribute.MAGIC, named.magic), (Attribute.VITAE, named.vitae))
    for attribute, value in values:
        if not 1 <= value <= fights.MOST:
            values_ = {"attribute": attribute, "monster": name, "most": fights.MOST, "value": value}
            raise refused(
                "fight.bad_value", "{attribute} of {monster} is 1 to {most}, not {value}.", **values_
            )
    attributes = Attributes(named.arms, named.magic, fights.USUAL_CRAFT, named.vitae)
    return fights.foe(None, Monster(name, attributes))


def _numbered(foes: Sequence[Foe]) -> tuple[Foe, ...]:
    """Several of one name are told apart by a number."""
    several = {key for key, count in Counter(foe.name.casefold() for foe in foes).items() if count > 1}
    seen: Counter[str] = Counter()
    told_apart = []
    for foe in foes:
        key = foe.name.casefold()
        seen[key] += 1
        name = f"{foe.name} {seen[key]}" if key in several else foe.name
        told_apart.append(replace(foe, name=name, kin=foe.name))
    return tuple(told_apart)


def _require_alive(state: Adventurer, foes: Sequence[Foe]) -> None:
    """See that no unique one is met twice, at once or after it has fallen (A40). Raises RuleViolation."""
    slain = {name.casefold() for name in state.slain}
    for foe in foes:
        if not foe.is_unique:
            continue
        if foe.kin.casefold() in slain:
            raise refused(
                "fight.felled",
                "There's only one {monster}, and {name} has already felled it.",
                monster=foe.kin,
                name=state.name,
            )
        if foe.kin != foe.name:
            raise refused("fight.only_one", "There's only one {monster}: name it once.", monster=foe.kin)


# -- what they bring --------------------------------------------------------------------------------


def met_again(
    foes: Sequence[Foe], met: Sequence[MetMonster]
) -> tuple[tuple[Foe, ...], tuple[MetMonster, ...]]:
    """Give monsters met again on this turn the attributes they were left with (Q13); and who else was met."""
    left, again = list(met), []
    for foe in foes:
        same = next((each for each in left if each.monster.casefold() == foe.kin.casefold()), None)
        if same is not None:
            left.remove(same)
        again.append(foe if same is None else replace(foe, now=same.attributes))
    return tuple(again), tuple(left)


def _kind(world: World, action: OpenFight, found: Sequence[tuple[RecordId, Monster]]) -> Combat | None:
    """The kind of Combat: the narrator's, else the first monster's; None leaves it to the player (Q11).

    Raises RuleViolation where a player names another than the encounter says.
    """
    printed = found[0][1].kind if found else None
    if action.kind is None:
        return printed
    if world.standing is not Standing.GAME_MASTER and printed not in (None, action.kind):
        raise refused(
            "fight.other_kind",
            "A fight with {monster} is {combat}; only a narrator can change that.",
            monster=found[0][1].name,
            combat=printed.meaning,
        )
    return action.kind


# -- The record of a fight, and how every action keeps it with the adventurer in it ------------------------


FIGHT: Kind[Fight] = Kind(
    adventurer.FIGHT,
    Fight,
    title=title,
    owner=lambda state: state.player,
    parent=lambda state: state.adventurer,
    links=lambda state: (state.adventurer,),
    tempo=Tempo.FIGHT,
    line=line,
    waiting=steps,
    steps=SORTS,
    hand_over=handed_over,
    goes_along=True,
    ending="end",
)


@dataclass(slots=True)
class Sides(SheetCopy):
    """An adventurer in a fight, and that fight as it was found and as it is by now."""

    found: Record[Fight] = field(kw_only=True)
    fight: Fight = field(kw_only=True)

    def change_fight(self, **changes: Any) -> None:
        """Change fields of the fight."""
        self.fight = replace(self.fight, **changes)

    def put_bout(self, bout: Bout, **changes: Any) -> None:
        """Let both sides be as they are after a bout; `changes` are further fields of the fight."""
        self.put(bout.adventurer)
        self.change_fight(foes=bout.foes, used=bout.used, **changes)

    def bout(self, engaged: tuple[int, ...] = (), ignoring: int = 0) -> Bout:
        """What special rules work on, with the monsters of those places in the exchange."""
        fight, one_number = self.fight, self.rulings.one_number
        return Bout(
            self.state,
            fight.foes,
            fight.kind,
            one_number=one_number,
            engaged=engaged,
            used=fight.used,
            done=fight.done,
            ignoring=ignoring,
        )

    def go_on(self) -> None:
        """Let the fight go on; it is over where the adventurer has fallen (Q12), or nobody else stands."""
        if has_fallen(self.state):
            self.fight = self.fight.closed()
        elif not self.fight.standing:
            self.end(FightEnd.WON)

    def end(self, end: FightEnd, reason: str = "") -> None:
        """End the fight: what lasted so long is over too, and who stands is remembered for this turn (Q13).

        What was used for a Combat that never came counts as used on this turn (A43).
        """
        met = tuple(
            MetMonster(foe.kin or foe.name, foe.now)
            for foe in self.fight.foes
            if foe.is_standing and foe.now != foe.printed
        )
        self.put(expired(self.state, Until.COMBAT, Until.FIGHT))
        acted = used_of(self.state, (*self.state.used, *self.fight.done))
        self.change(fight=None, is_mid_combat=False, met=(*self.state.met, *met), used=acted)
        self.fight = self.fight.over(end)
        self.tell(FightEnded(self.fight.name, names(self.fight), end, reason))

    def result(self) -> Result:
        """Both as they are by now: what waited for room is had as far as there is room now."""
        if not (self.state.is_mid_combat or has_fallen(self.state)):
            self.state, told = settled(self.state, one_at_three=self.rulings.one_at_three)
            if told:
                self.tell(AdventurerChanged(self.name, changes=told))
        is_over = self.fight.phase is Phase.OVER
        self.also.append(Replace(self.found.id, self.fight, archive=is_over))
        # Once it is over, the turn goes on: what waits there has one card, the adventurer's.
        self.subject = None if is_over else self.found.id
        return SheetCopy.result(self)


def fight_scope(action: Any) -> Scope:
    """The fight that an action names, its adventurer, and offers that would end with that one."""
    return Scope(ids=(action.fight,), wants=(Want(adventurer.OFFER),), links=True)


def fight_player(world: World, action: Any) -> int | None:
    """Who plays the adventurer in the fight that an action names."""
    return world.get(FIGHT, action.fight).state.player


def sides_of(world: World, fight: Record[Fight]) -> Sides:
    """The working copy of a fight with the adventurer in it."""
    record = world.get(ADVENTURER, fight.state.adventurer)
    return Sides(world, record, record.state, found=fight, fight=fight.state)


def fight_action(*phases: Phase, **declared: Any) -> Callable[[Callable[[Sides, A, Dice], None]], Perform[A]]:
    """Declare what a player does in a fight that is in one of those phases, or a narrator for them.

    It is declared as `action` does and carried out by `perform(sides, action, dice)`.
    """

    def declare(perform: Callable[[Sides, A, Dice], None]) -> Perform[A]:
        @action(may=Permit.OWNER_OR_GAME_MASTER, scope=fight_scope, owner=fight_player, **declared)
        @wraps(perform)
        def carried_out(world: World, asked: Any, dice: Dice) -> Result:
            sides = sides_of(world, world.get(FIGHT, asked.fight))
            sides.act_for_player()
            if sides.fight.phase not in phases:
                raise refused(
                    "fight.not_now",
                    "{fight} doesn't wait for that: {waits}.",
                    fight=title(sides.fight),
                    waits=sides.fight.phase.meaning,
                )
            perform(sides, asked, dice)
            return sides.result()

        return carried_out

    return declare


def names(fight: Fight) -> tuple[str, ...]:
    """The monsters' names, in their places."""
    return tuple(foe.name for foe in fight.foes)


# One button each, beside the one that lets the dice stand.
MOST_ANSWERS = 20


# -- what may be used -------------------------------------------------------------------------------


def answers_to(bout: Bout, rolls: Sequence[Rolled]) -> tuple[Answer, ...]:
    """What the adventurer has for these dice; nothing once everything is won, and things alike once."""
    came = exchange.verdicts(rolls)
    open_ = [foe for foe, each in came.items() if each is not ExchangeResult.WIN]
    found: dict[tuple[object, ...], Answer] = {}
    for thing in bout.adventurer.possessions if open_ else ():
        for answer in _answers_of(bout, thing, open_, is_lost=ExchangeResult.LOSE in came.values()):
            found.setdefault((thing.name, thing.effects, answer.foe), answer)
    return tuple(found.values())[:MOST_ANSWERS]


def _answers_of(bout: Bout, thing: Possession, foes: Sequence[int], *, is_lost: bool) -> Iterator[Answer]:
    """One for its use, or one for each monster whose die it may roll again."""
    fit = [(line, effect) for line, effect in enumerate(thing.effects) if _is_fit(bout, thing, line, effect)]
    fit = [(line, effect) for line, effect in fit if effect.verb is Verb.REROLL or is_lost]
    if not fit:
        return
    aimed = next((each for each in fit if needs_foe(each[1])), None)
    line, effect = aimed or fit[0]
    for foe in foes if aimed else (None,):
        yield Answer(thing.number, line, thing.name, effect.verb.value, effect.to_foe, foe, effect.amount)


def _is_fit(bout: Bout, thing: Possession, line: int, effect: Effect) -> bool:
    if not needs_roll(effect) or not thing.is_at_work or not is_of_this_kind(bout, effect):
        return False
    has_no_more_to_do = effect.verb is Verb.IGNORE and bout.ignoring == ALL_WOUNDS
    return not has_no_more_to_do and not has_acted(bout, key(thing.number, line), effect)


# -- used -------------------------------------------------------------------------------------------


def answered(
    bout: Bout, rolls: Sequence[Rolled], thing: Possession, answer: Answer, dice: Dice
) -> tuple[Bout, tuple[Rolled, ...]]:
    """After all that its use does, in order; a spell is lost by it (A25), and each rule acts once (A43)."""
    found = [(key(thing.number, line), effect) for line, effect in enumerate(thing.effects)]
    lines = [
        (rule, effect)
        for rule, effect in found
        if effect.when is Trigger.USE and is_of_this_kind(bout, effect) and not has_acted(bout, rule, effect)
    ]
    once = tuple(rule for rule, effect in lines if effect.is_once)
    bout = replace(bout, done=(*bout.done, *(rule for rule, _ in lines)), used=(*bout.used, *once))
    if thing.ware is Ware.SPELL or any(effect.is_spent for _, effect in lines):
        state, told = lose(bout.adventurer, thing.number, Manner.SPENT)
        bout = replace(bout, adventurer=state).telling(told)
    for _, effect in lines:
        bout, rolls = _done(bout, rolls, thing, effect, answer, dice)
    return bout, tuple(rolls)


def _done(
    bout: Bout, rolls: Sequence[Rolled], thing: Possession, effect: Effect, answer: Answer, dice: Dice
) -> tuple[Bout, Sequence[Rolled]]:
    if effect.verb is Verb.IGNORE:
        return (_ignoring(bout, effect) if is_lucky(effect, thing.name, dice) else bout), rolls
    if effect.verb is Verb.REROLL:
        return bout, _rerolled(bout, rolls, (answer.foe or 0) if effect.to_foe else None, dice)
    foe = answer.foe if answer.foe is not None else next(iter(exchange.rolling(bout)), None)
    after = used(bout, effect, thing.ware.cause, thing.name, foe if needs_foe(effect) else None, dice)
    return after, _counted(bout, after, rolls)


def _ignoring(bout: Bout, effect: Effect) -> Bout:
    is_all = effect.amount == ALL or bout.ignoring == ALL_WOUNDS
    return replace(bout, ignoring=ALL_WOUNDS if is_all else bout.ignoring + effect.amount)


def _rerolled(bout: Bout, rolls: Sequence[Rolled], foe: int | None, dice: Dice) -> Sequence[Rolled]:
    """With the monster's die rolled anew, or the adventurer's one, which is in every comparison."""
    (die,) = dice.roll(1, 6, reason=bout.adventurer.name if foe is None else bout.foes[foe].name)
    if foe is None:
        return [replace(each, own_die=die, own_total=each.own_total - each.own_die + die) for each in rolls]
    return [
        replace(each, foe_die=die, foe_total=each.foe_total - each.foe_die + die) if each.foe == foe else each
        for each in rolls
    ]


def _counted(before: Bout, after: Bout, rolls: Sequence[Rolled]) -> Sequence[Rolled]:
    """The totals with what has changed since; without monsters that have fallen."""
    counted = []
    for each in rolls:
        if after.foes[each.foe].is_standing:
            old, new = exchange.totals(before, each.foe), exchange.totals(after, each.foe)
            own, foe = each.own_total + new[0] - old[0], each.foe_total + new[1] - old[1]
            counted.append(replace(each, own_total=own, foe_total=foe))
    return counted


# -- One Combat in a fight: rolled, answered, fought (A28, A29, A32, A34) ----------------------------------


# From this chance on to fall in an exchange its button is red, and each press asks.
EVEN = Fraction(1, 2)
FALLS = T(
    "**{chance} to fall in this exchange.** The fallen are out of the game and lose everything they had."
)


def _rolling(_fight: RecordId, state: Fight, step: Step) -> Iterator[Press]:
    first = step.at == READY
    if state.order is not Order.CHOOSE or len(state.standing) == 1:
        yield Press("roll", T("Roll") if first else T("Again"), is_main=True)
        return
    label = T("Roll against {foe}") if first else T("Again: {foe}")
    for place in state.standing:
        said = label.plain(foe=state.foes[place].name)
        yield Press(f"roll{place}", said, {"foe": place}, is_main=True)


@fight_action(
    Phase.READY,
    Phase.AGAIN,
    step=(AtStep(READY, _rolling), AtStep(AGAIN, _rolling)),
    confirms=True,
    button="Roll anyway",
)
def roll_combat(sides: Sides, action: RollCombat, dice: Dice) -> None:
    """Roll one exchange (A29): one's own die, then one for each monster in it. Raises RuleViolation."""
    require_free(sides.state)
    engaged = _engaged(sides.fight, action.foe)
    chance = odds.falls_next(odds.of_fight(sides.fight, sides.state, sides.rulings), engaged)
    if chance is not None and chance >= EVEN:
        falls = FALLS(chance=Safe(percent(chance)))
        sides.note(Settled(falls) if chance == 1 else falls)
    bout = exchange.begun(sides.bout(engaged), dice)
    rolls = _rolled(bout, sides.fight.name, dice) if exchange.is_rolled(bout) else ()
    sides.change_fight(exchange=sides.fight.exchange + 1)
    _know_dice(sides, bout, rolls, "", dice)


def _answering(_fight: RecordId, state: Fight, _step: Step) -> Iterator[Press]:
    for place, answer in enumerate(state.answers):
        yield Press(f"use{place}", _use(state, answer), {"answer": place})


def _use(state: Fight, answer: Answer) -> str:
    """The button that uses something on known dice."""
    if answer.verb == Verb.IGNORE and not answer.amount:
        return T("{thing}: ignore all wounds").plain(thing=answer.name)
    if answer.verb == Verb.IGNORE:
        some = T("{thing}: ignore {n} {n:wound|wounds}")
        return some.plain(thing=answer.name, n=answer.amount)
    if answer.foe is None:
        return T("{thing}: roll again").plain(thing=answer.name)
    return T("{thing}: roll again for {foe}").plain(thing=answer.name, foe=state.foes[answer.foe].name)


@fight_action(Phase.ROLLED, step=AtStep(ANSWER, _answering))
def answer_roll(sides: Sides, action: AnswerRoll, dice: Dice) -> None:
    """Use something on dice that are known. Raises RuleViolation where it isn't offered or had any more."""
    answers = sides.fight.answers
    if not 0 <= action.answer < len(answers):
        raise refused(
            "fight.no_such_answer",
            "That can't be used on these dice; there {n:is|are} {n} {n:choice|choices}.",
            n=len(answers),
        )
    answer = answers[action.answer]
    thing = held(sides.state, answer.possession)
    if thing is None or not thing.is_at_work:
        raise refused(
            "fight.not_at_hand",
            "You can't use {thing} anymore. Use something else, or let the dice stand.",
            thing=answer.name,
        )
    bout = sides.bout(sides.fight.engaged, sides.fight.ignoring)
    bout, rolls = answered(bout, sides.fight.rolls, thing, answer, dice)
    _know_dice(sides, bout, rolls, answer.name, dice)


@fight_action(Phase.ROLLED, step=at(ANSWER, "stand", T("Let the dice stand"), is_main=True, place=1))
def let_stand(sides: Sides, action: LetStand, dice: Dice) -> None:
    """Take the dice as they are. Raises RuleViolation where none are known."""
    fight = sides.fight
    _fight_out(sides, sides.bout(fight.engaged, fight.ignoring), fight.rolls, "", dice)


def _engaged(fight: Fight, foe: int | None) -> tuple[int, ...]:
    """The places of the monsters in the next exchange (A32). Raises RuleViolation saying who may be."""
    standing = fight.standing
    names = [fight.foes[place].name for place in standing]
    if fight.order is Order.TOGETHER:
        if foe is not None:
            raise refused(
                "fight.together", "They all fight at once: one roll is against everyone who stands."
            )
        return standing
    if foe is not None and foe not in standing:
        raise refused("fight.not_standing", "Nobody is standing there. Still standing: {foes}.", foes=names)
    if fight.order is Order.IN_TURN and foe not in (None, standing[0]):
        raise refused("fight.in_turn", "One after the other, first {foe}.", foe=names[0])
    if fight.order is Order.CHOOSE and foe is None and len(standing) > 1:
        raise refused("fight.whom", "Choose whom to fight: {foes} still stand.", foes=names)
    return (standing[0] if foe is None else foe,)


def _rolled(bout: Bout, name: str, dice: Dice) -> tuple[Rolled, ...]:
    (own,) = dice.roll(1, 6, reason=name)
    rolls = []
    for place in exchange.rolling(bout):
        (theirs,) = dice.roll(1, 6, reason=bout.foes[place].name)
        more = exchange.totals(bout, place)
        rolls.append(Rolled(place, own, own + more[0], theirs, theirs + more[1]))
    return tuple(rolls)


def _know_dice(sides: Sides, bout: Bout, rolls: tuple[Rolled, ...], answer: str, dice: Dice) -> None:
    """Let the dice wait where something can be used on them, or count them at once."""
    answers = answers_to(bout, rolls) if exchange.is_rolled(bout) else ()
    if not answers:
        _fight_out(sides, bout, rolls, answer, dice)
        return
    sides.put_bout(
        bout,
        rolls=rolls,
        phase=Phase.ROLLED,
        revision=sides.world.entry,
        answers=answers,
        engaged=bout.engaged,
        done=bout.done,
        ignoring=bout.ignoring,
    )
    sides.change(is_mid_combat=True)
    sides.tell(_exchanged(CombatRolled, sides.fight, bout, answer))


def _fight_out(sides: Sides, bout: Bout, rolls: tuple[Rolled, ...], answer: str, dice: Dice) -> None:
    """Count the dice: wounds, rules, falls, XP; then another Combat or the end (A29, A30, A34)."""
    bout = exchange.resolved(bout, exchange.verdicts(rolls), dice)
    bout = exchange.closed(bout, is_current=sides.rulings.is_current)
    sides.put_bout(
        bout,
        rolls=rolls,
        phase=Phase.AGAIN,
        revision=sides.world.entry,
        answers=(),
        engaged=(),
        done=(),
        ignoring=0,
    )
    sides.change(is_mid_combat=False)
    sides.tell(_exchanged(CombatFought, sides.fight, bout, answer))
    sides.go_on()


def _exchanged(event: type[E], fight: Fight, bout: Bout, answer: str) -> E:
    """The event that tells of an exchange."""
    return event(
        fight.name, fight.combat, fight.exchange, fight.rolls, names(fight), answer, changes=bout.told
    )


REASON_LENGTH = 200


# -- before and between the Combats -----------------------------------------------------------------


@fight_action(
    Phase.KIND,
    step=(
        at(KIND, "melee", T("Melee Combat: Arms"), values={"kind": Combat.MELEE}),
        at(KIND, "magical", T("Magical Combat: Magic"), values={"kind": Combat.MAGICAL}),
    ),
)
def choose_combat(sides: Sides, action: ChooseCombat, dice: Dice) -> None:
    """Decide the kind of Combat, for the whole fight (A30, Q11). Raises RuleViolation once it is decided."""
    require_free(sides.state)
    sides.change_fight(kind=action.kind, phase=Phase.READY, revision=sides.world.entry)
    sides.tell(CombatChosen(sides.fight.name, action.kind))


@fight_action(
    Phase.KIND,
    Phase.READY,
    Phase.AGAIN,
    step=(
        *(
            at(each, "avoid", T("Avoid them"), when=lambda state: state.can_avoid, place=1)
            for each in (KIND, READY)
        ),
        at(AGAIN, "end", T("End the fight"), place=1),
    ),
    confirms=True,
    button="End it anyway",
)
def leave_fight(sides: Sides, action: LeaveFight, dice: Dice) -> None:
    """End it after a Combat (A30), or avoid it before the first where that may be. Raises RuleViolation."""
    has_fought = sides.fight.phase is Phase.AGAIN
    if not has_fought and not sides.fight.can_avoid:
        raise refused(
            "fight.not_avoided",
            "This fight can't be avoided: roll the first Combat, and after it you may end it. A narrator can"
            " stop it at any time.",
        )
    require_free(sides.state)
    if has_fought:
        _note_forfeit(sides)
    sides.end(FightEnd.LEFT if has_fought else FightEnd.AVOIDED)


FORFEITS = T("**Ending it gives up {xp} {kind} XP:** {foes} will be unhurt when met again.")


def _note_forfeit(sides: Sides) -> None:
    """Note what XP is given up with monsters that are wounded, as far as it counts (A31, A36)."""
    fight = sides.fight
    hurt = [place for place in fight.standing if fight.foes[place].wounds]
    battle = odds.of_fight(fight, sides.state, sides.rulings)
    staked = dict(zip(fight.standing, odds.at_stake(battle), strict=True))
    xp = sum(staked[place].worth - staked[place].wasted for place in hurt)
    if xp > 0:
        names = [fight.foes[place].name for place in hurt]
        sides.note(FORFEITS(xp=xp, kind=fight.kind, foes=names))


@action("adv gm stop", may=Permit.GAME_MASTERS, scope=fight_scope)
def stop_fight(world: World, action: StopFight, dice: Dice) -> Result:
    """End it at any time, as the narrator decides. Raises RuleViolation for a long reason."""
    record = world.get(FIGHT, action.fight)
    reason = of_length(
        one_line(action.reason),
        REASON_LENGTH,
        "fight.too_long",
        "{what} can have at most {most} characters{given}.",
        what=T("The reason"),
    )
    sides = sides_of(world, record)
    sides.end(FightEnd.STOPPED, reason)
    return sides.result()


# -- used in it -------------------------------------------------------------------------------------


def _decided_on(fight: RecordId, state: Fight) -> Any:
    """The step with what there is to choose from: whom to roll against, what to use, to avoid them."""
    found = steps(fight, state)
    rolls = [each.key for step in found if step.at in (READY, AGAIN) for each in _rolling(fight, state, step)]
    answers = state.answers if state.phase is Phase.ROLLED else ()
    return found, rolls, answers, state.can_avoid and state.phase in (Phase.KIND, Phase.READY)


def go_on_after(sides: Sides, bout: Bout) -> None:
    """Let the fight go on after something was used between two Combats.

    It counts as used in the next one, so that who falls by it brings XP of its kind (A45). Outside of fights
    nobody is met to fall (Q16).
    """
    before, found = len(bout.told), sides.fight
    felled = [place for place in found.standing if not bout.foes[place].is_standing]
    bout = exchange.rewarded(bout, felled, is_current=sides.rulings.is_current)
    if len(bout.told) > before:
        sides.tell(AdventurerChanged(sides.name, Cause.EXPERIENCE, changes=bout.told[before:]))
    sides.put_bout(bout)
    sides.change_fight(
        used=tuple(dict.fromkeys((*found.used, *bout.used))),
        done=tuple(dict.fromkeys((*found.done, *bout.done))),
    )
    if _decided_on(sides.found.id, found) != _decided_on(sides.found.id, sides.fight):
        sides.change_fight(revision=sides.world.entry)
    sides.go_on()

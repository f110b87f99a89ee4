"""Monsters encountered: who they are, the kind of Combat, what they bring (A32, A33, A40, Q11, Q13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from bot.engine.asking import Asking
from bot.engine.declare import action, command, option
from bot.engine.dice.odds import percent
from bot.engine.dice.source import Dice
from bot.engine.pace import Tempo
from bot.engine.people import Permit, Standing, Viewer
from bot.engine.system import Kind, Open, Record, RecordId, Replace, Scene, Scope, Settled, Turn, Want
from bot.engine.text import Safe, T, of_length, refused
from bot.engine.views import RecordView
from bot.engine.words import one_line
from bot.systems.adventuria import adventurer
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    MEANT,
    AdventurerChanged,
    OnAdventurer,
    handed_over,
    of_adventurer,
    require_free,
    require_no_fight,
    require_turn,
    turn_of,
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
    MONSTER,
    MOST_FOES,
    Answer,
    AnswerRoll,
    ChooseCombat,
    Combat,
    CombatChosen,
    CombatFought,
    CombatRolled,
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
    Verdict,
    line,
    steps,
    title,
)
from bot.systems.adventuria.ledger import expired, has_fallen, held, lose, settled
from bot.systems.adventuria.parts import part
from bot.systems.adventuria.settings import Rulings, acted_for
from bot.systems.adventuria.state import (
    ALL,
    NAME_LENGTH,
    Adventurer,
    Attribute,
    Attributes,
    Cause,
    Effect,
    Foe,
    How,
    Met,
    Possession,
    Until,
    Verb,
    Ware,
    When,
)

INSTRUCTIONS_LENGTH = 500


def encounter_scope(action: Any) -> Scope:
    """The adventurer with what is open with it, and the monsters."""
    whole = of_adventurer(action.adventurer)
    return replace(whole, ids=(*whole.ids, *action.monsters))


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=encounter_scope)
def open_fight(scene: Scene, action: OpenFight, dice: Dice) -> Turn:
    """Let an adventurer encounter monsters in its turn. Raises RuleViolation where they can't be met."""
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    require_turn(state)
    require_no_fight(state)
    require_free(state)
    fight, left = _begun(scene, action, state)
    opened = Open(scene.new_id(), ADVENTURER_FIGHT, fight)
    names = tuple(foe.name for foe in fight.foes)
    event = FightOpened(state.name, names, fight.kind, fight.instructions)
    fighting = replace(state, fight=opened.id, met=left)
    return turn_of(scene, record, fighting, event, also=(opened,), subject=opened.id)


def _begun(scene: Scene, action: OpenFight, state: Adventurer) -> tuple[Fight, tuple[Met, ...]]:
    """The fight before its first exchange, and whom else the adventurer met on this turn."""
    instructions = of_length(
        action.instructions.strip(),
        INSTRUCTIONS_LENGTH,
        "fight.too_long",
        "{what} can have at most {most} characters, not {length}.",
        what=T("The encounter's instructions"),
    )
    found = _found(scene, action)
    foes = [fights.foe(*each) for each in found] + [invented(each) for each in action.named]
    numbered, left = met_again(_numbered(foes), state.met)
    _require_alive(state, numbered)
    kind = _kind(scene, action, found)
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
        scene.entry,
        done=state.used,
    )
    return fight, left


# -- who they are -----------------------------------------------------------------------------------


def _found(scene: Scene, action: OpenFight) -> list[tuple[RecordId, Monster]]:
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
    if action.named and scene.standing is not Standing.GAME_MASTER:
        raise refused(
            "fight.narrators_invent",
            "Only a narrator makes up a monster; name one of the library, with the suggestions of"
            " `/adv fight`.",
        )
    return [(entry, _known(scene, entry)) for entry in action.monsters]


def _known(scene: Scene, entry: RecordId) -> Monster:
    """The monster, as far as who acts may know of it: a secret one is none, in the same words."""
    record = scene.records.get(entry)
    viewer = Viewer(scene.actor, scene.standing)
    if record is None or record.kind != MONSTER.name or MONSTER.view(record.state, viewer) is None:
        raise refused("fight.no_monster", "That monster isn't part of this campaign.")
    return scene.get(MONSTER, entry).state


def invented(named: Named) -> Foe:
    """A monster made up on the spot. Raises RuleViolation for a name or a number that can't be."""
    name = one_line(named.name)
    if not name:
        raise refused("fight.nameless", "A monster needs a name that can be read.")
    of_length(
        name, NAME_LENGTH, "fight.long_name", "A monster's name has at most {most} characters, not {length}."
    )
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


def met_again(foes: Sequence[Foe], met: Sequence[Met]) -> tuple[tuple[Foe, ...], tuple[Met, ...]]:
    """With the attributes that one met on this turn was left with (Q13), and who else was met."""
    left, again = list(met), []
    for foe in foes:
        same = next((each for each in left if each.monster.casefold() == foe.kin.casefold()), None)
        if same is not None:
            left.remove(same)
        again.append(foe if same is None else replace(foe, now=same.attributes))
    return tuple(again), tuple(left)


def _kind(scene: Scene, action: OpenFight, found: Sequence[tuple[RecordId, Monster]]) -> Combat | None:
    """The kind of Combat: the narrator's, else the first monster's; None leaves it to the player (Q11).

    Raises RuleViolation where a player names another than the encounter says.
    """
    printed = found[0][1].kind if found else None
    if action.kind is None:
        return printed
    if scene.standing is not Standing.GAME_MASTER and printed not in (None, action.kind):
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
    hand_over=handed_over,
    goes_along=True,
    word=part,
    ending="end",
)


@dataclass(frozen=True, slots=True)
class Sides:
    """A fight under way with the adventurer in it; `player` is whom a narrator acts for."""

    fight: Record[Fight]
    adventurer: Record[Adventurer]
    player: int | None = None


def fight_scope(action: Any) -> Scope:
    """The fight that an action names, its adventurer, and offers that would end with that one."""
    return Scope(ids=(action.fight,), wants=(Want(adventurer.OFFER),), links=True)


def fight_player(scene: Scene, action: Any) -> int | None:
    """Who plays the adventurer in the fight that an action names."""
    return scene.get(FIGHT, action.fight).state.player


def sides_of(scene: Scene, fight: RecordId, *phases: Phase) -> Sides:
    """The fight in one of those phases, its player deciding. Raises RuleViolation, NotAllowed."""
    record = scene.get(FIGHT, fight)
    player = acted_for(scene, record.state.player)
    if record.state.phase not in phases:
        raise refused(
            "fight.not_now",
            "{fight} doesn't wait for that: {waits}.",
            fight=title(record.state),
            waits=record.state.phase.meaning,
        )
    return Sides(record, scene.get(ADVENTURER, record.state.adventurer), player)


def keep(scene: Scene, sides: Sides, state: Adventurer, fight: Fight, *events: Any) -> Turn:
    """The turn that keeps both as they are now: what waited for room is had as far as there is room now."""
    if not (state.is_mid_combat or has_fallen(state)):
        state, told = settled(state, one_at_three=Rulings.of(scene.campaign).one_at_three)
        events = (*events, AdventurerChanged(state.name, changes=told)) if told else events
    is_over = fight.phase is Phase.OVER
    change = Replace(sides.fight.id, fight, archive=is_over)
    # Once it is over, the turn goes on: what waits there has one card, the adventurer's.
    subject = None if is_over else sides.fight.id
    return turn_of(
        scene, sides.adventurer, state, *events, also=(change,), subject=subject, on_behalf_of=sides.player
    )


def end_fight(
    scene: Scene, sides: Sides, state: Adventurer, fight: Fight, end: FightEnd, *events: Any
) -> Turn:
    """The fight is over: what lasted so long is too, and who stands is remembered for this turn (Q13).

    What was used for a Combat that never came counts as used on this turn (A43).
    """
    met = tuple(
        Met(foe.kin or foe.name, foe.now) for foe in fight.foes if foe.is_standing and foe.now != foe.printed
    )
    over = expired(state, Until.COMBAT, Until.FIGHT)
    used = used_of(over, (*over.used, *fight.done))
    over = replace(over, fight=None, is_mid_combat=False, met=(*over.met, *met), used=used)
    return keep(scene, sides, over, fight.over(end), *events)


def names(fight: Fight) -> tuple[str, ...]:
    """The monsters' names, in their places."""
    return tuple(foe.name for foe in fight.foes)


def go_on(scene: Scene, sides: Sides, state: Adventurer, fight: Fight, *events: Any) -> Turn:
    """It goes on, or is over: the adventurer has fallen (Q12), or nobody else stands."""
    if has_fallen(state):
        return keep(scene, sides, state, fight.closed(), *events)
    if fight.standing:
        return keep(scene, sides, state, fight, *events)
    won = FightEnded(fight.name, names(fight), FightEnd.WON)
    return end_fight(scene, sides, state, fight, FightEnd.WON, *events, won)


# One button each, beside the one that lets the dice stand.
MOST_ANSWERS = 20


# -- what may be used -------------------------------------------------------------------------------


def answers_to(bout: Bout, rolls: Sequence[Rolled]) -> tuple[Answer, ...]:
    """What the adventurer has for these dice; nothing once everything is won, and things alike once."""
    came = exchange.verdicts(rolls)
    open_ = [foe for foe, each in came.items() if each is not Verdict.WIN]
    found: dict[tuple[object, ...], Answer] = {}
    for thing in bout.adventurer.possessions if open_ else ():
        for answer in _answers_of(bout, thing, open_, is_lost=Verdict.LOSE in came.values()):
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
        if effect.when is When.USE and is_of_this_kind(bout, effect) and not has_acted(bout, rule, effect)
    ]
    once = tuple(rule for rule, effect in lines if effect.is_once)
    bout = replace(bout, done=(*bout.done, *(rule for rule, _ in lines)), used=(*bout.used, *once))
    if thing.ware is Ware.SPELL or any(effect.is_spent for _, effect in lines):
        state, told = lose(bout.adventurer, thing.number, How.SPENT)
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


@action(
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=fight_scope,
    owner=fight_player,
    asks=True,
    button="Roll anyway",
)
def roll_combat(scene: Scene, action: RollCombat, dice: Dice) -> Turn:
    """Roll one exchange (A29): one's own die, then one for each monster in it. Raises RuleViolation."""
    sides = sides_of(scene, action.fight, Phase.READY, Phase.AGAIN)
    fight = sides.fight.state
    require_free(sides.adventurer.state)
    engaged = _engaged(fight, action.foe)
    chance = odds.falls_next(
        odds.of_fight(fight, sides.adventurer.state, Rulings.of(scene.campaign)), engaged
    )
    if chance is not None and chance >= EVEN:
        falls = FALLS(chance=Safe(percent(chance)))
        scene.note(Settled(falls) if chance == 1 else falls)
    bout = _bout(scene, sides, engaged)
    bout = exchange.begun(bout, dice)
    rolls = _rolled(bout, fight.name, dice) if exchange.is_rolled(bout) else ()
    begun = replace(sides.fight, state=replace(fight, exchange=fight.exchange + 1))
    return _combats_known(scene, replace(sides, fight=begun), bout, rolls, "", dice)


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=fight_scope, owner=fight_player)
def answer_roll(scene: Scene, action: AnswerRoll, dice: Dice) -> Turn:
    """Use something on dice that are known. Raises RuleViolation where it isn't offered or had any more."""
    sides = sides_of(scene, action.fight, Phase.ROLLED)
    fight = sides.fight.state
    if not 0 <= action.answer < len(fight.answers):
        raise refused(
            "fight.no_such_answer",
            "That can't be used on these dice; there {n:is|are} {n} {n:choice|choices}.",
            n=len(fight.answers),
        )
    answer = fight.answers[action.answer]
    thing = held(sides.adventurer.state, answer.possession)
    if thing is None or not thing.is_at_work:
        raise refused(
            "fight.not_at_hand",
            "You can't use {thing} anymore. Use something else, or let the dice stand.",
            thing=answer.name,
        )
    bout, rolls = answered(_under_way(scene, sides), fight.rolls, thing, answer, dice)
    return _combats_known(scene, sides, bout, rolls, answer.name, dice)


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=fight_scope, owner=fight_player)
def let_stand(scene: Scene, action: LetStand, dice: Dice) -> Turn:
    """Take the dice as they are. Raises RuleViolation where none are known."""
    sides = sides_of(scene, action.fight, Phase.ROLLED)
    return _fought(scene, sides, _under_way(scene, sides), sides.fight.state.rolls, "", dice)


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


def _under_way(scene: Scene, sides: Sides) -> Bout:
    """The exchange whose dice are known."""
    fight = sides.fight.state
    return replace(_bout(scene, sides, fight.engaged), ignoring=fight.ignoring)


def _bout(scene: Scene, sides: Sides, engaged: tuple[int, ...]) -> Bout:
    fight, state = sides.fight.state, sides.adventurer.state
    one_number = Rulings.of(scene.campaign).one_number
    return Bout(
        state,
        fight.foes,
        fight.combat,
        one_number=one_number,
        engaged=engaged,
        used=fight.used,
        done=fight.done,
    )


def _combats_known(
    scene: Scene, sides: Sides, bout: Bout, rolls: tuple[Rolled, ...], answer: str, dice: Dice
) -> Turn:
    """The dice are known: they wait where something can be used on them, and count at once otherwise."""
    answers = answers_to(bout, rolls) if exchange.is_rolled(bout) else ()
    if not answers:
        return _fought(scene, sides, bout, rolls, answer, dice)
    fight = replace(
        _with(sides.fight.state, bout, rolls),
        phase=Phase.ROLLED,
        revision=scene.entry,
        answers=answers,
        engaged=bout.engaged,
        done=bout.done,
        ignoring=bout.ignoring,
    )
    event = CombatRolled(
        fight.name, fight.combat, fight.exchange, rolls, names(fight), answer, changes=bout.told
    )
    return keep(scene, sides, replace(bout.adventurer, is_mid_combat=True), fight, event)


def _fought(
    scene: Scene, sides: Sides, bout: Bout, rolls: tuple[Rolled, ...], answer: str, dice: Dice
) -> Turn:
    """The dice count: wounds, rules, falls, XP; then another Combat or the end (A29, A30, A34)."""
    bout = exchange.resolved(bout, exchange.verdicts(rolls), dice)
    bout = exchange.closed(bout, is_current=Rulings.of(scene.campaign).is_current)
    fight = replace(
        _with(sides.fight.state, bout, rolls),
        phase=Phase.AGAIN,
        revision=scene.entry,
        answers=(),
        engaged=(),
        done=(),
        ignoring=0,
    )
    event = CombatFought(
        fight.name, fight.combat, fight.exchange, rolls, names(fight), answer, changes=bout.told
    )
    return go_on(scene, sides, replace(bout.adventurer, is_mid_combat=False), fight, event)


def _with(fight: Fight, bout: Bout, rolls: tuple[Rolled, ...]) -> Fight:
    return replace(fight, foes=bout.foes, used=bout.used, rolls=rolls)


REASON_LENGTH = 200


# -- before and between the Combats -----------------------------------------------------------------


@action(may=Permit.OWNER_OR_GAME_MASTER, scope=fight_scope, owner=fight_player)
def choose_combat(scene: Scene, action: ChooseCombat, dice: Dice) -> Turn:
    """Decide the kind of Combat, for the whole fight (A30, Q11). Raises RuleViolation once it is decided."""
    sides = sides_of(scene, action.fight, Phase.KIND)
    require_free(sides.adventurer.state)
    chosen = replace(sides.fight.state, kind=action.kind, phase=Phase.READY, revision=scene.entry)
    event = CombatChosen(chosen.name, action.kind)
    return keep(scene, sides, sides.adventurer.state, chosen, event)


@action(
    may=Permit.OWNER_OR_GAME_MASTER,
    scope=fight_scope,
    owner=fight_player,
    asks=True,
    button="End it anyway",
)
def leave_fight(scene: Scene, action: LeaveFight, dice: Dice) -> Turn:
    """End it after a Combat (A30), or avoid it before the first where that may be. Raises RuleViolation."""
    sides = sides_of(scene, action.fight, Phase.KIND, Phase.READY, Phase.AGAIN)
    fight = sides.fight.state
    if fight.phase is not Phase.AGAIN and not fight.can_avoid:
        raise refused(
            "fight.not_avoided",
            "This fight can't be avoided: roll the first Combat, and after it you may end it. A narrator can"
            " stop it at any time.",
        )
    require_free(sides.adventurer.state)
    end = FightEnd.LEFT if fight.phase is Phase.AGAIN else FightEnd.AVOIDED
    if end is FightEnd.LEFT:
        _note_forfeit(scene, fight, sides.adventurer.state)
    event = FightEnded(fight.name, names(fight), end)
    return end_fight(scene, sides, sides.adventurer.state, fight, end, event)


FORFEITS = T("**Ending it gives up {xp} {kind} XP:** {foes} will be unhurt when met again.")


def _note_forfeit(scene: Scene, fight: Fight, state: Adventurer) -> None:
    """Note what XP is given up with monsters that are wounded, as far as it counts (A31, A36)."""
    hurt = [place for place in fight.standing if fight.foes[place].wounds]
    battle = odds.of_fight(fight, state, Rulings.of(scene.campaign))
    staked = dict(zip(fight.standing, odds.at_stake(battle), strict=True))
    xp = sum(staked[place].worth - staked[place].wasted for place in hurt)
    if xp > 0:
        names = [fight.foes[place].name for place in hurt]
        scene.note(FORFEITS(xp=xp, kind=fight.kind, foes=names))


@action(may=Permit.GAME_MASTERS, scope=fight_scope)
def stop_fight(scene: Scene, action: StopFight, dice: Dice) -> Turn:
    """End it at any time, as the narrator decides. Raises RuleViolation for a long reason."""
    record = scene.get(FIGHT, action.fight)
    reason = of_length(
        one_line(action.reason),
        REASON_LENGTH,
        "fight.too_long",
        "{what} can have at most {most} characters, not {length}.",
        what=T("The reason"),
    )
    fight, sides = record.state, Sides(record, scene.get(ADVENTURER, record.state.adventurer))
    event = FightEnded(fight.name, names(fight), FightEnd.STOPPED, reason)
    return end_fight(scene, sides, sides.adventurer.state, fight, FightEnd.STOPPED, event)


@command("adv gm stop", may=Permit.GAME_MASTERS)
class Stop(OnAdventurer):
    """Stop a fight"""

    reason: str = option("Why; everyone reads it")
    adventurer: RecordId = option("Whose fight it is", finder=MEANT)

    def to_action(self, asking: Asking) -> StopFight:
        """What stops it; of one that is over it then says so. Raises RuleViolation where there is none."""
        who = asking.get(self.adventurer)
        return StopFight(who.state.fight or self._last(asking, who), self.reason)

    def _last(self, asking: Asking, who: RecordView) -> RecordId:
        over = Scope(wants=(Want(FIGHT.name, parent=who.id, archived=True),))
        fights = asking.look(over).all(FIGHT.name)
        if not fights:
            raise refused("fight.none", "{name:60} isn't in a fight; nothing to stop.", name=who.title)
        return max(fights, key=lambda each: int(each.state.revision)).id


# -- used in it -------------------------------------------------------------------------------------


def after_use(
    scene: Scene, adventurer: Record[Adventurer], fight: Record[Fight], bout: Bout, *events: Any
) -> Turn:
    """What follows when something was used in a fight, between two Combats: it counts as used in the next
    one, so that who falls by it brings XP of its kind (A45). Outside of fights nobody is met to fall (Q16).
    """
    sides, before = Sides(fight, adventurer), len(bout.told)
    felled = [place for place in fight.state.standing if not bout.foes[place].is_standing]
    bout = exchange.rewarded(bout, felled, is_current=Rulings.of(scene.campaign).is_current)
    if len(bout.told) > before:
        name = bout.adventurer.name
        events = (*events, AdventurerChanged(name, Cause.EXPERIENCE, changes=bout.told[before:]))
    used = tuple(dict.fromkeys((*fight.state.used, *bout.used)))
    acted = tuple(dict.fromkeys((*fight.state.done, *bout.done)))
    after = replace(fight.state, foes=bout.foes, used=used, done=acted)
    if steps(fight.id, fight.state) != steps(fight.id, after):
        after = replace(after, revision=scene.entry)
    return go_on(scene, sides, bout.adventurer, after, *events)

"""Monsters encountered: who they are, the kind of Combat, what they bring (A32, A33, A40, Q11, Q13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.engine.dice.source import Dice
from bot.engine.people import Standing, Viewer
from bot.engine.system import Open, RecordId, Scene, Scope, Turn
from bot.engine.words import one_line, safe
from bot.errors import RuleViolation
from bot.systems.adventuria.rules import monsters
from bot.systems.adventuria.rules.adventurer import (
    ADVENTURER,
    FIGHT,
    kept,
    of_adventurer,
    require_free,
    require_no_fight,
    require_turn,
)
from bot.systems.adventuria.rules.fight import MOST_FOES, Combat, Fight, FightOpened, Named, OpenFight, Phase
from bot.systems.adventuria.rules.foe import Foe
from bot.systems.adventuria.rules.monsters import MONSTER, Monster
from bot.systems.adventuria.rules.state import NAME_LENGTH, Adventurer, Attribute, Attributes, Met
from bot.systems.adventuria.words import fights as words

INSTRUCTIONS_LENGTH = 500


def encounter_scope(action: Any) -> Scope:
    """The adventurer with what is open with it, and the monsters."""
    whole = of_adventurer(action.adventurer)
    return replace(whole, ids=(*whole.ids, *action.monsters))


def open_fight(scene: Scene, action: OpenFight, dice: Dice) -> Turn:
    """Let an adventurer encounter monsters in its turn. Raises RuleViolation where they can't be met."""
    record = scene.get(ADVENTURER, action.adventurer)
    state = record.state
    require_turn(state)
    require_no_fight(state)
    require_free(state)
    fight, left = _begun(scene, action, state)
    opened = Open(scene.new_id(), FIGHT, fight)
    names = tuple(foe.name for foe in fight.foes)
    told = FightOpened(state.name, names, fight.kind, fight.instructions)
    fighting = replace(state, fight=opened.id, met=left)
    return kept(scene, record, fighting, told, also=(opened,), subject=opened.id)


def _begun(scene: Scene, action: OpenFight, state: Adventurer) -> tuple[Fight, tuple[Met, ...]]:
    """The fight before its first exchange, and whom else the adventurer met on this turn."""
    instructions = _instructions(action.instructions)
    found = _found(scene, action)
    foes, left = _met_again(_numbered(_of(found, action)), state.met)
    _require_alive(state, foes)
    kind = _kind(scene, action, found)
    fight = Fight(
        action.adventurer,
        state.name,
        state.player,
        foes,
        kind,
        action.order,
        instructions,
        action.can_avoid,
        Phase.READY if kind is not None else Phase.KIND,
        scene.entry,
        done=state.used,
    )
    return fight, left


def _instructions(text: str) -> str:
    if len(text.strip()) > INSTRUCTIONS_LENGTH:
        raise RuleViolation(words.long_text(words.INSTRUCTIONS, INSTRUCTIONS_LENGTH, len(text.strip())))
    return text.strip()


# -- who they are -----------------------------------------------------------------------------------


def _found(scene: Scene, action: OpenFight) -> list[tuple[RecordId, Monster]]:
    """The monsters of the library. Raises RuleViolation for too many, none, or one not to be known of."""
    count = len(action.monsters) + len(action.named)
    if not count:
        raise RuleViolation(words.NO_FOES)
    if count > MOST_FOES:
        raise RuleViolation(words.too_many(MOST_FOES, count))
    if action.named and scene.standing is not Standing.GAME_MASTER:
        raise RuleViolation(words.ONLY_NARRATORS_INVENT)
    return [(entry, _known(scene, entry)) for entry in action.monsters]


def _known(scene: Scene, entry: RecordId) -> Monster:
    """The monster, as far as who acts may know of it: a secret one is none, in the same words."""
    record = scene.records.get(entry)
    viewer = Viewer(scene.actor, scene.standing)
    if record is None or record.kind != MONSTER.name or MONSTER.view(record.state, viewer) is None:
        raise RuleViolation(words.NO_MONSTER)
    return scene.get(MONSTER, entry).state


def _of(found: Iterable[tuple[RecordId, Monster]], action: OpenFight) -> list[Foe]:
    return [monsters.foe(entry, monster) for entry, monster in found] + [
        _invented(each) for each in action.named
    ]


def _invented(named: Named) -> Foe:
    """A monster made up on the spot. Raises RuleViolation for a name or a number that can't be."""
    name = one_line(named.name)
    if not name:
        raise RuleViolation(words.NO_NAME)
    if len(name) > NAME_LENGTH:
        raise RuleViolation(words.long_name(NAME_LENGTH, len(name)))
    values = ((Attribute.ARMS, named.arms), (Attribute.MAGIC, named.magic), (Attribute.VITAE, named.vitae))
    for attribute, value in values:
        if not 1 <= value <= monsters.MOST:
            wrong = words.bad_value(safe(name), words.ATTRIBUTES[attribute], monsters.MOST, value)
            raise RuleViolation(wrong)
    return monsters.foe(None, Monster(name, Attributes(named.arms, named.magic, 1, named.vitae)))


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
            raise RuleViolation(words.gone_for_good(safe(state.name), safe(foe.kin)))
        if foe.kin != foe.name:
            raise RuleViolation(words.only_one(safe(foe.kin)))


# -- what they bring --------------------------------------------------------------------------------


def _met_again(foes: Sequence[Foe], met: Sequence[Met]) -> tuple[tuple[Foe, ...], tuple[Met, ...]]:
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
        raise RuleViolation(words.other_kind(safe(found[0][1].name), printed))
    return action.kind

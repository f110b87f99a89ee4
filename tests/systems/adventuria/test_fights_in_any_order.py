"""Random fights with random special rules, pressed in any order, until they end."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice.source import FixedDice
from bot.engine.system import World
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import must_decide
from bot.systems.adventuria.combat.rules import FIGHT
from bot.systems.adventuria.combat.state import Combat, Fight, FightEnd, Order, Phase
from bot.systems.adventuria.ledger import cap, has_fallen, total
from bot.systems.adventuria.library.rules import read_effects
from bot.systems.adventuria.state import XP_FOR_A_RISE, Adventurer, Attribute, Possession, Trigger, Type, Ware
from tests.systems.adventuria.exchanges import fight_of, fighting, special
from tests.systems.adventuria.scenes import BOUT, BRAN, adventurer_of, after, having, waiting

# More than any exchange throws: one each of six monsters, and one for each rule.
MANY = 100
MOMENTS = [when for when in Trigger if when not in (Trigger.HELD, Trigger.USE)]
DEEDS = [
    "arms -2",
    "foe arms -3 until combat",
    "magic +2 until fight",
    "foe magic -1 until turn",
    "vitae -1",
    "vitae +2 until combat",
    "foe vitae -1 until combat",
    "foe vitae +1",
    "wound 1",
    "foe wound 2",
    "foe wound 1 due to combat",
    "heal all",
    "foe heal 1",
    "foe gold -3",
]
OWN = ["held: arms +2", "held: vitae -9", "held: roll -2", "use: reroll", "use: foe reroll", "use: ignore 1"]


@st.composite
def lines(draw: st.DrawFn) -> str:
    """A special rule that anybody may have."""
    when, deed = draw(st.sampled_from(MOMENTS)), draw(st.sampled_from(DEEDS))
    ending = draw(st.sampled_from(["", " on 4-6", " once", " on 2-5 once", " in magic"]))
    words = deed.removesuffix(" due to combat")
    due = " due to combat" if words != deed else ""
    return f"{when}: {words}{ending}{due}"


WOUNDED = st.sampled_from(["wounded: ignore 1", "wounded by combat: ignore all", "wounded by item: ignore 1"])
OF_MONSTERS = st.lists(st.one_of(lines(), WOUNDED), max_size=4)
OF_THINGS = st.lists(st.one_of(lines(), WOUNDED, st.sampled_from(OWN)), min_size=1, max_size=3)


@st.composite
def things(draw: st.DrawFn) -> Possession:
    """Something to have, with rules of its own."""
    rules = [
        line if line.startswith("held") or draw(st.booleans()) else f"{line} spent"
        for line in draw(OF_THINGS)
    ]
    ware = draw(st.sampled_from(list(Ware)))
    return Possession(0, ware, draw(st.sampled_from(["Lamp", "Dog"])), read_effects("\n".join(rules)))


@st.composite
def fights(draw: st.DrawFn) -> World:
    """A fight of anybody against anything."""
    strength = st.integers(1, 6)
    foes = [
        special(name, *draw(OF_MONSTERS), arms=draw(strength), magic=draw(strength), vitae=draw(strength))
        for name in ("Rat", "Imp", "Bat")[: draw(st.integers(1, 3))]
    ]
    kind = draw(st.sampled_from([None, *Combat]))
    somebody = having(*draw(st.lists(things(), max_size=4)), type_=draw(st.sampled_from(list(Type))))
    return fighting(
        *foes,
        bran_is=somebody,
        kind=kind,
        phase=Phase.KIND if kind is None else Phase.READY,
        order=draw(st.sampled_from(list(Order))),
        can_avoid=draw(st.booleans()),
    )


def press(scene: World, action: Any, dice: FixedDice) -> World:
    """The scene after that, with as many of those dice as it throws."""
    kind = next(kind for kind in SYSTEM.actions if kind.action is type(action))
    return after(scene, kind.perform(scene, action, dice))


def require_sound(scene: World) -> None:
    """What holds at any time."""
    state, fight = adventurer_of(scene), fight_of(scene)
    _require_sound_adventurer(state)
    for foe in fight.foes:
        assert foe.wounds >= 0
        assert all(foe.value(attribute) >= 1 and foe.now.of(attribute) >= 1 for attribute in Attribute)
    assert scene.records[BOUT].is_archived == (fight.phase is Phase.OVER) == (fight.end is not None)
    assert (state.fight is None) == (fight.phase is Phase.OVER)
    assert state.is_mid_combat == (fight.phase is Phase.ROLLED)
    assert len(waiting(FIGHT, BOUT, fight)) == (fight.phase is not Phase.OVER)
    assert fight.end is not FightEnd.WON or not fight.standing


def _require_sound_adventurer(state: Adventurer) -> None:
    assert state.wounds >= 0
    assert state.gold >= 0
    for attribute in Attribute:
        assert total(state, attribute) >= 1
        assert 1 <= state.natural.of(attribute) <= cap(state, attribute)
    assert 0 <= min(state.melee_xp, state.magical_xp) <= max(state.melee_xp, state.magical_xp) < XP_FOR_A_RISE
    assert state.end is not None or not has_fallen(state)


@given(begun=fights(), data=st.data())
def test_whatever_is_pressed_every_fight_stays_sound(begun: World, data: st.DataObject) -> None:
    scene = begun
    faces = data.draw(st.lists(st.integers(1, 6), min_size=20, max_size=20))
    for _ in range(12):
        fight: Fight = fight_of(scene)
        choices = [choice for step in waiting(FIGHT, BOUT, fight) for choice in step.choices]
        if not choices or (must_decide(adventurer_of(scene)) and fight.phase is not Phase.ROLLED):
            return
        choice = data.draw(st.sampled_from(choices))
        scene = press(scene, choice.action, FixedDice(*(faces * (MANY // len(faces)))))
        require_sound(scene)
        assert scene.records[BRAN].state.felled <= len(fight.foes)

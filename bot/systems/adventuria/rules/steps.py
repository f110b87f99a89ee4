"""What waits in an adventurer: one step at a time, so that it is plain whose move it is.

First what must be decided before all else, then the turn. A fight or an offer is a record of its own, with
its own steps.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.system import Ask, Choice, RecordId, Step
from bot.systems.adventuria.rules.ledger import too_many
from bot.systems.adventuria.rules.pending import GiveUp, MakeRoom
from bot.systems.adventuria.rules.state import SCENE_LENGTH, Adventurer, Stage, Ware
from bot.systems.adventuria.rules.turn import EndTurn, MakeCamp, Narrate, StartTurn
from bot.systems.adventuria.words import steps as words

# As many as a form's list holds, and as many ways as have a button each.
MOST_LISTED, MOST_BUTTONS = 25, 4
WAYS_LENGTH = 700


def steps(adventurer: RecordId, state: Adventurer) -> Sequence[Step]:
    """The one step that is open; none for who camps, fights, or adventures no more."""
    if state.end is not None:
        return ()
    decision = _decision(adventurer, state)
    if decision is not None:
        return (decision,)
    if state.fight is not None or state.stage is Stage.CAMP:
        return ()
    return (_turn(adventurer, state),)


def must_decide(state: Adventurer) -> bool:
    """Whether something must be decided before anything else is done; during a Combat nothing is (Q5)."""
    return bool(state.gains or state.losses or (not state.is_mid_combat and too_many(state)))


# -- decisions --------------------------------------------------------------------------------------


def _decision(adventurer: RecordId, state: Adventurer) -> Step | None:
    if state.gains:
        return _make_room(adventurer, state)
    owed = [(each.ware, each.count) for each in state.losses] or (
        [] if state.is_mid_combat else list(too_many(state))
    )
    if not owed:
        return None
    ware, count = owed[0]
    give = Choice(
        "give", words.CHOOSE[ware], GiveUp(adventurer, 0), (_which(state, ware, words.WHICH),), is_main=True
    )
    return Step("give", words.give_label(state.name, count, ware), state.player, (give,), state.revision)


def _make_room(adventurer: RecordId, state: Adventurer) -> Step:
    gain = state.gains[0].possession
    swap = Choice(
        "swap",
        words.SWAP[gain.ware],
        MakeRoom(adventurer, gain.number),
        (_which(state, gain.ware, words.WHICH, field="lose"),),
        is_main=True,
    )
    leave = Choice("leave", words.LEAVE[gain.ware], MakeRoom(adventurer, gain.number))
    choices = (swap, leave) if state.held(gain.ware) else (leave,)
    return Step("room", words.room_label(state.name, gain.name), state.player, choices, state.revision)


def _which(state: Adventurer, ware: Ware, label: str, field: str = "possession") -> Ask:
    listed = tuple((str(each.number), each.name) for each in state.held(ware)[:MOST_LISTED])
    return Ask(field, label, options=listed, is_number=True)


# -- the turn ---------------------------------------------------------------------------------------


def _turn(adventurer: RecordId, state: Adventurer) -> Step:
    if state.stage is Stage.BETWEEN:
        label = words.start_label(state.name, state.location)
        start = Choice("start", words.START, StartTurn(adventurer), is_main=True)
        camp = Choice("camp", words.CAMP, MakeCamp(adventurer))
        return Step("start", label, state.player, (start, camp), state.revision)
    if state.ways:
        label = words.end_label(state.name, state.location)
        return Step("end", label, state.player, tuple(_ends(adventurer, state)), state.revision)
    label = (words.more_label if state.scene else words.tell_label)(state.name, state.location)
    tell = Choice("tell", words.TELL, Narrate(adventurer), scene_asks(state), is_main=True)
    return Step("tell", label, None, (tell,), state.revision)


def _ends(adventurer: RecordId, state: Adventurer) -> Sequence[Choice]:
    if len(state.ways) <= MOST_BUTTONS:
        return [
            Choice(f"way{place}", words.end_at(way, is_here=way == state.location), EndTurn(adventurer, way))
            for place, way in enumerate(state.ways)
        ]
    ask = Ask("location", words.WHERE, options=tuple((way, way) for way in state.ways))
    return [Choice("way", words.END, EndTurn(adventurer, ""), (ask,), is_main=True)]


def scene_asks(state: Adventurer) -> tuple[Ask, ...]:
    """What a narrator writes about a turn, with what was told so far."""
    ways = "\n".join(state.ways)
    return (
        Ask("text", words.SCENE, SCENE_LENGTH, True, words.SCENE_HINT, state.scene, is_optional=True),
        Ask("ways", words.WAYS, WAYS_LENGTH, True, words.WAYS_HINT, ways, is_optional=True),
    )

"""What waits after a territory was cut off, or connected again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from bot.engine.system import Choice, RecordId, Step
from bot.systems.kingdom.rules.duties import asked
from bot.systems.kingdom.rules.month import DecidePart, ReclaimSettlement
from bot.systems.kingdom.rules.state import Kingdom, LostTown
from bot.systems.kingdom.rules.terms import Task
from bot.systems.kingdom.words import waiting as words

# A card has room for so many buttons only: the next are asked when these are answered.
MOST_ASKED: Final = 3
# How the names of those checks' steps begin; the settlement's id follows.
RECLAIM: Final = "reclaim-"


def part_steps(kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    """Territories to be decided about, and settlements that may come back."""
    yield from islice(_parts(kingdom, state), MOST_ASKED)
    yield from islice(_reclaims(kingdom, state), MOST_ASKED)


def _parts(kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    for part in state.parts:
        if part.is_undecided:
            held = DecidePart(kingdom, part.number, has_leader=True)
            gone = DecidePart(kingdom, part.number, has_leader=False)
            choices = (
                Choice("held", words.leader_there(part.place), held),
                Choice("lost", words.no_leader(part.place), gone),
            )
            label = words.part_label(state.name, len(part.spots), part.place)
            yield Step(f"part-{part.number}", label, None, choices)


def reclaimable(state: Kingdom) -> Iterator[LostTown]:
    """The settlements whose check can be attempted now: each once a month."""
    for part in state.parts:
        for town in part.towns:
            if town.revision is not None and town.tried < state.month.number:
                yield town


def _reclaims(kingdom: RecordId, state: Kingdom) -> Iterator[Step]:
    who = asked(state, Task.STABILITY)
    for town in reclaimable(state):
        roll = Choice("roll", words.reclaim(town.name), ReclaimSettlement(kingdom, town.id), is_main=True)
        label = words.reclaim_label(state.name, town.name)
        yield Step(f"{RECLAIM}{town.id}", label, who, (roll,), town.revision or 1)

"""Evenings of Adventuria: whatever player and narrator do, undo and redo, every sheet stays sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import sqlalchemy as sa
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from bot.content import supplied_by
from bot.engine.system import Record, RecordId
from bot.storage.models import records
from bot.storage.records import RecordRow
from bot.systems import adventuria
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import (
    ADVENTURER,
    FIGHT,
    OFFER,
    GiveUp,
    MakeRoom,
    Narrate,
    StartTurn,
    must_decide,
)
from bot.systems.adventuria.combat import state as combat_state
from bot.systems.adventuria.settings import ADVENTURERS, SEVERAL, Rulings
from bot.systems.adventuria.sheet.rules import CreateAdventurer
from bot.systems.adventuria.state import Adventurer
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import CreateCampaign
from bot.systems.table.library.rules import ImportEntries
from tests.play.charter import Amend
from tests.proofs.machine import Machine
from tests.systems.adventuria.lives import (
    BUILDERS,
    MOVES,
    NARRATORS,
    SETTINGS,
    WEIGHTS,
    Life,
    check_adventurer,
)
from tests.systems.adventuria.scenes import DEACON, HOME, MARISOL, scene

OFTEN = [kind for kind, weight in zip(MOVES, WEIGHTS, strict=True) for _ in range(int(weight) or 1)]
QUIET = [
    *MOVES,
    *(k for k in OFTEN if k.__module__ != combat_state.__name__ and k not in (MakeRoom, GiveUp)),
]
IN_A_FIGHT = [
    kind for kind in OFTEN if kind.__module__ == combat_state.__name__ and kind is not combat_state.OpenFight
]
# The longer a life, the harder it is hit.
LATE = 900
# As many adventurers as are in play at once.
MOST = 2
SEEDS = st.integers(0, 2**32)


class Present(Life):
    """One adventurer as it is kept, for the moves of random lives."""

    def __init__(self, luck: Random, about: Sequence[Record[Any]]) -> None:
        self.luck = luck
        self.tally = Counter()
        self.scene = scene(*about)
        self.moves = LATE


class Adventure(Machine):
    """Random adventurers: every sound sheet stays one, and undo and redo agree with the model."""

    belongs_to = "adventurer"

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        """A campaign with what comes with the game, rulings as they fall, and Bran in his first turn."""
        self.act(MARISOL, CreateCampaign("Ashes", (SYSTEM.name, "charter")))
        (self.root,) = self.of_kind("campaign")
        self.act(DEACON, JoinCampaign())
        luck = Random(seed)
        decided = {key: luck.choice(values) for key, values in SETTINGS.items()}
        self.act(MARISOL, Amend(decide=decided | {ADVENTURERS.key: SEVERAL}))
        supplied = supplied_by([adventuria])
        for shelf in SYSTEM.shelves:
            self.act(MARISOL, ImportEntries(shelf.key, supplied[shelf.key], SYSTEM.title))
        # Nothing of that is undone: what it takes to play at all.
        self.log.clear()
        self.act(DEACON, CreateAdventurer("Bran", DEACON, HOME))
        (bran,) = self.of_kind(ADVENTURER.name)
        self.act(DEACON, StartTurn(RecordId(bran)))
        self.act(MARISOL, Narrate(RecordId(bran), "A square.", "The City; The Bridge"))

    @precondition(lambda self: len(self.of_kind(ADVENTURER.name)) < MOST)
    @rule(name=st.sampled_from(["Ada", "Bly", "Cid"]))
    def create(self, name: str) -> None:
        self.act(DEACON, CreateAdventurer(name, DEACON, HOME))

    @rule(data=st.data(), seed=SEEDS, times=st.integers(1, 12))
    def go_on(self, data: st.DataObject, seed: int, times: int) -> None:
        """A few moves of an adventurer's, most of them such as its state asks for."""
        meant, luck = self.pick(data, ADVENTURER.name), Random(seed)
        for _ in range(times):
            present = Present(luck, self.about(meant))
            if present.adventurer is None:
                return
            kind = luck.choice(likely(present.adventurer.state))
            self.act(MARISOL if kind in NARRATORS else DEACON, BUILDERS[kind](present))

    @invariant()
    def every_sheet_is_sound(self) -> None:
        """Attributes, possessions, gold and what is open with it; who was never made has none."""
        (campaign,) = self.kept("campaign")
        is_one_number = Rulings.of(campaign.state).one_number
        for kept in self.kept(ADVENTURER.name):
            if not kept.is_archived or kept.state.end is not None:
                check_adventurer(kept.state, scene(kept), is_one_number=is_one_number)
                self.what_is_open_is_known(kept)

    def what_is_open_is_known(self, adventurer: Record[Adventurer]) -> None:
        """Its fight is the one in play, and nothing is in play with who is gone."""
        about = [each for each in self.about(adventurer.id) if not each.is_archived]
        fights = [each.id for each in about if each.kind == FIGHT]
        assert fights == ([adventurer.state.fight] if adventurer.state.fight else [])
        if adventurer.is_archived:
            assert not [each for each in about if each.kind == OFFER]

    # -- what is kept -------------------------------------------------------------------------------

    def kept(self, *kinds: str) -> list[Record[Any]]:
        """The records of those kinds, in play or not."""
        query = sa.select(records).where(records.c.kind.in_(kinds)).order_by(records.c.id)
        rows = self.run(self.play.database.read(lambda c: [RecordRow(*row) for row in c.execute(query)]))
        return [self.play.context.record(row) for row in rows]

    def about(self, adventurer: str) -> list[Record[Any]]:
        """An adventurer, its fights and offers, and the library."""
        shelves = [shelf.kind.name for shelf in SYSTEM.shelves]
        return [
            each
            for each in self.kept(ADVENTURER.name, FIGHT, OFFER, *shelves)
            if each.id == adventurer
            or each.kind in shelves
            or getattr(each.state, "adventurer", None) == adventurer
        ]


def likely(state: Adventurer) -> list[type[Any]]:
    """What may come next, most often what it waits for."""
    if must_decide(state):
        return [*[MakeRoom, GiveUp] * len(OFTEN), *OFTEN]
    return [*IN_A_FIGHT * 4, *OFTEN] if state.fight is not None else QUIET

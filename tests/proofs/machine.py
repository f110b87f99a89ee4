"""A machine that plays at random against a model of what actions, undos and redos come to."""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from bot.engine.catalogue import Catalogue
from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.errors import UserError
from bot.play import Play, Request
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import records
from tests.play.charter import CHARTER
from tests.playbooks import catalogue

Snapshot = dict[str, tuple[Any, bool]]


def read_snapshot(connection: sa.Connection) -> Snapshot:
    """Every record's state, and whether it is archived."""
    rows = connection.execute(sa.select(records.c.id, records.c.state, records.c.is_archived))
    return {str(i): (str(state), bool(archived)) for i, state, archived in rows}


def read_versions(connection: sa.Connection) -> dict[str, int]:
    """How often every record was written: once more by an action that leaves it as it was, too."""
    return {
        str(i): int(version) for i, version in connection.execute(sa.select(records.c.id, records.c.version))
    }


def in_play(snapshot: Snapshot) -> Snapshot:
    """Records that take part: one taken back is the same as one never opened."""
    return {record: kept for record, kept in snapshot.items() if not kept[1]}


Atom = tuple[str, str, str]


def atoms(state: str) -> frozenset[Atom]:
    """A divisible state in pieces: each field with its value, each entry of a list or mapping on its own."""
    found: set[Atom] = set()
    for name, value in json.loads(state).items():
        if isinstance(value, list):
            found |= {(name, "holds", str(element)) for element in value}
        elif isinstance(value, dict):
            found |= {(name, key, str(kept)) for key, kept in value.items()}
        else:
            found.add((name, "is", str(value)))
    return frozenset(found)


def places(pieces: Collection[Atom]) -> set[str]:
    """What those pieces are pieces of: a person is the same one in every list."""
    return {value if key == "holds" else f"{name} {key}" for name, key, value in pieces}


class Machine(RuleBasedStateMachine):
    """Undos and redos of what a game does, against a model that keeps whole snapshots and does sets.

    Of the campaign itself, which is divisible, it keeps a set of pieces.
    """

    template: Path
    # The field in which a record names the one that it belongs to.
    belongs_to: str

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        shutil.copy(self.template, self.folder / "evening.db")
        address = Address.of_file(self.folder / "evening.db")
        games = Catalogue([*catalogue().systems.values(), CHARTER])
        # Hypothesis replays an evening and must meet the same dice.
        self.play = Play(open_database(address), games, randomness=Random(7).randbytes)
        self.interaction = 1000
        self.root = ""
        # What each entry changed, as the model saw it: record → (before, after).
        self.log: dict[int, dict[str, tuple[Any, Any]]] = {}
        self.undone: dict[int, list[int]] = {}
        self.gone: set[int] = set()

    def teardown(self) -> None:
        self.loop.run_until_complete(self.play.database.dispose())
        self.loop.close()
        shutil.rmtree(self.folder)

    # -- the machine's hands ----------------------------------------------------------------------

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def snapshot(self) -> Snapshot:
        kept: Snapshot = self.run(self.play.database.read(read_snapshot))
        return {r: (atoms(state) if r == self.root else state, gone) for r, (state, gone) in kept.items()}

    def versions(self) -> dict[str, int]:
        found: dict[str, int] = self.run(self.play.database.read(read_versions))
        return found

    def request(self) -> Request:
        self.interaction += 1
        return Request(self.interaction, 1, 2)

    def act(self, user: int, action: Any) -> None:
        self._change(lambda: self.play.act(Actor(user, manages_server=True), self.request(), action))

    def _change(self, doing: Callable[[], Any]) -> int | None:
        before, versions = self.snapshot(), self.versions()
        try:
            outcome = self.run(doing())
        except UserError:
            assert self.snapshot() == before
            return None
        after, number = self.snapshot(), outcome.public.entry.number
        touched = {r for r, version in self.versions().items() if versions.get(r) != version}
        self.log[number] = {r: (before.get(r), after[r]) for r in touched}
        return int(number)

    def of_kind(self, kind: str) -> list[str]:
        query = sa.select(records.c.id).where(records.c.kind == kind, records.c.is_archived.is_(False))
        return sorted(self.run(self.play.database.read(lambda c: [str(i) for (i,) in c.execute(query)])))

    def pick(self, data: st.DataObject, kind: str) -> RecordId:
        return RecordId(data.draw(st.sampled_from(self.of_kind(kind) or ["none"])))

    # -- undo and redo ------------------------------------------------------------------------------

    @precondition(lambda self: self.log)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted(self.log)))
        try:
            plan = self.run(self.play.preview_undo(Actor(1), self.request(), number))
        except UserError:
            assert number == 1 or number in self.gone or number in self.undone or not self.log[number]
            return
        if plan.is_redo:
            return
        chain = self._followers(number)
        assert set(plan.undone) == chain
        expected = self._without(chain)
        done = self._change(
            lambda: self.play.undo(Actor(1), self.request(), plan.entry.campaign, number, plan.undone[-1])
        )
        assert done is not None
        assert in_play(self.snapshot()) == in_play(expected)
        self.undone[done] = sorted(chain)
        self.gone |= chain

    @precondition(lambda self: self.undone)
    @rule()
    def undo_then_redo(self) -> None:
        """Whatever is redone must be what stood before the undo, as long as nothing came between."""
        number = max(self.undone)
        try:
            plan = self.run(self.play.preview_undo(Actor(1), self.request(), redo=True))
        except UserError:
            assert any(self._overlap(self._touched({number}), later) for later in self.log if later > number)
            return
        assert plan.entry.number == number
        expected = self._without({number})
        redone = self._change(
            lambda: self.play.undo(Actor(1), self.request(), plan.entry.campaign, number, plan.undone[-1])
        )
        assert redone is not None
        assert self.snapshot() == expected
        self.gone -= set(self.undone.pop(number))
        self.gone |= {number, redone}

    # -- the model ----------------------------------------------------------------------------------

    def _followers(self, number: int) -> set[int]:
        counting = [n for n in self.log if n > number and n not in self.gone and n not in self.undone]
        chain = {number}
        while more := {n for n in counting if n not in chain and self._overlap(self._touched(chain), n)}:
            chain |= more
        return chain

    def _overlap(self, touched: set[str], number: int) -> bool:
        return bool(touched & self._moved(number))

    def _moved(self, number: int) -> set[str]:
        """The records that entry touched; of the campaign itself the places."""
        moved = set(self.log[number])
        if self.root in moved:
            before, after = self.log[number][self.root]
            moved = moved - {self.root} | places(before[0] ^ after[0])
        return moved

    def _touched(self, numbers: set[int]) -> set[str]:
        """What those entries touched, and what belongs to a record that one of them opened."""
        opened = {r for n in numbers for r, (before, _) in self.log[n].items() if before is None}
        belonging = {
            record
            for record, (state, _) in self.snapshot().items()
            for owner in opened
            if f'"{self.belongs_to}":"{owner}"' in state
        }
        return {each for n in numbers for each in self._moved(n)} | belonging

    def _without(self, numbers: set[int]) -> Snapshot:
        """The present without those entries: the newest goes first."""
        made = self.snapshot()
        for number in sorted(numbers, reverse=True):
            for record, (before, after) in self.log[number].items():
                if before is None:
                    made[record] = (after[0], True)
                elif record == self.root:
                    made[record] = (made[record][0] - (after[0] - before[0]) | (before[0] - after[0]), False)
                else:
                    made[record] = before
        return made

"""A machine that plays evenings of actions, undos and redos against a model of what they come to."""

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
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from bot.engine.catalogue import Catalogue
from bot.engine.people import Actor
from bot.engine.system import RecordId
from bot.errors import UserError
from bot.play import Play, Request
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.storage.models import records
from bot.systems.second_kingdom.rules import attempts, calls, heroes, requests
from bot.systems.second_kingdom.rules.state import Virtue
from bot.systems.table.rules.campaigns import CreateCampaign, JoinCampaign
from tests.play.charter import CHARTER, Amend
from tests.playbooks import catalogue

Snapshot = dict[str, tuple[Any, bool]]


def read_snapshot(connection: sa.Connection) -> Snapshot:
    """Every record's state, and whether it is archived."""
    rows = connection.execute(sa.select(records.c.id, records.c.state, records.c.is_archived))
    return {str(i): (str(state), bool(archived)) for i, state, archived in rows}


def in_play(snapshot: Snapshot) -> Snapshot:
    """Records that take part: one taken back is the same as one never opened."""
    return {record: kept for record, kept in snapshot.items() if not kept[1]}


# Who comes and goes; the first is the game master, and the second plays the heroes.
PEOPLE = st.integers(3, 5)
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


class Evening(RuleBasedStateMachine):
    """Random actions, undos and redos, against a model that keeps whole snapshots and does sets.

    Of the campaign itself, which is divisible, it keeps a set of pieces.
    """

    template: Path

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

    def request(self) -> Request:
        self.interaction += 1
        return Request(self.interaction, 1, 2)

    def act(self, user: int, action: Any) -> None:
        self._change(lambda: self.play.act(Actor(user, manages_server=True), self.request(), action))

    def _change(self, doing: Callable[[], Any]) -> int | None:
        before = self.snapshot()
        try:
            outcome = self.run(doing())
        except UserError:
            assert self.snapshot() == before
            return None
        after, number = self.snapshot(), outcome.public.entry.number
        touched = {r for r in after if before.get(r) != after[r]}
        self.log[number] = {r: (before.get(r), after[r]) for r in touched}
        return int(number)

    def of_kind(self, kind: str) -> list[str]:
        query = sa.select(records.c.id).where(records.c.kind == kind, records.c.is_archived.is_(False))
        return sorted(self.run(self.play.database.read(lambda c: [str(i) for (i,) in c.execute(query)])))

    def pick(self, data: st.DataObject, kind: str) -> RecordId:
        return RecordId(data.draw(st.sampled_from(self.of_kind(kind) or ["none"])))

    # -- what may happen --------------------------------------------------------------------------

    @initialize()
    def begin(self) -> None:
        self.act(1, CreateCampaign("Ashes", ("second_kingdom", "lantern", "charter")))
        (self.root,) = self.of_kind("campaign")
        self.act(2, JoinCampaign())
        self.act(2, heroes.CreateHero("Evander", 2, 6, 5, 4, 3))

    @rule(name=st.sampled_from("ABC"), user=st.sampled_from([1, 2, 3]))
    def create(self, name: str, user: int) -> None:
        self.act(user, heroes.CreateHero(name, user, 6, 5, 4, 3))

    @rule(user=PEOPLE, watching=st.booleans())
    def join(self, user: int, watching: bool) -> None:
        self.act(user, JoinCampaign(watching))

    @rule(user=PEOPLE, other=PEOPLE)
    def leave(self, user: int, other: int) -> None:
        left = (user, other)
        self.act(1, Amend(remove={"players": left, "spectators": left}))

    @rule(name=st.sampled_from(["Ashes", "Embers", "Cinders"]))
    def rename(self, name: str) -> None:
        self.act(1, Amend(put={"name": name}))

    @rule(key=st.sampled_from("abc"), value=st.sampled_from([None, "1", "2"]))
    def decide(self, key: str, value: str | None) -> None:
        self.act(1, Amend(decide={key: value}))

    @rule(user=PEOPLE, key=st.sampled_from("abc"))
    def appoint(self, user: int, key: str) -> None:
        """Two parts at once: chains run over both."""
        everywhere = {"players": (user,), "spectators": (user,), "game_masters": (user,)}
        self.act(1, Amend(add={"game_masters": (user,)}, remove=everywhere, decide={key: str(user)}))

    @rule(data=st.data(), score=st.integers(1, 10))
    def set_virtue(self, data: st.DataObject, score: int) -> None:
        self.act(2, heroes.SetVirtues(self.pick(data, "hero"), prudence=score))

    @rule(data=st.data(), amount=st.integers(-2, 4))
    def grant(self, data: st.DataObject, amount: int) -> None:
        self.act(1, heroes.GrantConviction((self.pick(data, "hero"),), amount, "Rest"))

    @rule(data=st.data(), rating=st.integers(3, 8), hidden=st.booleans())
    def open(self, data: st.DataObject, rating: int, hidden: bool) -> None:
        hero = self.pick(data, "hero")
        self.act(1, attempts.OpenChallenge(hero, "Leap", Virtue.COURAGE, rating, hidden))

    @rule(data=st.data(), conviction=st.integers(0, 2), user=st.sampled_from([1, 2]))
    def roll(self, data: st.DataObject, conviction: int, user: int) -> None:
        self.act(user, attempts.RollChallenge(self.pick(data, "challenge"), conviction))

    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        self.act(1, attempts.WithdrawChallenge(self.pick(data, "challenge")))

    @rule(data=st.data())
    def write(self, data: st.DataObject) -> None:
        self.act(1, attempts.WriteConsequence(self.pick(data, "challenge"), "The rope frays."))

    @rule(data=st.data())
    def let_be(self, data: st.DataObject) -> None:
        self.act(1, attempts.LetBe(self.pick(data, "challenge")))

    @rule(data=st.data(), rating=st.integers(3, 8))
    def call(self, data: st.DataObject, rating: int) -> None:
        several = (self.pick(data, "hero"), self.pick(data, "hero"))
        self.act(1, calls.OpenChallenges(several, "Leap", Virtue.COURAGE, rating))

    @rule(data=st.data())
    def roll_for(self, data: st.DataObject) -> None:
        self.act(1, attempts.RollChallengeFor(self.pick(data, "challenge")))

    @rule(data=st.data(), rating=st.integers(3, 8))
    def edit(self, data: st.DataObject, rating: int) -> None:
        self.act(1, attempts.EditChallenge(self.pick(data, "challenge"), "courage", rating))

    @rule(data=st.data())
    def ask(self, data: st.DataObject) -> None:
        self.act(2, requests.AskChallenge(self.pick(data, "hero"), "Leap"))

    @rule(data=st.data(), is_set=st.booleans())
    def answer(self, data: st.DataObject, is_set: bool) -> None:
        asked = self.pick(data, "request")
        self.act(1, requests.SetRating(asked, "courage", 4) if is_set else requests.DeclineRequest(asked))

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
        """What those entries touched, and the challenges of heroes that one of them opened."""
        opened = {r for n in numbers for r, (before, _) in self.log[n].items() if before is None}
        challenges = {
            record
            for record, (state, _) in self.snapshot().items()
            for hero in opened
            if f'"hero":"{hero}"' in state
        }
        return {each for n in numbers for each in self._moved(n)} | challenges

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

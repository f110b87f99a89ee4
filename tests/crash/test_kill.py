"""Proof 3: kill -9 at random moments loses nothing, halves nothing, shows all once: challenge, fight, month.

`make crash KILLS=1000` kills so often, on new evenings each time; the ordinary tests kill a handful
of times on the same ones. A failure names the seed of its evening; WAYPOST_TEST_SEED begins with that one.
"""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.storage.address import Address
from tests.crash import checks
from tests.crash.evening import Evening, evening
from tests.crash.ledger import Ledger, facts
from tests.crash.months_told import SPECIAL, all_settled, closed_by
from tests.databases import Templates

A_HANDFUL = 3
KILLS = int(os.environ.get("WAYPOST_TEST_KILLS", A_HANDFUL))
OWN = 7
IS_LONG = "WAYPOST_TEST_KILLS" in os.environ
SEED = int(os.environ.get("WAYPOST_TEST_SEED", "0")) or (secrets.randbelow(1 << 31) if IS_LONG else OWN)
# No evening is so long that reading it all takes long; every fourth is on PostgreSQL.
AN_EVENING, SHARE = 50, 4


@dataclass(frozen=True)
class Plan:
    """One evening: on which engine, with which seed, and how often the bot is killed."""

    engine: str
    seed: int
    kills: int


def plans() -> Iterator[Plan]:
    """The evenings that make up the number of kills; at least one on each engine."""
    rest, number = KILLS, 0
    while rest > 0 or number < 2:
        kills = min(AN_EVENING, rest) if rest > 0 else min(AN_EVENING, KILLS)
        yield Plan("postgres" if number % SHARE == 1 else "sqlite", SEED + number, kills)
        rest, number = rest - kills, number + 1


def _parameter(plan: Plan) -> object:
    marks = [
        getattr(pytest.mark, name) for name in ("postgres", "slow") if name == plan.engine or name == "slow"
    ]
    return pytest.param(plan, id=f"{plan.engine}-{plan.kills}-kills", marks=marks)


@pytest.fixture(params=[_parameter(plan) for plan in plans()])
def plan(request: pytest.FixtureRequest) -> Plan:
    """Each evening in turn."""
    found: Plan = request.param
    return found


@pytest.fixture
def address(plan: Plan, templates: Templates, tmp_path: Path) -> Iterator[Address]:
    """The evening's database."""
    if plan.engine == "sqlite":
        yield templates.sqlite(tmp_path / "waypost.db")
        return
    with templates.postgres() as made:
        yield made


async def test_nothing_is_lost_halved_or_shown_twice(plan: Plan, address: Address) -> None:
    """Kill, look at what is kept; now and then let it finish, and look at what is shown."""
    unseen: set[int] = set()
    async with evening(address, plan.seed) as table:
        _require(plan, table, await table.settle(), is_quiet=True)
        while table.kills < plan.kills:
            await table.kill_once()
            ledger = await table.look()
            unseen |= {row.id for row in ledger.outbox if row.done_at is None}
            _require(plan, table, ledger, is_quiet=False)
            if table.dice.random() < 0.6 or table.kills == plan.kills:
                _require(plan, table, await table.settle(), is_quiet=True)
        ledger = await table.settle()
        _require(plan, table, ledger, is_quiet=True)
    print(_summary(plan, ledger, len(unseen)))


def _require(plan: Plan, table: Evening, ledger: Ledger, *, is_quiet: bool) -> None:
    looks = [checks.kept, checks.acknowledged, *([checks.shown] if is_quiet else [])]
    wrong = checks.told(ledger, (each for look in looks for each in look(ledger)))
    if wrong:
        pytest.fail(f"{plan}, after {table.kills} kills:\n{wrong}", pytrace=False)


def _summary(plan: Plan, ledger: Ledger, unseen: int) -> str:
    actions = Counter(entry.action for entry in ledger.entries)
    rolled = f"{actions['RollChallenge']} challenges and {actions['RollCombat']} Combats rolled"
    steps = sum(entry.system == "kingdom" for entry in ledger.entries)
    closed = sum(map(closed_by, ledger.entries))
    rolled += f", {steps} entries of a kingdom with {closed} months closed"
    raised = actions["BuildBuilding"] + actions["UpgradeBuilding"]
    rolled += f", {raised} buildings raised and {actions['RollItems']} rolls for items"
    settled = sum(1 for entry in ledger.entries for _ in all_settled(entry))
    runs = sum(bool(facts(entry, "RunEnded")) for entry in ledger.entries)
    edicts = sum(entry.action in SPECIAL for entry in ledger.entries)
    rolled += f", {settled} events settled, {runs} runs of a steward and {edicts} special edicts"
    done = f"{len(ledger.entries)} entries, {rolled}, {len(ledger.discord['calls'])} calls"
    return f"{plan}: {done}; {unseen} messages were still to be shown or redrawn when the bot died"

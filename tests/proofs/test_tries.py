"""A preview foretells: every action of every game, tried right before it is done, comes to the same words.

So each scenario is played once, judged by all the proofs that only look at what came of it, and undone.
"""

from __future__ import annotations

import pytest

from tests.bench.statements import recorded
from tests.playbooks import scenarios
from tests.proofs.concerned import mispinged
from tests.proofs.machine import read_snapshot
from tests.proofs.statements import BY_ITSELF, misnamed, represented
from tests.proofs.test_empty_fields import assert_empty_means_the_default, choices_seen
from tests.proofs.test_one_card import assert_live_cards_begin_with_how_things_are
from tests.proofs.test_secrets import assert_replies_ping_few_and_hold_limits
from tests.proofs.test_titles import assert_no_mention_where_discord_shows_none, mentions_replaced
from tests.proofs.test_unaware import (
    assert_mentions_one_once_for_what_players_leave_to_game_masters,
    slow_down,
)
from tests.proofs.test_undo import assert_undone_and_redone
from tests.proofs.tries import trying
from tests.stages import Scenario, Stage


async def test_what_comes_of_each_action_stands_every_proof(
    sqlite_stage: Stage, scenario: Scenario, scenario_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, choices, replaced = sqlite_stage, choices_seen(monkeypatch), mentions_replaced(monkeypatch)
    slow_down(stage, monkeypatch)
    with trying() as found:
        payload = await scenario.payload(stage)
        await stage.settle()
        before = await stage.bot.database.read(read_snapshot)
        with recorded() as sent:
            await stage.feeder.deliver(payload)
            await stage.settle()

    # An action tried comes to what it comes to.
    assert found.odd == []
    assert found.unlike == set()
    assert found.unforeseen == {}
    # What it asks the database, a scenario asks PostgreSQL: else these are the lines to add, or to take out.
    assert misnamed(sent, scenario_name) == [], "see tests/proofs/statements.txt"
    # A message mentions exactly those whom it concerns.
    assert await mispinged(stage) == []
    await assert_mentions_one_once_for_what_players_leave_to_game_masters(stage)
    assert_empty_means_the_default(choices.values())
    await assert_live_cards_begin_with_how_things_are(stage)
    await assert_replies_ping_few_and_hold_limits(stage)
    await assert_no_mention_where_discord_shows_none(stage, replaced)
    await assert_undone_and_redone(stage, payload, before)


def test_who_stands_for_a_statement_on_postgresql_is_a_scenario() -> None:
    assert represented().keys() - {BY_ITSELF} <= scenarios().keys()

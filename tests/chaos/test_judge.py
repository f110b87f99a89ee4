"""What judges the storms notices what it is there for."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.engine.campaign import Campaign
from bot.storage.outbox import MessageRow, OutboxRow
from tests.chaos.judge import AT_ONE_TIME, Sent, answered, at_home, in_order
from tests.harness.world import DISCORD_EPOCH_MS, Json

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
OPEN, SECRET = 10, 11


@dataclass
class Told:
    """As much of a ledger as is looked at."""

    outbox: list[OutboxRow] = field(default_factory=list)
    messages: list[MessageRow] = field(default_factory=list)
    told: dict[int, list[int]] = field(default_factory=dict)
    standing: dict[tuple[int, str], list[Json]] = field(default_factory=dict)
    calls: dict[int, list[Json]] = field(default_factory=dict)
    by_interaction: dict[int, Any] = field(default_factory=dict)
    live_cards: set[str] = field(default_factory=set)
    discord: Json = field(default_factory=lambda: {"acknowledged": []})

    def states(self, _: type[Campaign]) -> dict[str, Campaign]:
        """The one campaign, with a channel for its game masters."""
        return {"c": Campaign("Ashes", 1, game_master_channel=SECRET)}


def message(seconds: float) -> int:
    """A message's id at that time after noon."""
    at = (NOON + timedelta(seconds=seconds)).timestamp()
    return int(at * 1000 - DISCORD_EPOCH_MS) << 22


def ledger(*posts: tuple[float, float], channel: int = OPEN) -> Any:
    """Posts in the order of their rows: made and told so many seconds after noon."""
    made = Told()
    for number, (at, told) in enumerate(posts, 1):
        row = OutboxRow(
            *(number, "c", number, "post", "public", channel, message(told), None, number),
            *(NOON + timedelta(seconds=at), 0, None, NOON, None),
        )
        made.outbox.append(row)
        made.told[message(told)] = [number]
    return made


def test_posts_in_their_order_are_well() -> None:
    assert list(in_order(ledger((0, 1), (1, 40), (2, 41)))) == []


def test_what_comes_after_something_later_is_out_of_order() -> None:
    wrong = list(in_order(ledger((0, 30), (2, 20), (25, 26))))
    assert "#1 (row 1) came after #3" in wrong[0][0]
    assert wrong[1] == ("#1 came late", 1)
    assert len(list(in_order(ledger((0, 30), (1, 29), (25, 26))))) == 4


def test_who_acts_at_one_time_is_told_in_either_order() -> None:
    assert list(in_order(ledger((0, 2), (0.5, 1)))) == []
    assert list(in_order(ledger((0, AT_ONE_TIME + 2), (0.5, AT_ONE_TIME + 1)))) != []


def test_what_a_live_card_tells_later_comes_when_it_comes() -> None:
    told = ledger((0, 10), (1, 30), (2, 20))
    told.outbox = [row._replace(record_id=name) for row, name in zip(told.outbox, "aab", strict=True)]
    assert list(in_order(told)) != []
    told.live_cards = {"a"}
    assert list(in_order(told)) == []


def test_another_channel_has_an_order_of_its_own() -> None:
    one, other = ledger((0, 60)), ledger((0, 90), (30, 31), channel=12)
    one.outbox.append(other.outbox[1])
    one.told.update(other.told)
    assert list(in_order(one)) == []


def test_a_secret_in_the_open_is_noticed() -> None:
    found: Any = Told(standing={(OPEN, "#4gm"): [{"id": "1"}], (SECRET, "#5gm"): [{"id": "2"}]})
    assert [text for text, _ in at_home(found)] == [f"#4gm stands in {OPEN}: 1"]


def callback(kind: int) -> Json:
    """An acknowledgement that was taken."""
    return {"path": "/interactions/7/x/callback", "payload": {"type": kind}, "status": 200}


def test_who_is_left_thinking_is_noticed() -> None:
    sent = {7: Sent({}, is_calm=False)}
    found: Any = Told(calls={7: [callback(5)]})
    assert [text for text, _ in answered(found, sent)] == ["it was acknowledged, and never answered"]
    found.calls[7].append({"path": "/webhooks/1/x", "payload": {}, "status": 200})
    assert list(answered(found, sent)) == []


def test_a_press_without_a_deed_or_a_word_is_noticed() -> None:
    sent = {7: Sent({}, is_calm=False)}
    found: Any = Told(calls={7: [callback(6)]})
    assert [text for text, _ in answered(found, sent)] == ["it did nothing, and nobody was told why"]
    found.by_interaction[7] = "an entry"
    assert list(answered(found, sent)) == []


def test_silence_in_calm_is_noticed_and_in_a_storm_it_is_not() -> None:
    found: Any = Told()
    assert list(answered(found, {7: Sent({"data": {"name": "roll"}}, is_calm=True)})) != []
    assert list(answered(found, {7: Sent({}, is_calm=False)})) == []

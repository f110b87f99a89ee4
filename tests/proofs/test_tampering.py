"""Proof 1 of the table's manners: ten thousand tampered custom_ids do nothing their sender may not do."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.second_kingdom.playbook import challenge

TRIES, AT_ONCE = 10_000, 400
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789|?-_/ \u202e'\"%\0"


def custom_ids(stage: Stage) -> list[str]:
    """Every custom_id that was ever sent."""
    found = {
        str(part["custom_id"])
        for call in stage.server.calls
        for part in components(call.data)
        if "custom_id" in part
    }
    return sorted(found)


def tampered(seen: list[str], chance: random.Random) -> str:
    """One of them with parts exchanged, doubled, dropped or scrambled, or as it is."""
    parts = chance.choice(seen).split("|")
    other = chance.choice(seen).split("|")
    way = chance.randrange(6)
    if way == 0:
        parts[chance.randrange(len(parts))] = chance.choice(other)
    elif way == 1:
        parts.append(chance.choice(other))
    elif way == 2 and len(parts) > 1:
        parts.pop(chance.randrange(1, len(parts)))
    elif way == 3:
        at = chance.randrange(len(parts))
        parts[at] = "".join(chance.choice(ALPHABET) for _ in range(chance.randrange(20)))
    elif way == 4:
        return "".join(chance.choice(ALPHABET) for _ in range(chance.randrange(1, 100)))
    return "|".join(parts)[:100] or "x"


async def two_campaigns(stage: Stage) -> Person:
    """A second campaign elsewhere with a game master of its own, and things that wait in both."""
    other = stage.world.person(30, permissions=stage.gm.permissions)
    elsewhere = stage.world.channels[2]
    hero = {"name": "Isolde", "courage": 6, "prudence": 5, "temperance": 3, "conviction": 3}
    trial = {"heroes": "Isolde", "action": "Leap", "virtue": "courage", "rating": 4}
    for command, options in (
        ("campaign create", {"name": "Embers", "game": "second_kingdom"}),
        ("sk new", hero),
        ("sk challenge", trial),
        ("undo", {}),
    ):
        await stage.feeder.deliver(stage.say.slash(command, options, user=other, channel=elsewhere))
    await challenge(stage)
    await stage.do("campaign home", by=stage.gm)
    for look in ("journal", "waiting", "undo", "help", "campaign settings"):
        await stage.do(look, by=stage.gm)
    await stage.settle()
    return other


def tries(stage: Stage, seen: list[str], senders: list[Person]) -> Iterator[Json]:
    """Presses, choices and forms, each by somebody who leads nothing in the first campaign."""
    chance = random.Random(20260301)
    for number in range(TRIES):
        user, place = chance.choice(senders), stage.world.channels[chance.choice((0, 2))]
        custom_id = tampered(seen, chance)
        if number % 5 == 0:
            typed = {"text": "x", "dice": "2d6"}
            yield stage.say.modal_submit(custom_id, typed, user=user, channel=place)
        else:
            values = ("x", chance.choice(seen)[:100]) if custom_id.startswith("?") else None
            yield stage.say.press(custom_id, values=values, user=user, channel=place)


async def test_ten_thousand_tampered_ids_have_no_effect(sqlite_stage: Stage) -> None:
    """The senders lead another campaign, or belong to none: in the first nothing may change but open dice."""
    stage = sqlite_stage
    other = await two_campaigns(stage)
    before = {(e.campaign_id, e.number) for e in await stage.entries()}
    first = min(before)[0]
    # Anybody may join, and whoever does is no stranger any more.
    seen = [each for each in custom_ids(stage) if not each.startswith("join|")]
    stage.server.calls.clear()
    payloads = list(tries(stage, seen, [other, stage.stranger]))
    for start in range(0, TRIES, AT_ONCE):
        await stage.feeder.deliver_all(payloads[start : start + AT_ONCE])
    await stage.settle()

    new = [e for e in await stage.entries() if (e.campaign_id, e.number) not in before]
    assert {e.action for e in new if e.campaign_id == first} <= {"RollDice"}
    assert {e.action for e in new if e.actor_id == stage.stranger.id} <= {"RollDice"}
    assert any(e.actor_id == other.id and e.action != "RollDice" for e in new)
    for call in stage.server.calls:
        assert "Something went wrong on our side" not in str(call.data)

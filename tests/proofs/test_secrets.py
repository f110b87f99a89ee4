"""Proofs 7 and 8: no privileged intents, nobody pinged by text, no secret leaves, Discord's limits hold."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import discord
import pytest

from bot.ui.card import LastingButton, LastingSelect
from tests.harness.answering import Call
from tests.harness.world import Json
from tests.stages import Stage
from tests.systems.second_kingdom.playbook import hero

HOSTILE = "@everyone <@123456789012345678> **bold** \u202ereversed `code` <@&123456789012345678>"


def public_messages(stage: Stage) -> list[Json]:
    """Every payload that everybody in the campaign's channel could read, as it was sent."""
    hidden = str(stage.world.channels[1].id)
    found = []
    for call in stage.server.calls:
        data = call.data
        private = data.get("flags", 0) & 64 or f"/channels/{hidden}/" in call.path
        if call.method in ("POST", "PATCH") and not private:
            found.append(data)
    return found


def test_no_privileged_intent_is_asked_for(sqlite_stage: Stage) -> None:
    intents = sqlite_stage.bot.intents
    privileged = discord.Intents(members=True, presences=True, message_content=True)
    assert intents.value & privileged.value == 0


async def test_hostile_names_reach_nobody_and_change_no_layout(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await stage.do("sk new", by=stage.deacon, name=HOSTILE[:60], courage=6, prudence=5, temperance=3)
    shown = (await stage.do("sk sheet", by=stage.deacon)).answer.data["embeds"][0]["title"]

    assert "@everyone" not in shown
    assert "<@123456789012345678>" not in shown
    assert "\u202e" not in shown
    assert "\\*\\*bold" in shown


async def test_a_hidden_rating_is_in_no_public_payload_no_autocomplete_and_no_log(
    sqlite_stage: Stage, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rating 7 would show as a number, as chances (75.0% of failure for 1 die) or as 'buys no die'."""
    caplog.set_level(logging.DEBUG)
    stage, text = sqlite_stage, "Cross the kz-canary bridge"
    name = await hero(stage)
    options: dict[str, Any] = {"action": text, "virtue": "prudence", "rating": 7, "hide_rating": True}
    opened = await stage.do("sk challenge", by=stage.gm, heroes=name, **options)
    await stage.settle()
    await stage.do("waiting", by=stage.wren)
    await stage.do("journal", by=stage.wren)
    await stage.do("undo", by=stage.wren)
    await stage.feeder.deliver(stage.press("Roll, spend 1", by=stage.deacon))
    await stage.settle()
    await stage.do("journal", by=stage.wren)

    told = [data for data in _readable_by_wren(stage) if "kz-canary" in json.dumps(data)]
    assert len(told) >= 3
    for data in told:
        said = json.dumps(data, ensure_ascii=False)
        assert "rating 7" not in said
        assert "rating is 7" not in said
        assert "%" not in said
        assert "buys no die" not in said
    logged = caplog.text + capsys.readouterr().out
    assert '"rating": 7' not in logged
    assert "rating=7" not in logged
    # Nobody's press is tried twice.
    assert "could not be foretold" not in logged
    assert opened.answer.data["flags"] == 64
    gm_screen = stage.server.channel_messages(stage.world.channels[1])
    assert "against rating 7" in json.dumps(gm_screen)
    # What the dice left behind may stand there to be written; nobody is asked to roll any more.
    assert all(not message["mentions"] and "Roll" not in str(message["components"]) for message in gm_screen)


def _readable_by_wren(stage: Stage) -> Iterator[Json]:
    """What Wren can read: the public, and what was answered to her alone."""
    yield from public_messages(stage)
    for call in stage.server.calls:
        if call.interaction is not None and f"-{stage.wren.id}-" in call.path:
            yield call.data


async def test_a_secret_die_and_its_number_stay_with_the_game_master(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await stage.do("lantern light", by=stage.deacon, name="Kz-lamp")
    await stage.settle()
    await stage.do("journal", by=stage.wren)
    seen_by_gm = await stage.do("journal", by=stage.gm)

    for data in _readable_by_wren(stage):
        assert "Smokes" not in json.dumps(data)
    assert "Smokes" in json.dumps(seen_by_gm.answer.data)
    assert "Smokes" in json.dumps(stage.server.channel_messages(stage.world.channels[1]))


async def assert_replies_ping_few_and_hold_limits(stage: Stage) -> None:
    """Every reply pings only the person asked, and it and what game masters look up hold Discord's limits."""
    for call in stage.server.calls:
        _check_pings(call)

    looks = ("journal", "waiting", "undo", "help", "campaign info", "campaign players", "campaign settings")
    for command in (*looks, "dice fairness", "dice stats"):
        await stage.do(command, by=stage.gm)
    await stage.settle()

    for call in stage.server.calls:
        _check_limits(call.data)


def _check_pings(call: Call) -> None:
    """It says first whom it may notify, and is new; whom that concerns is judged in `concerned`."""
    if "embeds" not in call.data:
        return
    allowed = call.data["allowed_mentions"]
    assert allowed.get("parse", []) == []
    users = allowed.get("users", [])
    assert len(set(users)) == len(users)
    assert not allowed.get("roles")
    if users:
        assert call.data["content"].startswith(" ".join(f"<@{each}>" for each in users))
        assert call.method == "POST"


def _check_limits(data: Json) -> None:
    assert len(data.get("content") or "") <= 2000
    assert len(data.get("embeds") or ()) <= 10
    for embed in data.get("embeds") or ():
        assert len(discord.Embed.from_dict(embed)) <= 6000
        assert len(embed.get("title") or "") <= 256
        assert len(embed.get("description") or "") <= 4096
        assert len(embed.get("fields", ())) <= 25
        assert all(
            len(each["name"]) <= 256 and len(each["value"]) <= 1024 for each in embed.get("fields", ())
        )
    rows = data.get("components") or ()
    assert len(rows) <= 5
    for row in rows:
        assert len(row.get("components", ())) <= 5
        for part in row.get("components", ()):
            assert len(part.get("custom_id", "")) <= 100
            assert len(part.get("label", "")) <= 80
            _check_select(part)


def _check_select(part: Json) -> None:
    options = part.get("options")
    if options is None:
        return
    assert 1 <= len(options) <= 25
    assert len({option["value"] for option in options}) == len(options)
    assert len(part.get("placeholder") or "") <= 150
    for option in options:
        assert 1 <= len(option["label"]) <= 100
        assert 1 <= len(option["value"]) <= 100
        assert len(option.get("description") or "") <= 100


def test_the_command_tree_holds_discords_limits(sqlite_stage: Stage) -> None:
    tree = sqlite_stage.bot.tree
    payloads = [command.to_dict(tree) for command in tree.get_commands()]
    assert len(payloads) <= 100
    for payload in payloads:
        assert _characters(payload) <= 8000
        _check_options(payload, depth=1)


def _characters(option: Json) -> int:
    own = len(option["name"]) + len(option.get("description", ""))
    choices = sum(len(c["name"]) + len(str(c["value"])) for c in option.get("choices", ()))
    return own + choices + sum(map(_characters, option.get("options", ())))


def _check_options(option: Json, depth: int) -> None:
    assert depth <= 4
    assert len(option.get("options", ())) <= 25
    assert len(option.get("choices", ())) <= 25
    assert 1 <= len(option.get("description", "-")) <= 100
    for inner in option.get("options", ()):
        _check_options(inner, depth + 1)


def test_every_handler_stands_in_the_register_of_who_may_use_it(sqlite_stage: Stage) -> None:
    """One button class and one list class serve all; a handler without its row would stop the start."""
    bot = sqlite_stage.bot
    patterns = list(bot._connection._view_store._dynamic_items.values())
    assert patterns == [LastingButton, LastingSelect]
    bot.dispatcher.require_register(bot.tree)
    bot.dispatcher.add_button("unheard_of", bot.dispatcher.buttons["do"].handle)
    with pytest.raises(LookupError, match="button unheard_of"):
        bot.dispatcher.require_register(bot.tree)

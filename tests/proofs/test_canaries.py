"""Proof 2 of the table's manners: what is secret reaches those it is for, and nobody else, and no log."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.config import LogSection
from bot.engine.people import Actor
from bot.errors import UserError
from bot.logs import configure
from bot.storage import codec
from bot.storage.address import Address
from tests.databases import Templates
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.kept import Beginning, unpacked
from tests.playbooks import GAMES_OF_TESTS
from tests.proofs.canaries import Secrets, leaks, play, read_by, seeds, tells
from tests.proofs.dead_ends import bare_answers
from tests.proofs.delve_canaries import hide_delves
from tests.proofs.kingdom_canaries import hide_lands
from tests.proofs.prying import look_everywhere
from tests.proofs.readers import EVERYBODY, GAME_MASTERS_CHANNEL, reader, texts
from tests.proofs.samples import LAST, SAMPLES, campaign
from tests.proofs.sovereign_canaries import hide_encounters, hide_sites
from tests.proofs.test_roles import ROLES, walk_in
from tests.stages import Stage, be_generous, open_stage
from tests.systems.kingdom.stock import take_back
from tests.systems.second_kingdom.playbook import hero
from tests.systems.table.playbook import listed

TIME = re.compile(r"datetime\.datetime\([^)]*\)")


# What is logged while a test runs.
WRITTEN = StringIO()


@pytest.fixture
def log() -> Iterator[StringIO]:
    """The log as it is written in production, at its most talkative."""
    root = logging.getLogger()
    WRITTEN.seek(0)
    WRITTEN.truncate()
    handlers, level, before = root.handlers[:], root.level, structlog.get_config()
    configure(LogSection(level="debug"))
    for handler in root.handlers:
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(WRITTEN)
    yield WRITTEN
    logging.captureWarnings(False)
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**before)


@asynccontextmanager
async def opened(address: Address, kept: bytes | None) -> AsyncIterator[Secrets]:
    """A stage of which everything is in the log, from the campaign's first seeds on."""
    parts = {} if kept is None else unpacked(kept)
    async with open_stage(address, packages=GAMES_OF_TESTS, kept=parts.get("stage")) as stage:
        WRITTEN.write(parts.get("log", ""))
        yield Secrets(stage, parts.get("people", {}), WRITTEN, parts.get("canaries", []))


async def prepare(evening: Secrets) -> None:
    """Everybody comes in, and the evening is played."""
    stage = evening.stage
    await be_generous(stage)
    evening.people = (await walk_in(stage)).people
    evening.people |= {"gm": stage.gm, "deacon": stage.deacon, "wren": stage.wren}
    await play(evening)
    await hide_lands(evening)
    await hide_sites(evening)
    await hide_delves(evening)
    await hide_encounters(evening)
    await on_the_board(evening)


EVENING = Beginning[Secrets]("secrets", opened, prepare)


@pytest.fixture
async def secrets(log: StringIO, templates: Templates, tmp_path: Path) -> AsyncIterator[Secrets]:
    """An evening played, with everybody in the room."""
    async with EVENING.taken_up(templates, "sqlite", tmp_path) as evening:
        yield evening


async def on_the_board(evening: Secrets) -> None:
    """All of it stands on the board, as everybody may see it, and with its secrets as game masters do."""
    stage = evening.stage
    await stage.do("campaign board", by=stage.gm)
    await stage.settle()
    for channel in (0, 1):
        shown = stage.server.channel_messages(stage.world.channels[channel])
        (board,) = (each for each in shown if "board" in each["embeds"][0].get("title", ""))
        opens = next(part for part in components(board) if part.get("label") == "All of it")
        everything = await pages(stage, opens["custom_id"], stage.gm if channel else stage.deacon)
        assert "The Cave" in everything
        assert " · Treasury " in everything


async def pages(stage: Stage, custom_id: str, by: Person) -> str:
    """Every page that somebody turns to from there."""
    told = ""
    while custom_id:
        page = (await stage.feeder.deliver(stage.say.press(custom_id, user=by))).answer.data
        told += page["embeds"][0]["description"]
        custom_id = next((e["custom_id"] for e in components(page) if e.get("label") == "More…"), "")
    return told


async def assert_nothing_leaked(evening: Secrets) -> None:
    """No secret in what others could read, and none in the log."""
    await evening.stage.settle()
    assert leaks(evening) == []
    log = evening.log.getvalue()
    assert "kept" in log
    sealed = await seeds(evening.stage)
    assert len(sealed) >= 14
    sent = "\n".join(text for call in evening.stage.server.calls for text in texts(call))
    assert [seed for seed in sealed if seed in sent or seed in log] == []
    assert [told for canary in evening.canaries for told in canary.told if tells(log, told)] == []


@pytest.mark.parametrize("role", [*ROLES, "deacon", "wren"])
async def test_whoever_looks_everywhere_finds_no_secret_of_others(secrets: Secrets, role: str) -> None:
    await look_everywhere(secrets, secrets.people[role])
    await assert_nothing_leaked(secrets)
    for canary in secrets.canaries:
        assert canary.must <= read_by(secrets, canary), canary.label


async def test_the_game_master_reads_what_is_for_game_masters_and_no_more(secrets: Secrets) -> None:
    await look_everywhere(secrets, secrets.stage.gm)
    await assert_nothing_leaked(secrets)
    assert bare_answers(secrets.stage) == []
    for canary in secrets.canaries:
        assert (secrets.stage.gm.id in read_by(secrets, canary)) == (secrets.stage.gm.id in canary.readers)


async def test_every_command_and_button_used_tells_no_secret(secrets: Secrets) -> None:
    """By everybody who may do little: what none of them could do, each tries alike."""
    stage = secrets.stage
    stage.lent = []
    for name in sorted(set(SAMPLES) - set(LAST)):
        payload: Json | None = None
        for role in ("spectator", "outsider", "demoted"):
            person = secrets.people[role]
            payload = stage.say.by(payload, person) if payload else await SAMPLES[name](stage, person)
            await stage.feeder.deliver(payload)
            if await stage.of(payload):
                payload = None
        await take_back(stage)
    await assert_nothing_leaked(secrets)


async def test_what_was_revealed_is_public_and_the_rest_stays_secret(secrets: Secrets) -> None:
    """Deacon's roll for the game masters is shown; a chapter's end publishes its open dice alone."""
    stage = secrets.stage
    made = next(each for each in secrets.canaries if each.label == f"kz{stage.deacon.name}gm")
    card = next(
        message
        for message in stage.server.channel_messages(stage.world.channels[1])
        if made.label in str(message)
    )
    await stage.feeder.deliver(stage.say.press(listed(card, "reveal_roll|"), user=stage.gm))
    await stage.settle()
    assert EVERYBODY in read_by(secrets, made)
    secrets.canaries.remove(made)
    await stage.feeder.deliver(await SAMPLES["button reveal"](stage, stage.gm))
    await look_everywhere(secrets, stage.wren)
    await assert_nothing_leaked(secrets)


async def test_a_hidden_rating_and_a_secret_die_stay_with_the_game_master(secrets: Secrets) -> None:
    """A rating of 7 would show as that, as chances, or as dice that it does not buy."""
    stage = secrets.stage
    hidden: dict[str, Any] = {"action": "Kzbridge", "virtue": "prudence", "rating": 7, "hide_rating": True}
    await stage.do("sk challenge", by=stage.gm, heroes=await hero(stage), **hidden)
    await stage.do("lantern light", by=stage.deacon, name="Kzlamp")
    await stage.settle()
    for role in ("wren", "demoted"):
        await look_everywhere(secrets, secrets.people[role])
    gm_only = {GAME_MASTERS_CHANNEL, stage.gm.id}
    told = [call for call in stage.server.calls if reader(stage, call) not in gm_only]
    about = [text for call in told for text in texts(call) if "Kzbridge" in text or "Kzlamp" in text]
    assert len(about) > 10
    for text in about:
        assert not any(secret in text for secret in ("rating 7", "rating is 7", "%", "buys no die", "Smokes"))
    seen = str(stage.server.channel_messages(stage.world.channels[1]))
    assert "against rating 7" in seen
    assert "Smokes" in seen
    log = secrets.log.getvalue()
    assert not any(secret in log for secret in ("rating 7", '"rating": 7', "rating=7", "Smokes"))


@pytest.mark.parametrize("role", [*ROLES, "deacon", "wren"])
async def test_no_preview_tells_a_secret(secrets: Secrets, role: str) -> None:
    """All that was ever done, tried again by everybody: nobody is told what they didn't put into it."""
    stage, person, told = secrets.stage, secrets.people[role], 0
    play, here = stage.bot.play, await campaign(stage)
    request = replace(stage.request(), campaign=here)
    for entry in await stage.entries():
        try:
            kind = play.catalogue.action_named(entry.system, entry.action)
            action = codec.load(kind.action, entry.input)
        except (LookupError, ValueError):
            continue
        if kind.founds or entry.campaign_id != here:
            continue
        request = replace(request, interaction=request.interaction + (1 << 22))
        try:
            shown = await play.preview(Actor(person.id), request, [action])
        except UserError as refusal:
            said = str(refusal)
        else:
            # Which of somebody's dice are hidden is hidden.
            said, told = f"{stage.bot.dispatcher.renderer.preview(shown)} {shown.deeds}", told + 1
            # A microsecond has as many digits as a secret, and is none.
            said = TIME.sub("", said)
        for canary in secrets.canaries:
            if person.id not in canary.readers and not any(each in entry.input for each in canary.told):
                assert not any(tells(said, each) for each in canary.told), (entry.action, said)
    assert told > 0 or role in ("admin", "outsider", "demoted", "spectator")
    await assert_nothing_leaked(secrets)

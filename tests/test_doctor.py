"""Each check finds what it looks for, and says what to do."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot import doctor
from bot.config import INVITED_WITH, BackupSection, Config, DatabaseSection, DiscordSection, settings_file
from bot.doctor import Finding, State, machine
from bot.doctor.database import check_database
from bot.health import Heart
from bot.sandbox.world import BOT_PERMISSIONS
from bot.storage.address import Address
from bot.storage.backup import back_up
from bot.storage.database import open_database
from bot.storage.facts import write_fact
from bot.tree import SERVER_FACT, TREE_FACT, Refusal, Server, Synced, had
from bot.ui.places import PERMISSIONS
from tests.throwaway import empty_postgres, execute

TOKEN = "MTAxMjM0NTY3ODkwMTIzNDU2Nzg.GabcDE.abcdefghijklmnopqrstuvwxyz-0123456789AB"


def test_a_token_of_the_right_form_passes() -> None:
    finding = machine.check_token(TOKEN)
    assert (finding.state, finding.found) == (
        State.GOOD,
        "looks right, for the bot with the id 10123456789012345678.",
    )


def test_a_missing_token_says_that_the_sandbox_needs_none() -> None:
    finding = machine.check_token(None)
    assert finding.failed
    assert "Only the sandbox (`play`) works without" in finding.remedy
    # As `run` says it.
    assert "config.toml, or WAYPOST_DISCORD__TOKEN" in finding.remedy


def test_which_file_the_settings_were_read_from_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert f"there's no {tmp_path}/config.toml" in machine.check_settings(settings_file(None)).found
    (tmp_path / "config.toml").touch()
    assert f"{tmp_path}/config.toml" in machine.check_settings(settings_file(None)).found
    assert "/etc/waypost.toml" in machine.check_settings(settings_file(Path("/etc/waypost.toml"))).found


@pytest.mark.parametrize(
    "token", ["abc", "a.b", "Zm9v.GabcDE.abc", "MTIz.a.b", "Ä.b.c", f"Bot {TOKEN}", "a.b.c.d"]
)
def test_a_malformed_token_fails_without_being_shown(token: str) -> None:
    finding = machine.check_token(token)
    assert finding.failed
    assert token not in finding.found + finding.remedy


def test_the_finished_address_of_the_invitation_is_printed() -> None:
    finding = machine.check_invite(TOKEN)
    address = (
        "https://discord.com/oauth2/authorize?client_id=10123456789012345678"
        "&scope=bot+applications.commands&permissions="
    )
    assert finding.found == f"{address}{INVITED_WITH}"
    for token in (None, "abc"):
        assert machine.check_invite(token).is_skipped


def test_the_invitation_asks_for_what_the_bot_uses_and_the_pages_say_so() -> None:
    asked = discord.Permissions(INVITED_WITH)
    assert asked == BOT_PERMISSIONS
    assert asked == discord.Permissions(**dict.fromkeys(PERMISSIONS, True))
    root = Path(__file__).parents[1]
    for page in ("README.md", "docs/operators.md"):
        said = " ".join((root / page).read_text(encoding="utf-8").split())
        assert str(INVITED_WITH) in said
        assert [name for name in PERMISSIONS if name.replace("_", " ") not in said] == []


NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


async def _checked(address: Address, now: datetime = NOW) -> dict[str, Finding]:
    return {finding.check: finding for finding in await check_database(address, now)}


async def test_a_database_file_that_is_not_there_yet_is_no_failure(tmp_path: Path) -> None:
    (finding,) = await check_database(Address.of_file(tmp_path / "campaigns.db"), NOW)
    assert finding.state is State.SKIPPED
    assert not (tmp_path / "campaigns.db").exists()


async def test_a_file_that_is_no_database_fails(tmp_path: Path) -> None:
    (tmp_path / "campaigns.db").write_bytes(b"dear diary, " * 100)
    (finding,) = await check_database(Address.of_file(tmp_path / "campaigns.db"), NOW)
    assert finding.failed
    assert "file is not a database" in finding.found


async def test_a_database_at_the_head_passes(address: Address) -> None:
    found = await _checked(address)
    assert found["database"].state is found["schema"].state is State.GOOD
    assert ("database clock" in found) is not address.is_sqlite
    assert not any(finding.failed for finding in found.values())


async def test_looking_at_a_database_changes_nothing(sqlite_address: Address) -> None:
    before = sqlite_address.path.read_bytes()
    await _checked(sqlite_address)
    assert sqlite_address.path.read_bytes() == before


async def test_a_database_that_is_behind_is_looked_at_no_further(sqlite_address: Address) -> None:
    await execute(sqlite_address, "DELETE FROM alembic_version")
    found = await _checked(sqlite_address)
    assert list(found) == ["database", "schema"]
    assert "behind; the next start" in found["schema"].found


async def test_a_database_of_a_newer_program_fails(sqlite_address: Address) -> None:
    await execute(sqlite_address, "UPDATE alembic_version SET version_num = 'from_the_future'")
    finding = (await _checked(sqlite_address))["schema"]
    assert finding.failed
    assert "run the newer Waypost" in finding.remedy


async def test_a_server_that_does_not_answer_fails_without_its_password() -> None:
    (finding,) = await check_database(Address.parse("postgresql://way:hunter2@127.0.0.1:1/post"), NOW)
    assert finding.failed
    assert "PostgreSQL database post at 127.0.0.1:1 can't be reached" in finding.found
    assert "hunter2" not in finding.found + finding.remedy


async def _beat(address: Address, *, connected: bool = True, times: int = 1) -> None:
    database = open_database(address)
    for _ in range(times):
        await Heart(database, lambda: connected, lambda: NOW).beat()
    await database.dispose()


async def test_a_running_bot_is_seen(address: Address) -> None:
    assert (await _checked(address))["bot"].state is State.SKIPPED
    await _beat(address)
    assert (await _checked(address))["bot"].state is State.GOOD
    assert (await _checked(address, NOW + timedelta(minutes=2)))["bot"].state is State.SKIPPED


async def test_a_bot_without_discord_fails(sqlite_address: Address) -> None:
    await _beat(sqlite_address, connected=False)
    assert "not connected to Discord" in (await _checked(sqlite_address))["bot"].found


async def test_two_processes_on_one_database_fail(address: Address) -> None:
    await _beat(address, times=2)
    finding = (await _checked(address))["bot"]
    assert finding.failed
    assert finding.found.startswith("2 processes use this database: ")


CAMPAIGN = (
    "INSERT INTO campaigns (id, guild_id, is_server, began_at, entries, chapter, seed, secret_seed, drawn, "
    "secret_drawn) VALUES ('c', 1, FALSE, '2026-06-01', 1, 1, '', '', 0, 0)"
)
POST = (
    "INSERT INTO outbox (campaign_id, entry, kind, audience, channel_id, created_at, attempts) "
    "VALUES ('c', 1, 'post', 'public', 77, '2026-06-01 {time}', 3)"
)


@pytest.mark.parametrize(
    ("time", "state"), [("11:50:00.000000+00:00", State.GOOD), ("09:00:00.000000+00:00", State.FAILED)]
)
async def test_messages_that_wait_for_long_are_told_with_their_channel(
    address: Address, time: str, state: State
) -> None:
    await execute(address, CAMPAIGN)
    await execute(address, POST.format(time=time.removesuffix("+00:00") if address.is_sqlite else time))
    await _beat(address)
    finding = (await _checked(address))["outbox"]
    assert finding.state is state
    assert ("the oldest for 3 hours, in the channels 77" in finding.found) is finding.failed


async def test_what_waits_while_the_bot_is_stopped_is_no_failure(sqlite_address: Address) -> None:
    await execute(sqlite_address, CAMPAIGN)
    await execute(sqlite_address, POST.format(time="09:00:00.000000"))
    finding = (await _checked(sqlite_address))["outbox"]
    assert finding.state is State.SKIPPED
    assert "they go out when the bot is running" in finding.found


async def test_the_age_of_the_last_backup_is_told(address: Address, tmp_path: Path) -> None:
    assert (await _checked(address))["backup"].state is State.SKIPPED
    await back_up(address, tmp_path / "one.backup")
    made = datetime.now(UTC)
    assert (await _checked(address, made + timedelta(days=1)))["backup"].state is State.GOOD
    soon = (await _checked(address, made + timedelta(minutes=1, seconds=9)))["backup"]
    assert "1 minute old" in soon.found
    late = (await _checked(address, made + timedelta(days=20)))["backup"]
    assert late.failed
    assert "20 days old" in late.found


@pytest.mark.parametrize("year", [1970, 2024, 2101])
def test_an_implausible_year_fails(year: int) -> None:
    assert machine.check_clock(datetime(year, 6, 1, tzinfo=UTC)).failed


def test_this_machines_clock_passes() -> None:
    assert machine.check_clock(datetime.now(UTC)).state is State.GOOD


@pytest.mark.parametrize(("year", "state"), [(None, State.GOOD), (2020, State.FAILED)])
async def test_the_clock_is_compared_with_discords(year: int | None, state: State) -> None:
    date = datetime.now(UTC) if year is None else datetime(year, 1, 1, tzinfo=UTC)

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(headers={"Date": format_datetime(date, usegmt=True)})

    application = web.Application()
    application.router.add_get("/", answer)
    async with TestServer(application) as server:
        finding = await asyncio.to_thread(machine.check_discord, str(server.make_url("/")))
    assert finding.state is state


@pytest.mark.parametrize(
    ("versions", "state", "said"),
    [
        (("1", "2"), State.GOOD, "Discord has all 2, as sent."),
        (("1",), State.FAILED, "Discord has 1, but not as the last start sent them."),
        (("1", "3"), State.FAILED, "Discord has 2, but not as the last start sent them."),
        ((), State.FAILED, "Discord has 0, but not as the last start sent them."),
    ],
)
async def test_commands_that_discord_lost_or_has_otherwise_are_found(
    sqlite_address: Address, versions: tuple[str, ...], state: State, said: str
) -> None:
    kept = Synced("sent", had([{"id": "7", "version": "1"}, {"id": "8", "version": "2"}]))
    database = open_database(sqlite_address)
    await database.write(lambda connection: write_fact(connection, TREE_FACT, kept.text))
    await database.dispose()
    asked = []

    async def answer(request: web.Request) -> web.Response:
        asked.append((request.path, request.headers.get("Authorization")))
        listed = [{"id": str(7 + at), "version": version} for at, version in enumerate(versions)]
        return web.json_response({"id": "5"} if request.path.endswith("@me") else listed)

    application = web.Application()
    application.router.add_get("/{path:.*}", answer)
    settings = Config(
        discord=DiscordSection.model_validate({"token": TOKEN}),
        database=DatabaseSection.model_validate({"url": f"sqlite:///{sqlite_address.path}"}),
    )
    async with TestServer(application) as server:
        findings = await doctor.examine(settings, discord=str(server.make_url("")).rstrip("/"))
    (finding,) = [each for each in findings if each.check == "commands"]
    assert (finding.state, finding.found) == (state, said)
    assert ("/applications/5/commands", f"Bot {TOKEN}") in asked
    assert TOKEN not in doctor.report(findings, plain=True)


async def test_commands_that_were_never_sent_are_not_asked_for(sqlite_address: Address) -> None:
    settings = Config(
        database=DatabaseSection.model_validate({"url": f"sqlite:///{sqlite_address.path}"}),
    )
    findings = await doctor.examine(settings, discord="http://127.0.0.1:1")
    (finding,) = [each for each in findings if each.check == "commands"]
    assert finding.state is State.SKIPPED


@pytest.mark.parametrize(
    ("servers", "state", "said"),
    [
        ({}, State.GOOD, "as sent: 0."),
        ({1: Server(frozenset({"sea"})), 2: Server()}, State.GOOD, "as sent: 1."),
        ({1: Server(), 22: Server(refusal=Refusal.NO_ACCESS)}, State.SKIPPED, "22 (no access)."),
        ({n: Server(refusal=Refusal.DAILY_LIMIT) for n in range(9)}, State.SKIPPED, "4 (daily limit), …."),
        ({5: Server(refusal=Refusal.INVALID)}, State.FAILED, "5 (invalid)."),
    ],
)
async def test_servers_that_are_refused_their_commands_are_named(
    sqlite_address: Address, servers: dict[int, Server], state: State, said: str
) -> None:
    database = open_database(sqlite_address)
    for guild, server in servers.items():
        name, text = f"{SERVER_FACT}{guild}", server.text
        await database.write(lambda connection, n=name, t=text: write_fact(connection, n, t))  # type: ignore[misc]
    await database.dispose()
    finding = (await _checked(sqlite_address))["server commands"]
    assert finding.state is state
    assert finding.found.endswith(said) or said in finding.found


def test_an_unreachable_discord_is_no_failure() -> None:
    finding = machine.check_discord("http://127.0.0.1:1/")
    assert finding.state is State.SKIPPED
    assert "can't be reached from here" in finding.found


def test_a_folder_that_can_be_made_passes(tmp_path: Path) -> None:
    finding = machine.check_folder(tmp_path / "data" / "backups")
    assert finding.state is State.GOOD
    assert f"{tmp_path}/data/backups will be made in {tmp_path}" in finding.found
    assert not (tmp_path / "data").exists()


def test_a_folder_below_a_file_fails(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert "is a file, but has to be a folder" in machine.check_folder(tmp_path / "data" / "backups").found


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_fails(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    finding = machine.check_folder(tmp_path)
    tmp_path.chmod(0o700)
    assert "can't be written" in finding.found


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc")
def test_a_place_that_takes_no_files_is_not_called_full() -> None:
    finding = machine.check_folder(Path("/proc/backups"))
    assert "/proc can't be written" in finding.found
    assert "Make room" not in finding.remedy


def test_a_folder_without_room_for_a_copy_fails(tmp_path: Path) -> None:
    finding = machine.check_folder(tmp_path, least=2**60)
    assert "may be needed" in finding.found
    assert "Make room" in finding.remedy


def test_checking_a_folder_leaves_nothing_in_it(tmp_path: Path) -> None:
    machine.check_folder(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.postgres
async def test_missing_tools_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    async with empty_postgres() as address:
        finding = await machine.check_tools(address)
    assert "pg_dump isn't installed" in finding.found


async def test_an_examination_makes_every_check(tmp_path: Path) -> None:
    config = Config(
        discord=DiscordSection.model_validate({"token": TOKEN}),
        database=DatabaseSection.model_validate({"url": f"sqlite:///{tmp_path}/campaigns.db"}),
        backup=BackupSection(folder=tmp_path / "backups"),
    )
    findings = await doctor.examine(config, offline=True)
    assert [f.check for f in findings] == [
        "settings",
        "token",
        "invite",
        "database",
        "clock",
        "discord",
        "folder",
        "folder",
        "private",
    ]
    assert not any(f.failed for f in findings)


@pytest.mark.parametrize("plain", [True, False])
def test_a_failure_is_reported_with_what_to_do(plain: bool) -> None:
    report = doctor.report(
        [doctor.good("clock", "right."), doctor.failed("token", "missing.", "Set it.")], plain=plain
    )
    assert "missing." in report
    assert "Set it." in report
    assert ("\x1b" in report) is not plain


def test_findings_know_whether_they_failed() -> None:
    assert [Finding("x", state, "").failed for state in State] == [False, False, True]

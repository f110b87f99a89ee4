"""Each check finds what it looks for, and says what to do."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot import doctor
from bot.config import BackupSection, Config, DatabaseSection, DiscordSection
from bot.doctor import Finding, State
from bot.storage.address import Address
from bot.storage.schema import migrate_database
from tests.throwaway import empty_postgres, execute

TOKEN = "MTAxMjM0NTY3ODkwMTIzNDU2Nzg.GabcDE.abcdefghijklmnopqrstuvwxyz-0123456789AB"


def test_a_token_of_the_right_form_passes() -> None:
    finding = doctor.check_token(TOKEN)
    assert (finding.state, finding.found) == (
        State.GOOD,
        "of the right form, for the bot with the id 10123456789012345678.",
    )


def test_a_missing_token_says_that_the_sandbox_needs_none() -> None:
    finding = doctor.check_token(None)
    assert finding.failed
    assert "only the sandbox (`play`) needs none" in finding.remedy


@pytest.mark.parametrize(
    "token", ["abc", "a.b", "Zm9v.GabcDE.abc", "MTIz.a.b", "Ä.b.c", f"Bot {TOKEN}", "a.b.c.d"]
)
def test_a_malformed_token_fails_without_being_shown(token: str) -> None:
    finding = doctor.check_token(token)
    assert finding.failed
    assert token not in finding.found + finding.remedy


def test_a_database_file_that_is_not_there_yet_is_no_failure(tmp_path: Path) -> None:
    (finding,) = doctor.check_file(Address.of_file(tmp_path / "campaigns.db"))
    assert finding.state is State.SKIPPED
    assert not (tmp_path / "campaigns.db").exists()


def test_a_file_that_is_no_database_fails(tmp_path: Path) -> None:
    (tmp_path / "campaigns.db").write_bytes(b"dear diary, " * 100)
    (finding,) = doctor.check_file(Address.of_file(tmp_path / "campaigns.db"))
    assert finding.failed
    assert "file is not a database" in finding.found


async def test_a_database_at_the_head_passes(tmp_path: Path) -> None:
    address = Address.of_file(tmp_path / "campaigns.db")
    await migrate_database(address, folder=tmp_path, keep=1)
    assert [finding.state for finding in doctor.check_file(address)] == [State.GOOD, State.GOOD]


async def test_a_database_of_a_newer_program_fails(tmp_path: Path) -> None:
    address = Address.of_file(tmp_path / "campaigns.db")
    await migrate_database(address, folder=tmp_path, keep=1)
    await execute(address, "UPDATE alembic_version SET version_num = 'from_the_future'")
    _, finding = doctor.check_file(address)
    assert finding.failed
    assert "run the newer Waypost" in finding.remedy


@pytest.mark.postgres
async def test_a_postgres_server_answers_with_its_clock() -> None:
    async with empty_postgres() as address:
        findings = await doctor.check_server(address)
    assert [(f.check, f.state) for f in findings] == [
        ("database", State.GOOD),
        ("schema", State.GOOD),
        ("database clock", State.GOOD),
    ]


async def test_a_server_that_does_not_answer_fails_without_its_password() -> None:
    (finding,) = await doctor.check_server(Address.parse("postgresql://way:hunter2@127.0.0.1:1/post"))
    assert finding.failed
    assert "PostgreSQL database post at 127.0.0.1:1 cannot be reached" in finding.found
    assert "hunter2" not in finding.found + finding.remedy


@pytest.mark.parametrize("year", [1970, 2024, 2101])
def test_an_implausible_year_fails(year: int) -> None:
    assert doctor.check_clock(datetime(year, 6, 1, tzinfo=UTC)).failed


def test_this_machines_clock_passes() -> None:
    assert doctor.check_clock(datetime.now(UTC)).state is State.GOOD


@pytest.mark.parametrize(("year", "state"), [(None, State.GOOD), (2020, State.FAILED)])
async def test_the_clock_is_compared_with_discords(year: int | None, state: State) -> None:
    date = datetime.now(UTC) if year is None else datetime(year, 1, 1, tzinfo=UTC)

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(headers={"Date": format_datetime(date, usegmt=True)})

    application = web.Application()
    application.router.add_get("/", answer)
    async with TestServer(application) as server:
        finding = await asyncio.to_thread(doctor.check_discord, str(server.make_url("/")))
    assert finding.state is state


def test_an_unreachable_discord_is_no_failure() -> None:
    finding = doctor.check_discord("http://127.0.0.1:1/")
    assert finding.state is State.SKIPPED
    assert "cannot be reached from here" in finding.found


def test_a_folder_that_can_be_made_passes(tmp_path: Path) -> None:
    assert doctor.check_folder(tmp_path / "data" / "backups").state is State.GOOD
    assert not (tmp_path / "data").exists()


def test_a_folder_below_a_file_fails(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert "is a file, where a folder is needed" in doctor.check_folder(tmp_path / "data" / "backups").found


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_fails(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    finding = doctor.check_folder(tmp_path)
    tmp_path.chmod(0o700)
    assert "may not be written" in finding.found


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc")
def test_a_place_that_takes_no_files_is_not_called_full() -> None:
    finding = doctor.check_folder(Path("/proc/backups"))
    assert "/proc may not be written" in finding.found
    assert "Make room" not in finding.remedy


def test_checking_a_folder_leaves_nothing_in_it(tmp_path: Path) -> None:
    doctor.check_folder(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.postgres
async def test_missing_tools_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    async with empty_postgres() as address:
        finding = await doctor.check_tools(address)
    assert "pg_dump is not installed" in finding.found


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
        "database",
        "clock",
        "discord",
        "folder",
        "folder",
    ]
    assert not any(f.failed for f in findings)


@pytest.mark.parametrize("plain", [True, False])
def test_a_failure_is_reported_with_what_to_do(plain: bool) -> None:
    report = doctor.report(
        [doctor.good("clock", "right."), doctor.failed("token", "there is none.", "Set it.")], plain=plain
    )
    assert "there is none." in report
    assert "Set it." in report
    assert ("\x1b" in report) is not plain


def test_findings_know_whether_they_failed() -> None:
    assert [Finding("x", state, "").failed for state in State] == [False, False, True]

"""An address is read once, and shown without its password."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.storage.address import Address

SERVED = "postgresql://way:hun%40ter2@db.example:6000/post?sslmode=require"


@pytest.mark.parametrize("show", [str, repr])
def test_the_password_is_never_shown(show: type[str]) -> None:
    shown = show(Address.parse(SERVED))
    assert "hun" not in shown
    assert "db.example" in shown


def test_the_tools_get_the_password_through_the_environment() -> None:
    assert Address.parse(SERVED).libpq_environment() == {
        "PGHOST": "db.example",
        "PGPORT": "6000",
        "PGUSER": "way",
        "PGPASSWORD": "hun@ter2",
        "PGDATABASE": "post",
        "PGSSLMODE": "require",
    }


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg"])
def test_postgres_goes_by_several_names(scheme: str) -> None:
    url = Address.parse(f"{scheme}://way@db.example/post?sslmode=require").engine_url
    assert (url.drivername, url.query["ssl"]) == ("postgresql+asyncpg", "require")


def test_a_sqlite_address_names_its_file() -> None:
    address = Address.parse("sqlite:////srv/way post.db")
    assert (address.is_sqlite, address.path) == (True, Path("/srv/way post.db"))


@pytest.mark.parametrize(
    "text", ["", "campaigns.db", "mysql://a/b", "sqlite://", "sqlite:///:memory:", "sqlite://host/x"]
)
def test_other_addresses_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"this|SQLite"):
        Address.parse(text)


def test_an_option_that_is_not_known_is_named_and_refused() -> None:
    with pytest.raises(ValueError, match="unknown option"):
        Address.parse("postgresql://way@db.example/post?foo=bar")


@pytest.mark.parametrize(
    ("there", "says"),
    [
        ("db.example:0/post", "a port that isn't from 1 to 65535"),
        ("db.example:65536/post", "a port that isn't from 1 to 65535"),
        ("db.example:-1/post", "a port that isn't from 1 to 65535"),
        ("db.example:" + "9" * 5000 + "/post", "this isn't a database address"),
        ("db.example/post?port=0", "a port that isn't from 1 to 65535"),
        ("db.example/post?port=70000", "a port that isn't from 1 to 65535"),
        ("db.example/post?port=many", "can't be read"),
        ("db.example/post?port=1&port=2", "can't be read"),
        ("/post?host=db.example:70000", "a port that isn't from 1 to 65535"),
        ("/post?host=one:5432&host=two:0", "can't be read"),
        ("db.example/post?prepared_statement_cache_size=-1", "isn't from 0 to 10000"),
        ("db.example/post?prepared_statement_cache_size=99999999999999999999", "isn't from 0 to 10000"),
        ("db.example/post?prepared_statement_cache_size=all", "can't be read"),
        ("db.example/post?sslmode=maybe", "sslmode isn't one of disable, allow"),
        ("db.example/po%00st", "a character that no address can have"),
    ],
)
def test_a_number_out_of_bounds_is_refused_in_a_sentence(there: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as refused:
        Address.parse(f"postgresql://way:hunter2@{there}")
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    "there",
    [
        "db.example:1/post",
        "db.example:65535/post?sslmode=verify-full",
        "[::1]:5432/post",
        "/post?host=/run/postgresql",
        "/post?host=one:5432&host=two:5433",
        "db.example/post?prepared_statement_cache_size=0",
    ],
)
def test_what_is_within_bounds_is_taken(there: str) -> None:
    assert not Address.parse(f"postgresql://way@{there}").is_sqlite


def test_a_file_about_the_database_stands_beside_it_or_in_the_folder(tmp_path: Path) -> None:
    assert Address.of_file(Path("/srv/post.db")).beside(tmp_path, "lease") == Path("/srv/post.db.lease")
    first, second = (
        Address.parse(f"postgresql://way@db.example:{port}/post").beside(tmp_path, "lease") for port in (1, 2)
    )
    assert first.parent == second.parent == tmp_path
    assert first != second

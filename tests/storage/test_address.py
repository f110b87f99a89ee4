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

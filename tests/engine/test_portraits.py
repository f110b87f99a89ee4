"""Addresses of portraits: what Discord can show is kept, anything else is refused."""

from __future__ import annotations

import pytest

from bot.engine.portraits import require_address
from bot.errors import RuleViolation


@pytest.mark.parametrize(
    "address",
    ["https://a.io", "https://cdn.example.org:8443/a/b.png?x=1&y=%20#z", f"https://a.io/{'a' * 287}"],
)
def test_an_address_that_discord_can_show_is_kept(address: str) -> None:
    assert require_address(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/a.png",
        "ftp://example.org",
        "example.org/a.png",
        "https://",
        "https://localhost/a.png",
        "https://127.0.0.1/a.png",
        "https://exa mple.org",
        "https://example.org/a b.png",
        "https://example.org/<a>",
        "https://example.org/\u00e4.png",
        "https://user@example.org/a.png",
        "https://-example.org",
        "https://example.org/a.png\nhttps://b.org",
        "attachment://a.png",
    ],
)
def test_an_address_that_discord_would_refuse_is_refused_here(address: str) -> None:
    with pytest.raises(RuleViolation, match=r"like `https://example\.org/face\.png`"):
        require_address(address)


def test_an_address_of_301_characters_is_too_long() -> None:
    with pytest.raises(RuleViolation, match=r"at most 300 characters, not 301\."):
        require_address(f"https://a.io/{'a' * 288}")

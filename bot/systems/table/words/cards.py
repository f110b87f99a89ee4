"""What the message that begins a chapter says of its dice."""

from __future__ import annotations

TITLE = "The table"


def sealed(chapter: int, open_seal: str, secret_seal: str) -> str:
    """What a chapter's dice are bound to, in full."""
    return (
        f"The dice of chapter {chapter} are sealed: when their seeds are published, SHA-256 must give "
        f"`{open_seal}` for the open ones and `{secret_seal}` for the secret ones."
    )

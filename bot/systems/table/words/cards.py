"""What a campaign's first message says of its dice."""

from __future__ import annotations

TITLE = "The table"


def sealed(open_seal: str, secret_seal: str) -> str:
    """What the first chapter's dice are bound to, in full."""
    return (
        f"The dice are sealed: when their seeds are published, SHA-256 must give `{open_seal}` "
        f"for the open ones and `{secret_seal}` for the secret ones."
    )

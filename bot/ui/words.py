"""Gone."""

DAMAGED_BUTTON = "That button is damaged; nothing was changed. Use the newest message."
OLD_PREVIEW = "That button is from an older version, so nothing was done yet. This is how it stands:"


def undone_by(number: int) -> str:
    """What became of an entry."""
    return f"Undone by #{number}."

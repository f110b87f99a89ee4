"""What is paid out of the Treasury, and what is refused."""

from __future__ import annotations

from bot.systems.kingdom.words.names import number


def too_dear(price: int, treasury: int) -> str:
    """More than there is."""
    return (
        f"That costs {price} BP and the Treasury holds {number(treasury)}: what nobody is forced to buy "
        "is paid with BP in hand. Find something cheaper, or wait for the Income phase."
    )


def price_changed(shown: int, price: int) -> str:
    """Somebody was faster, or something changed what it costs."""
    return f"That changed since: it was {shown} BP and is {price} BP now. Nothing was bought; look again."

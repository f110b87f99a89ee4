"""Granaries in words."""

from __future__ import annotations


def in_store(stored: int, room: int) -> str:
    """BP in store for a month in which the Treasury can't pay."""
    return f"Granaries: {stored} of {room} BP in store"


def explained(stored: int, room: int) -> str:
    """What they do with Consumption."""
    return (
        f"Granaries hold {stored} of {room} BP: a surplus goes in, and what Consumption comes to beyond the "
        "Treasury comes out."
    )


def changed(stored: int, store: int) -> str:
    """What went into them in Upkeep, or came out of them; `store` is what they hold then."""
    if stored < 0:
        return f"**{-stored} BP** more come out of Granaries, {store} are left there."
    return f"**{stored} BP** of that go into Granaries, which hold {store} now."


def room_for(points: int) -> str:
    """How much a settlement's can hold."""
    return f"Granaries: room for {points} BP"

"""Who has which seat at the table."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.engine.campaign import Campaign
from bot.engine.people import Standing
from bot.errors import RuleViolation
from bot.systems.table.words import people as words


def seated(campaign: Campaign, person: int, seat: Standing) -> Campaign:
    """The campaign with that person in that seat and no other; an outsider has none."""

    def those(people: tuple[int, ...], standing: Standing) -> tuple[int, ...]:
        others = tuple(user for user in people if user != person)
        return (*others, person) if seat is standing else others

    return replace(
        campaign,
        game_masters=those(campaign.game_masters, Standing.GAME_MASTER),
        players=those(campaign.players, Standing.PLAYER),
        spectators=those(campaign.spectators, Standing.SPECTATOR),
        invited=tuple(user for user in campaign.invited if user != person),
    )


def require_led(campaign: Campaign, deleted_roles: Collection[int]) -> None:
    """See that somebody is left to lead; a deleted role is nobody. Raises RuleViolation."""
    if not campaign.game_masters and not set(campaign.game_master_roles).difference(deleted_roles):
        raise RuleViolation(words.LAST_GAME_MASTER)

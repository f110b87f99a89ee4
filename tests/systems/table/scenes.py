"""Scenes of the table: a campaign, or one about to begin, and one person who acts."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

from bot.engine.campaign import Campaign
from bot.engine.people import Standing
from bot.engine.system import RecordId, Result, World
from bot.systems.table import SYSTEM
from tests.performed import performed

MARISOL, DEACON, WREN, STRANGER = 1, 2, 3, 4
ASHES = RecordId("ashes")
CAMPAIGN = Campaign(
    "Ashes",
    guild=9,
    systems=("second_kingdom",),
    game_masters=(MARISOL,),
    players=(DEACON,),
    spectators=(WREN,),
)


def scene(actor: int = MARISOL, campaign: Campaign = CAMPAIGN, standing: Standing | None = None) -> World:
    """A scene in channel 7. `standing` says what a role makes of the actor."""
    return World(
        campaign=campaign,
        campaign_id=ASHES,
        actor=actor,
        standing=standing or campaign.standing(actor),
        channel=7,
        now=datetime(2026, 5, 1, tzinfo=UTC),
        records={},
        new_id=lambda: RecordId("new"),
    )


play = partial(performed, SYSTEM)


def campaign_after(turn: Result) -> Campaign:
    """The campaign as the action left it."""
    (change,) = turn.changes
    assert change.id == ASHES
    state: Campaign = change.state
    return state

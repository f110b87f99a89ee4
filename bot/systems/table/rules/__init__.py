"""What may happen at any table."""

from __future__ import annotations

from typing import Any

from bot.engine.people import Permit
from bot.engine.system import ActionKind, Kind
from bot.systems.table.rules.campaigns import (
    CAMPAIGN,
    CampaignCreated,
    CreateCampaign,
    JoinCampaign,
    MemberJoined,
    create_campaign,
    join_campaign,
)
from bot.systems.table.rules.dice import DiceRolled, RollDice, roll_dice

KINDS: tuple[Kind[Any], ...] = (CAMPAIGN,)
ACTIONS: tuple[ActionKind[Any], ...] = (
    ActionKind(CreateCampaign, create_campaign, Permit.FOUNDERS, is_undoable=False, founds=True),
    ActionKind(JoinCampaign, join_campaign, Permit.EVERYONE),
    ActionKind(RollDice, roll_dice, Permit.EVERYONE),
)
EVENTS: tuple[type[Any], ...] = (CampaignCreated, MemberJoined, DiceRolled)

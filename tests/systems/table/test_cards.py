"""How the table reads: within Discord's limits, and with nobody's words let loose."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.engine.people import EVERYONE, GAME_MASTERS, PUBLIC, Standing
from bot.engine.system import RecordId
from bot.play import Entry, Post
from bot.systems.table import SYSTEM
from bot.systems.table.campaigns.rules import (
    CampaignArchived,
    CampaignCreated,
    CampaignRenamed,
    CampaignRestored,
    ChannelBound,
    ChannelUnbound,
    GameMasterAdded,
    GameMasterRemoved,
    InvitationDeclined,
    MemberJoined,
    MemberLeft,
    MemberRemoved,
    PlayerInvited,
)
from bot.systems.table.cards import TableScreens
from bot.systems.table.dice.rules import (
    DiceRolled,
    Handful,
    PlainSet,
    Rolled,
    RollForgotten,
    RollMade,
    RollRevealed,
    RollSaved,
    Secrecy,
    SecretRollAnnounced,
    Throw,
)
from bot.systems.table.library.rules import (
    DraftDiscarded,
    EntriesImported,
    EntryDrafted,
    EntryProposed,
    EntryRemoved,
    EntryWritten,
    ProposalAnnounced,
    ProposalAnswered,
    ProposalDeclined,
)
from bot.systems.table.settings.rules import FoundersNamed, HomePosted, SettingChanged
from bot.ui.card import TITLE, WHOLE, embed_of
from bot.ui.renderer import Renderer
from tests.systems.table.scenes import ASHES, CAMPAIGN

BIG = 2**63 - 1
RENDERER = Renderer({SYSTEM.name: TableScreens})
LONG_THROW = Throw(10**9, (Handful("999d1000", "1000>999!++ " * 1000, 10**9, is_count=True),), is_count=True)
LONG_ROLL = Rolled(BIG, "*" * 500, "*" * 480, (LONG_THROW,) * 25)
LONGEST = [
    CampaignCreated("*" * 80, ("second_kingdom",), BIG, BIG, BIG),
    CampaignRenamed("*" * 80, "_" * 80),
    CampaignArchived("*" * 80),
    CampaignRestored("*" * 80, (BIG,) * 25, (BIG,) * 25),
    MemberJoined(BIG, Standing.SPECTATOR),
    MemberLeft(BIG, Standing.GAME_MASTER),
    MemberRemoved(BIG, None),
    PlayerInvited(BIG, BIG),
    InvitationDeclined(BIG),
    GameMasterAdded(None, BIG),
    GameMasterRemoved(BIG, None),
    ChannelBound(BIG, for_game_masters=False, is_forum=True),
    ChannelUnbound(BIG, for_game_masters=False, is_last=True),
    DiceRolled(BIG, "100d1000-1000000", (1000,) * 100, -1_000_000, -900_000, "*" * 480),
    RollMade(LONG_ROLL, Secrecy.PUBLIC),
    RollRevealed(LONG_ROLL, BIG),
    SecretRollAnnounced(BIG),
    RollSaved("*" * 40, "*" * 500, "*" * 500),
    RollForgotten("*" * 40, "*" * 500),
    PlainSet(True),
    HomePosted(),
    SettingChanged("table.setting", "*" * 100, "*" * 100, "*" * 100, "*" * 100),
    FoundersNamed(BIG, BIG, 1),
    EntryDrafted("*" * 40, "*" * 200, EVERYONE),
    DraftDiscarded("*" * 40, "*" * 200, BIG, True, EVERYONE),
    EntryProposed("*" * 40, "*" * 200, BIG, EVERYONE),
    ProposalAnnounced(BIG),
    EntryWritten("*" * 40, "*" * 200, False, BIG),
    ProposalDeclined("*" * 40, "*" * 200, BIG, "*" * 300, EVERYONE),
    ProposalAnswered(BIG),
    EntryRemoved("*" * 40, "*" * 200),
    EntriesImported("*" * 40, "*" * 40, BIG, BIG, BIG, "*" * 300),
]
TRAP = "@everyone [free](https://evil.example) **x**"


def post(event: Any) -> Post:
    """A message about that event."""
    entry = Entry(
        RecordId(ASHES), BIG, datetime(2026, 5, 1, tzinfo=UTC), BIG, BIG, SYSTEM.name, "Act", (event,), ()
    )
    return Post(CAMPAIGN, PUBLIC, entry, None, {}, f"#{BIG}")


@pytest.mark.parametrize("event", LONGEST, ids=lambda event: type(event).__name__)
def test_the_longest_card_is_within_discords_limits(event: Any) -> None:
    embed = embed_of(RENDERER.card(post(event)))
    assert len(embed) <= WHOLE
    assert len(embed.title or "") <= TITLE
    assert (embed.description or "").endswith(RENDERER.card(post(event)).lines[-1])


@pytest.mark.parametrize("event", LONGEST, ids=lambda event: type(event).__name__)
def test_every_event_of_the_table_has_a_line_of_its_own(event: Any) -> None:
    assert RENDERER.line(post(event).entry) != "Something secret."


def test_no_event_lacks_a_longest_card() -> None:
    assert {type(event) for event in LONGEST} == set(SYSTEM.events)


@pytest.mark.parametrize(
    "event",
    [
        CampaignCreated(TRAP, ("second_kingdom",), 1, 7),
        CampaignRenamed(TRAP, TRAP),
        CampaignArchived(TRAP),
        CampaignRestored(TRAP, (7,)),
        DiceRolled(1, "d6", (4,), 0, 4, TRAP),
        RollMade(Rolled(1, "d6", TRAP, (Throw(4, (Handful("d6", "4", 4),)),)), Secrecy.PUBLIC),
        RollSaved(TRAP, TRAP, TRAP),
        RollForgotten(TRAP, TRAP),
        EntryDrafted(TRAP, TRAP, EVERYONE),
        EntryWritten(TRAP, TRAP, is_new=True, author=1),
        ProposalDeclined(TRAP, TRAP, 1, TRAP, EVERYONE),
        EntryRemoved(TRAP, TRAP),
        EntriesImported(TRAP, TRAP, 1, 0, 0, TRAP, GAME_MASTERS),
    ],
    ids=lambda event: type(event).__name__,
)
def test_nobodys_words_become_a_link_a_ping_or_markdown(event: Any) -> None:
    card = RENDERER.card(post(event))
    said = "\n".join((card.title, *card.lines))
    assert "@everyone" not in said
    assert "[free](" not in said.replace(r"\[free]", "")
    assert "**x**" not in said

"""How the table reads: within Discord's limits, and with nobody's words let loose."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.cogs.cards import TableScreens
from bot.cogs.library_cards import EntryCards
from bot.drawing import Gallery
from bot.engine.people import EVERYONE, GAME_MASTERS, PUBLIC, Standing
from bot.engine.system import RecordId
from bot.play import Entry, Post
from bot.systems.table import SYSTEM
from bot.systems.table.rules.campaigns import (
    CampaignArchived,
    CampaignCreated,
    CampaignRenamed,
    CampaignRestored,
)
from bot.systems.table.rules.dice import DiceRolled, RollMade, RollRevealed, SecretRollAnnounced
from bot.systems.table.rules.habits import PlainSet, RollForgotten, RollSaved
from bot.systems.table.rules.home import HomePosted
from bot.systems.table.rules.invitations import InvitationDeclined, MemberJoined, PlayerInvited
from bot.systems.table.rules.library_entries import EntriesImported, EntryRemoved
from bot.systems.table.rules.library_state import (
    DraftDiscarded,
    EntryDrafted,
    EntryProposed,
    EntryWritten,
    ProposalAnnounced,
    ProposalAnswered,
    ProposalDeclined,
)
from bot.systems.table.rules.people import GameMasterAdded, GameMasterRemoved, MemberLeft, MemberRemoved
from bot.systems.table.rules.places import ChannelBound, ChannelUnbound
from bot.systems.table.rules.rolls import Handful, Rolled, Secrecy, Throw
from bot.systems.table.rules.settings import FoundersNamed, SettingChanged
from bot.ui.card import TITLE, WHOLE
from tests.systems.table.scenes import ASHES, CAMPAIGN

BIG = 2**63 - 1
SCREENS = TableScreens({"second_kingdom": "The Second Kingdom"}, EntryCards())
GALLERY = Gallery({SYSTEM.name: SCREENS})
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
    RollSaved("*" * 40, "*" * 500, "*" * 500, EVERYONE),
    RollForgotten("*" * 40, "*" * 500, EVERYONE),
    PlainSet(True, EVERYONE),
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
    embed = GALLERY.card(post(event)).embed()
    assert len(embed) <= WHOLE
    assert len(embed.title or "") <= TITLE
    assert (embed.description or "").endswith(GALLERY.card(post(event)).lines[-1])


@pytest.mark.parametrize("event", LONGEST, ids=lambda event: type(event).__name__)
def test_every_event_of_the_table_has_a_line_of_its_own(event: Any) -> None:
    assert SCREENS.tell(event, post(event).entry)


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
        RollSaved(TRAP, TRAP, TRAP, EVERYONE),
        RollForgotten(TRAP, TRAP, EVERYONE),
        EntryDrafted(TRAP, TRAP, EVERYONE),
        EntryWritten(TRAP, TRAP, is_new=True, author=1),
        ProposalDeclined(TRAP, TRAP, 1, TRAP, EVERYONE),
        EntryRemoved(TRAP, TRAP),
        EntriesImported(TRAP, TRAP, 1, 0, 0, TRAP, GAME_MASTERS),
    ],
    ids=lambda event: type(event).__name__,
)
def test_nobodys_words_become_a_link_a_ping_or_markdown(event: Any) -> None:
    card = GALLERY.card(post(event))
    said = "\n".join((card.title, *card.lines))
    assert "@everyone" not in said
    assert "[free](" not in said.replace(r"\[free]", "")
    assert "**x**" not in said

"""Undo of a divisible record: only what the entry changed goes back, part by part."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa

from bot.engine.people import Actor
from bot.errors import NotAllowed, RuleViolation, Stale
from bot.play import Difference
from bot.storage.address import Address
from bot.storage.models import channels, members
from bot.systems.table.campaigns.people import JoinCampaign
from tests.play.charter import DEACON, HERE, MARISOL, ROWAN, SECRET, WREN, Amend, Decree, Hall
from tests.play.watch import Watch
from tests.refusals import refuses


@pytest.fixture
async def each_hall(address: Address) -> AsyncIterator[Hall]:
    """A campaign under way, on each engine in turn."""
    hall = Hall(address)
    await hall.begin()
    yield hall
    await hall.play.database.dispose()


@pytest.fixture
async def hall(sqlite_address: Address) -> AsyncIterator[Hall]:
    """A campaign under way, on SQLite."""
    hall = Hall(sqlite_address)
    await hall.begin()
    yield hall
    await hall.play.database.dispose()


# -- what stays, what goes ------------------------------------------------------------------------


async def test_undoing_a_join_leaves_later_joins_the_name_and_the_settings(each_hall: Hall) -> None:
    hall = each_hall
    deacon = await hall.act(DEACON, JoinCampaign())
    await hall.act(WREN, JoinCampaign())
    await hall.amend(put={"name": "Embers"}, decide={"table.pings": "never"})

    plan = await hall.undo(deacon)

    assert plan.undone == (deacon,)
    assert not plan.goes_back
    campaign = await hall.campaign()
    assert (campaign.players, campaign.name) == ((WREN,), "Embers")
    assert campaign.settings == {"table.pings": "never"}
    query = sa.select(members.c.user_id, members.c.standing).order_by(members.c.user_id)
    rows = await hall.play.database.read(lambda connection: connection.execute(query).all())
    assert [tuple(row) for row in rows] == [(MARISOL, "game_master"), (WREN, "player")]


async def test_redo_brings_the_join_back_to_its_old_place(each_hall: Hall) -> None:
    hall = each_hall
    deacon = await hall.act(DEACON, JoinCampaign())
    await hall.act(WREN, JoinCampaign())
    await hall.undo(deacon)
    await hall.act(ROWAN, JoinCampaign())

    await hall.undo(redo=True)

    assert (await hall.campaign()).players == (DEACON, WREN, ROWAN)
    assert (await hall.preview(deacon)).undone == (deacon,)


async def test_a_setting_changed_again_takes_the_later_change_along_and_only_that(hall: Hall) -> None:
    first = await hall.amend(decide={"table.pings": "never"})
    await hall.amend(decide={"table.secrecy": "gm"})
    again = await hall.amend(decide={"table.pings": "always"})

    plan = await hall.undo(first)

    assert plan.undone == (first, again)
    assert (await hall.campaign()).settings == {"table.secrecy": "gm"}


async def test_what_one_entry_moved_together_goes_together_and_takes_each_followers_chain(hall: Hall) -> None:
    both = await hall.amend(put={"name": "Embers"}, add={"players": (DEACON,)})
    renamed = await hall.amend(put={"name": "Cinders"}, decide={"table.pings": "never"})
    decided = await hall.amend(decide={"table.pings": "always"})
    await hall.amend(add={"players": (WREN,)})

    plan = await hall.undo(both)

    assert plan.undone == (both, renamed, decided)
    campaign = await hall.campaign()
    assert (campaign.name, campaign.players, campaign.settings) == ("Ashes", (WREN,), {})


async def test_elements_removed_come_back_where_they_stood(hall: Hall) -> None:
    await hall.amend(add={"players": (11, 12, 13, 14)})
    removed = await hall.amend(remove={"players": (12, 14)})
    await hall.amend(add={"players": (15,)}, remove={"players": (11,)})

    plan = await hall.undo(removed)

    assert plan.undone == (removed,)
    assert plan.differences == (
        Difference("Ashes", "players", None, "<@12>, <@14>", is_worded=True, is_list=True),
    )
    assert (await hall.campaign()).players == (12, 13, 14, 15)


async def test_a_person_has_one_place_in_whichever_list(hall: Hall) -> None:
    """Deacon leaves the players, then watches: the watching followed from the leaving."""
    await hall.act(DEACON, JoinCampaign())
    left = await hall.amend(remove={"players": (DEACON,)})
    watches = await hall.act(DEACON, JoinCampaign(watching=True))

    plan = await hall.undo(left)

    assert plan.undone == (left, watches)
    campaign = await hall.campaign()
    assert (campaign.players, campaign.spectators) == ((DEACON,), ())


async def test_archived_is_a_part_of_its_own(each_hall: Hall) -> None:
    hall = each_hall
    await hall.amend(add={"channels": (5,)})
    archived = await hall.amend(archive=True)
    renamed = await hall.amend(put={"name": "Embers"})

    plan = await hall.undo(archived)

    assert plan.undone == (archived,)
    assert [(d.field, d.before, d.after) for d in plan.stands] == [("", False, True)]
    assert (await hall.campaign()).name == "Embers"
    held = await hall.play.database.read(
        lambda connection: set(connection.scalars(sa.select(channels.c.channel_id)))
    )
    assert held == {HERE, 5, SECRET + HERE}
    assert (await hall.undo(renamed)).undone == (renamed,)


async def test_an_archiving_restored_since_goes_with_its_restoring(hall: Hall) -> None:
    archived = await hall.amend(archive=True)
    restored = await hall.amend(restore=True)
    assert (await hall.undo(archived)).undone == (archived, restored)
    assert (await hall.campaign()).name == "Ashes"


async def test_an_undone_restoring_archives_again(hall: Hall) -> None:
    await hall.amend(archive=True)
    await hall.amend(restore=True)

    await hall.undo()

    held = await hall.play.database.read(
        lambda connection: set(connection.scalars(sa.select(channels.c.channel_id)))
    )
    assert held == set()


async def test_a_redo_is_refused_only_where_the_same_parts_were_moved_since(hall: Hall) -> None:
    first = await hall.amend(decide={"table.pings": "never"})
    await hall.undo(first)
    await hall.amend(put={"name": "Embers"})
    assert (await hall.preview(redo=True)).is_redo

    moved = await hall.amend(decide={"table.pings": "always"})

    with pytest.raises(RuleViolation, match=rf"entry #{moved} has changed the same things since"):
        await hall.preview(redo=True)
    await hall.undo(moved)
    undone = moved - 2
    await hall.undo(undone, redo=True)
    campaign = await hall.campaign()
    assert (campaign.settings, campaign.name) == ({"table.pings": "never"}, "Embers")


async def test_a_redo_is_refused_where_another_undo_has_moved_the_same_part(hall: Hall) -> None:
    first = await hall.amend(decide={"a": "1"})
    second = await hall.amend(decide={"a": "2"})
    await hall.undo(second)
    await hall.undo(first)
    with pytest.raises(RuleViolation, match="has changed the same things since"):
        await hall.preview(second + 1, redo=True)


async def test_going_back_over_several_and_redoing_is_the_identity(hall: Hall) -> None:
    await hall.amend(add={"players": (11, 12, 13)})
    first = await hall.amend(remove={"players": (11,)}, decide={"a": "1", "b": "1"})
    await hall.amend(decide={"a": "2", "c": "1"}, add={"players": (14,)})
    await hall.amend(remove={"players": (14, 12)}, put={"name": "Embers"})
    before = await hall.campaign()

    plan = await hall.undo(first)
    assert len(plan.undone) == 3
    assert (await hall.campaign()).players == (11, 12, 13)
    await hall.undo(redo=True)

    assert await hall.campaign() == before


# -- who may --------------------------------------------------------------------------------------


async def test_a_player_may_undo_an_own_join_after_somebody_elses(each_hall: Hall) -> None:
    hall = each_hall
    await hall.act(DEACON, JoinCampaign())
    await hall.act(WREN, JoinCampaign())

    await hall.undo(by=DEACON)

    assert (await hall.campaign()).players == (WREN,)


async def test_a_player_may_not_undo_a_join_whose_part_was_moved_since(hall: Hall) -> None:
    joined = await hall.act(DEACON, JoinCampaign())
    await hall.amend(remove={"players": (DEACON,)})
    await hall.amend(add={"players": (DEACON,)})
    with pytest.raises(NotAllowed, match="somebody has built on it since"):
        await hall.preview(joined, by=DEACON)


async def test_who_was_game_master_may_not_undo_what_only_a_game_master_may(hall: Hall) -> None:
    await hall.amend(add={"game_masters": (DEACON,), "players": (DEACON,)})
    await hall.act(DEACON, Decree(Amend(put={"name": "Embers"})))
    await hall.amend(remove={"game_masters": (DEACON,)})
    with pytest.raises(NotAllowed, match=r"only a game master of this campaign can do that now\."):
        await hall.preview(by=DEACON)


async def test_who_was_game_master_may_not_redo_it_either(hall: Hall) -> None:
    await hall.amend(add={"game_masters": (DEACON,), "players": (DEACON,)})
    await hall.act(DEACON, Decree(Amend(put={"name": "Embers"})))
    await hall.undo(by=DEACON)
    await hall.amend(remove={"game_masters": (DEACON,)})
    with pytest.raises(NotAllowed, match=r"only a game master of this campaign can do that now\."):
        await hall.preview(by=DEACON, redo=True)


async def test_nobody_becomes_game_master_again_by_undoing_an_own_stepping_down(hall: Hall) -> None:
    await hall.amend(add={"game_masters": (DEACON,), "players": (DEACON,)})
    await hall.amend(DEACON, remove={"game_masters": (DEACON,)})
    with pytest.raises(NotAllowed, match="it changed who runs the campaign"):
        await hall.preview(by=DEACON)


# -- what must never come of it -------------------------------------------------------------------


async def test_an_undo_that_would_leave_no_game_master_is_refused(each_hall: Hall) -> None:
    hall = each_hall
    await hall.amend(add={"game_masters": (DEACON,)})
    await hall.amend(remove={"game_masters": (MARISOL,)})
    before = await hall.campaign()
    with pytest.raises(RuleViolation, match="Nothing was undone: “Ashes” would have no game master"):
        await hall.undo(2, by=DEACON)
    assert await hall.campaign() == before


async def test_a_game_masters_role_is_enough(hall: Hall) -> None:
    await hall.amend(add={"game_masters": (DEACON,)})
    await hall.amend(remove={"game_masters": (MARISOL,)}, add={"game_master_roles": (77,)})
    await hall.undo(2, by=DEACON)
    assert (await hall.campaign()).game_masters == ()


async def test_a_secret_channel_that_players_read_by_now_is_not_put_back(hall: Hall) -> None:
    secret = SECRET + HERE
    dropped = await hall.amend(put={"game_master_channel": None})
    await hall.amend(add={"channels": (secret,)})
    with refuses("undo.would_be_read"):
        await hall.preview(dropped)


async def test_nor_where_players_came_to_read_it_after_the_undo_was_shown(each_hall: Hall) -> None:
    hall, secret = each_hall, SECRET + HERE
    dropped = await hall.amend(put={"game_master_channel": None})
    plan = await hall.preview(dropped)
    await hall.amend(add={"channels": (secret,)})
    with refuses("undo.would_be_read"):
        await hall.carry_out(plan)
    assert (await hall.campaign()).game_master_channel is None


async def test_nor_is_one_brought_back_by_a_redo(each_hall: Hall) -> None:
    hall, secret = each_hall, SECRET + HERE
    await hall.amend(put={"game_master_channel": None})
    named = await hall.amend(put={"game_master_channel": secret})
    await hall.undo(named)
    await hall.amend(add={"channels": (secret,)})
    with refuses("undo.would_be_read"):
        await hall.undo(redo=True)
    assert (await hall.campaign()).game_master_channel is None


async def test_a_channel_that_another_campaign_holds_by_now_stays_there(each_hall: Hall) -> None:
    hall = each_hall
    await hall.amend(add={"channels": (5,)})
    unbound = await hall.amend(remove={"channels": (5,)})
    first = hall.id
    await hall.begin(5)
    hall.id = first
    before = await hall.campaign()

    plan = await hall.preview(unbound)
    with pytest.raises(RuleViolation, match="<#5> already belongs to another campaign"):
        await hall.carry_out(plan)

    assert await hall.campaign() == before
    assert (await hall.preview(unbound)).undone == (unbound,)


async def test_a_preview_overtaken_in_another_part_still_holds(hall: Hall) -> None:
    joined = await hall.act(DEACON, JoinCampaign())
    plan = await hall.preview(joined)
    await hall.act(WREN, JoinCampaign())
    await hall.carry_out(plan)
    assert (await hall.campaign()).players == (WREN,)


async def test_a_preview_overtaken_in_the_same_part_is_refused(hall: Hall) -> None:
    joined = await hall.act(DEACON, JoinCampaign())
    plan = await hall.preview(joined)
    await hall.act(DEACON, JoinCampaign(watching=True))
    with pytest.raises(Stale, match="has come in since this preview"):
        await hall.carry_out(plan)


async def test_a_game_without_words_for_its_parts_is_told_by_bare_names_and_values(
    sqlite_address: Address,
) -> None:
    watch = Watch(sqlite_address)
    await watch.begin()
    vigil = await watch.call(DEACON, WREN)
    await watch.press(vigil, DEACON)
    plan = await watch.play.preview_undo(Actor(MARISOL), watch.request())
    assert plan.differences == (Difference("Vigil", "open", "", str(DEACON)),)
    await watch.play.database.dispose()

"""The demo campaigns: there on the first visit, and still there on the second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa
from simcord import ChannelHandle

from bot.sandbox import demo, realm, towns
from bot.sandbox.room import Visit
from bot.sandbox.world import World
from bot.storage.models import campaigns
from tests.forked import PATIENCE
from tests.proofs.readers import MENTION
from tests.sandbox.visits import Furnished, visited


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def begun(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Visit]:
    """A first visit; what one newcomer does there is nothing to the others."""
    async with visited(tmp_path_factory.mktemp("first")) as (visit, _):
        yield visit


@pytest_asyncio.fixture(loop_scope="module")
async def first(begun: Visit) -> AsyncIterator[Visit]:
    """The same, whose clock stands while somebody acts."""
    async with begun.turn:
        yield begun


# Tests of a visit run where it was opened.
on_the_first = pytest.mark.asyncio(loop_scope="module")


def drawn(place: ChannelHandle) -> list[str]:
    """The titles of a channel's cards."""
    return [str(message.embeds[0].title) for message in place.history() if message.embeds]


def overwrites(place: ChannelHandle) -> set[tuple[int, int, int]]:
    """What a channel allows and denies to whom."""
    return {(each.target_id, each.allow, each.deny) for each in place._channel.overwrites}


@on_the_first
async def test_no_title_in_the_demo_holds_a_mention(first: Visit) -> None:
    places = (*first.world.channels, *first.world.threads)
    embeds = [embed for place in places for message in place.history() for embed in message.embeds]
    assert len(embeds) > 50
    titles = [
        str(text) for embed in embeds for text in (embed.title, *(field.name for field in embed.fields))
    ]
    assert not [each for each in titles if MENTION.search(each) or "somebody" in each]


@on_the_first
async def test_every_campaigns_channel_has_a_home_card_and_a_board(first: Visit) -> None:
    world = first.world
    for place, campaign in (
        (world.table, demo.BELL),
        (world.city, demo.CITY),
        (world.marches, realm.CAMPAIGN),
        (world.barrow, demo.BARROW),
    ):
        titles = drawn(place)
        assert [titles.count(f"{campaign}: {each}") for each in ("home", "the board")] == [1, 1], titles


@on_the_first
async def test_a_newcomer_finds_an_adventurer_in_a_fight_and_a_turn_to_be_told(first: Visit) -> None:
    rook, sorrel = first.world.city.threads
    assert (rook.name, sorrel.name) == (demo.ROOK, demo.SORREL)
    assert drawn(rook)[-1] == "Rook against Toll Robber"
    assert drawn(sorrel)[-1] == "The City · turn 1 · Sorrel"


@on_the_first
async def test_a_newcomer_finds_a_kingdom_in_its_fifth_month_that_waits_for_two(first: Visit) -> None:
    world = first.world
    month = await world.deacon.slash(world.marches, "kingdom month")
    assert month.response is not None
    (card,) = month.response.embeds
    assert str(card.title) == f"{realm.REALM}, month 5: Edict"
    for player, step in ((world.deacon, "Hexes"), (world.wren, "Terrain")):
        assert f"**{step}**: <@{player.id}>" in str(card.description) + str(card.fields)
    claim = await world.deacon.slash(world.marches, "hex claim", hex="G4")
    assert claim.response is not None
    claimed = await world.deacon.click(claim.response, label="Claim the hex")
    assert claimed.response is not None
    assert "claims G4" in str(claimed.response.embeds[0].description)


@on_the_first
async def test_a_newcomer_finds_a_town_with_walls_a_plan_and_an_item_for_sale(first: Visit) -> None:
    world, found = first.world, {}
    for command in ("settlement show", "settlement drafts"):
        result = await world.deacon.slash(world.marches, command, settlement=towns.CAPITAL)
        assert result.response is not None
        found[command] = str(result.response.embeds[0].description)
    assert "City Wall × 2" in found["settlement show"]
    assert "**3.** Theater at C1+D1" in found["settlement drafts"]
    market = await world.deacon.slash(world.marches, "settlement item list")
    assert market.response is not None
    assert f"**{towns.ITEM}**" in str(market.response.embeds[0].description)
    second = await world.deacon.slash(world.marches, "settlement map", settlement=towns.SECOND)
    assert second.response is not None
    assert "C3 Shrine; C4 House" in str(second.response.attachments[0].description)


@on_the_first
async def test_the_plan_of_the_demos_town_is_built_at_its_price(first: Visit) -> None:
    world = first.world
    place = {"settlement": towns.CAPITAL, "building": "tavern", "place": "A2"}
    shown = await world.deacon.slash(world.marches, "settlement build", **place)
    assert shown.response is not None
    labels = [
        part["label"] for row in shown.response.components for part in row["components"] if "label" in part
    ]
    result = await world.deacon.click(shown.response, label=labels[0])
    assert result.response is not None
    assert "builds a Tavern at A2 in Fennhold for 12 BP" in str(result.response.embeds[0].description)


@on_the_first
async def test_players_of_the_demo_know_less_of_its_map_than_its_game_master(first: Visit) -> None:
    world, answers = first.world, []
    for person in (world.marisol, world.deacon):
        result = await person.slash(world.marches, "hex show", hex="I5")
        assert result.response is not None
        assert result.response.ephemeral
        answers.append(str(result.response.embeds[0].description))
    assert "drowned chapel" in answers[0]
    assert "chapel" not in answers[1]
    assert "Ruin" not in answers[1]


@on_the_first
async def test_every_suggestion_leads_to_a_seat(first: Visit) -> None:
    for each in demo.SUGGESTIONS:
        assert first.seats.find(each.person, each.place), each.text


async def test_a_returning_visitor_finds_the_threads_and_what_waits_in_them(
    furnished: Furnished, tmp_path: Path
) -> None:
    furnished.copied(tmp_path)
    async with visited(tmp_path) as (visit, _):
        rook, sorrel = visit.world.city.threads
        assert ((rook.id, rook.name), (sorrel.id, sorrel.name)) == furnished.threads
        assert drawn(rook) == ["Rook against Toll Robber"]
        assert drawn(sorrel) == ["The City · turn 1 · Sorrel"]
        result = await visit.world.deacon.click(rook.history()[-1], label="Roll")
        assert result.response is not None
        assert "exchange 1" in str(result.response.embeds[0].description)


async def test_a_journey_goes_from_one_thing_that_is_due_to_the_next_each_at_its_own_time(
    furnished: Furnished, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    furnished.copied(tmp_path)
    looks, late = list[datetime](), list[timedelta]()
    async with visited(tmp_path) as (visit, waypost):
        do_due, next_due = waypost.play.do_due, waypost.play.next_due

        async def doing() -> int:
            due, now = await next_due(), waypost.play.context.now()
            looks.append(now)
            done = await do_due()
            late.extend([now - due] if done and due is not None else ())
            return done

        monkeypatch.setattr(waypost.play, "do_due", doing)
        await visit.clock.travel(timedelta(days=3))
    assert len(late) > 3
    assert max(late) < timedelta(seconds=2)
    assert looks == sorted(looks)
    # Once an hour where nothing is due, and once where something is; a minute between two at the start.
    assert len(looks) <= 3 * 24 + len(late) + 3


async def test_a_game_masters_channel_that_the_bot_made_has_a_seat_and_is_there_the_next_time(
    furnished: Furnished, tmp_path: Path
) -> None:
    furnished.copied(tmp_path)
    async with visited(tmp_path) as (visit, _):
        world = visit.world
        async with visit.turn:
            begin: dict[str, Any] = {"name": "Embers", "game": "second_kingdom"}
            begun = await world.odile.slash(world.tavern, "campaign create", **begin)
            (offer,) = begun.followups
            await world.odile.click(offer, label="Make a game master's channel")
        made = world.channels[-1]
        before = [(made.id, made.name, world.game_of(made))]
        allowed = overwrites(made)
        assert before[0][1:] == ("game-master-embers", "What the players of “Embers” don't know yet.")
    for _ in range(2):
        async with visited(tmp_path) as (visit, _):
            world = visit.world
            made = world.channels[-1]
            assert [(made.id, made.name, world.game_of(made))] == before
            assert overwrites(made) == allowed
            assert [
                person.name for person in world.people if visit.seats.find(person.name, str(made.id))
            ] == ["odile"]
            async with visit.turn:
                hidden: dict[str, Any] = {"dice": "d20 in the dark", "secrecy": "hidden"}
                await world.odile.slash(world.tavern, "roll", **hidden)
            await visit.clock.travel(timedelta(minutes=1))
            # Who may read the channel is asked first: the secret may come a little later.
            async with asyncio.timeout(PATIENCE):
                while not made.history():  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            assert "in the dark" in str(made.history()[-1].embeds[0].title)
            assert "deleted" not in "".join(
                str(e.description) for m in world.tavern.history() for e in m.embeds
            )


async def test_campaigns_that_a_database_lacks_are_set_up_once(tmp_path: Path) -> None:
    count = sa.select(sa.func.count()).select_from(campaigns)
    found = []
    for furnish in (demo._bell, None, None):
        async with visited(tmp_path, furnish=furnish) as (_, waypost):
            found.append(await waypost.database.read(lambda connection: connection.scalar(count)))
    assert found == [1, 4, 4]


async def test_whatever_the_dice_the_realm_is_there_with_savings_and_without_anarchy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unlucky(_drawing: object, count: int, sides: int) -> tuple[int, ...]:
        return (1 if sides == 20 else min(sides, 5),) * count

    monkeypatch.setattr("bot.engine.dice.source._Drawing.draw", unlucky)
    async with visited(tmp_path) as (visit, _):
        result = await visit.world.deacon.slash(visit.world.marches, "kingdom month")
    assert result.response is not None
    told = str(result.response.embeds[0].description)
    assert "Unrest **4** · Treasury **40 BP**" in told


@pytest.mark.parametrize("face", [1, 3, 6], ids=["low", "middle", "high"])
async def test_whatever_the_dice_the_barrow_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, face: int
) -> None:
    """Scores of 3 carry no torches, and an encounter lies in a Turn's way: the demo stands all the same."""

    def loaded(_drawing: object, count: int, sides: int) -> tuple[int, ...]:
        return (min(sides, face),) * count

    monkeypatch.setattr("bot.engine.dice.source._Drawing.draw", loaded)
    async with visited(tmp_path, furnish=demo._barrow) as (visit, _):
        assert drawn(visit.world.barrow)[-1] == "Aldous Pike: Leap the spiked pit"


async def test_the_picker_has_the_commands_of_the_games_that_are_played_and_keeps_them(
    tmp_path: Path,
) -> None:
    async def bare(world: World) -> None:
        """Nobody has begun anything."""

    def offered(visit: Visit) -> set[str]:
        guild = visit.world.guild.id
        return {name for name, _ in visit.env.backend.commands.get(guild, {})}

    async with visited(tmp_path, furnish=bare) as (visit, _):
        world = visit.world
        assert offered(visit) == set()
        with demo._as_admin(world, world.marisol):
            await demo._do(world, world.marisol, "campaign create", world.city, name="New", game="adventuria")
        assert offered(visit) == {"adv"}
    # This Discord forgot them with its process; the bot's database hasn't.
    async with visited(tmp_path, furnish=bare) as (visit, _):
        assert offered(visit) == {"adv"}

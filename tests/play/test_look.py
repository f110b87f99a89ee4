"""Looking: pages of the journal, what waits for whom, what a button offers, and which campaigns are known."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.engine.declare import Person
from bot.engine.people import Actor, Permit, Standing
from bot.engine.readers import OtherReaders, Reader
from bot.engine.system import RecordId, Scope
from bot.errors import NotAllowed
from bot.play import NoCampaign, Page, Pressed, Where
from bot.play.views import Filter
from bot.storage.address import Address
from bot.systems.table.campaigns.people import AddGameMaster
from bot.systems.table.campaigns.rules import ArchiveCampaign, BindChannel, CreateCampaign
from bot.systems.table.pace.rules import GoAway, SetReminders
from tests.play.ballots import BALLOTS
from tests.play.chronicle import DEACON, HERE, MARISOL, SECRET, SERVER, STRANGER, WREN, Inn, Mumble
from tests.play.test_act import ballot
from tests.refusals import refuses

ELSEWHERE, OTHER = 55, 56


@pytest.fixture
async def inn(sqlite_address: Address) -> AsyncIterator[Inn]:
    """A campaign under way: entries 1 to 3."""
    made = Inn(sqlite_address, BALLOTS)
    await made.begin()
    yield made
    await made.play.database.dispose()


# -- the journal --------------------------------------------------------------------------------------


async def page(inn: Inn, before: int | None = None, by: int = MARISOL, **wanted: object) -> Page:
    """One page of it."""
    asked = Filter(**wanted)  # type: ignore[arg-type]
    return await inn.play.journal(Actor(by), inn.request(), before=before, wanted=asked)


def numbers(found: Page) -> list[int]:
    return [entry.number for entry, _ in found.entries]


async def test_pages_of_the_journal_turn_in_both_directions(inn: Inn) -> None:
    for number in range(4, 21):
        assert await inn.tell("more") == number
    newest = await page(inn)
    assert (numbers(newest), newest.newer, newest.older) == ([*range(20, 12, -1)], None, 13)
    second = await page(inn, newest.older)
    assert (numbers(second), second.newer, second.older) == ([*range(12, 4, -1)], 21, 5)
    last = await page(inn, second.older)
    assert (numbers(last), last.newer, last.older) == ([4, 3, 2, 1], 13, None)
    # Back by the page that is told, whole.
    assert last.newer is not None
    assert numbers(await page(inn, last.newer)) == numbers(second)
    assert second.newer is not None
    assert numbers(await page(inn, second.newer)) == numbers(newest)
    # Above the newest there is nothing, and below the first neither.
    assert numbers(await page(inn, 99)) == numbers(newest)
    empty = await page(inn, 1)
    assert (numbers(empty), empty.newer, empty.older) == ([], 9, None)


async def test_a_page_that_is_not_full_ends_where_the_journal_does(inn: Inn) -> None:
    for _ in range(5):
        await inn.tell("more")
    found = await page(inn)
    assert (numbers(found), found.older) == ([*range(8, 0, -1)], None)
    assert (await page(inn, 8)).newer == 9


async def test_a_filtered_page_has_only_what_its_reader_may_see_something_of(inn: Inn) -> None:
    mill = await inn.discover("Mill")
    told = [await inn.tell("aloud", mill)]
    # More of what a player sees nothing of than is read at once.
    hidden = await inn.tell("", mill, whispered="aside")
    await inn.fill(mill, 400, like=hidden)
    told.append(await inn.tell("aloud", mill))
    assert numbers(await page(inn, by=DEACON, action="Tell")) == told[::-1]
    led = await page(inn, action="Tell")
    assert (numbers(led), led.older) == ([*range(told[1], told[1] - 8, -1)], told[1] - 7)
    # What is beyond those is looked for in each direction.
    older = await page(inn, told[1], by=DEACON, action="Tell")
    assert (numbers(older), older.newer, older.older) == ([told[0]], told[1] + 1, None)
    newer = await page(inn, told[0] + 1, by=DEACON, action="Tell")
    assert (numbers(newer), newer.newer, newer.older) == ([told[0]], told[1] + 1, None)
    # Without a filter all entries are listed, of some nothing.
    everything = await page(inn, by=DEACON)
    assert numbers(everything) == [*range(told[1], told[1] - 8, -1)]
    assert [bool(entry.events) for entry, _ in everything.entries] == [True] + [False] * 7


async def test_a_filter_asks_for_a_person_and_a_deed(inn: Inn) -> None:
    await inn.tell("hers")
    his = [await inn.tell("his", by=DEACON) for _ in range(9)]
    mumbled = await inn.act(DEACON, Mumble())
    found = await page(inn, player=DEACON, action="Tell")
    assert (numbers(found), found.older, found.newer) == (his[:0:-1], his[1], None)
    older = await page(inn, found.older, player=DEACON, action="Tell")
    assert (numbers(older), older.older, older.newer) == ([his[0]], None, his[8] + 1)
    assert numbers(await page(inn, action="Mumble")) == [mumbled]


async def test_an_entry_leads_to_the_message_that_everybody_reads(inn: Inn) -> None:
    mill = await inn.discover("Mill")
    both = await inn.tell("aloud", mill, whispered="aside")
    secret = await inn.tell("", mill, whispered="aside")
    sent = await inn.deliver()
    assert [each.channel for each in sent if each.entry == secret] == [SECRET]
    links = {entry.number: link for entry, link in (await page(inn)).entries}
    found = links[both]
    assert found is not None
    assert (found.guild, found.channel) == (SERVER, HERE)
    assert links[secret] is None


async def test_the_journal_of_something_is_read_by_who_may_see_that(inn: Inn) -> None:
    crypt = await inn.discover("Crypt", is_hidden=True)
    assert numbers(await page(inn, record=crypt)) == [4]
    for record in (crypt, "nothing"):
        with refuses("record.unknown"):
            await page(inn, by=DEACON, record=record)


async def test_a_stranger_reads_the_journal_only_where_it_is_kept(inn: Inn) -> None:
    elsewhere = replace(inn.request(), channel=ELSEWHERE, campaign=inn.id)
    assert (await inn.play.journal(Actor(DEACON), elsewhere)).entries
    with pytest.raises(NoCampaign):
        await inn.play.journal(Actor(STRANGER), elsewhere)
    thread = replace(elsewhere, parent=HERE)
    for near in (thread, replace(elsewhere, channel=HERE), replace(elsewhere, channel=SECRET)):
        assert (await inn.play.journal(Actor(STRANGER), near)).entries


# -- looks ----------------------------------------------------------------------------------------------


async def test_a_look_is_for_whom_it_says(inn: Inn) -> None:
    mill = await inn.discover("Mill")
    scope = Scope(ids=(mill,))
    seen = await inn.play.look(Actor(DEACON), inn.request(), scope, may=Permit.MEMBERS)
    assert [each.id for each in seen.all("place")] == [mill]
    with refuses("campaign.join_first", error=NotAllowed):
        await inn.play.look(Actor(STRANGER), inn.request(), scope, may=Permit.MEMBERS)
    with refuses("not_allowed", error=NotAllowed):
        await inn.play.look(Actor(DEACON), inn.request(), scope, may=Permit.GAME_MASTERS)
    # Manage Server is no leave to read what game masters read.
    with refuses("not_allowed", error=NotAllowed):
        await inn.play.look(Actor(DEACON, manages_server=True), inn.request(), scope, may=Permit.GAME_MASTERS)


class Closed:
    """A server of which its asker sees only some channels."""

    def __init__(self, *seen: int) -> None:
        self._seen = seen

    def is_seen(self, channel: int) -> bool:
        return channel in self._seen


async def test_a_stranger_who_names_a_campaign_sees_a_channel_of_it(inn: Inn) -> None:
    named = replace(inn.request(), channel=ELSEWHERE, campaign=inn.id)

    async def look(by: int, may: Permit = Permit.EVERYONE, *seen: int) -> str:
        request = replace(named, server=Closed(*seen))  # type: ignore[arg-type]
        return (await inn.play.look(Actor(by), request, Scope(), may=may)).campaign.name

    assert await look(DEACON) == "Ashes"
    assert await look(STRANGER, Permit.EVERYONE, HERE) == "Ashes"
    assert await look(STRANGER, Permit.EVERYONE, SECRET) == "Ashes"
    with pytest.raises(NoCampaign):
        await look(STRANGER, Permit.EVERYONE, ELSEWHERE)
    # Who runs the server looks after every campaign there.
    admin = Actor(STRANGER, manages_server=True)
    closed = replace(named, server=Closed())  # type: ignore[arg-type]
    may = Permit.GAME_MASTERS_OR_ADMINS
    assert (await inn.play.look(admin, closed, Scope(), may=may)).campaign.name == "Ashes"
    # Of the server's own anybody may look at what is theirs.
    await inn.play.act(Actor(STRANGER), replace(inn.request(), where=Where.SERVER), SetReminders(zone="UTC"))
    server = replace(inn.request(), where=Where.SERVER, server=Closed())  # type: ignore[arg-type]
    assert (await inn.play.look(Actor(WREN), server, Scope())).campaign.is_server


async def test_a_game_is_looked_at_where_it_is_played(inn: Inn) -> None:
    await inn.play.require_game(Actor(DEACON), inn.request(), BALLOTS)
    with refuses("campaign.not_played"):
        await inn.play.require_game(
            Actor(DEACON), inn.request(), replace(BALLOTS, name="chess", called="Chess")
        )


async def test_something_is_found_by_a_piece_of_its_name_as_the_asker_knows_it(inn: Inn) -> None:
    await inn.discover("Old Mill")
    await inn.discover("Milestone")
    await inn.discover("Mill crypt", is_hidden=True)

    async def found(part: str, by: int = DEACON) -> list[str]:
        return sorted(each.title for each in await inn.play.named(Actor(by), inn.request(), part))

    assert await found(" mILl ") == ["Old Mill"]
    assert await found("mil") == ["Milestone", "Old Mill"]
    assert await found("mill", MARISOL) == ["Mill crypt", "Old Mill"]
    assert await found("nothing") == []
    # Nobody looks by name for what is only a part.
    await ballot(inn)
    assert await found("ballot") == []


# -- what waits -------------------------------------------------------------------------------------------


async def waits(inn: Inn, by: int, *, mine: bool) -> list[str]:
    """What waits, as they may know of it."""
    _, found = await inn.play.waiting(Actor(by), inn.request(), mine=mine)
    return sorted(each.record.title for each in found)


async def test_what_waits_is_told_to_whom_may_know_and_mine_is_what_is_asked_of_me(inn: Inn) -> None:
    await inn.discover("Mill", asked=DEACON)
    await inn.discover("Ford", asked=WREN)
    await inn.discover("Crypt", asked=DEACON, is_hidden=True)
    assert await waits(inn, DEACON, mine=False) == ["Ford", "Mill"]
    assert await waits(inn, DEACON, mine=True) == ["Mill"]
    assert await waits(inn, MARISOL, mine=False) == ["Crypt", "Ford", "Mill"]
    assert await waits(inn, MARISOL, mine=True) == []
    # Whoever acts for somebody is asked what they are.
    await inn.act(DEACON, GoAway(proxy=Person(WREN)))
    assert await waits(inn, WREN, mine=True) == ["Ford", "Mill"]


async def test_what_is_asked_of_who_left_is_listed_as_theirs(inn: Inn) -> None:
    await inn.discover("Mill", asked=DEACON)
    await inn.play.left_server(SERVER, DEACON)
    _, (found,) = await inn.play.waiting(Actor(MARISOL), inn.request(), mine=False)
    assert found.who == DEACON
    # But it is the game masters' move.
    _, glance = await inn.play.at_a_glance(Actor(WREN), inn.request())
    assert [each.who for scene in glance.scenes for each in scene.waits] == [None]


async def test_what_waits_for_game_masters_is_theirs(inn: Inn) -> None:
    await inn.play.hold_secrets(inn.id, SERVER, OtherReaders(SECRET, (Reader(WREN, "Wren"),)))
    assert len(await waits(inn, MARISOL, mine=True)) == 1
    assert await waits(inn, DEACON, mine=False) == []
    # Even where everybody knows of it.
    await ballot(inn, None)
    assert len(await waits(inn, MARISOL, mine=True)) == 2
    assert await waits(inn, DEACON, mine=False) == ["Ballot"]
    assert await waits(inn, DEACON, mine=True) == []


async def test_everywhere_is_every_campaign_in_play_in_which_something_waits(inn: Inn) -> None:
    await inn.discover("Mill", asked=DEACON)

    async def everywhere(by: int) -> list[tuple[str, list[str]]]:
        found = await inn.play.waits_everywhere(by)
        return [(campaign.name, [each.record.title for each in own]) for campaign, own in found]

    assert await everywhere(DEACON) == [("Ashes", ["Mill"])]
    assert await everywhere(WREN) == []
    assert await everywhere(STRANGER) == []
    await inn.act(MARISOL, ArchiveCampaign())
    assert await everywhere(DEACON) == []


async def test_a_glance_shows_what_its_asker_may_see(inn: Inn) -> None:
    await inn.discover("Mill", asked=DEACON)
    await inn.discover("Crypt", is_hidden=True)

    async def glance(by: int) -> list[str]:
        view, found = await inn.play.at_a_glance(Actor(by), inn.request())
        assert (view.viewer.user, view.campaign.name) == (by, "Ashes")
        return [each.record.title for each in found.scenes]

    assert await glance(DEACON) == ["Mill"]
    assert await glance(MARISOL) == ["Mill", "Crypt"]


async def test_of_what_servers_keep_each_sees_their_own(inn: Inn) -> None:
    for user in (DEACON, WREN):
        server = replace(inn.request(), where=Where.SERVER)
        await inn.play.act(Actor(user), server, SetReminders(zone="UTC"))
    found = await inn.play.of_servers("habits")
    assert sorted((guild, view.owner) for guild, view in found) == [(SERVER, DEACON), (SERVER, WREN)]


# -- what a button offers ---------------------------------------------------------------------------------


async def offered(inn: Inn, record: RecordId, choice: str, by: int, *, is_admin: bool = False) -> str:
    """The label of the choice whose form opens."""
    pressed = Pressed(record, "vote", 1, choice)
    return (await inn.play.offered(Actor(by, manages_server=is_admin), inn.request(), pressed)).label


async def test_a_form_opens_to_whom_it_is_for(inn: Inn) -> None:
    record = await ballot(inn)
    assert await offered(inn, record, "vote", DEACON) == "Vote"
    assert await offered(inn, record, "vote", MARISOL) == "Vote"
    assert await offered(inn, record, "sign", WREN) == "Sign"
    assert await offered(inn, record, "close", MARISOL) == "Close"
    for choice, by in (("vote", WREN), ("close", DEACON), ("vote", STRANGER)):
        with refuses("not_allowed", error=NotAllowed):
            await offered(inn, record, choice, by)
    with refuses("campaign.join_first", error=NotAllowed):
        await offered(inn, record, "sign", STRANGER)
    with refuses("not_allowed", error=NotAllowed):
        await offered(inn, record, "close", STRANGER, is_admin=True)


async def test_a_form_of_what_nobody_may_know_of_opens_to_no_player(inn: Inn) -> None:
    record = await ballot(inn, is_hidden=True)
    assert await offered(inn, record, "close", MARISOL) == "Close"
    with refuses("not_allowed", error=NotAllowed):
        await offered(inn, record, "close", DEACON)


async def test_whose_a_form_is_may_be_known_by_another_record(inn: Inn) -> None:
    record = await ballot(inn, WREN, of=await ballot(inn, DEACON))
    assert await offered(inn, record, "vote", DEACON) == "Vote"
    with refuses("not_allowed", error=NotAllowed):
        await offered(inn, record, "vote", WREN)


async def test_nobody_fills_in_a_form_that_the_rules_refuse_them(inn: Inn) -> None:
    with refuses("ballot.sealed", error=NotAllowed):
        await offered(inn, await ballot(inn, is_sealed=True), "sign", WREN)


async def test_a_form_opens_to_who_acts_for_somebody_away(inn: Inn) -> None:
    record = await ballot(inn)
    await inn.act(DEACON, GoAway(proxy=Person(WREN)))
    assert await offered(inn, record, "vote", WREN) == "Vote"
    with refuses("not_allowed", error=NotAllowed):
        await offered(inn, record, "close", WREN)
    await inn.act(DEACON, GoAway(back=True))
    with refuses("not_allowed", error=NotAllowed):
        await offered(inn, record, "vote", WREN)


# -- campaigns ----------------------------------------------------------------------------------------------


async def test_campaigns_are_known_with_what_the_asker_is_there_and_what_they_lost(inn: Inn) -> None:
    founder = Actor(MARISOL, manages_server=True)
    await inn.act(MARISOL, BindChannel(OTHER))
    await inn.act(MARISOL, ArchiveCampaign())

    async def known(by: Actor, part: str = "", *, archived: bool = True) -> list[tuple[object, ...]]:
        found = await inn.play.known_campaigns(by, inn.request(), part, archived=archived)
        return [(each.name, each.standing, each.is_archived, each.taken, each.is_run) for each in found]

    resting = ("Ashes", Standing.PLAYER, True, (), False)
    assert await known(Actor(DEACON)) == [resting]
    # Another is played in one of its channels, and has its secrets in another.
    request = replace(inn.request(), channel=SECRET)
    await inn.play.act(founder, request, CreateCampaign("Embers", ("chronicle",), OTHER))
    lost = (OTHER, SECRET)
    assert await known(Actor(DEACON)) == [
        ("Embers", Standing.OUTSIDER, False, (), False),
        ("Ashes", Standing.PLAYER, True, lost, False),
    ]
    assert await known(Actor(MARISOL)) == [
        ("Embers", Standing.GAME_MASTER, False, (), True),
        ("Ashes", Standing.GAME_MASTER, True, lost, True),
    ]
    assert await known(Actor(DEACON), archived=False) == [("Embers", Standing.OUTSIDER, False, (), False)]
    assert [name for name, *_ in await known(Actor(DEACON), " ASH")] == ["Ashes"]
    # Who runs the server runs its campaigns, and is nobody in them by that.
    assert (await known(Actor(STRANGER, manages_server=True), "emb")) == [
        ("Embers", Standing.OUTSIDER, False, (), True)
    ]


async def test_a_role_by_which_somebody_leads_is_seen(inn: Inn) -> None:
    await inn.act(MARISOL, AddGameMaster(role=77))
    (found,) = await inn.play.known_campaigns(Actor(STRANGER, roles=frozenset({77})), inn.request())
    assert (found.standing, found.is_run, found.channels) == (Standing.GAME_MASTER, True, (HERE,))

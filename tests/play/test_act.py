"""One action: where it happens, what its form comes to, that it is done once, and what became of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import asyncpg
import pytest
import sqlalchemy as sa

from bot.engine.declare import Command, Invocation, Person
from bot.engine.people import Actor, Permit
from bot.engine.system import RecordId
from bot.errors import Busy, NotAllowed, RuleViolation, Stale, UserError
from bot.play import Link, MadeEntry, NoCampaign, Outcome, Pressed, Request, Where
from bot.play.act import delivered_before
from bot.storage.address import Address
from bot.storage.models import outbox
from bot.storage.outbox import GAME_MASTER_POST, PUBLIC_POST
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import ArchiveCampaign, CreateCampaign, RestoreCampaign
from bot.systems.table.dice.rules import RollDice, Secrecy
from bot.systems.table.pace.rules import GoAway
from bot.systems.table.settings.rules import NameFounders
from tests.databases import ENGINES
from tests.play.ballots import BALLOTS, Burn, Call, Vote
from tests.play.chronicle import DEACON, HERE, MARISOL, SECRET, SERVER, STRANGER, WREN, Inn, Tell
from tests.play.purse import SYSTEM as PURSES
from tests.play.purse import OpenPurse
from tests.refusals import refuses

ELSEWHERE = 55


@pytest.fixture
async def inn(sqlite_address: Address) -> AsyncIterator[Inn]:
    """A campaign under way."""
    made = Inn(sqlite_address, BALLOTS)
    await made.begin()
    yield made
    await made.play.database.dispose()


async def ballot(inn: Inn, voter: int | None = DEACON, **how: Any) -> RecordId:
    """Somebody votes."""
    subject = (await inn.play.act(Actor(MARISOL), inn.request(), Call(voter, **how))).private.subject
    assert subject is not None
    return subject.id


async def press(
    inn: Inn, record: RecordId, choice: str = "vote", *, by: int = DEACON, **typed: str
) -> Outcome:
    """Fill in the form of its first revision."""
    pressed = Pressed(record, "vote", 1, choice)
    return (await inn.play.press(Actor(by), inn.request(), pressed, typed)).outcomes[0]


def words(outcome: Outcome) -> str:
    """What it told first."""
    return str(outcome.public.entry.events[0].words)


# -- forms --------------------------------------------------------------------------------------------


async def test_what_is_left_empty_in_a_form_is_as_it_was_before_it(inn: Inn) -> None:
    assert words(await press(inn, await ballot(inn), words="  ", count="3", side="r")) == "nothing, 3, r"
    # And what no form asked for.
    assert words(await press(inn, await ballot(inn), words="aye")) == "aye, 1, none"
    assert words(await press(inn, await ballot(inn))) == "nothing, 1, none"


@pytest.mark.parametrize("typed", ["r", " R ", "Right side", " right SIDE "])
async def test_one_of_several_is_given_by_its_value_or_its_name(inn: Inn, typed: str) -> None:
    assert words(await press(inn, await ballot(inn), side=typed)) == "nothing, 1, r"


async def test_a_form_that_is_filled_in_wrongly_changes_nothing(inn: Inn) -> None:
    record = await ballot(inn)
    for typed in ("", "righ", "2"):
        with refuses("form.not_an_option", error=RuleViolation) as caught:
            await press(inn, record, side=typed)
        assert str(caught.value) == "Side can be: Left, Right side."
    for typed in ("", "many", "1.5"):
        with refuses("form.not_a_number", error=RuleViolation):
            await press(inn, record, count=typed)
    assert words(await press(inn, record, count=" 12 ")) == "nothing, 12, none"


async def test_what_an_action_declares_of_a_field_holds_in_a_form_too(inn: Inn) -> None:
    record = await ballot(inn)
    for typed in ("often", "4"):
        with pytest.raises(RuleViolation):
            await press(inn, record, "sign", by=WREN, times=typed)
    signed = (await press(inn, record, "sign", by=WREN, times=" 2 ")).public.subject
    assert signed is not None
    assert signed.state.signed == (WREN, WREN)


# -- whether, and where ---------------------------------------------------------------------------------


async def test_a_game_that_is_not_played_here_is_refused(sqlite_address: Address) -> None:
    inn = Inn(sqlite_address, PURSES)
    inn.games = inn.games[:1]
    await inn.begin()
    with refuses("campaign.not_played"):
        await inn.play.act(Actor(DEACON), inn.request(), OpenPurse("Sack"))
    await inn.play.database.dispose()


async def test_in_a_campaign_that_rests_nothing_happens(inn: Inn) -> None:
    await inn.act(MARISOL, ArchiveCampaign())
    with refuses("campaign.archived"):
        await inn.play.act(Actor(DEACON), replace(inn.request(), campaign=inn.id), Tell("more"))
    # But for what brings it back.
    await inn.play.act(Actor(MARISOL), replace(inn.request(), campaign=inn.id), RestoreCampaign())
    assert words(await inn.play.act(Actor(DEACON), inn.request(), Tell("more"))) == "more"


async def test_where_there_is_no_campaign_only_what_is_the_servers_is_done(inn: Inn) -> None:
    elsewhere = replace(inn.request(), channel=ELSEWHERE)
    with pytest.raises(NoCampaign):
        await inn.play.act(Actor(DEACON), elsewhere, JoinCampaign())
    for where in (Where.SERVER, Where.EITHER):
        request = replace(inn.request(), channel=ELSEWHERE, where=where)
        came = await inn.play.act(Actor(DEACON), request, RollDice("1d6"))
        assert came.public.campaign.is_server
        assert came.public.entry.campaign != inn.id
    # Where there is one, either means that.
    request = replace(inn.request(), where=Where.EITHER)
    assert (await inn.play.act(Actor(DEACON), request, RollDice("1d6"))).public.entry.campaign == inn.id


async def test_the_servers_own_campaign_begins_with_its_first_entry_and_is_nobodys(inn: Inn) -> None:
    first, second = [
        await inn.play.act(
            Actor(STRANGER, manages_server=True), replace(inn.request(), where=Where.SERVER), action
        )
        for action in (NameFounders(77), NameFounders(None, shown=77))
    ]
    campaign = first.public.campaign
    assert (campaign.name, campaign.guild, campaign.is_server) == ("This server", SERVER, True)
    assert (first.public.entry.number, second.public.entry.number) == (1, 2)
    assert first.public.entry.campaign == second.public.entry.campaign
    assert first.public.entry.chapter == 1
    # No other campaign is listed.
    known = await inn.play.known_campaigns(Actor(MARISOL), inn.request())
    assert [each.id for each in known] == [inn.id]


async def test_a_campaign_begins_with_its_first_entry_and_first_draw(inn: Inn) -> None:
    request = replace(inn.request(), channel=ELSEWHERE)
    founder = Actor(MARISOL, manages_server=True)
    began = (await inn.play.act(founder, request, CreateCampaign("Embers", ("chronicle",)))).public
    assert (began.entry.number, began.entry.chapter, began.entry.drawing) == (1, 1, None)
    assert (began.campaign.name, began.campaign.is_server) == ("Embers", False)
    assert began.entry.events[0].kind == "ChapterBegan"
    assert began.entry.events[0].facts["chapter"] == 1
    # Open dice and secret ones are drawn apart, each from the first on, and as they were sealed.
    for secrecy in (Secrecy.PUBLIC, Secrecy.ME, Secrecy.ME, Secrecy.PUBLIC, Secrecy.ME):
        await inn.play.act(
            Actor(MARISOL), replace(inn.request(), channel=ELSEWHERE), RollDice("9d6", secrecy)
        )
    marisol = Actor(MARISOL)

    def there() -> Request:
        return replace(inn.request(), channel=ELSEWHERE)

    await inn.play.end_chapter(marisol, there(), chapter=1, drawn=2)
    await inn.play.reveal_secret(marisol, there(), chapter=1)
    for is_secret, drawn in ((False, 2), (True, 3)):
        verified = await inn.play.verify(marisol, there(), 1, secret=is_secret)
        assert (verified.check.faulty, verified.drawn) == (0, drawn)


# -- exactly once -----------------------------------------------------------------------------------------


async def test_what_is_delivered_once_more_has_its_first_outcome(inn: Inn) -> None:
    request = inn.request()
    first = await inn.play.act(Actor(STRANGER), request, JoinCampaign())
    # By itself the rules would refuse it.
    again = await inn.play.act(Actor(STRANGER), request, JoinCampaign())
    assert (first.is_repeat, again.is_repeat, first.is_acceptance) == (False, True, False)
    assert again.public.entry == first.public.entry
    with pytest.raises(UserError):
        await inn.play.act(Actor(STRANGER), inn.request(), JoinCampaign())


async def test_what_founded_or_moved_a_campaign_has_its_first_outcome_too(inn: Inn) -> None:
    founder = Actor(MARISOL, manages_server=True)
    found = replace(inn.request(), channel=ELSEWHERE)
    rest = inn.request()
    for request, action in ((found, CreateCampaign("Embers", ("chronicle",))), (rest, ArchiveCampaign())):
        came = [await inn.play.act(founder, request, action) for _ in range(2)]
        assert [each.is_repeat for each in came] == [False, True]
        assert came[0].public.entry.number == came[1].public.entry.number
    # Nobody else has that outcome; there is no campaign any more.
    with pytest.raises(NoCampaign):
        await inn.play.act(Actor(DEACON), rest, ArchiveCampaign())


async def test_a_press_delivered_once_more_has_its_first_outcome(inn: Inn) -> None:
    record, request = await ballot(inn), inn.request()
    pressed = Pressed(record, "vote", 1, "vote")
    first, again = [
        (await inn.play.press(Actor(DEACON), request, pressed, {"words": "aye"})).outcomes[0]
        for _ in range(2)
    ]
    assert (again.is_repeat, again.public.entry) == (True, first.public.entry)
    # With what it was about, as it stands now.
    assert again.public.subject is not None
    assert again.public.subject.state.said == ("aye, 1, none",)
    with refuses("step.changed", error=Stale):
        await press(inn, record)


async def test_a_repeat_leads_to_the_newest_message_that_everybody_reads(inn: Inn) -> None:
    place, request = await inn.discover("Mill"), inn.request()
    tell = Tell("aloud", place, whispered="and aside")
    await inn.play.act(Actor(MARISOL), request, tell)

    async def link() -> Link | None:
        return (await inn.play.act(Actor(MARISOL), request, tell)).delivered

    assert await link() is None
    assert await inn.play.came_of(request.interaction) is not None
    sent = await inn.deliver()
    # Of its two messages the game masters' own is no answer for everybody, whichever came last.
    assert {each.audience for each in sent if each.entry == sent[-1].entry} == {PUBLIC_POST, GAME_MASTER_POST}
    found = await link()
    assert found is not None
    assert (found.guild, found.channel) == (SERVER, HERE)
    kept = await inn.play.came_of(request.interaction)
    assert kept is not None
    assert (kept.number, kept.delivered) == (sent[-1].entry, found)

    # A card that moved is where it is now.
    def moved(connection: sa.Connection) -> None:
        (row,) = connection.execute(
            sa.select(outbox).where(
                outbox.c.entry == kept.number, outbox.c.audience == PUBLIC_POST, outbox.c.kind == "post"
            )
        ).mappings()
        connection.execute(outbox.insert().values({**row, "id": row["id"] + 100, "message_id": 4321}))
        # And one that was never sent is nowhere.
        connection.execute(outbox.insert().values({**row, "id": row["id"] + 101, "message_id": None}))

    await inn.play.database.write(moved)
    assert await link() == Link(SERVER, HERE, 4321)


async def test_of_what_only_game_masters_read_nobody_is_led_to_a_message(inn: Inn) -> None:
    request = inn.request()
    await inn.play.act(Actor(MARISOL), request, Tell("", whispered="aside"))
    (sent,) = [each for each in await inn.deliver() if each.audience == GAME_MASTER_POST]
    assert sent.channel == SECRET
    kept = await inn.play.came_of(request.interaction)
    assert kept is not None
    assert (kept.number, kept.delivered) == (sent.entry, None)


async def test_nothing_came_of_what_has_no_entry(inn: Inn) -> None:
    request = inn.request()
    assert await inn.play.came_of(request.interaction) is None
    context, actor = inn.play.context, Actor(DEACON)
    with pytest.raises(LookupError):
        await inn.play.database.read(lambda c: delivered_before(c, context, actor, request))


# -- for somebody else ------------------------------------------------------------------------------------


async def test_whoever_acts_for_nobody_is_refused_what_a_step_asks_of_somebody(inn: Inn) -> None:
    record = await ballot(inn)
    with pytest.raises(NotAllowed):
        await inn.play.act(Actor(WREN), inn.request(), Vote(record))
    await inn.act(DEACON, GoAway(proxy=Person(WREN)))
    came = (await inn.play.act(Actor(WREN), inn.request(), Vote(record))).public.entry
    assert (came.actor, came.on_behalf_of) == (WREN, DEACON)
    # But for what can't be taken back.
    with refuses("proxy.final"):
        await inn.play.act(Actor(WREN), inn.request(), Burn(record))
    await inn.play.act(Actor(DEACON), inn.request(), Burn(record))


async def test_a_command_that_somebody_may_not_use_is_refused_as_any_other(inn: Inn) -> None:
    command = Command("away", Permit.GAME_MASTERS, GoAway, "Away")
    with pytest.raises(NotAllowed):
        await inn.play.act(Actor(DEACON), inn.request(), Invocation(command, {}))
    assert (
        await inn.play.act(Actor(MARISOL), inn.request(), Invocation(command, {}))
    ).public.entry.actor == MARISOL


async def test_whoever_acts_is_back_and_that_is_told_with_what_they_did(inn: Inn) -> None:
    assert await inn.play.left_server(SERVER, DEACON) == 1
    came = (await inn.play.act(Actor(DEACON), inn.request(), Tell("here"))).public
    assert [getattr(each, "kind", None) for each in came.entry.events] == ["CameBack", None]
    assert came.campaign.gone == ()


@pytest.mark.parametrize("engine", ENGINES[1:])
async def test_nobody_knows_what_became_of_it_while_it_may_still_be_committed(address: Address) -> None:
    """A connection that was cut off may leave its transaction behind."""
    inn = Inn(address, BALLOTS, patience=3.0)
    await inn.begin()
    interaction = inn.request().interaction
    cut_off = await asyncpg.connect(address.url.render_as_string(hide_password=False))
    async with cut_off.transaction():
        values = json.dumps({"number": 4, "interaction_id": interaction})
        copied = "(SELECT (jsonb_populate_record(journal, $1::jsonb)).* FROM journal WHERE number = 3)"
        await cut_off.execute(f"INSERT INTO journal {copied}", values)
        with pytest.raises(Busy):
            await inn.play.came_of(interaction)
    assert await inn.play.came_of(interaction) == MadeEntry(4, None)
    assert await inn.play.came_of(interaction + 1) is None
    await cut_off.close()
    await inn.play.database.dispose()

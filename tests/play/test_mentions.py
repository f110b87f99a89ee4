"""Whom a message mentions: which game master, whoever is asked now, and to whom something happened."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.declare import Person
from bot.engine.habits import Pings
from bot.engine.people import Actor
from bot.play import GAME_MASTER_POST, PUBLIC_POST, Outcome, Post, Where
from bot.play.views import Mentions
from bot.storage.address import Address
from bot.systems.table.campaigns.people import (
    AddGameMaster,
    InvitePlayer,
    JoinCampaign,
    LeaveCampaign,
    RemoveGameMaster,
)
from bot.systems.table.pace.rules import GoAway, Rhythm, SetPace, SetReminders
from bot.systems.table.settings.rules import ChangeSetting
from tests.play.ballots import BALLOTS, Call, Close, HandOn, Sign, Vote
from tests.play.chronicle import DEACON, MARISOL, SERVER, STRANGER, WREN, Inn, Tell
from tests.play.test_act import ballot

ROLE = 77
NOBODY = Mentions()


@pytest.fixture
async def inn(sqlite_address: Address) -> AsyncIterator[Inn]:
    """A campaign under way."""
    made = Inn(sqlite_address, BALLOTS)
    await made.begin()
    yield made
    await made.play.database.dispose()


async def act(inn: Inn, by: int, action: Any, *roles: int) -> Outcome:
    return await inn.play.act(Actor(by, roles=frozenset(roles)), inn.request(), action)


async def mentioned(inn: Inn, by: int, action: Any, *roles: int) -> Mentions:
    """Whom everybody's message mentions, drawn with the answer and once more when it is posted."""
    public = (await act(inn, by, action, *roles)).public
    posted = await posts(inn, public.entry.number)
    assert posted[PUBLIC_POST].mentions == public.mentions
    return public.mentions


async def posts(inn: Inn, number: int) -> dict[str, Post]:
    """What is posted of an entry, by audience."""
    sent = await inn.deliver()
    return {each.audience: each.post for each in sent if each.entry == number and each.post is not None}


async def setting(inn: Inn, key: str, value: str, before: str) -> None:
    await inn.act(MARISOL, ChangeSetting(f"table.{key}", value, before))


async def lead(inn: Inn, member: int | None = None, role: int | None = None) -> None:
    await inn.act(MARISOL, AddGameMaster(member=member, role=role))


# -- game masters ---------------------------------------------------------------------------------------


async def test_what_a_player_leaves_to_the_game_masters_calls_one(inn: Inn) -> None:
    assert await mentioned(inn, DEACON, Call(None)) == Mentions((MARISOL,))
    # Who leads knows what they leave to themselves.
    assert await mentioned(inn, MARISOL, Call(None)) == NOBODY
    assert await mentioned(inn, DEACON, Tell("nothing to do")) == NOBODY


async def test_what_players_do_not_know_of_is_announced_where_they_do_not_read_it(inn: Inn) -> None:
    hidden = (await act(inn, DEACON, Call(None, is_hidden=True))).public
    assert hidden.mentions == NOBODY
    told = (await act(inn, DEACON, Call(None, is_hidden=True, is_plea=True))).public
    assert told.mentions == Mentions((MARISOL,))
    # Where nobody else is told anything, their own message is the only one.
    plea = Call(None, is_hidden=True, is_plea=True, is_whispered=True)
    whispered = (await act(inn, DEACON, plea)).public.entry.number
    known = (await act(inn, DEACON, Call(None, is_whispered=True))).public.entry.number
    sent = [each for each in await inn.deliver() if each.post is not None]
    found = {(each.entry, each.audience): each.post.mentions for each in sent if each.post is not None}
    assert found[told.entry.number, PUBLIC_POST] == Mentions((MARISOL,))
    for number in (whispered, known):
        assert found[number, GAME_MASTER_POST] == Mentions((MARISOL,))
    called = [mentions for (number, _), mentions in found.items() if number == hidden.entry.number]
    assert (
        [each for each in called if each != NOBODY]
        == [found[hidden.entry.number, GAME_MASTER_POST]]
        == [Mentions((MARISOL,))]
    )


async def test_of_several_it_calls_who_acted_last_on_the_record_or_else_at_all(inn: Inn) -> None:
    await lead(inn, WREN)
    await inn.tell("hers", by=WREN)
    assert await mentioned(inn, DEACON, Call(None)) == Mentions((WREN,))
    await inn.tell("hers", by=MARISOL)
    assert await mentioned(inn, DEACON, Call(None)) == Mentions((MARISOL,))
    # On that record it was Wren, and somebody else since.
    record = await ballot(inn, None)
    await act(inn, WREN, Sign(record))
    await act(inn, DEACON, Sign(record))
    await inn.tell("hers", by=MARISOL)
    assert await mentioned(inn, DEACON, Sign(record)) == Mentions((WREN,))


async def test_where_none_of_them_ever_did_anything_all_are_called(inn: Inn) -> None:
    for member in (STRANGER, STRANGER + 1):
        await lead(inn, member)
    await inn.act(MARISOL, RemoveGameMaster(member=MARISOL))
    assert await mentioned(inn, DEACON, Call(None)) == Mentions((STRANGER, STRANGER + 1))
    await inn.tell("hers", by=STRANGER + 1)
    assert await mentioned(inn, DEACON, Call(None)) == Mentions((STRANGER + 1,))


async def test_who_leads_by_a_role_is_known_by_what_only_game_masters_do(inn: Inn) -> None:
    await lead(inn, role=ROLE)
    assert await mentioned(inn, DEACON, Call(None)) == Mentions((MARISOL,))
    await act(inn, STRANGER, Close(await ballot(inn)), ROLE)
    # What everybody may do says nothing, and neither does what the house does for anybody.
    told = (await act(inn, DEACON, Call(DEACON))).public.entry.number
    plan = await inn.play.preview_undo(Actor(DEACON), inn.request(), told)
    await inn.play.undo(Actor(DEACON), inn.request(), plan.entry.campaign, told, plan.undone[-1])
    assert await mentioned(inn, WREN, Call(None)) == Mentions((STRANGER,))
    # Nobody is called by what they do themselves, once they lead no more.
    await act(inn, STRANGER, JoinCampaign())
    assert await mentioned(inn, STRANGER, Call(None)) == Mentions((MARISOL,))


async def test_who_led_once_is_called_no_more(inn: Inn) -> None:
    await lead(inn, WREN)
    await act(inn, WREN, Close(await ballot(inn)))
    await inn.act(MARISOL, RemoveGameMaster(member=WREN))
    await inn.tell("hers", by=WREN)
    assert await mentioned(inn, DEACON, Call(None)) == Mentions((MARISOL,))


async def test_where_none_is_known_by_name_their_roles_are_called(inn: Inn) -> None:
    await lead(inn, role=ROLE)
    # The role of everybody calls nobody in particular.
    await lead(inn, role=SERVER)
    await inn.act(MARISOL, RemoveGameMaster(member=MARISOL))
    assert await mentioned(inn, DEACON, Call(None)) == Mentions(roles=(ROLE,))


async def test_who_has_left_the_server_is_not_called(inn: Inn) -> None:
    await lead(inn, WREN)
    await inn.tell("hers", by=WREN)
    await inn.play.left_server(SERVER, WREN)
    assert await mentioned(inn, DEACON, Call(None)) == Mentions((MARISOL,))
    await setting(inn, "game_masters", "all", "last")
    assert await mentioned(inn, DEACON, Call(None)) == Mentions((MARISOL,))


@pytest.mark.parametrize(
    ("key", "value", "called"),
    [
        ("game_masters", "all", Mentions((MARISOL, WREN), (ROLE,))),
        ("game_masters", "digest", NOBODY),
        ("game_masters", "never", NOBODY),
        ("pings", "nobody", NOBODY),
    ],
)
async def test_the_campaign_says_which_of_them_are_called(
    inn: Inn, key: str, value: str, called: Mentions
) -> None:
    await lead(inn, WREN)
    await lead(inn, role=ROLE)
    await setting(inn, key, value, {"game_masters": "last", "pings": "asked"}[key])
    assert await mentioned(inn, DEACON, Call(None)) == called
    # What happens to somebody is theirs to hear, unless nobody is mentioned at all.
    record = await ballot(inn, DEACON)
    others = () if key == "pings" else (DEACON,)
    assert (await mentioned(inn, MARISOL, Sign(record))).others == others


async def test_a_list_of_what_waits_calls_all_who_lead_where_it_stands(inn: Inn) -> None:
    await lead(inn, WREN)
    await setting(inn, "game_masters", "digest", "last")
    await act(inn, DEACON, Call(None))
    await inn.deliver()
    assert await inn.play.post_digests() == 1
    (sent,) = [each for each in await inn.deliver() if each.post is not None]
    assert sent.audience == GAME_MASTER_POST
    assert sent.post is not None
    assert sent.post.mentions == Mentions((MARISOL, WREN))


@pytest.mark.parametrize(
    ("value", "called"), [("last", Mentions((MARISOL, WREN))), ("never", NOBODY), ("digest", NOBODY)]
)
async def test_a_reminder_calls_those_who_lead_as_they_want(inn: Inn, value: str, called: Mentions) -> None:
    await lead(inn, WREN)
    await inn.act(MARISOL, SetPace(rhythm=Rhythm.STEADY))
    if value != "last":
        await setting(inn, "game_masters", value, "last")
    await act(inn, DEACON, Call(None))
    await inn.deliver()
    inn.wait(days=9)
    assert await inn.play.do_due()
    reminders = [
        each.post for each in await inn.deliver() if each.post and each.post.entry.action == "Remind"
    ]
    assert [each.mentions for each in reminders] == [called]


async def test_a_reminder_calls_those_of_them_who_want_to_hear_it_and_for_a_player_none(inn: Inn) -> None:
    await lead(inn, WREN)
    await inn.act(MARISOL, SetPace(rhythm=Rhythm.STEADY))
    await no_pings(inn, WREN)
    await act(inn, DEACON, Call(None))
    await inn.deliver()
    inn.wait(days=9)
    assert await inn.play.do_due()
    (told,) = [each.post for each in await inn.deliver() if each.post and each.post.entry.action == "Remind"]
    assert told.mentions == Mentions((MARISOL,))
    await inn.discover("Mill", asked=DEACON)
    await inn.deliver()
    inn.wait(days=1)
    inn.wait(days=8)
    await inn.play.do_due()
    posted = [each.post for each in await inn.deliver() if each.post and each.post.entry.action == "Remind"]
    of_mill = [each for each in posted if each.subject is not None and each.subject.title == "Mill"]
    assert [each.mentions.people for each in of_mill] == [()]


async def test_a_reminder_for_a_player_calls_no_role_that_leads_either(inn: Inn) -> None:
    await lead(inn, role=ROLE)
    await inn.act(MARISOL, SetPace(rhythm=Rhythm.STEADY))
    await inn.discover("Mill", asked=DEACON)
    await inn.deliver()
    inn.wait(days=9)
    assert await inn.play.do_due()
    reminded = [each.post for each in await inn.deliver() if each.post and each.post.entry.action == "Remind"]
    assert [each.mentions.roles for each in reminded] == [()]


# -- players --------------------------------------------------------------------------------------------


async def test_who_gets_a_step_that_was_anothers_is_called(inn: Inn) -> None:
    record = await ballot(inn, DEACON)
    assert await mentioned(inn, MARISOL, HandOn(record, WREN)) == Mentions((WREN,))
    # Not by themselves, nor who doesn't play.
    assert await mentioned(inn, DEACON, HandOn(record, DEACON)) == NOBODY
    assert await mentioned(inn, DEACON, HandOn(record, STRANGER)) == NOBODY
    await act(inn, STRANGER, JoinCampaign(watching=True))
    await act(inn, DEACON, HandOn(record, WREN))
    assert await mentioned(inn, DEACON, HandOn(record, STRANGER)) == NOBODY
    # An invited person is asked by their invitation alone.
    await act(inn, STRANGER, LeaveCampaign())
    await act(inn, MARISOL, InvitePlayer(STRANGER))
    await act(inn, DEACON, HandOn(record, WREN))
    assert await mentioned(inn, DEACON, HandOn(record, STRANGER)) == NOBODY
    # And by nobody who said never.
    await no_pings(inn, WREN)
    assert await mentioned(inn, DEACON, HandOn(record, WREN)) == NOBODY


async def test_who_acts_for_somebody_away_is_called_in_their_place(inn: Inn) -> None:
    record = await ballot(inn, DEACON)
    await act(inn, WREN, GoAway(proxy=Person(MARISOL)))
    assert await mentioned(inn, DEACON, HandOn(record, WREN)) == Mentions((MARISOL,))


async def test_what_is_handed_to_the_game_masters_calls_one_of_them(inn: Inn) -> None:
    record = await ballot(inn, WREN)
    assert await mentioned(inn, DEACON, HandOn(record, None)) == Mentions((MARISOL,))


async def no_pings(inn: Inn, who: int) -> None:
    request = replace(inn.request(), where=Where.SERVER)
    await inn.play.act(Actor(who), request, SetReminders(mentions=Pings.NEVER))


async def test_to_whom_something_happens_that_they_did_not_do_is_told(inn: Inn) -> None:
    record = await ballot(inn, DEACON)
    assert await mentioned(inn, WREN, Sign(record)) == Mentions(others=(DEACON,))
    assert await mentioned(inn, DEACON, Sign(record)) == NOBODY
    await no_pings(inn, DEACON)
    assert await mentioned(inn, WREN, Sign(record)) == NOBODY


async def test_what_is_done_in_somebodys_name_is_not_told_to_them_as_anothers(inn: Inn) -> None:
    record = await ballot(inn, DEACON)
    await act(inn, DEACON, GoAway(proxy=Person(WREN)))
    entry = (await act(inn, WREN, Vote(record))).public
    assert (entry.entry.on_behalf_of, entry.mentions) == (DEACON, NOBODY)
    # What a game master decides for them is.
    led = (await act(inn, MARISOL, Vote(record))).public
    assert (led.entry.on_behalf_of, led.mentions.others) == (DEACON, (DEACON,))


async def test_of_what_is_whispered_about_somebody_they_are_not_told(inn: Inn) -> None:
    assert await mentioned(inn, MARISOL, Call(DEACON)) == Mentions(others=(DEACON,))
    assert (await act(inn, MARISOL, Call(DEACON, is_whispered=True))).public.mentions == NOBODY


async def handed(inn: Inn, by: int, name: str, to: int) -> Mentions:
    came = await inn.play.hand_over(Actor(by), inn.request(), name, to, frozenset())
    return came.public.mentions


async def test_what_is_handed_over_is_told_to_both_but_for_who_does_it(inn: Inn) -> None:
    await inn.discover("Mill", player=DEACON)
    await inn.discover("Wood")
    await inn.discover("Crypt", is_hidden=True, player=DEACON)
    assert await handed(inn, MARISOL, "Mill", WREN) == Mentions(others=(WREN, DEACON))
    assert await handed(inn, WREN, "Mill", DEACON) == Mentions(others=(DEACON,))
    assert await handed(inn, MARISOL, "Wood", DEACON) == Mentions(others=(DEACON,))
    # What players know nothing of is told to nobody in the open.
    assert await handed(inn, MARISOL, "Crypt", WREN) == NOBODY


async def test_in_the_game_masters_copy_no_player_is_mentioned(inn: Inn) -> None:
    mill = await inn.discover("Mill")
    sent = await posts(inn, await inn.tell("aloud", mill, whispered="aside"))
    assert sent.keys() == {PUBLIC_POST, GAME_MASTER_POST}
    for hidden in (False, True):
        record = await ballot(inn, DEACON, is_hidden=hidden)
        await inn.deliver()
        sent = await posts(inn, (await act(inn, WREN, Sign(record))).public.entry.number)
        assert sent[PUBLIC_POST].mentions == Mentions(others=(DEACON,))
        assert sent[GAME_MASTER_POST].mentions == NOBODY
        sent = await posts(inn, (await act(inn, MARISOL, HandOn(record, WREN))).public.entry.number)
        assert sent[GAME_MASTER_POST].mentions == NOBODY
        assert sent[PUBLIC_POST].mentions == (NOBODY if hidden else Mentions((WREN,)))
    await inn.discover("Crypt", is_hidden=True, player=DEACON)
    await inn.deliver()
    await handed(inn, MARISOL, "Crypt", WREN)
    (secret,) = [each.post for each in await inn.deliver() if each.audience == GAME_MASTER_POST]
    assert secret is not None
    assert secret.mentions == NOBODY


# -- who was away for long --------------------------------------------------------------------------------


async def test_who_did_nothing_for_more_than_a_week_reads_what_happened_meanwhile(inn: Inn) -> None:
    record = await ballot(inn, DEACON)
    await inn.tell("his", by=DEACON)
    inn.wait(days=7)
    assert (await act(inn, WREN, Sign(record))).public.absent == frozenset()
    inn.wait(seconds=1)
    # Wren acted just now, and nobody else is mentioned.
    assert (await act(inn, WREN, Sign(record))).public.absent == {DEACON}
    # Also where nothing is asked of them.
    await inn.discover("Mill", player=DEACON)
    came = await inn.play.hand_over(Actor(MARISOL), inn.request(), "Mill", WREN, frozenset())
    assert (came.public.mentions.others, came.public.absent) == ((WREN, DEACON), frozenset({DEACON}))
    # Or something is that they have still to do.
    other = await inn.discover("Ford", asked=DEACON)
    came = await act(inn, WREN, Tell("somebody wades", other))
    assert (came.public.mentions, came.public.absent) == (NOBODY, frozenset({DEACON}))
    # They are back.
    await inn.tell("his", by=DEACON)
    assert (await act(inn, WREN, Sign(record))).public.absent == frozenset()


async def test_who_plays_no_more_or_acts_themselves_was_not_away(inn: Inn) -> None:
    record = await ballot(inn, DEACON)
    inn.wait(days=8)
    assert (await act(inn, DEACON, Sign(record))).public.absent == frozenset()
    inn.wait(days=8)
    await act(inn, DEACON, LeaveCampaign())
    inn.wait(days=8)
    assert (await act(inn, MARISOL, Sign(record))).public.absent == frozenset()


async def test_in_the_game_masters_copy_nobody_is_said_to_have_been_away(inn: Inn) -> None:
    inn.wait(days=8)
    number = (await act(inn, DEACON, Call(None, is_whispered=True))).public.entry.number
    secret = (await posts(inn, number))[GAME_MASTER_POST]
    assert (secret.mentions, secret.absent) == (Mentions((MARISOL,)), frozenset())
    public = (await act(inn, DEACON, Call(None))).public
    assert (public.mentions, public.absent) == (Mentions((MARISOL,)), frozenset({MARISOL}))

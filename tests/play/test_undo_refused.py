"""What is not taken back, and by whom not; and what becomes of what is."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.engine.settings import ONLY_GAME_MASTERS_UNDO
from bot.engine.system import PlainEvent, RecordId
from bot.errors import NotAllowed, RuleViolation, Stale
from bot.play import Request
from bot.play import undo as undoing
from bot.play.views import Where
from bot.storage import journal
from bot.storage.address import Address
from bot.storage.journal import EntryRow
from bot.systems.table.campaigns.people import JoinCampaign
from bot.systems.table.campaigns.rules import ArchiveCampaign
from bot.systems.table.settings.rules import NameFounders
from tests.play.registry import DEACON, HERE, MARISOL, SECRET, SERVER, WREN, Do, Office, Publish
from tests.refusals import refuses

STRANGER = 8


@pytest.fixture
async def office(sqlite_address: Address) -> AsyncIterator[Office]:
    """A campaign under way."""
    made = Office(sqlite_address)
    await made.begin()
    yield made
    await made.play.database.dispose()


async def _entry(office: Office, number: int) -> EntryRow:
    found = await office.play.database.read(lambda c: journal.entry(c, office.id, number))
    assert found is not None
    return found


# -- who may --------------------------------------------------------------------------------------


async def test_who_is_not_in_the_campaign_learns_nothing_of_it_and_takes_nothing_back(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    await office.act(JoinCampaign(watching=True), STRANGER + 1)
    plan = await office.preview()
    for who in (STRANGER, STRANGER + 1):
        # Who is no player doesn't even learn which entries there are.
        for number in (None, 4, 99):
            with pytest.raises(NotAllowed):
                await office.preview(number, by=who)
        with pytest.raises(NotAllowed):
            await office.press(plan, by=who)
    # Whoever runs the server runs no campaign by that.
    with pytest.raises(NotAllowed):
        await office.preview(by=STRANGER, manages_server=True)
    assert not (await office.record(thing)).is_archived


async def test_what_the_server_settled_only_who_manages_it_takes_back(office: Office) -> None:
    play, admin = office.play, Actor(STRANGER, manages_server=True)

    def request() -> Request:
        return Request(office.request().interaction, SERVER, 77, where=Where.SERVER)

    await play.act(admin, request(), NameFounders(5))
    await play.act(admin, request(), NameFounders(6))
    for who in (Actor(STRANGER), Actor(MARISOL)):
        with pytest.raises(NotAllowed):
            await play.preview_undo(who, request(), None)
    # It has no game master, and needs none.
    other = Actor(STRANGER + 1, manages_server=True)
    plan = await play.preview_undo(other, request(), 2)
    again = (plan.entry.campaign, 2, 2)
    with pytest.raises(NotAllowed):
        await play.undo(Actor(STRANGER), request(), *again)
    await play.undo(other, request(), *again)
    assert (await play.look(admin, request())).campaign.settings == {"table.founders_role": "5"}


async def test_a_player_takes_back_only_what_they_did_last(office: Office) -> None:
    first = await office.open("matter", "Keys", by=DEACON)
    second = await office.change(first, by=DEACON, name="Key")
    wrens = await office.open("matter", "Rope", by=WREN)
    with refuses("undo.for_game_master", error=NotAllowed) as caught:
        await office.preview(4, by=DEACON)
    assert "#4: players can only undo the last thing they did." in str(caught.value)
    with refuses("undo.for_game_master", error=NotAllowed):
        await office.preview(6, by=DEACON)
    # Without a number it is their own; a game master's is anybody's.
    assert (await office.preview(by=DEACON)).entry.number == second
    assert (await office.preview()).entry.number == 6
    await office.undo(by=DEACON)
    assert (await office.state(first)).name == "Keys"
    assert (await office.state(wrens)).name == "Rope"
    # The undo itself is nothing that they did: before it came the other one.
    assert (await office.preview(by=DEACON)).entry.number == 4
    # Of what was redone likewise the newest undo counts.
    assert (await office.preview(by=DEACON, redo=True)).entry.number == 7


async def test_who_did_nothing_has_nothing_to_take_back_or_to_bring_back(office: Office) -> None:
    await _amend(office, players=(DEACON, WREN, STRANGER))
    for _ in range(2):
        with refuses("undo.nothing"):
            await office.preview(by=STRANGER)
        # What changed nothing is nothing to take back.
        await office.act(Do(words="said"), STRANGER)
    for who in (STRANGER, MARISOL):
        with refuses("redo.nothing"):
            await office.preview(by=who, redo=True)


async def _amend(office: Office, by: int = MARISOL, **put: Any) -> int:
    """Change the campaign itself."""
    return await office.change(None, by=by, also={RecordId(office.id): put})


@pytest.mark.parametrize(
    ("why", "done"),
    [
        ("it rolled dice", {"rolls": True}),
        ("it rolled dice", {"rolls": True, "secretly": True}),
        ("it showed a secret", {"whispered": "psst"}),
    ],
)
async def test_what_was_drawn_or_whispered_only_a_game_master_takes_back(
    office: Office, why: str, done: dict[str, Any]
) -> None:
    thing = await office.open("matter", "Keys")
    number = await office.change(thing, by=DEACON, name="Key", **done)
    with refuses("undo.for_game_master", error=NotAllowed) as caught:
        await office.preview(by=DEACON)
    assert why in str(caught.value)
    assert (await office.undo()).undone == (number,)
    assert (await office.state(thing)).name == "Keys"


async def test_where_undoing_is_left_to_game_masters_no_player_does_it(office: Office) -> None:
    thing = await office.open("matter", "Keys", by=DEACON)
    await _amend(office, settings={ONLY_GAME_MASTERS_UNDO.key: ONLY_GAME_MASTERS_UNDO.value})
    with refuses("undo.for_game_master", error=NotAllowed) as caught:
        await office.preview(4, by=DEACON)
    assert "this campaign leaves undoing to them" in str(caught.value)
    await office.undo(4)
    assert (await office.record(thing)).is_archived


@pytest.mark.parametrize(
    ("put", "is_kept"),
    [
        ({"channels": (HERE, 31)}, True),
        # In another order it is the same people.
        ({"game_masters": (WREN, MARISOL)}, True),
        ({"game_masters": (MARISOL,)}, False),
        ({"game_master_roles": (41,)}, False),
    ],
)
async def test_who_leads_is_changed_by_no_players_undo(
    office: Office, put: dict[str, Any], is_kept: bool
) -> None:
    await _amend(office, game_masters=(MARISOL, WREN), game_master_roles=(40,))
    done = await _amend(office, DEACON, **put)
    if is_kept:
        assert (await office.preview(by=DEACON)).undone == (done,)
        return
    with refuses("undo.for_game_master", error=NotAllowed) as caught:
        await office.preview(by=DEACON)
    assert "it changed who runs the campaign" in str(caught.value)


async def test_what_somebody_built_on_only_a_game_master_takes_back(office: Office) -> None:
    thing = await office.open("matter", "Keys", by=DEACON)
    await office.change(thing, by=WREN, name="Key")
    with refuses("undo.for_game_master", error=NotAllowed) as caught:
        await office.preview(by=DEACON)
    assert "somebody has built on it since" in str(caught.value)
    assert (await office.preview(4)).undone == (4, 5)


# -- what is not taken back -----------------------------------------------------------------------


async def test_what_cannot_be_taken_back_is_refused_with_its_reason(office: Office) -> None:
    leader = Actor(MARISOL)
    thing = await office.open("matter", "Keys", rolls=True, secretly=True)
    await office.act(Do(words="said"))
    await office.act(Publish(thing))
    await office.play.end_chapter(leader, office.request(), chapter=1, drawn=0)
    await office.play.reveal_secret(leader, office.request(), chapter=1)
    for number, code in (
        (99, "entry.unknown"),
        (1, "undo.first_entry"),
        (5, "undo.changed_nothing"),
        (6, "undo.known"),
        (7, "undo.published"),
        (8, "undo.published"),
    ):
        with refuses(code) as caught:
            await office.preview(number)
        assert f"#{number}" in str(caught.value)
    with refuses("entry.unknown") as unknown:
        await office.preview(99, redo=True)
    assert "The newest is #8" in str(unknown.value)
    with refuses("redo.no_undo"):
        await office.preview(4, redo=True)


async def test_what_was_taken_back_or_brought_back_is_not_taken_back_itself(office: Office) -> None:
    await office.open("matter", "Keys")
    await office.undo()
    with refuses("undo.already") as caught:
        await office.preview(4)
    assert "by #5" in str(caught.value)
    await office.undo(redo=True)
    # It stands again as it did, and is undone as it was.
    with refuses("undo.brought_back") as back:
        await office.preview(6)
    assert "what #5 had undone" in str(back.value)
    with refuses("undo.already"):
        await office.preview(5, redo=True)
    assert (await office.preview(4)).undone == (4,)


async def test_more_than_so_many_entries_are_not_taken_back_at_once(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undoing, "MOST_ENTRIES", 3)
    thing = await office.open("matter", "Keys")
    for _ in range(2):
        await office.change(thing)
    assert (await office.preview(4)).undone == (4, 5, 6)
    await office.change(thing)
    with refuses("undo.too_many") as caught:
        await office.preview(4)
    assert "#4: more than 3 entries" in str(caught.value)
    assert (await office.preview(5)).undone == (5, 6, 7)


async def test_what_followed_from_what_followed_goes_along(office: Office) -> None:
    first, second = await office.open("matter", "Keys"), await office.open("matter", "Rope")
    apart = await office.open("matter", "Lamp")
    changed = await office.change(first, name="Key")
    both = await office.change(first, also={second: {"name": "Ropes"}})
    followed = await office.change(second, name="Cord")
    alone = await office.change(apart, name="Lamps")
    plan = await office.undo(changed)
    assert plan.undone == (changed, both, followed)
    assert plan.goes_back
    names = [(await office.state(each)).name for each in (first, second, apart)]
    assert names == ["Keys", "Rope", "Lamps"]
    assert not (await office.preview(alone)).goes_back


async def test_nobody_has_two_by_an_undo_where_one_is_all_they_may_have(office: Office) -> None:
    async def see(number: int, *, is_refused: bool) -> None:
        if is_refused:
            with pytest.raises(RuleViolation, match="One matter each"):
                await office.preview(number)
        else:
            assert (await office.preview(number)).undone == (number,)

    theirs = await office.open("matter", "Keys", player=DEACON)
    archived = await office.change(theirs, archive=True)
    await see(archived, is_refused=False)
    other = await office.open("matter", "Rope", player=DEACON)
    # It would be in play again.
    await see(archived, is_refused=True)
    given = await office.change(other, player=WREN)
    await see(archived, is_refused=False)
    third = await office.open("matter", "Lamp", player=DEACON)
    # It would be Deacon's again.
    await see(given, is_refused=True)
    # What goes out of play, or to nobody, is no one too many.
    fourth = await office.open("matter", "Wall")
    await see(await office.change(fourth, player=DEACON), is_refused=False)
    await see(await office.change(theirs, restore=True), is_refused=False)
    # Nor is what was theirs all the time, however many those are.
    await see(await office.change(third, name="Lamps"), is_refused=False)
    fifth = await office.act(Do("matter", put={"name": "Bell", "player": DEACON}))
    await see(fifth.public.entry.number, is_refused=False)
    # Whatever else goes with it.
    box = (await office.act(Do("matter", put={"name": "Box"}))).private
    assert box.subject is not None
    await office.change(box.subject.id, also={third: {"player": WREN}})
    await see(box.entry.number, is_refused=True)


async def test_what_its_player_gave_away_they_take_back(office: Office) -> None:
    thing = await office.open("card", "Keys", player=DEACON)
    await office.play.hand_over(Actor(DEACON), office.request(), thing, WREN, frozenset())
    await office.undo(by=DEACON)
    assert (await office.state(thing)).player == DEACON


async def test_undoing_leaves_no_campaign_without_a_leader_or_with_its_secrets_read(office: Office) -> None:
    named = await _amend(office, game_master_channel=None)
    await _amend(office, channels=(HERE, SECRET))
    with refuses("undo.would_be_read") as caught:
        await office.preview(named)
    assert f"<#{SECRET}>" in str(caught.value)
    # Where none is put back, nobody reads it.
    assert (await office.preview()).undone == (5,)


# -- what becomes of it ---------------------------------------------------------------------------


async def test_what_came_since_its_preview_is_not_taken_back_unseen(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    plan = await office.preview(await office.change(thing, name="Key"))
    later = await office.change(thing, name="Keychain")
    with refuses("undo.came_since", error=Stale) as caught:
        await office.press(plan)
    assert f"entry #{later} has" in str(caught.value)
    assert (await office.state(thing)).name == "Keychain"


async def test_what_came_since_is_named_though_it_took_back_the_newest(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    first, second = await office.change(thing, name="Key"), await office.change(thing, name="Keychain")
    plan, other = await office.preview(first), await office.preview(second)
    await office.press(other)
    with refuses("undo.came_since", error=Stale) as caught:
        await office.press(plan)
    assert f"entry #{second + 1} has" in str(caught.value)
    assert (await office.state(thing)).name == "Key"


async def test_pressed_twice_it_is_taken_back_once(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    plan = await office.preview(await office.change(thing, name="Key"))
    request, again = office.request(), (plan.entry.campaign, plan.entry.number, plan.undone[-1])
    first = await office.play.undo(Actor(MARISOL), request, *again)
    second = await office.play.undo(Actor(MARISOL), request, *again)
    assert (first.is_repeat, second.is_repeat) == (False, True)
    assert second.public.entry.number == first.public.entry.number
    with refuses("undo.already"):
        await office.press(plan)


async def test_in_an_archived_campaign_only_its_archiving_is_taken_back(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    await office.act(ArchiveCampaign())
    with refuses("campaign.archived"):
        await office.press(await office.preview(4))
    assert not (await office.record(thing)).is_archived
    await office.undo(5)
    await office.undo(4)
    assert (await office.record(thing)).is_archived


async def test_what_is_taken_back_and_brought_back_is_kept_with_whose_it_was_and_why(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    first = await office.change(thing, by=DEACON, name="Key")
    second = await office.change(thing, by=WREN, name="Keychain")
    before = await office.record(thing)

    told = await office.press(await office.preview(first), reason="A slip")

    entry = await _entry(office, 7)
    assert (entry.action, entry.system, entry.subject_id) == ("Undo", "table", thing)
    assert (json.loads(entry.input), entry.undoes, entry.reason) == ({"entry": first}, "[5,6]", "A slip")
    assert [(await _entry(office, each)).undone_by for each in (4, first, second)] == [None, 7, 7]
    (event,) = told.public.entry.events
    assert event == PlainEvent(
        "Undone",
        {
            "entries": [first, second],
            "again": [],
            "told": "said",
            "who": [DEACON, WREN],
            "is_redo": False,
            "reason": "A slip",
            "opened": [],
            "hidden": [],
            "stands": [],
            "differences": [["Keychain", "name", "Keychain", "Keys", False, False]],
        },
    )
    assert await office.record(thing) == replace(
        before, state=replace(before.state, name="Keys"), version=before.version + 1
    )

    back = await office.undo(redo=True)
    assert (back.is_redo, back.undone) == (True, (7,))
    entry = await _entry(office, 8)
    assert (entry.action, entry.undoes, entry.reason) == ("Redo", "[7]", None)
    assert [(await _entry(office, each)).undone_by for each in (first, second, 7)] == [None, None, 8]
    assert await office.record(thing) == replace(before, version=before.version + 2)


async def test_what_was_opened_goes_out_of_play_and_comes_back(office: Office) -> None:
    thing = await office.open("matter", "Keys", rolls=True)
    opened = await office.record(thing)
    await office.undo()
    gone = replace(opened, is_archived=True, version=opened.version + 1, rolled_back=4)
    assert await office.record(thing) == gone
    await office.undo(redo=True)
    assert await office.record(thing) == replace(opened, version=opened.version + 2)


async def test_dice_are_said_to_be_rolled_again_after_the_newest_that_were_taken_back(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    first = await office.change(thing, rolls=True, secretly=True)
    second = await office.change(thing, rolls=True)
    await office.change(thing, name="Key")
    await office.undo(first)
    assert (await office.record(thing)).rolled_back == second
    # What takes back no dice leaves that as it is.
    await office.undo(await office.change(thing, name="Keychain"))
    assert (await office.record(thing)).rolled_back == second
    again = await office.act(Do(thing=thing, rolls=True))
    assert (await office.record(thing)).rolled_back is None
    assert again.public.entry.events[-1] == PlainEvent("RolledAgain", {"undone": [second]})


async def test_a_redo_is_refused_for_what_stands_and_not_for_what_came_to_nothing(office: Office) -> None:
    thing = await office.open("matter", "Keys")
    await office.undo(await office.change(thing, name="Key"))
    # It came and went again.
    await office.undo(await office.change(thing, name="Lock"))
    assert (await office.preview(6, redo=True)).undone == (6,)
    bolt = await office.change(thing, name="Bolt")
    with refuses("redo.touched_since") as caught:
        await office.preview(6, redo=True)
    assert f"#6 can't be redone: entry #{bolt} has" in str(caught.value)
    # What took back also what the undo left came to something.
    await office.undo(4)
    with refuses("redo.touched_since") as caught:
        await office.preview(6, redo=True)
    assert f"entry #{bolt + 1} has" in str(caught.value)


async def test_what_is_taken_back_or_stands_again_is_redrawn_where_it_is_told(office: Office) -> None:
    thing, other = await office.open("matter", "Keys"), await office.open("matter", "Rope")
    renamed = await office.change(thing, name="Key")
    await office.change(other, name="Ropes")
    messages = {row.entry: row.message_id for row in await office.settle()}
    for is_redo in (False, True):
        await office.undo(None if is_redo else renamed, redo=is_redo)
        asked = {row.message_id for row in await office.asked() if row.kind == "refresh"}
        assert messages[renamed] in asked
        assert messages[5] not in asked
        messages |= {row.entry: row.message_id for row in await office.settle()}

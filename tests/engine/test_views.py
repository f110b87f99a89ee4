"""What a view says of itself: what is first on a board, how long something waits, and who did an entry."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.engine.people import GAME_MASTER, PUBLIC, Viewer
from bot.engine.readers import Reader, names
from bot.engine.system import PlainEvent, RecordId
from bot.engine.views import CampaignView, Glance, InPlay, Link, RecordView, Waiting
from bot.play.views import EVERY_ENTRY, Entry, Filter, Mentions, Post, Request
from bot.storage.journal import HOUSE
from tests.systems.table.scenes import CAMPAIGN, DEACON, MARISOL, WREN

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
CARD = Link(1, 2, 3)


def view(name: str, owner: int | None = None, kind: str = "place") -> RecordView:
    return RecordView(RecordId(name), "chronicle", kind, name, None, 1, owner)


def waiting(since: float, due: float | None = None, link: Link | None = None) -> Waiting:
    """A step that waits for so many hours, and has to be done in so many."""
    deadline = None if due is None else NOON + timedelta(hours=due)
    return Waiting(view("x"), "say", "Say *something*", DEACON, NOON - timedelta(hours=since), link, deadline)


def titles(found: tuple[InPlay, ...]) -> list[str]:
    return [each.record.title for each in found]


def test_what_is_due_comes_first_then_what_waits_longest_then_what_waits_for_nobody() -> None:
    glance = Glance(
        NOON,
        (
            InPlay(view("quiet")),
            InPlay(view("new"), waits=(waiting(5),)),
            InPlay(view("somebody", DEACON), is_person=True),
            InPlay(view("old"), waits=(waiting(2), waiting(9))),
            InPlay(view("later"), waits=(waiting(20, due=5),)),
            InPlay(view("soon"), waits=(waiting(1, due=7), waiting(1), waiting(1, due=2))),
        ),
    )
    assert titles(glance.scenes) == ["soon", "later", "old", "new", "quiet"]
    assert titles(glance.people) == ["somebody"]


def test_who_is_somebodys_stands_before_who_is_nobodys() -> None:
    people = (("Duke", None), ("Evander", DEACON), ("Crow", None), ("Ysolde", WREN))
    glance = Glance(NOON, tuple(InPlay(view(name, owner), is_person=True) for name, owner in people))
    assert titles(glance.people) == ["Evander", "Ysolde", "Duke", "Crow"]
    assert glance.scenes == ()


def test_due_is_the_first_of_its_deadlines() -> None:
    assert InPlay(view("x"), waits=(waiting(1, 7), waiting(1), waiting(1, 2))).due == NOON + timedelta(
        hours=2
    )
    assert InPlay(view("x"), waits=(waiting(1),)).due is None
    assert InPlay(view("x")).due is None


def test_what_waits_says_since_when_until_when_and_where() -> None:
    at = int(NOON.timestamp())
    assert waiting(1).when == f"<t:{at - 3600}:R>"
    assert waiting(1, 2).when == f"<t:{at - 3600}:R> · ⏳ <t:{at + 7200}:R>"
    bare, linked = waiting(1).linked(), waiting(1, link=CARD).linked()
    assert "https" not in bare
    assert linked == f"[{bare}](https://discord.com/channels/1/2/3)"
    # No mark of the label draws anything.
    assert "\\*something\\*" in bare
    assert len(waiting(1).linked(5)) < len(bare)


def test_a_record_is_titled_with_where_its_card_is() -> None:
    assert InPlay(view("Old *mill*")).titled() == "Old \\*mill\\*"
    assert InPlay(view("Old *mill*"), link=CARD).titled() == f"[Old \\*mill\\*]({CARD.url})"
    assert len(InPlay(view("m" * 90)).titled()) <= 61


def test_a_look_has_its_records_by_their_kind() -> None:
    found = {each.id: each for each in (view("a"), view("b", kind="hero"), view("c"))}
    seen = CampaignView(CAMPAIGN, RecordId("ashes"), PUBLIC, found)
    assert [each.id for each in seen.all("place")] == ["a", "c"]


# -- entries ----------------------------------------------------------------------------------------


def entry(actor: int = MARISOL, on_behalf_of: int | None = None, *events: Any) -> Entry:
    return Entry(RecordId("ashes"), 1, NOON, actor, 2, "table", "Act", events, (), on_behalf_of=on_behalf_of)


STOOD_IN = PlainEvent("StandsIn", {"by": MARISOL, "who": DEACON})
OTHER = PlainEvent("CameBack", {"who": MARISOL})


@pytest.mark.parametrize(
    ("actor", "on_behalf_of", "events", "doer", "acted_for"),
    [
        (MARISOL, None, (OTHER,), MARISOL, None),
        (MARISOL, DEACON, (OTHER, "paid"), MARISOL, DEACON),
        # Told by its own line.
        (MARISOL, DEACON, (OTHER, STOOD_IN), MARISOL, None),
        (HOUSE, DEACON, (OTHER,), DEACON, None),
        (HOUSE, None, (OTHER,), None, None),
    ],
)
def test_what_is_done_for_somebody_is_told_once(
    actor: int, on_behalf_of: int | None, events: tuple[Any, ...], doer: int | None, acted_for: int | None
) -> None:
    found = entry(actor, on_behalf_of, *events)
    assert (found.doer, found.acted_for) == (doer, acted_for)


def test_who_acted_is_told_only_to_who_may_see_something_of_it() -> None:
    assert entry(MARISOL, None, OTHER).known_actor == MARISOL
    assert entry(MARISOL).known_actor is None
    assert entry(HOUSE, DEACON, OTHER).known_actor is None


def test_an_entrys_event_is_found_by_its_class() -> None:
    assert entry(MARISOL, None, "paid", STOOD_IN, OTHER).event(PlainEvent) is STOOD_IN
    assert entry(MARISOL, None, "paid").event(PlainEvent) is None


def test_only_the_game_masters_copy_is_secret() -> None:
    def post(viewer: Viewer) -> Post:
        return Post(CAMPAIGN, viewer, entry(), None, {}, "", mentions=Mentions())

    assert [post(each).is_secret for each in (GAME_MASTER, PUBLIC, Viewer(DEACON))] == [True, False, False]


def test_a_filter_is_open_where_it_asks_for_nothing() -> None:
    assert EVERY_ENTRY.is_open
    assert Filter().is_open
    assert not Filter(player=DEACON).is_open


def test_a_threads_campaign_may_be_its_parents() -> None:
    assert Request(1, 2, 3).places == (3,)
    assert Request(1, 2, 3, parent=4).places == (3, 4)


# -- who reads a channel ------------------------------------------------------------------------------


def test_readers_are_called_by_a_name_that_calls_nobody() -> None:
    readers = (
        Reader(1, "@everyone", is_role=True, is_everyone=True),
        Reader(2, "Guests", is_role=True),
        Reader(3, "*Wren*"),
    )
    assert names(readers) == "everybody on this server, the role Guests and \\*Wren\\*"
    # As much of it as a line has room for.
    assert len(Reader(3, "m" * 61).said) == 60
    assert Reader(3, "m" * 60).said == "m" * 60

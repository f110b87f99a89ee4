"""A live card goes on from entry to entry; it is posted anew only to mention somebody, or out of sight."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
import sqlalchemy as sa

from bot.engine.people import Actor
from bot.engine.record import RecordId
from bot.play import Due, Pressed
from bot.storage.models import messages, outbox, waiting
from bot.storage.outbox import message, remember
from bot.systems.table.dice.rules import RollDice
from bot.systems.table.settings.rules import PINGS, ChangeSetting
from tests.deliveries import Scene, live, lose_marks, restarted, scene, slowed
from tests.faults import CALLBACK, EDIT, HISTORY
from tests.harness.inputs import components
from tests.harness.raw import Delivered
from tests.harness.world import Channel, Json, Person
from tests.stages import Stage
from tests.systems.second_kingdom.attack_playbook import BLOCK, OPEN, armed, step, until

__all__ = ["scene"]

# The choices of an attack by their steps.
ROLL, ASSIGN, DEFEND = ("roll", "roll"), ("assign", "assign0"), ("defend", "defend")
VETO = ("assign", "veto")


@dataclass
class Duel:
    """An attack of Deacon's hero on Wren's, on its live card."""

    scene: Scene
    attack: str
    # Whose it is, by name.
    hero: str
    before: int = 0

    @property
    def stage(self) -> Stage:
        """Where it is played."""
        return self.scene.stage

    @property
    def cards(self) -> list[Json]:
        """The messages with its buttons."""
        every = self.stage.server.messages.kept.values()
        return [
            each
            for each in live(list(every))
            if self.attack in str(each["components"]) and not each["flags"] & 64
        ]

    @property
    def card(self) -> Json:
        """The only one."""
        (card,) = self.cards
        return card

    @property
    def posts(self) -> list[Json]:
        """What was posted since it began."""
        return self.scene.calls("POST")[self.before :]

    @property
    def said(self) -> str:
        """What that says."""
        return said(self.card)

    async def payload(
        self, way: tuple[str, str], by: Person, *, on_card: bool = True, channel: Channel | None = None
    ) -> Json:
        """A press on the card, or on a panel that only that person sees."""
        step, choice = way
        wanted = sa.select(waiting.c.revision).where(
            waiting.c.record_id == self.attack, waiting.c.step == step
        )
        revision = await self.stage.bot.database.read(lambda connection: connection.scalar(wanted))
        custom_id = "|".join(("do", self.attack, step, str(revision), choice))
        # What is chosen in a panel stands on no card.
        on_card = on_card and any(custom_id in str(card["components"]) for card in self.cards)
        payload = self.stage.say.press(custom_id, self.card if on_card else None, user=by, channel=channel)
        if not on_card:
            payload["message"]["flags"] = 64
        return payload

    async def press(self, way: tuple[str, str], by: Person, *, on_card: bool = True) -> Delivered:
        """Press, and wait for what comes of it."""
        came = await self.stage.feeder.deliver(await self.payload(way, by, on_card=on_card))
        await self.stage.settle()
        return came

    async def behind(self, way: tuple[str, str], by: Person) -> None:
        """Do it past Discord: no handler shows it."""
        payload = await self.payload(way, by, on_card=False)
        _, record, step, revision, choice = payload["data"]["custom_id"].split("|")
        pressed = Pressed(RecordId(record), step, int(revision), choice)
        await self.stage.bot.play.press(Actor(by.id), self.stage.request(int(payload["id"])), pressed)

    async def bury(self, deep: int) -> None:
        """Other messages come after it."""
        for _ in range(deep):
            await self.scene.behind(RollDice("1d6"))
        await self.stage.settle()


@pytest.fixture
async def duel(scene: Scene) -> AsyncIterator[Duel]:
    """An attack that waits for its dice; whatever comes: at most one card, and each entry told once."""
    stage = scene.stage
    options = await armed(stage, OPEN)
    await stage.do("sk attack", by=stage.deacon, **options)
    await stage.settle()
    custom_id, _ = stage.button("Requirement met: roll 3d10")
    # What prepared it was posted before.
    yield Duel(scene, custom_id.split("|")[1], options["hero"], len(scene.calls("POST")))
    assert await stage.live_twice() == []
    assert await stage.told_wrongly() == []


def said(message: Json) -> str:
    """All that a message says."""
    (embed,) = message["embeds"]
    fields = (f"{each['name']}\n{each['value']}" for each in embed.get("fields", ()))
    return "\n".join([embed.get("title", ""), embed.get("description", ""), *fields])


def private(came: Delivered) -> str:
    """What somebody alone is told."""
    assert came.answer.data["flags"] == 64
    return said(came.answer.data)


# -- where it is told ---------------------------------------------------------------------------------


async def test_a_press_on_the_card_redraws_it_as_its_answer(duel: Duel) -> None:
    card, posted = duel.card, len(duel.scene.messages())

    came = await duel.press(ROLL, duel.stage.deacon)

    assert came.answer.payload["type"] == 7
    assert (duel.card["id"], len(duel.scene.messages())) == (card["id"], posted)
    assert "Attack dice" in duel.said
    # What it shows anyway is not said again.
    assert "Before that" not in duel.said
    assert (duel.scene.edits(duel.card), duel.posts) == ([], [])


async def test_who_acts_elsewhere_is_told_so_alone_with_a_link_to_the_card(duel: Duel) -> None:
    card = duel.card

    came = await duel.press(ROLL, duel.stage.deacon, on_card=False)

    assert "Attack by Name 1 on Name 2" in private(came)
    assert f"/{card['id']})" in private(came)
    assert duel.card["id"] == card["id"]
    assert "Attack dice" in duel.said
    assert len(duel.scene.edits(duel.card)) == 1


async def test_who_is_asked_next_is_mentioned_once_by_a_new_card(duel: Duel) -> None:
    stage, first = duel.stage, duel.card
    await duel.press(ROLL, stage.deacon)
    await duel.press(ASSIGN, stage.deacon, on_card=False)
    second = duel.card
    await duel.press(DEFEND, stage.wren)

    assert [each["id"] for each in second["mentions"]] == [str(stage.wren.id)]
    assert "Defense dice" in duel.said
    assert duel.card["id"] == second["id"] != first["id"]
    old = stage.server.messages.get(int(first["id"]))
    assert old["components"] == []
    assert f"/{second['id']})" in said(old)
    wren = [m for m in duel.scene.messages() if str(stage.wren.id) in str(m["mentions"])]
    assert wren == [stage.server.messages.get(int(second["id"]))]


async def test_where_nobody_is_mentioned_an_attack_is_one_card(duel: Duel) -> None:
    stage, first = duel.stage, duel.card
    await duel.scene.behind(ChangeSetting(PINGS.key, "nobody", PINGS.default))
    for way, by in ((ROLL, stage.deacon), (ASSIGN, stage.deacon), (DEFEND, stage.wren)):
        await duel.press(way, by)

    assert duel.card["id"] == first["id"]
    assert "Before that" not in duel.said


async def test_only_the_few_entries_before_stand_on_it(duel: Duel) -> None:
    stage = duel.stage
    await duel.scene.behind(ChangeSetting(PINGS.key, "nobody", PINGS.default))
    for _ in range(2):
        await duel.press(ROLL, stage.deacon)
        await take(duel, "undo")
    await duel.press(ROLL, stage.deacon)

    before = duel.said.rpartition("Before that")[2]
    assert before.count("\n#") == 3
    assert before.count("undoes #") == 2
    # The first roll was undone, too; what stands is on the card itself.
    assert before.count("~~") == 2


async def test_an_attack_that_is_over_is_told_by_its_card(duel: Duel) -> None:
    card = duel.card
    await duel.press(ROLL, duel.stage.deacon)
    payload = await duel.payload(VETO, duel.stage.gm)
    form = payload["data"]["custom_id"].replace("do|", "tell|", 1)
    reason = {"reason": "Out of reach"}
    await duel.stage.feeder.deliver(
        duel.stage.say.modal_submit(form, reason, payload["message"], user=duel.stage.gm)
    )
    await duel.stage.settle()

    assert duel.cards == []
    assert "Out of reach" in said(duel.stage.server.messages.get(int(card["id"])))


async def test_a_press_in_another_channel_posts_there(duel: Duel) -> None:
    stage, card = duel.stage, duel.card
    thread = stage.world.channels[3]
    payload = await duel.payload(ROLL, stage.deacon, on_card=False, channel=thread)
    await stage.feeder.deliver(payload)
    await stage.settle()

    assert duel.card["channel_id"] == str(thread.id)
    assert stage.server.messages.get(int(card["id"]))["components"] == []


# -- out of sight, gone -------------------------------------------------------------------------------


@pytest.mark.parametrize(("deep", "moves"), [(10, False), (11, True)])
async def test_with_more_than_ten_messages_after_it_a_card_is_posted_anew(
    duel: Duel, deep: int, moves: bool
) -> None:
    card = duel.card
    await duel.bury(deep)
    asked = duel.scene.faults.count(HISTORY)
    await duel.press(ROLL, duel.stage.deacon, on_card=False)

    assert asked.met == 1
    assert (duel.card["id"] != card["id"]) == moves
    assert "Attack dice" in duel.said
    old = duel.stage.server.messages.get(int(card["id"]))
    assert (f"/{duel.card['id']})" in said(old)) == moves


async def test_a_card_that_is_pressed_is_in_sight_however_deep(duel: Duel) -> None:
    card = duel.card
    await duel.bury(30)
    asked = duel.scene.faults.count(HISTORY)
    await duel.press(ROLL, duel.stage.deacon)

    assert duel.card["id"] == card["id"]
    assert asked.met == 0


async def test_where_the_channel_may_not_be_read_a_card_counts_as_in_sight(duel: Duel) -> None:
    card = duel.card
    await duel.bury(30)
    duel.scene.faults.refuse(HISTORY, 403, 50001)
    await duel.press(ROLL, duel.stage.deacon, on_card=False)

    assert duel.card["id"] == card["id"]
    assert "Attack dice" in duel.said


async def test_the_channel_is_asked_once_for_a_backlog(duel: Duel) -> None:
    await duel.bury(30)
    asked = duel.scene.faults.count(HISTORY)
    await duel.scene.behind(ChangeSetting(PINGS.key, "nobody", PINGS.default))
    for way, by in ((ROLL, duel.stage.deacon), (ASSIGN, duel.stage.deacon), (DEFEND, duel.stage.wren)):
        await duel.behind(way, by)
    await duel.stage.settle()

    # Once more when the rest moves on to the card posted anew.
    assert asked.met == 2
    assert "Defense dice" in duel.said


async def test_a_card_deleted_by_hand_is_posted_anew(duel: Duel) -> None:
    card = duel.card
    duel.stage.server.messages.delete(int(card["id"]))
    await duel.behind(ROLL, duel.stage.deacon)
    await duel.stage.settle()

    assert duel.card["id"] != card["id"]
    assert "Attack dice" in duel.said


@pytest.mark.parametrize("on_card", [True, False])
async def test_a_card_that_will_not_be_edited_is_posted_anew(duel: Duel, on_card: bool) -> None:
    card = duel.card
    duel.scene.faults.refuse(EDIT, 429, 30046, times=1)
    duel.scene.faults.refuse(CALLBACK, 503, 0)
    await duel.press(ROLL, duel.stage.deacon, on_card=on_card)

    assert duel.card["id"] != card["id"]
    assert "Attack dice" in duel.said


# -- whatever becomes of an answer, an edit, or the process ----------------------------------------------


@pytest.mark.parametrize("is_after", [False, True])
async def test_an_answer_that_fails_leaves_the_card_to_the_outbox(duel: Duel, is_after: bool) -> None:
    duel.scene.faults.cut(CALLBACK, is_after=is_after, times=2)
    await duel.press(ROLL, duel.stage.deacon)

    assert "Attack dice" in duel.said
    assert duel.posts == []


@pytest.mark.hurried
async def test_a_late_answer_edits_the_card(duel: Duel) -> None:
    play = duel.stage.bot.play
    play.press = slowed(play.press, 1.2)  # type: ignore[method-assign, assignment]
    came = await duel.press(ROLL, duel.stage.deacon)

    assert came.answer.payload["type"] == 6
    assert "Attack dice" in duel.said
    assert (duel.scene.edits(duel.card), duel.posts) == ([], [])


async def test_the_same_press_once_more_changes_nothing(duel: Duel) -> None:
    payload = await duel.payload(ROLL, duel.stage.deacon)
    await duel.stage.feeder.deliver(payload)
    await duel.stage.settle()
    before = duel.said
    async with restarted(duel.scene) as feeder:
        (entry,) = await duel.stage.of(payload)
        await feeder.deliver(payload)

        assert await duel.stage.of(payload) == [entry]
        assert duel.said == before
        assert duel.posts == []


async def test_the_same_press_five_times_at_once_is_told_once(duel: Duel) -> None:
    payload = await duel.payload(ROLL, duel.stage.deacon)
    came = await duel.stage.feeder.deliver(payload, times=5)
    await duel.stage.settle()

    assert came.answer.payload["type"] == 7
    assert duel.posts == []


@pytest.mark.parametrize("is_shown", [True, False], ids=["edited", "not-edited"])
async def test_killed_between_the_deed_and_the_card_it_is_drawn_after_the_restart(
    duel: Duel, is_shown: bool
) -> None:
    card = duel.card
    lose_marks(duel.scene)
    if is_shown:
        await duel.press(ROLL, duel.stage.deacon)
    else:
        duel.stage.bot.delivery._is_stopping = True
        await duel.behind(ROLL, duel.stage.deacon)
    async with restarted(duel.scene):
        assert duel.card["id"] == card["id"]
        assert "Attack dice" in duel.said
        assert duel.posts == []


async def test_a_card_posted_anew_before_a_kill_is_found(duel: Duel) -> None:
    await duel.bury(11)
    lose_marks(duel.scene)
    await duel.press(ROLL, duel.stage.deacon, on_card=False)
    posted = len(duel.posts)

    async with restarted(duel.scene):
        duel.stage.server.messages._nonces.clear()
        assert len(duel.posts) == posted
        assert "Attack dice" in duel.said


class Gate:
    """Requests that match wait at it."""

    def __init__(self, stage: Stage, method: str, part: str) -> None:
        self.open, self.reached = asyncio.Event(), asyncio.Event()
        http = stage.bot.http
        request = http.request

        async def gated(route: Any, **sent: Any) -> Any:
            if route.method == method and part in route.url and not self.open.is_set():
                self.reached.set()
                await self.open.wait()
            return await request(route, **sent)

        http.request = gated  # type: ignore[method-assign]


async def test_what_happens_while_the_card_is_edited_is_on_it_in_the_end(duel: Duel) -> None:
    stage = duel.stage
    gate = Gate(stage, "PATCH", duel.card["id"])
    await duel.behind(ROLL, stage.deacon)
    stage.bot.delivery.soon()
    await gate.reached.wait()
    await duel.behind(VETO, stage.gm)
    gate.open.set()
    await stage.settle()

    assert duel.cards == []


async def test_a_press_while_the_card_is_edited_leaves_it_to_the_outbox(duel: Duel) -> None:
    stage = duel.stage
    await duel.press(ROLL, stage.deacon)
    await duel.press(ASSIGN, stage.deacon)
    gate = Gate(stage, "PATCH", duel.card["id"])
    await stage.do("sk conviction", by=stage.gm, heroes=duel.hero, amount=1, reason="Rest")
    stage.bot.delivery.soon()
    await gate.reached.wait()

    came = await stage.feeder.deliver(await duel.payload(DEFEND, stage.wren))
    gate.open.set()
    await stage.settle()

    assert came.answer.payload["type"] == 6
    assert "Defense dice" in duel.said


async def test_an_edit_that_ends_after_a_newer_one_leaves_no_older_state(duel: Duel) -> None:
    """Drawn before the dice were assigned, sent after that was shown."""
    stage, delivery = duel.stage, duel.stage.bot.delivery
    await duel.scene.behind(ChangeSetting(PINGS.key, "nobody", PINGS.default))
    await duel.behind(ROLL, stage.deacon)
    (slow,) = await told_due(duel)
    await duel.behind(ASSIGN, stage.deacon)
    (quick,) = await told_due(duel)

    await delivery._deliver(quick, None)
    await delivery._deliver(slow, None)
    assert "rolls the defense" not in duel.said
    await stage.settle()

    assert "rolls the defense" in duel.said


async def told_due(duel: Duel) -> list[Due]:
    """What the card is to tell now."""
    return [due for due in await duel.stage.bot.play.due() if due.told]


async def test_several_entries_of_a_backlog_are_told_in_one_edit(duel: Duel) -> None:
    await duel.scene.behind(ChangeSetting(PINGS.key, "nobody", PINGS.default))
    for way, by in ((ROLL, duel.stage.deacon), (ASSIGN, duel.stage.deacon), (DEFEND, duel.stage.wren)):
        await duel.behind(way, by)
    await duel.stage.settle()

    assert len(duel.scene.edits(duel.card)) == 1
    assert "Defense dice" in duel.said


async def test_what_follows_a_card_that_is_still_to_come_moves_on_with_it(duel: Duel) -> None:
    """The defender is mentioned by a new card; what happens before that stands there is told by it."""
    stage = duel.stage
    await duel.behind(ROLL, stage.deacon)
    await duel.behind(ASSIGN, stage.deacon)
    await duel.behind(DEFEND, stage.wren)
    await stage.settle()

    assert len(duel.posts) == 1
    assert "Defense dice" in duel.said


# -- undone ---------------------------------------------------------------------------------------------


async def take(duel: Duel, path: str) -> Delivered:
    """Undo or redo, as the game master."""
    stage = duel.stage
    preview = (await stage.do(path, by=stage.gm)).answer.data
    (custom_id,) = [found for part in components(preview) if (found := part.get("custom_id"))]
    payload = stage.say.press(custom_id, user=stage.gm)
    payload["message"]["flags"] = 64
    came = await stage.feeder.deliver(payload)
    await stage.settle()
    return came


async def test_what_is_undone_is_struck_out_and_the_card_shows_how_things_stand(duel: Duel) -> None:
    stage, card = duel.stage, duel.card
    await duel.press(ROLL, stage.gm)
    came = await take(duel, "undo")

    assert f"/{card['id']})" in private(came)
    assert duel.card["id"] == card["id"]
    assert [label for part in components(duel.card) if (label := part.get("label"))] == [
        "Requirement met: roll 3d10",
        "Withdraw",
        "Game master…",
        "What changed…",
        "Redo…",
    ]
    assert "~~" in duel.said
    assert f"<@{stage.gm.id}> undoes #" in duel.said

    await take(duel, "redo")

    assert duel.card["id"] == card["id"]
    assert "|assign|" in str(duel.card["components"])
    assert "brings back" in duel.said
    assert duel.said.count("~~") == 2


async def test_whose_deed_another_undoes_is_mentioned_by_the_card_posted_anew(duel: Duel) -> None:
    stage, card = duel.stage, duel.card
    await duel.press(ROLL, stage.deacon)
    await take(duel, "undo")

    assert duel.card["id"] != card["id"]
    assert [each["id"] for each in duel.card["mentions"]] == [str(stage.deacon.id)]
    assert "Requirement met: roll 3d10" in str(duel.card["components"])
    assert f"<@{stage.gm.id}> undoes #" in duel.said


async def test_an_undone_entry_that_had_its_own_card_leaves_that_as_the_only_one(duel: Duel) -> None:
    stage = duel.stage
    await duel.press(ROLL, stage.deacon)
    await duel.press(ASSIGN, stage.deacon)
    await take(duel, "undo")

    assert "|assign|" in str(duel.card["components"])
    assert [each["id"] for each in duel.card["mentions"]] == [str(stage.deacon.id)]
    await take(duel, "redo")
    assert "Roll defense" in str(duel.card["components"])


async def test_undone_with_an_entry_about_something_else_the_card_keeps_its_buttons(scene: Scene) -> None:
    """The undo speaks of the hero that was struck; the attack goes back with it, and waits again."""
    stage, gm = scene.stage, Actor(scene.stage.gm.id)
    attack = await until(stage, "guard")
    await stage.feeder.deliver(await step(stage, attack, "guard", BLOCK, by=stage.wren))
    await stage.settle()
    (card,) = live(scene.messages())
    hero = re.split(" with |: ", card["embeds"][0]["title"].split(" on ")[1])[0]
    await stage.do("sk set", by=stage.wren, hero=hero, counter="Wounds", value=2)
    first = (await stage.entries())[-1].number
    await stage.feeder.deliver(await step(stage, attack, "apply", "apply", by=stage.gm))
    await stage.settle()
    applied = (await stage.entries())[-1].number
    assert live(scene.messages()) == []

    plan = await stage.bot.play.preview_undo(gm, stage.request(), first)
    assert list(plan.undone) == [first, applied]
    await stage.bot.play.undo(gm, stage.request(11), plan.entry.campaign, first, applied)
    await stage.settle()

    # The undo's own message shows what changed, and nothing else.
    (shown,) = [each for each in live(scene.messages()) if attack in str(each["components"])]
    assert f"|{attack}|apply|" in str(shown["components"])
    assert f"Undone by #{applied + 1}" in said(shown)
    assert await stage.live_twice() == []
    assert await stage.told_wrongly() == []


async def test_the_journal_links_to_the_card_for_each_entry_that_it_told(duel: Duel) -> None:
    await duel.press(ROLL, duel.stage.deacon)
    page = said((await duel.stage.do("journal", by=duel.stage.deacon)).answer.data)

    assert page.count(f"/{duel.card['id']})") == 2


async def test_a_card_found_again_by_its_new_mark_tells_the_entry_of_that(duel: Duel) -> None:
    """The answer to a press was shown, and the process ended before that was written down."""
    card, scene = duel.card, duel.scene
    lose_marks(scene)
    await duel.press(ROLL, duel.stage.deacon)
    entry = (await duel.stage.entries())[-1].number
    # Told to go to a message of its own, as where the card seemed to be gone.
    lone = outbox.update().where(outbox.c.entry == entry, outbox.c.kind == "post").values(in_place=False)
    await duel.stage.bot.database.write(lambda c: c.execute(lone))
    async with restarted(scene):
        told = sa.select(messages.c.entry).where(messages.c.message_id == int(card["id"]))
        assert await duel.stage.bot.database.read(lambda c: c.scalar(told)) == entry
        assert f"#{entry}" in str(duel.stage.server.messages.get(int(card["id"]))["embeds"])


@pytest.mark.parametrize(("drawn", "asks"), [((1, 0), True), ((0, 1), True), ((1, 1), False)])
async def test_a_card_drawn_with_less_than_it_tells_is_asked_for_once_more(
    duel: Duel, drawn: tuple[int, int], *, asks: bool
) -> None:
    """Another change was drawn before it was known what the card tells by now, and may be seen over that."""
    at = duel.scene.clock()

    def both(connection: sa.Connection) -> int:
        card = message(connection, int(duel.card["id"]))
        assert card is not None
        shown = [card._replace(entry=card.entry + each) for each in drawn]
        wished = sa.and_(outbox.c.kind == "refresh", outbox.c.done_at.is_(None))
        # Only tried: there is no such entry.
        tried = connection.begin_nested()
        remember(connection, shown, {card.message_id: {card.entry + 1}}, at)
        count = connection.scalar(sa.select(sa.func.count()).select_from(outbox).where(wished))
        tried.rollback()
        return count or 0

    assert (await duel.stage.bot.database.write(both) == 1) is asks

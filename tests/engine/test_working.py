"""A correction: what game masters set, with a reason, told to who may know; not what is so already."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.engine.campaign import Campaign
from bot.engine.declare import Action, Command, declared, option
from bot.engine.dice.source import Dice, FixedDice
from bot.engine.event import Event
from bot.engine.finders import MINE, finder
from bot.engine.people import EVERYONE, GAME_MASTERS, Audience, Permit, Standing
from bot.engine.system import ActionKind, Open, Record, RecordId, Replace, Result, World
from bot.engine.text import T
from bot.engine.working import REASON_LENGTH, RecordCopy, WorkingCopy, campaign_copy, correction, deed
from tests.games.flask import FLASK, Brew, Flask
from tests.refusals import refuses

GRETEL = 1
ID = RecordId("flask")
FULL = Flask("Grail", 2, Brew.TEA, 3)


class SetFlask(Action):
    """Set how much is in a flask"""

    flask: RecordId = option("Which flask", finder=finder(FLASK, prefer=MINE))
    sips: int = option("How many sips", least=0, most=9)
    reason: str = option("The reason, for everyone to read")


class Empty(Action):
    """Pour a flask out for good"""

    flask: RecordId = option("Which flask", finder=finder(FLASK, prefer=MINE))
    brew: Brew = option("With what it was filled", default=Brew.TEA)
    reason: str = option("The reason, for everyone to read", default="")


class FlaskSet(Event):
    says = T("{before} → {sips}: {reason}")
    before: int
    sips: int
    reason: str


def only_game_masters(state: Flask) -> Audience:
    return GAME_MASTERS if state.name == "Cellar" else EVERYONE


@correction("flask set", of=FLASK, known=only_game_masters)
def set_flask(found: RecordCopy[Flask], action: SetFlask, dice: Dice) -> None:
    found.change(sips=action.sips)
    found.tell(FlaskSet(found.before.sips, found.state.sips, found.reason))


@correction(of=FLASK, already=("flask.same", T("{brew} is in it already.")))
def empty(found: RecordCopy[Flask], action: Empty, dice: Dice) -> None:
    if action.brew is not found.state.brew:
        found.archive()


class Share(Action):
    """Pour half of a flask into a new one"""

    flask: RecordId = option("Which flask", finder=finder(FLASK, prefer=MINE))
    name: str = option("What the new one is called")


class Rename(Action):
    """Call the campaign otherwise"""

    name: str = option("Its name")


@deed(may=Permit.MEMBERS)
def share(copy: WorkingCopy, action: Share, dice: Dice) -> None:
    found = copy.world.get(FLASK, action.flask)
    copy.open(FLASK, replace(found.state, name=action.name, sips=found.state.sips // 2))
    copy.change_other(found, sips=found.state.sips - found.state.sips // 2)
    copy.tell(FlaskSet(found.state.sips, 2, "Shared"))


@deed(on=campaign_copy, may=Permit.GAME_MASTERS)
def rename(found: RecordCopy[Campaign], action: Rename, dice: Dice) -> None:
    found.change(name=action.name)


def scene(flask: Flask = FULL, **changes: Any) -> World:
    campaign = Campaign("Ashes", 9, ("flask",), (GRETEL,), (), ())
    return World(
        campaign=campaign,
        campaign_id=RecordId("ashes"),
        actor=GRETEL,
        standing=Standing.GAME_MASTER,
        channel=7,
        now=datetime(2026, 5, 1, tzinfo=UTC),
        records={ID: Record(ID, FLASK.name, flask, **changes)},
        new_id=lambda: RecordId("new"),
    )


def of(cls: type[Any]) -> ActionKind[Any]:
    return next(each for each in declared(__name__, ActionKind) if each.action is cls)


def do(at: World, action: Any) -> Result:
    return of(type(action)).perform(at, action, FixedDice())


def test_a_correction_is_an_action_of_game_masters_with_its_command() -> None:
    kind, (command,) = of(SetFlask), declared(__name__, Command)
    assert (kind.may, kind.command) == (Permit.GAME_MASTERS, "flask set")
    assert (command.options, command.summary) == (SetFlask, "Set how much is in a flask")
    assert kind.scope(SetFlask(ID, 2, "Spilt")).ids == (ID,)


def test_it_changes_the_record_and_tells_why() -> None:
    turn = do(scene(), SetFlask(ID, 2, "  Spilt\nmost "))
    assert turn.changes == (Replace(ID, replace(FULL, sips=2)),)
    assert turn.events == (FlaskSet(3, 2, "Spilt most"),)


def test_who_may_not_know_the_record_is_told_nothing() -> None:
    turn = do(scene(replace(FULL, name="Cellar")), SetFlask(ID, 2, "Spilt"))
    assert [each.audience for each in turn.events] == [GAME_MASTERS]


def test_what_is_so_already_is_refused() -> None:
    with refuses("correction.unchanged"):
        do(scene(), SetFlask(ID, 3, "Spilt"))
    with refuses("flask.same") as caught:
        do(scene(), Empty(ID))
    assert str(caught.value) == "Black tea is in it already."


def test_a_reason_must_be_given_unless_it_may_be_left_out() -> None:
    with refuses("correction.needs_reason"):
        do(scene(), SetFlask(ID, 2, " \n"))
    assert do(scene(), Empty(ID, Brew.ALE)).changes == (Replace(ID, FULL, archive=True),)


def test_a_deed_opens_a_record_and_changes_another_in_that_order() -> None:
    turn = do(scene(), Share(ID, "Flagon"))
    opened = Open(RecordId("new"), FLASK.name, replace(FULL, name="Flagon", sips=1))
    assert turn.changes == (opened, Replace(ID, replace(FULL, sips=2)))
    assert (turn.subject, turn.events) == (opened.id, (FlaskSet(3, 2, "Shared"),))
    assert of(Share).may is Permit.MEMBERS


def test_a_deed_changes_the_campaign_itself_and_may_leave_it_as_it_is() -> None:
    turn = do(scene(), Rename("Embers"))
    assert turn.changes == (Replace(RecordId("ashes"), replace(scene().campaign, name="Embers")),)
    assert (do(scene(), Rename("Ashes")).changes, turn.subject) == ((), RecordId("ashes"))


def test_a_long_reason_is_cut() -> None:
    (told,) = do(scene(), SetFlask(ID, 2, "x" * 200)).events
    assert len(told.reason) == REASON_LENGTH


def test_what_is_no_longer_in_play_is_not_corrected() -> None:
    with refuses("record.archived"):
        do(scene(is_archived=True), SetFlask(ID, 2, "Spilt"))

"""What waits and what can be done then: steps name no action, actions say at which step they stand."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from bot import systems
from bot.engine.card import step_buttons
from bot.engine.declare import Action, action, option
from bot.engine.dice.source import Dice
from bot.engine.pace import WAITS
from bot.engine.people import Permit
from bot.engine.record import AtStep, Choice, Kind, Press, RecordId, Step
from bot.engine.steps import at, steps_in, waiting_in, waits, with_steps
from bot.engine.system import ActionKind, Result, System, World
from bot.engine.text import T

TANK = RecordId("tank")


@dataclass(frozen=True, slots=True)
class Tank:
    oil: int = 0


class Pour(Action):
    """Pour oil in"""

    tank: RecordId
    liters: int = option("How much oil", least=1)
    slowly: bool = option("Whether to take care", default=False)


class Drain(Action):
    """Drain it"""

    tank: RecordId


def _draining(_tank: RecordId, state: Tank, step: Step) -> Iterator[Press]:
    if state.oil:
        yield Press(f"drain{step.which}", T("Drain {n}").plain(n=state.oil))


@action(may=Permit.MEMBERS, step=AtStep("oil", _draining))
def drain(scene: World, action: Drain, dice: Dice) -> Result:
    raise NotImplementedError


@action(
    may=Permit.MEMBERS,
    step=at(
        "oil", "pour", T("Pour…"), asks=("liters",), begin={"liters": "2"}, values={"slowly": True}, place=-1
    ),
)
def pour(scene: World, action: Pour, dice: Dice) -> Result:
    raise NotImplementedError


@waits("tank", "oil")
def oil_steps(_tank: RecordId, _state: Tank) -> Iterator[Step]:
    yield Step("oil1", "Oil", None, silent=WAITS, sort="oil")


@waits("tank", rank=-1, when=lambda tank: tank.oil > 9)
def leak_steps(_tank: RecordId, _state: Tank) -> Iterator[Step]:
    yield Step("leak", "It leaks", None, silent=WAITS)


def system(*actions: Any) -> System:
    kinds = tuple(
        each for one in actions for each in vars(one)["__declared__"] if isinstance(each, ActionKind)
    )
    kind = Kind("tank", Tank, title=lambda _tank: "Tank")
    return System("tanks", "Tanks", with_steps((__name__,), kind), kinds)


def choices(tanks: System, oil: int) -> tuple[Choice, ...]:
    return steps_in(tanks, tanks.kind("tank"), TANK, Tank(oil))[-1].choices


def test_an_action_stands_at_the_steps_it_names_in_its_place_with_its_record_filled_in() -> None:
    made = choices(system(drain, pour), 3)
    assert [(each.key, each.label) for each in made] == [("pour", "Pour…"), ("drain1", "Drain 3")]
    assert [each.action for each in made] == [Pour(TANK, 0, slowly=True), Drain(TANK)]
    assert [each.key for each in choices(system(drain, pour), 0)] == ["pour"]


def test_a_form_asks_as_the_options_say_and_begins_with_what_stands_there() -> None:
    (ask,) = choices(system(pour), 0)[0].asks
    assert (ask.field, ask.label, ask.value, ask.is_number) == ("liters", "How much oil", "2", True)


def test_chapters_say_what_waits_in_the_order_of_their_rank() -> None:
    waiting = waiting_in("tank", (__name__,))
    assert [each.name for each in waiting(TANK, Tank(10))] == ["leak", "oil1"]
    assert [each.name for each in waiting(TANK, Tank(9))] == ["oil1"]


@waits("cistern", "oil", of="oil")
def _held(_cistern: RecordId, state: Tank) -> Iterator[Step]:
    yield Step("oil1", f"Asked about {state.oil}", None, silent=WAITS)


def test_a_chapter_is_asked_where_the_record_holds_what_it_is_about() -> None:
    waiting = waiting_in("cistern", (__name__,))
    assert [each.label for oil in (0, 3) for each in waiting(TANK, Tank(oil))] == ["Asked about 3"]


def test_a_step_that_nobody_declares_stops_the_start() -> None:
    @action(may=Permit.MEMBERS, step=at("rust", "scrub", T("Scrub")))
    def scrub(scene: World, action: Drain, dice: Dice) -> Result:
        raise NotImplementedError

    with pytest.raises(ValueError, match="rust"):
        system(scrub)


def test_two_actions_cant_claim_the_same_button() -> None:
    @action(may=Permit.MEMBERS, step=at("oil", "pour", T("Pour")))
    def spill(scene: World, action: Drain, dice: Dice) -> Result:
        raise NotImplementedError

    with pytest.raises(ValueError, match="pour"):
        choices(system(pour, spill), 1)


@pytest.mark.parametrize("game", systems.found())
def test_at_every_step_that_is_declared_an_action_stands(game: str) -> None:
    made: System = importlib.import_module(game).SYSTEM
    assert {each for kind in made.kinds for each in kind.steps} == set(made.standing)


# -- several of a sort ----------------------------------------------------------------------------------


def _step(n: int, label: str) -> Step:
    choice = Choice("negotiate", "Negotiate…", n)
    return Step(f"talks-{n}", label, None, (choice,), silent=WAITS, sort="talks-")


@pytest.mark.parametrize(
    ("steps", "labels"),
    [
        (["Tarn: the treaty with Varn"], ["Negotiate…"]),
        (
            ["Tarn: the treaty with Varn", "Tarn: the treaty with Old Brevoy"],
            ["Varn: Negotiate…", "Old Brevoy: Negotiate…"],
        ),
        (
            ["Tarn: the treaty with Varn", "Tarn: the pact with Varn"],
            ["treaty: Negotiate…", "pact: Negotiate…"],
        ),
        # A list's comma is no part of a name.
        (["Bo, Mira: talk", "Nim, Mira: talk"], ["Bo: Negotiate…", "Nim: Negotiate…"]),
        # Nothing tells them apart: they are numbered where they are shown.
        (["Name it", "Name it"], ["Negotiate…", "Negotiate…"]),
    ],
)
def test_buttons_of_several_steps_say_which_they_are_of(steps: list[str], labels: list[str]) -> None:
    found = [_step(n, label) for n, label in enumerate(steps)]
    assert [each.label for each in step_buttons(RecordId("tarn"), found)] == labels


def test_what_several_could_do_has_one_button() -> None:
    first, second = _step(1, "Bo dies"), _step(1, "Mira dies")
    assert [each.label for each in step_buttons(RecordId("bo"), (first, second))] == ["Negotiate…"]

"""A throw-away game on one page: a flask is filled; its owner sees what a sip leaves, and drinks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from bot.engine.card import Card
from bot.engine.declare import Action, Labelled, action, declared, look, option
from bot.engine.dice.source import Dice
from bot.engine.event import Event
from bot.engine.finders import MINE, Asker, finder
from bot.engine.pace import WAITS
from bot.engine.parts import person
from bot.engine.people import Permit
from bot.engine.system import ActionKind, Choice, Kind, Open, RecordId, Replace, Result, Step, System, World
from bot.engine.text import T


class Brew(Labelled):
    ALE = "ale", "Brown ale"
    TEA = "tea", "Black tea"


@dataclass(frozen=True, slots=True)
class Flask:
    name: Annotated[str, T("name")]
    owner: Annotated[int, T("owner"), person]
    brew: Annotated[Brew, T("brew")]
    sips: Annotated[int, T("sips left")] = 3


def steps(flask: RecordId, state: Flask) -> tuple[Step, ...]:
    return (Step("drink", state.name, state.owner, (Choice("drink", "Drink", Drink(flask)),), silent=WAITS),)


FLASK = Kind("flask", Flask, title=lambda s: s.name, owner=lambda s: s.owner, waiting=steps)


class Fill(Action):
    """Fill a flask"""

    name: str = option("What it is called", max_length=40)
    brew: Brew = option("With what", default=Brew.TEA)


class Drink(Action):
    """Take a sip, or several"""

    flask: RecordId = option("Which flask; yours by default", finder=finder(FLASK, prefer=MINE))
    sips: int = option("How many", default=1, least=1, most=3)


class Filled(Event):
    says = T("{name} is filled.")
    name: str


class Drunk(Event):
    says = T("Drunk out of {name}: {sips}.")
    name: str
    sips: int


@action("flask fill", may=Permit.MEMBERS)
def fill(world: World, action: Fill, dice: Dice) -> Result:
    flask = Flask(action.name, world.actor, action.brew)
    return Result((Open(world.new_id(), "flask", flask),), (Filled(flask.name),))


@action("flask drink", may=Permit.OWNER, previewed=True, button="Drink")
def drink(world: World, action: Drink, dice: Dice) -> Result:
    flask = world.get(FLASK, action.flask).state
    left = replace(flask, sips=max(0, flask.sips - action.sips))
    return Result((Replace(action.flask, left),), (Drunk(flask.name, action.sips),))


@look("flask list", may=Permit.MEMBERS)
def flasks(asker: Asker) -> Card:
    """See who has what"""
    return Card("Flasks", tuple(f"{each.title}: {each.state.brew.label}" for each in asker.all(FLASK)))


SYSTEM = System("flask", "The Flask", (FLASK,), declared(__name__, ActionKind), declared(__name__, Event))

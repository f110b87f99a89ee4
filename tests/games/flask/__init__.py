"""A throw-away game on one page: a flask is filled, its owner drinks; whether it is poisoned is a secret."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.asking import MINE, Asking, finder
from bot.engine.card import Card
from bot.engine.declare import Action, Command, Labelled, action, declared, look, option
from bot.engine.dice.source import Dice
from bot.engine.people import Permit, Viewer
from bot.engine.system import (
    ActionKind,
    Choice,
    Happened,
    Kind,
    Open,
    RecordId,
    Replace,
    Scene,
    Step,
    System,
    Turn,
)


class Brew(Labelled):
    ALE = "ale", "Brown ale"
    TEA = "tea", "Black tea"


@dataclass(frozen=True, slots=True)
class Flask:
    name: str
    owner: int
    brew: Brew
    sips: int = 3
    is_poisoned: bool | None = False


def steps(flask: RecordId, state: Flask) -> tuple[Step, ...]:
    choice = Choice("drink", "Drink", Drink(flask))
    return (Step("drink", f"{state.name} is full", state.owner, (choice,)),) if state.sips else ()


def view(state: Flask, viewer: Viewer) -> Flask:
    return state if viewer.is_game_master else replace(state, is_poisoned=None)


FLASK = Kind("flask", Flask, title=lambda s: s.name, owner=lambda s: s.owner, waiting=steps, view=view)


class Fill(Action):
    """Fill a flask"""

    name: str = option("What it is called", max_length=40)
    brew: Brew = option("With what", default=Brew.TEA)


class OnFlask(Action):
    flask: RecordId = option("Which flask; yours by default", finder=finder(FLASK, prefer=MINE))


class Drink(OnFlask):
    """Take a sip, or several"""

    sips: int = option("How many", default=1, least=1, most=3)


@action("flask fill", may=Permit.MEMBERS)
def fill(scene: Scene, action: Fill, dice: Dice) -> Turn:
    state = Flask(action.name, scene.actor, action.brew)
    return Turn((Open(scene.new_id(), "flask", state),), (Happened("Filled", {"flask": action.name}),))


@action("flask drink", may=Permit.OWNER, step="drink")
def drink(scene: Scene, action: Drink, dice: Dice) -> Turn:
    flask = scene.get(FLASK, action.flask)
    state = replace(flask.state, sips=max(0, flask.state.sips - action.sips))
    return Turn((Replace(flask.id, state),), (Happened("Drunk", {"sips": action.sips}),))


@look("flask list", may=Permit.MEMBERS)
def flasks(asking: Asking) -> Card:
    """See who has what"""
    return Card("Flasks", tuple(f"{each.title}: {each.state.brew.label}" for each in asking.all(FLASK)))


SYSTEM = System("flask", "The Flask", (FLASK,), declared(__name__, ActionKind))
COMMANDS = declared(__name__, Command)

"""How sheets are shown, and portraits set."""

from __future__ import annotations

from typing import Any

from bot.systems.adventuria.adventurer import (
    AnswerScene,
    EndTurn,
    MakeCamp,
    Narrate,
    RollForPage,
    StartTurn,
    WakeUp,
)
from bot.systems.adventuria.combat.state import (
    AnswerRoll,
    ChooseCombat,
    LeaveFight,
    LetStand,
    OpenFight,
    RollCombat,
    StopFight,
)
from bot.systems.adventuria.offers.rules import (
    ChooseOption,
    DeclineOffer,
    MakeOffer,
    TakeOffer,
    WithdrawOffer,
)
from bot.systems.adventuria.possessions.rules import Discard, PayOut, UsePossession
from bot.systems.adventuria.sheet.rules import (
    CreateAdventurer,
    EditAdventurer,
    RetireAdventurer,
    SetPortrait,
    SettleAdventurer,
    ShowSheet,
)
from bot.systems.adventuria.turns.rules import AskForRoll, MoveAdventurer
from tests.givens import used
from tests.harness.inputs import Field, components
from tests.harness.raw import Delivered
from tests.harness.world import Json, Person
from tests.stages import Playbook, Scenario, Stage
from tests.systems.adventuria.changes_playbook import CHANGES
from tests.systems.adventuria.stock import adventurer, on_turn, pressed

FACE = "https://example.org/face.png"


async def show_sheet(stage: Stage) -> Json:
    """Somebody else's sheet, for everybody to see."""
    return stage.slash("adv sheet", by=stage.wren, adventurer=await adventurer(stage), show=True)


SHEETS: Playbook = {ShowSheet: Scenario(show_sheet, repeats=50), SetPortrait: used("adv portrait")}


# -- How each action about possessions comes about ------------------------------------------------------


async def having(stage: Stage) -> str:
    """Deacon's adventurer with a lamp that brings a gold once in a turn; the adventurer's name."""
    name = await on_turn(stage)
    await stage.do("adv gm gain", by=stage.gm, adventurer=name, thing="Lamp", rules="use: gold +1")
    await stage.settle()
    return name


POSSESSIONS: Playbook = {
    UsePossession: used("adv use"),
    Discard: used("adv drop"),
    PayOut: used("adv pay"),
}


# -- How each action about turns comes about ------------------------------------------------------------


async def begun(stage: Stage) -> str:
    """An adventurer of Deacon's in a turn that nobody told so far; its name."""
    name = await adventurer(stage)
    await stage.do("adv start", by=stage.deacon, adventurer=name)
    await stage.settle()
    return name


async def camped(stage: Stage) -> str:
    """One that camps; its name."""
    name = await adventurer(stage)
    await stage.do("adv camp", by=stage.deacon, adventurer=name)
    await stage.settle()
    return name


async def narrate(stage: Stage) -> Json:
    """The form of the step, sent."""
    await begun(stage)
    return await stage.gm_fill("Tell what happens", text="A square.", ways="The City")


TURNS: Playbook = {
    StartTurn: used("adv start"),
    Narrate: Scenario(narrate),
    AnswerScene: used("adv say", repeats=50),
    EndTurn: pressed(on_turn, "End the turn: to The Bridge"),
    MakeCamp: pressed(adventurer, "Make camp"),
    WakeUp: pressed(camped, "Wake up"),
    MoveAdventurer: used("adv gm move"),
    RollForPage: used("adv roll", repeats=50),
    AskForRoll: used("adv gm roll"),
}


# -- How each action about offers comes about -----------------------------------------------------------


GIFT: dict[str, Any] = {"kind": "gain", "gold": 5}
CHOICE: dict[str, Any] = {"kind": "choice", "text": "Which way?", "options": "Left; Right"}


async def offered(stage: Stage, **options: Any) -> str:
    """An open offer to Deacon's adventurer; its record."""
    name = await on_turn(stage)
    await stage.do("adv gm offer", by=stage.gm, adventurer=name, **(options or GIFT))
    await stage.settle()
    custom_id, _ = stage.button("Narrator…")
    return custom_id.split("|")[2]


async def withdraw(stage: Stage) -> Json:
    """The narrator's press in the panel."""
    await offered(stage)
    custom_id, _ = stage.button("Take it")
    return stage.say.press(custom_id.removesuffix("take") + "withdraw", user=stage.gm)


OFFERS: Playbook = {
    MakeOffer: used("adv gm offer", repeats=50),
    TakeOffer: pressed(offered, "Take it"),
    DeclineOffer: pressed(offered, "Leave it"),
    ChooseOption: pressed(offered, "Right", **CHOICE),
    WithdrawOffer: Scenario(withdraw),
}


# -- How each action about adventurers comes about ------------------------------------------------------


def control(delivered: Delivered, label: str) -> str:
    """The custom_id of the button of that label in an answer."""
    found: dict[str, Any] = {part.get("label", ""): part for part in components(delivered.answer.data)}
    return str(found[label]["custom_id"])


async def retiring(stage: Stage, person: Person, name: str) -> Json:
    """The press that retires the adventurer of that name."""
    asked = await stage.do("adv retire", by=person, adventurer=name)
    return stage.say.press(control(asked, "Retire for good"), user=person)


async def editing(stage: Stage, person: Person, name: str) -> Json:
    """The form of the adventurer of that name, filled in and sent by somebody."""
    asked = (await stage.do("adv edit", by=stage.gm, adventurer=name)).answer.data
    typed = {"name": name, "about": "A scar, and a fear of crows."}
    return stage.say.modal_submit(asked["custom_id"], typed, user=person)


async def edit(stage: Stage) -> Json:
    """The form, sent."""
    return await editing(stage, stage.deacon, await adventurer(stage))


async def retire(stage: Stage) -> Json:
    """An adventurer leaves for good."""
    return await retiring(stage, stage.deacon, await adventurer(stage))


ADVENTURERS: Playbook = {
    CreateAdventurer: used("adv new"),
    EditAdventurer: Scenario(edit),
    SettleAdventurer: used("adv home"),
    RetireAdventurer: Scenario(retire),
}


# -- How each action about fights comes about: the command, then the buttons of the fight's card --------


# With whatever dice it wins, and neither side falls at once.
GIANT = {"arms": 99, "magic": 1, "vitae": 4}
MONSTER = "adventuria.monster"


async def monster(stage: Stage) -> str:
    """A monster of the library that leaves the kind of Combat open; its name."""
    name = stage.fresh_name()
    texts: dict[str, Field] = {"name": name, "attributes": "Arms 2, Magic 1, Vitae 2", "combat": ["choice"]}
    await stage.feeder.deliver(stage.say.modal_submit(f"entry|{MONSTER}||0", texts, user=stage.gm))
    await stage.feeder.deliver(stage.press("Save", by=stage.gm))
    await stage.settle()
    return name


async def meeting(stage: Stage) -> dict[str, Any]:
    """An adventurer of Deacon's in its turn, and a monster: what a fight takes."""
    return {"monster": await monster(stage), "adventurer": await on_turn(stage)}


async def opened(stage: Stage, **options: Any) -> str:
    """A fight of an adventurer of Deacon's with a giant; the adventurer's name."""
    name = await on_turn(stage)
    await with_giant(stage, name, **options)
    return name


async def with_giant(stage: Stage, name: str, **options: Any) -> None:
    """That adventurer meets it."""
    await stage.do("adv fight", by=stage.gm, monster="Giant", adventurer=name, **GIANT, **options)
    await stage.settle()


async def answerable(stage: Stage) -> None:
    """A fight whose dice are known, and can be rolled anew."""
    name = await on_turn(stage)
    await stage.do(
        "adv gm gain", by=stage.gm, adventurer=name, thing="Charm", kind="item", rules="use: reroll"
    )
    await with_giant(stage, name)
    await stage.feeder.deliver(stage.press("Roll", by=stage.deacon))
    await stage.settle()


async def choose(stage: Stage) -> Json:
    """The player's press."""
    await stage.do("adv fight", by=stage.gm, **await meeting(stage))
    await stage.settle()
    return stage.press("Melee Combat: Arms", by=stage.deacon)


FIGHTS: Playbook = {
    OpenFight: used("adv fight", "gm"),
    ChooseCombat: Scenario(choose),
    RollCombat: pressed(opened, "Roll"),
    AnswerRoll: pressed(answerable, "Charm: roll again"),
    LetStand: pressed(answerable, "Let the dice stand"),
    LeaveFight: pressed(opened, "Avoid them", avoidable=True),
    StopFight: used("adv gm stop"),
}


# -- How each action of Adventuria comes about ----------------------------------------------------------


PLAYBOOK: Playbook = {**ADVENTURERS, **CHANGES, **FIGHTS, **OFFERS, **POSSESSIONS, **SHEETS, **TURNS}

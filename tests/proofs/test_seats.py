"""Proof that a public card bears what its players can press, and one button for all game masters have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.engine.card import ASK, DO, MENU, SELECT_MARK
from bot.engine.people import ONLY_GAME_MASTERS, Actor, Permit
from bot.errors import NotAllowed, UserError
from bot.ui.dispatcher import step_of
from bot.ui.renderer import BESIDE
from tests.harness.inputs import components
from tests.harness.messages import EPHEMERAL
from tests.harness.world import Json, Person
from tests.stages import Scenario, Stage
from tests.tables import is_apart


def steps_on(message: Json) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The label of each button of a step on a message, in a list too, and what it holds."""
    for part in components(message):
        custom_id = str(part.get("custom_id", ""))
        is_menu = custom_id.startswith(f"{SELECT_MARK}{MENU}|")
        held = (
            [(o["label"], o["value"]) for o in part["options"]]
            if is_menu
            else [(part.get("label"), custom_id)]
        )
        for label, pressed in held:
            name, *args = pressed.split("|")
            if name in (DO, ASK):
                yield str(label), tuple(args)


def others_on(message: Json, register: Mapping[str, Permit]) -> Iterator[str]:
    """The labels of its other buttons that players press."""
    for part in components(message):
        name = str(part.get("custom_id", "")).partition("|")[0]
        permit = register.get(f"button {name}")
        is_move = permit is not None and name not in {DO, ASK, *BESIDE}
        if is_move and permit not in ONLY_GAME_MASTERS:
            yield str(part.get("label"))


async def may_press(stage: Stage, who: Person, held: tuple[str, ...]) -> bool:
    """Whether that button is theirs."""
    try:
        await stage.bot.play.offered(Actor(who.id), stage.request(), step_of(held))
    except NotAllowed:
        return False
    except UserError:
        # Theirs, though not possible now.
        return True
    return True


async def test_a_public_card_bears_what_players_press(sqlite_stage: Stage, scenario: Scenario) -> None:
    stage = sqlite_stage
    for _ in range(scenario.repeats):
        await stage.feeder.deliver(await scenario.payload(stage))
    await stage.settle()
    table = stage.world.channels[0].id
    for message in stage.server.messages.kept.values():
        if int(message["channel_id"]) != table or int(message.get("flags", 0)) & EPHEMERAL:
            continue
        seats: dict[bool, list[str]] = {True: [], False: []}
        for label, held in steps_on(message):
            theirs = [await may_press(stage, who, held) for who in (stage.deacon, stage.wren)]
            seats[any(theirs)].append(label)
        seats[True] += others_on(message, stage.bot.dispatcher.register)
        assert not (seats[True] and seats[False]), seats
        ids = [str(part.get("custom_id")) for part in components(message)]
        assert sum(map(is_apart, ids)) <= 1, ids

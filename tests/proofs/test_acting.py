"""Proof of `/act` and `/gm`: what can be done is offered as possible, and each line of each list answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest

from bot.engine.acting import is_for, is_listed
from bot.engine.declare import Command, options_of
from bot.engine.people import Actor, Standing
from bot.engine.text import as_read
from bot.ui.acting import ACT, ELSE
from tests.givens import commands
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.playbooks import catalogue, scenarios
from tests.stages import Scenario, Stage

PAGES = {"act": Standing.PLAYER, "gm": Standing.GAME_MASTER}
# Stages on which much is going on, each with something of its game.
BUSY = (
    "adventuria.ChooseCombat",
    "kingdom.ClaimHex",
    "kingdom.SendEnvoy",
    "second_kingdom.AssignDice",
    "sovereign.Declare",
    "sovereign.GoFirst",
)


def lists(message: Json) -> list[Json]:
    """The lists of a page."""
    return [each for each in components(message) if each.get("options")]


def deeds(message: Json) -> Iterator[tuple[str, Json]]:
    """Every line of the lists of deeds, with its list's custom_id."""
    for each in lists(message):
        if each["custom_id"].startswith(f"?{ACT}|"):
            yield from ((each["custom_id"], line) for line in each["options"])


async def pages(stage: Stage, path: str, by: Person) -> list[Json]:
    """The page of somebody, and how it looks with each further subject first."""
    first = (await stage.do(path, by=by)).answer.data
    found = [first]
    for each in lists(first):
        if each["custom_id"].startswith(f"?{ELSE}|"):
            for line in each["options"]:
                chosen = stage.say.press(each["custom_id"], values=[line["value"]], user=by)
                found.append((await stage.feeder.deliver(chosen)).answer.data)
    return found


def person_of(stage: Stage, payload: Json) -> Person:
    """Who gives a command."""
    id_ = int(payload["member"]["user"]["id"])
    return next(each for each in (stage.gm, stage.deacon, stage.wren, stage.stranger) if each.id == id_)


def _is_on_a_page(command: Command) -> bool:
    return any(is_for(command, Actor(0), who, leads=page == "gm") for page, who in PAGES.items())


def _deeds() -> dict[str, Scenario]:
    """The scenarios that use a command which is a deed of a page."""
    kinds = {
        f"{system.name}.{kind.name}": kind
        for system in catalogue().systems.values()
        for kind in system.actions
    }
    known, found = commands(), dict[str, Scenario]()
    for name, each in scenarios().items():
        command = known.get(kinds[name].command)
        if each.is_command and command is not None and command.where != "named":
            found |= {name: each} if _is_on_a_page(command) else {}
    # Whoever joins wasn't in it before.
    found.pop("table.JoinCampaign", None)
    return found


DEEDS = _deeds()


@pytest.mark.parametrize("scenario", DEEDS.values(), ids=DEEDS)
async def test_what_is_done_was_offered_as_possible(sqlite_stage: Stage, scenario: Scenario) -> None:
    stage = sqlite_stage
    payload = await scenario.payload(stage)
    await stage.settle()
    command, who = commands()[path_of(payload["data"])], person_of(stage, payload)
    page = "gm" if who is stage.gm else "act"
    if not is_for(command, Actor(who.id), PAGES[page], leads=page == "gm"):
        # What game masters do as any player does.
        page = "act"
    offered = [line for each in await pages(stage, page, who) for _, line in deeds(each)]
    mine = {line["label"].startswith("✗") for line in offered if line["value"] == command.path}
    assert mine, f"/{command.path} isn't offered"
    assert False in mine, [line for line in offered if line["value"] == command.path]


def _of_commands() -> set[type[Any]]:
    """The actions that commands come to, by themselves or by what they are given."""
    found = set[type[Any]]()
    for each in (each for each in commands().values() if each.show is None and each.handle is None):
        to_action = getattr(each.options, "to_action", None)
        comes = get_type_hints(to_action)["return"] if to_action is not None else each.options
        found |= {*(get_args(comes) or (comes,))}
    return found


# As much as a button shows of itself on a phone.
SHORT = 45


def test_no_preview_is_called_after_a_class() -> None:
    by_command = _of_commands()
    kinds = [each for system in catalogue().systems.values() for each in system.actions]
    previewed = [each for each in kinds if each.action in by_command or each.previewed or each.confirms]
    assert len(previewed) > 150
    assert [each.name for each in previewed if not (each.button or each.summary)] == []
    assert [each.label for each in previewed if len(each.label) > SHORT] == []


def test_no_line_of_a_page_or_its_forms_names_a_command() -> None:
    shown = [each for each in commands().values() if _is_on_a_page(each)]
    texts = [(each.path, each.summary) for each in shown]
    for each in shown:
        specs = [option.spec for option in options_of(each.options).values()]
        texts += [(each.path, text) for spec in specs for text in (spec.hint, spec.label, spec.empty)]
    roots = {each.partition(" ")[0] for each in commands()} | {"act", "gm", "undo", "help", "waiting"}
    named = re.compile(rf"(?<![\w/])/(?:{'|'.join(sorted(roots))})\b")
    assert [(path, text) for path, text in texts if named.search(str(as_read(text)))] == []


def test_no_list_asks_for_commas() -> None:
    every = [option for each in commands().values() for option in options_of(each.options).values()]
    assert [
        each.label for each in every if is_listed(each) and "comma" in each.label and each.is_required
    ] == []


def path_of(data: Json) -> str:
    """The whole name of a command that is given."""
    inner = next((each for each in data.get("options", ()) if each["type"] in (1, 2)), None)
    return data["name"] if inner is None else f"{data['name']} {path_of(inner)}"


@pytest.mark.parametrize("scenario", [scenarios()[each] for each in BUSY], ids=BUSY)
@pytest.mark.parametrize("page", PAGES)
async def test_every_line_of_a_page_answers(sqlite_stage: Stage, scenario: Scenario, page: str) -> None:
    stage = sqlite_stage
    await scenario.payload(stage)
    await stage.settle()
    who = stage.gm if page == "gm" else stage.deacon
    before = len(await stage.entries())
    seen = set[tuple[str, str]]()
    for shown in await pages(stage, page, who):
        # Each list says of what it is, and no two the same.
        hints = [each["placeholder"] for each in lists(shown)]
        assert len(set(hints)) == len(hints), hints
        for custom_id, line in deeds(shown):
            if (custom_id, line["value"]) in seen:
                continue
            seen.add((custom_id, line["value"]))
            chosen = stage.say.press(custom_id, values=[line["value"]], user=who)
            answer = (await stage.feeder.deliver(chosen)).answer
            assert "went wrong" not in str(answer.payload), (line, answer.payload)
            # Discord refuses a list that holds a value twice.
            held = [[each["value"] for each in one["options"]] for one in lists(answer.data)]
            assert all(len(set(values)) == len(values) for values in held), (line, held)
    assert len(seen) > 20
    # To look at what would come of it does nothing.
    assert len(await stage.entries()) == before

"""The role table: every command, button, list, form and autocomplete through every role.

What each row of the register promises is what happens: whom the table shuts out is told so in private and
changes nothing, and nobody else is told so. A handler without a sample fails, and a row without one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.engine.campaign import Campaign
from bot.engine.declare import Channel, KnownCampaign, Option, Place, Role, Upload
from bot.engine.declare import Person as Member
from bot.engine.people import Actor, Permit, Standing, is_permitted, may_use
from bot.errors import NotAllowed
from bot.ui.dispatcher import Register
from tests.databases import Templates
from tests.givens import commands
from tests.harness.raw import Delivered
from tests.harness.world import File, Json, Person
from tests.kept import Beginning
from tests.playbooks import every_action, scenarios
from tests.proofs.samples import ELSEWHERE, FORMS, LAST, SAMPLES, opener
from tests.stages import MANAGER, Scenario, Stage
from tests.systems.kingdom.stock import take_back
from tests.systems.table.playbook import archiving

# What a game master has already, or what is damaged in its sample: answered, but with a refusal.
# Where everybody may act for every leader, as in this campaign, nothing is a draft for somebody else.
# No other channel of the harness is closed to everybody.
EXCUSED = {
    "/campaign join",
    "button join",
    "button make_channel",
    "select edict_take",
    "select secrets_go_to",
}
# It lists the games the bot plays, which the whole world may know.
NO_SECRETS = {"campaign create"}
LISTS = ("button pick", "select pick", "select pick_kinds", "button pick_typed")
# Open to everybody at the dispatcher: the action behind says who may, see the next test but one.
BY_ACTION = {
    *(
        "button do",
        "select do",
        "button ask",
        "form tell",
        "button reveal_roll",
        "button offer",
        "button look",
    ),
    # What is begun has the permit of its command.
    *("button begin", "form begin", "form complete"),
    # So has a list of what it lacks, and a form.
    *LISTS,
    *("button fill", "form fill", "form fill_first"),
    # And a deed that was chosen from a page.
    *(
        "select act",
        "select act_next",
        "button act_turn",
        "button act_type",
        "button act_detail",
        "select act_more",
        "form act_type",
    ),
}

# What changes nothing that others need.
KEPT = ("RestoreCampaign", "NameFounders")
# What of `/campaign` changes nothing about it.
TELLS = {"home", "board", "pace", "story"}

ROLES = ("admin", "game_master", "player", "spectator", "outsider", "demoted")
# The table takes a minute: as many tests as processors share it.
SHARES = 2
# The id of the first of them.
FIRST = 4_000_020
STANDINGS = {
    "admin": Standing.OUTSIDER,
    "game_master": Standing.GAME_MASTER,
    "player": Standing.PLAYER,
    "spectator": Standing.SPECTATOR,
    "outsider": Standing.OUTSIDER,
    "demoted": Standing.OUTSIDER,
}


@dataclass
class Hall:
    """A stage, and one person of each role who owns nothing in it."""

    stage: Stage
    people: dict[str, Person]

    def actor(self, role: str) -> Actor:
        """That person, as Discord vouches for them."""
        return Actor(self.people[role].id, manages_server=role == "admin")


async def walk_in(stage: Stage) -> Hall:
    """Somebody of every role; the demoted one was a game master who never joined, and is out again."""
    people = {role: stage.world.person(20 + number) for number, role in enumerate(ROLES)}
    people["admin"] = stage.world.person(20, permissions=MANAGER)
    for role in ("game_master", "demoted"):
        await stage.do("campaign gm add", by=stage.gm, player=people[role])
    await stage.do("campaign gm remove", by=stage.gm, player=people["demoted"])
    await stage.do("campaign join", by=people["player"])
    await stage.do("campaign join", by=people["spectator"], watching=True)
    await stage.settle()
    return await in_the_hall(stage)


async def in_the_hall(stage: Stage) -> Hall:
    """Who has walked in."""
    people = {role: stage.world.known(FIRST + n) for n, role in enumerate(ROLES)}
    campaign = (await stage.bot.play.look(Actor(stage.gm.id), stage.request())).campaign
    assert {role: standing(campaign, people[role]) for role in ROLES} == STANDINGS
    return Hall(stage, people)


@cache
def crowded(beginning: Beginning[Stage]) -> Beginning[Stage]:
    """The same with everybody in it."""
    return beginning.and_then(f"crowded_{beginning.name}", walk_in)


@pytest.fixture
async def hall(beginning: Beginning[Stage], templates: Templates, tmp_path: Path) -> AsyncIterator[Hall]:
    """A stage with everybody in it, on SQLite."""
    async with crowded(beginning).taken_up(templates, "sqlite", tmp_path) as stage:
        yield await in_the_hall(stage)


def standing(campaign: Campaign, person: Person) -> Standing:
    """What the campaign says the person is."""
    return campaign.standing(person.id)


def in_order(register: Register) -> list[str]:
    """The rows, those that take somebody out of the campaign last."""
    return [*sorted(set(register) - set(LAST)), *LAST]


@pytest.mark.parametrize("share", range(SHARES))
async def test_every_command_button_list_and_form_keeps_the_role_table(
    hall: Hall, share: int, refusals: list[Exception]
) -> None:
    stage, wrong = hall.stage, list[str]()
    stage.lent = []
    for name in in_order(stage.bot.dispatcher.register)[share::SHARES]:
        async for role, payload in tries(hall, name):
            refusals.clear()
            delivered = await stage.feeder.deliver(payload)
            changed = bool(await stage.of(payload))
            fault = fault_of(hall, role, name, delivered, refusals, changed=changed)
            wrong += [f"{name}, {role}: {fault}"] if fault else []
            await back_in(hall, role, payload, changed=changed)
        await take_back(stage)
    assert wrong == []


async def tries(hall: Hall, name: str) -> AsyncIterator[tuple[str, Json]]:
    """A row, used by somebody of each role: first by those it shuts out, who leave all as it was."""
    let_in = [role for role in ROLES if is_let_in(hall, role, name)]
    first = let_in[0] if let_in else "game_master"
    payload = await SAMPLES[name](hall.stage, hall.people[first])
    for role in ROLES:
        if role not in let_in:
            yield role, hall.stage.say.by(payload, hall.people[role])
    for role in let_in:
        yield role, payload if role == first else await SAMPLES[name](hall.stage, hall.people[role])


def is_let_in(hall: Hall, role: str, name: str) -> bool:
    """Whether the table lets that role in, of which nobody owns what the sample is about."""
    permit = hall.stage.bot.dispatcher.register[name]
    return is_permitted(permit, STANDINGS[role], hall.actor(role), owner=None)


def fault_of(
    hall: Hall, role: str, name: str, delivered: Delivered, refusals: list[Exception], *, changed: bool
) -> str | None:
    """What is wrong with how a handler treated a person of that role."""
    if name in BY_ACTION:
        return None
    if is_let_in(hall, role, name):
        if any(isinstance(error, NotAllowed) for error in refusals):
            return f"shut out: {refusals[0]}"
        if role == "game_master" and name not in EXCUSED and refusals:
            return f"the sample does not get through: {refusals[0]}"
        return None
    if not refusals and is_previewed(hall, name) and not changed:
        shown = str([call.data for call in delivered.calls])
        return None if "⛔" in shown and "offer|" not in shown else "let in"
    if not refusals:
        return "let in"
    if not isinstance(refusals[0], NotAllowed) or changed:
        return f"refused otherwise than for who they are: {refusals[0]!r}"
    private = all(call.data.get("flags", 0) & 64 for call in delivered.calls if "embeds" in call.data)
    return None if private else "refused before everybody"


def is_previewed(hall: Hall, name: str) -> bool:
    """Whether it shows first what would happen, and why not."""
    command = hall.stage.bot.dispatcher.commands.get(name.removeprefix("/"))
    return command is not None and command.is_previewed


async def back_in(hall: Hall, role: str, payload: Json, *, changed: bool) -> None:
    """Take back what changed somebody's standing or the campaign itself, so that the next one finds it."""
    stage = hall.stage
    await stage.settle()
    if not changed:
        return
    (entry,) = await stage.of(payload)
    data = payload["data"]
    inner = {each["name"] for each in data.get("options", ())}
    is_of_campaign = data.get("name") in ("campaign", "server") and not inner & TELLS
    if entry.action == "ArchiveCampaign":
        await stage.do("campaign restore", by=stage.gm, campaign=entry.campaign_id)
    elif entry.action == "CreateCampaign":
        place = stage.world.channels[ELSEWHERE]
        await stage.feeder.deliver(await archiving(stage, place, hall.people[role]))
    elif entry.action in ("ChangeSetting", "JoinCampaign") or (is_of_campaign and entry.action not in KEPT):
        undoing = stage.bot.play.undo(
            Actor(stage.gm.id),
            stage.request(int(stage.say.again(payload)["id"])),
            entry.campaign_id,
            entry.number,
            entry.number,
        )
        await undoing


def test_every_row_of_the_register_has_a_sample(sqlite_stage: Stage) -> None:
    assert set(SAMPLES) == set(sqlite_stage.bot.dispatcher.register)


@pytest.mark.parametrize("role", ROLES)
async def test_autocompletes_list_nothing_to_those_who_may_not_use_the_command(hall: Hall, role: str) -> None:
    stage, seen = hall.stage, 0
    for command in stage.bot.tree.walk_commands():
        for option in getattr(command, "parameters", ()):
            if not option.autocomplete:
                continue
            typing = {option.display_name: ""}
            payload = stage.say.autocomplete(
                command.qualified_name, typing, focused=option.display_name, user=hall.people[role]
            )
            answer = (await stage.feeder.deliver(payload)).answer.data
            permit = stage.bot.dispatcher.register[f"/{command.qualified_name}"]
            is_open = command.qualified_name in NO_SECRETS
            if not is_open and not may_use(permit, STANDINGS[role], hall.actor(role)):
                assert answer["choices"] == [], command.qualified_name
            seen += 1
    assert seen > 5


def nonsense(stage: Stage, option: Option) -> Any:
    """What nothing is called, or a number that is none of anything's."""
    if option.choices:
        return option.choices[0][0]
    if option.kind in (int, float):
        return option.spec.most or 999_999
    if option.kind is bool:
        return True
    given = {Member: stage.deacon, Role: stage.world.roles[0]}
    places = dict.fromkeys((Channel, Place), stage.world.channels[2])
    others = {Upload: File("nothing.csv", b"?"), KnownCampaign: "Ashes"}
    return (given | places | others).get(option.kind, "kznothing")


@pytest.mark.parametrize("role", ["spectator", "outsider", "demoted"])
async def test_whoever_may_not_use_a_command_is_told_nothing_of_what_they_typed(
    hall: Hall, role: str, refusals: list[Exception]
) -> None:
    """Not even that there is no such thing, or up to where the journal goes."""
    stage, wrong = hall.stage, list[str]()
    for path, command in commands().items():
        if is_let_in(hall, role, f"/{path}") or f"/{path}" in BY_ACTION:
            continue
        given = {each.name: nonsense(stage, each) for each in command.offered.values()}
        refusals.clear()
        await stage.feeder.deliver(stage.slash(path, by=hall.people[role], **given))
        if not refusals or not isinstance(refusals[0], NotAllowed):
            wrong.append(f"{path}: {refusals[:1]}")
    assert wrong == []


@pytest.mark.parametrize("role", ["spectator", "outsider"])
@pytest.mark.parametrize("name", LISTS)
async def test_a_list_keeps_the_permit_of_its_command(
    hall: Hall, name: str, role: str, refusals: list[Exception]
) -> None:
    payload = hall.stage.say.by(await SAMPLES[name](hall.stage, hall.stage.gm), hall.people[role])
    refusals.clear()
    await hall.stage.feeder.deliver(payload)
    assert isinstance(refusals[0], NotAllowed)


@pytest.mark.parametrize("role", ROLES)
async def test_a_form_keeps_the_permit_of_its_command(
    hall: Hall, role: str, refusals: list[Exception]
) -> None:
    """A player's own sheet, or what is the game masters': nobody else opens its form or sends it."""
    stage, wrong = hall.stage, list[str]()
    for path, form in FORMS.items():
        permit = stage.bot.dispatcher.commands[path].may
        may = is_permitted(permit, STANDINGS[role], hall.actor(role), owner=None)
        for sample in (opener(form), form):
            payload = stage.say.by(await sample(stage, stage.gm), hall.people[role])
            refusals.clear()
            await stage.feeder.deliver(payload)
            is_shut_out = bool(refusals) and isinstance(refusals[0], NotAllowed)
            wrong += [path] if may == is_shut_out else []
    assert wrong == []


async def test_every_action_keeps_the_role_table(hall: Hall, scenario: Scenario) -> None:
    """Each action's own interaction, taken by somebody of each role who owns nothing of what it is about."""
    stage = hall.stage
    payload = await scenario.payload(stage)
    await stage.settle()
    for role in ROLES:
        stolen = stage.say.by(payload, hall.people[role])
        if not is_permitted(permit_of(scenario), STANDINGS[role], hall.actor(role), owner=None):
            await stage.feeder.deliver(stolen)
            assert await stage.of(stolen) == [], role


def permit_of(scenario: Scenario) -> Permit:
    """Who may take the action that a scenario brings about."""
    name = next(name for name, each in scenarios().items() if each is scenario)
    return next(kind.may for kind in every_action() if name.endswith(f".{kind.name}"))

"""For each control of Sovereign: a press or form that would get through, but for who sends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bot.systems.sovereign.dungeon import Hit
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.sovereign.givens import parleying
from tests.systems.sovereign.playbook import (
    drop,
    edit_sheet,
    give,
    load,
    move,
    shown_pack,
    unload,
    write_room,
    write_table,
    write_thing,
)
from tests.systems.sovereign.stock import DOOR, at_a_door, character, delving, party, record_of, waiting_delve

Sampling = Callable[[Stage, Person], Awaitable[Json]]


def _as(build: Callable[[Stage], Awaitable[Json]]) -> Sampling:
    """What Deacon would send, sent by that person."""

    async def sample(stage: Stage, person: Person) -> Json:
        return stage.say.by(await build(stage), person)

    return sample


async def _pack(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"sov_pack|{await record_of(stage, await shown_pack(stage))}", user=person)


async def _picked(stage: Stage, person: Person) -> Json:
    record = await record_of(stage, await character(stage))
    moved = await move(stage)
    item = str(moved["data"]["custom_id"]).split("|")[2]
    owner = str(moved["data"]["custom_id"]).split("|")[1]
    assert owner != record
    return stage.say.press(f"?sov_item|{owner}", values=[item], user=person)


async def _of_party(stage: Stage) -> str:
    return await record_of(stage, await party(stage), "party")


async def _time(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"sov_time|{await _of_party(stage)}|turn", user=person)


async def _rest(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"sov_rest|{await _of_party(stage)}|rough", user=person)


class _Ids(NamedTuple):
    delve: str
    first: str


async def _delving(stage: Stage) -> _Ids:
    there = await delving(stage)
    return _Ids(await record_of(stage, there.delve, "delve"), await record_of(stage, there.members[0]))


def _in_turn(name: str) -> Sampling:
    """A button of the Turn's card."""

    async def sample(stage: Stage, person: Person) -> Json:
        return stage.say.press(f"{name}|{(await _delving(stage)).delve}|1", user=person)

    return sample


def _as_the_first(name: str) -> Sampling:
    """Whose word it is, where somebody has several along."""

    async def sample(stage: Stage, person: Person) -> Json:
        ids = await _delving(stage)
        return stage.say.press(f"?{name}|{ids.delve}|1", values=[ids.first], user=person)

    return sample


async def _acted(stage: Stage, person: Person) -> Json:
    ids = await _delving(stage)
    typed = {"deed": ["search"], "words": "the well"}
    return stage.say.modal_submit(f"sov_act|{ids.delve}|1|{ids.first}", typed, user=person)


async def _called(stage: Stage, person: Person) -> Json:
    typed = {"deed": ["search"], "words": "the hall"}
    return stage.say.modal_submit(f"sov_call|{(await _delving(stage)).delve}|1", typed, user=person)


async def _silent(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"sov_silent|{(await _delving(stage)).delve}", user=person)


async def _resolved(stage: Stage) -> Json:
    """Somebody searched."""
    there = await delving(stage)
    searching = {"delve": there.delve, "character": there.members[0], "what": "search"}
    await stage.do("delve act", by=stage.deacon, **searching)
    await stage.settle()
    return stage.press(f"Resolve {there.members[0]}", by=stage.gm)


async def _silent_as(stage: Stage, person: Person) -> Json:
    ids = await _delving(stage)
    return stage.say.press(f"?sov_silent|{ids.delve}", values=[ids.first], user=person)


async def _settled(stage: Stage, person: Person) -> Json:
    ids = await _delving(stage)
    typed = {"silence": ["order"], "words": "Hold the torch."}
    return stage.say.modal_submit(f"sov_silent|{ids.delve}|{ids.first}", typed, user=person)


async def _publish(stage: Stage, person: Person) -> Json:
    there = await delving(stage)
    await stage.do("delve ahead", by=stage.gm, delve=there.delve, turns=2)
    record = await record_of(stage, there.delve, "delve")
    return stage.say.press(f"?sov_publish|{record}", values=["2"], user=person)


async def _spring(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"sov_spring|{await _hit_waiting(stage)}", user=person)


async def _sprung(stage: Stage, person: Person) -> Json:
    typed = {"title": "Lights ahead", "text": "Two of them."}
    return stage.say.modal_submit(f"sov_spring|{await _hit_waiting(stage)}", typed, user=person)


async def _hit_waiting(stage: Stage) -> str:
    return await record_of(stage, await waiting_delve(stage, Hit(1, "Ghouls", 2)), "delve")


async def _moving(stage: Stage) -> str:
    """What stands in the button of a move that waits to be resolved."""
    there = await delving(stage)
    moving = {"delve": there.delve, "character": there.members[0], "what": "move", "how": "on"}
    await stage.do("delve act", by=stage.deacon, **moving)
    await stage.settle()
    who = await record_of(stage, there.members[0])
    return f"sov_arrive|{await record_of(stage, there.delve, 'delve')}|1|{who}"


async def _arrive(stage: Stage, person: Person) -> Json:
    return stage.say.press(await _moving(stage), user=person)


async def _arrived(stage: Stage, person: Person) -> Json:
    typed = {"room": "Well", "answer": "Water, black and still."}
    return stage.say.modal_submit(await _moving(stage), typed, user=person)


async def _before_a_door(stage: Stage) -> _Ids:
    """In a delve where a shut door is known."""
    there = await at_a_door(stage)
    return _Ids(await record_of(stage, there.delve, "delve"), await record_of(stage, there.members[0]))


async def _listen(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"sov_listen|{(await _before_a_door(stage)).delve}|1", user=person)


async def _listened(stage: Stage, person: Person) -> Json:
    ids = await _before_a_door(stage)
    typed = {"door": [DOOR], "character": [ids.first]}
    return stage.say.modal_submit(f"sov_listen|{ids.delve}|1", typed, user=person)


async def _talking(stage: Stage) -> str:
    return f"sov_leverage|{await record_of(stage, await parleying(stage), 'encounter')}"


async def _leverage(stage: Stage, person: Person) -> Json:
    return stage.say.press(await _talking(stage), user=person)


async def _levered(stage: Stage, person: Person) -> Json:
    typed = {"kind": ["threat"], "what": "The dwarves come"}
    return stage.say.modal_submit(await _talking(stage), typed, user=person)


CONTROLS: dict[str, Sampling] = {
    "button sov_pack": _pack,
    "select sov_item": _picked,
    "button sov_move": _as(move),
    "button sov_drop": _as(drop),
    "select sov_give": _as(give),
    "button sov_load": _as(load),
    "select sov_unload": _as(unload),
    "button sov_time": _time,
    "button sov_rest": _rest,
    "button sov_act": _in_turn("sov_act"),
    "select sov_act": _as_the_first("sov_act"),
    "form sov_act": _acted,
    "button sov_pass": _in_turn("sov_pass"),
    "select sov_pass": _as_the_first("sov_pass"),
    "button sov_call": _in_turn("sov_call"),
    "form sov_call": _called,
    "button sov_silent": _silent,
    "select sov_silent": _silent_as,
    "form sov_silent": _settled,
    "button sov_listen": _listen,
    "form sov_listen": _listened,
    "button sov_leverage": _leverage,
    "form sov_leverage": _levered,
    "button sov_resolve": _as(_resolved),
    "select sov_publish": _publish,
    "button sov_arrive": _arrive,
    "form sov_arrive": _arrived,
    "button sov_spring": _spring,
    "form sov_spring": _sprung,
}

FORMS: dict[str, Sampling] = {
    "sov pc edit": _as(edit_sheet),
    "WriteTable": _as(write_table),
    "site room add": _as(write_room),
    "site thing add": _as(write_thing),
}

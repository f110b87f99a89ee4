"""For each control of Adventuria: a press or form that would get through, but for who sends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.engine.people import Actor
from bot.engine.system import Scope, Want
from bot.play import RecordView
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.adventuria.playbook import begun, camped, editing, having, offered, opened, retiring
from tests.systems.adventuria.stock import adventurer

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _retired(stage: Stage, name: str) -> RecordView:
    """The adventurer of that name, once it has left the game."""
    await stage.feeder.deliver(await retiring(stage, stage.gm, name))
    await stage.settle()
    scope = Scope(wants=(Want("adventurer", text=name, archived=True),))
    (found,) = (await stage.bot.play.look(Actor(stage.gm.id), stage.request(), scope)).all("adventurer")
    return found


async def _left_by(stage: Stage, person: Person) -> RecordView:
    """An adventurer that has left the game: the person's own, where that one plays."""
    name = stage.fresh_name()
    made = await stage.do("adv new", by=person, name=name)
    await stage.settle()
    plays = "sets out" in str(made.answer.data)
    return await _retired(stage, name if plays else await adventurer(stage))


async def _campaign(stage: Stage) -> str:
    return (await stage.bot.play.look(Actor(stage.gm.id), stage.request())).campaign_id


async def _edited(stage: Stage, person: Person) -> Json:
    return await editing(stage, person, await adventurer(stage))


async def _anew(stage: Stage, person: Person) -> Json:
    left = await _left_by(stage, person)
    return stage.say.press(f"new_adventurer|{left.id}", user=person)


async def _named(stage: Stage, person: Person) -> Json:
    left = await _left_by(stage, person)
    typed = {"name": stage.fresh_name()}
    return stage.say.modal_submit(f"new_adventurer|{left.id}", typed, user=person)


async def _hall_page(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"hall|{await _campaign(stage)}|0", user=person)


async def _tale(stage: Stage, person: Person) -> Json:
    shown = await _retired(stage, await adventurer(stage))
    return stage.say.press(f"?tale|{await _campaign(stage)}", values=[shown.id], user=person)


async def _tale_page(stage: Stage, person: Person) -> Json:
    shown = await _retired(stage, await adventurer(stage))
    return stage.say.press(f"tale|{await _campaign(stage)}|{shown.id}|100", user=person)


async def _press(stage: Stage, person: Person) -> Json:
    await opened(stage)
    return stage.press("Roll", by=person)


async def _fights_panel(stage: Stage, person: Person) -> Json:
    await opened(stage)
    return stage.press("Narrator…", by=person)


async def _stop_button(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"adv_stop|{await _fight_of(stage)}", user=person)


async def _stop_form(stage: Stage, person: Person) -> Json:
    return stage.say.modal_submit(f"adv_stop|{await _fight_of(stage)}", {"reason": "Dawn"}, user=person)


async def _fight_of(stage: Stage) -> str:
    """The record of a fight under way."""
    await opened(stage)
    custom_id, _ = stage.button("Roll")
    return custom_id.split("|")[1]


async def _offers_panel(stage: Stage, person: Person) -> Json:
    await offered(stage)
    return stage.press("Narrator…", by=person)


async def _open(stage: Stage, person: Person) -> Json:
    await having(stage)
    return stage.press("Use…", by=person)


async def _pick(stage: Stage, person: Person) -> Json:
    await having(stage)
    custom_id, _ = stage.button("Use…")
    return stage.say.press(f"?{custom_id}|item", values=["1"], user=person)


async def _use_page(stage: Stage, person: Person) -> Json:
    await having(stage)
    custom_id, _ = stage.button("Use…")
    _, *args = custom_id.split("|")
    return stage.say.press("|".join(("adv_use_page", *args, "0")), user=person)


async def _pick_foe(stage: Stage, person: Person) -> Json:
    name = await opened(stage)
    await stage.do("adv gm gain", by=stage.gm, adventurer=name, thing="Bomb", rules="use: foe wound 1")
    await stage.settle()
    custom_id, _ = stage.button("Use…")
    _, *args = custom_id.split("|")
    return stage.say.press("|".join(("?adv_use_on", *args, "1")), values=["1"], user=person)


async def _wake_button(stage: Stage, person: Person) -> Json:
    await camped(stage)
    return stage.press("Wake up", by=person)


async def _scene_form(stage: Stage, person: Person) -> Json:
    custom_id = await scene_form(stage, await begun(stage))
    return stage.say.modal_submit(custom_id, {"text": "It rains.", "ways": ""}, user=person)


async def scene_form(stage: Stage, name: str) -> str:
    """The custom_id of the form that the game master's command opens."""
    opened = await stage.do("adv gm scene", by=stage.gm, adventurer=name)
    return str(opened.answer.data["custom_id"])


async def _rules_list(stage: Stage, person: Person) -> Json:
    return stage.say.press("?adv_rules", user=person, values=["combat"])


CONTROLS: dict[str, Sampling] = {
    "button new_adventurer": _anew,
    "form new_adventurer": _named,
    "button hall": _hall_page,
    "button tale": _tale_page,
    "select tale": _tale,
    "button adv_fight": _press,
    "button adv_fight_panel": _fights_panel,
    "button adv_stop": _stop_button,
    "form adv_stop": _stop_form,
    "button adv_offer": _offers_panel,
    "button adv_use": _open,
    "button adv_use_page": _use_page,
    "select adv_use": _pick,
    "select adv_use_on": _pick_foe,
    "button adv_wake": _wake_button,
    "select adv_rules": _rules_list,
}

FORMS: dict[str, Sampling] = {"adv edit": _edited, "adv gm scene": _scene_form}

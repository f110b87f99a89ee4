"""For each control of kingdoms: a press or form that would get through, but for who sends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.engine.people import Actor
from bot.errors import UserError
from bot.systems.kingdom.book import MonthStep
from bot.systems.kingdom.land.claims import ClaimHex
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import months_playbook, plans_playbook
from tests.systems.kingdom.land_playbook import drawn
from tests.systems.kingdom.months_playbook import end_form
from tests.systems.kingdom.stock import id_of, kingdom, kingdom_at, known, shown, spot

Sampling = Callable[[Stage, Person], Awaitable[Json]]


async def _advice_page(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await known(stage))
    return stage.say.press(f"advice_page|k|{id_}||economy|1", user=person)


async def _sort(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await known(stage))
    return stage.say.press(f"?advice_sort|k|{id_}|30", values=["per_bp"], user=person)


async def town_of(stage: Stage, kingdom: str) -> str:
    """The id of a kingdom's capital."""
    found = await stage.bot.play.named(Actor(stage.gm.id), stage.request(), f"{kingdom} Hold")
    return next(each.id for each in found if each.kind == "settlement")


async def looked_at(stage: Stage) -> str:
    """The id of a settlement to look at, which nobody changes."""
    return await town_of(stage, await known(stage))


def _pressed(name: str, *args: str, values: tuple[str, ...] = ()) -> Sampling:
    """A button or list about a settlement that nobody changes."""

    async def sample(stage: Stage, person: Person) -> Json:
        custom_id = "|".join((name, await looked_at(stage), *args))
        return stage.say.press(custom_id, values=list(values) or None, user=person)

    return sample


def _moves(button: str) -> Sampling:
    """What waits in a kingdom's month, for its leaders or for game masters."""

    async def pressed(stage: Stage, person: Person) -> Json:
        return stage.say.press(f"{button}|{await id_of(stage, await known(stage))}", user=person)

    return pressed


def _listed(control: str, path: str, step: MonthStep, *, is_chosen: bool = False) -> Sampling:
    """A control of the list of a command about hexes at that step, or the second hex chosen from it."""

    async def pressed(stage: Stage, person: Person) -> Json:
        id_ = await id_of(stage, await kingdom_at(stage, step))
        chosen = [spot(stage, 1)] if is_chosen else None
        return stage.say.press(f"{control}|{path}|kingdom={id_}", values=chosen, user=person)

    return pressed


async def _typed(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await months_playbook.draft(stage))
    await drawn(stage)
    return stage.say.press(f"pick_typed|ChooseFirstHex|kingdom={id_}", user=person)


async def _capital(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await months_playbook.chosen(stage))
    return stage.say.press(f"found_capital|{id_}", user=person)


async def _month_move(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, MonthStep.HEXES))
    listed = "|".join(("?month_moves", id_, "hexes", "0"))
    return stage.say.press(listed, values=[f"claim/{spot(stage, 1)}"], user=person)


async def _kinds(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, MonthStep.TERRAIN))
    return stage.say.press(f"?pick_kinds|hex improve|kingdom={id_}", values=["all"], user=person)


async def _kinds_of_moves(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, MonthStep.TERRAIN))
    return stage.say.press(f"?move_kinds|{id_}|0", values=["all"], user=person)


async def _move_dropped(stage: Stage, person: Person) -> Json:
    """The second of two moves that a preview shows together."""
    id_ = await id_of(stage, await kingdom_at(stage, MonthStep.HEXES))
    claims = [ClaimHex(id_, spot(stage, 1)), ClaimHex(id_, spot(stage, 2))]
    return stage.say.press(
        f"?moves_drop|{id_}|{await _previewed(stage, person, *claims)}", values=["1"], user=person
    )


async def _shown(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await known(stage))
    return stage.say.press(f"?kingdom_history|{id_}|24", user=person, values=["treasury"])


async def _issue(stage: Stage, person: Person) -> Json:
    name = await kingdom_at(stage, MonthStep.EDICTS)
    return await previewed(stage, person, "edict set", taxation="light", kingdom=name)


async def previewed(stage: Stage, person: Person, path: str, **options: Any) -> Json:
    """A press on the button of a game master's private preview."""
    shown = await stage.do(path, by=stage.gm, **options)
    button = next(part for part in components(shown.answer.data) if part.get("custom_id"))
    return stage.say.press(str(button["custom_id"]), user=person)


async def _undo_from(stage: Stage, person: Person) -> Json:
    """The list of what was done this month; a player may take back what was their own."""
    await stage.do("sk new", by=person, name=stage.fresh_name(), courage=4, prudence=5, temperance=3)
    ours = (await stage.bot.play.look(Actor(stage.gm.id), stage.request())).campaign_id
    number = max(entry.number for entry in await stage.entries() if entry.campaign_id == ours)
    return stage.say.press(f"?undo_from|{ours}", user=person, values=[str(number)])


async def _claiming(stage: Stage, person: Person) -> str:
    """The id of the preview of a claim."""
    id_ = await id_of(stage, await kingdom_at(stage, MonthStep.HEXES))
    return await _previewed(stage, person, ClaimHex(id_, spot(stage, 1)))


async def _previewed(stage: Stage, person: Person, *actions: Any) -> str:
    """The id of what a preview showed somebody who may see it; else of none."""
    request = stage.request(int(stage.slash("edict plan", by=person)["id"]))
    try:
        return (await stage.bot.play.preview(Actor(person.id), request, actions)).id
    except UserError:
        return "none"


async def _edict_add(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"edict_add|{await _claiming(stage, person)}", user=person)


async def _edict_remove(stage: Stage, person: Person) -> Json:
    return stage.say.press("?edict_remove", values=["none"], user=person)


async def _edict_take(stage: Stage, person: Person) -> Json:
    return stage.say.press("?edict_take", values=["0/none"], user=person)


async def _edict_clear(stage: Stage, person: Person) -> Json:
    return stage.say.press("edict_clear", user=person)


async def _back_page(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"month_back|{await id_of(stage, await kingdom(stage))}|0", user=person)


async def _build(stage: Stage, person: Person) -> Json:
    return await plans_playbook.pressed(stage, "plan_build", "1", by=person)


async def _place(stage: Stage, person: Person) -> Json:
    _, hold = await plans_playbook.planned(stage)
    return stage.say.press(f"?plan_place|{hold}|library|0", values=["1:C1"], user=person)


async def _end_button(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"kingdom_end|{await id_of(stage, await kingdom(stage))}", user=person)


async def _end_form(stage: Stage, person: Person) -> Json:
    custom_id = await end_form(stage, await kingdom(stage))
    return stage.say.modal_submit(custom_id, {"reason": "Over"}, user=person)


async def _role_list(stage: Stage, person: Person) -> Json:
    list_ = f"?take_role|{await id_of(stage, await known(stage))}"
    return stage.say.press(list_, user=person, values=["viceroy"])


async def _role_form(stage: Stage, person: Person) -> Json:
    custom_id = f"take_role|{await id_of(stage, await kingdom(stage))}|viceroy"
    return stage.say.modal_submit(custom_id, {"name": "Bo"}, user=person)


async def _turn(stage: Stage, person: Person) -> Json:
    capital = (await shown(stage, await known(stage))).state.capital
    return stage.say.press(f"district_map|{capital}|1|1", user=person)


async def _ground(stage: Stage, person: Person) -> Json:
    await drawn(stage)
    return stage.say.press("hex_ground", user=person)


async def _survey(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"hex_survey|{(await drawn(stage))[0]}|1|explored", user=person)


async def _surround(stage: Stage, person: Person) -> Json:
    spot = (await drawn(stage))[0]
    return stage.say.press(f"?hex_surround|{spot}|2", values=["forest"], user=person)


async def _hex_terrain(stage: Stage, person: Person) -> Json:
    await drawn(stage)
    return stage.say.press("?hex_terrain", values=["jungle"], user=person)


CONTROLS: dict[str, Sampling] = {
    "button hex_ground": _ground,
    "button hex_survey": _survey,
    "select hex_surround": _surround,
    "select hex_terrain": _hex_terrain,
    "button advice_page": _advice_page,
    "select advice_sort": _sort,
    "button build_way": _pressed("build_way", "house", "1:C4", ""),
    "button my_moves": _moves("my_moves"),
    "button gm_moves": _moves("gm_moves"),
    "select month_moves": _month_move,
    "select move_kinds": _kinds_of_moves,
    "select moves_drop": _move_dropped,
    "button moves_over": _moves("moves_over"),
    "button found_capital": _capital,
    "button pick": _listed("pick", "hex claim", MonthStep.HEXES),
    "select pick": _listed("?pick", "hex claim", MonthStep.HEXES, is_chosen=True),
    "select pick_kinds": _kinds,
    "button pick_typed": _typed,
    "select kingdom_history": _shown,
    "button offer": _issue,
    "select undo_from": _undo_from,
    "button month_back": _back_page,
    "button edict_add": _edict_add,
    "select edict_remove": _edict_remove,
    "select edict_take": _edict_take,
    "button edict_clear": _edict_clear,
    "button plan_add": plans_playbook.add,
    "button plan_drop": plans_playbook.drop,
    "button plan_move": plans_playbook.move,
    "button plan_build": _build,
    "select plan_place": _place,
    "button kingdom_end": _end_button,
    "form kingdom_end": _end_form,
    "select take_role": _role_list,
    "form take_role": _role_form,
    "button district_map": _turn,
}

"""For each control of kingdoms: a press or form that would get through, but for who sends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.engine.people import Actor
from bot.errors import UserError
from bot.systems.kingdom.book import Step
from bot.systems.kingdom.land.claims import ClaimHex
from bot.systems.kingdom.towns.wrecking import DemolishBuilding
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.kingdom import (
    builders_playbook,
    claims_playbook,
    items_playbook,
    losses_playbook,
    months_playbook,
    plans_playbook,
    wrecking_playbook,
)
from tests.systems.kingdom.land_playbook import drawn
from tests.systems.kingdom.losses_playbook import at_loss
from tests.systems.kingdom.months_playbook import end_form, hiring, market
from tests.systems.kingdom.stock import act, id_of, kingdom, kingdom_at, known, shown, spot

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


async def _open(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"build_open|{await id_of(stage, await known(stage))}", user=person)


async def _town(stage: Stage, person: Person) -> Json:
    name = await known(stage)
    listed = f"?build_town|{await id_of(stage, name)}"
    return stage.say.press(listed, values=[await town_of(stage, name)], user=person)


def _once(step: Step, button: str, where: int, *rest: str) -> Sampling:
    """A button of an earlier version."""

    async def pressed(stage: Stage, person: Person) -> Json:
        id_ = await id_of(stage, await kingdom_at(stage, step))
        return stage.say.press("|".join((button, id_, spot(stage, where), *rest)), user=person)

    return pressed


async def _prepare_once(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await claims_playbook.sited(stage))
    return stage.say.press("|".join(("hex_prepare", id_, spot(stage, 1), "1")), user=person)


async def _list(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, Step.TERRAIN))
    return stage.say.press("|".join(("hex_improve_list", id_, spot(stage))), user=person)


async def _claims_pick(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, Step.TERRAIN))
    listed = "|".join(("?hex_improve", id_, spot(stage)))
    return stage.say.press(listed, values=["watchtower"], user=person)


def _moves(button: str) -> Sampling:
    """What waits in a kingdom's month, for its leaders or for game masters."""

    async def pressed(stage: Stage, person: Person) -> Json:
        return stage.say.press(f"{button}|{await id_of(stage, await known(stage))}", user=person)

    return pressed


def _listing(step: Step, control: str, *args: str, is_chosen: bool = False) -> Sampling:
    """What opens a list of hexes at that step, or the second hex of it chosen."""

    async def pressed(stage: Stage, person: Person) -> Json:
        id_ = await id_of(stage, await kingdom_at(stage, step))
        chosen = [spot(stage, 1)] if is_chosen else None
        return stage.say.press("|".join((control, id_, *args)), values=chosen, user=person)

    return pressed


async def _first_hex(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await months_playbook.draft(stage))
    chosen, _ = await drawn(stage)
    return stage.say.press("|".join(("?hex_first", id_, "first")), values=[chosen], user=person)


async def _capital(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await months_playbook.chosen(stage))
    return stage.say.press(f"found_capital|{id_}", user=person)


async def _month_move(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, Step.HEXES))
    listed = "|".join(("?month_moves", id_, "hexes", "0"))
    return stage.say.press(listed, values=[f"claim/{spot(stage, 1)}"], user=person)


async def _kinds(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, Step.TERRAIN))
    return stage.say.press(f"?hex_kinds|{id_}", values=["all"], user=person)


async def _kinds_of_moves(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await kingdom_at(stage, Step.TERRAIN))
    return stage.say.press(f"?move_kinds|{id_}|0", values=["all"], user=person)


async def _move_dropped(stage: Stage, person: Person) -> Json:
    """The second of two moves that a preview shows together."""
    id_ = await id_of(stage, await kingdom_at(stage, Step.HEXES))
    claims = [ClaimHex(id_, spot(stage, 1)), ClaimHex(id_, spot(stage, 2))]
    return stage.say.press(
        f"?moves_drop|{id_}|{await _previewed(stage, person, *claims)}", values=["1"], user=person
    )


async def _hired(stage: Stage, person: Person) -> Json:
    return stage.say.press("|".join(("kingdom_hire", *await hiring(stage))), user=person)


async def _shown(stage: Stage, person: Person) -> Json:
    id_ = await id_of(stage, await known(stage))
    return stage.say.press(f"?kingdom_history|{id_}|24", user=person, values=["treasury"])


async def _issue(stage: Stage, person: Person) -> Json:
    name = await kingdom_at(stage, Step.EDICTS)
    return await previewed(stage, person, "edict set", taxation="light", kingdom=name)


async def _issue_once(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    name = await kingdom_at(stage, Step.EDICTS)
    id_ = await id_of(stage, name)
    return stage.say.press(f"kingdom_issue|{id_}|--1|---", user=person)


async def _withdraw_button(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    id_ = await id_of(stage, await kingdom_at(stage, Step.WITHDRAW))
    return stage.say.press(f"kingdom_withdraw|{id_}|3|0", user=person)


async def _sell_button(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    name = await market(stage)
    id_ = await id_of(stage, name)
    return stage.say.press(f"kingdom_sell|{id_}|{name} Hold|5000|A ring", user=person)


async def previewed(stage: Stage, person: Person, path: str, **options: Any) -> Json:
    """A press on the button of a game master's private preview."""
    shown = await stage.do(path, by=stage.gm, **options)
    button = next(part for part in components(shown.answer.data) if part.get("custom_id"))
    return stage.say.press(str(button["custom_id"]), user=person)


def _old(button: str, *args: str) -> Sampling:
    """A button of a preview that an earlier version showed."""

    async def build(stage: Stage, person: Person) -> Json:
        id_ = await id_of(stage, await kingdom_at(stage, Step.LEADERSHIP))
        return stage.say.press("|".join((button, id_, *args)), user=person)

    return build


async def _lose_once(stage: Stage, person: Person) -> Json:
    """A button of an earlier version."""
    id_ = await id_of(stage, await at_loss(stage))
    return stage.say.press("|".join(("hex_lose", id_, spot(stage, 1))), user=person)


async def _undo_from(stage: Stage, person: Person) -> Json:
    """The list of what was done this month; a player may take back what was their own."""
    await stage.do("sk new", by=person, name=stage.fresh_name(), courage=4, prudence=5, temperance=3)
    ours = (await stage.bot.play.look(Actor(stage.gm.id), stage.request())).campaign_id
    number = max(entry.number for entry in await stage.entries() if entry.campaign_id == ours)
    return stage.say.press(f"?undo_from|{ours}", user=person, values=[str(number)])


async def _claiming(stage: Stage, person: Person) -> str:
    """The id of the preview of a claim."""
    id_ = await id_of(stage, await kingdom_at(stage, Step.HEXES))
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


async def _towns(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"build_towns|{await id_of(stage, await known(stage))}|0", user=person)


async def _sites(stage: Stage, person: Person) -> Json:
    name, town = await builders_playbook.built(stage, "house", "A1")
    await act(stage, DemolishBuilding(name, town, "house"))
    await stage.settle()
    return stage.say.press(f"build_sites|{town}|1:A1|0", user=person)


async def _plans_page(stage: Stage, person: Person) -> Json:
    hold = await plans_playbook.hold_of(stage, await known(stage))
    return stage.say.press(f"plan_page|{hold}|0", user=person)


async def _plans_pick(stage: Stage, person: Person) -> Json:
    _, hold = await plans_playbook.planned(stage, "house A1", "library C1")
    return stage.say.press(f"?plan_pick|{hold}|0", values=["2"], user=person)


async def _build(stage: Stage, person: Person) -> Json:
    return await plans_playbook.pressed(stage, "plan_build", "1", by=person)


async def _places(stage: Stage, person: Person) -> Json:
    hold = await plans_playbook.hold_of(stage, await known(stage))
    return stage.say.press(f"plan_places|{hold}|library|0|1", user=person)


async def _place(stage: Stage, person: Person) -> Json:
    _, hold = await plans_playbook.planned(stage)
    return stage.say.press(f"?plan_place|{hold}|library|0", values=["1:C1"], user=person)


async def _end_button(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"kingdom_end|{await id_of(stage, await kingdom(stage))}", user=person)


async def _end_form(stage: Stage, person: Person) -> Json:
    custom_id = await end_form(stage, await kingdom(stage))
    return stage.say.modal_submit(custom_id, {"reason": "Over"}, user=person)


async def _role_button(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"take_role|{await id_of(stage, await known(stage))}", user=person)


async def _role_form(stage: Stage, person: Person) -> Json:
    custom_id = f"take_role|{await id_of(stage, await kingdom(stage))}"
    return stage.say.modal_submit(custom_id, {"role": ["viceroy"], "name": "Bo"}, user=person)


async def _turn(stage: Stage, person: Person) -> Json:
    capital = (await shown(stage, await known(stage))).state.capital
    return stage.say.press(f"district_map|{capital}|1|1", user=person)


async def _mark(stage: Stage, person: Person) -> Json:
    found = (await drawn(stage))[0]
    return stage.say.press("?hex_mark|explored", values=[found], user=person)


async def _mark_page(stage: Stage, person: Person) -> Json:
    await drawn(stage)
    return stage.say.press("hex_mark_page|hidden|0", user=person)


async def _ground(stage: Stage, person: Person) -> Json:
    await drawn(stage)
    return stage.say.press("hex_ground", user=person)


async def _survey(stage: Stage, person: Person) -> Json:
    return stage.say.press(f"hex_survey|{(await drawn(stage))[0]}|1", user=person)


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
    "button build_open": _open,
    "select build_town": _town,
    "button build_panel": _pressed("build_panel", "0"),
    "select build_pick": _pressed("?build_pick", values=("house",)),
    "button build_places": _pressed("build_places", "house", "0", "0"),
    "select build_place": _pressed("?build_place", "house", "0", values=("1:A1",)),
    "select build_site": _pressed("?build_site", values=("house/1:A1",)),
    "button build_way": _pressed("build_way", "house", "1:C4", ""),
    "button build_do": builders_playbook.build,
    "button build_upgrade": builders_playbook.upgrade,
    "button my_moves": _moves("my_moves"),
    "button gm_moves": _moves("gm_moves"),
    "select month_moves": _month_move,
    "select move_kinds": _kinds_of_moves,
    "select moves_drop": _move_dropped,
    "button moves_over": _moves("moves_over"),
    "button found_capital": _capital,
    "button hex_list": _listing(Step.HEXES, "hex_list", "claim"),
    "select hex_list": _listing(Step.HEXES, "?hex_list", "claim", is_chosen=True),
    "button hex_form": _listing(Step.SETTLEMENTS, "hex_form", "found"),
    "select hex_form": _listing(Step.SETTLEMENTS, "?hex_form", "found", is_chosen=True),
    "select hex_first": _first_hex,
    "select hex_kinds": _kinds,
    "select hex_mark": _mark,
    "button hex_mark_page": _mark_page,
    "button hex_claim": _once(Step.HEXES, "hex_claim", 1, "1"),
    "button hex_abandon": _once(Step.HEXES, "hex_abandon", 0, "4"),
    "button hex_improve": _once(Step.TERRAIN, "hex_improve", 0, "road", "1"),
    "button hex_prepare": _prepare_once,
    "button hex_improve_list": _list,
    "select hex_improve": _claims_pick,
    "button kingdom_hire": _hired,
    "select kingdom_history": _shown,
    "button kingdom_issue": _issue_once,
    "button offer": _issue,
    "button kingdom_withdraw": _withdraw_button,
    "button kingdom_sell": _sell_button,
    "button item_buy": items_playbook.buy,
    "button item_purge": items_playbook.purge,
    "button seat": _old("seat", "1k", "d00------", "Bo"),
    "button leader_resign": _old("leader_resign", "13", "1k", ""),
    "button leader_switch": _old("leader_switch", "13", "3", "0k", ""),
    "button hex_lose": _lose_once,
    "button town_capital": losses_playbook.move,
    "button town_district": losses_playbook.grow,
    "select undo_from": _undo_from,
    "button month_back": _back_page,
    "button build_towns": _towns,
    "button build_sites": _sites,
    "button edict_add": _edict_add,
    "select edict_remove": _edict_remove,
    "select edict_take": _edict_take,
    "button edict_clear": _edict_clear,
    "button plan_add": plans_playbook.add,
    "button plan_page": _plans_page,
    "select plan_pick": _plans_pick,
    "button plan_drop": plans_playbook.drop,
    "button plan_move": plans_playbook.move,
    "button plan_build": _build,
    "button plan_places": _places,
    "select plan_place": _place,
    "button kingdom_end": _end_button,
    "form kingdom_end": _end_form,
    "button take_role": _role_button,
    "form take_role": _role_form,
    "button district_map": _turn,
    "button build_raze": wrecking_playbook.demolish,
    "button build_repair": wrecking_playbook.repair,
}

"""Interactions about sheets, for each row that they have in the register."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness.world import Json, Person
from tests.stages import Stage
from tests.systems.second_kingdom.sheets_playbook import opened, shaped, written
from tests.systems.second_kingdom.stock import hero


async def _button(stage: Stage, person: Person) -> Json:
    form = await opened(stage, "sk edit", hero=await hero(stage))
    return stage.say.press("|".join(form.split("|")[:2]), user=person)


SHEETS: dict[str, Callable[[Stage, Person], Awaitable[Json]]] = {
    "button edit_sheet": _button,
    "form edit_sheet": written,
    "form shape_counter": shaped,
}

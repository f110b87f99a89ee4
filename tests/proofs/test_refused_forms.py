"""Every form there is comes back, where it is refused, with what was typed and a button that corrects it."""

from __future__ import annotations

from typing import Any

import discord

from bot.engine.record import FormField
from bot.errors import RuleViolation
from bot.ui.dispatcher import Control
from bot.ui.modal import FormModal, modal
from tests.harness.inputs import components
from tests.stages import Stage

TYPED = {"word": "as it was typed"}


async def test_every_form_that_is_refused_comes_back_filled_in_with_a_button_that_corrects_it(
    sqlite_stage: Stage,
) -> None:
    stage = sqlite_stage
    dispatcher, person = stage.bot.dispatcher, stage.deacon

    async def refuse(_reply: Any, _args: Any) -> None:
        raise RuleViolation("That won't do.")

    assert len(dispatcher.forms) > 5
    for name in dispatcher.forms:
        dispatcher.forms[name] = Control(refuse)
        form = modal(f"{name}|kept", "A form", (FormField("word", "The word", 40),))
        dispatcher._corrections.opened(person.id, form)

        came = await stage.feeder.deliver(stage.say.modal_submit(f"{name}|kept", TYPED, user=person))

        refused = came.answer.data
        assert "That won't do." in str(refused), name
        assert TYPED["word"] in str(refused), name
        (button,) = [part for part in components(refused) if part.get("label") == "Fix it"]
        opened = await stage.feeder.deliver(stage.say.press(button["custom_id"], user=person))
        assert opened.answer.data["custom_id"] == f"{name}|kept", name
        assert TYPED["word"] in str(opened.answer.data), name


def test_there_is_no_form_of_another_sort() -> None:
    """What is remembered of a form is remembered of this one alone."""
    ours = [each for each in discord.ui.Modal.__subclasses__() if each.__module__.startswith("bot.")]
    assert ours == [FormModal]

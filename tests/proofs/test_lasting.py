"""Proof 4: buttons and forms answer after a restart and after their message looked different."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.harness.inputs import COMPONENT, MODAL
from tests.playbooks import GAMES_OF_TESTS, scenarios
from tests.stages import Scenario, Stage, open_stage
from tests.systems.second_kingdom.challenges_playbook import consequence, rolled
from tests.systems.second_kingdom.stock import challenge

# What a second press hears: that it is settled, or of a plan how it stands now.
SETTLED = ("nothing was", "Nothing was", "Not done", "already", "Already", "no longer", "isn't camping")


def relabelled(payload: dict[str, Any]) -> dict[str, Any]:
    """The same press, from a message that an older version drew: other words, order and colours."""
    older = deepcopy(payload)
    for row in older.get("message", {}).get("components", ()):
        row["components"].reverse()
        for part in row["components"]:
            part |= {"label": "An older label", "style": 4}
    older.get("message", {})["embeds"] = []
    return older


CONTROLS = [name for name, each in scenarios().items() if not each.is_command]


@pytest.mark.parametrize("scenario", CONTROLS, indirect=True)
async def test_every_button_and_form_acts_after_a_restart_and_a_new_layout_and_is_settled_then(
    sqlite_stage: Stage, scenario: Scenario
) -> None:
    payload = await scenario.payload(sqlite_stage)
    if payload["type"] not in (COMPONENT, MODAL):
        pytest.skip("a command: nothing of it waits on a message")
    await sqlite_stage.settle()
    await sqlite_stage.bot.close()

    async with open_stage(sqlite_stage.address, packages=GAMES_OF_TESTS, begin=False) as later:
        # What the bot looks at by itself after a start is looked at: the press doesn't race it.
        await later.settle()
        came = await later.feeder.deliver(relabelled(payload))

        assert came.answer.status < 300
        assert len(await later.of(payload)) == 1

        late = sqlite_stage.say.again(payload)
        came = await later.feeder.deliver(late)

        assert await later.of(late) == []
        assert came.answer.data["flags"] == 64
        told = str(came.answer.data)
        assert any(each in told for each in SETTLED), told


async def test_a_form_typed_before_a_restart_and_sent_too_late_gives_the_text_back(
    sqlite_stage: Stage,
) -> None:
    await rolled(sqlite_stage)
    late = sqlite_stage.fill(consequence(sqlite_stage), by=sqlite_stage.gm, text="Her lamp goes out.")
    await sqlite_stage.feeder.deliver(await sqlite_stage.gm_press("Let it be"))
    await sqlite_stage.bot.close()

    async with open_stage(sqlite_stage.address, packages=GAMES_OF_TESTS, begin=False) as later:
        came = await later.feeder.deliver(late)

        assert "no longer open" in str(came.answer.data)
        assert "Her lamp goes out." in str(came.answer.data)
        assert came.answer.data["flags"] == 64
        assert await later.of(late) == []


async def test_a_stale_button_does_not_open_its_form(sqlite_stage: Stage) -> None:
    await rolled(sqlite_stage)
    ask = sqlite_stage.press(consequence(sqlite_stage), by=sqlite_stage.gm)
    await sqlite_stage.feeder.deliver(await sqlite_stage.gm_press("Let it be"))

    came = await sqlite_stage.feeder.deliver(ask)

    assert came.answer.payload["type"] == 4
    assert "no longer open" in str(came.answer.data)


async def test_a_button_of_an_earlier_revision_says_that_it_changed(sqlite_stage: Stage) -> None:
    await challenge(sqlite_stage)
    custom_id, _ = sqlite_stage.button("Roll")
    name, record, step, _, choice = custom_id.split("|")
    older = sqlite_stage.say.press(
        "|".join((name, record, step, "0", choice)), None, user=sqlite_stage.deacon
    )

    came = await sqlite_stage.feeder.deliver(older)

    assert "things have changed since that button appeared" in str(came.answer.data)
    assert await sqlite_stage.of(older) == []


@pytest.mark.parametrize(
    "custom_id",
    [
        "do|x", "do|a|roll|1|roll0", "do|a|roll|¹|roll0", "do|a|roll|99999999999|roll0", "undo|x|y|z|",
        "page|x|-1", "gone|a|b", "tell|", "do|" + "a" * 90, "ask|a|roll|1|roll0", "page|x|1", "undo|x|1|1|",
    ],
)  # fmt: skip
async def test_a_tampered_button_is_refused_in_a_sentence(sqlite_stage: Stage, custom_id: str) -> None:
    before = await sqlite_stage.entries()

    came = await sqlite_stage.feeder.deliver(sqlite_stage.say.press(custom_id, user=sqlite_stage.gm))

    assert came.answer.data["flags"] == 64
    assert "Something went wrong" not in str(came.answer.data)
    assert await sqlite_stage.entries() == before


async def test_what_no_version_answers_for_anymore_says_so(sqlite_stage: Stage) -> None:
    say, by = sqlite_stage.say, sqlite_stage.deacon
    for payload in (
        say.press("hex_sell|a", user=by),
        say.press("?hex_sell|a", values=["b"], user=by),
        say.modal_submit("hex_sell|a", {"price": "3"}, user=by),
    ):
        came = await sqlite_stage.feeder.deliver(payload)
        assert "That button is from an older version and no longer works." in str(came.answer.data)
        assert came.answer.data["flags"] == 64


async def test_a_list_without_a_choice_is_refused_in_a_sentence(sqlite_stage: Stage) -> None:
    press = sqlite_stage.say.press("?help", values=[], user=sqlite_stage.deacon)
    came = await sqlite_stage.feeder.deliver(press)
    assert came.answer.data["flags"] == 64
    assert "Something went wrong" not in str(came.answer.data)


async def test_a_button_of_another_server_does_nothing(sqlite_stage: Stage) -> None:
    await challenge(sqlite_stage)
    press = sqlite_stage.press("Roll", by=sqlite_stage.deacon)
    press["guild_id"] = press["guild"]["id"] = "1000001"

    came = await sqlite_stage.feeder.deliver(press)

    assert "no campaign" in str(came.answer.data)
    assert await sqlite_stage.of(press) == []

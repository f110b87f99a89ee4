"""Proof 3 of the table's manners: nobody is pinged but the person asked, and that once."""

from __future__ import annotations

from tests.harness.inputs import components
from tests.stages import Stage


async def test_a_card_that_is_brought_up_pings_nobody_again(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await stage.do("sk new", by=stage.deacon, name="Evander", courage=6, prudence=5, temperance=3)
    await stage.do("sk challenge", by=stage.gm, hero="Evander", action="Leap", virtue="courage", rating=4)
    await stage.settle()
    listed = (await stage.do("waiting", by=stage.wren)).answer.data
    (select,) = [part for part in components(listed) if "options" in part]
    values = [select["options"][0]["value"]]
    await stage.feeder.deliver(stage.say.press(select["custom_id"], values=values, user=stage.wren))
    await stage.settle()
    card = [call for call in stage.server.calls if "Leap" in str(call.payload) and call.method == "POST"][-1]
    assert card.payload["content"] == f"<@{stage.deacon.id}>"
    assert card.payload["allowed_mentions"] == {"parse": []}

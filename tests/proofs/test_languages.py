"""Another language reaches the whole way: events on cards, forms, and refusals from within a transaction."""

from __future__ import annotations

import json

from tests.harness.raw import Delivered
from tests.pseudo import Pseudo, speaking_pseudo
from tests.stages import Stage

NAME = "ΑΒΓ"


def shown(came: Delivered) -> str:
    """All that was answered."""
    return json.dumps([call.data for call in came.calls], ensure_ascii=False)


async def test_what_happened_and_what_waits_are_read_in_it(sqlite_stage: Stage) -> None:
    with speaking_pseudo():
        lit = await sqlite_stage.do("lantern light", by=sqlite_stage.deacon, name=NAME)
    for template in ("Lit: lantern {lantern}", "Refill {name}"):
        assert Pseudo().gettext(template).format(lantern=NAME, name=NAME) in shown(lit)
    assert f"lantern {NAME}" not in shown(lit)


async def test_a_refusal_of_the_rules_is_read_in_it(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await stage.do("lantern light", by=stage.deacon, name=NAME)
    form = stage.fill(f"Refill {NAME}", by=stage.deacon, oil=" ")
    with speaking_pseudo():
        empty = await stage.feeder.deliver(form)
    said = Pseudo().gettext("Say which oil, in 1 to {most} characters.")
    assert said.format(most=60) in shown(empty)

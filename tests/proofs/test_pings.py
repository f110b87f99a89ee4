"""Proof 3 of the table's manners: nobody is pinged but the person asked, and that once."""

from __future__ import annotations

from bot.systems.table.settings.rules import POSTS
from tests.harness.inputs import components
from tests.stages import Stage
from tests.systems.table.playbook import deciding


async def test_a_card_that_is_brought_up_pings_nobody_again(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    await stage.do("sk new", by=stage.deacon, name="Evander", courage=6, prudence=5, temperance=3)
    await stage.do("sk challenge", by=stage.gm, heroes="Evander", action="Leap", virtue="courage", rating=4)
    await stage.settle()
    listed = (await stage.do("waiting", by=stage.wren)).answer.data
    (select,) = [part for part in components(listed) if "options" in part]
    values = [select["options"][0]["value"]]
    await stage.feeder.deliver(stage.say.press(select["custom_id"], values=values, user=stage.wren))
    await stage.settle()
    card = [call for call in stage.server.calls if "Leap" in str(call.payload) and call.method == "POST"][-1]
    assert card.payload["content"] == f"<@{stage.deacon.id}> · Ashes · Evander: Leap"
    assert card.payload["allowed_mentions"] == {"parse": []}


async def test_in_plain_text_too_only_the_person_asked_is_pinged(sqlite_stage: Stage) -> None:
    """There the whole card stands in the message's own text, where a mention would count."""
    stage = sqlite_stage
    await stage.feeder.deliver(await deciding(stage, POSTS, "text"))
    for who in (stage.wren, stage.gm):
        await stage.do("preferences plain", by=who)
    named = f"<@{stage.wren.id}> @everyone"
    await stage.do("sk new", by=stage.deacon, name=named, courage=6, prudence=5, temperance=3)
    await stage.do("sk challenge", by=stage.gm, heroes=named, action=named, virtue="courage", rating=4)
    await stage.do("campaign invite", by=stage.gm, player=stage.stranger)
    await stage.settle()
    for path in ("journal", "waiting", "campaign info", "campaign players", "undo"):
        await stage.do(path, by=stage.wren)
    await stage.feeder.deliver(stage.press("Roll", by=stage.deacon))
    await stage.settle()
    kept = [*stage.server.messages.kept.values(), *stage.server.messages.deleted.values()]
    pinged = [[each["id"] for each in message["mentions"]] for message in kept]
    assert sorted(each for each in pinged if each) == [[str(stage.deacon.id)], [str(stage.stranger.id)]]
    assert not any(message["mention_everyone"] or message["mention_roles"] for message in kept)

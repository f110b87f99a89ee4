"""How each action about realms comes about."""

from __future__ import annotations

from bot.systems.kingdom.founding.rules import (
    AgreeTerms,
    BeginKingdom,
    ChooseAlignment,
    ChooseFirstHex,
    EndKingdom,
    FoundKingdom,
    RenameKingdom,
    ShowKingdom,
)
from tests.harness.world import Json
from tests.stages import Playbook, Scenario, Stage
from tests.systems.kingdom.stock import act, id_of, kingdom, spot

ALIGNMENT, TERMS, FIRST_HEX, FOUND = "Alignment…", "Build points and terms…", "First hex…", "Found it…"


async def draft(stage: Stage) -> str:
    """A kingdom that is being drawn up, of which nothing is chosen yet; its name."""
    name = stage.fresh_name()
    await act(stage, BeginKingdom(name))
    await stage.settle()
    return name


async def chosen(stage: Stage) -> str:
    """One that could be founded; its name."""
    name = await draft(stage)
    id_ = await id_of(stage, name)
    await act(stage, ChooseAlignment(id_, "N"))
    await act(stage, AgreeTerms(id_, 50))
    await act(stage, ChooseFirstHex(id_, spot(stage, r=5), "plains"))
    await stage.settle()
    return name


async def end_form(stage: Stage, name: str) -> str:
    """The custom_id of the form that ends a kingdom."""
    return f"kingdom_end|{await id_of(stage, name)}"


async def begin(stage: Stage) -> Json:
    """The command."""
    return stage.slash("kingdom found", by=stage.gm, name=stage.fresh_name(), about="River folk")


async def alignment(stage: Stage) -> Json:
    """The form of the card, sent."""
    await draft(stage)
    return stage.fill(ALIGNMENT, by=stage.gm, alignment=["LG"])


async def terms(stage: Stage) -> Json:
    """The form of the card, sent."""
    await draft(stage)
    typed = {"points": "50", "backing": ["fief"], "sponsor": "Queen Ada", "tribute": ["tenth"]}
    return stage.fill(TERMS, by=stage.gm, **typed)


async def first_hex(stage: Stage) -> Json:
    """The form of the card, sent: a hex that is drawn by it."""
    await draft(stage)
    return stage.fill(FIRST_HEX, by=stage.gm, hex=spot(stage, r=5), terrain=["hills"])


async def found(stage: Stage) -> Json:
    """The form of the card, sent, with the name of a capital."""
    await chosen(stage)
    return stage.fill(FOUND, by=stage.gm, capital="The Hold")


async def rename(stage: Stage) -> Json:
    """The command."""
    # By its id, as it is picked from the list: its name is another one afterwards.
    options = {"kingdom": await id_of(stage, await kingdom(stage)), "name": stage.fresh_name()}
    return stage.slash("kingdom rename", by=stage.gm, **options)


async def end(stage: Stage) -> Json:
    """The form that asks why, sent."""
    custom_id = await end_form(stage, await kingdom(stage))
    return stage.say.modal_submit(custom_id, {"reason": "The tale is told"}, user=stage.gm)


async def show(stage: Stage) -> Json:
    """The command, shared."""
    return stage.slash("kingdom sheet", by=stage.deacon, kingdom=await kingdom(stage), share=True)


REALMS: Playbook = {
    BeginKingdom: Scenario(begin),
    ChooseAlignment: Scenario(alignment),
    AgreeTerms: Scenario(terms),
    ChooseFirstHex: Scenario(first_hex),
    FoundKingdom: Scenario(found),
    RenameKingdom: Scenario(rename),
    EndKingdom: Scenario(end),
    ShowKingdom: Scenario(show, repeats=50),
}

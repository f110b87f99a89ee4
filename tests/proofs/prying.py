"""Somebody looks everywhere: every command that shows, every list, every button of others.

Of all the records, entries and names of secrets each person takes a fifth, and another one than the next.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from bot.app import Waypost
from tests.extent import some_of
from tests.givens import commands
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.proofs.canaries import Secrets, newest
from tests.proofs.delve_canaries import look_at_delves
from tests.proofs.kingdom_canaries import look_at_kingdoms
from tests.proofs.readers import reader
from tests.proofs.samples import campaign
from tests.proofs.sovereign_canaries import look_at_sites
from tests.stages import Stage


async def look_everywhere(evening: Secrets, by: Person) -> None:
    """Every command that only shows, in every way it can be asked; every list; every button of others."""
    stage, ours = evening.stage, await campaign(evening.stage)
    for path in (
        "waiting",
        "dice fairness",
        "dice list",
        "dice stats",
        "campaign info",
        "campaign players",
        "hex map",
    ):
        await stage.do(path, by=by)
    await stage.do("waiting", by=by, mine=True)
    for page in ("start", "dice", "sk", "campaign"):
        await stage.do("help", by=by, topic=page)
    for die in (None, 2):
        for who in evening.people.values():
            await stage.do("dice stats", by=by, who=who, **({"die": die} if die else {}))
    await read_the_journal(evening, by, ours)
    await look_at_dice(stage, by)
    await read_recaps(stage, by)
    labels = some_of(kept_from(evening, by), by.id)
    await look_at_kingdoms(stage, by, labels)
    await look_at_sites(stage, by, labels)
    await look_at_delves(stage, by, labels)
    for number in range(4):
        await stage.feeder.deliver(stage.say.press(f"board|{number}", user=by))
    await search(evening, by)
    await press_everything(evening, by)


def kept_from(evening: Secrets, by: Person) -> list[str]:
    """What the secrets are called that aren't theirs."""
    return [each.label for each in evening.canaries if by.id not in each.readers]


async def read_the_journal(evening: Secrets, by: Person, ours: str) -> None:
    """Every page of every filter, and what an undo of each entry would change."""
    stage, filters = evening.stage, list[dict[str, Any]]()
    entries = await stage.entries()
    filters += [{}, *({"player": who} for who in evening.people.values())]
    filters += [{"game": game} for game in stage.bot.play.catalogue.systems]
    filters += [{"kind": kind} for kind in sorted({entry.action for entry in entries})]
    filters += [{"record": record} for record in some_of(await record_ids(stage), by.id)]
    for wanted in filters:
        await read_through(stage, by, (await stage.do("journal", by=by, **wanted)).answer.data)
    for number in some_of(range(1, await newest(stage) + 1), by.id):
        await stage.do("undo", by=by, entry=number)
    await stage.do("redo", by=by)


async def read_through(stage: Stage, by: Person, page: Json) -> None:
    """Every older page."""
    while older := [part["custom_id"] for part in components(page) if part.get("label") == "Older"]:
        page = (await stage.feeder.deliver(stage.say.press(older[0], user=by))).answer.data


async def read_recaps(stage: Stage, by: Person) -> None:
    """Every way to be told what happened, page by page."""
    asked: list[dict[str, Any]] = [{"since": since} for since in ("here", "day", "week", "all", "new")]
    asked += [{"chapter": 1}, {"from_entry": 1}]
    # Scene by scene, whatever is newer.
    asked += [{"from_entry": n, "to_entry": n + 40} for n in range(1, await newest(stage), 40)]
    for wanted in asked:
        await turn_over(stage, by, (await stage.do("recap", by=by, **wanted)).answer.data)
    await turn_over(stage, by, (await stage.do("campaign story show", by=by)).answer.data)
    for custom_id in ("recap", "recap|new"):
        await stage.feeder.deliver(stage.say.press(custom_id, user=by))


async def turn_over(stage: Stage, by: Person, page: Json) -> None:
    """Every further page."""
    while more := [part["custom_id"] for part in components(page) if part.get("label") == "More…"]:
        page = (await stage.feeder.deliver(stage.say.press(more[0], user=by))).answer.data


async def record_ids(stage: Stage) -> list[str]:
    """Every record there is."""
    query = sa.text("SELECT id FROM records ORDER BY id")
    return await stage.bot.database.read(lambda c: [str(i) for (i,) in c.execute(query)])


async def look_at_dice(stage: Stage, by: Person) -> None:
    """Every chapter's export, whether it has ended or not."""
    for chapter in (1, 2):
        for secret in (False, True):
            await stage.do("dice verify", by=by, chapter=chapter, secret=secret)


async def search(evening: Secrets, by: Person) -> None:
    """Every list of suggestions, with what one would type to find a secret."""
    stage = evening.stage
    # In capitals: what a refusal repeats is no secret told.
    names = [label.upper() for label in kept_from(evening, by)]
    asked = set[object]()
    for command in stage.bot.tree.walk_commands():
        for option in getattr(command, "parameters", ()):
            if option.autocomplete:
                source = source_of(command.qualified_name, option.name)
                typed = ["", "kz"]
                if source not in asked:
                    typed += ["77", "secret", *some_of(names, by.id + len(asked))]
                await suggested(stage, by, command.qualified_name, option.name, typed)
                asked.add(source)
    for n, (path, option) in enumerate(
        (
            ("roll", "dice"),
            ("odds", "dice"),
            ("dice forget", "name"),
            ("sk sheet", "hero"),
            ("hex show", "hex"),
        )
    ):
        for name in some_of(names, by.id + n):
            await stage.do(path, by=by, **{option: name})


def sources(bot: Waypost) -> list[tuple[str, str]]:
    """One option of each source of suggestions, by its command."""
    found: dict[object, tuple[str, str]] = {}
    for command in bot.tree.walk_commands():
        for option in getattr(command, "parameters", ()):
            if option.autocomplete:
                here = command.qualified_name, option.display_name
                found.setdefault(source_of(*here), here)
    return list(found.values())


def source_of(path: str, name: str) -> object:
    """What an option's suggestions come from, and for whom: one function finds them for many commands."""
    command = commands().get(path)
    if command is None:
        return path, name
    for option in command.offered.values():
        spec = option.spec
        found_by = command.suggests.get(option.field) or spec.suggest or spec.finder
        if option.name == name and found_by is not None:
            return id(found_by), command.may, command.where, spec.several, spec.is_narrowed
    return path, name


async def suggested(stage: Stage, by: Person, path: str, option: str, typed: list[str]) -> None:
    """What is suggested for each of those texts."""
    asked = [stage.say.autocomplete(path, {option: text}, focused=option, user=by) for text in typed]
    await stage.feeder.deliver_all(asked)


async def press_everything(evening: Secrets, by: Person) -> None:
    """Each button that ever was, pressed by somebody who may not; the answer tells nothing."""
    stage = evening.stage
    # Whose secret it is may reveal it; that others who lead may not, tells test_dice_secrets.py.
    reveals = () if by.id in evening.leaders else ("reveal_roll|",)
    seen = {
        part["custom_id"]
        for call in stage.server.calls
        for part in components(call.data)
        if part.get("custom_id", "").startswith((*reveals, "do|", "page|", "ask|"))
        if not part["custom_id"].startswith(reveals) or reader(stage, call) != by.id
    }
    for custom_id in sorted(seen):
        await stage.feeder.deliver(stage.say.press(custom_id, user=by))
    for record in some_of(await record_ids(stage), by.id):
        for chosen in ("?bring_up", "?nudge"):
            await stage.feeder.deliver(stage.say.press(chosen, values=[f"{record}/roll"], user=by))
        await stage.do("campaign handover", by=by, what=record, to=evening.people["wren"])

"""Proof of what Discord doesn't list: it is found on `/act` or `/gm` by its words, and done from there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import bot
from bot.app import assemble
from bot.engine.acting import MOST_FIELDS, Deed, Subject, about, choosable, further, is_for, matching, named
from bot.engine.declare import Command
from bot.engine.people import Actor
from bot.engine.picking import PICK
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.tree import Json as Listed
from bot.tree import Offers, offers_of
from bot.ui.acting import DETAIL, MORE, MOST_FORMS, MOST_MORE, NEXT
from tests.givens import commands
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.playbooks import catalogue, scenarios
from tests.proofs.test_acting import PAGES, path_of, person_of
from tests.stages import Scenario, Stage

# What a button of a card brings just as soon.
BY_BUTTON = {"redo"}
UNLISTED = sorted(
    set(chain.from_iterable(each.unlisted for each in catalogue().systems.values())) - BY_BUTTON
)
# As many roots and commands as somebody who types "/" on a server with that game finds, at most.
MOST_ROOTS, MOST_ROOTS_OF_ONE = 26, 20
MOST_LISTED = {"second_kingdom": 80, "adventuria": 80, "sovereign": 90, "kingdom": 130}
# More steps than any deed takes to its preview.
STEPS = 12
# How a button looks that is not to be pressed first.
SECONDARY = 2


@pytest.mark.parametrize("path", UNLISTED)
def test_all_that_can_be_said_of_it_can_be_said_from_a_page(path: str) -> None:
    command = commands()[path]
    assert any(is_for(command, Actor(0), who, leads=page == "gm") for page, who in PAGES.items())
    written, chosen = further(command, leads=True), choosable(command, leads=True)
    assert len(written) <= MOST_FORMS * MOST_FIELDS
    assert len(chosen) <= MOST_MORE
    said = {about(command), *(each.field for each in (*written, *chosen))}
    lost = [
        name
        for name, each in command.offered.items()
        if name not in said and not command.needs(each) and each.spec.pick is None
    ]
    assert not lost


# -- what is listed -------------------------------------------------------------------------------------


@pytest.fixture
async def offers(tmp_path: Path) -> Offers:
    """What Discord is sent by a bot as it is run."""
    found = assemble(open_database(Address.of_file(tmp_path / "waypost.db")))
    for cog in found.cogs_of_the_house():
        await found.add_cog(cog)
    made = offers_of(found, found.dispatcher.game_of, found.dispatcher.unlisted)
    await found.database.dispose()
    return made


def listed(every: Iterator[Listed] | tuple[Listed, ...], above: str = "") -> list[str]:
    """The paths of commands, as Discord lists them."""
    found: list[str] = []
    for each in every:
        path = f"{above} {each['name']}".strip()
        inner = tuple(part for part in each.get("options", ()) if part["type"] in (1, 2))
        found += listed(inner, path) if inner else [path]
    return found


async def test_few_roots_are_listed(offers: Offers) -> None:
    house = len(offers.everywhere.payload)
    of = {game: len(offers.of(frozenset({game})).payload) for game in offers.games}
    assert house + sum(of.values()) <= MOST_ROOTS
    assert {game for game, roots in of.items() if house + roots > MOST_ROOTS_OF_ONE} == set()


@pytest.mark.parametrize("game", MOST_LISTED)
async def test_few_commands_are_listed(offers: Offers, game: str) -> None:
    every = (*offers.everywhere.payload, *offers.of(frozenset({game})).payload)
    assert len(listed(every)) <= MOST_LISTED[game]
    assert set(listed(every)).isdisjoint(UNLISTED)


def written() -> Iterator[tuple[str, str]]:
    """Every line of the code and the guides, with its file; a sentence in several literals is one."""
    house = Path(bot.__file__).parent
    docs = (each for each in (house.parent / "docs").glob("*.md") if each.name != "commands.md")
    for file in (*house.rglob("*.py"), *docs, house.parent / "README.md"):
        whole = re.sub(r'"\s*\n\s*"', "", file.read_text())
        yield from ((file.name, line) for line in whole.splitlines())


def test_nobody_is_told_to_type_what_isnt_listed() -> None:
    named = re.compile(rf"/({'|'.join(sorted(UNLISTED, key=len, reverse=True))})(?![\w-])")
    found = [f"{name}: {line.strip()}" for name, line in written() if named.search(line)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("page", PAGES)
def test_the_words_that_are_given_for_a_deed_find_it(page: str) -> None:
    theirs = [each for each in commands().values() if is_for(each, Actor(0), PAGES[page], leads=page == "gm")]
    every = Subject("", "", tuple(Deed(each.path, "", *named(each)) for each in theirs))
    told = {words for _, line in written() for words in re.findall(rf"`/{page} deed: ([^`{{}}]+)`", line)}
    assert len(told) > 20
    assert not [words for words in told if not matching([every], words)]


# -- what is done ---------------------------------------------------------------------------------------


@dataclass
class Going:
    """Somebody on the way from a page to what they want done, with what they want to say of it."""

    stage: Stage
    by: Person
    command: Command
    given: dict[str, Any]
    presses: int = 0
    said: set[str] = field(default_factory=set)

    async def go(self, page: str) -> Json:
        """Go from the page by its lists, forms and buttons until it is done; the press that did it."""
        payload, presses = self.stage.slash(page, by=self.by, deed=await self._suggested(page)), 2
        for _ in range(STEPS):
            shown = await self._deliver(payload, presses)
            if await self.stage.of(payload):
                return payload
            payload, presses = await self._step(shown)
        raise LookupError(f"/{self.command.path} has no end: {shown}")

    async def _suggested(self, page: str) -> str:
        """What the page suggests for the first words of the deed."""
        words, _ = named(self.command)
        typing = self.stage.say.autocomplete(page, {"deed": words[:40]}, focused="deed", user=self.by)
        choices = (await self.stage.feeder.deliver(typing)).answer.data["choices"]
        found = [each["value"] for each in choices if each["value"].startswith(f"{self.command.path}|")]
        about_ = str(self.given.get(about(self.command), ""))
        # Of several subjects the one that was meant.
        return str(min(found, key=lambda each: about_ not in each))

    async def _deliver(self, payload: Json, presses: int) -> Json:
        self.presses += presses
        answer = (await self.stage.feeder.deliver(payload)).answer
        assert "went wrong" not in str(answer.payload), answer.payload
        found: Json = answer.data
        return found

    async def _step(self, shown: Json) -> tuple[Json, int]:
        """What is pressed next, and what it takes. Raises LookupError where there is nothing to press."""
        say = self.stage.say
        if "custom_id" in shown:
            typed = {name: self._typed(name) for name in _fields(shown)}
            return say.modal_submit(shown["custom_id"], typed, user=self.by), 1
        parts = [each for each in components(shown) if "custom_id" in each and not each.get("disabled")]
        for part in parts:
            if part["custom_id"].startswith((f"?{NEXT}|", f"?{PICK}|")):
                return say.press(part["custom_id"], values=[self._chosen(part)], user=self.by), 2
        for part in parts:
            name = part["custom_id"].rpartition("|")[2]
            is_more = part["custom_id"].startswith(f"?{MORE}|") and name in self.given
            is_form = part["custom_id"].startswith(f"{DETAIL}|") and self._details(int(name))
            if (is_more or is_form) and name not in self.said:
                self.said.add(name)
                values = [self._chosen(part)] if is_more else None
                return say.press(part["custom_id"], values=values, user=self.by), 2 if is_more else 1
        last = next((part for part in parts if part.get("style", SECONDARY) != SECONDARY), None)
        if last is None:
            raise LookupError(f"nothing to press: {shown}")
        return say.press(last["custom_id"], user=self.by), 1

    def _typed(self, name: str) -> Any:
        value = self.given.get(name, "")
        return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)

    def _details(self, part: int) -> bool:
        """Whether there is more to say in that form than what a deed needs."""
        every = further(self.command, leads=self.by is self.stage.gm)
        asked = every[part * MOST_FIELDS : (part + 1) * MOST_FIELDS]
        return any(each.field in self.given and not self.command.needs(each) for each in asked)

    def _chosen(self, part: Json) -> str:
        """The line of a list that was meant; else its first."""
        subject = about(self.command)
        wanted = {str(value).casefold() for name, value in self.given.items() if name != subject}
        option = part["custom_id"].rpartition("|")[2]
        if part["custom_id"].startswith(f"?{MORE}|") and option in self.given:
            # That list is of one option, whatever the others are given.
            wanted = {str(self.given[option]).casefold()}
        lines = part["options"]
        for line in lines:
            if line["value"].casefold() in wanted or line["label"].casefold() in wanted:
                return str(line["value"])
        for line in lines:
            if any(each and each in line["label"].casefold() for each in wanted):
                return str(line["value"])
        return str(lines[0]["value"])


def _fields(form: Json) -> list[str]:
    found: list[str] = []
    for row in form["components"]:
        part = row.get("component") or row["components"][0]
        found.append(part["custom_id"])
    return found


def given_of(payload: Json, command: Command) -> dict[str, Any]:
    """What a command is given, by field."""
    data = payload["data"]
    while inner := next((each for each in data.get("options", ()) if each["type"] in (1, 2)), None):
        data = inner
    fields = {each.name: name for name, each in command.offered.items()}
    return {fields[each["name"]]: each["value"] for each in data.get("options", ())}


def _of_unlisted() -> dict[str, Scenario]:
    kinds = {
        f"{system.name}.{kind.name}": kind
        for system in catalogue().systems.values()
        for kind in system.actions
    }
    return {
        name: each
        for name, each in scenarios().items()
        if each.is_command and kinds[name].command in UNLISTED
    }


DONE = _of_unlisted()


@pytest.mark.parametrize("name", DONE)
async def test_it_is_done_from_a_page(sqlite_stage: Stage, name: str) -> None:
    stage = sqlite_stage
    payload = await DONE[name].payload(stage)
    await stage.settle()
    command, who = commands()[path_of(payload["data"])], person_of(stage, payload)
    assert command.path in UNLISTED
    page = "gm" if who is stage.gm and is_for(command, Actor(0), PAGES["gm"], leads=True) else "act"
    given = given_of(payload, command)
    going = Going(stage, who, command, given)
    (entry,) = await stage.of(await going.go(page))
    assert entry.action == name.partition(".")[2], entry

"""An evening of secrets, each known by what it says and comes to, and who has read them."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO

import sqlalchemy as sa

from bot.storage.models import campaigns, chapters
from tests.harness.world import Person
from tests.kept import packed
from tests.proofs.readers import GAME_MASTERS_CHANNEL, reader, texts
from tests.proofs.samples import campaign
from tests.stages import Stage
from tests.systems.second_kingdom.playbook import npc_form
from tests.systems.table.playbook import listed

# One die with one side: the total is known beforehand, and stands nowhere else.
SHOWN = ("{:d}", "{:,d}")


@dataclass(frozen=True)
class Canary:
    """A roll that only these may read of: by id, or the game master's channel."""

    label: str
    number: int
    readers: frozenset[int | str]
    must: frozenset[int | str]

    @property
    def dice(self) -> str:
        """What is typed to make it."""
        return f"1d1+{self.number} {self.label}"

    @cached_property
    def told(self) -> tuple[str, ...]:
        """What it comes to, in any form in which it may be shown."""
        total = self.number + 1
        return (self.label, *(shape.format(number) for shape in SHOWN for number in (total, self.number)))


@dataclass
class Secrets:
    """An evening full of secrets, and who may read each."""

    stage: Stage
    people: dict[str, Person]
    log: StringIO
    canaries: list[Canary] = field(default_factory=list)
    # Who read what that tells of any of them, of so many calls: each is looked through once.
    _read: list[tuple[int | str, str]] = field(default_factory=list)
    _calls: int = 0

    def keep(self) -> bytes:
        """All of it that is not in the database, once the bot is gone: see `tests.kept`."""
        kept = {"people": self.people, "log": self.log.getvalue(), "canaries": self.canaries}
        return packed(kept | {"stage": self.stage.keep()})

    @property
    def leaders(self) -> set[int]:
        """Who leads the campaign."""
        return {self.people[each].id for each in ("gm", "game_master")}

    def read(self) -> list[tuple[int | str, str]]:
        """All that was sent so far and tells a secret, each with who read it."""
        calls = self.stage.server.calls
        for call in calls[self._calls :]:
            sent = "\n".join(texts(call))
            if self._any_secret.search(sent):
                self._read.append((reader(self.stage, call), sent))
        self._calls = len(calls)
        return self._read

    @cached_property
    def _any_secret(self) -> re.Pattern[str]:
        told = sorted({re.escape(told) for canary in self.canaries for told in canary.told})
        return re.compile("|".join(told))

    def canary(self, label: str, readers: Iterable[Person | str], must: Iterable[Person | str]) -> Canary:
        """A new one, before anything was read."""
        assert not self._calls
        number = 770_003 + 1_000 * len(self.canaries)
        made = Canary(f"kz{label}", number, _ids(readers), _ids(must))
        self.canaries.append(made)
        return made

    async def roll(
        self, by: Person, secrecy: str, readers: Iterable[Person | str], must: Iterable[Person | str]
    ) -> Canary:
        """A secret roll; where it is read."""
        made = self.canary(f"{by.name}{secrecy}", readers, must)
        await self.stage.do("roll", by=by, dice=made.dice, secrecy=secrecy)
        await self.stage.settle()
        return made


def _ids(readers: Iterable[Person | str]) -> frozenset[int | str]:
    return frozenset(each.id if isinstance(each, Person) else each for each in readers)


async def play(evening: Secrets) -> None:
    """Secrets of every kind, wherever there can be one."""
    stage, gm, deacon, wren = evening.stage, evening.stage.gm, evening.stage.deacon, evening.stage.wren
    # Who leads reads all that is not a person's own.
    leaders = (gm, evening.people["game_master"], GAME_MASTERS_CHANNEL)
    for by in (deacon, gm):
        await evening.roll(by, "gm", {by, *leaders}, {by, GAME_MASTERS_CHANNEL})
        await evening.roll(by, "me", {by}, {by})
        await evening.roll(by, "hidden", leaders, {GAME_MASTERS_CHANNEL})
    await apart(evening, leaders)
    await undone(evening, leaders)
    await hidden(evening, leaders)
    await in_the_fog(evening, leaders)
    saved = evening.canary("saved", {wren}, {wren})
    await stage.do("dice save", by=wren, name=saved.label, dice=f"1d1+{saved.number}")
    replaced = evening.canary("attack", {wren}, {wren})
    for dice in (replaced.dice, "1d20"):
        await stage.do("dice save", by=wren, name="attack", dice=dice)
    rolled = evening.canary("bysaved", {wren}, {wren})
    await stage.do("dice save", by=wren, name=rolled.label, dice=f"1d1+{rolled.number}")
    await stage.do("roll", by=wren, dice=rolled.label, secrecy="me")
    await stage.settle()


async def apart(evening: Secrets, leaders: Iterable[Person | str]) -> None:
    """A roll in the game master's channel."""
    stage, made = evening.stage, evening.canary("apart", leaders, {GAME_MASTERS_CHANNEL})
    place = stage.world.channels[1]
    await stage.feeder.deliver(stage.say.slash("roll", {"dice": made.dice}, user=stage.gm, channel=place))
    await stage.settle()


async def hidden(evening: Secrets, leaders: Iterable[Person | str]) -> None:
    """Somebody of whom no player knows: named, changed, with a portrait."""
    stage, made = evening.stage, evening.canary("npc", leaders, {GAME_MASTERS_CHANNEL})
    name = f"{made.label} {made.number}"
    await stage.do("sk npc add", by=stage.gm, name=name)
    await stage.feeder.deliver(await npc_form(stage, stage.gm, name, about=f"Carries {made.number}"))
    address = f"https://example.org/{made.number}.png"
    await stage.do("sk portrait", by=stage.gm, hero=name, address=address)
    await stage.settle()


async def in_the_fog(evening: Secrets, leaders: Iterable[Person | str]) -> None:
    """A hex that no player has seen, and what only game masters know of one that everybody has."""
    stage = evening.stage
    for name, is_revealed in (("fog", False), ("lair", True)):
        made = evening.canary(name, leaders, {GAME_MASTERS_CHANNEL})
        told = f"{made.label} {made.number}"
        public = {} if is_revealed else {"label": made.label, "notes": told}
        # Where no scenario draws.
        where = f"{-len(evening.canaries)},-30"
        options = {"hexes": where, "terrain": "hills", "revealed": is_revealed, "secret": told}
        await stage.do("hex gm set", by=stage.gm, **options, **public)
        await stage.do("hex gm river", by=stage.gm, through=f"{where} SE")
        await stage.do("hex show", by=stage.gm, hex=where)
        await stage.settle()


async def undone(evening: Secrets, leaders: Iterable[Person | str]) -> None:
    """One that is taken back, and one that is brought back again."""
    stage, deacon = evening.stage, evening.stage.deacon
    for times in (1, 2):
        made = evening.canary(f"undone{times}", {deacon, *leaders}, {GAME_MASTERS_CHANNEL})
        await stage.do("roll", by=deacon, dice=made.dice, secrecy="gm")
        for path in ("undo", "redo")[:times]:
            number = {"entry": await newest(stage)} if path == "undo" else {}
            shown = (await stage.do(path, by=stage.gm, **number)).answer.data
            await stage.feeder.deliver(stage.say.press(listed(shown, "undo|"), user=stage.gm))
            await stage.settle()


async def newest(stage: Stage) -> int:
    """The number of the campaign's last entry."""
    ours = await campaign(stage)
    return max(entry.number for entry in await stage.entries() if entry.campaign_id == ours)


# -- what was told --------------------------------------------------------------------------------------


def tells(text: str, told: str) -> bool:
    """Whether the text says that; digits of a longer number, such as a message's id, say nothing."""
    return told in text and re.search(rf"(?<![0-9]){re.escape(told)}(?![0-9])", text) is not None


def leaks(evening: Secrets) -> list[str]:
    """Each secret that somebody read who may not."""
    found = []
    for who, sent in evening.read():
        for canary in evening.canaries:
            if who not in canary.readers:
                found += [f"{told} to {who}: {sent[:1500]}" for told in canary.told if tells(sent, told)]
    return found


def read_by(evening: Secrets, canary: Canary) -> set[int | str]:
    """Who has read what a secret came to."""
    return {who for who, sent in evening.read() if any(tells(sent, told) for told in canary.told[1:])}


async def seeds(stage: Stage) -> list[str]:
    """The seeds that nobody has published, in every form in which they could be written."""
    sealed = sa.select(campaigns.c.seed, campaigns.c.secret_seed)
    ended = sa.select(chapters.c.secret_seed).where(chapters.c.secret_revealed_at.is_(None))
    rows = await stage.bot.database.read(lambda c: [*c.execute(sealed), *c.execute(ended)])
    return [form for row in rows for seed in row for form in _forms(bytes(seed))]


def _forms(seed: bytes) -> Iterator[str]:
    yield from (seed.hex(), seed.hex().upper(), str(int.from_bytes(seed)), repr(seed)[2:-1])
    for encode in (base64.b64encode, base64.urlsafe_b64encode, base64.b32encode):
        yield encode(seed).decode().rstrip("=")

"""Proof 3 of the table's manners: whatever people write is shown as they wrote it, and does nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import pytest

from bot.engine.card import Button, Card, Pick, Select
from bot.engine.system import FormField
from bot.engine.words import safe
from bot.errors import UserError
from bot.systems.table.settings.rules import POSTS
from bot.ui.card import view_of
from bot.ui.modal import modal
from tests.extent import some_of
from tests.harness.inputs import components
from tests.harness.world import Json, Person
from tests.proofs.hostile import (
    CORPUS,
    PROSE,
    PROSE_END,
    as_prose,
    cut,
    faults,
    faults_of,
    is_prose,
    text_options,
    written,
)
from tests.proofs.samples import SAMPLES, campaign
from tests.stages import Stage
from tests.systems.kingdom.stock import take_back
from tests.systems.second_kingdom.challenges_playbook import consequence, rolled
from tests.systems.table.playbook import archiving, deciding, listed

# One test after the other would keep one processor busy for minutes: commands by what they begin with.
SHARES = {
    "house": (),
    "sk": ("sk",),
    "adv": ("adv",),
    "kingdom": ("kingdom", "leader", "edict", "kingdom gm"),
    "land": ("hex", "hex gm", "settlement"),
    "sov": ("sov", "party", "party pack"),
    "dungeon": ("site", "delve"),
}
# Of what is only looked up, and never kept, every so many are tried.
SOME = 8


def sent(stage: Stage) -> list[str]:
    """What is wrong with anything that was ever sent."""
    kept = [*stage.server.messages.kept.values(), *stage.server.messages.deleted.values()]
    pinged = [
        f"pinged {message['mentions']}: {message['content']}"
        for message in kept
        if message["mention_everyone"] or message["mention_roles"] or not _asks(stage, message)
    ]
    return [*pinged, *(fault for call in stage.server.calls for fault in faults(call.data))]


def _asks(stage: Stage, message: Json) -> bool:
    """Whether it pings nobody, or one person: here that plays a hero, or leads a kingdom."""
    pinged = {each["id"] for each in message["mentions"]}
    return len(pinged) <= 1 and pinged <= {str(each.id) for each in (stage.deacon, stage.wren, stage.gm)}


# -- commands -----------------------------------------------------------------------------------------


class Writer:
    """Writes each text into the options of commands, and looks at what comes of it."""

    def __init__(self, stage: Stage, refusals: list[Exception], corpus: Sequence[str]) -> None:
        self.stage = stage
        self.refusals = refusals
        self.corpus = corpus
        self.turn = 0
        self.kept: set[str] = set()
        self.wrong: list[str] = []

    async def write(self, path: str, options: Iterable[Any]) -> None:
        """All of an option's part of the corpus where it is kept, and some where it is only looked up."""
        if self.stage.lent:
            # What was written is looked at while it is in play.
            await self.stage.do("waiting", by=self.stage.gm)
            await take_back(self.stage)
        payload: Json | None = None
        for option in options:
            # What was never taken serves the next option too.
            payload = payload or await SAMPLES[f"/{path}"](self.stage, self.stage.gm)
            await self._fill(path, option, payload)
            if f"{path} {option.name}" in self.kept:
                payload = None

    async def _fill(self, path: str, option: Any, payload: Json) -> None:
        self.turn += 1
        # Behind dice it is what they are for.
        some = some_of(self.corpus, self.turn)
        texts = [f"1d6 {text}" if option.name == "dice" else text for text in some]
        texts = list(map(as_prose, texts)) if is_prose(path, option) else texts
        for number, text in enumerate(texts):
            if number < 2 or number % SOME == 0 or f"{path} {option.name}" in self.kept:
                await self.try_it(path, option, self.stage.say.again(written(payload, option, text)), text)

    async def try_it(self, path: str, option: Any, payload: Json, text: str) -> None:
        self.refusals.clear()
        delivered = await self.stage.feeder.deliver(payload)
        entries = await self.stage.of(payload)
        if entries:
            self.kept.add(f"{path} {option.name}")
        private = all(call.data.get("flags", 0) & 64 for call in delivered.calls if "embeds" in call.data)
        for error in self.refusals:
            # What is wrong with a file stands in a line each.
            is_long = "\n" in str(error) and getattr(error, "code", "") != "file.faults"
            if entries or not private or not isinstance(error, UserError) or is_long:
                self.wrong.append(f"/{path} {option.name} {text!r} was not refused cleanly: {error!r}")
        if path == "campaign create" and entries:
            await self.stage.feeder.deliver(await archiving(self.stage, self.stage.world.channels[2]))


@pytest.mark.parametrize("is_plain", [False, True], ids=["cards", "text"])
@pytest.mark.parametrize("share", SHARES)
async def test_whatever_is_written_into_a_command_is_refused_or_shown_as_it_is(
    sqlite_stage: Stage, refusals: list[Exception], share: str, is_plain: bool
) -> None:
    stage, ours = sqlite_stage, await campaign(sqlite_stage)
    if is_plain:
        await stage.feeder.deliver(await deciding(stage, POSTS, "text"))
        await stage.do("preferences plain", by=stage.gm, on=True)
    writer = Writer(stage, refusals, CORPUS[::3] if is_plain else CORPUS)
    stage.lent = []
    options = [each for each in text_options(stage) if share_of(each[0]) == share]
    for path, group in groupby(options, key=lambda each: each[0]):
        await writer.write(path, [option for _path, option in group])
    assert writer.wrong == []
    assert len(options) > 20
    assert len(writer.kept) > 5
    await stage.do("campaign restore", by=stage.gm, campaign=ours)
    await look_around(stage)
    assert sent(stage) == []


async def test_prose_does_nothing_wherever_it_stands(sqlite_stage: Stage, refusals: list[Exception]) -> None:
    """Into whichever option it is written: in no message that comes of it does anything else act."""
    stage, ours = sqlite_stage, await campaign(sqlite_stage)
    writer = Writer(stage, refusals, ())
    stage.lent = []
    options = [each for each in text_options(stage) if is_prose(*each)]
    plain: set[str] = set()
    for path, option in options:
        payload = await SAMPLES[f"/{path}"](stage, stage.gm)
        before = len(stage.server.calls)
        for text in PROSE:
            await writer.try_it(path, option, stage.say.again(written(payload, option, text)), text)
        await stage.settle()
        sent_now = str([call.data for call in stage.server.calls[before:]])
        plain |= {path.split(maxsplit=1)[0]} if f"**bold** {PROSE_END}" not in sent_now else set()
    assert writer.wrong == []
    # What is noted of a site or a foreign kingdom is only read where it is looked up.
    assert plain == {"site", "edict"}
    assert len(writer.kept) == len(options) > 15
    await stage.do("campaign restore", by=stage.gm, campaign=ours)
    await look_around(stage)
    assert sent(stage) == []


def share_of(path: str) -> str:
    """Of which share a command is; what belongs to no game is the house's."""
    root = path.split(maxsplit=1)[0]
    return next((share for share, roots in SHARES.items() if root in roots), "house")


async def look_around(stage: Stage) -> None:
    """Look at all that was kept."""
    await stage.settle()
    for by in (stage.gm, stage.wren):
        for path in (
            "journal",
            "waiting",
            "campaign info",
            "campaign players",
            "undo",
            "dice list",
            "campaign home",
        ):
            await stage.do(path, by=by)
    await stage.feeder.deliver(stage.say.press("sheet", user=stage.deacon))
    page = (await stage.do("journal", by=stage.gm)).answer.data
    while any(part.get("label") == "Older" for part in components(page)):
        older = [p["custom_id"] for p in components(page) if p.get("label") == "Older"]
        page = (await stage.feeder.deliver(stage.say.press(older[0], user=stage.gm))).answer.data


async def test_whatever_is_typed_is_suggested_as_it_is(sqlite_stage: Stage) -> None:
    stage, seen = sqlite_stage, 0
    for text in CORPUS[::3]:
        await stage.do("sk new", by=stage.gm, name=text[:60], courage=4, prudence=5, temperance=3)
        await stage.do("lantern light", by=stage.gm, name=text)
    for path, option in text_options(stage):
        if option.autocomplete:
            for text in ("", *CORPUS[::SOME]):
                await suggested(stage, path, option.name, text, stage.gm)
                seen += 1
    assert seen > 50
    assert sent(stage) == []


async def suggested(stage: Stage, path: str, option: str, typed: str, by: Person) -> Sequence[Json]:
    """What is suggested for an option, of which so much was typed."""
    payload = stage.say.autocomplete(path, {option: typed}, focused=option, user=by)
    choices: Sequence[Json] = (await stage.feeder.deliver(payload)).answer.data["choices"]
    return choices


# -- forms and buttons ----------------------------------------------------------------------------------


async def test_whatever_is_written_into_a_form_is_refused_or_shown_as_it_is(
    sqlite_stage: Stage, refusals: list[Exception]
) -> None:
    stage = sqlite_stage
    for text in CORPUS[::2]:
        await rolled(stage)
        label = consequence(stage)
        await stage.feeder.deliver(stage.press(label, by=stage.deacon))
        await stage.feeder.deliver(stage.fill(label, by=stage.deacon, text=as_prose(text)))
    for text in CORPUS:
        for typed in (text, f"1d6 {text}"):
            await stage.feeder.deliver(stage.say.modal_submit("roll", {"dice": typed}, user=stage.deacon))
    kept = [entry.action for entry in await stage.entries()]
    assert kept.count("ProposeConsequence") > len(CORPUS) // 3
    assert kept.count("RollDice") > len(CORPUS) // 2
    assert all(isinstance(error, UserError) for error in refusals)
    await look_around(stage)
    assert sent(stage) == []


async def test_a_game_that_keeps_whatever_it_is_given_is_shown_as_it_is(sqlite_stage: Stage) -> None:
    """The lantern of the tests takes any name: its buttons, forms and lists bear it."""
    stage = sqlite_stage
    for text in CORPUS:
        await stage.do("lantern light", by=stage.deacon, name=text)
        await stage.settle()
        (button,) = [part for part in components(stage.server.channel_messages()[-1]) if part["type"] == 2]
        ask = stage.say.press(button["custom_id"], user=stage.deacon)
        form = (await stage.feeder.deliver(ask)).answer
        assert form.payload["type"] == 9
        custom_id = form.data["custom_id"]
        await stage.feeder.deliver(stage.say.modal_submit(custom_id, {"oil": text}, user=stage.deacon))
    await look_around(stage)
    assert sent(stage) == []


async def test_the_reason_of_an_undo_is_shown_as_it_is(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    for text in CORPUS[::3]:
        await stage.do("sk new", by=stage.gm, name=stage.fresh_name(), courage=4, prudence=5, temperance=3)
        shown = (await stage.do("undo", by=stage.gm, reason=cut(text, 50))).answer.data
        await stage.feeder.deliver(stage.say.press(listed(shown, "undo|"), user=stage.gm))
    undone = [entry for entry in await stage.entries() if entry.action == "Undo"]
    assert len(undone) == len(CORPUS[::3])
    await look_around(stage)
    assert sent(stage) == []


async def test_a_display_name_is_shown_as_it_is(sqlite_stage: Stage) -> None:
    """Discord's own names may hold nearly everything."""
    stage = sqlite_stage
    await stage.do("roll", by=stage.deacon, dice="20d6")
    await stage.do("preferences plain", by=stage.wren, on=True)
    for text in CORPUS[::4]:
        who = Person(stage.deacon.id, text[:32])
        for by in (stage.gm, stage.wren):
            await stage.do("dice stats", by=by, who=who)
    assert sent(stage) == []


# -- the words themselves -------------------------------------------------------------------------------


def test_safe_words_do_nothing_wherever_they_stand() -> None:
    link = "https://discord.com/channels/1/2/3"
    for text in CORPUS:
        once = safe(text, 100)
        for shown in (once, safe(text, 60), f"**{once}**", f"[{once}]({link})", f"{once} · {once}"):
            assert list(faults_of(shown)) == [], text


@pytest.mark.parametrize(
    "text", ["2d6+3 · 3#2d6+1", "8d10>=8", "Ærøskøbing", "שלום", "a < b > c", "o'Neill & co"]
)
def test_harmless_words_are_left_alone(text: str) -> None:
    assert safe(text) == text


def test_no_title_makes_a_list_a_button_or_a_form_that_discord_refuses() -> None:
    titles = (*CORPUS, "", "wide " * 60)
    for start in range(0, len(titles), 25):
        some = titles[start : start + 25]
        picks = tuple(Pick(str(number), title, title) for number, title in enumerate(some))
        buttons = tuple(Button(title, "do", (str(number),)) for number, title in enumerate(some[:20]))
        view = view_of(Card("Lists", selects=(Select("Which", "pick", picks),), buttons=buttons))
        assert view is not None
        assert faults({"components": view.to_components()}) == []
    for title in titles:
        asked = modal("tell|a", title, (FormField("text", title),)).to_dict()
        assert 1 <= len(asked["title"].strip()) <= 45
        assert 1 <= len(asked["components"][0]["label"].strip()) <= 45

"""Proof of names: where Discord shows the number of a mention, no game writes one, and a name stands."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.engine.card import Button, Card, Pick, Picture, Select
from bot.engine.system import FormField
from bot.play import Post
from bot.ui.card import message_of
from bot.ui.modal import modal
from bot.ui.renderer import Renderer
from bot.ui.text import NAMES, Names, heading
from tests.proofs.readers import MENTION, unrendered
from tests.stages import Stage
from tests.systems.adventuria import test_records as adventuria
from tests.systems.kingdom import test_cards as kingdom
from tests.systems.kingdom.posts import LONGEST
from tests.systems.second_kingdom import test_cards as second_kingdom
from tests.systems.table import test_cards as table

DEACON, NOBODY = 4_000_200, 4_999_999


# -- what the games say ---------------------------------------------------------------------------------


def mentions_replaced(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What the games write with a mention from now on, where a name takes its place."""
    found: set[str] = set()
    instead = Names.instead

    def heard(self: Names, text: str, *write: Any) -> str:
        found.update([text] if MENTION.search(text) else [])
        return instead(self, text, *write)

    monkeypatch.setattr(Names, "instead", heard)
    return found


async def assert_no_mention_where_discord_shows_none(stage: Stage, replaced: set[str]) -> None:
    """Neither as the games say it, nor where no name takes its place."""
    for by, command in ((stage.gm, "recap"), (stage.deacon, "recap"), (stage.deacon, "waiting")):
        await stage.do(command, by=by)
    assert replaced == set()
    found = {text for call in stage.server.calls for text in unrendered(call) if MENTION.search(text)}
    assert found == set()


# A message about every event there is, with all that it may have.
POSTS: dict[str, tuple[Renderer, Post]] = {
    **{f"adventuria: {name}": (adventuria.RENDERER, post) for name, post in adventuria.LONGEST.items()},
    **{f"kingdom: {name}": (kingdom.RENDERER, post) for name, post in LONGEST.items()},
    **{f"sk: {name}": (second_kingdom.RENDERER, post) for name, post in second_kingdom.LONGEST.items()},
    **{f"table: {n}": (table.RENDERER, table.post(event)) for n, event in enumerate(table.LONGEST)},
}


@pytest.mark.parametrize("name", POSTS)
def test_no_title_of_any_event_holds_a_mention(name: str) -> None:
    renderer, post = POSTS[name]
    card = renderer.card(post)
    titles = (card.title, card.note, *(field for field, _ in card.fields))
    assert not [each for each in titles if MENTION.search(each)]


# -- and what takes the place of one that is there all the same ------------------------------------------


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """Names of which one is known, and no longer than for a test."""
    for name, value in vars(Names()).items():
        monkeypatch.setattr(NAMES, name, value)
    NAMES.learn(acted(DEACON, "Deacon *the* Grey"))
    return NAMES


def acted(user: int, name: str, message: Any = None, resolved: Any = None) -> Any:
    """An interaction of that person's."""
    person = SimpleNamespace(id=user, display_name=name)
    return SimpleNamespace(user=person, message=message, data={"resolved": resolved or {}})


def said(text: str) -> dict[str, str]:
    """A text in every place of a message and a form where no mention is shown as a name."""
    card = Card(
        text,
        ("A line.",),
        ((text, "A field."),),
        buttons=(Button(text, "do"),),
        note=text,
        picture=Picture("map.png", b"", text),
        selects=(Select(text, "pick", (Pick("1", text, text),)),),
    )
    sent = message_of(card)
    embed, (row, more) = sent["embed"], sent["view"].to_components()
    (picture,) = sent["files"]
    (option,) = row["components"][0]["options"]
    form = modal("tell|1", text, (FormField("why", text, hint=text),)).to_dict()
    (asked,) = form["components"]
    return {
        "title": embed.title,
        "field": embed.fields[0].name,
        "footer": embed.footer.text,
        "alternative text": picture.description,
        "placeholder": row["components"][0]["placeholder"],
        "option": option["label"],
        "what an option means": option["description"],
        "button": more["components"][0]["label"],
        "title of a form": form["title"],
        "label of a line": asked["label"],
        "hint of a line": asked["component"]["placeholder"],
    }


async def test_a_mention_is_a_name_wherever_discord_would_show_its_number(names: Names) -> None:
    shown = said(f"Waits for <@{DEACON}>")
    marked = {"title", "field"}
    wanted = {where: "Waits for Deacon *the* Grey" for where in shown if where not in marked}
    assert shown == wanted | dict.fromkeys(marked, r"Waits for Deacon \*the\* Grey")


@pytest.mark.parametrize(
    ("mention", "name"),
    [(f"<@{NOBODY}>", "somebody"), (f"<@!{NOBODY}>", "somebody"), ("<@&7>", "a role"), ("<#7>", "a channel")],
)
def test_of_whom_no_name_is_known_the_kind_is_said(names: Names, mention: str, name: str) -> None:
    assert heading(f"Waits for {mention}.", 100) == f"Waits for {name}."


def test_a_name_is_learned_of_whoever_is_named_or_was_mentioned(names: Names) -> None:
    pressed = SimpleNamespace(mentions=[SimpleNamespace(id=1, display_name="Wren")])
    users = {
        "2": {"username": "tarn", "global_name": "Tarn"},
        "3": {"username": "odile", "global_name": None},
    }
    names.learn(acted(DEACON, "Deacon", pressed, {"users": users, "members": {"2": {"nick": "The Tarn"}}}))
    assert heading("<@1>, <@2>, <@3>", 100) == "Wren, The Tarn, odile"


def test_only_the_latest_names_are_remembered(names: Names, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Names, "MOST", 2)
    for user, name in ((1, "Wren"), (DEACON, "Deacon"), (2, "Tarn")):
        names.learn(acted(user, name))
    assert heading(f"<@1>, <@{DEACON}>, <@2>", 100) == "somebody, Deacon, Tarn"

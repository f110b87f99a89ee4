"""Items, spells and allies of the library: written as texts, read back, had, shown (A18, A21, A25, A26)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.engine.card import Card
from bot.engine.library import MOST_FIELDS, Shelf
from bot.engine.people import GAME_MASTER, PUBLIC, Standing, Viewer
from bot.engine.system import RecordId
from bot.errors import RuleViolation
from bot.play import Entry, Post, RecordView
from bot.storage.codec import plain
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.changes import cards as changes_cards
from bot.systems.adventuria.library.rules import SHELVES, Thing, possession, read_effects
from bot.systems.adventuria.library.rules import part as wares_part
from bot.systems.adventuria.state import Effect, Possession, Verb, Ware, When
from bot.ui.card import BODY, HINT
from tests.systems.adventuria.scenes import CAMPAIGN, MARISOL, bran

BY_WARE: dict[Ware, Shelf[Thing]] = dict(zip(Ware, SHELVES, strict=True))
TEXTS = {"name": "Thornblade", "rules": "held: arms +1 in melee", "about": "Sharp.", "secret": "no"}


def read(ware: Ware = Ware.ITEM, /, **changes: str) -> Thing:
    """The thing of Thornblade's texts with those instead."""
    return BY_WARE[ware].entry(TEXTS | changes)


def refusal(ware: Ware = Ware.ITEM, /, **changes: str) -> str:
    """The sentence with which these are refused."""
    with pytest.raises(RuleViolation) as refused:
        read(ware, **changes)
    return str(refused.value)


def test_items_spells_and_allies_are_kept_in_the_library() -> None:
    assert [shelf.key for shelf in SYSTEM.shelves] == [
        "adventuria.item",
        "adventuria.spell",
        "adventuria.ally",
        "adventuria.monster",
    ]
    for ware, shelf in BY_WARE.items():
        assert (shelf.kind.name, shelf.noun) == (ware, ware)


def test_a21_an_item_may_be_a_weapon() -> None:
    effects = read_effects("held: arms +1 in melee")
    assert read(weapon="yes") == Thing(Ware.ITEM, "Thornblade", effects, "Sharp.", is_weapon=True)
    assert not read().is_weapon
    assert refusal(weapon="maybe") == "Is it a weapon? can be: yes, no; not “maybe”."
    assert (
        refusal(Ware.SPELL, weapon="yes") == "There is no “weapon” in it; it has name, rules, about, secret."
    )


def test_a25_whatever_a_spell_does_it_is_gone_with_it() -> None:
    """But for what it does while it is had."""
    spell = read(Ware.SPELL, rules="use: foe wound 1\nwounded: ignore 1\nheld: craft +1")
    assert [effect.is_spent for effect in spell.effects] == [True, True, False]
    rules = BY_WARE[Ware.SPELL].write(spell)["rules"]
    assert rules == "use: foe wound 1 spent\nwounded: ignore 1 spent\nheld: craft +1"
    assert not read(Ware.ALLY, rules="use: foe wound 1").effects[0].is_spent


def test_only_the_name_must_be_there() -> None:
    for ware, shelf in BY_WARE.items():
        assert shelf.entry({"name": " Bare\u200b  thing "}) == Thing(ware, "Bare thing")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "\u200b"}, "A name has 1 to 60 characters; this one has 0."),
        ({"name": "x" * 61}, "Name has at most 60 characters, not 61."),
        ({"about": "x" * 1001}, "In words has at most 1000 characters, not 1001."),
        # Grows where it is put together as letters are kept.
        ({"about": "\u0958" * 501}, "In words has at most 1000 characters, not 1002."),
        (
            {"rules": "winning: foe gold -2"},
            "“winning: foe gold -2”: monsters carry no gold that counts, so it says “gold +2” and leaves "
            "“foe” out.",
        ),
        (
            {"rules": "held: magic +1\nheld: arm +1"},
            "Line 2, “held: arm +1”: “arm” is no attribute (arms, magic, craft or vitae) and none of: roll, "
            "wound, heal, ignore, reroll, gold, items, spells, allies, weapons, go.",
        ),
        ({"secret": "perhaps"}, "Do only game masters know of it? can be: yes, no; not “perhaps”."),
    ],
)
def test_what_is_no_item_is_refused_in_one_sentence(changes: dict[str, str], sentence: str) -> None:
    assert refusal(**changes) == sentence


def test_forms_have_room_for_fields_and_hints() -> None:
    for shelf in SYSTEM.shelves:
        assert len(shelf.fields) <= MOST_FIELDS
        assert max(len(field.hint) for field in shelf.fields) <= min(100, HINT)
        assert max(len(field.label) for field in shelf.fields) <= 45


def test_a_thing_of_the_library_is_had_as_a_copy() -> None:
    thing = read(weapon="yes")
    assert possession(RecordId("thorn"), thing, 3) == Possession(
        3, Ware.ITEM, "Thornblade", thing.effects, "Sharp.", is_weapon=True, entry=RecordId("thorn")
    )


# -- there and back -----------------------------------------------------------------------------------


@given(
    st.sampled_from(Ware),
    st.text(min_size=1, max_size=60),
    st.lists(st.sampled_from(["held: arms +1", "use: heal 2", "wounded: ignore all on 6", " "]), max_size=4),
    st.text(max_size=80),
    st.sampled_from(["", "yes", "No"]),
)
def test_what_is_written_reads_as_the_same(
    ware: Ware, name: str, rules: list[str], about: str, secret: str
) -> None:
    shelf = BY_WARE[ware]
    texts = {"name": name, "rules": "\n".join(rules), "about": about, "secret": secret}
    try:
        thing = shelf.entry(texts)
    except RuleViolation:
        assume(False)
    written = shelf.write(thing)
    assert shelf.entry(written) == thing
    assert shelf.write(shelf.entry(written)) == written


# -- seen ---------------------------------------------------------------------------------------------


def test_only_game_masters_know_of_a_secret_one() -> None:
    for ware, shelf in BY_WARE.items():
        secret, known = read(ware, secret="yes"), read(ware)
        for viewer in (PUBLIC, Viewer(2, Standing.PLAYER)):
            assert shelf.kind.view(secret, viewer) is None
            assert shelf.kind.view(known, viewer) == known
        assert shelf.kind.view(secret, GAME_MASTER) == secret


ENTRY = Entry(
    RecordId("ashes"), 1, datetime(2026, 5, 1, tzinfo=UTC), MARISOL, 7, "table", "WriteEntry", (), ()
)
POST = Post(CAMPAIGN, PUBLIC, ENTRY, None, {}, "#1")


def card(state: Any, kind: str = "item") -> Card | None:
    """An entry as the library shows it."""
    return changes_cards.show(RecordView(RecordId("it"), SYSTEM.name, kind, state.name, state, 1), POST)


def test_a_weapon_on_its_card() -> None:
    shown = card(read(weapon="yes", name="*Thorn*", about="It **bites**."))
    assert shown is not None
    assert shown.title == "\\*Thorn\\*"
    assert shown.lines == (
        "Weapon: works while in hand",
        "• While held, in Melee Combat: +1 Arms",
        "",
        "It \\*\\*bites\\*\\*.",
    )


def test_a_spell_an_ally_and_a_secret_on_their_cards() -> None:
    cards = [
        card(read(Ware.SPELL, rules="use: heal 2", about="")),
        card(read(Ware.ALLY, rules="", about="", secret="yes")),
    ]
    assert [shown and shown.lines for shown in cards] == [
        ("Spell: used once, then gone", "• When used: heals 2 wounds, then it is gone"),
        ("Ally", "No special rules", "-# Only game masters know of it."),
    ]


def test_the_longest_entry_is_shown_whole() -> None:
    rule = replace(read_effects(f"use: go {'*' * 60} on 5-6 spent")[0])
    whole = card(Thing(Ware.ITEM, "*" * 60, (rule,) * 8, "*" * 1000, is_weapon=True, is_secret=True))
    assert whole is not None
    assert len("\n".join(whole.lines)) <= BODY
    assert whole.lines[-2] == "\\*" * 1000


def test_another_record_is_no_entry() -> None:
    assert card(bran(), "adventurer") is None


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("name",), "A *lamp*", ("name", "A \\*lamp\\*")),
        (("about",), "", ("in words", None)),
        (("is_weapon",), True, ("weapon", "yes")),
        (("is_secret",), False, ("for game masters alone", "no")),
        (("effects",), [], ("special rules", None)),
        (
            ("effects",),
            plain(Thing(Ware.ITEM, "", (Effect(When.HELD, Verb.ARMS, 1), Effect(When.USE, Verb.HEAL))))[
                "effects"
            ],
            ("special rules", "While held: +1 Arms; When used: heals all wounds"),
        ),
    ],
)
def test_an_undo_tells_an_entrys_parts_in_words(path: Any, value: Any, told: Any) -> None:
    assert wares_part(path, value) == told

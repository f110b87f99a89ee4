"""What is gained and lost of items, spells and allies, as the limits have it (A18 to A24, A26)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.engine.card import Card
from bot.engine.library import MOST_FIELDS, Shelf
from bot.engine.parts import part_of
from bot.engine.people import GAME_MASTER, PUBLIC, Standing, Viewer
from bot.engine.system import Record, RecordId
from bot.errors import RuleViolation
from bot.play import Entry, Post, RecordView
from bot.storage.codec import plain
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria import cards as adventuria_cards
from bot.systems.adventuria.adventurer import must_decide
from bot.systems.adventuria.changes.rules import ChangeAttribute, GainThing
from bot.systems.adventuria.ledger import limit, too_many
from bot.systems.adventuria.library.rules import SHELVES, Thing, possession, read_effects
from bot.systems.adventuria.state import (
    Adventurer,
    Attribute,
    Attributes,
    Effect,
    Gain,
    Manner,
    Possession,
    Subject,
    Told,
    Trigger,
    Type,
    Verb,
    Ware,
)
from bot.ui.card import BODY, HINT
from tests.refusals import refuses
from tests.systems.adventuria.changing import done, told
from tests.systems.adventuria.scenes import (
    BRAN,
    CAMPAIGN,
    MARISOL,
    adventurer_of,
    after,
    ally,
    bran,
    decided,
    having,
    item,
    names,
    play,
    scene,
    spell,
)
from tests.systems.adventuria.scenes import adventurer_steps as steps

LIBRARY = RecordId("entry")


def lamp(**changes: Any) -> GainThing:
    """A lamp is found."""
    return replace(GainThing(BRAN, None, "Lamp"), **changes)


def spark() -> GainThing:
    """A spell is found."""
    return GainThing(BRAN, None, "Spark", Ware.SPELL)


def dog() -> GainThing:
    """An ally is found."""
    return GainThing(BRAN, None, "Dog", Ware.ALLY)


def wizard(magic: int, *things: Possession, **changes: Any) -> Adventurer:
    """A wizard with that Magic."""
    return having(*things, type_=Type.WIZARD, natural=Attributes(2, magic, 3, 4), **changes)


def waiting(state: Adventurer) -> list[str]:
    """What waits for room."""
    return [each.possession.name for each in state.gains]


EIGHT = [item(f"Item {place}") for place in range(1, 9)]

# -- items ------------------------------------------------------------------------------------------


def test_a18_a_thing_with_room_is_gained_with_its_rules_and_a_number_of_its_own() -> None:
    state = done(having(item("Rope")), lamp(rules="held: craft +1"))
    assert names(state) == ["Rope", "Lamp"]
    assert [each.number for each in state.possessions] == [1, 2]
    assert state.possessions[1].effects


def test_a19_the_eighth_item_of_a_warrior_still_has_room() -> None:
    assert len(done(having(*EIGHT[:7]), lamp()).possessions) == 8


def test_a20_the_ninth_waits_and_nothing_is_lost_by_itself() -> None:
    state = done(having(*EIGHT), lamp())
    assert names(state) == [each.name for each in EIGHT]
    assert waiting(state) == ["Lamp"]
    assert must_decide(state)
    (step,) = steps(BRAN, state)
    assert [choice.key for choice in step.choices] == ["swap", "leave"]


def test_q19_identical_items_each_count() -> None:
    state = having(*[item("Torch")] * 8)
    assert waiting(done(state, lamp(called="Torch"))) == ["Torch"]


def test_a21_the_first_weapon_comes_into_the_hand_and_the_second_does_not() -> None:
    sword = lamp(called="Sword", is_weapon=True)
    state = done(bran(), sword)
    assert [each.is_wielded for each in state.possessions] == [True]
    state = done(state, replace(sword, called="Axe"))
    assert [each.is_wielded for each in state.possessions] == [True, False]


def test_a_thing_of_the_library_is_copied_as_it_is_then() -> None:
    entry = Record(LIBRARY, Ware.ITEM.value, Thing(Ware.ITEM, "Lantern", is_weapon=True, is_secret=True))
    before = scene(bran(), entry, actor=MARISOL)
    state = adventurer_of(after(before, play(before, GainThing(BRAN, LIBRARY))))
    (had,) = state.possessions
    assert (had.name, had.entry, had.is_weapon) == ("Lantern", LIBRARY, True)


@pytest.mark.parametrize(
    "entry",
    [
        None,
        Record(LIBRARY, "monster", bran()),
        Record(LIBRARY, Ware.SPELL.value, Thing(Ware.SPELL, "Spark"), is_archived=True),
    ],
)
def test_what_is_not_in_the_library_is_refused(entry: Record[Any] | None) -> None:
    states = (bran(), entry) if entry is not None else (bran(),)
    with refuses("library.none"):
        play(scene(*states, actor=MARISOL), GainThing(BRAN, LIBRARY))


@pytest.mark.parametrize("name", ["", " ", "x" * 61])
def test_what_is_made_up_has_a_name(name: str) -> None:
    with refuses("library.name", "60"):
        done(bran(), lamp(called=name))


def test_a_misspelled_rule_of_what_is_made_up_is_refused() -> None:
    with refuses("library.misspelled", "magic"):
        done(bran(), lamp(rules="held: magick +1"))


@pytest.mark.parametrize("ware", [Ware.SPELL, Ware.ALLY])
def test_a21_only_items_are_weapons(ware: Ware) -> None:
    with refuses("library.weapon"):
        done(bran(), lamp(ware=ware, is_weapon=True))


# -- spells -----------------------------------------------------------------------------------------


def test_a22_a_spell_with_room_is_gained() -> None:
    assert names(done(wizard(4), spark())) == ["Spark"]


def test_a22_a_warrior_with_little_magic_has_no_spells_and_the_new_one_is_lost_at_once() -> None:
    assert done(bran(), spark()) == bran()
    assert told(bran(), spark()) == (Told(Subject.SPELL, Manner.NO_ROOM, "Spark"),)


def test_q3_a_wizard_with_magic_3_has_no_room_for_a_spell() -> None:
    assert names(done(wizard(3), spark())) == []


def test_q3_a_campaign_may_give_that_wizard_room_for_one() -> None:
    assert names(done(wizard(3), spark(), campaign=decided(spells_at_three="one"))) == ["Spark"]


def test_q4_a23_at_the_limit_the_player_is_asked_to_discard_one_first() -> None:
    state = done(wizard(4, spell("Frost"), spell("Fog")), spark())
    assert (names(state), waiting(state)) == (["Frost", "Fog"], ["Spark"])


def test_q4_a23_a_campaign_may_let_the_new_spell_be_lost_at_once() -> None:
    held = wizard(4, spell("Frost"), spell("Fog"))
    assert done(held, spark(), campaign=decided(full_of_spells="lost")) == held


def test_a24_spells_are_kept_when_magic_falls_and_only_new_ones_have_no_room() -> None:
    held = wizard(5, spell("Frost"), spell("Fog"), spell("Flame"))
    state = done(held, ChangeAttribute(BRAN, Attribute.MAGIC, -1))
    assert (names(state), must_decide(state)) == (["Frost", "Fog", "Flame"], False)
    assert waiting(done(state, spark())) == ["Spark"]


def test_a22_a_spell_that_waits_is_lost_when_magic_leaves_room_for_none() -> None:
    state = done(wizard(4, spell("Frost"), spell("Fog")), spark())
    lower = ChangeAttribute(BRAN, Attribute.MAGIC, -1)
    assert told(state, lower)[1] == Told(Subject.SPELL, Manner.NO_ROOM, "Spark")
    state = done(state, lower)
    assert (names(state), waiting(state)) == (["Frost", "Fog"], [])


# -- allies -----------------------------------------------------------------------------------------


def test_a26_as_many_allies_as_craft_and_the_next_waits() -> None:
    state = having(ally("Cat"), ally("Owl"))
    assert len(done(state, dog()).possessions) == 3
    assert waiting(done(done(state, dog()), dog())) == ["Dog"]


# -- limits that change -----------------------------------------------------------------------------


def test_q5_items_beyond_a_limit_that_dropped_must_go_and_the_player_chooses() -> None:
    state = done(having(*EIGHT), ChangeAttribute(BRAN, Attribute.ARMS, -1))
    assert len(state.possessions) == 8
    assert too_many(state) == ((Ware.ITEM, 2),)
    (step,) = steps(BRAN, state)
    assert (step.name, step.who) == ("give", state.player)


def test_q5_allies_as_well() -> None:
    held = having(ally("Cat"), ally("Owl"), ally("Fox"))
    assert too_many(done(held, ChangeAttribute(BRAN, Attribute.CRAFT, -1))) == ((Ware.ALLY, 1),)


def test_q5_during_a_combat_nothing_is_asked_until_it_is_over() -> None:
    fighting = having(*EIGHT, fight=RecordId("bout"), is_mid_combat=True)
    state = done(fighting, ChangeAttribute(BRAN, Attribute.ARMS, -1))
    assert not must_decide(state)
    assert not steps(BRAN, state)
    assert must_decide(replace(state, is_mid_combat=False))


def test_what_waits_is_had_as_soon_as_there_is_room() -> None:
    state = done(having(*EIGHT), lamp())
    raised = ChangeAttribute(BRAN, Attribute.ARMS, 1)
    assert told(state, raised)[1] == Told(Subject.ITEM, Manner.GAINED, "Lamp")
    assert names(done(state, raised))[-1] == "Lamp"
    assert not must_decide(done(state, raised))


def test_a_thing_may_make_room_for_others() -> None:
    state = done(having(*EIGHT[:7]), lamp(called="Sack", rules="held: items +4"))
    assert limit(state, Ware.ITEM) == 12
    assert names(done(state, lamp()))[-1] == "Lamp"


def test_what_waits_has_a_number_of_its_own() -> None:
    state = done(done(having(*EIGHT), lamp()), lamp(called="Map"))
    assert [each.possession.number for each in state.gains] == [9, 10]
    assert state.gains[0] == Gain(Possession(9, Ware.ITEM, "Lamp"))


# -- Items, spells and allies of the library: written as texts, read back, had, shown (A18, A21, A25, A26)


BY_WARE: dict[Ware, Shelf[Thing]] = dict(zip(Ware, SHELVES, strict=True))
TEXTS = {"name": "Thornblade", "rules": "held: arms +1 in melee", "about": "Sharp.", "secret": "no"}


def read(ware: Ware = Ware.ITEM, /, **changes: str) -> Thing:
    """The thing of Thornblade's texts with those instead."""
    return BY_WARE[ware].entry(TEXTS | changes)


def test_items_spells_allies_and_abilities_are_kept_in_the_library() -> None:
    assert [shelf.key for shelf in SYSTEM.shelves] == [
        "adventuria.item",
        "adventuria.spell",
        "adventuria.ally",
        "adventuria.ability",
        "adventuria.monster",
    ]
    for ware, shelf in BY_WARE.items():
        assert (shelf.kind.name, str(shelf.noun)) == (ware.value, ware.value)


def test_a21_an_item_may_be_a_weapon() -> None:
    effects = read_effects("held: arms +1 in melee")
    assert read(weapon="yes") == Thing(Ware.ITEM, "Thornblade", effects, "Sharp.", is_weapon=True)
    assert not read().is_weapon
    with refuses("entry.no_option", "Is it a weapon?", "maybe"):
        read(weapon="maybe")
    with refuses("entry.unknown_field", "weapon"):
        read(Ware.SPELL, weapon="yes")


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
        ({"name": "\u200b"}, ("library.name", "60")),
        ({"name": "x" * 61}, ("entry.too_long", "Name", "60", "61")),
        ({"about": "x" * 4001}, ("entry.too_long", "Description", "4000", "4001")),
        # Grows where it is put together as letters are kept.
        ({"about": "\u0958" * 2001}, ("library.about", "4000", "4002")),
        (
            {"rules": "winning: foe gold -2"},
            (
                "library.wrong_rule",
                "winning: foe gold -2",
                "monsters carry no gold; write “gold +2” without “foe”",
            ),
        ),
        (
            {"rules": "held: magic +1\nheld: arm +1"},
            ("library.misspelled", "2", "held: arm +1", "arms", "arm"),
        ),
        ({"secret": "perhaps"}, ("entry.no_option", "Do only narrators know about it?", "perhaps")),
    ],
)
def test_what_is_no_item_is_refused_in_one_sentence(
    changes: dict[str, str], sentence: tuple[str, ...]
) -> None:
    with refuses(*sentence):
        read(**changes)


@pytest.mark.parametrize("ware", list(Ware))
def test_a_rule_in_other_words_is_kept_for_the_narrator_and_a_misspelled_one_refused(ware: Ware) -> None:
    kept = read(ware, rules="Shines on liars.\nheld: arms +1")
    assert kept.effects == read_effects("Shines on liars.\nheld: arms +1")
    with refuses("library.misspelled", "1", "hold: arms +1", "held", "hold"):
        read(ware, rules="hold: arms +1")


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
    return adventuria_cards.show(RecordView(RecordId("it"), SYSTEM.name, kind, state.name, state, 1), POST)


def test_a_weapon_on_its_card() -> None:
    shown = card(read(weapon="yes", name="*Thorn*", about="It **bites**."))
    assert shown is not None
    assert shown.title == "\\*Thorn\\*"
    assert shown.lines == (
        "Weapon: works while in hand",
        "• While held, in Melee Combat: +1 Arms",
        "",
        "It **bites**.",
    )


def test_a_spell_an_ally_and_a_secret_on_their_cards() -> None:
    cards = [
        card(read(Ware.SPELL, rules="use: heal 2", about="")),
        card(read(Ware.ALLY, rules="", about="", secret="yes")),
    ]
    assert [shown and shown.lines for shown in cards] == [
        ("Spell: used once, then gone", "• When used: heals 2 wounds, then it is gone"),
        ("Ally", "No special rules", "-# Only narrators know about it."),
    ]


def test_the_longest_entry_is_shown_whole() -> None:
    rule = replace(read_effects(f"use: go {'*' * 60} on 5-6 spent")[0])
    whole = card(Thing(Ware.ITEM, "*" * 60, (rule,) * 8, "*" * 1200, is_weapon=True, is_secret=True))
    assert whole is not None
    assert len("\n".join(whole.lines)) <= BODY
    assert whole.lines[-2] == "\\*" * 1200


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("name",), "A *lamp*", ("name", "A \\*lamp\\*")),
        (("about",), "", ("description", None)),
        (("is_weapon",), True, ("use as a weapon", "yes")),
        (("is_secret",), False, ("secrecy", "no")),
        (("effects",), [], ("special rules", None)),
        (
            ("effects",),
            plain(Thing(Ware.ITEM, "", (Effect(Trigger.HELD, Verb.ARMS, 1), Effect(Trigger.USE, Verb.HEAL))))[
                "effects"
            ],
            ("special rules", "While held: +1 Arms; When used: heals all wounds"),
        ),
    ],
)
def test_an_undo_tells_an_entrys_parts_in_words(path: Any, value: Any, says: Any) -> None:
    assert part_of(Thing, path, value) == says

"""Adventurers: made by two dice, written about, settled, retired (A1 to A6, A39, Q23, Q27)."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from bot.engine.people import Permit
from bot.engine.system import Open, Record, RecordId
from bot.systems.adventuria import SYSTEM
from bot.systems.adventuria.adventurer import ADVENTURER
from bot.systems.adventuria.changes.rules import GOAL_LENGTH, SOURCE_LENGTH, BeginQuest, GainGold
from bot.systems.adventuria.combat.cards import of_fight
from bot.systems.adventuria.combat.exchange import Bout, experience_worth, wounded
from bot.systems.adventuria.combat.state import MONSTER, Combat, Fight, Monster, Named, OpenFight
from bot.systems.adventuria.ledger import has_fallen, limit, total
from bot.systems.adventuria.offers.rules import Offer, OfferEnd, OfferKind
from bot.systems.adventuria.settings import CHOSEN, SEVERAL
from bot.systems.adventuria.sheet.rules import (
    AdventurerCreated,
    AdventurerRetired,
    AdventurerSettled,
    CreateAdventurer,
    EditAdventurer,
    RetireAdventurer,
    SettleAdventurer,
    create_scope,
    mark,
)
from bot.systems.adventuria.state import (
    NAME_LENGTH,
    THE_CITY,
    Adventurer,
    Alignment,
    Attribute,
    Attributes,
    Cause,
    Change,
    End,
    Gain,
    Loss,
    Quest,
    Stage,
    Type,
    Until,
    Ware,
)
from tests.refusals import refuses
from tests.said import codes, values
from tests.systems.adventuria.changing import done
from tests.systems.adventuria.exchanges import (
    WON,
    by_narrator,
    fight,
    fight_of,
    fighting,
    pressed,
    roll,
    special,
)
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    DEACON,
    DEAL,
    HOME,
    MARISOL,
    STRANGER,
    WREN,
    adventurer_of,
    after,
    ally,
    bran,
    decided,
    foe,
    having,
    item,
    play,
    scene,
    spell,
    waiting,
)


def made(*dice: int, actor: int = DEACON, **options: Any) -> Adventurer:
    """The adventurer that those dice make."""
    action = CreateAdventurer(**{"name": "Ada", "player": DEACON, "home": HOME, **options})
    (opened,) = play(scene(actor=actor), action, *dice).changes
    assert isinstance(opened, Open)
    state: Adventurer = opened.state
    return state


# -- A1 to A6 -----------------------------------------------------------------------------------------


def test_a1_the_sheet_has_every_field_of_the_book() -> None:
    state = made(1, 1)
    fields = (state.name, state.type, state.alignment, state.natural, state.gold, state.wounds)
    assert fields == ("Ada", Type.WARRIOR, Alignment.GOOD, Attributes(4, 2, 3, 4), 1, 0)
    assert (state.melee_xp, state.magical_xp, state.possessions) == (0, 0, ())


@pytest.mark.parametrize(
    ("face", "type_"),
    [(1, "warrior"), (2, "wizard"), (3, "priest"), (4, "thief"), (5, "elf"), (6, "dwarf")],
)
def test_a2_the_first_die_gives_the_type(face: int, type_: str) -> None:
    assert made(face, 1).type == type_


@pytest.mark.parametrize(
    ("face", "alignment"),
    [(1, "good"), (2, "neutral"), (3, "evil"), (4, "good"), (5, "neutral"), (6, "evil")],
)
def test_a3_the_second_die_gives_the_alignment_each_by_two_faces(face: int, alignment: str) -> None:
    """Not 1-2, 3-4 and 5-6."""
    assert made(1, face).alignment == alignment


def test_a4_type_is_rolled_before_alignment_and_both_dice_are_told() -> None:
    turn = play(scene(), CreateAdventurer("Ada", DEACON, HOME), 5, 2)
    told = AdventurerCreated("Ada", DEACON, Type.ELF, Alignment.NEUTRAL, 5, 2, HOME)
    assert turn.events == (told,)


@pytest.mark.parametrize(
    ("face", "values"),
    [
        (1, (4, 2, 3, 4)),
        (2, (2, 4, 3, 4)),
        (3, (3, 3, 4, 4)),
        (4, (3, 3, 4, 4)),
        (5, (3, 4, 4, 3)),
        (6, (3, 2, 3, 5)),
    ],
)
def test_a5_each_type_begins_with_its_attributes(face: int, values: tuple[int, ...]) -> None:
    state = made(face, 1)
    assert state.natural == state.beginning == Attributes(*values)


def test_a6_everybody_begins_at_the_city_with_one_gold_and_nothing_else() -> None:
    state = made(3, 3)
    assert (state.gold, state.wounds, state.possessions, state.quest) == (1, 0, (), None)
    assert (state.stage, state.turn, state.location) == (Stage.BETWEEN, 0, THE_CITY)


def test_the_first_step_begins_the_turn_at_the_city() -> None:
    (step,) = waiting(ADVENTURER, BRAN, made(1, 1))
    assert (step.who, step.choices[0].key) == (DEACON, "start")
    assert THE_CITY in step.label


def test_everything_is_posted_in_its_home() -> None:
    turn = play(scene(), CreateAdventurer("Ada", DEACON, HOME), 1, 1)
    assert turn.channel == HOME


def test_without_a_thread_it_lives_where_the_campaign_is_played() -> None:
    turn = play(replace(scene(), place=7), CreateAdventurer("Ada", DEACON), 1, 1)
    assert turn.channel == 7
    assert turn.changes[0].state.home == 7


# -- Q27 ----------------------------------------------------------------------------------------------

CHOICE = CreateAdventurer("Ada", DEACON, HOME, Type.ELF, Alignment.EVIL)


@pytest.mark.parametrize("choice", [CHOICE, replace(CHOICE, type=None), replace(CHOICE, alignment=None)])
def test_q27_the_dice_decide_unless_the_campaign_lets_players_choose(choice: CreateAdventurer) -> None:
    with refuses("sheet.rolled_here"):
        play(scene(), choice)


def test_q27_not_even_a_narrator_chooses_where_the_dice_decide() -> None:
    with refuses("sheet.rolled_here"):
        play(scene(actor=MARISOL), CHOICE)


def test_q27_what_is_chosen_rolls_no_die() -> None:
    turn = play(scene(campaign=decided(creation=CHOSEN)), CHOICE)
    assert turn.events == (AdventurerCreated("Ada", DEACON, Type.ELF, Alignment.EVIL, 0, 0, HOME),)


def test_q27_what_is_not_chosen_is_rolled() -> None:
    turn = play(scene(campaign=decided(creation=CHOSEN)), replace(CHOICE, alignment=None), 5)
    assert turn.events == (AdventurerCreated("Ada", DEACON, Type.ELF, Alignment.NEUTRAL, 0, 5, HOME),)


# -- whose, and how many --------------------------------------------------------------------------------


def test_a_player_has_one_adventurer() -> None:
    with refuses("sheet.has_one", "Bran"):
        play(scene(bran()), CreateAdventurer("Ada", DEACON, HOME))


def test_a_narrator_makes_no_second_one_for_a_player_either() -> None:
    with refuses("adventurer.they_have", "2", "Bran"):
        play(scene(bran(), actor=MARISOL), CreateAdventurer("Ada", DEACON, HOME))


def test_where_the_campaign_allows_it_a_player_has_several() -> None:
    turn = play(scene(bran(), campaign=decided(adventurers=SEVERAL)), CreateAdventurer("Ada", DEACON), 1, 1)
    assert len(turn.changes) == 1


def test_another_players_adventurer_is_in_nobodys_way() -> None:
    assert play(scene(bran(), actor=WREN), CreateAdventurer("Ada", WREN), 1, 1).changes


def test_a39_after_a_fall_the_player_begins_anew_even_by_the_same_name() -> None:
    fallen = Record(BRAN, ADVENTURER.name, bran(end=End.FALLEN), is_archived=True)
    assert play(scene(fallen), CreateAdventurer("Bran", DEACON), 1, 1).changes


def test_a_narrator_makes_one_for_a_player_and_the_journal_says_so() -> None:
    turn = play(scene(actor=MARISOL), CreateAdventurer("Ada", DEACON, HOME), 1, 1)
    assert turn.on_behalf_of == DEACON


def test_a_player_makes_none_for_somebody_else() -> None:
    with refuses("roster.for_somebody_else", "an adventurer"):
        play(scene(), CreateAdventurer("Ada", WREN, HOME))


def test_none_is_made_for_who_does_not_play() -> None:
    with refuses("roster.no_player", "4"):
        play(scene(actor=MARISOL), CreateAdventurer("Ada", STRANGER, HOME))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("", ("sheet.name", "60")),
        (" \u200b ", ("sheet.name", "60")),
        ("a" * 61, ("sheet.name", "60", "61")),
        (" bRAN ", ("sheet.taken_name",)),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, wrong: tuple[str, ...]) -> None:
    others = Record(BRAN, ADVENTURER.name, bran(player=WREN))
    with refuses(*wrong):
        play(scene(others), CreateAdventurer(name, DEACON, HOME))


def test_a_name_is_kept_in_one_line() -> None:
    assert made(1, 1, name="  Ada \n of  Elm ").name == "Ada of Elm"


def test_the_scope_finds_who_is_called_so_and_whom_the_player_has() -> None:
    named, own = create_scope(CreateAdventurer(" Ada\n", DEACON)).wants
    assert (named.text, own.owner) == ("Ada", DEACON)


# -- Adventurers written about, settled, retired; and nothing is done with those who are gone (A39, Q23)


# -- edited, settled ----------------------------------------------------------------------------------


def test_name_and_notes_are_written_anew() -> None:
    before = scene(bran())
    turn = play(before, EditAdventurer(BRAN, "Brand", "  A scar. \n\n\n Fears crows.\n"))
    state = adventurer_of(after(before, turn))
    assert (state.name, state.about) == ("Brand", "A scar.\n\nFears crows.")
    assert codes(turn.events) == ["adventurer.renamed"]
    told = values(turn.events, "adventurer.renamed")
    assert told == {"before": "Bran", "name": "Brand", "notes": " Brand has new notes."}


def test_notes_can_be_written_in_camp_and_with_something_undecided() -> None:
    """They are no part of the game."""
    waiting = bran(stage=Stage.CAMP, losses=(Loss(Ware.ITEM, 1),))
    assert play(scene(waiting), EditAdventurer(BRAN, about="A scar.")).changes


OTHER = Record(RecordId("ada"), ADVENTURER.name, bran(name="Ada", player=WREN))


@pytest.mark.parametrize(
    ("action", "wrong"),
    [
        (EditAdventurer(BRAN, "Ada"), ("sheet.taken_name",)),
        (EditAdventurer(BRAN, ""), ("sheet.name", "60")),
        (EditAdventurer(BRAN, about="n" * 4001), ("sheet.long_notes", "4000", "4001")),
        (EditAdventurer(BRAN, "Bran"), ("sheet.same",)),
        (EditAdventurer(BRAN, "Brand", seen="0badcafe"), ("sheet.old_form",)),
    ],
)
def test_an_edit_that_cannot_be_is_refused(action: EditAdventurer, wrong: tuple[str, ...]) -> None:
    with refuses(*wrong):
        play(scene(bran(), OTHER), action)


def test_a_form_of_the_sheet_as_it_stands_gets_through() -> None:
    action = EditAdventurer(BRAN, "BRAN", seen=mark(bran()))
    assert adventurer_of(after(scene(bran()), play(scene(bran()), action))).name == "BRAN"


def test_another_home_gets_everything_from_then_on() -> None:
    before = scene(bran())
    turn = play(before, SettleAdventurer(BRAN, 99))
    assert turn.channel == adventurer_of(after(before, turn)).home == 99
    assert turn.events == (AdventurerSettled("Bran", 99),)


def test_the_same_home_is_no_other() -> None:
    with refuses("sheet.lives_here"):
        play(scene(bran()), SettleAdventurer(BRAN, HOME))


# -- A39, Q23 -----------------------------------------------------------------------------------------

RICH = having(
    item("Lamp"),
    spell("Spark"),
    ally("Dog"),
    gold=7,
    wounds=2,
    quest=Quest("The Crown"),
    gains=(Gain(item("Rope")),),
    losses=(Loss(Ware.ITEM, 1),),
    felled=3,
)


def test_a39_who_retires_loses_what_the_fallen_lose() -> None:
    state = adventurer_of(after(scene(RICH), play(scene(RICH), RetireAdventurer(BRAN))))
    assert (state.gold, state.possessions, state.quest, state.gains, state.losses) == (0, (), None, (), ())


def test_q23_the_sheet_keeps_its_numbers_and_is_put_away() -> None:
    later = after(scene(RICH), play(scene(RICH), RetireAdventurer(BRAN)))
    state = adventurer_of(later)
    assert (state.natural, state.wounds, state.felled, state.end) == (RICH.natural, 2, 3, End.RETIRED)
    assert (later.records[BRAN].is_archived, state.stage, state.ended) == (True, Stage.GONE, 50)


def test_retiring_tells_what_is_lost() -> None:
    turn = play(scene(RICH), RetireAdventurer(BRAN))
    lost = ("Lamp", "Spark", "Dog")
    told = AdventurerRetired("Bran", DEACON, 1, 3, THE_CITY, 7, lost, "The Crown")
    assert turn.events == (told,)


def test_who_retires_leaves_fight_and_offers_behind() -> None:
    fight = Fight(BRAN, "Bran", DEACON, (foe(),))
    offer = Offer(BRAN, "Bran", DEACON, OfferKind.GAIN)
    before = scene(bran(fight=BOUT), fight, offer)
    later = after(before, play(before, RetireAdventurer(BRAN)))
    assert later.records[BOUT].is_archived
    assert later.records[DEAL].state.end is OfferEnd.LAPSED
    assert adventurer_of(later).fight is None


def test_nothing_waits_in_who_has_retired() -> None:
    state = adventurer_of(after(scene(RICH), play(scene(RICH), RetireAdventurer(BRAN))))
    assert waiting(ADVENTURER, BRAN, state) == ()


def test_a_narrator_who_retires_somebody_acts_for_them() -> None:
    assert play(scene(bran(), actor=MARISOL), RetireAdventurer(BRAN)).on_behalf_of == DEACON


@pytest.mark.parametrize("action", [EditAdventurer, SettleAdventurer, RetireAdventurer])
def test_the_player_and_narrators_edit_settle_and_retire(action: type[Any]) -> None:
    (kind,) = [kind for kind in SYSTEM.actions if kind.action is action]
    assert kind.may is Permit.OWNER_OR_GAME_MASTER
    assert kind.owner is not None
    assert (
        kind.owner(scene(bran()), action(BRAN, 1) if action is SettleAdventurer else action(BRAN)) == DEACON
    )


# What only shows something changes nothing.
SHOWING = ("ShowSheet",)
NAMED = {"adventurer": BRAN, "fight": BOUT, "offer": DEAL}
ON_ADVENTURERS = [
    kind
    for kind in SYSTEM.actions
    if not NAMED.keys().isdisjoint(kind.action.__dataclass_fields__) and kind.name not in SHOWING
]


@pytest.mark.parametrize("kind", ON_ADVENTURERS, ids=[kind.name for kind in ON_ADVENTURERS])
@pytest.mark.parametrize("end", End)
def test_a39_q23_nothing_is_done_any_more_with_who_fell_or_retired(kind: Any, end: End) -> None:
    """Each action of the game that names an adventurer, a fight or an offer, on what is put away."""
    over = {
        BRAN: Record(BRAN, ADVENTURER.name, bran(end=end, stage=Stage.GONE), is_archived=True),
        BOUT: Record(BOUT, "fight", Fight(BRAN, "Bran", DEACON, (foe(),)), is_archived=True),
        DEAL: Record(DEAL, "offer", Offer(BRAN, "Bran", DEACON, OfferKind.GAIN), is_archived=True),
    }
    # The rest of the action may be anything: whom it is about comes first.
    action = kind.action(**{name: NAMED.get(name) for name in kind.action.__dataclass_fields__})
    with refuses("record.archived"):
        play(scene(*over.values()), action)


# -- What each attribute is for, and which kind of Combat an encounter is (A7, A9, A33, Q11, Q21) -------


@pytest.mark.parametrize(
    ("kind", "own", "theirs"), [(Combat.MELEE, 4 + 3, 2 + 3), (Combat.MAGICAL, 2 + 3, 1 + 3)]
)
def test_a7_arms_are_for_melee_and_magic_for_magical_combat(kind: Combat, own: int, theirs: int) -> None:
    (rolls,) = fight_of(roll(fighting(foe(vitae=9), kind=kind), 3, 3)).rolls
    assert (rolls.own_total, rolls.foe_total) == (own, theirs)


def test_a7_craft_is_for_allies_and_vitae_for_wounds() -> None:
    clever = bran(natural=Attributes(4, 2, 6, 4), wounds=3)
    assert limit(clever, Ware.ALLY) == 6
    assert [has_fallen(replace(clever, wounds=wounds)) for wounds in (3, 4)] == [False, True]


@pytest.mark.parametrize("kind", [Combat.MELEE, Combat.MAGICAL])
def test_a33_the_encounter_says_which_kind_of_combat_it_is(kind: Combat) -> None:
    entry = RecordId("rat")
    before = scene(bran())
    rat = Monster("Rat", Attributes(2, 1, 1, 2), kind)
    records = {**before.records, entry: replace(before.records[BRAN], id=entry, kind=MONSTER.name, state=rat)}
    before = replace(before, records=records)
    opened = after(before, play(before, OpenFight(BRAN, (entry,))))
    met = opened.records[adventurer_of(opened).fight or entry].state
    assert met.kind is kind


def test_a9_what_does_not_last_lifts_nothing_above_the_limit_either() -> None:
    """Lowered for a Combat and raised for the turn: once the Combat is over, too much would be left."""
    weak = Change(Attribute.ARMS, -2, Cause.PAGE, "Mud", Until.COMBAT)
    strong = Change(Attribute.ARMS, 3, Cause.PAGE, "Song", Until.TURN)
    state = bran(natural=Attributes(7, 2, 3, 4), changes=(weak, strong))
    assert total(state, Attribute.ARMS) == 8
    assert total(replace(state, changes=(strong,)), Attribute.ARMS) == 8


def test_q21_players_have_no_way_to_give_one_another_anything() -> None:
    """The rejected option would be an action of a player's that names a second adventurer or player."""
    for kind in SYSTEM.actions:
        if kind.may is Permit.GAME_MASTERS:
            continue
        whose = [each.name for each in fields(kind.action) if each.name in ("adventurer", "player", "to")]
        assert len(whose) <= 1, kind.name


# -- What a monster's abilities add all the time (A10, A11, A29, Q7) ------------------------------------


@pytest.mark.parametrize(("kind", "totals"), [(Combat.MELEE, 2 + 3 + 1 + 4), (Combat.MAGICAL, 1 + 4)])
def test_a29_what_a_monster_always_has_counts_in_its_kind_of_combat(kind: Combat, totals: int) -> None:
    boss = special("Boss", "held: arms +3 in melee", "held: roll +1 in melee", vitae=9)
    (rolls,) = fight_of(roll(fighting(boss, kind=kind), 4, 4)).rolls
    assert rolls.foe_total == totals


def test_a11_a_monsters_own_weakness_leaves_it_at_1() -> None:
    assert special("Imp", "held: arms -3").value(Attribute.ARMS) == 1


def test_a40_what_vitae_a_monster_always_has_counts_for_its_fall() -> None:
    tough = special("Ox", "held: vitae +1", vitae=1)
    assert fight_of(roll(fighting(tough), *WON)).foes[0].is_standing


@pytest.mark.parametrize(("is_current", "xp"), [(False, 2), (True, 3)])
def test_q7_the_printed_value_is_without_abilities(is_current: bool, xp: int) -> None:
    boss = special("Boss", "held: arms +3 in melee", arms=2, vitae=2)
    assert experience_worth(boss, Combat.MELEE, is_current=is_current) == xp


def test_the_card_says_what_a_monsters_ability_adds() -> None:
    boss = special("Boss", "held: arms +3 in melee", "held: roll +1 in melee")
    line = of_fight(fight(boss), bran(), 1000)[1]
    assert "Arms **5**" in line
    assert "ability +3" in line


# -- Texts that are exactly as long as they may be are taken --------------------------------------------


def test_a_source_of_sixty_characters_is_told() -> None:
    assert done(bran(), GainGold(BRAN, 2, source="S" * SOURCE_LENGTH)).gold == 3


def test_a_quest_has_a_name_and_a_goal_as_long_as_may_be() -> None:
    quest = done(bran(), BeginQuest(BRAN, "Q" * NAME_LENGTH, "G" * GOAL_LENGTH)).quest
    assert quest is not None
    assert (len(quest.name), len(quest.goal)) == (NAME_LENGTH, GOAL_LENGTH)


def test_a_monster_made_up_has_a_name_as_long_as_may_be() -> None:
    met = pressed(by_narrator(scene(bran())), OpenFight(BRAN, named=(Named("M" * NAME_LENGTH, 2, 1, 2),)))
    assert adventurer_of(met).fight is not None


def test_a37_no_wounds_are_none() -> None:
    assert wounded(Bout(bran(wounds=1)), None, 0, "").adventurer.wounds == 1

"""Offers: what can be offered, and what taking them means (A14, A16, A18, A20, A23, A27, Q4, Q9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.engine.system import Record, RecordId, Replace
from bot.systems.adventuria.adventurer import ADVENTURER
from bot.systems.adventuria.offers.rules import (
    ALL_GOLD,
    ChooseOption,
    DeclineOffer,
    MakeOffer,
    Offer,
    OfferClosed,
    OfferEnd,
    OfferKind,
    OfferMade,
    Price,
    TakeOffer,
    ThingOffered,
    WithdrawOffer,
    title,
)
from bot.systems.adventuria.state import (
    MOST_GOLD,
    Adventurer,
    End,
    Gain,
    Loss,
    Manner,
    Possession,
    Quest,
    Stage,
    Subject,
    Type,
    Ware,
)
from tests.refusals import refuses
from tests.systems.adventuria.scenes import (
    BRAN,
    DEACON,
    DEAL,
    MARISOL,
    adventurer_of,
    after,
    ally,
    bran,
    decided,
    having,
    item,
    play,
    scene,
    spell,
)
from tests.systems.adventuria.scenes import offer_steps as steps

LAMP = Possession(0, Ware.ITEM, "Lamp")


def offer(kind: OfferKind = OfferKind.GAIN, **parts: Any) -> Offer:
    """An open offer to Bran."""
    return Offer(BRAN, "Bran", DEACON, kind, **parts)


def bargain(price: Price, **parts: Any) -> Offer:
    """A lamp for that price."""
    return offer(OfferKind.PAY, **{"price": price, "gift": LAMP, **parts})


def taken(state: Any, deal: Offer, **settings: Any) -> Any:
    """Bran after Deacon took the offer."""
    before = scene(state, deal, **settings)
    return adventurer_of(after(before, play(before, TakeOffer(DEAL))))


LAMP_NAMED = ThingOffered(called="Lamp")


# -- made ---------------------------------------------------------------------------------------------


def made(**parts: Any) -> Any:
    """What a narrator offers with those words."""
    named = ThingOffered(parts.pop("entry", None), parts.pop("called", ""))
    action = MakeOffer(BRAN, parts.pop("kind", OfferKind.GAIN), named, **parts)
    turn = play(scene(parts.pop("state", bran()), actor=MARISOL), action)
    return turn.changes[0].state


def test_a_gift_is_offered_and_nothing_is_gained_yet() -> None:
    turn = play(scene(bran(), actor=MARISOL), MakeOffer(BRAN, OfferKind.GAIN, LAMP_NAMED))
    (opened,) = turn.changes
    assert opened.state.gift.name == "Lamp"
    assert opened.state.end is None
    assert turn.events == (OfferMade("Bran", "Lamp"),)
    assert turn.channel == bran().home


def test_a_made_up_thing_is_what_it_is_said_to_be() -> None:
    assert made(called="Hound", what=Ware.ALLY).gift.ware is Ware.ALLY
    assert made(called="Lamp").gift.ware is Ware.ITEM


def test_a_choice_has_its_options_in_order_and_each_once() -> None:
    assert made(kind=OfferKind.CHOICE, options="Left; Right ;Left").options == ("Left", "Right")


def test_a_choice_is_called_as_its_text_says_without_the_full_stop() -> None:
    assert title(offer(OfferKind.CHOICE, text="Three doors.", options=("Left", "Right"))) == "Three doors"
    assert title(offer(OfferKind.CHOICE, text="Which door?", options=("Left", "Right"))) == "Which door?"


def test_a_quest_has_a_name_and_a_goal() -> None:
    assert made(kind=OfferKind.QUEST, called="The Well", text="Find it").quest == Quest("The Well", "Find it")


@pytest.mark.parametrize(
    ("kind", "parts", "why"),
    [
        (OfferKind.GAIN, {}, ("offer.nothing",)),
        (
            OfferKind.GAIN,
            {"called": "Lamp", "price": "3"},
            ("offer.does_not_fit", "A gift", "price", "a `thing` or `gold`"),
        ),
        (OfferKind.GAIN, {"gold": -1}, ("adventuria.not_within", "−1")),
        (OfferKind.GAIN, {"called": "L" * 61}, ("library.name", "60")),
        (OfferKind.PAY, {"called": "Lamp"}, ("offer.no_price",)),
        (OfferKind.PAY, {"price": "3"}, ("offer.nothing",)),
        (OfferKind.PAY, {"called": "Lamp", "price": "-2"}, ("adventuria.not_within", "−2")),
        (OfferKind.CHOICE, {"options": "Left"}, ("offer.options", "2", "5")),
        (OfferKind.CHOICE, {"options": "a;b;c;d;e;f"}, ("offer.options", "6")),
        (OfferKind.CHOICE, {"options": "Left;" + "R" * 71}, ("offer.too_long", "70")),
        (
            OfferKind.CHOICE,
            {"options": "a;b", "gold": 3},
            ("offer.does_not_fit", "A choice", "gold", "a `text` and `options`"),
        ),
        (OfferKind.QUEST, {}, ("offer.nameless_quest",)),
        (OfferKind.GAIN, {"gold": 1, "text": "x" * 501}, ("offer.too_long", "500")),
        (OfferKind.GAIN, {"entry": RecordId("nowhere")}, ("library.none",)),
    ],
)
def test_an_offer_that_makes_no_sense_is_refused_in_a_sentence(
    kind: OfferKind, parts: dict[str, Any], why: tuple[str, ...]
) -> None:
    with refuses(*why):
        made(kind=kind, **parts)


@pytest.mark.parametrize(
    ("stage", "why"), [(Stage.BETWEEN, "adventurer.no_turn"), (Stage.CAMP, "adventurer.camps")]
)
def test_something_is_offered_during_a_turn_only(stage: Stage, why: str) -> None:
    with refuses(why):
        play(scene(bran(stage=stage), actor=MARISOL), MakeOffer(BRAN, OfferKind.GAIN, LAMP_NAMED))


# -- gained (A14, A20, A23) -----------------------------------------------------------------------------


def test_a14_gold_that_is_taken_is_added() -> None:
    assert taken(bran(gold=3), offer(gold=5)).gold == 8


def test_a14_gold_that_a_sheet_cannot_hold_is_refused_and_not_cut() -> None:
    rich = bran(gold=MOST_GOLD - 4)
    with refuses("changes.too_much_gold"):
        play(scene(rich, offer(gold=5)), TakeOffer(DEAL))
    assert taken(rich, offer(gold=4)).gold == MOST_GOLD
    # What is paid for it makes room first (A16).
    assert taken(rich, offer(OfferKind.PAY, gold=5, price=Price(1))).gold == MOST_GOLD


def test_a18_a_thing_that_is_taken_is_had_with_a_number_of_its_own() -> None:
    after_it = taken(having(item()), offer(gift=LAMP))
    assert [each.number for each in after_it.possessions] == [1, 2]


def test_a20_an_item_without_room_waits_for_its_player() -> None:
    full = having(*[item(f"Thing {number}") for number in range(8)])
    before = scene(full, offer(gift=LAMP))
    turn = play(before, TakeOffer(DEAL))
    bran_now = adventurer_of(after(before, turn))
    assert [each.possession.name for each in bran_now.gains] == ["Lamp"]
    assert len(bran_now.possessions) == 8
    # The decision stands on the adventurer's own card.
    assert turn.subject == BRAN


def test_a23_q4_a_spell_without_room_waits_where_the_campaign_asks_first() -> None:
    full = having(spell(), type_=Type.WIZARD, natural=bran(Type.WIZARD).natural)
    full = replace(full, possessions=(*full.possessions, *having(spell("Two")).possessions))
    deal = offer(gift=spell("Three"))
    assert [each.possession.name for each in taken(full, deal).gains] == ["Three"]
    lost = taken(full, deal, campaign=decided(full_of_spells="lost"))
    assert lost.gains == ()
    assert [each.name for each in lost.possessions] == ["Spark", "Two"]


# -- paid (A16, A18, Q9) --------------------------------------------------------------------------------


def test_a16_what_is_paid_for_costs_all_of_its_price() -> None:
    after_it = taken(bran(gold=7), bargain(Price(5)))
    assert after_it.gold == 2
    assert [each.name for each in after_it.possessions] == ["Lamp"]


def test_a16_with_less_than_the_price_nothing_happens_and_the_offer_stays() -> None:
    """The rejected option: to pay what there is."""
    before = scene(bran(gold=4), bargain(Price(5)))
    with refuses("offer.not_enough", "4", "5"):
        play(before, TakeOffer(DEAL))
    assert not before.records[DEAL].is_archived


def test_a16_all_the_gold_is_a_price_whatever_there_is() -> None:
    assert taken(bran(gold=1), bargain(Price(ALL_GOLD))).gold == 0
    assert taken(bran(gold=99), bargain(Price(ALL_GOLD))).gold == 0


def test_q9_all_of_no_gold_buys_nothing() -> None:
    with refuses("offer.no_gold"):
        play(scene(bran(gold=0), bargain(Price(ALL_GOLD))), TakeOffer(DEAL))


def test_q9_a_campaign_may_let_it_buy() -> None:
    after_it = taken(bran(gold=0), bargain(Price(ALL_GOLD)), campaign=decided(all_of_nothing="buys"))
    assert [each.name for each in after_it.possessions] == ["Lamp"]


def test_q9_a_narrator_may_hand_it_over_for_nothing() -> None:
    before = scene(bran(gold=0), bargain(Price(ALL_GOLD)), actor=MARISOL)
    turn = play(before, TakeOffer(DEAL, for_nothing=True))
    assert [each.name for each in adventurer_of(after(before, turn)).possessions] == ["Lamp"]
    assert turn.events[0].is_free
    assert turn.on_behalf_of is None


def test_q9_no_player_hands_it_over_for_nothing() -> None:
    deal = bargain(Price(5))
    with refuses("offer.narrators_give"):
        play(scene(bran(gold=9), deal), TakeOffer(DEAL, for_nothing=True))


def test_a18_a_possession_is_a_price_too() -> None:
    after_it = taken(having(ally("Dog"), gold=3), bargain(Price(name="dog")))
    assert [each.name for each in after_it.possessions] == ["Lamp"]
    assert after_it.gold == 3


def test_a18_without_that_possession_nothing_happens() -> None:
    # That it isn't there says nothing of whether it ever was.
    with refuses("possessions.none", "Bran", "Dog"):
        play(scene(bran(), bargain(Price(name="Dog"))), TakeOffer(DEAL))


def test_a16_a_bargain_without_room_is_paid_and_waits_for_the_decision() -> None:
    full = having(*[item(f"Thing {number}") for number in range(8)], gold=5)
    after_it = taken(full, bargain(Price(5)))
    assert after_it.gold == 0
    assert after_it.gains


def test_a18_an_item_that_is_paid_makes_room_for_the_one_that_is_bought() -> None:
    full = having(*[item(f"Thing {number}") for number in range(8)])
    after_it = taken(full, bargain(Price(name="Thing 3")))
    assert after_it.gains == ()
    assert len(after_it.possessions) == 8


def test_a38_who_pays_with_what_kept_them_alive_falls() -> None:
    dying = having(item("Heart", "held: vitae +2"), wounds=4)
    assert taken(dying, bargain(Price(name="Heart"))).end is not None


# -- quests (A27) -----------------------------------------------------------------------------------------


def test_a27_a_quest_is_undertaken() -> None:
    before = scene(bran(), offer(OfferKind.QUEST, quest=Quest("The Well", "Find it")))
    turn = play(before, TakeOffer(DEAL))
    assert adventurer_of(after(before, turn)).quest == Quest("The Well", "Find it")
    (told,) = turn.events[0].changes
    assert (told.what, told.how, told.name) == (Subject.QUEST, Manner.BEGUN, "The Well")


def test_a27_who_is_on_a_quest_undertakes_no_other() -> None:
    busy = bran(quest=Quest("The Tower"))
    with refuses("offer.on_a_quest", "The Tower"):
        play(scene(busy, offer(OfferKind.QUEST, quest=Quest("The Well"))), TakeOffer(DEAL))


# -- choices ------------------------------------------------------------------------------------------------

ROADS = offer(OfferKind.CHOICE, text="Which way?", options=("Left", "Right"))


def test_one_of_the_options_is_chosen() -> None:
    before = scene(bran(), ROADS)
    turn = play(before, ChooseOption(DEAL, 1))
    assert turn.events == (OfferClosed("Bran", "Which way?", OfferEnd.TAKEN, "Right"),)
    assert after(before, turn).records[DEAL].state.answer == "Right"


@pytest.mark.parametrize("option", [-1, 2])
def test_an_option_that_is_not_there_is_refused(option: int) -> None:
    with refuses("offer.no_such_option", "2"):
        play(scene(bran(), ROADS), ChooseOption(DEAL, option))


@pytest.mark.parametrize("action", [TakeOffer(DEAL), DeclineOffer(DEAL)])
def test_a_choice_is_neither_taken_nor_declined(action: Any) -> None:
    with refuses("offer.choose_one"):
        play(scene(bran(), ROADS), action)


# -- declined, withdrawn, lapsed ----------------------------------------------------------------------------


def test_what_is_declined_changes_nothing_on_the_sheet() -> None:
    turn = play(scene(bran(), offer(gold=5)), DeclineOffer(DEAL))
    (change,) = turn.changes
    assert isinstance(change, Replace)
    assert (change.id, change.archive, change.state.end) == (DEAL, True, OfferEnd.DECLINED)


def test_a_narrator_takes_an_offer_back() -> None:
    turn = play(scene(bran(), offer(gold=5), actor=MARISOL), WithdrawOffer(DEAL))
    assert turn.events == (OfferClosed("Bran", "5 gold", OfferEnd.WITHDRAWN),)


@pytest.mark.parametrize("action", [TakeOffer(DEAL), DeclineOffer(DEAL), WithdrawOffer(DEAL)])
def test_an_offer_is_answered_once(action: Any) -> None:
    before = scene(bran(), offer(gold=5))
    later = after(before, play(before, TakeOffer(DEAL)))
    with refuses("record.archived"):
        play(later, action)


def test_an_offer_that_lapsed_waits_for_nobody() -> None:
    assert steps(DEAL, offer(gold=5).closed()) == ()
    assert offer(gold=5).closed().end is OfferEnd.LAPSED


def test_what_must_be_decided_comes_before_an_offer() -> None:
    owing = having(item(), losses=(Loss(Ware.ITEM, 1),))
    with refuses("adventurer.decide_first"):
        play(scene(owing, offer(gold=5)), TakeOffer(DEAL))
    waiting = having(item(), gains=(Gain(LAMP),))
    with refuses("adventurer.decide_first"):
        play(scene(waiting, ROADS), ChooseOption(DEAL, 0))


def test_after_the_turn_an_offer_can_not_be_taken() -> None:
    """Where a turn's beginning was undone and an offer of it is still there."""
    with refuses("adventurer.no_turn"):
        play(scene(bran(stage=Stage.BETWEEN), offer(gold=5)), TakeOffer(DEAL))


# -- in a player's place -------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [TakeOffer(DEAL), DeclineOffer(DEAL)])
def test_a_narrator_answers_for_a_player_only_where_the_campaign_lets_them(action: Any) -> None:
    with refuses("adventuria.only_its_player"):
        play(scene(bran(), offer(gold=5), actor=MARISOL), action)
    lets = decided(proxy="narrators")
    turn = play(scene(bran(), offer(gold=5), actor=MARISOL, campaign=lets), action)
    assert turn.on_behalf_of == DEACON


# -- what waits ---------------------------------------------------------------------------------------------


def test_a_question_offered_ends_in_its_own_mark() -> None:
    assert sentence(OfferMade("Bran", "Which way?")) == "Bran is offered: Which way?"
    assert sentence(OfferMade("Bran", "Lamp")) == "Bran is offered: Lamp."
    lapsed = OfferClosed(name="Bran", title="Which way?", end=OfferEnd.LAPSED)
    assert sentence(lapsed) == "The offer to Bran lapses: Which way?"


def test_the_step_has_the_players_choices_and_the_narrators() -> None:
    (step,) = steps(DEAL, bargain(Price(5)))
    assert step.who == DEACON
    assert step.label == "Bran is offered Lamp for 5 gold"
    assert [each.key for each in step.choices] == ["take", "decline", "free", "withdraw"]
    assert step.choices[0].label == "Pay 5 gold"


def test_each_option_has_a_button() -> None:
    (step,) = steps(DEAL, ROADS)
    assert [each.label for each in step.choices] == ["Left", "Right", "Withdraw the offer"]


# -- Bargains whose gift finds no room (A16, A20, A22, A23) ---------------------------------------------


SOLD = Offer(BRAN, "Bran", DEACON, OfferKind.PAY, price=Price(5), gift=spell("Frost"))


def wizard(*spells: str) -> Adventurer:
    """A wizard with 9 gold and those spells: there is room for two."""
    return having(*map(spell, spells), type_=Type.WIZARD, natural=bran(Type.WIZARD).natural, gold=9)


def paid(state: Adventurer, full_of_spells: str = "asked") -> Adventurer:
    """The adventurer once the bargain was struck."""
    before = scene(state, SOLD, campaign=decided(full_of_spells=full_of_spells))
    return adventurer_of(after(before, play(before, TakeOffer(DEAL))))


@pytest.mark.parametrize("full_of_spells", ["asked", "lost"])
def test_a22_nobody_pays_for_a_spell_that_can_be_had_by_no_means(full_of_spells: str) -> None:
    before = scene(bran(gold=9), SOLD, campaign=decided(full_of_spells=full_of_spells))
    with refuses("offer.no_room", "Frost"):
        play(before, TakeOffer(DEAL))


def test_a23_nobody_pays_for_a_spell_that_would_be_lost_at_once() -> None:
    before = scene(wizard("One", "Two"), SOLD, campaign=decided(full_of_spells="lost"))
    with refuses("offer.no_room"):
        play(before, TakeOffer(DEAL))


def test_q4_where_it_waits_for_a_discard_it_is_paid() -> None:
    state = paid(wizard("One", "Two"))
    assert (state.gold, [each.possession.name for each in state.gains]) == (4, ["Frost"])


def test_a23_with_room_it_is_paid_and_had() -> None:
    assert [each.name for each in paid(wizard("One"), "lost").possessions] == ["One", "Frost"]


@pytest.mark.parametrize(("action", "actor"), [(DeclineOffer(DEAL), DEACON), (WithdrawOffer(DEAL), MARISOL)])
def test_an_offer_that_an_undo_brought_back_to_nobody_can_be_closed(action: Any, actor: int) -> None:
    gone = Record(BRAN, ADVENTURER.name, bran(end=End.FALLEN), is_archived=True)
    before = scene(gone, SOLD, actor=actor)
    assert after(before, play(before, action)).records[DEAL].is_archived

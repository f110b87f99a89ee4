"""The end of a fight: won, left, stopped, fallen in, or by something used in it (A38 to A40, A45, Q16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.system import Scene
from bot.systems.adventuria.adventurer import AdventurerChanged, AdventurerFell
from bot.systems.adventuria.combat.exchange import Bout
from bot.systems.adventuria.combat.rules import after_use, fight_scope
from bot.systems.adventuria.combat.state import (
    CombatFought,
    FightEnd,
    FightEnded,
    LeaveFight,
    Order,
    Phase,
    RollCombat,
    StopFight,
)
from bot.systems.adventuria.ledger import total
from bot.systems.adventuria.offers.rules import Offer, OfferEnd, OfferKind
from bot.systems.adventuria.possessions.rules import UsePossession
from bot.systems.adventuria.state import Attribute, Cause, Change, End, Told, Until, What
from tests.systems.adventuria.exchanges import (
    LOST,
    WON,
    again,
    by_narrator,
    fight_of,
    fighting,
    keys,
    pressed,
    refused,
    roll,
    rolled,
)
from tests.systems.adventuria.scenes import (
    BOUT,
    BRAN,
    DEAL,
    adventurer_of,
    after,
    bran,
    foe,
    having,
    item,
    play,
    scene,
)

# -- won, fallen, stopped (A38 to A40) --------------------------------------------------------------


def test_a40_a_fight_is_won_when_the_last_monster_falls() -> None:
    turn = rolled(fighting(foe(wounds=1)), *WON)
    assert isinstance(turn.events[0], CombatFought)
    assert turn.events[1:] == (FightEnded("Bran", ("Rat",), FightEnd.WON),)
    won = after(fighting(), turn)
    assert (adventurer_of(won).fight, adventurer_of(won).felled) == (None, 1)
    assert won.records[BOUT].is_archived


def test_a38_the_last_wound_fells_and_everything_ends() -> None:
    deal = Offer(BRAN, "Bran", bran().player, OfferKind.GAIN)
    before = fighting(bran_is=having(item("Lamp"), wounds=3))
    before = replace(before, records={**before.records, **scene(deal).records})
    turn = rolled(before, *LOST)
    assert isinstance(turn.events[-1], AdventurerFell)
    done = after(before, turn)
    assert (adventurer_of(done).end, adventurer_of(done).possessions) == (End.FALLEN, ())
    assert (fight_of(done).end, fight_of(done).exchange) == (FightEnd.FELL, 1)
    assert done.records[DEAL].state.end is OfferEnd.LAPSED
    assert all(done.records[each].is_archived for each in (BRAN, BOUT, DEAL))


def test_what_falls_with_the_adventurer_is_in_the_scope() -> None:
    scope = fight_scope(RollCombat(BOUT))
    assert (scope.ids, scope.links, [want.kind for want in scope.wants]) == ((BOUT,), True, ["offer"])


def test_changes_until_the_fight_end_with_it() -> None:
    lent = Change(Attribute.ARMS, 2, Cause.SPELL, "Drum", Until.FIGHT)
    left = pressed(again(bran_is=bran(changes=(lent,))), LeaveFight(BOUT))
    assert total(adventurer_of(left), Attribute.ARMS) == 4


def test_q15_vitae_lent_for_the_fight_can_fell_at_its_end() -> None:
    lent = Change(Attribute.VITAE, 2, Cause.SPELL, "Pact", Until.FIGHT)
    left = pressed(again(bran_is=bran(changes=(lent,), wounds=5)), LeaveFight(BOUT))
    assert adventurer_of(left).end is End.FALLEN


def test_a_narrator_stops_a_fight_at_any_time_with_a_reason() -> None:
    turn = play(by_narrator(fighting()), StopFight(BOUT, " A bell\nrings "))
    assert turn.events == (FightEnded("Bran", ("Rat",), FightEnd.STOPPED, "A bell rings"),)
    assert adventurer_of(after(fighting(), turn)).fight is None


def test_a_long_reason_is_refused() -> None:
    assert "at most 200 characters, not 201" in refused(by_narrator(fighting()), StopFight(BOUT, "a" * 201))


# -- used between two Combats (A45, Q16) ------------------------------------------------------------


def used(before: Scene, **wounds: int) -> tuple[Any, ...]:
    """What is told, and the scene, after something gave the monster so many wounds."""
    record, foes = before.records[BOUT], fight_of(before).foes
    hit = tuple(replace(each, wounds=wounds.get(each.name.lower(), each.wounds)) for each in foes)
    bout = Bout(adventurer_of(before), hit, fight_of(before).kind)
    turn = after_use(before, before.records[BRAN], record, bout, "used")
    return turn.events, after(before, turn)


def test_a45_who_falls_by_a_spell_in_the_fight_brings_xp_of_its_kind() -> None:
    events, done = used(again(), rat=2)
    told = (Told(What.MELEE_XP, before=0, after=2, by="Rat"),)
    assert events == (
        "used",
        AdventurerChanged("Bran", Cause.EXPERIENCE, changes=told),
        FightEnded("Bran", ("Rat",), FightEnd.WON),
    )
    assert (adventurer_of(done).fight, adventurer_of(done).melee_xp) == (None, 2)


def test_q16_before_the_kind_of_combat_is_chosen_it_brings_none() -> None:
    _, done = used(fighting(kind=None, phase=Phase.KIND), rat=2)
    assert (adventurer_of(done).melee_xp, adventurer_of(done).felled) == (0, 1)


def test_the_fight_goes_on_with_who_stands() -> None:
    before = again(foe("Rat"), foe("Imp"), order=Order.CHOOSE)
    _, done = used(before, rat=2)
    assert (fight_of(done).phase, keys(done)) == (Phase.AGAIN, ["roll", "end"])
    assert fight_of(done).revision == 50


def test_a_wound_that_changes_nothing_to_decide_leaves_the_buttons_alone() -> None:
    _, done = used(again(foe(vitae=3)), rat=1)
    assert fight_of(done).revision == 1


def test_a43_what_was_used_works_again_once_the_next_combat_is_over() -> None:
    before = again(foe(arms=9, vitae=9), bran_is=having(item("Rod", "use: foe wound 1")))
    once = pressed(before, UsePossession(BRAN, "Rod"))
    assert "until the next Combat is over" in refused(once, UsePossession(BRAN, "Rod"))
    assert fight_of(pressed(roll(once, *LOST), UsePossession(BRAN, "Rod"))).foes[0].wounds == 2

"""Events that other kingdoms bring: a Festive Invitation (1599) and a Diplomatic Overture (1591)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.event import sentence
from bot.errors import NotAllowed
from bot.systems.kingdom.abroad.book import Tie
from bot.systems.kingdom.abroad.diplomacy import EnvoySent, Negotiated, Renegotiate, SendEnvoy, dc_of
from bot.systems.kingdom.abroad.kingdoms import NoteKingdom
from bot.systems.kingdom.abroad.state import OtherKingdom, Pact, Talks
from bot.systems.kingdom.abroad.trade import trade_checks
from bot.systems.kingdom.abroad.vassals import loyalty_check
from bot.systems.kingdom.book import Alignment, MonthStep, Phase, Role, Stat
from bot.systems.kingdom.events.book import Occasion
from bot.systems.kingdom.events.draws import place_of
from bot.systems.kingdom.events.resolving import ChooseEvent, ReceiveEnvoy, SettleEvent
from bot.systems.kingdom.events.rules import RollEvent
from tests.systems.kingdom.abroad_scenes import ABROAD, VELL, around, friendly, other
from tests.systems.kingdom.months_scenes import begun
from tests.systems.kingdom.scenes import (
    DEACON,
    TARN,
    WREN,
    by,
    change,
    decided,
    event_steps,
    kingdom_of,
    leader,
    month,
    play,
    played,
    realm_in,
    require_refused,
)
from tests.systems.kingdom.test_event_outcomes import OVER, fate, struck, told
from tests.systems.kingdom.test_trade import route

GO, CARRY = ChooseEvent(TARN, 1, Occasion.SUCCESS), SettleEvent(TARN, 1, Occasion.ALWAYS)
AGREE, HOME = ReceiveEnvoy(TARN, 1), ReceiveEnvoy(TARN, 1, is_welcome=False)
OSTRA = OtherKingdom("Ostra", Alignment.LAWFUL_GOOD)
SKILLS = "8 11 5 7 9"


# -- a Festive Invitation -----------------------------------------------------------------------------


def guests(**changes: Any) -> Any:
    """Tarn at its special edicts of month 6, whose leaders went to Vell's festival in month 2."""
    given = {"month": replace(around().records[TARN].state.month, number=6)} | changes
    return around(replace(VELL, festival=2), OSTRA, **given)


def test_a_festive_invitation_comes_from_a_neighbor_that_is_drawn() -> None:
    hidden, foe = replace(VELL, name="Kern", is_hidden=True), replace(VELL, name="Foe", is_at_war=True)
    begin = begun(Phase.EVENT, MonthStep.CONTINUING, others=(VELL, hidden, foe, OSTRA))
    for die, name in ((1, "Vell"), (2, "Ostra")):
        then = played(begin, RollEvent(TARN), 20, 5, 39, die)
        (found,) = kingdom_of(then).happenings
        assert (found.other, place_of(realm_in(then), found)) == (name, name)
    alone = played(begun(Phase.EVENT, MonthStep.CONTINUING), RollEvent(TARN), 20, 5, 39)
    assert kingdom_of(alone).happenings[0].other == ""


def test_a_festive_invitation_helps_toward_that_kingdom_for_a_year() -> None:
    invited = struck("festive_invitation", others=(VELL, OSTRA))
    state = kingdom_of(invited)
    (found,) = state.happenings
    named = replace(state, happenings=(replace(found, other="Vell"),))
    invited = replace(invited, records={**invited.records, TARN: replace(invited.records[TARN], state=named)})
    then = played(invited, GO, 3)
    assert (other(then).festival, other(then, "Ostra").festival) == (2, 0)
    assert "Through month 14 Fame toward **Vell** is 1 higher" in str(sentence(told(play(invited, GO, 3))))


def test_a_festive_invitation_adds_fame_1_to_the_checks_of_that_kingdom_alone() -> None:
    """Fame 1 by choice: 2 toward Vell, in the DC; and 10 of it make the next of its tens."""
    begin = guests()
    before = dc_of(realm_in(around(VELL, OSTRA)), VELL)
    assert dc_of(realm_in(begin), other(begin)) == before - 1
    assert dc_of(realm_in(begin), other(begin, "Ostra")) == dc_of(realm_in(around(VELL, OSTRA)), OSTRA)
    famous = guests(changes=(change(Stat.FAME, 8),))
    (sent,) = [e for e in play(famous, SendEnvoy(TARN, "Vell", 5), 20, 1).events if isinstance(e, EnvoySent)]
    assert [each.modifier for each in sent.checks] == [5 + 1 + 2]
    # A threat counts no Fame (2107).
    assert dc_of(realm_in(begin), other(begin), is_threat=True) == before + 1


def test_a_festive_invitation_adds_2_to_edict_checks_about_that_kingdom() -> None:
    begin, plain = guests(), around(VELL, OSTRA)
    for threat in (False, True):
        for name, more in (("Vell", 2), ("Ostra", 0)):
            turn = play(begin, SendEnvoy(TARN, name, 5, threat=threat), 20, 1)
            (sent,) = [each for each in turn.events if isinstance(each, EnvoySent)]
            assert [each.modifier for each in sent.checks] == [5 + more]
    now, then = realm_in(begin), realm_in(plain)
    for partner, more in (("Vell", 2), ("Ostra", 0)):
        there = route(partner=partner)
        gained = zip(trade_checks(now, there), trade_checks(then, there), strict=True)
        assert [one.modifier - each.modifier for one, each in gained] == [more] * 3
    assert loyalty_check(now, other(begin)).modifier - loyalty_check(then, VELL).modifier == 2


def test_a_festive_invitation_helps_in_the_negotiations_of_an_edict_but_not_in_later_ones() -> None:
    begin = guests()
    treaty = friendly(festival=2, skills=(1, 2, 3, 4, 5))
    begin = around(treaty, month=kingdom_of(begin).month)
    dice = (20, 20, 20, 1, *(10, 9) * 5)
    (made,) = [
        each for each in play(begin, SendEnvoy(TARN, "Vell", 30, skills=SKILLS), *dice).events
        if isinstance(each, Negotiated)
    ]  # fmt: skip
    assert [each.ours - 10 for each in made.checks] == [8 + 2, 11 + 2, 5 + 2, 7 + 2, 9 + 2]
    signed = around(replace(treaty, treaty=Pact(4)), month=kingdom_of(begin).month)
    again = play(signed, Renegotiate(TARN, "Vell", SKILLS), 20, *(10, 9) * 5)
    (made,) = [each for each in again.events if isinstance(each, Negotiated)]
    assert [each.ours - 10 for each in made.checks] == [8, 11, 5, 7, 9]


@pytest.mark.parametrize(("number", "helps"), [(2, True), (14, True), (15, False)])
def test_a_festive_invitation_lasts_as_long_as_its_society(number: int, helps: bool) -> None:
    """Society +1 for a year counts through month 14 as well (R123)."""
    begin = guests(month=month(Phase.EDICT, number=number, size=3))
    assert (dc_of(realm_in(begin), other(begin)) < dc_of(realm_in(begin), VELL)) is helps


def test_where_fame_is_not_counted_a_festival_still_helps_edict_checks() -> None:
    used = {key: value for key, value in ABROAD.settings.items() if "fame" not in key}
    begin = replace(guests(), campaign=replace(ABROAD, settings=used))
    assert dc_of(realm_in(begin), other(begin)) == dc_of(realm_in(begin), VELL)
    (sent,) = [e for e in play(begin, SendEnvoy(TARN, "Vell", 5), 20, 1).events if isinstance(e, EnvoySent)]
    assert sent.checks[0].modifier == 7


def test_who_invites_keeps_its_event_under_a_new_name() -> None:
    found = replace(struck("festive_invitation").records[TARN].state.happenings[0], other="Vell")
    begin = struck("festive_invitation", happenings=(found,), counted=1, others=(VELL,))
    then = played(begin, NoteKingdom(TARN, "Vell", new_name="Vellam"))
    assert kingdom_of(then).happenings[0].other == "Vellam"
    assert other(played(then, GO, 1), "Vellam").festival == 2


# -- a Diplomatic Overture ----------------------------------------------------------------------------


def envoy(die: int, *others: OtherKingdom, **changes: Any) -> Any:
    """Tarn once the envoy has come who offers what that d% shows."""
    return played(struck("diplomatic_overture", others=others, campaign=ABROAD, **changes), CARRY, 2, die)


@pytest.mark.parametrize(
    ("die", "sender", "label"),
    [
        (60, VELL, "Agree to an embassy"),
        (61, friendly(), "Negotiate a treaty…"),
        (90, friendly(), "Negotiate a treaty…"),
        (91, friendly(treaty=Pact(4)), "Negotiate an alliance…"),
    ],
)
def test_a_diplomatic_overture_acts_where_diplomatic_edicts_are_on(
    die: int, sender: OtherKingdom, label: str
) -> None:
    """The envoy comes from somebody with whom the tie would be the next; who does diplomacy answers."""
    then = envoy(die, sender, OSTRA if die > 60 else replace(OSTRA, has_embassy=True))
    assert kingdom_of(then).treasury == 22
    (step,) = event_steps(TARN, kingdom_of(then))
    assert [each.label for each in step.choices][:2] == [label, "Send them home"]
    assert (step.who, "Done" in [each.label for each in step.choices]) == (DEACON, False)
    assert "an envoy of Vell offers" in step.label


def test_an_embassy_that_an_envoy_offers_is_agreed_at_once() -> None:
    turn, then = play(envoy(60, VELL), AGREE), played(envoy(60, VELL), AGREE)
    assert (other(then).has_embassy, fate(then)) == (True, OVER)
    assert sentence(turn.events[0]) == ("Tarn welcomes the envoy of **Vell**: **they agree on an embassy.**")
    # It is no edict: nothing is issued or paid.
    assert (kingdom_of(then).month.issued, kingdom_of(then).treasury) == ((), 22)


def test_the_terms_of_a_treaty_that_an_envoy_offers_are_negotiated() -> None:
    asked = replace(AGREE, skills=SKILLS)
    begin = envoy(61, friendly())
    then = played(begin, asked)
    assert other(then).talks == Talks(2, Tie.TREATY, (8, 11, 5, 7, 9))
    require_refused(begin, AGREE, "abroad.modifiers")
    known = envoy(61, friendly(skills=(1, 2, 3, 4, 5)))
    turn = play(known, asked, *(10, 9) * 5)
    assert [type(each).__name__ for each in turn.events][:2] == ["EnvoyReceived", "Negotiated"]


def test_an_envoy_is_sent_home() -> None:
    then = played(envoy(60, VELL), HOME)
    assert (other(then), fate(then)) == (VELL, OVER)
    require_refused(then, AGREE, "events.told_already")


def test_an_envoy_is_answered_by_who_does_diplomacy() -> None:
    leaders = (leader(Role.RULER, DEACON), leader(Role.GRAND_DIPLOMAT, WREN))
    begin = envoy(60, VELL, leaders=leaders)
    assert play(by(begin, WREN), AGREE).on_behalf_of is None
    with pytest.raises(NotAllowed):
        play(by(envoy(60, VELL, leaders=leaders[:1]), WREN), AGREE)


def test_without_a_neighbor_for_it_an_unknown_kingdom_sends_the_envoy_and_its_alignment_is_drawn() -> None:
    hidden, foe = replace(VELL, is_hidden=True), replace(VELL, name="Foe", is_at_war=True)
    played_here = replace(VELL, name="Played", kingdom=TARN)
    begin = struck("diplomatic_overture", others=(hidden, foe, played_here), campaign=ABROAD)
    turn = play(begin, CARRY, 2, 60, 9)
    says = f"They are a kingdom that you don't know yet: **{tuple(Alignment)[8].label}**, as drawn."
    assert says in list(told(turn).lines)
    (step,) = event_steps(TARN, kingdom_of(played(begin, CARRY, 2, 60, 9)))
    assert step.choices[0].label == "Done"
    assert "play it out" in step.label


def test_where_diplomatic_edicts_are_off_an_overture_is_played_out() -> None:
    begin = struck("diplomatic_overture", others=(VELL,), campaign=decided())
    (step,) = event_steps(TARN, kingdom_of(played(begin, CARRY, 2, 60)))
    assert step.choices[0].label == "Done"
    require_refused(played(begin, CARRY, 2, 60), AGREE, "events.no_such_outcome")


def test_an_envoy_whose_kingdom_stands_otherwise_by_now_is_sent_home() -> None:
    begin = envoy(60, VELL)
    state = replace(kingdom_of(begin), others=(friendly(),))
    begin = replace(begin, records={**begin.records, TARN: replace(begin.records[TARN], state=state)})
    require_refused(begin, AGREE, "events.no_envoy")
    assert fate(played(begin, HOME)) == OVER

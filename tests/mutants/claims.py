"""Which tests claim which code. A change of the code that none of them notices is a test that is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Claim:
    """A subject: its code, as paths that may name functions after a colon, and the tests that claim it."""

    subject: str
    code: tuple[str, ...]
    tests: tuple[str, ...]


CLAIMS: Final = (
    Claim(
        "delivery",
        (
            "bot/ui/delivery.py",
            "bot/ui/pauses.py",
            "bot/ui/posted.py",
            "bot/play/post.py",
            "bot/storage/outbox.py",
        ),
        (
            "tests/storage/test_outbox.py",
            "tests/test_order.py",
            "tests/ui/test_delivery.py",
            "tests/ui/test_live_cards.py",
            "tests/ui/test_crowd.py",
            "tests/test_delivery_refused.py",
            "tests/systems/table/test_board_at_the_table.py",
            "tests/systems/table/test_campaign_places.py",
            "tests/systems/adventuria/test_adventurers_at_the_table.py",
            "tests/systems/second_kingdom/test_challenges_at_the_table.py",
            "tests/systems/second_kingdom/test_fates_in_secret.py",
            "tests/proofs/test_one_card.py",
            "tests/proofs/test_pings.py",
        ),
    ),
    Claim(
        "undo",
        ("bot/play/undo.py", "bot/play/parts.py", "bot/play/plan.py"),
        (
            "tests/play/test_parts.py",
            "tests/play/test_undo_parts.py",
            "tests/ui/test_undo_sentences.py",
            "tests/ui/test_corrections.py",
            "tests/systems/table/test_journal.py",
            "tests/systems/table/test_campaign_places.py",
            "tests/systems/kingdom/test_undoing_edits.py",
            "tests/systems/adventuria/test_adventurers_at_the_table.py",
            "tests/proofs/test_undo.py",
        ),
    ),
    Claim(
        "permissions",
        ("bot/engine/people.py", "bot/engine/roster.py", "bot/play/act.py", "bot/play/hand_over.py"),
        (
            "tests/engine/test_declare.py",
            "tests/ui/test_controls.py",
            "tests/play/test_proposals.py",
            "tests/play/test_offers.py",
            "tests/play/test_handed_over.py",
            "tests/systems/second_kingdom/test_roster.py",
            "tests/systems/table/test_campaigns.py",
            "tests/systems/table/test_campaign_at_the_table.py",
            "tests/proofs/test_roles.py",
            "tests/proofs/test_proxies.py",
        ),
    ),
    Claim(
        "secrecy",
        (
            "bot/play/views.py",
            "bot/engine/views.py",
            "bot/play/look.py",
            "bot/play/mentions.py",
            "bot/ui/secrecy.py",
            "bot/ui/readers.py",
            "bot/engine/readers.py",
            "bot/play/readers.py",
        ),
        (
            "tests/systems/table/test_secret_channel.py",
            "tests/systems/table/test_outsiders.py",
            "tests/systems/table/test_dice_secrets.py",
            "tests/systems/table/test_journal.py",
            "tests/systems/second_kingdom/test_fates_in_secret.py",
            "tests/play/test_recap.py",
            "tests/play/test_pace_due.py",
            "tests/systems/table/test_pace_at_the_table.py",
            "tests/proofs/test_secrets.py",
            "tests/proofs/test_secret_turns.py",
            "tests/proofs/test_unaware.py",
            "tests/proofs/test_pings.py",
            "tests/proofs/test_canaries.py",
        ),
    ),
    Claim(
        "pacing",
        ("bot/engine/pace.py", "bot/engine/habits.py", "bot/play/clocks.py", "bot/play/pace.py"),
        (
            "tests/engine/test_pace.py",
            "tests/engine/test_habits.py",
            "tests/play/test_pace_due.py",
            "tests/ui/test_pace.py",
            "tests/systems/table/test_pace_at_the_table.py",
            "tests/systems/table/test_two_weeks.py",
            "tests/systems/kingdom/test_silence.py",
            "tests/systems/sovereign/test_silence.py",
            "tests/proofs/test_silence.py",
            "tests/proofs/test_answers_in_advance.py",
        ),
    ),
    Claim(
        "pricing",
        (
            "bot/systems/kingdom/towns/bills.py",
            "bot/systems/kingdom/land/claims.py",
            "bot/systems/kingdom/month/income.py",
            "bot/systems/kingdom/month/numbers.py",
            "bot/systems/adventuria/possessions/rules.py",
        ),
        (
            "tests/systems/kingdom/test_advice.py",
            "tests/systems/kingdom/test_bills.py",
            "tests/systems/kingdom/test_building_at_the_table.py",
            "tests/systems/kingdom/test_building_cards.py",
            "tests/systems/kingdom/test_building_sources.py",
            "tests/systems/kingdom/test_builders.py",
            "tests/systems/kingdom/test_buildings_gm.py",
            "tests/systems/kingdom/test_placing.py",
            "tests/systems/kingdom/test_choosing.py",
            "tests/systems/kingdom/test_claims.py",
            "tests/systems/kingdom/test_claims_at_the_table.py",
            "tests/systems/kingdom/test_drafts.py",
            "tests/systems/kingdom/test_improving.py",
            "tests/systems/kingdom/test_income.py",
            "tests/systems/kingdom/test_income_at_the_table.py",
            "tests/systems/kingdom/test_income_cards.py",
            "tests/systems/kingdom/test_item_trade.py",
            "tests/systems/kingdom/test_items.py",
            "tests/systems/kingdom/test_land.py",
            "tests/systems/kingdom/test_months.py",
            "tests/systems/kingdom/test_numbers.py",
            "tests/systems/kingdom/test_optional_rules.py",
            "tests/systems/kingdom/test_renown.py",
            "tests/systems/kingdom/test_rulings_land.py",
            "tests/systems/kingdom/test_settings_changed.py",
            "tests/systems/kingdom/test_settlements.py",
            "tests/systems/kingdom/test_town_plans.py",
            "tests/systems/kingdom/test_town_plans_at_the_table.py",
            "tests/systems/kingdom/test_worth.py",
            "tests/systems/adventuria/test_holding.py",
            "tests/systems/adventuria/test_payments.py",
            "tests/systems/adventuria/test_using.py",
            "tests/systems/adventuria/test_using_once.py",
            "tests/systems/adventuria/test_possessions_at_the_table.py",
        ),
    ),
)

# Changes that change nothing anybody could see, each with the reason: (path, function, text) → why.
_POSSESSIONS = "bot/systems/adventuria/possessions/rules.py"
_NUMBERS = "bot/systems/kingdom/month/numbers.py"
_BILLS = "bot/systems/kingdom/towns/bills.py"
_CLAIMS = "bot/systems/kingdom/land/claims.py"
_DELIVERY, _BEGIN = "bot/ui/delivery.py", "Delivery.__init__"
EQUAL: Final[dict[tuple[str, str, str], str]] = {
    (_DELIVERY, _BEGIN, "“0” becomes “1”"): "start() says it before anything is looked for",
    (_DELIVERY, _BEGIN, "“0” becomes “-1”"): "start() says it before anything is looked for",
    (_DELIVERY, _BEGIN, "“self._inherited = 0” is left out"): "start() says it before anything is looked for",
    (_DELIVERY, _BEGIN, "“True” becomes “False”"): "the clock has it looked for what is due at the start",
    (
        "bot/systems/kingdom/towns/bills.py",
        "is_free_of_limit",
        "“any((each.built == month.number and (not each.is_natural) for each in walls))” becomes “all((each."
        "built == month.number and (not each.is_natural) for each in walls))”",
    ): "a Watergate stands in a wall, and no border has two",
    ("bot/play/act.py", "delivered_before", "“if first is None” becomes “if False”"): (
        "it is asked only about what is known to have its entry"
    ),
    ("bot/systems/kingdom/towns/bills.py", "gain", "“if building in WORKED_OUT” becomes “if True”"): (
        "worked out, the numbers of any building come to the same; it only takes longer"
    ),
    **dict.fromkeys(
        (
            (f"bot/play/{path}.py", "_held", f"“0” becomes “{other}”")
            for path in ("pace", "readers")
            for other in (1, -1)
        ),
        "the house does it in no channel, whatever number that has",
    ),
    ("bot/play/post.py", "give_up", "“if message is not None” becomes “if True”"): (
        "no message has none for its id: nothing is forgotten"
    ),
    (
        "bot/systems/adventuria/possessions/rules.py",
        "working",
        "“for _, why in found if why” becomes “for _, why in found”",
    ): "none of them can do anything there: each has its obstacle",
    (
        _POSSESSIONS,
        "_wielded",
        "“break” becomes “continue”",
    ): "nothing changes after that for those that follow",
    (
        _POSSESSIONS,
        "_narrated",
        "“for effect in thing.effects if effect.verb is Verb.NARRATE” becomes “for effect in thing.effects”",
    ): ("no other rule has a text"),
    (_POSSESSIONS, "_target", "“0” becomes “-1”"): "it stands alone",
    (_NUMBERS, "_source", "“0” becomes “-1”"): "it is the only one",
    (
        _CLAIMS,
        "unclaimable",
        "“return ''” becomes “return None”",
    ): "it is only asked whether there is a reason",
    (
        _BILLS,
        "discounting",
        "“for each in town.buildings if _could_halve(each.type, building)” becomes “for each in "
        "town.buildings”",
    ): "it only passes over quickly what gives no such discount",
    (
        _BILLS,
        "_offered",
        "“if is_same_everywhere and bill(realm, town, building, NOWHERE, over).price > points” becomes "
        "“if False”",
    ): "it only passes over quickly what would cost too much wherever it stood",
    (_BILLS, "_legal_on", "“if sites” becomes “if True”"): "without a site nothing lies on one",
    (_BILLS, "is_free_of_limit", "“return False” becomes “return None”"): "it is only asked whether it is",
    (_BILLS, "_value", "“0” becomes “1”"): "of what is only imagined no number counts",
    (_BILLS, "_value", "“0” becomes “-1”"): "of what is only imagined no number counts",
    (_BILLS, "_rank", "“0” becomes “-1”"): "what is free comes before what costs 1 BP all the same",
    (_BILLS, "_settled", "“if bill.cut in GRANTED” becomes “if True”"): "other bills name no grant",
    (
        _BILLS,
        "discounter",
        "“town.building(found.by) if found.cut is Cut.DISCOUNT else None” becomes “town.building(found.by)”",
    ): "other bills name no building: a grant's number is none's",
    (
        _BILLS,
        "offer",
        "“place is None or found is None” becomes “place is None and found is None”",
    ): "there are both or neither",
}

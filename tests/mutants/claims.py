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
            "tests/storage/test_messages.py",
            "tests/play/test_post.py",
            "tests/test_order.py",
            "tests/ui/test_pauses.py",
            "tests/ui/test_posted.py",
            "tests/ui/test_delivery.py",
            "tests/ui/test_delivery_at_work.py",
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
            "tests/proofs/test_tries.py",
        ),
    ),
    Claim(
        "undo",
        ("bot/play/undo.py", "bot/play/parts.py", "bot/play/reversal.py"),
        (
            "tests/play/test_parts.py",
            "tests/play/test_undo_parts.py",
            "tests/play/test_undo_refused.py",
            "tests/play/test_undo_told.py",
            "tests/ui/test_undo_sentences.py",
            "tests/ui/test_corrections.py",
            "tests/systems/table/test_journal.py",
            "tests/systems/table/test_campaign_places.py",
            "tests/systems/kingdom/test_undoing_edits.py",
            "tests/systems/adventuria/test_adventurers_at_the_table.py",
            "tests/proofs/test_tries.py",
            "tests/proofs/test_undo.py",
        ),
    ),
    Claim(
        "permissions",
        ("bot/engine/people.py", "bot/engine/roster.py", "bot/play/act.py", "bot/play/hand_over.py"),
        (
            "tests/engine/test_people.py",
            "tests/engine/test_declare.py",
            "tests/ui/test_controls.py",
            "tests/play/test_proposals.py",
            "tests/play/test_offers.py",
            "tests/play/test_act.py",
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
            "tests/engine/test_views.py",
            "tests/play/test_look.py",
            "tests/play/test_mentions.py",
            "tests/play/test_readers.py",
            "tests/ui/test_readers.py",
            "tests/ui/test_secrecy.py",
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
            "tests/proofs/test_tries.py",
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
            "tests/play/test_clocks.py",
            "tests/play/test_look.py",
            "tests/play/test_house_tells.py",
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
_OUTBOX, _POST, _UNDO = "bot/storage/outbox.py", "bot/play/post.py", "bot/play/undo.py"
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
    ("bot/play/act.py", "came_of", "“if entry is None” becomes “if True”"): (
        "looked for once more, the same entry is found"
    ),
    (
        "bot/play/act.py",
        "came_of",
        "“entry is None or row is None” becomes “entry is None and row is None”",
    ): "an entry has its campaign",
    (
        "bot/play/act.py",
        "_answered",
        "“options_of(type(action)) if isinstance(action, Options) else {}” becomes “options_of(type("
        "action))”",
    ): "an action that declares no options has none",
    (
        "bot/play/act.py",
        "act",
        "“action.command.options if isinstance(action, Invocation) else type(action)” becomes “type(action)”",
    ): "the only command that begins a campaign is handled by hand",
    ("bot/play/act.py", "chosen", "“True” becomes “False”"): (
        "its scope says what an action needs: that is only read at once"
    ),
    **dict.fromkeys(
        (
            ("bot/play/act.py", "_begin", f"“'server' if is_server else '0'” becomes “{either}”")
            for either in ("'server'", "'0'")
        ),
        "an interaction begins no more than one, whatever its id ends in",
    ),
    (
        "bot/play/act.py",
        "_begin",
        "“SERVER_NAME.plain() if is_server else ''” becomes “SERVER_NAME.plain()”",
    ): ("what begins a campaign gives it its name"),
    (
        "bot/play/act.py",
        "repeated",
        "“(RecordId(entry.subject_id),) if entry.subject_id else ()” becomes “(RecordId(entry.subject_id),)”",
    ): "no record has none for its id: nothing more is found",
    **dict.fromkeys(
        (("bot/play/look.py", "waits_everywhere", f"“0” becomes “{other}”") for other in (1, -1)),
        "it is asked from no channel, by no interaction, whatever numbers those have",
    ),
    (
        "bot/play/look.py",
        "known_campaigns",
        "“campaigns.held(connection, resting) if resting else set()” becomes “campaigns.held(connection, "
        "resting)”",
    ): "of no channels none is taken",
    (
        "bot/play/look.py",
        "known_campaigns",
        "“for record in records if record.is_archived” becomes “for record in records”",
    ): "what is in play has all its channels: nothing is said of those",
    (
        "bot/play/look.py",
        "journal_page",
        "“_entries(session, wanted, after=before - 1) if before < top else []” becomes “_entries(session, "
        "wanted, after=before - 1)”",
    ): "after the newest there is none",
    ("bot/play/look.py", "journal_page", "“before < top” becomes “before <= top”"): (
        "after the newest there is none"
    ),
    (
        "bot/play/look.py",
        "journal_page",
        "“(RecordId(wanted.record),) if wanted.record else ()” becomes “(RecordId(wanted.record),)”",
    ): "no record has none for its id: nothing more is found",
    (
        "bot/play/look.py",
        "of_servers",
        "“[(guild, shown)] if shown is not None else []” becomes “[(guild, shown)]”",
    ): "what a server keeps for somebody they see",
    ("bot/play/look.py", "_entries", "“break” becomes “continue”"): "the same is read again, below the page",
    ("bot/play/look.py", "_entries", "“len(found) >= size” becomes “len(found) > size”"): (
        "more is read than the page has room for"
    ),
    ("bot/play/look.py", "journal_page", "“1” becomes “2”"): "above the newest there is none",
    ("bot/play/hand_over.py", "_found", "“0” becomes “-1”"): "it is exactly one",
    (
        "bot/play/clocks.py",
        "answer",
        "“campaign.order_of(step.who) if step.who is not None else None” becomes "
        "“campaign.order_of(step.who)”",
    ): "nobody's order is none",
    ("bot/play/mentions.py", "_reminded", "“0” becomes “-1”"): "a reminder is told by one event",
    (
        "bot/play/mentions.py",
        "mentions",
        "“_asked(session, entry, viewer, opened, events) if opened else NOBODY” becomes “_asked(session, "
        "entry, viewer, opened, events)”",
    ): "where nothing opened nobody is asked",
    **dict.fromkeys(
        (
            ("bot/play/mentions.py", "_last", text)
            for text in ("“if len(known) == 1” becomes “if False”", "“1” becomes “0”")
        ),
        "of one alone that one acted last",
    ),
    ("bot/play/mentions.py", "_is_theirs_alone", "“return False” becomes “return None”"): (
        "either way it is not so"
    ),
    (
        "bot/play/mentions.py",
        "_players",
        "“for row in asked if row.who is not None” becomes “for row in asked”",
    ): "nobody has no proxy, and is no player",
    **dict.fromkeys(
        (("bot/ui/secrecy.py", "Secrecy.holds", f"“0” becomes “{other}”") for other in (1, -1)),
        "no channel has that id either",
    ),
    (
        "bot/ui/secrecy.py",
        "Secrecy._must_wait",
        "“first.post.campaign if first.post else None” becomes “first.post.campaign”",
    ): "what is secret was drawn",
    ("bot/ui/secrecy.py", "Secrecy._must_wait", "“return False” becomes “return None”"): (
        "either way it is not so"
    ),
    ("bot/ui/secrecy.py", "Secrecy._release", "“self._sound.add(campaign_id)” is left out"): (
        "it is asked once more whether anything waits"
    ),
    (
        "bot/play/hand_over.py",
        "kinds",
        "“for kind in system.kinds if kind.hand_over is not None” becomes “for kind in system.kinds”",
    ): "what is found of others is left out",
    (
        "bot/play/hand_over.py",
        "_given",
        "“give(state, to, handed) if give is not None else state” becomes “give(state, to, handed)”",
    ): "whatever is handed over is of a kind that changes hands",
    ("bot/systems/kingdom/towns/bills.py", "gain", "“if building in WORKED_OUT” becomes “if True”"): (
        "worked out, the numbers of any building come to the same; it only takes longer"
    ),
    **dict.fromkeys(
        (("bot/ui/posted.py", "Sight._oldest_in_sight", f"“0” becomes “{other}”") for other in (1, -1)),
        "every message of Discord's has a higher id",
    ),
    **dict.fromkeys(
        (("bot/ui/pauses.py", "cause_of", f"“0” becomes “{other}”") for other in (1, -1)),
        "no status of an answer either, and below all of those",
    ),
    ("bot/ui/pauses.py", "Pauses.is_hopeless", "“return False” becomes “return None”"): (
        "it is only asked whether that holds"
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
    **dict.fromkeys(
        (
            (
                _OUTBOX,
                "catch_up",
                "“_OUTDATED.rows(connection, {'ids': ids}) if ids else ()” becomes "
                "“_OUTDATED.rows(connection, {'ids': ids})”",
            ),
            (
                _OUTBOX,
                "fold",
                "“_TO_FOLD.every(MessageRow._make, connection, {'b_records': record_ids}) if record_ids …” "
                "becomes “_TO_FOLD.every(MessageRow._make, connection, {'b_records': record_ids})”",
            ),
            (
                _OUTBOX,
                "fold",
                "“newest(connection, record_ids) if live else {}” becomes “newest(connection, record_ids)”",
            ),
            (
                _OUTBOX,
                "remember",
                "“{row.message_id: row for row in messages_of(connection, list(drawn))} if drawn else {}” "
                "becomes “{row.message_id: row for row in messages_of(connection, list(drawn))}”",
            ),
            (_OUTBOX, "newest", "“if not record_ids” becomes “if False”"),
            (_OUTBOX, "_tell_before", "“if not entries” becomes “if False”"),
        ),
        "of nothing the database finds nothing: it only saves a statement",
    ),
    (_OUTBOX, "newest_through", "“age(row) > age(known)” becomes “age(row) >= age(known)”"): (
        "no two messages are of one age"
    ),
    (_OUTBOX, "set_aside", "“if but is not None” becomes “if True”"): "every post is about no record, or one",
    **dict.fromkeys(
        ((_POST, "Shelf.session", f"“0” becomes “{other}”") for other in (1, -1)),
        "for whose eyes it is drawn the viewer says; nobody acts",
    ),
    **dict.fromkeys(
        ((_POST, "_drawn", f"“0” becomes “{other}”") for other in (1, -1)), "no entry has a number below 1"
    ),
    (
        _UNDO,
        "_take_back",
        "“RecordId(work.target.subject_id) if work.target.subject_id else None” becomes "
        "“RecordId(work.target.subject_id)”",
    ): "RecordId is a name for mypy alone: of None it makes None",
    (_POST, "_board_is_gone", "“return False” becomes “return None”"): "it is asked only whether it is",
    **dict.fromkeys(
        (
            (_POST, function, f"“0” becomes “{other}”")
            for function in ("thread_started", "pinned", "_board_is_gone")
            for other in (1, -1)
        ),
        "no message has that for its id either",
    ),
    (
        _POST,
        "_next_place",
        "“for row in records.of_ids(connection, [due.campaign]) if row.id == due.campaign” becomes "
        "“for row in records.of_ids(connection, [due.campaign])”",
    ): "a campaign links to nothing that would be read with it",
    (
        _POST,
        "Shelf.session",
        "“if entry.subject_id is not None” becomes “if True”",
    ): "of nothing nothing was read",
    **dict.fromkeys(
        (
            (
                _POST,
                "read_shelf",
                "“for row in messages if row.message_id in redrawn” becomes “for row in messages”",
            ),
            (_POST, "due", "“row.in_place and row.record_id” becomes “row.in_place or row.record_id”"),
        ),
        "what is read besides nobody looks at",
    ),
    **dict.fromkeys(
        (("bot/play/pace.py", "_lapse", f"“0” becomes “{other}”") for other in (1, -1)),
        "only a person's time is over: the number of nobody is for the types",
    ),
    (
        "bot/play/clocks.py",
        "due_steps",
        "“session.now < row.due_at <= session.now + FARTHEST” becomes “session.now < row.due_at < session"
        ".now + FARTHEST”",
    ): "no clock that runs ahead is due just then, to the microsecond",
    (
        "bot/play/clocks.py",
        "due_steps",
        "“row.counts_from > session.now” becomes “row.counts_from >= session.now”",
    ): "started once more at the moment at which it was started, it is the same clock",
    ("bot/play/pace.py", "_readers", "“for each in who if each is not None” becomes “for each in who”"): (
        "nobody by the number None is here to be looked for"
    ),
    (
        "bot/play/pace.py",
        "_tell",
        "“any((each.step.who is None for each in told))” becomes “all((each.step.who is None for each in "
        "told))”",
    ): "game masters are reminded once all have answered: never together with a player",
    (
        _POSSESSIONS,
        "_wield",
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
        "“for each in town.buildings if not {building, …” becomes “for each in town.buildings”",
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
    (_BILLS, "_with_bill", "“if bill.cut in GRANTED” becomes “if True”"): "other bills name no grant",
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

# Changes that only PostgreSQL shows, which isn't asked: each with the test that fails there.
_ACT, _MADE = "tests/play/test_act.py", "test_nobody_knows_what_became_of_it_while_it_may_still_be_committed"
ON_POSTGRES: Final[dict[tuple[str, str, str], str]] = {
    ("bot/play/act.py", "came_of", "“if entry is None” becomes “if False”"): f"{_ACT}::{_MADE}",
    ("bot/play/act.py", "came_of", "“journal.require_no_writer(connection)” is left out"): f"{_ACT}::{_MADE}",
    ("bot/play/readers.py", "release", "“if question is None” becomes “if False”"): (
        "tests/play/test_readers.py::test_what_somebody_settles_just_before_is_not_settled_again"
    ),
    (_OUTBOX, "_newest", "“1” becomes “2”"): (
        "tests/storage/test_messages.py::test_the_newest_of_a_record_tells_of_the_last_entry_that_stands"
    ),
}

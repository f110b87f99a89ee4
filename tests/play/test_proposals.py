"""What another must approve is done once, as it was proposed, by whom it waits for; else it is shown anew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import field, make_dataclass, replace
from typing import Any

import pytest

from bot.engine.catalogue import Catalogue
from bot.engine.people import Actor
from bot.engine.proposals import PROPOSAL, Answer, Proposal, Propose, Terms
from bot.engine.system import Record, RecordId, Scope
from bot.errors import NotAllowed, RuleViolation, Stale, UserError
from bot.play import Entry, Outcome, Play, Pressed, RecordView, foretold
from bot.play.context import essence_of, event_data
from bot.storage.address import Address
from bot.storage.database import open_database
from bot.systems.table import SYSTEM as TABLE
from bot.systems.table.campaigns.people import AddGameMaster, LeaveCampaign, RemoveGameMaster
from bot.systems.table.proposals.rules import MOST_WAITING
from tests.play.purse import DEACON, HIDDEN, MARISOL, SYSTEM, WREN, Bury, Donate, Lend, PayCoins, Shop
from tests.refusals import refuses
from tests.systems.table.scenes import play, scene

LAST = 99


class Counter(Shop):
    """A shop at which Deacon may donate only what Marisol lets him."""

    async def propose(self, coins: int = 5, **more: Any) -> RecordId:
        """Deacon wants to; the proposal's id."""
        subject = (await self.act(DEACON, Donate(self.purse, coins, **more))).private.subject
        assert subject is not None
        return subject.id

    async def seen(self, proposal: RecordId, by: int = MARISOL) -> RecordView | None:
        """The proposal as somebody sees it."""
        found = await self.play.look(Actor(by), self.request(), Scope(ids=(proposal,)))
        return found.records.get(proposal)

    async def press(self, proposal: RecordId, choice: str, *, by: int = MARISOL, **typed: str) -> Outcome:
        """Press a button of it as it stands."""
        view = await self.seen(proposal)
        assert view is not None
        revision = view.steps[0].revision if view.steps else LAST
        pressed = Pressed(proposal, "proposal", revision, choice)
        taken = await self.play.press(Actor(by), self.request(), pressed, typed)
        return taken.outcomes[0]

    async def answer(self, proposal: RecordId) -> Answer:
        """Where it stands."""
        view = await self.seen(proposal)
        assert view is not None
        return Answer(view.state.answer)

    async def undo(self) -> None:
        """The game master takes the latest entry back."""
        plan = await self.play.preview_undo(Actor(MARISOL), self.request())
        await self.play.undo(
            Actor(MARISOL), self.request(), plan.entry.campaign, plan.entry.number, plan.undone[-1]
        )


@pytest.fixture
async def shop(address: Address) -> AsyncIterator[Counter]:
    """A purse of 20 coins, on each engine in turn."""
    made = Counter(address)
    await made.begin()
    yield made
    await made.play.database.dispose()


def told(entry: Entry) -> list[str]:
    return [event_data(each)["event"] for each in entry.events]


# -- proposed -----------------------------------------------------------------------------------------


async def test_what_its_actor_may_not_do_alone_waits_for_the_game_masters(shop: Counter) -> None:
    view = await shop.seen(await shop.propose())
    assert view is not None
    (step,) = view.steps
    assert (await shop.coins(), step.who, step.label) == (20, None, "Sack: 5 coins")
    assert [choice.key for choice in step.choices] == ["accept", "change", "decline", "withdraw"]


async def test_who_may_do_it_alone_does_it_at_once(shop: Counter) -> None:
    with pytest.raises(NotAllowed, match="pays out of it"):
        # The rules of purses speak, no proposal.
        await shop.act(MARISOL, Donate(shop.purse, 5))


async def test_what_could_not_be_done_can_not_be_proposed(shop: Counter) -> None:
    with pytest.raises(RuleViolation, match="There are 20 coins"):
        await shop.act(DEACON, Donate(shop.purse, 21))
    with pytest.raises(NotAllowed):
        await shop.act(WREN, Donate(shop.purse, 5))


async def test_one_thing_waits_once(shop: Counter) -> None:
    proposal = await shop.propose()
    with pytest.raises(RuleViolation, match="already waiting for a game master"):
        await shop.act(DEACON, Donate(shop.purse, 7))
    await shop.press(proposal, "decline")
    await shop.propose(7)


async def test_a_preview_says_that_it_is_proposed(shop: Counter) -> None:
    preview = await shop.preview(Donate(shop.purse, 5))
    assert told(preview.deeds[0].came.entry) == ["Proposed"]


# -- accepted -----------------------------------------------------------------------------------------


async def test_what_is_accepted_is_done_in_the_same_entry_on_behalf_of_its_author(shop: Counter) -> None:
    proposal = await shop.propose()
    accepted = await shop.press(proposal, "accept")
    assert accepted.is_acceptance
    entry = accepted.private.entry
    assert (await shop.coins(), await shop.answer(proposal)) == (15, Answer.ACCEPTED)
    assert (entry.system, entry.action, entry.actor, entry.on_behalf_of) == (
        "purse",
        "Donate",
        MARISOL,
        DEACON,
    )
    assert told(entry) == ["Paid", "CoinsChanged", "DebtTold", "PlainEvent"]


async def test_pressed_twice_it_is_done_once(shop: Counter) -> None:
    proposal = await shop.propose()
    presses = (shop.press(proposal, "accept") for _ in range(6))
    came = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(isinstance(each, Outcome) for each in came) == 1
    assert all(isinstance(each, Outcome | Stale) for each in came)
    assert await shop.coins() == 15


async def test_a_press_delivered_again_has_its_first_outcome(shop: Counter) -> None:
    proposal, request = await shop.propose(), shop.request()
    pressed = Pressed(proposal, "proposal", 1, "accept")
    first = await shop.play.press(Actor(MARISOL), request, pressed)
    again = await shop.play.press(Actor(MARISOL), request, pressed)
    (once,), (twice,) = first.outcomes, again.outcomes
    assert twice.is_repeat
    assert twice.public.entry.number == once.public.entry.number
    assert await shop.coins() == 15


@pytest.mark.parametrize("choice", ["accept", "change", "decline"])
@pytest.mark.parametrize("by", [DEACON, WREN])
async def test_nobody_else_answers(shop: Counter, choice: str, by: int) -> None:
    proposal = await shop.propose()
    with pytest.raises(NotAllowed):
        await shop.press(proposal, choice, by=by, first="1")
    assert (await shop.coins(), await shop.answer(proposal)) == (20, Answer.WAITS)


async def test_it_is_accepted_after_a_restart(shop: Counter) -> None:
    proposal = await shop.propose()
    later = Play(open_database(shop.address), Catalogue([TABLE, SYSTEM]))
    await later.press(Actor(MARISOL), shop.request(), Pressed(proposal, "proposal", 1, "accept"))
    await later.database.dispose()
    assert await shop.coins() == 15


async def test_an_undo_takes_back_both_and_a_redo_brings_both_back(shop: Counter) -> None:
    proposal = await shop.propose()
    await shop.press(proposal, "accept")
    await shop.undo()
    assert (await shop.coins(), await shop.answer(proposal)) == (20, Answer.WAITS)
    await shop.press(proposal, "accept")
    assert (await shop.coins(), await shop.answer(proposal)) == (15, Answer.ACCEPTED)


async def test_what_its_author_left_behind_can_still_be_answered(shop: Counter) -> None:
    proposal = await shop.propose()
    await shop.act(DEACON, LeaveCampaign())
    with pytest.raises(NotAllowed):
        await shop.press(proposal, "withdraw", by=DEACON)
    await shop.press(proposal, "accept")
    assert await shop.coins() == 15


# -- changed meanwhile --------------------------------------------------------------------------------


async def test_others_may_act_as_long_as_it_comes_to_the_same(shop: Counter) -> None:
    proposal = await shop.propose()
    await shop.act(DEACON, PayCoins(shop.purse, 3))
    await shop.press(proposal, "accept")
    assert await shop.coins() == 12


async def test_what_would_come_out_differently_is_shown_anew_and_nothing_is_done(shop: Counter) -> None:
    proposal = await shop.propose()
    await shop.act(DEACON, PayCoins(shop.purse, 15))
    # It would empty the purse now.
    anew = await shop.press(proposal, "accept")
    assert (told(anew.public.entry), await shop.coins()) == (["ProposalRenewed"], 5)
    assert anew.public.subject is not None
    assert anew.public.subject.steps[0].revision == 2
    with pytest.raises(Stale):
        await shop.play.press(Actor(MARISOL), shop.request(), Pressed(proposal, "proposal", 1, "accept"))
    await shop.press(proposal, "accept")
    assert await shop.coins() == 0


def test_an_upgrade_that_gives_an_event_another_fact_changes_no_terms() -> None:
    before: Any = make_dataclass("Given", [("coins", int)], frozen=True)
    after: Any = make_dataclass(
        "Given", [("coins", int), ("is_blessed", bool, field(default=False))], frozen=True
    )
    assert essence_of(after(5)) == essence_of(before(5)) == {"event": "Given", "facts": {"coins": 5}}
    assert essence_of(after(5, True)) != essence_of(before(5))


async def test_what_the_rules_refuse_by_now_is_refused_and_waits_on(shop: Counter) -> None:
    proposal = await shop.propose()
    await shop.act(DEACON, PayCoins(shop.purse, 16))
    with pytest.raises(RuleViolation, match="There are 4 coins"):
        await shop.press(proposal, "accept")
    await shop.press(proposal, "decline")
    assert (await shop.coins(), await shop.answer(proposal)) == (4, Answer.DECLINED)


async def test_a_record_out_of_play_is_named(shop: Counter) -> None:
    proposal = await shop.propose()
    await shop.act(DEACON, Bury(shop.purse))
    with pytest.raises(RuleViolation, match="no longer in play"):
        await shop.press(proposal, "accept")
    await shop.press(proposal, "decline")


async def test_a_hidden_change_is_told_by_no_answer(shop: Counter) -> None:
    proposal = await shop.propose()
    await shop.act(MARISOL, Lend(shop.purse, 3))
    await shop.press(proposal, "accept")
    assert await shop.coins() == 15


# -- changed, declined, withdrawn ---------------------------------------------------------------------


async def test_a_counter_proposal_turns_to_the_other_any_number_of_times(shop: Counter) -> None:
    proposal = await shop.propose(5)
    for coins, by, other in ((6, MARISOL, DEACON), (7, DEACON, MARISOL), (8, MARISOL, DEACON)):
        came = await shop.press(proposal, "change", by=by, first=str(coins))
        assert came.public.subject is not None
        (step,) = came.public.subject.steps
        assert (step.label, step.who) == (f"Sack: {coins} coins", DEACON if other == DEACON else None)
        with pytest.raises(NotAllowed):
            await shop.press(proposal, "accept", by=by)
    await shop.press(proposal, "accept", by=DEACON)
    assert await shop.coins() == 12


async def test_the_same_again_is_no_counter_proposal(shop: Counter) -> None:
    proposal = await shop.propose(5)
    with pytest.raises(RuleViolation, match="exactly what is already proposed"):
        await shop.press(proposal, "change", first="5")
    with pytest.raises(RuleViolation, match="There are 20 coins"):
        await shop.press(proposal, "change", first="21")
    with pytest.raises(RuleViolation, match="whole number"):
        await shop.press(proposal, "change", first="many")


async def test_who_leads_no_longer_has_no_word_in_it(shop: Counter) -> None:
    proposal = await shop.propose(5)
    await shop.act(WREN, LeaveCampaign())
    await shop.act(MARISOL, AddGameMaster(member=WREN))
    await shop.press(proposal, "change", by=WREN, first="6")
    await shop.act(MARISOL, RemoveGameMaster(member=WREN))
    with pytest.raises(UserError, match="is no longer a game master of this campaign"):
        await shop.press(proposal, "accept", by=DEACON)
    assert await shop.coins() == 20


async def test_declined_with_a_reason_nothing_changes(shop: Counter) -> None:
    proposal = await shop.propose()
    entry = (await shop.press(proposal, "decline", reason="Too  much")).public.entry
    assert (entry.events[0].reason, await shop.coins()) == ("Too much", 20)
    with pytest.raises(Stale):
        await shop.play.press(Actor(MARISOL), shop.request(), Pressed(proposal, "proposal", 1, "accept"))


async def test_only_who_proposed_last_withdraws(shop: Counter) -> None:
    proposal = await shop.propose()
    for other in (WREN, MARISOL):
        with pytest.raises(NotAllowed):
            await shop.press(proposal, "withdraw", by=other)
    await shop.press(proposal, "withdraw", by=DEACON)
    assert (await shop.coins(), await shop.answer(proposal)) == (20, Answer.WITHDRAWN)


def test_what_is_handed_over_takes_its_proposals_along() -> None:
    terms = Terms("purse", "Sack: 5 coins", "")
    waits = Proposal(DEACON, MARISOL, terms, to=DEACON)
    assert PROPOSAL.hand_over is not None
    assert PROPOSAL.goes_along
    handed = PROPOSAL.hand_over(waits, WREN, RecordId("sack"))
    assert (handed.author, handed.by, handed.to) == (WREN, MARISOL, WREN)
    assert PROPOSAL.hand_over(Proposal(DEACON, DEACON, terms), WREN, RecordId("sack")).by == WREN


def test_what_overlaps_is_a_change_of_the_same_part() -> None:
    def changing(*parts: tuple[str, str, str]) -> Terms:
        return Terms("purse", "", "", parts=parts)

    sack = changing(("sack", "coins", "gold"))
    assert sack.overlaps(changing(("sack", "coins", "gold"), ("sack", "name", "")))
    assert sack.overlaps(changing(("sack", "coins", "")))
    assert sack.overlaps(changing(("sack", "", "")))
    assert not sack.overlaps(changing(("sack", "coins", "silver")))
    assert not sack.overlaps(changing(("bag", "coins", "gold")))


def about(part: str, deeds: str) -> Terms:
    """What would change that part of a sack."""
    sack = RecordId("sack")
    return Terms("purse", "Sack: 5 coins", deeds, touches=(sack,), parts=((sack, part, ""),))


def test_so_many_changes_wait_and_no_more() -> None:
    waiting = {
        RecordId(str(n)): Record(
            RecordId(str(n)),
            PROPOSAL.name,
            Proposal(DEACON, DEACON, about(str(n), "")),
            1,
        )
        for n in range(MOST_WAITING)
    }
    more = Propose(about("coins", "more"))
    with refuses("proposal.too_many"):
        play(replace(scene(), records=waiting), more)
    waiting.pop(RecordId("0"))
    assert play(replace(scene(), records=waiting), more).changes


# -- secrets ------------------------------------------------------------------------------------------


async def test_what_the_author_may_not_know_is_in_no_proposal(shop: Counter) -> None:
    view = await shop.seen(await shop.propose())
    assert view is not None
    assert str(HIDDEN) not in repr(view)
    assert [event_data(each)["event"] for each in foretold(shop.play.catalogue, view.state.terms)] == ["Paid"]


async def test_what_not_everybody_may_know_is_proposed_in_private(shop: Counter) -> None:
    outcome = await shop.act(DEACON, Donate(shop.purse, 5, "for the guild"))
    assert outcome.public.entry.events == ()
    assert told(outcome.private.entry) == ["Proposed"]
    proposal = outcome.private.subject
    assert proposal is not None
    assert await shop.seen(proposal.id, by=WREN) is None
    for by in (DEACON, MARISOL):
        view = await shop.seen(proposal.id, by=by)
        assert view is not None
        assert "for the guild" in repr(view)
    done = await shop.press(proposal.id, "accept")
    assert "Whispered" not in told(done.public.entry)
    assert await shop.coins() == 15


async def test_the_action_itself_is_nobodys_to_read(shop: Counter) -> None:
    view = await shop.seen(await shop.propose())
    assert view is not None
    assert view.state.terms.deeds == ""

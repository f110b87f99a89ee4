"""Propose and agree (S2, S3): what is rolled, at which odds, and who has to say yes before the dice fall."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.people import Actor
from bot.engine.proposals import PROPOSAL
from bot.errors import NotAllowed, RuleViolation, Stale
from bot.play import Outcome, Pressed
from bot.storage.address import Address
from bot.systems.sovereign.book import Attribute
from bot.systems.sovereign.checks.rules import CALL, Ask, Rolled, RollNow, Try
from bot.systems.sovereign.people.making import MAKING, StartMaking
from bot.systems.sovereign.people.roster import CreateNpc, LetRoll
from bot.systems.sovereign.people.rules import CHARACTER, LevelUp, SetSheet
from tests.refusals import refuses
from tests.systems.sovereign.barrows import Barrows, labels, told
from tests.systems.sovereign.scenes import DEACON, MARISOL, MIRA, WREN

SCORES = tuple(each.value for each in Attribute)
THIEF = {"title": "Thief", "hit_points": "1d4+1", "foci": "Die Hard"}
SNEAK = Try(MIRA, "Sneaks past the guard", "DEX/Sneak", "a Turn", "The guard shouts.")


@pytest.fixture
async def barrows(address: Address) -> AsyncIterator[Barrows]:
    """On each engine in turn."""
    made = Barrows(address)
    await made.begin()
    yield made
    await made.play.database.dispose()


def sneak(barrows: Barrows, **changes: Any) -> Try:
    return replace(SNEAK, **{"character": barrows.mira, **changes})


def rolled(outcome: Outcome) -> Rolled | None:
    return outcome.public.entry.event(Rolled)


# -- a player to the game master ----------------------------------------------------------------------


async def test_s2_a_players_try_waits_with_exact_odds_cost_and_consequence(barrows: Barrows) -> None:
    outcome = await barrows.act(DEACON, sneak(barrows))
    assert outcome.public.entry.dice == ()
    state, card = await barrows.proposal(WREN)
    assert (state.to, state.by, state.terms.title) == (None, DEACON, "Mira: Sneaks past the guard")
    assert card == [
        "**DEX/Sneak against 10**: 41.7% to succeed.",
        "Takes: a Turn",
        "If it fails: The guard shouts.",
    ]
    (view,) = await barrows.seen(PROPOSAL)
    assert labels(view) == ["Agree and roll", "Negotiate…", "Decline", "Withdraw"]


async def test_trips_one_press_of_the_game_master_rolls_what_was_agreed(barrows: Barrows) -> None:
    # Two posts and one wait.
    await barrows.act(DEACON, sneak(barrows))
    outcome = await barrows.press(MARISOL, "accept", 3, 4)
    entry = outcome.public.entry
    assert (entry.actor, entry.on_behalf_of, [die.value for die in entry.dice]) == (MARISOL, DEACON, [3, 4])
    assert told(outcome)[0] == (
        "Mira: Sneaks past the guard. DEX/Sneak against 10: 2d6 (3, 4) + 2 = 9. **Fails.** The guard shouts."
    )
    assert await barrows.seen(PROPOSAL) == []


async def test_s2_nobody_else_agrees_and_a_second_answer_is_refused(barrows: Barrows) -> None:
    await barrows.act(DEACON, sneak(barrows))
    (view,) = await barrows.seen(PROPOSAL)
    pressed = Pressed(view.id, view.steps[0].name, view.steps[0].revision, "accept")
    for stranger in (DEACON, WREN):
        with pytest.raises(NotAllowed):
            await barrows.push(stranger, pressed)
    await barrows.push(MARISOL, pressed, 6, 6)
    with pytest.raises(Stale):
        await barrows.push(MARISOL, pressed)


async def test_s2_pressed_by_many_at_once_it_rolls_once(barrows: Barrows) -> None:
    await barrows.act(DEACON, sneak(barrows))
    (view,) = await barrows.seen(PROPOSAL)
    pressed = Pressed(view.id, view.steps[0].name, view.steps[0].revision, "accept")
    presses = (barrows.play.press(Actor(MARISOL), barrows.request(), pressed) for _ in range(5))
    came = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(not isinstance(each, BaseException) for each in came) == 1
    assert all(isinstance(each, Stale) for each in came if isinstance(each, BaseException))


async def test_s3_without_a_roll_it_just_works_once_it_is_agreed(barrows: Barrows) -> None:
    await barrows.act(DEACON, sneak(barrows, roll="no roll"))
    assert (await barrows.proposal())[1][0] == "No roll: it just works."
    outcome = await barrows.press(MARISOL, "accept")
    assert (outcome.public.entry.dice, told(outcome)[0]) == (
        (),
        "Mira: Sneaks past the guard. It's done, without a roll.",
    )


async def test_s3_probabilities_are_agreed_on_alike(barrows: Barrows) -> None:
    await barrows.act(DEACON, sneak(barrows, roll="2 in 6"))
    assert (await barrows.proposal())[1][0] == "**2 in 6**: 33.3% to succeed."
    outcome = await barrows.press(MARISOL, "accept", 2)
    assert rolled(outcome) is not None
    assert rolled(outcome).is_success  # type: ignore[union-attr]


async def test_s2_what_can_not_be_rolled_can_not_be_proposed(barrows: Barrows) -> None:
    with refuses("roll.unread", error=RuleViolation):
        await barrows.act(DEACON, sneak(barrows, roll="Sneak"))
    with refuses("try.what", error=RuleViolation):
        await barrows.act(DEACON, sneak(barrows, what=" "))
    with pytest.raises(NotAllowed):
        await barrows.act(WREN, sneak(barrows))
    assert await barrows.seen(PROPOSAL) == []


# -- negotiated ---------------------------------------------------------------------------------------


def terms(roll: str, failure: str = "The guard shouts.") -> dict[str, str]:
    """The form of a counter-proposal: what, roll, cost and failure."""
    return {"first": "Sneaks past the guard", "second": roll, "third": "a Turn", "fourth": failure}


async def test_s2_it_goes_back_and_forth_any_number_of_times(barrows: Barrows) -> None:
    await barrows.act(DEACON, sneak(barrows))
    for target in range(12, 20):
        await barrows.press(MARISOL, "change", typed=terms(f"DEX/Sneak {target}"))
        state, _ = await barrows.proposal()
        assert (state.to, state.by) == (DEACON, MARISOL)
        with pytest.raises(NotAllowed):
            await barrows.press(MARISOL, "accept")
        await barrows.press(DEACON, "change", typed=terms(f"DEX/Sneak {target - 2}"))
        assert (await barrows.proposal())[0].to is None
    await barrows.press(MARISOL, "change", typed=terms("DEX/Sneak 8", "A dog barks."))
    assert (await barrows.proposal())[1][0] == "**DEX/Sneak against 8**: 72.2% to succeed."
    # The terms that were agreed on last are those that bind.
    outcome = await barrows.press(DEACON, "accept", 2, 3)
    assert told(outcome)[0].endswith("DEX/Sneak against 8: 2d6 (2, 3) + 2 = 7. **Fails.** A dog barks.")


async def test_s2_a_button_of_earlier_terms_rolls_nothing(barrows: Barrows) -> None:
    await barrows.act(DEACON, sneak(barrows))
    (view,) = await barrows.seen(PROPOSAL)
    early = Pressed(view.id, view.steps[0].name, view.steps[0].revision, "accept")
    await barrows.press(MARISOL, "change", typed=terms("DEX/Sneak 12"))
    await barrows.press(DEACON, "change", typed=terms("DEX/Sneak 11"))
    with pytest.raises(Stale):
        await barrows.push(MARISOL, early)


async def test_s2_declined_and_withdrawn_nothing_is_rolled(barrows: Barrows) -> None:
    await barrows.act(DEACON, sneak(barrows))
    await barrows.press(MARISOL, "decline", typed={"reason": "Two guards."})
    await barrows.act(DEACON, sneak(barrows))
    outcome = await barrows.press(DEACON, "withdraw")
    assert outcome.public.entry.dice == ()
    assert await barrows.seen(PROPOSAL) == []


async def test_s2_the_same_terms_are_no_counter_proposal(barrows: Barrows) -> None:
    await barrows.act(DEACON, sneak(barrows))
    with refuses("proposal.same"):
        await barrows.press(MARISOL, "change", typed=terms("DEX/Sneak"))
    with refuses("roll.unread"):
        await barrows.press(MARISOL, "change", typed=terms("Sneakily"))


# -- agreed in advance --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "roll", ["DEX/Sneak 11", "DEX/Sneak 12", "DEX/Sneak −2", "DEX/Sneak vs +3", "DEX/Sneak 9"]
)
async def test_trips_up_to_the_leeway_it_is_rolled_without_asking_again(barrows: Barrows, roll: str) -> None:
    await barrows.act(DEACON, sneak(barrows, leeway=2))
    assert (await barrows.proposal())[1][-1] == "Up to 2 harder is fine without asking again."
    outcome = await barrows.press(MARISOL, "change", 6, 6, typed=terms(roll))
    event = rolled(outcome)
    assert event is not None
    assert event.is_success
    assert (outcome.public.entry.actor, outcome.public.entry.on_behalf_of) == (MARISOL, DEACON)
    assert await barrows.seen(PROPOSAL) == []


@pytest.mark.parametrize(
    "changed",
    [
        terms("DEX/Sneak 13"),
        terms("DEX/Sneak 12 −1"),
        terms("STR/Sneak 10"),
        terms("DEX/Notice"),
        terms("Evasion"),
        terms("2 in 6"),
        terms("no roll"),
        terms("DEX/Sneak 12", "The guard shoots."),
        terms("DEX/Sneak 12") | {"third": "an hour"},
        terms("DEX/Sneak 12") | {"first": "Sneaks past two guards"},
    ],
)
async def test_s2_beyond_the_leeway_or_otherwise_they_are_asked(
    barrows: Barrows, changed: dict[str, str]
) -> None:
    await barrows.act(DEACON, sneak(barrows, leeway=2))
    outcome = await barrows.press(MARISOL, "change", typed=changed)
    assert outcome.public.entry.dice == ()
    assert (await barrows.proposal())[0].to == DEACON


async def test_s2_without_leeway_one_harder_is_asked(barrows: Barrows) -> None:
    await barrows.act(DEACON, sneak(barrows))
    await barrows.press(MARISOL, "change", typed=terms("DEX/Sneak 11"))
    assert (await barrows.proposal())[0].to == DEACON


async def test_s2_the_leeway_is_the_players_own_and_no_shortcut_for_them(barrows: Barrows) -> None:
    # Harder by their own hand, it still waits for the game master.
    await barrows.act(DEACON, sneak(barrows, leeway=2))
    await barrows.press(MARISOL, "change", typed=terms("DEX/Sneak 14"))
    await barrows.press(DEACON, "change", typed=terms("DEX/Sneak 15"))
    assert (await barrows.proposal())[0].to is None


async def test_s2_a_game_masters_leeway_does_not_bind_the_player(barrows: Barrows) -> None:
    await barrows.act(MARISOL, sneak(barrows, leeway=5))
    assert len((await barrows.proposal())[1]) == 3
    await barrows.press(DEACON, "change", typed=terms("DEX/Sneak 8"))
    await barrows.press(MARISOL, "change", typed=terms("DEX/Sneak 9"))
    assert (await barrows.proposal())[0].to == DEACON


# -- changed meanwhile --------------------------------------------------------------------------------


async def test_s2_terms_that_changed_are_shown_anew_and_nothing_is_rolled(barrows: Barrows) -> None:
    await barrows.act(DEACON, sneak(barrows))
    await barrows.act(MARISOL, SetSheet(barrows.mira, dexterity=18))
    outcome = await barrows.press(MARISOL, "accept")
    assert outcome.public.entry.dice == ()
    assert (await barrows.proposal())[1][0] == "**DEX/Sneak against 10**: 58.3% to succeed."
    assert rolled(await barrows.press(MARISOL, "accept", 6, 6)) is not None


async def test_s2_what_does_not_touch_the_odds_changes_no_terms(barrows: Barrows) -> None:
    await barrows.act(DEACON, sneak(barrows))
    await barrows.act(MARISOL, SetSheet(barrows.mira, hp=3, strength=3))
    assert rolled(await barrows.press(MARISOL, "accept", 6, 6)) is not None


# -- the game master to a player ----------------------------------------------------------------------


async def test_s2_what_a_game_master_proposes_is_the_players_to_agree(barrows: Barrows) -> None:
    await barrows.act(MARISOL, sneak(barrows))
    state, _ = await barrows.proposal(DEACON)
    assert (state.to, state.asked, state.author) == (DEACON, DEACON, MARISOL)
    for other in (MARISOL, WREN):
        with pytest.raises(NotAllowed):
            await barrows.press(other, "accept")
    outcome = await barrows.press(DEACON, "accept", 6, 6)
    entry = outcome.public.entry
    assert (entry.actor, [die.value for die in entry.dice]) == (DEACON, [6, 6])


async def test_s2_the_player_negotiates_and_the_game_master_agrees(barrows: Barrows) -> None:
    await barrows.act(MARISOL, sneak(barrows))
    await barrows.press(DEACON, "change", typed=terms("DEX/Sneak 8"))
    assert (await barrows.proposal())[0].to is None
    with pytest.raises(NotAllowed):
        await barrows.press(DEACON, "accept")
    assert rolled(await barrows.press(MARISOL, "accept", 6, 6)) is not None


async def test_a_game_master_tries_at_once_for_npcs_and_their_own(barrows: Barrows) -> None:
    made = await barrows.act(MARISOL, CreateNpc("Ogre", 3), 1, 1, 1)
    assert made.private.subject is not None
    tried = await barrows.act(MARISOL, sneak(barrows, character=made.private.subject.id), 6, 6)
    assert await barrows.seen(PROPOSAL) == []
    # Nothing of a hidden one, the dice neither.
    assert (tried.public.entry.events, tried.public.entry.dice) == ((), ())
    assert tried.private.entry.event(Rolled) is not None


# -- at once, and consent -----------------------------------------------------------------------------


async def test_s18_a_players_own_roll_is_made_at_once_or_when_it_is_agreed(barrows: Barrows) -> None:
    roll = RollNow(barrows.mira, "DEX/Sneak")
    assert rolled(await barrows.act(DEACON, roll, 6, 6)) is not None
    await barrows.decide("sovereign.rolls", "agreed", "at_once")
    await barrows.act(DEACON, roll)
    (view,) = await barrows.seen(PROPOSAL)
    assert labels(view)[:2] == ["Roll", "Negotiate…"]
    assert rolled(await barrows.press(MARISOL, "accept", 6, 6)) is not None


async def test_a_players_secret_roll_is_refused_also_where_rolls_are_agreed(barrows: Barrows) -> None:
    roll = RollNow(barrows.mira, "DEX/Sneak", is_secret=True)
    with refuses("roll.secret"):
        await barrows.act(DEACON, roll)
    await barrows.decide("sovereign.rolls", "agreed", "at_once")
    with refuses("roll.secret"):
        await barrows.act(DEACON, roll)
    assert await barrows.seen(PROPOSAL) == []


async def test_a_game_masters_secret_roll_shows_the_players_nothing(barrows: Barrows) -> None:
    outcome = await barrows.act(MARISOL, RollNow(barrows.mira, "WIS/Notice", "Trap", is_secret=True), 6, 6)
    public = outcome.public.entry
    assert (public.events, public.dice) == ((), ())
    assert outcome.private.entry.event(Rolled) is not None


async def test_consent_lets_a_game_master_roll_at_once_until_it_is_withdrawn(barrows: Barrows) -> None:
    save = RollNow(barrows.mira, "Evasion")
    # Off by default: a save asked of who consented to none is one more trip.
    await barrows.act(MARISOL, save)
    assert (await barrows.proposal())[0].to == DEACON
    await barrows.press(DEACON, "accept", 20)
    await barrows.act(DEACON, LetRoll(barrows.mira))
    assert rolled(await barrows.act(MARISOL, save, 20)) is not None
    await barrows.act(DEACON, LetRoll(barrows.mira, is_on=False))
    await barrows.act(MARISOL, save)
    assert (await barrows.proposal())[0].to == DEACON


async def test_consent_is_the_players_alone_to_give(barrows: Barrows) -> None:
    for other in (MARISOL, WREN):
        with pytest.raises(NotAllowed):
            await barrows.act(other, LetRoll(barrows.mira))


async def test_a_save_asked_of_several_is_answered_by_each_player_once(barrows: Barrows) -> None:
    await barrows.act(MARISOL, Ask((barrows.mira, barrows.bo), "Evasion"))
    (view,) = await barrows.seen(CALL)
    mine, yours = view.steps
    with pytest.raises(NotAllowed):
        await barrows.push(WREN, Pressed(view.id, mine.name, mine.revision, "roll"))
    await barrows.push(DEACON, Pressed(view.id, mine.name, mine.revision, "roll"), 20)
    with pytest.raises(Stale):
        await barrows.push(DEACON, Pressed(view.id, mine.name, mine.revision, "roll"))
    # Wren's button is still good.
    outcome = await barrows.push(WREN, Pressed(view.id, yours.name, yours.revision, "roll"), 1)
    assert rolled(outcome) is not None
    assert await barrows.seen(CALL) == []


# -- approved -----------------------------------------------------------------------------------------


async def test_a_sheet_waits_for_approval_where_the_campaign_wants_it(barrows: Barrows) -> None:
    await barrows.decide("table.edits", "approval", "at_once")
    await barrows.act(DEACON, SetSheet(barrows.mira, strength=18))
    state, card = await barrows.proposal()
    assert (state.terms.title, card) == ("Mira: Strength 8 → 18", ["Mira: Strength 8 → 18."])
    assert (await barrows.who(barrows.mira)).strength == 8
    await barrows.press(MARISOL, "accept")
    assert (await barrows.who(barrows.mira)).strength == 18
    await barrows.act(MARISOL, SetSheet(barrows.mira, strength=9))
    assert (await barrows.who(barrows.mira)).strength == 9


async def test_s8_a_level_waits_for_approval_and_its_dice_fall_then(barrows: Barrows) -> None:
    await barrows.decide("table.edits", "approval", "at_once")
    waits = await barrows.act(DEACON, LevelUp(barrows.mira))
    assert waits.public.entry.dice == ()
    state, card = await barrows.proposal()
    assert state.terms.title == "Level up: Mira"
    assert card == ["Level 3: HP for all levels are rolled anew."]
    # Set by hand meanwhile, it would be another level.
    await barrows.act(MARISOL, SetSheet(barrows.mira, level=1))
    assert (await barrows.press(MARISOL, "accept")).public.entry.dice == ()
    await barrows.act(MARISOL, SetSheet(barrows.mira, level=2))
    await barrows.press(MARISOL, "accept")
    await barrows.press(MARISOL, "accept", 6, 6, 6)
    assert (await barrows.who(barrows.mira)).max_hp == 15


async def test_s8_a_player_asks_for_a_level_where_other_changes_need_no_word(barrows: Barrows) -> None:
    before = await barrows.who(barrows.mira)
    await barrows.act(DEACON, SetSheet(barrows.mira, strength=18))
    assert (await barrows.act(DEACON, LevelUp(barrows.mira))).public.entry.dice == ()
    assert await barrows.who(barrows.mira) == replace(before, strength=18)

    state, card = await barrows.proposal()
    assert (state.terms.title, state.to) == ("Level up: Mira", None)
    assert card == ["Level 3: HP for all levels are rolled anew."]
    await barrows.press(MARISOL, "accept", 6, 6, 6)
    assert (await barrows.who(barrows.mira)).level == 3


async def test_s8_nor_is_a_level_written_on_a_sheet_without_a_game_master(barrows: Barrows) -> None:
    await barrows.act(DEACON, SetSheet(barrows.mira, level=9))
    assert (await barrows.proposal())[0].terms.title == "Mira: level 2 → 9"
    await barrows.press(MARISOL, "decline")
    assert (await barrows.who(barrows.mira)).level == 2


async def test_s8_a_game_master_grants_a_level_at_once(barrows: Barrows) -> None:
    await barrows.act(MARISOL, LevelUp(barrows.mira), 6, 6, 6)
    assert (await barrows.who(barrows.mira)).level == 3


async def test_s4_a_new_character_waits_days_between_its_steps_and_joins_with_approval(
    barrows: Barrows,
) -> None:
    await barrows.decide("table.edits", "approval", "at_once")
    await barrows.act(WREN, StartMaking("Pip", WREN))
    await barrows.press(WREN, "roll", *[4] * 15, kind=MAKING)
    await barrows.press(WREN, "class", kind=MAKING, typed=THIEF)
    with pytest.raises(NotAllowed):
        await barrows.press(DEACON, "skills", kind=MAKING, typed={"skills": "Stab 1"})
    with refuses("skills.level"):
        await barrows.press(WREN, "skills", kind=MAKING, typed={"skills": "Stab 5"})
    await barrows.press(WREN, "skills", kind=MAKING, typed={"skills": "Stab 1"})
    await barrows.press(WREN, "done", kind=MAKING)
    state, card = await barrows.proposal()
    assert state.terms.title == "New character: Pip, Thief"
    assert card == ["Strength 12, Dexterity 12, Constitution 12, Intelligence 12, Wisdom 12. Skills: Stab 1."]
    joined = await barrows.press(MARISOL, "accept", 2)
    assert told(joined)[0] == "Pip joins, played by <@3>: Thief, 5 HP (rolled 2, +3 class and feats)."
    assert await barrows.seen(MAKING) == []
    assert "Pip" in [each.title for each in await barrows.seen(CHARACTER, WREN)]


async def test_s4_what_changed_since_is_shown_anew_before_somebody_joins(barrows: Barrows) -> None:
    await barrows.decide("table.edits", "approval", "at_once")
    await barrows.act(WREN, StartMaking("Pip", WREN))
    await barrows.press(WREN, "roll", *[4] * 15, kind=MAKING)
    await barrows.press(WREN, "done", kind=MAKING)
    await barrows.press(WREN, "skills", kind=MAKING, typed={"skills": "Stab 4"})
    with refuses("character.still_waits"):
        await barrows.press(WREN, "drop", kind=MAKING)
    await barrows.press(MARISOL, "accept")
    assert (await barrows.proposal())[1][0].endswith("Skills: Stab 4.")
    assert await barrows.seen(MAKING)


async def test_s4_without_approval_they_join_at_once(barrows: Barrows) -> None:
    await barrows.act(WREN, StartMaking("Pip", WREN))
    await barrows.press(WREN, "enter", kind=MAKING, typed=dict.fromkeys(SCORES, "9") | {"strength": "18"})
    with pytest.raises(RuleViolation):
        await barrows.press(WREN, "numbers", kind=MAKING, typed={"armor_class": "100"})
    await barrows.press(WREN, "done", 6, kind=MAKING)
    assert await barrows.seen(PROPOSAL) == []


@pytest.mark.parametrize("score", ["2", "19", "NaN"])
async def test_s4_a_bad_score_at_entry_changes_nothing(barrows: Barrows, score: str) -> None:
    await barrows.act(WREN, StartMaking("Pip", WREN))
    before = await barrows.seen(MAKING)
    with pytest.raises(RuleViolation):
        await barrows.press(
            WREN, "enter", kind=MAKING, typed=dict.fromkeys(SCORES, "9") | {"strength": score}
        )
    assert await barrows.seen(MAKING) == before

"""The one step of a kingdom that is being founded: what is chosen, in any order, and Found."""

from __future__ import annotations

from bot.engine.system import Ask, Choice, RecordId, Step
from bot.systems.kingdom.rules.book import SPONSORED_POINTS
from bot.systems.kingdom.rules.founding import (
    DRAFT,
    AgreeTerms,
    ChooseAlignment,
    ChooseFirstHex,
    EndKingdom,
    FoundKingdom,
)
from bot.systems.kingdom.rules.land import LABEL_LENGTH
from bot.systems.kingdom.rules.state import NAME_LENGTH, REASON_LENGTH, Kingdom, Terms
from bot.systems.kingdom.rules.terms import Alignment, Backing, Terrain, Tribute
from bot.systems.kingdom.words import founding as words
from bot.systems.kingdom.words import founding_towns as towns

# "north, east, south, west", and some more.
BORDERS_LENGTH = 40


def founding_step(kingdom: RecordId, state: Kingdom) -> Step:
    """Its choices are the game masters'; each change makes the buttons before it stale."""
    reason = Ask("reason", words.REASON_ASK, REASON_LENGTH, is_optional=True)
    choices = (
        Choice("alignment", words.ALIGNMENT, ChooseAlignment(kingdom), (_alignment(state),)),
        Choice("terms", words.TERMS, AgreeTerms(kingdom), _terms(state)),
        Choice("hex", words.FIRST_HEX, ChooseFirstHex(kingdom), _first_hex()),
        Choice("found", words.FOUND, FoundKingdom(kingdom), _capital(), is_main=True),
        Choice("drop", words.DROP, EndKingdom(kingdom), (reason,)),
    )
    return Step(DRAFT, words.label(state.name), None, choices, state.month.opened.get(DRAFT, 1))


def _alignment(state: Kingdom) -> Ask:
    options = tuple((each.value, words.ALIGNMENTS[each.value]) for each in Alignment)
    return Ask("alignment", words.ALIGNMENT_ASK, options=options, value=state.alignment or "")


def _first_hex() -> tuple[Ask, ...]:
    terrains = tuple(
        (each.value, words.TERRAINS[each.value]) for each in Terrain if each is not Terrain.WATER
    )
    return (
        Ask("hex", words.HEX_ASK, LABEL_LENGTH, hint=words.HEX_HINT),
        Ask("terrain", words.TERRAIN_ASK, options=terrains, is_optional=True),
    )


def _capital() -> tuple[Ask, ...]:
    return (
        Ask("capital", words.CAPITAL_ASK, NAME_LENGTH, is_optional=True),
        Ask("borders", towns.BORDERS_ASK, BORDERS_LENGTH, hint=towns.BORDERS_HINT, is_optional=True),
    )


def _terms(state: Kingdom) -> tuple[Ask, ...]:
    terms = state.terms
    # Until something was agreed, the form begins with what the book gives whoever has a sponsor.
    points = terms.points if terms != Terms() else SPONSORED_POINTS
    backings = tuple((each.value, words.BACKINGS[each.value]) for each in Backing)
    tributes = tuple((each.value, words.TRIBUTES[each.value]) for each in Tribute)
    return (
        Ask("points", words.POINTS_ASK, 6, hint=words.POINTS_HINT, value=str(points), is_number=True),
        Ask("backing", words.BACKING_ASK, options=backings, value=terms.backing.value),
        Ask("sponsor", words.SPONSOR_ASK, NAME_LENGTH, value=terms.sponsor, is_optional=True),
        Ask("tribute", words.TRIBUTE_ASK, options=tributes, value=terms.tribute.value),
    )

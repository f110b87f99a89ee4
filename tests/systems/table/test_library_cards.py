"""How the library is drawn: by the entry's own game where it does, and within Discord's limits."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.engine.card import Card
from bot.engine.catalogue import Catalogue
from bot.engine.people import Audience, Standing, Viewer
from bot.engine.proposals import LINES, PROPOSAL, Proposal, ProposedEntry, Terms
from bot.engine.system import RecordId
from bot.play import CampaignView, Entry, Post, RecordView
from bot.systems.table import SYSTEM
from bot.systems.table.library.cards import EntryCards, LibraryView, listing
from bot.systems.table.library.rules import lines_of
from bot.ui.card import BODY, WHOLE, embed_of
from bot.ui.proposals import card
from tests.games.lantern.rules.omens import OMEN, OMENS, Omen
from tests.systems.table.scenes import ASHES, CAMPAIGN, DEACON, MARISOL

FLAME = Omen("Red flame", "Blood on the *road*.", 3)


class Painter:
    """Screens of a game that draws its omens."""

    def tell(self, event: Any, entry: Entry) -> str | None:
        """Told plainly."""
        return None

    def draw(self, post: Post) -> Card | None:
        """Drawn plainly."""
        return None

    def show(self, shown: RecordView, post: Post) -> Card | None:
        """An omen of its own look."""
        return Card(shown.title, (f"Omen No. {shown.state.number}",))


def post(viewer: Viewer) -> Post:
    """A message that this viewer reads."""
    entry = Entry(RecordId(ASHES), 1, datetime(2026, 5, 1, tzinfo=UTC), DEACON, 7, "table", "Act", (), ())
    return Post(CAMPAIGN, viewer, entry, None, {}, "#1")


def shown(state: Proposal) -> RecordView:
    """That draft or proposal as it stands."""
    steps = tuple(PROPOSAL.waiting(RecordId("draft"), state))
    title = state.terms.title
    return RecordView(RecordId("draft"), "table", PROPOSAL.name, title, state, 1, state.author, steps)


def drafted(entry: ProposedEntry, author: int = DEACON) -> Proposal:
    """A draft of that entry."""
    lines = tuple(
        replace(ask, field=line) for line, ask in zip(LINES, lines_of(OMENS, entry.texts), strict=False)
    )
    terms = Terms("table", f"the omen {entry.name}", "[]", asks=lines, entry=entry)
    return Proposal(author, author, terms, author, audience=Audience(everyone=False, person=author))


def proposed(entry: ProposedEntry) -> Proposal:
    """The same, waiting for the game masters."""
    audience = Audience(everyone=False, person=DEACON, with_game_masters=True)
    return replace(drafted(entry), to=None, audience=audience)


def card_of(state: Proposal, viewer: Viewer, games: EntryCards | None = None) -> Card:
    """That draft or proposal as somebody reads it."""
    drawing = games or EntryCards((OMENS,))
    return card(shown(state), post(viewer), CATALOGUE, lambda _post: Card(), drawing.proposed)


CATALOGUE = Catalogue((SYSTEM,))
PLAYER, LEADER = Viewer(DEACON, Standing.PLAYER), Viewer(MARISOL, Standing.GAME_MASTER)
NEW = ProposedEntry("lantern.omen", "omen", "Red flame", OMENS.write(FLAME))
EDIT = replace(NEW, before=OMENS.write(replace(FLAME, text="", number=0)))
PLAIN, OWN = EntryCards((OMENS,)), EntryCards((OMENS,), {"lantern": Painter()})


def labels(card: Card) -> list[str]:
    """What its buttons say."""
    return [button.label for button in card.buttons]


def test_an_entry_is_drawn_by_its_game_or_else_field_by_field() -> None:
    omen = RecordView(RecordId("omen"), "lantern", OMEN.name, "Red flame", FLAME, 1)
    assert OWN.entry(OMENS, omen, post(PLAYER)).lines == ("Omen No. 3",)
    plain = PLAIN.entry(OMENS, omen, post(PLAYER))
    assert plain.title == "Red flame"
    assert plain.fields == (("Text", r"Blood on the \*road\*."), ("Number", "3"), ("Secret", "No"))


def test_a_draft_is_previewed_by_its_game_and_says_what_saving_does() -> None:
    draft = card_of(drafted(NEW), PLAYER, OWN)
    assert draft.title == "Red flame (draft)"
    assert draft.lines[0] == "Omen No. 3"
    assert "proposes it to the game masters" in draft.lines[-1]
    assert labels(draft) == ["Save", "Change…", "Discard"]
    assert "adds it to the library" in card_of(drafted(NEW, MARISOL), LEADER, OWN).lines[-1]


def test_an_edit_lists_what_changes_before_and_after() -> None:
    draft = card_of(drafted(EDIT), PLAYER)
    assert draft.title == "Red flame (changed draft)"
    assert draft.lines[:2] == (r"**Text:** nothing → Blood on the \*road\*.", "**Number:** 0 → 3")


def test_a_proposal_offers_to_each_what_they_may_do() -> None:
    assert labels(card_of(proposed(NEW), LEADER)) == ["Accept", "Change…", "Decline"]
    assert labels(card_of(proposed(NEW), PLAYER)) == ["Withdraw"]
    own = Viewer(DEACON, Standing.GAME_MASTER)
    assert labels(card_of(proposed(NEW), own)) == ["Accept", "Change…", "Decline", "Withdraw"]
    countered = replace(proposed(NEW), by=MARISOL, to=DEACON)
    assert labels(card_of(countered, PLAYER)) == ["Accept", "Change…", "Decline"]
    assert labels(card_of(countered, LEADER)) == ["Withdraw"]


def test_a_draft_of_a_game_that_is_gone_or_of_another_time_is_still_shown() -> None:
    assert labels(card_of(drafted(NEW), PLAYER, EntryCards())) == ["Save", "Change…", "Discard"]
    old = replace(NEW, texts=dict(NEW.texts) | {"number": "77"})
    assert ("Number", "77") in card_of(drafted(old), PLAYER, OWN).fields


@pytest.mark.parametrize("entry", [NEW, EDIT], ids=["new", "edit"])
def test_the_longest_draft_is_within_discords_limits(entry: ProposedEntry) -> None:
    texts = {field.name: "*" * field.max_length for field in OMENS.fields}
    before = {name: "_" * len(text) for name, text in texts.items()} if entry.before else {}
    longest = replace(entry, name="*" * 200, texts=texts, before=before)
    embed = embed_of(card_of(drafted(longest), PLAYER))
    assert len(embed) <= WHOLE
    assert len(embed.description or "") < BODY
    assert (embed.description or "").endswith("Find this draft again with `/library show`.")


def test_proposals_without_end_have_pages_and_leave_room_for_what_comes_with_the_game() -> None:
    name = "*" * 60
    entries = [
        RecordView(RecordId(f"o{n}"), OMENS.system, OMEN.name, name, replace(FLAME, name=name), 1)
        for n in range(20)
    ]
    proposals = [replace(shown(proposed(replace(NEW, name=name))), id=RecordId(f"d{n}")) for n in range(40)]
    records = {each.id: each for each in (*entries, *proposals)}
    seen = LibraryView(CampaignView(CAMPAIGN, RecordId(ASHES), LEADER, records), (OMENS,))
    pages = [listing(OMENS, seen, [OMENS.write(FLAME)], page) for page in range(3)]
    assert all(len("\n".join(each.lines)) <= BODY for each in pages)
    assert [sum("*(proposed)*" in line for line in each.lines) for each in pages] == [0, 20, 20]
    assert [each.note for each in pages] == ["1–20 of 60", "21–40 of 60", "41–60 of 60"]
    first = pages[0]
    assert first.lines[-1] == "Comes with the game, but isn't in the library yet: Red flame."

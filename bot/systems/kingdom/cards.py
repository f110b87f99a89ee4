"""How kingdoms look: every chapter draws and tells what is its own."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.card import Button, Card
from bot.engine.drawing import Drawings
from bot.engine.text import T
from bot.errors import NotAllowed
from bot.play import CampaignView, Post, Preview, RecordView
from bot.systems.kingdom.kingdom_view import first_building
from bot.systems.kingdom.month import page_cards
from bot.systems.kingdom.month.course import OpenMonth
from bot.systems.kingdom.month.plan_cards import ADD, DRAFTED, STEP_OF
from bot.systems.kingdom.towns import building_cards
from bot.systems.kingdom.towns.panel_cards import DRAFT_ADD

DRAWINGS = Drawings("bot.systems.kingdom")


def draw(post: Post) -> Card | None:
    """The message about an entry, as its chapter draws it or a line an event, and where the month stands."""
    if (draft := page_cards.drawn_up(post)) is not None:
        return draft
    return page_cards.standing(DRAWINGS.draw(post) or page_cards.card_of(post), post)


def show(record: RecordView, post: Post) -> Card | None:
    """A record as it stands."""
    return DRAWINGS.show(record, post)


def led(record: RecordView, view: CampaignView) -> Card | None:
    """What waits in a record for game masters."""
    return DRAWINGS.led(record, view)


def previewed(preview: Preview, card: Card) -> Card:
    """A preview with what a part adds to it: a picture, other ways to do it."""
    card = building_cards.previewed(preview, card)
    if isinstance(opened := preview.actions[-1], OpenMonth):
        # The capital's first building may come before it.
        record = preview.before[opened.kingdom]
        return card.add(buttons=first_building(record.id, record.state))
    is_theirs = not any(isinstance(each, NotAllowed) for deed in preview.deeds for each in deed.refusals)
    is_one = len(preview.actions) == preview.planned + 1
    if not preview.id or not is_one or type(preview.actions[-1]) not in STEP_OF:
        return card
    if not is_theirs:
        return _as_draft(preview, card) if type(preview.actions[-1]) in DRAFTED else card
    if any(each.name == DRAFT_ADD for each in card.buttons):
        card = card.add(
            T("-# Drafts are the settlement's, for any month; your plan is yours, for one Edict phase.")()
        )
    elif not preview.goes:
        # What isn't possible yet may be planned all the same.
        card = card.add(T("-# You can put it on your plan for later.")())
    return replace(card, buttons=(*card.buttons, Button(T("Add to my plan").plain(), ADD, (preview.id,))))


def _as_draft(preview: Preview, card: Card) -> Card:
    """What somebody else must carry out, with what leaves it to them; a kingdom's leaders may do that."""
    record = preview.before.get(preview.actions[-1].kingdom)
    leaders = record.state.leaders if record is not None else ()
    if not any(each.player == preview.viewer.user and not each.has_died for each in leaders):
        return card
    card = card.add(T("-# You can leave it as a draft: nothing is paid, and they carry it out.")())
    return replace(card, buttons=(*card.buttons, Button(T("Leave as a draft").plain(), ADD, (preview.id,))))

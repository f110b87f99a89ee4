"""Tarn's capital as somebody sees it who would build there, without a house around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.engine.card import Card
from bot.engine.people import Viewer
from bot.engine.system import RecordId, World
from bot.errors import UserError
from bot.play import Came, CampaignView, Entry, Preview, RecordView, Shift, Tried
from bot.systems.kingdom import SYSTEM, cards
from bot.systems.kingdom.kingdom_view import RealmView, realm_seen
from bot.systems.kingdom.month.edicts import kingdom_figures
from bot.systems.kingdom.towns.building import town_figures
from bot.systems.kingdom.towns.panel_cards import BuildContext
from bot.ui.renderer import Renderer
from tests.systems.kingdom.scenes import DEACON, HOLD, TARN, after, by, play


def yard_at(scene: World, asker: int = DEACON) -> BuildContext:
    """The capital as that person sees it."""
    records = {
        id_: RecordView(id_, SYSTEM.name, each.kind, str(id_), each.state, 1)
        for id_, each in scene.records.items()
    }
    viewer = Viewer(asker, scene.campaign.standing(asker))
    campaign_view = CampaignView(scene.campaign, RecordId("ashes"), viewer, records)
    shown = records[TARN]
    realm = realm_seen(shown, records, scene.campaign.settings)
    return BuildContext(RealmView(shown, realm, campaign_view), HOLD, realm.towns[HOLD])


def previewed(at: World, action: Any, asker: int = DEACON) -> Card:
    """What that person is shown before it is done."""
    refusals: list[UserError] = []
    notes: list[str] = []
    at = replace(by(at, asker), refuse=refusals.append, note=notes.append)
    turn = play(at, action)
    done = after(at, turn)
    told = tuple(each for each in turn.events if not getattr(each, "is_consequence", False))
    name = type(action).__name__
    entry = Entry(RecordId("ashes"), 1, at.now, asker, 1, SYSTEM.name, name, told, ())
    shifts = tuple(_shifts(at, done))
    made = Tried(name, Came(entry, shifts), tuple(notes), tuple(refusals))
    preview = Preview(
        at.campaign,
        Viewer(asker, at.campaign.standing(asker)),
        (made,),
        shifts=shifts,
        offer=None if refusals else "offer",
        actions=(action,),
        before=at.records,
        after=done.records,
    )
    return Renderer({SYSTEM.name: cards}).preview(preview)


def _shifts(at: World, done: World) -> Iterator[Shift]:
    for record, figures in ((TARN, kingdom_figures), (HOLD, town_figures)):
        for was, now in zip(figures(at, record), figures(done, record), strict=True):
            if was != now:
                yield Shift(record, str(record), now.label, now.unit, was.value, now.value)


def said(card: Card) -> str:
    """All that it says, and what its lists have to choose from."""
    picks = [f"{each.label} | {each.meaning}" for select in card.selects for each in select.picks]
    fields = [f"{name}\n{value}" for name, value in card.fields]
    return "\n".join((card.title, *card.lines, *fields, *picks, card.note))


def labels(card: Card) -> list[str]:
    """Its buttons."""
    return [each.label for each in card.buttons]


def picks(card: Card) -> list[str]:
    """The values of its list."""
    return [each.value for select in card.selects for each in select.picks]

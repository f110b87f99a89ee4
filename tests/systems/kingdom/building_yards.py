"""Tarn's capital as somebody sees it who would build there, without a house around it."""

from __future__ import annotations

from bot.engine.people import Viewer
from bot.engine.system import RecordId, Scene
from bot.play import Scenery, Shown
from bot.systems.kingdom import SYSTEM
from bot.systems.kingdom.screens.building_yard import Yard
from bot.systems.kingdom.screens.finding import Seen, realm_seen
from bot.ui.card import Card
from tests.systems.kingdom.scenes import DEACON, HOLD, TARN


def yard_at(scene: Scene, asker: int = DEACON) -> Yard:
    """The capital as that person sees it."""
    records = {
        id_: Shown(id_, SYSTEM.name, each.kind, str(id_), each.state, 1)
        for id_, each in scene.records.items()
    }
    viewer = Viewer(asker, scene.campaign.standing(asker))
    scenery = Scenery(scene.campaign, RecordId("ashes"), viewer, records)
    shown = records[TARN]
    realm = realm_seen(shown, records, scene.campaign.settings)
    return Yard(Seen(shown, realm, scenery), HOLD, realm.towns[HOLD])


def said(card: Card) -> str:
    """All that it says, and what its lists have to choose from."""
    picks = [f"{each.label} | {each.meaning}" for select in card.selects for each in select.picks]
    return "\n".join((card.title, *card.lines, *picks, card.note))


def labels(card: Card) -> list[str]:
    """Its buttons."""
    return [each.label for each in card.buttons]


def picks(card: Card) -> list[str]:
    """The values of its list."""
    return [each.value for select in card.selects for each in select.picks]

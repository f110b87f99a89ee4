"""What a narrator gives: an entry of the library as it is now, or something made up on the spot."""

from __future__ import annotations

from bot.engine.system import RecordId, Scene
from bot.errors import RuleViolation
from bot.systems.adventuria.rules import wares
from bot.systems.adventuria.rules.state import Possession, Ware
from bot.systems.adventuria.words import changing as words


def from_library(scene: Scene, thing: RecordId) -> Possession:
    """An item, spell or ally of the library, not numbered yet. Raises RuleViolation where it is none."""
    found = scene.records.get(thing)
    if found is None or found.is_archived or found.kind not in tuple(Ware):
        raise RuleViolation(words.NOT_IN_LIBRARY)
    return wares.possession(found.id, found.state, 0)


def made_up(called: str, ware: Ware, rules: str = "", *, is_weapon: bool = False) -> Possession:
    """Something of that name, not numbered yet. Raises RuleViolation where the library could not hold it."""
    if is_weapon and ware is not Ware.ITEM:
        raise RuleViolation(words.ONLY_ITEMS_ARE_WEAPONS)
    texts = {
        "name": called,
        "weapon": wares.yes_or_no(is_weapon),
        "rules": rules,
        "about": "",
        "secret": wares.NO,
    }
    return wares.possession(None, wares.read_thing(ware, texts), 0)

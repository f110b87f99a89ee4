"""Which kingdom is meant: the one named, the one of this channel, or the only one; and its realm as seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.desk import Choices, Desk, request_of
from bot.engine.system import RecordId, Scope, Want
from bot.errors import RuleViolation
from bot.handlers import Interaction
from bot.play import Post, Scenery, Shown
from bot.systems.kingdom.rules.land import LAND
from bot.systems.kingdom.rules.realm import KINGDOM, Realm, realm_of
from bot.systems.kingdom.rules.terms import Stage
from bot.systems.kingdom.rules.town import TOWN
from bot.systems.kingdom.words import finding as words
from bot.ui.text import safe


@dataclass(frozen=True, slots=True)
class Seen:
    """A kingdom as the asker may see it, with its realm."""

    shown: Shown
    realm: Realm
    scenery: Scenery

    @property
    def id(self) -> RecordId:
        """The kingdom's id."""
        return self.shown.id


async def seen(
    desk: Desk,
    interaction: Interaction,
    text: str | None,
    *,
    campaign: str | None = None,
    settlement: str = "",
) -> Seen:
    """The kingdom meant; a settlement that is named tells which. Raises RuleViolation for none or several."""
    want = Want(KINGDOM.name, text=text)
    scenery = await desk.look(interaction, Scope(wants=(want,), links=True), campaign=campaign)
    found = scenery.all(KINGDOM.name)
    if text is None and not scenery.viewer.is_game_master:
        # Until a kingdom stands it is the game masters' business: no player means that one by saying nothing.
        found = tuple(each for each in found if each.state.stage is not Stage.FOUNDING) or found
    if text is None and settlement:
        found = _having(found, scenery, settlement) or found
    shown = _meant(found, interaction, text)
    return Seen(shown, realm_seen(shown, scenery.records, scenery.campaign.settings), scenery)


async def towns(desk: Desk, interaction: Interaction, text: str | None) -> list[tuple[str, str]]:
    """Name and id of the settlements of the kingdom meant, or of all where several could be meant."""
    try:
        realm = (await seen(desk, interaction, text)).realm
    except RuleViolation:
        scenery = await desk.look(interaction, Scope(wants=(Want(KINGDOM.name, text=text),), links=True))
        found = [each for each in scenery.records.values() if each.kind == TOWN.name]
        return [(each.state.name, str(each.id)) for each in found if each.state.kingdom in scenery.records]
    return [(town.name, str(id_)) for id_, town in realm.towns.items()]


def _having(found: Iterable[Shown], scenery: Scenery, settlement: str) -> tuple[Shown, ...]:
    """Those of the kingdoms that have that settlement, by its id or name."""
    towns = [each for each in scenery.records.values() if each.kind == TOWN.name]
    named = [each for each in towns if each.id == settlement] or [
        each for each in towns if each.state.name.casefold() == settlement.strip().casefold()
    ]
    owners = {each.state.kingdom for each in named}
    return tuple(each for each in found if each.id in owners)


def _meant(found: Sequence[Shown], interaction: Interaction, text: str | None) -> Shown:
    here = [each for each in found if each.state.home in request_of(interaction).places]
    for meant in (here, found) if text is None else (found,):
        if len(meant) == 1:
            return meant[0]
    if text is not None:
        raise RuleViolation(words.no_such_kingdom(safe(text, 60)))
    raise RuleViolation(words.which_kingdom([safe(each.title, 60) for each in found]))


def realm_seen(shown: Shown, records: Mapping[RecordId, Shown], settings: Mapping[str, str]) -> Realm:
    """The realm of a kingdom, as far as its viewer may see it."""
    return realm_of(shown.id, records.items(), settings, shown.state)


def realm_on(post: Post) -> Realm | None:
    """The realm that a post is about; None where it is about none, or its land was not loaded."""
    shown = post.subject
    if shown is None or shown.kind != KINGDOM.name or not _has_land(post, shown):
        return None
    return realm_seen(shown, post.records, post.campaign.settings)


def _has_land(post: Post, shown: Shown) -> bool:
    """Whether the land of that kingdom came with the post."""
    land = post.records.get(shown.state.land)
    return land is not None and land.kind == LAND.name


async def suggested(desk: Desk, interaction: Interaction, typed: str) -> Choices:
    """Kingdoms, for an autocomplete."""

    async def find() -> list[tuple[str, str]]:
        found = (await desk.look(interaction, Scope(wants=(Want(KINGDOM.name, part=typed),)))).all(
            KINGDOM.name
        )
        return sorted(((each.title, str(each.id)) for each in found), key=lambda pair: pair[0].casefold())

    return await desk.suggest(interaction, find)


async def suggested_words(
    desk: Desk, interaction: Interaction, typed: str, listed: Iterable[tuple[str, str]]
) -> Choices:
    """Words of the game itself with that in them, each with its value, for who may use the command."""

    async def find() -> list[tuple[str, str]]:
        await desk.look(interaction)
        near = typed.strip().casefold()
        return [pair for pair in listed if near in pair[0].casefold()]

    return await desk.suggest(interaction, find)


MOST_VALUE = 100


async def suggested_hexes(
    desk: Desk, interaction: Interaction, typed: str, *, several: bool = False
) -> Choices:
    """Hexes the asker may see, by label, coordinates or terrain; of `several` the last one is completed."""

    async def find() -> list[tuple[str, str]]:
        found = (await desk.look(interaction, Scope(wants=(Want(LAND.name),)))).all(LAND.name)
        before, _, last = typed.rpartition(" ") if several else ("", "", typed)
        start, wanted = f"{before} " if before else "", last.strip().casefold()
        pairs = [(words.hex_line(*each), start + each[0]) for each in _places(found)]
        return [pair for pair in pairs if wanted in pair[0].casefold() and len(pair[1]) <= MOST_VALUE]

    return await desk.suggest(interaction, find)


def _places(lands: Sequence[Shown]) -> list[tuple[str, str, str]]:
    """Each hex of the map: what it is called, its terrain and its coordinates; those with a label first."""
    hexes = [(land.state, spot, each) for land in lands for spot, each in land.state.hexes.items()]
    hexes.sort(key=lambda found: (not found[2].label, found[2].label.casefold()))
    return [(land.name_of(spot), each.terrain.value, spot) for land, spot, each in hexes]

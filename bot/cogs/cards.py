"""How the table's own events read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.people import Standing
from bot.engine.system import Happened
from bot.play import Entry, Post, Shown
from bot.systems.table.rules.campaigns import CampaignCreated, MemberJoined
from bot.systems.table.rules.dice import DiceRolled
from bot.ui.card import Card, Tone
from bot.ui.text import clip, person, safe


class TableScreens:
    """The table's screens; it knows the games' titles, to name them."""

    def __init__(self, titles: Mapping[str, str]) -> None:
        self._titles = titles

    def tell(self, event: Any, entry: Entry) -> str | None:
        """One line about an event."""
        if isinstance(event, CampaignCreated):
            return f"{person(event.game_master)} began the campaign “{safe(event.name)}” here."
        if isinstance(event, MemberJoined):
            return f"{person(event.member)} joins as {_STANDINGS[event.standing]}."
        if isinstance(event, DiceRolled):
            label = f" ({safe(event.label, 60)})" if event.label else ""
            dice = clip(_dice(event), MOST_DICE)
            return f"{person(event.roller)} rolls {safe(event.expression)}{label}: **{event.total}** = {dice}"
        return None

    def draw(self, post: Post) -> Card | None:
        """The message about an entry."""
        created, rolled = post.entry.event(CampaignCreated), post.entry.event(DiceRolled)
        if created is not None:
            return self._created(created, post)
        return _rolled(rolled, post.entry) if rolled is not None else None

    def show(self, shown: Shown, post: Post) -> Card | None:
        """The campaign has no card of its own yet."""
        return None

    def _created(self, event: CampaignCreated, post: Post) -> Card:
        games = ", ".join(self._titles.get(name, name) for name in event.systems)
        secrets = (
            f"Game master's secrets go to <#{event.game_master_channel}>."
            if event.game_master_channel
            else "There is no game master's channel: secrets then stand only in the game master's journal."
        )
        lines = (
            f"{person(event.game_master)} is the game master. It plays {games}.",
            "Players join with `/campaign join`.",
            secrets,
            *_seals(post.entry),
        )
        return Card(f"A campaign begins: {safe(event.name)}", lines, tone=Tone.GOOD)


MOST_DICE = 120
_STANDINGS = {Standing.PLAYER: "a player", Standing.SPECTATOR: "a spectator"}


def _seals(entry: Entry) -> list[str]:
    """What the first chapter's dice are bound to, in full: whoever checks them needs all of it."""
    began = (e.facts for e in entry.events if isinstance(e, Happened) and e.kind == "ChapterBegan")
    return [
        f"-# The dice are sealed: when their seeds are published, SHA-256 must give `{facts['open']}` "
        f"for the open ones and `{facts['secret']}` for the secret ones."
        for facts in began
    ]


def _dice(event: DiceRolled) -> str:
    values = ", ".join(map(str, event.values))
    sign = "+" if event.modifier > 0 else "−"
    return f"({values})" + (f" {sign} {abs(event.modifier)}" if event.modifier else "")


def _rolled(event: DiceRolled, entry: Entry) -> Card:
    title = safe(event.label) if event.label else safe(event.expression)
    lines = (f"{person(event.roller)} rolls {safe(event.expression)}", f"{_dice(event)} = **{event.total}**")
    return Card(title, (*lines, *_seals(entry)))

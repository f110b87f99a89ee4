"""The commands as Discord should have them and has them, everywhere and server by server.

The house's are offered everywhere, a game's where a campaign of the server plays it. What is sent is made
once for each set of games. Discord gives each command an id, and a version that every change renews: what it
had after a sync is kept beside a fingerprint of what was sent. With both the same, nothing is sent.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from bot.errors import UserError

if TYPE_CHECKING:
    from discord.ext import commands

Json = Mapping[str, Any]
Games = frozenset[str]

TREE_FACT = "command_tree"
# The facts of servers: this and the server's id.
SERVER_FACT = "commands:"
# What stands within a command instead of options: a command, or a group of them.
_WITHIN = (1, 2)
# Where a command works is said of those that are offered everywhere; Discord takes it of no other.
_NOT_OF_SERVERS = ("contexts", "integration_types", "dm_permission")


@dataclass(frozen=True, slots=True)
class Synced:
    """What a fact of the database keeps: a fingerprint of what was sent, and of what Discord then had."""

    sent: str
    had: str

    @property
    def text(self) -> str:
        """As the database keeps it."""
        return f"{self.sent} {self.had}"

    @classmethod
    def read(cls, text: str | None) -> Synced | None:
        """A kept fact; none where none was kept, or by a version that didn't ask Discord."""
        sent, _, had = (text or "").partition(" ")
        return cls(sent, had) if had else None


def had(listed: Iterable[Json]) -> str:
    """What Discord has, hashed: each command's id and version, as it lists them."""
    return _hashed(sorted([str(each["id"]), str(each.get("version", ""))] for each in listed))


def _hashed(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def why_synced(kept: Synced | None, now: Synced, *, is_wanted: bool) -> str | None:
    """Why the commands are to be sent to Discord; None where they are not."""
    if is_wanted:
        return "asked for"
    if kept is None:
        return "never done"
    if kept.sent != now.sent:
        return "they changed"
    return "Discord's differ" if kept.had != now.had else None


# -- what should be -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """A list of commands as it is sent, and its fingerprint."""

    payload: Sequence[Json]
    fingerprint: str


class Offers:
    """What Discord is sent, by whose the commands are: a game's, or with None the house's."""

    def __init__(self, application: int | None, commands: Mapping[str | None, Sequence[Json]]) -> None:
        self._application = application
        self._commands = commands
        self._made: dict[Games, Offer] = {}
        self.games = frozenset(game for game in commands if game is not None)
        self.everywhere = self._offer(commands.get(None, ()))

    def of(self, games: Games) -> Offer:
        """What a server is offered whose campaigns play those games; made once for each set of them."""
        if games not in self._made:
            found = [each for game in sorted(games & self.games) for each in self._commands[game]]
            self._made[games] = self._offer([_of_server(each) for each in found])
        return self._made[games]

    def _offer(self, payload: Sequence[Json]) -> Offer:
        return Offer(payload, _hashed([str(self._application), payload]))


def _of_server(command: Json) -> Json:
    return {key: value for key, value in command.items() if key not in _NOT_OF_SERVERS}


def offers_of(
    bot: commands.Bot, game_of: Callable[[Any], str | None], unlisted: Collection[str] = ()
) -> Offers:
    """The commands of a bot as they are sent, each root under its game, or None where it is the house's.

    Those `unlisted`, by path, aren't sent; nor is a group of which nothing is left.
    """
    found: dict[str | None, list[Json]] = {None: []}
    for root in bot.tree.get_commands():
        sent = _listed(root.to_dict(bot.tree), unlisted)
        found.setdefault(game_of(root), []).extend(sent)
    return Offers(bot.application_id, found)


def _listed(command: Json, unlisted: Collection[str], above: str = "") -> Iterator[Json]:
    """The same without what is unlisted; nothing where nothing is left."""
    path = f"{above} {command['name']}".strip()
    within = [each for each in command.get("options", ()) if each["type"] in _WITHIN]
    kept = [part for each in within for part in _listed(each, unlisted, path)]
    if path not in unlisted and (kept or not within):
        yield {**command, "options": kept} if within else command


# -- what a server has ----------------------------------------------------------------------------------


class Refusal(StrEnum):
    """Why Discord doesn't take a server's commands."""

    # The bot was let in without the scope `applications.commands`, or is no longer there.
    NO_ACCESS = "no access"
    # 200 new commands a day and server.
    DAILY_LIMIT = "daily limit"
    # A mistake of this version.
    INVALID = "invalid"


# Discord's codes of those.
REFUSALS = {
    10004: Refusal.NO_ACCESS,
    50001: Refusal.NO_ACCESS,
    30034: Refusal.DAILY_LIMIT,
    50035: Refusal.INVALID,
}
NOTHING_HAD = had(())


@dataclass(frozen=True, slots=True)
class Server:
    """What is known of a server's commands: by default that it has none, and was never asked about.

    `sent` is the fingerprint of what was sent for these `games`, `had` of what Discord then had, or has been
    found to have on that `day`. Where it was refused, it is what Discord has still.
    """

    games: Games = frozenset()
    sent: str = ""
    had: str = NOTHING_HAD
    day: str = ""
    refusal: Refusal | None = None

    @property
    def text(self) -> str:
        """As the database keeps it."""
        return json.dumps(asdict(self) | {"games": sorted(self.games)})

    @classmethod
    def read(cls, text: str) -> Server:
        """A kept fact; of one that another version kept, what is known of it."""
        kept = json.loads(text)
        found = cls(**{each.name: kept[each.name] for each in fields(cls) if each.name in kept})
        refusal = Refusal(found.refusal) if found.refusal in set(Refusal) else None
        return replace(found, games=frozenset(found.games), refusal=refusal)

    def owed(self, played: Games, *, is_night: bool = False) -> Games:
        """The games whose commands it should have. What nobody plays any more goes at night."""
        return played if is_night else played | self.games

    def is_behind(self, offer: Offer) -> bool:
        """Whether it was sent something else than that. To a new server nothing is sent."""
        return self.sent != offer.fingerprint if self.sent else bool(offer.payload)

    def waits(self, day: str) -> bool:
        """Whether Discord refused its commands on that day: it isn't asked again before the next."""
        return self.refusal is not None and self.day == day

    def lacks(self, games: Collection[str]) -> bool:
        """Whether it hasn't the commands of all of those games."""
        return not self.games.issuperset(games)


class CommandsRefused(UserError):
    """Discord takes the commands for wrong, as they were sent."""

    def __init__(self, reason: str) -> None:
        line = " ".join(reason.split())
        super().__init__(
            f"Discord refuses this version's commands ({line[:200]}) and keeps the old ones. "
            "Run the previous version, and report this."
        )

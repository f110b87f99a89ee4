"""What a campaign may decide for itself: switches with a default, each choice with its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from bot.engine.event import Event
from bot.engine.text import Declared, Safe, T, as_read, refused


@dataclass(frozen=True, slots=True)
class Option:
    """One way to decide: the value that is kept, and as templates its name and what it means at the table.

    `first` is the command by which a game master begins with a rule that is used so, and what its button
    says.
    """

    value: str
    name: str
    effect: str
    first: tuple[str, Declared] | None = None

    @property
    def label(self) -> Safe:
        """Its name, as who reads it says it."""
        return as_read(self.name)

    @property
    def meaning(self) -> Safe:
        """What it means at the table."""
        return as_read(self.effect)


@dataclass(frozen=True, slots=True)
class Setting:
    """One decision: as templates its heading and what is decided; the first option is the default.

    Settings of a `group`, named by a template too, stand on a page of their own.
    """

    system: str
    name: str
    heading: str
    decides: str
    options: tuple[Option, ...]
    group: str = ""

    @property
    def title(self) -> Safe:
        """What it is called, as who reads it says it."""
        return as_read(self.heading)

    @property
    def rule(self) -> Safe:
        """What is decided, in a sentence."""
        return as_read(self.decides)

    @property
    def key(self) -> str:
        """Its name among all of a campaign's settings."""
        return f"{self.system}.{self.name}"

    @property
    def default(self) -> str:
        """The value where nobody decided."""
        return self.options[0].value

    def of(self, settings: Mapping[str, str]) -> str:
        """The value in force; one that no option has anymore counts as the default."""
        value = settings.get(self.key)
        if value is not None and any(option.value == value for option in self.options):
            return value
        return self.default

    def option(self, value: str) -> Option:
        """The option of that value. Raises RuleViolation naming those there are."""
        for option in self.options:
            if option.value == value:
                return option
        raise refused(
            "setting.no_option",
            "“{title}” can be: {names:,}.",
            title=self.title,
            names=[option.label for option in self.options],
        )


class Followed(Event):
    """What came of a change of a setting in a game's records, as it read then, and whom that asks."""

    concerns: ClassVar[tuple[str, ...]] = ("asks",)
    # Whether anything is other by it at once: that is shown first.
    is_at_once: ClassVar[bool] = True
    line: str
    asks: tuple[int, ...] = ()

    def sentence(self) -> Safe:
        """In the game's own words."""
        return T("• {line}")(line=Safe(self.line))


class FiguresFollowed(Followed):
    """Which figures of a record are others by it."""

    # A preview shows the figures themselves.
    is_consequence: ClassVar[bool] = True


class FollowsLater(Followed):
    """What becomes possible by it, and when."""

    is_at_once: ClassVar[bool] = False


class Decision(NamedTuple):
    """A choice that the house itself heeds, whatever is played: a setting's key and one of its values."""

    key: str
    value: str

    def holds(self, settings: Mapping[str, str]) -> bool:
        """Whether the campaign chose it."""
        return settings.get(self.key) == self.value


# The settings themselves, with their words, are the table's: `bot/systems/table/settings/rules.py`.
ONLY_GAME_MASTERS_UNDO = Decision("table.undo", "game_masters")
EDITS_WAIT = Decision("table.edits", "approval")
NOBODY_IS_MENTIONED = Decision("table.pings", "nobody")
ALL_GAME_MASTERS_ARE_MENTIONED = Decision("table.game_masters", "all")
GAME_MASTERS_READ_A_DIGEST = Decision("table.game_masters", "digest")
NO_GAME_MASTER_IS_MENTIONED = Decision("table.game_masters", "never")
POSTS_ARE_TEXT = Decision("table.posts", "text")

# Among the settings of a server's own campaign: the id of the role that may begin campaigns.
FOUNDERS_ROLE = "table.founders_role"

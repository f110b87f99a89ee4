"""What a campaign may decide for itself: switches with a default, each choice with its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class Option:
    """One way to decide: the value that is kept, its name, and what it means at the table."""

    value: str
    label: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Setting:
    """One decision. `rule` says in a sentence what is decided; the first option is the default."""

    system: str
    name: str
    title: str
    rule: str
    options: tuple[Option, ...]

    @property
    def key(self) -> str:
        """Its name among all of a campaign's settings."""
        return f"{self.system}.{self.name}"

    @property
    def default(self) -> str:
        """The value where nobody decided."""
        return self.options[0].value

    def of(self, settings: Mapping[str, str]) -> str:
        """The value in force; one that no option has any more counts as the default."""
        value = settings.get(self.key, self.default)
        return value if any(option.value == value for option in self.options) else self.default

    def option(self, value: str) -> Option:
        """The option of that value. Raises RuleViolation naming those there are."""
        for option in self.options:
            if option.value == value:
                return option
        names = ", ".join(option.label for option in self.options)
        raise RuleViolation(f"“{self.title}” can be: {names}.")

"""The register of handlers: every button, list and form by its name, and who may use it.

A handler without its row stops the start. The row decides who may look; who may act is asked again by the
action itself, in `play`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.engine.card import SELECT_MARK
from bot.engine.people import Permit
from bot.ui.reply import Reply

Interaction = discord.Interaction[Any]
Handler = Callable[[Reply, tuple[str, ...]], Awaitable[None]]

# Who may use a handler: commands as "/campaign create", and "button undo", "select setting", "form tell".
Register = Mapping[str, Permit]


@dataclass(frozen=True, slots=True)
class Control:
    """A button or form, and its handler."""

    handle: Handler
    can_defer: bool = True


class Handlers:
    """Who answers for what, and for whom."""

    def __init__(self) -> None:
        self.buttons: dict[str, Control] = {}
        self.selects: dict[str, Control] = {}
        self.forms: dict[str, Control] = {}
        self.register: dict[str, Permit] = {}

    def enter(self, rows: Register) -> None:
        """Say who may use those handlers. Raises ValueError for one that is entered twice."""
        if twice := self.register.keys() & rows.keys():
            raise ValueError(f"entered twice: {', '.join(sorted(twice))}")
        self.register |= rows

    def require_register(self, tree: discord.app_commands.CommandTree[Any]) -> None:
        """See that every handler has its row and every row its handler. Raises LookupError."""
        handlers = {f"/{c.qualified_name}" for c in tree.walk_commands() if not _is_group(c)}
        for kind, names in (("button", self.buttons), ("select", self.selects), ("form", self.forms)):
            handlers |= {f"{kind} {name}" for name in names}
        if odd := handlers ^ self.register.keys():
            raise LookupError(
                f"a handler without its row in the register, or the other way round: {sorted(odd)}"
            )

    def may(self, interaction: Interaction) -> Permit:
        """Who may use what this interaction is about. Raises LookupError for what nobody entered."""
        command = interaction.command
        if command is not None:
            return self.register[f"/{command.qualified_name}"]
        name = _custom_id(interaction).split("|")[0]
        if interaction.type is discord.InteractionType.modal_submit:
            return self.register[f"form {name}"]
        kind = "select" if name.startswith(SELECT_MARK) else "button"
        return self.register[f"{kind} {name.removeprefix(SELECT_MARK)}"]

    def add_button(
        self, name: str, handle: Handler, *, may: Permit | None = None, can_defer: bool = True
    ) -> None:
        """Answer for every button of that name, of this process or an earlier one.

        Without `may` its row in the register is entered apart, as for lists and forms.
        """
        self.buttons[name] = Control(handle, can_defer)
        self.enter({f"button {name}": may} if may is not None else {})

    def add_select(
        self, name: str, handle: Handler, *, may: Permit | None = None, can_defer: bool = True
    ) -> None:
        """Answer for every list of that name; what was chosen comes after the list's own arguments."""
        self.selects[name] = Control(handle, can_defer)
        self.enter({f"select {name}": may} if may is not None else {})

    def add_form(self, name: str, handle: Handler, *, may: Permit | None = None) -> None:
        """Answer for every form of that name."""
        self.forms[name] = Control(handle)
        self.enter({f"form {name}": may} if may is not None else {})


def _custom_id(interaction: Interaction) -> str:
    data: Any = interaction.data or {}
    return str(data.get("custom_id", ""))


def _is_group(command: Any) -> bool:
    return isinstance(command, discord.app_commands.Group)

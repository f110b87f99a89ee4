"""`/adv gm`: the group of the narrator's commands; each part brings its own with `@gm.command()`."""

from __future__ import annotations

from discord import app_commands

gm = app_commands.Group(name="gm", description="For narrators")

"""The commands of kingdom turns, by group; each part brings its own with `@group.command()`."""

from __future__ import annotations

from discord import app_commands

kingdom = app_commands.Group(name="kingdom", description="A kingdom as a whole")
leader = app_commands.Group(name="leader", description="Who leads a kingdom")
hexes = app_commands.Group(name="hex", description="The land")
hexes_gm = app_commands.Group(name="hex-gm", description="For game masters: the map")
settlement = app_commands.Group(name="settlement", description="Settlements")
build = app_commands.Group(name="build", description="Buildings")
build_gm = app_commands.Group(name="build-gm", description="For game masters: buildings")
item = app_commands.Group(name="item", description="Magic items on the market")
edict = app_commands.Group(name="edict", description="Edicts")
treasury = app_commands.Group(name="treasury", description="The Treasury in the Income phase")
month_gm = app_commands.Group(name="month-gm", description="For game masters: the month")

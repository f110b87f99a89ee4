"""Waypost keeps play-by-post campaigns on Discord: the sheets, the dice, the dungeon clock, the kingdom."""

__version__ = "0.1.0"

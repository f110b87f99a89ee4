"""Dungeons as the game master prepares them: rooms, hidden things, traps, doors, encounters."""

"""Characters, henchmen and the game master's own: made, changed, found, seen."""

"""What belongs to no game: campaigns, dice, the journal."""

"""Who goes together: the party, its clock, and what its nights come to."""

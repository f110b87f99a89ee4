"""Wounds and what mends them: damage, Mortal Injury, first aid, strain, Frailty, poison."""

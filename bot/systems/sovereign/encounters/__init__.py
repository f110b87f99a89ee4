"""Whom the party meets: surprise, reactions, parley, fights and chases."""

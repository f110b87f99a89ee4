"""Checks, saves and chances: agreed on, rolled, asked for."""

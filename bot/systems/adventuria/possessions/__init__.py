"""Possessions."""

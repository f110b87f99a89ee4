"""Fates."""

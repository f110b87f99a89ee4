"""Campaigns."""

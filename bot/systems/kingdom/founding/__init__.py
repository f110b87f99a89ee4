"""Founding."""

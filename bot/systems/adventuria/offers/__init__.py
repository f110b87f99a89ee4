"""Offers."""

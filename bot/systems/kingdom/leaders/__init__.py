"""Leaders."""

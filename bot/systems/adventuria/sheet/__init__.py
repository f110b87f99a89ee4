"""Sheet."""

"""Heroes."""

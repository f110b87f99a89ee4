"""Towns."""

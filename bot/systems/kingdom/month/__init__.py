"""Month."""

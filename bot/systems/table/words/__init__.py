"""Every word the table says, by topic."""

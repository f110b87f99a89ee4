"""What kingdom turns say, by topic."""

"""The harness tried on a small stand-in bot."""

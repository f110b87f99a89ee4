"""The real discord.py client without Discord: raw gateway payloads in, everything it sends recorded."""

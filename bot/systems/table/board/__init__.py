"""The board: what goes on in a campaign, at a glance."""

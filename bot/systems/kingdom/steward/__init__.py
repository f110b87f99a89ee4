"""A steward: standing orders by which a kingdom's quiet months run by themselves."""

"""The pure part that every game shares: no Discord, no database, no clock."""

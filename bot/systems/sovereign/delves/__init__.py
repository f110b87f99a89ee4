"""A party in a dungeon, Turn by Turn."""

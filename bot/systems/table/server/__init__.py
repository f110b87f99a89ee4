"""What an admin looks after."""

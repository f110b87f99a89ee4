"""Every sentence and label of Adventuria, by topic."""

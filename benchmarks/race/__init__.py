"""What a user would pick instead: one folder for each contender, with its adapter and its settings."""

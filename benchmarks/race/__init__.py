"""What a user might pick instead: one folder per contender, with its adapter and its settings."""

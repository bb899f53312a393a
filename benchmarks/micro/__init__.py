"""How long one call takes, on one core."""

"""How right the answers are, and how soon."""

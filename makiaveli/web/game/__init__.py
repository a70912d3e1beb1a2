"""The table of a running game: what a player arranges, sees and is told."""

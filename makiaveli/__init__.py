"""Makiaveli: an exact solver and a game. Import the parts: this package loads nothing by itself."""

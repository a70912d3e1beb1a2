"""Serve Makiaveli: ``uv run python server.py``, then open http://localhost:8000."""

"""``python -m makiaveli`` is the command line."""

from makiaveli.cli import main

main()

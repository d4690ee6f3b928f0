"""Lets `python -m ankigen` be the `ankigen` command."""

from ankigen.cli import main

if __name__ == "__main__":
    main()

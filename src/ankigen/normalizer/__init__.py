"""Cleans a text (`clean`) and tags a question by topic (`tag`)."""

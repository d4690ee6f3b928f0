"""Pulls every question, answer and explanation out of a cleaned text."""

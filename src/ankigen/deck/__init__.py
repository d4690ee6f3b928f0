"""Writes .apkg files: fields, note types, templates, package."""

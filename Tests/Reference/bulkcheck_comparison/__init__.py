"""Runs the reference and a binary of bulkcheck on the same case and tells where they differ."""

"""Random Arrow tables, and what their rows are as JSON."""

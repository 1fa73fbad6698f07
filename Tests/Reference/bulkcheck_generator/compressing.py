"""Gzip, as tools write it."""

import gzip


def compress(content, random):
    """Gzip in one or several members, sometimes with padding."""
    parts = [content]
    if random.random() < 0.4 and content:
        middle = random.randrange(len(content))
        parts = [content[:middle], b"", content[middle:]]
    return b"".join(gzip.compress(part, mtime=0) for part in parts) + b"\0" * random.choice([0, 0, 0, 512])

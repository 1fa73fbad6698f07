"""Random fields of dates and times."""

TEXTS = [
    "2024-06-01", "2024-05-31", "0000-02-29", "2024-02-30", "2024-06-01T00:00:00.5Z", "2024-06-01t02:00:00+02:00",
    "2024-05-31T23:59:60Z", "2024-05-31T22:59:60.25-01:00", "2024-06-01T00:00:00.5000Z",
    "2024-06-01T00:00:00.50000000000000000000001Z", "2024-06-01T00:00:00.49999999999999999999Z", "00:00:00Z",
    "02:00:00.5+02:00", "23:59:60Z", "00:59:60+01:00", "12:00:00z", "12:00:00", "01.06.2024", "31.05.2024", "29.02.2023",
    "1 June 24 12:30 AM", "31 MAY 24 11:30 pm", "1 June 69 00:30 AM", "01 june 24 01:30 am",
    "Jun 01 2024 00:00:00.500000 +0000", "may 31 2024 23:59:60.000000 -0000", "Jun 01 2024 01:59:59.999999 +0200",
    "Jun 01 2024 01:59:59.5 +0200", "2024-06-01 00:00:00", "2024-06-01T02:00:00.50", "2024-05-31 23:59:60",
    "2024-06-01t01:59:60.5", "2024-06-01 00:00", "2024-02-30 00:00:00", "61/2024", "0601/2024", "1131/2024", "1111/2024",
    "222/2024", "1322/2024", "0000", "1200", "2359", "2400", "",
]
NOTATIONS = [
    ("date", ["2024-06-01", "now", "today", "now-1s", "today-1d", "now+2w", "0000-02-29"]),
    ("date-time", ["2024-06-01T00:00:00.5Z", "2024-05-31T22:59:60-01:00", "now", "today", "now-500s", "today+1s"]),
    ("time", ["00:00:00Z", "12:00:00+00:00", "23:59:60Z", "02:00:00.5+02:00"]),
    ({"value": "date", "as": "%d.%m.%Y"}, ["01.06.2024", "now", "today-1d"]),
    ({"value": "date-time", "as": "%e %B %y %I:%M %p", "timeZone": "+02:00"}, ["1 June 24 12:30 AM", "now", "today-90m"]),
    ({"value": "date-time", "as": "%b %d %Y %H:%M:%S.%f %z"}, ["Jun 01 2024 00:00:00.500000 +0000", "now+1h", "now"]),
    ({"value": "time", "as": "%H%M", "timeZone": "-01:00"}, ["0000", "1200"]),
    ({"value": "date", "as": "%-m%-d/%Y"}, ["61/2024", "now", "1231/2023"]),
    ({"value": "date-time", "as": "local", "timeZone": "+02:00"}, ["2024-06-01 00:00:00.5", "2024-05-31T23:59:59", "now"]),
]
WORDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "range"]


def kind(number):
    """The format of a notation."""
    name = NOTATIONS[number][0]
    return name if isinstance(name, str) else name["value"]


def bound(random, number):
    """A keyword and its value."""
    word = random.choice(WORDS)
    texts = NOTATIONS[number][1]
    return word, [random.choice(texts), random.choice(texts)] if word == "range" else random.choice(texts)

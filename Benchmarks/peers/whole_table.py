"""The rules about the whole table: as entries of a profile, and what is true of them by a plain reading."""
import json
import math
from collections import Counter
from fractions import Fraction

from schemas import plain_profile

# Countries of fewer records than one in so many fail: the wrong ones, and where it is missing.
GROUP_SHARE = 100
QUANTILE = 0.99


def table_rules(records):
    """One of each kind. The bounds hold, except those on the order of the records and the least group."""
    return [
        {"id": "rows", "measure": "count", "minimum": 1},
        {"id": "no-phone", "measure": "missing", "of": "phone", "maximum": "60%"},
        {"id": "countries", "measure": "distinct", "of": "country", "range": [1, 250]},
        {"id": "balance-mean", "measure": "mean", "of": "balance", "range": [10, 20000]},
        {"id": "balance-p99", "measure": "quantile", "at": QUANTILE, "of": "balance", "maximum": 50000},
        {"id": "every-country", "measure": "count", "by": "country", "minimum": least_group(records)},
        {"id": "in-order", "sorted": ["created_at"]},
    ]


def least_group(records):
    return max(1, records // GROUP_SHARE)


def table_profiles(records):
    """The fields with the rules about the table, and these alone."""
    rules = table_rules(records)
    return {"table": {**plain_profile(), "name": "users, and the whole table", "table": rules},
            "table-only": {"bulkcheck": 1, "name": "users, the whole table", "table": rules}}


def rounded(number):
    """As many digits as every program gives alike."""
    return f"{float(number):.9g}"


def table_truth(path):
    """The figures of the table, from the lines of a file."""
    records, phones, last, steps_back = 0, 0, None, 0
    countries, balances = Counter(), []
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            record = json.loads(line, parse_float=Fraction)
            records += 1
            phones += record.get("phone") is not None
            countries[record.get("country")] += 1
            if (balance := record.get("balance")) is not None:
                balances.append(Fraction(balance))
            if (created := record.get("created_at")) is not None:
                steps_back += last is not None and created < last
                last = created
    balances.sort()
    least = least_group(records)
    figures = {
        "rows": str(records), "no-phone": str(records - phones),
        "countries": str(len(countries) - (None in countries)),
        "balance-mean": rounded(sum(balances) / len(balances)),
        "balance-p99": rounded(balances[math.ceil(Fraction(str(QUANTILE)) * len(balances)) - 1]),
        "every-country": groups(len(countries), sum(count < least for count in countries.values())),
        "in-order": str(steps_back)}
    return {"records": records, "figures": figures}


def groups(count, failed):
    return f"{count} groups, {failed} too small"

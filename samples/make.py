#!/usr/bin/env python3
"""Writes the sample files of this directory: python3 samples/make.py

Everything here is made up: names, addresses and codes come from the lists below. The same script
writes the same records on every machine (only Random.random is used, whose sequence is stable).
"""
import csv
import gzip
import io
import json
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))

FIRST = "ada grace alan edsger barbara donald margaret linus radia ken frances tim".split()
LAST = "holm lind berg strand dahl vik moen haug lund sand eide bakke".split()
CITIES = ["Oslo", "München", "São Paulo", "Kraków", "Portland", "Zürich", "Osaka", "Lyon", "Dublin", "Athens"]
COUNTRIES = ["US", "US", "US", "NO", "DE", "BR", "PL", "CH", "JP", "FR", "IE", "GR"]
TAGS = ["news", "beta", "vip", "mobile", "web", "trial", "partner", "travel"]
BIOS = ["", "", "Builds things.", "Läuft gern, liest mehr.", 'Says "hi", often', "line one\nline two",
        "люблю кофе и книги", "☕ and 🚀", "C:\\temp is not a home"]


class Dice:
    """Choices from one seed, made of Random.random alone."""

    def __init__(self, seed):
        self.random = random.Random(seed).random
        self.turns = -1

    def turn(self, n):
        """0, 1, … n - 1 and again: every kind of trouble gets its turn."""
        self.turns = (self.turns + 1) % n
        return self.turns

    def below(self, n):
        return int(self.random() * n)

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def one(self, items):
        return items[self.below(len(items))]

    def some(self, items, n):
        rest, taken = list(items), []
        for _ in range(n):
            taken.append(rest.pop(self.below(len(rest))))
        return taken

    def chance(self, p):
        return self.random() < p

    def digits(self, n):
        return "".join(str(self.below(10)) for _ in range(n))

    def uuid(self):
        h = "".join("0123456789abcdef"[self.below(16)] for _ in range(32))
        return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-{'89ab'[self.below(4)]}{h[17:20]}-{h[20:]}"

    def time(self, year=2024, zone="Z"):
        return (f"{year}-{self.between(1, 12):02}-{self.between(1, 28):02}T{self.below(24):02}:"
                f"{self.below(60):02}:{self.below(60):02}{zone}")


def dumps(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write(name, data, members=1):
    """Writes `data`; a name ending in .gz is compressed, into that many gzip members."""
    if isinstance(data, str):
        data = data.encode()
    if name.endswith(".gz"):
        step, out = -(-len(data) // members), io.BytesIO()
        for start in range(0, len(data), step):
            with gzip.GzipFile("", "wb", 9, out, mtime=0) as member:
                member.write(data[start:start + step])
        data = out.getvalue()
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)


def table(columns, rows, delimiter=",", newline="\n"):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator=newline)
    writer.writerow(columns)
    for row in rows:
        writer.writerow(row)
    return text.getvalue()


# ---- users

USER_COLUMNS = ["id", "username", "email", "age", "country", "balance", "phone", "created_at", "agreed_to_terms",
                "tags", "address.street", "address.city", "address.zip", "bio", "plan"]


def good_user(d):
    first, last, country = d.one(FIRST), d.one(LAST), d.one(COUNTRIES)
    user = {
        "id": d.uuid(), "username": f"{first}_{last}{d.below(1000)}",
        "email": f"{first}.{last}@{d.one(['example.com', 'mail.example.org', 'example.net'])}",
        "age": d.between(18, 90), "country": country, "balance": d.below(1000001) / 100,
        "created_at": d.time(d.between(2019, 2025), d.one(["Z", "Z", ".250Z", "+02:00"])),
        "agreed_to_terms": True, "tags": d.some(TAGS, d.between(1, 4)),
        "address": {"street": f"{d.between(1, 200)} High Street", "city": d.one(CITIES),
                    "zip": d.digits(5) + (f"-{d.digits(4)}" if d.chance(0.2) else "")},
        "bio": d.one(BIOS), "plan": d.one(["free", "free", "pro", "team"])}
    if d.chance(0.7):
        user["phone"] = "+" + str(d.between(1, 9)) + d.digits(10)
    elif d.chance(0.5):
        user["phone"] = None
    return user


def spoil_user(d, user):
    """Breaks one thing, as people and programs do."""
    kind = d.turn(16)
    if kind == 0: user["email"] = d.one(["n/a", "n/a", "-", "jane@@example", "jane@localhost", "jane example.com"])
    elif kind == 1: del user["email"]
    elif kind == 2: user["age"] = d.one([17, 12, 150, -1])
    elif kind == 3: user["age"] = None
    elif kind == 4: user["country"] = d.one(["us", "USA", "XX"])
    elif kind == 5: user["balance"] = d.one([-0.01, 10000.01, -250])
    elif kind == 6: user["phone"] = d.one(["555-1234", "call me", "+47 22 33 44 55"])
    elif kind == 7: user["created_at"] = d.one(["2023-02-30T10:00:00Z", "11/05/2023", "2023-05-11 12:34:56Z"])
    elif kind == 8: user["agreed_to_terms"] = False
    elif kind == 9: user["tags"] = d.one([[], d.some(TAGS, 6)])
    elif kind == 10: user["tags"] = user["tags"] + [""]
    elif kind == 11: user["address"] = d.one([{"street": "1 High Street", "city": "", "zip": "01234"}, None])
    elif kind == 12: user["country"], user["address"]["zip"] = "US", d.one(["1234", "SW1A 1AA", "12345-67"])
    elif kind == 13: user["plan"] = d.one(["Free", "enterprise"])
    elif kind == 14: user["username"] = d.one(["ab", "with space", "josé99", "x" * 21])
    else: user["id"] = d.one([user["id"].upper(), user["id"][:-1]])


def user_row(user):
    address = user.get("address") or {}
    row = []
    for column in USER_COLUMNS:
        value = address.get(column[8:]) if column.startswith("address.") else user.get(column)
        if column == "tags":
            value = "|".join(value or [])
        elif isinstance(value, bool):
            value = "true" if value else "false"
        row.append("" if value is None else value)
    return row


def users():
    d = Dice("users")
    good = [good_user(d) for _ in range(100)]
    write("users-good.jsonl", "".join(dumps(u) + "\n" for u in good))
    write("users-good.csv", table(USER_COLUMNS, map(user_row, good)))

    records = [good_user(d) for _ in range(200)]
    for user in records:
        if d.chance(0.2):
            spoil_user(d, user)
    lines = [dumps(u).encode() for u in records]
    lines[40] = lines[40][:100]                                   # cut off in the middle
    lines[90] = lines[90].replace(b'"bio":"', b'"bio":"\xff', 1)  # not UTF-8
    lines[160] = lines[160].replace(b'"plan":', b'"plan"', 1)     # a colon is gone
    data = b"\n".join(lines) + b"\n"
    write("users.jsonl", data)
    write("users.jsonl.gz", data, members=3)                      # members end inside lines

    rows = table(USER_COLUMNS, map(user_row, records), newline="\r\n").split("\r\n")
    rows[50] += ",one,too,many"
    rows[120] = rows[120].rsplit(",", 2)[0]
    data = "\r\n".join(rows)
    write("users.csv", data)
    write("users.csv.gz", data)


# ---- orders

def good_order(d, number):
    placed = d.time(2025)
    items = [{"sku": f"{d.one(['AB', 'CD', 'XY'])}-{d.digits(4)}", "quantity": d.between(1, 9),
              "price": d.between(1, 9999) / 100} for _ in range(d.between(1, 3))]
    total = round(sum(i["quantity"] * i["price"] for i in items), 2)
    order = {"id": f"ORD-{number:06}", "status": d.one(["new", "paid", "shipped", "cancelled"]), "placedAt": placed,
             "currency": d.one(["EUR", "NOK", "SEK"]), "total": total,
             "customer": {"id": d.between(1, 400), "kind": d.one(["retail", "retail", "wholesale"]),
                          "email": f"{d.one(FIRST)}@example.com"},
             "items": items}
    if order["status"] == "shipped":
        order["shippedAt"] = placed[:8] + "29T12:00:00Z"
    if d.chance(0.3):
        order["discount"] = min(total, 5)
    if d.chance(0.3):
        order["coupon"] = d.one(["SPRING10", " spring10", "Welcome"])
    if d.chance(0.4):
        order["customer"]["phone"] = "+47" + str(d.between(2, 9)) + d.digits(7)
    method = d.one(["standard", "express", "pickup"])
    order["shipping"] = {"method": method}
    if method != "pickup":
        order["shipping"].update(country=d.one(["NO", "SE", "DE"]), zip=d.digits(4))
    return order


def spoil_order(d, order, earlier):
    kind = d.turn(12)
    if kind == 0: order["items"] = []
    elif kind == 1: order["items"][0]["quantity"] = d.one([0, 1.5, 1000])
    elif kind == 2: order["items"][-1]["sku"] = d.one(["ab-12", "AB1234", None])
    elif kind == 3: order["total"] = d.one(["12.50", 12.345, -1])
    elif kind == 4: order["status"], _ = "shipped", order.pop("shippedAt", None)
    elif kind == 5: order["shippedAt"] = "2024-12-31T23:59:59Z"
    elif kind == 6: order["discount"] = order["total"] + 0.01
    elif kind == 7: order["id"] = earlier[d.below(len(earlier))]["id"] if earlier else "ORD-1"
    elif kind == 8: order["customer"] = {"id": order["customer"]["id"], "kind": "retail"}
    elif kind == 9: order["shipping"] = {"method": "express", "country": "Norway", "gift": True}
    elif kind == 10: order["items"] = order["items"] * 4
    else: order["coupon"] = "50%"


def orders():
    d = Dice("orders")
    records = []
    for number in range(1, 121):
        order = good_order(d, number)
        if d.chance(0.25):
            spoil_order(d, order, records)
        records.append(order)
    lines = [dumps(o) for o in records]
    lines[70] = '["an array is no order"]'
    lines.insert(30, "")                                          # a blank line counts as a line, not as a record
    write("orders.jsonl", "\r\n".join(lines) + "\r\n")


# ---- products

def products():
    d = Dice("products")
    columns = ["sku", "name", "categories", "price", "oldPrice", "currency", "stock", "weightKg", "ean", "added",
               "active", "restock"]
    names = ["Folding saw", "Garden  lamp", "Tea pot", "Wooden train", "Screwdriver set", "Desk lamp, brass",
             'Pan 12"', "Watering can"]
    categories = ["tools", "garden", "kitchen", "lighting", "toys"]
    rows = []
    for number in range(1, 101):
        price = d.between(100, 250000)
        money = lambda cents: (f"{cents // 100:,}".replace(",", " ") if d.chance(0.3) else str(cents // 100)) \
            + f",{cents % 100:02}"
        row = dict(zip(columns, [
            f"{d.one(['AB', 'CD'])}-{number:04}", d.one(names), "|".join(d.some(categories, d.between(1, 3))), money(price),
            money(price + 500) if d.chance(0.2) else "", d.one(["EUR", "EUR", "", "nok"]), d.between(0, 40),
            d.one(["0.35", "12.5", "-"]), "703" + d.digits(10), d.time(2025)[:10], d.one(["true", "true", "false"]), ""]))
        if row["stock"] == 0:
            row["restock"] = "2026-01-15"
        if row["oldPrice"]:
            row["categories"] += "|sale"
        if d.chance(0.25):
            kind = d.turn(10)
            if kind == 0: row["sku"] = d.one(["AB1", "ab-0001", " cd-12345"])
            elif kind == 1: row["price"] = d.one(["0,00", "free", "N/A", "12,345"])
            elif kind == 2: row["stock"] = d.one([-1, "N/A", "many"])
            elif kind == 3: row["categories"] += "|" + d.one(["sale", "cars", "toys|toys"])
            elif kind == 4: row["oldPrice"] = "1,00"
            elif kind == 5: row["ean"] = d.digits(12)
            elif kind == 6: row["added"] = d.one(["2025-02-30", "31.01.2025", ""])
            elif kind == 7: row["active"] = d.one(["yes", "1", ""])
            elif kind == 8: row["name"] = d.one(["<b>Lamp</b>", "TEST product", "x"])
            else: row["weightKg"] = "750"
        rows.append([row[c] for c in columns])
    lines = table(columns, rows, delimiter=";").split("\n")
    lines[60] += ";"                                              # one cell too many
    write("products.csv", "\ufeff" + "\n".join(lines))            # a byte-order mark, as spreadsheets write it


# ---- events

def events():
    d = Dice("events")
    lines, ids = [], []
    for number in range(150):
        level = d.one(["info", "info", "info", "warn", "error"])
        duration = d.between(1, 40000) / 10
        event = {"time": f"2025-05-01T{12 + number // 60:02}:{number % 60:02}:00.{d.digits(3)}Z", "id": d.uuid(), "level": level,
                 "service": d.one(["api", "web-1.example.net", "auth"]), "method": d.one(["GET", "POST", "DELETE"]),
                 "http.status": 500 + d.below(4) if level == "error" else d.one([200, 200, 204, 301, 404]),
                 "url": f"https://example.com/{d.one(['', 'login', 'cart?id=7', 'a%20b'])}", "durationMs": duration,
                 "client": f"192.0.2.{d.below(256)}" if d.chance(0.7) else f"2001:db8::{d.below(65536):x}",
                 "user": {"email": f" {d.one(FIRST).title()}@Example.com", "phone": "+7 963 " + d.digits(3) + "-" + d.digits(2)
                          + "-" + d.digits(2)},
                 "env": d.one(["production", "staging"]), "message": d.one(["ok", "login", "cart changed", "nicht gefunden"]),
                 "tags": d.some(["web", "eu-1", "retry", "cache"], d.below(3)),
                 "spans": [{"name": "request", "durationMs": duration}, {"name": "db", "parent": 0, "durationMs": 0.5}]}
        if level == "error":
            event["error"] = {"code": "E" + d.digits(4)}
        if d.chance(0.2):
            kind = d.turn(12)
            if kind == 0: event["time"] = event["time"][:-1]
            elif kind == 1: event["id"] = d.one(ids) if ids else "1"
            elif kind == 2: event["level"] = "fatal"
            elif kind == 3: event["http.status"] = d.one([0, 999, "200"])
            elif kind == 4: event["url"] = d.one(["http://example.com/", "/login", "https://exa mple.com/"])
            elif kind == 5: event["client"] = d.one(["256.1.1.1", "localhost", "1.2.3"])
            elif kind == 6: event["user"]["email"] = "ada at example.com"
            elif kind == 7: event["user"]["phone"] = d.one(["8 (963) 448-02-09", "112"])
            elif kind == 8: event["message"] = "retry with Password = hunter2"
            elif kind == 9: event["level"], event["env"] = "debug", "production"
            elif kind == 10: event["spans"] = d.one([[], [{"name": "db", "parent": 0, "durationMs": 1}]])
            else: event["durationMs"] = d.one([31000, -1])
        ids.append(event["id"])
        lines.append(dumps(event))
    lines[20] = lines[20][:-1] + ',"level":"info"}'               # a key that a rule reads, twice
    lines[100] = lines[100][:77]                                  # the disk was full
    data = "\n".join(lines)                                       # and no newline at the end
    write("events.jsonl", data)
    write("events.jsonl.gz", data, members=2)


# ---- airports

def airports():
    d = Dice("airports")
    columns = ["id", "ident", "type", "name", "latitude_deg", "longitude_deg", "elevation_ft", "continent", "iso_country",
               "iso_region", "municipality", "scheduled_service", "iata_code", "home_link", "keywords"]
    places = [("Oslo", "NO", "NO-03", 59.9, 10.7), ("Lyon", "FR", "FR-ARA", 45.7, 4.8), ("Kraków", "PL", "PL-12", 50.0, 19.9),
              ("Dublin", "IE", "IE-D", 53.3, -6.2), ("Zürich", "CH", "CH-ZH", 47.4, 8.5)]
    rows = []
    for number in range(1, 81):
        city, country, region, latitude, longitude = d.one(places)
        kind = d.one(["small_airport", "small_airport", "heliport", "medium_airport", "seaplane_base", "closed"])
        scheduled = kind == "medium_airport"
        row = dict(zip(columns, [
            number, f"{country}-{number:04}", kind, f"{city} {d.one(['Field', 'North', 'Hospital', 'Lake'])}",
            f"{latitude + d.below(1000) / 1000:.3f}", f"{longitude + d.below(1000) / 1000:.3f}", d.between(0, 2500), "EU", country,
            region, city, "yes" if scheduled else "no",
            "Z" + chr(65 + number // 26) + chr(65 + number % 26) if scheduled else "",
            f"https://example.org/{number}" if d.chance(0.2) else "", d.one(["", "", "grass", "grass,short", "a, b"])]))
        if d.chance(0.2):
            spoilt = d.turn(8)
            if spoilt == 0: row["latitude_deg"] = d.one(["91.5", "59°54'", ""])
            elif spoilt == 1: row["latitude_deg"] = row["longitude_deg"] = "0.0"
            elif spoilt == 2: row["elevation_ft"] = d.one(["", "12.5", "99999"])
            elif spoilt == 3: row["iso_region"] = d.one(["SE-AB", "03", ""])
            elif spoilt == 4: row["scheduled_service"] = d.one(["yes", "maybe"])
            elif spoilt == 5: row["type"], row["iso_country"] = "spaceport", "UK"
            elif spoilt == 6: row["home_link"] = "www.example.org"
            else: row["id"] = d.one([1, "x"])
        rows.append([row[c] for c in columns])
    write("airports.csv", table(columns, rows))


# ---- countries, to which the airports refer

def countries():
    """Codes of ISO 3166-1 and English names: those of Europe, and those of the other samples."""
    names = """AD Andorra;AL Albania;AT Austria;BA Bosnia and Herzegovina;BE Belgium;BG Bulgaria;BY Belarus;CH Switzerland;CY Cyprus;
        CZ Czechia;DE Germany;DK Denmark;EE Estonia;ES Spain;FI Finland;FR France;GB United Kingdom;GR Greece;HR Croatia;HU Hungary;
        IE Ireland;IS Iceland;IT Italy;LI Liechtenstein;LT Lithuania;LU Luxembourg;LV Latvia;MC Monaco;MD Moldova;ME Montenegro;
        MK North Macedonia;MT Malta;NL Netherlands;NO Norway;PL Poland;PT Portugal;RO Romania;RS Serbia;SE Sweden;SI Slovenia;
        SK Slovakia;SM San Marino;UA Ukraine;VA Holy See"""
    rows = [entry.strip().split(" ", 1) + ["EU"] for entry in names.split(";")]
    rows += [["BR", "Brazil", "SA"], ["JP", "Japan", "AS"], ["US", "United States", "NA"], ["AQ", "Antarctica", "AN"]]
    write("countries.csv", table(["code", "name", "continent"], sorted(rows)))


# ---- every way in which a line can be broken

def malformed():
    lines = [b'{"id":1}', b'{"id":2,}', b'{"id":3', b"{'id':4}", b'{"id":05}', b'{"id":6}x', b'{"id":"\xff"}', b'{"id":"\\ud800"}',
             b'{"id":"\\x"}', b'{"id":"a\tb"}', b'{"id":NaN}', b'{"id":+1}', b'{"id":1.}', b'{"id" 14}', b"plain text", b"",
             b'{"id":16,"id":17}', b"17", b'{"id":' + b"[" * 512 + b"]" * 512 + b"}", b'{"id":20}']
    write("malformed.jsonl", b"\n".join(lines) + b"\n")


if __name__ == "__main__":
    for make in (users, orders, products, events, airports, countries, malformed):
        make()

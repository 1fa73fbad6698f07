"""A folder that make_corpus.py wrote: files, profiles, truths."""
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))


class Corpus:
    users_profile = os.path.normpath(os.path.join(HERE, "../../profiles/users.json"))

    def __init__(self, folder):
        self.folder = folder
        self.users = load(f"{folder}/truth.json")
        self.derived = load(f"{folder}/derived/truth.json")

    def path(self, file):
        """users.* or, by the same plain name, what is derived."""
        return os.path.join(self.folder if file.startswith("users.") else f"{self.folder}/derived", file)

    def profile(self, name):
        return os.path.join(self.folder, "derived", f"{name}.profile.json")

    def schema(self):
        return os.path.join(self.folder, "derived", "users.schema.json")

    def validity(self, file):
        """What is true of a file for programs that answer valid or not."""
        if file.startswith("users."):
            truth = self.users_truth(file)
            return {key: truth[key] for key in ("records", "invalid")}
        truth = self.derived[file.split(".")[0]]
        return {"records": truth["records"], "invalid": truth["invalid"]}

    def table_truth(self):
        """The figures of the whole table of users.*."""
        return self.derived["table"]

    def users_truth(self, files):
        """What every program must count; for a list of files, of all of them together."""
        files = [files] if isinstance(files, str) else files
        truths = [self.users["csv" if ".csv" in file else "jsonl"] for file in files]
        return {"records": sum(truth["records"] for truth in truths),
                "malformed": sum(truth["malformed"] for truth in truths),
                "invalid": sum(truth["invalid_records"] for truth in truths),
                "failures": {rule: sum(truth["rules"][rule] for truth in truths) for rule in truths[0]["rules"]}}

    def failures_truth(self, file):
        """The figures of a table that make_tables.py wrote; none if there is no such table."""
        path = self.path(file.split(".")[0] + ".json")
        return load(path) if os.path.exists(path) else {}

    def derived_truth(self, name):
        truth = self.derived[name]
        return {"records": truth["records"], "malformed": 0, "invalid": truth["invalid"], "failures": truth["rules"]}

    def missing(self):
        """Files that a comparison needs and that are not there."""
        names = ["users.jsonl", "users.jsonl.gz", "users.multi.jsonl.gz", "users.csv", "users.csv.gz",
                 "good.jsonl", "failing.jsonl", "many.jsonl", "ten.jsonl"]
        return [name for name in names if not os.path.exists(self.path(name))]


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)

"""What a profile is made of once it is compiled."""

from fractions import Fraction

from .values import Number

TYPES = ("string", "integer", "number", "boolean", "object", "array")
KIND_OF_TYPE = {"string": "text", "integer": "number", "number": "number", "boolean": "boolean", "object": "object",
                "array": "array"}
PRESENCE = ("required", "present", "nullable")
OPERATORS = ("all", "any", "none", "not", "when")
ATTRIBUTES = ("id", "message", "code", "severity", "tolerance", "labels", "tag", "priority")
SEVERITIES = ("error", "warning", "info", "off")
PRIORITIES = {"low": 0, "normal": 50, "high": 100}
BUILT_INS = ("malformed", "not-an-object", "duplicate-key", "duplicate-column", "empty-input", "too-many-records",
             "no-section")


class Tolerance:
    """Failures allowed: a count, an exact percentage, or both (docs/reference/profile.md#tolerance)."""

    def __init__(self, count=None, percent=None):
        self.count = count
        self.percent = percent

    def allowed(self, evaluated):
        limits = []
        if self.count is not None:
            limits.append(self.count)
        if self.percent is not None:
            limits.append(int(self.percent * evaluated / 100))
        return min(limits)

    def holds(self, failed, evaluated):
        return failed <= self.allowed(evaluated)


NONE_ALLOWED = Tolerance(count=0)


def percentage(text):
    whole, _, fraction = text.rstrip("%").partition(".")
    return Fraction(int(whole + fraction), 10 ** len(fraction))


class Rule:
    """One rule: how it is called, how much it weighs, and what it judges."""

    def __init__(self, identifier, keyword, field=None):
        self.id = identifier
        self.keyword = keyword
        self.field = field
        self.severity = "error"
        self.tolerance = NONE_ALLOWED
        self.labels = []
        self.message = None
        self.code = None
        self.tag = None
        self.priority = 50
        self.paths = []
        self.is_run = True
        self.is_built_in = False
        self.expression = None
        self.position = 0
        # The section that it is a part of.
        self.section = None


def priority_number(rule):
    return rule.priority if isinstance(rule.priority, Number) else Number(str(rule.priority))


class Declaration:
    """What `fields` says about a path as it is written: how its value is read
    (docs/reference/paths.md#declarations)."""

    def __init__(self):
        self.types = None
        self.normalize = []
        self.separator = None
        self.temporal = None
        self.labels = []


NOTHING_DECLARED = Declaration()


class Constraint:
    """A keyword with its compiled argument; the rule that it is, if it is one by itself."""

    def __init__(self, keyword, argument, rule=None):
        self.keyword = keyword
        self.argument = argument
        self.rule = rule


class Block:
    """Constraints for one value. `items` and `fields` are the nested blocks that yield rules of their own."""

    def __init__(self, path):
        self.path = path
        self.constraints = []
        self.items = None
        self.fields = None


class Branches:
    """`when` with what it leads to; either branch may be lacking."""

    def __init__(self, condition, consequence, alternative):
        self.condition, self.consequence, self.alternative = condition, consequence, alternative


class PathBlock:
    """A block that maps paths to constraint blocks, and its operators."""

    def __init__(self):
        self.parts = []


class Comparison:
    """Two operands (see operands.py) and the difference that they may have."""

    def __init__(self, left, operator, right, within=None):
        self.left, self.operator, self.right, self.within = left, operator, right, within
        # The notations of two dates or times.
        self.notations = None


class Reference:
    """`"rule": id`."""

    def __init__(self, identifier):
        self.id = identifier

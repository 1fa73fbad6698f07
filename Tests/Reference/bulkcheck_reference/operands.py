"""Operands of `compare`: paths, numbers, `+ - *`, parentheses and functions, exact."""

import re
from fractions import Fraction
from typing import NamedTuple

from .paths import EVERY, PathError, Star, parse_path

FUNCTIONS = ("length", "count", "sum", "min", "max")
OVER_SEVERAL = ("sum", "min", "max")
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", re.ASCII)
WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^" \t\r\n()])+')
EXPONENT = 10_000


class OperandError(Exception):
    """A text that is not an operand."""


class Constant(NamedTuple):
    value: Fraction


class Value(NamedTuple):
    path: tuple


class Function(NamedTuple):
    """`each` is what is computed for each element of the array of `path`; None: its values are taken."""

    name: str
    path: tuple
    each: object = None


class Operation(NamedTuple):
    left: object
    sign: str
    right: object


# What an operand comes to if it is not a number; of two parts the later one in this list prevails.
OUT_OF_RANGE, NOT_A_NUMBER, NOTHING, UNKNOWN = "out of range", "not a number", "missing", "unreadable"
WORSE = (OUT_OF_RANGE, NOT_A_NUMBER, NOTHING, UNKNOWN)


def worst(*parts):
    """The worst of what is not a number, or None."""
    found = [part for part in parts if isinstance(part, str)]
    return max(found, key=WORSE.index) if found else None


def exact(number):
    """A number as a fraction, or that it is out of range."""
    if number.significand == 0:
        return Fraction(0)
    digits = len(str(abs(number.significand)))
    if number.exponent < -EXPONENT or number.exponent + digits > EXPONENT + 1:
        return OUT_OF_RANGE
    return Fraction(number.significand) * Fraction(10) ** number.exponent


class Parser:
    """Reads one operand; `number` makes a Number of a text, `name` notes a path."""

    def __init__(self, text, number, name):
        self.number, self.name = number, name
        self.is_each = False
        self.tokens = self.scan(text)

    def scan(self, text):
        tokens, position = [], 0
        while position < len(text):
            if text[position] in " \t\r\n":
                position += 1
            elif text[position] in "()":
                tokens.append(text[position])
                position += 1
            else:
                match = WORD.match(text, position)
                if not match:
                    raise OperandError(text)
                alone = tokens[-1:] == ["("] and text[match.end():match.end() + 1] == ")"
                tokens.append(("word", match[0]) if alone or match[0] not in "+-*" else match[0])
                position = match.end()
        return tokens

    def parse(self):
        result = self.sum()
        if self.tokens:
            raise OperandError("something is left")
        return result

    def next(self):
        if not self.tokens:
            raise OperandError("something is missing")
        return self.tokens.pop(0)

    def sum(self):
        left = self.product()
        while self.tokens and self.tokens[0] in ("+", "-"):
            left = Operation(left, self.next(), self.product())
        return left

    def product(self):
        left = self.part()
        while self.tokens and self.tokens[0] == "*":
            left = Operation(left, self.next(), self.part())
        return left

    def part(self):
        token = self.next()
        if token == "(":
            inner = self.sum()
            if self.next() != ")":
                raise OperandError("not closed")
            return inner
        if not isinstance(token, tuple):
            raise OperandError(token)
        word = token[1]
        if self.is_each and self.tokens[:1] == ["("]:
            raise OperandError(word)
        if not self.tokens or self.tokens[0] != "(":
            return self.constant(word) if NUMBER.fullmatch(word) else self.path(Value, word)
        self.next()
        if word in OVER_SEVERAL and self.tokens[1:2] != [")"]:
            return self.folded(word)
        argument = self.next()
        if word not in FUNCTIONS or not isinstance(argument, tuple) or self.next() != ")":
            raise OperandError(word)
        return self.path(lambda path: Function(word, path), argument[1])

    def folded(self, word):
        """A function of what is computed for each element of one array."""
        before, self.is_each = self.is_each, True
        each = self.sum()
        self.is_each = before
        paths = paths_of(each)
        arrays = {path[:max((i + 1 for i, step in enumerate(path) if isinstance(step, EVERY)), default=0)] for path in paths}
        if before or self.next() != ")" or len(arrays) != 1 or not all(path and isinstance(path[-1], Star) for path in arrays):
            raise OperandError(word)
        return Function(word, paths[0], each)

    def constant(self, word):
        value = exact(self.number(word))
        if isinstance(value, str):
            raise OperandError(value)
        return Constant(value)

    def path(self, make, word):
        try:
            path = parse_path(word)
        except PathError:
            raise OperandError(word) from None
        made = make(path)
        several = any(isinstance(step, EVERY) for step in path)
        if several != (self.is_each or isinstance(made, Function) and made.name in OVER_SEVERAL):
            raise OperandError(word)
        self.name(path)
        return made


def is_constant(operand):
    if isinstance(operand, Operation):
        return is_constant(operand.left) and is_constant(operand.right)
    return isinstance(operand, Constant)


def paths_of(operand):
    if isinstance(operand, Operation):
        return paths_of(operand.left) + paths_of(operand.right)
    return [operand.path] if isinstance(operand, (Value, Function)) else []

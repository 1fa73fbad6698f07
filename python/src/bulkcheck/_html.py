"""A report as notebooks show it: the verdict, and the rules that did not simply pass."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, List

if TYPE_CHECKING:
    from ._report import Report, Rule

_COLOURS = {"fail": "#b3261e", "warn": "#8a5a00", "info": "#1f5fa8", "idle": "#6b6b6b"}
_ROWS = 50


def html_of(report: Report) -> str:
    counts = report.records
    colour = "#1b6e3c" if report.passed else _COLOURS["fail"]
    head = (
        f'<p><b style="color:{colour}">{escape(report.outcome)}</b> &nbsp; {counts.valid:,} valid, '
        f"{counts.invalid:,} invalid, {counts.malformed:,} malformed of {counts.total:,} records"
    )
    if not report.complete:
        head += " &nbsp; <b>not everything could be read</b>"
    shown = [rule for rule in report.rules.values() if rule.status in _COLOURS]
    others = len(report.rules) - len(shown)
    rows: List[str] = [_row(rule) for rule in shown[:_ROWS]]
    if len(shown) > _ROWS:
        others += len(shown) - _ROWS
    table = ""
    if rows:
        titles = "".join(
            f'<th style="text-align:{side}">{name}</th>'
            for name, side in (
                ("", "left"),
                ("rule", "left"),
                ("failed", "right"),
                ("of", "right"),
                ("first failure, or what was measured", "left"),
            )
        )
        table = f"<table><thead><tr>{titles}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f"<div>{head}</p>{table}<p>{others:,} more rules</p></div>"


def _row(rule: Rule) -> str:
    cells = (
        (f'<b style="color:{_COLOURS[rule.status]}">{rule.status}</b>', "left"),
        (f"<code>{escape(rule.id)}</code>", "left"),
        (f"{rule.failed:,}", "right"),
        (f"{rule.evaluated:,}", "right"),
        (escape(rule.example), "left"),
    )
    return (
        "<tr>"
        + "".join(f'<td style="text-align:{side}">{text}</td>' for text, side in cells)
        + "</tr>"
    )

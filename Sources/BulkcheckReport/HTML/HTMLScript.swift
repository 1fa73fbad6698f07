/// The script of the HTML page: it filters and sorts the rules, and unfolds what a link leads to or
/// a printer gets. Without it the page shows the same.
///
/// It is written without the characters that XML would take for markup. It takes nothing from the
/// data but text to compare.
enum HTMLScript {
  /// The hash by which the page's content security policy knows the script. A test compares them.
  static let digest = "sha256-A155yfcX1kt3n3kkfsEUcYGsyxJ7rPJ3zqvxhmjAvhw="

  static let text = """
    (function () {
      "use strict";
      function each(query, action) { document.querySelectorAll(query).forEach(action); }
      function reveal() {
        var place = location.hash.length > 1
          ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
        for (var part = place; part; part = part.parentElement) {
          if (part.tagName === "DETAILS") { part.open = true; }
        }
        if (place) { place.scrollIntoView(); }
      }
      addEventListener("hashchange", reveal);
      reveal();
      addEventListener("beforeprint", function () {
        each("details:not([open])", function (part) { part.open = true; part.dataset.shut = ""; });
      });
      addEventListener("afterprint", function () {
        each("details[data-shut]", function (part) {
          part.open = false;
          part.removeAttribute("data-shut");
        });
      });

      function key(row, column) {
        var cell = row.cells[column];
        var text = cell ? cell.textContent.trim() : "";
        var number = parseFloat(text.replace(/[,\\s]/g, "").replace(/^~/, ""));
        return { text: text.toLowerCase(), number: Number.isNaN(number) ? -1 : number };
      }
      each("table.sorts", function (table) {
        var body = table.tBodies[0];
        var fold = table.parentElement.nextElementSibling;
        var rest = fold ? fold.querySelector("table.sorts") : null;
        var rows = Array.from(body.rows);
        if (rest) { rows = rows.concat(Array.from(rest.tBodies[0].rows)); }
        if (rows.length === 1 || table.closest("details")) { return; }
        Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
          var button = document.createElement("button");
          button.type = "button";
          button.textContent = head.textContent;
          head.textContent = "";
          head.append(button);
          button.addEventListener("click", function () {
            var isNumber = head.classList.contains("n");
            var states = isNumber ? ["descending", "ascending"] : ["ascending", "descending"];
            var next = states[states.indexOf(head.getAttribute("aria-sort")) + 1];
            table.querySelectorAll("thead [aria-sort]").forEach(function (other) {
              other.removeAttribute("aria-sort");
            });
            if (next) { head.setAttribute("aria-sort", next); }
            table.classList.toggle("sorted", Boolean(next));
            var sorted = rows.slice();
            if (next) {
              sorted.sort(function (one, other) {
                var left = key(one, column);
                var right = key(other, column);
                var order = isNumber
                  ? left.number - right.number : left.text.localeCompare(right.text);
                return next === "ascending" ? order : -order;
              });
            }
            sorted.forEach(function (row) { body.append(row); });
            if (rest) { fold.remove(); }
          });
        });
      });

      var form = document.getElementById("filter");
      if (!form) { return; }
      var rules = new Map();
      function collect() {
        each("[data-r]", function (part) {
          var rule = rules.get(part.dataset.r) || { parts: [], text: "" };
          rule.parts.push(part);
          rule.text += " " + part.textContent.toLowerCase();
          rules.set(part.dataset.r, rule);
        });
      }
      function value(name) {
        var field = form.elements[name];
        return field ? field.value.trim().toLowerCase() : "";
      }
      function apply() {
        if (rules.size === 0) { collect(); }
        var words = value("words");
        var status = value("status");
        var label = value("label");
        var shown = 0;
        rules.forEach(function (rule) {
          var facts = rule.parts[0].dataset;
          var fits = [
            rule.text.includes(words),
            status === "" || facts.s === status,
            label === "" || facts.l.split(" ").includes(label)
          ].every(Boolean);
          rule.parts.forEach(function (part) { part.hidden = !fits; });
          shown += fits ? 1 : 0;
        });
        var isFiltered = words + status + label !== "";
        each("[data-group]", function (group) {
          group.hidden = !group.querySelector("[data-r]:not([hidden])");
          if (group.tagName === "DETAILS") { group.open = isFiltered; }
        });
        form.elements.count.textContent =
          isFiltered ? shown + " of " + rules.size + " rules" : "";
      }
      form.addEventListener("input", apply);
      form.addEventListener("reset", function () { setTimeout(apply); });
      form.addEventListener("submit", function (event) { event.preventDefault(); });
      form.hidden = false;
      if (value("words") + value("status") + value("label") !== "") { apply(); }
    })();
    """
}

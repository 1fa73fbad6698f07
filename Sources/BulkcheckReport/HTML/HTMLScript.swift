/// The script of the HTML page: it filters the rules, and unfolds what a link leads to or a printer
/// gets. Without it the page shows the same.
///
/// It is written without the characters that XML would take for markup. It takes nothing from the
/// data but text to compare.
enum HTMLScript {
  /// The hash by which the page's content security policy knows the script. A test compares them.
  static let digest = "sha256-bzQiS3h6pbt0YixW7A9lWb1ddrY7dLiTAxhN/+ePP0U="

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

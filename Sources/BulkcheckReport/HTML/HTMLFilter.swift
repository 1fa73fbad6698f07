/// The form that filters the rules of the HTML page. It is there only where scripts run.
enum HTMLFilter {
  /// Fewer rules are seen at a glance.
  private static let rulesMinimum = 6

  static func text(_ rules: HTMLRules) -> String {
    guard rules.detailed.count + rules.others.count >= rulesMinimum else { return "" }
    let states = rules.states.map { "<option value=\"\($0)\">\($0)</option>" }
    let labels = rules.labels.enumerated().map {
      "<option value=\"\($0.offset)\">\(HTMLParts.escaped($0.element))</option>"
    }
    return """
      <form id="filter" role="search" hidden="">
      <label>Filter rules <input name="words" type="search" placeholder="id, value or message"/>\
      </label>
      \(select("status", states))
      \(labels.isEmpty ? "" : select("label", labels) + "\n")\
      <output name="count" aria-live="polite"></output>
      </form>
      """
  }

  private static func select(_ name: String, _ options: [String]) -> String {
    "<label>\(name) <select name=\"\(name)\"><option value=\"\">all</option>"
      + options.joined() + "</select></label>"
  }
}

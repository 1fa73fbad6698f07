internal import BulkcheckCore
internal import BulkcheckDocument

/// Finds what the root reaches: its mistakes count, while references that nothing reaches are only
/// noted.
extension SchemaLibrary {
  /// An `$id` or anchor that is given twice: a mistake if a reachable reference names it.
  struct Repetition {
    enum Name: Hashable {
      case uri(ExactText)
      case anchor(ExactText, resource: Int)
    }

    var name: Name
    var document: Int
    var offset: Int
    var complaint: Complaint
  }

  /// Resolves the references of all places that the root reaches, which may open documents.
  mutating func reach(from root: Int) {
    var waiting = [root]
    // Dynamic references lead to any resource on the way that has the name.
    var dynamicNames: Set<String> = []
    var dynamicPlaces: [String: [Int]] = [:]
    var entered: Set<Int> = []
    var cursor = 0
    while cursor < waiting.count {
      let place = waiting[cursor]
      cursor += 1
      guard !places[place].isReached else { continue }
      places[place].isReached = true
      if entered.insert(places[place].resource).inserted {
        for (name, target) in dynamicTargets(of: places[place].resource) {
          dynamicPlaces[name, default: []].append(target)
          if dynamicNames.contains(name) { waiting.append(target) }
        }
      }
      if let members = places[place].node.members { readReferences(of: place, members) }
      for reference in places[place].references {
        waiting.append(reference.target)
        if let name = reference.dynamicName, dynamicNames.insert(name).inserted {
          waiting += dynamicPlaces[name] ?? []
        }
      }
      waiting += appliedChildren(of: place).map(\.place)
    }
    settleRepetitions(dynamicNames)
  }

  private func dynamicTargets(of resource: Int) -> [(name: String, place: Int)] {
    let resource = resources[resource]
    return resource.dynamicAnchors.map { ($0.key, $0.value) }
      + (resource.isRecursiveAnchor ? [("", resource.root)] : [])
  }

  /// The children of a place whose schemas apply to values.
  func appliedChildren(of place: Int) -> [Child] {
    let (place, dialect) = (places[place], meaning(of: place).dialect)
    if dialect < .draft2019, place.references.contains(where: { $0.keyword == "$ref" }) {
      return []
    }
    return place.children.filter { place.applies($0.keyword, in: dialect) }
  }

  /// Tells what is given twice: as a mistake where a reachable reference cannot know which is
  /// meant.
  private mutating func settleRepetitions(_ dynamicNames: Set<String>) {
    let found = repetitions
    repetitions = []
    for repetition in found {
      let isNamed =
        if case .anchor(let name, _) = repetition.name, dynamicNames.contains(name.text) {
          true
        } else {
          referredNames.contains(repetition.name)
        }
      if isNamed {
        complain(repetition.document, repetition.offset, repetition.complaint)
      } else {
        note(repetition.document, repetition.offset, repetition.complaint)
      }
    }
  }

  /// Notes what is given twice in documents that nothing reaches.
  mutating func noteRepetitions() {
    for repetition in repetitions {
      note(repetition.document, repetition.offset, repetition.complaint)
    }
    repetitions = []
  }

  /// Tells what is wrong with a reference: a note if nothing reaches it.
  mutating func complain(
    ofReferenceIn document: Int, _ offset: Int, _ complaint: Complaint, isReached: Bool
  ) {
    if isReached {
      complain(document, offset, complaint)
    } else {
      note(document, offset, .beyondReach(complaint))
    }
  }
}

extension SchemaLibrary.Place {
  /// Whether the subschemas of a keyword apply to any value.
  func applies(_ keyword: String, in dialect: SchemaDialect) -> Bool {
    switch keyword {
    case "then", "else": return children.contains { $0.keyword == "if" }
    case "additionalItems": return node["items"]?.elements != nil
    default:
      switch KeywordFacts.named(keyword, in: dialect)?.vocabulary {
      case .applicator, .unevaluated: return true
      default: return false
      }
    }
  }
}

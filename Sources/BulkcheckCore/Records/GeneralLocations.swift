extension FieldTreeBuilder {
  /// Deeper values have locations of their own, so that the sum of all texts stays small.
  private static let locationDepthMaximum = 64

  /// See ``FieldTree/generalLocations``.
  func generalLocations() -> [String?] {
    var locations = [String?](repeating: nil, count: states.count)
    var depths = [Int](repeating: .max, count: states.count)
    // What leads to a state on a second way is not one location.
    var isReached = [Bool](repeating: false, count: states.count)
    func reach(_ state: StateNumber, from parent: StateNumber) {
      let state = Int(state)
      let before = locations[Int(parent)]
      let isFirst = !isReached[state]
      isReached[state] = true
      guard isFirst, let before, depths[Int(parent)] < FieldTreeBuilder.locationDepthMaximum else {
        locations[state] = nil
        return
      }
      let step = stepNames[state].map(InstanceLocation.escaped) ?? "*"
      locations[state] = before + "/" + step
      depths[state] = depths[Int(parent)] + 1
    }
    locations[0] = ""
    depths[0] = 0
    isReached[0] = true
    for state in 1..<max(1, Int(graphStart)) {
      reach(StateNumber(state), from: states[state].parent)
    }
    for step in schemaStates.taken { reach(step.to, from: step.from) }
    forgetBehindUnknown(&locations)
    return locations
  }

  /// Behind a state with several locations all have several.
  private func forgetBehindUnknown(_ locations: inout [String?]) {
    var behind: [StateNumber: [StateNumber]] = [:]
    for step in schemaStates.taken { behind[step.from, default: []].append(step.to) }
    var open = (graphStart..<StateNumber(states.count)).filter { locations[Int($0)] == nil }
    while let state = open.popLast() {
      for next in behind[state] ?? [] where locations[Int(next)] != nil {
        locations[Int(next)] = nil
        open.append(next)
      }
    }
  }
}

internal import Requirements

extension Round {
  /// The demands of every round pupil who goes, on the others.
  var fears: [Rule] {
    isGoing ? [fearOfSharpOnes, greenKnife] : []
  }

  private var fearOfSharpOnes: Rule {
    Rule("no sharp ones", about: (any Sharp).self) { sharp, group in
      if !sharp.isGoing || group.contains(Mediator.self, where: \.isGoing) { return .confirmed }
      return .failed(reason: Reason(message: "Is afraid to go together without the mediator"))
    }
  }

  private var greenKnife: Rule {
    Rule("green knife", about: Knife.self) { knife, group in
      if knife.colour == .green || !group.contains((any Sharp).self, where: \.isGoing) {
        return .confirmed
      }
      return .failed(
        reason: Reason(message: "The knife must be green if round and sharp ones go together"))
    }
  }
}

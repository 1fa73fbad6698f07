internal import CLibrary

/// How far the next numbers may lie beyond the greatest one that was seen.
///
/// The greatest of as many further numbers is greater than the greatest so far in one case of two.
/// By how much depends on how the numbers thin out towards the end. The tail is taken for one that
/// falls exponentially, by the number itself or by its logarithm, whichever reaches farther. How
/// fast it falls is estimated from the greatest tenth. That tenth may be large enough to show that
/// the tail has an end, as that of angles has. Then it is taken for a generalized Pareto
/// distribution, whose end is known from the mean and the variance of the excesses (Hosking and
/// Wallis 1987).
struct NumberTail {
  /// Numbers between two limits, taken for evenly spread.
  struct Stretch {
    var lower: Double
    var upper: Double
    var count: Int
  }

  /// One of so many tails may reach farther than estimated.
  private static let risk = 0.001
  /// The same where the logarithms make the tail, which reaches far.
  private static let riskOfLogarithms = 0.002
  /// At least so many numbers make the tail, and at most.
  private static let sizes = 5...200
  /// No limit is more than a million times what was seen.
  private static let growthMaximum = 14.0
  /// Room beyond what was seen that every tail gets, as a share of the whole range: of few numbers,
  /// and of a thousand or more.
  private static let (roomOfFew, roomOfMany) = (0.5, 0.25)
  /// So many numbers in the tail tell its shape.
  private static let sizeOfShape = 100

  /// Gaps between neighbours that may lie between 0 and the first number.
  private static let gapsMaximum = 5.0

  /// In ascending order; there are at least two numbers.
  var stretches: [Stretch]
  private var count: Int { stretches.reduce(0) { $0 + $1.count } }

  /// The same numbers with the other sign: their tail is the lower one of these.
  var mirrored: NumberTail {
    NumberTail(
      stretches: stretches.reversed().map {
        Stretch(lower: -$0.upper, upper: -$0.lower, count: $0.count)
      })
  }

  /// A limit that as many further numbers will hardly reach.
  var reach: Double {
    guard let first = stretches.first, let last = stretches.last else { return 0 }
    let most = last.upper
    let count = count
    let size = min(max(NumberTail.sizes.lowerBound, count / 10), NumberTail.sizes.upperBound)
    let tail = top(min(size, count - 1))
    let start = number(at: min(size, count - 1))
    let room = size < NumberTail.sizeOfShape ? NumberTail.roomOfFew : NumberTail.roomOfMany
    let least = most + room * (most - first.lower)
    let mean = NumberTail.mean(of: tail) { $0 - start }
    let variance = NumberTail.variance(of: tail, around: start + mean)
    // The shape is below 0 if the tail has an end, and that is certain if it still is so with two
    // standard errors more.
    let shape = 0.5 - 0.5 * mean * mean / max(variance, .leastNormalMagnitude)
    let highest = shape + 2 / Double(size).squareRoot()
    if size >= NumberTail.sizeOfShape, highest < 0 {
      let share = pow(NumberTail.risk / Double(size), -highest)
      return max(least, start + mean * (1 - highest) * (1 - share) / -highest)
    }
    var reach = max(least, most + NumberTail.steps(size, NumberTail.risk) * mean)
    if start > 0 {
      let steps = NumberTail.steps(size, NumberTail.riskOfLogarithms)
      let growth = steps * NumberTail.mean(of: tail) { log($0 / start) }
      reach = max(reach, most * exp(min(growth, NumberTail.growthMaximum)))
    }
    return reach
  }

  /// How many times the mean excess the tail may go beyond its greatest number; more if the mean is
  /// known from few numbers.
  private static func steps(_ size: Int, _ risk: Double) -> Double {
    let size = Double(size)
    return size * (pow(risk, -1 / size) - 1)
  }

  /// The numbers begin so close to 0 that the first is hardly farther from it than they are from
  /// each other: 0 is where they begin.
  var beginsAtZero: Bool {
    guard let first = stretches.first, let last = stretches.last else { return false }
    return first.lower * Double(count) <= NumberTail.gapsMaximum * (last.upper - first.lower)
  }

  /// The greatest `size` numbers.
  private func top(_ size: Int) -> [Stretch] {
    var rest = size
    var found: [Stretch] = []
    for stretch in stretches.reversed() where rest > 0 {
      var part = stretch
      part.count = min(rest, stretch.count)
      let share = Double(part.count) / Double(stretch.count)
      part.lower = stretch.upper - share * (stretch.upper - stretch.lower)
      rest -= part.count
      found.append(part)
    }
    return found
  }

  /// The number that has `rank` greater ones.
  private func number(at rank: Int) -> Double {
    var rest = rank
    for stretch in stretches.reversed() {
      if rest < stretch.count {
        let share = (Double(rest) + 0.5) / Double(stretch.count)
        return stretch.upper - share * (stretch.upper - stretch.lower)
      }
      rest -= stretch.count
    }
    return stretches[0].lower
  }

  /// The one in the middle.
  var median: Double { number(at: count / 2) }

  /// Of numbers that are evenly spread over each stretch.
  private static func variance(of stretches: [Stretch], around mean: Double) -> Double {
    let sum = stretches.reduce(0.0) { sum, stretch in
      let width = stretch.upper - stretch.lower
      let distance = (stretch.lower + stretch.upper) / 2 - mean
      return sum + Double(stretch.count) * (distance * distance + width * width / 12)
    }
    return sum / Double(max(1, stretches.reduce(0) { $0 + $1.count }))
  }

  private static func mean(of stretches: [Stretch], _ body: (Double) -> Double) -> Double {
    let sum = stretches.reduce(0) {
      $0 + Double($1.count) * max(0, body(($1.lower + $1.upper) / 2))
    }
    return sum / Double(max(1, stretches.reduce(0) { $0 + $1.count }))
  }
}

internal import BulkcheckCore

/// One limit of an order; a bound where its type is a number.
struct Limit<Value> {
  let bound: Bound?

  init(_ value: Value, isExclusive: Bool = false) {
    bound = NumberDigits.digits(value).map { Bound($0, isExclusive: isExclusive) }
  }
}

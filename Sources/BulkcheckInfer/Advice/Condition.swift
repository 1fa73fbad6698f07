/// What a field must be if another field has one of some values.
struct Condition {
  /// The field of the condition: its place in the tree, its path, and the values as JSON text.
  var place: Int32
  var field: String
  var values: [String]

  /// The path of the field that is asked for.
  var needed: String
  var isRequired: Bool
  var pattern: String?
  /// Records that are judged.
  var evaluated: Int
  var exceptions: Int

  /// Records in which the field of the condition has one of the values.
  var records = 0
  /// Other records in which the field has a value, or one that the pattern fits.
  var elsewhere = 0
  /// The field has a value in no other record.
  var isExclusive = false

  /// Of the value with the fewest, how many cases there are that could break the rule: records, or
  /// the different texts that match, if these are fewer.
  var cases = 0
  /// Other records that could break the rule, and those that do.
  var others = 0
  var othersBroken = 0
  /// The shapes are those of dates or times, which are as long as they are by chance.
  var isAboutMoments = false

  /// Fewer cases on either side tell too little.
  private static let casesMinimum = 50
  /// By chance alone, with probability e⁻²¹ at most, a value has no exception where so many are to
  /// be expected. `infer` compares at most 64 fields in two ways with 100 values of 63 others each:
  /// with all of these, chance makes such a rule once in 1,000 data sets at most.
  private static let expectedMinimum = 21.0

  /// It holds, and not by chance.
  var isCertain: Bool {
    let (cases, broken) = (Double(self.cases), Double(othersBroken))
    return exceptions == 0 && !isAboutMoments && min(evaluated, others) >= Condition.casesMinimum
      && cases * broken >= Condition.expectedMinimum * Double(evaluated + others)
  }
}

/// Cells that write numbers in a form of their own, such as `$1,234.50` or `12 %`, in the forms
/// that are tried.
///
/// A form is given up with the first cell that it does not read, so the order of the cells does not
/// matter. The forms have two kinds of decimal characters, and so each cell at most two values.
package struct FormedNumbers: BitwiseCopyable {
  /// Signs and codes of currencies, and the percent sign.
  private static let affixes = [
    "$", "€", "£", "¥", "₹", "₽", "₩", "₺", "zł", "Kč", "kr", "R$", "US$", "CHF", "USD", "EUR",
    "GBP", "JPY", "CNY", "INR", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "BRL",
    "MXN", "ZAR", "TRY", "KRW", "%",
  ]
  private static let percent = affixes.count - 1
  /// The forms without their affixes: those without groups first.
  private static let forms: [NumberForm] = [
    (".", ""), (",", ""), (".", ","), (",", "."), (",", " "), (".", " "), (".", "'"),
  ].map { decimal, group in
    var form = NumberForm()
    form.decimal = decimal == "." ? Ascii.point : Ascii.comma
    form.group = group
    form.affixes = affixes
    form.hasParentheses = true
    form.isLenient = true
    return form
  }
  private static let codes = forms.map { OwnedBytes($0.code) }
  static let all: UInt8 = 1 << 7 - 1
  /// Those with a decimal comma.
  static let withComma: UInt8 = 0b1_1010
  private static let withoutGroups: UInt8 = 0b11

  /// The cells.
  private(set) var count = 0
  /// The forms in which a cell had groups.
  private var groupedForms: UInt8 = 0
  private var usedAffixes: UInt64 = 0
  private var hasParentheses = false
  private var isLenient = false
  /// The values with a decimal point, and those with a decimal comma.
  private var points = NumberSummary()
  private var pointBuckets: NumberBuckets?
  private var commas = NumberSummary()
  private var commaBuckets: NumberBuckets?

  init() {}

  func deallocate() {
    pointBuckets?.deallocate()
    commaBuckets?.deallocate()
  }

  mutating func clear() {
    var (points, commas) = (pointBuckets, commaBuckets)
    points?.clear()
    commas?.clear()
    self = FormedNumbers()
    (pointBuckets, commaBuckets) = (points, commas)
  }

  /// The forms of some that read a text.
  static func forms(_ wanted: UInt8, reading text: ByteView) -> UInt8 {
    var found: UInt8 = 0
    for number in 0..<forms.count where wanted & 1 << UInt8(number) != 0 {
      if FormedNumber(text, codes[number].view) != nil { found |= 1 << UInt8(number) }
    }
    return found
  }

  /// Counts a cell that some forms read.
  mutating func add(_ text: ByteView, _ forms: UInt8) {
    count += 1
    var (point, comma): (Decimal?, Decimal?)
    for number in 0..<FormedNumbers.forms.count where forms & 1 << UInt8(number) != 0 {
      guard let parts = FormedNumber(text, FormedNumbers.codes[number].view) else { continue }
      usedAffixes |= parts.affixes
      if parts.hasParentheses { hasParentheses = true }
      if parts.isLenient { isLenient = true }
      if parts.hasGroups { groupedForms |= 1 << UInt8(number) }
      if FormedNumbers.withComma & 1 << UInt8(number) != 0 {
        comma = parts.decimal
      } else {
        point = parts.decimal
      }
    }
    if let point {
      points.add(point)
      if pointBuckets == nil { pointBuckets = NumberBuckets() }
      pointBuckets?.add(point)
    }
    if let comma {
      commas.add(comma)
      if commaBuckets == nil { commaBuckets = NumberBuckets() }
      commaBuckets?.add(comma)
    }
  }

  mutating func merge(_ other: FormedNumbers) {
    count += other.count
    groupedForms |= other.groupedForms
    usedAffixes |= other.usedAffixes
    hasParentheses = hasParentheses || other.hasParentheses
    isLenient = isLenient || other.isLenient
    points.merge(other.points)
    commas.merge(other.commas)
    if let buckets = other.pointBuckets {
      if pointBuckets == nil { pointBuckets = NumberBuckets() }
      pointBuckets?.merge(buckets)
    }
    if let buckets = other.commaBuckets {
      if commaBuckets == nil { commaBuckets = NumberBuckets() }
      commaBuckets?.merge(buckets)
    }
  }

  /// The form that is meant, of those that read all cells: with groups if there were some. Shares
  /// rarely have any.
  func form(of active: UInt8) -> NumberForm? {
    guard active != 0 else { return nil }
    let grouped = active & groupedForms
    let plain = active & FormedNumbers.withoutGroups
    let isShare = usedAffixes == 1 << UInt64(FormedNumbers.percent)
    let chosen = grouped != 0 && !(isShare && plain != 0) ? grouped : plain != 0 ? plain : active
    var form = FormedNumbers.forms[chosen.trailingZeroBitCount]
    if groupedForms & 1 << UInt8(chosen.trailingZeroBitCount) == 0 { form.group = "" }
    form.affixes = FormedNumbers.affixes.enumerated().filter {
      usedAffixes >> UInt64($0.offset) & 1 == 1
    }.map(\.element)
    form.hasParentheses = hasParentheses
    form.isLenient = isLenient
    return form
  }

  /// The values in a form.
  func values(in form: NumberForm) -> (numbers: NumberSummary, buckets: NumberBuckets?) {
    form.decimal == Ascii.comma ? (commas, commaBuckets) : (points, pointBuckets)
  }
}

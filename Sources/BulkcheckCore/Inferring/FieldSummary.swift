/// The summary of the values at one path.
package struct FieldSummary: BitwiseCopyable {
  /// How often the key stood in its object, or an element in its array; of the record: how many
  /// records are objects.
  package var present = 0
  package var null = 0
  package var `true` = 0
  package var `false` = 0
  package var objects = 0
  package var arrays = 0
  /// JSON: numbers. CSV: cells that read as numbers, which are texts too.
  package var numbers = NumberSummary()
  /// The buckets in which the numbers lie; nil before the first.
  package var numberBuckets: NumberBuckets?
  package var texts = TextSummary()
  /// The numbers of elements of arrays.
  package var elementsMinimum = Int.max
  package var elementsMaximum = 0
  package var emptyArrays = 0
  /// The key stood twice in its object.
  package var duplicateKeys = 0
  /// CSV: numbers with zeros in front, which are rather codes.
  package var leadingZeros = 0
  /// CSV: numbers that are written as `.5` or `+5`.
  package var lenientNumbers = 0
  /// CSV: cells that are one of ``MissingWords``, each with its count; counted nowhere else.
  package var missingWords: Storage<Int>?
  /// CSV: the forms of ``FormedNumbers`` that read all cells that are not plain numbers, and those
  /// that read all plain ones with a point.
  var formedForms = FormedNumbers.all
  var dottedForms = FormedNumbers.all
  private var formed: Storage<FormedNumbers>?
  /// ``numbers`` has the numbers in another form as well.
  private var hasNumberForm = false
  private var formIsLenient = false
  /// CSV: numbers that are not written in the plainest way, so that different texts may be the same
  /// number.
  package var oddNumbers = 0

  /// CSV: a word that was counted apart, but is a text, stands more than once.
  package var hasRepeatedWords = false

  /// Values are noted for the search of duplicates.
  var tracksUniqueness = false
  /// The number of the field among those of ``KindCounts``, or -1.
  package internal(set) var kindField: Int16 = -1
  /// The object in which the key was last seen.
  var owner = -1

  package init() {}

  func deallocate() {
    texts.deallocate()
    numberBuckets?.deallocate()
    missingWords?.deallocate()
    formed?[0].deallocate()
    formed?.deallocate()
  }

  /// Forgets what was counted, but keeps the tables' memory and what has been given up.
  mutating func clear() {
    var texts = texts
    texts.clear()
    let (words, tracks, buckets, number) =
      (missingWords, tracksUniqueness, numberBuckets, kindField)
    words?.fill(0, count: MissingWords.all.count)
    let (formed, forms, dotted) = (formed, formedForms, dottedForms)
    formed?[0].clear()
    self = FieldSummary()
    (self.formed, formedForms, dottedForms) = (formed, forms, dotted)
    self.texts = texts
    numberBuckets = buckets
    numberBuckets?.clear()
    missingWords = words
    tracksUniqueness = tracks
    kindField = number
  }

  /// Gives its memory back, for its place has become part of another one.
  mutating func leave() {
    deallocate()
    self = FieldSummary()
  }

  mutating func merge(_ other: FieldSummary, _ reader: inout ShapeReader) {
    present += other.present
    null += other.null
    `true` += other.true
    `false` += other.false
    objects += other.objects
    arrays += other.arrays
    numbers.merge(other.numbers)
    if let buckets = other.numberBuckets {
      if numberBuckets == nil { numberBuckets = NumberBuckets() }
      numberBuckets?.merge(buckets)
    }
    texts.merge(other.texts, &reader)
    elementsMinimum = min(elementsMinimum, other.elementsMinimum)
    elementsMaximum = max(elementsMaximum, other.elementsMaximum)
    emptyArrays += other.emptyArrays
    duplicateKeys += other.duplicateKeys
    leadingZeros += other.leadingZeros
    oddNumbers += other.oddNumbers
    lenientNumbers += other.lenientNumbers
    formedForms &= other.formedForms
    dottedForms &= other.dottedForms
    if let others = other.formed {
      if formed == nil { formed = Storage(capacity: 1, repeating: FormedNumbers()) }
      formed?[0].merge(others[0])
    }
    guard let words = other.missingWords else { return }
    for index in 0..<MissingWords.all.count where words[index] > 0 {
      addMissingWord(index, count: words[index])
    }
  }

  mutating func add(_ number: Decimal) {
    numbers.add(number)
    if number.isLong { return }
    if numberBuckets == nil { numberBuckets = NumberBuckets() }
    numberBuckets?.add(number)
  }

  /// Counts a cell that is not a plain number, but may be one in another form.
  @inline(never)
  mutating func addFormed(_ text: ByteView) {
    formedForms = FormedNumbers.forms(formedForms, reading: text)
    guard formedForms != 0 else { return }
    if formed == nil { formed = Storage(capacity: 1, repeating: FormedNumbers()) }
    formed?[0].add(text, formedForms)
  }

  /// Decides on the form of the numbers, once all are counted.
  mutating func settleNumberForm() {
    guard let formed, formed[0].count > 0, leadingZeros == 0,
      numbers.count + formed[0].count == texts.count,
      let form = formed[0].form(of: formedForms & dottedForms)
    else { return }
    formIsLenient = lenientNumbers > 0
    lenientNumbers = 0
    hasNumberForm = true
    let values = formed[0].values(in: form)
    // A plain number with a point means another one where a comma stands before decimals.
    let isOther = form.decimal == Ascii.comma && dottedForms != FormedNumbers.all
    numbers.merge(values.numbers)
    if isOther {
      numberBuckets?.giveUp()
    } else if let buckets = values.buckets {
      if numberBuckets == nil { numberBuckets = NumberBuckets() }
      numberBuckets?.merge(buckets)
    }
    // Different texts may be the same number.
    oddNumbers += formed[0].count
  }

  /// CSV: how numbers are written, if not plainly.
  package var numberForm: NumberForm? {
    guard hasNumberForm, var form = formed?[0].form(of: formedForms & dottedForms) else {
      return nil
    }
    if formIsLenient { form.isLenient = true }
    return form
  }

  /// Cells with numbers in a form are texts.
  mutating func takeFormedNumbersForTexts() {
    guard hasNumberForm else { return }
    hasNumberForm = false
    leadingZeros += 1
  }

  mutating func addMissingWord(_ index: Int, count: Int = 1) {
    if missingWords == nil {
      missingWords = Storage(capacity: MissingWords.all.count, repeating: 0)
    }
    missingWords?[index] &+= count
  }

  mutating func addElements(_ count: Int) {
    if count == 0 { emptyArrays &+= 1 }
    elementsMinimum = min(elementsMinimum, count)
    elementsMaximum = max(elementsMaximum, count)
  }
}

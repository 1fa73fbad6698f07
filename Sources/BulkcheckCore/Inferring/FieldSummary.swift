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
  }

  /// Forgets what was counted, but keeps the tables' memory and what has been given up.
  mutating func clear() {
    var texts = texts
    texts.clear()
    let (words, tracks, buckets, number) =
      (missingWords, tracksUniqueness, numberBuckets, kindField)
    words?.fill(0, count: MissingWords.all.count)
    self = FieldSummary()
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

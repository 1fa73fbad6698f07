/// Text with everything in it visible: characters that nobody sees, and letters that look like
/// those of another script, are shown as `\u{200B}`.
package enum VisibleText {
  /// - Parameter withControls: whether characters that steer a terminal are shown, too, as
  ///   ``TerminalText`` does it; line ends stay.
  package static func shown(_ text: String, withControls: Bool = false) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 || withControls && isControl($0) }) else {
      return text
    }
    let scalars = Array(text.unicodeScalars)
    let strays = strayLetters(scalars)
    var out = String.UnicodeScalarView()
    for (place, scalar) in scalars.enumerated() {
      if withControls, isControl(scalar) {
        out.append(contentsOf: TerminalText.escaped(String(scalar)).unicodeScalars)
      } else if strays.contains(place) || isInvisible(scalar) && !isAtHome(place, scalars) {
        out.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        out.append(scalar)
      }
    }
    return String(out)
  }

  /// The parts of a message, and what a byte-order mark among them is.
  package static func message(_ parts: [String]) -> [String] {
    guard parts.contains(where: { $0.utf8.contains { $0 >= 0x80 || isControl($0) } }) else {
      return parts
    }
    var shown = parts.map { Self.shown($0, withControls: true) }
    if parts.contains(where: { $0.unicodeScalars.contains("\u{FEFF}") }) {
      shown[shown.count - 1] += byteOrderMark
    }
    return shown
  }

  private static let byteOrderMark =
    " (\\u{FEFF} is a byte-order mark: were files put together?)"

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + hex(scalar.value) + "}"
  }

  /// At least four digits.
  package static func hex(_ code: UInt32) -> String {
    DigitText.padded(String(code, radix: 16, uppercase: true), to: 4)
  }

  // MARK: Controls

  private static func isControl(_ byte: UInt8) -> Bool { isControl(Unicode.Scalar(byte)) }

  /// Control characters but line ends, separators of lines and paragraphs.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }

  // MARK: What is not seen

  /// Blanks other than the plain one, and what has no width or steers the text around it.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0xA0: false
    case 0xA0, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x1680, 0x17B4, 0x17B5, 0x180B...0x180E: true
    case 0x2000...0x200F, 0x202A...0x202F, 0x205F...0x206F, 0x3000, 0x3164: true
    case 0xFEFF, 0xFFA0, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
    default: false
    }
  }

  /// Whether an invisible character is where its script needs it.
  private static func isAtHome(_ place: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    guard place > 0 else { return false }
    let before = scalars[place - 1]
    let after = place + 1 < scalars.count ? scalars[place + 1] : nil
    switch scalars[place].value {
    case 0x3000: return isEastAsian(before) || after.map(isEastAsian) == true
    case 0x200C, 0x200D:
      // A letter may end in a joiner: Malayalam.
      if isVirama(before) { return true }
      guard let after else { return false }
      return joins(before) && joins(after) || isEmoji(before) && isEmoji(after)
    // The letters of a flag.
    case 0xE0020...0xE007F: return isEmoji(before) || (0xE0020...0xE007F).contains(before.value)
    default: return false
    }
  }

  private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
      0x20000...0x3FFFD:
      scalar.value != 0x3000
    default: false
    }
  }

  /// Arabic, as Persian is written in, the scripts of India and those that come from them.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0600...0x08FF, 0x0900...0x109F, 0x1780...0x18AF, 0xFB50...0xFDFF, 0xFE70...0xFEFE,
      0x11000...0x11FFF:
      true
    default: false
    }
  }

  private static func isVirama(_ scalar: Unicode.Scalar) -> Bool {
    joins(scalar) && scalar.properties.canonicalCombiningClass == .virama
  }

  /// Or what follows one: a skin tone, a variation selector.
  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0F || scalar.value > 0xFF && scalar.properties.isEmoji
  }

  // MARK: What looks like something else

  /// Scripts whose letters look alike.
  private enum Script { case latin, greek, cyrillic, armenian, cherokee }

  /// Letters in a word most of whose letters are of another script.
  private static func strayLetters(_ scalars: [Unicode.Scalar]) -> Set<Int> {
    var strays: Set<Int> = []
    var word: [(place: Int, script: Script)] = []
    func endWord() {
      defer { word.removeAll(keepingCapacity: true) }
      guard let first = word.first, word.contains(where: { $0.script != first.script }) else {
        return
      }
      var counts: [Script: Int] = [:]
      for letter in word { counts[letter.script, default: 0] += 1 }
      let most = counts.values.max() ?? 0
      // Of as many Latin ones the others are the strays.
      let own = word.first { counts[$0.script] == most }?.script
      let script = counts[.latin] == most ? .latin : own
      strays.formUnion(
        word.filter { $0.script != script && !(script == .latin && isSymbol(scalars[$0.place])) }
          .map(\.place))
    }
    for (place, scalar) in scalars.enumerated() {
      if let script = script(scalar) {
        word.append((place, script))
      } else if !belongsToWord(scalar) {
        endWord()
      }
    }
    endWord()
    return strays
  }

  private static func script(_ scalar: Unicode.Scalar) -> Script? {
    let script: Script
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A: return .latin
    case 0..<0xAA: return nil
    case 0xAA...0x02AF, 0x1D00...0x1D25, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA722...0xA7FF,
      0xFF21...0xFF5A:
      script = .latin
    case 0x0370...0x03FF, 0x1F00...0x1FFF: script = .greek
    case 0x0400...0x052F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: script = .cyrillic
    case 0x0530...0x058F: script = .armenian
    case 0x13A0...0x13FF, 0xAB70...0xABBF: script = .cherokee
    default: return nil
    }
    // The micro sign is a letter of no script.
    return scalar.value != 0xB5 && scalar.properties.isAlphabetic ? script : nil
  }

  /// A Greek letter that looks like no Latin one, as in `Δt`.
  private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
    (0x0370...0x03FF).contains(scalar.value)
      && !"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχϲϳͿ".unicodeScalars
        .contains(scalar)
  }

  /// Digits, accents and invisible characters do not end a word.
  private static func belongsToWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .decimalNumber, .nonspacingMark, .format: true
    default: false
    }
  }
}

/// Parts of the ids of rules and sections.
enum IDWord {
  /// A part that is a path is cut off behind so many characters.
  static let pathMaximum = 60

  /// The text with nothing but what an id may hold.
  static func word(_ text: String) -> String {
    let words = text.split { character in
      !(character.isASCII
        && (character.isLetter || character.isNumber || "._-".contains(character)))
    }
    return words.joined(separator: "-")
  }
}

#if canImport(Darwin)
  internal import Foundation
#else
  internal import FoundationEssentials
#endif

/// The way from the names in the data to coding keys.
enum KeyConversion: Sendable {
  case snakeCase
  case custom(@Sendable ([any CodingKey]) -> any CodingKey)

  /// nil if names stay as they are.
  init?(_ strategy: JSONDecoder.KeyDecodingStrategy) {
    switch strategy {
    case .useDefaultKeys: return nil
    case .convertFromSnakeCase: self = .snakeCase
    case .custom(let convert): self = .custom(convert)
    #if canImport(Darwin)
      @unknown default: return nil
    #endif
    }
  }

  /// The coding keys for the names of an object's members.
  ///
  /// - Parameter path: the way to the object.
  func codingNames(of names: [String], _ path: CodingTrail) -> [String] {
    switch self {
    case .snakeCase: return names.map(KeyConversion.camelCase)
    case .custom(let convert):
      let outer = path.path
      return names.map { convert(outer + [FieldKey($0)]).stringValue }
    }
  }

  /// The likeliest name in the data for a coding key: several may become the same.
  func dataName(for name: String, _ path: CodingTrail) -> String {
    switch self {
    case .snakeCase:
      let snake = KeyConversion.snakeCase(name)
      return KeyConversion.camelCase(snake) == name ? snake : name
    case .custom: return name
    }
  }

  // MARK: Snake case
  //
  // Both as JSONDecoder and JSONEncoder do it.

  /// `first_name` as `firstName`. Underscores at either end stay.
  static func camelCase(_ name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }),
      let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let words = name[first...last].split(separator: "_")
    guard words.count > 1 else { return name }
    let joined = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
    return String(name[..<first]) + joined + String(name[name.index(after: last)...])
  }

  /// `firstName` as `first_name`, `imageURL` as `image_url`.
  static func snakeCase(_ name: String) -> String {
    var text = ""
    let letters = Array(name)
    for (position, letter) in letters.enumerated() {
      let before = position > 0 ? letters[position - 1] : "_"
      let after = position + 1 < letters.count ? letters[position + 1] : "_"
      let beginsWord =
        letter.isUppercase && before != "_" && (!before.isUppercase || after.isLowercase)
      if beginsWord { text += "_" }
      text += letter.lowercased()
    }
    return text
  }
}

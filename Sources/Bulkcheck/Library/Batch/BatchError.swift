/// Says why a requirement cannot become a ``BatchValidator``: what is wrong, where, and what to do.
public struct BatchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code
  /// The property, or the place in the requirement, that causes the error; nil for the record
  /// itself.
  public let place: String?
  /// The message for people, with what to do.
  public let description: String

  /// A kind of error. More may be added, so a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The requirement has `mistakes` of its own.
    public static let mistake = Code(description: "mistake")
    /// A property's type accepts none of the values that were made up to learn its name.
    public static let cannotMakeUp = Code(description: "cannotMakeUp")
    /// The record's type cannot be decoded from made-up values at all.
    public static let cannotProbe = Code(description: "cannotProbe")
    /// A part of the requirement cannot be checked in a batch.
    public static let unsupported = Code(description: "unsupported")
    /// An id, a message or a tolerance is not valid.
    public static let badRule = Code(description: "badRule")
    /// A file that the requirement refers to cannot be read; ``BatchError/place`` names it.
    public static let cannotRead = Code(description: "cannotRead")
    /// The rules cannot be compiled, for instance because there are too many.
    public static let cannotCompile = Code(description: "cannotCompile")
    /// An option cannot be read, such as the name of an encoding; ``BatchError/place`` names it.
    public static let invalidOption = Code(description: "invalidOption")
  }

  static func mistakes(_ texts: [String]) -> BatchError {
    BatchError(
      code: .mistake, place: nil,
      description: "the requirement has mistakes: " + texts.joined(separator: "; "))
  }

  static func cannotMakeUp(
    property: String, of record: String, type: String, reason: String
  ) -> BatchError {
    let place = property.isEmpty ? record : "the property \(property) of \(record)"
    return BatchError(
      code: .cannotMakeUp, place: property.isEmpty ? nil : property,
      description: "\(place): cannot make up a value of \(type) to find its name in the data (last "
        + "attempt: \(reason)). Make \(type) ExampleProviding")
  }

  static func cannotProbe(_ record: String, reason: String) -> BatchError {
    BatchError(
      code: .cannotProbe, place: nil,
      description:
        "\(record) cannot be decoded from made-up values, so the names of its properties "
        + "are unknown (\(reason)). Write its init(from:) so that it decodes each property with "
        + "its own key")
  }

  static func unsupported(_ place: String, _ what: String, remedy: String) -> BatchError {
    BatchError(
      code: .unsupported, place: place.isEmpty ? nil : place,
      description: (place.isEmpty ? "" : "\(place): ") + "\(what). \(remedy)")
  }

  static func cannotRead(_ file: String, _ reason: String) -> BatchError {
    BatchError(code: .cannotRead, place: file, description: reason)
  }

  static func badRule(_ place: String, _ what: String) -> BatchError {
    BatchError(
      code: .badRule, place: place, description: "the rule \(place): \(what)")
  }
}

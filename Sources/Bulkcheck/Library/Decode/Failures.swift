public import Requirements

#if canImport(Darwin)
  internal import Foundation
#else
  internal import FoundationEssentials
#endif

extension BatchValidator {
  /// Says why a record was not accepted: what is missing or has the wrong type, and which parts of
  /// the requirement it fails.
  ///
  /// ```swift
  /// failures[\.email].first?.message     // "Must be an email address"
  /// failures.byPointer["/lines/0/price"] // the reasons at this JSON Pointer
  /// failures.json                        // for the response
  /// ```
  public struct Failures: Error, Sendable, CustomStringConvertible {
    /// Every reason, with the path in the data.
    ///
    /// The code is `required` for a missing value, `type` for one of the wrong type, `decodable`
    /// for one that its type refuses, and `malformed` for a text that is not JSON. Otherwise it is
    /// that of the requirement.
    public let reasons: [Reason]
    let places: KeyPathPlaces<Record>

    /// The reasons by the JSON Pointer of the place: `/lines/0/price`, empty for the record.
    public var byPointer: [String: [Reason]] {
      Dictionary(grouping: reasons) { $0.path.jsonPointer }
    }

    /// The reasons at a property or inside it.
    public subscript<Value>(keyPath: any KeyPath<Record, Value> & Sendable) -> [Reason] {
      let place = places.path(of: keyPath).components
      return reasons.filter { $0.path.components.starts(with: place) }
    }

    /// Every reason with its place, separated by semicolons.
    public var description: String { reasons.map(\.description).joined(separator: "; ") }

    /// The failures as JSON:
    /// `{"failures":[{"code":"required","message":"Value is missing","pointer":"/email"}]}`.
    public var json: String { json { $0.message } }

    /// The failures as JSON, with the messages of a provider.
    public func json(by provider: some MessageProvider) -> String {
      json { $0.message(by: provider) }
    }

    private func json(_ message: (Reason) -> String) -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let answer = FailureAnswer(failures: reasons.map { .init($0, message($0)) })
      // Texts and numbers can always be written.
      guard let data = try? encoder.encode(answer) else { return #"{"failures":[]}"# }
      return String(decoding: data, as: UTF8.self)
    }
  }
}

extension BatchValidator.Failures: Encodable {
  /// Writes what ``json`` shows.
  public func encode(to encoder: any Encoder) throws {
    try FailureAnswer(failures: reasons.map { .init($0, $0.message) }).encode(to: encoder)
  }
}

/// The failures of a record, as an API answers.
private struct FailureAnswer: Encodable {
  struct Failure: Encodable {
    let pointer: String
    let code: String?
    let message: String
    let parameters: [String: ReasonParameter]?

    init(_ reason: Reason, _ message: String) {
      pointer = reason.path.jsonPointer
      code = reason.code
      self.message = message
      parameters = reason.parameters.isEmpty ? nil : reason.parameters
    }
  }

  let failures: [Failure]
}

/// Lets a type show ``BatchValidator`` values of itself that it could not make up.
///
/// To learn which names a record type gives its properties, a validator decodes it from made-up
/// strings and numbers. Enumerations that are `CaseIterable` need nothing more. Any other type that
/// accepts only certain strings must show two:
///
/// ```swift
/// extension CurrencyCode: ExampleProviding {
///   static var examples: [CurrencyCode] { [.eur, .usd] }
/// }
/// ```
public protocol ExampleProviding: Decodable {
  /// Two values that differ.
  static var examples: [Self] { get }
}

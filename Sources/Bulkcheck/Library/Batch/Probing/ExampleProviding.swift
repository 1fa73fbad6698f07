/// Lets a type show ``BatchValidator`` values of itself that it could not make up.
///
/// To learn which names a record type gives its properties, a validator decodes it from made-up
/// strings and numbers. Enumerations without associated values need nothing more, and neither do
/// those that are `CaseIterable`. Any other type that accepts only certain strings must show two:
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

/// Writes the conformance to `PartialInitializable`: `init(from:)` and `partial()` for every stored
/// property of the struct.
///
/// ```swift
/// @PartialInitializable
/// struct User {
///   let firstName: String  // must have been given
///   let age: Int?          // may be missing
///   var language = "en"    // keeps its default if it was not given
/// }
/// ```
/// A member that is written by hand is left alone: an `init(from:)` that checks more, say. Computed
/// and static properties and constants with a value are not a part of it. Every property must be
/// `Sendable`.
@attached(extension, conformances: PartialInitializable, names: named(init(from:)), named(partial))
public macro PartialInitializable() =
  #externalMacro(module: "RequirementsMacrosPlugin", type: "PartialInitializableMacro")

public import Observation

/// A form: an `@Observable` class with fields.
///
/// ```swift
/// @MainActor @Observable
/// final class NewPassword: FormModel {
///   let password = Field("", .minLength(8))
///   let again = Field("")
///
///   var errorsAcrossFields: [ValidationError] {
///     password.value == again.value ? [] : [ValidationError(message: "Not the same")]
///   }
/// }
/// ```
/// `await form.validate()` shows every error and makes every check.
///
/// The fields are the stored properties that are a ``Field``. Declare them with `let`.
@MainActor
public protocol FormModel: AnyObject, Observable {
  /// The fields with their names, in order.
  ///
  /// Without an implementation of yours, these are the stored properties that are fields, found
  /// with `Mirror`. Write it yourself if your module is compiled without reflection metadata, or to
  /// leave out fields that are not on the screen.
  var fields: [(name: String, field: any FormField)] { get }

  /// The errors that concern several fields together. Without an implementation of yours, none.
  var errorsAcrossFields: [ValidationError] { get }
}

extension FormModel {
  /// The stored properties that are fields, those of a superclass first.
  public var fields: [(name: String, field: any FormField)] {
    var classes: [Mirror] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let found = mirror {
      classes.append(found)
      mirror = found.superclassMirror
    }
    return classes.reversed().flatMap(\.children).compactMap { child in
      guard let name = child.label, let field = child.value as? any FormField else { return nil }
      // `@Observable` renames what is declared with `var`.
      return (name.hasPrefix("_") ? String(name.dropFirst()) : name, field)
    }
  }

  /// No errors.
  public var errorsAcrossFields: [ValidationError] { [] }

  /// Every known error of the form: those of the fields, with the name of the field as the path,
  /// then those across fields. A form without fields has the error that says so.
  public var errors: [ValidationError] {
    let fields = fields
    if fields.isEmpty { return [ValidationError(.mistake(noFields))] }
    let own = fields.flatMap { name, field in
      let path = ValuePath([.key(name)])
      return field.errors.flatMap(\.reasons).map { ValidationError($0.prefixed(by: path)) }
    }
    return own + errorsAcrossFields
  }

  /// Whether every field is valid, and nothing is wrong with several together.
  ///
  /// A field with asynchronous checks is not known to be valid before they have answered, so a
  /// button that is disabled by this may never be enabled: call ``validate()`` instead.
  public var isValid: Bool {
    let fields = fields
    return !fields.isEmpty && fields.allSatisfy { $0.field.isValid } && errorsAcrossFields.isEmpty
  }

  /// Whether a field was edited.
  public var isEdited: Bool { fields.contains { $0.field.isEdited } }

  /// Whether an asynchronous check is under way.
  public var isChecking: Bool { fields.contains { $0.field.isChecking } }

  /// Submits the form: shows the errors of every field, makes the asynchronous checks of all fields
  /// side by side, and returns whether the form is valid.
  ///
  /// A field whose synchronous requirements fail does not keep those of others from being checked,
  /// so one submit shows all errors. If the result is false and ``errors`` is empty, a check threw:
  /// see ``FormField/checkError``.
  public func validate() async -> Bool {
    let fields = fields
    for (_, field) in fields { field.submit() }
    for (_, field) in fields { await field.waitForChecks() }
    return isValid
  }

  /// Resets every field.
  public func reset() {
    for (_, field) in fields { field.reset() }
  }

  private var noFields: String {
    "\(type(of: self)) has no fields: declare them as stored properties, or implement `fields`"
  }
}

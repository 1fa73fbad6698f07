public import Observation

/// A form: an `@Observable` class with fields.
///
/// ```swift
/// @MainActor @Observable
/// final class NewPassword: FormModel {
///   var password = Field("", .minLength(8))
///   var again = Field("")
///
///   var errorsAcrossFields: [ValidationError] {
///     password.value == again.value ? [] : [ValidationError(message: "Not the same")]
///   }
/// }
/// ```
/// `await form.validate()` shows every error and makes every check.
///
/// The fields are the stored properties that are a ``Field``. Declare them with `var`, so that
/// SwiftUI takes `$form.password.value` for a binding. Stored properties that are forms, or lists
/// of them, belong to the form as well.
@MainActor
public protocol FormModel: AnyObject, Observable {
  /// The fields with their names, in order.
  ///
  /// Without an implementation of yours, these are the stored properties that are fields, found
  /// with `Mirror`. Write it yourself if your module is compiled without reflection metadata, or to
  /// leave out fields that are not on the screen.
  var fields: [(name: String, field: any FormField)] { get }

  /// The forms inside this one with their places, in order.
  ///
  /// Without an implementation of yours, these are the stored properties that are forms or arrays
  /// of forms: `address`, `lines[0]`. Write it yourself if the number of forms changes, so that
  /// views are told of it: `formList("lines", lines)`. Do so also in a form that has a reference to
  /// the one around it.
  var forms: [(path: ValuePath, form: any FormModel)] { get }

  /// The errors that concern several fields together. Without an implementation of yours, none.
  var errorsAcrossFields: [ValidationError] { get }
}

extension FormModel {
  /// The stored properties that are fields, those of a superclass first.
  public var fields: [(name: String, field: any FormField)] {
    storedProperties.compactMap { name, value in
      (value as? any FormField).map { (name, $0) }
    }
  }

  /// The stored properties that are forms or arrays of forms, those of a superclass first.
  public var forms: [(path: ValuePath, form: any FormModel)] {
    storedProperties.flatMap { name, value in
      if let form = value as? any FormModel { return [(ValuePath([.key(name)]), form)] }
      return (value as? [any FormModel]).map { formList(name, $0) } ?? []
    }
  }

  /// Forms with their places in a list, for an implementation of ``forms``: `lines[0]`, `lines[1]`.
  public func formList(
    _ name: String, _ forms: [any FormModel]
  ) -> [(path: ValuePath, form: any FormModel)] {
    forms.enumerated().map { (ValuePath([.key(name), .index($0.offset)]), $0.element) }
  }

  /// No errors.
  public var errorsAcrossFields: [ValidationError] { [] }

  /// Every known error: those of the fields, with the name of the field as the path, then those
  /// across fields, then those of the forms inside. A form without fields has the error that says
  /// so.
  public var errors: [ValidationError] {
    everyForm.flatMap { path, form in
      form.ownErrors.map { error in
        error.prefixed(by: path)
      }
    }
  }

  /// Whether every field is valid, and nothing is wrong with several together.
  ///
  /// A field with asynchronous checks is not known to be valid before they have answered, so a
  /// button that is disabled by this may never be enabled: call ``validate()`` instead.
  public var isValid: Bool {
    everyForm.allSatisfy { _, form in
      !form.isEmpty && form.fields.allSatisfy { $0.field.isValid }
        && form.errorsAcrossFields.isEmpty
    }
  }

  /// Whether a field was edited.
  public var isEdited: Bool { everyField.contains { $0.isEdited } }

  /// Whether an asynchronous check is under way.
  public var isChecking: Bool { everyField.contains { $0.isChecking } }

  /// Submits the form: shows the errors of every field, makes the asynchronous checks of all fields
  /// side by side, and returns whether the form is valid.
  ///
  /// A field whose synchronous requirements fail does not keep those of others from being checked,
  /// so one submit shows all errors. If the result is false and ``errors`` is empty, a check threw:
  /// see ``FormField/checkError``.
  public func validate() async -> Bool {
    let fields = everyField
    for field in fields { field.submit() }
    for field in fields { await field.waitForChecks() }
    return isValid
  }

  /// Resets every field.
  public func reset() {
    for field in everyField { field.reset() }
  }

  // MARK: Parts

  /// This form and all that are inside it, each once.
  private var everyForm: [(path: ValuePath, form: any FormModel)] {
    var found: [(path: ValuePath, form: any FormModel)] = [(ValuePath(), self)]
    var seen: Set = [ObjectIdentifier(self)]
    var next = 0
    while next < found.count {
      let (path, form) = found[next]
      next += 1
      for (place, inner) in form.forms where seen.insert(ObjectIdentifier(inner)).inserted {
        found.append((place.prefixed(by: path), inner))
      }
    }
    return found
  }

  private var everyField: [any FormField] { everyForm.flatMap { $0.form.fields.map(\.field) } }

  fileprivate var isEmpty: Bool { fields.isEmpty && forms.isEmpty }

  /// The errors without those of the forms inside.
  fileprivate var ownErrors: [ValidationError] {
    if isEmpty { return [ValidationError(.mistake(noFields))] }
    let own = fields.flatMap { name, field in
      field.errors.map { $0.prefixed(by: ValuePath([.key(name)])) }
    }
    return own + errorsAcrossFields
  }

  private var noFields: String {
    "\(type(of: self)) has no fields: declare them as stored properties, or implement `fields`"
  }

  /// The stored properties, those of a superclass first.
  private var storedProperties: [(name: String, value: Any)] {
    var classes: [Mirror] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let found = mirror {
      classes.append(found)
      mirror = found.superclassMirror
    }
    return classes.reversed().flatMap(\.children).compactMap { child in
      // `@Observable` renames what is declared with `var`.
      child.label.map { ($0.hasPrefix("_") ? String($0.dropFirst()) : $0, child.value) }
    }
  }
}

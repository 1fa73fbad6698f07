// Code that imports the macros means to write requirements.
@_exported public import Requirements

/// Every requirement of the block must hold, as with `Requirement.all`.
///
/// ```swift
/// let username = #all {
///   Requirement<String>.notEmpty().because("A name, please")
///   Requirement<String>.length(min: 3, max: 20)
///   Requirement<String>.matches(pattern: "^[a-zA-Z0-9_]+$")
///     .because("Letters, digits and underscores")
/// }
/// ```
/// Literals inside are checked by the compiler: an invalid pattern, a range that no value meets,
/// limits that contradict each other.
///
/// With an asynchronous requirement in it the block makes an `AsyncRequirement`:
///
/// ```swift
/// let isFree = AsyncRequirement<String> { name in
///   try await api.isAvailable(name) ? .confirmed : .failed(reason: Reason(message: "Taken"))
/// }
/// let free = #all {
///   Requirement<String>.length(min: 3, max: 20)
///   isFree
/// }
/// ```
@freestanding(expression)
public macro all<Value, Combined: AsyncBlockStatement>(
  @AllBlockBuilder<Value> _ requirements: () -> AllBlockResult<Value, Combined>
) -> Combined = #externalMacro(module: "RequirementsMacrosPlugin", type: "AllMacro")
where Combined.Value == Value

/// At least one requirement of the block must hold. Literals inside are checked by the compiler.
///
/// ```swift
/// let contact = #any {
///   Requirement<String>.email()
///   Requirement<String>.phone()
/// }
/// ```
@freestanding(expression)
public macro any<Value>(
  @RequirementBuilder<Value> _ requirements: () -> [Requirement<Value>]
) -> Requirement<Value> = #externalMacro(module: "RequirementsMacrosPlugin", type: "AnyMacro")

/// Confirmed if the requirement is not. Literals inside are checked by the compiler.
///
/// ```swift
/// let noDigitFirst = #not(Requirement<String>.matches(pattern: "^[0-9]"))
/// ```
@freestanding(expression)
public macro not<Value>(_ requirement: Requirement<Value>) -> Requirement<Value> =
  #externalMacro(module: "RequirementsMacrosPlugin", type: "NotMacro")

/// If the condition holds, all of the block must hold; otherwise every value is confirmed, or must
/// meet the second block. Literals inside are checked by the compiler.
///
/// ```swift
/// #when(Requirement<Order>.require(\.isBusiness)) {
///   Requirement.on(\.taxNumber, .notEmpty())
/// } otherwise: {
///   Requirement.on(\.birthYear, .inRange(1900...2100))
/// }
/// ```
@freestanding(expression)
public macro when<Value>(
  _ condition: Requirement<Value>,
  @RequirementBuilder<Value> _ then: () -> [Requirement<Value>]
) -> Requirement<Value> = #externalMacro(module: "RequirementsMacrosPlugin", type: "WhenMacro")

/// Requires one block for values that meet the condition, and another for those that do not.
@freestanding(expression)
public macro when<Value>(
  _ condition: Requirement<Value>,
  @RequirementBuilder<Value> _ then: () -> [Requirement<Value>],
  @RequirementBuilder<Value> otherwise: () -> [Requirement<Value>]
) -> Requirement<Value> = #externalMacro(module: "RequirementsMacrosPlugin", type: "WhenMacro")

/// Requires the block for values whose Boolean property is true: `#when(\Order.isBusiness) { … }`.
@freestanding(expression)
public macro when<Value>(
  _ condition: any KeyPath<Value, Bool> & Sendable,
  @RequirementBuilder<Value> _ then: () -> [Requirement<Value>]
) -> Requirement<Value> = #externalMacro(module: "RequirementsMacrosPlugin", type: "WhenMacro")

/// Requires one block for values whose Boolean property is true, and another for the others.
@freestanding(expression)
public macro when<Value>(
  _ condition: any KeyPath<Value, Bool> & Sendable,
  @RequirementBuilder<Value> _ then: () -> [Requirement<Value>],
  @RequirementBuilder<Value> otherwise: () -> [Requirement<Value>]
) -> Requirement<Value> = #externalMacro(module: "RequirementsMacrosPlugin", type: "WhenMacro")

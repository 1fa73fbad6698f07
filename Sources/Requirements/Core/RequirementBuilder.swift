/// Collects the requirements of a block: statements, `if`, `for`, optionals and arrays.
///
/// Write a Boolean property in it as `Requirement.require(\.isActive)`. The builder does not take
/// the bare key path: if it did, the compiler would ask for a `KeyPath<User, Bool>` wherever the
/// name of a property is misspelt, instead of naming the property. For the same reason it prefers
/// a single requirement to the other forms: the compiler then says of a wrong statement that it is
/// not one.
///
/// In some places the compiler has several functions to choose from. Of a misspelt name it then
/// says only that it cannot infer the key path's type. These are the condition of `when`, the
/// operand of `!`, a statement that begins with a dot, and a short `.require(…)` behind `&&` or
/// `||` if the requirement before it has a type. If the key path has its type, `\User.isActive`,
/// the compiler names the property there too.
@resultBuilder
public enum RequirementBuilder<Value> {
  /// A requirement.
  public static func buildExpression(_ requirement: Requirement<Value>) -> [Requirement<Value>] {
    [requirement]
  }

  /// A requirement that may be nil; nil requires nothing.
  @_disfavoredOverload
  public static func buildExpression(_ requirement: Requirement<Value>?) -> [Requirement<Value>] {
    requirement.map { [$0] } ?? []
  }

  /// Several requirements.
  @_disfavoredOverload
  public static func buildExpression(
    _ requirements: [Requirement<Value>]
  ) -> [Requirement<Value>] {
    requirements
  }

  /// The statements of a block, in order.
  public static func buildBlock(_ parts: [Requirement<Value>]...) -> [Requirement<Value>] {
    parts.flatMap { $0 }
  }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [Requirement<Value>]?) -> [Requirement<Value>] {
    part ?? []
  }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first part: [Requirement<Value>]) -> [Requirement<Value>] {
    part
  }

  /// Another branch.
  public static func buildEither(second part: [Requirement<Value>]) -> [Requirement<Value>] {
    part
  }

  /// A `for` loop.
  public static func buildArray(_ parts: [[Requirement<Value>]]) -> [Requirement<Value>] {
    parts.flatMap { $0 }
  }

  /// Statements inside `if #available`.
  public static func buildLimitedAvailability(
    _ part: [Requirement<Value>]
  ) -> [Requirement<Value>] {
    part
  }
}

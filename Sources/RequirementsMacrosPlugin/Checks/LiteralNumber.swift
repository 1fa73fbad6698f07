internal import SwiftSyntax

/// A number as it is written in the source.
struct LiteralNumber {
  let text: String
  /// Rounded for long integers: an order that holds for these holds for the numbers.
  let value: Double

  init?(_ expression: ExprSyntax) {
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-",
      let number = LiteralNumber(prefix.expression)
    {
      (text, value) = ("-" + number.text, -number.value)
    } else if let literal = expression.as(IntegerLiteralExprSyntax.self),
      let value = literal.representedLiteralValue
    {
      (text, self.value) = (literal.literal.text, Double(value))
    } else if let literal = expression.as(FloatLiteralExprSyntax.self),
      let value = literal.representedLiteralValue
    {
      (text, self.value) = (literal.literal.text, value)
    } else {
      return nil
    }
  }
}

/// A range of two numbers as it is written in the source.
struct LiteralRange {
  let lower: LiteralNumber
  let upper: LiteralNumber
  let includesUpper: Bool

  init?(_ expression: ExprSyntax) {
    guard let (left, sign, right) = Self.parts(expression), sign == "..." || sign == "..<",
      let lower = LiteralNumber(left), let upper = LiteralNumber(right)
    else { return nil }
    (self.lower, self.upper, includesUpper) = (lower, upper, sign == "...")
  }

  /// The two sides of an operator, folded or not.
  private static func parts(_ expression: ExprSyntax) -> (ExprSyntax, String, ExprSyntax)? {
    if let infix = expression.as(InfixOperatorExprSyntax.self) {
      return (infix.leftOperand, infix.operator.trimmedDescription, infix.rightOperand)
    }
    if let sequence = expression.as(SequenceExprSyntax.self), sequence.elements.count == 3 {
      let elements = Array(sequence.elements)
      return (elements[0], elements[1].trimmedDescription, elements[2])
    }
    return nil
  }
}

extension Partial where T: PartialInitializable {
  /// Turns a partial value into a whole one if its rules hold.
  ///
  /// ```swift
  /// let validation = Partial<User>.Validation(
  ///   .required(\.firstName),
  ///   .valueValidation(keyPath: \.lastName) { $0.count > 5 },
  ///   .value(\.email, .email().because("This is not an email address")))
  /// switch validation.validate(partial) {
  /// case .valid(let user): save(user)
  /// case .invalid(let reasons): show(reasons)
  /// }
  /// ```
  public struct Validation: Sendable {
    private let strategies: [Strategy]

    /// Rules, in the order in which reasons are reported.
    public init(_ strategies: Strategy...) { self.strategies = strategies }

    /// Rules, in the order in which reasons are reported.
    public init(_ strategies: [Strategy]) { self.strategies = strategies }

    /// Returns the whole value, or every reason why it is not whole.
    ///
    /// A value that was never given is missing, not invalid, and is reported once for its property.
    /// A nil that was given for an optional property is a value, and can be invalid. If all rules
    /// hold, `T` is built. An error of its initialiser is a reason too.
    public func validate(_ partial: Partial) -> Result {
      var reasons: [Result.Reason] = []
      for strategy in strategies {
        for reason in strategy.reasons(partial) where !reasons.contains(missing: reason) {
          reasons.append(reason)
        }
      }
      return reasons.isEmpty ? build(partial) : .invalid(reasons)
    }

    private func build(_ partial: Partial) -> Result {
      do {
        return .valid(try T(from: partial))
      } catch let error as Partial<T>.Error {
        switch error {
        case .valueNotFound(let keyPath): return .invalid([.missing(keyPath)])
        }
      } catch {
        return .invalid([.notBuilt(Reason(error))])
      }
    }
  }
}

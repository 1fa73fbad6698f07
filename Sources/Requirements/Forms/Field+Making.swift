/// Fields whose value is always there.
extension Field {
  /// Makes a field with a value and its requirements, in the order of their errors.
  ///
  /// - Parameters:
  ///   - value: the value that the field begins with.
  ///   - requirements: what the value must meet.
  ///   - checks: what takes time. They are asked if the requirements hold.
  ///   - pause: the time without an assignment after which the checks begin.
  ///   - timeLimit: the time that the checks have. After that they are cancelled, and
  ///     ``checkError`` is ``AsyncRequirement/TimeLimitExceeded``.
  ///   - clock: measures the pause and the limit.
  // For an optional value the initialiser for the value inside comes first, as in `Validated`.
  @_disfavoredOverload
  public convenience init(
    _ value: Value, _ requirements: Requirement<Value>..., checks: AsyncRequirement<Value>? = nil,
    pause: Duration = .milliseconds(300), timeLimit: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      value,
      requirement: .all(requirements + (checks.map { [$0.synchronous] } ?? [])).onceIfMissing,
      checks: checks?.checks ?? [], FieldTiming(pause: pause, limit: timeLimit, clock: clock))
  }
}

/// Fields whose value may be missing.
///
/// The requirements are about the value inside. nil fails them with one reason, unless all of them
/// are inside `ifPresent`: see ``Validated``. The checks are not asked about nil.
extension Field where Value: OptionalValue, Value.Wrapped: Sendable {
  /// Makes a field that begins with a value, or nil, and the requirements for the value inside, in
  /// the order of their errors. The other parameters are those of a field that always has a value.
  public convenience init(
    _ value: Value, _ requirements: Requirement<Value.Wrapped>...,
    checks: AsyncRequirement<Value.Wrapped>? = nil, pause: Duration = .milliseconds(300),
    timeLimit: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      value, lifting: .all(requirements), checks,
      FieldTiming(pause: pause, limit: timeLimit, clock: clock))
  }

  /// Makes a field that begins with nil.
  public convenience init(
    _ requirements: Requirement<Value.Wrapped>..., checks: AsyncRequirement<Value.Wrapped>? = nil,
    pause: Duration = .milliseconds(300), timeLimit: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      nil, lifting: .all(requirements), checks,
      FieldTiming(pause: pause, limit: timeLimit, clock: clock))
  }

  /// Makes a field that begins with nil, with requirements for the optional itself, such as
  /// `.required(…)`.
  @_disfavoredOverload
  public convenience init(
    _ requirements: Requirement<Value>..., pause: Duration = .milliseconds(300),
    timeLimit: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      nil, requirement: .all(requirements).onceIfMissing, checks: [],
      FieldTiming(pause: pause, limit: timeLimit, clock: clock))
  }

  private convenience init(
    _ value: Value, lifting requirement: Requirement<Value.Wrapped>,
    _ checks: AsyncRequirement<Value.Wrapped>?, _ timing: FieldTiming
  ) {
    var parts = [requirement.forOptional]
    if let checks { parts.append(.ifPresent(checks.synchronous)) }
    let lifted = (checks?.checks ?? []).map { check -> AsyncCheck<Value> in
      { value, depth, faults in
        guard let value = value.valueIfPresent else { return [] }
        return try await check(value, depth, faults)
      }
    }
    self.init(
      value, requirement: Validated<Value>.lifted(.all(parts)), checks: lifted, timing)
  }
}

extension Expression {
  /// Adds every path that the statement reads at a place, and every name that it knows there.
  ///
  /// - Parameter closures: those of a program, which read paths of their own.
  func collectPaths(
    from context: FieldPath, _ closures: [ClosureCheck], _ paths: inout [FieldPath],
    _ names: inout [FieldPath]
  ) {
    switch self {
    case .constraint(.onlyFields(let known, _)):
      paths.append(context)
      for name in known { names.append(context.appending(.key(name.text))) }
    case .constraint(.closure(let number)):
      paths.append(context)
      if closures.indices.contains(number) { paths += closures[number].paths(from: context) }
    case .constraint, .about: paths.append(context)
    case .test(let operand): paths += operand.paths
    case .at(let relative, let inner):
      inner.collectPaths(from: context.appending(relative), closures, &paths, &names)
    case .all, .any, .none, .fields, .both, .either, .not, .when:
      for part in parts { part.collectPaths(from: context, closures, &paths, &names) }
    case .items(let inner), .someItem(let inner):
      inner.collectPaths(from: context.appending(.everyElement), closures, &paths, &names)
    // Names are texts of their own, at no place.
    case .names: paths.append(context)
    case .relate(let left, _, let right, _): paths += left.paths + right.paths
    case .compare(let left, _, let right), .compareInstants(let left, _, let right, _):
      paths += [left, right]
    case .unique(let key):
      paths += key.parts == .record ? [FieldPath()] : key.paths
      key.condition?.collectPaths(from: context, closures, &paths, &names)
    case .combination(let combination): paths += combination.fields
    case .refers(let reference): paths += reference.fields + reference.columns
    case .outcome, .keyword: break
    }
  }
}

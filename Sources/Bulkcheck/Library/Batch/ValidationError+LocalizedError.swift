#if !canImport(Darwin)
  public import FoundationEssentials
  public import Requirements

  // Here and not in `Requirements`, which an app takes alone: on Linux it needs no Foundation.
  extension ValidationError: LocalizedError {
    /// Every reason with its place, separated by semicolons.
    public var errorDescription: String? { description }
  }
#endif

internal import BulkcheckInput
package import BulkcheckProfile

/// Reads the profiles that a profile extends.
package struct ProfileLoader: Sendable {
  private let files: ReferenceLoader

  /// - Parameter folder: that of the profile.
  package init(folder: String) { files = ReferenceLoader(folder: folder) }

  package func load(_ path: String) throws(ProfileFault) -> [UInt8] {
    do throws(InputError) {
      return try InputBytes.all(of: FileSource(path: files.path(of: path), mustBeRegular: true))
    } catch {
      throw ProfileFault(reason: error.reason)
    }
  }
}

/// Why a profile that another one extends cannot be read.
package struct ProfileLoadingError: Error {
  package var reason: String
  package init(reason: String) { self.reason = reason }
}

/// Reads a profile that another one extends, by its path from the folder of the first one.
package typealias ProfileLoading = (_ path: String) throws(ProfileLoadingError) -> [UInt8]

/// A profile that another one extends, with its path from the folder of the first one.
package struct ExtendedProfile: Sendable {
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

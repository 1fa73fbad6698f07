import Testing

@testable import BulkcheckCore

@Suite("Sets of ASCII characters")
struct ASCIISetTests {
  static let alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  static let registeredName = alphanumeric + "-._~!$&'()*+,;="

  @Test("each literal is the set of its characters")
  func literals() {
    let sets = [
      (ASCIISet.lettersAndDigits, Self.alphanumeric),
      (.hexDigits, "0123456789abcdefABCDEF"),
      (.hostname, Self.alphanumeric + "-"),
      (.atomText, Self.alphanumeric + "!#$%&'*+-/=?^_`{|}~"),
      (.base64, Self.alphanumeric + "+/"),
      (.scheme, Self.alphanumeric + "+-."),
      (.registeredName, Self.registeredName),
      (.userInfo, Self.registeredName + ":"),
      (.path, Self.registeredName + ":@/"),
      (.query, Self.registeredName + ":@/?"),
    ]
    for (set, characters) in sets {
      let expected = Set(characters.utf8)
      for byte in UInt8.min ... .max {
        #expect(set.contains(byte) == expected.contains(byte), "\(byte) of \(characters)")
      }
    }
  }
}

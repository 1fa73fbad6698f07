import BulkcheckCore
import BulkcheckProfile
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  @Test(
    "agrees with the standard's vectors",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func vectors(text: String, digest: String) {
    #expect(SHA256.hexadecimal(Array(text.utf8)) == digest)
  }

  @Test("bytes that come in pieces have the digest of the whole")
  func pieces() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var digest = SHA256()
    for piece in [bytes[..<63], bytes[63..<64], bytes[64..<64], bytes[64..<900], bytes[900...]] {
      ByteView.with(Array(piece)) { digest.update($0) }
    }
    #expect(digest.hexadecimal() == SHA256.hexadecimal(bytes))
  }

  @Test("a million letters fill many blocks")
  func million() {
    #expect(
      SHA256.hexadecimal([UInt8](repeating: 0x61, count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}

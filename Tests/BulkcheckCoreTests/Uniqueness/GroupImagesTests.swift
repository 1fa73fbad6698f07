import Testing

@testable import BulkcheckCore

@Suite("Images of groups")
struct GroupImagesTests {
  @Test(
    "keep the last image of each key, in memory or not", arguments: [1 << 30, 1 << 14, 1 << 10])
  func lastImages(_ bytesMaximum: Int) throws {
    var random = SystemRandomNumberGenerator()
    let groups = GroupImages(
      SeenKeys.Plan(bytesMaximum: bytesMaximum, folder: TemporaryFolder.standard))
    var expected: [Fingerprint: [UInt8]] = [:]
    for number in 0..<20_000 {
      let key = Fingerprint(
        high: UInt64.random(in: 0..<2_000, using: &random) &* 0x9e37_79b9_7f4a_7c15, low: 0)
      let mixed = Fingerprint(high: key.high, low: key.high &* 0xff51_afd7_ed55_8ccd)
      #expect(try groups.last(mixed) == expected[mixed])
      let image = [UInt8](
        repeating: UInt8(truncatingIfNeeded: number), count: number % 97 == 0 ? 9_000 : number % 60)
      try groups.put(image[...], mixed)
      expected[mixed] = image
    }
    var found: [Fingerprint: [UInt8]] = [:]
    try groups.eachLast { key, image in
      #expect(found[key] == nil)
      found[key] = image
    }
    #expect(found == expected)
  }
}

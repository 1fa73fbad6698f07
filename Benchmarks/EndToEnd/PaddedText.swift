@_spi(Benchmarks) internal import Bulkcheck
internal import Corpora

/// CSV as the kernels read it, and how many tokens there are.
struct PaddedText: Sendable {
  let bytes: [UInt8]
  /// By the other kernel than the one that is measured.
  let tokens: Int

  static func cached(
    _ title: String, isPortable: Bool, corpus: () -> Corpus
  ) -> PaddedText {
    Latest.cached(title) {
      let bytes = corpus().bytes + [UInt8](repeating: 0, count: Stage.paddingBytes)
      let tokens = Stage.countTokens(bytes, isPortable: !isPortable)
      return PaddedText(bytes: bytes, tokens: tokens)
    }
  }
}

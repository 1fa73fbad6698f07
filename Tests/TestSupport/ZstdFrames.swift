#if Zstd && canImport(CZstd)
  import CZstd

  /// The bytes as one frame of Zstandard with a checksum.
  ///
  /// - Parameter statesSize: whether the frame says how much it holds.
  package func zstd(_ data: [UInt8], statesSize: Bool = true) -> [UInt8] {
    let context = ZSTD_createCCtx()
    defer { ZSTD_freeCCtx(context) }
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, statesSize ? 1 : 0)
    var frame = [UInt8](repeating: 0, count: ZSTD_compressBound(data.count))
    let count = ZSTD_compress2(context, &frame, frame.count, data, data.count)
    precondition(ZSTD_isError(count) == 0, "a small input is compressed")
    return Array(frame[..<count])
  }

  /// The bytes as several frames, each but the last of one of the sizes in turn.
  package func zstdFrames(_ data: [UInt8], sizes: [Int]) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    var rest = data[...]
    repeat {
      let piece = rest.prefix(sizes[frames.count % sizes.count])
      rest = rest.dropFirst(piece.count)
      frames.append(zstd(Array(piece), statesSize: frames.count % 2 == 0))
    } while !rest.isEmpty
    return frames
  }

  /// A frame that readers skip.
  package func skippableFrame(_ data: [UInt8]) -> [UInt8] {
    [0x53, 0x2a, 0x4d, 0x18]
      + (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) } + data
  }
#endif

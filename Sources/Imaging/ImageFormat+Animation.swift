extension ImageFormat {
  /// Whether a file of this format may have more than one frame, of which a copy would have only the first;
  /// true for every GIF.
  ///
  /// The first hundred bytes are enough.
  public func isAnimation(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .gif: true
    case .jpeg: false
    case .webp: Self.isAnimatedWebP(bytes)
    case .png: Self.isAnimatedPNG(bytes)
    }
  }

  /// Source: the container format of WebP, "Extended File Format".
  private static func isAnimatedWebP(_ bytes: [UInt8]) -> Bool {
    let (flags, animation): (Int, UInt8) = (20, 0x02)
    return bytes.dropFirst(12).starts(with: Array("VP8X".utf8)) && bytes.count > flags
      && bytes[flags] & animation != 0
  }

  /// Whether a chunk that announces frames stands before the still picture.
  ///
  /// Source: PNG, third edition, "acTL Animation Control Chunk".
  private static func isAnimatedPNG(_ bytes: [UInt8]) -> Bool {
    // Each chunk has its length, its name, so many bytes and a checksum.
    var place = 8
    while place + 8 <= bytes.count {
      let name = bytes[(place + 4)..<(place + 8)]
      if name.elementsEqual("acTL".utf8) { return true }
      if name.elementsEqual("IDAT".utf8) { return false }
      place += 12 + bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    return false
  }
}

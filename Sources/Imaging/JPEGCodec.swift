import CImaging

/// JPEG by TurboJPEG, which can decode at a fraction of the full size.
enum JPEGCodec {
  static func decode(
    _ bytes: [UInt8], limits: ImageLimits, to target: DecodedSize
  ) throws(ImagingError) -> Bitmap {
    guard let decoder = tjInitDecompress() else { throw .malformed }
    defer { tjDestroy(decoder) }
    let header = try readHeader(bytes, decoder: decoder)
    try limits.check(width: header.size.width, height: header.size.height)
    let orientation = EXIFOrientation(jpeg: bytes)
    let target = orientation.swapsAxes ? target.transposed : target
    let scaled = reducedSize(of: header.size, for: target)
    let format = header.isCMYK ? Int32(TJPF_CMYK.rawValue) : cimaging_jpeg_argb
    var pixels = [UInt32](repeating: 0, count: scaled.width * scaled.height)
    let status = pixels.withUnsafeMutableBytes { target in
      tjDecompress2(
        decoder, bytes, UInt(bytes.count), target.baseAddress, Int32(scaled.width), 0,
        Int32(scaled.height), format, TJFLAG_LIMITSCANS)
    }
    // A warning means that the data were damaged and TurboJPEG decoded as much as it could.
    guard status == 0 || tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) else {
      throw .malformed
    }
    if header.isCMYK { convertFromCMYK(&pixels) }
    let bitmap = Bitmap(width: scaled.width, height: scaled.height, pixels: pixels)
    // Rotating is cheaper once the picture has its final size.
    return orientation.upright(bitmap.reduced(to: target))
  }

  static func size(of bytes: [UInt8]) throws(ImagingError) -> PixelSize {
    guard let decoder = tjInitDecompress() else { throw .malformed }
    defer { tjDestroy(decoder) }
    let size = try readHeader(bytes, decoder: decoder).size
    return EXIFOrientation(jpeg: bytes).swapsAxes ? size.transposed : size
  }

  private struct Header {
    let size: PixelSize
    let isCMYK: Bool
  }

  private static func readHeader(
    _ bytes: [UInt8], decoder: tjhandle
  ) throws(ImagingError) -> Header {
    var (width, height, subsampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let status = tjDecompressHeader3(
      decoder, bytes, UInt(bytes.count), &width, &height, &subsampling, &space)
    guard status == 0 || tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) else {
      throw .malformed
    }
    let inks = [TJCS_CMYK, TJCS_YCCK].map { Int32($0.rawValue) }
    return Header(
      size: PixelSize(width: Int(width), height: Int(height)), isCMYK: inks.contains(space))
  }

  /// The smallest size that TurboJPEG can produce without going below the wanted one.
  private static func reducedSize(of full: PixelSize, for target: DecodedSize) -> PixelSize {
    let wanted = target.resolved(for: full)
    guard wanted != full else { return full }
    var count: Int32 = 0
    guard let factors = tjGetScalingFactors(&count) else { return full }
    return UnsafeBufferPointer(start: factors, count: Int(count))
      .map { full.scaled(by: $0) }
      .filter { $0.width >= wanted.width && $0.height >= wanted.height }
      .filter { $0.width <= full.width && $0.height <= full.height }
      .min { $0.width < $1.width } ?? full
  }

  /// Converts ink levels to light in place.
  ///
  /// Programs that write such files store inverted inks (255 is no ink), so the product of a colour
  /// and black is the remaining light.
  private static func convertFromCMYK(_ pixels: inout [UInt32]) {
    for index in pixels.indices {
      let (cyan, magenta, yellow, black) = withUnsafeBytes(of: pixels[index]) {
        (UInt32($0[0]), UInt32($0[1]), UInt32($0[2]), UInt32($0[3]))
      }
      let (red, green, blue) = (cyan * black / 255, magenta * black / 255, yellow * black / 255)
      pixels[index] = 0xFF00_0000 | red << 16 | green << 8 | blue
    }
  }
}

extension PixelSize {
  /// The size that TurboJPEG produces at a scaling factor; it rounds up.
  fileprivate func scaled(by factor: tjscalingfactor) -> PixelSize {
    let (numerator, denominator) = (Int(factor.num), Int(factor.denom))
    return PixelSize(
      width: (width * numerator + denominator - 1) / denominator,
      height: (height * numerator + denominator - 1) / denominator)
  }
}

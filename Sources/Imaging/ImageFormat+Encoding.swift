import CImaging

extension ImageFormat {
  /// A file of this format that has a bitmap and nothing else: no place, no time, no camera, no thumbnail, no
  /// colour profile.
  ///
  /// Takes up to a second for a large one: call it off the main thread. Fails with
  /// ``ImagingError/unsupportedFormat`` for GIF.
  public func encode(_ bitmap: Bitmap) throws(ImagingError) -> [UInt8] {
    switch self {
    case .png: try bitmap.pngData()
    case .jpeg: try JPEGCodec.encode(bitmap)
    case .webp: try WebPCodec.encode(bitmap)
    case .gif: throw .unsupportedFormat
    }
  }
}

extension JPEGCodec {
  /// Differences to the original cannot be seen, and the file is a tenth of what a camera writes.
  private static let quality: Int32 = 85

  fileprivate static func encode(_ bitmap: Bitmap) throws(ImagingError) -> [UInt8] {
    guard !bitmap.size.isEmpty else { throw .empty }
    guard let width = Int32(exactly: bitmap.width), let height = Int32(exactly: bitmap.height),
      let encoder = tjInitCompress()
    else { throw .tooManyPixels }
    defer { tjDestroy(encoder) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    defer { tjFree(buffer) }
    let status = bitmap.pixels.withUnsafeBytes { pixels in
      tjCompress2(
        encoder, pixels.bindMemory(to: UInt8.self).baseAddress, width, 0, height,
        cimaging_jpeg_argb, &buffer, &count, Int32(TJSAMP_420.rawValue), quality, 0)
    }
    guard status == 0, let buffer else { throw .tooManyPixels }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
  }
}

extension WebPCodec {
  private static let quality: Float = 80

  fileprivate static func encode(_ bitmap: Bitmap) throws(ImagingError) -> [UInt8] {
    guard !bitmap.size.isEmpty else { throw .empty }
    guard let width = Int32(exactly: bitmap.width), let height = Int32(exactly: bitmap.height)
    else { throw .tooManyPixels }
    var buffer: UnsafeMutablePointer<UInt8>?
    let count = bitmap.pixels.withUnsafeBytes { pixels in
      cimaging_webp_encode(pixels.baseAddress, width, height, quality, &buffer)
    }
    defer { WebPFree(buffer) }
    guard count > 0, let buffer else { throw .tooManyPixels }
    return Array(UnsafeBufferPointer(start: buffer, count: count))
  }
}

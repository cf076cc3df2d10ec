import CImaging

/// WebP by libwebp, which can decode straight to a smaller size; of an animation the first frame.
enum WebPCodec {
  private typealias Bytes = UnsafeBufferPointer<UInt8>

  static func decode(
    _ bytes: [UInt8], limits: ImageLimits, to target: DecodedSize
  ) throws(ImagingError) -> Bitmap {
    try bytes.withUnsafeBufferPointer { source throws(ImagingError) in
      let features = try features(of: source)
      let full = PixelSize(features)
      try limits.check(width: full.width, height: full.height)
      let scaled = target.resolved(for: full)
      guard features.has_animation == 0 else {
        return try firstFrame(of: source, on: full, to: scaled)
      }
      return try decode(source, of: full, to: scaled)
    }
  }

  static func size(of bytes: [UInt8]) throws(ImagingError) -> PixelSize {
    try bytes.withUnsafeBufferPointer { source throws(ImagingError) in
      PixelSize(try features(of: source))
    }
  }

  private static func features(
    of bytes: Bytes
  ) throws(ImagingError) -> WebPBitstreamFeatures {
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(bytes.baseAddress, bytes.count, &features) == VP8_STATUS_OK else {
      throw .malformed
    }
    return features
  }

  /// The first frame, which may be smaller than the canvas; a file that ends before its last frame has none.
  private static func firstFrame(
    of bytes: Bytes, on canvas: PixelSize, to scaled: PixelSize
  ) throws(ImagingError) -> Bitmap {
    var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
    guard let animation = WebPDemux(&data) else { throw .malformed }
    defer { WebPDemuxDelete(animation) }
    var frame = WebPIterator()
    guard WebPDemuxGetFrame(animation, 1, &frame) != 0 else { throw .malformed }
    defer { WebPDemuxReleaseIterator(&frame) }
    let part = Bytes(start: frame.fragment.bytes, count: frame.fragment.size)
    let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
    guard size != canvas else { return try decode(part, of: size, to: scaled) }
    // libwebp refuses a frame that does not lie in the canvas.
    return try decode(part, of: size, to: size)
      .placed(column: Int(frame.x_offset), row: Int(frame.y_offset), on: canvas)
  }

  private static func decode(
    _ bytes: Bytes, of full: PixelSize, to size: PixelSize
  ) throws(ImagingError) -> Bitmap {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw .malformed }
    if size != full {
      config.options.use_scaling = 1
      config.options.scaled_width = Int32(size.width)
      config.options.scaled_height = Int32(size.height)
    }
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    let status = pixels.withUnsafeMutableBytes { target in
      config.output.colorspace = cimaging_webp_argb
      config.output.is_external_memory = 1
      config.output.u.RGBA = WebPRGBABuffer(
        rgba: target.baseAddress?.assumingMemoryBound(to: UInt8.self),
        stride: Int32(size.width * 4), size: target.count)
      defer { WebPFreeDecBuffer(&config.output) }
      return WebPDecode(bytes.baseAddress, bytes.count, &config)
    }
    guard status == VP8_STATUS_OK else { throw .malformed }
    return Bitmap(width: size.width, height: size.height, pixels: pixels)
  }
}

extension PixelSize {
  fileprivate init(_ features: WebPBitstreamFeatures) {
    self.init(width: Int(features.width), height: Int(features.height))
  }
}

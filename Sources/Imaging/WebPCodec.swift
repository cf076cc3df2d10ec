import CImaging

/// WebP by libwebp, which can decode straight to a smaller size.
enum WebPCodec {
  static func decode(
    _ bytes: [UInt8], limits: ImageLimits, to target: DecodedSize
  ) throws(ImagingError) -> Bitmap {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0,
      WebPGetFeatures(bytes, bytes.count, &config.input) == VP8_STATUS_OK
    else { throw .malformed }
    guard config.input.has_animation == 0 else { throw .unsupportedFormat }
    let full = PixelSize(width: Int(config.input.width), height: Int(config.input.height))
    try limits.check(width: full.width, height: full.height)
    let scaled = target.resolved(for: full)
    if scaled != full {
      config.options.use_scaling = 1
      config.options.scaled_width = Int32(scaled.width)
      config.options.scaled_height = Int32(scaled.height)
    }
    return try decode(bytes, config: config, to: scaled)
  }

  static func size(of bytes: [UInt8]) throws(ImagingError) -> PixelSize {
    var features = WebPBitstreamFeatures()
    guard WebPGetFeatures(bytes, bytes.count, &features) == VP8_STATUS_OK else {
      throw .malformed
    }
    return PixelSize(width: Int(features.width), height: Int(features.height))
  }

  private static func decode(
    _ bytes: [UInt8], config: WebPDecoderConfig, to size: PixelSize
  ) throws(ImagingError) -> Bitmap {
    var config = config
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    let status = pixels.withUnsafeMutableBytes { target in
      config.output.colorspace = cimaging_webp_argb
      config.output.is_external_memory = 1
      config.output.u.RGBA = WebPRGBABuffer(
        rgba: target.baseAddress?.assumingMemoryBound(to: UInt8.self),
        stride: Int32(size.width * 4), size: target.count)
      defer { WebPFreeDecBuffer(&config.output) }
      return WebPDecode(bytes, bytes.count, &config)
    }
    guard status == VP8_STATUS_OK else { throw .malformed }
    return Bitmap(width: size.width, height: size.height, pixels: pixels)
  }
}

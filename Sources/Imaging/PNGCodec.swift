import CImaging

/// PNG through libpng's simplified interface, which handles libpng's errors internally.
enum PNGCodec {
  static func decode(_ bytes: [UInt8], limits: ImageLimits) throws(ImagingError) -> Bitmap {
    let image = makeControl()
    defer { release(image) }
    // libpng keeps the pointer from the header to the last row, so one scope contains both calls.
    return try bytes.withUnsafeBufferPointer { source throws(ImagingError) in
      guard png_image_begin_read_from_memory(image, source.baseAddress, source.count) != 0 else {
        throw .malformed
      }
      let (width, height) = (Int(image.pointee.width), Int(image.pointee.height))
      try limits.check(width: width, height: height)
      image.pointee.format = cimaging_png_argb
      // Without this flag libpng takes untagged 16-bit pictures for linear light.
      image.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      var pixels = [UInt32](repeating: 0, count: width * height)
      guard png_image_finish_read(image, nil, &pixels, 0, nil) != 0 else { throw .malformed }
      return Bitmap(width: width, height: height, pixels: pixels)
    }
  }

  static func size(of bytes: [UInt8]) throws(ImagingError) -> PixelSize {
    let image = makeControl()
    defer { release(image) }
    return try bytes.withUnsafeBufferPointer { source throws(ImagingError) in
      guard png_image_begin_read_from_memory(image, source.baseAddress, source.count) != 0 else {
        throw .malformed
      }
      return PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
    }
  }

  static func encode(_ bitmap: Bitmap) throws(ImagingError) -> [UInt8] {
    guard !bitmap.size.isEmpty else { throw .empty }
    guard let width = png_uint_32(exactly: bitmap.width),
      let height = png_uint_32(exactly: bitmap.height)
    else { throw .tooManyPixels }
    let image = makeControl()
    defer { release(image) }
    image.pointee.width = width
    image.pointee.height = height
    image.pointee.format = cimaging_png_argb
    // The first call measures, the second writes.
    var count: png_alloc_size_t = 0
    guard png_image_write_to_memory(image, nil, &count, 0, bitmap.pixels, 0, nil) != 0 else {
      throw .tooManyPixels
    }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard png_image_write_to_memory(image, &bytes, &count, 0, bitmap.pixels, 0, nil) != 0 else {
      throw .tooManyPixels
    }
    return Array(bytes.prefix(Int(count)))
  }

  /// libpng keeps the address of its control structure between calls, so the structure lives on the
  /// heap.
  private static func makeControl() -> UnsafeMutablePointer<png_image> {
    let image = UnsafeMutablePointer<png_image>.allocate(capacity: 1)
    image.initialize(to: png_image())
    image.pointee.version = png_uint_32(PNG_IMAGE_VERSION)
    return image
  }

  private static func release(_ image: UnsafeMutablePointer<png_image>) {
    png_image_free(image)
    image.deinitialize(count: 1)
    image.deallocate()
  }
}

extension Bitmap {
  /// The picture encoded as PNG.
  ///
  /// Fails with ``ImagingError/empty`` for a bitmap without pixels, and with
  /// ``ImagingError/tooManyPixels`` for one that is larger than libpng writes.
  public func pngData() throws(ImagingError) -> [UInt8] {
    try PNGCodec.encode(self)
  }
}

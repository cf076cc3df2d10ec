import CImaging

/// GIF by giflib, line by line: of an animation only the first frame is read, whatever follows.
enum GIFCodec {
  static func decode(_ bytes: [UInt8], limits: ImageLimits) throws(ImagingError) -> Bitmap {
    try reading(bytes) { file throws(ImagingError) in
      let canvas = canvas(of: file)
      try limits.check(width: canvas.width, height: canvas.height)
      let transparent = try skipToFrame(of: file)
      let place = file.pointee.Image
      let frame = try frame(of: file, transparent: transparent, limits)
      return frame.placed(column: Int(place.Left), row: Int(place.Top), on: canvas)
    }
  }

  static func size(of bytes: [UInt8]) throws(ImagingError) -> PixelSize {
    try reading(bytes) { file throws(ImagingError) in canvas(of: file) }
  }

  private typealias File = UnsafeMutablePointer<GifFileType>

  /// Opens a file that has no name; giflib keeps a pointer to the bytes that it has not read yet.
  private static func reading<Value>(
    _ bytes: [UInt8], _ body: (File) throws(ImagingError) -> Value
  ) throws(ImagingError) -> Value {
    try bytes.withUnsafeBufferPointer { source throws(ImagingError) in
      let rest = UnsafeMutablePointer<UnsafeBufferPointer<UInt8>>.allocate(capacity: 1)
      rest.initialize(to: source)
      defer { rest.deallocate() }
      guard let file = DGifOpen(rest, { GIFCodec.readNext(of: $0, into: $1, $2) }, nil) else {
        throw .malformed
      }
      defer { DGifCloseFile(file, nil) }
      return try body(file)
    }
  }

  private static func readNext(
    of file: File?, into target: UnsafeMutablePointer<GifByteType>?, _ count: Int32
  ) -> Int32 {
    guard let target, count > 0,
      let rest = file?.pointee.UserData?.assumingMemoryBound(to: UnsafeBufferPointer<UInt8>.self)
    else { return 0 }
    let read = min(Int(count), rest.pointee.count)
    guard read > 0, let next = rest.pointee.baseAddress else { return 0 }
    target.update(from: next, count: read)
    rest.pointee = UnsafeBufferPointer(rebasing: rest.pointee.dropFirst(read))
    return Int32(read)
  }

  private static func canvas(of file: File) -> PixelSize {
    PixelSize(width: Int(file.pointee.SWidth), height: Int(file.pointee.SHeight))
  }

  /// Reads up to the first frame's pixels, and returns the number of its transparent colour, if any.
  private static func skipToFrame(of file: File) throws(ImagingError) -> Int? {
    var transparent: Int?
    while true {
      var kind = UNDEFINED_RECORD_TYPE
      guard DGifGetRecordType(file, &kind) == GIF_OK else { throw .malformed }
      switch kind {
      case IMAGE_DESC_RECORD_TYPE:
        guard DGifGetImageDesc(file) == GIF_OK else { throw .malformed }
        return transparent
      case EXTENSION_RECORD_TYPE: try readExtension(of: file, &transparent)
      default: throw .malformed
      }
    }
  }

  /// Source: GIF89a, section 23, "Graphic Control Extension".
  private static func readExtension(
    of file: File, _ transparent: inout Int?
  ) throws(ImagingError) {
    var code: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    guard DGifGetExtension(file, &code, &block) == GIF_OK else { throw .malformed }
    // The first byte is the number of those that follow.
    if code == GRAPHICS_EXT_FUNC_CODE, let block, block[0] >= 4 {
      transparent = block[1] & 1 == 1 ? Int(block[4]) : nil
    }
    while block != nil {
      guard DGifGetExtensionNext(file, &block) == GIF_OK else { throw .malformed }
    }
  }

  private static func frame(
    of file: File, transparent: Int?, _ limits: ImageLimits
  ) throws(ImagingError) -> Bitmap {
    let frame = file.pointee.Image
    let (width, height) = (Int(frame.Width), Int(frame.Height))
    // It may be larger than the canvas.
    try limits.check(width: width, height: height)
    guard let map = frame.ColorMap ?? file.pointee.SColorMap else { throw .malformed }
    let colors = colors(map, transparent: transparent)
    var pixels = [UInt32](repeating: 0, count: width * height)
    var line = [UInt8](repeating: 0, count: width)
    for row in rows(height, isInterlaced: frame.Interlace) {
      guard DGifGetLine(file, &line, Int32(width)) == GIF_OK else { throw .malformed }
      for column in 0..<width { pixels[row * width + column] = colors[Int(line[column])] }
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  /// The colours of all numbers that a pixel can have; those without a colour are transparent.
  private static func colors(
    _ map: UnsafeMutablePointer<ColorMapObject>, transparent: Int?
  ) -> [UInt32] {
    var colors = [UInt32](repeating: 0, count: 256)
    let known = UnsafeBufferPointer(start: map.pointee.Colors, count: Int(map.pointee.ColorCount))
    for (number, color) in known.prefix(colors.count).enumerated() where number != transparent {
      let (red, green, blue) = (UInt32(color.Red), UInt32(color.Green), UInt32(color.Blue))
      colors[number] = 0xFF00_0000 | red << 16 | green << 8 | blue
    }
    return colors
  }

  /// The rows in the order in which a file has them.
  ///
  /// Source: GIF89a, appendix E, "Interlaced Images".
  private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
    guard isInterlaced else { return Array(0..<height) }
    let passes = [(0, 8), (4, 8), (2, 4), (1, 2)]
    return passes.flatMap { first, step in stride(from: first, to: height, by: step) }
  }
}

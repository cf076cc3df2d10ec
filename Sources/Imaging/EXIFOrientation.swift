/// How the camera was held: the transformation that turns the stored rows upright.
///
/// The eight values are those of the EXIF tag 0x0112.
enum EXIFOrientation: UInt16 {
  case upright = 1
  case mirrored
  case upsideDown
  case mirroredUpsideDown
  case transposed
  case quarterTurnClockwise
  case mirroredTransposed
  case quarterTurnCounterclockwise

  /// Whether the transformation swaps width and height.
  var swapsAxes: Bool {
    rawValue >= Self.transposed.rawValue
  }

  /// The picture rotated (and mirrored) upright.
  func upright(_ bitmap: Bitmap) -> Bitmap {
    guard self != .upright else { return bitmap }
    let size = swapsAxes ? bitmap.size.transposed : bitmap.size
    var pixels = [UInt32]()
    pixels.reserveCapacity(bitmap.pixels.count)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let source = storedPosition(column: column, row: row, in: bitmap)
        pixels.append(bitmap.pixels[source.row * bitmap.width + source.column])
      }
    }
    return Bitmap(width: size.width, height: size.height, pixels: pixels)
  }

  /// Where the stored picture keeps the pixel that belongs at a column and row of the upright
  /// picture.
  private func storedPosition(
    column: Int, row: Int, in stored: Bitmap
  ) -> (column: Int, row: Int) {
    let (right, bottom) = (stored.width - 1, stored.height - 1)
    return switch self {
    case .upright: (column, row)
    case .mirrored: (right - column, row)
    case .upsideDown: (right - column, bottom - row)
    case .mirroredUpsideDown: (column, bottom - row)
    case .transposed: (row, column)
    case .quarterTurnClockwise: (row, bottom - column)
    case .mirroredTransposed: (right - row, bottom - column)
    case .quarterTurnCounterclockwise: (right - row, column)
    }
  }
}

extension EXIFOrientation {
  /// Reads the orientation of a JPEG file; missing or invalid data means upright.
  init(jpeg bytes: [UInt8]) {
    self = Self.exifBlock(of: bytes).flatMap { Self(exif: $0) } ?? .upright
  }

  /// The TIFF structure in the first APP1 segment that contains one.
  private static func exifBlock(of bytes: [UInt8]) -> TIFFReader? {
    let segmentHeader = 4
    let signature = Array("Exif\0\0".utf8)
    var offset = 2
    while offset + segmentHeader <= bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      // The image data begin here; no more segments follow.
      guard marker != 0xDA, length >= 2 else { return nil }
      let end = min(offset + 2 + length, bytes.count)
      if marker == 0xE1,
        bytes[(offset + segmentHeader)..<max(end, offset + segmentHeader)]
          .starts(with: signature)
      {
        return TIFFReader(bytes[(offset + segmentHeader + signature.count)..<end])
      }
      offset += 2 + length
    }
    return nil
  }

  private init?(exif reader: TIFFReader) {
    guard let directory = reader.word(at: 4), let count = reader.half(at: directory) else {
      return nil
    }
    for entry in 0..<count {
      let offset = directory + 2 + entry * 12
      guard let tag = reader.half(at: offset) else { return nil }
      guard tag == 0x0112 else { continue }
      guard let value = reader.half(at: offset + 8) else { return nil }
      self.init(rawValue: UInt16(value))
      return
    }
    return nil
  }
}

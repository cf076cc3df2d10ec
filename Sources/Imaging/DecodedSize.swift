/// The wanted size of a decoded picture; a picture is never enlarged.
enum DecodedSize {
  /// The size of the picture itself.
  case full
  /// The largest size that fits into another.
  case fitting(PixelSize)
  /// The smallest size that covers another.
  case covering(PixelSize)

  /// The size for a given picture.
  func resolved(for full: PixelSize) -> PixelSize {
    switch self {
    case .full: full
    case .fitting(let size): full.reduced(toFit: size)
    case .covering(let size): full.reduced(toCover: size)
    }
  }

  /// The same for a picture rotated by 90 degrees.
  var transposed: DecodedSize {
    switch self {
    case .full: self
    case .fitting(let size): .fitting(size.transposed)
    case .covering(let size): .covering(size.transposed)
    }
  }

  /// Whether no pixel of any picture would be visible.
  var isEmpty: Bool {
    switch self {
    case .full: false
    case .fitting(let size), .covering(let size): size.isEmpty
    }
  }
}

extension PixelSize {
  /// The smallest size with the same aspect ratio that covers another, rounded to whole pixels; a
  /// size that does not cover the other stays unchanged.
  func reduced(toCover other: PixelSize) -> PixelSize {
    guard !isEmpty, width > other.width, height > other.height else { return self }
    let scale = max(Double(other.width) / Double(width), Double(other.height) / Double(height))
    func side(_ length: Int, least: Int) -> Int {
      max(Int(Double(length) * scale + 0.5), least)
    }
    return PixelSize(
      width: side(width, least: other.width), height: side(height, least: other.height))
  }
}

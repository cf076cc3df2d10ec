/// How large a picture shall be when it is decoded; never larger than it is.
enum DecodedSize {
  /// As it is.
  case full
  /// The largest that fits into a size.
  case fitting(PixelSize)
  /// The smallest that covers a size.
  case covering(PixelSize)

  /// What this means for a picture of a size.
  func resolved(for full: PixelSize) -> PixelSize {
    switch self {
    case .full: full
    case .fitting(let size): full.reduced(toFit: size)
    case .covering(let size): full.reduced(toCover: size)
    }
  }

  /// The same for a picture turned by a quarter.
  var transposed: DecodedSize {
    switch self {
    case .full: self
    case .fitting(let size): .fitting(size.transposed)
    case .covering(let size): .covering(size.transposed)
    }
  }

  /// Whether nothing would be seen of any picture.
  var isEmpty: Bool {
    switch self {
    case .full: false
    case .fitting(let size), .covering(let size): size.isEmpty
    }
  }
}

extension PixelSize {
  /// The smallest size of the same proportions that covers another, rounded to whole pixels; a
  /// size that does not cover it stays as it is.
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

extension Bitmap {
  /// The whole picture scaled to the largest size that fits and keeps the aspect ratio.
  ///
  /// A smaller picture is enlarged. An empty picture or an empty size gives an empty bitmap. Takes
  /// time in proportion to the pixels of the larger picture.
  public func scaled(toFit other: PixelSize) -> Bitmap {
    let target = size.scaled(toFit: other)
    guard target != size else { return self }
    guard !target.isEmpty else { return Bitmap(width: 0, height: 0, pixels: []) }
    return whole(at: target)
  }

  /// The middle of the picture at exactly the given size, cropped where the aspect ratios differ.
  ///
  /// A smaller picture is enlarged. An empty size gives an empty bitmap; an empty picture gives a
  /// transparent bitmap of that size.
  public func scaled(toFill other: PixelSize) -> Bitmap {
    guard !other.isEmpty else { return Bitmap(width: 0, height: 0, pixels: []) }
    guard !size.isEmpty else {
      let count = other.width * other.height
      return Bitmap(
        width: other.width, height: other.height, pixels: [UInt32](repeating: 0, count: count))
    }
    guard other != size else { return self }
    let scale = max(Double(other.width) / Double(width), Double(other.height) / Double(height))
    let scaler = BitmapScaler(
      self, columns: Self.middle(of: width, covering: Double(other.width) / scale),
      rows: Self.middle(of: height, covering: Double(other.height) / scale), to: other)
    return scaler.scaled()
  }

  /// The picture reduced to the wanted size; a picture that is small enough stays unchanged.
  func reduced(to target: DecodedSize) -> Bitmap {
    let wanted = target.resolved(for: size)
    return wanted == size ? self : whole(at: wanted)
  }

  private func whole(at size: PixelSize) -> Bitmap {
    let scaler = BitmapScaler(
      self, columns: 0..<Double(width), rows: 0..<Double(height), to: size)
    return scaler.scaled()
  }

  private static func middle(of length: Int, covering part: Double) -> Range<Double> {
    let margin = max((Double(length) - part) / 2, 0)
    return margin..<(Double(length) - margin)
  }
}

import Glibc
import Imaging

/// A picture to decode, as one process of this program hands it to another.
struct PictureTask {
  let bytes: [UInt8]
  let limits: ImageLimits
  /// Nil for the full size.
  let size: PixelSize?

  /// The number of values before the encoded picture.
  private static let valueCount = 5

  init(_ bytes: [UInt8], limits: ImageLimits, fitting size: PixelSize?) {
    (self.bytes, self.limits, self.size) = (bytes, limits, size)
  }

  /// Reads the next one; nil at the end.
  init?(from channel: PictureChannel) {
    guard let values = channel.readValues(Self.valueCount), values[0] >= 0,
      values[0] <= values[1], let bytes = channel.readBytes(values[0])
    else { return nil }
    self.bytes = bytes
    limits = ImageLimits(maxBytes: values[1], maxPixels: values[2])
    size = values[3] < 0 ? nil : PixelSize(width: values[3], height: values[4])
  }

  /// False when nobody reads it.
  func write(to channel: PictureChannel) -> Bool {
    let shape = size.map { [$0.width, $0.height] } ?? [-1, -1]
    return channel.write([bytes.count, limits.maxBytes, limits.maxPixels] + shape)
      && bytes.withUnsafeBytes { channel.write($0) }
  }

  func decode() -> Result<Bitmap, ImagingError> {
    Result { () throws(ImagingError) in
      try ImageDecoder.decode(bytes, limits: limits, fitting: size)
    }
  }
}

/// What became of a picture, as one process of this program hands it to another.
struct PictureOutcome {
  let result: Result<Bitmap, ImagingError>

  private static let errors: [ImagingError] = [
    .tooManyBytes, .tooManyPixels, .unsupportedFormat, .malformed, .empty,
  ]

  init(_ result: Result<Bitmap, ImagingError>) { self.result = result }

  /// Reads what became of a task; nil when that cannot have become of it.
  ///
  /// A picture may have taken over the process that decoded it, so nothing is believed.
  init?(of task: PictureTask, from channel: PictureChannel) {
    guard let values = channel.readValues(3) else { return nil }
    let (code, width, height) = (values[0], values[1], values[2])
    if code > 0 {
      guard code <= Self.errors.count else { return nil }
      result = .failure(Self.errors[code - 1])
      return
    }
    let most = task.size ?? PixelSize(width: .max, height: .max)
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard code == 0, width >= 0, width <= most.width, height >= 0, height <= most.height,
      !overflow, count <= task.limits.maxPixels, let pixels = channel.readPixels(count)
    else { return nil }
    result = .success(Bitmap(width: width, height: height, pixels: pixels))
  }

  /// False when nobody reads it.
  func write(to channel: PictureChannel) -> Bool {
    switch result {
    case .failure(let error):
      let code = (Self.errors.firstIndex(of: error) ?? 0) + 1
      return channel.write([code, 0, 0])
    case .success(let bitmap):
      return channel.write([0, bitmap.width, bitmap.height])
        && bitmap.pixels.withUnsafeBytes { channel.write($0) }
    }
  }
}

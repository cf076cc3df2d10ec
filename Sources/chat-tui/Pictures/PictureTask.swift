import Glibc
import Imaging

/// A picture to decode, as one process of this program hands it to another.
struct PictureTask {
  let bytes: [UInt8]
  let limits: ImageLimits
  let work: Work

  /// What is wanted of the picture.
  enum Work: Equatable {
    case full
    case fitting(PixelSize)
    /// Its size alone.
    case measuring
  }

  /// The number of values before the encoded picture.
  private static let valueCount = 5

  init(_ bytes: [UInt8], limits: ImageLimits, _ work: Work) {
    (self.bytes, self.limits, self.work) = (bytes, limits, work)
  }

  /// Reads the next one; nil at the end.
  init?(from channel: PictureChannel) {
    guard let values = channel.readValues(Self.valueCount), values[0] >= 0,
      values[0] <= values[1], let bytes = channel.readBytes(values[0])
    else { return nil }
    self.bytes = bytes
    limits = ImageLimits(maxBytes: values[1], maxPixels: values[2])
    work =
      switch values[3] {
      case -1: .full
      case -2: .measuring
      default: .fitting(PixelSize(width: values[3], height: values[4]))
      }
  }

  /// Whether the picture may have that size once it is decoded.
  func allows(_ size: PixelSize) -> Bool {
    guard case .fitting(let most) = work else { return true }
    return size.width <= most.width && size.height <= most.height
  }

  /// False when nobody reads it.
  func write(to channel: PictureChannel) -> Bool {
    let shape =
      switch work {
      case .full: [-1, 0]
      case .measuring: [-2, 0]
      case .fitting(let size): [size.width, size.height]
      }
    return channel.write([bytes.count, limits.maxBytes, limits.maxPixels] + shape)
      && bytes.withUnsafeBytes { channel.write($0) }
  }

  func run() -> Result<PictureAnswer, ImagingError> {
    Result { () throws(ImagingError) in
      switch work {
      case .full: try .init(ImageDecoder.decode(bytes, limits: limits))
      case .fitting(let size): try .init(ImageDecoder.decode(bytes, limits: limits, fitting: size))
      case .measuring: try .init(size: ImageDecoder.size(of: bytes))
      }
    }
  }
}

/// A picture, or its size alone, in which case it has no pixels.
struct PictureAnswer {
  let size: PixelSize
  let pixels: [UInt32]

  init(size: PixelSize, pixels: [UInt32] = []) { (self.size, self.pixels) = (size, pixels) }

  init(_ bitmap: Bitmap) { self.init(size: bitmap.size, pixels: bitmap.pixels) }

  var bitmap: Bitmap { Bitmap(width: size.width, height: size.height, pixels: pixels) }
}

/// What became of a picture, as one process of this program hands it to another.
struct PictureOutcome {
  let result: Result<PictureAnswer, ImagingError>

  private static let errors: [ImagingError] = [
    .tooManyBytes, .tooManyPixels, .unsupportedFormat, .malformed, .empty,
  ]

  init(_ result: Result<PictureAnswer, ImagingError>) { self.result = result }

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
    guard code == 0, width >= 0, height >= 0 else { return nil }
    let size = PixelSize(width: width, height: height)
    if task.work == .measuring {
      // Whatever it is, it goes into a message.
      guard max(width, height) <= Int32.max else { return nil }
      result = .success(PictureAnswer(size: size))
      return
    }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard task.allows(size), !overflow, count <= task.limits.maxPixels,
      let pixels = channel.readPixels(count)
    else { return nil }
    result = .success(PictureAnswer(size: size, pixels: pixels))
  }

  /// False when nobody reads it.
  func write(to channel: PictureChannel) -> Bool {
    switch result {
    case .failure(let error):
      let code = (Self.errors.firstIndex(of: error) ?? 0) + 1
      return channel.write([code, 0, 0])
    case .success(let answer):
      return channel.write([0, answer.size.width, answer.size.height])
        && answer.pixels.withUnsafeBytes { channel.write($0) }
    }
  }
}

import Controllers

/// Why the whole picture of a message is not shown.
nonisolated enum MissingPicture {
  /// The message has a thumbnail alone.
  case none
  /// It is larger than what the user lets in by itself.
  case unasked(byteCount: Int?)
  /// It is larger than what the user can ask for.
  case tooLarge(byteCount: Int?)
  case tooManyPixels
  case failed(RequestError)

  init(_ error: RequestError, isWanted: Bool) {
    switch error.reason {
    case .tooLarge: self = isWanted ? .tooLarge(byteCount: nil) : .unasked(byteCount: nil)
    case .unusablePicture(.tooManyPixels): self = .tooManyPixels
    default: self = .failed(error)
    }
  }

  /// Whether another attempt may bring it.
  var canBeLoaded: Bool {
    switch self {
    case .none, .tooLarge, .tooManyPixels: return false
    case .unasked: return true
    case .failed(let error):
      if case .unusablePicture = error.reason { return false }
      return true
    }
  }

  /// What stands below the thumbnail; empty where there is nothing to say.
  func note(key: String) -> String {
    switch self {
    case .none: ""
    case .unasked(let count): "thumbnail: \(key) loads the picture\(Self.size(count))"
    case .tooLarge(let count):
      "thumbnail: the picture is too large to show\(Self.size(count))"
    case .tooManyPixels: "thumbnail: the picture has too many pixels to show"
    case .failed(let error): "thumbnail: \(ErrorSentences.text(error))"
    }
  }

  /// What stands in place of a picture without a thumbnail.
  func refusal(key: String) -> ImageState {
    switch self {
    case .none: .none
    case .unasked(let count):
      .failed("not loaded: \(count.map { "\(FileText.bytes($0)). " } ?? "")\(key) loads it")
    case .tooLarge(let count): .failed("no picture: it is too large to show\(Self.size(count))")
    case .tooManyPixels: .failed("no picture: it has too many pixels to show")
    case .failed(let error): .failed("no picture: \(ErrorSentences.text(error))")
    }
  }

  private static func size(_ count: Int?) -> String {
    count.map { " (\(FileText.bytes($0)))" } ?? ""
  }
}

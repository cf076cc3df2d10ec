import Controllers

/// Why the whole picture of a message is not shown.
nonisolated enum MissingPicture {
  /// The message has a thumbnail alone.
  case none
  /// The address of what the message has, a picture or a file, is none.
  case nowhere(String)
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
    case .none, .nowhere, .tooLarge, .tooManyPixels: return false
    case .unasked: return true
    case .failed(let error):
      if error.reason == .unusablePicture(.undecoded) { return true }
      if case .unusablePicture = error.reason { return false }
      return true
    }
  }

  /// Whether the server may have a copy that can be shown: not of a picture that did not come at all.
  var mayHaveThumbnail: Bool {
    switch self {
    case .none, .nowhere: return false
    case .unasked, .tooLarge, .tooManyPixels: return true
    case .failed(let error):
      if case .unusablePicture = error.reason { return true }
      return false
    }
  }

  /// What stands below the thumbnail; empty where there is nothing to say.
  func note(key: String) -> String {
    switch self {
    case .none: ""
    case .nowhere(let what): "thumbnail: the \(what)'s address is invalid"
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
    case .nowhere(let what): .failed("no \(what): its address is invalid")
    case .unasked(let count):
      .failed("not loaded: \(count.map { "\(FileText.bytes($0)). " } ?? "")\(key) loads it")
    case .tooLarge(let count): .failed("no picture: it is too large to show\(Self.size(count))")
    case .tooManyPixels: .failed("no picture: it has too many pixels to show")
    case .failed(let error): .failed("no picture: \(ErrorSentences.text(error))")
    }
  }

  /// What stands in place of a picture whose thumbnail does not come either.
  func refusal(key: String, thumbnail error: RequestError) -> ImageState {
    let start = "no thumbnail: \(Self.thumbnailProblem(error))"
    return switch self {
    case .none: .failed(start)
    case .nowhere(let what): .failed("\(start) The \(what)'s address is invalid")
    case .unasked(let count): .failed("\(start) \(key) loads the picture\(Self.size(count))")
    case .tooLarge(let count):
      .failed("\(start) The picture is too large to show\(Self.size(count))")
    case .tooManyPixels: .failed("\(start) The picture has too many pixels to show")
    case .failed: refusal(key: key)
    }
  }

  /// A sentence that is not about the picture itself.
  private static func thumbnailProblem(_ error: RequestError) -> String {
    switch error.reason {
    case .unusablePicture(.damaged): "it is damaged."
    case .unusablePicture(.undecoded): "decoding it did not begin, or took too long."
    case .unusablePicture(.tooManyPixels), .tooLarge: "it is too large."
    case .unusablePicture(.unknownKind), .unusablePicture(.otherType):
      "it is of a kind that cannot be shown."
    case .refused where error.status == 404: "it is gone."
    default: ErrorSentences.text(error)
    }
  }

  private static func size(_ count: Int?) -> String {
    count.map { " (\(FileText.bytes($0)))" } ?? ""
  }
}

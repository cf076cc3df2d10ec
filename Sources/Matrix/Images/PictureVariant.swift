import Controllers
import HTTPTypes
import Imaging
import Models

/// The sizes in which pictures are requested and kept, smallest first.
///
/// Source: Matrix client-server API, "Content repository", "Thumbnails": servers keep a few
/// thumbnail sizes ready, among them 32 by 32 (cropped), 96 by 96 and
/// 800 by 600.
enum PictureVariant: Int, CaseIterable, Comparable, Sendable {
  case small
  case medium
  /// As large as thumbnails are.
  case large
  case full

  /// The longest side of the large variant, in pixels.
  static let longestSide = 800

  /// The variants that serve somebody who wants the picture itself.
  static let ofPictures: [PictureVariant] = [.small, .medium, .full]

  /// The smallest variant that covers a size in pixels.
  init(covering size: PixelSize) {
    switch max(size.width, size.height) {
    case ...32: self = .small
    case ...96: self = .medium
    default: self = .full
    }
  }

  static func < (left: PictureVariant, right: PictureVariant) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The name of the variant's cache file; nil when it would exceed the length limit.
  func fileName(of uri: MediaURI) -> String? {
    FileName.joining(["\(self)", uri.serverName, uri.mediaID])
  }

  /// The request for the encoded picture in this variant.
  func endpoint(for uri: MediaURI, maxBytes: Int) -> Endpoint<[UInt8]> {
    var endpoint = Endpoint(
      .fetchImage, path: path(of: uri), query: query, timeout: .seconds(120)
    ) { response in
      try Self.checkType(response)
      return response.body
    }
    endpoint.idleTimeout = .seconds(20)
    endpoint.maxBodyBytes = maxBytes
    endpoint.maxRedirects = 3
    return endpoint
  }

  private func path(of uri: MediaURI) -> [String] {
    let kind = self == .full ? "download" : "thumbnail"
    return ["_matrix", "client", "v1", "media", kind, uri.serverName, uri.mediaID]
  }

  private var query: [(name: String, value: String)] {
    switch self {
    case .small: [("width", "32"), ("height", "32"), ("method", "crop")]
    case .medium: [("width", "96"), ("height", "96"), ("method", "scale")]
    case .large: [("width", "\(Self.longestSide)"), ("height", "600"), ("method", "scale")]
    case .full: []
    }
  }

  /// Refuses a response whose declared type is not a picture; otherwise the bytes decide.
  private static func checkType(_ response: HTTPResponse) throws(RequestError) {
    guard let type = response.headers[.contentType]?.lowercased() else { return }
    guard type.hasPrefix("image/") || type.hasPrefix("application/octet-stream") else {
      throw RequestError(
        operation: .fetchImage, reason: .unusablePicture(.otherType(String(type.prefix(64)))),
        status: response.status)
    }
  }
}

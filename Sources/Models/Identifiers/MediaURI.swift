import ModelKit

/// The address of a file in a content repository: `mxc://server-name/media-id`.
///
/// Both parts are checked byte by byte, so that neither can leave its place in the path of a
/// request. Source: Matrix client-server API, "Matrix Content (mxc://) URIs", security section.
package struct MediaURI: JSONIdentifier, CustomStringConvertible {
  package let serverName: String
  package let mediaID: String

  package init?(_ text: String) {
    let scheme = "mxc://"
    guard text.hasPrefix(scheme), text.utf8.count <= 512 else { return nil }
    let parts = text.dropFirst(scheme.count).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let server = parts.first, let media = parts.last,
      Self.isServerName(server), Self.isMediaID(media)
    else { return nil }
    serverName = String(server)
    mediaID = String(media)
  }

  /// The address as the server spells it.
  package var rawValue: String { "mxc://\(serverName)/\(mediaID)" }

  package var description: String { rawValue }

  private static func isServerName(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 255 else { return false }
    return first != UInt8(ascii: ".")
      && text.utf8.allSatisfy { isAlphanumeric($0) || ".-:[]".utf8.contains($0) }
  }

  private static func isMediaID(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == 0x2D }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

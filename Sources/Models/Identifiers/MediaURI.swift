import MatrixGrammar
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
      ServerNameGrammar.mayBeName(server), Self.isMediaID(media)
    else { return nil }
    serverName = String(server)
    mediaID = String(media)
  }

  /// The address as the server spells it.
  package var rawValue: String { "mxc://\(serverName)/\(mediaID)" }

  package var description: String { rawValue }

  private static func isMediaID(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        ServerNameGrammar.isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == 0x2D
      }
  }
}

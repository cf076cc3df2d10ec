package import Foundation

extension MatrixClient {
  /// Uploads a file and returns its address.
  package func upload(_ content: Data, type: String = "application/octet-stream") throws -> String {
    let response = try LoopbackHTTP.send(
      "POST", "\(homeserver)/_matrix/media/v3/upload",
      headers: ["Content-Type": type, "Authorization": "Bearer \(token)"], body: content)
    let object = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any]
    guard response.status == 200, let address = object?["content_uri"] as? String else {
      throw Failure(operation: "upload", status: response.status, code: "")
    }
    return address
  }
}

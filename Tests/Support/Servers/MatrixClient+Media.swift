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

  /// Downloads what an address names.
  package func download(_ address: String) throws -> Data {
    let response = try LoopbackHTTP.send(
      "GET", "\(homeserver)/_matrix/client/v1/media/download/\(address.dropFirst("mxc://".count))",
      headers: ["Authorization": "Bearer \(token)"])
    guard response.status == 200 else {
      throw Failure(operation: "download", status: response.status, code: "")
    }
    return response.body
  }
}

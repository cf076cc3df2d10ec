import Foundation
import ModelKit
import Testing

@testable import Matrix
@testable import MatrixWire

/// Responses of a real homeserver, kept as files.
enum Recorded {
  static func data(_ name: String) throws -> Data {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try Data(contentsOf: tests.appending(path: "Fixtures/Account/\(name).json"))
  }

  static func sync(_ name: String) throws -> RawSyncResponse {
    try response(name).value
  }

  static func messages(_ name: String) throws -> RawMessagesResponse {
    try response(name).value
  }

  /// The response, with its unreadable parts.
  static func response<Value: JSONDecodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws -> LenientResponse<Value> {
    try LenientResponse([UInt8](try data(name)))
  }
}

/// Reads a JSON text as a raw model.
func decoded<Model: JSONDecodable>(
  _ json: String, as model: Model.Type = Model.self
) throws -> Model {
  try Model.decode(Array(json.utf8))
}

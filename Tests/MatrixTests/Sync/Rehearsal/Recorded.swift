import Foundation
import Testing

@testable import Matrix
@testable import MatrixWire

/// Answers that a real homeserver gave, kept as files.
enum Recorded {
  static func data(_ name: String) throws -> Data {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try Data(contentsOf: tests.appending(path: "Fixtures/Account/\(name).json"))
  }

  static func sync(_ name: String) throws -> RawSyncAnswer {
    try JSONDecoder().decode(RawSyncAnswer.self, from: data(name))
  }

  static func messages(_ name: String) throws -> RawMessagesAnswer {
    try JSONDecoder().decode(RawMessagesAnswer.self, from: data(name))
  }
}

/// Reads a JSON text as a raw model.
func decoded<Model: Decodable>(_ json: String, as model: Model.Type = Model.self) throws -> Model {
  try JSONDecoder().decode(Model.self, from: Data(json.utf8))
}

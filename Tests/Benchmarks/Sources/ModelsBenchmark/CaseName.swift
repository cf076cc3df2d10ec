/// The measured cases; `Scripts/lib/bench/models.py` explains each of them.
enum CaseName: String, CaseIterable, Codable {
  case decodeRecorded = "decode-recorded"
  case decodeSynthetic = "decode-synthetic"
  case encode
  case make
  case merge
  case diff
  case equality
  case hash
  case store
  case storeFanOut = "store-fan-out"
  case persistSave = "persist-save"
  case persistLoad = "persist-load"
}

/// The measured subjects.
enum SubjectName: String, CaseIterable, Codable {
  /// Models of this package, with strings and with lazy text.
  case eager, lazy
  /// The reader alone, which checks the grammar and keeps nothing.
  case skip
  case codable = "Codable"
  case serialization = "JSONSerialization"
  case simdjson
  /// A hand-written struct.
  case plain
  /// A model with hooks.
  case hooked
  /// A model with `initNotification`, without observers.
  case told
}

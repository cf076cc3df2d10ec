/// What is measured; `Scripts/lib/bench_models.py` says what each stands for.
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

/// Who is measured.
enum SubjectName: String, CaseIterable, Codable {
  /// Models of this package, with strings and with text that is read when it is asked for.
  case eager, lazy
  /// The reader alone, which checks the grammar and keeps nothing.
  case skip
  case codable = "Codable"
  case serialization = "JSONSerialization"
  case simdjson
  /// A struct that is written by hand.
  case plain
  /// A model with hooks.
  case hooked
  /// A model with `initNotification`, while nobody listens.
  case told
}

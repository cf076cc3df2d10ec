import ModelKit

/// A message as the server has it now.
struct CurrentContent {
  let type: String
  /// The content that the last edit gave it.
  let content: JSONObject
}

import Controllers
import Models

/// What a row says about a message on its way.
nonisolated enum DeliveryText {
  static let sending = "sending…"

  /// "sending in 3 s: Esc, u takes it back".
  static func held(milliseconds: Int64) -> String {
    guard milliseconds > 0 else { return sending }
    return "sending in \((milliseconds + 999) / 1000) s: Esc, u takes it back"
  }

  /// "uploading… 40% of 3 MB", in steps of a percent.
  static func upload(_ progress: UploadProgress) -> String {
    guard progress.sent > 0, progress.total > 0 else { return sending }
    let percent = min(progress.sent, progress.total) * 100 / progress.total
    return "uploading… \(percent)% of \(FileText.bytes(progress.total))"
  }

  /// What the account is changing about a message.
  static func change(_ change: PendingChange?) -> String {
    switch change {
    case .edit: "(sending the new text…)"
    case .removal: "(removing…)"
    case .heldRemoval: "(removing… u undoes)"
    case nil: ""
    }
  }
}

import Controllers
import Models

/// What a row says about a message on its way.
nonisolated enum DeliveryText {
  static let sending = "sending…"

  /// "sending in 3 s: Esc, u takes it back".
  static func held(milliseconds: Int64, _ chosen: Preferences) -> String {
    guard milliseconds > 0 else { return sending }
    let keys = "\(chosen.key(.toMessages)), \(chosen.key(.undoLast))"
    return "sending in \((milliseconds + 999) / 1000) s: \(keys) takes it back"
  }

  /// "uploading… 40% of 3 MB", in steps of a percent.
  static func upload(_ progress: UploadProgress) -> String {
    guard progress.sent > 0, progress.total > 0 else { return sending }
    let percent = min(progress.sent, progress.total) * 100 / progress.total
    return "uploading… \(percent)% of \(FileText.bytes(progress.total))"
  }

  /// "downloading… 40% of 3 MB"; without the total while the server does not say it.
  static func download(_ progress: DownloadProgress?) -> String {
    guard let progress else { return "" }
    guard let total = progress.total, total > 0 else {
      return progress.received > 0
        ? "downloading… \(FileText.bytes(progress.received))" : "downloading…"
    }
    let percent = min(progress.received, total) * 100 / total
    return "downloading… \(percent)% of \(FileText.bytes(total))"
  }

  /// Why a message was not sent, perhaps with the keys that lead to what can be done about it.
  static func failed(status: Int?, code: String?, keys: String? = nil) -> String {
    let reason = ErrorSentences.short(status: status, code: code)
    return "not sent: \(reason)." + (keys.map { " \($0): options" } ?? "")
  }

  /// The keys from the composer to the options of a message.
  static func optionKeys(_ chosen: Preferences) -> String {
    "\(chosen.key(.toMessages)), \(chosen.key(.openMessage))"
  }

  /// What the account is changing about a message, perhaps with the key that takes it back.
  static func change(_ change: PendingChange?, undo key: String? = nil) -> String {
    let undoes = key.map { " \($0) undoes" } ?? ""
    return switch change {
    case .edit: "(sending the new text…)"
    case .vote: "(sending your vote…)"
    case .pollEnd: "(ending the poll…)"
    case .heldPollEnd: "(ending the poll…\(undoes))"
    case .removal: "(removing…)"
    case .heldRemoval: "(removing…\(undoes))"
    case nil: ""
    }
  }
}

import Controllers
import Matrix
import Models

/// What is to be said of an account's files.
enum AccountFindings {
  static func of(_ check: AccountCheck) -> [Finding] {
    let subject = "account \(check.account.userID.rawValue)"
    if let exposure = check.exposure { return [.failed(subject, exposure)] }
    let damages = [vault(check.vault, subject), cache(check.cache, subject)]
    let obstacle = check.writeObstacle.map {
      Finding.failed(subject, "nothing can be written in \(check.folder): \($0)")
    }
    var findings = ([obstacle] + damages).compactMap { $0 }
    if findings.isEmpty { findings.append(.ok(subject, "files sound and private")) }
    if check.isSignedOut {
      findings.append(.warning(subject, "signed out by the server: sign in again"))
    }
    if let process = check.holder {
      findings.append(.ok(subject, "open in process \(process)"))
    } else if !check.isConnected {
      findings.append(.ok(subject, "disconnected: the next start leaves it alone"))
    }
    return findings
  }

  private static func vault(_ vault: AccountCheck.Database, _ subject: String) -> Finding? {
    switch vault {
    case .sound: nil
    case .absent: .failed(subject, "its vault is missing: sign in again")
    case .unusable(let reason):
      .failed(subject, "its vault is damaged; the next start saves what can be read: \(reason)")
    }
  }

  private static func cache(_ cache: AccountCheck.Database, _ subject: String) -> Finding? {
    switch cache {
    case .sound: nil
    // The first screen makes it.
    case .absent: .ok(subject, "keeps no messages yet")
    case .unusable(let reason):
      .failed(subject, "its cache is damaged; the next start fetches all again: \(reason)")
    }
  }
}

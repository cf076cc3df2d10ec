package import Controllers
import MatrixPush
import MatrixWire
import ModelKit
import Models
package import Signals

/// The push rules of an account: read from its store, changed on the server.
package struct MatrixAlertRulesController: AlertRulesController {
  private let changer: RuleChanger
  private let store: AccountStore

  init(network: MatrixNetworkController, store: AccountStore) {
    changer = RuleChanger(network: network, store: store)
    self.store = store
  }

  package var rules: Signal<[AlertSubject: Bool], Never> {
    store.watch(.toldSubjects).compactMap { $0 }
  }

  package func set(_ subject: AlertSubject, isTold: Bool) -> Signal<Void, RequestError> {
    .from { [changer] () async throws(RequestError) in
      if case .word(let word) = subject, !Self.isWord(word) {
        throw RequestError(operation: .setAlerts, reason: .invalidInput(word))
      }
      try await changer.apply { $0.edits(to: isTold, subject) }
    }
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.count <= AlertSubject.longestWord
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

extension StoreQuery where Value == [AlertSubject: Bool]? {
  /// Of what the account is told; nil while its rules are not known.
  static var toldSubjects: Self {
    Self(value: { contents, _ in contents.rules?.told }, isAffected: { $0.touchesRules })
  }
}

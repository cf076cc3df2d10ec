import Controllers
import MatrixWire
import ModelKit

/// What a server asks of those who make an account.
struct RegistrationStages: Sendable {
  static let dummy = "m.login.dummy"
  static let token = "m.login.registration_token"
  static let terms = "m.login.terms"

  /// Terms that are shown; nobody reads more.
  private static let mostTerms = 10

  /// The stages of the first flow that this program can pass; nil when there is none.
  let stages: [String]?
  let completed: Set<String>
  let session: String?
  private let texts: [ServerTerms]

  init(_ raw: RawAuthenticationStages, isServerLocal: Bool) {
    let passable: Set = [Self.dummy, Self.token, Self.terms]
    stages = raw.flows.map(\.stages).first { passable.isSuperset(of: $0) }
    completed = Set(raw.completed)
    session = raw.session
    texts = Self.texts(raw.parameters?[Self.terms], isServerLocal)
  }

  var offer: RegistrationOffer {
    guard let stages else { return .elsewhere }
    return .open(
      RegistrationNeeds(
        token: stages.contains(Self.token), terms: stages.contains(Self.terms) ? texts : []))
  }

  /// The next stage; nil when all are passed.
  var next: String? { stages?.first { !completed.contains($0) } }

  /// Source: Matrix client-server API, "Terms of service at registration".
  private static func texts(_ raw: JSONValue?, _ isServerLocal: Bool) -> [ServerTerms] {
    let policies = raw?["policies"]?.object?.members ?? []
    return policies.prefix(mostTerms).compactMap { policy in
      let languages = policy.value.object?.members.filter { $0.value.isObject } ?? []
      let text = languages.first(where: { $0.key == "en" }) ?? languages.first
      guard let address = text?.value["url"]?.string,
        let shown = BrowserAddress(address, isServerLocal: isServerLocal)
      else { return nil }
      let name = text?.value["name"]?.string?.nonEmpty(cutToBytes: Limits.name)
      return ServerTerms(
        name: name ?? policy.key.cut(toBytes: Limits.name), address: shown.description)
    }
  }
}

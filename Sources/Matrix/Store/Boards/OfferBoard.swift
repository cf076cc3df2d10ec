import Controllers
import MatrixWire
import Signals

/// What the account's server offers besides what every server does: the sync asks, others look.
final class OfferBoard: Sendable {
  private let subject = ReplaySubject<ServerOffer?, Never>(capacity: 1)

  init() { subject.send(nil) }

  /// Nil until the server has said so, then after each change.
  var offers: Signal<ServerOffer?, Never> { subject.signal.skipRepeats() }

  func set(_ offer: ServerOffer) { subject.send(offer) }
}

extension ServerOffer {
  /// Versions of the specification have what earlier servers say one by one.
  init(_ raw: RawVersions) {
    let newest = raw.versions.compactMap(Self.minor).max() ?? 0
    self.init(
      reportsOfPeople: newest >= 14 || raw.takesReportsOfPeople == true,
      reportsOfRooms: newest >= 13 || raw.takesReportsOfRooms == true,
      commonRooms: raw.offersMutualRooms == true
        ? .stable : raw.offersEarlyMutualRooms == true ? .proposed : nil)
  }

  /// 14 for "v1.14".
  private static func minor(_ version: String) -> Int? {
    version.hasPrefix("v1.") ? Int(version.dropFirst(3)) : nil
  }
}

package import Controllers
import HTTPTypes
import MatrixWire
import ModelKit
package import Models
package import Signals

/// What a server says of itself to everybody.
package struct ServerAnswer: Hashable, Sendable {
  /// The newest specification version that it declares, such as `v1.15`.
  package var newestVersion: String?
  package var offersSlidingSync: Bool
  /// Its clock when it answered; nil when it does not say.
  package var time: Timestamp?

  /// Creates an answer.
  package init(newestVersion: String?, offersSlidingSync: Bool, time: Timestamp?) {
    self.newestVersion = newestVersion
    self.offersSlidingSync = offersSlidingSync
    self.time = time
  }
}

/// Asks servers what they say of themselves, without a token.
package struct ServerCheck: Sendable {
  private static let patience = Duration.seconds(5)
  private let transport: any HTTPTransport
  private let scheduler: any Scheduler

  /// Makes a check; sends nothing yet.
  package init(transport: any HTTPTransport, scheduler: any Scheduler) {
    self.transport = transport
    self.scheduler = scheduler
  }

  /// Asks the server at an address.
  ///
  /// Source: Matrix client-server API, `GET /_matrix/client/versions`.
  package func ask(_ address: String) async throws(RequestError) -> ServerAnswer {
    guard let server = ServerAddress(address) else {
      throw RequestError(operation: .discover, reason: .invalidInput(address))
    }
    let endpoint = Endpoint(
      .discover, path: ["_matrix", "client", "versions"], waitsWhenLimited: false,
      timeout: Self.patience
    ) { response in
      let versions = try RawVersions.decode(response.body)
      return ServerAnswer(
        newestVersion: ServerDiscovery.newest(versions.versions),
        offersSlidingSync: versions.offersSlidingSync == true,
        time: response.headers[.date].flatMap(Self.time))
    }
    return try await RequestSender(server: server, transport: transport, scheduler: scheduler)
      .send(endpoint, token: nil)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time of a header such as `Sun, 29 Nov 2026 01:24:00 GMT`; nil for another text.
  ///
  /// Source: RFC 9110, section 5.6.7.
  static func time(_ text: String) -> Timestamp? {
    let words = text.split(separator: " ")
    guard words.count == 6, let month = months.firstIndex(of: String(words[2])),
      let day = Int64(words[1]), let year = Int64(words[3]), (1970...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, (1...31).contains(day), clock.allSatisfy({ (0...60).contains($0) })
    else { return nil }
    let minutes = (days(year, Int64(month), day) * 24 + clock[0]) * 60 + clock[1]
    return Timestamp(milliseconds: (minutes * 60 + clock[2]) * 1000)
  }

  /// The days from 1970 to a date of the Gregorian calendar; months count from 0.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Counts from March, so that the leap day is the last of its year.
    let shifted = (month + 10) % 12
    let years = month < 2 ? year - 1 : year
    let leaps = years / 4 - years / 100 + years / 400
    return years * 365 + leaps + (shifted * 153 + 2) / 5 + day - 1 - 719_468
  }
}

import Foundation
import Testing

@testable import Homeserver

/// Checks that the rows of ``Contract`` are complete.
@Suite("The contract")
struct CoverageTests {
  private static let contracts = Dictionary(uniqueKeysWithValues: Contract.all.map { ($0.key, $0) })

  @Test("has rows for every endpoint of the homeserver, and for no others")
  func routes() throws {
    let routes = Set(try HomeserverRoutes.all.map { Contract.key($0.method, $0.path) })
    for route in routes.sorted() { #expect(Self.contracts[route] != nil, "\(route) has no rows") }
    for (key, contract) in Self.contracts {
      #expect(routes.contains(key) != contract.isSynapseOnly, "\(key)")
    }
  }

  /// What only servers have that leave sign-in to web pages, since the homeserver signs people in itself, and
  /// what earlier servers have in place of a request of the specification.
  private static let ofOtherServers: Set = [
    "GET /_matrix/client/v3/login/sso/redirect", "GET /_matrix/client/v3/auth/*/fallback/web",
    "GET /_matrix/client/v1/auth_metadata",
    "GET /_matrix/client/unstable/uk.half-shot.msc2666/user/mutual_rooms",
  ]

  @Test("has rows for every endpoint the client calls")
  func client() throws {
    let calls = try ClientCalls.all()
    #expect(calls.count >= 17)
    for call in calls {
      let routes = try HomeserverRoutes.all.filter(call.fits)
      #expect(routes.isEmpty == Self.ofOtherServers.contains("\(call)"), "\(call)")
      for route in routes {
        #expect(Self.contracts[Contract.key(route.method, route.path)] != nil, "\(call)")
      }
    }
  }

  @Test("has a successful request for each endpoint, and each row once")
  func successes() {
    for (key, contract) in Self.contracts {
      #expect(
        contract.isSynapseOnly || contract.allRows.contains { $0.outcome == "200" }, "\(key)")
      let names = contract.allRows.map(\.name)
      #expect(Set(names).count == names.count, "\(key)")
      for row in contract.allRows where row.synapse?.outcome == row.outcome {
        Issue.record("\(key): Synapse makes no difference at \(row.name)")
      }
    }
  }

  @Test("has a row for every refusal in the specification, or a reason why not")
  func refusals() {
    for (key, contract) in Self.contracts {
      for refusal in SpecifiedErrors.all[key] ?? [] {
        let code = refusal.split(separator: " ").last.map(String.init) ?? refusal
        let hasRow = contract.allRows.contains {
          $0.outcome == refusal || $0.outcome.hasPrefix(refusal + " ")
        }
        #expect(hasRow != (contract.never[code] != nil), "\(key): \(refusal)")
      }
    }
    for key in SpecifiedErrors.all.keys { #expect(Self.contracts[key] != nil, "\(key)") }
  }
}

/// The endpoints of the homeserver.
enum HomeserverRoutes {
  static var all: [Route] {
    get throws { try made.get() }
  }

  private static let made = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "routes-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = HomeserverOptions(dataDirectory: folder.path)
    options.welcomes = false
    return Result { try Homeserver(options).router.routes }
  }()
}

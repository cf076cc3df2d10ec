import TestServers
import Testing

/// Every endpoint with valid requests and with each error: the rows of ``Contract``.
@Suite("Every endpoint", .serialized)
struct ContractTests {
  @Test(
    "responds as its contract says, or with Synapse's known difference", arguments: TestServer.all,
    Contract.Area.allCases)
  func rows(server: TestServer, area: Contract.Area) throws {
    let people = try Stage.People(on: server)
    for contract in area.contracts {
      let stage = Stage(server, people)
      for row in contract.allRows {
        let reply = try stage.run(row, of: contract)
        let place = Comment(rawValue: "\(contract.method) \(contract.path): \(row.name)")
        let outcome = server.kind == .synapse ? row.synapse?.outcome ?? row.outcome : row.outcome
        #expect(reply.outcome == outcome, place)
        if reply.status == 200 {
          for name in row.members { #expect(reply.json[name] != nil, place) }
        } else if !reply.code.isEmpty {
          #expect(reply.text("error") != nil, place)
        }
      }
    }
  }
}

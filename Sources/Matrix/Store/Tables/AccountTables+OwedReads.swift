import ModelKit
import Models

/// The read positions that the server does not know yet.
extension AccountTables {
  /// How many are kept: those of the rooms read last.
  private static let mostOwedReads = 500

  /// The positions, those read last at the end.
  func owedReads() throws -> [OwedRead] {
    guard let text = try value(of: .owedReads) else { return [] }
    return (try? OwedReads.decode(Self.bytes(text)))?.reads ?? []
  }

  /// Adds positions in place of those of the same rooms and threads.
  func owe(_ reads: [OwedRead]) throws {
    let others = try owedReads().filter { old in
      !reads.contains { $0.room == old.room && $0.root == old.root }
    }
    try setOwed((others + reads).suffix(Self.mostOwedReads))
  }

  /// The server has these positions, or does not want them.
  func settle(_ reads: [OwedRead]) throws {
    try setOwed(try owedReads().filter { !reads.contains($0) })
  }

  private func setOwed(_ reads: some Collection<OwedRead>) throws {
    try set(
      .owedReads, to: reads.isEmpty ? nil : Self.text(OwedReads(reads: Array(reads))))
  }
}

import Models

/// Says who is writing.
nonisolated enum TypingText {
  /// Up to three names; empty when nobody is writing.
  static func line(_ people: [User]) -> String {
    let known = Dictionary(people.map { ($0.id, $0) }) { first, _ in first }
    let owners = Names.owners(among: known)
    let names = people.map { Names.text($0.id, among: known, owners: owners) }
    switch names.count {
    case 0: return ""
    case 1: return "\(names[0]) is typing…"
    case 2: return "\(names[0]) and \(names[1]) are typing…"
    case 3: return "\(names[0]), \(names[1]) and \(names[2]) are typing…"
    default: return "several people are typing…"
    }
  }
}

import Models
import Support

/// A joined room whose id is its name without blanks, active some minutes after noon.
func room(
  _ name: String, minute: Int64 = 0, _ change: (inout Room.Builder) -> Void = { _ in }
) -> Room {
  .template(name.filter { $0 != " " }, name: name) {
    $0.lastActivity = .noon(plusMinutes: minute)
  }.with(change)
}

/// A joined space with rooms of these names.
func space(_ name: String, _ children: [String]) -> Room {
  .template(name, name: name) {
    $0.isSpace = true
    $0.children = children.map { .template("!\($0):example.org") }
  }
}

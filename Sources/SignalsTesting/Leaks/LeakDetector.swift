import Signals
public import Testing

/// Watches objects without keeping them alive and reports those still alive.
///
/// ```swift
/// let leaks = LeakDetector()
/// do {
///   let model = leaks.watch(Model())
///   model.open()
/// }
/// leaks.expectAllReleased()
/// ```
///
/// All methods are safe from any thread. For objects that another thread releases, wait with `try
/// await eventually { leaks.alive.isEmpty }`.
public final class LeakDetector: Sendable {
  private struct Watched {
    let name: String
    weak var object: AnyObject?
  }

  private let watched = Lock<[Watched]>([])

  /// Makes a detector that watches nothing.
  public init() {}

  /// Watches the object and returns it; messages use the given name or that of its type.
  @discardableResult
  public func watch<Object: AnyObject>(_ object: Object, as name: String? = nil) -> Object {
    let entry = Watched(name: name ?? "\(type(of: object))", object: object)
    watched.withLock { $0.append(entry) }
    return object
  }

  /// The names of the watched objects that are alive, in the order in which they were watched.
  public var alive: [String] {
    watched.withLock { watched in watched.filter { $0.object != nil }.map(\.name) }
  }

  /// Fails the test if a watched object is alive.
  public func expectAllReleased(sourceLocation: SourceLocation = #_sourceLocation) {
    let alive = alive
    guard !alive.isEmpty else { return }
    Issue.record("still alive: \(alive.joined(separator: ", "))", sourceLocation: sourceLocation)
  }
}

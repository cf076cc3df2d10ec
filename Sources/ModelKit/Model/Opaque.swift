/// A value that no document can contain: a class, a closure, or an object behind a protocol.
///
/// Two are equal if they hold the same class, the same object or equal `Hashable` values; of any
/// other value only copies of one `Opaque` are equal.
public struct Opaque<Value: Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  /// Holds a value.
  public init(_ value: Value) {
    box = Box(value)
  }

  /// The value.
  public var value: Value { box.value }

  /// Compares what the values can be told apart by.
  public static func == (left: Opaque, right: Opaque) -> Bool {
    left.box === right.box || left.identity == right.identity
  }

  /// Hashes what the value can be told apart by.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
  }

  private var identity: AnyHashable {
    if let metatype = value as? any AnyObject.Type { return ObjectIdentifier(metatype) }
    if let comparable = value as? any Hashable { return AnyHashable(comparable) }
    guard type(of: value as Any) is any AnyObject.Type else { return ObjectIdentifier(box) }
    return ObjectIdentifier(value as AnyObject)
  }
}

extension Opaque: CustomStringConvertible {
  /// The description of the value.
  public var description: String { String(describing: value) }
}

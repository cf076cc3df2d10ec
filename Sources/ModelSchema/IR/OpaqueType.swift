/// The type of a value that no document can contain; it lives in memory only.
package enum OpaqueType: Hashable, Sendable {
  /// Objective-C's `Class`.
  case anyClass
  /// A closure without arguments and result, `dispatch_block_t`.
  case block
  /// A value that conforms to these protocols, which are declared by hand.
  case conforming(to: [String])
  /// A type declared by hand.
  case named(String)
}

/// How a property decides whether a value is new.
@usableFromInline
struct Comparison<Value> {
  /// Whether values can be compared at all; if not, each value counts as new.
  @usableFromInline let isPossible: Bool
  @usableFromInline let isEqual: (Value, Value) -> Bool

  @inlinable
  init(isPossible: Bool, isEqual: @escaping (Value, Value) -> Bool) {
    self.isPossible = isPossible
    self.isEqual = isEqual
  }

  @inlinable static var none: Comparison {
    Comparison(isPossible: false) { _, _ in false }
  }
}

extension Comparison where Value: Equatable {
  @inlinable static var equality: Comparison {
    Comparison(isPossible: true) { $0 == $1 }
  }
}

extension Comparison {
  @inlinable
  static func pairEquality<A: Equatable, B: Equatable>() -> Comparison where Value == (A, B) {
    Comparison(isPossible: true) { $0 == $1 }
  }
}

/// What the names of values in a line stand for, both ways.
struct MarbleNames<Value> {
  private let values: [(name: Character, value: Value)]
  private let isEqual: (Value, Value) -> Bool

  func value(_ name: Character) -> Value? {
    values.first { $0.name == name }?.value
  }

  /// The first name that stands for the value.
  func name(_ value: Value) -> Character? {
    values.first { isEqual($0.value, value) }?.name
  }

  /// The same line in which each value has the first of its names; a name that nobody has explained
  /// stays.
  func canonical(_ marbles: Marbles) -> Marbles {
    Marbles(
      marks: marbles.marks.map { mark in
        guard case .value(let name) = mark.kind, let value = value(name),
          let first = self.name(value)
        else { return mark }
        return Marbles.Mark(frame: mark.frame, kind: .value(first))
      })
  }

  /// The names of the line that stand for nothing.
  func unexplained(in marbles: Marbles) -> [Character] {
    marbles.marks.compactMap { mark in
      guard case .value(let name) = mark.kind, value(name) == nil else { return nil }
      return name
    }
  }
}

extension MarbleNames where Value: Equatable {
  init(_ values: [Character: Value]) {
    self.values = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    isEqual = { $0 == $1 }
  }
}

extension Property {
  /// The last value that satisfied `isIncluded`; `initial` if there has been none.
  ///
  /// The values at the end of each batch count, whether or not anything reads or observes the result.
  /// `isIncluded` also runs when the result is read inside a batch; it must have no side effects. The
  /// result keeps this property alive and is not kept alive by it.
  public final func filter(
    initial: Value, _ isIncluded: @escaping (Value) -> Bool
  ) -> Property<Value> {
    .filtered(self, initial, .none, isIncluded)
  }

  static func filtered(
    _ source: Property, _ initial: Value, _ comparison: Comparison<Value>,
    _ isIncluded: @escaping (Value) -> Bool
  ) -> Property {
    let condition = HeldClosure(isIncluded)
    let first = source.value
    let core = PropertyCore(
      isIncluded(first) ? first : initial, comparison,
      compute: PropertyCore.filtering(source.core, condition))
    core.sources.closure = condition
    core.seen.first = source.core.version
    core.setSource(source.core, owner: source)
    // A node with an observer is computed at the end of every batch. The node owns the observer.
    _ = core.observe { _ in }
    return Property(core: core)
  }
}

extension Property where Value: Equatable {
  /// The last value that satisfied `isIncluded`; `initial` if there has been none.
  ///
  /// It notifies only when the value differs. The values at the end of each batch count, whether or
  /// not anything reads or observes the result. `isIncluded` also runs when the result is read inside
  /// a batch; it must have no side effects. The result keeps this property alive and is not kept
  /// alive by it.
  public final func filter(
    initial: Value, _ isIncluded: @escaping (Value) -> Bool
  ) -> Property<Value> {
    .filtered(self, initial, .equality, isIncluded)
  }
}

extension PropertyCore {
  /// The source's value if it satisfies the condition, otherwise the value of the previous batch.
  ///
  /// So a read inside a batch has no effect on the value at its end.
  static func filtering(
    _ source: PropertyCore, _ condition: HeldClosure<Value, Bool>
  ) -> Body {
    {
      [
        source = Unmanaged.passUnretained(source),
        condition = Unmanaged.passUnretained(condition)
      ] node in
      let core = unsafeDowncast(node, to: PropertyCore.self)
      core.isDirty = false
      source._withUnsafeGuaranteedRef { source in
        source.bringUpToDate()
        guard source.version != core.seen.first else { return }
        core.seen.first = source.version
        if condition._withUnsafeGuaranteedRef({ $0.call(source.stored) }) {
          core.update(source.stored)
        } else {
          core.restore()
        }
      }
    }
  }

  /// Restores the value that was last fixed for the observers, if a read has replaced it since.
  private func restore() {
    if let settled {
      if settled.version != version { update(settled.value) }
    } else if let before {
      update(before)
    }
  }
}

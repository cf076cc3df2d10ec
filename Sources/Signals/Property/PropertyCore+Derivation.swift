/// How derived nodes get their values.
///
/// The closures own neither the sources nor the user's closures; the node's `sources` own both.
/// They are made outside main-actor code on purpose: a closure made there checks the executor at
/// each call.
extension PropertyCore {
  /// Recomputed from one source whenever it has changed.
  @inlinable
  static func mapping<Source>(
    _ source: PropertyCore<Source>, _ transform: HeldClosure<Source, Value>
  ) -> Body {
    {
      [
        source = Unmanaged.passUnretained(source),
        transform = Unmanaged.passUnretained(transform)
      ] node in
      let core = unsafeDowncast(node, to: PropertyCore.self)
      core.isDirty = false
      source._withUnsafeGuaranteedRef { source in
        source.bringUpToDate()
        guard source.version != core.seen.first else { return }
        core.seen.first = source.version
        core.update(transform._withUnsafeGuaranteedRef { $0.call(source.stored) })
      }
    }
  }

  /// Recomputed from one source whenever it has changed; an equal value is no change.
  @inlinable
  static func mappingChanges<Source>(
    _ source: PropertyCore<Source>, _ transform: HeldClosure<Source, Value>
  ) -> Body where Value: Equatable {
    {
      [
        source = Unmanaged.passUnretained(source),
        transform = Unmanaged.passUnretained(transform)
      ] node in
      let core = unsafeDowncast(node, to: PropertyCore.self)
      core.isDirty = false
      source._withUnsafeGuaranteedRef { source in
        source.bringUpToDate()
        guard source.version != core.seen.first else { return }
        core.seen.first = source.version
        let value = transform._withUnsafeGuaranteedRef { $0.call(source.stored) }
        if core.stored != value { core.store(value) }
      }
    }
  }

  /// The values of two sources, recomputed whenever one of them has changed.
  @inlinable
  static func pairing<A, B>(
    _ a: PropertyCore<A>, _ b: PropertyCore<B>
  ) -> Body where Value == (A, B) {
    { [a = Unmanaged.passUnretained(a), b = Unmanaged.passUnretained(b)] node in
      let core = unsafeDowncast(node, to: PropertyCore.self)
      core.isDirty = false
      a._withUnsafeGuaranteedRef { a in
        b._withUnsafeGuaranteedRef { b in
          a.bringUpToDate()
          b.bringUpToDate()
          guard (a.version, b.version) != core.seen else { return }
          core.seen = (a.version, b.version)
          core.update((a.stored, b.stored))
        }
      }
    }
  }

  /// The value of the inner node that `replacement` returns and installs as the second source when
  /// the outer node has changed.
  ///
  /// An inner node that is not up to date is not read from here, because a chain of such nodes has
  /// any depth. The node stays dirty and is computed again after the graph has refreshed the inner
  /// node.
  @inlinable
  static func flattening<Outer>(
    _ outer: PropertyCore<Outer>, _ replacement: HeldClosure<(PropertyCore, Outer), Void>
  ) -> Body {
    {
      [
        outer = Unmanaged.passUnretained(outer),
        replacement = Unmanaged.passUnretained(replacement)
      ] node in
      let core = unsafeDowncast(node, to: PropertyCore.self)
      core.isDirty = false
      outer._withUnsafeGuaranteedRef { outer in
        outer.bringUpToDate()
        guard outer.version != core.seen.first else { return }
        core.seen = (outer.version, .max)
        replacement._withUnsafeGuaranteedRef { $0.call((core, outer.stored)) }
      }
      core.sources.second?._withUnsafeGuaranteedRef { source in
        let inner = unsafeDowncast(source, to: PropertyCore.self)
        guard !inner.isDirty else {
          core.isDirty = true
          return
        }
        guard inner.version != core.seen.second else { return }
        core.seen.second = inner.version
        core.update(inner.stored)
      }
    }
  }
}

/// A user closure, which may hold other properties.
///
/// It belongs to what a node's sources own, so properties linked through such closures are released
/// link by link.
@usableFromInline
final class HeldClosure<Argument, Result> {
  @usableFromInline let call: (Argument) -> Result

  @inlinable
  init(_ call: @escaping (Argument) -> Result) {
    self.call = call
  }
}

infix operator <~ : AssignmentPrecedence

/// Something that takes values for as long as an object lives.
@MainActor
public final class BindingTarget<Value> {
  fileprivate let lifetime: Lifetime
  fileprivate let setter: @MainActor (Value) -> Void

  /// Makes a target; `setter` should not keep the owner of `lifetime` alive.
  public init(lifetime: Lifetime, _ setter: @escaping @MainActor (Value) -> Void) {
    self.lifetime = lifetime
    self.setter = setter
  }
}

extension MutableProperty {
  /// The property as the target of a binding, which does not keep it alive.
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [weak core] in core?.set($0) }
  }
}

/// Gives the target the source's value now and whenever it changes.
///
/// The binding ends with the target's lifetime or when the result is disposed of; until then it
/// keeps the source alive.
@MainActor
@discardableResult
public func <~ <Value>(target: BindingTarget<Value>, source: Property<Value>) -> any Disposable {
  let binding = source.observe(target.setter)
  target.lifetime.add(binding)
  return binding
}

/// Gives the target each value of the signal, on the main actor.
@MainActor
@discardableResult
public func <~ <Value>(
  target: BindingTarget<Value>, source: Signal<Value, Never>
) -> any Disposable {
  let binding = source.observe(on: MainScheduler.shared).subscribe(value: target.setter)
  target.lifetime.add(binding)
  return binding
}

/// Gives the property the source's value now and whenever it changes.
@MainActor
@discardableResult
public func <~ <Value>(
  target: MutableProperty<Value>, source: Property<Value>
) -> any Disposable {
  target.bindingTarget <~ source
}

/// Gives the property each value of the signal, on the main actor.
@MainActor
@discardableResult
public func <~ <Value>(
  target: MutableProperty<Value>, source: Signal<Value, Never>
) -> any Disposable {
  target.bindingTarget <~ source
}

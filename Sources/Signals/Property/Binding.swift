infix operator <~ : AssignmentPrecedence

/// A consumer of values on the main actor, valid for as long as an object lives.
///
/// It is the left side of `<~`; a binding ends with the lifetime.
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
  /// The property as the target of a binding; the binding does not keep the property alive.
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(lifetime: lifetime) { [weak core] in core?.set($0) }
  }
}

/// Passes the source's value to the target, now and at each change.
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

/// Passes each value of the signal to the target, on the main actor.
///
/// The binding ends with the signal, with the target's lifetime or when the result is disposed of.
@MainActor
@discardableResult
public func <~ <Value>(
  target: BindingTarget<Value>, source: Signal<Value, Never>
) -> any Disposable {
  let binding = source.observe(on: MainScheduler.shared).subscribe(value: target.setter)
  target.lifetime.add(binding)
  return binding
}

/// Passes the source's value to the property, now and at each change.
///
/// The binding ends with the property on the left, which it does not keep alive, or when the result
/// is disposed of. Until then it keeps the source alive.
@MainActor
@discardableResult
public func <~ <Value>(
  target: MutableProperty<Value>, source: Property<Value>
) -> any Disposable {
  target.bindingTarget <~ source
}

/// Passes each value of the signal to the property, on the main actor.
///
/// The binding ends with the signal, with the property, which it does not keep alive, or when the
/// result is disposed of.
@MainActor
@discardableResult
public func <~ <Value>(
  target: MutableProperty<Value>, source: Signal<Value, Never>
) -> any Disposable {
  target.bindingTarget <~ source
}

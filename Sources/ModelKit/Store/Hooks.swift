/// How the store calls the hooks of a type; types without hooks have none.
class Hooks<M: StoredModel>: @unchecked Sendable {
  // `@unchecked Sendable` is correct because neither this class nor its subclass has state.
  func willChange(from older: M?, to newer: M?, fields: M.Fields) -> Bool { true }
  func didChange(_ change: ModelChange<M>) {}
  func veto(_ id: M.ID) -> M.Veto { preconditionFailure("a type without hooks refuses nothing") }

  /// The hooks of the type, if it has any; the only place that checks.
  static func make() -> Hooks<M>? {
    guard let type = M.self as? any HookedModel.Type else { return nil }
    return make(type) as? Hooks<M>
  }

  private static func make<H: HookedModel>(_ type: H.Type) -> AnyObject {
    HookCaller<H>()
  }
}

private final class HookCaller<M: HookedModel>: Hooks<M>, @unchecked Sendable {
  // `@unchecked Sendable` repeats the superclass, which gives the reason: no state.
  override func willChange(from older: M?, to newer: M?, fields: M.Fields) -> Bool {
    M.willChange(from: older, to: newer, fields: fields)
  }

  override func didChange(_ change: ModelChange<M>) {
    M.didChange(from: change.before, to: change.after, fields: change.fields)
  }

  override func veto(_ id: M.ID) -> ModelVeto {
    ModelVeto(type: M.schema.name, id: id.storageKey)
  }
}

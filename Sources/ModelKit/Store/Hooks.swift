/// The hooks of a type as the store calls them; types without hooks have none.
///
/// The closures give `Table`, which knows its type as a `StoredModel` only, what a `HookedModel`
/// has.
struct Hooks<M: StoredModel>: Sendable {
  let willChange: @Sendable (_ older: M?, _ newer: M?, _ fields: M.Fields) -> Bool
  let didChange: @Sendable (ModelChange<M>) -> Void
  let veto: @Sendable (M.ID) -> M.Veto

  /// The hooks of the type, if it has any; the only place that checks.
  static func make() -> Hooks<M>? {
    guard let type = M.self as? any HookedModel.Type else { return nil }
    return make(type) as? Hooks<M>
  }

  private static func make<H: HookedModel>(_ type: H.Type) -> any Sendable {
    Hooks<H>(
      willChange: { H.willChange(from: $0, to: $1, fields: $2) },
      didChange: { H.didChange(from: $0.before, to: $0.after, fields: $0.fields) },
      veto: { ModelVeto(type: H.schema.name, id: $0.storageKey) })
  }
}

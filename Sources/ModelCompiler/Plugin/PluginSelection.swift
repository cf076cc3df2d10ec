import ModelSchema

/// The types that a plugin works on.
///
/// As soon as a list includes the plugin by name, these are the types that include it; otherwise all
/// types that do not exclude it.
struct PluginSelection {
  let types: [TypeDeclaration]
  /// The others, for looking up what the types refer to.
  let others: [TypeDeclaration]

  init(of plugin: String, in module: SchemaModule) {
    func names(_ type: TypeDeclaration, _ list: String) -> Bool {
      type.annotations.contains { annotation in
        annotation.name == list && annotation.values.contains { $0.value == plugin }
      }
    }
    let isChosen = module.types.contains { names($0, "includes") }
    func isMeant(_ type: TypeDeclaration) -> Bool {
      isChosen ? names(type, "includes") : !names(type, "excludes")
    }
    types = module.types.filter(isMeant)
    others = module.types.filter { !isMeant($0) }
  }
}

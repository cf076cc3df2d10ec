import Foundation
import PackagePlugin

/// Compiles the schemas below a target's folder to Swift whenever they have changed.
///
/// Schemas are all `.value`, `.adtValue` and `.object` files of the target, and the `.json` files below
/// folders called `Schemas`. A file `modelc.options` in the target's folder holds options for the
/// compiler, for example `--access package`.
///
/// A build must know the names of all outputs before anything runs, but the types of a schema are
/// known only when it is read. So every schema file has one output that is called like it
/// (`User.value` becomes `User.value.swift`), whatever types it declares, and so has every plugin of
/// the compiler. All schemas go to one run, because they are checked against each other; files that
/// come out as they were are left alone, so that nothing is compiled again because of them.
@main
struct GenerateModels: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let schemas = SchemaFiles(target: target, package: context.package.directoryURL)
    guard !schemas.files.isEmpty else { return [] }
    let folder = context.pluginWorkDirectoryURL.appending(path: "Generated")
    var arguments = [
      "--root", context.package.directoryURL.path(percentEncoded: false),
      "--output", folder.path(percentEncoded: false), "--prune",
    ]
    if let options = schemas.options {
      arguments += ["--options", options.path(percentEncoded: false)]
    }
    for (schema, output) in schemas.outputs {
      arguments += [schema.path(percentEncoded: false), "--as", output]
    }
    let outputs = schemas.outputs.map(\.output) + schemas.pluginOutputs
    return [
      .buildCommand(
        displayName: "Generating the models of \(target.name)",
        executable: try context.tool(named: "modelc").url, arguments: arguments,
        inputFiles: schemas.inputs, outputFiles: outputs.map { folder.appending(path: $0) })
    ]
  }
}

import Foundation
import PackagePlugin

/// Compiles the schemas in a target's folder to Swift whenever they change.
///
/// Schemas are all `.value`, `.adtValue` and `.object` files of the target, and the `.json` files
/// below folders named `Schemas`, except overlays (`.overlay.json`). A file `modelc.options` in the
/// target's folder contains options for the compiler, for example `--access package`.
///
/// A build must know the names of all outputs before anything runs, but the types of a schema are
/// known only after it is read. So every schema file has one output that is named after it
/// (`User.value` becomes `User.value.swift`), whatever types it declares, and all plugins of the
/// compiler share one output. A single run compiles all schemas, because they are checked against
/// each other; unchanged outputs are not rewritten, so they cause no recompilation.
///
/// A build must know all inputs as well. So references reach only the JSON files of the target, all
/// of which are inputs, and those of folders that the options allow.
@main
struct GenerateModels: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let step = BuildStep(
      target: target.directoryURL, package: context.package.directoryURL,
      files: target.sourceFiles.map(\.url),
      output: context.pluginWorkDirectoryURL.appending(path: "Generated"))
    guard !step.schemas.isEmpty else { return [] }
    return [
      .buildCommand(
        displayName: "Generating the models of \(target.name)",
        executable: try context.tool(named: "modelc").url, arguments: step.arguments,
        inputFiles: step.inputs, outputFiles: step.outputs)
    ]
  }
}

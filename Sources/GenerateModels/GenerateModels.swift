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
/// (`User.value` becomes `User.value.swift`), whatever types it declares, and the plugins of the
/// compiler have one together. All schemas go to one run, because they are checked against each other;
/// files that come out as they were are left alone, so that nothing is compiled again because of them.
///
/// A build must know all inputs as well. So references reach the JSON files of the target, all of which
/// are inputs, and those of folders that the options allow.
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

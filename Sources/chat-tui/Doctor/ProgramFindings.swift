import Controllers
import Glibc
import ViewModels

/// What is to be said of other programs and libraries of this machine.
struct ProgramFindings {
  let variable: (String) -> String?
  let isInstalled: (String) -> Bool

  /// Those of this machine.
  static var ofThisMachine: ProgramFindings {
    ProgramFindings(
      variable: { environment($0) }, isInstalled: { isProgram($0, in: environment("PATH")) })
  }

  var all: [Finding] { [opener, clipboard, notices] }

  @MainActor static func spelling(_ problem: SpellingProblem?) -> Finding {
    problem.map { .warning("spelling", SpellingText.sentence($0)) }
      ?? .ok("spelling", "there is a dictionary")
  }

  private var opener: Finding {
    let name = LinkOpener.words(of: variable("CHATTUI_OPENER"))[0]
    guard !isInstalled(name) else { return .ok("opener", name) }
    let advice = name == "xdg-open" ? " (Debian package xdg-utils)" : ""
    return .warning("opener", "\(name) is not installed\(advice): links and files cannot be opened")
  }

  private var clipboard: Finding {
    let tools = [ClipboardTool.wayland(), .x11()].filter { variable($0.variable) != nil }
    guard let first = tools.first else {
      return .ok("clipboard", "no desktop here to paste files from")
    }
    if let found = tools.first(where: { isInstalled($0.name) }) {
      return .ok("clipboard", found.name)
    }
    return .warning(
      "clipboard",
      "\(first.name) is not installed (Debian package \(first.package)): "
        + "files cannot be pasted")
  }

  private var notices: Finding {
    guard DesktopNotice(variable: variable) != nil else {
      return .ok("notices", "by the terminal: no session bus (D-Bus) of a desktop here")
    }
    return isInstalled("notify-send")
      ? .ok("notices", "by notify-send over D-Bus, where the terminal shows none")
      : .warning("notices", "notify-send is not installed (Debian package libnotify-bin)")
  }

  /// Whether a path, or one of the folders of `PATH`, has a program.
  static func isProgram(_ name: String, in path: String?) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    return (path ?? "/usr/bin:/bin").split(separator: ":").contains { folder in
      access("\(folder)/\(name)", X_OK) == 0
    }
  }
}

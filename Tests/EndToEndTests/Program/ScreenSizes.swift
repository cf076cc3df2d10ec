import Foundation
import TestServers

/// The columns and rows of a terminal.
typealias ScreenSize = (columns: Int, rows: Int)

/// The sizes of the terminal in which a story runs.
enum ScreenSizes {
  /// The size that CHATTUI_STORY_SIZE asks for, such as 80x24.
  ///
  /// Every story then runs in it, except one whose point is another size: `Scripts/soak stories`.
  static let asked: ScreenSize? = ProcessInfo.processInfo.environment["CHATTUI_STORY_SIZE"].map {
    let numbers = $0.split(separator: "x").compactMap { Int($0) }
    precondition(numbers.count == 2, "CHATTUI_STORY_SIZE must be like 80x24")
    return (numbers[0], numbers[1])
  }

  /// Those of the given sizes that belong to the server of this run, or the one that is asked for.
  ///
  /// A story runs in each size and on each server, but not in each size on each server: a server does
  /// not know how large the screen is. Ours gets the first size, and Synapse the others.
  static func shared(_ sizes: [ScreenSize]) -> [ScreenSize] {
    if let asked { return [asked] }
    return TestServer.Kind.current == .homeserver ? [sizes[0]] : Array(sizes.dropFirst())
  }
}

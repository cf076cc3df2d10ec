package import Controllers
import Dispatch
package import Signals

/// The preferences of a file, under those that the command line fixes.
package final class FilePreferencesController: PreferencesController {
  /// What is wrong with the keys of actions, by the actions' names; nothing with those that can be used.
  package typealias RefusedKeys =
    @MainActor ([String: [String]]) -> [String: PreferenceProblem.Reason]

  package let preferences: Property<Preferences>
  package let problems: Property<[PreferenceProblem]>
  package let keepsLast: Property<Bool>
  package let fixed: [String: String]
  package var path: String { file.path }

  private let file: ConfigurationFile
  private let fix: (inout Preferences) -> Void
  private let refusedKeys: RefusedKeys
  private let current: MutableProperty<Preferences>
  private let told: MutableProperty<[PreferenceProblem]>
  private let keeping = MutableProperty(false)
  private var watch: ConfigurationWatch?
  private let writing = SerialScheduler(label: "preferences")
  /// The changes that are not in the file yet.
  private var waitingCount = 0

  /// Reads the file.
  ///
  /// - Parameters:
  ///   - fixed: The options of the command line by the names of the preferences that they fix, and what
  ///     makes their values hold.
  ///   - refusedKeys: Checks the keys of actions.
  package init(
    _ file: ConfigurationFile, fixed: [String: String] = [:],
    fix: @escaping (inout Preferences) -> Void = { _ in },
    refusedKeys: @escaping RefusedKeys = { _ in [:] }
  ) {
    self.file = file
    self.fixed = fixed
    self.fix = fix
    self.refusedKeys = refusedKeys
    let read = Self.checked(file.read(), refusedKeys)
    var preferences = read.preferences
    fix(&preferences)
    current = MutableProperty(preferences)
    told = MutableProperty(read.problems)
    self.preferences = current
    problems = told
    keepsLast = keeping
  }

  package func change(
    _ preference: Preference, to value: PreferenceValue
  ) -> Signal<Void, PreferenceFailure> {
    guard preference.takes(value), fixed[preference.key] == nil else { return .empty }
    current.modify { preference.set(value, in: &$0) }
    return write(preference.name, in: preference.section.rawValue, value)
  }

  package func bind(_ action: String, to keys: [String]) -> Signal<Void, PreferenceFailure> {
    current.modify { $0.keys[action] = keys }
    return write(action, in: "keys", keys.count == 1 ? .text(keys[0]) : .words(keys))
  }

  /// Takes over what the file has whenever it changes.
  ///
  /// Makes the file's folder: a watch on the one above would wake for whatever others do there.
  package func follow() {
    file.makeFolder()
    watch = ConfigurationWatch(file.path) { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.reload() } }
    }
  }

  /// Takes over what the file has now; with an error in it, what is right holds and the rest stays as it was.
  package func reload() {
    let file = file
    writing.schedule { [weak self] in
      let read = file.read()
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(read) } }
    }
  }

  private func take(_ read: ReadPreferences) {
    // What is on its way to the file holds already.
    guard waitingCount == 0 else { return }
    let read = Self.checked(read, refusedKeys)
    batch {
      keeping.value = read.isUnread
      told.value = read.problems
      var new = read.problems.allSatisfy(\.isWarning) ? read.preferences : mixed(read)
      fix(&new)
      current.value = new
    }
  }

  /// What holds, with what is right in a file that has an error.
  ///
  /// Nobody knows what the wrong part will say, so it takes nothing back.
  private func mixed(_ read: ReadPreferences) -> Preferences {
    var new = read.values(over: current.value)
    new.keys.merge(read.preferences.keys) { $1 }
    // A key of the file may have been that of another action.
    if !refusedKeys(new.keys).isEmpty { new.keys = read.preferences.keys }
    return new
  }

  private static func checked(
    _ read: ReadPreferences, _ refusedKeys: RefusedKeys
  ) -> ReadPreferences {
    read.preferences.keys.isEmpty
      ? read : read.withKeys(refused: refusedKeys(read.preferences.keys))
  }

  private func write(
    _ name: String, in table: String, _ value: PreferenceValue
  ) -> Signal<Void, PreferenceFailure> {
    let outcome = ReplaySubject<Void, PreferenceFailure>(capacity: 1)
    let file = file
    waitingCount += 1
    writing.schedule { [weak self] in
      var failure: PreferenceFailure?
      do throws(PreferenceFailure) {
        try file.set(name, in: table, to: value)
      } catch {
        failure = error
      }
      DispatchQueue.main.async { [failure] in
        MainActor.assumeIsolated { self?.waitingCount -= 1 }
        if let failure { outcome.fail(failure) } else { outcome.complete() }
      }
    }
    return outcome.signal
  }
}

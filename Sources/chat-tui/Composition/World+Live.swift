import Assets
import Controllers
import Glibc
import Imaging
import Models
import Signals
import Spelling
import ViewModels

extension World {
  /// The real world: the machine's clock and time zone.
  @MainActor static func live(_ preferences: any PreferencesController) -> World {
    World(
      scheduler: SerialScheduler(label: "view models"),
      now: { currentTime() },
      secondsFromUTC: { LocalTime.secondsEastOfUTC(at: $0) },
      placeholder: placeholder, loginName: loginName, preferences: preferences,
      openerName: LinkOpener().name, emoji: { Assets.emoji },
      spelling: preferences.preferences.map(\.spelling).map { _ in
        spelling(preferences.preferences.value.spellingLanguages)
      })
  }

  private static func spelling(_ languages: [String]?) -> (any SpellingController)? {
    guard let languages else {
      return EnchantSpelling(languages: SpellingLanguages.ofLocale { environment($0) })
    }
    return languages.isEmpty ? nil : EnchantSpelling(languages: languages)
  }

  private static func currentTime() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  private static var loginName: String {
    if let name = environment("USER") ?? environment("LOGNAME") { return name }
    guard let entry = getpwuid(geteuid()) else { return "" }
    return String(cString: entry.pointee.pw_name)
  }

  /// The embedded placeholder picture; a grey square if it is damaged.
  private static var placeholder: Bitmap {
    (try? ImageDecoder.decode(Assets.placeholderAvatar))
      ?? Bitmap(width: 1, height: 1, pixels: [0xFF80_8080])
  }
}

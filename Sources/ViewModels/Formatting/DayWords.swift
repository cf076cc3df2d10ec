import Controllers

/// The words of a language for days.
nonisolated struct DayWords {
  let today: String
  let yesterday: String
  /// From Sunday on.
  let weekdays: [Substring]
  let months: [Substring]
  /// What stands behind the number of a day.
  var afterDay = ""

  private init(
    _ today: String, _ yesterday: String, _ weekdays: String, _ months: String,
    afterDay: String = ""
  ) {
    (self.today, self.yesterday, self.afterDay) = (today, yesterday, afterDay)
    self.weekdays = weekdays.split(separator: " ")
    self.months = months.split(separator: " ")
  }

  /// The words of a language; nil for digits alone.
  static func of(_ dates: Preferences.Dates) -> DayWords? {
    switch dates {
    case .english: english
    case .german: german
    case .french: french
    case .spanish: spanish
    case .italian: italian
    case .iso: nil
    }
  }

  private static let english = DayWords(
    "Today", "Yesterday", "Sun Mon Tue Wed Thu Fri Sat",
    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")
  private static let german = DayWords(
    "Heute", "Gestern", "So Mo Di Mi Do Fr Sa",
    "Jan Feb März Apr Mai Juni Juli Aug Sep Okt Nov Dez", afterDay: ".")
  private static let french = DayWords(
    "Aujourd’hui", "Hier", "dim lun mar mer jeu ven sam",
    "janv févr mars avr mai juin juil août sept oct nov déc")
  private static let spanish = DayWords(
    "Hoy", "Ayer", "dom lun mar mié jue vie sáb",
    "ene feb mar abr may jun jul ago sept oct nov dic")
  private static let italian = DayWords(
    "Oggi", "Ieri", "dom lun mar mer gio ven sab",
    "gen feb mar apr mag giu lug ago set ott nov dic")
}

import Controllers
import Models
import Signals

/// The devices of others.
extension MainViewModel {
  /// Lists the devices of the open profile's person that have keys, as the server says.
  public func showDevicesOfPerson() {
    guard let profile = profile.value, !profile.isOwn else { return }
    let (user, name) = (profile.userID, Names.label(profile.nameText.value))
    let rows = MutableProperty<[SheetRow]>([])
    let note = MutableProperty("Loading…")
    let work = session.profiles.devices(of: user).observe(on: .main).subscribe(
      value: { devices in
        batch {
          rows.value = devices.map(SheetRow.init)
          note.value =
            devices.isEmpty ? "The server has keys of none of their devices." : ""
        }
      }, failed: { note.value = ErrorSentences.text($0) })
    show(SheetViewModel(title: "Devices of \(name)", rows: rows, note: note), with: work)
  }
}

extension SheetRow {
  fileprivate init(_ device: KeyedDevice) {
    let name = device.name.flatMap { Names.visible($0) }.map(Names.brief)
    self.init(
      id: RowID(device.id), timeText: "",
      quote: QuoteText(senderText: name ?? device.id, bodyText: name == nil ? "" : device.id))
  }
}

import Controllers
import Models
import Signals

/// The devices of the account, which can be renamed and signed out.
public final class DevicesViewModel {
  let rows: Property<[SheetRow]>
  let noteText: Property<String>

  private let devices = MutableProperty<[Device]>([])
  private let note = MutableProperty("Loading…")
  private let account: any AccountController
  private let ownDevice: String
  private let isManagedInBrowser: Bool
  private let questions: Questions
  private let confirmation: Confirmation
  private let tell: (String) -> Void
  private let request = SerialDisposable()
  private let lifetime = Lifetime()

  init(
    session: Session, questions: Questions, world: World, open: @escaping (String) -> Void,
    tell: @escaping (String) -> Void
  ) {
    account = session.account
    ownDevice = session.deviceID
    isManagedInBrowser = session.isManagedInBrowser
    self.questions = questions
    confirmation = Confirmation(session: session, questions: questions, open: open)
    self.tell = tell
    noteText = note
    let own = ownDevice
    rows = devices.map { devices in devices.map { SheetRow($0, own: own, world) } }
    lifetime.add(request)
    load()
  }

  private func load() {
    let (devices, note) = (devices, note)
    request.inner = account.devices().observe(on: .main).subscribe(
      value: {
        devices.value = $0
        note.value = ""
      }, failed: { note.value = ErrorSentences.text($0) })
  }

  /// Asks what a device is to be called.
  public func askToRename(_ row: SheetRow) {
    guard let device = device(row) else { return }
    questions.ask(
      "What is this device called?", placeholder: "a name", answer: device.name ?? "",
      isChange: true
    ) { [account, weak self] name in
      account.rename(device.id, to: name).onMain(completed: { self?.load() })
    }
  }

  /// Why a device cannot be signed out here; nil when it can.
  public func refusal(toSignOut row: SheetRow) -> String? {
    // This one has an action of its own.
    if device(row)?.id == ownDevice { return "This is the device you are using" }
    return isManagedInBrowser ? AccountText.elsewhere : nil
  }

  /// Asks for the password, or a confirmation in a browser, and signs out a device with it.
  public func askToSignOut(_ row: SheetRow) {
    guard let device = device(row), refusal(toSignOut: row) == nil else { return }
    let name = Names.label(DeviceText.name(device))
    questions.askForSecret(
      "Sign out “\(name)”? It loses its access at once.",
      placeholder: confirmation.placeholder("your password"), isOptional: confirmation.takesBrowser
    ) { [account, confirmation, tell, weak self] password in
      confirmation.run(with: password) { proof in
        account.signOut(device.id, proof: proof).onMain(completed: {
          tell("“\(name)” is signed out")
          self?.load()
        })
      }
    }
  }

  private func device(_ row: SheetRow) -> Device? {
    devices.value.first { RowID($0.id) == row.id }
  }
}

/// Words about devices.
enum DeviceText {
  static func name(_ device: Device) -> String {
    device.name.flatMap { Names.visible($0) } ?? device.id
  }

  /// "this device", "last seen 3 minutes ago from 192.0.2.1".
  static func note(_ device: Device, isOwn: Bool, now: Timestamp) -> String {
    if isOwn { return "this device" }
    guard let time = device.lastSeen else { return "never seen" }
    let address = device.address.map { " from \(Names.oneLine($0))" } ?? ""
    return "last seen \(DurationText.age(of: time, now: now))\(address)"
  }
}

extension SheetRow {
  fileprivate init(_ device: Device, own: String, _ world: World) {
    let isOwn = device.id == own
    self.init(
      id: RowID(device.id), timeText: "", markText: isOwn ? "•" : " ",
      quote: QuoteText(
        senderText: DeviceText.name(device),
        noteText: DeviceText.note(device, isOwn: isOwn, now: world.now()),
        bodyText: DeviceText.name(device) == device.id ? "" : device.id))
  }
}

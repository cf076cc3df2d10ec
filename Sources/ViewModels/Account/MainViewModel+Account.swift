import Controllers
import Signals

/// The account's devices and its password.
extension MainViewModel {
  /// Shows the devices that are signed in; `tell` says what became of them.
  public func showDevices(tell: @escaping (String) -> Void) {
    let devices = DevicesViewModel(
      session: session, questions: questions, world: world, tell: tell)
    show(
      SheetViewModel(
        title: "Devices of this account", rows: devices.rows, note: devices.noteText,
        devices: devices))
  }
}

import Controllers
import Signals

/// The account's devices and its password.
extension MainViewModel {
  /// Shows the devices that are signed in; `open` opens a page of the server, and `tell` says what became of
  /// them.
  public func showDevices(open: @escaping (String) -> Void, tell: @escaping (String) -> Void) {
    let devices = DevicesViewModel(
      session: session, questions: questions, world: world, open: open, tell: tell)
    show(
      SheetViewModel(
        title: "Devices of this account", rows: devices.rows, note: devices.noteText,
        devices: devices))
  }
}

import ModelKit
import SignalsTesting
import Testing

@Suite("Notification")
struct NotificationTests {
  /// An abridged version of what the compiler generates for the feature `initNotification`.
  private struct Told: NotifyingModel {
    struct Fields: FieldSet, Hashable {
      let rawValue: UInt8
      static let number = Fields(rawValue: 1)
      static let all = number
      static let fieldNames = ["number"]
    }

    let number: Int
    let isSet = Fields.all

    init(number: Int, as kind: InitKind = .built) {
      self.number = number
      ModelNotifications.post(self, kind)
    }

    func merging(_ newer: Told) -> Told { Told(number: newer.number, as: .merged) }
    func changed(from older: Told) -> Fields { number == older.number ? [] : .number }

    static let schema = ModelSchema(
      name: "Told", hash: 1, fields: [ModelField("number", keyPath: ["number"])])
  }

  @Test("each instance is reported with its kind while there are observers")
  func tells() {
    let first = Told(number: 1)
    let recorder = Recorder(ModelNotifications.signal(of: Told.self))
    let second = Told(number: 2, as: .decoded)
    _ = first.merging(second)
    recorder.dispose()
    _ = Told(number: 3)
    #expect(recorder.takeValues().map(\.kind) == [.decoded, .merged])
  }
}

/// Who asks: what a valid access token stands for.
struct Requester: Sendable, Hashable {
  let user: UserID
  let device: DeviceID
}

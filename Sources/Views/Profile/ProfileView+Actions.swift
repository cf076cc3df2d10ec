extension ProfileView {
  /// The keys that act on the profile itself.
  static let actions: [BoundAction<ProfileView>] = [
    BoundAction(
      "refresh-profile", "refresh from the server", hint: "refresh",
      .init("r", "F5", in: [.profile]), menus: [.profile],
      when: { $0.refreshAvailability }
    ) { $0.refresh() }
  ]
}

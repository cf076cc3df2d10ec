/// Accounts, signing in and out, devices, and the server's own description.
extension Contract {
  static let session: [Contract] =
    [versions, wellKnown, capabilities, turnServer, protocols, pushers]
    + [loginFlows, login, refresh, logout, logoutAll, register, available, tokenValidity]
    + [whoAmI, password, deactivate]
    + [devices, device, renameDevice, deleteDevice, deleteDevices]

  private static let versions = Contract(
    "GET", "/_matrix/client/versions",
    rows: [.ok("anybody", as: .nobody, gives: "versions")])

  private static let wellKnown = Contract(
    "GET", "/.well-known/matrix/client",
    never: ["404": "the server knows where it is"],
    rows: [.ok("anybody", as: .nobody, gives: "m.homeserver")])

  private static let capabilities = Contract(
    "GET", "client/capabilities", rows: [.ok("a user", gives: "capabilities")])

  private static let turnServer = Contract("GET", "client/voip/turnServer", rows: [.ok("a user")])

  private static let protocols = Contract(
    "GET", "client/thirdparty/protocols", rows: [.ok("a user")])

  private static let pushers = Contract(
    "GET", "client/pushers", rows: [.ok("a user", gives: "pushers")])

  private static let loginFlows = Contract(
    "GET", "client/login",
    never: ["M_UNRECOGNIZED": "one signs in this way"],
    rows: [.ok("anybody", as: .nobody, gives: "flows")])

  private static let signIn = """
    {"type":"m.login.password","identifier":{"type":"m.id.user","user":"<ada>"},
     "password":"\(Peer.password)"}
    """

  private static let login = Contract(
    "POST", "client/login", body: signIn,
    never: [
      "M_APPSERVICE_LOGIN_UNSUPPORTED": "there are no application services",
      "M_USER_DEACTIVATED":
        "the same response as for a wrong password does not reveal whether an account exists",
    ],
    rows: [
      .ok("a user by the id", as: .nobody, gives: "user_id", "access_token", "device_id"),
      .no(
        "403 M_FORBIDDEN", "a wrong password", as: .nobody,
        body:
          #"{"type":"m.login.password","identifier":{"type":"m.id.user","user":"<ada>"},"password":"no"}"#
      ),
      .no(
        "403 M_FORBIDDEN", "a user who does not exist", as: .nobody,
        body:
          #"{"type":"m.login.password","identifier":{"type":"m.id.user","user":"<new>"},"password":"no"}"#
      ),
      .no(
        "403 M_FORBIDDEN", "an address that leads to nobody", as: .nobody,
        body:
          #"{"type":"m.login.password","identifier":{"type":"m.id.thirdparty","medium":"email","address":"a@b.c"},"password":"no"}"#
      ),
      .no("400 M_UNKNOWN", "an unknown login type", as: .nobody, body: #"{"type":"m.login.magic"}"#)
        .synapse("400 M_INVALID_PARAM", .strict),
      .no(
        "400 M_UNKNOWN", "a kind of name nobody knows", as: .nobody,
        body: #"{"type":"m.login.password","identifier":{"type":"m.id.none"},"password":"no"}"#),
      .no("400 M_MISSING_PARAM", "no login type", as: .nobody, body: "{}").synapse(
        "400 M_UNKNOWN", .vague),
      .no(
        "400 M_MISSING_PARAM", "no password", as: .nobody,
        body: #"{"type":"m.login.password","identifier":{"type":"m.id.user","user":"<ada>"}}"#
      ).synapse("400 M_INVALID_PARAM", .strict),
      .no(
        "400 M_MISSING_PARAM", "no name", as: .nobody,
        body: #"{"type":"m.login.password","password":"no"}"#
      ).synapse("400 M_INVALID_PARAM", .strict),
      .no(
        "400 M_BAD_JSON", "a password that is a number", as: .nobody,
        body:
          #"{"type":"m.login.password","identifier":{"type":"m.id.user","user":"<ada>"},"password":1}"#
      ).synapse("400 M_INVALID_PARAM", .strict),
    ])

  private static let refresh = Contract(
    "POST", "client/refresh", body: #"{"refresh_token":"<refresh>"}"#,
    rows: [
      .ok("a token", as: .nobody, gives: "access_token", "refresh_token"),
      .no(
        "401 M_UNKNOWN_TOKEN", "an invalid token", as: .nobody,
        body: #"{"refresh_token":"never"}"#),
      .no("400 M_MISSING_PARAM", "no token", as: .nobody, body: "{}"),
      .no("400 M_BAD_JSON", "a number", as: .nobody, body: #"{"refresh_token":1}"#).synapse(
        "400 M_INVALID_PARAM", .strict),
    ])

  private static let logout = Contract(
    "POST", "client/logout", rows: [.ok("a device", as: .guest)])

  private static let logoutAll = Contract(
    "POST", "client/logout/all", rows: [.ok("a device", as: .guest)])

  private static let newAccount =
    #"{"username":"<new>","password":"a long one","auth":{"type":"m.login.dummy"}}"#

  private static let register = Contract(
    "POST", "client/register", body: newAccount,
    never: [
      "M_EXCLUSIVE": "there are no application services",
      "M_APPSERVICE_LOGIN_UNSUPPORTED": "there are no application services",
    ],
    rows: [
      .ok("a new name", as: .nobody, gives: "user_id", "access_token", "device_id"),
      .ok(
        "without signing in", as: .nobody,
        body:
          #"{"username":"<new>","password":"a long one","inhibit_login":true,"auth":{"type":"m.login.dummy"}}"#,
        gives: "user_id"),
      .no(
        "401", "without a proof", as: .nobody,
        body: #"{"username":"<new>","password":"a long one"}"#),
      .no(
        "400 M_USER_IN_USE", "a name that is taken", as: .nobody,
        body: #"{"username":"<ada name>","password":"a long one","auth":{"type":"m.login.dummy"}}"#),
      .no(
        "400 M_INVALID_USERNAME", "a name with a space", as: .nobody,
        body: #"{"username":"a b","password":"a long one","auth":{"type":"m.login.dummy"}}"#),
      .no("403 M_FORBIDDEN", "a guest", as: .nobody, query: "kind=guest").synapse(
        "403 M_UNKNOWN", .vague),
      .no("400 M_UNRECOGNIZED", "an unknown kind", as: .nobody, query: "kind=robot"),
      .no(
        "400 M_BAD_JSON", "a name that is a number", as: .nobody,
        body: #"{"username":1,"password":"a long one"}"#
      ).synapse("400 M_UNKNOWN", .vague),
      .no(
        "400 M_BAD_JSON", "a password that is a number", as: .nobody,
        body: #"{"username":"<new>","password":1}"#
      ).synapse("400 M_UNKNOWN", .vague),
      .no(
        "400 M_UNKNOWN", "an invalid session", as: .nobody,
        body:
          #"{"username":"<new>","password":"a long one","auth":{"type":"m.login.dummy","session":"none"}}"#
      ),
    ])

  private static let available = Contract(
    "GET", "client/register/available",
    never: ["M_EXCLUSIVE": "there are no application services"],
    rows: [
      .ok("a new name", as: .nobody, query: "username=<new>", gives: "available"),
      .no("400 M_USER_IN_USE", "a name that is taken", as: .nobody, query: "username=<ada name>"),
      .no("400 M_INVALID_USERNAME", "a name with a space", as: .nobody, query: "username=a%20b"),
      .no("400 M_MISSING_PARAM", "no name", as: .nobody),
    ])

  private static let tokenValidity = Contract(
    "GET", "/_matrix/client/v1/register/m.login.registration_token/validity",
    never: ["M_FORBIDDEN": "both servers make accounts for everybody"],
    rows: [
      .ok("an invalid token", as: .nobody, query: "token=none", gives: "valid"),
      .no("400 M_MISSING_PARAM", "no token", as: .nobody),
    ])

  private static let whoAmI = Contract(
    "GET", "client/account/whoami",
    never: [
      "M_UNKNOWN_TOKEN": "a test of its own shows wrong tokens to every endpoint",
      "M_FORBIDDEN": "there are no application services",
    ],
    rows: [.ok("a user", gives: "user_id", "device_id")])

  private static let proof = """
    "auth":{"type":"m.login.password","identifier":{"type":"m.id.user","user":"<me>"},\
    "password":"\(Peer.password)"}
    """
  private static let wrongProof = """
    "auth":{"type":"m.login.password","identifier":{"type":"m.id.user","user":"<me>"},\
    "password":"no"}
    """

  private static let password = Contract(
    "POST", "client/account/password", body: "{\"new_password\":\"another long one\"}",
    rows: [
      .ok("with the old one", as: .guest, body: "{\"new_password\":\"another long one\",\(proof)}"),
      .no("401", "without a proof"),
      .no(
        "401 M_FORBIDDEN", "with a wrong one",
        body: "{\"new_password\":\"another one\",\(wrongProof)}"),
      .no("400 M_BAD_JSON", "a number", body: #"{"new_password":1}"#),
    ])

  private static let deactivate = Contract(
    "POST", "client/account/deactivate", body: "{}",
    rows: [
      .ok("with the password", as: .guest, body: "{\(proof)}", gives: "id_server_unbind_result"),
      .no("401", "without a proof"),
      .no("401 M_FORBIDDEN", "with a wrong password", body: "{\(wrongProof)}"),
    ])

  private static let devices = Contract(
    "GET", "client/devices", rows: [.ok("the user's own", gives: "devices")])

  private static let device = Contract(
    "GET", "client/devices/:device",
    rows: [
      .ok("the user's own", gives: "device_id"), .no("404 M_NOT_FOUND", "another user's", as: .eve),
      .no("404 M_NOT_FOUND", "one that does not exist", ["device": "NONE"]),
    ])

  private static let renameDevice = Contract(
    "PUT", "client/devices/:device", body: #"{"display_name":"d"}"#,
    rows: [
      .ok("the user's own"), .no("404 M_NOT_FOUND", "another user's", as: .eve),
      .no("404 M_NOT_FOUND", "one that does not exist", ["device": "NONE"]),
      .no("400 M_BAD_JSON", "a name that is a number", body: #"{"display_name":1}"#),
      .no("400 M_TOO_LARGE", "a long name", body: #"{"display_name":"<long name>"}"#),
    ])

  private static let deleteDevice = Contract(
    "DELETE", "client/devices/:device", body: "{}",
    synapseOnMalformed: ["400 M_NOT_JSON": ("401", .proofFirst)],
    rows: [
      .ok("the user's own", as: .guest, ["device": "<mine>"], body: "{\(proof)}"),
      .no("401", "without a proof"),
      .no("401 M_FORBIDDEN", "with a wrong password", body: "{\(wrongProof)}"),
      .ok("another's, to no effect", as: .guest, body: "{\(proof)}"),
    ])

  private static let deleteDevices = Contract(
    "POST", "client/delete_devices", body: #"{"devices":["<device>"]}"#,
    synapseOnMalformed: ["400 M_NOT_JSON": ("500 M_UNKNOWN", .crashes)],
    rows: [
      .ok("the user's own", as: .guest, body: "{\"devices\":[\"<mine>\"],\(proof)}"),
      .no("401", "without a proof"),
      .no(
        "401 M_FORBIDDEN", "with a wrong password", body: "{\"devices\":[\"<mine>\"],\(wrongProof)}"
      ),
      .no("400 M_MISSING_PARAM", "none", body: "{}"),
      .no("400 M_BAD_JSON", "a text", body: #"{"devices":"A"}"#),
    ])
}

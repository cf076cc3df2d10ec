/// The refusals that the specification lists per endpoint, in addition to the general ones.
///
/// Source: Matrix client-server API, version 1.18, the responses in its endpoint descriptions.
enum SpecifiedErrors {
  /// By method and path; only a status where the specification gives no code.
  static let all: [String: [String]] = [
    "GET /.well-known/matrix/client": ["404"],
    "GET /_matrix/client/v1/media/download/*/*": ["502", "504"],
    "GET /_matrix/client/v1/media/download/*/*/*": ["502", "504"],
    "GET /_matrix/client/v1/media/thumbnail/*/*": [
      "400 M_UNKNOWN", "413 M_TOO_LARGE", "502 M_TOO_LARGE", "504",
    ],
    "GET /_matrix/client/v1/register/m.login.registration_token/validity": ["403 M_FORBIDDEN"],
    "GET /_matrix/client/v1/rooms/*/relations/*": ["404"],
    "GET /_matrix/client/v1/rooms/*/relations/*/*": ["404"],
    "GET /_matrix/client/v1/rooms/*/relations/*/*/*": ["404"],
    "GET /_matrix/client/v1/rooms/*/hierarchy": ["400 M_INVALID_PARAM", "403 M_FORBIDDEN"],
    "GET /_matrix/client/v1/rooms/*/timestamp_to_event": ["404 M_NOT_FOUND"],
    "POST /_matrix/media/v1/create": ["403 M_FORBIDDEN"],
    "PUT /_matrix/media/v3/upload/*/*": [
      "403 M_FORBIDDEN", "404 M_NOT_FOUND", "409 M_CANNOT_OVERWRITE_MEDIA", "413",
    ],
    "POST client/account/deactivate": ["401"],
    "POST client/account/password": ["401"],
    "GET client/account/whoami": ["401 M_UNKNOWN_TOKEN", "403 M_FORBIDDEN"],
    "POST client/createRoom": [
      "400 M_BAD_JSON", "400 M_INVALID_ROOM_STATE", "400 M_NOT_JSON", "400 M_ROOM_IN_USE",
      "400 M_UNSUPPORTED_ROOM_VERSION", "403 M_INVITE_BLOCKED",
    ],
    "POST client/delete_devices": ["401"],
    "DELETE client/devices/*": ["401"],
    "GET client/devices/*": ["404"],
    "PUT client/devices/*": ["404"],
    "GET client/directory/list/room/*": ["404 M_NOT_FOUND"],
    "PUT client/directory/list/room/*": ["404 M_NOT_FOUND"],
    "DELETE client/directory/room/*": ["404 M_NOT_FOUND"],
    "GET client/directory/room/*": ["400 M_INVALID_PARAM", "404 M_NOT_FOUND"],
    "PUT client/directory/room/*": ["400 M_INVALID_PARAM", "409 M_UNKNOWN"],
    "POST client/join/*": ["403 M_FORBIDDEN"],
    "POST client/knock/*": ["403 M_FORBIDDEN", "404 M_NOT_FOUND"],
    "GET client/login": ["404 M_UNRECOGNIZED"],
    "POST client/login": [
      "400 M_APPSERVICE_LOGIN_UNSUPPORTED", "400 M_UNKNOWN", "403 M_FORBIDDEN",
      "403 M_USER_DEACTIVATED",
    ],
    "GET client/profile/*": ["403 M_FORBIDDEN", "404 M_NOT_FOUND"],
    "DELETE client/profile/*/*": ["400 M_BAD_JSON", "400 M_INVALID_PARAM", "403 M_FORBIDDEN"],
    "GET client/profile/*/*": ["403 M_FORBIDDEN", "404"],
    "PUT client/profile/*/*": [
      "400 M_BAD_JSON", "400 M_INVALID_PARAM", "400 M_KEY_TOO_LARGE", "400 M_MISSING_PARAM",
      "400 M_PROFILE_TOO_LARGE", "403 M_FORBIDDEN",
    ],
    "GET client/pushrules/global/*/*": ["404 M_NOT_FOUND"],
    "GET client/pushrules/global/*/*/*": ["404 M_NOT_FOUND"],
    "POST client/refresh": ["401 M_UNKNOWN_TOKEN"],
    "POST client/register": [
      "400 M_APPSERVICE_LOGIN_UNSUPPORTED", "400 M_EXCLUSIVE", "400 M_INVALID_USERNAME",
      "400 M_USER_IN_USE", "401", "403 M_FORBIDDEN",
    ],
    "GET client/register/available": [
      "400 M_EXCLUSIVE", "400 M_INVALID_USERNAME", "400 M_USER_IN_USE",
    ],
    "GET client/rooms/*/aliases": ["400 M_INVALID_PARAM", "403 M_FORBIDDEN"],
    "POST client/rooms/*/ban": ["403 M_FORBIDDEN"],
    "GET client/rooms/*/event/*": ["404 M_NOT_FOUND"],
    "POST client/rooms/*/forget": ["400 M_UNKNOWN"],
    "POST client/rooms/*/invite": [
      "400 M_BAD_JSON", "400 M_NOT_JSON", "400 M_UNSUPPORTED_ROOM_VERSION", "403 M_FORBIDDEN",
      "403 M_INVITE_BLOCKED",
    ],
    "POST client/rooms/*/join": ["403 M_FORBIDDEN"],
    "GET client/rooms/*/joined_members": ["403"],
    "POST client/rooms/*/kick": ["403 M_FORBIDDEN"],
    "GET client/rooms/*/members": ["403"],
    "GET client/rooms/*/messages": ["403"],
    "POST client/rooms/*/receipt/*/*": ["400 M_INVALID_PARAM"],
    "POST client/rooms/*/report/*": ["404 M_NOT_FOUND"],
    "PUT client/rooms/*/send/*/*": ["400 M_DUPLICATE_ANNOTATION"],
    "GET client/rooms/*/state": ["403"],
    "GET client/rooms/*/state/*/*": ["403", "404"],
    "PUT client/rooms/*/state/*/*": [
      "400 M_BAD_ALIAS", "400 M_INVALID_PARAM", "403 M_FORBIDDEN", "403 M_INVITE_BLOCKED",
    ],
    "POST client/rooms/*/unban": ["403 M_FORBIDDEN"],
    "POST client/rooms/*/upgrade": ["400 M_UNSUPPORTED_ROOM_VERSION", "403 M_FORBIDDEN"],
    "GET client/user/*/account_data/*": ["403 M_FORBIDDEN", "404 M_NOT_FOUND"],
    "PUT client/user/*/account_data/*": [
      "400 M_BAD_JSON", "400 M_NOT_JSON", "403 M_FORBIDDEN", "405 M_BAD_JSON",
    ],
    "GET client/user/*/filter/*": ["404"],
    "GET client/user/*/rooms/*/account_data/*": [
      "400 M_INVALID_PARAM", "403 M_FORBIDDEN", "404 M_NOT_FOUND",
    ],
    "PUT client/user/*/rooms/*/account_data/*": [
      "400 M_BAD_JSON", "400 M_INVALID_PARAM", "400 M_NOT_JSON", "403 M_FORBIDDEN",
      "405 M_BAD_JSON",
    ],
    "GET media/download/*/*": ["502", "504"],
    "GET media/download/*/*/*": ["502", "504"],
    "GET media/thumbnail/*/*": ["400 M_UNKNOWN", "413 M_TOO_LARGE", "502 M_TOO_LARGE", "504"],
    "POST media/upload": ["403 M_FORBIDDEN", "413"],
  ]
}

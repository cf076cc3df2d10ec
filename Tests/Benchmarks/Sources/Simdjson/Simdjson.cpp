#include "Simdjson.h"

#if __has_include(<simdjson.h>)

#include <simdjson.h>

#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

using namespace simdjson;

namespace {

using Text = std::string_view;

struct Relation {
  Text relType, eventID, key, inReplyTo;
};

struct MessageEvent {
  Text eventID, sender, msgtype, body, format, formattedBody, url, mimetype;
  int64_t timestamp = 0, width = 0, height = 0, size = 0;
  Relation relatesTo;
};

struct MemberEvent {
  Text eventID, sender, stateKey, membership, displayName, avatar;
  int64_t timestamp = 0;
};

struct ReactionEvent {
  Text eventID, sender;
  int64_t timestamp = 0;
  Relation relatesTo;
};

struct OtherEvent {
  Text type;
};

using Event = std::variant<MessageEvent, MemberEvent, ReactionEvent, OtherEvent>;

struct Room {
  std::vector<Event> timeline, state;
  std::vector<Text> heroes;
  Text previousBatch;
  bool isLimited = false;
  int64_t notifications = 0, highlights = 0, joined = 0;
};

struct Sync {
  Text nextBatch;
  std::vector<std::pair<Text, Room>> rooms;
};

Text text(ondemand::value value) { return value.get_string(); }

Text optionalText(ondemand::value value) { return value.is_null() ? Text() : text(value); }

Relation relation(ondemand::object object) {
  Relation result;
  for (auto field : object) {
    Text key = field.unescaped_key();
    if (key == "rel_type") result.relType = text(field.value());
    else if (key == "event_id") result.eventID = text(field.value());
    else if (key == "key") result.key = text(field.value());
    else if (key == "m.in_reply_to") {
      for (auto inner : field.value().get_object()) {
        if (Text(inner.unescaped_key()) == "event_id") result.inReplyTo = text(inner.value());
      }
    }
  }
  return result;
}

void imageInfo(ondemand::object object, MessageEvent &event) {
  for (auto field : object) {
    Text key = field.unescaped_key();
    if (key == "w") event.width = field.value().get_int64();
    else if (key == "h") event.height = field.value().get_int64();
    else if (key == "size") event.size = field.value().get_int64();
    else if (key == "mimetype") event.mimetype = text(field.value());
  }
}

void messageContent(ondemand::object object, MessageEvent &event) {
  for (auto field : object) {
    Text key = field.unescaped_key();
    if (key == "msgtype") event.msgtype = text(field.value());
    else if (key == "body") event.body = text(field.value());
    else if (key == "format") event.format = text(field.value());
    else if (key == "formatted_body") event.formattedBody = text(field.value());
    else if (key == "url") event.url = text(field.value());
    else if (key == "info") imageInfo(field.value().get_object(), event);
    else if (key == "m.relates_to") event.relatesTo = relation(field.value().get_object());
  }
}

void memberContent(ondemand::object object, MemberEvent &event) {
  for (auto field : object) {
    Text key = field.unescaped_key();
    if (key == "membership") event.membership = text(field.value());
    else if (key == "displayname") event.displayName = optionalText(field.value());
    else if (key == "avatar_url") event.avatar = optionalText(field.value());
  }
}

void reactionContent(ondemand::object object, ReactionEvent &event) {
  for (auto field : object) {
    if (Text(field.unescaped_key()) == "m.relates_to") {
      event.relatesTo = relation(field.value().get_object());
    }
  }
}

template <class Result, class Content>
Result readEvent(ondemand::object object, Content content) {
  Result result;
  for (auto field : object) {
    Text key = field.unescaped_key();
    if (key == "event_id") result.eventID = text(field.value());
    else if (key == "sender") result.sender = text(field.value());
    else if (key == "origin_server_ts") result.timestamp = field.value().get_int64();
    else if (key == "content") content(field.value().get_object(), result);
    else if constexpr (std::is_same_v<Result, MemberEvent>) {
      if (key == "state_key") result.stateKey = text(field.value());
    }
  }
  return result;
}

Event event(ondemand::object object) {
  Text type = object["type"].get_string();
  object.reset();
  if (type == "m.room.message") return readEvent<MessageEvent>(object, messageContent);
  if (type == "m.room.member") return readEvent<MemberEvent>(object, memberContent);
  if (type == "m.reaction") return readEvent<ReactionEvent>(object, reactionContent);
  return OtherEvent{type};
}

void events(ondemand::object object, std::vector<Event> &list) {
  for (ondemand::value element : object["events"].get_array()) {
    list.push_back(event(element.get_object()));
  }
}

void timeline(ondemand::object object, Room &room) {
  for (auto field : object) {
    Text key = field.unescaped_key();
    if (key == "events") {
      for (ondemand::value element : field.value().get_array()) {
        room.timeline.push_back(event(element.get_object()));
      }
    } else if (key == "limited") {
      room.isLimited = field.value().get_bool();
    } else if (key == "prev_batch") {
      room.previousBatch = text(field.value());
    }
  }
}

void summary(ondemand::object object, Room &room) {
  for (auto field : object) {
    Text key = field.unescaped_key();
    if (key == "m.heroes") {
      for (ondemand::value hero : field.value().get_array()) room.heroes.push_back(text(hero));
    } else if (key == "m.joined_member_count") {
      room.joined = field.value().get_int64();
    }
  }
}

void unreadCounts(ondemand::object object, Room &room) {
  for (auto field : object) {
    Text key = field.unescaped_key();
    if (key == "notification_count") room.notifications = field.value().get_int64();
    else if (key == "highlight_count") room.highlights = field.value().get_int64();
  }
}

Room readRoom(ondemand::object object) {
  Room room;
  for (auto field : object) {
    Text key = field.unescaped_key();
    if (key == "timeline") timeline(field.value().get_object(), room);
    else if (key == "state") events(field.value().get_object(), room.state);
    else if (key == "summary") summary(field.value().get_object(), room);
    else if (key == "unread_notifications") unreadCounts(field.value().get_object(), room);
  }
  return room;
}

Sync readSync(ondemand::object object) {
  Sync sync;
  for (auto field : object) {
    Text key = field.unescaped_key();
    if (key == "next_batch") {
      sync.nextBatch = text(field.value());
    } else if (key == "rooms") {
      for (auto kind : field.value().get_object()) {
        if (Text(kind.unescaped_key()) != "join") continue;
        for (auto room : kind.value().get_object()) {
          Text id = room.unescaped_key();
          sync.rooms.emplace_back(id, readRoom(room.value().get_object()));
        }
      }
    }
  }
  return sync;
}

void count(const std::vector<Event> &list, simdjson_sync &result) {
  for (const Event &event : list) {
    if (auto *message = std::get_if<MessageEvent>(&event)) {
      result.messages += 1;
      result.text += message->body.size();
    } else if (std::holds_alternative<MemberEvent>(event)) {
      result.members += 1;
    } else if (std::holds_alternative<ReactionEvent>(event)) {
      result.reactions += 1;
    } else {
      result.others += 1;
    }
  }
}

}  // namespace

int simdjson_is_present(void) { return 1; }

simdjson_sync simdjson_read_sync(const uint8_t *json, size_t length, size_t capacity) {
  simdjson_sync result = {};
  static ondemand::parser parser;
  try {
    ondemand::document document = parser.iterate(json, length, capacity);
    Sync sync = readSync(document.get_object());
    for (const auto &room : sync.rooms) {
      result.rooms += 1;
      count(room.second.timeline, result);
      count(room.second.state, result);
    }
  } catch (const simdjson_error &error) {
    result.error = error.error();
  }
  return result;
}

#else

int simdjson_is_present(void) { return 0; }

simdjson_sync simdjson_read_sync(const uint8_t *, size_t, size_t) { return {}; }

#endif

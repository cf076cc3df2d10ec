#include "CTOML.h"

#include <stdexcept>
#include <string_view>
#include <vector>

namespace {

// Some wrong texts, such as "[}", break rules that the library only asserts; in a release build it would
// go on as if they held.
struct BrokenRule : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace

#undef NDEBUG
#define TOML_ASSERT(rule) \
  do { \
    if (!(rule)) throw BrokenRule("this is no TOML"); \
  } while (false)
#include <toml++/toml.h>

namespace {

ctoml_place place(const toml::source_position &position) {
  return {position.line, position.column};
}

struct Reader {
  void *context;
  ctoml_visit visit;

  void read(const toml::table &table, uint32_t depth) const {
    for (auto &&[key, value] : table) {
      ctoml_node node = describe(value, depth);
      node.key = key.str().data();
      node.key_length = key.str().size();
      node.key_place = place(key.source().begin);
      pass(node, value);
    }
  }

  void pass(const ctoml_node &node, const toml::node &value) const {
    visit(context, &node);
    if (auto *table = value.as_table()) read(*table, node.depth + 1);
    if (auto *array = value.as_array())
      for (auto &&element : *array) pass(describe(element, node.depth + 1), element);
  }

  static ctoml_node describe(const toml::node &value, uint32_t depth) {
    ctoml_node node = {};
    node.depth = depth;
    node.begin = place(value.source().begin);
    node.end = place(value.source().end);
    node.kind = CTOML_OTHER;
    if (value.is_table()) node.kind = CTOML_TABLE;
    if (value.is_array()) node.kind = CTOML_ARRAY;
    if (auto *text = value.as_string()) {
      node.kind = CTOML_STRING;
      node.text = text->get().data();
      node.text_length = text->get().size();
    }
    if (auto *number = value.as_integer()) {
      node.kind = CTOML_INTEGER;
      node.integer = number->get();
    }
    if (auto *flag = value.as_boolean()) {
      node.kind = CTOML_BOOLEAN;
      node.flag = flag->get();
    }
    return node;
  }
};

bool breaks_rule(std::string_view text) {
  try {
    (void)toml::parse(text);
    return false;
  } catch (const toml::parse_error &) {
    return false;
  } catch (const BrokenRule &) {
    return true;
  }
}

// The first line at whose end a text breaks a rule: the parser reads from the front.
uint32_t broken_line(std::string_view text) {
  std::vector<size_t> ends;
  for (size_t index = 0; index < text.size(); index++)
    if (text[index] == '\n') ends.push_back(index + 1);
  ends.push_back(text.size());
  size_t low = 0, high = ends.size() - 1;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (breaks_rule(text.substr(0, ends[middle]))) high = middle;
    else low = middle + 1;
  }
  return uint32_t(low + 1);
}

}  // namespace

void ctoml_read(
    const char *bytes, size_t length, void *context, ctoml_visit visit, ctoml_fail fail) {
  const std::string_view text(bytes, length);
  try {
    const toml::table table = toml::parse(text);
    Reader{context, visit}.read(table, 0);
  } catch (const toml::parse_error &error) {
    fail(context, std::string(error.description()).c_str(), place(error.source().begin));
  } catch (const BrokenRule &rule) {
    fail(context, rule.what(), {broken_line(text), 1});
  } catch (const std::exception &error) {
    fail(context, error.what(), {1, 1});
  }
}

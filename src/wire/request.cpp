#include "wire/request.h"

#include <algorithm>
#include <charconv>

#include "base/fields.h"
#include "base/finally.h"
#include "base/json.h"
#include "wire/json_text.h"

namespace perron::wire {

namespace {

using nlohmann::json;

constexpr int kMostVersion = 1 << 30;

bool is_request_id(std::string_view id) {
  return !id.empty() && id.size() <= kLongestRequestId && std::ranges::all_of(id, [](char c) { return c > ' ' && c <= '~'; });
}

class RequestReader {
 public:
  explicit RequestReader(FieldReport& report) : report_(report) {}

  Request read(Fields& fields, std::string_view type);

 private:
  std::string text(Fields& fields, std::string_view key, Need need) { return fields.text(key, 64, need); }
  std::string table(Fields& fields) { return text(fields, "table", Need::required); }
  std::string game(Fields& fields) { return text(fields, "game", Need::required); }
  Seat seat(Fields& fields) { return Seat(fields.number("seat", kSeatRange)); }
  int version(Fields& fields) { return fields.number("version", {0, kMostVersion}); }

  std::optional<int> maybe(Fields& fields, std::string_view key, Range range) {
    if (!fields.has(key)) return std::nullopt;
    return fields.number(key, range);
  }

  std::optional<Seat> maybe_seat(Fields& fields) {
    const auto number = maybe(fields, "seat", kSeatRange);
    return number ? std::optional(Seat(*number)) : std::nullopt;
  }

  std::string name(Fields& fields) {
    const auto* value = fields.find("name");
    if (!value) return {};
    const auto* given = value->get_ptr<const std::string*>();
    if (const auto fault = given ? name_fault(*given) : "must be a text"; !fault.empty()) report_.add(fields.at("name"), fault);
    return given ? *given : std::string();
  }

  std::string line(Fields& fields) {
    auto text = fields.text("text", kLongestChat, Need::required);
    if (const auto fault = chat_fault(text); !fault.empty()) report_.add(fields.at("text"), fault);
    return text;
  }

  Level level(Fields& fields) { return Level(fields.choice("level", kLevelNames, Need::required).value_or(0)); }

  Action action(Fields& fields) {
    Action out{Kind::pass, 0, 0, 0};
    int i = 0;
    fields.list("action", Need::required, {4, 4}, [&](const json& item, const std::string& path) {
      const auto n = static_cast<std::uint8_t>(read_whole(report_, item, path, {0, i == 0 ? kKinds - 1 : 255}));
      (i == 1 ? out.a : i == 2 ? out.b : out.c) = n;
      if (i++ == 0) out.kind = Kind(n), out.c = 0;
    });
    return out;
  }

  SeatChoice seat_choice(const json& item, const std::string& path) {
    SeatChoice out;
    Fields::read_object(report_, item, path, [&](Fields& fields) {
      constexpr std::string_view kinds[] = {"open", "computer", "me"};
      out.kind = SeatChoice::Kind(fields.choice("kind", kinds, Need::required).value_or(0));
      if (out.kind == SeatChoice::Kind::computer) out.level = level(fields);
      if (out.kind == SeatChoice::Kind::me) out.name = name(fields);
    });
    return out;
  }

  Hello hello(Fields& fields) {
    fields.number("protocol", {kProtocol, kProtocol});
    return {fields.text("token", 128, Need::optional), name(fields)};
  }

  Create create(Fields& fields) {
    Create out;
    out.board = text(fields, "board", Need::required);
    fields.list("seats", Need::required, {1, kSeats},
                [&](const json& item, const std::string& path) { out.seats.push_back(seat_choice(item, path)); });
    out.options = read_options(report_, fields);
    return out;
  }

  Open open(Fields& fields) {
    Open out;
    out.table = table(fields);
    out.game = text(fields, "game", Need::optional);
    out.last = maybe(fields, "last", {0, kMostVersion});
    if (out.last && out.game.empty()) report_.add(fields.at("game"), "is missing; \"last\" is a version of a game");
    out.history = fields.flag("history", false);
    return out;
  }

  ChangeOptions change_options(Fields& fields) {
    ChangeOptions out;
    out.table = table(fields);
    out.seats = maybe(fields, "seats", {1, kSeats});
    if (fields.has("first")) out.first = read_first(report_, fields);
    if (fields.has("clock")) out.clock = read_clock(fields);
    if (fields.has("listed")) out.listed = fields.flag("listed", false);
    if (fields.has("watch")) out.watch = fields.flag("watch", true);
    return out;
  }

  Explain explain(Fields& fields) {
    constexpr std::string_view keys[] = {"action", "track", "place", "ticket", "tickets"};
    Explain out;
    out.game = game(fields);
    out.seat = seat(fields);
    const auto given = std::ranges::count_if(keys, [&](auto key) { return fields.has(key); });
    if (given != 1) report_.add("", "must have one of " + choice_of(keys));
    for (std::size_t i = 0; i < std::size(keys); ++i) {
      if (!fields.has(keys[i])) continue;
      out.about = Explain::About(i);
      if (out.about == Explain::About::action) out.action = action(fields);
      else if (out.about == Explain::About::tickets) fields.flag("tickets", true);
      else out.number = fields.number(keys[i], {0, 255});
    }
    return out;
  }

  FieldReport& report_;
};

constexpr std::string_view kTypes[] = {"hello",   "create", "open",    "close",   "join",           "leave", "free_seat", "add_computer",
                                       "options", "start",  "rematch", "abandon", "take_back_seat", "chat",  "mute",      "lobby",
                                       "act",     "undo",   "explain", "ping"};
static_assert(std::size(kTypes) == std::variant_size_v<Request>);

Request RequestReader::read(Fields& f, std::string_view type) {
  if (type == "act") return Act{game(f), seat(f), version(f), action(f)};
  if (type == "hello") return hello(f);
  if (type == "create") return create(f);
  if (type == "open") return open(f);
  if (type == "close") return Close{table(f)};
  if (type == "join") return Join{table(f), maybe_seat(f), name(f)};
  if (type == "leave") return Leave{table(f), maybe_seat(f)};
  if (type == "free_seat") return FreeSeat{table(f), seat(f)};
  if (type == "add_computer") return AddComputer{table(f), maybe_seat(f), level(f)};
  if (type == "options") return change_options(f);
  if (type == "start") return Start{table(f)};
  if (type == "rematch") return Rematch{table(f)};
  if (type == "abandon") return Abandon{game(f), f.flag("on", true)};
  if (type == "take_back_seat") return TakeBackSeat{game(f), seat(f)};
  if (type == "chat") return PostChat{table(f), line(f)};
  if (type == "mute") return Mute{text(f, "user", Need::required), f.flag("on", true)};
  if (type == "lobby") return FollowLobby{f.flag("on", true)};
  if (type == "undo") return Undo{game(f), seat(f), version(f)};
  if (type == "explain") return explain(f);
  return Ping{};
}

// Nearly all requests are acts, written by JSON.stringify without blanks or escapes. This reads those and nothing else. The reader
// above takes all other texts, because it can report what is wrong with them.
class PlainAct {
 public:
  explicit PlainAct(std::string_view text) : left_(text) {}

  std::optional<Incoming> read() {
    if (!left_.starts_with(R"({"type":"act",)")) return std::nullopt;
    left_.remove_prefix(std::string_view(R"({"type":"act")").size());
    Incoming out;
    Act act;
    unsigned seen = 0;
    while (take(",")) {
      const unsigned bit = field(out.id, act);
      if (bit == 0 || (seen & bit)) return std::nullopt;
      seen |= bit;
    }
    if (seen != 31 || left_ != "}") return std::nullopt;
    out.request = std::move(act);
    return out;
  }

 private:
  // The bit of the key that was read; 0: not plain.
  unsigned field(std::string& id, Act& act) {
    if (take("\"id\":")) return word(id) && is_request_id(id) ? 1 : 0;
    if (take("\"game\":")) return word(act.game) && act.game.size() <= 64 ? 2 : 0;
    if (take("\"seat\":")) return seat(act.seat) ? 4 : 0;
    if (take("\"version\":")) return number(act.version, kMostVersion) ? 8 : 0;
    if (take("\"action\":[")) return action(act.action) ? 16 : 0;
    return 0;
  }
  bool take(std::string_view expected) {
    if (!left_.starts_with(expected)) return false;
    left_.remove_prefix(expected.size());
    return true;
  }
  bool word(std::string& out) {
    if (!take("\"")) return false;
    const auto size = static_cast<std::size_t>(std::ranges::find_if_not(left_, is_plain_ascii) - left_.begin());
    out = left_.substr(0, size);
    left_.remove_prefix(size);
    return size > 0 && take("\"");
  }
  static bool is_plain_ascii(char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; }
  bool number(int& out, int most) {
    const bool zero_first = left_.size() > 1 && left_[0] == '0' && left_[1] >= '0' && left_[1] <= '9';
    const auto [end, fault] = std::from_chars(left_.data(), left_.data() + left_.size(), out);
    if (fault != std::errc() || zero_first || left_[0] == '-' || out > most) return false;
    left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
    return left_.starts_with(',') || left_.starts_with(']') || left_.starts_with('}');  // no fraction, no exponent
  }
  bool seat(Seat& out) {
    int n = 0;
    if (!number(n, kSeatRange.most)) return false;
    out = Seat(n);
    return true;
  }
  bool action(Action& out) {
    int parts[4];
    for (int i = 0; i < 4; ++i)
      if ((i > 0 && !take(",")) || !number(parts[i], i == 0 ? kKinds - 1 : 255)) return false;
    const auto byte = [&](int i) { return static_cast<std::uint8_t>(parts[i]); };
    out = {Kind(byte(0)), byte(1), byte(2), byte(3)};
    return take("]");
  }

  std::string_view left_;
};

std::string sentence_of(const std::vector<FieldError>& errors) {
  std::string out;
  for (std::size_t i = 0; i < std::min<std::size_t>(errors.size(), 3); ++i)
    out += (i ? "; " : "") + (errors[i].path.empty() ? "" : errors[i].path + ": ") + errors[i].message;
  return out;
}

}  // namespace

std::string_view type_of(const Request& request) { return kTypes[request.index()]; }

Result<Incoming, BadMessage> read_request(std::string_view text) {
  if (auto plain = PlainAct(text).read()) return std::move(*plain);
  return read_any_request(text);
}

Result<Incoming, BadMessage> read_any_request(std::string_view text) {
  auto document = parse_json(text);
  const Finally emptied([&] {
    if (document) empty_json(*document);
  });
  if (!document) {
    const auto& error = document.error();
    return BadMessage{"", concat("line ", error.line, ", column ", error.column, ": ", error.message)};
  }
  FieldReport report;
  Incoming out;
  Fields::read_object(report, *document, "", [&](Fields& fields) {
    const auto type = fields.choice("type", kTypes, Need::required);
    const auto* id = fields.find("id");
    const auto* id_text = id ? id->get_ptr<const std::string*>() : nullptr;
    if (id_text && is_request_id(*id_text)) out.id = *id_text;
    else if (id || (type && *type != 0)) report.add("/id", "must be a text of 1 to 40 characters of ASCII without spaces");
    if (type) out.request = RequestReader(report).read(fields, kTypes[*type]);
    else fields.each([](const auto&, const auto&, const auto&) {});
  });
  if (!report.empty()) return BadMessage{out.id, sentence_of(report.take())};
  return out;
}

}  // namespace perron::wire

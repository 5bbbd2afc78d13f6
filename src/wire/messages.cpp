#include "wire/messages.h"

#include "wire/view_text.h"

namespace perron::wire {

namespace {

JsonText begin(std::string_view type, std::size_t reserve = 256) {
  JsonText out(reserve);
  out.begin('{').key("type").word(type);
  return out;
}

void write_seats(JsonText& out, std::string_view key, const SeatSet& seats) {
  out.key(key).begin('[');
  seats.each([&](Seat seat) { out.value(index(seat)); });
  out.end(']');
}

void write_seat_or_null(JsonText& out, std::string_view key, Seat seat) {
  out.key(key);
  if (seat == kNoSeat) out.value(nullptr);
  else out.value(index(seat));
}

constexpr std::string_view kSeatKinds[] = {"open", "person", "computer"};

void write_chat(JsonText& out, const ChatFacts& line) {
  out.field("table", line.table).field("n", line.n).field("user", line.user).field("name", line.name);
  out.field("account", line.account);
  out.field("text", line.text).field("time", line.time).end('}');
}

void write_stream(JsonText& out, const StreamFacts& stream) {
  out.key("table").word(stream.table).key("game").word(stream.game);
  write_seat_or_null(out, "seat", stream.seat);
  out.field("version", stream.version);
}

void write_legal(JsonText& out, std::span<const Action> legal) {
  out.key("legal").begin('[');
  for (const auto action : legal) out.value({static_cast<std::uint8_t>(action.kind), action.a, action.b, action.c});
  out.end(']');
}

void write_stream_end(JsonText& out, const StreamFacts& stream) {
  if (stream.to_move) write_legal(out, stream.legal);
  if (stream.seat != kNoSeat) out.field("undo", stream.undo);
  if (const auto* clocks = stream.clocks) {
    out.key("clocks").begin('{');
    write_seat_or_null(out, "running", clocks->running);
    out.key("left").begin('[');
    for (const auto milliseconds : clocks->left) out.value(milliseconds);
    out.end(']').field("time", clocks->time).end('}');
  }
  const auto digits = hash_digits(stream.hash);
  out.key("hash").word({digits.data(), digits.size()});
}

}  // namespace

JsonText begin_ok(std::string_view id) {
  auto out = begin("ok");
  out.field("id", id);
  return out;
}

std::string ok_text(std::string_view id) { return begin_ok(id).end('}').take(); }

std::string refused_text(std::string_view id, RefusalCode code, std::string_view message, std::string_view rule) {
  auto out = begin("refused");
  out.field("id", id).field("code", name_of(code));
  if (!rule.empty()) out.field("rule", rule);
  return out.field("message", message.empty() ? sentence_of(code) : message).end('}').take();
}

std::string welcome_text(const Welcome& welcome) {
  auto out = begin("welcome");
  out.field("user", welcome.user).field("name", welcome.name).field("account", welcome.account);
  if (!welcome.token.empty()) out.field("token", welcome.token);
  return out.field("server", welcome.server).field("time", welcome.time).end('}').take();
}

std::string bye_text(std::string_view message) { return begin("bye").field("message", message).end('}').take(); }

void write_seat(JsonText& out, const SeatFacts& seat, bool with_online) {
  out.begin('{').field("kind", kSeatKinds[static_cast<std::size_t>(seat.kind)]);
  if (seat.kind != SeatFacts::Kind::open) out.field("name", seat.name);
  if (seat.kind == SeatFacts::Kind::computer) out.field("level", seat.level);
  if (seat.kind == SeatFacts::Kind::person) {
    out.field("user", seat.user).field("account", seat.account);
    if (with_online) out.field("online", seat.online);
    if (!seat.played_by.empty()) out.field("played_by", seat.played_by);
  }
  out.end('}');
}

std::string table_head(const TableFacts& facts) {
  auto out = begin("table", 512);
  out.field("table", facts.table).field("state", facts.state).field("board", facts.board).field("host", facts.host);
  write_options(out, facts.options);
  if (!facts.game.empty()) out.field("game", facts.game);
  out.key("seats").begin('[');
  for (const auto& seat : facts.seats) write_seat(out, seat, true);
  out.end(']');
  write_seats(out, "abandon", facts.abandon);
  write_seats(out, "rematch", facts.rematch);
  out.field("watching", facts.watching);
  if (facts.busy) out.field("busy", true);
  return out.take();
}

std::string table_text(std::string_view head, const SeatSet& you) {
  std::string out(head);
  out += ",\"you\":";
  char separator = '[';
  you.each([&](Seat seat) {
    out += separator;
    out += std::to_string(index(seat));
    separator = ',';
  });
  if (you.none()) out += '[';
  return out += "]}";
}

std::string lobby_entry(const LobbyFacts& facts) {
  JsonText out(256);
  out.begin('{').field("table", facts.table).field("state", facts.state).field("board", facts.board).field("host", facts.host);
  out.field("account", facts.account).key("seats").begin('[');
  int open = 0;
  for (const auto kind : facts.seats) {
    out.value(kSeatKinds[static_cast<std::size_t>(kind)]);
    open += kind == SeatFacts::Kind::open;
  }
  out.end(']').field("open", open);
  write_clock(out, facts.clock);
  return out.field("watch", facts.watch).field("time", facts.time).end('}').take();
}

std::string lobby_text(Whole whole, std::span<const std::string_view> entries, std::span<const std::string> gone) {
  auto out = begin("lobby", 256 * (entries.size() + 1));
  out.field("whole", whole == Whole::yes).key("tables").begin('[');
  for (const auto entry : entries) out.raw(entry);
  out.end(']').key("gone").begin('[');
  for (const auto& table : gone) out.value(table);
  return out.end(']').end('}').take();
}

std::string chat_text(const ChatFacts& line) {
  auto out = begin("chat");
  write_chat(out, line);
  return out.take();
}

std::string snapshot_text(const StreamFacts& stream, const SnapshotFacts& snapshot) {
  auto out = begin("snapshot", snapshot.view.size() + 1024);
  write_stream(out, stream);
  out.key("board").begin('{').field("id", snapshot.board).field("version", snapshot.board_version);
  out.field("sha256", snapshot.board_sha256).end('}').field("commitment", snapshot.commitment).field("seats", snapshot.seats);
  out.field_raw("view", snapshot.view);
  write_stream_end(out, stream);
  out.key("chat").begin('[');
  for (const auto& line : snapshot.chat) {
    out.begin('{');
    write_chat(out, line);
  }
  out.end(']');
  if (snapshot.notices) out.key("notices").begin('[').raw(*snapshot.notices).end(']');
  return out.end('}').take();
}

JsonText update_text(const StreamFacts& stream, std::string_view notices, std::string_view view) {
  auto out = begin("update", notices.size() + view.size() + 512);
  write_stream(out, stream);
  out.key("notices").begin('[').raw(notices).end(']').field_raw("view", view);
  write_stream_end(out, stream);
  out.end('}');
  return out;
}

std::string event_text(std::uint32_t n, Event event, Seat seat, TakeoverReason why) {
  constexpr std::string_view names[] = {"undo", "computer_takes_seat", "person_returns", "abandon"};
  constexpr std::string_view reasons[] = {"time", "left", "gone"};
  JsonText out(64);
  out.begin('{').field("n", n);
  if (event != Event::abandon) out.field("seat", index(seat));
  out.field("do", names[static_cast<std::size_t>(event)]);
  if (event == Event::computer_takes_seat) out.field("why", reasons[static_cast<std::size_t>(why)]);
  return out.end('}').take();
}

std::string ended_text(const EndedFacts& facts) {
  auto out = begin("ended", 1024);
  out.field("table", facts.table).field("game", facts.game).field("ending", facts.ending);
  if (!facts.result.empty()) out.field_raw("result", facts.result);
  if (!facts.points.empty()) out.field_raw("points", facts.points);
  if (!facts.key.empty()) out.field("key", facts.key);
  return out.end('}').take();
}

std::string your_turn_text(std::string_view table, std::string_view game, Seat seat) {
  return begin("your_turn").key("table").word(table).key("game").word(game).field("seat", index(seat)).end('}').take();
}

}  // namespace perron::wire

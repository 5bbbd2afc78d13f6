#include "device_store.h"

#include "base/members.h"
#include "wire/json_text.h"

namespace perron::device {

namespace {

using nlohmann::json;
using wire::JsonText;

// ---- Writing. Ids are written as in links, keys of the dealer and hashes as lists of bytes.

void write_seats(JsonText& out, const std::vector<SeatRow>& seats) {
  out.key("seats").begin('[');
  for (const auto& seat : seats)
    out.begin('{').field("user", to_text(seat.user)).field("name", seat.name).field("level", seat.level).end('}');
  out.end(']');
}

void write_bytes(JsonText& out, std::string_view key, const Bytes32& bytes) {
  out.key(key).begin('[');
  for (const auto byte : bytes) out.value(byte);
  out.end(']');
}

template <class E>
int number(E value) {
  return static_cast<int>(value);
}

std::string text_of(const TableRow& row) {
  JsonText out;
  out.begin('{').field("owner", to_text(row.owner)).field("visibility", number(row.visibility)).field("state", number(row.state));
  out.field("game", to_text(row.game)).field("options", row.options).field("created", row.created);
  write_seats(out, row.seats);
  return out.end('}').take();
}

std::string text_of(const GameRow& row, std::int64_t due) {
  JsonText out(1024);
  out.begin('{').field("table", to_text(row.table)).field("visibility", number(row.visibility)).field("board", row.board);
  write_bytes(out, "board_hash", row.board_hash);
  out.field("engine", row.engine).field("options", row.options);
  write_bytes(out, "key", row.key);
  out.field("first", row.first).field("started", row.started).field("ended", row.ended).field("ending", number(row.ending));
  out.field("result", row.result).field("due", due);
  write_seats(out, row.seats);
  return out.end('}').take();
}

std::string text_of(const Entry& entry) {
  const auto& action = entry.action;
  JsonText out;
  out.begin('{').field("kind", number(entry.kind)).field("seat", entry.seat).key("action").begin('[');
  out.value(number(action.kind)).value(action.a).value(action.b).value(action.c).end(']');
  out.field("user", to_text(entry.user)).field("request", entry.request).field("clock", entry.clock);
  return out.field("at", entry.at).field("due", entry.due).end('}').take();
}

// Sorts the entries of one game together and in order.
std::string key_of(const Entry& entry) {
  const auto n = std::to_string(entry.n);
  return "entry/" + to_text(entry.game) + "/" + std::string(6 - std::min<std::size_t>(6, n.size()), '0') + n;
}

std::string hex(const Bytes32& bytes) {
  std::string out;
  for (const auto byte : bytes) (out += "0123456789abcdef"[byte >> 4]) += "0123456789abcdef"[byte & 15];
  return out;
}

// ---- Reading. Fields that are missing or mistyped get the defaults of a new row: another version may have written the text.

class StoredFields {
 public:
  explicit StoredFields(const json& object) : object_(object) {}

  std::string text(const char* key) const {
    const auto* value = member_of(object_, key);
    const auto* text = value ? text_in(*value) : nullptr;
    return text ? *text : std::string();
  }
  std::int64_t number(const char* key) const {
    const auto* value = member_of(object_, key);
    return value && value->is_number_integer() ? value->get<std::int64_t>() : 0;
  }
  template <class Id>
  Id id(const char* key) const {
    return from_text<Id>(text(key)).value_or(Id{0});
  }
  std::vector<std::uint8_t> bytes(const char* key) const {
    std::vector<std::uint8_t> out;
    for (const auto& value : list(key)) out.push_back(value.is_number_unsigned() ? value.get<std::uint8_t>() : std::uint8_t{0});
    return out;
  }
  Bytes32 bytes32(const char* key) const {
    Bytes32 out{};
    const auto all = bytes(key);
    std::copy_n(all.begin(), std::min(all.size(), out.size()), out.begin());
    return out;
  }
  std::vector<SeatRow> seats() const {
    std::vector<SeatRow> out;
    for (const auto& value : list("seats")) {
      const StoredFields seat(value);
      out.push_back({seat.id<UserId>("user"), seat.text("name"), seat.text("level")});
    }
    return out;
  }

 private:
  const json& list(const char* key) const {
    static const json none = json::array();
    const auto* value = member_of(object_, key);
    return value && value->is_array() ? *value : none;
  }

  const json& object_;
};

TableRow table_from(TableId id, const StoredFields& fields) {
  return {id,
          fields.id<UserId>("owner"),
          Visibility(fields.number("visibility")),
          TableState(fields.number("state")),
          fields.id<GameId>("game"),
          fields.text("options"),
          fields.seats(),
          fields.number("created")};
}

GameRow game_from(GameId id, const StoredFields& fields) {
  GameRow row;
  row.id = id;
  row.table = fields.id<TableId>("table");
  row.visibility = Visibility(fields.number("visibility"));
  row.board = fields.text("board");
  row.board_hash = fields.bytes32("board_hash");
  row.engine = fields.text("engine");
  row.options = fields.text("options");
  row.key = fields.bytes32("key");
  row.first = static_cast<std::uint8_t>(fields.number("first"));
  row.seats = fields.seats();
  row.started = fields.number("started");
  row.ended = fields.number("ended");
  row.ending = Ending(fields.number("ending"));
  row.result = fields.text("result");
  return row;
}

Entry entry_from(GameId game, std::uint32_t n, const StoredFields& fields) {
  const auto action = fields.bytes("action");
  Entry entry;
  entry.game = game;
  entry.n = n;
  entry.kind = EntryKind(fields.number("kind"));
  entry.seat = static_cast<std::uint8_t>(fields.number("seat"));
  if (action.size() == 4) entry.action = {Kind(action[0]), action[1], action[2], action[3]};
  entry.user = fields.id<UserId>("user");
  entry.request = fields.text("request");
  entry.clock = fields.text("clock");
  entry.at = fields.number("at");
  entry.due = fields.number("due");
  return entry;
}

}  // namespace

bool DeviceStore::load_row(std::string_view key, std::string_view text) {
  const auto kind = key.substr(0, key.find('/'));
  const auto name = key.substr(std::min(key.size(), kind.size() + 1));
  if (kind == "board") {
    auto pin = pin_board({}, std::string(text));
    rows_->boards[pin->hash] = std::move(pin);
    return true;
  }
  const auto read = parse_json(text);
  if (!read || !read->is_object()) return false;
  const StoredFields fields(*read);
  const auto table = from_text<TableId>(name);
  const auto game = from_text<GameId>(name.substr(0, kIdLetters));
  if (kind == "table" && table) rows_->tables[*table] = table_from(*table, fields);
  else if (kind == "game" && game) rows_->games[*game] = game_from(*game, fields), rows_->due.emplace(*game, fields.number("due"));
  else if (kind == "entry" && game) {
    auto& entries = rows_->entries[*game];
    entries.push_back(entry_from(*game, static_cast<std::uint32_t>(entries.size() + 1), fields));
    if (key != key_of(entries.back())) return entries.pop_back(), false;
    rows_->due[*game] = entries.back().due;
  } else return false;
  return true;
}

void DeviceStore::write(std::vector<Change> changes, Done done) {
  if (auto fault = fault_of(changes)) return done(std::move(fault));
  JsonText out(1024);
  out.begin('[');
  const auto keep = [&](const char* how, const std::string& key, std::string_view text) {
    out.begin('[').value(how).value(key).value(text).end(']');
  };
  for (const auto& change : changes) {
    if (const auto* save = std::get_if<SaveTable>(&change)) keep("put", "table/" + to_text(save->table.id), text_of(save->table));
    if (const auto* gone = std::get_if<RemoveTable>(&change))
      out.begin('[').value("delete").value("table/" + to_text(gone->table)).end(']');
    if (const auto* begin = std::get_if<StartGame>(&change)) {
      auto row = begin->game;
      row.board = begin->board->id;
      row.board_hash = begin->board->hash;
      keep("put", "board/" + hex(row.board_hash), begin->board->json);
      keep("add", "game/" + to_text(row.id), text_of(row, begin->due));
    }
    if (const auto* append = std::get_if<AppendEntry>(&change)) keep("add", key_of(append->entry), text_of(append->entry));
    if (const auto* end = std::get_if<EndGame>(&change)) {
      auto row = rows_->games[end->game];
      row.ending = end->ending;
      row.result = end->result;
      row.ended = end->at;
      keep("put", "game/" + to_text(row.id), text_of(row, 0));
    }
  }
  waiting_.push_back({[this, changes = std::move(changes)] {
                        for (const auto& change : changes) apply(change);
                      },
                      std::move(done)});
  commit_(out.end(']').take());
}

bool DeviceStore::ended(GameId game) const {
  const auto it = rows_->games.find(game);
  return it != rows_->games.end() && it->second.ending != Ending::none;
}

void DeviceStore::forget(GameId game, Done done) {
  const auto table = rows_->tables.find(rows_->games.at(game).table);
  // A pending commit may be a rematch; then the table stays.
  const auto alone =
      waiting_.empty() && table != rows_->tables.end() && table->second.state == TableState::over && table->second.game == game;
  const auto gone = alone ? table->first : kNoTable;
  JsonText out(1024);
  out.begin('[');
  const auto drop = [&](const std::string& key) { out.begin('[').value("delete").value(key).end(']'); };
  drop("game/" + to_text(game));
  for (const auto& entry : rows_->entries[game]) drop(key_of(entry));
  if (alone) drop("table/" + to_text(gone));
  waiting_.push_back({[this, game, gone] {
                        rows_->games.erase(game);
                        rows_->entries.erase(game);
                        rows_->due.erase(game);
                        if (gone != kNoTable) apply(RemoveTable{gone});
                      },
                      std::move(done)});
  commit_(out.end(']').take());
}

void DeviceStore::committed(bool done) {
  if (waiting_.empty()) return;
  auto write = std::move(waiting_.front());
  waiting_.pop_front();
  if (!done) return write.done(StoreError{StoreFault::failed, "this device could not keep it"});
  write.make();
  write.done(std::nullopt);
}

}  // namespace perron::device

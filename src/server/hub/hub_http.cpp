// The hub's answers over HTTP: boards, lists of games, records.
#include <algorithm>

#include "server/game/game_result.h"
#include "server/game/load_game.h"
#include "server/game/loaded_game_cache.h"
#include "server/game/replay_text.h"
#include "server/hub/hub.h"
#include "server/room/room.h"
#include "server/room/shared_state.h"
#include "server/table/stored_table.h"

namespace perron::server {

namespace {

using wire::JsonText;

HttpRefusal not_found(std::string_view what) { return {404, RefusalCode::not_found, "There is no such " + std::string(what) + "."}; }
HttpRefusal busy() { return {503, RefusalCode::busy, "The server is reading too many games at the moment. Try again."}; }
HttpRefusal unreadable() { return {500, RefusalCode::unreadable}; }
HttpRefusal not_readable(const StoreError& error) {
  if (error.fault == StoreFault::bad_row) return unreadable();
  return {503, RefusalCode::not_stored, "The server cannot read from its disk now. Try again."};
}

void write_seats(JsonText& out, const std::vector<SeatRow>& seats, std::optional<UserId> who) {
  out.key("seats").begin('[');
  for (const auto& seat : seats) {
    wire::SeatFacts facts;
    facts.kind = seat.user != kNobody ? wire::SeatFacts::Kind::person : wire::SeatFacts::Kind::computer;
    facts.name = seat.name;
    facts.user = to_text(seat.user);
    facts.account = seat.account;
    facts.level = seat.level;
    wire::write_seat(out, facts, false);
  }
  out.end(']');
  if (!who) return;
  out.key("you").begin('[');
  seats_of(seats, *who).each([&](Seat seat) { out.value(index(seat)); });
  out.end(']');
}

JobOwner job_owner(const Reader& reader) { return JobOwner{std::hash<std::string>()(reader.address) | 1}; }

bool has_seat(Seats seats, std::optional<UserId> who) { return who && is_seated(seats, *who); }

}  // namespace

std::string Hub::boards_json() const {
  JsonText out;
  out.begin('[');
  for (const auto& offer : shared_->boards.offers()) {
    out.begin('{').field("id", offer.pin->id).field("name", offer.name).field("version", offer.version);
    out.field("sha256", hex(offer.pin->hash)).key("seats").begin('{').field("min", offer.least).field("max", offer.most).end('}').end('}');
  }
  return out.end(']').take();
}

Hub::Answer Hub::board_json(std::string_view board) const {
  const auto* offer = shared_->boards.find(board);
  if (!offer) return not_found("board");
  return offer->pin->json;
}

std::string Hub::tables_json() const { return shared_->lobby.tables_json(); }

bool Hub::is_turn_missing(const GameSummary& game, std::optional<UserId> who) const {
  return game.ending == Ending::none && has_seat(game.seats, who) && !shared_->turns.contains(game.id);
}

void Hub::load_turns(Games games, std::size_t next, const Reader& reader, TurnsLoaded done) {
  while (next < games->size() && !is_turn_missing((*games)[next], reader.user)) ++next;
  if (next == games->size()) return done(std::nullopt);
  if (!shared_->jobs.may_add(job_owner(reader), Worker::Lane::reading)) return done(busy());
  const auto id = (*games)[next].id;
  auto turn = std::make_shared<Seat>(kNoSeat);
  shared_->jobs.add(
      job_owner(reader), Worker::Lane::reading,
      [turn, cache = worker_games_, id](GameReader& reads) {
        if (const auto game = load_game(reads, *cache, id)) *turn = person_to_move(*game);
      },
      [this, turn, games, next, id, reader, done = std::move(done)] {
        shared_->turns.emplace(id, *turn);  // unless it has been in memory meanwhile
        load_turns(games, next + 1, reader, done);
      });
}

std::string Hub::summary_json(const GameSummary& game, std::optional<UserId> who) {
  JsonText out(512);
  out.begin('{').field("game", to_text(game.id)).field("table", to_text(game.table)).field("board", game.board);
  out.field("state", game.ending == Ending::none ? "playing" : "over");
  write_seats(out, game.seats, who);
  out.field("started", game.started);
  if (game.ending != Ending::none) {
    out.field("ended", game.ended).field("ending", game.ending == Ending::finished ? "finished" : "abandoned");
    if (game.ending == Ending::finished && !game.result.empty()) out.field_raw("result", game.result);
  } else if (has_seat(game.seats, who)) {
    const auto known = shared_->turns.find(game.id);
    const auto seat = known == shared_->turns.end() ? kNoSeat : known->second;
    const Seats seats(game.seats);
    out.field("your_turn", seats.has(seat) && seats[seat].user == *who);
  }
  return out.end('}').take();
}

std::string Hub::page_json(const std::vector<GameSummary>& games, int limit, std::optional<UserId> who) {
  JsonText out(1024);
  const auto count = std::min(games.size(), static_cast<std::size_t>(limit));
  out.begin('{').key("games").begin('[');
  for (std::size_t i = 0; i < count; ++i) out.raw(summary_json(games[i], who));
  return out.end(']').field("more", games.size() > count).end('}').take();
}

void Hub::page_after(std::string_view before, int limit, bool by_end, PageReply reply) {
  Page page;
  page.limit = std::clamp(limit, 1, 100) + 1;
  if (before.empty()) return reply(page);
  const auto id = from_text<GameId>(before);
  if (!id) return reply(not_found("game"));
  shared_->store.game(*id, while_alive([page, by_end, reply = std::move(reply)](const StoreResult<std::optional<GameRow>>& row) mutable {
    if (!row) return reply(not_readable(row.error()));
    if (!*row) return reply(not_found("game"));
    page.before_time = by_end ? (*row)->ended : (*row)->started;
    page.before = (*row)->id;
    reply(page);
  }));
}

void Hub::games_of_json(const Reader& reader, GameFilter filter, std::string_view before, int limit, Reply reply) {
  page_after(before, limit, false, [this, reader, filter, reply = std::move(reply)](const Result<Page, HttpRefusal>& page) {
    if (!page) return reply(page.error());
    const auto with_turns = [this, reader, reply, most = page->limit - 1](StoreResult<std::vector<GameSummary>> read) {
      if (!read) return reply(not_readable(read.error()));
      const auto games = std::make_shared<std::vector<GameSummary>>(std::move(*read));
      load_turns(games, 0, reader, [this, games, most, who = reader.user, reply](const auto& refused) {
        if (refused) reply(*refused);
        else reply(page_json(*games, most, who));
      });
    };
    shared_->store.games_of(*reader.user, filter, *page, while_alive(with_turns));
  });
}

void Hub::listed_games_json(std::string_view before, int limit, Reply reply) {
  page_after(before, limit, true, [this, reply = std::move(reply)](const Result<Page, HttpRefusal>& page) {
    if (!page) return reply(page.error());
    shared_->store.listed_games(*page,
                                while_alive([this, reply, most = page->limit - 1](const StoreResult<std::vector<GameSummary>>& games) {
                                  if (!games) return reply(not_readable(games.error()));
                                  reply(page_json(*games, most, std::nullopt));
                                }));
  });
}

void Hub::readable_game(std::string_view game, std::optional<UserId> who, RowReply reply) {
  const auto id = from_text<GameId>(game);
  if (!id) return reply(not_found("game"));
  shared_->store.game(*id, while_alive([this, who, reply = std::move(reply)](StoreResult<std::optional<GameRow>> row) {
    reply(readable(std::move(row), who));
  }));
}

// Anyone with the id may read the game, unless it was for its players only.
Result<GameRow, HttpRefusal> Hub::readable(StoreResult<std::optional<GameRow>> row, std::optional<UserId> who) {
  if (!row) return not_readable(row.error());
  if (!*row) return not_found("game");
  const auto stored = stored_table_from((*row)->options);
  if (!stored) {
    shared_->note_unreadable((*row)->id, "its options can't be read: " + stored.error());
    return unreadable();
  }
  if (!stored->options.watch && !has_seat((*row)->seats, who)) return HttpRefusal{403, RefusalCode::not_watchable};
  return std::move(**row);
}

void Hub::game_json(std::string_view game, const Reader& reader, Reply reply) {
  readable_game(game, reader.user, [this, reader, reply = std::move(reply)](const Result<GameRow, HttpRefusal>& row) {
    if (!row) return reply(row.error());
    const auto games = std::make_shared<std::vector<GameSummary>>();
    games->push_back({row->id, row->table, row->board, row->seats, row->started, row->ended, row->ending, row->result});
    load_turns(games, 0, reader, [this, games, who = reader.user, reply](const auto& refused) {
      if (refused) reply(*refused);
      else reply(summary_json(games->front(), who));
    });
  });
}

void Hub::game_board_json(std::string_view game, std::optional<UserId> who, Reply reply) {
  readable_game(game, who, [this, reply = std::move(reply)](const Result<GameRow, HttpRefusal>& row) {
    if (!row) return reply(row.error());
    shared_->store.board(row->board_hash, while_alive([reply](const StoreResult<std::shared_ptr<const PinnedBoard>>& board) {
                           if (!board) return reply(not_readable(board.error()));
                           if (!*board) return reply(unreadable());
                           reply((*board)->json);
                         }));
  });
}

void Hub::write_ended(const GameRow& row, const Reader& reader, TextCursor from, Write write, std::shared_ptr<TextSink> to, Written done) {
  if (row.ending == Ending::none) return done(HttpRefusal{409, RefusalCode::not_over, "The record can be had when the game is over."});
  // A text that has begun is never refused: each connection asks for one piece at a time, and connections are limited.
  if (from == TextCursor::begin && !shared_->jobs.may_add(job_owner(reader), Worker::Lane::reading)) return done(busy());
  auto next = std::make_shared<Result<TextCursor, std::string>>(std::string());
  shared_->jobs.add(
      job_owner(reader), Worker::Lane::reading,
      [next, to, from, write = std::move(write), cache = worker_games_, held = loaded_games_, id = row.id](GameReader& reads) {
        auto game = held->take(id);
        if (!game) {
          auto loaded = load_game(reads, *cache, id);
          if (!loaded) return void(*next = loaded.error());
          game = std::make_shared<const LoadedGame>(std::move(*loaded));
        }
        *next = write(*game, from, *to);
        if (**next == TextCursor::end) return to->end();
        to->end_piece();
        held->hold(std::move(game));
      },
      [this, next, id = row.id, done = std::move(done)] {
        if (*next) return done(**next);
        shared_->note_unreadable(id, next->error());
        done(unreadable());
      });
}

void Hub::write_record(std::string_view game, const Reader& reader, TextCursor from, std::shared_ptr<TextSink> to, Written done) {
  readable_game(game, reader.user, [this, reader, from, to = std::move(to), done = std::move(done)](const auto& row) {
    if (!row) return done(row.error());
    const auto write = [](const LoadedGame& loaded, TextCursor place, TextSink& out) {
      return server::write_record(*loaded.play, loaded.row.seats, place, out);
    };
    write_ended(*row, reader, from, write, to, done);
  });
}

void Hub::write_replay(std::string_view game, const Reader& reader, int seat, TextCursor from, std::shared_ptr<TextSink> to, Written done) {
  readable_game(game, reader.user, [this, reader, seat, from, to = std::move(to), done = std::move(done)](const auto& row) {
    if (!row) return done(row.error());
    if (seat >= Seats(row->seats).size()) return done(not_found("seat"));
    const auto viewer = seat < 0 ? Viewer{} : Viewer{Seat(seat)};
    const auto write = [viewer](const LoadedGame& loaded, TextCursor place, TextSink& out) {
      return server::write_replay(*loaded.play, viewer, place, out);
    };
    write_ended(*row, reader, from, write, to, done);
  });
}

}  // namespace perron::server

#include "arena/unit_player.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "dealer/key.h"

namespace perron::arena {
namespace {

constexpr std::uint64_t kAttempts = 100;

std::uint64_t micros(std::chrono::nanoseconds time) { return static_cast<std::uint64_t>(time.count() + 500) / 1000; }

// Win shares in sixtieths by seat. After a forfeit the others share the win.
PerSeat<std::uint32_t> shares(const Finished& end, int seats) {
  const auto wins = [&](Seat seat) { return end.forfeited ? seat != end.forfeited->seat : end.scores.wins(seat); };
  std::uint32_t winners = 0;
  for (const auto seat : ids<Seat>(seats)) winners += wins(seat);
  PerSeat<std::uint32_t> out{};
  for (const auto seat : ids<Seat>(seats)) out[seat] = wins(seat) ? kWin / winners : 0;
  return out;
}

// The position in the line-up of the player in this seat.
int position(Seat seat, int rotation, int seats) { return (index(seat) + rotation) % seats; }

void add(const Finished& end, int seats, int rotation, Unit& unit) {
  const auto won = shares(end, seats);
  for (const auto seat : ids<Seat>(seats)) {
    auto& share = unit.share[position(seat, rotation, seats)];
    share.wins += won[seat];
    share.shared += won[seat] > 0 && won[seat] < kWin;
    share.points += end.scores.seat[seat].total;
    share.completed += end.scores.seat[seat].completed;
    if (!end.forfeited || end.forfeited->seat != seat) continue;
    ++share.forfeits;
    unit.forfeit_reasons.resize(static_cast<std::size_t>(seats));
    if (auto& reason = unit.forfeit_reasons[position(seat, rotation, seats)]; reason.empty()) reason = end.forfeited->reason;
  }
}

// Deadlocked games count here too: their decisions took time.
void add_thinking(const Finished& end, int seats, int rotation, Unit& unit) {
  for (const auto seat : ids<Seat>(seats)) {
    const auto& thinking = end.thinking[seat];
    auto& share = unit.share[position(seat, rotation, seats)];
    share.decisions += static_cast<std::uint32_t>(thinking.decisions);
    share.micros += micros(thinking.total);
    share.slowest_micros = std::max(share.slowest_micros, micros(thinking.slowest));
  }
}

// Stands in for a player that can't be made any more: forfeits at its first decision.
class Absent final : public search::Player {
 public:
  explicit Absent(std::string reason) : reason_(std::move(reason)) {}
  Action choose(const Game&, const PlayerView&, Rng&) override { throw Forfeit(reason_); }

 private:
  std::string reason_;
};

std::unique_ptr<search::Player> player_or_absent(const PlayerMaker& make, const std::string& spec) {
  auto player = make(spec);
  return player ? std::move(*player) : std::make_unique<Absent>(player.error());
}

}  // namespace

std::optional<Unit> UnitPlayer::play(std::int64_t number) {
  Unit unit{number, 0, {}, {}};
  for (int rotation = 0; rotation < match_.seats; ++rotation)
    if (!play_rotation(unit, rotation)) return std::nullopt;
  return unit;
}

// A deadlocked game (kMaxActionsInGame) is played again with another deal.
bool UnitPlayer::play_rotation(Unit& unit, int rotation) {
  for (std::uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
    const auto end = play_once(unit, rotation, attempt);
    if (end == End::counted) ++games_done_;
    if (end != End::deadlock) return end == End::counted && error_.empty();
    ++unit.unfinished;
  }
  error_ = "a game of unit " + std::to_string(unit.number) +
           " came to a standstill again and again; these players can't finish games on this board";
  return false;
}

UnitPlayer::End UnitPlayer::play_once(Unit& unit, int rotation, std::uint64_t attempt) {
  const auto seed = (mix64(match_.seed) + static_cast<std::uint64_t>(schedule_.deal(unit.number))) ^ (attempt << 48);
  const auto key = match_.provable ? key_from_seed(seed) : Key{};
  std::unique_ptr<Dealer> dealer;
  if (match_.provable) dealer = std::make_unique<KeyDealer>(KeyStreams{key});
  else dealer = std::make_unique<FastDealer>(FastStreams{seed});
  RecordHeader header{game_.board.id, {}, dealer->first_seat(game_.seats), match_.provable ? commitment(key) : ""};
  auto seated = schedule_.lineup(unit.number);
  std::ranges::rotate(seated, seated.begin() + rotation);
  std::vector<Rng> rngs;
  for (int s = 0; s < match_.seats; ++s) {
    header.seats.push_back(match_.players[seated[s]]);
    const auto chair = static_cast<std::uint64_t>(rotation * kSeats + s);
    rngs.emplace_back(mix64(mix64(seed ^ 0x706c6179) + static_cast<std::uint64_t>(unit.number)) + chair);
  }
  std::string lines;
  const auto end = at_table(seated, *dealer, header.first, rngs, record_dir_.empty() ? nullptr : &lines);
  if (end.stopped) return End::stopped;
  add_thinking(end, match_.seats, rotation, unit);
  if (!end.forfeited && !is_over(end.state.open)) return End::deadlock;
  add(end, match_.seats, rotation, unit);
  if (!record_dir_.empty()) {  // a forfeited game stays an unfinished record
    const auto result = end.forfeited ? "" : result_line(game_, end.state, match_.provable ? to_hex(key) : "") + "\n";
    write_record(unit.number * match_.seats + rotation, header_line(header) + "\n" + lines + result);
  }
  return End::counted;
}

Finished UnitPlayer::at_table(std::span<const int> seated, Dealer& dealer, Seat first, std::span<Rng> rngs, std::string* lines) {
  std::vector<search::Player*> players;
  for (const int p : seated) {
    auto& player = players_[p];
    if (!player) player = player_or_absent(make_, match_.players[p]);
    players.push_back(player.get());
  }
  auto end = play_game({game_, players, rngs, dealer, &stop_, lines}, first);
  if (!end.forfeited) return end;
  players_[seated[index(end.forfeited->seat)]].reset();
  // Ctrl-C reaches external programs too: one that stopped because of it has not lost. Our own signal may arrive a little later.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  end.stopped = stop_.load();
  return end;
}

void UnitPlayer::write_record(std::int64_t game_number, const std::string& text) {
  const auto name = game_.board.id + "-" + std::to_string(game_.seats) + "p-" + std::to_string(match_.seed) + "-" +
                    std::to_string(game_number) + ".jsonl";
  const auto path = std::filesystem::path(record_dir_) / name;
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) error_ = "can't write the record " + path.string();
}

}  // namespace perron::arena

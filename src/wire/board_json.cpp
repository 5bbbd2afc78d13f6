#include "wire/board_json.h"

namespace perron {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kRegionNames[] = {"first", "second"};  // those in the board file are not stored

template <int N>
Json counts(const IdArray<Color, std::uint8_t, N>& numbers) {
  auto out = Json::object();
  for (const auto color : numbers.ids())
    if (numbers[color] > 0) out[std::string(name_of(color))] = numbers[color];
  return out;
}

Json ticket_rules(const Ruleset& rules) {
  Json out;
  const auto* race = std::get_if<Race>(&rules.tickets);
  out["decks"] = Json::array();
  for (const auto& deck : rules.decks) {
    Json one = {{"id", deck.id}};
    if (!race && !rules.split) one["first"] = deck.first, one["later"] = deck.later;
    out["decks"].push_back(one);
  }
  if (rules.split) out["split"] = *rules.split;
  if (race) {
    out["race"] = {{"open", race->open}, {"goal", race->goal}, {"swap", race->swap}};
  } else {
    const auto& keep = std::get<KeepSome>(rules.tickets);
    out["keep"] = {
        {"first", keep.first}, {"later", keep.later}, {"not_kept_first", kNotKeptNames[static_cast<std::size_t>(keep.not_kept_first)]}};
  }
  return out;
}

void add_modules(const Ruleset& rules, Json& out) {
  if (rules.tunnels) out["tunnels"] = {{"cards", rules.tunnels->cards}};
  if (rules.stations) out["stations"] = {{"each", rules.stations->each}, {"points_unused", rules.stations->points_unused}};
  if (const auto& hunt = rules.passengers)
    out["passengers"] = {{"colours", counts(hunt->figures)}, {"points_most", hunt->points_most}, {"points_second", hunt->points_second}};
  if (rules.longest_line) out["longest_line"] = {{"points", *rules.longest_line}};
  if (rules.globetrotter) out["globetrotter"] = {{"points", *rules.globetrotter}};
  if (rules.east_west) out["east_west"] = {{"regions", kRegionNames}, {"points", rules.east_west->points}};
}

Json sheet(const Ruleset& rules) {
  Json out;
  out["players"] = {{"min", rules.players_min}, {"max", rules.players_max}};
  out["wagons"] = rules.wagons;
  out["cards"] = counts(rules.cards);
  out["opening_cards"] = rules.opening_cards;
  out["draw"] = {{"cards", rules.draw_cards}};
  if (rules.row) out["draw"]["row"] = {{"places", rules.row->places}, {"flush_at_locomotives", rules.row->flush_at}};
  if (!rules.claim_points.empty()) out["claim_points"] = rules.claim_points;
  out["one_of_parallel_up_to_players"] = rules.one_of_parallel_up_to;
  out["end"] = {{"wagons_left", rules.end.wagons_left}, {"turns_each", rules.end.turns_each}};
  out["tickets"] = ticket_rules(rules);
  add_modules(rules, out);
  out["tie_breaks"] = Json::array();
  for (const auto tie : rules.tie_breaks) out["tie_breaks"].push_back(name_of(tie));
  return out;
}

class BoardWriter {
 public:
  explicit BoardWriter(const Board& board) : board_(board) {}

  Json place(const PlaceFacts& place) const {
    Json out = {{"id", place.id}, {"name", place.name}};
    if (place.kind != PlaceKind::city) out["kind"] = kPlaceKindNames[static_cast<std::size_t>(place.kind)];
    if (place.kind == PlaceKind::terminal) out["country"] = id_of(place.country);
    if (place.region != Region::none) out["region"] = kRegionNames[place.region == Region::first ? 0 : 1];
    if (place.passengers > 0) out["passengers"] = place.passengers;
    if (place.lat != 0 || place.lon != 0) out["lat"] = place.lat, out["lon"] = place.lon;
    if (!place.names.empty()) out["names"] = place.names;
    return out;
  }

  Json track(const TrackFacts& track) const {
    Json out = {{"a", id_of(track.a)}, {"b", id_of(track.b)}, {"length", track.length}, {"colour", name_of(track.color)}};
    if (track.tunnel) out["tunnel"] = true;
    if (track.locomotives > 0) out["locomotives"] = track.locomotives;
    return out;
  }

  Json ticket(const TicketFacts& ticket) const {
    Json out = {{"a", id_of(ticket.a)}, {"b", id_of(ticket.b)}};
    if (!std::holds_alternative<Race>(board_.rules.tickets)) out["points"] = ticket.points;
    out["deck"] = board_.rules.decks[ticket.deck].id;
    return out;
  }

 private:
  const std::string& id_of(Place place) const { return board_.places[place].id; }

  const Board& board_;
};

}  // namespace

nlohmann::ordered_json board_json(const Board& board) {
  const BoardWriter writer(board);
  Json out = {{"perron_board", 1}, {"id", board.id}, {"version", board.version}, {"name", board.name}};
  if (!board.starts.empty()) out["starts"] = board.starts;
  out["rules"] = sheet(board.rules);
  out["places"] = out["tracks"] = out["tickets"] = Json::array();
  for (const auto& place : board.places) out["places"].push_back(writer.place(place));
  for (const auto& track : board.tracks) out["tracks"].push_back(writer.track(track));
  for (const auto& ticket : board.tickets) out["tickets"].push_back(writer.ticket(ticket));
  return out;
}

}  // namespace perron

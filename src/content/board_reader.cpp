#include "content/board_reader.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "content/board_check.h"
#include "content/sheet_reader.h"

namespace perron {
namespace {

constexpr int kFormat = 1;
constexpr int kNameLength = 64;
constexpr int kHintLength = 128;

std::string path_of(Place place) { return concat("/places/", index(place)); }

class BoardReader {
 public:
  explicit BoardReader(FieldReport& report) : report_(report) {}

  Board read(const nlohmann::json& document) {
    Fields::read_object(report_, document, "", [&](Fields& file) { read_file(file); });
    return std::move(board_);
  }

 private:
  void read_file(Fields& file) {
    file.number("perron_board", {kFormat, kFormat});
    board_.id = file.id("id", '-');
    board_.version = file.number("version", {1, 1'000'000});
    board_.name = file.text("name", kNameLength, Need::required);
    board_.starts = file.text("starts", kHintLength, Need::optional);
    file.section("rules", Need::required, [&](Fields& rules) { sheet_ = read_sheet(report_, rules); });
    board_.rules = sheet_.rules;
    read_all(
        file, "places", {2, kPlaces}, [&](Fields& place) { read_place(place); }, board_.places);
    find_countries();
    read_all(
        file, "tracks", {1, kTracks}, [&](Fields& track) { read_track(track); }, board_.tracks);
    read_all(
        file, "tickets", {1, kTickets}, [&](Fields& ticket) { read_ticket(ticket); }, board_.tickets);
    name_tracks();
    check_board(report_, board_);
  }

  // Reads a list of objects; an item that is no object gets its place in the list too, so that indices are the file's.
  template <class Read, class Items>
  void read_all(Fields& file, std::string_view key, Range count, Read&& read, Items& items) {
    file.list(key, Need::required, count, [&](const nlohmann::json& item, const std::string& path) {
      items.emplace_back();
      Fields::read_object(report_, item, path, read);
    });
  }

  void read_place(Fields& fields) {
    auto& place = board_.places.back();
    place.id = fields.id("id", '_');
    for (const auto i : ids<Place>(board_.places.size() - 1))
      if (!place.id.empty() && board_.places[i].id == place.id)
        report_.add(fields.at("id"), concat("must be an id of its own; ", in_quotes(place.id), " is that of ", path_of(i), " too"));
    place.name = fields.text("name", kNameLength, Need::required);
    if (const auto kind = fields.choice("kind", kPlaceKindNames, Need::optional)) place.kind = PlaceKind(*kind);
    country_names_.resize(board_.places.size());  // items that are no objects have none
    country_names_.back() = read_country_name(fields, place.kind);
    read_region(fields, place);
    place.passengers = fields.byte("passengers", {0, kPassengers}, 0);
    const auto lat = fields.coordinate("lat", 90), lon = fields.coordinate("lon", 180);
    if (lat.has_value() != lon.has_value()) report_.add(fields.path(), "must have both `lat` and `lon` or neither");
    place.lat = lat.value_or(0);
    place.lon = lon.value_or(0);
    fields.section("names", Need::optional, [&](Fields& names) { read_names(names, place); });
  }

  std::string read_country_name(Fields& fields, PlaceKind kind) {
    if (!report_.clean(fields.at("kind"))) return fields.find("country"), std::string();
    if (kind == PlaceKind::terminal) return fields.id("country", '_');
    fields.refuse("country", "must be left out: only a place of the kind \"terminal\" belongs to a country");
    return {};
  }

  void read_region(Fields& fields, PlaceFacts& place) {
    if (!sheet_.rules.east_west) {
      if (report_.present("/rules/east_west")) fields.refuse("region", "must be left out: the rules have no `east_west`");
      else fields.find("region");
      return;
    }
    if (!report_.clean("/rules/east_west/regions")) {
      fields.find("region");
      return;
    }
    const std::string_view names[] = {sheet_.regions[0], sheet_.regions[1]};
    if (const auto side = fields.choice("region", names, Need::optional)) place.region = *side == 0 ? Region::first : Region::second;
  }

  void read_names(Fields& fields, PlaceFacts& place) {
    fields.each([&](const std::string& key, const nlohmann::json& value, const std::string& path) {
      const bool code = (key.size() == 2 || key.size() == 3) && std::ranges::all_of(key, [](char c) { return c >= 'a' && c <= 'z'; });
      if (!code) report_.add(path, "is not a language: two or three small letters, like \"en\"");
      place.names[key] = read_text(report_, value, path, kNameLength);
    });
  }

  // After all places are read: a terminal may stand before its country.
  void find_countries() {
    for (const auto i : country_names_.ids()) {
      auto& place = board_.places[i];
      if (place.kind == PlaceKind::country) place.country = i;
      if (country_names_[i].empty()) continue;
      const auto path = path_of(i) + "/country";
      const auto country = find_place(country_names_[i], path);
      if (country == kNoPlace) continue;
      if (board_.places[country].kind == PlaceKind::country) place.country = country;
      else report_.add(path, concat("must be a place of the kind \"country\", which ", in_quotes(country_names_[i]), " is not"));
    }
  }

  Place find_place(const std::string& id, const std::string& path) {
    const auto it = std::ranges::find(board_.places, id, &PlaceFacts::id);
    if (it != board_.places.end()) return Place(it - board_.places.begin());
    std::vector<std::string_view> ids;
    for (const auto& place : board_.places) ids.push_back(place.id);
    report_.add(path, concat("must be the id of a place; there is no ", in_quotes(id), suggestion(id, ids)));
    return kNoPlace;
  }

  // The two ends of a track or ticket, in the order of their ids.
  std::pair<Place, Place> read_ends(Fields& fields) {
    const auto end = [&](std::string_view key) {
      const auto* value = fields.find(key, Need::required, "the id of a place");
      const auto* id = value ? value->get_ptr<const std::string*>() : nullptr;
      if (value && !id) report_.add(fields.at(key), concat("must be the id of a place, ", not_this(*value)));
      return id && !board_.places.empty() ? find_place(*id, fields.at(key)) : kNoPlace;
    };
    std::pair ends{end("a"), end("b")};
    if (ends.first == kNoPlace || ends.second == kNoPlace) return ends;
    if (id_of(ends.second) < id_of(ends.first)) std::swap(ends.first, ends.second);
    return ends;
  }

  const std::string& id_of(Place place) const { return board_.places[place].id; }

  void read_track(Fields& fields) {
    auto& track = board_.tracks.back();
    std::tie(track.a, track.b) = read_ends(fields);
    track.length = fields.byte("length", {1, kMaxLength});
    std::array<std::string_view, kPlainColors + 1> names;
    std::copy_n(kColorNames.begin(), kPlainColors, names.begin());
    names.back() = name_of(Color::none);
    const auto color = fields.choice("colour", names, Need::required);
    track.color = color && *color < kPlainColors ? Color(*color) : Color::none;
    track.tunnel = fields.flag("tunnel", false);
    track.locomotives = fields.byte("locomotives", {0, kMaxLength}, 0);
  }

  // [C13] tracks between the same two places are parallel: numbered in the order of the file.
  void name_tracks() {
    auto& tracks = board_.tracks;
    for (const auto i : tracks.ids()) {
      if (tracks[i].a == kNoPlace || tracks[i].b == kNoPlace) continue;
      const auto beside = [&](const TrackFacts& other) { return other.a == tracks[i].a && other.b == tracks[i].b; };
      tracks[i].id = concat(id_of(tracks[i].a), "-", id_of(tracks[i].b));
      if (std::ranges::count_if(tracks, beside) < 2) continue;
      const auto before = std::count_if(tracks.begin(), tracks.begin() + index(i), beside);
      tracks[i].id += concat(".", static_cast<int>(before) + 1);
    }
  }

  void read_ticket(Fields& fields) {
    auto& ticket = board_.tickets.back();
    std::tie(ticket.a, ticket.b) = read_ends(fields);
    if (ticket.a != kNoPlace && ticket.b != kNoPlace) ticket.id = concat(id_of(ticket.a), "-", id_of(ticket.b));
    read_ticket_points(fields, ticket);
    const auto& decks = board_.rules.decks;
    std::vector<std::string_view> ids;
    for (const auto& deck : decks) ids.push_back(deck.id);
    if (!report_.clean("/rules/tickets/decks")) fields.find("deck");
    else if (const auto deck = fields.choice("deck", ids, ids.size() == 1 ? Need::optional : Need::required))
      ticket.deck = static_cast<std::uint8_t>(*deck);
  }

  void read_ticket_points(Fields& fields, TicketFacts& ticket) {
    if (!report_.present("/rules/tickets/keep") || !report_.present("/rules/tickets/race")) fields.find("points");
    else if (std::holds_alternative<Race>(board_.rules.tickets))
      fields.refuse("points", "must be left out: in a race every ticket counts as one");
    else ticket.points = static_cast<std::int16_t>(fields.number("points", {1, 100}));
  }

  FieldReport& report_;
  Board board_;
  Sheet sheet_;
  IdVector<Place, std::string> country_names_;
};

}  // namespace

Result<Board, std::vector<FieldError>> read_board(std::string_view json_text) {
  const auto document = parse_json(json_text);
  if (!document) {
    const auto& error = document.error();
    return std::vector<FieldError>{{"", concat("line ", error.line, ", column ", error.column, ": ", error.message)}};
  }
  FieldReport report;
  Board board = BoardReader(report).read(*document);
  if (!report.empty()) return report.take();
  return board;
}

}  // namespace perron

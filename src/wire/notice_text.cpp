#include "wire/view_text.h"

namespace perron::wire {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class NoticeWriter {
 public:
  NoticeWriter(JsonText& out, const Board& board, const Notice& notice) : out_(out), board_(board), notice_(notice) {}

  void write(std::uint32_t n) {
    out_.begin('{').field("n", n);
    if (is_deal(notice_.kind)) write_deal();
    else write_move();
    write_effects();
    out_.end('}');
  }

 private:
  const std::string& place() const { return board_.places[notice_.a].id; }

  // The field is left out where the viewer may not see it.
  void color(std::string_view key) {
    if (notice_.card != Color::none) out_.key(key).word(name_of(notice_.card));
  }

  void write_deal() {
    switch (notice_.kind) {
      case Kind::deal_hand: out_.field("deal", "hand").field("seat", index(notice_.seat)); return color("card");
      case Kind::deal_row: out_.field("deal", "row").field("place", notice_.a); return color("card");
      case Kind::deal_tunnel: out_.field("deal", "tunnel"); return color("card");
      case Kind::deal_ticket:
        out_.field("deal", "ticket").field("seat", index(notice_.seat)).key("deck").word(board_.rules.decks[notice_.deck].id);
        if (notice_.seen > 0) out_.key("ticket").word(ticket(0));
        return;
      default: out_.field("deal", "passenger").key("place").word(place()); return color("colour");
    }
  }

  void write_move() {
    out_.field("seat", index(notice_.seat));
    switch (notice_.kind) {
      case Kind::pass: out_.field("do", "pass"); return;
      case Kind::draw_blind: out_.field("do", "draw_blind"); return;
      case Kind::draw_row: out_.field("do", "draw_row").field("place", notice_.a); return color("card");
      case Kind::claim:
        out_.field("do", "claim").key("track").word(board_.tracks[notice_.a].id);
        color("colour");
        out_.field("locomotives", notice_.c);
        return;
      case Kind::build_station:
        out_.field("do", "build_station").key("city").word(place());
        color("colour");
        out_.field("locomotives", notice_.c);
        return;
      case Kind::draw_tickets: return write_draw_tickets();
      case Kind::swap_tickets: out_.field("do", "swap_tickets"); return;
      case Kind::keep_tickets: return write_kept();
      case Kind::pay_tunnel: out_.field("do", "pay_tunnel").field("locomotives", notice_.c); return;
      case Kind::decline_tunnel: out_.field("do", "decline_tunnel"); return;
      case Kind::take_passenger: out_.field("do", "take_passenger").key("place").word(place()); return color("colour");
      default: out_.field("do", "leave_passenger").key("place").word(place()); return;
    }
  }

  void write_draw_tickets() {
    out_.field("do", "draw_tickets");
    if (!board_.rules.split) return;
    out_.key("split").begin('{').field(board_.rules.decks[0].id, notice_.a).field(board_.rules.decks[1].id, notice_.c).end('}');
  }

  void write_kept() {
    out_.field("do", "keep_tickets").field("count", notice_.count);
    if (notice_.seen == 0) return;
    out_.key("tickets").begin('[');
    for (int i = 0; i < notice_.seen; ++i) out_.word(ticket(i));
    out_.end(']');
  }

  void write_effects() {
    if (notice_.points > 0) out_.field("points", notice_.points);
    if (notice_.claimed != kNoTrack) out_.key("claimed").word(board_.tracks[at(index(notice_.claimed))].id);
    if (notice_.extra >= 0) out_.field("extra", static_cast<int>(notice_.extra));
    if (notice_.flushed) out_.field("flushed", true);
    if (notice_.refilled) out_.field("refilled", true);
    if (notice_.completed.any()) {
      out_.key("completed").begin('[');
      notice_.completed.each([&](int t) { out_.word(board_.tickets[at(t)].id); });
      out_.end(']');
    }
    if (notice_.east_west) out_.field("east_west", true);
    if (notice_.last_round) out_.field("last_round", true);
    if (notice_.over) out_.field("over", true);
  }

  const std::string& ticket(int i) const { return board_.tickets[at(index(notice_.tickets[at(i)]))].id; }

  JsonText& out_;
  const Board& board_;
  const Notice& notice_;
};

}  // namespace

void write_notice(JsonText& out, const Board& board, std::uint32_t n, const Notice& notice) { NoticeWriter(out, board, notice).write(n); }

}  // namespace perron::wire

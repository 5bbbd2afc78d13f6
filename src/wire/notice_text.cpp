#include "model/kinds.h"
#include "wire/view_text.h"

namespace perron::wire {

namespace {

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
  // The field is left out where the viewer may not see it.
  void color(std::string_view key) {
    if (notice_.card != Color::none) out_.key(key).word(name_of(notice_.card));
  }

  void write_deal() {
    out_.key("deal").word(name_of(paid_by(notice_.kind)));
    write_operands();
  }

  void write_move() {
    out_.field("seat", index(notice_.seat)).key("do").word(name_of(notice_.kind));
    write_operands();
    if (notice_.kind == Kind::draw_row) color("card");
  }

  void write_operands() {
    const auto& facts = facts_of(notice_.kind);
    for (const auto operand : {facts.a, facts.b, facts.c}) write_operand(operand);
  }

  void write_operand(Operand operand) {
    const auto key = key_of(operand);
    switch (operand) {
      case Operand::unused:
      case Operand::second_deck: return;  // in one object with the first
      case Operand::seat: out_.field(key, index(notice_.seat)); return;
      case Operand::row_place: out_.field(key, notice_.a); return;
      case Operand::track: out_.key(key).word(board_.tracks[Track(notice_.a)].id); return;
      case Operand::place:
      case Operand::city: out_.key(key).word(board_.places[Place(notice_.a)].id); return;
      case Operand::card:
      case Operand::passenger:
      case Operand::payment: return color(key);
      case Operand::locomotives:
      case Operand::extra_locomotives: out_.field(key, notice_.c); return;
      case Operand::ticket: return write_dealt_ticket();
      case Operand::first_deck: return write_split();
      case Operand::offered: return write_kept();
    }
  }

  void write_dealt_ticket() {
    out_.key("deck").word(board_.rules.decks[notice_.deck].id);
    if (notice_.seen > 0) out_.key("ticket").word(ticket_id(0));
  }

  void write_split() {
    if (!board_.rules.split) return;
    out_.key("split").begin('{').field(board_.rules.decks[0].id, notice_.a).field(board_.rules.decks[1].id, notice_.c).end('}');
  }

  void write_kept() {
    out_.field("count", notice_.count);
    if (notice_.seen == 0) return;
    out_.key("tickets").begin('[');
    for (int i = 0; i < notice_.seen; ++i) out_.word(ticket_id(i));
    out_.end(']');
  }

  void write_effects() {
    if (notice_.points > 0) out_.field("points", notice_.points);
    if (notice_.claimed != kNoTrack) out_.key("claimed").word(board_.tracks[notice_.claimed].id);
    if (notice_.extra >= 0) out_.field("extra", static_cast<int>(notice_.extra));
    if (notice_.flushed) out_.field("flushed", true);
    if (notice_.refilled) out_.field("refilled", true);
    if (notice_.completed.any()) {
      out_.key("completed").begin('[');
      notice_.completed.each([&](Ticket ticket) { out_.word(board_.tickets[ticket].id); });
      out_.end(']');
    }
    if (notice_.east_west) out_.field("east_west", true);
    if (notice_.last_round) out_.field("last_round", true);
    if (notice_.over) out_.field("over", true);
  }

  const std::string& ticket_id(int i) const { return board_.tickets[notice_.tickets[static_cast<std::size_t>(i)]].id; }

  JsonText& out_;
  const Board& board_;
  const Notice& notice_;
};

}  // namespace

void write_notice(JsonText& out, const Board& board, std::uint32_t n, const Notice& notice) { NoticeWriter(out, board, notice).write(n); }

}  // namespace perron::wire

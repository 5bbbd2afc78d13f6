// A table to play at in tests: positions set up by hand, moves and deals as texts. Edits keep what is derived in step with
// the truth, and after each play and deal no card and no passenger may have been lost. What a test asks for in vain is an
// exception: the test fails there.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "rules/engine.h"

namespace perron {

// For messages of the test framework.
void PrintTo(Refusal refusal, std::ostream* out);
void PrintTo(Phase phase, std::ostream* out);

class Table {
 public:
  using Texts = std::vector<std::string>;

  // A built-in board by its id, or the text of a board file. The opening deal is still to come.
  Table(std::string_view board, int seats, int first = 0);
  // The opening is done; no cards or tickets in the hands, a row of five colours, everything else in the decks.
  static Table ready(std::string_view board, int seats, int first = 0);

  Game game;
  State state;
  Public& open() { return state.open; }

  // ---- Playing.
  void play(std::string_view text);              // by the seat to move; must be possible
  void deal(std::string_view text);              // must be possible
  void deal_all(std::uint64_t seed = 1);         // all that is owed now, by lot
  void deal_opening(std::uint64_t seed = 1);     // up to the first turn; each seat keeps as few of its tickets as it may
  bool can(std::string_view text) const;         // is it a move of the seat to move?
  Refusal refused(std::string_view text) const;  // of the seat to move; must be refused
  Refusal refused(std::string_view text, int seat) const;
  Refusal refused(Action action, int seat) const;
  Texts legal_texts() const;
  Texts legal_texts(Kind kind) const;
  Texts outcome_texts() const;  // what may be dealt now
  Scores scores() const { return final_scores(game, state); }

  // ---- Setting up. Cards as "2 red, 1 locomotive" or "nothing"; they come from the deck and go back to it.
  void give_hand(int seat, std::string_view cards);
  void set_row(std::string_view row);  // "red blue - locomotive green"
  void set_discard(std::string_view cards);
  void set_deck(std::string_view cards, int rest);  // the rest of it goes to the hand of that seat
  void give_track(int seat, std::string_view id);   // with wagons and points, as if claimed
  void give_tracks(int seat, std::initializer_list<std::string_view> ids);
  void give_ticket(int seat, std::string_view id);  // in a race an open one
  void give_tickets(int seat, std::initializer_list<std::string_view> ids);
  void give_shown(int seat, std::initializer_list<std::string_view> ids);  // race: completed ones
  void give_station(int seat, std::string_view city);
  void leave_tickets(int deck, std::initializer_list<std::string_view> ids);  // the others of that deck leave the game
  void discard_tickets(std::initializer_list<std::string_view> ids);          // race: from the deck
  void set_waiting(std::string_view place, std::string_view colors);          // "red blue"; passengers change places
  void give_passengers(int seat, std::string_view figures);                   // "3 red, 1 blue", from anywhere
  void send_away(std::string_view place, int seat);                           // all its passengers are taken by that seat
  void level_totals();                                                        // points for the seats behind, until all totals are equal
  void set_wagons(int seat, int count);
  void set_mover(int seat);

  // ---- Looking.
  Phase phase() const { return state.open.phase; }
  int mover() const { return index(state.open.to_move); }
  int points(int seat) const { return state.open.points[Seat(seat)]; }
  int wagons(int seat) const { return state.open.wagons[Seat(seat)]; }
  std::string hand(int seat) const;
  std::string row() const;
  std::string discard() const;
  std::string deck() const;
  std::string waiting(std::string_view place) const;
  std::string taken(int seat) const;
  Texts tickets(int seat) const;  // in the order of the board
  Texts offered(int seat) const;  // in the order offered; in a race the open ones
  Texts shown(int seat) const;
  Texts bag(int deck) const;    // shuffled
  Texts under(int deck) const;  // below them, top first
  bool owns(int seat, std::string_view track) const;
  bool is_free(std::string_view track) const;
  int held(int seat) const;  // tickets

  Action action(std::string_view text) const;
  Cards cards(std::string_view text) const;
  Track track(std::string_view id) const;
  Ticket ticket(std::string_view id) const;
  Place place(std::string_view id) const;

 private:
  void take_from_deck(Cards& into, const Cards& cards);
  void put_into_deck(Cards& from);
  void refresh();  // what follows from where the cards are
  void check_conserved() const;
  Texts names(const TicketSet& set) const;
  void forget_hands_and_tickets();
};

}  // namespace perron

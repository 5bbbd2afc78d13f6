// Each enum has one table: complete, and all that is printed, parsed and documented agrees with it.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "model/kinds.h"
#include "notation/text.h"
#include "rules/scoring.h"
#include "support/kit.h"
#include "wire/refusal_code.h"

namespace perron {
namespace {

using wire::kRefusalCodeTable;

enum class Fruit : std::uint8_t { apple, pear, plum };
constexpr auto kFruit = std::to_array<Named<Fruit>>({{Fruit::apple, "apple"}, {Fruit::pear, "pear"}, {Fruit::plum, "plum"}});
static_assert(is_complete(kFruit, Fruit::plum));
static_assert(!is_complete(std::to_array<Named<Fruit>>({{Fruit::apple, "apple"}, {Fruit::pear, "pear"}}), Fruit::plum));
static_assert(!is_complete(std::to_array<Named<Fruit>>({{Fruit::apple, "apple"}, {Fruit::plum, "plum"}}), Fruit::pear));
static_assert(!is_complete(std::to_array<Named<Fruit>>({{Fruit::apple, "apple"}, {Fruit::pear, "apple"}}), Fruit::pear));
static_assert(!is_complete(std::to_array<Named<Fruit>>({{Fruit::apple, "apple"}, {Fruit::pear, ""}}), Fruit::pear));

TEST(ClosedList, finds_values_by_name_and_names_by_value) {
  EXPECT_EQ(value_named(kFruit, "pear"), Fruit::pear);
  EXPECT_EQ(value_named(kFruit, "Pear"), std::nullopt);
  EXPECT_EQ(value_named(kFruit, ""), std::nullopt);
  EXPECT_EQ(row_of(kFruit, Fruit::plum).name, "plum");
  EXPECT_EQ(names_in(kFruit), (std::array<std::string_view, 3>{"apple", "pear", "plum"}));
}

std::vector<const Module*> owners_of(Kind kind) {
  std::vector<const Module*> out;
  for (const auto* module : all_modules())
    if (std::ranges::find(module->kinds, kind) != module->kinds.end()) out.push_back(module);
  return out;
}

TEST(ClosedList, each_kind_of_move_has_one_module_that_plays_it) {
  for (const auto& kind : kKindTable) {
    const auto owners = owners_of(kind.value);
    EXPECT_EQ(owners.size(), is_deal(kind.value) ? 0u : 1u) << kind.name;
    for (const auto* owner : owners) {
      EXPECT_TRUE(owner->play && owner->offer && owner->why_not) << kind.name;
      EXPECT_FALSE(owner->phases.empty()) << kind.name;
    }
  }
}

TEST(ClosedList, the_owner_of_each_debt_deals_for_it) {
  std::set<Owed> owned;
  for (const auto* module : all_modules())
    for (const auto debt : module->debts) {
      owned.insert(debt);
      EXPECT_TRUE(module->outcomes && module->deal && module->dealt) << module->name;
    }
  for (const auto& debt : kDebtTable) EXPECT_EQ(owned.contains(debt.value), debt.value != Owed::nothing) << debt.name;
}

TEST(ClosedList, deals_are_named_after_the_debts_that_they_pay) {
  for (const auto& debt : kDebtTable) {
    if (debt.value == Owed::nothing) continue;
    EXPECT_EQ(name_of(deal_for(debt.value)), "deal_" + std::string(debt.name));
    EXPECT_EQ(paid_by(deal_for(debt.value)), debt.value);
  }
}

TEST(ClosedList, each_kind_is_printed_and_parsed_with_all_that_it_uses) {
  const auto game = make_game(kit::board_of("mix"), 2);
  for (const auto& kind : kKindTable) {
    Action action{kind.value, 0, 0, 0};
    each_operand(action, [](Operand operand, std::uint8_t& byte) { byte = operand != Operand::unused; });
    const auto text = to_text(game, action);
    EXPECT_EQ(text.substr(0, text.find(' ')), kind.name);
    EXPECT_EQ(action_from_text(game, text), action) << text;
    EXPECT_FALSE(action_from_text(game, text + " again")) << text;
  }
}

TEST(ClosedList, bytes_that_a_kind_does_not_use_must_be_0) {
  for (const auto& kind : kKindTable) {
    const auto uses = [](Operand operand) { return operand != Operand::unused; };
    EXPECT_TRUE(has_unused_clear({kind.value, 0, 0, 0})) << kind.name;
    EXPECT_EQ(has_unused_clear({kind.value, 1, 0, 0}), uses(kind.a)) << kind.name;
    EXPECT_EQ(has_unused_clear({kind.value, 0, 1, 0}), uses(kind.b)) << kind.name;
    EXPECT_EQ(has_unused_clear({kind.value, 0, 0, 1}), uses(kind.c)) << kind.name;
  }
}

TEST(ClosedList, the_parts_of_a_score_add_up_to_the_total) {
  SeatScore seat{};
  std::int16_t n = 1;
  for (const auto& part : kScorePartTable)
    if (part.points) seat.*part.points = n = static_cast<std::int16_t>(2 * n);
  int sum = 0, parts = 0;
  for (const auto& part : kScorePartTable) {
    EXPECT_NE(part.points == nullptr, part.count == nullptr) << part.name;
    if (!part.adds_up()) continue;
    sum += part.of(seat);
    ++parts;
  }
  EXPECT_EQ(parts, 7);
  EXPECT_EQ(sum, seat.claims + seat.tickets + seat.stations + seat.express + seat.globetrotter + seat.passengers + seat.east_west);
}

// ---- docs/protocol.md

std::string protocol() {
  std::ostringstream text;
  text << std::ifstream(kit::tests_dir() + "/../docs/protocol.md").rdbuf();
  return text.str();
}

// The words in backquotes of this part of a text.
std::set<std::string> quoted_in(const std::string& text) {
  std::set<std::string> out;
  const std::regex word("`([a-z_]+)`");
  for (std::sregex_iterator it(text.begin(), text.end(), word), end; it != end; ++it) out.insert((*it)[1]);
  return out;
}

std::string table_after(const std::string& text, const std::string& head) {
  const auto begin = text.find(head);
  return begin == text.npos ? "" : text.substr(begin, text.find("\n\n", begin) - begin);
}

// The first column of a table.
std::string first_column(const std::string& table) {
  std::istringstream lines(table);
  std::string out;
  for (std::string line; std::getline(lines, line);) out += line.substr(0, line.find('|', 1)) + "\n";
  return out;
}

TEST(ClosedList, the_protocol_documents_each_refusal_code_and_no_other) {
  const auto text = protocol();
  auto documented = quoted_in(first_column(table_after(text, "| code | meaning |")));
  const auto over_http = quoted_in(table_after(text, "| status | codes |"));
  documented.insert(over_http.begin(), over_http.end());
  std::set<std::string> codes;
  for (const auto& code : kRefusalCodeTable) codes.emplace(code.name);
  EXPECT_EQ(documented, codes);
}

TEST(ClosedList, the_protocol_documents_each_tie_break_and_part_of_a_score) {
  const auto text = protocol();
  for (const auto& rule : kTieBreakTable) EXPECT_TRUE(quoted_in(text).contains(std::string(rule.name))) << rule.name;
}

TEST(ClosedList, sentences_of_refusal_codes_end_and_differ) {
  std::set<std::string_view> sentences;
  for (const auto& code : kRefusalCodeTable) {
    if (code.sentence.empty()) continue;
    EXPECT_TRUE(code.sentence.ends_with('.')) << code.name;
    EXPECT_TRUE(sentences.insert(code.sentence).second) << code.name;
  }
}

}  // namespace
}  // namespace perron

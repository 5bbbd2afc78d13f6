// The text that the store keeps with each table and game: this version's, and what earlier versions wrote.
#include "server/table/stored_table.h"

#include <gtest/gtest.h>

namespace perron {
namespace {

using server::stored_table_from;
using server::StoredTable;

TEST(StoredTable, is_read_back) {
  for (const auto kind : {wire::ClockKind::none, wire::ClockKind::turn, wire::ClockKind::bank, wire::ClockKind::days}) {
    const StoredTable table{"germany",
                            {Seat(2), {kind, kind == wire::ClockKind::none ? 0 : 20, kind == wire::ClockKind::bank ? 5 : 0}, true, false}};
    const auto again = stored_table_from(text_of(table));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->board, table.board);
    EXPECT_EQ(again->options, table.options);
    EXPECT_EQ(*again, table);
  }
}

// What is on disk stays readable: a change of this text needs a new number and a test of its own.
TEST(StoredTable, has_a_format_with_a_number) {
  EXPECT_EQ(text_of(StoredTable{"europe", {Seat(3), {wire::ClockKind::bank, 600, 5}, true, false}}),
            R"({"format":1,"board":"europe","first":3,"clock":{"kind":"bank","seconds":600,"increment":5},"listed":true,"watch":false})");
  EXPECT_EQ(text_of(StoredTable{"tiny", {}}),
            R"({"format":1,"board":"tiny","first":"random","clock":{"kind":"none"},"listed":false,"watch":true})");
}

TEST(StoredTable, of_version_0_1_is_read) {
  const auto whole = stored_table_from(R"({"board":"europe","first":1,"clock":{"kind":"days","days":3},"listed":true,"watch":false})");
  ASSERT_TRUE(whole);
  EXPECT_EQ(*whole, (StoredTable{"europe", {Seat(1), {wire::ClockKind::days, 3, 0}, true, false}}));
  const auto usual = stored_table_from(R"({"board":"germany"})");
  ASSERT_TRUE(usual);
  EXPECT_EQ(*usual, (StoredTable{"germany", {}}));
  EXPECT_TRUE(stored_table_from("{}"));
}

TEST(StoredTable, that_cant_be_read_says_why) {
  for (const char* bad :
       {"", "x", "[]", "{", "}", R"({"board":7})", R"({"board":"germany","watch":"no"})", R"(x"board":"germany"})", R"({"listed":true})",
        R"({"format":1})", R"({"format":"1","board":"europe"})", R"({"board":"europe","seats":[]})"}) {
    const auto table = stored_table_from(bad);
    ASSERT_FALSE(table) << bad;
    EXPECT_NE(table.error(), "");
  }
  EXPECT_EQ(stored_table_from(R"({"format":2,"board":"europe","rounds":7})").error(), "/format is of a newer version of the program");
  EXPECT_EQ(stored_table_from(R"({"format":1,"board":"europe","first":"random","clock":{"kind":"none"},"listed":true})").error(),
            "/watch is missing");
}

}  // namespace
}  // namespace perron

// The common part of all readers of JSON: typed values, and the members of one object.
#include "base/members.h"

#include <gtest/gtest.h>

namespace perron {
namespace {

nlohmann::json parsed(std::string_view text) { return *parse_json(text); }

TEST(Members, whole_numbers_are_in_range_and_of_no_other_kind) {
  EXPECT_EQ(whole_number_in(parsed("3"), {1, 5}), 3);
  EXPECT_EQ(whole_number_in(parsed("-3"), {-5, 5}), -3);
  for (const auto* text : {"0", "6", "-1", "18446744073709551615", "3.0", "\"3\"", "true", "null", "[3]"})
    EXPECT_EQ(whole_number_in(parsed(text), {1, 5}), std::nullopt) << text;
}

TEST(Members, numbers_as_text_are_numbers_and_nothing_else) {
  EXPECT_EQ(whole_number_in(std::string_view("80"), {0, 65535}), 80);
  EXPECT_EQ(whole_number_in(std::string_view("-1"), {-1, 1}), -1);
  for (const std::string_view text : {"", " 1", "1 ", "+1", "0x1", "1e3", "65536", "99999999999999999999", "-1"})
    EXPECT_EQ(whole_number_in(text, {0, 65535}), std::nullopt) << text;
}

TEST(Members, a_range_is_named_in_words) {
  EXPECT_EQ(text_of(Range{1, 5}), "a whole number from 1 to 5");
  EXPECT_EQ(text_of(Range{1, 1}), "the number 1");
}

TEST(Members, a_member_of_what_is_no_object_is_not_there) {
  EXPECT_EQ(member_of(parsed("[1]"), "a"), nullptr);
  EXPECT_EQ(member_of(parsed("null"), "a"), nullptr);
  const auto object = parsed(R"({"a":null})");
  ASSERT_NE(member_of(object, "a"), nullptr);
  EXPECT_EQ(member_of(object, "b"), nullptr);
}

TEST(Members, remember_which_keys_were_asked_for) {
  const auto object = parsed(R"({"a":1,"b":"text","c":2})");
  Members members(object);
  EXPECT_EQ(members.find("missing"), nullptr);
  ASSERT_NE(members.find("b"), nullptr);
  EXPECT_EQ(*text_in(*members.find("b")), "text");
  EXPECT_EQ(text_in(*members.find("a")), nullptr);
  EXPECT_TRUE(members.has("c"));  // asks for nothing
  EXPECT_EQ(members.unknown(), std::vector<std::string_view>{"c"});
  EXPECT_EQ(members.absent(), std::vector<std::string_view>{"missing"});
}

}  // namespace
}  // namespace perron

// Names, throttling of password guesses, and the password queue: the parts of authentication that need no socket.
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>

#include "net/auth/login_guard.h"
#include "net/auth/password_hasher.h"
#include "wire/request.h"

namespace perron::net {
namespace {

using Priority = LoginGuard::Priority;

// ---- Names.

TEST(PersonName, may_be_in_any_script) {
  for (const char* good : {"Anna", "Anna K.", "\u0141ukasz", "\u0428\u0430\u0448\u0430", "\u05e9\u05e8\u05d4", "\u5c71\u7530 \u592a\u90ce",
                           "e\u0301", "\u0928\u093f", "\U0001F682", "\u2764\uFE0F", "\U0001F469\u200D\U0001F680",
                           "\U0001F3F3\uFE0F\u200D\U0001F308", "\U0001F44B\U0001F3FD", "\U0001F1ED\U0001F1FA", "<b>"})
    EXPECT_EQ(wire::name_fault(good), "") << good;
}

TEST(PersonName, has_nothing_that_hides_or_reorders) {
  for (const char* bad : {"",
                          " ",
                          " Anna",
                          "Anna ",
                          "An  na",
                          "An\u00a0na",
                          "An\u2003na",
                          "\u3000",
                          "An\u2028na",  // spaces
                          "\u202eannA",
                          "An\u2066na",
                          "An\u200ena",
                          "\u061cAnna",  // direction
                          "An\u200bna",
                          "An\u00adna",
                          "An\u2060na",
                          "\ufeffAnna",
                          "\u3164",
                          "\u115f",
                          "An\u034fna",  // invisible
                          "\u2800",
                          "An\ufffcna",
                          "An\U000E0041na",
                          "An\U000E0100na",
                          "\ufe0f",
                          "Anna\ufe0f",  // blank, tags, selectors
                          "An\u200dna",
                          "\u200d\U0001F680",
                          "\U0001F469\u200d",
                          "An\u200cna",  // joiners
                          "\u0301",
                          "\u0301Anna",
                          "Anna \u0301",
                          "\ue000",
                          "\U0010FFFD",
                          "An\ufdd0na",
                          "An\nna",
                          "\xff"})  // the rest
    EXPECT_NE(wire::name_fault(bad), "") << bad;
  EXPECT_NE(wire::name_fault(std::string(25, 'a')), "");
}

TEST(PersonName, is_read_the_same_way_in_every_request) {
  const auto fault = [](const std::string& text) {
    const auto read = wire::read_request(text);
    return read ? std::string() : read.error().message;
  };
  const std::string bad = "An\u200bna";
  EXPECT_NE(fault(R"({"type":"hello","protocol":1,"name":")" + bad + "\"}").find("/name"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"join","id":"1","table":"t","name":")" + bad + "\"}").find("/name"), std::string::npos);
  EXPECT_NE(fault(R"({"type":"create","id":"1","board":"b","seats":[{"kind":"me","name":")" + bad + "\"}]}").find("/seats/0/name"),
            std::string::npos);
}

TEST(Chat, keeps_what_scripts_need_and_nothing_that_reorders_lines) {
  const auto is_ok = [](const std::string& text) {
    return bool(wire::read_request(R"({"type":"chat","id":"1","table":"t","text":")" + text + "\"}"));
  };
  EXPECT_TRUE(is_ok("\u200f\u05e9\u05dc\u05d5\u05dd!"));
  EXPECT_TRUE(is_ok("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"));
  EXPECT_FALSE(is_ok("\u202egood"));
  EXPECT_FALSE(is_ok("\u2067good"));
}

// ---- Guessing.

class Guard : public testing::Test {
 protected:
  // The number of attempts that are allowed within a span, if each of these addresses tries twice a second.
  int looked_at(int addresses, LoginGuard::Time span) {
    int count = 0;
    for (const auto end = now + span; now < end; now += 500)
      for (int i = 0; i < addresses; ++i) count += guard.attempt(anna, "bot " + std::to_string(i), now).wait == 0;
    return count;
  }

  LoginGuard guard;
  LoginGuard::Target anna = guard.account(UserId(5)), bert = guard.account(UserId(6)), ghost = guard.unknown_account("ghost");
  LoginGuard::Time now = 1'790'000'000'000;
};

TEST_F(Guard, one_address_waits_longer_and_longer_but_never_for_long) {
  for (int i = 0; i < LoginGuard::kFreeForPair; ++i) EXPECT_EQ(guard.attempt(anna, "1.1.1.1", now).wait, 0);
  EXPECT_EQ(guard.attempt(bert, "1.1.1.1", now).wait, 0) << "another account is another matter";
  LoginGuard::Time last = 0;
  for (int i = 0; i < 20; ++i) {
    const auto wait = guard.attempt(anna, "1.1.1.1", now).wait;
    EXPECT_GT(wait, 0);
    EXPECT_GE(wait, last);
    EXPECT_LE(wait, LoginGuard::kMaxDelay);
    now += wait;
    EXPECT_EQ(guard.attempt(anna, "1.1.1.1", now).wait, 0);
    last = wait;
  }
  EXPECT_EQ(last, LoginGuard::kMaxDelay);
}

TEST_F(Guard, many_addresses_share_what_one_account_allows) {
  EXPECT_LE(looked_at(200, 60'000), 10 + 12 + 10)
      << "ten free ones, one fresh address each five seconds, and fewer and fewer of the others";
  now += 10 * 60'000;
  EXPECT_LE(looked_at(200, 10 * 60'000), 120 + 15);
}

TEST_F(Guard, the_owner_gets_in_during_an_attack_from_where_the_account_was_used) {
  guard.trust(anna, "home");
  looked_at(200, 60'000);
  const auto decision = guard.attempt(anna, "home", now);
  EXPECT_EQ(decision.wait, 0);
  EXPECT_EQ(decision.priority, Priority::high);
  guard.succeeded(anna, "home", now);
}

TEST_F(Guard, an_owner_elsewhere_waits_seconds_once_the_guessers_have_failed) {
  looked_at(10, 60'000);
  const auto wait = guard.attempt(anna, "hotel", now).wait;
  EXPECT_LE(wait, LoginGuard::kFirstAttemptInterval);
  if (wait > 0) {
    EXPECT_EQ(guard.attempt(anna, "hotel", now + wait).wait, 0);
  }
}

TEST_F(Guard, a_success_clears_the_address) {
  for (int round = 0; round < 5; ++round) {
    for (int i = 1; i < LoginGuard::kFreeForPair; ++i) EXPECT_EQ(guard.attempt(anna, "home", now).wait, 0);
    EXPECT_EQ(guard.attempt(anna, "home", now).wait, 0);
    guard.succeeded(anna, "home", now);
  }
}

TEST_F(Guard, names_without_an_account_are_slowed_down_alike) {
  for (int i = 0; i < LoginGuard::kFreeForPair; ++i) EXPECT_EQ(guard.attempt(ghost, "1.1.1.1", now).wait, 0);
  EXPECT_GT(guard.attempt(ghost, "1.1.1.1", now).wait, 0);
}

TEST_F(Guard, places_are_reserved_for_who_has_not_failed) {
  EXPECT_EQ(guard.attempt(anna, "1.1.1.1", now).priority, Priority::high);
  EXPECT_EQ(guard.attempt(bert, "1.1.1.1", now).priority, Priority::low) << "this address has failed";
  EXPECT_EQ(guard.attempt(ghost, "2.2.2.2", now).priority, Priority::low) << "nobody can get in there";
  EXPECT_EQ(guard.enroll("3.3.3.3", now), Priority::high);
  EXPECT_EQ(guard.enroll("3.3.3.3", now), Priority::low);
  now += LoginGuard::kForgetAfter + 1;
  EXPECT_EQ(guard.attempt(bert, "1.1.1.1", now).priority, Priority::high);
}

TEST(LruMap, forgets_what_was_unused_for_longest) {
  LruMap<int> recent(3);
  for (const int key : {1, 2, 3}) recent[static_cast<std::uint64_t>(key)] = key;
  recent[1] = 10;
  recent[4] = 4;
  EXPECT_EQ(recent.size(), 3u);
  EXPECT_EQ(recent.find(2), nullptr);
  ASSERT_NE(recent.find(1), nullptr);
  EXPECT_EQ(*recent.find(1), 10);
}

// ---- Waiting for a hash.

// A request of high priority comes next, however many guesses wait; each address has few places in the queue.
TEST(PasswordHasher, honest_people_do_not_wait_behind_a_flood) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> order;
  PasswordHasher passwords([](const std::function<void()>& work) { work(); });
  const auto note = [&](std::string who) {
    return [&, who = std::move(who)](bool) {
      const std::lock_guard lock(mutex);
      order.push_back(who);
      changed.notify_all();
    };
  };
  int taken = 0, of_one = 0;
  for (int i = 0; i < 50; ++i) of_one += passwords.verify({Priority::low, "one"}, "", "guess", note("flood"));
  EXPECT_LE(of_one, PasswordHasher::kMaxPerGroup + 2);
  for (int i = 0; i < 200; ++i) taken += passwords.verify({Priority::low, "bot " + std::to_string(i)}, "", "guess", note("flood"));
  EXPECT_LE(of_one + taken, static_cast<int>(PasswordHasher::kMaxLowPriority) + 4) << "the rest is refused at once";
  ASSERT_TRUE(passwords.verify({Priority::high, "home"}, "", "honest", note("honest")));
  std::unique_lock lock(mutex);
  ASSERT_TRUE(changed.wait_for(lock, std::chrono::seconds(20), [&] { return std::ranges::count(order, "honest") == 1; }));
  EXPECT_LE(order.size(), 6u) << "the honest one has a thread of their own";
}

}  // namespace
}  // namespace perron::net

// The parts of the network that need no socket.
#include <gtest/gtest.h>

#include "net/run/credits.h"
#include "net/run/doorman.h"
#include "net/http/http.h"
#include "net/run/metrics.h"
#include "net/people/names.h"
#include "net/people/passwords.h"
#include "net/run/settings.h"
#include "net/site/site_files.h"

namespace perron::net {
namespace {

using namespace std::chrono_literals;

TEST(Settings, a_flag_wins_over_the_environment_and_that_over_the_file) {
  Settings settings;
  EXPECT_EQ(apply_settings(settings, {{"idle-seconds", "5"}, {"socket-rate", "6"}, {"log", "error"}},
                           {{"idle-seconds", "7"}, {"socket-rate", "8"}}, {{"idle-seconds", "9"}}),
            "");
  EXPECT_EQ(settings.idle_seconds, 9);
  EXPECT_EQ(settings.socket_rate, 8);
  EXPECT_EQ(settings.log, LogLevel::error);
}

TEST(Settings, say_what_is_wrong_and_where) {
  Settings settings;
  EXPECT_EQ(apply_settings(settings, {}, {{"max-connections", "many"}}, {}),
            "PERRON_MAX_CONNECTIONS must be a whole number from 1 to 1000000");
  EXPECT_EQ(apply_settings(settings, {{"colour", "red"}}, {}, {}), "the settings file: colour is not a setting");
  EXPECT_NE(apply_settings(settings, {}, {}, {{"listen", "8080"}}), "");
  EXPECT_NE(apply_settings(settings, {}, {}, {{"listen", "127.0.0.1:99999"}}), "");
}

TEST(Settings, origins_and_proxies_that_could_never_fit_are_refused) {
  Settings settings;
  const auto fault = [&](const char* name, const char* value) { return apply_settings(settings, {}, {}, {{name, value}}); };
  EXPECT_EQ(fault("origins", "https://play.example.org, http://127.0.0.1:5173"), "");
  for (const char* wrong : {"play.example.org", "https://play.example.org/", "https://", "ftp://play.example.org"})
    EXPECT_NE(fault("origins", wrong).find(wrong), std::string::npos) << wrong;
  EXPECT_EQ(settings.origins.size(), 2u);
  EXPECT_EQ(fault("proxies", "127.0.0.1, 2001:DB8:0::1"), "");
  EXPECT_EQ(settings.proxies, (std::vector<std::string>{"127.0.0.1", "2001:db8::1"}));
  for (const char* wrong : {"localhost", "10.0.0.0/8", "300.1.1.1"})
    EXPECT_NE(fault("proxies", wrong).find(wrong), std::string::npos) << wrong;
}

TEST(Settings, listen_takes_both_kinds_of_address) {
  Settings settings;
  EXPECT_EQ(apply_settings(settings, {}, {}, {{"listen", "[::1]:81"}}), "");
  EXPECT_EQ(settings.address, "::1");
  EXPECT_EQ(settings.port, 81);
  EXPECT_EQ(apply_settings(settings, {}, {}, {{"listen", "*:82"}}), "");
  EXPECT_EQ(settings.address, "0.0.0.0");
  EXPECT_FALSE(is_loopback(settings.address));
  EXPECT_TRUE(is_loopback(Settings().address));
}

TEST(Settings, a_file_has_comments_and_no_name_twice) {
  Given given;
  EXPECT_EQ(read_settings_file("# all\n\n listen = 127.0.0.1:1 # here\nlog=debug", given), "");
  EXPECT_EQ(given, (Given{{"listen", "127.0.0.1:1"}, {"log", "debug"}}));
  EXPECT_EQ(read_settings_file("log = info\n", given), "line 1: a name for the second time");
  given.clear();
  EXPECT_EQ(read_settings_file("log = info\nhello\n", given), "line 2: must be NAME = VALUE");
}

TEST(Credits, come_back_with_time_and_show_a_flood) {
  Credits::Time now{};
  Credits credits(10, 20, now);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(credits.spend(1, now));
  EXPECT_FALSE(credits.spend(1, now));
  EXPECT_FALSE(credits.exhausted());
  EXPECT_TRUE(credits.spend(1, now += 200ms));
  for (int i = 0; i < 40; ++i) credits.spend(1, now);
  EXPECT_TRUE(credits.exhausted());
  EXPECT_FALSE(credits.spend(1, now + 1s));
  EXPECT_TRUE(credits.full(now + 10s));
}

TEST(Doorman, counts_connections_by_address) {
  Settings settings;
  settings.max_connections_per_address = 2;
  Doorman doorman(settings);
  auto first = doorman.enter("192.0.2.1"), second = doorman.enter("192.0.2.1");
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(doorman.enter("192.0.2.1"));
  EXPECT_TRUE(doorman.enter("192.0.2.2"));
  second = Doorman::Place();
  EXPECT_TRUE(doorman.enter("192.0.2.1"));
}

TEST(Doorman, takes_half_an_ipv6_address_as_one_client) {
  EXPECT_EQ(address_group("2001:db8:1:2:3:4:5:6"), address_group("2001:db8:1:2::9"));
  EXPECT_NE(address_group("2001:db8:1:2::1"), address_group("2001:db8:1:3::1"));
  EXPECT_EQ(address_group("::ffff:192.0.2.1"), "192.0.2.1");
}

TEST(Doorman, takes_an_ipv4_address_of_an_ipv6_socket_as_what_it_is) {
  EXPECT_EQ(plain_address("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(plain_address("::ffff:c000:201"), "192.0.2.1");
  EXPECT_EQ(plain_address("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(plain_address("2001:db8::1"), "2001:db8::1");
  EXPECT_EQ(address_group("::ffff:c000:201"), "192.0.2.1");
}

TEST(Doorman, forgets_who_is_gone) {
  Settings settings;
  settings.address_rate = 1000000;
  Doorman doorman(settings);
  for (int i = 0; i < 100000; ++i)
    doorman.spend("10." + std::to_string(i >> 16) + "." + std::to_string(i >> 8 & 255) + "." + std::to_string(i & 255), 1,
                  Credits::Time(std::chrono::milliseconds(i)));
  EXPECT_LT(doorman.addresses(), 5000u);
}

TEST(Origin, is_ours_or_listed) {
  EXPECT_TRUE(origin_allowed("", "play.example", {}));
  EXPECT_TRUE(origin_allowed("https://play.example", "play.example", {}));
  EXPECT_TRUE(origin_allowed("http://127.0.0.1:8080", "127.0.0.1:8080", {}));
  EXPECT_FALSE(origin_allowed("http://127.0.0.1:8081", "127.0.0.1:8080", {}));
  EXPECT_FALSE(origin_allowed("https://play.example.evil.example", "play.example", {}));
  EXPECT_FALSE(origin_allowed("null", "play.example", {}));
  EXPECT_FALSE(origin_allowed("ftp://play.example", "play.example", {}));
  EXPECT_FALSE(origin_allowed("https://", "", {}));
  EXPECT_TRUE(origin_allowed("https://other.example", "play.example", {"https://other.example"}));
}

TEST(Query, values_are_decoded) {
  Request request;
  request.target = "/x?a=1&b=%C5%BC+y&c&d=%4";
  EXPECT_EQ(query_value(request, "a").second, "1");
  EXPECT_EQ(query_value(request, "b").second, "\u017c y");
  EXPECT_TRUE(query_value(request, "c").first);
  EXPECT_FALSE(query_value(request, "d").first);
  EXPECT_FALSE(query_value(request, "e").first);
  EXPECT_EQ(request.path(), "/x");
}

TEST(SiteFiles, places_of_the_page_are_the_page_and_nothing_leads_out) {
  Request request;
  for (const char* path : {"/", "/table/4f0r8j2wq6ty", "/index.html"}) {
    request.target = path;
    EXPECT_EQ(file_response(request).status, 200) << path;
  }
  for (const char* path : {"/missing.css", "/../etc/passwd.txt", "/%2e%2e/%2e%2e/etc/passwd", "/index.html/x.y"}) {
    request.target = path;
    EXPECT_EQ(file_response(request).status, 404) << path;
  }
}

TEST(SiteFiles, are_sorted_and_tagged) {
  const auto files = site_files();
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_FALSE(files[i].hash.empty());
    if (i > 0) {
      EXPECT_LT(files[i - 1].path, files[i].path);
    }
    if (!files[i].gzip.empty()) {
      EXPECT_EQ(files[i].gzip.substr(0, 2), "\x1f\x8b");
    }
  }
}

TEST(Names, of_accounts_are_compared_in_small_letters) {
  EXPECT_EQ(account_name("Anna.K"), "anna.k");
  EXPECT_EQ(account_name("\u0141UKASZ"), "\u0142ukasz");
  EXPECT_EQ(account_name("\u00c1rv\u00edzt\u0170r\u0150"), "\u00e1rv\u00edzt\u0171r\u0151");
  for (const char* bad : {"", "ab", "with space", "tab\tbed", "\xff\xfe\xfd", "\u202eevil", "\u0430nna", "a/b/c"})
    EXPECT_EQ(account_name(bad), "") << bad;
  EXPECT_EQ(account_name(std::string(25, 'a')), "");
}

TEST(Tokens, are_long_and_different) {
  const auto one = new_token(), two = new_token();
  EXPECT_TRUE(token_shaped(one));
  EXPECT_NE(one, two);
  EXPECT_FALSE(token_shaped("' OR 1=1"));
  EXPECT_FALSE(token_shaped(std::string(43, '=')));
}

TEST(Metrics, are_lines_that_prometheus_reads) {
  MetricsText out;
  out.add("a", MetricsText::Type::counter, "Some.", 3, "x=\"1\"");
  out.add("a", MetricsText::Type::counter, "", 4, "x=\"2\"");
  out.add("b", MetricsText::Type::gauge, "Other.", 0.5);
  EXPECT_EQ(out.take(),
            "# HELP perron_a Some.\n# TYPE perron_a counter\nperron_a{x=\"1\"} 3\nperron_a{x=\"2\"} 4\n"
            "# HELP perron_b Other.\n# TYPE perron_b gauge\nperron_b 0.5\n");
}

TEST(Metrics, times_are_counted_up_to_each_bound) {
  Histogram times;
  for (const double took : {0.0, 0.0005, 0.00390625, 7.0}) times.add(took);
  MetricsText out;
  out.add("t", "Some.", times, "x=\"1\"");
  const auto text = out.take();
  EXPECT_TRUE(text.starts_with("# HELP perron_t Some.\n# TYPE perron_t histogram\nperron_t_bucket{x=\"1\",le=\"0.0005\"} 2\n")) << text;
  EXPECT_NE(text.find("perron_t_bucket{x=\"1\",le=\"0.002\"} 2\nperron_t_bucket{x=\"1\",le=\"0.005\"} 3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("le=\"1\"} 3\nperron_t_bucket{x=\"1\",le=\"+Inf\"} 4\nperron_t_sum{x=\"1\"} 7.00440625\nperron_t_count{x=\"1\"} 4\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace perron::net

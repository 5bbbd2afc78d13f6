#include <cstdlib>

#include "app/commands.h"
#include "base/file_text.h"
#include "net/server.h"

namespace perron::app {

int serve(const ServeOptions& options) {
  net::SettingValues file;
  auto path = options.config;
  if (path.empty())
    if (const char* named = std::getenv("PERRON_CONFIG")) path = named;
  if (!path.empty()) {
    std::string error;
    const auto text = file_text(path, error);
    if (!text) return wrong(path + ": " + error);
    if (const auto fault = net::read_settings_file(*text, file); !fault.empty()) return wrong(path + ": " + fault);
  }
  net::Settings settings;
  const auto environment = net::environment_settings();
  const auto fault = net::apply_settings(settings, file, environment, options.given);
  if (!fault.empty()) return wrong(fault);
  net::SettingValues all = options.given;  // strongest first: insert() keeps existing values
  all.insert(environment.begin(), environment.end());
  all.insert(file.begin(), file.end());
  return net::run_server(settings, all, std::string("perron ") + PERRON_VERSION);
}

}  // namespace perron::app

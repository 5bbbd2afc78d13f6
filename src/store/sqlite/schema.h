// The schema and its migrations. A released version is never changed: a new one is a further step.
#pragma once

#include "store/sqlite/sqlite.h"

namespace perron::sqlite {

int schema_version();
inline constexpr std::int64_t kApplication = 0x5065726e;  // "Pern", in the file's header

// The schema version of the file, 0 if it is empty. An error if it is another application's file, or newer than this program.
StoreResult<std::int64_t> version_of(Database& database);
// Migrates the file to the current version, in one transaction.
std::optional<StoreError> migrate(Database& database);

}  // namespace perron::sqlite

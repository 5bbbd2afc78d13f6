// The tables, and how a file of an older version becomes one of this. A version is never changed once it was given out:
// the next one is a new step.
#pragma once

#include "store/sqlite/sqlite.h"

namespace perron::sqlite {

int schema_version();
inline constexpr std::int64_t kApplication = 0x5065726e;  // "Pern", in the file's header

// What kind of file this is: 0 an empty one, else the version of its tables; an error, if it is not ours or is newer.
Read<std::int64_t> version_of(Database& database);
// Brings it to this version, in one transaction.
std::optional<StoreError> migrate(Database& database);

}  // namespace perron::sqlite

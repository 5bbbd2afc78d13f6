"""tests/check-layers on copies of the sources, with an include or a word in them that it must find. python3 test_layers.py"""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]


class Layers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        for name in ("src", "bindings", "bench"):
            shutil.copytree(TOP / name, self.top / name)
        (self.top / "tests").mkdir()
        for name in ("CMakeLists.txt", "tests/check-layers"):
            shutil.copy(TOP / name, self.top / name)

    def check(self):
        run = subprocess.run([self.top / "tests/check-layers"], capture_output=True, text=True, timeout=60)
        return run.returncode, run.stdout + run.stderr

    def plant(self, name, *lines):
        """Puts lines in front of a source."""
        path = self.top / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(lines) + "\n" + (path.read_text() if path.exists() else ""))

    def replace(self, old, new):
        path = self.top / "CMakeLists.txt"
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

    def fails(self, *sentences):
        code, said = self.check()
        self.assertEqual(code, 1, said)
        for sentence in sentences:
            self.assertIn(sentence, said)
        # Nothing else is wrong: one line for each fault, and the advice.
        self.assertEqual(len(said.splitlines()), len(sentences) + 1, said)

    def test_the_tree_is_clean(self):
        code, said = self.check()
        self.assertEqual(code, 0, said)
        self.assertRegex(said, r"layers: \d{3,} files")

    def test_an_upward_include(self):
        self.plant("src/model/board.h", "// A board.", '#include "rules/state.h"')
        self.plant("src/net/server.h", "", "", "#  include <app/commands.h>  // no")
        self.plant("bench/players/tune.cpp", '#include "app/commands.h"')
        self.plant("bindings/wasm/engine_worker.cpp", '#include "net/site/site.h"')
        self.fails("src/model/board.h:2: includes rules/state.h: src/model may include only base, model",
                   "src/net/server.h:3: includes app/commands.h: src/net may include only base,",
                   "bench/players/tune.cpp:1: includes app/commands.h: bench/players may include only",
                   "bindings/wasm/engine_worker.cpp:1: includes net/site/site.h: bindings/wasm may include only")

    def test_a_folder_beside(self):
        self.plant("src/rules/turn.cpp", '#include "content/load.h"')
        self.plant("src/wire/names.h", '#include "rules/state.h"')
        self.fails("src/rules/turn.cpp:1: includes content/load.h: src/rules may include only base, model, rules",
                   "src/wire/names.h:1: includes rules/state.h: src/wire may include only base, model, wire")

    def test_a_part_of_a_folder(self):
        self.plant("src/server/table/table.h", '#include "server/room/room.h"')
        self.plant("src/store/store.h", '#include "store/sqlite/queries.h"')
        self.plant("src/net/page/new.h", '#include "net/run/log.h"')
        self.fails("src/server/table/table.h:1: includes server/room/room.h: src/server/table may include of server only runtime, people, game, table",
                   "src/store/store.h:1: includes store/sqlite/queries.h: src/store may include of store only .",
                   "src/net/page/new.h: the PARTS of net in CMakeLists.txt do not name this folder")

    def test_state_named_in_wire(self):
        self.plant("src/wire/names.h", "/* State", "   */ namespace perron { struct State; }")
        self.fails("src/wire/names.h:2: names State")

    def test_what_is_no_name_and_no_include(self):
        self.plant("src/wire/names.h", "// State", '/* State */ inline const char* kState = "State";', "// #include \"rules/state.h\"",
                   'inline const char* kText = R"(', '#include "rules/state.h"', ')";', "inline int many = 1'000'000;  // don't")
        self.assertEqual(self.check()[0], 0, self.check()[1])

    def test_other_libraries(self):
        self.plant("src/server/room/room.h", "#include <boost/asio/post.hpp>")
        self.plant("src/rules/game.h", "#include <nlohmann/json_fwd.hpp>")
        self.plant("src/net/server.h", "#include <CLI/CLI.hpp>")
        self.fails("src/server/room/room.h:1: includes boost/asio/post.hpp: Boost::headers is only for src/net",
                   "src/rules/game.h:1: includes nlohmann/json_fwd.hpp: nlohmann_json::nlohmann_json is only for src/base,",
                   "src/net/server.h:1: includes CLI/CLI.hpp: CLI11::CLI11 is only for src/app")

    def test_ways_around(self):
        self.plant("src/model/board.h", '#include "../rules/state.h"')
        self.plant("src/rules/turn.h", '#include "state.h"')
        self.plant("src/base/bits.h", "#include OTHER")
        self.plant("src/extra/new.h", "#pragma once")
        self.fails("src/model/board.h:1: includes ../rules/state.h: name the file from src/ on",
                   "src/rules/turn.h:1: includes state.h: name the file from src/ on",
                   "src/base/bits.h:1: includes OTHER: a macro hides what it is",
                   "src/extra/new.h: CMakeLists.txt has no perron_library() for this folder")

    def test_layers_that_must_not_be(self):
        self.replace("SOURCES ${WIRE} USES perron_model", "SOURCES ${WIRE} USES perron_model perron_rules")
        self.fails("CMakeLists.txt: wire uses rules, which is not declared above it",
                   "CMakeLists.txt: wire uses rules: what goes over the wire must not be able to name State")

    def test_reaching_it_through_another_folder(self):
        self.replace("SOURCES ${WIRE} USES perron_model", "SOURCES ${WIRE} USES perron_content")
        self.replace("SOURCES ${RULES} USES perron_model", "SOURCES ${RULES} USES perron_wire")
        self.replace("USES perron_store perron_wire", "USES Boost::headers perron_store perron_wire")
        self.fails("CMakeLists.txt: rules uses content: the rules read no files",
                   "CMakeLists.txt: server uses Boost::headers, which is for net alone")


if __name__ == "__main__":
    unittest.main()

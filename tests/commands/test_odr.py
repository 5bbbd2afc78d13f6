"""The flags of the preset `odr`, on two files that define one type differently. python3 test_odr.py"""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]

HERE = """
namespace perron { struct Table { int seats; }; inline int seats_of(const Table& t) { return t.seats; } }
int elsewhere();
int main() { return seats_of(perron::Table{0}) + elsewhere(); }
"""
ELSEWHERE = """
namespace %s { struct Table { long rows; double width; }; inline int rows_of(const Table& t) { return static_cast<int>(t.rows); } }
int elsewhere() { return rows_of(%s::Table{0, 0}); }
"""


def flags():
    presets = json.loads((TOP / "CMakePresets.json").read_text())["configurePresets"]
    return next(preset for preset in presets if preset["name"] == "odr")["cacheVariables"]["CMAKE_CXX_FLAGS_DEBUG"].split()


@unittest.skipUnless(shutil.which("g++"), "only g++ compares types when it links")
class Odr(unittest.TestCase):
    def link(self, *sources):
        with tempfile.TemporaryDirectory() as folder:
            for number, source in enumerate(sources):
                pathlib.Path(folder, f"{number}.cpp").write_text(source)
            names = [f"{number}.cpp" for number in range(len(sources))]
            run = subprocess.run(["g++", "-std=c++20", *flags(), *names, "-o", "program"], cwd=folder, capture_output=True, text=True, timeout=120)
            return run.returncode, run.stderr

    def test_one_name_for_two_types(self):
        code, said = self.link(HERE, ELSEWHERE % ("perron", "perron"))
        self.assertNotEqual(code, 0)
        self.assertIn("violates the C++ One Definition Rule", said)

    def test_a_name_in_two_namespaces(self):
        code, said = self.link(HERE, ELSEWHERE % ("perron::net", "perron::net"))
        self.assertEqual(code, 0, said)

    def test_a_function_declared_with_another_type(self):
        code, said = self.link('extern "C" int size; int main() { return size; }', 'extern "C" { double size = 0; }')
        self.assertNotEqual(code, 0)
        self.assertIn("does not match original declaration", said)


if __name__ == "__main__":
    unittest.main()

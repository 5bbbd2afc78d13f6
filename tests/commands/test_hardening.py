"""The release flags of cmake/hardening.cmake, read off the built program. python3 test_hardening.py PERRON"""

import os
import platform
import re
import subprocess
import sys
import unittest

PERRON = os.path.abspath(sys.argv.pop(1))


def readelf(*options):
    return subprocess.run(["readelf", "--wide", *options, PERRON], check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout


class Hardening(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.imported = set(re.findall(r" UND (\w+)", readelf("--dyn-syms")))
        cls.dynamic = readelf("--dynamic")
        cls.segments = readelf("--program-headers")

    def test_stack_protector(self):
        self.assertIn("__stack_chk_fail", self.imported)

    def test_fortify(self):
        # Calls of the C library that the compiler replaced by their checked versions, such as __memcpy_chk.
        checked = {name for name in self.imported if name.startswith("__") and name.endswith("_chk")}
        self.assertTrue(checked, "no checked function of the C library is imported")

    def test_full_relro(self):
        self.assertRegex(self.segments, r"(?m)^\s*GNU_RELRO\s")
        self.assertRegex(self.dynamic, r"\(FLAGS\).*\bBIND_NOW\b")

    def test_position_independent(self):
        self.assertRegex(readelf("--file-header"), r"Type:\s+DYN\b")
        self.assertRegex(self.dynamic, r"\(FLAGS_1\).*\bPIE\b")

    def test_stack_is_not_executable(self):
        self.assertRegex(self.segments, r"(?m)^\s*GNU_STACK\s.*\sRW\s")

    @unittest.skipUnless(platform.machine() == "x86_64", "indirect branch tracking is an x86 feature")
    def test_control_flow(self):
        # Functions begin with endbr64. The note that says so is missing where the C library's start files lack it, as on Debian.
        with open(PERRON, "rb") as program:
            self.assertGreater(program.read().count(b"\xf3\x0f\x1e\xfa"), 100)


if __name__ == "__main__":
    unittest.main(verbosity=1)

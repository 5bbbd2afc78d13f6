"""./setup, ./run, ./test and tests/check-format as scripts, with pretended systems around them. python3 test_setup.py"""

import contextlib
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
DEBIAN_12 = "libboost1.74-dev libboost1.81-dev", (14, 16, 19)
DEBIAN_13 = "libboost1.83-dev libboost1.88-dev", (17, 18, 19, 20, 21, 22)


def clang(version):
    return [f"clang-{version}", f"lld-{version}", f"libc++-{version}-dev-wasm32", f"libc++abi-{version}-dev-wasm32",
            f"libclang-rt-{version}-dev-wasm32", f"libclang-rt-{version}-dev"]


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name) / "perron"
        self.bin = pathlib.Path(folder.name) / "bin"
        self.bin.mkdir()
        for name in ("setup", "run", "test", "cmake/progress.sh", "cmake/find-clang", "tests/check-format"):
            (self.top / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TOP / name, self.top / name)
        self.has("bash cat cut dirname env grep head id mkdir mktemp nproc rm sed sh sort tail tr xargs")

    def has(self, names):
        for name in names.split():
            (self.bin / name).symlink_to(shutil.which(name))

    def pretend(self, name, script):
        path = pathlib.Path(self.top if "/" in name else self.bin) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/usr/bin/env bash\n" + script + "\n")
        path.chmod(0o755)

    def call(self, *command, **environment):
        run = subprocess.run([self.top / command[0], *command[1:]], capture_output=True, text=True, timeout=300, cwd=self.top, stdin=subprocess.DEVNULL,
                             env={"PATH": str(self.bin), "HOME": str(self.top), **environment})
        return run.returncode, run.stdout + run.stderr


class Setup(Scripts):
    def apt(self, boost, clangs, installed="", update="exit 0"):
        """A Debian that offers these versions, and writes down what it is asked to install."""
        plain = ("g++ cmake ninja-build ccache pkgconf nlohmann-json3-dev libsodium-dev libsqlite3-dev libcli11-dev wasi-libc nodejs npm git "
                 "libgtest-dev python3 python3-venv chromium fonts-dejavu-core binutils").split()
        offered = plain + boost.split() + [package for version in clangs for package in clang(version)]
        (self.top / "offered").write_text("".join(f"Package: {name}\n" for name in offered))
        (self.top / "installed").write_text("".join(f"installed {name}\n" for name in installed.split()))
        self.pretend("id", "echo 0")
        self.pretend("dpkg-query", "cat installed")
        self.pretend("apt-cache", "cat offered")
        self.pretend("dpkg", '[[ $(printf "%s\\n" "$2" "$4" | sort -V | tail -n 1) == "$2" ]]')
        self.pretend("apt-get", f"""case "$*" in
          update*) {update} ;;
          *--assume-no*) echo "Need to get 219 MB of archives."; echo "After this operation, 1087 MB of additional disk space will be used." ;;
          *) echo "$@" >asked ;;
        esac""")

    def test_each_release_gives_its_newest(self):
        for (boost, clangs), chosen, version in ((DEBIAN_12, "libboost1.81-dev", 19), (DEBIAN_13, "libboost1.88-dev", 22)):
            with self.subTest(chosen):
                self.apt(boost, clangs)
                code, said = self.call("setup", "test")
                self.assertEqual(code, 0, said)
                asked = (self.top / "asked").read_text().split()
                self.assertIn(chosen, asked)
                self.assertEqual([name for name in asked if "boost" in name], [chosen])
                self.assertEqual([name for name in asked if name.startswith("clang-")], [f"clang-{version}"])
                self.assertIn("download: 219 MB", said)
                self.assertIn("disk space: 1087 MB", said)
                self.assertIn(chosen, said)

    def test_a_clang_of_which_a_part_is_missing_is_not_taken(self):
        boost, clangs = DEBIAN_13
        self.apt(boost, clangs)
        offered = self.top / "offered"
        offered.write_text(offered.read_text().replace("Package: libc++abi-22-dev-wasm32\n", ""))
        self.call("setup", "run")
        self.assertIn("clang-21", (self.top / "asked").read_text())

    def test_too_old_a_release_lists_what_to_install(self):
        self.apt("libboost1.74-dev", (14,))
        code, said = self.call("setup", "run")
        self.assertEqual(code, 1)
        self.assertIn("apt does not offer libboost1.81-dev-or-newer", said)
        self.assertIn("Boost 1.81 or newer", said)
        self.assertFalse((self.top / "asked").exists())

    def test_no_network(self):
        boost, clangs = DEBIAN_13
        self.apt(boost, clangs, update='echo "Could not resolve deb.debian.org"; exit 100')
        code, said = self.call("setup", "run")
        self.assertEqual(code, 1)
        self.assertIn("Could not resolve", said)
        self.assertIn("Check the network", said)

    def test_without_apt_it_lists_everything_that_is_missing(self):
        for purpose, more in (("run", ""), ("test", "git readelf venv gtest")):
            code, said = self.call("setup", purpose, CHROMIUM="/nowhere")
            self.assertEqual(code, 1)
            self.assertIn("this system has no apt", said)
            for name in ("C++20 compiler", "cmake 3.25", "ninja", "pkg-config", "npm", "nlohmann_json >= 3.11", "libsodium", "sqlite3 >= 3.37",
                         "Boost 1.81", "CLI11", "wasm32-wasi", *more.split()):
                self.assertIn(name, said)
            self.assertEqual("chromium" in said, purpose == "test")
            self.assertNotIn("command not found", said)

    def test_without_apt_and_with_everything_there_it_is_silent(self):
        for name in ("c++", "clang++", "ninja", "pkg-config", "npm", "gzip", "git", "readelf", "python3"):
            self.pretend(name, "exit 0")
        self.pretend("cmake", "echo cmake version 3.25.1")
        self.assertEqual(self.call("setup", "test", CHROMIUM="/bin/sh"), (0, ""))
        self.pretend("cmake", "echo cmake version 3.24.9")
        code, said = self.call("setup", "test", CHROMIUM="/bin/sh")
        self.assertEqual((code, said.splitlines()[2:]), (1, ["  cmake 3.25 or newer"]))


class Run(Scripts):
    def setUp(self):
        super().setUp()
        self.pretend("setup", "exit 0")  # in PATH and, below, in place of ./setup
        shutil.copy(self.bin / "setup", self.top / "setup")
        self.pretend("web/build", "echo 'Building the page ...'")
        self.pretend("cmake", "echo '[ 45% 30/66] Building CXX object x/room.cpp.o'; mkdir -p build; cp started build/perron")
        self.pretend("./started", 'echo "started: $*"')
        self.has("cp")

    def test_progress_has_percent_and_step(self):
        # Only a terminal shows every line.
        mine, its = pty.openpty()
        run = subprocess.Popen([self.top / "run", "--listen", "x"], stdin=subprocess.DEVNULL, stdout=its, stderr=its,
                               env={"PATH": str(self.bin), "TERM": "dumb"})
        os.close(its)
        said = b""
        with contextlib.suppress(OSError):  # the end of a terminal
            while more := os.read(mine, 4096):
                said += more
        os.close(mine)
        self.assertEqual(run.wait(60), 0, said)
        self.assertIn(b"Building the program ... 45% (30 of 66) room.cpp.o", said)
        self.assertIn(b"started: serve --listen x", said)

    def test_a_page_that_cannot_be_built(self):
        self.pretend("web/build", "echo 'npm could not install it' >&2; exit 1")
        code, said = self.call("run")
        self.assertEqual(code, 1)
        self.assertIn("npm could not install it", said)
        self.assertIn("The page could not be built", said)
        self.assertIn("build/build.log", said)

    def test_a_program_that_cannot_be_compiled(self):
        self.pretend("cmake", "echo 'room.cpp:7: error: no'; exit 1")
        code, said = self.call("run")
        self.assertEqual(code, 1)
        self.assertIn("room.cpp:7: error: no", said)
        self.assertIn("The program could not be compiled", said)
        self.pretend("cmake", "echo 'g++: fatal error: Killed signal terminated program cc1plus'; exit 1")
        self.assertIn("CMAKE_BUILD_PARALLEL_LEVEL=1", self.call("run")[1])


class Test(Scripts):
    """Each pretended program writes down when it begins and ends."""

    def setUp(self):
        super().setUp()
        self.has("basename sleep")
        for folder in ("src/rules", "src/model"):
            (self.top / folder).mkdir(parents=True)
        for name in ("cmake", "ctest", "python3", "node"):
            self.pretend(name, f'echo "begin {name} $*" >>called; sleep 0.02; echo "{name} said $*"; echo "end {name} $*" >>called')
        self.pretend("nice", '"$@"')
        for name in ("./setup", "tests/check-layers", "tests/check-format", "web/build", "bindings/wasm/build", "bench/referee", "bench/crash",
                     "bench/fuzz", "build/fuzz/tests/perron_signature"):
            (self.top / name).parent.mkdir(parents=True, exist_ok=True)
            (self.top / name).unlink(missing_ok=True)
            self.pretend("./" + name, f'echo "begin {name} $*" >>called; echo "{name} said $*"; echo "end {name} $*" >>called')

    def called(self):
        return (self.top / "called").read_text().splitlines()

    def hang(self, name):
        """This program starts another one, writes both numbers down and does not end."""
        self.pretend(name, 'sleep 300 & echo $! $$ >hanging; wait')

    def assert_gone(self):
        for process in (self.top / "hanging").read_text().split():
            self.assertFalse(pathlib.Path("/proc", process).exists(), process)

    def until(self, condition):
        end = time.time() + 60
        while not condition():
            self.assertLess(time.time(), end)
            time.sleep(0.02)

    def test_all_parts_run_and_their_times_are_printed(self):
        code, said = self.call("test")
        self.assertEqual(code, 0, said)
        told = re.findall(r"^ *\d+ s  (.*)$", said, re.M)
        for part in ("sources", "page", "release", "unit tests", "server", "thread sanitizer", "sanitizers", "fuzzing", "attacks", "browser", "altogether"):
            self.assertIn(part, told)
        self.assertEqual(len(told), len(set(told)))
        for name in ("records", "fuzzing"):
            self.assertIn(f"== {name} (", said)
        self.assertIn("bench/fuzz said --seconds 20", said)
        self.assertNotIn("left out", said)

    def test_attacks_and_browsers_are_alone(self):
        self.assertEqual(self.call("test")[0], 0)
        called = self.called()
        alone = [i for i, line in enumerate(called) if "test_attack" in line or "test:browser" in line]
        self.assertEqual(alone, list(range(len(called) - 10, len(called))))  # four attacks and the browser, begin and end
        for begin, end in zip(called[-10::2], called[-9::2]):
            self.assertEqual(begin.replace("begin", "end"), end)

    def test_quick_says_what_it_leaves_out(self):
        code, said = self.call("test", "--quick")
        self.assertEqual(code, 0, said)
        for part in ("attacks", "browser", "sanitizers", "fuzzing"):
            self.assertIn(f"{part}: left out by --quick", said)
        called = "\n".join(self.called())
        self.assertIn("begin ctest --test-dir build ", called)
        for name in ("test_attack", "test:browser", "bench/fuzz", "build/fuzz"):
            self.assertNotIn(name, called)

    def test_arguments(self):
        code, said = self.call("test", "--help")
        self.assertEqual(code, 0)
        self.assertIn("--quick", said)
        for arguments in (["--fast"], ["--quick", "more"], ["unit"]):
            code, said = self.call("test", *arguments)
            self.assertEqual(code, 2)
            self.assertIn("usage: ./test", said)
        self.assertFalse((self.top / "called").exists())

    def test_a_part_that_fails_says_all_and_ends_the_others(self):
        self.hang("python3")
        self.pretend("ctest", 'until [[ -s hanging ]]; do sleep 0.02; done; echo "1/2 Test #1: Some.test ... Failed"; echo why; exit 8')
        code, said = self.call("test", "--quick")
        self.assert_gone()
        self.assertEqual(code, 1, said)
        self.assertRegex(said, r"== unit tests \(\d+ s\)\n1/2 Test #1: Some.test ... Failed\nwhy\nunit tests failed.")
        self.assertNotIn("all passed", said)

    def test_the_first_command_that_fails_ends_its_part(self):
        self.pretend("./tests/check-layers", "echo upward; exit 1")
        code, said = self.call("test")
        self.assertEqual(code, 1, said)
        self.assertIn("upward\nsources failed.", said)
        self.assertNotIn("begin tests/check-format ", self.called())

    def test_interrupted(self):
        for name, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(name):
                self.hang("ctest")
                run = subprocess.Popen([self.top / "test"], cwd=self.top, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, env={"PATH": str(self.bin)},
                                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # background jobs ignore it
                self.until((self.top / "hanging").exists)
                self.until(lambda: len((self.top / "hanging").read_text().split()) == 2)
                run.send_signal(name)
                self.assertEqual(run.wait(60), code)
                self.assert_gone()
                (self.top / "hanging").unlink()


class Format(Scripts):
    def test_it_is_never_skipped_silently(self):
        code, said = self.call("tests/check-format")
        self.assertEqual(code, 1)
        self.assertIn("The layout was NOT checked", said)

    def test_without_a_list_of_sources_it_fails(self):
        self.pretend("clang-format-14", "echo clang-format version 14.0.6")
        self.has("git")
        subprocess.run(["git", "init", "-q", self.top], check=True)
        code, said = self.call("tests/check-format")
        self.assertEqual(code, 1, said)
        self.assertIn("git lists no sources", said)


if __name__ == "__main__":
    unittest.main()

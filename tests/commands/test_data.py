"""`perron data` from outside. python3 test_data.py PERRON PERRON_MAKE_STORE"""

import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PERRON, MAKE_STORE = (os.path.abspath(sys.argv.pop(1)) for _ in range(2))
GAMES = 18  # of each six one is abandoned and one goes on


def perron(*arguments, env=None):
    return subprocess.run([PERRON, *map(str, arguments)], capture_output=True, text=True, timeout=300, env={**os.environ, **(env or {})})


class Data(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls._made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls._made.cleanup)
        cls.made = pathlib.Path(cls._made.name)
        # As a server leaves it, with the entries of all games in the order of writing; and sorted by game.
        subprocess.run([MAKE_STORE, cls.made / "tail", str(GAMES), "1"], check=True, timeout=300)
        shutil.copytree(cls.made / "tail", cls.made / "entries")
        perron("data", "vacuum", "--data", cls.made / "entries")

    def setUp(self):
        self._dir = tempfile.TemporaryDirectory()
        self.addCleanup(self._dir.cleanup)
        self.dir = pathlib.Path(self._dir.name)
        self.data = self.dir / "data"
        self.file = self.data / "perron.db"
        self.begin_with("tail")

    def begin_with(self, made):
        shutil.rmtree(self.data, ignore_errors=True)
        shutil.copytree(self.made / made, self.data)

    def sql(self, *statements):
        with sqlite3.connect(self.file) as database:
            for statement in statements:
                database.execute(statement)
        database.close()

    def run_data(self, command, *arguments, code=0, data=None):
        run = perron("data", command, "--data", data or self.data, *arguments)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def fault(self, command, *arguments, code=1, data=None):
        run = self.run_data(command, *arguments, code=code, data=data)
        self.assertTrue(run.stderr.strip(), "a fault has a sentence")
        return run.stderr


class Check(Data):
    def test_all_right(self):
        for made in ("entries", "tail"):
            self.begin_with(made)
            run = self.run_data("check")
            self.assertIn(f"right: {GAMES} games (3 unfinished)", run.stdout)
            self.assertIn("3 users, 1 account;", run.stdout)
            self.assertEqual(run.stderr, "")

    def test_the_folder_may_come_from_the_environment(self):
        run = perron("data", "check", env={"PERRON_DATA": str(self.data)})
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_a_copy_of_the_file_alone(self):
        shutil.copy(self.file, self.dir / "copy.db")
        self.run_data("check", data=self.dir / "copy.db")

    def test_a_file_on_a_medium_that_cannot_be_written(self):
        if os.geteuid() != 0:
            self.skipTest("needs root, to become nobody")
        folder = self.dir / "read-only"
        shutil.copytree(self.data, folder)
        for path in (folder, *folder.iterdir()):
            path.chmod(0o555)
        program = shutil.copy(PERRON, self.dir)  # the folder of the sources may be closed to nobody
        self.dir.chmod(0o755)
        run = subprocess.run([program, "data", "check", "--data", str(folder)], capture_output=True, text=True, user=65534, timeout=300)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_it_changes_nothing(self):
        before = self.file.read_bytes()
        self.run_data("check")
        self.assertEqual(self.file.read_bytes(), before)

    def test_no_data(self):
        self.assertIn("there is no", self.fault("check", data=self.dir / "nowhere"))
        (self.dir / "empty").mkdir()
        self.assertIn("there is no", self.fault("check", data=self.dir / "empty"))
        (self.dir / "empty" / "perron.db").touch()
        self.assertIn("is empty", self.fault("check", data=self.dir / "empty"))
        (self.dir / "empty" / "perron.db").write_text("no database at all, whatever its name may say")
        self.assertIn("is damaged", self.fault("check", data=self.dir / "empty"))

    def test_every_damaged_game_is_named(self):
        # Games 1000 + n; the text form of 1005 is 0000000000zd.
        for change, sentence in (
                ("DELETE FROM entries WHERE game = 1005 AND n = 3", "game 0000000000zd entry 3 is missing: the next one is 4"),
                ("UPDATE entries SET action = 2147483392 WHERE game = 1005 AND n = 2", "game 0000000000zd entry 2 is not allowed: "),
                ("UPDATE entries SET action = 12 WHERE game = 1005 AND n = 2", "game 0000000000zd entry 2 is not allowed: "),
                ("UPDATE entries SET seat = (seat + 1) % 2 WHERE game = 1005 AND n = 5", "game 0000000000zd entry "),
                ("UPDATE entries SET seat = -1 WHERE game = 1005 AND n = 5", "row game 0000000000zd n 5: column seat is not a whole number"),
                ("UPDATE games SET key = x'00' WHERE id = 1005", "table games, row id 0000000000zd: column key is not 32 bytes"),
                ("UPDATE games SET result = '{]' WHERE id = 1005", "table games, row id 0000000000zd: column result is not a JSON object"),
                ("UPDATE entries SET seat = 200 WHERE game = 1005 AND n = 5", "game 0000000000zd entry 5 is of a seat that is not there"),
                ("UPDATE entries SET kind = 2 WHERE game = 1005 AND n = 1", "game 0000000000zd entry 1 takes back an action, but there is none"),
                ("UPDATE entries SET kind = 77 WHERE game = 1005 AND n = 9", "game 0000000000zd entry 9 is of a kind that this program does not know"),
                ("UPDATE games SET ending = 0 WHERE id = 1005", "game 0000000000zd has come to its end, but is stored as unfinished"),
                ("UPDATE games SET ending = 2 WHERE id = 1005", "game 0000000000zd is stored as abandoned, but has come to its end"),
                ("UPDATE games SET ending = 1 WHERE id = 1001", "game 0000000000z9 is stored as finished, but its entries do not reach the end"),
                ("UPDATE games SET first = 9 WHERE id = 1005", "game 0000000000zd begins with a seat that is not there"),
                ("UPDATE games SET key = zeroblob(32) WHERE id = 1005", "game 0000000000zd "),
                ("DELETE FROM game_seats WHERE game = 1005", "game 0000000000zd has 0 seats, which its board does not allow"),
                ("UPDATE boards SET json = replace(json, '1', '2')", "has a board that was changed"),
                ("DELETE FROM boards", "has lost its board")):
            for made in ("entries", "tail"):
                with self.subTest(change, made=made):
                    self.begin_with(made)
                    self.sql(change.replace(" entries ", f" {made} "))
                    self.assertIn(sentence, self.fault("check"))

    def test_only_the_damaged_game_is_named(self):
        self.begin_with("entries")
        self.sql("DELETE FROM entries WHERE game = 1005 AND n = 3", "DELETE FROM entries WHERE game = 1008 AND n = 1")
        run = self.run_data("check", code=1)
        self.assertEqual(len(run.stderr.splitlines()), 2, run.stderr)
        self.assertIn("2 damaged games, 0 faults elsewhere", run.stdout)

    def test_rows_that_lead_nowhere(self):
        for change, sentence in (
                ("DELETE FROM users", "is of a user that is not there"),
                ("UPDATE chat SET n = 5", "has gaps"),
                ("UPDATE tables SET options = '{\"board\":7}'", "table 000000000007 has options that this program can't read"),
                ("UPDATE tables SET options = 'x'", "table tables, row id 000000000007: column options is not a JSON object"),
                ("UPDATE tables SET visibility = 9", "row id 000000000007: column visibility is not a whole number from 0 to 1"),
                ("UPDATE table_seats SET seat = 9", "table table_seats, row table_id 000000000007 seat 9: column seat"),
                ("UPDATE users SET created = -1", "column created is not a whole number"),
                ("UPDATE sessions SET token_hash = x'00'", "column token_hash is not 32 bytes"),
                ("DELETE FROM tables", "which is not there"),
                ("UPDATE tables SET game = 5", "names game 000000000005, which is not there"),
                ("DELETE FROM games WHERE id = 1003", "entries of game 0000000000zb, which is not there")):
            for made in ("entries", "tail"):
                with self.subTest(change, made=made):
                    self.begin_with(made)
                    self.sql(change.replace(" entries ", f" {made} "))
                    self.assertIn(sentence, self.fault("check"))

    def test_damaged_pages(self):
        whole = self.file.read_bytes()
        for at in range(0, len(whole), 4096 * 7):
            damaged = bytearray(whole)
            damaged[at:at + 40] = b"\xff" * 40
            self.file.write_bytes(damaged)
            self.fault("check")
        self.file.write_bytes(whole[:len(whole) // 2])
        self.assertIn("is damaged", self.fault("check"))

    def test_a_newer_file(self):
        self.sql("PRAGMA user_version = 50")
        for command in (["check"], ["export", "--to", self.dir / "out"], ["vacuum"]):
            self.assertIn("newer Perron", self.fault(*command))


class Export(Data):
    def test_records_are_verified(self):
        run = self.run_data("export", "--to", self.dir / "out")
        self.assertIn("12 records written", run.stdout)
        files = sorted((self.dir / "out").iterdir())
        self.assertEqual(len(files), 12)
        self.assertTrue(all(path.name.startswith("2023-11-14-") and path.suffix == ".jsonl" for path in files), files)
        verified = perron("record", "verify", self.dir / "out")
        self.assertEqual(verified.returncode, 0, verified.stderr)
        self.assertIn("12 records: 12 right", verified.stdout)
        again = self.run_data("export", "--to", self.dir / "out")
        self.assertIn("12 records written", again.stdout)

    def test_one_file(self):
        self.run_data("export", "--file", self.dir / "all.jsonl")
        lines = [json.loads(line) for line in (self.dir / "all.jsonl").read_text().splitlines()]
        self.assertEqual(sum("perron" in line for line in lines), 12)
        self.assertEqual(sum("key" in line for line in lines), 12)

    def test_abandoned_games_have_no_key_and_unfinished_ones_are_not_there(self):
        self.run_data("export", "--to", self.dir / "out", "--abandoned")
        self.assertEqual(len(list((self.dir / "out").iterdir())), 15)
        played = perron("record", "play", self.dir / "out")
        self.assertIn("15 records: 12 right, 3 unfinished", played.stdout)
        keys = sum('"key":' in path.read_text() for path in (self.dir / "out").iterdir())
        self.assertEqual(keys, 12)

    def test_one_game(self):
        self.run_data("export", "--to", self.dir / "out", "--game", "0000000000zd")
        self.assertEqual(len(list((self.dir / "out").iterdir())), 1)
        self.assertIn("not there, or not over", self.fault("export", "--to", self.dir / "out", "--game", "0000000000z9"))

    def test_damaged_games_are_left_out(self):
        self.begin_with("entries")
        self.sql("DELETE FROM entries WHERE game = 1005 AND n = 3")
        run = self.run_data("export", "--to", self.dir / "out", code=1)
        self.assertIn("11 records written", run.stdout)
        self.assertIn("1 damaged game left out", run.stdout)
        self.assertIn("0000000000zd", run.stderr)

    def test_a_board_of_ones_own_comes_along(self):
        database = sqlite3.connect(self.file)
        (board, game), = database.execute("SELECT b.json, g.id FROM boards b JOIN games g ON g.board = b.hash WHERE g.id = 1005")
        import hashlib
        changed = board + "\n"
        digest = hashlib.sha256(changed.encode()).digest()
        database.execute("INSERT INTO boards VALUES (?, 'own', ?)", (digest, changed))
        database.execute("UPDATE games SET board = ? WHERE id = 1005", (digest,))
        database.commit()
        database.close()
        self.run_data("export", "--to", self.dir / "out")
        boards = list((self.dir / "out").glob("board-own-*.json"))
        self.assertEqual(len(boards), 1)
        self.assertEqual(boards[0].read_text(), changed)

    def test_wrong_arguments(self):
        self.fault("export", code=2)
        self.fault("export", "--to", "a", "--file", "b", code=2)
        (self.dir / "file").touch()
        self.fault("export", "--to", self.dir / "file" / "under")
        self.fault("export", "--file", self.dir / "nowhere" / "file")
        self.assertEqual(perron("data").returncode, 2)
        self.assertEqual(perron("data", "vacuum", "--data", self.data, "--delete-games-older", "-1").returncode, 2)


class Vacuum(Data):
    def rows(self, table):
        database = sqlite3.connect(self.file)
        (count,), = database.execute(f"SELECT count(*) FROM {table}")
        database.close()
        return count

    def test_it_deletes_nothing_unless_asked(self):
        tables = ("games", "entries", "users", "sessions", "boards", "game_seats", "tables", "chat")
        self.assertEqual(self.rows("entries"), 0)
        before = [self.rows("tail" if table == "entries" else table) for table in tables]
        self.run_data("vacuum")
        self.assertEqual([self.rows(table) for table in tables], before)
        self.assertEqual(self.rows("tail"), 0)
        self.run_data("check")

    def test_it_deletes_what_is_asked_for(self):
        run = self.run_data("vacuum", "--delete-games-older", "30", "--delete-sessions-older", "30")
        self.assertIn("15 ended games deleted; 1 session and 1 guest deleted", run.stdout)
        self.assertEqual(self.rows("games"), 3)
        self.assertEqual(self.rows("users"), 2)
        self.run_data("check")

    def test_a_copy_is_whole_and_overwrites_nothing(self):
        self.run_data("vacuum", "--into", self.dir / "backup.db")
        self.assertEqual((self.dir / "backup.db").stat().st_mode & 0o77, 0, "for the owner's eyes only")
        copy = self.run_data("check", data=self.dir / "backup.db")
        self.assertIn(f"right: {GAMES} games", copy.stdout)
        self.assertIn("nothing is overwritten", self.fault("vacuum", "--into", self.dir / "backup.db"))
        restored = self.dir / "restored"
        restored.mkdir()
        shutil.copy(self.dir / "backup.db", restored / "perron.db")
        self.run_data("check", data=restored)
        self.run_data("vacuum", data=restored)

    def test_a_damaged_file_is_left_alone(self):
        damaged = bytearray(self.file.read_bytes())
        for at in range(len(damaged) // 2, len(damaged), 4096):
            damaged[at:at + 40] = b"\xff" * 40
        self.file.write_bytes(damaged)
        self.assertIn("is damaged", self.fault("vacuum"))
        self.assertEqual(self.file.read_bytes(), damaged)

    def test_not_beside_a_server(self):
        import fcntl
        with open(self.data / "perron.lock", "r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            sentence = self.fault("vacuum")
            self.assertIn("in use by another perron", sentence)
            self.assertIn(str(self.data), sentence)
            self.run_data("check")
            self.run_data("vacuum", "--into", self.dir / "backup.db")


if __name__ == "__main__":
    unittest.main()

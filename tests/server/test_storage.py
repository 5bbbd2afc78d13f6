"""What `perron serve` does about its files, from outside. python3 test_storage.py PERRON [test ...]"""
import asyncio
import os
import pathlib
import resource
import shutil
import signal
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Server  # noqa: E402

import subprocess  # noqa: E402

PERRON = None


def wait_for(condition, seconds=30):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.1)
    return False


class Storage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='perron-storage-')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.data = pathlib.Path(self.folder) / 'data'
        self.log = self.data / 'perron.db-wal'
        self.server = Server(PERRON, data=str(self.data))
        self.addCleanup(self.server.__exit__)

    def begin(self, **settings):
        self.server.start(**settings)

    def guests(self, count):
        for n in range(count):
            status, _ = self.server.json('POST', '/api/v1/guest', {'name': f'G{n}'})
            self.assertEqual(status, 201)

    def crash(self):
        self.server.stop(signal.SIGKILL)

    def refused_start(self):
        run = subprocess.run([PERRON, 'serve', '--listen', '127.0.0.1:0', '--data', str(self.data)], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertIn('start_failed', run.stderr)
        return run.stderr

    def data_command(self, command, code):
        run = subprocess.run([PERRON, 'data', command, '--data', str(self.data)], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout + run.stderr


class Log(Storage):
    def test_a_crash_loses_nothing(self):
        self.begin()
        self.guests(5)
        self.crash()
        self.assertTrue((self.data / 'perron.running').exists())
        self.data_command('check', 0)
        self.begin()
        self.assertEqual(self.server.stop(), 0)
        self.assertFalse((self.data / 'perron.running').exists())

    def test_a_missing_log(self):
        self.begin()
        self.guests(5)
        self.crash()
        kept = self.log.rename(self.log.with_name('kept'))
        self.assertIn('is missing', self.refused_start())
        self.assertIn('accept-loss', self.refused_start())
        self.data_command('vacuum', 1)
        self.assertIn('is missing', self.data_command('check', 1))
        kept.rename(self.log)
        self.begin()
        self.guests(1)
        self.crash()
        self.log.unlink()
        self.assertIn('accepted', self.data_command('accept-loss', 0))
        self.begin()
        self.guests(1)

    def test_a_cut_log(self):
        self.begin()
        self.guests(5)
        self.crash()
        with open(self.log, 'r+b') as file:
            file.truncate(self.log.stat().st_size // 2)
        self.assertIn('was cut or damaged', self.refused_start())
        self.assertIn('was cut or damaged', self.data_command('check', 1))

    def test_an_idle_server_empties_its_log(self):
        self.begin()
        self.guests(3)
        self.assertGreater(self.log.stat().st_size, 0)
        self.assertTrue(wait_for(lambda: self.log.stat().st_size == 0))
        # An emptied log is no lost one: after a crash the server starts.
        self.crash()
        self.begin()
        self.guests(1)
        self.assertGreater(self.log.stat().st_size, 0)


class Health(Storage):
    def test_a_limit_of_the_size_of_files_is_a_full_disk(self):
        self.begin()
        self.guests(1)
        resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        for n in range(20):
            status, _ = self.server.json('POST', '/api/v1/guest', {'name': f'F{n}'})
            if status == 503:
                break
        self.assertEqual(status, 503)
        self.assertIsNone(self.server.process.poll(), 'the server lives')
        status, answer = self.server.json('GET', '/healthz')
        self.assertEqual((status, answer['status']), (503, 'not_storing'))
        self.assertIn('no room', answer['message'])
        resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.assertTrue(wait_for(lambda: self.server.json('GET', '/healthz')[0] == 200))
        self.guests(1)

    def test_reads_that_fail(self):
        self.begin()
        tokens = [self.server.json('POST', '/api/v1/guest', {'name': f'G{n}'})[1]['token'] for n in range(100)]
        self.server.stop()
        self.begin()
        self.assertTrue(wait_for(lambda: self.log.stat().st_size == 0))
        file = self.data / 'perron.db'
        whole = file.read_bytes()
        bad = bytearray(whole)
        for at in range(4096, len(bad), 4096):
            bad[at:at + 64] = b'\xff' * 64
        with open(file, 'r+b') as out:
            out.write(bad)
        statuses = {self.server.request('GET', '/api/v1/me', token=token)[0] for token in tokens[::10]}
        self.assertIn(503, statuses)
        status, answer = self.server.json('GET', '/healthz')
        self.assertEqual((status, answer['status']), (503, 'not_reading'))
        with open(file, 'r+b') as out:
            out.write(whole)
        self.assertTrue(wait_for(lambda: self.server.json('GET', '/healthz')[0] == 200))
        self.assertEqual(self.server.request('GET', '/api/v1/me', token=tokens[0])[0], 200)
        self.assertTrue(wait_for(lambda: 'reading_again' in self.server.log_text()))
        self.assertIn('not_reading', self.server.log_text())


class Rows(Storage):
    def test_one_bad_row_does_not_keep_the_server_from_starting(self):
        self.begin()

        async def tables():
            client = await Client.connect(self.server.port, name='Ada')
            self.token = client.token
            return [(await client.ask('create', board='first-journey', seats=[{'kind': 'me'}, {'kind': 'open'}], listed=True))['table']
                    for _ in range(2)]
        made = asyncio.run(tables())
        self.server.stop()
        import sqlite3
        with sqlite3.connect(self.data / 'perron.db') as database:
            database.execute('UPDATE tables SET visibility = 77 WHERE id = (SELECT min(id) FROM tables)')
        database.close()
        self.begin()

        async def opened():
            client = await Client.connect(self.server.port, token=self.token)
            answers = [await client.post('open', table=table) for table in made]
            return sorted(answer.get('code', 'ok') for answer in answers)
        self.assertEqual(asyncio.run(opened()), ['ok', 'unreadable'])
        self.assertTrue(wait_for(lambda: 'column visibility' in self.server.log_text()))
        self.assertIn('column visibility', self.data_command('check', 1))


# A system clock that a test can set back while the server runs: by the seconds in a file.
CLOCK = r"""
#include <dlfcn.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>
#include <cstdlib>
extern "C" int clock_gettime(clockid_t clock, timespec* out) noexcept {
  static const auto real = reinterpret_cast<int (*)(clockid_t, timespec*)>(dlsym(RTLD_NEXT, "clock_gettime"));
  const int code = real(clock, out);
  if (clock != CLOCK_REALTIME) return code;
  char text[32] = {};
  const int file = open(getenv("SET_BACK"), O_RDONLY | O_CLOEXEC);
  if (file < 0 || read(file, text, sizeof text - 1) < 0) abort();
  close(file);
  out->tv_sec -= atol(text);
  return code;
}
"""


class Time(Storage):
    def setUp(self):
        super().setUp()
        library, self.offset = os.path.join(self.folder, 'clock.so'), pathlib.Path(self.folder) / 'set-back'
        subprocess.run(['c++', '-shared', '-fPIC', '-x', 'c++', '-', '-o', library, '-ldl'], input=CLOCK, text=True, check=True)
        self.server.wrapper = ['env', 'LD_PRELOAD=' + library, f'SET_BACK={self.offset}']
        self.set_back(0)

    def set_back(self, seconds):
        self.offset.write_text(str(seconds))

    def time_of_server(self):
        """When it made a guest, in seconds; the earliest, because others were made before the clock was set back."""
        self.guests(1)
        import sqlite3
        with sqlite3.connect(f'file:{self.data}/perron.db?mode=ro', uri=True) as database:
            (created,), = database.execute('SELECT min(created) FROM users')
        database.close()
        return created / 1000

    async def game(self):
        anna, bert = [await Client.connect(self.server.port, name=name) for name in ('Anna', 'Bert')]
        table = (await anna.ask('create', board='first-journey', seats=[{'kind': 'me'}, {'kind': 'open'}], clock={'kind': 'turn', 'seconds': 5}, first=0))['table']
        await bert.ask('join', table=table)
        await anna.ask('start', table=table)
        return anna, bert, table

    async def runs_out(self, client, table):
        await client.until(lambda: any(seat.get('played_by') for seat in client.tables[table]['seats']), 60)

    def test_set_back_while_the_server_runs(self):
        self.begin()

        async def scenario():
            anna, bert, table = await self.game()
            self.set_back(3600)
            await self.runs_out(anna, table)
            for client in (anna, bert):
                await client.close()
        asyncio.run(scenario())

    def test_set_back_before_a_restart(self):
        self.begin()

        async def scenario():
            anna, bert, table = await self.game()
            self.crash()
            self.set_back(30 * 24 * 3600)
            self.begin()
            self.assertLess(self.time_of_server(), time.time() - 29 * 24 * 3600, 'the pretended clock counts')
            back = await Client.connect(self.server.port, token=bert.token)
            await back.ask('open', table=table)
            await self.runs_out(back, table)
            await back.close()
        asyncio.run(scenario())


if __name__ == '__main__':
    PERRON = os.path.abspath(sys.argv.pop(1))
    unittest.main()

"""Games made to be expensive against `perron serve`: endless undo, request ids that collide. Nobody else may notice.

python3 test_attack_games.py PERRON MAKE_STORE [test ...]
"""
import asyncio
import gzip
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Refused, Server  # noqa: E402
from play import choose, colliding_ids  # noqa: E402

PERRON = MAKE_STORE = None
SANITIZED = bool(os.environ.get('PERRON_SANITIZED'))  # slow: time says nothing
PAIRS = 20000
FAST = {'computer_delay': 0, 'socket_rate': 100000, 'socket_burst': 100000, 'address_rate': 1000000, 'address_burst': 1000000}


def run(coroutine, timeout=180):
    return asyncio.run(asyncio.wait_for(coroutine, timeout))


def cpu_seconds(server):
    """Of all threads of the server."""
    with open(f'/proc/{server.process.pid}/stat') as file:
        fields = file.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def loop_cpu_seconds(server):
    """Of the event loop, which is the thread that the process began with."""
    pid = server.process.pid
    with open(f'/proc/{pid}/task/{pid}/schedstat') as file:
        return int(file.read().split()[0]) / 1e9


class UndoBomb(unittest.TestCase):
    """Games of earlier versions with 20,000 actions that were taken back still load, off the event loop."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='perron-test-')
        self.addCleanup(folder.cleanup)
        made = subprocess.run([MAKE_STORE, folder.name, 'undone', str(PAIRS)], check=True, capture_output=True, text=True).stdout
        (self.over_table, self.over), (self.table, self.game) = [line.split() for line in made.splitlines()]
        self.server = Server(PERRON, data=folder.name, **FAST)
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)

    async def beside(self, *attacks):
        """The attacks one after the other: the longest round trip of somebody else's pings, and the CPU time of the event loop without
        them, because a busy machine stretches an attack over many more pings."""
        quiet = await Client.connect(self.server.port, local='127.0.0.9')
        slowest, count, attacking = 0.0, 0, True

        async def ping():
            nonlocal slowest, count
            begun = time.monotonic()
            await quiet.ask('ping')
            slowest, count = max(slowest, time.monotonic() - begun), count + 1
            await asyncio.sleep(0.005)

        async def pings():
            while attacking:
                await ping()
        before = loop_cpu_seconds(self.server)
        for _ in range(100):
            await ping()
        each = (loop_cpu_seconds(self.server) - before) / count
        slowest = 0.0
        pinging = asyncio.create_task(pings())
        busy = []
        for attack in attacks:
            before, counted = loop_cpu_seconds(self.server), count
            await attack()
            busy.append(loop_cpu_seconds(self.server) - before - (count - counted) * each)
        attacking = False
        await pinging
        await quiet.close()
        return slowest, busy

    def get(self, path, headers=None):
        return asyncio.to_thread(self.server.request, 'GET', path, None, None, headers)

    def test_reading_them_holds_up_nobody(self):
        answers = {}

        async def record():
            answers['record'] = await self.get(f'/api/v1/games/{self.over}/record')

        async def replay():
            answers['replay'] = await self.get(f'/api/v1/games/{self.over}/replay')

        async def packed():
            answers['packed'] = await self.get(f'/api/v1/games/{self.over}/replay', {'Accept-Encoding': 'gzip'})

        async def follow(table, **fields):
            client = await Client.connect(self.server.port)
            await client.ask('open', table=table, **fields)
            stream = await client.until(lambda: next(iter(client.streams.values()), None))
            answers['version', table] = stream.version
            answers['notices', table] = [notice['n'] for notice in stream.notices]
            await client.close()

        slowest, busy = run(self.beside(record, replay, packed, lambda: follow(self.table, history=True), lambda: follow(self.table, history=True),
                                        lambda: follow(self.over_table)))
        status, _, text = answers['record']
        self.assertEqual(status, 200)
        self.assertEqual(json.loads(text.splitlines()[0])['board'], 'europe')
        status, _, text = answers['replay']
        self.assertEqual(status, 200)
        status, headers, packed_text = answers['packed']
        self.assertEqual((status, headers['Content-Encoding'], headers['Transfer-Encoding']), (200, 'gzip', 'chunked'))
        self.assertLess(len(packed_text), len(text) / 10)
        self.assertEqual(gzip.decompress(packed_text), text)
        steps = json.loads(text)['steps']
        self.assertEqual(len(steps), steps[-1]['notice']['n'])
        self.assertGreater(len(steps), 2 * PAIRS)
        version = answers['version', self.table]
        self.assertGreater(version, 2 * PAIRS)
        self.assertEqual(answers['notices', self.table], list(range(version - 1999, version + 1)), 'the newest 2,000')
        if not SANITIZED:
            print(f'longest ping {1000 * slowest:.1f} ms; event loop busy for {[round(1000 * b, 1) for b in busy]} ms', file=sys.stderr)
            self.assertLess(max(busy), 0.1, 'the event loop was busy')
            self.assertLess(slowest, 0.2, 'somebody else had to wait')  # the scheduler of a busy machine alone takes some of it

    def test_long_answers_that_nobody_reads_cost_a_piece_each(self):
        """Of 15 MB each: what is not taken is not written."""
        def ask(number, packed):
            s = socket.socket()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.bind((f'127.0.0.{20 + number % 4}', 0))
            s.connect(('127.0.0.1', self.server.port))
            coding = 'Accept-Encoding: gzip\r\n' if packed else ''
            s.sendall(f'GET /api/v1/games/{self.over}/replay HTTP/1.1\r\nHost: localhost\r\n{coding}\r\n'.encode())
            return s
        before = self.server.resident()
        sockets = [ask(i, i % 2 == 1) for i in range(80)]
        most, begun = 0, time.monotonic()
        while time.monotonic() - begun < 8:
            most = max(most, self.server.resident() - before)
            time.sleep(0.05)
        heads = [s.recv(15) for s in sockets]
        for s in sockets:
            s.close()
        self.assertEqual(set(heads), {b'HTTP/1.1 200 OK'})
        print(f'80 readers of 15 MB each: {most / 2**20:.1f} MiB', file=sys.stderr)
        if not SANITIZED:
            self.assertLess(most, 60 * 2**20)
        status, _, text = self.server.request('GET', f'/api/v1/games/{self.over}/replay')
        self.assertEqual((status, json.loads(text)['steps'][0]['notice']['n']), (200, 1), 'others are served')

    def test_without_chunks(self):
        """HTTP/1.0 has none: the end of the connection is the end of the text. HEAD has no text."""
        def ask(line):
            with socket.create_connection(('127.0.0.1', self.server.port), timeout=30) as s:
                s.sendall(line.encode() + b'\r\nHost: localhost\r\nConnection: close\r\n\r\n')
                return b''.join(iter(lambda: s.recv(65536), b'')).split(b'\r\n\r\n', 1)
        path = f'/api/v1/games/{self.over}/replay'
        head, text = ask(f'GET {path} HTTP/1.0')
        self.assertNotIn(b'chunked', head)
        self.assertEqual(text, self.server.request('GET', path)[2])
        head, text = ask(f'HEAD {path} HTTP/1.1')
        self.assertTrue(head.startswith(b'HTTP/1.1 200'))
        self.assertEqual(text, b'')

    def test_a_crowd_of_readers(self):
        """Many at once are served in turn or sent away, and others can still open a game."""
        async def crowd():
            answers = await asyncio.gather(*(self.get(f'/api/v1/games/{self.over}/record') for _ in range(40)))
            return {status for status, _, _ in answers}

        async def opened_meanwhile():
            await asyncio.sleep(0.05)
            client = await Client.connect(self.server.port, local='127.0.0.9')
            begun = time.monotonic()
            await client.ask('open', table=self.table)
            await client.close()
            return time.monotonic() - begun

        async def both():
            return await asyncio.gather(crowd(), opened_meanwhile())
        statuses, waited = run(both())
        self.assertLessEqual(statuses, {200, 429, 503})
        if not SANITIZED:
            self.assertLess(waited, 2.0)


class Live(unittest.TestCase):
    def setUp(self):
        self.server = Server(PERRON, **FAST)
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)

    async def begin(self, seats=2):
        client = await Client.connect(self.server.port, check_every=1000)
        chosen = [{'kind': 'me'}] + [{'kind': 'me', 'name': f'P{s}'} for s in range(1, seats)]
        table = (await client.ask('create', board='europe', seats=chosen))['table']
        return client, (await client.ask('start', table=table))['game']

    def test_undo_is_limited_and_the_game_goes_on(self):
        async def scenario():
            client, game = await self.begin()
            stream = await client.until(lambda: next((s for s in client.streams.values() if s.legal), None))
            action, codes = stream.legal[0], []
            for _ in range(201):
                version = (await client.ask('act', game=game, seat=stream.seat, version=stream.version, action=action))['version']
                await client.until(lambda: stream.version >= version)
                try:
                    version = (await client.ask('undo', game=game, seat=stream.seat, version=stream.version))['version']
                    await client.until(lambda: stream.version >= version)
                except Refused as refused:
                    codes.append(refused.code)
            offered = stream.undo
            other = await client.until(lambda: next((s for s in client.streams.values() if s.legal), None))
            await client.ask('act', game=game, seat=other.seat, version=other.version, action=other.legal[0])
            await client.close()
            return codes, offered
        codes, offered = run(scenario())
        self.assertEqual(codes, ['too_many_undos'])
        self.assertFalse(offered, 'what is refused is not offered')

    def test_ids_that_collided_cost_no_more_than_others(self):
        moves = 250

        async def played(ids_of):
            client, game = await self.begin(5)
            ids = ids_of(client.user)
            rng = random.Random(3)
            before = cpu_seconds(self.server)
            done = 0
            for id in ids:
                stream = await client.until(lambda: game in client.ended or next((s for (g, _), s in client.streams.items() if g == game and s.legal), None))
                if stream is True:
                    break
                version = (await client.ask('act', id=id, game=game, seat=stream.seat, version=stream.version, action=choose(rng, stream.legal)))['version']
                await client.until(lambda: stream.version >= version)
                done += 1
            spent = cpu_seconds(self.server) - before
            await client.close()
            return spent, done

        async def both():
            honest = await played(lambda user: [f'm{i}' for i in range(moves)])
            return honest, await played(lambda user: colliding_ids(user, moves))
        (honest, honest_moves), (hostile, hostile_moves) = run(both())
        print(f'{honest_moves} honest moves took {honest:.2f} s of CPU, {hostile_moves} with colliding ids {hostile:.2f} s', file=sys.stderr)
        self.assertGreater(min(honest_moves, hostile_moves), 150)
        if not SANITIZED:
            self.assertLess(hostile / hostile_moves, 2 * honest / honest_moves + 0.0005)

    def test_a_repeated_request_is_answered_as_before(self):
        async def scenario():
            client, game = await self.begin()
            stream = await client.until(lambda: next((s for s in client.streams.values() if s.legal), None))
            request = {'game': game, 'seat': stream.seat, 'version': stream.version, 'action': stream.legal[0]}
            first = await client.ask('act', id='once', **request)
            again = await client.ask('act', id='once', **request)
            with self.assertRaises(Refused) as refused:
                await client.ask('undo', id='once', game=game, seat=stream.seat, version=first['version'])
            await client.close()
            return first, again, refused.exception.code
        first, again, code = run(scenario())
        self.assertEqual(first['version'], again['version'])
        self.assertEqual(code, 'repeated_id')


if __name__ == '__main__':
    PERRON, MAKE_STORE = (os.path.abspath(sys.argv.pop(1)) for _ in range(2))
    unittest.main()

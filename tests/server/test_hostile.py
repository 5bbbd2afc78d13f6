"""Hostile clients against `perron serve`: each is refused or cut, other tables go on, memory stays bounded.

python3 test_hostile.py PERRON [test ...]
"""
import asyncio
import json
import logging
import os
import random
import socket
import struct
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Closed, Refused, Server, WebSocket  # noqa: E402
from play import Person  # noqa: E402

PERRON = None
logging.getLogger('asyncio').setLevel(logging.CRITICAL)  # it tells of every connection that was cut
MIB = 1 << 20
SANITIZED = bool(os.environ.get('PERRON_SANITIZED'))  # slow and big: time and memory say nothing


def run(coroutine, timeout=120):
    return asyncio.run(asyncio.wait_for(coroutine, timeout))


class Hostile(unittest.TestCase):
    settings = {'computer_delay': 0}
    growth = 48 * MIB  # that an attack may cost at most

    def setUp(self):
        self.server = Server(PERRON, **self.settings)
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)
        self.port = self.server.port

    def raw(self, data, wait=3.0):
        """What the server says to bytes, until it closes or is silent."""
        with socket.create_connection(('127.0.0.1', self.port), timeout=wait) as s:
            out = b''
            try:
                s.sendall(data)
                while part := s.recv(65536):
                    out += part
            except (TimeoutError, socket.timeout):
                out += b'<open>'
            except ConnectionError:
                pass
            return out

    async def beside(self, attack, moves=12):
        """An attack while others play: their game goes on without a delay, and memory is as before."""
        host = await Client.connect(self.port, name='Quiet', local='127.0.0.9')  # another address than the attacker's
        table = (await host.ask('create', board='europe', seats=[{'kind': 'me'}, {'kind': 'me', 'name': 'B'}]))['table']
        game = (await host.ask('start', table=table))['game']
        person = Person(self.port, host, table, random.Random(1))
        person.game = game
        before = self.server.resident()
        most, slowest = 0, 0.0

        async def play():
            nonlocal most, slowest
            for _ in range(moves):
                stream = await host.until(person.turn)
                begun = time.monotonic()
                await person.act(stream)
                slowest = max(slowest, time.monotonic() - begun)
                most = max(most, self.server.resident())
                await asyncio.sleep(0.05)
        outcome, _ = await asyncio.gather(attack, play())
        most = max(most, self.server.resident())
        if not SANITIZED:
            self.assertLess(slowest, 2.0, 'a move of the others took long')
            self.assertLess(most - before, self.growth, f'memory grew by {(most - before) / MIB:.0f} MiB')
        self.assertEqual(self.server.request('GET', '/healthz', local='127.0.0.9')[0], 200)
        await host.close()
        return outcome

    async def cut(self, client, timeout=20):
        """The code with which the server closes the connection."""
        with self.assertRaises(Closed) as closed:
            await client.until(lambda: False, timeout)
        return closed.exception.code


class Frames(Hostile):
    async def closing_code(self, data, hello=True):
        ws = await WebSocket.open(self.port)
        if hello:
            ws.send('{"type":"hello","protocol":1}')
            await ws.receive()
        ws.send_raw(data(ws))
        try:
            for _ in range(100):
                await asyncio.wait_for(ws.receive(), 15)
        except Closed as closed:
            return closed.code
        finally:
            ws.abort()

    def test_huge_and_broken_frames(self):
        cases = {
            'too big, announced': (lambda ws: b'\x81\xff' + struct.pack('>Q', 1 << 62) + b'1234', (1009, None)),
            'too big, sent': (lambda ws: ws.frame(1, b'x' * (1 << 20)), (1009, None)),
            'in too many pieces': (lambda ws: ws.frame(1, b'x' * 9000, fin=False) + ws.frame(0, b'x' * 9000), (1009, None)),
            'not masked': (lambda ws: b'\x81\x05hello', (1002, None)),
            'reserved opcode': (lambda ws: ws.frame(3, b'x'), (1002, None)),
            'reserved bits': (lambda ws: bytes([0xb1]) + ws.frame(1, b'x')[1:], (1002, None)),
            'continuation of nothing': (lambda ws: ws.frame(0, b'x'), (1002, None)),
            'long ping': (lambda ws: ws.frame(9, b'x' * 126), (1002, None)),
            'ping in pieces': (lambda ws: ws.frame(9, b'x', fin=False), (1002, None)),
            'broken UTF-8': (lambda ws: ws.frame(1, b'{"type":"\xff\xfe"}'), (1007, None)),
            'binary': (lambda ws: ws.frame(2, b'x'), (1003,)),
            'broken compression': (lambda ws: ws.frame(1, b'\xff' * 100, rsv1=True), (1002, 1007, None)),
            'a bomb': (lambda ws: ws.frame(1, bomb(), rsv1=True), (1009, None)),
        }

        def bomb():
            import zlib
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            data = packer.compress(b' ' * (100 << 20)) + packer.flush(zlib.Z_SYNC_FLUSH)
            return data[:-4][:16000]

        async def attack():
            return {name: await self.closing_code(data) for name, (data, _) in cases.items()}
        codes = run(self.beside(attack()))
        for name, code in codes.items():
            self.assertIn(code, cases[name][1], name)

    def test_bad_json_is_refused_and_the_connection_stays(self):
        messages = ['', '{', '[]', 'null', '"x"', '{"type":"act"}', '{"type":5,"id":"1"}', '{"type":"nonsense","id":"1"}',
                    '{"type":"ping","id":""}', '{"type":"ping","id":"' + 'x' * 41 + '"}', '{"type":"ping","id":"1","more":1}',
                    '{"type":"ping","id":"1","id":"2"}', '[' * 5000, '{"type":"ping","id":"1e400","time":1e999}',
                    '{"type":"act","id":"1","game":"x","seat":-1,"version":99999999999999999999,"action":[1,2,3,4]}',
                    '{"type":"chat","id":"1","table":"../../x","text":"\\u0000"}', '\u202e', '{"type":"hello","protocol":1}']

        async def attack():
            ws = await WebSocket.open(self.port)
            ws.send('{"type":"hello","protocol":1}')
            self.assertEqual(json.loads(await ws.receive())['type'], 'welcome')
            answers = []
            for text in messages:
                ws.send(text)
                answers.append(json.loads(await asyncio.wait_for(ws.receive(), 10)))
            ws.send('{"type":"ping","id":"fine"}')
            last = json.loads(await asyncio.wait_for(ws.receive(), 10))
            await ws.close()
            return answers, last
        answers, last = run(self.beside(attack()))
        for text, answer in zip(messages, answers):
            self.assertEqual(answer['type'], 'refused', text)
        self.assertEqual((last['type'], last['id']), ('ok', 'fine'))

    def test_no_hello(self):
        async def attack():
            out = []
            for first in ('{"type":"ping","id":"1"}', 'garbage', '{"type":"hello","protocol":2}', '{"type":"hello","protocol":1,"token":"x"}',
                          '{"type":"hello","protocol":1,"token":"' + 'A' * 43 + '"}', '{"type":"hello","protocol":1,"name":"\\u0007"}'):
                ws = await WebSocket.open(self.port)
                ws.send(first)
                answer = json.loads(await ws.receive())
                try:
                    await asyncio.wait_for(ws.receive(), 10)
                    code = 'open'
                except Closed as closed:
                    code = closed.code
                out.append((answer['type'], code))
            return out
        self.assertEqual(run(self.beside(attack())), [('refused', 4000)] * 3 + [('refused', 4001)] * 2 + [('refused', 4000)])


class Floods(Hostile):
    def test_messages(self):
        async def attack():
            clients = [await Client.connect(self.port) for _ in range(5)]
            codes = []
            for client in clients:
                for i in range(3000):
                    if client.closed:
                        break
                    client.post('ping')
                    if i % 100 == 0:
                        await asyncio.sleep(0)
                try:
                    await client.socket.writer.drain()
                except ConnectionError:
                    pass
                codes.append(await self.cut(client))
            return codes
        for code in run(self.beside(attack())):
            self.assertIn(code, (4009, None))

    def test_control_frames(self):
        """Pings, pongs and empty parts of a message that never ends are no messages, and cost the server all the same."""
        async def flood(first, frames):
            ws = await WebSocket.open(self.port)
            ws.send('{"type":"hello","protocol":1}')
            await ws.receive()
            ws.send_raw(first(ws))
            begun = time.monotonic()
            try:
                while time.monotonic() - begun < 20:
                    ws.send_raw(frames(ws))
                    await asyncio.wait_for(ws.writer.drain(), 5)
                    await asyncio.sleep(0.01)
            except (ConnectionError, TimeoutError, asyncio.TimeoutError):
                pass
            ws.abort()
            return time.monotonic() - begun

        async def attack():
            nothing = lambda ws: b''
            return await asyncio.gather(flood(nothing, lambda ws: ws.frame(9, b'') * 100), flood(nothing, lambda ws: ws.frame(10, b'x') * 100),
                                        flood(lambda ws: ws.frame(1, b'{', fin=False), lambda ws: ws.frame(0, b'', fin=False) * 1000))
        for lasted in run(self.beside(attack(), moves=40)):
            self.assertLess(lasted, 18)
        self.assertGreaterEqual(sum(float(line.split()[1]) for line in self.server.request('GET', '/metrics', local='127.0.0.9')[2].decode().splitlines()
                                    if line.startswith('perron_cuts_total{reason="rate"}')), 3)

    def test_expensive_requests(self):
        async def attack():
            client = await Client.connect(self.port)
            refused = 0
            for i in range(400):
                if client.closed:
                    return refused
                client.post('create', board='europe', seats=[{'kind': 'me'}, {'kind': 'computer', 'level': 'expert'}])
                if i % 20 == 0:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(1)
            return len(client.tables)
        self.assertLessEqual(run(self.beside(attack())), 50)

    def test_histories_count_by_their_size(self):
        async def attack():
            # Five seats: a long beginning, told five times.
            client = await Client.connect(self.port, deflate=False)
            seats = [{'kind': 'me', 'name': f'S{i}'} for i in range(5)]
            table = (await client.ask('create', board='europe', seats=seats))['table']
            await client.ask('start', table=table)
            codes = []
            for _ in range(150):  # fewer than the messages that one may send at once
                try:
                    await client.ask('open', table=table, history=True)
                    codes.append('ok')
                except Refused as refused:
                    codes.append(refused.code)
                except Closed as closed:
                    codes.append(closed.code)
                    break
            return codes
        codes = run(self.beside(attack()))
        self.assertEqual(codes[:5], ['ok'] * 5)
        self.assertIn('too_fast', codes)

    def test_requests_over_http(self):
        async def attack():
            statuses = []

            def flood():
                with socket.create_connection(('127.0.0.1', self.port), timeout=10) as s:
                    s.sendall(b'GET /api/v1/boards HTTP/1.1\r\nHost: localhost\r\n\r\n' * 3000)
                    out = b''
                    s.shutdown(socket.SHUT_WR)
                    while part := s.recv(1 << 20):
                        out += part
                    return out.count(b'HTTP/1.1 200'), out.count(b'HTTP/1.1 429')
            return await asyncio.to_thread(flood)
        passed, refused = run(self.beside(attack()))
        self.assertGreater(refused, 100)

    def test_whole_games_over_http(self):
        async def attack():
            def flood():
                with socket.create_connection(('127.0.0.1', self.port), timeout=10) as s:
                    s.sendall(b'GET /api/v1/games/9c1b5n7h3kzm/replay HTTP/1.1\r\nHost: localhost\r\n\r\n' * 300)
                    out = b''
                    s.shutdown(socket.SHUT_WR)
                    while part := s.recv(1 << 20):
                        out += part
                    return out.count(b'HTTP/1.1 404'), out.count(b'HTTP/1.1 429')
            return await asyncio.to_thread(flood)
        passed, refused = run(self.beside(attack()))
        self.assertGreater(passed, 10)
        self.assertGreater(refused, 100)

    def test_connections(self):
        self.server.stop()
        self.port = self.server.start(max_connections_per_address=50).port

        async def attack():
            sockets = []
            for _ in range(400):
                s = socket.socket()
                s.setblocking(False)
                try:
                    await asyncio.get_running_loop().sock_connect(s, ('127.0.0.1', self.port))
                    sockets.append(s)
                except OSError:
                    break
            await asyncio.sleep(0.5)
            closed = 0
            for s in sockets:
                try:
                    closed += s.recv(1000) != b''
                except BlockingIOError:
                    pass
                except OSError:
                    closed += 1
                s.close()
            return closed
        self.assertGreaterEqual(run(self.beside(attack())), 350)

    def test_guests_and_logins(self):
        self.growth += 64 * MIB  # argon2id's, one at a time
        self.server.stop()
        self.port = self.server.start(address_rate=50, address_burst=500).port

        async def attack():
            async def tries(path, body, times):  # all at once: on a slow machine credits come back while a password is hashed
                with ThreadPoolExecutor(times) as many:
                    loop = asyncio.get_running_loop()
                    return [status for status, *_ in await asyncio.gather(
                        *(loop.run_in_executor(many, self.server.request, 'POST', path, body) for _ in range(times)))]
            logins = await tries('/api/v1/login', {'name': 'nobody', 'password': 'x' * 20}, 40)
            guests = await tries('/api/v1/guest', {}, 80)
            return logins, guests
        logins, guests = run(self.beside(attack()))
        self.assertIn(429, logins)
        self.assertIn(429, guests)
        self.assertNotIn(500, logins + guests)


class Sockets(Hostile):
    settings = {'computer_delay': 0, 'idle_seconds': 3, 'backlog_bytes': 262144, 'socket_rate': 2000, 'socket_burst': 4000,
                'address_rate': 20000, 'address_burst': 40000}

    def test_slow_reader(self):
        async def attack():
            slow = await Client.connect(self.port)
            slow.reading.cancel()
            slow.socket.writer.transport.pause_reading()
            table = (await (await Client.connect(self.port)).ask('create', board='europe', seats=[{'kind': 'me'}, {'kind': 'me'}]))['table']
            begun = time.monotonic()
            while time.monotonic() - begun < 30:
                try:
                    for _ in range(100):
                        slow.socket.send(json.dumps({'type': 'explain', 'id': 'x', 'game': 'x' * 12, 'seat': 0, 'tickets': True}))
                    await asyncio.wait_for(slow.socket.writer.drain(), 5)
                except (ConnectionError, TimeoutError, asyncio.TimeoutError):
                    break
                if slow.socket.writer.transport.is_closing() or self.cuts('slow_reader') or self.cuts('silent') or self.cuts('rate'):
                    break
                await asyncio.sleep(0.01)
            slow.abort()
            return table
        run(self.beside(attack()))
        self.assertGreater(self.cuts('slow_reader') + self.cuts('silent') + self.cuts('rate'), 0)

    def test_spectator_that_does_not_read(self):
        async def attack():
            host = await Client.connect(self.port)
            table = (await host.ask('create', board='europe', seats=[{'kind': 'me'}, {'kind': 'me', 'name': 'B'}]))['table']
            game = (await host.ask('start', table=table))['game']
            sleepers = []
            for _ in range(5):
                ws = await WebSocket.open(self.port)
                ws.writer.transport.pause_reading()
                ws.send('{"type":"hello","protocol":1}')
                for i in range(400):  # snapshots, and never reads one
                    ws.send(json.dumps({'type': 'open', 'id': f'o{i}', 'table': table}))
                sleepers.append(ws)
            person = Person(self.port, host, table, random.Random(2))
            person.game = game
            for _ in range(30):
                await person.act(await host.until(person.turn))
            for _ in range(100):
                if self.cuts('slow_reader') + self.cuts('silent') >= 5:
                    break
                await asyncio.sleep(0.1)
            for ws in sleepers:
                ws.abort()
        run(self.beside(attack()))
        self.assertGreaterEqual(self.cuts('slow_reader') + self.cuts('silent'), 5)

    def test_half_open(self):
        """Peers that vanish without a word: the ping is not answered, and they are cut."""
        async def attack():
            silent = []
            for _ in range(20):
                ws = await WebSocket.open(self.port)
                ws.send('{"type":"hello","protocol":1}')
                await ws.receive()
                ws.answer_pings = False
                silent.append(ws)
            before = await asyncio.to_thread(self.server.metric, 'sockets')
            await asyncio.sleep(6)
            after = await asyncio.to_thread(self.server.metric, 'sockets')
            return before - after
        self.assertGreaterEqual(run(self.beside(attack(), moves=100)), 20)

    def test_a_quiet_client_that_answers_pings_stays(self):
        async def quiet():
            client = await Client.connect(self.port)
            await asyncio.sleep(8)
            await client.ask('ping')
            await client.close()
        run(quiet())

    def test_no_hello_and_no_request(self):
        async def attack():
            reader, writer = await asyncio.open_connection('127.0.0.1', self.port)
            ws = await WebSocket.open(self.port)
            begun = time.monotonic()
            with self.assertRaises(Closed):
                await ws.receive()
                await ws.receive()
            self.assertEqual(await reader.read(), b'')
            writer.close()
            return time.monotonic() - begun
        self.assertLess(run(self.beside(attack())), 15)

    def cuts(self, reason):
        _, _, text = self.server.request('GET', '/metrics')
        return sum(float(line.split()[1]) for line in text.decode().splitlines() if line.startswith(f'perron_cuts_total{{reason="{reason}"}}'))


class Seats(Hostile):
    def test_foreign_seats_stale_versions_foreign_tokens(self):
        async def scenario():
            anna, bela, carl = [await Client.connect(self.port, name=n) for n in ('Anna', 'Bela', 'Carl')]
            table = (await anna.ask('create', board='europe', seats=[{'kind': 'me'}, {'kind': 'open'}], first=0))['table']
            await bela.ask('join', table=table)
            game = (await anna.ask('start', table=table))['game']
            await anna.until(lambda: anna.streams.get((game, 0)) and anna.streams[game, 0].legal)
            stream = anna.streams[game, 0]
            await carl.ask('open', table=table)
            codes = {}

            async def code(name, client, kind, **fields):
                try:
                    await client.ask(kind, game=game, **fields)
                    codes[name] = 'ok'
                except Refused as refused:
                    codes[name] = refused.code
            move = {'version': stream.version, 'action': stream.legal[0]}
            await code('seat of another', bela, 'act', seat=0, **move)
            await code('a spectator', carl, 'act', seat=0, **move)
            await code('no such seat', anna, 'act', seat=4, **move)
            await code('from the future', anna, 'act', seat=0, version=stream.version + 5, action=stream.legal[0])
            await code('against the rules', anna, 'act', seat=0, version=stream.version, action=[3, 255, 255, 255])
            await code('a deal', anna, 'act', seat=0, version=stream.version, action=[12, 0, 0, 0])
            await code('a spectator asks for help', carl, 'explain', seat=0, tickets=True)
            await code('a spectator takes a seat back', carl, 'take_back_seat', seat=0)
            await code('right', anna, 'act', seat=0, **move)
            await code('stale', anna, 'act', seat=0, **move)
            await code('undo by another', bela, 'undo', seat=0, version=stream.version)
            for client in (anna, bela, carl):
                await client.close()
            return codes
        codes = run(scenario())
        self.assertEqual(codes.pop('right'), 'ok')
        self.assertEqual(codes.pop('stale'), 'stale')
        self.assertEqual(codes.pop('seat of another'), 'not_your_seat')
        self.assertEqual(codes.pop('a spectator'), 'not_your_seat')
        for name, code in codes.items():
            self.assertNotEqual(code, 'ok', name)

    def test_records_and_games_of_others_are_not_readable(self):
        async def scenario():
            anna = await Client.connect(self.port)
            table = (await anna.ask('create', board='first-journey', seats=[{'kind': 'me'}, {'kind': 'me', 'name': 'B'}], watch=False))['table']
            game = (await anna.ask('start', table=table))['game']
            out = {}
            for who, token in (('owner', anna.token), ('stranger', None)):
                out[who] = await asyncio.to_thread(self.server.json, 'GET', f'/api/v1/games/{game}/record', None, token)
            carl = await Client.connect(self.port)
            try:
                await carl.ask('open', table=table)
                await carl.until(lambda: any(s is None for _, s in carl.streams), 2)
                out['watch'] = 'seen'
            except (Refused, asyncio.TimeoutError) as error:
                out['watch'] = str(error)
            return out
        out = run(scenario())
        self.assertNotEqual(out['owner'][0], 200, 'a game that is on has no record yet')
        self.assertNotEqual(out['stranger'][0], 200)
        self.assertNotEqual(out['watch'], 'seen')


class Http(Hostile):
    def status(self, data):
        answer = self.raw(data)
        return int(answer.split(b' ', 2)[1]) if answer.startswith(b'HTTP/1.1 ') else answer[:40]

    def test_headers_and_urls(self):
        host = b'Host: localhost\r\n'
        self.assertEqual(self.status(b'GET / HTTP/1.1\r\n' + host + b'X: ' + b'y' * 20000 + b'\r\n\r\n'), 431)
        self.assertEqual(self.status(b'GET / HTTP/1.1\r\n' + host + b'X: y\r\n' * 5000 + b'\r\n'), 431)
        self.assertEqual(self.status(b'GET /' + b'a' * 5000 + b' HTTP/1.1\r\n' + host + b'Connection: close\r\n\r\n'), 400)
        self.assertEqual(self.status(b'POST /api/v1/guest HTTP/1.1\r\n' + host + b'Content-Length: 99999999999\r\n\r\n'), 413)
        self.assertIn(self.status(b'POST /api/v1/guest HTTP/1.1\r\n' + host + b'Content-Length: -1\r\n\r\n'), (400, b''))
        chunks = b'Transfer-Encoding: chunked\r\n\r\n' + b'8000\r\n' + b'x' * 0x8000 + b'\r\n'
        self.assertEqual(self.status(b'POST /api/v1/guest HTTP/1.1\r\n' + host + chunks), 413)
        for nonsense in (b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', b'GET\r\n\r\n', b'GET / HTTP/9.9\r\n\r\n', b'\x00' * 100, b'GET / HTTP/1.1\r\nA B: c\r\n\r\n'):
            answer = self.raw(nonsense)
            self.assertTrue(answer == b'' or b' 400 ' in answer[:40], (nonsense, answer[:100]))
        both = b'POST /api/v1/guest HTTP/1.1\r\n' + host + b'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
        self.assertEqual(self.status(both), 400, 'smuggling')
        self.assertEqual(self.server.json('GET', '/healthz')[0], 200)

    def test_paths_lead_nowhere(self):
        for path in ('/../../etc/passwd', '/..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '//etc/passwd', '/assets/../../../etc/passwd',
                     '/etc/passwd%00.html', '/api/v1/boards/..%2f..%2f..%2fetc%2fpasswd', '/api/v1/games/../../x/record',
                     "/api/v1/games/' OR 1=1 --/record".replace(' ', '%20'), '/api/v1/boards/' + 'x' * 1500):
            status, _, body = self.server.request('GET', path)
            self.assertNotIn(b'root:', body, path)
            if path.startswith('/api'):
                self.assertEqual(status, 404, path)
        self.assertNotIn(b'root:', self.raw(b'GET ../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'))
        self.assertNotIn(b'root:', self.raw(b'GET http://169.254.169.254/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'))

    def test_a_request_drop_by_drop_is_cut(self):
        async def attack():
            reader, writer = await asyncio.open_connection('127.0.0.1', self.port)
            begun = time.monotonic()
            try:
                for byte in b'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ' + b'y' * 100:
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(0.3)
                    if reader.at_eof():
                        break
            except ConnectionError:
                pass
            return time.monotonic() - begun
        self.assertLess(run(self.beside(attack())), 15)

    def test_bad_upgrades(self):
        base = b'GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: %s\r\n%s\r\n'
        key = b'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
        self.assertEqual(self.status(base % (b'/other', b'13', key)), 404)
        self.assertIn(self.status(base % (b'/ws', b'8', key)), (400, 426, 200, 404))
        self.assertIn(self.status(base % (b'/ws', b'13', b'')), (400, 426))
        self.assertEqual(self.status(base % (b'/ws', b'13', key) + b'\x81\x80abcd'), 400)


class Noise(Hostile):
    def test_random_bytes_and_mutated_messages(self):
        """Whatever comes, the server answers the next client."""
        rng = random.Random(7)

        async def attack():
            good = [b'{"type":"create","id":"1","board":"europe","seats":[{"kind":"me"},{"kind":"open"}]}',
                    b'{"type":"act","id":"m1","game":"9c1b5n7h3kzm","seat":0,"version":212,"action":[3,17,8,2]}',
                    b'{"type":"open","id":"3","table":"4f0r8j2wq6ty","game":"9c1b5n7h3kzm","last":212}']
            for _ in range(60):
                try:
                    ws = await WebSocket.open(self.port)
                    ws.send('{"type":"hello","protocol":1}')
                    await ws.receive()
                    for _ in range(20):
                        text = bytearray(rng.choice(good))
                        for _ in range(rng.randrange(1, 5)):
                            text[rng.randrange(len(text))] = rng.randrange(256) if rng.random() < 0.2 else rng.randrange(32, 127)
                        ws.send_raw(ws.frame(1, bytes(text)))
                    if rng.random() < 0.5:
                        ws.send_raw(rng.randbytes(rng.randrange(1, 3000)))
                    await asyncio.sleep(0)
                    ws.abort()
                except (Closed, ConnectionError):
                    pass
        run(self.beside(attack()))


if __name__ == '__main__':
    PERRON = os.path.abspath(sys.argv.pop(1))
    unittest.main()

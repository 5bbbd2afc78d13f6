"""Attacks on the network of `perron serve`: readers that do not read, and requests that lie about what they are.

python3 test_attack_net.py PERRON [test ...]
"""
import asyncio
import json
import os
import re
import socket
import struct
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Client, Closed, Server, WebSocket  # noqa: E402

PERRON = None
MIB = 1 << 20
SANITIZED = bool(os.environ.get('PERRON_SANITIZED'))  # slow and big: time and memory say nothing


def run(coroutine, timeout=180):
    return asyncio.run(asyncio.wait_for(coroutine, timeout))


def kernel_bytes():
    """Memory of all TCP sockets of this machine."""
    with open('/proc/net/sockstat') as file:
        pages = re.search(r'^TCP:.* mem (\d+)', file.read(), re.M)
    return int(pages.group(1)) * os.sysconf('SC_PAGESIZE')


class Attack(unittest.TestCase):
    settings = {}

    def setUp(self):
        self.server = Server(PERRON, **{'computer_delay': 0, **self.settings})
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)
        self.port = self.server.port

    def metric(self, name, label=None):
        _, _, text = self.server.request('GET', '/metrics', local='127.0.0.9')
        want = f'perron_{name}{{{label}}} ' if label else f'perron_{name} '
        for line in text.decode().splitlines():
            if line.startswith(want):
                return float(line[len(want):])
        return 0.0

    def cuts(self, reason):
        return self.metric('cuts_total', f'reason="{reason}"')

    async def until(self, condition, seconds):
        begun = time.monotonic()
        while not await asyncio.to_thread(condition):
            if time.monotonic() - begun > seconds:
                return None
            await asyncio.sleep(0.2)
        return time.monotonic() - begun


class NoReader:
    """A WebSocket that says hello and then never reads; its receive buffer is as small as the system allows."""

    def __init__(self, port, local):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.bind((local, 0))
        self.socket.connect(('127.0.0.1', port))
        self.socket.sendall(b'GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
                            b'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n')
        head = b''
        while b'\r\n\r\n' not in head:
            head += self.socket.recv(4096)
        assert b' 101 ' in head, head
        self.say({'type': 'hello', 'protocol': 1})
        self.socket.recv(4096)
        self.socket.setblocking(False)

    def say(self, message):
        text = json.dumps(message).encode()
        size = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0x80 | 126]) + len(text).to_bytes(2, 'big')
        try:
            self.socket.send(b'\x81' + size + b'\0\0\0\0' + text)
        except OSError:
            pass

    def close(self):
        self.socket.close()


class SlowReaders(Attack):
    settings = {'drain_seconds': 4, 'idle_seconds': 120, 'backlog_address_bytes': 2 * MIB, 'backlog_total_bytes': 8 * MIB,
                'address_rate': 100000, 'address_burst': 100000, 'socket_rate': 1000, 'socket_burst': 4000}

    async def game(self):
        host = await Client.connect(self.port, name='Quiet', local='127.0.0.9')
        table = (await host.ask('create', board='europe', seats=[{'kind': 'me'}, {'kind': 'me', 'name': 'B'}]))['table']
        await host.ask('start', table=table)
        return host, table

    def test_many_that_never_read_are_closed_and_memory_is_bounded(self):
        """300 sockets from 3 addresses ask for the same long game again and again, and read nothing of it."""
        async def attack():
            host, table = await self.game()
            before, kernel = self.server.resident(), kernel_bytes()
            readers = [NoReader(self.port, f'127.0.0.{20 + i % 3}') for i in range(300)]
            most = most_kernel = 0
            begun = time.monotonic()
            try:
                while time.monotonic() - begun < 30:
                    for reader in readers:
                        for _ in range(5):
                            reader.say({'type': 'open', 'id': 'x', 'table': table, 'history': True})
                    most = max(most, self.server.resident() - before)
                    most_kernel = max(most_kernel, kernel_bytes() - kernel)
                    if await asyncio.to_thread(self.metric, 'sockets') <= 1:
                        break
                    await asyncio.sleep(0.2)
                took = time.monotonic() - begun
                left = await asyncio.to_thread(self.metric, 'sockets')
                await host.ask('ping')
            finally:
                for reader in readers:
                    reader.close()
            return took, left, most, most_kernel
        took, left, most, most_kernel = run(attack())
        self.assertEqual(left, 1, 'readers that read nothing are still connected')
        self.assertLess(took, 25)
        self.assertGreaterEqual(self.cuts('slow_reader') + self.cuts('rate'), 300)
        if not SANITIZED:
            self.assertLess(most, 40 * MIB)
            self.assertLess(most_kernel, 120 * MIB)

    def test_a_few_that_never_read_and_ask_for_little(self):
        """Below every limit of bytes: only that nothing is taken gives them away."""
        async def attack():
            host, table = await self.game()
            readers = [NoReader(self.port, '127.0.0.20') for _ in range(5)]
            for reader in readers:
                for _ in range(40):  # more than the buffers of both systems hold
                    reader.say({'type': 'open', 'id': 'x', 'table': table})
                    await asyncio.sleep(0.01)
            waited = await self.until(lambda: self.metric('sockets') <= 1, 15)
            closed = self.cuts('slow_reader')
            await host.ask('ping')
            for reader in readers:
                reader.close()
            return waited, closed
        waited, closed = run(attack())
        self.assertIsNotNone(waited, 'still connected after 15 s')
        self.assertEqual(closed, 5)

    def test_a_crowd_that_stops_reading_is_closed_little_by_little(self):
        """All are found at the same time: closing them all in one handler would keep everyone else waiting."""
        async def attack():
            host, table = await self.game()
            readers = [NoReader(self.port, f'127.0.0.{20 + i % 10}') for i in range(1000)]
            for _ in range(12):
                for reader in readers:
                    reader.say({'type': 'open', 'id': 'x', 'table': table})
                await asyncio.sleep(0.05)
            waited = await self.until(lambda: self.metric('sockets') <= 1, 30)
            for reader in readers:
                reader.close()
            await host.close()
            return waited
        self.assertIsNotNone(run(attack()), 'still connected after 30 s')
        slowest = {name: self.metric('loop_handler_cpu_max_seconds', f'handler="{name}"') for name in ('rounds', 'shed')}
        self.assertEqual(self.cuts('slow_reader'), 1000)
        if not SANITIZED:
            self.assertLess(max(slowest.values()), 0.0025)

    def test_responses_that_are_not_read(self):
        """HTTP: the same for large answers."""
        def ask():
            s = socket.socket()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.bind(('127.0.0.20', 0))
            s.connect(('127.0.0.1', self.port))
            s.sendall(b'GET /api/v1/boards/europe HTTP/1.1\r\nHost: localhost\r\n\r\n' * 20)  # the answers fill the buffers
            return s

        async def attack():
            sockets = [ask() for _ in range(5)]
            await asyncio.sleep(1)
            open_ = await asyncio.to_thread(self.metric, 'connections')
            waited = await self.until(lambda: self.metric('connections') <= 1, 15)
            for s in sockets:
                s.close()
            return open_, waited
        open_, waited = run(attack())
        self.assertGreaterEqual(open_, 6)
        self.assertIsNotNone(waited, 'still connected after 15 s')
        self.assertGreaterEqual(self.cuts('slow_reader'), 5)

    def test_a_slow_reader_that_reads_stays(self):
        async def read():
            client = await Client.connect(self.port, name='Slow')
            table = (await client.ask('create', board='europe', seats=[{'kind': 'me'}, {'kind': 'me', 'name': 'B'}]))['table']
            await client.ask('start', table=table)
            for _ in range(12):
                await client.ask('open', table=table)
                await asyncio.sleep(0.5)
            await client.close()
        run(read())
        self.assertEqual(self.cuts('slow_reader'), 0)


class SignsOfLife(Attack):
    settings = {'idle_seconds': 2}

    def test_pongs_that_answer_nothing_keep_no_connection(self):
        async def attack(what):
            ws = await WebSocket.open(self.port)
            ws.answer_pings = False
            ws.send('{"type":"hello","protocol":1}')
            await ws.receive()
            begun = time.monotonic()

            async def pongs():
                while True:
                    ws.send_raw(ws.frame(*what))
                    await asyncio.sleep(0.2)
            sending = asyncio.create_task(pongs())
            try:
                while True:
                    await asyncio.wait_for(ws.receive(), 8)
            except Closed:
                return time.monotonic() - begun
            except asyncio.TimeoutError:
                return None
            finally:
                sending.cancel()
                ws.abort()
        self.assertIsNotNone(run(attack((10, b''))), 'empty pongs kept it open')
        self.assertIsNotNone(run(attack((10, b'12345'))), 'pongs with a time kept it open')
        self.assertEqual(self.cuts('silent'), 2)


class Requests(Attack):
    settings = {'hosts': 'play.example.org', 'origins': 'https://other.example.org:8443'}

    def raw(self, data, wait=3.0):
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

    def status(self, lines, body=b'', version=b'1.1', first=b'GET /healthz'):
        head = first + b' HTTP/' + version + b'\r\n' + b''.join(line + b'\r\n' for line in lines) + b'Connection: close\r\n\r\n'
        answer = self.raw(head + body)
        return int(answer.split(b' ', 2)[1]), answer

    def test_only_our_own_names(self):
        for host in (b'127.0.0.1', b'127.0.0.1:8080', b'192.168.1.20:8080', b'[::1]:8080', b'localhost', b'LocalHost:81', b'a.localhost',
                     b'play.example.org', b'PLAY.example.org:443', b'other.example.org', b'other.example.org:8443'):
            self.assertEqual(self.status([b'Host: ' + host])[0], 200, host)
        for host in (b'evil.example', b'evil.example:8080', b'localhost.evil.example', b'play.example.org.evil.example', b'127.0.0.1.evil.example',
                     b'127.1', b'0x7f000001', b'2130706433', b'[::1', b'[evil.example]', b'a@localhost', b'localhost:8x', b'localhost/x', b'play.example.org.'):
            code, answer = self.status([b'Host: ' + host])
            self.assertEqual(code, 421, host)
            self.assertIn(b'`hosts`', answer)
        self.assertEqual(self.cuts('host'), 14)

    def test_a_foreign_page_that_leads_its_own_name_here(self):
        """DNS rebinding: to the browser the page and this server are of one origin."""
        lines = [b'Host: evil.example:8080', b'Origin: http://evil.example:8080']
        self.assertEqual(self.status(lines)[0], 421)
        upgrade = lines + [b'Upgrade: websocket', b'Connection: Upgrade', b'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', b'Sec-WebSocket-Version: 13']
        self.assertEqual(self.status(upgrade, first=b'GET /ws')[0], 421)

    def test_exactly_one_host(self):
        self.assertEqual(self.status([])[0], 400)
        self.assertEqual(self.status([b'Host: localhost', b'Host: localhost'])[0], 400)
        self.assertEqual(self.status([b'Host: localhost', b'Host: evil.example'])[0], 400)
        self.assertEqual(self.status([], version=b'1.0')[0], 200)

    def test_requests_hidden_in_others(self):
        hidden = b'0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n'
        cases = {
            'length and coding': [b'Content-Length: 5', b'Transfer-Encoding: chunked'],
            'coding and length': [b'Transfer-Encoding: chunked', b'Content-Length: 5'],
            'another coding': [b'Transfer-Encoding: gzip'],
            'a list of codings': [b'Transfer-Encoding: gzip, chunked'],
            'chunked not last': [b'Transfer-Encoding: chunked, identity'],
            'chunked twice': [b'Transfer-Encoding: chunked', b'Transfer-Encoding: chunked'],
            'another one first': [b'Transfer-Encoding: identity', b'Transfer-Encoding: chunked'],
            'a strange chunked': [b'Transfer-Encoding: xchunked'],
            'in quotes': [b'Transfer-Encoding: "chunked"'],
            'folded': [b'Transfer-Encoding:', b' chunked'],
            'folded after a letter': [b'X: y', b'\tTransfer-Encoding: chunked'],
            'a lone line feed': [b'X: y\nTransfer-Encoding: chunked'],
            'a lone return': [b'X: y\rTransfer-Encoding: chunked'],
            'two lengths': [b'Content-Length: 5', b'Content-Length: 50'],
            'the same length twice': [b'Content-Length: 5', b'Content-Length: 5'],
            'a list of lengths': [b'Content-Length: 5, 5'],
            'a signed length': [b'Content-Length: +5'],
            'space before the colon': [b'Content-Length : 5'],
        }
        for name, lines in cases.items():
            code, answer = self.status([b'Host: localhost'] + lines, body=hidden, first=b'POST /api/v1/guest')
            self.assertEqual(code, 400, name)
            self.assertEqual(answer.count(b'HTTP/1.1 '), 1, f'{name}: the hidden request was answered')
        self.assertEqual(self.status([b'Host: localhost', b'Transfer-Encoding: chunked'], version=b'1.0', body=b'0\r\n\r\n', first=b'POST /x')[0], 400)
        good = self.status([b'Host: localhost', b'Transfer-Encoding: Chunked'], body=b'2\r\n{}\r\n0\r\n\r\n', first=b'POST /api/v1/guest')
        self.assertEqual(good[0], 201)


class Forwarded(Attack):
    settings = {'proxies': '127.0.0.1', 'address_rate': 1, 'address_burst': 10}

    def test_the_address_is_what_the_proxy_wrote(self):
        """A proxy that adds a line of its own, or to the end of the last one: what the client put before it counts for nothing."""
        for spoof in (lambda i: [f'X-Forwarded-For: 10.0.0.{i}', 'X-Forwarded-For: 203.0.113.7'],
                      lambda i: [f'X-Forwarded-For: 10.0.0.{i}', f'X-Forwarded-For: 10.0.1.{i}, 203.0.113.8']):
            codes = []
            for i in range(30):
                with socket.create_connection(('127.0.0.1', self.port), timeout=5) as s:
                    s.sendall(('GET /api/v1/boards HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n' + '\r\n'.join(spoof(i)) + '\r\n\r\n').encode())
                    codes.append(int(s.makefile('rb').readline().split()[1]))
            self.assertIn(429, codes, 'limits can be escaped by inventing addresses')


class Survives(Attack):
    def test_a_compressed_frame_that_announces_more_than_there_is_memory(self):
        """Watchers of a table whose sessions break in the middle: the table is still told, and nobody else notices."""
        async def attack():
            host = await Client.connect(self.port, name='Host', local='127.0.0.9')
            table = (await host.ask('create', board='europe', seats=[{'kind': 'me'}, {'kind': 'me', 'name': 'B'}]))['table']
            for bits in (48, 62):
                watchers = [await Client.connect(self.port, name=f'W{i}') for i in range(5)]
                frame = b'\xc1\xff' + struct.pack('>Q', 1 << bits) + b'\0\0\0\0\xfa'  # of all these bytes one comes
                for watcher in watchers:
                    await watcher.ask('open', table=table)
                    self.assertTrue(watcher.socket.deflate)
                # Older versions of Beast give up at the announcement, newer ones when the text exceeds the limit.
                for piece in (frame[:7], frame[7:14], frame[14:], b'\xff' * (1 << 17)):
                    for watcher in watchers:
                        watcher.socket.send_raw(piece)
                    await asyncio.sleep(0.3)
                self.assertIsNotNone(await self.until(lambda: self.metric('clients') == 1, 10), f'2^{bits}: still there')
                await host.ask('chat', table=table, text='hello')
                for watcher in watchers:
                    watcher.abort()
            await host.ask('start', table=table)
            await host.close()
        run(attack())
        self.assertIsNone(self.server.process.poll(), 'the server is gone')


if __name__ == '__main__':
    PERRON = os.path.abspath(sys.argv.pop(1))
    unittest.main()

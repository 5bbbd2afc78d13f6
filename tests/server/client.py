"""A client of `perron serve` in Python's standard library: HTTP, WebSocket and the messages of docs/protocol.md.

For tests and as an example: `Client` follows tables, checks that the notices of each stream have no gap and that the hash of
every merged view is the server's, and answers requests by id.
"""
import asyncio
import base64
import http.client
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import zlib


class Closed(Exception):
    def __init__(self, code=None, reason=''):
        super().__init__(f'closed {code} {reason}')
        self.code, self.reason = code, reason


class Refused(Exception):
    def __init__(self, message):
        super().__init__(f"{message.get('code')}: {message.get('message')}")
        self.message, self.code = message, message.get('code')


class WebSocket:
    """One WebSocket: text frames, masked as clients must; pings are answered, compressed messages unpacked."""

    def __init__(self, reader, writer, deflate):
        self.reader, self.writer, self.deflate = reader, writer, deflate
        self.answer_pings = True

    @classmethod
    async def open(cls, port, host='127.0.0.1', path='/ws', headers=None, deflate=True, limit=1 << 24, local=None):
        reader, writer = await asyncio.open_connection(host, port, limit=limit, local_addr=(local, 0) if local else None)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f'GET {path} HTTP/1.1', f'Host: {host}:{port}', 'Upgrade: websocket', 'Connection: Upgrade',
                 f'Sec-WebSocket-Key: {key}', 'Sec-WebSocket-Version: 13']
        if deflate:
            lines.append('Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits')
        lines += [f'{k}: {v}' for k, v in (headers or {}).items()]
        writer.write(('\r\n'.join(lines) + '\r\n\r\n').encode())
        head = (await reader.readuntil(b'\r\n\r\n')).decode('latin-1')
        status = int(head.split(' ', 2)[1])
        if status != 101:
            writer.close()
            raise Closed(status, head)
        return cls(reader, writer, 'permessage-deflate' in head.lower())

    def frame(self, opcode, payload, fin=True, rsv1=False):
        head = bytes([(0x80 if fin else 0) | (0x40 if rsv1 else 0) | opcode])
        size = len(payload)
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack('>H', size)
        else:
            head += bytes([0x80 | 127]) + struct.pack('>Q', size)
        mask = os.urandom(4)
        long_mask = int.from_bytes(mask * (size // 4 + 1), 'big') >> (8 * (4 - size % 4))
        return head + mask + (int.from_bytes(payload, 'big') ^ long_mask).to_bytes(size, 'big')

    def send(self, text):
        self.writer.write(self.frame(1, text.encode()))

    def send_raw(self, data):
        self.writer.write(data)

    async def receive(self):
        parts, packed = [], False
        while True:
            try:
                first, second = await self.reader.readexactly(2)
                size = second & 0x7F
                if size == 126:
                    size, = struct.unpack('>H', await self.reader.readexactly(2))
                elif size == 127:
                    size, = struct.unpack('>Q', await self.reader.readexactly(8))
                payload = await self.reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError, OSError) as error:
                raise Closed() from error
            opcode = first & 15
            if opcode == 8:
                code = struct.unpack('>H', payload[:2])[0] if len(payload) >= 2 else None
                try:
                    self.writer.write(self.frame(8, payload[:2]))
                except OSError:
                    pass
                raise Closed(code, payload[2:].decode())
            if opcode == 9:
                if self.answer_pings:
                    self.writer.write(self.frame(10, payload))
                continue
            if opcode == 10:
                continue
            if opcode in (1, 2):
                packed = bool(first & 0x40)
            parts.append(payload)
            if first & 0x80:
                data = b''.join(parts)
                if packed:
                    data = zlib.decompressobj(-15).decompress(data + b'\x00\x00\xff\xff')
                return data.decode()

    async def close(self, code=1000):
        try:
            self.writer.write(self.frame(8, struct.pack('>H', code)))
            await self.writer.drain()
        except OSError:
            pass
        self.writer.close()

    def abort(self):
        self.writer.transport.abort()


def fnv1a(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return f'{value:016x}'


class Stream:
    """What one audience of one game has been told: a seat, or everyone (None)."""

    def __init__(self, message):
        self.table, self.game, self.seat = message['table'], message['game'], message['seat']
        self.view, self.version, self.legal, self.undo = message['view'], message['version'], message.get('legal', []), message.get('undo')
        self.commitment = message.get('commitment')
        self.hash = message['hash']
        self.notices = list(message.get('notices', []))

    def update(self, message):
        for notice in message['notices']:
            assert notice['n'] == self.version + 1, f"gap: {notice['n']} after {self.version}"
            self.version = notice['n']
            self.notices.append(notice)
        assert message['version'] == self.version, (message['version'], self.version)
        for key, value in message['view'].items():
            self.view[key] = value
        self.legal, self.undo = message.get('legal', []), message.get('undo')
        self.hash = message['hash']

    def check_hash(self):
        text = json.dumps(self.view, separators=(',', ':'), ensure_ascii=False)
        assert fnv1a(text.encode()) == self.hash, f'hash of the view at {self.version}: {text[:300]}'


class Client:
    """A connected person or bot."""

    def __init__(self, socket, check_every=1):
        self.socket, self.check_every = socket, check_every
        self.streams, self.tables, self.ended, self.lobby, self.chat = {}, {}, {}, [], []
        self.answers, self.other = {}, []
        self.next_id, self.seen, self.bytes = 0, 0, 0
        self.changed = asyncio.Condition()
        self.closed = None
        self.reading = None
        self.record = None  # a list: every text received

    @classmethod
    async def connect(cls, port, token=None, name=None, check_every=1, deflate=True, record=None, local=None):
        socket = await WebSocket.open(port, deflate=deflate, local=local)
        self = cls(socket, check_every)
        self.record = record
        hello = {'type': 'hello', 'protocol': 1}
        if token:
            hello['token'] = token
        if name:
            hello['name'] = name
        socket.send(json.dumps(hello))
        self.welcome = json.loads(await socket.receive())
        if self.welcome['type'] != 'welcome':
            raise Refused(self.welcome)
        self.user, self.name = self.welcome['user'], self.welcome['name']
        self.token = self.welcome.get('token', token)
        self.reading = asyncio.create_task(self._read())
        return self

    async def _read(self):
        try:
            while True:
                text = await self.socket.receive()
                if self.record is not None:
                    self.record.append(text)
                self.bytes += len(text)
                self._take(json.loads(text))
                async with self.changed:
                    self.changed.notify_all()
        except Closed as closed:
            self.closed = closed
        except Exception as error:  # a failed check: whoever waits must see it
            self.closed = error
        for waiting in self.answers.values():
            if not waiting.done():
                waiting.set_exception(self.closed)
                waiting.exception()
        async with self.changed:
            self.changed.notify_all()

    def _take(self, message):
        kind = message['type']
        if kind in ('ok', 'refused'):
            waiting = self.answers.pop(message['id'], None)
            if waiting is None:
                self.other.append(message)
            elif not waiting.done():
                waiting.set_result(message)
        elif kind == 'snapshot':
            self.streams[message['game'], message['seat']] = stream = Stream(message)
            stream.check_hash()
        elif kind == 'update':
            stream = self.streams[message['game'], message['seat']]
            stream.update(message)
            self.seen += 1
            if self.seen % self.check_every == 0:
                stream.check_hash()
        elif kind == 'table':
            self.tables[message['table']] = message
        elif kind == 'ended':
            self.ended[message['game']] = message
        elif kind == 'lobby':
            self.lobby.append(message)
        elif kind == 'chat':
            self.chat.append(message)
        else:
            self.other.append(message)

    def post(self, kind, id=None, **fields):
        """Sends a request, gives the future of its answer."""
        if id is None:
            self.next_id += 1
            id = f'c{self.next_id}'
        waiting = asyncio.get_running_loop().create_future()
        if self.closed:
            waiting.set_exception(self.closed)
            return waiting
        self.answers[id] = waiting
        self.socket.send(json.dumps({'type': kind, 'id': id, **fields}))
        return waiting

    async def ask(self, kind, id=None, timeout=30, **fields):
        answer = await asyncio.wait_for(self.post(kind, id, **fields), timeout)
        if answer['type'] == 'refused':
            raise Refused(answer)
        return answer

    async def until(self, condition, timeout=30):
        async def wait():
            async with self.changed:
                while True:
                    value = condition()
                    if value:
                        return value
                    if self.closed:
                        raise self.closed
                    await self.changed.wait()
        return await asyncio.wait_for(wait(), timeout)

    async def close(self):
        await self.socket.close()
        if self.reading:
            self.reading.cancel()

    def abort(self):
        self.socket.abort()
        if self.reading:
            self.reading.cancel()


class Server:
    """The real program on a free port with a data folder of its own."""

    def __init__(self, perron, data=None, wrapper=(), **settings):
        self.perron, self.wrapper = perron, list(wrapper)
        self.data = data or tempfile.mkdtemp(prefix='perron-test-')
        self.own_data = data is None
        self.settings = settings
        self.log = tempfile.NamedTemporaryFile('w+', prefix='perron-log-', suffix='.jsonl', delete=False)
        self.process = None

    def start(self, **more):
        command = self.wrapper + [self.perron, 'serve', '--listen', '127.0.0.1:0', '--data', self.data]
        for name, value in {**self.settings, **more}.items():
            command += ['--' + name.replace('_', '-'), str(value)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        found = re.search(r'http://[^ ]*:(\d+)', line)
        if not found:
            raise RuntimeError(f'the server did not start: {line!r} {self.log_text()[-2000:]}')
        self.port = int(found.group(1))
        return self

    def stop(self, how=signal.SIGTERM, timeout=60):
        if self.process is None:
            return None
        self.process.send_signal(how)
        code = self.process.wait(timeout)
        self.process.stdout.close()
        self.process = None
        if 'Sanitizer' in self.log_text():
            raise AssertionError(self.log_text()[-8000:])
        return code

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process is not None:
            try:
                self.stop()
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.own_data:
            shutil.rmtree(self.data, ignore_errors=True)
        self.log.close()
        os.unlink(self.log.name)

    def log_text(self):
        with open(self.log.name) as file:
            return file.read()

    def resident(self):
        with open(f'/proc/{self.process.pid}/statm') as file:
            return int(file.read().split()[1]) * os.sysconf('SC_PAGESIZE')

    def request(self, method, path, body=None, token=None, headers=None, local='127.0.0.1'):
        """Status, headers, body as text."""
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=30, source_address=(local, 0))
        try:
            sent = dict(headers or {})
            if token:
                sent['Authorization'] = 'Bearer ' + token
            if body is not None and not isinstance(body, (bytes, str)):
                body = json.dumps(body)
                sent.setdefault('Content-Type', 'application/json')
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def json(self, method, path, body=None, token=None):
        status, _, text = self.request(method, path, body, token)
        return status, json.loads(text)

    def metric(self, name):
        _, _, text = self.request('GET', '/metrics')
        for line in text.decode().splitlines():
            if line.startswith('perron_' + name + ' '):
                return float(line.split()[1])
        raise KeyError(name)

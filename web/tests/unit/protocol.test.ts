// The message types against the fixtures of docs/protocol.md (tests/wire). The server's own tests read the same files.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { actionOf } from '../../src/wire/action';
import { Client, type Environment, type Socket } from '../../src/state/client';
import type { Request } from '../../src/wire/protocol';

const folder = new URL('../../../tests/wire/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));

const game = '9c1b5n7h3kzm',
  table = '4f0r8j2wq6ty';
// Typed, so that the compiler reports a message that differs from its fixture.
const SENT: Record<string, Request & { id: string }> = {
  abandon: { type: 'abandon', id: '13', game, on: true },
  act: { type: 'act', id: 'm1', game, seat: 0, version: 212, action: actionOf('claim', 17, 8, 2) },
  add_computer: { type: 'add_computer', id: '9', table, seat: 2, level: 'easy' },
  chat: { type: 'chat', id: '15', table, text: 'Good luck!' },
  close: { type: 'close', id: '5', table },
  'create-pass-and-play': {
    type: 'create',
    id: '1',
    board: 'germany',
    seats: [
      { kind: 'me', name: 'Anna' },
      { kind: 'me', name: 'Béla' },
    ],
  },
  create: {
    type: 'create',
    id: '1',
    board: 'europe',
    seats: [{ kind: 'me' }, { kind: 'open' }, { kind: 'computer', level: 'hard' }],
    first: 'random',
    clock: { kind: 'bank', seconds: 900, increment: 10 },
    listed: true,
    watch: true,
  },
  'explain-action': { type: 'explain', id: '34', game, seat: 0, action: actionOf('claim', 17, 2) },
  'explain-tickets': { type: 'explain', id: '33', game, seat: 0, tickets: true },
  explain: { type: 'explain', id: '30', game, seat: 0, track: 17 },
  free_seat: { type: 'free_seat', id: '8', table, seat: 2 },
  join: { type: 'join', id: '6', table, seat: 1 },
  leave: { type: 'leave', id: '7', table },
  lobby: { type: 'lobby', id: '20', on: true },
  mute: { type: 'mute', id: '16', user: '2p8e6s0g4v1a', on: true },
  'open-again': { type: 'open', id: '3', table, game, last: 212 },
  open: { type: 'open', id: '2', table, history: true },
  options: {
    type: 'options',
    id: '10',
    table,
    seats: 4,
    first: 0,
    clock: { kind: 'turn', seconds: 90 },
    listed: false,
    watch: true,
  },
  ping: { type: 'ping', id: '40' },
  rematch: { type: 'rematch', id: '12', table },
  start: { type: 'start', id: '11', table },
  take_back_seat: { type: 'take_back_seat', id: '14', game, seat: 1 },
  undo: { type: 'undo', id: 'm2', game, seat: 0, version: 213 },
};

describe('what the page sends', () => {
  const fixtures = names
    .filter((name) => name.startsWith('client-') && !name.startsWith('client-hello'))
    .map((name) => name.slice(7, -5));
  it.each(fixtures)('%s', (name) => expect(SENT[name]).toEqual(read(`client-${name}.json`)));
});

describe('what the server sends', () => {
  const fixtures = names.filter((name) => name.startsWith('server-'));
  it.skipIf(fixtures.length === 0).each(fixtures.length ? fixtures : ['none'])('%s is taken', (name) => {
    let on: Parameters<Environment['connect']>[0] | null = null;
    const line: Socket = { send: () => {}, close: () => {} };
    const client = new Client({
      connect: (events) => ((on = events), line),
      after: () => () => {},
      random: () => 'r',
      token: { get: () => null, set: () => {} },
      name: () => 'A',
    });
    client.start();
    on!.open();
    on!.message(JSON.stringify({ type: 'welcome', user: 'u', name: 'A', account: false, server: 's', time: 0 }));
    const message = read(name) as { type: string; table?: string };
    const store = message.table ? client.follow(message.table) : null;
    expect(() => on!.message(JSON.stringify(message))).not.toThrow();
    if (message.type === 'snapshot') expect(store!.get().games.size).toBe(1);
    if (message.type === 'table') expect(store!.get().table).toEqual(message);
  });
});

// The messages of docs/protocol.md as types. tests/unit/protocol.test.ts checks them against the fixtures of
// tests/wire.

import type { Action } from './action';
import type { Card, Colour, Counts } from './cards';
import type { DecidedBy, Deal, NoticeAction, Part, Phase } from './enums';

export type Level = 'easy' | 'medium' | 'hard' | 'expert';
export const LEVELS: readonly Level[] = ['easy', 'medium', 'hard', 'expert'];

export interface SeatView {
  points: number;
  wagons: number;
  tracks: string[];
  hand_size: number;
  at_least: Counts;
  tickets_held: number[];
  offered: number;
  shown?: string[];
  east_west?: boolean;
  stations?: string[];
  passengers?: Counts;
}
export interface Mine {
  hand: Counts;
  tickets: string[];
  offered: string[];
}
export interface View {
  seat?: number;
  phase: Phase;
  to_move: number;
  first: number;
  draws_left: number;
  turns_left: number;
  claim: { track: string; colour: Card; locomotives: number } | null;
  tunnel?: { turned_up: Counts; extra: number };
  visit?: number;
  row?: (Card | null)[];
  deck: { size: number };
  discard: Counts;
  ticket_decks: { id: string; bag: number; under: number }[];
  tickets_aside?: number;
  passengers?: Record<string, Colour[]>;
  closed: string[];
  seats: SeatView[];
  mine?: Mine;
}

export interface Notice {
  n: number;
  seat?: number;
  do?: NoticeAction;
  deal?: Deal;
  place?: number | string;
  card?: Card;
  track?: string;
  city?: string;
  colour?: Card;
  locomotives?: number;
  tickets?: string[];
  ticket?: string;
  deck?: string;
  count?: number;
  split?: Record<string, number>;
  points?: number;
  claimed?: string;
  extra?: number;
  flushed?: boolean;
  refilled?: boolean;
  completed?: string[];
  east_west?: boolean;
  last_round?: boolean;
  over?: boolean;
  why?: string;
}

export type Clock =
  | { kind: 'none' }
  | { kind: 'turn'; seconds: number }
  | { kind: 'bank'; seconds: number; increment: number }
  | { kind: 'days'; days: number };

export type SeatRequest = { kind: 'open' } | { kind: 'me'; name?: string } | { kind: 'computer'; level: Level };

export interface TableSeat {
  kind: 'person' | 'computer' | 'open';
  name?: string;
  user?: string;
  account?: boolean; // the name belongs to an account; absent: to a guest, or to this device
  online?: boolean;
  level?: Level;
  played_by?: Level;
}
export interface TableMessage {
  type: 'table';
  table: string;
  state: 'waiting' | 'playing' | 'over' | 'closed';
  board: string;
  host: string;
  first: 'random' | number;
  clock: Clock;
  listed: boolean;
  watch: boolean;
  game?: string;
  seats: TableSeat[];
  abandon: number[];
  rematch: number[];
  you: number[];
  watching: number;
  busy?: boolean;
}
export interface Clocks {
  running: number | null;
  left: number[];
  time: number;
}
export interface ChatMessage {
  type: 'chat';
  table: string;
  n: number;
  user: string;
  name: string;
  account?: boolean;
  text: string;
  time: number;
}
export interface Snapshot {
  type: 'snapshot';
  table: string;
  game: string;
  seat: number | null;
  version: number;
  board: { id: string; version: number; sha256: string };
  commitment: string;
  seats: number;
  view: View;
  legal?: Action[];
  undo?: boolean;
  clocks?: Clocks;
  hash: string;
  chat?: ChatMessage[];
  notices?: Notice[];
}
export interface Update {
  type: 'update';
  table: string;
  game: string;
  seat: number | null;
  version: number;
  notices: Notice[];
  view: Partial<View>;
  legal?: Action[];
  undo?: boolean;
  clocks?: Clocks;
  hash: string;
}
export interface SeatResult extends Partial<Record<Part, number>> {
  total: number;
  completed: number;
  longest?: number;
  tickets_done?: string[];
  tickets_open?: string[];
  lent?: { station: string; track: string }[];
  longest_tracks?: string[];
}
export interface Result {
  winners: number[];
  decided_by?: DecidedBy;
  seats: SeatResult[];
}
export interface Ended {
  type: 'ended';
  table: string;
  game: string;
  ending: 'finished' | 'abandoned';
  result?: Result;
  points?: number[][];
  key?: string;
}
export interface LobbyTable {
  table: string;
  state: 'waiting' | 'playing';
  board: string;
  host: string;
  account?: boolean; // the host's
  seats: ('person' | 'open' | 'computer')[];
  open: number;
  clock: Clock;
  watch: boolean;
  time: number;
}
export interface LobbyMessage {
  type: 'lobby';
  whole: boolean;
  tables: LobbyTable[];
  gone: string[];
}
export interface Welcome {
  type: 'welcome';
  user: string;
  name: string;
  account: boolean;
  token?: string;
  server: string;
  time: number;
}
export interface WhyNot {
  rule: string;
  message: string;
  missing?: number;
  locomotives?: number; // of the missing cards
}
export interface TicketState {
  ticket: string;
  state: 'done' | 'open' | 'impossible';
  wagons?: number;
  way?: string[];
  by_station?: boolean; // only with a station
  stations?: number; // still to be built
  lent?: string[]; // tracks of others
}
export interface Ok {
  type: 'ok';
  id: string;
  table?: string;
  game?: string;
  version?: number;
  time?: number;
  track?: string;
  place?: string;
  why_not?: WhyNot | null;
  payments?: Action[];
  odds?: number[];
  chances?: { spare: number; odds: number[] }[];
  cards?: number;
  could_complete?: string[];
  tickets?: TicketState[];
}
export interface Refused {
  type: 'refused';
  id: string;
  code: string;
  message: string;
  rule?: string;
}
export type ServerMessage =
  | Welcome
  | Ok
  | Refused
  | TableMessage
  | Snapshot
  | Update
  | Ended
  | LobbyMessage
  | ChatMessage
  | { type: 'your_turn'; table: string; game: string; seat: number }
  | { type: 'bye'; message: string };

export type Request =
  | {
      type: 'create';
      board: string;
      seats: SeatRequest[];
      first?: 'random' | number;
      clock?: Clock;
      listed?: boolean;
      watch?: boolean;
    }
  | { type: 'open'; table: string; game?: string; last?: number; history?: boolean }
  | { type: 'close'; table: string }
  | { type: 'join'; table: string; seat?: number; name?: string }
  | { type: 'leave'; table: string; seat?: number }
  | { type: 'free_seat'; table: string; seat: number }
  | { type: 'add_computer'; table: string; seat?: number; level: Level }
  | {
      type: 'options';
      table: string;
      seats?: number;
      first?: 'random' | number;
      clock?: Clock;
      listed?: boolean;
      watch?: boolean;
    }
  | { type: 'start'; table: string }
  | { type: 'rematch'; table: string }
  | { type: 'abandon'; game: string; on: boolean }
  | { type: 'take_back_seat'; game: string; seat: number }
  | { type: 'chat'; table: string; text: string }
  | { type: 'mute'; user: string; on: boolean }
  | { type: 'lobby'; on: boolean }
  | { type: 'act'; game: string; seat: number; version: number; action: Action }
  | { type: 'undo'; game: string; seat: number; version: number }
  | {
      type: 'explain';
      game: string;
      seat: number;
      track?: number;
      place?: number;
      ticket?: number;
      tickets?: true;
      action?: Action;
    }
  | { type: 'ping' };

export interface GameEntry {
  game: string;
  table: string;
  board: string;
  state: string;
  seats: TableSeat[];
  you: number[];
  started: number;
  ended?: number;
  ending?: 'finished' | 'abandoned';
  result?: { winners: number[]; totals: number[] };
  your_turn?: boolean;
}

export interface Person {
  user: string;
  name: string;
  account: boolean;
}
export interface Session {
  session: string;
  device: string;
  created: number;
  seen: number;
  this: boolean;
}

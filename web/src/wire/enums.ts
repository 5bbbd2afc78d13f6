// The server's enums by their names on the wire. tests/unit/enums.test.ts compares them with the C++ headers.
import type { Kind } from './action';

/** enum Phase of src/model/phase.h */
export const PHASES = [
  'setup',
  'first_split',
  'first_keep',
  'turn',
  'second_draw',
  'keep',
  'tunnel',
  'swap',
  'passengers',
  'claimed',
  'turn_end',
  'over',
] as const;
export type Phase = (typeof PHASES)[number];

/** What can be dealt: enum Owed without `nothing`. */
export const DEALS = ['hand', 'row', 'tunnel', 'ticket', 'passenger'] as const;
export type Deal = (typeof DEALS)[number];

/** What a seat did in a notice: an action, or an event outside of the rules. */
export type NoticeAction = Kind | 'undo' | 'computer_takes_seat' | 'person_returns' | 'abandon';

/** enum TieBreak of src/model/ruleset.h */
export const TIE_BREAKS = ['most_completed', 'fewest_stations', 'longest_line', 'most_passengers'] as const;
export type DecidedBy = 'points' | 'goal' | 'shared' | (typeof TIE_BREAKS)[number];

/** The parts of a score in display order, from kScorePartTable in src/rules/scoring.h. */
export const PARTS = ['claims', 'tickets', 'stations', 'express', 'globetrotter', 'passengers'] as const;
export type Part = (typeof PARTS)[number];

/** enum RefusalCode of src/wire/refusal_code.h */
export const REFUSAL_CODES = [
  'bad_message',
  'rule',
  'stale',
  'repeated_id',
  'busy',
  'no_such_table',
  'no_such_game',
  'no_such_seat',
  'no_such_board',
  'no_such_user',
  'not_your_seat',
  'not_the_host',
  'not_waiting',
  'not_playing',
  'not_over',
  'seat_taken',
  'no_free_seat',
  'seats_open',
  'cannot_undo',
  'too_many_undos',
  'game_too_long',
  'computer_plays',
  'not_watchable',
  'too_many_tables',
  'too_many_open',
  'too_many_mutes',
  'too_fast',
  'unreadable',
  'not_stored',
  'stopping',
  'bad_request',
  'bad_name',
  'bad_password',
  'unknown_token',
  'wrong_password',
  'foreign_origin',
  'not_local',
  'not_found',
  'no_such_session',
  'bad_method',
  'name_taken',
  'has_account',
  'no_account',
  'conflict',
  'unknown_host',
  'internal',
  'too_many_connections',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

// The final scoring in steps: the subject of each step and the points it adds. All numbers come from the server's
// result.
import type { BoardDefinition } from '../board/definition';
import { PARTS, type Part } from '../wire/enums';
import type { Result, SeatResult, View } from '../wire/protocol';

export type Step =
  | { kind: 'tracks' }
  | { kind: 'ticket'; seat: number; id: string; done: boolean }
  | { kind: 'stations' }
  | { kind: 'express'; seats: number[]; wagons: number }
  | { kind: 'globetrotter'; seats: number[] }
  | { kind: 'passengers' }
  | { kind: 'total' };

export function stepsOf(result: Result, def: BoardDefinition): Step[] {
  const seats = result.seats,
    race = def.rules.tickets.race !== undefined;
  const best = (part: 'express' | 'globetrotter') => seats.flatMap((s, i) => ((s[part] ?? 0) > 0 ? [i] : []));
  const steps: Step[] = [];
  if (!race) steps.push({ kind: 'tracks' });
  seats.forEach((s, seat) => {
    for (const id of s.tickets_done ?? []) steps.push({ kind: 'ticket', seat, id, done: true });
    for (const id of s.tickets_open ?? []) steps.push({ kind: 'ticket', seat, id, done: false });
  });
  if (def.rules.stations) steps.push({ kind: 'stations' });
  if (def.rules.longest_line && best('express').length)
    steps.push({ kind: 'express', seats: best('express'), wagons: Math.max(...seats.map((s) => s.longest ?? 0)) });
  if (def.rules.globetrotter && best('globetrotter').length)
    steps.push({ kind: 'globetrotter', seats: best('globetrotter') });
  if (def.rules.passengers) steps.push({ kind: 'passengers' });
  steps.push({ kind: 'total' });
  return steps;
}

/** The first step of each part; the tickets of one player are one part. */
export function partStarts(steps: readonly Step[]): number[] {
  const part = (s: Step) => (s.kind === 'ticket' ? `ticket ${s.seat}` : s.kind);
  return steps.flatMap((s, i) => (i === 0 || part(s) !== part(steps[i - 1]!) ? [i] : []));
}

/** The parts of the score that the game has, in display order. */
export const partsOf = (result: Result): Part[] =>
  PARTS.filter((part) => result.seats.some((s) => s[part] !== undefined));

/** The points of a part after step `at`; null before its first step. Tickets add up one by one. */
export function partAfter(
  steps: readonly Step[],
  at: number,
  seat: number,
  part: Part,
  result: SeatResult,
  def: BoardDefinition,
): number | null {
  const shown = steps.slice(0, at + 1),
    known = result[part] ?? 0;
  if (shown.at(-1)?.kind === 'total') return known;
  if (part !== 'tickets') return shown.some((s) => (s.kind === 'tracks' ? 'claims' : s.kind) === part) ? known : null;
  const mine = shown.filter((s) => s.kind === 'ticket' && s.seat === seat);
  return mine.length
    ? mine.reduce(
        (sum, s) => sum + (s.kind === 'ticket' ? (s.done ? 1 : -1) * (def.ticket.get(s.id)?.points ?? 0) : 0),
        0,
      )
    : null;
}

export const sumAfter = (
  steps: readonly Step[],
  at: number,
  seat: number,
  result: SeatResult,
  parts: readonly Part[],
  def: BoardDefinition,
): number => parts.reduce((sum, part) => sum + (partAfter(steps, at, seat, part, result, def) ?? 0), 0);

/** Race: how many completed tickets have been counted. */
export const completedAfter = (steps: readonly Step[], at: number, seat: number, result: SeatResult): number =>
  steps[at]?.kind === 'total'
    ? result.completed
    : steps.slice(0, at + 1).filter((s) => s.kind === 'ticket' && s.seat === seat && s.done).length;

/** The order of the results table: winners first, then by points. */
export const ranking = (result: Result): number[] =>
  result.seats
    .map((_, i) => i)
    .sort(
      (a, b) =>
        Number(result.winners.includes(b)) - Number(result.winners.includes(a)) ||
        result.seats[b]!.total - result.seats[a]!.total,
    );

/** The points of each seat after each turn and the total, for the plot. */
export function courses(points: readonly (readonly number[])[], result: Result, seats: number): number[][] {
  return Array.from({ length: seats }, (_, i) => [...points.map((p) => p[i] ?? 0), result.seats[i]!.total]);
}

export const completedOf = (view: View, seat: number): number =>
  (view.seats[seat]?.shown?.length ?? 0) + (view.seats[seat]?.east_west ? 1 : 0);

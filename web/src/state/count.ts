// The end, told step by step: what each step speaks of and what it adds. Numbers come from the server's result.
import type { Facts } from '../board/facts';
import type { Result, SeatResult, View } from './protocol';

export type Step =
  | { kind: 'tracks' }
  | { kind: 'tickets'; seat: number }
  | { kind: 'stations' }
  | { kind: 'express'; seats: number[]; wagons: number }
  | { kind: 'globetrotter'; seats: number[] }
  | { kind: 'passengers' }
  | { kind: 'total' };

export type Part = 'claims' | 'tickets' | 'stations' | 'express' | 'globetrotter' | 'passengers';

export function stepsOf(result: Result, facts: Facts): Step[] {
  const seats = result.seats, race = facts.rules.tickets.race !== undefined;
  const best = (part: 'express' | 'globetrotter') => seats.flatMap((s, i) => ((s[part] ?? 0) > 0 ? [i] : []));
  const steps: Step[] = [];
  if (!race) steps.push({ kind: 'tracks' });
  seats.forEach((s, seat) => {
    if ((s.tickets_done?.length ?? 0) + (s.tickets_open?.length ?? 0) > 0) steps.push({ kind: 'tickets', seat });
  });
  if (facts.rules.stations) steps.push({ kind: 'stations' });
  if (facts.rules.longest_line && best('express').length) steps.push({ kind: 'express', seats: best('express'), wagons: Math.max(...seats.map((s) => s.longest ?? 0)) });
  if (facts.rules.globetrotter && best('globetrotter').length) steps.push({ kind: 'globetrotter', seats: best('globetrotter') });
  if (facts.rules.passengers) steps.push({ kind: 'passengers' });
  steps.push({ kind: 'total' });
  return steps;
}

/** The parts of the score that the game has, in the order in which they are told. */
export const partsOf = (result: Result): Part[] =>
  (['claims', 'tickets', 'stations', 'express', 'globetrotter', 'passengers'] as Part[]).filter((part) => result.seats.some((s) => s[part] !== undefined));

/** Which parts are on the table after a step. */
export function knownAfter(steps: readonly Step[], at: number, seat: number, part: Part): boolean {
  return steps.slice(0, at + 1).some((s) => {
    switch (s.kind) {
      case 'tracks':
        return part === 'claims';
      case 'tickets':
        return part === 'tickets' && s.seat === seat;
      case 'stations':
        return part === 'stations';
      case 'express':
        return part === 'express';
      case 'globetrotter':
        return part === 'globetrotter';
      case 'passengers':
        return part === 'passengers';
      case 'total':
        return true;
    }
  });
}

export const sumKnown = (steps: readonly Step[], at: number, seat: number, result: SeatResult, parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + (knownAfter(steps, at, seat, part) ? (result[part] ?? 0) : 0), 0);

/** Order of the table of parts: winners first, then by points. */
export const ranking = (result: Result): number[] =>
  result.seats.map((_, i) => i).sort((a, b) => Number(result.winners.includes(b)) - Number(result.winners.includes(a)) || result.seats[b]!.total - result.seats[a]!.total);

/** The course of the points for the plot: after each turn, then the total. */
export function courses(points: readonly (readonly number[])[], result: Result, seats: number): number[][] {
  return Array.from({ length: seats }, (_, i) => [...points.map((p) => p[i] ?? 0), result.seats[i]!.total]);
}

export const completedOf = (view: View, seat: number): number => (view.seats[seat]?.shown?.length ?? 0) + (view.seats[seat]?.east_west ? 1 : 0);

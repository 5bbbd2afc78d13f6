// Groups the legal actions by their subject. Must not decide what is legal: the server does.
import { byPrice, isOfKind, keptOf, locomotivesOf, subjectOf, type Action, type Kind } from '../wire/action';

export interface Legal {
  claims: ReadonlyMap<number, readonly Action[]>; // by track, fewest locomotives first
  stations: ReadonlyMap<number, readonly Action[]>; // by place
  row: ReadonlySet<number>;
  blind: Action | null;
  tickets: readonly Action[];
  swap: Action | null;
  pass: Action | null;
  keep: readonly Action[];
  pay: readonly Action[];
  decline: Action | null;
  take: readonly Action[];
  leave: Action | null;
  count: number;
}

export function legalOf(actions: readonly Action[]): Legal {
  const of = (kind: Kind) => actions.filter((a) => isOfKind(a, kind));
  const by = (kind: Kind) => {
    const map = new Map<number, Action[]>();
    for (const a of of(kind)) map.set(subjectOf(a), [...(map.get(subjectOf(a)) ?? []), a]);
    for (const list of map.values()) list.sort(byPrice);
    return map;
  };
  return {
    claims: by('claim'),
    stations: by('build_station'),
    row: new Set(of('draw_row').map(subjectOf)),
    blind: of('draw_blind')[0] ?? null,
    tickets: of('draw_tickets'),
    swap: of('swap_tickets')[0] ?? null,
    pass: of('pass')[0] ?? null,
    keep: of('keep_tickets'),
    pay: [...of('pay_tunnel')].sort((x, y) => locomotivesOf(x) - locomotivesOf(y)),
    decline: of('decline_tunnel')[0] ?? null,
    take: of('take_passenger'),
    leave: of('leave_passenger')[0] ?? null,
    count: actions.length,
  };
}

export const bits = (mask: number): number => {
  let n = 0;
  for (let m = mask; m; m >>= 1) n += m & 1;
  return n;
};

/** The least number of tickets to keep: the smallest legal choice. */
export const leastKept = (legal: Legal): number => Math.min(...legal.keep.map((a) => bits(keptOf(a))));

// The list of legal actions as the view needs it, by what they are about. Sorting only: what is legal is the server's word.
import { KIND, type Action } from './protocol';

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
  const of = (kind: number) => actions.filter((a) => a[0] === kind);
  const by = (kind: number) => {
    const map = new Map<number, Action[]>();
    for (const a of of(kind)) map.set(a[1], [...(map.get(a[1]) ?? []), a]);
    for (const list of map.values()) list.sort((x, y) => x[3] - y[3] || x[2] - y[2]);
    return map;
  };
  return {
    claims: by(KIND.claim), stations: by(KIND.buildStation), row: new Set(of(KIND.drawRow).map((a) => a[1])), blind: of(KIND.drawBlind)[0] ?? null,
    tickets: of(KIND.drawTickets), swap: of(KIND.swapTickets)[0] ?? null, pass: of(KIND.pass)[0] ?? null, keep: of(KIND.keepTickets),
    pay: [...of(KIND.payTunnel)].sort((x, y) => x[3] - y[3]), decline: of(KIND.declineTunnel)[0] ?? null, take: of(KIND.takePassenger),
    leave: of(KIND.leavePassenger)[0] ?? null, count: actions.length,
  };
}

export const bits = (mask: number): number => {
  let n = 0;
  for (let m = mask; m; m >>= 1) n += m & 1;
  return n;
};

/** How many tickets must be kept at least: the smallest choice on the list. */
export const leastKept = (legal: Legal): number => Math.min(...legal.keep.map((a) => bits(a[1])));

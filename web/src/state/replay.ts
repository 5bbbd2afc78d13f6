// A replay: the view after each step, merged from the server's changes, and the steps at which it can stop.
import type { Notice, View } from '../wire/protocol';

export interface ReplayStep {
  notice: Notice;
  view: Partial<View>; // the changed fields; the first step has all
}
export interface ReplayText {
  game: string;
  board: string;
  seat: number | null;
  steps: ReplayStep[];
}

export interface Stop {
  at: number; // index of its last step
  seat: number | null;
  claimed: string | null;
}

export class Replay {
  readonly views: View[] = [];
  readonly notices: Notice[];
  readonly stops: Stop[] = [];

  constructor(text: ReplayText) {
    let view = {} as View;
    this.notices = text.steps.map((s) => s.notice);
    text.steps.forEach((step, i) => {
      view = { ...view, ...step.view };
      this.views.push(view);
      const next = text.steps[i + 1]?.notice;
      if (next && !next.do) return; // deals belong to the move before
      const from = (this.stops.at(-1)?.at ?? -1) + 1,
        own = this.notices.slice(from, i + 1);
      this.stops.push({
        at: i,
        seat: own.find((n) => n.do)?.seat ?? null,
        claimed: own.find((n) => n.claimed)?.claimed ?? null,
      });
    });
  }

  viewAt(stop: number): View {
    return this.views[this.stops[stop]?.at ?? 0]!;
  }
  noticesUpTo(stop: number): Notice[] {
    return this.notices.slice(0, (this.stops[stop]?.at ?? -1) + 1);
  }
  freshAt(stop: number): Notice[] {
    return this.notices.slice((this.stops[stop - 1]?.at ?? -1) + 1, (this.stops[stop]?.at ?? -1) + 1);
  }
}

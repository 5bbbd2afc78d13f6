// Toasts: messages shown for a few seconds, at most two, without duplicates.
export type Tone = 'plain' | 'good' | 'warn' | 'bad';

export interface Toast {
  n: number;
  text: string;
  tone: Tone;
}

export class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  private count = 0;

  add(text: string, tone: Tone, ms: number) {
    const n = ++this.count;
    this.list = [...this.list.filter((note) => note.text !== text).slice(-1), { n, text, tone }];
    setTimeout(() => (this.list = this.list.filter((note) => note.n !== n)), ms);
  }

  remove(text: string) {
    this.list = this.list.filter((note) => note.text !== text);
  }

  clear() {
    this.list = [];
  }
}

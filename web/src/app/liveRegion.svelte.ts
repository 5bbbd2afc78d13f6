// Announcements for screen readers. Joins texts that arrive together, because readers skip a text that is replaced at
// once.
const TOGETHER_MS = 60;

export class LiveRegion {
  message = $state.raw({ n: 0, text: '' });
  private waiting: string[] = [];

  announce(text: string) {
    if (this.waiting.push(text) > 1) return;
    setTimeout(() => {
      this.message = { n: this.message.n + 1, text: this.waiting.join(' ') };
      this.waiting = [];
    }, TOGETHER_MS);
  }
}

// What is said to screen readers. What comes together is said together: a text that is replaced at once is never heard.
const TOGETHER_MS = 60;

export class Speaker {
  said = $state.raw({ n: 0, text: '' });
  private waiting: string[] = [];

  say(text: string) {
    if (this.waiting.push(text) > 1) return;
    setTimeout(() => {
      this.said = { n: this.said.n + 1, text: this.waiting.join(' ') };
      this.waiting = [];
    }, TOGETHER_MS);
  }
}

// Sounds synthesised with Web Audio, without files: a gong, paper, wood, knocks, a punch, a whistle. All but the
// whistle last under half a second. Browsers allow sound only after the first user gesture.

type Voice = (audio: AudioContext, out: AudioNode, at: number) => void;

function tone(
  audio: AudioContext,
  out: AudioNode,
  at: number,
  frequency: number,
  seconds: number,
  loud: number,
  type: OscillatorType = 'sine',
) {
  const gain = audio.createGain(),
    note = audio.createOscillator();
  note.type = type;
  note.frequency.setValueAtTime(frequency, at);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0008, at + seconds);
  note.connect(gain).connect(out);
  note.start(at);
  note.stop(at + seconds + 0.05);
  return note;
}

function noise(
  audio: AudioContext,
  out: AudioNode,
  at: number,
  seconds: number,
  loud: number,
  frequency: number,
  q: number,
) {
  const length = Math.ceil(audio.sampleRate * seconds),
    buffer = audio.createBuffer(1, length, audio.sampleRate),
    data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
  const source = audio.createBufferSource(),
    filter = audio.createBiquadFilter(),
    gain = audio.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = frequency;
  filter.Q.value = q;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(out);
  source.start(at);
}

const VOICES = {
  turn: (a, o, t) => {
    tone(a, o, t, 659, 0.38, 0.16);
    tone(a, o, t, 1318, 0.2, 0.03);
    tone(a, o, t + 0.16, 523, 0.4, 0.16);
  },
  card: (a, o, t) => noise(a, o, t, 0.09, 0.35, 3200, 0.8),
  wagon: (a, o, t) => {
    noise(a, o, t, 0.03, 0.5, 1500, 2);
    tone(a, o, t, 330, 0.06, 0.12, 'triangle');
  },
  tunnel: (a, o, t) => {
    for (let i = 0; i < 3; i++) tone(a, o, t + i * 0.11, 140 - i * 8, 0.1, 0.28, 'triangle');
  },
  done: (a, o, t) => {
    noise(a, o, t, 0.025, 0.7, 2600, 3);
    noise(a, o, t + 0.06, 0.03, 0.6, 1400, 3);
  },
  last: (a, o, t) => {
    for (const f of [880, 1108]) tone(a, o, t, f, 0.9, 0.05).frequency.linearRampToValueAtTime(f * 0.97, t + 0.9);
  },
} satisfies Record<string, Voice>;

export type Sound = keyof typeof VOICES;

export class Sounds {
  on = false;
  private audio: AudioContext | null = null;

  constructor() {
    const wake = () => {
      if (this.on && !this.audio && 'AudioContext' in globalThis) this.audio = new AudioContext();
      void this.audio?.resume();
    };
    addEventListener('pointerdown', wake, { passive: true });
    addEventListener('keydown', wake);
  }

  play(sound: Sound, after = 0) {
    if (!this.on || !this.audio || this.audio.state !== 'running') return;
    if (document.visibilityState === 'hidden' && sound !== 'turn') return; // only the turn sound plays in a hidden tab
    VOICES[sound](this.audio, this.audio.destination, this.audio.currentTime + after);
  }
}

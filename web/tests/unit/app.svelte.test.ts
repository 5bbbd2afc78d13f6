// What the app is made of: storage, session, names, messages, turns elsewhere, refusals, stores as runes.
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyAppearance, motionScale } from '../../src/app/appearance';
import { guestName, ownerName } from '../../src/app/userName';
import { Toasts } from '../../src/app/toasts.svelte';
import { fromStore } from '../../src/app/fromStore.svelte';
import { errorToast, refusalText } from '../../src/app/errors';
import { Session } from '../../src/app/session';
import { LiveRegion } from '../../src/app/liveRegion.svelte';
import { safeStorage } from '../../src/app/safeStorage';
import { Turns } from '../../src/app/turns.svelte';
import { en } from '../../src/i18n/en';
import { RequestRefused } from '../../src/state/client';
import { Store } from '../../src/state/store';
import type { GameEntry, Refused } from '../../src/wire/protocol';

const memory = (entries: Record<string, string> = {}) => {
  const map = new Map(Object.entries(entries));
  const storage = {
    get: (key: string) => map.get(key) ?? null,
    set: (key: string, value: string | null) => void (value === null ? map.delete(key) : map.set(key, value)),
  };
  return { map, storage };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what lasts', () => {
  it('is written, read and removed', () => {
    const map = new Map<string, string>();
    const storage = safeStorage(() => ({
      getItem: (key) => map.get(key) ?? null,
      setItem: (key, value) => void map.set(key, value),
      removeItem: (key) => void map.delete(key),
    }));
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
    storage.set('a', null);
    expect([storage.get('a'), map.size]).toEqual([null, 0]);
  });
  it('is nothing where the browser allows none', () => {
    const storage = safeStorage(() => {
      throw new Error('denied');
    });
    expect(() => storage.set('a', '1')).not.toThrow();
    expect(() => storage.set('a', null)).not.toThrow();
    expect(storage.get('a')).toBeNull();
  });
});

describe('a session', () => {
  it('is that of the last visit, and is kept', () => {
    const { map, storage } = memory({ 'perron.token': 'old' }),
      session = new Session(storage);
    expect(session.get()).toBe('old');
    session.set('new');
    expect([session.get(), map.get('perron.token')]).toEqual(['new', 'new']);
    session.set(null);
    expect([session.get(), map.size]).toEqual([null, 0]);
  });
  it('that the server does not know ends, unless another tab has a newer one', () => {
    const { map, storage } = memory({ 'perron.token': 'old' }),
      session = new Session(storage);
    map.set('perron.token', 'newer');
    session.drop();
    expect([session.get(), map.get('perron.token')]).toEqual(['newer', 'newer']);
    session.drop();
    expect([session.get(), map.size]).toEqual([null, 0]);
  });
  it('follows a log-in in another tab, and nothing else', () => {
    const session = new Session(memory({ 'perron.token': 'old' }).storage);
    expect([
      session.onStorage('perron.settings', 'x'),
      session.onStorage('perron.token', null),
      session.onStorage('perron.token', 'old'),
    ]).toEqual([false, false, false]);
    expect(session.get()).toBe('old');
    expect([session.onStorage('perron.token', 'newer'), session.get()]).toEqual([true, 'newer']);
  });
});

describe('a name', () => {
  it('of a guest is the chosen one, or a number', () => {
    expect(guestName('de', ' Anna ')).toBe('Anna');
    expect(guestName('de', '', () => 0)).toBe('Gast 100');
    expect(guestName('pl', '', () => 0.999)).toBe('Gość 999');
  });
  it('on this device stays', () => {
    const { map, storage } = memory();
    expect(ownerName(storage, undefined, () => 'Guest 123')).toBe('Guest 123');
    expect(ownerName(storage, undefined, () => 'Guest 456')).toBe('Guest 123');
    expect(ownerName(storage, 'Béla', () => 'Guest 456')).toBe('Béla');
    expect(map.get('perron.owner')).toBe('Béla');
  });
});

describe('messages on the page', () => {
  it('are two at most, none twice, and go', () => {
    const notes = new Toasts(),
      texts = () => notes.list.map((note) => note.text);
    notes.add('a', 'plain', 1000);
    notes.add('b', 'good', 3000);
    notes.add('a', 'bad', 2000);
    expect(notes.list.map(({ text, tone }) => [text, tone])).toEqual([
      ['b', 'good'],
      ['a', 'bad'],
    ]);
    vi.advanceTimersByTime(1500); // the first one's time is over, not that of the second with its text
    expect(texts()).toEqual(['b', 'a']);
    notes.add('c', 'plain', 5000);
    expect(texts()).toEqual(['a', 'c']);
    vi.advanceTimersByTime(1000);
    expect(texts()).toEqual(['c']);
    notes.remove('other');
    expect(texts()).toEqual(['c']);
    notes.remove('c');
    expect(texts()).toEqual([]);
  });
  it('can be cleared', () => {
    const notes = new Toasts();
    notes.add('a', 'plain', 1000);
    notes.clear();
    expect(notes.list).toEqual([]);
  });
});

describe('what is said to screen readers', () => {
  it('is said together when it comes together', () => {
    const speaker = new LiveRegion();
    speaker.announce('One.');
    speaker.announce('Two.');
    expect(speaker.message).toEqual({ n: 0, text: '' });
    vi.advanceTimersByTime(60);
    expect(speaker.message).toEqual({ n: 1, text: 'One. Two.' });
    speaker.announce('Two.');
    vi.advanceTimersByTime(60);
    expect(speaker.message).toEqual({ n: 2, text: 'Two.' });
  });
});

describe('turns elsewhere', () => {
  it('are those of tables that are not looked at', () => {
    let looked: string | null = 'a';
    const turns = new Turns(() => looked);
    expect([turns.started('a'), turns.any]).toEqual([false, false]);
    expect([turns.started('b'), turns.any]).toEqual([true, true]);
    looked = 'b';
    expect([turns.seen('a'), turns.seen('b'), turns.seen('b'), turns.any]).toEqual([false, true, false, false]);
  });
  it('are known from the list of games', () => {
    const turns = new Turns(() => 'a'),
      game = (table: string, your_turn: boolean) => ({ table, your_turn }) as GameEntry;
    turns.setFrom([game('a', true), game('b', false)]);
    expect(turns.any).toBe(false);
    turns.setFrom([game('a', true), game('c', true)]);
    expect([turns.any, turns.seen('c'), turns.any]).toEqual([true, true, false]);
  });
});

describe('a refused request', () => {
  const refused = (part: Partial<Refused>) =>
    new RequestRefused({ type: 'refused', id: '1', code: 'x', message: 'for programs', ...part });
  it('is told by its rule, else by its code', () => {
    expect(refusalText(en, { code: 'not_allowed', rule: 'no_station_left' })).toBe(en.why.no_station_left);
    expect(refusalText(en, { code: 'not_allowed', rule: 'unheard_of' })).toBe(en.why.other);
    expect(refusalText(en, { code: 'no_such_table' })).toBe(en.refused.no_such_table);
    expect(refusalText(en, { code: 'unheard_of' })).toBe(en.refused.other);
  });
  it('is told when the person can do something about it', () => {
    expect(errorToast(en, refused({ code: 'line_lost' }), false)).toBeNull();
    expect(errorToast(en, refused({ code: 'stale' }), false)).toEqual({ text: en.connection.stale, tone: 'warn' });
    expect(errorToast(en, refused({ code: 'busy' }), false)).toEqual({ text: en.connection.busy, tone: 'warn' });
    expect(errorToast(en, refused({ code: 'not_stored' }), false)).toEqual({ text: en.connection.busy, tone: 'warn' });
    expect(errorToast(en, refused({ code: 'not_stored' }), true)).toEqual({ text: en.here.full, tone: 'bad' });
    expect(errorToast(en, refused({ rule: 'cannot_pay' }), false)).toEqual({ text: en.why.cannot_pay, tone: 'bad' });
    expect(errorToast(en, new TypeError(), false)).toEqual({ text: en.refused.other, tone: 'bad' });
  });
});

describe('the look', () => {
  it('follows the settings, or the system', () => {
    const root: { dataset: DOMStringMap } = { dataset: {} };
    applyAppearance(root, { theme: 'dark', speed: 'fast' });
    expect(root.dataset).toEqual({ theme: 'dark', speed: 'fast' });
    applyAppearance(root, { theme: 'system', speed: 'normal' });
    expect(root.dataset).toEqual({ speed: 'normal' });
  });
  it('is still where nothing should move', () => {
    const calm = (query: string) => query.includes('reduced-motion');
    expect([
      motionScale('normal', () => false),
      motionScale('fast', () => false),
      motionScale('off', () => false),
      motionScale('fast', calm),
    ]).toEqual([1, 0.5, 0, 0]);
  });
});

describe('a store', () => {
  it('is a value that Svelte follows', () => {
    const store = new Store(1),
      seen: number[] = [];
    const stop = $effect.root(() => {
      const read = fromStore(store);
      $effect(() => void seen.push(read.value));
    });
    flushSync();
    store.set(2);
    flushSync();
    expect(seen).toEqual([1, 2]);
    stop();
    store.set(3);
    flushSync();
    expect(seen).toEqual([1, 2]);
  });
});

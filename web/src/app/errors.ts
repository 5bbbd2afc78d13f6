// Refusals as texts for people, by rule or code. The server's own message is meant for programs.
import type { Messages } from '../i18n';
import { RequestRefused } from '../state/client';
import type { RefusalCode } from '../wire/enums';
import type { Refused } from '../wire/protocol';
import type { Tone } from './toasts.svelte';

const BUSY = new Set<string>(['busy', 'too_fast', 'not_stored', 'stopping'] satisfies RefusalCode[]);

export function refusalText(t: Messages, { code, rule }: Pick<Refused, 'code' | 'rule'>): string {
  const known = rule ? (t.why as Record<string, unknown>)[rule] : undefined;
  return typeof known === 'string' ? known : rule ? t.why.other : (t.refused[code] ?? t.refused.other!);
}

/**
 * The toast for a failed request; null if none is needed, because the page shows a lost connection anyway. `here`: on
 * this device.
 */
export function errorToast(t: Messages, error: unknown, here: boolean): { text: string; tone: Tone } | null {
  if (!(error instanceof RequestRefused)) return { text: t.refused.other!, tone: 'bad' };
  const { code } = error.refused;
  if (code === 'line_lost') return null;
  if (code === 'stale') return { text: t.connection.stale, tone: 'warn' };
  if (code === 'not_stored' && here) return { text: t.here.full, tone: 'bad' };
  if (BUSY.has(code)) return { text: t.connection.busy, tone: 'warn' };
  return { text: refusalText(t, error.refused), tone: 'bad' };
}

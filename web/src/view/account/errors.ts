// Texts for failed account requests.
import type { Messages } from '../../i18n';
import { RequestRefused } from '../../state/client';

export function accountErrorText(t: Messages, error: unknown): string {
  const code = error instanceof RequestRefused ? error.refused.code : 'other';
  const known = code === 'conflict' || code === 'not_stored' || code === 'stopping' ? 'busy' : code;
  return t.account.errors[known] ?? t.account.errors.other!;
}

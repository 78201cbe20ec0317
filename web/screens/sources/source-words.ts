/** Words for what is known of a source. */
import type { Source } from '../../api/calls/sources.ts';

/** Reason without a result → its name for people. */
export const REASONS: Readonly<Record<string, string>> = {
  no_access: 'without access',
  compiled: 'only assemblies',
  not_running: 'not running',
  too_large: 'too large',
  unreadable: 'unreadable',
  unsupported_kind: 'of other kinds',
  failed: 'failed',
  not_yet: 'not pulled yet',
};

/** Returns how much is judged, such as "38 of at least 40"; never more than was seen. */
export function coverageText({ known, atLeast, judged }: Source['coverage']): string {
  if (known === 0 && atLeast) return 'Not pulled yet';
  return `${judged.toLocaleString('en')} of ${atLeast ? 'at least ' : ''}${known.toLocaleString('en')}`;
}

/** Returns what is missing, such as "1 only assemblies, 1 without access". */
export function missingText({ reasons }: Source['coverage']): string {
  return reasons
    .map(({ reason, artefacts }) => `${artefacts.toLocaleString('en')} ${REASONS[reason] ?? reason}`)
    .join(', ');
}

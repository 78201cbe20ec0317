/** Filters of lists of a source. */
import type { Reason } from '../../remotes/coverage.ts';

/** Artefacts of a list: those with a result, or with a reason for none. */
export const ARTEFACT_FILTERS = [
  'judged',
  'no_access',
  'compiled',
  'not_running',
  'draft',
  'too_large',
  'unreadable',
  'unsupported_kind',
  'failed',
  'not_yet',
] as const satisfies readonly (Reason | 'judged')[];

export type ArtefactFilter = (typeof ARTEFACT_FILTERS)[number];

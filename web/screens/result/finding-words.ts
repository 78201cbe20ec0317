/** Words for findings: changes, exceptions. */
import type { Tone } from '../../parts/data/badge.tsx';

/** Change since the run before → its tone and word. */
export const CHANGES: Readonly<Record<string, readonly [Tone, string]>> = {
  new: ['accent', 'New'],
  resolved: ['good', 'Resolved'],
  severity_changed: ['warning', 'Severity changed'],
  waiver_changed: ['plain', 'Exception changed'],
  unchanged: ['plain', 'Unchanged'],
};

/** State of the exception of a finding → its tone and word. */
export const EXCEPTION_STATES: Readonly<Record<string, readonly [Tone, string]>> = {
  none: ['plain', 'No exception'],
  pending: ['warning', 'Exception pending'],
  approved: ['good', 'Waived'],
  rejected: ['bad', 'Exception rejected'],
  expired: ['plain', 'Exception expired'],
  revoked: ['plain', 'Exception revoked'],
};

/** Words for changes of findings. */
import type { Tone } from '../../parts/data/badge.tsx';

/** Change since the run before → its tone and word. */
export const CHANGES: Readonly<Record<string, readonly [Tone, string]>> = {
  new: ['accent', 'New'],
  resolved: ['good', 'Resolved'],
  severity_changed: ['warning', 'Severity changed'],
  waiver_changed: ['plain', 'Exception changed'],
  unchanged: ['plain', 'Unchanged'],
};
